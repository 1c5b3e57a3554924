"""Words as the index sees them: any text becomes a safe FTS5 query, and scripts without spaces are found too."""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import NamedTuple

# The patterns are compiled at their first use: they take milliseconds, and plain text needs none of the wide ones.
# Scripts written without spaces between words: Thai, Lao, Khmer, Myanmar, kana, Han; Hangul has spaces.
_UNSPACED = (
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff]+"
)
# `\w` leaves out the marks that stand inside words of many scripts; the table's tokenizer takes them in as well.
_WORD = (
    r"[\w\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963"
    r"\u0966-\u0dff\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ece\u0f71-\u0f84\u102b-\u103e\u1056-\u1059"
    r"\u17b4-\u17d3\u3099\u309a]+"
)
_ARABIC_ARTICLE = "^(?:[\u0648\u0641\u0628\u0643]?\u0627\u0644|\u0644\u0644)(?=\\w{3})"
# Points and the stretching line of Arabic and Hebrew are written or left out at will.
_POINTS = "[\u0591-\u05bd\u05bf\u05c1\u05c2\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]+"
_FORMS = str.maketrans(
    "\u0623\u0625\u0622\u0671\u0649\u0629\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669"
    "\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9",
    "\u0627\u0627\u0627\u0627\u064a\u0647" + "0123456789" * 2,
)
# The database drops the accents of Latin letters; those of Greek are left to us.
_GREEK = "[\u0370-\u03ff\u1f00-\u1fff]+"
_WIDE = "[\uff01-\uffee]"
MAX_TERMS = 48
_MAX_ANCHORED, _MOST_ANCHORS = 400, 8
_MAX_READ = 8_000  # characters of a question that are read for words

# What is asked, not what it is asked about: "how long to cook", "wie lange", "hur mycket", "combien de temps".
_ASKING = (
    r"\bhow (?:long|many|much|often|far|old|big|late|early|soon|fast|hot|warm|cold|high|deep|wide|heavy|tall)\b"
    r"|\b(?:at )?what (?:time|kind|sort|type|colour|color|number)\b(?: of\b)?"
    r"|\b(?:tell|remind|show) me\b|\bdo (?:you|we|i) (?:know|remember)\b"
    r"|\bwie ?(?:lange?|viele?|oft|weit|alt|gro\u00df|gross|sp\u00e4t|fr\u00fch|hei\u00df|warm|hoch|schnell|"
    r"teuer|schwer)\b(?: uhr\b)?|\bwelche uhrzeit\b"
    r"|\bhur (?:l\u00e4nge|l\u00e5ng|mycket|m\u00e5nga|ofta|l\u00e5ngt|gammalt?|"
    r"stort?|sent|tidigt|snabbt|varmt?|h\u00f6gt?|dyrt?)\b"
    r"|\bcombien(?: de (?:temps|fois))?\b|\b(?:\u00e0 )?quelle heure\b|\bquel \u00e2ge\b"
    r"|\bcu[\u00e1a]nt[oa]s?(?: (?:tiempo|veces))?\b|\ba qu[\u00e9e] hora\b|\bcon qu[\u00e9e] frecuencia\b"
    r"|\u591a\u4e45|\u591a\u5c11|\u591a\u957f\u65f6\u95f4|\u4e3a?\u4ec0[\u4e48\u9ebc]|\u600e[\u4e48\u9ebc]\u6837?|\u5982\u4f55|\u51e0\u70b9|\u54ea[\u91cc\u88e1]"
    r"|\u3069\u306e(?:\u304f\u3089\u3044|\u3050\u3089\u3044)|\u3069\u308c(?:\u304f\u3089\u3044|\u3050\u3089\u3044)|\u4f55(?:\u5206|\u6642\u9593?|\u56de)"
    r"|(?:\u3067\u3059|\u307e\u3059|\u3067\u3057\u3087\u3046)\u304b"
)
_ELIDED = r"\b(?:l|d|j|c|s|t|n|m|qu)['\u2019](?=\w)|(?<=\w)['\u2019](?:s|t|re|ve|ll|d|m)\b"
# What one of these holds in plain text (tests/index/test_lexical_stems.py holds the two together).
_ASKS = ("how ", "what ", " me", "do ", "wie", "welche", "hur ", "combien", "quelle", "cuant", "a que", "con que")

STOP_WORDS = frozenset(
    # English
    "a about an and are as at be been but by can could did do does for from had has have he her his "
    "how i if in into is "
    "it its me my no not of on or our she should so than that the their them then there they this "
    "to us was we were what "
    "when where which who why will with would you your am any because being does doing each every "
    "get got him just many "
    "may might much must onto ought ours shall some such these those too up very whom whose yet "
    # German
    "aber als am auch auf aus bei bin bis das dass dem den der des die doch du ein eine einem einen "
    "einer er es für hat "
    "habe haben ich ihr im in ist ja mein meine mich mir mit nach nicht noch nur ob oder sein sich "
    "sie sind so und uns "
    "von vor war was wer wie wir wird wo zu zum zur wann warum welche welcher welches wurde um man "
    "soll sollte kann muss "
    # French
    "au aux avec ce ces cette dans de des du elle en est et il je la le les leur lui ma mais mes "
    "mon ne nous on ou où par "
    "pas pour qu que qui sa se ses son sont sur ta te tes ton tu un une vous quel quelle quels "
    "quelles quand comment "
    "combien pourquoi faut "
    # Spanish
    "al como con cuando de del donde el ella en es esta este la las lo los más me mi muy no nos o "
    "para pero por que qué "
    "se sin su sus te tu un una uno y yo cuál cual cuáles quién quien cuándo dónde cómo cuánto "
    "cuánta cuántos cuántas "
    "hay "
    # Swedish
    "att av de den det din du efter eller en ett för från han har hon hur i inte jag kan man med "
    "men mig min mitt nu "
    "när och om på sig sin ska som till upp ut vad var vi vid är vilken vilket vilka varför vem bör "
    # Arabic, as `_folded` leaves it
    "كم متي اين كيف ماذا لماذا هل ما من في علي عن الي هو هي هذا هذه ان".split()
)  # fmt: skip


_PASSED = frozenset(
    "now never always still already again currently instead anymore longer today only just jetzt nie niemals immer "
    "noch schon wieder derzeit stattdessen mehr heute kein keine keinen maintenant jamais toujours encore déjà plus "
    "désormais aujourd'hui n ne ahora nunca siempre todavía ya hoy nu aldrig alltid fortfarande redan igen numera "
    "istället idag längre t doesn don didn isn wasn moved moves shifted zog zieht umgezogen verlegt déménagé déplacé "
    "mudó mudado trasladó flyttade flyttat flyttar".split()
)


class Query(NamedTuple):
    """A MATCH expression, and the words it asks for as the person wrote them."""

    match: str
    words: tuple[str, ...]


@functools.cache
def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source)


def is_unspaced(text: str) -> bool:
    """True where a text holds a script that is written without spaces between words."""
    return not text.isascii() and _pattern(_UNSPACED).search(text) is not None


def indexed(text: str) -> str:
    """The text to store in an FTS5 table: folded as a question is, runs of unspaced script cut into characters and
    pairs, and Arabic words without their article beside those with it."""
    if text.isascii():
        return text
    text = _folded(text)
    extra = [
        form for word in _pattern(_WORD).findall(text) if (form := _pattern(_ARABIC_ARTICLE).sub("", word)) != word
    ]
    return " ".join([_pattern(_UNSPACED).sub(_spread, text), *extra])


def _folded(text: str) -> str:
    """Text with one spelling for what people type in more than one way."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC" if _pattern(_WIDE).search(text) else "NFC", text)
    return _pattern(_GREEK).sub(_bare, _pattern(_POINTS).sub("", text)).translate(_FORMS)


def _bare(match: re.Match[str]) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", match[0]) if not unicodedata.combining(char))


def _spread(match: re.Match[str]) -> str:
    run = match[0]
    return " ".join(["", *run, *_pairs(run), ""])


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)]


def query(text: str) -> Query | None:
    """The query for any text: its words, each quoted, joined by OR; None where it holds no word at all.

    Stop-words and what only asks ("how long", "wie viel") are dropped unless nothing else is left. Nothing in the text
    is read as an operator.
    """
    text = text[:_MAX_READ]
    lowered = _folded(text).lower()  # not casefold: FTS5 keeps ß
    if "'" in lowered or "’" in lowered:
        lowered = _pattern(_ELIDED).sub(" ", lowered)
    words = _kept(_terms(_without_asking(lowered))) or _kept(_terms(lowered)) or _terms(lowered)
    words = list(dict.fromkeys(words))[:MAX_TERMS]
    if not words:
        return None
    return Query(" OR ".join(f'"{word}"' for word in words), tuple(words))


def _without_asking(lowered: str) -> str:
    if lowered.isascii() and not any(stem in lowered for stem in _ASKS):
        return lowered
    return _pattern(_ASKING).sub(" ", lowered)


def _kept(words: list[str]) -> list[str]:
    return [word for word in words if word not in STOP_WORDS]


def _terms(text: str) -> list[str]:
    if text.isascii():
        return _pattern("[A-Za-z0-9]+").findall(text)
    terms: list[str] = []
    for word in _pattern(_WORD).findall(text.replace("_", " ")):
        terms.extend(_pattern(_ARABIC_ARTICLE).sub("", rest) for rest in _pattern(_UNSPACED).sub(" ", word).split())
        for run in _pattern(_UNSPACED).findall(word):
            terms.extend(_pairs(run) if len(run) > 1 else [run])
    return [term for term in terms if any(char.isalnum() for char in term)]


@functools.lru_cache(maxsize=16)  # of a new mark twice: for its row, and for those that it may contradict
def anchors(text: str) -> tuple[str, ...]:
    """Beginnings of the words that say what a statement is about and what it says of it, in order: no numbers, and
    nothing that only says that, or since when, it holds."""
    words = _terms(_folded(text[:_MAX_ANCHORED]).lower())
    kept = (word[:3] for word in words if word not in STOP_WORDS and word not in _PASSED and not word[0].isdigit())
    return tuple(dict.fromkeys(kept))[:_MOST_ANCHORS]


def matched(words: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Which of the words a text holds, by their beginning (the index stems, so `cook` stands for `cooking`)."""
    held = _plain(indexed(text)).split()
    return tuple(word for word in words if _is_among(held, _plain_word(word)))


@functools.lru_cache(maxsize=64)
def _plain_word(word: str) -> str:
    return _plain(word)


def _is_among(held: list[str], word: str) -> bool:
    start = word[:3]  # what is alike begins with these
    return any(_alike(each, word) for each in held if each.startswith(start))


def _plain(text: str) -> str:
    if text.isascii():
        return " ".join(_pattern(r"[A-Za-z0-9_]+").findall(text.lower()))
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return " ".join(_pattern(_WORD).findall("".join(char for char in decomposed if not unicodedata.combining(char))))


def _alike(held: str, word: str) -> bool:
    root = min(len(held), len(word))
    return (
        held == word
        or (root >= 4 and held[: max(4, root - 2)] == word[: max(4, root - 2)])
        or (root == 3 and abs(len(held) - len(word)) <= 1 and held[:3] == word[:3])
    )

"""Words as the index sees them: any text becomes a safe FTS5 query, and scripts without spaces are found too."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

# Scripts written without spaces between words: Thai, Lao, Khmer, Myanmar, kana, Han, Hangul is spaced but inflects.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
_WORD = re.compile(r"\w+")
_ARABIC_ARTICLE = re.compile("^(?:[\u0648\u0641\u0628\u0643]?\u0627\u0644|\u0644\u0644)(?=\\w{3})")
MAX_TERMS = 48

STOP_WORDS = frozenset(
    # English
    "a about an and are as at be been but by can could did do does for from had has have he her his how i if in into is "
    "it its me my no not of on or our she should so than that the their them then there they this to us was we were what "
    "when where which who why will with would you your "
    # German
    "aber als am auch auf aus bei bin bis das dass dem den der des die doch du ein eine einem einen einer er es für hat "
    "habe haben ich ihr im in ist ja mein meine mich mir mit nach nicht noch nur ob oder sein sich sie sind so und uns "
    "von vor war was wer wie wir wird wo zu zum zur "
    # French
    "au aux avec ce ces cette dans de des du elle en est et il je la le les leur lui ma mais mes mon ne nous on ou où par "
    "pas pour qu que qui sa se ses son sont sur ta te tes ton tu un une vous "
    # Spanish
    "al como con cuando de del donde el ella en es esta este la las lo los más me mi muy no nos o para pero por que qué "
    "se sin su sus te tu un una uno y yo "
    # Swedish
    "att av de den det din du efter eller en ett för från han har hon hur i inte jag kan man med men mig min mitt nu när "
    "och om på sig sin ska som till upp ut vad var vi vid är".split()
)  # fmt: skip


class Query(NamedTuple):
    """A MATCH expression, and the words it asks for as the person wrote them."""

    match: str
    words: tuple[str, ...]


def indexed(text: str) -> str:
    """The text to store in an FTS5 table: as it is, with runs of unspaced script cut into characters and pairs."""
    if text.isascii():
        return text
    extra = [form for word in _WORD.findall(text) if (form := _ARABIC_ARTICLE.sub("", word)) != word]
    return " ".join([_UNSPACED.sub(_spread, text), *extra])


def _spread(match: re.Match[str]) -> str:
    run = match[0]
    return " ".join(["", *run, *_pairs(run), ""])


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)]


def query(text: str) -> Query | None:
    """The query for any text: its words, each quoted, joined by OR; None where it holds no word at all.

    Stop-words are dropped unless nothing else is left. Nothing in the text is read as an operator.
    """
    words = _terms(text)
    kept = [word for word in words if word.casefold() not in STOP_WORDS] or words
    kept = list(dict.fromkeys(kept))[:MAX_TERMS]
    if not kept:
        return None
    return Query(" OR ".join(f'"{word}"' for word in kept), tuple(kept))


def _terms(text: str) -> list[str]:
    terms: list[str] = []
    for word in _WORD.findall(text.replace("_", " ")):
        rest = _ARABIC_ARTICLE.sub("", _UNSPACED.sub(" ", word)).split()
        terms.extend(rest)
        for run in _UNSPACED.findall(word):
            terms.extend(_pairs(run) if len(run) > 1 else [run])
    return terms


def matched(words: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Which of the words a text holds, by their beginning (the index stems, so `cook` stands for `cooking`)."""
    folded = _plain(indexed(text))
    held = folded.split()
    starts = [(word, _plain(word)) for word in words]
    return tuple(word for word, plain in starts if any(_alike(each, plain) for each in held))


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return " ".join(_WORD.findall("".join(char for char in decomposed if not unicodedata.combining(char))))


def _alike(held: str, word: str) -> bool:
    root = min(len(held), len(word))
    return held == word or (root >= 4 and held[: max(4, root - 2)] == word[: max(4, root - 2)]) or (
        root == 3 and abs(len(held) - len(word)) <= 1 and held[:3] == word[:3]
    )

"""Topics: which shelf a line of a day belongs on, such as `food.vegetables`, or none.

The words stand in `topic_words`, one table for each language; this file only weighs them.

1. A strong word decides alone. A soft one (`word~`) decides where nothing strong speaks. A weak one (`word?`)
   needs a second word of the same first level.
2. Several words in a row (`went to bed`) weigh more than one; `word!` weighs more than its neighbours.
3. A shelf that gives way (`topic_words.GIVES_WAY`) loses against its neighbour: "cooking vegetables" is about
   vegetables.
4. Words of a language that the line is not written in count only when they are long enough to be borrowed:
   "mat" is food in Swedish, and a mat in English.
5. Equal weights decide nothing. Under one first level that level alone is the answer; otherwise a heading
   may decide, or the line stays unsorted.
6. Headings speak only where the text says nothing, or leaves a choice; the nearest heading first.
7. A word written without its accents counts in a line of its language only, unless it is long; å, ä, ö and ñ
   are letters, and never left out by a text that has them. A first name takes no endings.
8. The home's own words are asked before the built-in ones, and win when weights are equal.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sapwood.core.config import TOPICS_VERSION

VERSION = TOPICS_VERSION
"""Raised whenever the table or the weighing changes, so that what was sorted before can be sorted again."""

# A line's topic stands near its beginning; what lies behind this many characters is not read.
_READ = 4000
_LONGEST_WORD = 40
_REMEMBERED = 20_000

_WEAK, _STRONG, _PHRASE, _MARKED, _STEP = 10, 60, 80, 90, 10
_ENOUGH = 2 * _WEAK
_GRADES = {"?": _WEAK, "~": _ENOUGH, "!": _MARKED}
_OWN = 1  # tips equal weights towards the home's own words, and nothing else
_GAP = 4  # words that may stand where a phrase says "…"

_EAST = "\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_TOKEN = re.compile(rf"[{_EAST}]+|[^\W{_EAST}]+|[€$£¥]")
_BETWEEN = re.compile(r"[^\w…#?~!]+")
_KANA = re.compile("[\u3040-\u30ff]")
# Addresses, colours, subjects and file names name things; they say nothing about the line.
_NAMES = re.compile(
    r"\w{2,9}://\S+|#[0-9a-f]{3,8}\b|(?<![\w.])\w++(?:\.\w++){2,}"
    r"|(?<!\S)\S+\.(?:md|py|toml|json|txt|csv|yaml|png|jpg|pdf)\b"
)
_AMOUNT = re.compile(r"(\d+)([^\W\d_]{1,3})\Z")
# Letters of their own, not accents: who writes them means them, so that "tänka" is no "tanka". In German they
# come with the plural (Ärzte).
_LETTERS = frozenset("åäöüñøæ")
_UMLAUTS = frozenset("äöü")
_VOUCHED = 8  # a word found without its accents, and shorter than this, counts only in a line of its language
_MARKS = re.compile("[\u0300-\u036f\u0640\u064b-\u065f\u0670]+")
_ARABIC = re.compile("[\u0620-\u064a]")
_ARABIC_LETTERS = str.maketrans({"ى": "ي", "ة": "ه", "ٱ": "ا"})

# (ending, what stands in its place, letters that must be left), tried in this order on a word that is not in the
# table as it stands. An ending that also ends other words (card, course, vinna) names what stands before it, or
# asks for more letters.
_ENDINGS: Mapping[str, tuple[tuple[str, str, int], ...]] = {
    "en": (
        ("s", "", 3), ("ches", "ch", 3), ("shes", "sh", 3), ("sses", "ss", 3), ("xes", "x", 2), ("zes", "z", 3),
        ("oes", "o", 3), ("ies", "y", 3), ("ed", "e", 3), ("ed", "", 3), ("ied", "y", 3), ("ing", "", 3),
        ("ing", "e", 3), ("er", "", 4), ("ings", "", 3),
    ),
    "de": (
        ("e", "", 3), ("en", "", 3), ("er", "", 4), ("es", "", 3), ("n", "", 3), ("s", "", 3), ("ern", "", 3),
        ("em", "", 3),
    ),
    "sv": (
        ("a", "", 3), ("ar", "", 3), ("ar", "a", 3), ("er", "", 3), ("en", "", 3), ("et", "", 3), ("na", "", 4),
        ("or", "", 3), ("or", "a", 3), ("n", "", 3), ("t", "", 3), ("s", "", 3), ("arna", "", 3), ("erna", "", 3),
        ("orna", "a", 3), ("orna", "", 3), ("ade", "a", 3), ("ens", "", 3), ("ets", "", 3), ("r", "", 3),
        ("ats", "a", 3), ("at", "a", 3),
    ),
    "fr": (("s", "", 3), ("es", "", 6), ("e", "", 6), ("x", "", 3), ("ée", "é", 3), ("ées", "é", 3)),
    "es": (
        ("iones", "ión", 2), ("anes", "án", 3), ("eses", "és", 3), ("s", "", 3), ("es", "", 3), ("ces", "z", 3),
    ),
}
_DOUBLED = re.compile(r"([bdglmnprt])\1\Z")
# Words of the home, and names known everywhere, may take the endings of any language.
_ANYWHERE = frozenset(("own", "any"))
_COMPOUNDS = frozenset(("de", "sv", "own"))
_BEFORE = ("وال", "فال", "بال", "كال", "لل", "ولل", "ال", "و", "ف", "ب", "ل", "ك", "س", "وب", "ول")
_BEHIND = ("ات", "ين", "ون", "ان", "ها", "هم", "نا", "ي", "ه", "ك", "ت", "تي", "ته", "تنا", "وا")


class _Sense(NamedTuple):
    """One meaning of one word: the shelf it speaks for, how loudly, and in which language."""

    topic: str
    weight: int
    language: str
    word: str
    loan: bool  # counts in a line of another language, too
    bare: bool = False  # found without its accents, or a name as well: needs a line of its language


_Phrase = tuple[tuple[str, ...], _Sense]


class _Known(NamedTuple):
    """What the table knows about one word of a text."""

    senses: tuple[_Sense, ...]
    common: tuple[str, ...]  # the languages in which it is a word without a topic
    phrases: Mapping[str, Sequence[_Phrase]]  # those that begin with it, by their second word
    forms: frozenset[str]  # the word, without its accents and endings, as phrases may write it


_NUMBER = "#"


class _Table:
    """Every word and phrase of one reading of the table, ready to be looked up."""

    __slots__ = ("common", "east", "lengths", "names", "numbers", "parts", "phrases", "words")

    def __init__(self) -> None:
        self.words: dict[str, list[_Sense]] = {}
        self.phrases: dict[str, list[_Phrase]] = {}
        self.parts: frozenset[str] = frozenset()
        self.east: dict[str, list[_Sense]] = {}
        self.lengths: dict[str, list[int]] = {}
        self.common: dict[str, list[str]] = {}
        self.names: frozenset[str] = frozenset()
        self.numbers: frozenset[str] = frozenset((_NUMBER,))

    def add(self, topic: str, language: str, listed: Iterable[str], step: int, extra: int) -> None:
        """Take in words as the table writes them, with their marks; all of one topic and language."""
        borrowed = language in _ANYWHERE
        strong, phrase, words = _STRONG - step + extra, _PHRASE - step + extra, self.words
        for entry in listed:
            parts = entry.split()
            grade = _GRADES.get(parts[-1][-1]) if parts else None
            if grade:
                parts = entry.strip()[:-1].split()
            if not parts:
                continue
            word = " ".join(parts) if len(parts) > 1 else parts[0]
            weight = grade + extra if grade else phrase if len(parts) > 1 else strong
            sense = _Sense(topic, weight, language, word, borrowed or len(word) > 6)
            if "\u3005" <= word[0] <= "\u9fff":
                self._add_east(word, sense)
            elif len(parts) > 1:
                self.phrases.setdefault(parts[0], []).append((tuple(parts), sense))
            elif word in words:
                words[word].append(sense)
            else:
                words[word] = [sense]

    def add_common(self, language: str, listed: Iterable[str]) -> None:
        """Take in words that carry no topic; they tell the language, and hide what lies inside them."""
        for word in listed:
            if "\u3005" <= word[0] <= "\u9fff":
                self._add_east(word, None)
            else:
                self.common.setdefault(word, []).append(language)

    def close(self) -> None:
        """Let words with accents be found without them, unless the bare letters are a word or name of their own."""
        for word in [word for word in self.words if not word.isascii()]:
            if (bare := _bare(word)) not in self.common and bare not in self.names:
                self.words.setdefault(bare, self.words[word])
        for word in [word for word in self.common if not word.isascii()]:
            self.common.setdefault(_bare(word), self.common[word])
        for word in [word for word in self.phrases if not word.isascii()]:
            self.phrases.setdefault(_bare(word), self.phrases[word])
        phrases = [words for found in self.phrases.values() for words, _ in found]
        self.parts = frozenset(part for words in phrases for part in words).union(self.phrases)
        for lengths in self.lengths.values():
            lengths.sort(reverse=True)

    def _add_east(self, word: str, sense: _Sense | None) -> None:
        senses = self.east.setdefault(word, [])
        if sense:
            senses.append(sense)
        lengths = self.lengths.setdefault(word[0], [])
        if len(word) not in lengths:
            lengths.append(len(word))


class Topics:
    """The shelves of one home: its own words and the built-in ones.

    `extra` maps a topic without its owner to words, written as `topic_words` says. Building reads nothing;
    the table is loaded by the first `classify`.
    """

    __slots__ = ("_extra", "_remembered", "_table")

    def __init__(self, extra: Mapping[str, Sequence[str]] = {}) -> None:
        self._extra = extra
        self._table: _Table | None = None
        self._remembered: dict[str, _Known] = {}

    def classify(self, text: str, headings: Sequence[str]) -> str | None:
        """Return the topic of `text`, two levels or the first alone, or None where nothing fits.

        `headings` are those the text stands under, the nearest last. Only the first 4,000 characters count.
        """
        if self._table is None:
            self._table = _load(self._extra)
        levels, topics = _verdict(self._weigh(self._table, text))
        if len(levels) == 1 and len(topics) < 2:
            return topics[0] if topics else levels[0]
        for heading in reversed(headings):
            over, under = _verdict(self._weigh(self._table, heading))
            if len(over) != 1:
                continue
            if not levels:
                return under[0] if len(under) == 1 else over[0]
            if over[0] in levels:
                shared = [topic for topic in topics if topic in under] or _under(over[0], topics)
                return shared[0] if len(shared) == 1 else over[0]
        return levels[0] if len(levels) == 1 else None

    def _weigh(self, table: _Table, text: str) -> dict[str, int]:
        tokens, east = _tokens(text)
        known = [self._known(table, token) for token in tokens]
        languages = _languages(known)
        weights: dict[str, int] = {}
        counted: set[tuple[str, str]] = set()
        used: set[int] = set()
        for at, word in enumerate(known):
            if word.phrases and at not in used:
                sense, places = _phrase(known, at)
                used.update(places)
                if sense and (sense.topic, sense.word) not in counted:
                    counted.add((sense.topic, sense.word))
                    weights[sense.topic] = weights.get(sense.topic, 0) + sense.weight
        heard: list[Iterable[_Sense]] = [
            _heard(word, languages) for at, word in enumerate(known) if word.senses and at not in used
        ]
        if east:
            heard.extend(_east(table, east, kana=_KANA.search(text) is not None))
        for senses in heard:
            best: dict[str, _Sense] = {}
            for sense in senses:
                if sense.topic not in best or best[sense.topic].weight < sense.weight:
                    best[sense.topic] = sense
            for topic, sense in best.items():
                if (topic, sense.word) not in counted:
                    counted.add((topic, sense.word))
                    weights[topic] = weights.get(topic, 0) + sense.weight
        return weights

    def _known(self, table: _Table, token: str) -> _Known:
        known = self._remembered.get(token)
        if known is None:
            if len(self._remembered) >= _REMEMBERED:
                self._remembered.clear()
            known = self._remembered[token] = _look_up(table, token)
        return known


def _load(extra: Mapping[str, Sequence[str]]) -> _Table:
    # Deferred: the words are some hundred kilobytes, and a start that sorts nothing need not read them.
    from sapwood.core import topic_words as words  # noqa: PLC0415

    table = _Table()
    for language, topics in words.TOPIC_WORDS.items():
        for topic, listed in topics.items():
            table.add(topic, language, _folded(listed).split(","), words.GIVES_WAY.get(topic, 0) * _STEP, 0)
    for language, listed in words.COMMON.items():
        table.add_common(language, _folded(listed).split())
    table.numbers |= frozenset(_folded(words.NUMBERS).split())
    table.names = frozenset(_folded(words.NAMES).split())
    own = _Table()
    for topic, phrases in extra.items():
        own.add(topic, "own", [_BETWEEN.sub(" ", _folded(phrase)) for phrase in phrases], 0, _OWN)
    table.words.update(own.words)
    table.names -= own.words.keys()
    for word in own.words:
        table.common.pop(word, None)
    table.east.update(own.east)
    for head, lengths in own.lengths.items():
        table.lengths[head] = list({*table.lengths.get(head, []), *lengths})
    for head, found in own.phrases.items():
        table.phrases[head] = found + table.phrases.get(head, [])
    table.close()
    return table


def _folded(text: str) -> str:
    """Return `text` without case and width; Latin keeps its accents, Arabic loses its vowel signs."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return _bare(text).translate(_ARABIC_LETTERS) if _ARABIC.search(text) else text


def _bare(text: str) -> str:
    # Composed again, so that the voicing marks of kana, which are not dropped, stand where they stood.
    return unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", text)))


def _tokens(text: str) -> tuple[list[str], list[str]]:
    """Return the words of `text` (numbers all look alike) and its runs of Chinese or Japanese."""
    tokens: list[str] = []
    east: list[str] = []
    text = _folded(text[:_READ])
    if "#" in text or "." in text or "://" in text:
        text = _NAMES.sub(" ", text)
    for found in _TOKEN.findall(text):
        if found.isalpha():
            if "\u3005" <= found[0] <= "\u9fff":
                east.append(found)
            elif len(found) <= _LONGEST_WORD:
                tokens.append(found)
        elif found[0] in "€$£¥":
            tokens.append(found)
        elif found[0].isdigit():
            amount = None if found.isdigit() else _AMOUNT.match(found)
            if (found.isdigit() or amount) and tokens[-1:] != [_NUMBER]:
                tokens.append(_NUMBER)
            if amount:
                tokens.append(amount[2])
        elif "\u3005" <= found[0] <= "\u9fff":
            east.append(found)
    return tokens, east


def _languages(known: Sequence[_Known]) -> frozenset[str]:
    """Return the languages that most words of a line belong to; empty when nothing tells."""
    votes: dict[str, int] = {}
    for word in known:
        for language in word.common:
            votes[language] = votes.get(language, 0) + 2
        for language in {sense.language for sense in word.senses if not sense.bare}:
            votes[language] = votes.get(language, 0) + 1
    votes.pop("own", None)
    votes.pop("any", None)
    most = max(votes.values(), default=0)
    return frozenset(language for language, count in votes.items() if count == most)


def _heard(word: _Known, languages: frozenset[str]) -> Iterable[_Sense]:
    senses = word.senses
    if len(senses) == 1 and senses[0].loan and not word.common:
        return senses
    at_home = [s for s in senses if s.language in languages or s.language in ("own", "any")]
    if at_home or any(language in languages for language in word.common):
        return at_home
    return [sense for sense in senses if sense.loan]


def _look_up(table: _Table, token: str) -> _Known:
    common = tuple(table.common.get(token, ()))
    forms = [(token, "")] if token in table.names else list(_forms(token, common))
    spelt = len(forms)
    if not token.isascii() and token not in table.common and (bare := _bare(token)) != token:
        if token not in table.words and bare not in table.words and not _LETTERS.intersection(token):
            common = tuple(table.common.get(bare, ()))
        forms += _forms(bare, common)
    senses: list[_Sense] = []
    answered: set[str] = set()
    plain = _plain_in(token)
    for place, (form, language) in enumerate(forms):
        fitting = [
            _as_found(sense, token, form)
            for sense in table.words.get(form, ())
            if sense.language not in answered
            and (not language or language == sense.language or sense.language in _ANYWHERE)
            and (place < spelt or sense.language == "own" or (sense.word == form and plain(sense.language)))
        ]
        senses += fitting
        answered.update(sense.language for sense in fitting)
    if token in table.names:
        senses = [sense._replace(bare=sense.language != "own", loan=False) for sense in senses]
    elif not senses and not common and len(token) >= 8 and not any(form in table.common for form, _ in forms):
        senses = list(_compound(table, token))
    heads = frozenset((_NUMBER,) if token in table.numbers else (form for form, _ in forms)) & table.parts
    phrases: dict[str, list[_Phrase]] = {}
    for head in heads:
        for phrase in table.phrases.get(head, ()):
            phrases.setdefault(phrase[0][1], []).append(phrase)
    for found in phrases.values():
        found.sort(key=lambda phrase: (-len(phrase[0]), phrase[0]))
    own = tuple(sense for sense in senses if sense.language == "own")
    return _Known(own or tuple(senses), common, phrases, heads)


def _plain_in(token: str) -> Callable[[str], bool]:
    """Return whether `token`, which has accents, may be read without them in a language.

    Not where they are letters of their own, but in German, nor at the end, where they make another word
    (porte, porté).
    """
    own = _LETTERS.intersection(token)
    end = bool(_bare(token[-1]) != token[-1])
    return lambda language: not end and (not own or (language == "de" and own <= _UMLAUTS))


def _as_found(sense: _Sense, token: str, form: str) -> _Sense:
    """Return `sense` as what a text spells otherwise than the table: no borrowed word, but an English one."""
    if sense.word == token or sense.language in _ANYWHERE:
        return sense
    bare = sense.word != form and len(form) < _VOUCHED
    return sense._replace(bare=bare, loan=sense.loan and not bare and sense.language == "en" and form != token)


def _forms(word: str, common: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield `word`, then what is left of it without an ending, and the language of that ending."""
    yield word, ""
    if word < "\u0250":
        for language, endings in _ENDINGS.items():
            if language in common:
                continue
            for ending, instead, least in endings:
                if word.endswith(ending) and len(word) - len(ending) >= least:
                    if ending == "s" and word.endswith("ss"):
                        continue
                    stem = word[: -len(ending)] + instead
                    yield stem, language
                    if language == "en" and not instead and _DOUBLED.search(stem):
                        yield stem[:-1], language
    elif _ARABIC.match(word) and not common:
        for start in ("", *(before for before in _BEFORE if word.startswith(before))):
            rest = word[len(start) :]
            if len(rest) < 3 - (len(start) > 1):
                continue
            if start:
                yield rest, "ar"
            for ending in _BEHIND:
                if rest.endswith(ending) and len(rest) - len(ending) >= 3:
                    yield rest[: -len(ending)], "ar"
                    yield rest[: -len(ending)] + "ه", "ar"


def _compound(table: _Table, token: str) -> Iterator[_Sense]:
    """Yield what a German or Swedish compound is made of: its last part in full, its first a little less.

    No weak words, and five letters or more: shorter ones lie inside too many others.
    """
    stems = [form for form, language in _forms(token, ()) if language in ("", "de", "sv")]
    for cut in range(3, len(token) - 4):
        last = [s for stem in stems for s in table.words.get(stem[cut:], ()) if len(stem) - cut >= 5]
        last = [sense for sense in last if sense.weight >= _ENOUGH and sense.language in _COMPOUNDS]
        if last:
            yield from (sense._replace(loan=False) for sense in last)
            break
    for cut in range(len(token) - 3, 4, -1):
        first = [
            sense._replace(weight=sense.weight - _STEP // 2, loan=False)
            for sense in table.words.get(token[:cut], ())
            if sense.weight >= _ENOUGH and sense.language in _COMPOUNDS
        ]
        if first:
            yield from first
            break


def _phrase(known: Sequence[_Known], start: int) -> tuple[_Sense | None, Sequence[int]]:
    """Return what the longest phrase that begins at `start` means, and the places of its words."""
    phrases = known[start].phrases
    after = known[start + 1].forms if start + 1 < len(known) else ()
    fitting = [phrase for second in (*sorted(after), "…") if second in phrases for phrase in phrases[second]]
    best: tuple[_Sense | None, Sequence[int]] = (None, ())
    for parts, sense in fitting:
        places = _reach(known, start, parts)
        if len(places) > len(best[1]):
            best = (sense, places)
    return best


def _reach(known: Sequence[_Known], start: int, parts: Sequence[str]) -> list[int]:
    """Return the places of a phrase's words from `start` on; empty when it does not stand there."""
    places = [start]
    at, gap = start + 1, 0
    for part in parts[1:]:
        if part == "…":
            gap = _GAP
            continue
        for place in range(at, min(at + gap + 1, len(known))):
            if part in known[place].forms:
                places.append(place)
                at, gap = place + 1, 0
                break
        else:
            return []
    return places


def _east(table: _Table, runs: Iterable[str], *, kana: bool) -> Iterator[list[_Sense]]:
    """Yield the senses of the words found in `runs`, the longest first at each place.

    A line with kana is Japanese, and Chinese words are not looked for in it.
    """
    for run in runs:
        at = 0
        while at < len(run):
            for length in table.lengths.get(run[at], ()):
                senses = table.east.get(run[at : at + length])
                if senses is None:
                    continue
                fitting = [sense for sense in senses if not kana or sense.language != "zh"]
                if fitting or not senses:
                    yield fitting
                    at += length - 1
                    break
            at += 1


def _verdict(weights: Mapping[str, int]) -> tuple[list[str], list[str]]:
    """Return the first levels that weigh most (several when equal), and the topics that do so under them."""
    sums: dict[str, int] = {}
    for topic, weight in weights.items():
        level = topic.partition(".")[0]
        sums[level] = sums.get(level, 0) + weight
    most = max(sums.values(), default=0)
    if most < _ENOUGH:
        return [], []
    levels = [level for level, total in sums.items() if total == most]
    topics: list[str] = []
    for level in levels:
        below = {topic: weight for topic, weight in weights.items() if topic.startswith(level + ".")}
        best = max(below.values(), default=0)
        topics += [topic for topic, weight in below.items() if weight == best]
    return levels, topics


def _under(level: str, topics: Iterable[str]) -> list[str]:
    return [topic for topic in topics if topic.startswith(level + ".")]

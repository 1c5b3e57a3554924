"""Clauses, as far as contradictions need them: what a clause is about, its verb, the rest, and how it is said."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sapwood.core import conflict_words as table
from sapwood.core import when, when_words
from sapwood.core.when_bounds import may_be_read

_MOST_CLAUSES = 8
_SOME_DAYS = ("2001-03-15", "2001-09-15")  # only the place of an interval is asked for; one is near to any date
_TOKEN = re.compile(
    r"->|=>|\d++(?:[.,:]\d++)*+|(?<!\w)[LlDdNnJjSs]['’](?=\w)|[^\W\d_]++(?:['’-][^\W\d_]++)*+|[→⇒➜%°€$£.,;:!?()—–]"
)
_UNSPACED = "\u0600-\u06ff\u3040-\u30ff\u3400-\u9fff"  # scripts in which such a word need not stand alone
SIGNS = frozenset(".,;!?()—–")


class Word(NamedTuple):
    """A word as it is compared and as it was written."""

    text: str  # case-folded
    capital: bool  # written with a capital, and not only because it is the first


class Clause(NamedTuple):
    """One clause: what it is about, its verb (lemma and class, "" where none is known), and the rest."""

    subject: tuple[Word, ...]
    verb: str
    kind: str
    rest: tuple[Word, ...]
    negative: bool
    now: bool  # it says that something has changed
    stops: bool
    past: bool
    moved: bool
    passing: bool  # it holds for one day
    denied: frozenset[str]  # content words that it denies beside: `not X but Y`
    words: tuple[Word, ...]  # subject, verb and rest as they stand
    said: tuple[Word, ...]  # all words


def texts_of(words: Sequence[Word]) -> list[str]:
    """The words, case-folded."""
    return [word.text for word in words]


def content_of(words: Iterable[Word]) -> set[str]:
    """The words that carry what a text is about: no articles, no prepositions, nothing of two letters."""
    return {
        word.text for word in words if word.text not in table.SMALL and (len(word.text) > 2 or word.text.isdecimal())
    }


@functools.lru_cache(maxsize=16)  # a text is read once whole and once in clauses
def words_of(text: str) -> tuple[Word, ...]:
    """The words, numbers and signs of a text; `n't` is `not`. Linear."""
    if "'" in text or "’" in text or "cannot" in text.lower():
        text = re.sub(r"(?i)\bcan(?:not|['’]t)\b", "can not", text)
        text = re.sub(r"n['’]t\b", " not", re.sub(r"(?i)\bwon['’]t\b", "will not", text))
    found: list[Word] = []
    begins = True
    for match in _TOKEN.finditer(text):
        word = match[0]
        found.append(Word(word.casefold().replace("’", "'"), word[0].isupper() and not begins))
        begins = word in (".", "!", "?", ":")
    return tuple(found)


@functools.lru_cache(maxsize=16)
def plain_words(text: str) -> Sequence[str]:
    """The words of `words_of`, case-folded, without how they were written: cheaper. Linear."""
    if text.isascii() and "'" not in text:
        low = text.lower()
        if "cannot" not in low:
            return _TOKEN.findall(low)
    return texts_of(words_of(text))


@functools.lru_cache(maxsize=1024)
def clauses_of(text: str) -> tuple[Clause, ...]:
    """The clauses of a text; one without a verb belongs to the one before. Too many are none."""
    text, now = undated(text)
    parts: list[list[Word]] = [[]]
    for word in words_of(text):
        if word.text in SIGNS:
            parts.append([])
        else:
            parts[-1].append(word)
    joined: list[list[Word]] = []
    for part in parts:
        if joined and not any(word.text in _verbs() for word in part):
            joined[-1].extend(part)
        elif part:
            joined.append(part)
    if len(joined) > _MOST_CLAUSES:
        return ()
    return tuple([_clause(part, now=now and n == 0) for n, part in enumerate(joined)])


@functools.lru_cache(maxsize=16)
def undated(text: str) -> tuple[str, bool]:
    """The text without `since 3 May` and its kin, and whether that stood in it."""
    if not _may_be_dated(text):
        return text, False
    for dated in when.openings(text, _SOME_DAYS):
        said = text[slice(*dated.span)]
        if table.NEGATIONS.isdisjoint(plain_words(said)):  # `no longer` is read as words
            return f"{text[: dated.span[0]]} {text[dated.span[1] :]}", True
    return text, False


def _may_be_dated(text: str) -> bool:
    if text.isascii():  # cheap, and most texts have none
        runs = _LETTERS.findall(text.lower())
        found = _by_longest().keys() & runs
        line = f" {' '.join(runs)} " if found else ""
        if not any(phrase in line for run in found for phrase in _by_longest()[run]) or not may_be_read(text):
            return False
    return _openers().search(text) is not None


_LETTERS = re.compile("[a-z]+")


@functools.cache
def _openers() -> re.Pattern[str]:
    """What may open an interval that stays open; asked for before the text is read for dates. A short `from` (`de`)
    opens one only before a word of its own."""
    found = "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in _opening())
    return re.compile(rf"(?i)\b(?:{found})\b|[{_UNSPACED}]")


def _opening() -> list[str]:
    listed = [when_words.SINCE, when_words.AS_OF, when_words.OPEN, when_words.ONWARD]
    phrases = [phrase.strip() for each in listed for words in each.values() for phrase in words.split(",")]
    phrases += [word for words in when_words.FROM.values() for word in words.split(", ") if len(word) > 2]
    return [phrase for phrase in phrases if phrase]


@functools.cache
def _by_longest() -> dict[str, list[str]]:
    """Those that a plain text may hold by their longest run of letters: their runs, with blanks around."""
    found: dict[str, list[str]] = {}
    for phrase in filter(str.isascii, _opening()):
        runs = _LETTERS.findall(phrase.lower())
        found.setdefault(max(runs, key=len), []).append(f" {' '.join(runs)} ")
    return found


@functools.cache
def _verbs() -> dict[str, tuple[str, str]]:
    """Each form to its lemma and class."""
    found: dict[str, tuple[str, str]] = {}
    for kind, listed in table.VERBS.items():
        for forms in listed.split(","):
            lemma, *others = forms.split()
            for form in (lemma, *others):
                found.setdefault(form, (lemma, kind))
    return found


def verbs_of(words: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Lemma and class of those of some words that may be the verb of a clause."""
    verbs = _verbs()
    return frozenset([verbs[word] for word in words if word in verbs])


def _clause(words: list[Word], *, now: bool) -> Clause:
    said = tuple(words)
    past, passing = _is_past(texts_of(words)), _is_passing(texts_of(words))
    words, denied = _not_but(words)
    words, stops = without(words, _STOPS)
    if stops:
        words = [word for word in words if word.text not in table.BEHIND_STOPS]
    negative = stops or any(word.text in table.NEGATIONS for word in words)
    words, longer = without(words, _LONGER) if negative else (words, False)
    words, changed = without(words, NOW)
    again = any(word.text in table.AGAIN for word in words)
    moved = any(word.text in table.MOVED for word in words)
    dropped = table.NEGATIONS | table.DROPPED | table.AGAIN | {":"}
    kept = tuple([word for word in words if word.text not in dropped])
    at = next((n for n, word in enumerate(kept) if word.text in _verbs()), -1)
    verb, kind = _verbs()[kept[at].text] if at >= 0 else ("", "")
    says_so = now or longer or changed or stops or again or bool(denied)
    subject, rest = (kept[:at], kept[at + 1 :]) if at >= 0 else ((), kept)
    return Clause(
        subject, verb, kind, rest, negative, says_so, stops, past and not stops, moved, passing, denied, kept, said
    )


def _not_but(words: list[Word]) -> tuple[list[Word], frozenset[str]]:
    """`not in the drawer but in the shed`, `in the shed, not in the drawer`: what is stated, what is denied."""
    texts = [word.text for word in words]
    negation = next((n for n, text in enumerate(texts) if text in table.NEGATIONS and text not in ("ne", "n'")), -1)
    if negation < 0:
        return words, frozenset()
    but = next((n for n in range(negation + 1, len(texts)) if texts[n] in table.BUT), -1)
    if but > 0:
        stated = [word for word in (*words[:negation], *words[but + 1 :]) if word.text not in ("ne", "n'")]
        return stated, frozenset(content_of(words[negation + 1 : but]))
    return words, frozenset()


class Phrases(NamedTuple):
    """Phrases as their words, and the words that they begin with."""

    listed: tuple[tuple[str, ...], ...]
    firsts: frozenset[str]


def _phrases(listed: tuple[tuple[str, ...], ...]) -> Phrases:
    return Phrases(listed, frozenset(phrase[0] for phrase in listed))


NOW, _STOPS, _LONGER = _phrases(table.NOW), _phrases(table.STOPS), _phrases(table.LONGER)


def without(words: list[Word], phrases: Phrases) -> tuple[list[Word], bool]:
    """The words without any of some phrases, and whether one stood there."""
    texts = [word.text for word in words]
    if phrases.firsts.isdisjoint(texts):
        return words, False
    kept: list[Word] = []
    at, found = 0, False
    while at < len(words):
        here = texts[at] in phrases.firsts
        fitting = [p for p in phrases.listed if tuple(texts[at : at + len(p)]) == p] if here else []
        if fitting:
            found = True
            at += max(len(p) for p in fitting)
        else:
            kept.append(words[at])
            at += 1
    return kept, found


def _is_passing(texts: Sequence[str]) -> bool:
    """`today`, `this morning`."""
    pairs = itertools.pairwise(texts)
    return not table.MOMENTS.isdisjoint(texts) or any(a in table.THIS and b in table.PARTS for a, b in pairs)


def _is_past(texts: Sequence[str]) -> bool:
    """Whether a clause reports what happened; by its forms, since there is no parser."""
    if not when_words.PAST.isdisjoint(texts):
        return True
    for before, word in zip(("", *texts), texts, strict=False):
        if word in when_words.PAST_NOT or word in table.MOVED:
            continue
        if len(word) > 3 and _REPORTS.match(word) and before not in ("is", "are"):
            return True
    return _perfect(texts)


_REPORTS = re.compile(r"\w+(?:ed|ó|ade|[gjlmnrv]de|[ghkpst]te)\Z")
_BESIDE = {  # the participle stands beside it, or one word on
    frozenset(("a", "ai", "ont", "avons")): re.compile(r"\w+(?:é|i|u|ert|it|is)\Z"),
    frozenset(("har",)): re.compile(r"\w+(?:at|it|tt)\Z"),
    frozenset(("has", "have")): re.compile(r"\w+ed\Z"),
}
_GERMAN = frozenset(("hat", "habe", "haben")), re.compile(r"(?:\w{0,5}ge\w+(?:t|en)|\w+iert)\Z")


def _perfect(texts: Sequence[str]) -> bool:
    """`hat gestern angerufen`, `a appelé`, `har ringt`."""
    if not _GERMAN[0].isdisjoint(texts) and any(_GERMAN[1].match(text) for text in texts):
        return True
    return any(
        text in auxiliaries and any(participle.match(each) for each in texts[at + 1 : at + 3])
        for auxiliaries, participle in _BESIDE.items()
        for at, text in enumerate(texts)
    )

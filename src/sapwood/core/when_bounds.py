"""What opens and what closes an interval in a line: rules 2, 3, 5 and 7 of `core/when.py`."""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from sapwood.core import when_words as table
from sapwood.core.date_reading import ANY, Named, Phrases, Tokens, amount, lexicon, number, phrases, read, tokens
from sapwood.core.dates import AHEAD, NEAR, PAST, Day

_REACH = 8  # words that may stand where a phrase has `…`
_SINCE, _AS_OF, _FROM, _UNTIL, _BETWEEN, _OPEN, _AHEAD, _DURING, _FOR = range(9)


class Bound(NamedTuple):
    """One end of an interval as it is written, and the tokens that say it."""

    named: Named
    lean: int
    first: int
    after: int


class _Signs(NamedTuple):
    """The phrases that open, close or bound. `words`: what they begin with; `telling`: a word of each, of which one
    stands in every line that bounds itself in words; `begin`: what those begin with that open or close."""

    openers: Phrases
    no_longer: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]]
    onward: Phrases
    ands: Phrases
    words: frozenset[str]
    telling: frozenset[str]
    begin: frozenset[str]


class Line:
    """One text being read."""

    __slots__ = ("end", "opens", "start", "today", "tokens", "unclear", "words")

    def __init__(self, found: Tokens, today: Day) -> None:
        self.tokens = found
        self.words = frozenset(found.words)
        self.today = today
        self.start: Bound | None = None
        self.end: Bound | None = None
        self.opens: tuple[int, int] | None = None  # tokens of what begins today
        self.unclear = False

    def starts(self, bound: Bound) -> None:
        """Notes a beginning; two are unclear."""
        self.unclear = self.unclear or self.start is not None
        self.start = bound

    def ends(self, bound: Bound) -> None:
        """Notes an end; two are unclear."""
        self.unclear = self.unclear or self.end is not None
        self.end = bound


# ---- the words


@functools.cache
def signs() -> _Signs:
    """The tables, made at the first use."""
    listed = [
        (words, language, meaning)
        for meaning, each in (
            (_SINCE, table.SINCE),
            (_AS_OF, table.AS_OF),
            (_FROM, table.FROM),
            (_UNTIL, table.UNTIL),
            (_BETWEEN, {language: first for language, (first, _) in table.BETWEEN.items()}),
            (_OPEN, table.OPEN),
            (_AHEAD, table.AHEAD),
        )
        for language, words in each.items()
    ]
    openers = Phrases(listed)
    no_longer = _no_longer()
    lex = lexicon()
    words = {*openers.first_words, *no_longer, *table.BEHIND_START, *table.BEHIND_END}
    words |= {*lex.modifiers.first_words, *lex.behind.first_words, *lex.periods.first_words, *lex.months, *lex.units}
    ands = {language: second for language, (_, second) in table.BETWEEN.items()}
    telling = {_longest(phrase) for each in (openers, lex.periods) for phrase in each.listed}
    telling |= {_longest((*before, *after)) for each in no_longer.values() for before, after in each}
    telling |= {*_behind(), *lex.months, *lex.units, "年", "月"}
    begin = frozenset({*openers.first_words, *no_longer})
    return _Signs(openers, no_longer, phrases(table.ONWARD), phrases(ands), frozenset(words), frozenset(telling), begin)


def _longest(phrase: tuple[str, ...]) -> str:
    """The word of a phrase that other texts hold most rarely; `not` may be a part of another word."""
    return max((word for word in phrase if word != "not"), key=len)


def may_be_read(text: str) -> bool:
    """False for plain text of which `may_bound` would be false; cheap, so that most lines need no tokens."""
    if not text.isascii() or _FIGURES.search(text) is not None:
        return True
    return not _telling_pieces().isdisjoint(_LETTERS.findall(text.lower()))


_FIGURES = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])|[0-9](?:[-./][0-9]|[A-Za-z])")
_LETTERS = re.compile("[a-z]+")


@functools.cache
def _telling_pieces() -> frozenset[str]:
    """The longest run of plain letters in each telling word."""
    return frozenset(max(found, key=len) for word in signs().telling if (found := _LETTERS.findall(word)))


def may_bound(found: Tokens) -> bool:
    """False for what cannot bound itself, so that it need not be read: most lines."""
    listed = signs()
    words = found.words
    if listed.telling.isdisjoint(words) and not any(_is_figure(word) for word in words):
        return False
    return not listed.words.isdisjoint(words) or any(len(word) == 4 and word.isdecimal() for word in words)


def _is_figure(word: str) -> bool:
    """A year, or a date in figures."""
    return word[0].isdecimal() and (len(word) == 4 or not word.isalnum())


def _no_longer() -> dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]]:
    """By first word: the words before the gap and those behind it (none where there is no gap)."""
    found: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for listed in table.NO_LONGER.values():
        for phrase in listed.split(", "):
            before, _, behind = phrase.partition("…")
            words = tuple(tokens(before).words)
            found.setdefault(words[0], []).append((words, tuple(tokens(behind).words)))
    return found


# ---- 2, 3, 5, 7: what opens and closes


def read_bounds(line: Line) -> None:
    """Goes through the tokens once and notes what opens and what closes."""
    at, words, begin = 0, line.tokens.words, signs().begin
    eastern = not _behind().isdisjoint(line.words)
    while at < len(words) and not line.unclear:
        found = at + 1
        if words[at] in begin or words[at].endswith("n't"):
            found = max(found, _opener(line, at), _denied(line, at))
        at = max(found, _postposed(line, at)) if eastern else found


@functools.cache
def _behind() -> frozenset[str]:
    return frozenset({*table.BEHIND_START, *table.BEHIND_END})


def _opener(line: Line, at: int) -> int:
    """Reads what begins with an opening or closing word; returns the place after it, 0 where there is none."""
    for language, meaning, after in signs().openers.at(line.tokens, at):
        read_one = _READERS[meaning]
        done = read_one(line, at, after, language)
        if done:
            return done
    return 0


def _date(line: Line, at: int, language: str) -> Named | None:
    """The date at a token or behind a filling word, if it is one of that language."""
    fill = _fill(language)
    for start in range(at, at + 3):
        named = read(line.tokens, start)
        if named is not None:
            return named if language in named.languages else None
        if line.tokens.word(start) not in fill:
            return None
    return None


@functools.cache
def _fill(language: str) -> frozenset[str]:
    return frozenset(table.FILL.get(language, "").split())


def _since(line: Line, at: int, after: int, language: str) -> int:
    named = _date(line, after, language) or _so_long(line, after, language)
    if named is None:
        return 0
    line.starts(Bound(named, PAST, at, named.after))
    return _closing(line, named, language)


def _so_long(line: Line, at: int, language: str) -> Named | None:
    """`seit 3 Wochen`: not in English, where it is `for`."""
    counted = amount(line.tokens, at)
    if counted is None or language == "en" or language not in counted[2]:
        return None
    return Named("ago", counted[:2], frozenset((language,)), counted[3])


def _as_of(line: Line, at: int, after: int, language: str) -> int:
    named = _date(line, after, language)
    if named is None or named.kind == "ago":
        return 0
    line.starts(Bound(named, NEAR, at, named.after))
    return _closing(line, named, language)


def _closing(line: Line, first: Named, language: str) -> int:
    """The end that directly follows a beginning: `… to Thursday`; returns the place after what was read."""
    until = _to(line, first.after, language)
    named = None if until == 0 else _second(line, first, until, language)
    if named is None:
        return first.after
    line.ends(Bound(named, AHEAD, first.after, named.after))
    return named.after


def _to(line: Line, at: int, language: str) -> int:
    for word_language, _, after in lexicon().to.at(line.tokens, at):
        if word_language == language:
            return after
    return 0


def _second(line: Line, first: Named, at: int, language: str) -> Named | None:
    """The second date of two; `from May 3 to 10` leaves its month out."""
    named = _date(line, at, language)
    if named is None and first.kind == "date" and 1 <= (day := number(line.tokens.word(at))) <= 31:
        behind = line.tokens.word(at + 1)
        if not behind[:1].isalnum() and behind != ":":
            return first._replace(numbers=(*first.numbers[:2], day, day), after=at + 1)
    return named


def _from(line: Line, at: int, after: int, language: str) -> int:
    named = _date(line, after, language)
    if named is None or named.kind in ("ago", "period"):
        return 0
    if named.kind == "date" and named.numbers[2] != named.numbers[3]:  # `from 3 to 10 June`
        line.starts(Bound(_day_of(named, 2), NEAR, at, named.after))
        line.ends(Bound(_day_of(named, 3), AHEAD, at, named.after))
        return named.after
    until = _to(line, named.after, language)
    if until and (second := _second(line, named, until, language)) is not None:
        if _repeats(line, named, second) or _no_years(line, named, second):
            return second.after
        line.starts(Bound(named, NEAR, at, named.after))
        line.ends(Bound(second, AHEAD, named.after, second.after))
        return second.after
    onward = [end for lang, _, end in signs().onward.at(line.tokens, named.after) if lang == language]
    stays = any(meaning == _OPEN for _, meaning, _ in signs().openers.at(line.tokens, named.after))
    if onward or stays or (language in table.HEADS and at_head(line, at) and named.kind == "date"):
        line.starts(Bound(named, NEAR, at, max([named.after, *onward])))
    return max([named.after, *onward])


def _day_of(named: Named, which: int) -> Named:
    """One of the two days of `3 to 10 June`."""
    year, month = named.numbers[:2]
    return named._replace(numbers=(year, month, named.numbers[which], named.numbers[which]))


def at_head(line: Line, at: int) -> bool:
    """Whether a clause begins at a token."""
    return at == 0 or line.tokens.word(at - 1) in (".", ";", ":", ",", "–", "—", "-", "。", "，")


def _repeats(line: Line, first: Named, second: Named) -> bool:
    """Rule 5: bare weekdays or months in a line about what is usual."""
    bare = all(each.kind in ("weekday", "month") and not _has_year(each) for each in (first, second))
    return bare and not table.HABITS.isdisjoint(line.words)


def _has_year(named: Named) -> bool:
    return named.kind == "month" and named.numbers[0] > 0


def _no_years(line: Line, first: Named, second: Named) -> bool:
    """Whether two numbers that look like years may be something else: `from 2000 to 2200 kcal`, `from 1900 to 2015`."""
    if first.kind != "year" or second.kind != "year":
        return first.kind == "year" or second.kind == "year"
    counted = line.tokens.word(second.after)[:1].isalnum()
    return counted or first.numbers[0] < line.today.year - 60 or second.numbers[0] > line.today.year + 60


def _until(line: Line, at: int, after: int, language: str) -> int:
    named = _date(line, after, language)
    words = line.tokens.words
    if named is None or named.kind == "ago" or (named.kind == "date" and named.numbers[2] != named.numbers[3]):
        return 0
    if after == at + 1 and words[at] in table.UNSURE and not _is_english(line, named):
        return named.after
    if words[at] in ("through", "thru") and line.tokens.word(at - 1) in table.NOT_THROUGH:
        return named.after
    if named.kind == "year" and named.numbers[0] < line.today.year:  # 19:30 without its colon
        return named.after
    if _negated(line, at, language) or _defers(line, at, named):
        line.unclear = True
    line.ends(Bound(named, AHEAD, at, named.after))
    return named.after


def _is_english(line: Line, named: Named) -> bool:
    if "sv" not in named.languages:
        return True
    english, swedish = (len(line.words.intersection(table.COMMON[language].split())) for language in ("en", "sv"))
    return english > swedish


def _negated(line: Line, at: int, language: str) -> bool:
    """Whether the clause that ends at a token is denied: `does not open until Friday`, but not `no visitors until`."""
    for back in range(at - 1, max(at - 12, -1), -1):
        word = line.tokens.words[back]
        if word in (".", ";", ","):
            return False
        if word.endswith("n't") or (word in table.NEGATIONS and (word != "no" or language == "es")):
            return True
    return False


def _defers(line: Line, at: int, named: Named) -> bool:
    """Whether it only says when something begins (`waits until Monday`), or does so every week (rule 5)."""
    if line.tokens.word(at - 1) in table.DEFERS:
        return True
    return named.kind == "weekday" and len(named.numbers) == 1 and not table.ALWAYS.isdisjoint(line.words)


def _between(line: Line, at: int, after: int, language: str) -> int:
    named = _date(line, after, language) or _bare_day(line, after)
    if named is None:
        return 0
    ands = [end for lang, _, end in signs().ands.at(line.tokens, named.after) if lang == language]
    second = _second(line, named, ands[0], language) if ands else None
    if second is None or _repeats(line, named, second):
        return named.after
    if named.kind == "day" and second.kind == "date":  # `between the 3rd and the 10th of June`
        named = second._replace(numbers=(*second.numbers[:2], named.numbers[0], named.numbers[0]))
    line.starts(Bound(named, NEAR, at, named.after))
    line.ends(Bound(second, AHEAD, named.after, second.after))
    return second.after


def _bare_day(line: Line, at: int) -> Named | None:
    """The day of a month that is named later."""
    n = number(line.tokens.word(at))
    after = at + 2 if line.tokens.word(at + 1) == "." else at + 1
    return Named("day", (n,), ANY, after) if 1 <= n <= 31 else None


def _opened(line: Line, at: int, after: int, _language: str) -> int:
    line.opens = (at, after)
    return after


def _ahead(line: Line, at: int, after: int, language: str) -> int:
    """`for the next 3 weeks`: to the same day as many units on."""
    counted = amount(line.tokens, after)
    if counted is None or language not in counted[2] or not table.PAST.isdisjoint(line.words):
        return 0
    line.opens = (at, counted[3])
    line.ends(Bound(Named("ahead", counted[:2], counted[2], counted[3]), AHEAD, at, counted[3]))
    return counted[3]


_READERS = {
    _SINCE: _since,
    _AS_OF: _as_of,
    _FROM: _from,
    _UNTIL: _until,
    _BETWEEN: _between,
    _OPEN: _opened,
    _AHEAD: _ahead,
}


def _postposed(line: Line, at: int) -> int:
    """Japanese and Chinese: the date first, `から` or `まで` behind it."""
    word = line.tokens.words[at]
    if not word[0].isdecimal() and word < "\u3000":
        return 0
    named = read(line.tokens, at)
    if named is None or not named.languages & {"ja", "zh"} or named.kind == "ago":
        return 0
    behind = line.tokens.word(named.after)
    if behind in table.BEHIND_START:
        line.starts(Bound(named, NEAR, at, named.after + 1))
    elif behind in table.BEHIND_END:
        line.ends(Bound(named, AHEAD, at, named.after + 1))
    else:
        return 0
    return named.after + 1


def _denied(line: Line, at: int) -> int:
    """`no longer` and its kin (rule 7)."""
    word = line.tokens.words[at]
    word = "not" if word.endswith("n't") else word
    for before, behind in signs().no_longer.get(word, ()):
        after = at + len(before)
        if (word, *line.tokens.words[at + 1 : after]) != before:
            continue
        if behind:
            after = _within_reach(line, after, behind)
        if after and line.tokens.word(after) not in table.NOT_NO_LONGER:
            line.opens = (at, after)
            return after
    return 0


def _within_reach(line: Line, at: int, words: tuple[str, ...]) -> int:
    """The place after `words` where they stand at most some words behind `at` in one clause, else 0."""
    for start in range(at, min(at + _REACH, len(line.tokens.words))):
        if tuple(line.tokens.words[start : start + len(words)]) == words:
            return start + len(words)
        if line.tokens.words[start] in (".", ";", "!", "。"):
            return 0
    return 0

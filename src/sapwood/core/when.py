"""The interval in which a statement says that it holds: `from 3 May until 10 June`, `since 2026-05-01`.

Relative to the day of the line, without zone. An interval is half-open: `valid_to` is the first day on which the
statement no longer holds. What cannot be told gives None, never a guess, because an interval that is wrong hides a
memory that is true. The rules:

1. A question or a condition states nothing.
2. The last day that is named is part of the interval: `until Friday` closes on Saturday, `until May` on 1 June.
   `not … until` and `waits until` say when something begins, and are left alone.
3. `since`, `as of`, `until` and their kin need a date behind them, in their own language. `from` opens only with an
   end, with `on`, or at the head of a clause: `the letter from 3 May` is no interval. `till` is English only, since in
   Swedish it is a direction.
4. A date without a year: after `since` the last one, after `until` the next one (the last one in a statement about
   the past), elsewhere the nearest; one that is far away on both sides is ambiguous.
5. Days of the week that repeat (`open from Monday to Friday`) are no interval.
6. `this week`, `next month`, `in May 2026` bound a statement only if it limits itself to them (`only this week`, `for
   this month`), or says how things are, not what happened: `works from home this week`, not `lost twice this week`.
7. `for 3 weeks` begins today, where somebody is away or something lasts; `no longer` and `until further notice` begin
   today and stay open.
8. Two openings or two closings are ambiguous, and so is an end before its beginning.
9. A date alone (`met Anna on 3 May`) is when something happened: see `dates`.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sapwood.core import when_words as table
from sapwood.core.date_reading import Named, amount, read, tokens
from sapwood.core.dates import AHEAD, NEAR, PAST, Day, Mention, Span, dates, moved, parse_day, resolve
from sapwood.core.when_bounds import Bound, Line, at_head, may_be_read, may_bound, read_bounds

__all__ = ["Interval", "Mention", "dates", "interval"]


class Interval(NamedTuple):
    """When a statement holds, as local days `YYYY-MM-DD`: from `valid_from` (None: not said) to before `valid_to`
    (None: open). `span`: the characters that say so, half-open."""

    valid_from: str | None
    valid_to: str | None
    span: tuple[int, int]


def interval(text: str, today: str) -> Interval | None:
    """Return the interval that `text`, written on `today`, gives for its own validity; None where it gives none, or
    not clearly. Never raises, linear in the text."""
    line = _line(text, today)
    if line is None or line.unclear:
        return None
    if line.start is None and line.end is None and line.opens is None:
        return _period(line) or _lasting(line)
    return None if _conditional(line) else _composed(line)


def openings(text: str, days: Sequence[str]) -> Iterator[Interval]:
    """Yields what `interval` gives on each of some days of one year, where that stays open; cheaper, as most texts open
    nothing on any day."""
    for today in days:
        line = _line(text, today)
        if line is None or line.unclear or line.end is not None or (line.start is None and line.opens is None):
            return
        found = None if _conditional(line) else _composed(line)
        if found is not None:
            yield found


def _line(text: str, today: str) -> Line | None:
    """The bounds of a text, read; None where it has none."""
    day = parse_day(today)
    if day is None or text.rstrip()[-1:] in ("?", "？") or not may_be_read(text):  # rule 1
        return None
    found = tokens(text)
    if not may_bound(found):
        return None
    line = Line(found, day)
    read_bounds(line)
    return line


# ---- 6: periods


def _period(line: Line) -> Interval | None:
    """`only this week`, `is away next week`, `lives in Rome in May 2026`."""
    if line.words.isdisjoint(_LIMITS) and not _is_state(line):
        return None
    found: list[tuple[int, int, Span]] = []
    at = 0
    while at < len(line.tokens.words) and len(found) < 2:
        named = read(line.tokens, at)
        if named is None:
            at += 1
            continue
        if _bounding(named) and (span := resolve(named, line.today, NEAR)) is not None:
            first = at - _led_by(line, at, named)
            if _limited(line, first, named) or (_is_state(line) and not _is_date_of(line, first, named)):
                found.append((first, named.after, span))
        at = named.after
    if len(found) != 1 or _conditional(line):
        return None
    first, after, span = found[0]
    return _made(line, span[0], _next_day(span[1]), [(first, after)])


_LIMITS = table.FOR | table.ONLY


def _bounding(named: Named) -> bool:
    """Whether a date is a stretch of time that is not over: a week, a month or a year, this one or a later one."""
    if named.edge or named.kind not in ("period", "month", "year"):
        return False
    if named.kind == "period":
        return named.numbers[1] >= 0
    return named.numbers[0] > 0


def _led_by(line: Line, at: int, named: Named) -> int:
    """How many words before a period belong to it; `in` is needed before a month and a year."""
    word = line.tokens.word(at - 1)
    for language in named.languages & table.DURING.keys():
        if word in table.DURING[language].split(", "):
            return 1
    return 0


def _limited(line: Line, first: int, named: Named) -> bool:
    """`only this week`, `this week only`, `for this month`."""
    words = line.tokens.words
    led = words[first] in table.FOR and read(line.tokens, first) is None
    return led or line.tokens.word(first - 1) in table.ONLY or line.tokens.word(named.after) in table.ONLY


def _is_state(line: Line) -> bool:
    """Whether a line says how things are, rather than what happened."""
    return not line.words.isdisjoint(table.STATES) and not _is_past(line)


def _is_date_of(line: Line, at: int, named: Named) -> bool:
    """`The wedding is in May 2027` says when something is, not how long."""
    return line.tokens.word(at - 1) in table.BE and not line.tokens.word(named.after)[:1].isalnum()


def _is_past(line: Line) -> bool:
    if not line.words.isdisjoint(table.PAST):
        return True
    return line.words.isdisjoint(table.STATES) and any(
        len(word) > 4 and word.endswith("ed") and word not in table.PAST_NOT for word in line.words
    )


# ---- 7: so many weeks


def _lasting(line: Line) -> Interval | None:
    """`is away for 3 weeks`."""
    lasts = table.AWAY | (table.STATES - table.BE)
    if line.words.isdisjoint(lasts) or _is_past(line):
        return None
    found = [one for at in range(len(line.tokens.words)) if (one := _lasting_at(line, at)) is not None]
    if len(found) != 1 or _conditional(line):
        return None
    first, unit, n, after = found[0]
    try:
        return _made(line, line.today, moved(line.today, unit, n), [(first, after)])
    except (OverflowError, ValueError):
        return None


def _lasting_at(line: Line, at: int) -> tuple[int, int, int, int] | None:
    word = line.tokens.words[at]
    counted = (
        amount(line.tokens, at + 1) if any(word in each.split(", ") for each in table.FOR_SPANS.values()) else None
    )
    if counted is None:
        return None
    ago = line.tokens.word(counted[3]) in ("ago", "sedan", "now")
    return None if ago else (at, counted[0], counted[1], counted[3])


# ---- 4, 8: which days


def _composed(line: Line) -> Interval | None:
    start, end = line.start, line.end
    places = [(bound.first, bound.after) for bound in (start, end) if bound is not None]
    if line.opens is not None:
        places.append(line.opens)
    try:
        days = _days(line)
    except (OverflowError, ValueError):
        return None
    return None if days is None else _made(line, days[0], days[1], places)


def _days(line: Line) -> tuple[Day | None, Day | None] | None:
    """The first day and the first day after; None where a date cannot be told."""
    start, end, today = line.start, line.end, line.today
    if end is None:
        opened = today if start is None else _first(start, today)
        return None if opened is None else (opened, None)
    if end.named.kind == "ahead":
        return today, moved(today, *end.named.numbers)
    if start is None:
        last = _last(end, today, PAST if _is_past(line) else AHEAD)
        return None if last is None else (today if line.opens else None, _next_day(last))
    return _both(line, start, end)


def _first(bound: Bound, today: Day) -> Day | None:
    span = resolve(bound.named, today, bound.lean)
    return None if span is None else span[0]


def _last(bound: Bound, today: Day, lean: int) -> Day | None:
    span = resolve(bound.named, today, lean)
    return None if span is None else span[1]


def _both(line: Line, start: Bound, end: Bound) -> tuple[Day, Day] | None:
    """Two dates, of which one may tell the year of the other."""
    today = line.today
    if start.lean == PAST or not _floats(start.named):
        first = _first(start, today)
        last = None if first is None else _last(end, max(first, today) if start.lean == PAST else first, AHEAD)
    else:
        last = _last(end, today, PAST if _is_past(line) else _lean_of(line, end))
        first = None if last is None else _first(start._replace(lean=PAST), last)
    if first is None or last is None or last < first:
        return None
    return first, _next_day(last)


def _floats(named: Named) -> bool:
    """Whether a date needs today, or another date, to be told."""
    return named.kind in ("weekday", "day") or (named.kind in ("date", "month") and named.numbers[0] == 0)


def _lean_of(line: Line, end: Bound) -> int:
    if end.named.kind == "weekday" or not table.FUTURE.isdisjoint(line.words):
        return AHEAD
    return NEAR


def _next_day(day: Day) -> Day:
    return day + datetime.timedelta(1)


def _made(line: Line, first: Day | None, after: Day | None, places: Sequence[tuple[int, int]]) -> Interval | None:
    if first is not None and after is not None and after <= first:
        return None
    span = (
        line.tokens.starts[min(place[0] for place in places)],
        line.tokens.ends[max(place[1] for place in places) - 1],
    )
    return Interval(_iso(first), _iso(after), span)


def _iso(day: Day | None) -> str | None:
    return None if day is None else day.isoformat()


# ---- 1: conditions


def _conditional(line: Line) -> bool:
    """Whether a clause of the line begins with a word for a condition."""
    words = line.tokens.words
    return any(word in table.IF or (word in table.IF_AT_HEAD and at_head(line, at)) for at, word in enumerate(words))

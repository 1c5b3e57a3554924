"""Dates that a text names, explicit (`3 May 2026`) and relative (`last Tuesday`), in eight languages.

A date without a zone is a local day. What is ambiguous is no date: `03/04/2026` (either part may be the month), a
weekday with `next` that is still to come this week, a date that does not exist. Numbers with dots are day, month,
year. Nothing here reads a clock: `today` is an argument, `YYYY-MM-DD`. The words stand in `when_words`.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import NamedTuple

from sapwood.core import when_words as table
from sapwood.core.date_reading import Named, led, read, tokens

Day = datetime.date
Span = tuple[Day, Day]
"""First and last day."""

PAST, NEAR, AHEAD = -1, 0, 1
"""Which one a date without a year, or a weekday, means: the last one, the nearest, the next one."""

_NEAR_DAYS = 120  # a date without a year that is farther away on both sides is ambiguous


class Mention(NamedTuple):
    """A date in a text: its place (characters, half-open) and its first and last day, `YYYY-MM-DD`, inclusive."""

    span: tuple[int, int]
    first: str
    last: str


def dates(text: str, today: str) -> tuple[Mention, ...]:
    """Return every date that `text` names, in order, without overlaps. Never raises.

    What has no year and no word of direction is the last one that has begun by `today`. Linear in the text.
    """
    day = parse_day(today)
    if day is None:
        return ()
    found = tokens(text)
    mentions = []
    at = 0
    while at < len(found.words):
        named = read(found, at)
        if named is None or not (named.sure or led(found, at)):
            at += 1
            continue
        span = resolve(named, day, PAST)
        if span is not None:
            place = (found.starts[at], found.ends[named.after - 1])
            mentions.append(Mention(place, span[0].isoformat(), span[1].isoformat()))
        at = named.after  # also of a date that does not exist: no part of it is another one
    return tuple(mentions)


def parse_day(text: str) -> Day | None:
    """The day that `YYYY-MM-DD` names, None where there is none."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


# ---- which days


def resolve(named: Named, today: Day, lean: int) -> Span | None:
    """The first and last day of a date; None where it does not exist or is ambiguous."""
    try:
        span = _KINDS[named.kind](named.numbers, today, lean)
    except (OverflowError, ValueError):
        return None
    if span is None or not named.edge:
        return span
    return (span[1], span[1]) if named.edge > 0 else (span[0], span[0])


def _dates(numbers: Sequence[int], today: Day, lean: int) -> Span | None:
    year, month, first, last = numbers
    if year:
        return _ordered(Day(year, month, first), Day(year, month, last))
    years = (today.year + n for n in range(-8, 9))
    spans = [span for each in years if (span := _existing(each, month, first, last)) is not None]
    return _chosen(spans, today, lean)


def _ordered(first: Day, last: Day) -> Span | None:
    return (first, last) if first <= last else None


def _existing(year: int, month: int, first: int, last: int) -> Span | None:
    try:
        return _ordered(Day(year, month, first), Day(year, month, last))
    except ValueError:
        return None


def _chosen(spans: Sequence[Span], today: Day, lean: int) -> Span | None:
    """The one of several that is meant: see PAST, NEAR, AHEAD."""
    if lean == PAST:
        return max((span for span in spans if span[0] <= today), default=None)
    if lean == AHEAD:
        return min((span for span in spans if span[1] >= today), default=None)
    nearest = min(spans, key=lambda span: _distance(span, today), default=None)
    return None if nearest is None or _distance(nearest, today) > _NEAR_DAYS else nearest


def _distance(span: Span, today: Day) -> int:
    return max((span[0] - today).days, (today - span[1]).days, 0)


def _months(numbers: Sequence[int], today: Day, lean: int) -> Span | None:
    year, month = numbers[:2]
    if year:
        return _whole_month(year, month)
    if len(numbers) > 2:
        return _modified_month(month, numbers[2], today)
    return _chosen([_whole_month(today.year + n, month) for n in (-1, 0, 1)], today, lean)


def _modified_month(month: int, which: int, today: Day) -> Span | None:
    """`last May` is the last one that is over, `next May` the first that has not begun, `this May` of this year."""
    spans = [_whole_month(today.year + n, month) for n in (-1, 0, 1)]
    if which == table.THIS:
        return spans[1]
    if which == table.LAST:
        return max((span for span in spans if span[1] < today), default=None)
    return min((span for span in spans if span[0] > today), default=None)


def _whole_month(year: int, month: int) -> Span:
    first = Day(year, month, 1)
    following = Day(year + month // 12, month % 12 + 1, 1)
    return first, following - datetime.timedelta(1)


def _years(numbers: Sequence[int], _today: Day, _lean: int) -> Span | None:
    return Day(numbers[0], 1, 1), Day(numbers[0], 12, 31)


def _weekdays(numbers: Sequence[int], today: Day, lean: int) -> Span | None:
    which = numbers[1] if len(numbers) > 1 else None
    ahead = today + datetime.timedelta((numbers[0] - today.weekday()) % 7)
    behind = ahead if ahead == today else ahead - datetime.timedelta(7)
    if which is None:
        day = behind if lean == PAST else ahead
    elif which == table.LAST:
        day = behind if behind < today else behind - datetime.timedelta(7)
    elif which == table.THIS:
        day = today + datetime.timedelta(numbers[0] - today.weekday())
    else:
        day = ahead if ahead > today else ahead + datetime.timedelta(7)
        if which == table.NEXT and day.isocalendar()[:2] == today.isocalendar()[:2]:
            return None  # of this week or of the next one
    return day, day


def _days(numbers: Sequence[int], today: Day, _lean: int) -> Span | None:
    day = today + datetime.timedelta(numbers[0])
    return day, day


def _periods(numbers: Sequence[int], today: Day, _lean: int) -> Span | None:
    unit, on = numbers
    if unit == 1:
        monday = today + datetime.timedelta(7 * on - today.weekday())
        return monday, monday + datetime.timedelta(6)
    if unit == 2:
        months = today.year * 12 + today.month - 1 + on
        return _whole_month(months // 12, months % 12 + 1)
    return Day(today.year + on, 1, 1), Day(today.year + on, 12, 31)


def _agos(numbers: Sequence[int], today: Day, _lean: int) -> Span | None:
    day = moved(today, numbers[0], -numbers[1])
    return day, day


def moved(day: Day, unit: int, n: int) -> Day:
    """A day `n` units on; a day that the month does not have is its last. Raises OverflowError, ValueError."""
    if unit < 2:
        return day + datetime.timedelta(n * (7 if unit else 1))
    months = day.year * 12 + day.month - 1 + n * (12 if unit == 3 else 1)
    last = _whole_month(months // 12, months % 12 + 1)[1]
    return last.replace(day=min(day.day, last.day))


def _of_month(numbers: Sequence[int], today: Day, lean: int) -> Span | None:
    months = (today.year * 12 + today.month - 1 + n for n in range(-2, 3))
    spans = [span for m in months if (span := _existing(m // 12, m % 12 + 1, numbers[0], numbers[0])) is not None]
    return _chosen(spans, today, lean)


_KINDS = {
    "date": _dates,
    "month": _months,
    "year": _years,
    "weekday": _weekdays,
    "days": _days,
    "period": _periods,
    "ago": _agos,
    "day": _of_month,
}

"""Instants, days and zones. An instant is a float of seconds since 1970 in UTC; a day is text `YYYY-MM-DD`.

No clock is read here: the instant of an operation is taken once at the door and passed in.
"""

from __future__ import annotations

import datetime
import functools
import re
from typing import TYPE_CHECKING

from sapwood.errors import BadInstant, BadZone

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


@functools.lru_cache(maxsize=64)  # the leaves of one change share their instant
def iso(instant: float) -> str:
    """An instant as text: `2026-11-05T11:00:00Z`, with milliseconds where it has any."""
    try:
        moment = _EPOCH + datetime.timedelta(milliseconds=round(instant * 1000))
    except (OverflowError, ValueError):
        raise BadInstant(str(instant), "an instant of the years 1 to 9999") from None
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds" if moment.microsecond else "seconds") + "Z"


def parse(text: str) -> float:
    """The instant that ISO 8601 text names; text without a zone is refused (`BadInstant`)."""
    try:
        moment = datetime.datetime.fromisoformat(text.strip())
    except ValueError:
        raise BadInstant(text, "an instant such as 2026-11-05T11:00:00Z") from None
    if moment.tzinfo is None:
        raise BadInstant(text, "an instant with its zone, such as 2026-11-05T11:00:00Z")
    return (moment - _EPOCH).total_seconds()


def is_day(text: str) -> bool:
    """True for `YYYY-MM-DD` of a date that exists."""
    if not _DAY.fullmatch(text):
        return False
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def zone(name: str, where: str = "sapwood.toml") -> ZoneInfo:
    """The zone of that name; raises `BadZone`, which names `where` it was set. Never a silent fall-back."""
    import zoneinfo  # noqa: PLC0415 - 3 ms that only a verb that needs a local day pays

    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise BadZone(name, where) from None


def local(instant: float, in_zone: datetime.tzinfo) -> datetime.datetime:
    """The wall clock of a zone at an instant."""
    try:
        return (_EPOCH + datetime.timedelta(seconds=instant)).astimezone(in_zone)
    except (OverflowError, ValueError):
        raise BadInstant(str(instant), "an instant of the years 1 to 9999") from None


def day_of(instant: float, in_zone: datetime.tzinfo) -> str:
    """The day it is in a zone at an instant."""
    return local(instant, in_zone).date().isoformat()


def end_of(day: str, in_zone: datetime.tzinfo) -> float:
    """The last millisecond of a day in a zone."""
    return at(day, "23:59:59", in_zone) + 0.999


def at(day: str, time: str | None, in_zone: datetime.tzinfo) -> float:
    """The instant of a day and a time `HH:MM` in a zone; 12:00 where no time is given.

    A time that the spring change skips is read as if the clock had not been changed; one that autumn repeats is the
    first (PEP 495, fold=0).
    """
    hour, minute, second = 12, 0, 0
    if time is not None and (match := _TIME.fullmatch(time)):
        hour, minute, second = int(match[1]), int(match[2]), int(match[3] or 0)
    date = datetime.date.fromisoformat(day)
    moment = datetime.datetime(date.year, date.month, date.day, hour % 24, minute % 60, second % 60, tzinfo=in_zone)
    try:
        return (moment.astimezone(datetime.UTC) - _EPOCH).total_seconds()
    except OverflowError:
        raise BadInstant(day, "a day that every zone has, from 0001-01-02 to 9999-12-30") from None

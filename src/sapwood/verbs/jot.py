"""jot: add one line to a day."""

from __future__ import annotations

from typing import NamedTuple

from sapwood.change import Change
from sapwood.core import credentials, instant
from sapwood.disk.home import Home
from sapwood.layers import days


class Jot(NamedTuple):
    """What was written. `masked` counts what looked like a credential and was not kept."""

    path: str
    line: int
    text: str
    again: bool
    masked: int


def jot(home: Home, change: Change, text: str, *, agent: str = "") -> Jot:
    """Add `text` to today's file: `- HH:MM text`, for an agent `- HH:MM Agent: text`.

    Today is the day in the home's zone, whatever the process's zone is. Raises `BadZone`, `Refused`, `PathRefused`.
    """
    zone = instant.zone(home.config.time_zone, home.config.zone_set_in)
    wall = instant.local(change.now, zone)
    masked_text, masked = credentials.redact(text)
    done = days.jot(change, wall.date().isoformat(), wall.strftime("%H:%M"), masked_text, agent)
    return Jot(done.path, done.line, done.text, done.again, masked)

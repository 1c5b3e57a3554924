"""Segments: the numbered files of one replica's log or values, `000001.jsonl` and on, one JSON object a line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from sapwood.disk import conflict_copies, safe


class Segment(NamedTuple):
    """One file as it lies on disk now."""

    number: int
    path: str
    stat: safe.Stat


class Line(NamedTuple):
    """A whole line: its place, and its bytes without the LF."""

    segment: int
    offset: int
    data: bytes


class Torn(NamedTuple):
    """Bytes after the last LF of a segment: what a stopped write left."""

    path: str
    offset: int
    data: bytes


def path_of(folder: str, number: int) -> str:
    """Where segment `number` lies."""
    return os.path.join(folder, f"{number:06d}.jsonl")


def listed(folder: str) -> list[Segment]:
    """The segments of a folder in order; files of other names are not ours and are left out."""
    found = []
    for entry in safe.scan(folder) or ():
        stem, ending = os.path.splitext(entry.name)
        if ending == ".jsonl" and len(stem) == 6 and stem.isascii() and stem.isdigit():
            found.append(Segment(int(stem), entry.path, entry.stat))
    return found


def set_aside(folder: str) -> list[Segment]:
    """Second versions of segments that a file service left in a folder, with the number of the one they are of."""
    found = []
    for entry in safe.scan(folder) or ():
        first = os.path.basename(conflict_copies.original(entry.path) or "")
        if _IS_SEGMENT.fullmatch(first):
            found.append(Segment(int(first[:6]), entry.path, entry.stat))
    return found


_IS_SEGMENT = re.compile(r"[0-9]{6}\.jsonl")


def lines(segment: Segment, start: int = 0) -> Iterator[Line | Torn]:
    """Every whole line from offset `start`, then the torn rest where there is one."""
    with safe.open_own(segment.path) as file:
        file.seek(start)
        offset = start
        for raw in file:
            if raw.endswith(b"\n"):
                yield Line(segment.number, offset, raw[:-1])
            else:
                yield Torn(segment.path, offset, raw)
            offset += len(raw)

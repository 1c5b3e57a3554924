"""Copies of logs and values that lie elsewhere: in another folder, or beside a file as a file service left it."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sapwood.core.merkle import Frontier, leaf_hash
from sapwood.disk import safe
from sapwood.log import segments, values


class Copy(NamedTuple):
    """One replica's log as it lies somewhere else; `where` names the place to people."""

    where: str
    segments: tuple[segments.Segment, ...]


def in_folder(given: str, replica: str) -> Copy | None:
    """The log of a replica in a copy: `given` is a home, its `.sapwood` folder, or the folder of the log itself."""
    for folder in (f"{given}/.sapwood/log/{replica}", f"{given}/log/{replica}", f"{given}/{replica}", given):
        if found := segments.listed(folder):
            return Copy(folder, tuple(found))
    return None


def values_near(copy: Copy) -> str:
    """The folder of all values that belongs to a copy; it need not be there."""
    return os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(copy.where))), "values")


def beside(folder: str) -> Iterator[Copy]:
    """What a file service set aside in the folder of a log, each in the place of the segment it is a version of."""
    present = {segment.number: segment for segment in segments.listed(folder)}
    for aside in segments.set_aside(folder):
        earlier = [segment for at, segment in sorted(present.items()) if at < aside.number]
        yield Copy(aside.path, (*earlier, aside))


def leaf_lines(copy: Copy) -> Iterator[bytes]:
    """Every whole line of a copied log."""
    for segment in copy.segments:
        for line in segments.lines(segment):
            if isinstance(line, segments.Line):
                yield line.data


def measured(lines: Iterable[bytes], size: int) -> tuple[int, bytes | None]:
    """(how many leaves these are, the root of the first `size` of them; None where there are fewer)."""
    frontier, seen = Frontier(), None
    for line in lines:
        if frontier.size == size:
            seen = frontier.root()
        frontier.append(leaf_hash(line))
    return frontier.size, frontier.root() if frontier.size == size else seen


def root_of(lines: Iterable[bytes], size: int) -> bytes | None:
    """The root of the first `size` of these leaves, None where there are fewer."""
    return measured(itertools.islice(lines, size), size)[1]


def value_lines(paths: list[str]) -> Iterator[tuple[str, bytes]]:
    """(digest, line) of every value that holds in these files."""
    for path in paths:
        for line in (safe.read_own(path) or b"").split(b"\n"):
            found = values.decode(line)
            if found is not None:
                yield found.digest, line

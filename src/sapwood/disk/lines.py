"""Bytes of a person's file to lines and back, without losing one byte. A pure function: it opens nothing."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import NamedTuple

from sapwood.core.limits import Limits
from sapwood.core.problem import Problem

BOM = b"\xef\xbb\xbf"
UNREADABLE = frozenset({"too-large", "utf-16", "nul", "not-utf-8"})
"""Kinds of problem after which there are no lines: the file is unreadable, which is not the same as empty."""

_TERMINATOR = re.compile("(\r\n|\r|\n)")
_SAMPLE_BYTES = 512  # enough to tell UTF-16 without a byte order mark from a stray NUL


class Lines(NamedTuple):
    """The lines of one file: `texts[i] + ends[i]` is line `i + 1` as it stands in the file.

    `texts` are without terminator and byte order mark; `ends` are LF, CRLF, CR, or the empty string for a
    last line that has none.
    """

    texts: tuple[str, ...]
    ends: tuple[str, ...]
    bom: bool


class Conflict(NamedTuple):
    """One merge conflict that git left in a file: 1-based lines of its three markers."""

    first: int
    middle: int
    last: int


def decode(path: str, data: bytes, limits: Limits) -> tuple[Lines, tuple[Problem, ...]]:
    """Returns the lines of `data` and what is wrong with it.

    Lines end at LF, CRLF and CR only, so that numbers agree with editors (U+2028, U+0085, VT and FF stay
    inside a line). A file that cannot be read as text gives no lines and one problem whose kind is in
    `UNREADABLE`; merge conflicts are reported one by one and the lines are all there.
    """
    fault = _fault(path, data, limits)
    if fault is not None:
        return Lines((), (), False), (fault,)
    bom = data.startswith(BOM)
    try:
        text = str(data[len(BOM) :] if bom else data, "utf-8")
    except UnicodeDecodeError as error:
        offset = error.start + (len(BOM) if bom else 0)
        return Lines((), (), False), (_not_utf8(path, data, offset),)
    texts, ends = _split(text)
    found = conflicts(texts) if "<<<<<<<" in text else ()
    problems = tuple(_conflict_problem(path, conflict) for conflict in found)
    return Lines(texts, ends, bom), problems


def encode(lines: Lines) -> bytes:
    """Returns exactly the bytes that `decode` was given."""
    body = "".join([text + end for text, end in zip(lines.texts, lines.ends, strict=True)]).encode()
    return BOM + body if lines.bom else body


def newline(lines: Lines) -> str:
    """Returns the terminator to append a line with: that of the last terminated line, LF if there is none."""
    for end in reversed(lines.ends):
        if end:
            return end
    return "\n"


def digest(texts: Sequence[str]) -> str:
    """Returns the hex SHA-256 of `texts` joined by LF, the digest of an evidence record (docs/format.md)."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def conflicts(texts: Sequence[str]) -> tuple[Conflict, ...]:
    """Returns the merge conflicts in `texts`: `<<<<<<< `, `=======`, `>>>>>>> ` at line starts, in order.

    A row of equals signs or a quoted arrow alone is not a conflict. Where a second opening marker comes
    before the end of the first, the later one counts.
    """
    found = []
    first = middle = 0
    for number, text in enumerate(texts, 1):
        head = text[:7]
        if head == "<<<<<<<" and text[7:8] in (" ", ""):
            first, middle = number, 0
        elif first and not middle and head == "=======" and not text[7:].strip():
            middle = number
        elif middle and head == ">>>>>>>" and text[7:8] in (" ", ""):
            found.append(Conflict(first, middle, number))
            first = middle = 0
    return tuple(found)


def _split(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if not text:
        return (), ()
    if "\r" in text:
        parts = _TERMINATOR.split(text)
        texts, ends = parts[0::2], parts[1::2]
    else:
        texts = text.split("\n")
        ends = ["\n"] * (len(texts) - 1)
    if texts[-1]:
        ends.append("")
    else:
        texts.pop()
    return tuple(texts), tuple(ends)


def _fault(path: str, data: bytes, limits: Limits) -> Problem | None:
    if len(data) > limits.file_bytes:
        return Problem(
            path,
            None,
            "too-large",
            f"{len(data)} bytes, wanted at most {limits.file_bytes}; not read, which is not the same as "
            "empty. Split the file or raise the limit",
        )
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or _alternates(data):
        return Problem(
            path,
            1,
            "utf-16",
            "this is UTF-16 or UTF-32, wanted UTF-8; not read, which is not the same as empty. Save the file as UTF-8",
        )
    at = data.find(b"\0")
    if at >= 0:
        return Problem(
            path,
            _line_at(data, at),
            "nul",
            f"a NUL byte at byte {at}, wanted text; not read, which is not the same as empty. "
            "The file is binary or was damaged: restore it, or take the byte out",
        )
    return None


def _alternates(data: bytes) -> bool:
    """Whether every second byte tends to be NUL: Western text in UTF-16 without a byte order mark."""
    sample = data[:_SAMPLE_BYTES]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    return min(even, odd) == 0 and max(even, odd) * 4 > len(sample) // 2 > 1


def _not_utf8(path: str, data: bytes, offset: int) -> Problem:
    return Problem(
        path,
        _line_at(data, offset),
        "not-utf-8",
        f"byte 0x{data[offset]:02x} at byte {offset} is not UTF-8 (Latin-1 is the usual cause); not read, "
        "which is not the same as empty. Save the file as UTF-8",
    )


def _line_at(data: bytes, offset: int) -> int:
    before = data[:offset]
    return 1 + before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n")


def _conflict_problem(path: str, conflict: Conflict) -> Problem:
    return Problem(
        path,
        conflict.first,
        "conflict-marker",
        f"an unresolved merge conflict in lines {conflict.first} to {conflict.last} (divided at line "
        f"{conflict.middle}); its lines are left out, the rest is read. Resolve it and save",
    )

"""Values: the bytes that leaves name by digest. Each has its own salt, so a digest tells nothing once it is gone.

Line: `{"d":"<hex digest>","s":"<hex salt>","t":"<text>"}` with digest = SHA-256(salt ‖ UTF-8 bytes of the text). After
it stands its fence, the first 16 digits of the digest in quotes. An erasure takes the line and leaves the fence: what
one machine takes out and another adds are never neighbours, and git merges both (docs/decisions/0004).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import NamedTuple

from sapwood.disk import replace, safe
from sapwood.log import segments

SALT_BYTES = 16
_FENCE_DIGITS = 16
_FENCE_BYTES = _FENCE_DIGITS + 2
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)


class Place(NamedTuple):
    """Where the line of a value lies."""

    replica: str
    segment: int
    offset: int
    length: int


class Value(NamedTuple):
    """A value that hashes to its own digest."""

    digest: str
    data: bytes


def encode(data: bytes, salt: bytes) -> tuple[str, bytes]:
    """(digest, line with its LF) of a value. `data` is UTF-8."""
    digest = hashlib.sha256(salt + data).hexdigest()
    fields = {"d": digest, "s": salt.hex(), "t": data.decode()}
    return digest, _ENCODER.encode(fields).encode() + b"\n"


def fence(digest: str) -> bytes:
    """The line, with its LF, that stands after a value."""
    return f'"{digest[:_FENCE_DIGITS]}"\n'.encode()


def is_fence(line: bytes) -> bool:
    """True for a fence, given without its LF."""
    return len(line) == _FENCE_BYTES and line[:1] == line[-1:] == b'"' and _HEX.issuperset(line[1:-1])


_HEX = frozenset(b"0123456789abcdef")


def lines(segment: segments.Segment, start: int = 0) -> Iterator[segments.Line | segments.Torn]:
    """The lines of values of a segment from offset `start`, damaged ones too, then its torn rest; no fences."""
    for line in segments.lines(segment, start):
        if isinstance(line, segments.Torn) or not is_fence(line.data):
            yield line


def decode(line: bytes) -> Value | None:
    """The value of a line, or None where the line is damaged or does not hash to the digest it states."""
    try:
        fields = json.loads(line)
        data = fields["t"].encode()
        digest, stated = hashlib.sha256(bytes.fromhex(fields["s"]) + data).hexdigest(), fields["d"]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return Value(digest, data) if digest == stated else None


def read(root: str, place: Place, digest: str) -> bytes | None:
    """The bytes at a place, or None unless they hash to `digest`.

    Where they do not, the rest of the segment is asked too: an erasure may have taken lines out in front of it since
    the place was noted, and what was not erased must not look lost meanwhile.
    """
    path = segments.path_of(f"{root}/{place.replica}", place.segment)
    found = decode(safe.read_slice(path, place.offset, place.length))
    if found is None or found.digest != digest:
        found = _moved(path, digest)
    return found.data if found is not None else None


def _moved(path: str, digest: str) -> Value | None:
    data = safe.read_own(path) or b""
    at = data.find(f'{{"d":"{digest}"'.encode())
    found = decode(data[at : data.find(b"\n", at)]) if at >= 0 else None
    return found if found is not None and found.digest == digest else None


def scan(root: str, replica: str) -> Iterator[tuple[Place, Value | None]]:
    """Every whole line of a replica's values with its place; None for a damaged one."""
    for segment in segments.listed(f"{root}/{replica}"):
        for line in lines(segment):
            if isinstance(line, segments.Line):
                yield Place(replica, line.segment, line.offset, len(line.data)), decode(line.data)


def drop(root: str, replica: str, digests: frozenset[str]) -> int:
    """Rewrite the segments that hold one of `digests` without it; the number dropped.

    The result depends only on the segment and the digests, so two machines that apply the same `erased` leaves to
    the same segment write the same bytes. Fences and damaged lines are kept. What a file service set aside beside the
    segments holds the same text and is rewritten too.
    """
    dropped = 0
    folder = f"{root}/{replica}"
    for segment in (*segments.listed(folder), *segments.set_aside(folder)):
        kept: list[bytes] = []
        gone = 0
        for line in segments.lines(segment):
            if isinstance(line, segments.Torn):
                kept.append(line.data)
                continue
            value = decode(line.data)
            if value is not None and value.digest in digests:
                gone += 1
            else:
                kept.append(line.data + b"\n")
        if gone:
            replace.write_atomic(segment.path, b"".join(kept), mode=0o600)
            dropped += gone
    return dropped

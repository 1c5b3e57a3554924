"""The witness: what this machine last saw of a log, kept in the state folder, out of reach of the home's writer.

It holds the head (size and root), the frontier to go on from, and the stamp of each segment, so that an untouched
log is not read again. It is written by rename without fsync: it may lag, never lead.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sapwood.core.merkle import Frontier
from sapwood.disk import replace, safe
from sapwood.errors import DiskFailed

_ROOT_BYTES = 32


class Stamp(NamedTuple):
    """One segment as it was: its number, the index of its first leaf, the frontier before that leaf, its file."""

    number: int
    first: int
    hashes: tuple[str, ...]
    stat: safe.Stat


class Witness(NamedTuple):
    """`size` leaves with that `root`; `settled` of them have their file step done; `lc` is the last leaf's counter;
    `values` are number and size of the last values segment then; `decided` the places of the leaves that hold a
    person's decision, so that trust is judged from the log and never from the index."""

    origin: str
    size: int
    root: str
    lc: int
    settled: int
    hashes: tuple[str, ...]
    segments: tuple[Stamp, ...]
    values: tuple[int, int]
    decided: tuple[int, ...] = ()


def load(path: str) -> Witness | None:
    """The witness at `path`, or None where there is none or it does not read as one."""
    try:
        data = safe.read_own(path)
        return None if data is None else _from_json(json.loads(data))
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def save(path: str, witness: Witness) -> bool:
    """Write it by rename; False where the state folder cannot be written (a notice, not a failure)."""
    fields: dict[str, Any] = {"v": 1, **witness._asdict()}
    fields["segments"] = [[stamp.number, stamp.first, stamp.hashes, stamp.stat] for stamp in witness.segments]
    data = json.dumps(fields, separators=(",", ":")).encode()
    try:
        replace.write_atomic(path, data, sync=False, mode=0o600)
    except DiskFailed:
        return False
    return True


def _from_json(fields: dict[str, Any]) -> Witness:
    stamps = tuple(
        Stamp(number, first, tuple(hashes), safe.Stat(*stat)) for number, first, hashes, stat in fields["segments"]
    )
    for first, hashes in [(fields["size"], fields["hashes"]), *((stamp.first, stamp.hashes) for stamp in stamps)]:
        Frontier(first, [bytes.fromhex(each) for each in hashes])  # raises ValueError where they do not fit
    if len(bytes.fromhex(fields["root"])) != _ROOT_BYTES:
        raise ValueError("its root is no SHA-256")
    number, size = fields["values"]
    return Witness(
        str(fields["origin"]),
        int(fields["size"]),
        str(fields["root"]),
        int(fields["lc"]),
        int(fields["settled"]),
        tuple(fields["hashes"]),
        stamps,
        (int(number), int(size)),
        tuple(int(each) for each in fields.get("decided", ())),  # older ones: there were none
    )

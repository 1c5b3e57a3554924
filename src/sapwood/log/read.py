"""Reading one replica's log and holding it against its witness."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sapwood.core import leaf as leaves
from sapwood.core.merkle import Frontier, leaf_hash
from sapwood.errors import BadLeaf
from sapwood.log import segments
from sapwood.log.witness import Stamp, Witness

_TAIL_BYTES = 4096  # where the last leaf of a segment is looked for first
OK, UNWITNESSED, BEHIND, ALTERED, FORKED = "ok", "unwitnessed", "behind", "altered", "forked"
LINE_ENDS = (
    "its line ends were changed to CRLF (by git's core.autocrlf without our .gitattributes, or by an editor); put the "
    "line `* -text` into .gitattributes, then `sapwood log recover` changes them back"
)


class State(NamedTuple):
    """A log as found. `status` is `ok`, `unwitnessed` (nothing to hold it against), `behind` (shorter than its
    witness), `altered` (not an extension of what the witness saw) or `forked` (another history; `book` tells the two
    apart). `read_from` is the index of the first leaf that
    was hashed for this answer; all before it stand under an unchanged stamp. `decided` are the places of the leaves
    that hold a person's decision (`is_decision`)."""

    origin: str
    status: str
    detail: str
    size: int
    root: bytes
    hashes: tuple[bytes, ...]
    stamps: tuple[Stamp, ...]
    torn: segments.Torn | None
    read_from: int
    decided: tuple[int, ...] = ()


def is_decision(line: bytes) -> bool:
    """True for the line of a leaf that holds a signed decision, or a loss that was accepted without one, since trust is
    judged from both: its type, at its place in the fixed order of keys."""
    start = line.find(_TYPE, 0, _TYPE_WITHIN)
    return start > 0 and line.startswith(_DECISIONS, start + len(_TYPE))


_TYPE, _TYPE_WITHIN, _DECISIONS = b',"type":"', 80, (b'decided"', b'key"', b'gap"')


def check(origin: str, folder: str, witness: Witness | None, *, full: bool = False) -> State:
    """Hold the log in `folder` against its witness.

    Segments whose stamp is unchanged are not read again unless `full`; from the first changed one on, every line is
    hashed, and the root at the witness's size must be the witness's root.
    """
    found = segments.listed(folder)
    if witness is not None and not full and _untouched(found, witness):
        hashes = tuple(bytes.fromhex(each) for each in witness.hashes)
        root = bytes.fromhex(witness.root)
        return State(origin, OK, "", witness.size, root, hashes, witness.segments, None, witness.size, witness.decided)
    return _rehash(origin, found, witness, 0 if full or witness is None else _first_changed(found, witness))


def _untouched(found: list[segments.Segment], witness: Witness) -> bool:
    return [(each.number, each.stat) for each in found] == [(each.number, each.stat) for each in witness.segments]


def _first_changed(found: list[segments.Segment], witness: Witness) -> int:
    for place, (now, then) in enumerate(zip(found, witness.segments, strict=False)):
        if (now.number, now.stat) != (then.number, then.stat):
            return place
    return max(0, min(len(found), len(witness.segments)) - 1)


def _rehash(origin: str, found: list[segments.Segment], witness: Witness | None, start: int) -> State:
    frontier = Frontier()
    stamps: list[Stamp] = []
    if witness is not None and 0 < start < len(witness.segments):
        then = witness.segments[start]
        frontier = Frontier(then.first, tuple(bytes.fromhex(each) for each in then.hashes))
        stamps = list(witness.segments[:start])
    else:
        start = 0
    read_from, torn, seen_root, converted = frontier.size, None, None, False
    decided = [at for at in (witness.decided if witness is not None else ()) if at < read_from]
    for segment in found[start:]:
        hashes = tuple(each.hex() for each in frontier.hashes)
        stamps.append(Stamp(segment.number, frontier.size, hashes, segment.stat))
        for line in segments.lines(segment):
            if isinstance(line, segments.Torn):
                torn = line
                continue
            if witness is not None and frontier.size == witness.size:
                seen_root = frontier.root()
            converted = converted or line.data.endswith(b"\r")
            if is_decision(line.data):
                decided.append(frontier.size)
            frontier.append(leaf_hash(line.data))
    if witness is not None and frontier.size == witness.size:
        seen_root = frontier.root()
    status, detail = (ALTERED, LINE_ENDS) if converted else _judged(witness, frontier.size, seen_root)
    size, root = frontier.size, frontier.root()
    return State(origin, status, detail, size, root, frontier.hashes, tuple(stamps), torn, read_from, tuple(decided))


def _judged(witness: Witness | None, size: int, seen_root: bytes | None) -> tuple[str, str]:
    if witness is None:
        return UNWITNESSED, "no witness of it on this machine"
    if size < witness.size:
        return BEHIND, f"{size} leaves here, its witness saw {witness.size}"
    if seen_root is None or seen_root.hex() != witness.root:
        return ALTERED, f"the first {witness.size} leaves do not hash to the witnessed root"
    return OK, ""


def read_leaves(folder: str, stamps: tuple[Stamp, ...], start: int = 0) -> Iterator[tuple[int, segments.Line]]:
    """(index, line) of every whole line from leaf `start` on, from the segment that holds it."""
    present = {segment.number: segment for segment in segments.listed(folder)}
    for place, stamp in enumerate(stamps):
        following = stamps[place + 1].first if place + 1 < len(stamps) else None
        if (following is not None and following <= start) or stamp.number not in present:
            continue
        index = stamp.first
        for line in segments.lines(present[stamp.number]):
            if isinstance(line, segments.Torn):
                break
            if index >= start:
                yield index, line
            index += 1


def last_counter(folder: str) -> int:
    """The Lamport counter of a log's last readable leaf, 0 where there is none (counters grow along a log)."""
    for segment in reversed(segments.listed(folder)):
        for start in (max(0, segment.stat.size - _TAIL_BYTES), 0):
            whole = (line.data for line in segments.lines(segment, start) if isinstance(line, segments.Line))
            best = max(map(_counter, whole), default=0)
            if best:
                return best
    return 0


def _counter(data: bytes) -> int:
    try:
        return leaves.decode(data).lc
    except BadLeaf:
        return 0

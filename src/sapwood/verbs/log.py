"""log: the head to keep elsewhere, and the way out when the log is not what its witness saw."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple

from sapwood import admit
from sapwood.change import Change, own_replica
from sapwood.core.merkle import Frontier, leaf_hash
from sapwood.disk import lock, replace, safe
from sapwood.disk.home import Home
from sapwood.errors import BadArgument, NotFound, Refused
from sapwood.log import book, segments, values
from sapwood.log.witness import Witness
from sapwood.verbs import verify


class Recovered(NamedTuple):
    """`size` leaves the log has now; `how` is `copy` or `accepted`; `values` were added from the copy."""

    size: int
    how: str
    values: int


def heads(home: Home) -> list[str]:
    """One line a log: origin, size, root (hex). `verify --head` holds the log against it."""
    return [verify.head_line(log) for log in book.opened(home.places)]


def accept_loss(home: Home, opened: Callable[[], AbstractContextManager[Change]]) -> Recovered:
    """Go on from what is there. Every answer names the loss from then on. `Refused` where nothing is lost."""
    own = _own(home)
    lost = verify.missing_values(home)
    if own.sound and not lost and not _damaged(home, own.replica):
        raise Refused("state", f"log {own.state.origin} is what its witness saw; there is nothing to recover")
    if own.sound:
        with lock.held(home.places.lock, home.config.limits.lock_seconds):
            _drop_damaged(home, own.replica)
    with opened() as change:
        if own.sound:
            admit.fact(change, "gap", {"values": len(lost)}, named=sorted(lost), person=True)
        return Recovered(change.writer.size, "accepted", 0)


def from_copy(home: Home, copy: str) -> Recovered:
    """Take from a copy what is lost here: a longer log that extends what the witness saw, where ours is not that, and
    values that only the copy has. What it replaces is kept in `.sapwood/aside/`.

    `copy` is a home, its `.sapwood` folder, or the folder of the log itself. `Refused` where the copy's log does not
    extend what the witness saw, or where it has nothing that is lost here.
    """
    own = _own(home)
    places = home.places
    folder = _log_folder(copy, own.replica)
    with lock.held(places.lock, home.config.limits.lock_seconds):
        if not own.sound:
            _take_log(places.aside, own, folder)
        dropped = _drop_damaged(home, own.replica)
        added = _add_values(places.values, own.replica, folder)
    if own.sound and not dropped and not added:
        raise Refused("state", f"nothing is lost that {copy} has; `sapwood verify` shows what does not hold")
    return Recovered(_own(home).state.size, "copy", added)


def _own(home: Home) -> book.Log:
    replica = own_replica(home.places, [])
    found = next((log for log in book.opened(home.places) if log.replica == replica), None)
    log = found if found is not None else book.absent(home.places, replica)
    if log.witness is None and log.state.size == 0:
        raise NotFound("log", replica, "this home has not been written to from this machine and path")
    return log


def _log_folder(copy: str, replica: str) -> str:
    for folder in (f"{copy}/.sapwood/log/{replica}", f"{copy}/log/{replica}", f"{copy}/{replica}", copy):
        if segments.listed(folder):
            return os.path.abspath(folder)
    raise BadArgument("--from", copy, f"a copy of the home, or of .sapwood/log/{replica}")


def _take_log(aside: str, own: book.Log, folder: str) -> None:
    if own.witness is None:
        raise Refused("state", f"log {own.state.origin} has no witness to hold a copy against")
    _require_extension(folder, own.witness)
    taken = segments.listed(folder)
    ours = segments.listed(own.folder)
    _set_aside(aside, own.replica, ours)
    replace.make_folder(own.folder, 0o700)
    for segment in taken:
        data = safe.read_own(segment.path) or b""
        whole = data[: data.rfind(b"\n") + 1]
        replace.write_atomic(segments.path_of(own.folder, segment.number), whole, mode=0o600)
    for segment in ours:
        if segment.number > taken[-1].number:
            replace.drop(segment.path)


def _require_extension(folder: str, witness: Witness) -> None:
    frontier, seen = Frontier(), None
    for segment in segments.listed(folder):
        for line in segments.lines(segment):
            if isinstance(line, segments.Torn):
                break
            if frontier.size == witness.size:
                seen = frontier.root()
            frontier.append(leaf_hash(line.data))
    if frontier.size == witness.size:
        seen = frontier.root()
    if frontier.size < witness.size:
        raise Refused("copy", f"the copy has {frontier.size} leaves, the witness saw {witness.size}; find a longer one")
    if seen is None or seen.hex() != witness.root:
        raise Refused("copy", f"the copy's first {witness.size} leaves are not what the witness saw; find another")


def _set_aside(aside: str, name: str, kept: list[segments.Segment]) -> None:
    replace.make_folder(aside, 0o700)
    for segment in kept:
        data = safe.read_own(segment.path) or b""
        replace.write_atomic(f"{aside}/replaced-{name}-{os.path.basename(segment.path)}", data, mode=0o600)


def _damaged(home: Home, replica: str) -> bool:
    return any(value is None for _, value in values.scan(home.places.values, replica))


def _drop_damaged(home: Home, replica: str) -> int:
    """Set segments of values that hold damaged lines aside and write them again without those; how many lines."""
    dropped, fences = 0, verify.fences_of(book.opened(home.places))
    for segment in segments.listed(f"{home.places.values}/{replica}"):
        lines = [line.data for line in segments.lines(segment) if isinstance(line, segments.Line)]
        good = [line + b"\n" for line in lines if line in fences or values.decode(line) is not None]
        if len(good) < len(lines):
            _set_aside(home.places.aside, f"values-{replica}", [segment])
            replace.write_atomic(segment.path, b"".join(good), mode=0o600)
            dropped += len(lines) - len(good)
    return dropped


def _add_values(root: str, replica: str, log_folder: str) -> int:
    """Append values that the copy has and we lack. Erased ones too: the next write drops those again."""
    source = os.path.join(os.path.dirname(os.path.dirname(log_folder)), "values")
    have = {value.digest for _, value in values.scan(root, replica) if value is not None}
    lines = []
    for segment in segments.listed(f"{source}/{replica}"):
        for line in values.lines(segment):
            if isinstance(line, segments.Line):
                value = values.decode(line.data)
                if value is not None and value.digest not in have:
                    have.add(value.digest)
                    lines.append(line.data + b"\n" + values.fence(value.digest))
    if lines:
        replace.make_folder(f"{root}/{replica}", 0o700)
        last = segments.listed(f"{root}/{replica}")
        replace.append(segments.path_of(f"{root}/{replica}", last[-1].number if last else 1), b"".join(lines))
    return len(lines)

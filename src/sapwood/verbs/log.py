"""log: the head to keep elsewhere, and the way out when a log is not what its witness saw."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

from sapwood import admit
from sapwood.change import Change, known_replica
from sapwood.disk import git, lock, replace, safe
from sapwood.disk.home import Home
from sapwood.errors import BadArgument, NotFound, Refused
from sapwood.log import book, copies, read, segments, values
from sapwood.verbs import verify

_OWN = ".sapwood"
_NOBODY = "-"  # in the place of a replica's id where this home has not been written to from here


class Recovered(NamedTuple):
    """`size` leaves this home's own log has now; `how` is `copy` or `accepted`; `values` were added from the copy;
    `logs` are origins of the logs that were taken or given up; `still` says what is lost all the same."""

    size: int
    how: str
    values: int
    logs: list[str]
    still: list[str]


class _Source(NamedTuple):
    """Something to take from: copies of a replica's log, and files that may hold its values."""

    logs: Callable[[str], list[copies.Copy]]
    values: list[str]


def heads(home: Home) -> list[str]:
    """One line a log: origin, size, root (hex). `verify --head` holds the log against it."""
    return [verify.head_line(log) for log in book.opened(home.places)]


def accept_loss(home: Home, opened: Callable[[], AbstractContextManager[Change]]) -> Recovered:
    """Go on from what is there. Every answer names the loss from then on. `Refused` where nothing is lost."""
    own = _own(home)
    others = [log for log in _lost(home) if log.replica != own.replica]
    lost = verify.missing_values(home)
    if own.sound and not others and not lost and not _damaged(home):
        raise Refused("state", f"log {own.state.origin} is what its witness saw; there is nothing to recover")
    if read.LINE_ENDS in (own.state.detail, *(log.state.detail for log in others)):
        raise Refused("line-ends", f"nothing is lost: {read.LINE_ENDS}")
    if own.sound:
        with lock.held(home.places.lock, home.config.limits.lock_seconds):
            _mend_values(home)
    with opened() as change:
        if own.sound and (lost or not others):
            admit.fact(change, "gap", {"values": len(lost)}, named=sorted(lost), person=True)
        for log in others:
            admit.fact(change, "gap", _given_up(log), person=True)
        size = change.writer.size
    for log in others:
        book.witness_anew(home.places, log)
    taken = [log.state.origin for log in others] + [own.state.origin] * (not own.sound)
    return Recovered(size, "accepted", 0, taken, [])


def _given_up(log: book.Log) -> dict[str, str | int]:
    then = log.witness
    witnessed, root = (then.size, then.root) if then is not None else (0, "")
    return {
        "origin": log.state.origin, "size": log.state.size, "witnessed": witnessed, "root": root,
        "status": log.state.status,
    }  # fmt: skip


def from_copy(home: Home, copy: str) -> Recovered:
    """Take from a copy what is lost here: longer logs that extend what their witness saw, where ours are not that, and
    values that only the copy has. What it replaces is kept in `.sapwood/aside/`.

    `copy` is a home, its `.sapwood` folder, the folder of a log, or a second version of one of its files that a file
    service set aside. `Refused` where the copy's log does not extend what the witness saw, or where it has nothing that
    is lost here.
    """
    own = _own(home)
    if os.path.isfile(copy):
        source = _of_file(home, own, copy)
    else:
        near = copies.in_folder(copy, own.replica)
        if near is None:
            raise BadArgument("--from", copy, f"a copy of the home, or of .sapwood/log/{own.replica}")
        source = _of_folder(copy, copies.values_near(near))
    return _recovered(home, own, [source], copy)


def from_git(home: Home, given: str = "") -> Recovered:
    """The same from what git holds: the commit `given`, or else the newest of any branch, tag, stash or reflog that has
    what is lost. `NotFound` where there is no git, no repository or no such commit."""
    return _recovered(home, _own(home), _of_git(home, given), given or "git")


def search(home: Home) -> Recovered:
    """The same from what lies at hand: line ends that were changed are changed back, second versions that a file
    service set aside are looked at, then git is asked."""
    return _recovered(home, _own(home), _at_hand(home), "a file beside the log or in git", _with_longer(home))


def _with_longer(home: Home) -> list[book.Log]:
    """Sound logs beside which a file service kept a version that extends them, each as if that had been seen."""
    found = []
    for log in book.opened(home.places):
        for copy in copies.beside(log.folder) if log.sound and log.witness is not None else ():
            size, root = copies.measured(copies.leaf_lines(copy), log.state.size)
            if size > log.state.size and root == log.state.root:
                found.append(log)
                break
    return found


def _at_hand(home: Home) -> Iterator[_Source]:
    yield _beside(home)
    with contextlib.suppress(NotFound):
        yield from _of_git(home, "")


def _of_folder(copy: str, near: str) -> _Source:
    def logs(replica: str) -> list[copies.Copy]:
        found = copies.in_folder(copy, replica)
        return [] if found is None else [found]

    paths = [segment.path for replica in safe.folders(near) for segment in segments.listed(f"{near}/{replica}")]
    return _Source(logs, paths)


def _of_file(home: Home, own: book.Log, path: str) -> _Source:
    folder, name = os.path.split(os.path.abspath(path))
    replica = os.path.basename(folder) if os.path.dirname(folder).endswith("/log") else own.replica
    number = int(name[:6]) if name[:6].isascii() and name[:6].isdigit() else 1
    stat = safe.stat_of(path)
    assert stat is not None
    earlier = [each for each in segments.listed(f"{home.places.log}/{replica}") if each.number < number]
    copy = copies.Copy(path, (*earlier, segments.Segment(number, path, stat)))
    return _Source(lambda wanted: [copy] if wanted == replica else [], [path])


def _of_git(home: Home, given: str) -> Iterator[_Source]:
    replace.make_folder(home.places.state, 0o700)
    for commit in git.commits(home.places.home, _OWN, given):
        with git.taken_out(home.places.home, commit, _OWN, home.places.state) as folder:
            yield _of_folder(folder, f"{folder}/{_OWN}/values")


def _beside(home: Home) -> _Source:
    places = home.places
    folders = [f"{places.values}/{name}" for name in safe.folders(places.values)]
    paths = [aside.path for folder in folders for aside in segments.set_aside(folder)]
    return _Source(lambda replica: list(copies.beside(f"{places.log}/{replica}")), paths)


def _recovered(
    home: Home, own: book.Log, sources: Iterable[_Source], where: str, longer: Sequence[book.Log] = ()
) -> Recovered:
    taken: list[str] = []
    refused: dict[str, str] = {}
    with lock.held(home.places.lock, home.config.limits.lock_seconds):
        lost = {log.replica: log for log in (*_lost(home), *longer)}
        taken += [lost.pop(log.replica).state.origin for log in list(lost.values()) if _mend_line_ends(home, log)]
        added = 0
        for source in sources:
            found = [log for log in lost.values() if _take_first(home, log, source.logs(log.replica), refused)]
            taken += [lost.pop(log.replica).state.origin for log in found]
            added += _add_values(home, own.replica, source.values)
            if not lost and not verify.missing_values(home):
                break
        mended = _mend_values(home)
    if not taken and not added and not mended:
        if lost:
            why = refused.get(own.replica) or next(iter(refused.values()), "give a copy with --from COPY")
            raise Refused("copy", f"what is lost was not found in {where}: {why}")
        raise Refused("state", f"nothing is lost that {where} has; `sapwood verify` shows what does not hold")
    still = [f"log {log.state.origin}: {refused.get(log.replica) or log.state.detail}" for log in lost.values()]
    if missing := len(verify.missing_values(home)):
        still.append(f"{missing} value(s) that leaves name are missing still")
    return Recovered(book.opened_one(home.places, own.replica).state.size, "copy", added, taken, still)


def _take_first(home: Home, log: book.Log, found: list[copies.Copy], refused: dict[str, str]) -> bool:
    for copy in found:
        why = _why_not(home, log, copies.leaf_lines(copy))
        if not why:
            _take_log(home.places.aside, log, copy)
            return True
        refused.setdefault(log.replica, why)
    return False


def _own(home: Home) -> book.Log:
    replica = known_replica(home.places) or _NOBODY
    found = next((log for log in book.opened(home.places) if log.replica == replica), None)
    log = found if found is not None else book.absent(home.places, replica)
    if log.witness is None and log.state.size == 0 and not _lost(home):
        raise NotFound("log", home.places.home, "it has not been written to from this machine and path")
    return log


def _lost(home: Home) -> list[book.Log]:
    """Logs that are not what their witness saw, those whose folder is gone among them."""
    logs = book.opened(home.places)
    return [*(log for log in logs if not log.sound), *book.gone(home.places, logs)]


def _why_not(home: Home, log: book.Log, lines: Iterable[bytes]) -> str:
    """Why a copy with these leaves cannot take the place of a log, or empty: it must extend what the witness saw;
    without a witness it must be the log of that replica, with its line ends."""
    then = log.witness
    if then is None:
        begun = book.is_begun_by(lines, home.places.workspace, log.replica)
        return "" if begun else "the copy is not the log of that replica, or its line ends were changed; find another"
    size, root = copies.measured(lines, then.size)
    if log.sound and size <= log.state.size:
        return f"the copy has {size} leaves, the log {log.state.size}; find a longer one"
    if size < then.size:
        return f"the copy has {size} leaves, the witness saw {then.size}; find a longer one"
    if root is None or root.hex() != then.root:
        return f"the copy's first {then.size} leaves are not what the witness saw; find another"
    return ""


def _mend_line_ends(home: Home, log: book.Log) -> bool:
    """Give a log back the line ends it was written with, where that makes it what it was."""
    ours = segments.listed(log.folder)
    wholes = [(each.path, (safe.read_own(each.path) or b"").replace(b"\r\n", b"\n")) for each in ours]
    lines = [line for _, whole in wholes for line in whole.split(b"\n")[:-1]]
    if log.state.detail != read.LINE_ENDS or _why_not(home, log, lines):
        return False
    _set_aside(home.places.aside, log.replica, ours)
    for path, whole in wholes:
        replace.write_atomic(path, whole, mode=0o600)
    return True


def _take_log(aside: str, log: book.Log, copy: copies.Copy) -> None:
    ours = segments.listed(log.folder)
    wholes = []
    for segment in copy.segments:
        data = safe.read_own(segment.path) or b""
        wholes.append((segments.path_of(log.folder, segment.number), data[: data.rfind(b"\n") + 1]))
    _set_aside(aside, log.replica, ours)
    replace.make_folder(log.folder, 0o700)
    for path, whole in wholes:
        replace.write_atomic(path, whole, mode=0o600)
    for segment in ours:
        if segment.number > copy.segments[-1].number:
            replace.drop(segment.path)
    if os.path.dirname(copy.where) == log.folder:  # a file set aside beside the log: what it holds is the log now
        replace.drop(copy.where)


def _set_aside(aside: str, name: str, kept: list[segments.Segment]) -> None:
    replace.make_folder(aside, 0o700)
    for segment in kept:
        data = safe.read_own(segment.path) or b""
        replace.write_atomic(f"{aside}/replaced-{name}-{os.path.basename(segment.path)}", data, mode=0o600)


def _damaged(home: Home) -> bool:
    root = home.places.values
    return any(value is None for replica in safe.folders(root) for _, value in values.scan(root, replica))


def _mend_values(home: Home) -> int:
    """Write segments of values again without damaged lines and with the line ends they had, and keep the old ones
    aside; how many lines that changed."""
    logs = book.opened(home.places)
    fences = verify.fences_of(logs) if all(log.sound for log in logs) else None
    changed = 0
    for replica in safe.folders(home.places.values):
        for segment in segments.listed(f"{home.places.values}/{replica}"):
            lines = [line.data for line in segments.lines(segment) if isinstance(line, segments.Line)]
            mended = _as_written(lines, fences)
            if mended != lines:
                _set_aside(home.places.aside, f"values-{replica}", [segment])
                whole = b"".join(line + b"\n" for line in mended if line is not None)
                replace.write_atomic(segment.path, whole, mode=0o600)
                changed += sum(before != after for before, after in zip(lines, mended, strict=True))
    return changed


def _as_written(lines: list[bytes], fences: frozenset[bytes] | None) -> list[bytes | None]:
    """Lines of values as `append` wrote them, None in the place of a damaged one. `fences` are all there can be, None
    where a log is lost that may name more."""
    mended: list[bytes | None] = []
    before = b""
    for line in lines:
        bare = line.removesuffix(b"\r")
        found = values.decode(bare)
        fits = values.is_fence(bare) and (fences is None or bare in fences or bare == before)
        mended.append(bare if fits or found is not None else None)
        before = values.fence(found.digest)[:-1] if found is not None else b""
    return mended


def _add_values(home: Home, own: str, paths: list[str]) -> int:
    """Append what is missing and stands in these files to the values of the replica whose folder a file lies in."""
    lines: dict[str, dict[str, bytes]] = {}
    root, known, missing = home.places.values, set(safe.folders(home.places.log)), verify.missing_values(home)
    for path in paths:
        replica = os.path.basename(os.path.dirname(path))
        held = lines.setdefault(replica if replica in known else own, {})
        for digest, line in copies.value_lines([path]):
            if digest in missing and not any(digest in each for each in lines.values()):
                held[digest] = line.removesuffix(b"\r") + b"\n" + values.fence(digest)
    for replica, held in lines.items():
        if held:
            replace.make_folder(f"{root}/{replica}", 0o700)
            last = segments.listed(f"{root}/{replica}")
            path = segments.path_of(f"{root}/{replica}", last[-1].number if last else 1)
            replace.append(path, b"".join(held.values()))
    return sum(map(len, lines.values()))

"""All logs of a home: each replica's log held against its witness, and a tree to prove its leaves with."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sapwood.core import leaf as leaves
from sapwood.core.merkle import leaf_hash, slot
from sapwood.disk import lock, replace, safe
from sapwood.disk.places import Places
from sapwood.errors import BadLeaf, Busy, DiskFailed
from sapwood.log import read, segments
from sapwood.log.tree import Tree
from sapwood.log.witness import Witness, load, save


class Log(NamedTuple):
    """One replica's log as found now."""

    replica: str
    folder: str
    state: read.State
    witness: Witness | None

    @property
    def sound(self) -> bool:
        """True where nothing speaks against it; only then is anything of it served as proven."""
        return self.state.status in (read.OK, read.UNWITNESSED)

    def leaves(self, start: int = 0) -> Iterator[tuple[int, segments.Line]]:
        """(index, line) of the whole lines from leaf `start` on; what was appended since `state` is not among them."""
        for index, line in read.read_leaves(self.folder, self.state.stamps, start):
            if index >= self.state.size:
                return
            yield index, line


def origin(workspace: str, replica: str) -> str:
    """The name of a log in heads and witnesses."""
    return f"sapwood-{workspace}/{replica}"


def opened(places: Places, *, full: bool = False) -> tuple[Log, ...]:
    """Every log below the home, checked (`full`: every line hashed again, whatever the stamps say)."""
    return tuple(opened_one(places, replica, full=full) for replica in safe.folders(places.log))


def opened_one(places: Places, replica: str, *, full: bool = False) -> Log:
    """One replica's log, checked."""
    folder = f"{places.log}/{replica}"
    witness = load(places.witness(replica))
    log = Log(replica, folder, read.check(origin(places.workspace, replica), folder, witness, full=full), witness)
    first = first_leaf(log) if witness is None or full else None
    if first is not None and first.body.get("workspace", places.workspace) != places.workspace:
        detail = f"it was begun by workspace {first.body['workspace']!r}, this is {places.workspace}"
        return log._replace(state=log.state._replace(status=read.ALTERED, detail=detail))
    return log if log.sound or log.state.detail == read.LINE_ENDS else _fork_told(places, log)


def _fork_told(places: Places, log: Log) -> Log:
    """A log that is not what its witness saw, with status `forked` where that is another history of the same replica:
    git's conflict markers, or whole leaves from some place on of which none is what this machine saw there."""
    tree, first = Tree(places.cache, log.replica), -1
    for at, line in log.leaves():
        if line.data.startswith(_MARKERS):
            return _forked(log, "git's conflict markers stand in it, since two machines wrote into it")
        known = tree.get(slot(0, at)) if at < tree.size else b""
        if known and known == leaf_hash(line.data):
            if first >= 0:
                return log  # a line in between was changed
        elif known and first < 0:
            first = at
        if first >= 0 and not _is_leaf(line.data, at):
            return log
    return log if first < 0 else _forked(log, f"from leaf {first} on it is another history than this machine saw")


_MARKERS = (b"<<<<<<< ", b">>>>>>> ")


def _forked(log: Log, why: str) -> Log:
    detail = (
        f"{why}: one state folder on two machines (a backup put back, a copied virtual machine); `sapwood log recover` "
        f"puts the history of this machine back, `--accept-loss` goes on with this one; on the other machine delete "
        f"`replica` in its state folder, so that it becomes a replica of its own"
    )
    return log._replace(state=log.state._replace(status=read.FORKED, detail=detail))


def _is_leaf(line: bytes, at: int) -> bool:
    try:
        return leaves.decode(line).i == at
    except BadLeaf:
        return False


def first_leaf(log: Log) -> leaves.Leaf | None:
    """The leaf that a log was begun with, or None where there is none that reads."""
    for _, line in log.leaves():
        with contextlib.suppress(BadLeaf):
            return leaves.decode(line.data)
        break
    return None


def is_begun_by(lines: Iterable[bytes], workspace: str, replica: str) -> bool:
    """True where the first of these lines is the first leaf of that replica's log, and none has another line end."""
    at = -1
    for at, line in enumerate(lines):
        try:
            if line.endswith(b"\r") or (at == 0 and not _is_first(leaves.decode(line), workspace, replica)):
                return False
        except BadLeaf:
            return False
    return at >= 0


def _is_first(first: leaves.Leaf, workspace: str, replica: str) -> bool:
    return (first.type, first.body.get("workspace"), first.body.get("replica")) == ("created", workspace, replica)


def gone(places: Places, logs: Iterable[Log]) -> list[Log]:
    """Logs that have a witness here and no folder any more."""
    here = {log.replica for log in logs}
    found = []
    for entry in safe.scan(places.state) or ():
        replica = entry.name.removeprefix("witness-").removesuffix(".json")
        if entry.name == os.path.basename(places.witness(replica)) and replica not in here:
            found.append(absent(places, replica))
    return [log for log in found if log.witness is not None and log.witness.size]


def witness_anew(places: Places, log: Log) -> None:
    """Take a log as it lies here now for what it is from now on: a person accepted the loss."""
    state = read.check(log.state.origin, log.folder, None)
    if not state.size:
        replace.drop(places.witness(log.replica))
        return
    _adopt(places, Log(log.replica, log.folder, state, None))


def absent(places: Places, replica: str) -> Log:
    """A log that has no folder here: not begun yet, or gone, which its witness tells."""
    folder, witness = f"{places.log}/{replica}", load(places.witness(replica))
    return Log(replica, folder, read.check(origin(places.workspace, replica), folder, witness), witness)


def adopt(places: Places, log: Log) -> None:
    """Write the witness of a sound log that grew or is seen for the first time; how far it is settled stays.

    Under the index's lock, which every writer holds, and only while the witness is the one that `log` was held against:
    a reader that was overtaken does not put an older one back. A log with a torn end waits for the writer that sets it
    aside, since a stamp of it would hide the tear. `values` stays what it was: it lags, and is only where to look from.
    """
    state, then = log.state, log.witness
    if not log.sound or state.torn is not None:
        return
    if then is not None and then.size == state.size and then.segments == state.stamps:
        return
    with contextlib.suppress(Busy, DiskFailed), lock.held(places.index_lock, 0):
        if load(places.witness(log.replica)) == then:
            _adopt(places, log)


def _adopt(places: Places, log: Log) -> None:
    state, then = log.state, log.witness
    counter = read.last_counter(log.folder)
    settled = then.settled if then is not None else max(0, state.size - 1)
    hashes = tuple(each.hex() for each in state.hashes)
    ends = then.values if then is not None else (0, 0)
    witness = Witness(
        state.origin, state.size, state.root.hex(), counter, settled, hashes, state.stamps, ends, state.decided
    )
    save(places.witness(log.replica), witness)


def grown_tree(cache: str, log: Log, *, anew: bool = False) -> Tree:
    """The tree of a log with every leaf of it; `anew` where a proof from the stored one failed. A larger one serves:
    the nodes of the first leaves are the same in it."""
    tree = Tree(cache, log.replica)
    start = 0 if anew else tree.size
    if anew or tree.size < log.state.size:
        lines = ((line.segment, line.offset, len(line.data), leaf_hash(line.data)) for _, line in log.leaves(start))
        tree.extend(start, lines)
    return tree


def set_aside(places: Places, torn: segments.Torn, name: str) -> str:
    """Keep the torn end of a file of our own in `.sapwood/aside/` and cut it off; where it is kept."""
    replace.make_folder(places.aside, 0o700)
    kept = f"{places.aside}/{name}"
    replace.write_atomic(kept, torn.data, mode=0o600)
    replace.cut(torn.path, torn.offset)
    return kept

"""All logs of a home: each replica's log held against its witness, and a tree to prove its leaves with."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NamedTuple

from sapwood.core import leaf as leaves
from sapwood.core.merkle import leaf_hash
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
    return log


def first_leaf(log: Log) -> leaves.Leaf | None:
    """The leaf that a log was begun with, or None where there is none that reads."""
    for _, line in log.leaves():
        with contextlib.suppress(BadLeaf):
            return leaves.decode(line.data)
        break
    return None


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
    witness = Witness(state.origin, state.size, state.root.hex(), counter, settled, hashes, state.stamps, ends)
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

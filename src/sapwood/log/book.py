"""All logs of a home: each replica's log held against its witness, and a tree to prove its leaves with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sapwood.core.merkle import leaf_hash
from sapwood.disk import replace, safe
from sapwood.disk.places import Places
from sapwood.log import read, segments
from sapwood.log.tree import Tree
from sapwood.log.witness import Witness, load, save


class Log(NamedTuple):
    """One replica's log as found now. `lc` is its last leaf's Lamport counter where the witness knows it."""

    replica: str
    folder: str
    state: read.State
    witness: Witness | None

    @property
    def sound(self) -> bool:
        """True where nothing speaks against it; only then is anything of it served as proven."""
        return self.state.status in (read.OK, read.UNWITNESSED)

    def leaves(self, start: int = 0) -> Iterator[tuple[int, segments.Line]]:
        """(index, line) of the whole lines from leaf `start` on."""
        return read.read_leaves(self.folder, self.state.stamps, start)


def origin(workspace: str, replica: str) -> str:
    """The name of a log in heads and witnesses."""
    return f"sapwood-{workspace}/{replica}"


def opened(places: Places, *, full: bool = False) -> tuple[Log, ...]:
    """Every log below the home, checked (`full`: every line hashed again, whatever the stamps say)."""
    return tuple(_opened(places, replica, full) for replica in safe.folders(places.log))


def _opened(places: Places, replica: str, full: bool) -> Log:
    folder = f"{places.log}/{replica}"
    witness = load(places.witness(replica))
    return Log(replica, folder, read.check(origin(places.workspace, replica), folder, witness, full=full), witness)


def adopt(places: Places, log: Log) -> None:
    """Write the witness of a sound log that grew or is seen for the first time; how far it is settled stays."""
    state, then = log.state, log.witness
    if not log.sound or (then is not None and then.size == state.size and then.segments == state.stamps):
        return
    counter = read.last_counter(log.folder)
    settled = then.settled if then is not None else max(0, state.size - 1)
    hashes = tuple(each.hex() for each in state.hashes)
    ends = then.values if then is not None else (0, 0)
    witness = Witness(state.origin, state.size, state.root.hex(), counter, settled, hashes, state.stamps, ends)
    if safe.stat_of(places.state) is not None:
        save(places.witness(log.replica), witness)


def grown_tree(cache: str, log: Log, *, anew: bool = False) -> Tree:
    """The tree of a log with every leaf of it stored; `anew` where a proof from the stored one failed."""
    tree = Tree(cache, log.replica)
    start = 0 if anew or tree.size > log.state.size else tree.size
    if anew or tree.size != log.state.size:
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

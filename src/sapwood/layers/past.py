"""Nobody writes through this file: marks as they were known earlier, from the leaves that made and changed them.

The leaves of the marks that are asked about are read again, proven, and replayed in the order of memory up to that
point by the same rules that make the index, into an index in memory. So what was known then is what a rebuild would
have said then (tests/test_two_clocks.py holds the two together); only what was erased since is gone for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from sapwood.core.leaf import Leaf
from sapwood.index import store
from sapwood.layers.marks import Mark
from sapwood.reading import Reading

Until = Callable[[str, Leaf], bool]


class Past(NamedTuple):
    """An index of some marks as they were known, and how many leaves about them could not be proven or read."""

    held: store.Index
    unproven: int


def replayed(reading: Reading, ids: Sequence[str], until: Until) -> Past:
    """Replay the leaves about marks for which `until(replica, leaf)` is true. Close its connection after use."""
    held: list[tuple[int, str, int, Leaf]] = []
    unproven = 0
    for replica, at in sorted(_places(reading, ids)):
        leaf = reading.leaf(replica, at)
        if leaf is None:
            unproven += 1
        elif until(replica, leaf):
            held.append((leaf.lc, replica, at, leaf))
    leaves = ((replica, leaf) for _, replica, _, leaf in sorted(held, key=lambda each: each[:3]))
    return Past(store.replayed(reading.index.rules, leaves, reading.value), unproven)


def _places(reading: Reading, ids: Sequence[str]) -> set[tuple[str, int]]:
    """(replica, index) of every leaf that made or changed one of the marks."""
    workspace, found = reading.index.rules.workspace, set[tuple[str, int]]()
    with reading.snapshot() as db:
        for mark_id in ids:
            for sql in _LEAVES:
                found.update(db.execute(sql, (workspace, mark_id)))
    return found


_LEAVES = (
    "SELECT replica, log_index FROM memory_marks WHERE workspace=? AND id=?",
    "SELECT replica, log_index FROM memory_mark_reinforcements WHERE workspace=? AND mark_id=?",
    "SELECT replica, log_index FROM mark_aliases WHERE workspace=? AND mark_id=?",
    "SELECT replica, log_index FROM mark_history WHERE workspace=? AND mark_id=?",
)


def leaves_about(reading: Reading, found: Mark | str) -> Iterable[tuple[str, int]]:
    """(replica, index) of every leaf that made or changed one mark, in no order."""
    return _places(reading, [found if isinstance(found, str) else found.id])

"""Nobody writes through this file: marks as they were known earlier, from the leaves that made and changed them.

The leaves of the marks that are asked about, and of those that had a say in what became of them, are read again,
proven, and replayed in the order of memory up to that point by the same rules that make the index, into an index in
memory. So what was known then is what a rebuild would have said then (tests/test_histories.py holds the two together);
only what was erased since is gone for good.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from sapwood.core.leaf import Leaf
from sapwood.index import apply, store
from sapwood.layers.marks import Mark
from sapwood.reading import Reading

Until = Callable[[str, Leaf], bool]


class Past(NamedTuple):
    """An index of some marks as they were known, and how many leaves about them could not be proven or read."""

    held: store.Index
    unproven: int


def replayed(reading: Reading, ids: Sequence[str], until: Until) -> Past:
    """Replay the leaves about marks for which `until(replica, leaf)` is true. Close its connection after use."""
    found = _read(reading, _places(reading, [*ids, *_concerned(reading, ids)]))
    if len(reading.logs) > 1:  # what two replicas put in the place of one mark is in dispute
        found |= _read(reading, _places(reading, _replaced(reading, found.values())) - set(found))
    held = sorted(
        (leaf.lc, replica, at) for (replica, at), leaf in found.items() if leaf is not None and until(replica, leaf)
    )
    leaves = ((replica, leaf) for _, replica, at in held if (leaf := found[replica, at]) is not None)
    unproven = sum(leaf is None for leaf in found.values())
    return Past(store.replayed(reading.index.rules, leaves, reading.value), unproven)


def _read(reading: Reading, places: Iterable[tuple[str, int]]) -> dict[tuple[str, int], Leaf | None]:
    return {place: reading.leaf(*place) for place in sorted(places)}


def _replaced(reading: Reading, leaves: Iterable[Leaf | None]) -> list[str]:
    named = [leaf.body.get("mark") for leaf in leaves if leaf is not None and leaf.type == "superseded"]
    index = reading.index
    return [apply.resolved(index.db, index.rules.workspace, each) for each in named if isinstance(each, str)]


def _concerned(reading: Reading, ids: Sequence[str]) -> set[str]:
    """Other marks without which a replay would say something else of some: those that they are in dispute with, and
    those that another replica made of the same words and subject."""
    workspace, found = reading.index.rules.workspace, set[str]()
    with reading.snapshot() as db:
        for mark_id in ids:
            for (disputed,) in db.execute(_DISPUTED, (workspace, mark_id)):
                found.update(json.loads(disputed))
            if len(reading.logs) > 1:
                found.update(each for (each,) in db.execute(_SAME, {"workspace": workspace, "id": mark_id}))
    return found - set(ids)


def _places(reading: Reading, ids: Sequence[str]) -> set[tuple[str, int]]:
    """(replica, index) of every leaf that made or changed one of the marks."""
    workspace, found = reading.index.rules.workspace, set[tuple[str, int]]()
    with reading.snapshot() as db:
        for mark_id in ids:
            for sql in _LEAVES:
                found.update(db.execute(sql, (workspace, mark_id)))
    return found


_DISPUTED = "SELECT disputed_with FROM memory_marks WHERE workspace=? AND id=?"
_SAME = (
    "WITH mine AS (SELECT same_key AS key FROM memory_marks WHERE workspace=:workspace AND id=:id"
    " UNION SELECT same_key FROM former_subjects WHERE workspace=:workspace AND mark_id=:id)"
    " SELECT id FROM mine CROSS JOIN memory_marks m ON m.workspace=:workspace AND m.same_key=mine.key"
    " UNION SELECT mark_id FROM mine CROSS JOIN former_subjects f ON f.workspace=:workspace AND f.same_key=mine.key"
)
_LEAVES = (
    "SELECT replica, log_index FROM memory_marks WHERE workspace=? AND id=?",
    "SELECT replica, log_index FROM memory_mark_reinforcements WHERE workspace=? AND mark_id=?",
    "SELECT replica, log_index FROM mark_aliases WHERE workspace=? AND mark_id=?",
    "SELECT replica, log_index FROM mark_history WHERE workspace=? AND mark_id=?",
)


def leaves_about(reading: Reading, found: Mark | str) -> Iterable[tuple[str, int]]:
    """(replica, index) of every leaf that made or changed one mark, in no order."""
    return _places(reading, [found if isinstance(found, str) else found.id])

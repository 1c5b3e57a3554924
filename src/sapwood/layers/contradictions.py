"""Written by `observe`, `mark` and consolidation: how a new mark stands to older ones about its subject.

1. A statement that states a replacement beyond doubt closes what it replaces, from when the new one holds.
2. One that contradicts without saying so is disputed: both stay, and recall says so.
3. What is about other times contradicts nothing.
4. Nobody's word closes the owner's but the owner's: what an agent says, by its channel or as the one who saw it, is
   disputed where it would replace what the owner said.

Only the order in the world counts: a correction that is heard late closes what it corrects at its own date, and is
closed in turn by what was known already to hold later.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from sapwood import admit
from sapwood.change import Change
from sapwood.core import conflict, instant
from sapwood.core.leaf import AGENT_CHANNELS
from sapwood.layers import marks
from sapwood.layers.marks import Mark

_CONTRADICTS = (conflict.DISPUTES, conflict.REPLACES)
_MOST_DISPUTED = 3  # of one new mark, the newest: a line that says it anew every day is no dispute with every day
_MOST = 24  # older marks that one new one is held against


class Settled(NamedTuple):
    """Ids of the marks that a new one closed, and of those it is in dispute with."""

    replaced: tuple[str, ...] = ()
    disputed: tuple[str, ...] = ()


def settle(change: Change, mark_id: str, owner: str) -> Settled:
    """Hold a mark that was just made against those it may contradict."""
    db, workspace = change.index.db, change.rules.workspace
    new = marks.one(db, workspace, mark_id)
    said = marks.said(new)
    replaced: list[str] = []
    disputed: list[str] = []
    may = functools.partial(conflict.may_contradict, said)
    for other in marks.meeting(db, workspace, new, _MOST, conflict.reach(said), may):
        if replaced:  # its own end may have moved
            new = marks.one(db, workspace, mark_id)
        if not _overlap(other, new):  # 3
            continue
        older, newer = sorted((other, new), key=lambda each: (marks.start(each), each is new))
        verdict = conflict.relation(marks.said(older), marks.said(newer))
        sure = verdict == conflict.REPLACES and conflict.certain(marks.said(older), marks.said(newer))
        if sure and may_close(older, newer, owner):  # 1, 4
            close(change, older, newer)
            replaced.append(older.id)
        elif verdict in _CONTRADICTS and len(disputed) < _MOST_DISPUTED and _stand(change.now, other, new):  # 2
            marks.write(change, admit.fact(change, "disputed", {"marks": [other.id, new.id]}))
            disputed.append(other.id)
    return Settled(tuple(each for each in replaced if each != mark_id), tuple(disputed))


def may_close(older: Mark, newer: Mark, owner: str) -> bool:
    """Rule 4: whether one mark may end another without the owner's own act."""
    return _is_owners(newer, owner) or not _is_owners(older, owner)


def _is_owners(found: Mark, owner: str) -> bool:
    return found.observed_by == owner and found.channel not in AGENT_CHANNELS


def close(change: Change, older: Mark, newer: Mark, at: float | None = None) -> None:
    """End the older mark at an instant, or where the newer begins to hold. Where a third one ends the older later than
    that, it now ends the newer there."""
    _supersede(change, older.id, newer.id, marks.start(newer) if at is None else at)
    if older.superseded_by is not None and older.valid_to is not None and older.superseded_by != newer.id:
        _supersede(change, newer.id, older.superseded_by, older.valid_to)


def _supersede(change: Change, old: str, new: str, at: float) -> None:
    marks.write(change, admit.fact(change, "superseded", {"mark": old, "by": new, "at": instant.iso(at)}))


def _overlap(one: Mark, other: Mark) -> bool:
    """Whether there is a time at which both hold."""
    ends = [found.valid_to for found in (one, other) if found.valid_to is not None]
    return not ends or max(marks.start(one), marks.start(other)) < min(ends)


def _stand(now: float, *both: Mark) -> bool:
    """Whether nothing has replaced either of two: what is to replace one later on ends no dispute before that."""
    return all(found.state == "active" and not marks.is_replaced(found, now) for found in both)

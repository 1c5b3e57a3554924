"""history: everything that ever happened to one memory, in the order of memory: leaves, channels, evidence, files."""

from __future__ import annotations

from typing import Any

from sapwood.core import evidence
from sapwood.disk.home import Home
from sapwood.errors import Ambiguous, NotFound
from sapwood.lanes import decided
from sapwood.lanes import marks as lane
from sapwood.lanes.look import shelf_of
from sapwood.layers import citations, marks, past
from sapwood.reading import Reading
from sapwood.verbs import leaves, proposals


def history(home: Home, reading: Reading, given: str) -> dict[str, Any]:
    """The story of a mark, also of one that was replaced, forgotten or erased: `id`, what it is now (`state`, `subject`
    and `observation`, empty where they were erased), `also` (ids it went by on other replicas), and `events`, oldest
    first: each a leaf with its evidence and where that stands now; and `proposals` that are based on it. Raises
    `NotFound`, `Ambiguous`."""
    db, workspace = reading.index.db, reading.index.rules.workspace
    found, mark_id = _named(reading, given)
    lines = [leaves.line_at(reading, *place) for place in past.leaves_about(reading, mark_id)]
    shelf = shelf_of(home, reading)
    ordered = sorted((line for line in lines if line is not None), key=lambda line: line[:3])
    return {
        "id": mark_id,
        "also": [each for (each,) in db.execute(_ALIASES, (workspace, mark_id))],
        "state": decided.state(decided.ledger(reading), found, reading.now) if found is not None else "erased",
        "subject": found.subject if found is not None else "",
        "observation": found.observation if found is not None else "",
        "events": [_event(reading, shelf, line) for line in ordered],
        "proposals": [_asked(proposals.find(home, reading, each)) for each in proposals.based_on(reading, mark_id)],
        "unreadable": sum(line is None for line in lines),
    }


def _asked(found: proposals.Proposal) -> dict[str, Any]:
    return {
        "id": found.id, "kind": found.kind, "subject": found.subject, "proposed_change": found.text,
        "state": found.state, "proposed_by": found.proposed_by, "proposed_at": found.proposed_at,
    }  # fmt: skip


_ALIASES = "SELECT id FROM mark_aliases WHERE workspace=? AND mark_id=? ORDER BY id"


def _named(reading: Reading, given: str) -> tuple[marks.Mark | None, str]:
    """(the mark, its id); no mark for the id of one that was erased."""
    try:
        found = marks.one(reading.index.db, reading.index.rules.workspace, given)
    except NotFound:
        erased = leaves.erased_marks(reading, given.strip().lower())
        if len(erased) > 1:
            raise Ambiguous(given, erased) from None
        if not erased:
            raise
        return None, erased[0]
    return found, found.id


def _event(reading: Reading, shelf: citations.Shelf, line: leaves.Line) -> dict[str, Any]:
    told = leaves.told(reading, line)
    cited: list[dict[str, Any]] = []
    if line.leaf is not None and line.leaf.type in ("observed", "reinforced", "pinned", "redacted"):
        fields = leaves.fields_of(reading, line.leaf.digests[0]) if line.leaf.digests else None
        records = [evidence.from_json(each) for each in leaves.records(fields or {})]
        cited, _ = lane.resolved(shelf, records)
    return {
        "leaf": told.leaf, "lc": told.lc, "type": told.type, "at": told.at, "actor": told.actor,
        "channel": told.channel, "scope": told.scope, "about": told.about, "evidence": cited,
        "valid_at": told.body.get("at", ""), "proven": told.proven, "fault": told.fault,
    }  # fmt: skip

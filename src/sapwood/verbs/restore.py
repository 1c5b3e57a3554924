"""restore: take back a `forget`."""

from __future__ import annotations

from sapwood import admit
from sapwood.change import Change
from sapwood.core import skeleton
from sapwood.errors import Refused
from sapwood.layers import marks


def restore(change: Change, given: str) -> marks.Mark:
    """Bring a forgotten mark back and lift its absence, make a withered one active again, or let one that was replaced
    hold again, whatever became of what replaced it. Raises `NotFound` (an
    erased mark is not there any more), `Ambiguous`, `Refused` where there is nothing to restore."""
    found = marks.one(change.index.db, change.rules.workspace, given)
    if found.state == "withered":
        marks.write(change, admit.fact(change, "restored", {"mark": found.id}, person=True))
        return marks.one(change.index.db, change.rules.workspace, found.id)
    if found.state == "active" and found.superseded_by is not None:
        return reopened(change, found)
    if found.state != "forgotten":
        raise Refused("state", f"mark {found.id} is {found.state}, not forgotten; there is nothing to restore")
    other = admit.same_mark(change, found.scope, found.subject, found.observation, found.observed_by)
    if other is not None:
        raise Refused("same", f"mark {other} says the same already; forget that one first")
    keys = skeleton.keys(change.rules.salt, found.subject, marks.said(found))
    body: dict[str, object] = {"mark": found.id, "keys": list(dict.fromkeys(keys))}
    marks.write(change, admit.fact(change, "restored", body, person=True))
    return marks.one(change.index.db, change.rules.workspace, found.id)


def reopened(change: Change, found: marks.Mark) -> marks.Mark:
    """Let a mark that was replaced hold again, until when it said itself."""
    marks.write(change, admit.fact(change, "restored", {"mark": found.id, "reopened": True}, person=True))
    return marks.one(change.index.db, change.rules.workspace, found.id)

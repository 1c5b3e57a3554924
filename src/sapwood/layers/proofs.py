"""Nobody writes through this file: it proves that a row of the index says what the log says (trust.md §4)."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from sapwood.core import instant, mark
from sapwood.core import leaf as leaves
from sapwood.core.leaf import Leaf
from sapwood.errors import BadInstant, BadLeaf
from sapwood.index import apply, store
from sapwood.layers import marks
from sapwood.reading import Reading


def proven(reading: Reading, found: marks.Mark, steps: Sequence[marks.Reinforcement]) -> bool | None:
    """True where every leaf and value behind a row was re-read, hashed, proven to its log's root and says what the row
    says; None where a log is not sound (nothing of it can be proven); False where they do not say so.

    That no later leaf hides or replaces the mark is not in any leaf: for that the index's own stamp stands (store)."""
    if found.subject_leaf.startswith(apply.LOST):
        return None
    moved_by = found.subject_leaf.rpartition("/")[0]
    instead = [store.stand_in(reading.index, digest) for digest in (found.digest, *(step.digest for step in steps))]
    others = {step.replica for step in steps} | {each.replica for each in instead if each is not None}
    for replica in {found.replica, moved_by or found.replica, *others}:
        log = reading.log(replica)
        if log is None:
            return False
        if not log.sound:
            return None
    try:
        return _row_agrees(reading, found) and _steps_agree(reading, found, steps)
    except (BadLeaf, BadInstant, KeyError, TypeError, ValueError, ArithmeticError):
        return False


def _row_agrees(reading: Reading, found: marks.Mark) -> bool:
    read, fields = _behind(reading, found.replica, found.log_index, found.digest)
    body = read.body
    # Not those that later leaves change (state, valid_to, superseded_by, updated_at), nor what steps make.
    wanted = marks.Mark(
        body["id"], read.scope, found.subject, fields["observation"], "", body["initial"], body["half_life_days"],
        fields["observed_by"], read.channel, instant.parse(body["at"]), found.last_reinforced_at,
        found.reinforcement_count, "", "", _instant(fields.get("valid_from")), found.valid_to, found.disputed_with,
        found.superseded_by, found.state, found.delta_sum, found.withers_at, found.replica, read.i, read.digests[0],
        instant.parse(read.at), found.updated_at, found.subject_leaf,
    )  # fmt: skip
    lists = {"evidence": fields["evidence"]}
    lists |= {key: fields.get(key, []) for key in ("affinity", "substrate_refs")}
    return (
        read.type == "observed"
        and (found.superseded_by is not None or found.valid_to == _instant(fields.get("valid_to")))
        and found._replace(evidence="", affinity="", substrate_refs="") == wanted
        and all(json.loads(getattr(found, key)) == each for key, each in lists.items())
        and found.subject == _subject_behind(reading, found, fields["subject"])
    )


def _instant(text: str | None) -> float | None:
    return None if text is None else instant.parse(text)


def _subject_behind(reading: Reading, found: marks.Mark, first: str) -> str:
    """The subject that the log states: that of the mark, or of the leaf that moved it last."""
    if not found.subject_leaf:
        return first
    replica, _, at = found.subject_leaf.rpartition("/")
    read, fields = _behind(reading, replica, int(at), None)
    if read.type != "moved" or _alias(reading, read.body["mark"]) != found.id:
        raise ValueError("another leaf")
    return str(fields["subject"])


def _alias(reading: Reading, mark_id: str) -> str:
    return apply.resolved(reading.index.db, reading.index.rules.workspace, mark_id)


def _behind(reading: Reading, replica: str, at: int, digest: str | None) -> tuple[Leaf, dict[str, Any]]:
    """A leaf and the fields of its first value, both re-read and proven; `ValueError` where they cannot be."""
    line = reading.leaf_line(replica, at)
    if line is None:
        raise ValueError("no such leaf")
    read = leaves.decode(line)
    data = reading.value(read.digests[0]) if read.digests and digest in (None, read.digests[0]) else None
    if data is None:
        raise ValueError("no such value")
    fields = json.loads(data)
    if not isinstance(fields, dict):
        raise TypeError("not an object")
    return read, fields


def _steps_agree(reading: Reading, found: marks.Mark, steps: Sequence[marks.Reinforcement]) -> bool:
    rules = reading.index.rules
    for step in steps:
        read, fields = _behind(reading, step.replica, step.log_index, step.digest)
        body = read.body
        if read.type == "reinforced":
            named, by = _alias(reading, body["mark"]), fields["reinforced_by"]
        else:  # another replica's creation of the same mark
            named, by = _alias(reading, body["id"]), fields["observed_by"]
        said = (body["id"], instant.parse(body["at"]), by, body.get("step", rules.step), fields["evidence"])
        held = (step.id, step.reinforced_at, step.reinforced_by, step.step, json.loads(step.evidence))
        if named != found.id or said != held:
            return False
    given = [mark.Reinforcement(step.id, step.reinforced_at, step.step) for step in steps]
    deltas = mark.deltas(
        found.initial_strength, found.half_life_days, found.first_observed_at, given, decay=rules.decay
    )
    return (
        found.reinforcement_count == len(steps)
        and math.isclose(found.delta_sum, sum(delta for _, delta in deltas), abs_tol=1e-9)
        and found.last_reinforced_at
        == max([found.first_observed_at, *(step.reinforced_at for step in steps)])
    )

"""One leaf → rows. The replay of all leaves in order is the whole of memory; nothing else writes these tables.

`apply` is told the leaf, the bytes of its values (None for one that is gone or damaged) and the rules that are in
force. A leaf whose text is missing leaves no row: the reader is told so by the caller.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sapwood.core import evidence, instant, mark, skeleton
from sapwood.core.leaf import Leaf
from sapwood.index import lexical


class Rules(NamedTuple):
    """What a replay depends on beside the log: a change of any of it makes the index anew."""

    workspace: str
    salt: bytes
    floor: float = 0.1
    decay: mark.Decay = "none"
    lens: str = ""  # how passages of files are read (topic words): a change reads every file again


class Applied(NamedTuple):
    """A leaf with its place and the bytes of its values."""

    replica: str
    leaf: Leaf
    values: Sequence[bytes | None]


def apply(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    """Make the rows of one leaf."""
    receive = _RECEIVERS.get(change.leaf.type)
    if receive is not None:
        receive(db, rules, change)


def same_key(rules: Rules, scope: str, subject: str, text: str) -> str:
    """What two observations share that are one mark: scope, subject and skeleton, keyed with the workspace's salt."""
    return f"{scope}\n{skeleton.keys(rules.salt, subject, text).subject_skeleton}"


def _record(change: Applied) -> dict[str, Any] | None:
    data = change.values[0] if change.values else None
    if data is None:
        return None
    try:
        fields = json.loads(data)
    except ValueError:
        return None
    return fields if isinstance(fields, dict) else None


def _observed(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    fields, body, leaf = _record(change), change.leaf.body, change.leaf
    if fields is None:
        return
    key = same_key(rules, leaf.scope, fields["subject"], fields["observation"])
    older = db.execute(
        "SELECT id FROM memory_marks WHERE workspace=? AND same_key=? AND state<>'forgotten' AND superseded_by IS NULL",
        (rules.workspace, key),
    ).fetchone()
    if older is not None:  # two replicas saw the same: one mark, the earlier gives the id
        _add_reinforcement(db, rules, change, older[0], fields)
        return
    first, created = instant.parse(body["at"]), instant.parse(leaf.at)
    withers = mark.withers_at(body["initial"], body["half_life_days"], first, (), rules.floor, decay=rules.decay)
    row = db.execute(
        "INSERT INTO memory_marks (workspace, id, scope, subject, observation, evidence, initial_strength, half_life_days,"
        " observed_by, channel, first_observed_at, last_reinforced_at, affinity, substrate_refs, valid_from, valid_to,"
        " same_key, withers_at, replica, log_index, digest, created_at, updated_at)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            rules.workspace, body["id"], leaf.scope, fields["subject"], fields["observation"],
            json.dumps(fields["evidence"], ensure_ascii=False), body["initial"], body["half_life_days"],
            fields["observed_by"], leaf.channel, first, first,
            json.dumps(fields.get("affinity", []), ensure_ascii=False),
            json.dumps(fields.get("substrate_refs", []), ensure_ascii=False),
            body.get("valid_from"), body.get("valid_to"), key, withers, change.replica, leaf.i, leaf.digests[0],
            created, created,
        ),
    ).lastrowid  # fmt: skip
    _write_text(db, row, fields["observation"], fields["subject"])
    _add_sources(db, rules, body["id"], fields["evidence"], body["day"])


def _write_text(db: sqlite3.Connection, row: int | None, observation: str, subject: str) -> None:
    db.execute(
        "INSERT INTO marks_text (rowid, text, subject) VALUES (?,?,?)",
        (row, lexical.indexed(observation), lexical.indexed(subject.replace(".", " "))),
    )


def _add_sources(db: sqlite3.Connection, rules: Rules, mark_id: str, records: list[dict[str, Any]], day: str) -> None:
    rows = [(rules.workspace, mark_id, evidence.from_json(record).source, day) for record in records]
    db.executemany("INSERT OR IGNORE INTO mark_sources VALUES (?,?,?,?)", rows)


def seen(db: sqlite3.Connection, workspace: str, mark_id: str, sources: Sequence[str], day: str) -> bool:
    """True where a mark has been seen in one of these sources, or on this day: then nothing is added to it."""
    marks = ",".join("?" * len(sources))
    found = db.execute(
        f"SELECT 1 FROM mark_sources WHERE workspace=? AND mark_id=? AND (day=? OR source IN ({marks})) LIMIT 1",  # noqa: S608
        (workspace, mark_id, day, *sources),
    ).fetchone()
    return found is not None


def _reinforced(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    fields = _record(change)
    if fields is not None:
        _add_reinforcement(db, rules, change, change.leaf.body["mark"], fields)


def _add_reinforcement(
    db: sqlite3.Connection, rules: Rules, change: Applied, mark_id: str, fields: dict[str, Any]
) -> None:
    body, leaf = change.leaf.body, change.leaf
    sources = [evidence.from_json(record).source for record in fields["evidence"]]
    if seen(db, rules.workspace, mark_id, sources, body["day"]):
        return
    by = fields.get("reinforced_by") or fields.get("observed_by", "")
    db.execute(
        "INSERT OR IGNORE INTO memory_mark_reinforcements (workspace, mark_id, id, reinforced_at, reinforced_by, evidence,"
        " step, replica, log_index, digest) VALUES (?,?,?,?,?,?,?,?,?,?)",
        (
            rules.workspace, mark_id, body["id"], instant.parse(body["at"]), by,
            json.dumps(fields["evidence"], ensure_ascii=False), body["step"], change.replica, leaf.i, leaf.digests[0],
        ),
    )  # fmt: skip
    _add_sources(db, rules, mark_id, fields["evidence"], body["day"])
    _refresh_strength(db, rules, mark_id, instant.parse(leaf.at))


def _refresh_strength(db: sqlite3.Connection, rules: Rules, mark_id: str, now: float) -> None:
    """Recompute what follows from all reinforcements of a mark: deltas are computed in order of (at, id), so a late
    arrival moves the later ones."""
    row = db.execute(
        "SELECT initial_strength, half_life_days, first_observed_at, state FROM memory_marks WHERE workspace=? AND id=?",
        (rules.workspace, mark_id),
    ).fetchone()
    if row is None:
        return
    initial, half_life, first, state = row
    found = db.execute(
        "SELECT id, reinforced_at, step FROM memory_mark_reinforcements WHERE workspace=? AND mark_id=?",
        (rules.workspace, mark_id),
    ).fetchall()
    steps = [mark.Reinforcement(*each) for each in found]
    deltas = mark.deltas(initial, half_life, first, steps, decay=rules.decay)
    db.executemany(
        "UPDATE memory_mark_reinforcements SET strength_delta=? WHERE workspace=? AND mark_id=? AND id=?",
        [(delta, rules.workspace, mark_id, step.id) for step, delta in deltas],
    )
    withers = mark.withers_at(initial, half_life, first, steps, rules.floor, decay=rules.decay)
    alive = "active" if state == "withered" and (withers is None or withers > now) else state
    db.execute(
        "UPDATE memory_marks SET delta_sum=?, withers_at=?, last_reinforced_at=?, reinforcement_count=?, state=?,"
        " updated_at=? WHERE workspace=? AND id=?",
        (
            sum(delta for _, delta in deltas), withers, max([first, *(step.at for step in steps)]), len(steps), alive,
            now, rules.workspace, mark_id,
        ),
    )  # fmt: skip


def _set_state(state: str, *, only: str | None = None) -> Callable[[sqlite3.Connection, Rules, Applied], None]:
    where = "" if only is None else f" AND state='{only}'"

    def receive(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
        db.execute(
            f"UPDATE memory_marks SET state=?, updated_at=? WHERE workspace=? AND id=?{where}",  # noqa: S608
            (state, instant.parse(change.leaf.at), rules.workspace, change.leaf.body["mark"]),
        )

    return receive


def _denied(kind: str) -> Callable[[sqlite3.Connection, Rules, Applied], None]:
    def receive(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
        mark_id = change.leaf.body.get("mark", "")
        rows = [
            (rules.workspace, key, kind, mark_id, change.replica, change.leaf.i) for key in change.leaf.body["keys"]
        ]
        db.executemany("INSERT OR REPLACE INTO denials VALUES (?,?,?,?,?,?)", rows)
        if mark_id:
            _set_state("forgotten")(db, rules, change)

    return receive


def _restored(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    """A person's act: lifts the absences of the keys (or of the mark), and brings the mark back where it has one."""
    body = change.leaf.body
    mark_id = body.get("mark", "")
    for column, lifted in (("key", body.get("keys", [])), ("mark_id", [*body.get("marks", []), *filter(None, [mark_id])])):
        db.executemany(
            f"DELETE FROM denials WHERE workspace=? AND kind='absence' AND {column}=?",  # noqa: S608
            [(rules.workspace, each) for each in lifted],
        )
    if mark_id:
        _set_state("active", only="forgotten")(db, rules, change)
        _refresh_strength(db, rules, mark_id, instant.parse(change.leaf.at))


def _erased(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    _denied("erased")(db, rules, change)
    db.executemany(
        "INSERT OR IGNORE INTO erased VALUES (?,?)", [(rules.workspace, digest) for digest in change.leaf.digests]
    )
    mark_id = change.leaf.body["mark"]
    row = db.execute(
        "SELECT row FROM memory_marks WHERE workspace=? AND id=?", (rules.workspace, mark_id)
    ).fetchone()
    if row is not None:
        db.execute("DELETE FROM marks_text WHERE rowid=?", row)
        db.execute("DELETE FROM memory_marks WHERE row=?", row)
    for table in ("memory_mark_reinforcements", "mark_sources"):
        db.execute(f"DELETE FROM {table} WHERE workspace=? AND mark_id=?", (rules.workspace, mark_id))  # noqa: S608


def _superseded(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    body = change.leaf.body
    db.execute(
        "UPDATE memory_marks SET superseded_by=?, valid_to=?, updated_at=? WHERE workspace=? AND id=?",
        (body["by"], instant.parse(body["at"]), instant.parse(change.leaf.at), rules.workspace, body["mark"]),
    )


def _moved(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    fields = _record(change)
    if fields is None:
        return
    found = db.execute(
        "SELECT row, scope, observation FROM memory_marks WHERE workspace=? AND id=?",
        (rules.workspace, change.leaf.body["mark"]),
    ).fetchone()
    if found is None:
        return
    row, scope, observation = found
    key = same_key(rules, scope, fields["subject"], observation)
    db.execute(
        "UPDATE memory_marks SET subject=?, same_key=?, updated_at=? WHERE row=?",
        (fields["subject"], key, instant.parse(change.leaf.at), row),
    )
    db.execute("DELETE FROM marks_text WHERE rowid=?", (row,))
    _write_text(db, row, observation, fields["subject"])


def _jotted(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    body = change.leaf.body
    row = (rules.workspace, body["path"], body["line"], change.leaf.actor)
    db.execute("INSERT OR IGNORE INTO jots VALUES (?,?,?,?)", row)


def _consolidated(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    body = change.leaf.body
    row = (rules.workspace, body["path"], body["digest"], instant.parse(change.leaf.at))
    db.execute("INSERT OR REPLACE INTO days_done VALUES (?,?,?,?)", row)


def _refused(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    row = (rules.workspace, change.leaf.body["key"], change.replica, change.leaf.i)
    db.execute("INSERT OR IGNORE INTO refusals VALUES (?,?,?,?)", row)


def _loss(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    row = (rules.workspace, change.replica, change.leaf.i, change.leaf.type, json.dumps(change.leaf.body))
    db.execute("INSERT OR REPLACE INTO losses VALUES (?,?,?,?,?)", row)


_RECEIVERS: dict[str, Callable[[sqlite3.Connection, Rules, Applied], None]] = {
    "observed": _observed,
    "reinforced": _reinforced,
    "withered": _set_state("withered", only="active"),
    "forgotten": _denied("absence"),
    "absent": _denied("absence"),
    "restored": _restored,
    "erased": _erased,
    "superseded": _superseded,
    "moved": _moved,
    "jotted": _jotted,
    "consolidated": _consolidated,
    "refused": _refused,
    "gap": _loss,
    "undone": _loss,
}

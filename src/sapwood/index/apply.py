"""One leaf → rows. The replay of all leaves in order is the whole of memory; nothing else writes these tables.

`apply` is told the leaf, the bytes of its values (None for one that is gone or damaged) and the rules that are in
force. A leaf whose text is missing leaves no row: the reader is told so by the caller. A log may come from another
machine or have been changed by hand, so nothing in a body or a value is taken on trust: what does not fit is `BadLeaf`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sapwood.core import evidence, instant, mark, proposal, skeleton
from sapwood.core.leaf import Leaf
from sapwood.errors import BadInstant, BadLeaf
from sapwood.index import lexical

_encoded = json.JSONEncoder(ensure_ascii=False).encode
LOST = "?"  # before the place of a leaf whose value is gone or damaged
_LONGEST_HALF_LIFE_DAYS = 1e6


class Rules(NamedTuple):
    """What a replay depends on beside the log: a change of any of it makes the index anew."""

    workspace: str
    salt: bytes
    floor: float = 0.1
    decay: mark.Decay = "none"
    step: float = 0.2  # of a creation that another replica's creation became one with
    lens: str = ""  # how passages of files are read (topic words): a change reads every file again


class Applied(NamedTuple):
    """A leaf with its place and the bytes of its values."""

    replica: str
    leaf: Leaf
    values: Sequence[bytes | None]


def apply(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    """Make the rows of one leaf. Raises `BadLeaf` where its body or value is not what its type asks for; rows that were
    made until then are the caller's to take back."""
    receive = _RECEIVERS.get(change.leaf.type)
    if receive is None:
        return
    try:
        receive(db, rules, change)
        _note_history(db, rules, change)
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, BadInstant, sqlite3.IntegrityError,
            sqlite3.InterfaceError, sqlite3.ProgrammingError) as failure:  # fmt: skip
        raise BadLeaf(f"{change.leaf.type}: {failure!r}") from failure


def _note_history(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    if change.leaf.type in _MAKE_ROWS:  # rows of their own say so
        return
    body = change.leaf.body
    named = [body[key] for key in ("mark", "by") if body.get(key)] + list(body.get("marks", ()))
    for mark_id in dict.fromkeys(resolved(db, rules.workspace, each) for each in named):
        _note(db, rules, change, mark_id)


def _note(db: sqlite3.Connection, rules: Rules, change: Applied, mark_id: str) -> None:
    leaf = change.leaf
    added = leaf.digests[0] if leaf.type in _ADD_VALUES and leaf.digests else ""
    row = (rules.workspace, mark_id, change.replica, leaf.i, leaf.type, added)
    db.execute("INSERT OR IGNORE INTO mark_history VALUES (?,?,?,?,?,?)", row)


def same_key(rules: Rules, scope: str, subject: str, text: str, speaker: str) -> str:
    """What two observations share that are one mark: scope, subject and skeleton, keyed with the workspace's salt. Who
    said it does not count: `planner: It rains` by planner is `It rains`."""
    return f"{scope}\n{skeleton.keys(rules.salt, subject, skeleton.unattributed(text, speaker)).subject_skeleton}"


def _record(change: Applied) -> dict[str, Any] | None:
    """The fields of a leaf's first value; None where it was erased or is lost."""
    if not change.leaf.digests:
        raise ValueError("it names no value")
    data = change.values[0] if change.values else None
    if data is None:
        return None
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None


def _unit(number: Any) -> float:
    """A strength or a step: 0 to 1."""
    if isinstance(number, bool) or not 0 <= number <= 1:
        raise ValueError(f"{number!r} is not from 0 to 1")
    return float(number)


def _half_life(days: Any) -> float:
    if isinstance(days, bool) or not 0 < days <= _LONGEST_HALF_LIFE_DAYS:
        raise ValueError(f"{days!r} is no half-life in days")
    return float(days)


def _text(found: Any) -> str:
    if not isinstance(found, str):
        raise TypeError(f"{found!r} is no text")
    return found


def _texts(found: Any) -> str:
    """A list of texts, as JSON."""
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise TypeError(f"{found!r} is no list of texts")
    return _encoded(found) if found else "[]"


def _instant(found: Any) -> float | None:
    return None if found is None else instant.parse(_text(found))


def _records(fields: dict[str, Any]) -> list[evidence.Evidence]:
    return [evidence.from_json(record) for record in fields["evidence"]]


def resolved(db: sqlite3.Connection, workspace: str, given: Any) -> str:
    """The id a mark goes by: its own, or that of the one it became one with when logs of two replicas met."""
    mark_id = _text(given)
    row = db.execute(
        "SELECT mark_id FROM mark_aliases WHERE workspace=? AND id=?", (workspace, mark_id)
    ).fetchone()
    return row[0] if row is not None else mark_id


def _observed(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    fields, body, leaf = _record(change), change.leaf.body, change.leaf
    if fields is None:
        _note(db, rules, change, _text(body["id"]))
        return
    subject, observation = _text(fields["subject"]), _text(fields["observation"])
    keys = skeleton.keys(rules.salt, subject, skeleton.unattributed(observation, _text(fields["observed_by"])))
    key = f"{leaf.scope}\n{keys.subject_skeleton}"
    older = db.execute(
        "SELECT id FROM memory_marks WHERE workspace=? AND same_key=? AND state<>'forgotten' AND (valid_to IS NULL"
        " OR valid_to>? AND (superseded_by IS NULL OR valid_to>?)) ORDER BY superseded_by IS NOT NULL, id",
        (rules.workspace, key, instant.parse(fields.get("valid_from") or body["at"]), instant.parse(body["at"])),
    ).fetchone()
    is_absent, erased = _denials(db, rules, keys.subject_skeleton)
    same = older[0] if older is not None else erased
    if same is not None:  # two replicas saw the same: one mark, the earlier gives the id, and what was erased stays so
        alias = (rules.workspace, _text(body["id"]), same, change.replica, leaf.i)
        db.execute("INSERT INTO mark_aliases VALUES (?,?,?,?,?)", alias)
        _add_reinforcement(db, rules, change, same, fields)
        return
    first, created = instant.parse(body["at"]), instant.parse(leaf.at)
    initial, half_life, records = _unit(body["initial"]), _half_life(body["half_life_days"]), _records(fields)
    withers = mark.withers_at(initial, half_life, first, (), rules.floor, decay=rules.decay)
    row = db.execute(
        "INSERT INTO memory_marks (workspace, id, scope, subject, observation, evidence, initial_strength,"
        " half_life_days, observed_by, channel,"
        " first_observed_at, last_reinforced_at, affinity, substrate_refs, valid_from, valid_to,"
        " same_key, withers_at, replica, log_index, digest, created_at, updated_at, state, stated_to,"
        " is_current, slot_key, slot_start, slot_short)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            rules.workspace, _text(body["id"]), leaf.scope, subject, observation,
            _encoded(fields["evidence"]), initial, half_life, _text(fields["observed_by"]), leaf.channel,
            first, first, _texts(fields.get("affinity", [])), _texts(fields.get("substrate_refs", [])),
            _instant(fields.get("valid_from")), _instant(fields.get("valid_to")), key, withers, change.replica, leaf.i,
            leaf.digests[0], created, created, "forgotten" if is_absent else "active",
            _instant(fields.get("valid_to")), not is_absent,
            *slot(leaf.scope, subject, skeleton.unattributed(observation, fields["observed_by"])),
        ),
    ).lastrowid  # fmt: skip
    _write_text(db, _TEXTS[not is_absent], row, observation, subject)
    _add_sources(db, rules, body["id"], records, body["day"])


class Slot(NamedTuple):
    """Where a mark lies for those that may contradict it: scope, subject, and the words that it begins with (`key`);
    with the first two of them (`start`), and with the first where there are not many more (`short`, else None)."""

    key: str
    start: str
    short: str | None


_SHORT = 7  # characters of two words


def slot(scope: str, subject: str, statement: str) -> Slot:
    """The place of what is said of a subject in a scope."""
    head, words = f"{scope}\n{subject}\n", lexical.anchors(statement)
    whole = " ".join(words)
    return Slot(head + whole, head + " ".join(words[:2]), head + words[0] if words and len(whole) <= _SHORT else None)


def _denials(db: sqlite3.Connection, rules: Rules, key: str) -> tuple[bool, str | None]:
    """Whether a value was taken away and not given back, and the mark that said it where that was erased, too: one
    replica did so, another one, which did not know, made it. The gate of one replica lets no such leaf through, and
    *no* beats *yes*."""
    rows = db.execute(
        "SELECT kind, mark_id FROM denials WHERE workspace=? AND key=? ORDER BY mark_id", (rules.workspace, key)
    ).fetchall()
    if all(kind != "absence" for kind, _ in rows):
        return False, None
    return True, next((mark_id for kind, mark_id in rows if kind == "erased"), None)


def _erased_by_then(db: sqlite3.Connection, rules: Rules, key: str) -> str | None:
    return _denials(db, rules, key)[1]


def _place_text(db: sqlite3.Connection, rules: Rules, mark_id: str) -> None:
    """Put the text of a mark where it belongs, in the table of what is current or in that of the past."""
    found = db.execute(
        "SELECT row, observation, subject, is_current,"
        " state='active' AND (superseded_by IS NULL OR valid_to>updated_at) FROM memory_marks"  # it may end later on
        " WHERE workspace=? AND id=?",
        (rules.workspace, mark_id),
    ).fetchone()
    if found is None or found[3] == found[4]:
        return
    row, observation, subject, was, now = found
    db.execute(f"DELETE FROM {_TEXTS[was]} WHERE rowid=?", (row,))  # noqa: S608
    _write_text(db, _TEXTS[now], row, observation, subject)
    db.execute("UPDATE memory_marks SET is_current=? WHERE row=?", (now, row))


_TEXTS = ("past_text", "marks_text")


def _write_text(db: sqlite3.Connection, table: str, row: int | None, observation: str, subject: str) -> None:
    db.execute(
        f"INSERT INTO {table} (rowid, text, subject) VALUES (?,?,?)",  # noqa: S608
        (row, lexical.indexed(observation), lexical.indexed(subject.replace(".", " "))),
    )


def _add_sources(
    db: sqlite3.Connection, rules: Rules, mark_id: str, records: Sequence[evidence.Evidence], day: str
) -> None:
    rows = [(rules.workspace, mark_id, record.source, _text(day)) for record in records]
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
    fields, mark_id = _record(change), resolved(db, rules.workspace, change.leaf.body["mark"])
    if fields is None:
        _note(db, rules, change, mark_id)
    else:
        _add_reinforcement(db, rules, change, mark_id, fields)


def _add_reinforcement(
    db: sqlite3.Connection, rules: Rules, change: Applied, mark_id: str, fields: dict[str, Any]
) -> None:
    body, leaf = change.leaf.body, change.leaf
    records = _records(fields)
    if not _is_there(db, rules, mark_id) or seen(
        db, rules.workspace, mark_id, [record.source for record in records], _text(body["day"])
    ):
        _note(db, rules, change, mark_id)
        return
    by = _text(fields.get("reinforced_by") or fields.get("observed_by", ""))
    db.execute(
        "INSERT OR IGNORE INTO memory_mark_reinforcements (workspace, mark_id, id, reinforced_at, reinforced_by,"
        " evidence, step, replica, log_index, digest) VALUES (?,?,?,?,?,?,?,?,?,?)",
        (
            rules.workspace, mark_id, _text(body["id"]), instant.parse(body["at"]), by,
            _encoded(fields["evidence"]), _unit(body.get("step", rules.step)), change.replica,
            leaf.i, leaf.digests[0],
        ),
    )  # fmt: skip
    _add_sources(db, rules, mark_id, records, body["day"])
    _refresh_strength(db, rules, mark_id, instant.parse(leaf.at))


def _is_there(db: sqlite3.Connection, rules: Rules, mark_id: str) -> bool:
    """False for a mark whose value was erased or is lost: nothing can be added to it."""
    found = db.execute(
        "SELECT 1 FROM memory_marks WHERE workspace=? AND id=?", (rules.workspace, mark_id)
    ).fetchone()
    return found is not None


def _refresh_strength(db: sqlite3.Connection, rules: Rules, mark_id: str, now: float) -> None:
    """Recompute what follows from all reinforcements of a mark: deltas are computed in order of (at, id), so a late
    arrival moves the later ones."""
    row = db.execute(
        "SELECT initial_strength, half_life_days, first_observed_at, state FROM memory_marks"
        " WHERE workspace=? AND id=?",
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
    if alive != state:
        _place_text(db, rules, mark_id)


def _set_state(
    state: str, *, only: str | None = None
) -> Callable[[sqlite3.Connection, Rules, Applied], None]:
    where = "" if only is None else f" AND state='{only}'"

    def receive(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
        mark_id = resolved(db, rules.workspace, change.leaf.body["mark"])
        db.execute(
            f"UPDATE memory_marks SET state=?, updated_at=? WHERE workspace=? AND id=?{where}",  # noqa: S608
            (state, instant.parse(change.leaf.at), rules.workspace, mark_id),
        )
        _place_text(db, rules, mark_id)

    return receive


def _denied(kind: str) -> Callable[[sqlite3.Connection, Rules, Applied], None]:
    def receive(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
        mark_id = resolved(db, rules.workspace, change.leaf.body.get("mark", ""))
        keys = json.loads(_texts(change.leaf.body["keys"]))
        rows = [(rules.workspace, key, kind, mark_id, change.replica, change.leaf.i) for key in keys]
        db.executemany("INSERT OR REPLACE INTO denials VALUES (?,?,?,?,?,?)", rows)
        if mark_id:
            _set_state("forgotten")(db, rules, change)

    return receive


def _restored(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    """A person's act: lifts the absences of the keys (or of the mark), and brings the mark back where it has one."""
    body = change.leaf.body
    mark_id = resolved(db, rules.workspace, body.get("mark", ""))
    keys, others = (json.loads(_texts(body.get(key, []))) for key in ("keys", "marks"))
    marks = [resolved(db, rules.workspace, each) for each in others] + [mark_id] * bool(mark_id)
    for column, lifted in (("key", keys), ("mark_id", marks)):
        db.executemany(
            f"DELETE FROM denials WHERE workspace=? AND kind IN ('absence','gone') AND {column}=?",  # noqa: S608
            [(rules.workspace, each) for each in lifted],
        )
    if mark_id and body.get("reopened"):
        db.execute(
            "UPDATE memory_marks SET superseded_by=NULL, valid_to=stated_to, updated_at=? WHERE workspace=? AND id=?",
            (instant.parse(change.leaf.at), rules.workspace, mark_id),
        )
        _place_text(db, rules, mark_id)
    if mark_id:
        for state in ("forgotten", "withered"):
            _set_state("active", only=state)(db, rules, change)
        _refresh_strength(db, rules, mark_id, instant.parse(change.leaf.at))


def _erased(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    """A mark goes, and with it marks that say the same of the same subject: another replica made them without knowing,
    and where replicas disagree, no beats yes. (This one names them by leaves of their own.)"""
    _denied("erased")(db, rules, change)
    db.executemany(
        "INSERT OR IGNORE INTO erased VALUES (?,?)",
        [(rules.workspace, digest) for digest in change.leaf.digests],
    )
    mark_id, keys = resolved(db, rules.workspace, change.leaf.body["mark"]), change.leaf.body["keys"]
    _take_away(db, rules, mark_id)
    _take_proposals(db, rules, change, mark_id)
    for other, key in _same_as(db, rules, keys):
        denial = (rules.workspace, key, "erased", other, change.replica, change.leaf.i)
        db.execute("INSERT OR REPLACE INTO denials VALUES (?,?,?,?,?,?)", denial)
        _note(db, rules, change, other)
        _take_away(db, rules, other)


def _same_as(db: sqlite3.Connection, rules: Rules, keys: Sequence[str]) -> list[tuple[str, str]]:
    """(id, key) of marks of any scope whose subject and skeleton have one of these keys."""
    found, wanted = [], [(f"{scope}\n{key}", key) for scope in _scopes(db, rules) for key in keys]
    for same, key in wanted:
        rows = db.execute("SELECT id FROM memory_marks WHERE workspace=? AND same_key=?", (rules.workspace, same))
        found += [(mark_id, key) for (mark_id,) in rows]
    return found


def _scopes(db: sqlite3.Connection, rules: Rules) -> list[str]:
    """The scopes that have marks: the index is asked for the first mark behind those of each scope."""
    found: list[str] = []
    behind = ""
    while True:
        sql = "SELECT min(same_key) FROM memory_marks WHERE workspace=? AND same_key>?"
        first = db.execute(sql, (rules.workspace, behind)).fetchone()[0]
        if first is None:
            return found
        found.append(first.rpartition("\n")[0])
        behind = f"{found[-1]}\x0b"


def _take_away(db: sqlite3.Connection, rules: Rules, mark_id: str) -> None:
    _keep_history(db, rules, mark_id)
    row = db.execute(
        "SELECT row FROM memory_marks WHERE workspace=? AND id=?", (rules.workspace, mark_id)
    ).fetchone()
    if row is not None:
        for table in _TEXTS:
            db.execute(f"DELETE FROM {table} WHERE rowid=?", row)  # noqa: S608
        db.execute("DELETE FROM memory_marks WHERE row=?", row)
    db.execute(
        "DELETE FROM former_text WHERE rowid IN (SELECT row FROM former_subjects WHERE workspace=? AND mark_id=?)",
        (rules.workspace, mark_id),
    )
    for table in ("memory_mark_reinforcements", "mark_sources", "former_subjects"):
        db.execute(f"DELETE FROM {table} WHERE workspace=? AND mark_id=?", (rules.workspace, mark_id))  # noqa: S608


def _keep_history(db: sqlite3.Connection, rules: Rules, mark_id: str) -> None:
    """That a mark was made and reinforced stays known when what it said is gone."""
    db.execute(
        "INSERT OR IGNORE INTO mark_history SELECT workspace, id, replica, log_index, 'observed', digest"
        " FROM memory_marks"
        " WHERE workspace=? AND id=?",
        (rules.workspace, mark_id),
    )
    db.execute(
        "INSERT OR IGNORE INTO mark_history SELECT workspace, mark_id, replica, log_index, 'reinforced', digest"
        " FROM memory_mark_reinforcements WHERE workspace=? AND mark_id=?",
        (rules.workspace, mark_id),
    )


def unerased(db: sqlite3.Connection, workspace: str) -> dict[str, list[str]]:
    """By mark that was erased, digests of its values that no `erased` leaf names: another replica wrote them without
    knowing."""
    found: dict[str, list[str]] = {}
    rows = db.execute(
        "SELECT d.mark_id, h.digest FROM (SELECT DISTINCT mark_id FROM denials WHERE workspace=? AND kind='erased') d"
        " CROSS JOIN mark_history h ON h.workspace=? AND h.mark_id=d.mark_id AND h.digest<>''"
        " WHERE NOT EXISTS (SELECT 1 FROM erased e WHERE e.workspace=h.workspace AND e.digest=h.digest) ORDER BY 1, 2",
        (workspace, workspace),
    )
    for mark_id, digest in rows:
        found.setdefault(mark_id, []).append(digest)
    return found


def stand_in(rules: Rules, replica: str, leaf: Leaf) -> tuple[str, str, str, str, int] | None:
    """The row that a `redacted` leaf says of a value and the one in its place; None where it says none."""
    old = leaf.body.get("value")
    if not isinstance(old, str) or not leaf.digests or old == leaf.digests[0]:
        return None
    return rules.workspace, old, leaf.digests[0], replica, leaf.i


def _redacted(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    """Which value stands in for which is known before a replay begins (`store`); the leaf is a part of the history."""
    row = stand_in(rules, change.replica, change.leaf)
    if row is None:
        raise ValueError("it names no value")
    db.execute("INSERT OR IGNORE INTO stand_ins VALUES (?,?,?,?,?)", row)


def _superseded(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    body = change.leaf.body
    old, new = (resolved(db, rules.workspace, body[key]) for key in ("mark", "by"))
    if old == new:
        return
    _dispute_others(db, rules, change, old, new)
    until = instant.parse(body["at"])
    db.execute(
        "UPDATE memory_marks SET superseded_by=?, valid_to=min(coalesce(valid_to,?),?), updated_at=?"
        " WHERE workspace=? AND id=? AND (superseded_by IS NULL OR valid_to>?)",
        (new, until, until, instant.parse(change.leaf.at), rules.workspace, old, until),
    )  # the earliest end stands, whatever the order in which corrections arrive
    _place_text(db, rules, old)


def _dispute_others(db: sqlite3.Connection, rules: Rules, change: Applied, old: str, new: str) -> None:
    """Two replicas replaced one mark without knowing of each other: what they put in its place is in dispute."""
    row = db.execute(
        "SELECT superseded_by FROM memory_marks WHERE workspace=? AND id=? AND superseded_by IS NOT NULL"
        " AND EXISTS (SELECT 1 FROM mark_history h WHERE h.workspace=? AND h.mark_id=? AND h.type='superseded'"
        " AND h.replica<>?)",
        (rules.workspace, old, rules.workspace, old, change.replica),
    ).fetchone()
    if row is not None and row[0] != new:
        _dispute(db, rules, sorted((row[0], new)))


def _disputed(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    marks = json.loads(_texts(change.leaf.body["marks"]))
    _dispute(db, rules, sorted({resolved(db, rules.workspace, each) for each in marks}))


def _dispute(db: sqlite3.Connection, rules: Rules, pair: list[str]) -> None:
    for mark_id in pair:
        row = db.execute(
            "SELECT row, disputed_with FROM memory_marks WHERE workspace=? AND id=?", (rules.workspace, mark_id)
        ).fetchone()
        if row is not None:
            others = sorted({*json.loads(row[1]), *pair} - {mark_id})
            db.execute("UPDATE memory_marks SET disputed_with=? WHERE row=?", (json.dumps(others), row[0]))


def _pinned(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    body, leaf, record = change.leaf.body, change.leaf, "{}"
    if "mark" not in body:
        fields = _record(change)
        if fields is None:
            return
        record = json.dumps(evidence.from_json(fields["evidence"][0]).to_json(), ensure_ascii=False)
    pinned = resolved(db, rules.workspace, body["mark"]) if "mark" in body else _text(body["pin"])
    row = (
        rules.workspace, pinned, "mark" if "mark" in body else "lines", record, instant.parse(leaf.at), change.replica,
        leaf.i, leaf.digests[0] if leaf.digests else "",
    )  # fmt: skip
    db.execute("INSERT OR REPLACE INTO standing VALUES (?,?,?,?,?,?,?,?)", row)


def _unpinned(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    body = change.leaf.body
    pinned = resolved(db, rules.workspace, body["mark"]) if "mark" in body else _text(body["pin"])
    db.execute("DELETE FROM standing WHERE workspace=? AND id=?", (rules.workspace, pinned))


def _moved(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    fields, place = _record(change), f"{change.replica}/{change.leaf.i}"
    found = db.execute(
        "SELECT row, scope, observation, observed_by, is_current, id, subject, same_key FROM memory_marks"
        " WHERE workspace=? AND id=?",
        (rules.workspace, resolved(db, rules.workspace, change.leaf.body["mark"])),
    ).fetchone()
    if found is None:
        return
    row, scope, observation, speaker, current, *before = found
    if fields is None:  # where to is lost: it stays where it was, and nobody can prove that it belongs there
        db.execute("UPDATE memory_marks SET subject_leaf=? WHERE row=?", (LOST + place, row))
        return
    subject = _text(fields["subject"])
    _keep_subject(db, rules, observation, before)
    db.execute(
        "UPDATE memory_marks SET subject=?, subject_leaf=?, same_key=?, slot_key=?, slot_start=?, slot_short=?,"
        " updated_at=? WHERE row=?",
        (
            subject, place, same_key(rules, scope, subject, observation, speaker),
            *slot(scope, subject, skeleton.unattributed(observation, speaker)), instant.parse(change.leaf.at), row,
        ),
    )  # fmt: skip
    db.execute(f"DELETE FROM {_TEXTS[current]} WHERE rowid=?", (row,))  # noqa: S608
    _write_text(db, _TEXTS[current], row, observation, subject)


def _keep_subject(db: sqlite3.Connection, rules: Rules, observation: str, before: Sequence[str]) -> None:
    """That a mark was found under a subject (id, subject, same_key) stays known when it is moved."""
    made = db.execute(
        "INSERT OR IGNORE INTO former_subjects (workspace, mark_id, subject, same_key) VALUES (?,?,?,?)",
        (rules.workspace, *before),
    )
    if made.rowcount:
        _write_text(db, "former_text", made.lastrowid, observation, before[1])


def _proposed(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    fields, leaf, proposal_id = _record(change), change.leaf, _text(change.leaf.body["proposal"])
    if fields is None:
        return
    made, at = proposal.from_json(fields), instant.parse(leaf.at)
    erased = erased_with(db, rules, made)
    if erased is not None:  # another replica proposed it before it heard of the erasure
        _note_unnamed(db, rules, erased, (change.replica, leaf.i, leaf.digests[0]))
        return
    db.execute(
        "INSERT OR IGNORE INTO memory_proposals (workspace, id, kind, scope, subject, proposed_change, target_file,"
        " based_on, proposed_by, proposed_at, channel, pending_since, same_key, replica, log_index, digest)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            rules.workspace, proposal_id, made.kind, leaf.scope, made.subject, made.text, made.target_file or None,
            json.dumps(made.based_on, ensure_ascii=False), made.proposed_by, at, leaf.channel, at,
            proposal.same_key(rules.salt, leaf.scope, made), change.replica, leaf.i, leaf.digests[0],
        ),
    )  # fmt: skip
    says, quotes = proposal.said_keys(rules.salt, made), proposal.quoted_keys(rules.salt, made)
    rows = [(rules.workspace, key, proposal_id, "says" if key in says else "quotes") for key in says | quotes]
    db.executemany("INSERT OR IGNORE INTO proposal_keys VALUES (?,?,?,?)", rows)


def erased_with(db: sqlite3.Connection, rules: Rules, made: proposal.Proposed) -> str | None:
    """The mark by whose erasure a text or a line of a proposal was taken away, or the lines of which it quotes, where
    nobody has said it again since; None where there is none."""
    for key in sorted(proposal.said_keys(rules.salt, made)):
        if (mark_id := _erased_by_then(db, rules, key)) is not None:
            return mark_id
    quotes = proposal.quoted_keys(rules.salt, made)
    for mark_id in (resolved(db, rules.workspace, each) for each in made.marks):
        keys = db.execute(
            "SELECT key FROM denials WHERE workspace=? AND mark_id=? AND kind='erased'", (rules.workspace, mark_id)
        )
        if not quotes.isdisjoint(key for (key,) in keys):
            return mark_id
    return None


def _note_unnamed(db: sqlite3.Connection, rules: Rules, mark_id: str, place: tuple[str, int, str]) -> None:
    """A value that holds what was erased with a mark and that no `erased` leaf names: `unerased` finds it so."""
    row = (rules.workspace, mark_id, place[0], place[1], "proposed", place[2])
    db.execute("INSERT OR REPLACE INTO mark_history VALUES (?,?,?,?,?,?)", row)


def _take_proposals(db: sqlite3.Connection, rules: Rules, change: Applied, mark_id: str) -> None:
    """Proposals go whose value the leaf names, and those of other replicas that hold the words."""
    named = set(change.leaf.digests)
    for proposal_id, replica, at, digest in _holding(db, rules, change.leaf, mark_id):
        if digest not in named:
            _note_unnamed(db, rules, mark_id, (replica, at, digest))
        for table, column in (("memory_proposals", "id"), ("proposal_keys", "proposal_id")):
            db.execute(f"DELETE FROM {table} WHERE workspace=? AND {column}=?", (rules.workspace, proposal_id))  # noqa: S608


def _holding(db: sqlite3.Connection, rules: Rules, leaf: Leaf, mark_id: str) -> list[tuple[str, str, int, str]]:
    """(id, replica, index, digest) of proposals whose value a leaf names, that say what was erased (the first three of
    its keys are those of the statement, the others of lines that were quoted), or that quote the lines of a mark that
    they are based on."""
    keys = leaf.body["keys"]
    found: list[tuple[str, str, int, str]] = []
    for sql, wanted in ((_BY_DIGEST, leaf.digests), (_SAYING, keys[:3])):
        for each in wanted:
            found += db.execute(sql, (rules.workspace, each))
    for *row, key in db.execute(_BASED_ON, (rules.workspace, mark_id)):
        found += [tuple(row)] * (key in keys)
    return list(dict.fromkeys(found))


_BY_DIGEST = "SELECT id, replica, log_index, digest FROM memory_proposals WHERE workspace=? AND digest=?"
_SAYING = (
    "SELECT p.id, p.replica, p.log_index, p.digest FROM proposal_keys k JOIN memory_proposals p"
    " ON p.workspace=k.workspace AND p.id=k.proposal_id WHERE k.workspace=? AND k.key=? AND k.has='says'"
)
_BASED_ON = (
    "SELECT p.id, p.replica, p.log_index, p.digest, k.key FROM mark_history h"
    " JOIN memory_proposals p ON p.workspace=h.workspace AND p.replica=h.replica AND p.log_index=h.log_index"
    " JOIN proposal_keys k ON k.workspace=p.workspace AND k.proposal_id=p.id"
    " WHERE h.workspace=? AND h.mark_id=? AND h.type='proposed'"
)


def _transitioned(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    body = change.leaf.body
    if "proposal" not in body:
        return
    if body["to"] not in (proposal.PENDING, proposal.DEFERRED):
        raise ValueError(f"{body['to']!r} is nothing that a proposal becomes without a signature")
    db.execute(
        "UPDATE memory_proposals SET state=?, pending_since=? WHERE workspace=? AND id=?",
        (body["to"], instant.parse(change.leaf.at), rules.workspace, _text(body["proposal"])),
    )


def _decided(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    """The rows of the proposals that a decision is about say so. No reader trusts them: `gate.ledger` judges."""
    body = change.leaf.body
    state = {"approve": proposal.ACCEPTED, "reject": proposal.REJECTED}.get(_text(body["decision"]))
    for proposal_id in json.loads(_texts(body.get("proposals", []))) if state is not None else ():
        db.execute(
            "UPDATE memory_proposals SET state=?, reviewed_at=?, decision_index=? WHERE workspace=? AND id=?",
            (state, instant.parse(change.leaf.at), change.leaf.i, rules.workspace, proposal_id),
        )


def _jotted(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    body = change.leaf.body
    row = (rules.workspace, _text(body["path"]), _text(body["line"]), change.leaf.actor)
    db.execute("INSERT OR IGNORE INTO jots VALUES (?,?,?,?)", row)


def _consolidated(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    body = change.leaf.body
    row = (rules.workspace, _text(body["path"]), _text(body["digest"]), instant.parse(change.leaf.at))
    db.execute("INSERT OR REPLACE INTO days_done VALUES (?,?,?,?)", row)


def _archived(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    """The bytes of a day as it was put to rest: where the archive holds others later, a merge or a hand added to it."""
    step = change.leaf.body["file"]
    if step.get("after") is not None:
        row = (rules.workspace, _text(step["path"]), _text(step["after"]), instant.parse(change.leaf.at))
        db.execute("INSERT OR REPLACE INTO days_done VALUES (?,?,?,?)", row)


def _refused(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    row = (rules.workspace, _text(change.leaf.body["key"]), change.replica, change.leaf.i)
    db.execute("INSERT OR IGNORE INTO refusals VALUES (?,?,?,?)", row)


def _loss(db: sqlite3.Connection, rules: Rules, change: Applied) -> None:
    if change.leaf.body.get("why") == "retried":  # done by the next leaf
        return
    if change.leaf.digests:  # a gap that accepts the loss of values
        db.execute("DELETE FROM losses WHERE workspace=? AND kind='damaged'", (rules.workspace,))
    row = (rules.workspace, change.replica, change.leaf.i, change.leaf.type, json.dumps(change.leaf.body))
    db.execute("INSERT OR REPLACE INTO losses VALUES (?,?,?,?,?)", row)


_MAKE_ROWS = frozenset({"observed", "reinforced"})
_ADD_VALUES = frozenset({"observed", "reinforced", "moved", "redacted"})
_RECEIVERS: dict[str, Callable[[sqlite3.Connection, Rules, Applied], None]] = {
    "observed": _observed,
    "reinforced": _reinforced,
    "withered": _set_state("withered", only="active"),
    "forgotten": _denied("absence"),
    "absent": _denied("gone"),
    "restored": _restored,
    "erased": _erased,
    "superseded": _superseded,
    "disputed": _disputed,
    "pinned": _pinned,
    "unpinned": _unpinned,
    "moved": _moved,
    "proposed": _proposed,
    "transitioned": _transitioned,
    "decided": _decided,
    "redacted": _redacted,
    "jotted": _jotted,
    "consolidated": _consolidated,
    "archived": _archived,
    "refused": _refused,
    "gap": _loss,
    "undone": _loss,
}

"""Written by `observe`, `mark` and consolidation, each with an `Admitted`; the log is the truth, rows come from it."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sapwood.admit import Admitted
from sapwood.change import Change
from sapwood.core import evidence, instant, leaf, mark, skeleton, subject
from sapwood.errors import Ambiguous, BadInstant, BadLeaf, NotFound
from sapwood.index import apply, lexical
from sapwood.reading import Reading

_COLUMNS = (
    "id, scope, subject, observation, evidence, initial_strength, half_life_days, observed_by, channel,"
    " first_observed_at, last_reinforced_at, reinforcement_count, affinity, substrate_refs, valid_from, valid_to,"
    " disputed_with, superseded_by, state, delta_sum, withers_at, replica, log_index, digest, created_at, updated_at,"
    " subject_leaf"
)


class Mark(NamedTuple):
    """One row of `memory_marks` (docs/format.md); times are seconds since 1970, JSON columns are still text."""

    id: str
    scope: str
    subject: str
    observation: str
    evidence: str
    initial_strength: float
    half_life_days: float
    observed_by: str
    channel: str
    first_observed_at: float
    last_reinforced_at: float
    reinforcement_count: int
    affinity: str
    substrate_refs: str
    valid_from: float | None
    valid_to: float | None
    disputed_with: str
    superseded_by: str | None
    state: str
    delta_sum: float
    withers_at: float | None
    replica: str
    log_index: int
    digest: str
    created_at: float
    updated_at: float
    subject_leaf: str = ""


class Reinforcement(NamedTuple):
    """One row of `memory_mark_reinforcements`."""

    id: str
    reinforced_at: float
    reinforced_by: str
    evidence: str
    step: float
    strength_delta: float
    replica: str
    log_index: int
    digest: str


class Hit(NamedTuple):
    """A mark with the BM25 score of a query, larger is better; 0 where there was no query."""

    mark: Mark
    score: float


def said(found: Mark) -> str:
    """What a mark says, without who said it."""
    return skeleton.unattributed(found.observation, found.observed_by)


def write(change: Change, admitted: Admitted | None) -> None:
    """Make the rows of an admitted leaf."""
    if admitted is not None:
        change.apply()


def search(
    reading: Reading, query: lexical.Query | None, about: str, scope: str, since: float | None, limit: int,
    *, faded_too: bool = False,
) -> list[Hit]:  # fmt: skip
    """Active, current marks: best lexical match first, or by strength's ingredients where there is no query. Those that
    have faded below the home's floor by now are left out, unless `faded_too`."""
    workspace = reading.index.rules.workspace
    where = ["m.workspace=?", "m.scope=?", "m.state='active'", "m.superseded_by IS NULL"]
    arguments: list[Any] = [workspace, scope]
    if about:
        low, high = subject.bounds(about)
        where.append("(m.subject=? OR (m.subject>=? AND m.subject<?))")
        arguments += [about, low, high]
    if since is not None:
        where.append("m.last_reinforced_at>=?")
        arguments.append(since)
    if not faded_too:
        where.append("(m.withers_at IS NULL OR m.withers_at>?)")
        arguments.append(reading.now)
    # Rows are ordered by what decides alone, and only those that are wanted are fetched whole.
    if query is None:
        chosen = f"SELECT m.row, 0.0 AS score FROM memory_marks m WHERE {' AND '.join(where)}"  # noqa: S608
        chosen += " ORDER BY (m.withers_at IS NULL) DESC, m.withers_at DESC, m.last_reinforced_at DESC, m.id LIMIT ?"
    else:
        chosen = "SELECT m.row, -bm25(marks_text, 1.0, 0.6) AS score FROM marks_text CROSS JOIN memory_marks m"
        chosen += f" ON m.row=marks_text.rowid WHERE marks_text MATCH ? AND {' AND '.join(where)}"
        chosen += " ORDER BY score DESC, m.last_reinforced_at DESC, m.id LIMIT ?"
        arguments.insert(0, query.match)
    columns = ", ".join("m." + name.strip() for name in _COLUMNS.split(","))
    sql = f"SELECT {columns}, c.score FROM ({chosen}) c CROSS JOIN memory_marks m ON m.row=c.row"  # noqa: S608
    rows = reading.index.db.execute(sql, [*arguments, limit]).fetchall()
    return [Hit(Mark(*row[:-1]), row[-1]) for row in rows]


def listed(
    db: sqlite3.Connection, workspace: str, prefix: str = "", states: Sequence[str] = (), limit: int = -1
) -> list[Mark]:
    """Marks under a subject prefix in given states (all where none are given), by subject and age."""
    where, arguments = ["workspace=?"], [workspace]
    if prefix:
        low, high = subject.bounds(prefix)
        where.append("(subject=? OR (subject>=? AND subject<?))")
        arguments += [prefix, low, high]
    if states:
        where.append(f"state IN ({','.join('?' * len(states))})")
        arguments += states
    sql = f"SELECT {_COLUMNS} FROM memory_marks WHERE {' AND '.join(where)}"  # noqa: S608
    sql += " ORDER BY subject, first_observed_at, id LIMIT ?"
    return [Mark(*row) for row in db.execute(sql, [*arguments, limit])]


def fading(db: sqlite3.Connection, workspace: str, now: float) -> list[str]:
    """Ids of active marks whose strength is below the floor at `now`."""
    rows = db.execute(
        "SELECT id FROM memory_marks WHERE workspace=? AND state='active' AND withers_at<=? ORDER BY withers_at, id",
        (workspace, now),
    )
    return [mark_id for (mark_id,) in rows]


def one(db: sqlite3.Connection, workspace: str, given: str) -> Mark:
    """The mark with that id, or with the only id that begins or ends so. Raises `NotFound` or `Ambiguous`."""
    wanted = given.strip().lower()
    sql = f"SELECT {_COLUMNS} FROM memory_marks WHERE workspace=? AND "  # noqa: S608
    row = None
    if wanted.isascii():  # an id is; other text may not even be text to a database
        row = db.execute(sql + "id=?", (workspace, apply.resolved(db, workspace, wanted))).fetchone()
    if row is not None:
        return Mark(*row)
    if len(wanted) >= 4 and all(char in "0123456789abcdef-" for char in wanted):
        rows = db.execute(
            sql + "(substr(id,1,?)=? OR substr(id,-?)=?) LIMIT 9",
            (workspace, len(wanted), wanted, len(wanted), wanted),
        ).fetchall()
        if len(rows) == 1:
            return Mark(*rows[0])
        if rows:
            raise Ambiguous(given, [Mark(*each).id for each in rows])
    if len(wanted) >= 4 and wanted.isascii() and _was_erased(db, workspace, wanted):
        raise NotFound("mark", given, "it was erased, its text is gone; `sapwood mark add` says it anew")
    raise NotFound("mark", given, "`sapwood marks` lists them; the last eight digits of an id are enough")


def _was_erased(db: sqlite3.Connection, workspace: str, wanted: str) -> bool:
    row = db.execute(
        "SELECT 1 FROM denials WHERE workspace=? AND kind='erased' AND (substr(mark_id,1,?)=? OR substr(mark_id,-?)=?)",
        (workspace, len(wanted), wanted, len(wanted), wanted),
    ).fetchone()
    return row is not None


def reinforcements(db: sqlite3.Connection, workspace: str, mark_id: str) -> list[Reinforcement]:
    """The reinforcements of a mark in order of (reinforced_at, id)."""
    rows = db.execute(
        "SELECT id, reinforced_at, reinforced_by, evidence, step, strength_delta, replica, log_index, digest"
        " FROM memory_mark_reinforcements WHERE workspace=? AND mark_id=? ORDER BY reinforced_at, id",
        (workspace, mark_id),
    )
    return [Reinforcement(*row) for row in rows]


def strength(found: Mark, steps: Sequence[Reinforcement] | None, now: float, decay: mark.Decay) -> float:
    """Strength at `now`. Without the reinforcements themselves their sum is used, which is right for any instant
    after the last of them and where deltas do not fade (`decay="none"`)."""
    if steps is None and decay == "none" and now >= found.last_reinforced_at:
        return mark.strength_from_sum(
            found.initial_strength, found.half_life_days, found.first_observed_at, found.delta_sum, now
        )
    given = [mark.Reinforcement(step.id, step.reinforced_at, step.step) for step in steps or ()]
    return mark.strength(
        found.initial_strength, found.half_life_days, found.first_observed_at, given, now, decay=decay
    )


def records(text: str) -> list[evidence.Evidence]:
    """The evidence records of a row."""
    return [evidence.from_json(each) for each in json.loads(text)]


def all_records(reading: Reading, found: Mark) -> list[evidence.Evidence]:
    """Everything a mark cites: what made it and what reinforced it; a reinforcement whose value is gone is left out."""
    cited = records(found.evidence)
    for step in reinforcements(reading.index.db, reading.index.rules.workspace, found.id):
        if reading.value(step.digest) is not None:
            cited += records(step.evidence)
    return cited


def proven(reading: Reading, found: Mark) -> bool | None:
    """True where every leaf and value behind a row was re-read, hashed, proven to its log's root and says what the row
    says; None where a log is not sound (nothing of it can be proven); False where they do not say so.

    That no later leaf hides or replaces the mark is not in any leaf: for that the index's own stamp stands (store)."""
    if found.subject_leaf.startswith(apply.LOST):
        return None
    steps = reinforcements(reading.index.db, reading.index.rules.workspace, found.id)
    moved_by = found.subject_leaf.rpartition("/")[0]
    for replica in {found.replica, moved_by or found.replica, *(step.replica for step in steps)}:
        log = reading.log(replica)
        if log is None:
            return False
        if not log.sound:
            return None
    try:
        return _row_agrees(reading, found) and _steps_agree(reading, found, steps)
    except (BadLeaf, BadInstant, KeyError, TypeError, ValueError, ArithmeticError):
        return False


def _row_agrees(reading: Reading, found: Mark) -> bool:
    read, fields = _behind(reading, found.replica, found.log_index, found.digest)
    body = read.body
    # Not those that later leaves change (state, valid_to, superseded_by, updated_at), nor what steps make.
    wanted = Mark(
        body["id"], read.scope, found.subject, fields["observation"], "", body["initial"], body["half_life_days"],
        fields["observed_by"], read.channel, instant.parse(body["at"]), found.last_reinforced_at,
        found.reinforcement_count, "", "", body.get("valid_from"), found.valid_to, found.disputed_with,
        found.superseded_by, found.state, found.delta_sum, found.withers_at, found.replica, read.i, read.digests[0],
        instant.parse(read.at), found.updated_at, found.subject_leaf,
    )  # fmt: skip
    lists = {"evidence": fields["evidence"]}
    lists |= {key: fields.get(key, []) for key in ("affinity", "substrate_refs")}
    return (
        read.type == "observed"
        and found._replace(evidence="", affinity="", substrate_refs="") == wanted
        and all(json.loads(getattr(found, key)) == each for key, each in lists.items())
        and found.subject == _subject_behind(reading, found, fields["subject"])
    )


def _subject_behind(reading: Reading, found: Mark, first: str) -> str:
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


def _behind(reading: Reading, replica: str, at: int, digest: str | None) -> tuple[leaf.Leaf, dict[str, Any]]:
    """A leaf and the fields of its first value, both re-read and proven; `ValueError` where they cannot be."""
    line = reading.leaf_line(replica, at)
    if line is None:
        raise ValueError("no such leaf")
    read = leaf.decode(line)
    data = reading.value(read.digests[0]) if read.digests and digest in (None, read.digests[0]) else None
    if data is None:
        raise ValueError("no such value")
    fields = json.loads(data)
    if not isinstance(fields, dict):
        raise TypeError("not an object")
    return read, fields


def _steps_agree(reading: Reading, found: Mark, steps: Sequence[Reinforcement]) -> bool:
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


def cites(db: sqlite3.Connection, workspace: str, source: str) -> bool:
    """True where some mark cites that source: such a line was said by itself."""
    row = db.execute(
        "SELECT 1 FROM mark_sources WHERE workspace=? AND source=? LIMIT 1", (workspace, source)
    ).fetchone()
    return row is not None


def subjects(db: sqlite3.Connection, workspace: str) -> Iterator[str]:
    """Every subject that has a mark, in order."""
    rows = db.execute(
        "SELECT DISTINCT subject FROM memory_marks WHERE workspace=? ORDER BY subject", (workspace,)
    )
    return (row[0] for row in rows)


def alike(
    db: sqlite3.Connection, workspace: str, scope: str, query: lexical.Query, limit: int
) -> list[tuple[Mark, str]]:
    """(mark, day of its first evidence) of active, current marks that share words with a text, best first."""
    columns = ", ".join("m." + name.strip() for name in _COLUMNS.split(","))
    rows = db.execute(
        f"SELECT {columns}, (SELECT min(day) FROM mark_sources s WHERE s.workspace=m.workspace AND s.mark_id=m.id)"  # noqa: S608
        " FROM marks_text CROSS JOIN memory_marks m ON m.row=marks_text.rowid"
        " WHERE marks_text MATCH ? AND m.workspace=? AND m.scope=? AND m.state='active' AND m.superseded_by IS NULL"
        " ORDER BY bm25(marks_text, 1.0, 0.3) LIMIT ?",
        (query.match, workspace, scope, limit),
    )
    return [(Mark(*row[:-1]), row[-1] or "") for row in rows]


def cited_files(db: sqlite3.Connection, workspace: str) -> list[str]:
    """Every file that a mark cites, as evidence names it."""
    rows = db.execute(
        "SELECT DISTINCT substr(source, 6, instr(source, '#') - 6) FROM mark_sources"
        " WHERE workspace=? AND source LIKE 'file:%#%' ORDER BY 1",
        (workspace,),
    )
    return [path for (path,) in rows]


def citing(db: sqlite3.Connection, workspace: str, path: str) -> list[Mark]:
    """Active marks that cite a file."""
    names = ", ".join("m." + name.strip() for name in _COLUMNS.split(","))
    rows = db.execute(
        f"SELECT DISTINCT {names} FROM mark_sources s JOIN memory_marks m ON m.workspace=s.workspace AND m.id=s.mark_id"  # noqa: S608
        " WHERE s.workspace=? AND substr(s.source, 1, ?)=? AND m.state='active'",
        (workspace, len(path) + 6, f"file:{path}#"),
    )
    return [Mark(*row) for row in rows]


def gone(db: sqlite3.Connection, workspace: str) -> list[Mark]:
    """Marks that were recorded as absent because their lines were gone, and that nobody forgot besides."""
    names = ", ".join("m." + name.strip() for name in _COLUMNS.split(","))
    rows = db.execute(
        f"SELECT DISTINCT {names} FROM denials d JOIN memory_marks m ON m.workspace=d.workspace AND m.id=d.mark_id"  # noqa: S608
        " WHERE d.workspace=? AND d.kind='gone' AND m.state='forgotten' AND NOT EXISTS (SELECT 1 FROM denials o"
        " WHERE o.workspace=d.workspace AND o.mark_id=d.mark_id AND o.kind<>'gone') ORDER BY m.id",
        (workspace,),
    )
    return [Mark(*row) for row in rows]


def evidence_of(db: sqlite3.Connection, workspace: str, found: Mark) -> list[dict[str, Any]]:
    """All evidence of a mark as JSON data: what made it and what reinforced it."""
    held: list[dict[str, Any]] = json.loads(found.evidence)
    for step in reinforcements(db, workspace, found.id):
        held += json.loads(step.evidence)
    return held


def with_digests(db: sqlite3.Connection, workspace: str, digests: frozenset[str]) -> list[Mark]:
    """Marks that were made by one of these values."""
    found = []
    for digest in sorted(digests):
        row = db.execute(
            f"SELECT {_COLUMNS} FROM memory_marks WHERE workspace=? AND digest=?",  # noqa: S608
            (workspace, digest),
        ).fetchone()
        if row is not None:
            found.append(Mark(*row))
    return found

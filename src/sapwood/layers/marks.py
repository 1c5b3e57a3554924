"""Written by `observe`, `mark` and consolidation, each with an `Admitted`; the log is the truth, rows come from it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sapwood.admit import Admitted
from sapwood.change import Change
from sapwood.core import evidence, mark, skeleton, subject
from sapwood.errors import Ambiguous, NotFound
from sapwood.index import apply, lexical, store
from sapwood.reading import Reading

_COLUMNS = (
    "id, scope, subject, observation, evidence, initial_strength, half_life_days, observed_by, channel,"
    " first_observed_at, last_reinforced_at, reinforcement_count, affinity, substrate_refs, valid_from, valid_to,"
    " disputed_with, superseded_by, state, delta_sum, withers_at, replica, log_index, digest, created_at, updated_at,"
    " subject_leaf"
)


_PREFIXED = ", ".join("m." + name.strip() for name in _COLUMNS.split(","))
_STEP_COLUMNS = "id, reinforced_at, reinforced_by, evidence, step, strength_delta, replica, log_index, digest"


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
    """A mark with its reinforcements in order of (reinforced_at, id), and the BM25 score of a query, larger is better;
    0 where there was no query."""

    mark: Mark
    steps: tuple[Reinforcement, ...]
    score: float


class Wanted(NamedTuple):
    """Which marks a question is about. `since` is the least instant of their last confirmation, `at` the instant that
    fading and validity count for; `as_of` asks for what was true then, `ever` for whatever may have been known at any
    time, in whatever state and under whatever subject it is now. `faded_too` lets through what is below the home's
    floor at that instant."""

    query: lexical.Query | None
    about: str
    scope: str
    since: float | None
    at: float
    as_of: float | None = None
    ever: bool = False
    faded_too: bool = False


def is_current(found: Mark, at: float) -> bool:
    """Whether a mark stands at an instant: active, not replaced, and not over since it was written down."""
    over = found.valid_to is not None and found.first_observed_at < found.valid_to <= at
    return found.state == "active" and not is_replaced(found, at) and not over


def is_replaced(found: Mark, at: float) -> bool:
    """Whether another mark has taken the place of one by an instant: a replacement may lie ahead."""
    return found.superseded_by is not None and (found.valid_to is None or found.valid_to <= at)


def as_of(found: Mark, steps: Sequence[Reinforcement], at: float | None) -> Mark:
    """A mark as far as it was confirmed by an instant of the world; as it is where None is asked for."""
    if at is None or found.last_reinforced_at <= at:
        return found
    by_then = [step.reinforced_at for step in steps if step.reinforced_at <= at]
    last = max([found.first_observed_at, *by_then])
    return found._replace(last_reinforced_at=last, reinforcement_count=len(by_then))


def start(found: Mark) -> float:
    """Since when a mark holds, as far as is known: what it says, else when it was first observed."""
    return found.first_observed_at if found.valid_from is None else found.valid_from


def said(found: Mark) -> str:
    """What a mark says, without who said it."""
    return skeleton.unattributed(found.observation, found.observed_by)


def write(change: Change, admitted: Admitted | None) -> None:
    """Make the rows of an admitted leaf."""
    if admitted is not None:
        change.apply()


def search(reading: Reading, wanted: Wanted, limit: int) -> list[Hit]:
    """Marks that a question is about: best lexical match first, or by strength's ingredients where there is no query.
    Marks and reinforcements are of one state of the index, whatever a writer does meanwhile. One that was moved comes
    once for every subject that it was found by (with `ever` alone)."""
    workspace = reading.index.rules.workspace
    where, arguments = _where(workspace, wanted)
    found: list[tuple[Mark, float]] = []
    with reading.snapshot() as db:
        tables = _tables(db, workspace, wanted)
        for columns, chosen, given in _chosen(wanted, where, arguments, tables):
            # Rows are ordered by what decides alone, and only those that are wanted are fetched whole.
            sql = f"SELECT {columns}, c.score FROM ({chosen}) c CROSS JOIN memory_marks m ON m.row=c.row"  # noqa: S608
            rows = db.execute(sql, [*given, limit]).fetchall()
            best = max((row[-1] for row in rows), default=0.0) or 1.0 if len(tables) > 1 else 1.0
            found += [(Mark(*row[:-1]), row[-1] / best) for row in rows]  # scores of two tables are not of one measure
        steps = _steps_of(db, workspace, [each.id for each, _ in found if each.reinforcement_count])
    found.sort(key=lambda each: -each[1])
    return [Hit(each, tuple(steps.get(each.id, ())), score) for each, score in found[:limit]]


_CURRENT, _PAST, _FORMER = "marks_text", "past_text", "former_text"


def _tables(db: sqlite3.Connection, workspace: str, wanted: Wanted) -> tuple[str, ...]:
    """The tables of text to ask. What is current lies in the first, unless the clock stands before the end of a mark
    that was over for the clock of its last leaf."""
    if wanted.ever:
        return _CURRENT, _PAST, _FORMER
    if wanted.as_of is not None:
        return _CURRENT, _PAST
    ahead = "SELECT 1 FROM memory_marks WHERE workspace=? AND is_current=0 AND state='active' AND valid_to>? LIMIT 1"
    return (_CURRENT, _PAST) if db.execute(ahead, (workspace, wanted.at)).fetchone() else (_CURRENT,)


def _chosen(
    wanted: Wanted, where: str, arguments: list[Any], tables: Sequence[str]
) -> list[tuple[str, str, list[Any]]]:  # fmt: skip
    """(columns of a mark, query for rows and scores, its arguments) of each table to ask."""
    if wanted.query is None:
        by = "(m.withers_at IS NULL) DESC, m.withers_at DESC, m.last_reinforced_at DESC, m.id"
        chosen = f"SELECT m.row, 0.0 AS score FROM memory_marks m WHERE {where} ORDER BY {by} LIMIT ?"  # noqa: S608
        return [(_PREFIXED, chosen, arguments)]
    return [_matching(table, wanted.query, where, arguments) for table in tables]


def _matching(table: str, query: lexical.Query, where: str, arguments: list[Any]) -> tuple[str, str, list[Any]]:
    columns, more, marks = _PREFIXED, "", f"memory_marks m ON m.row={table}.rowid"
    if table == _FORMER:
        columns, more = _PREFIXED.replace("m.subject,", "c.subject,"), ", f.subject"
        marks = f"former_subjects f ON f.row={table}.rowid"
        marks += " CROSS JOIN memory_marks m ON m.workspace=f.workspace AND m.id=f.mark_id"
    chosen = (
        f"SELECT m.row, -bm25({table}, 1.0, 0.6) AS score{more} FROM {table} CROSS JOIN {marks}"  # noqa: S608
        f" WHERE {table} MATCH ? AND {where} ORDER BY score DESC, m.last_reinforced_at DESC, m.id LIMIT ?"
    )
    return columns, chosen, [query.match, *arguments]


def matched(db: sqlite3.Connection, workspace: str, query: lexical.Query) -> set[str]:
    """Ids of all marks of an index whose text or subject holds words of a query."""
    found: set[str] = set()
    for table in (_CURRENT, _PAST):
        sql = (
            f"SELECT m.id FROM {table} CROSS JOIN memory_marks m ON m.row={table}.rowid"  # noqa: S608
            f" WHERE {table} MATCH ? AND m.workspace=?"
        )
        found.update(mark_id for (mark_id,) in db.execute(sql, (query.match, workspace)))
    return found


def _where(workspace: str, wanted: Wanted) -> tuple[str, list[Any]]:
    where, arguments = ["m.workspace=?", "m.scope=?"], list[Any]([workspace, wanted.scope])
    if wanted.about:
        low, high = subject.bounds(wanted.about)
        within = "m.subject=? OR (m.subject>=? AND m.subject<?)"
        arguments += [wanted.about, low, high]
        if wanted.ever:  # it may have stood under another subject then
            within += " OR m.id IN (SELECT mark_id FROM former_subjects o WHERE o.workspace=?"
            within += " AND (o.subject=? OR (o.subject>=? AND o.subject<?)))"
            arguments += [workspace, wanted.about, low, high]
        where.append(f"({within})")
    if wanted.since is not None:
        where.append(_SINCE[wanted.ever])
        arguments.append(wanted.since)
    if wanted.ever:
        return " AND ".join(where), arguments
    if wanted.since is not None and wanted.as_of is not None:
        where.append(_SINCE_BY_THEN)
        arguments += [wanted.as_of, wanted.since]
    if wanted.as_of is None:
        where.append("m.state='active' AND (m.superseded_by IS NULL OR m.valid_to>?)")
        arguments.append(wanted.at)
        # What was over when it was written down ("we were in Rome until the 10th") has not ended since.
        where.append("(m.valid_to IS NULL OR m.valid_to>? OR m.valid_to<=m.first_observed_at)")
        arguments.append(wanted.at)
    else:
        where.append("m.state IN ('active','withered') AND coalesce(m.valid_from,m.first_observed_at)<=?")
        where.append("(m.valid_to IS NULL OR m.valid_to>?)")
        arguments += [wanted.as_of, wanted.as_of]
    if not wanted.faded_too:
        where.append("(m.withers_at IS NULL OR m.withers_at>?)")
        arguments.append(wanted.at)
    return " AND ".join(where), arguments


# Fewer leaves may say a later confirmation only by one of those that add nothing since another was there before them.
_SINCE = (
    "m.last_reinforced_at>=?",
    "(m.last_reinforced_at>=? OR EXISTS (SELECT 1 FROM mark_aliases a WHERE a.workspace=m.workspace AND a.mark_id=m.id)"
    " OR EXISTS (SELECT 1 FROM mark_history h WHERE h.workspace=m.workspace AND h.type='reinforced'"
    " AND h.mark_id=m.id))",
)
_SINCE_BY_THEN = (
    "max(m.first_observed_at, coalesce((SELECT max(r.reinforced_at) FROM memory_mark_reinforcements r"
    " WHERE r.workspace=m.workspace AND r.mark_id=m.id AND r.reinforced_at<=?), m.first_observed_at))>=?"
)
_MOST_VARIABLES = 500  # of one statement


def _steps_of(db: sqlite3.Connection, workspace: str, ids: Sequence[str]) -> dict[str, list[Reinforcement]]:
    found: dict[str, list[Reinforcement]] = {}
    for start in range(0, len(ids), _MOST_VARIABLES):
        some = ids[start : start + _MOST_VARIABLES]
        rows = db.execute(
            f"SELECT mark_id, {_STEP_COLUMNS} FROM memory_mark_reinforcements WHERE workspace=?"  # noqa: S608
            f" AND mark_id IN ({','.join('?' * len(some))}) ORDER BY reinforced_at + 0, id",  # not by walking them all
            (workspace, *some),
        )
        for row in rows:
            found.setdefault(row[0], []).append(Reinforcement(*row[1:]))
    return found


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
    return _steps_of(db, workspace, [mark_id]).get(mark_id, [])


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


def all_records(reading: Reading, found: Mark, steps: Sequence[Reinforcement]) -> list[evidence.Evidence]:
    """Everything a mark cites: what made it and what reinforced it; a reinforcement whose value is gone is left out."""
    cited = records(found.evidence)
    for step in steps:
        if reading.value(step.digest) is not None:
            cited += records(step.evidence)
    return cited


def by_id(db: sqlite3.Connection, workspace: str, mark_id: str) -> Mark | None:
    """The mark that goes by a whole id now, or None."""
    row = db.execute(
        f"SELECT {_COLUMNS} FROM memory_marks WHERE workspace=? AND id=?",  # noqa: S608
        (workspace, apply.resolved(db, workspace, mark_id)),
    ).fetchone()
    return Mark(*row) if row is not None else None


def replacing(index: store.Index, mark_id: str) -> list[tuple[str, int]]:
    """(replica, index) of the leaves by which a mark was replaced or took the place of another one."""
    return index.db.execute(
        "SELECT replica, log_index FROM mark_history WHERE workspace=? AND mark_id=? AND type='superseded'"
        " ORDER BY replica, log_index",
        (index.rules.workspace, mark_id),
    ).fetchall()


def state(found: Mark, at: float) -> str:
    """What a mark is at an instant: its state, or `superseded`."""
    return "superseded" if found.state == "active" and is_replaced(found, at) else found.state


def was_true(found: Mark, at: float) -> bool:
    """Whether a mark is known to hold at an instant of the world, whatever became of it since, unless it was taken
    away."""
    holds = start(found) <= at and (found.valid_to is None or found.valid_to > at)
    return holds and found.state in ("active", "withered")


def standing_among(
    db: sqlite3.Connection, workspace: str, ids: Sequence[str], at: float, as_of: float | None
) -> list[str]:  # fmt: skip
    """Those of some marks that are current at an instant, or that were true as of another."""
    found = [by_id(db, workspace, each) for each in ids]
    return list(dict.fromkeys(
        each.id for each in found
        if each is not None and (is_current(each, at) if as_of is None else was_true(each, as_of))
    ))  # fmt: skip


def cites(db: sqlite3.Connection, workspace: str, source: str) -> bool:
    """True where some mark cites that source: such a line was said by itself."""
    row = db.execute(
        "SELECT 1 FROM mark_sources WHERE workspace=? AND source=? LIMIT 1", (workspace, source)
    ).fetchone()
    return row is not None


def subjects(db: sqlite3.Connection, workspace: str) -> Iterator[str]:
    """Every subject that has a mark, in order."""
    rows = db.execute(
        "WITH RECURSIVE named(subject) AS (SELECT min(subject) FROM memory_marks WHERE workspace=?1 UNION ALL"
        " SELECT (SELECT min(m.subject) FROM memory_marks m WHERE m.workspace=?1 AND m.subject>named.subject)"
        " FROM named WHERE named.subject IS NOT NULL) SELECT subject FROM named WHERE subject IS NOT NULL",
        (workspace,),
    )
    return (row[0] for row in rows)


def meeting(
    db: sqlite3.Connection, workspace: str, found: Mark, limit: int, reach: str, may: Callable[[str], bool]
) -> list[Mark]:  # fmt: skip
    """Other marks about the subject of one that say it of the same thing, newest first: what it may contradict.

    `reach` is how much they have to share: `all` words but numbers and negations, `two` words of which theirs begin
    with, or `one` of them. `may` tells from what one says whether it has to be looked at.
    """
    place = apply.slot(found.scope, found.subject, said(found))
    asked, given = [_OF_SLOT], [workspace, found.id, place.key, limit]
    for number, (condition, *values) in enumerate(_beginnings(place.key, reach), 1):
        asked.append(_NEWEST.format(number, condition, " + 0" if condition == _WITHIN else ""))
        given += [workspace, found.id, *values, limit]
    rows = db.execute(" UNION ALL ".join(asked), given).fetchall()
    if not rows:
        return []
    chosen = list(dict.fromkeys(row for _, _, _, row in sorted(rows, key=lambda each: (each[0], -each[1], each[2]))))
    told = {
        row
        for row, observation, speaker in _rows(db, "observation, observed_by", chosen)
        if may(skeleton.unattributed(observation, speaker))
    }
    whole = {row: Mark(*each) for row, *each in _rows(db, _COLUMNS, [row for row in chosen if row in told])}
    return [whole[row] for row in chosen if row in told]


def _rows(db: sqlite3.Connection, columns: str, rows: Sequence[int]) -> Iterable[Sequence[Any]]:
    """Some columns of the rows with these numbers, behind each number."""
    sql = f"SELECT row, {columns} FROM memory_marks WHERE row IN (SELECT value FROM json_each(?))"  # noqa: S608
    return db.execute(sql, (json.dumps(rows),)) if rows else ()


# What is asked here stands in one index each (marks_slot, marks_start, marks_short), in the order that is wanted:
# however many begin alike, the newest are read and no more. Those within bounds are in another order, and there the sum
# keeps SQLite from walking the index of first_observed_at instead.
_NEWEST = (
    "SELECT * FROM (SELECT {}, first_observed_at, id, row FROM memory_marks WHERE workspace=? AND id<>? AND {}"
    " AND state IN ('active','withered') ORDER BY first_observed_at{} DESC, id LIMIT ?)"
)
_OF_SLOT, _WITHIN = _NEWEST.format(0, "slot_key=?", ""), "slot_key>=? AND slot_key<?"


def _beginnings(place: str, reach: str) -> Iterator[tuple[str, ...]]:
    """(condition, its values) of each way to begin that `reach` asks for."""
    if reach == "all":
        return
    head, _, listed = place.rpartition("\n")
    words = listed.split()
    for low in (f"{head}\n{word}" for word in words):
        if reach == "two":
            yield "slot_short=?", low
        elif low <= place < low + "!":  # the first sign behind the blank that parts two words
            yield _WITHIN, low, place  # without the place itself, which is asked for already
            yield _WITHIN, place + " ", low + "!"
        else:
            yield _WITHIN, low, low + "!"
    for at, one in enumerate(words):
        for other in words[at + 1 :]:
            yield "slot_start=?", f"{head}\n{one} {other}"


def alike(
    db: sqlite3.Connection, workspace: str, scope: str, query: lexical.Query, at: float, limit: int
) -> list[tuple[Mark, str]]:
    """(mark, day of its first evidence) of active marks that share words with a text and hold at an instant: those that
    nothing has replaced first, best first."""
    found: list[tuple[Mark, str]] = []
    for table in ("marks_text", "past_text"):
        rows = db.execute(
            f"SELECT {_PREFIXED},"  # noqa: S608
            " (SELECT min(day) FROM mark_sources s WHERE s.workspace=m.workspace AND s.mark_id=m.id)"
            f" FROM {table} CROSS JOIN memory_marks m ON m.row={table}.rowid"
            f" WHERE {table} MATCH ? AND m.workspace=? AND m.scope=? AND m.state='active'"
            f" AND (m.valid_to IS NULL OR m.valid_to>?) ORDER BY bm25({table}, 1.0, 0.3) LIMIT ?",
            (query.match, workspace, scope, at, limit),
        )
        found += [(Mark(*row[:-1]), row[-1] or "") for row in rows]
    return found


def cited_files(db: sqlite3.Connection, workspace: str) -> list[str]:
    """Every file that a mark cites, as evidence names it."""
    rows = db.execute(  # from the first source of one file to the first of the next: `$` is the sign behind `#`
        "WITH RECURSIVE cited(source) AS (SELECT min(source) FROM mark_sources WHERE workspace=?1 AND source>='file:'"
        " AND source<'file;' UNION ALL SELECT (SELECT min(s.source) FROM mark_sources s WHERE s.workspace=?1"
        " AND s.source>=substr(cited.source, 1, instr(cited.source, '#') - 1) || '$' AND s.source<'file;')"
        " FROM cited WHERE cited.source IS NOT NULL) SELECT source FROM cited WHERE source IS NOT NULL",
        (workspace,),
    )
    return sorted(source[len("file:") : source.index("#")] for (source,) in rows)


def citing(db: sqlite3.Connection, workspace: str, path: str) -> list[Mark]:
    """Active marks that cite a file."""
    rows = db.execute(
        f"SELECT DISTINCT {_PREFIXED} FROM mark_sources s"  # noqa: S608
        " JOIN memory_marks m ON m.workspace=s.workspace AND m.id=s.mark_id"
        " WHERE s.workspace=? AND s.source>=? AND s.source<? AND m.state='active' ORDER BY m.id",
        (workspace, f"file:{path}#", f"file:{path}$"),
    )
    return [Mark(*row) for row in rows]


def referring(db: sqlite3.Connection, workspace: str) -> list[tuple[Mark, list[str]]]:
    """Active marks that name substrate files, with the names."""
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM memory_marks WHERE workspace=? AND state='active' AND substrate_refs<>'[]'",  # noqa: S608
        (workspace,),
    )
    return [(found, json.loads(found.substrate_refs)) for found in (Mark(*row) for row in rows)]


def gone(db: sqlite3.Connection, workspace: str) -> list[Mark]:
    """Marks that were recorded as absent because their lines were gone, and that nobody forgot besides."""
    rows = db.execute(
        f"SELECT DISTINCT {_PREFIXED} FROM denials d JOIN memory_marks m ON m.workspace=d.workspace AND m.id=d.mark_id"  # noqa: S608
        " WHERE d.workspace=? AND d.kind='gone' AND m.state='forgotten' AND NOT EXISTS (SELECT 1 FROM denials o"
        " WHERE o.workspace=d.workspace AND o.mark_id=d.mark_id AND o.kind<>'gone') ORDER BY m.id",
        (workspace,),
    )
    return [Mark(*row) for row in rows]


def evidence_of(db: sqlite3.Connection, workspace: str, found: Mark) -> list[dict[str, Any]]:
    """All evidence of a mark as JSON data: what made it and what reinforced it."""
    held: list[dict[str, Any]] = json.loads(found.evidence)
    for step in reinforcements(db, workspace, found.id) if found.reinforcement_count else ():
        held += json.loads(step.evidence)
    return held

"""The index file: opened only while it is exactly what we wrote last, caught up with the log, or made anew.

Its stamp lies in the state folder. A file that anybody else touched has another stamp and is thrown away, so no row
of the index can say what the log does not (docs/decisions/0001).
"""

from __future__ import annotations

import contextlib
import heapq
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from sapwood.core import leaf as leaves
from sapwood.core.merkle import Frontier, leaf_hash
from sapwood.db import sqlite
from sapwood.disk import lock, replace, safe
from sapwood.disk.places import Places
from sapwood.disk.steps import reached
from sapwood.errors import BadLeaf, Busy, DiskFailed
from sapwood.index import apply
from sapwood.log import segments, values
from sapwood.log.book import Log

SCHEMA = 15
_FOREIGN = ("-wal", "-shm")
_SCHEMA_FILE = os.path.join(os.path.dirname(__file__), "schema", "0001.sql")

Progress = Callable[[str, int, int], None]


class Index(NamedTuple):
    """An open index that holds all of the logs. `in_memory` where the cache folder cannot be written."""

    db: sqlite3.Connection
    rules: apply.Rules
    in_memory: bool = False


class _Stale(Exception):
    """The file is ours but lags in a way that replaying the tail cannot mend."""


def opened(
    places: Places, rules: apply.Rules, logs: Sequence[Log], seconds: float, progress: Progress | None
) -> Index:
    """The index for reading: at once where it is fresh, else brought up to date under its lock, else in memory."""
    fresh = _if_fresh(places, rules, logs)
    if fresh is not None:
        return fresh
    try:
        replace.make_folder(places.cache, 0o700)
        replace.make_folder(places.state, 0o700)
        with lock.held(places.index_lock, seconds):
            return brought_up(places, rules, logs, progress)
    except (DiskFailed, Busy, OSError, sqlite3.Error):
        return in_memory(places, rules, logs, progress)


def as_left(places: Places, rules: apply.Rules) -> Index | None:
    """The index file as it was left, however far it lags: for hints while somebody types, never for an answer. None
    where there is none of ours. Nothing is locked and nothing is written."""
    return _if_stamped(places, rules)


def brought_up(places: Places, rules: apply.Rules, logs: Sequence[Log], progress: Progress | None) -> Index:
    """The index with every leaf of the logs applied. Call with the index's lock held. Raises `DiskFailed`."""
    found = _if_stamped(places, rules)
    if found is not None:
        try:
            _catch_up(found, places, logs)
            return found
        except (_Stale, sqlite3.Error, OSError):
            found.db.close()
    return rebuilt(places, rules, logs, progress)


def _if_fresh(places: Places, rules: apply.Rules, logs: Sequence[Log]) -> Index | None:
    found = _if_stamped(places, rules)
    if found is None:
        return None
    try:
        if _applied(found) == _wanted(logs) and _value_segments(found) == _values_now(places):
            return found
    except sqlite3.Error:
        pass
    found.db.close()
    return None


def _if_stamped(places: Places, rules: apply.Rules) -> Index | None:
    """The index file where it is byte for byte what we left. The stamp is held against it once more after the first
    read: a journal that somebody put beside the file would have been played into it by then."""
    wanted = _stamp(places)
    if wanted is None or not _is_as_left(places, wanted):
        return None
    db = None
    try:
        db = sqlite.connect(places.index_file)
        if _meta(db) == _meta_wanted(rules) and _is_as_left(places, wanted):
            return Index(db, rules)
    except sqlite3.Error:
        pass
    if db is not None:
        db.close()
    return None


def _is_as_left(places: Places, wanted: safe.Stat) -> bool:
    """A write-ahead log is none of ours, and SQLite would read it before the file."""
    try:
        beside = [safe.stat_of(places.index_file + ending) for ending in _FOREIGN]
        return safe.stat_of(places.index_file) == wanted and beside == [None] * len(_FOREIGN)
    except OSError:
        return False


def _stamp_path(places: Places) -> str:
    return os.path.join(places.state, "index.json")


def _stamp(places: Places) -> safe.Stat | None:
    try:
        data = safe.read_own(_stamp_path(places))
        return safe.Stat(*json.loads(data)) if data else None
    except (ValueError, TypeError, OSError, RecursionError):
        return None


def stamp(places: Places) -> None:
    """Say in the state folder that the index file is as we left it. Call after a commit, under the index's lock."""
    stat = safe.stat_of(places.index_file)
    if stat is not None:
        replace.write_atomic(_stamp_path(places), json.dumps(stat).encode(), sync=False, mode=0o600)


def _meta_wanted(rules: apply.Rules) -> str:
    return json.dumps(
        [SCHEMA, rules.workspace, rules.salt.hex(), rules.floor, rules.decay, rules.step, rules.lens]
    )


def _meta(db: sqlite3.Connection) -> str | None:
    row = db.execute("SELECT value FROM meta").fetchone()
    return row[0] if row else None


def _applied(index: Index) -> dict[str, tuple[int, str]]:
    rows = index.db.execute(
        "SELECT replica, size, root FROM applied WHERE workspace=?", (index.rules.workspace,)
    ).fetchall()
    return {replica: (size, root) for replica, size, root in rows}


def _wanted(logs: Sequence[Log]) -> dict[str, tuple[int, str]]:
    return {log.replica: (log.state.size, log.state.root.hex()) for log in logs}


def _value_segments(index: Index) -> dict[tuple[str, int], safe.Stat]:
    rows = index.db.execute(
        "SELECT replica, number, stat FROM value_segments WHERE workspace=?", (index.rules.workspace,)
    ).fetchall()
    return {(replica, number): safe.Stat(*json.loads(stat)) for replica, number, stat in rows}


def _values_now(places: Places) -> dict[tuple[str, int], safe.Stat]:
    return {
        (replica, segment.number): segment.stat
        for replica in safe.folders(places.values)
        for segment in segments.listed(f"{places.values}/{replica}")
    }


def _catch_up(index: Index, places: Places, logs: Sequence[Log]) -> None:
    then, now = _applied(index), _wanted(logs)
    values_then, values_now = _value_segments(index), _values_now(places)
    if then == now and values_then == values_now:
        return
    grown = [log for log in logs if then.get(log.replica) != now[log.replica]]
    if set(then) - set(now) or _is_any_damaged(index):  # what a lost value held may have come, or an `erased` leaf
        raise _Stale
    if len(logs) > 1 and not _all_later(index, grown, then):
        raise _Stale
    if any(not log.sound or log.state.size < then.get(log.replica, (0, ""))[0] for log in grown):
        raise _Stale
    if not all(_goes_on_from(log, *then.get(log.replica, (0, ""))) for log in grown):
        raise _Stale
    for (replica, number), stat in values_then.items():
        after = values_now.get((replica, number))
        if after != stat and (after is None or not _values_stand(index, places, replica, number, stat.size)):
            raise _Stale
    index.db.execute("BEGIN IMMEDIATE")
    _note_values(index, places, values_then)
    tails = [_tagged(log, then.get(log.replica, (0, ""))[0]) for log in grown]
    note_applied(index, places, logs, _replay(index, places, tails, None, 0))
    commit(index, places)


def _all_later(index: Index, grown: Sequence[Log], then: dict[str, tuple[int, str]]) -> bool:
    """True where every new leaf stands behind every applied one in the order of memory, (lc, replica, i): then the new
    ones can be replayed after them, and the rows are those of a replay from the start."""
    rows = index.db.execute(
        "SELECT lc, replica, size FROM applied WHERE workspace=?", (index.rules.workspace,)
    ).fetchall()
    last = max(map(tuple, rows), default=(-1, "", 0))
    firsts = (next(_tagged(log, then.get(log.replica, (0, ""))[0]), None) for log in grown)
    return all(first is not None and first[:3] >= last for first in firsts)


def _is_any_damaged(index: Index) -> bool:
    row = index.db.execute(
        "SELECT 1 FROM losses WHERE workspace=? AND kind='damaged' LIMIT 1", (index.rules.workspace,)
    ).fetchone()
    return row is not None


def _goes_on_from(log: Log, size: int, root: str) -> bool:
    """True where the first `size` leaves of a log are those that were applied: another history is no start."""
    if size == 0 or (log.witness is not None and (log.witness.size, log.witness.root) == (size, root)):
        return True
    frontier = Frontier()
    for at, line in log.leaves():
        if at == size:
            break
        frontier.append(leaf_hash(line.data))
    return frontier.root().hex() == root


def _values_stand(index: Index, places: Places, replica: str, number: int, size: int) -> bool:
    """True where the first `size` bytes of a segment that changed still hold, in their places, the values that were
    noted in it, and no others."""
    rows = index.db.execute(
        "SELECT offset, digest FROM value_places WHERE workspace=? AND replica=? AND segment=?",
        (index.rules.workspace, replica, number),
    ).fetchall()
    noted = dict(rows)
    for segment in segments.listed(f"{places.values}/{replica}"):
        for line in values.lines(segment) if segment.number == number else ():
            if line.offset >= size:
                break
            found = values.decode(line.data) if isinstance(line, segments.Line) else None
            if found is None or noted.pop(line.offset, None) != found.digest:
                return False
    return not noted


def rebuilt(places: Places, rules: apply.Rules, logs: Sequence[Log], progress: Progress | None) -> Index:
    """A new index from log and values, in the place of the old one. Call with the index's lock held.

    It has no stamp until it is whole, so whoever comes meanwhile, or after a stop, does not take it for ours. Raises
    `DiskFailed`.
    """
    try:
        for ending in ("", "-journal", *_FOREIGN):
            replace.drop(places.index_file + ending)
        index = Index(sqlite.connect(places.index_file, durable=False), rules)
        try:
            _fill(index, places, logs, progress)
        finally:
            index.db.close()
        os.chmod(places.index_file, 0o600)
        reached("index-rebuilt")
        stamp(places)
        return Index(sqlite.connect(places.index_file), rules)
    except OSError as failure:
        raise DiskFailed(places.index_file, str(failure.strerror)) from failure
    except sqlite3.Error as failure:
        raise DiskFailed(places.index_file, str(failure)) from failure


def in_memory(places: Places, rules: apply.Rules, logs: Sequence[Log], progress: Progress | None) -> Index:
    """An index for one answer, where its folder cannot be written."""
    index = Index(sqlite.connect(":memory:", durable=False), rules, in_memory=True)
    _fill(index, places, logs, progress)
    return index


def replayed(
    rules: apply.Rules, changes: Iterable[tuple[str, leaves.Leaf]], value: Callable[[str], bytes | None]
) -> Index:
    """An index in memory of these (replica, leaf) alone, in the order given."""
    index = Index(sqlite.connect(":memory:", durable=False), rules, in_memory=True)
    _make_tables(index)
    for replica, leaf in changes:
        held = [] if leaf.type in _NAME_ONLY else [value(digest) for digest in leaf.digests]
        _apply_whole(index, apply.Applied(replica, leaf, held))
    return index


_NAME_ONLY = frozenset({"erased", "gap"})  # their digests are of values that are gone


def _make_tables(index: Index) -> None:
    index.db.executescript((safe.read_own(_SCHEMA_FILE) or b"").decode())
    index.db.execute("CREATE TABLE meta (value TEXT NOT NULL)")
    index.db.execute("INSERT INTO meta VALUES (?)", (_meta_wanted(index.rules),))


def scratch(places: Places, rules: apply.Rules, logs: Sequence[Log], progress: Progress | None, path: str) -> Index:
    """A second index beside the one in use, in a file of its own that is gone when the connection is closed."""
    index = Index(sqlite.connect(path, durable=False), rules, in_memory=True)
    try:
        index.db.execute("CREATE TABLE begun (row INTEGER)")  # the file is there from here on
        replace.drop(path)
        index.db.execute("DROP TABLE begun")
        _fill(index, places, logs, progress)
    except BaseException:
        index.db.close()
        raise
    return index


def lag(index: Index, places: Places, logs: Sequence[Log]) -> str:
    """Why an index does not hold all of the logs and values as they lie now, or empty where it does."""
    if _meta(index.db) != _meta_wanted(index.rules):
        return "it was made by other settings or another version"
    if _applied(index) != _wanted(logs):
        return "it holds another part of the log"
    return "" if _value_segments(index) == _values_now(places) else "values were written since"


def is_stamped(places: Places) -> bool:
    """True where the index file is byte for byte what we left: only then is it ever asked."""
    wanted = _stamp(places)
    return wanted is not None and _is_as_left(places, wanted)


def _fill(index: Index, places: Places, logs: Sequence[Log], progress: Progress | None) -> None:
    _make_tables(index)
    index.db.execute("BEGIN")
    _note_values(index, places, {})
    _note_stand_ins(index, logs)
    total = sum(log.state.size for log in logs)
    counters = _replay(index, places, [_tagged(log, 0) for log in logs], progress, total)
    note_applied(index, places, logs, counters)
    index.db.execute("COMMIT")


def _note_values(index: Index, places: Places, known: dict[tuple[str, int], safe.Stat]) -> None:
    """Record where every value lies that was appended since `known`."""
    for replica in safe.folders(places.values):
        for segment in segments.listed(f"{places.values}/{replica}"):
            before = known.get((replica, segment.number))
            start = before.size if before is not None else 0
            rows = [
                (index.rules.workspace, found.digest, replica, line.segment, line.offset, len(line.data))
                for line in values.lines(segment, start)
                if isinstance(line, segments.Line) and (found := values.decode(line.data)) is not None
            ]
            index.db.executemany("INSERT OR REPLACE INTO value_places VALUES (?,?,?,?,?,?)", rows)


def _note_stand_ins(index: Index, logs: Sequence[Log]) -> None:
    """Record which values stand in for others, before anything is replayed: a leaf is applied with the value that is in
    the place of its own, however much later the log says so. The first leaf that says it of a value counts."""
    found = sorted((leaf.lc, log.replica, leaf.i, leaf.digests, leaf) for log in logs for leaf in _redactions(log))
    rows = [apply.stand_in(index.rules, replica, leaf) for _, replica, _, _, leaf in found]
    index.db.executemany("INSERT OR IGNORE INTO stand_ins VALUES (?,?,?,?,?)", [row for row in rows if row is not None])


def _redactions(log: Log) -> Iterator[leaves.Leaf]:
    sign = b'"type":"redacted"'
    if any(sign in (safe.read_own(segment.path) or b"") for segment in segments.listed(log.folder)):
        for at, line in log.leaves():
            with contextlib.suppress(BadLeaf):
                if sign in line.data and (leaf := leaves.decode(line.data)).type == "redacted" and leaf.i == at:
                    yield leaf


def _tagged(log: Log, start: int) -> Iterator[tuple[int, str, int, leaves.Leaf | None]]:
    counter = 0
    for at, line in log.leaves(start):
        try:
            found = leaves.decode(line.data)
            if found.i != at:
                raise BadLeaf(f"it says it is leaf {found.i}")
        except BadLeaf:
            yield counter, log.replica, at, None
            continue
        counter = found.lc
        yield counter, log.replica, at, found


def _replay(
    index: Index, places: Places, sources: Sequence[Iterator[tuple[int, str, int, leaves.Leaf | None]]],
    progress: Progress | None, total: int,
) -> dict[str, int]:  # fmt: skip
    """Apply leaves in the one order of memory: (lc, replica, i). The highest counter of each replica's."""
    counters: dict[str, int] = {}
    erased: set[str] = set()
    lost: list[tuple[str, int, str]] = []
    for done, (counter, replica, at, found) in enumerate(heapq.merge(*sources, key=lambda each: each[:3])):
        counters[replica] = max(counters.get(replica, 0), counter)
        if progress is not None and done % 2000 == 0:
            progress("index", done, total)
        if found is None:
            _note_loss(index, replica, at, "unreadable", {"leaf": at})
            continue
        if found.type == "redacted" and _is_unheard(index, replica, found):
            raise _Stale
        if found.type in _NAME_ONLY:
            erased.update(found.digests)
            held: list[bytes | None] = []
        else:
            held = [value_of(index, places, digest) for digest in found.digests]
            lost.extend(
                (replica, at, digest)
                for digest, data in zip(found.digests, held, strict=True)
                if data is None
            )
        _apply_whole(index, apply.Applied(replica, found, held))
    for replica, at, digest in lost:
        if digest not in erased and not _is_erased(index, digest):
            _note_loss(index, replica, at, "damaged", {"leaf": at})
    return counters


def _is_unheard(index: Index, replica: str, found: leaves.Leaf) -> bool:
    """True where a value that rows were made of already is replaced: all has to be replayed with the other one."""
    row = apply.stand_in(index.rules, replica, found)
    return row is not None and stand_in(index, row[1]) is None


def _is_erased(index: Index, digest: str) -> bool:
    row = index.db.execute(
        "SELECT 1 FROM erased WHERE workspace=? AND digest=?", (index.rules.workspace, digest)
    ).fetchone()
    return row is not None


def _apply_whole(index: Index, change: apply.Applied) -> None:
    """The rows of one leaf, or none of them and a note: one bad leaf must not keep the others from being read."""
    index.db.execute("SAVEPOINT leaf")
    try:
        apply.apply(index.db, index.rules, change)
    except BadLeaf:
        index.db.execute("ROLLBACK TO leaf")
        _note_loss(index, change.replica, change.leaf.i, "unreadable", {"leaf": change.leaf.i})
    index.db.execute("RELEASE leaf")


def _note_loss(index: Index, replica: str, at: int, kind: str, detail: dict[str, int]) -> None:
    row = (index.rules.workspace, replica, at, kind, json.dumps(detail))
    index.db.execute("INSERT OR REPLACE INTO losses VALUES (?,?,?,?,?)", row)


def value_of(index: Index, places: Places, digest: str, *, itself: bool = False) -> bytes | None:
    """The bytes of a value, or (unless it is asked for `itself`) of the one that stands in for it, re-read and hashed;
    None where it is gone or damaged."""
    found = index.db.execute(
        "SELECT digest, replica, segment, offset, length FROM value_places WHERE workspace=?1 AND digest="
        "coalesce((SELECT by_digest FROM stand_ins WHERE workspace=?1 AND digest=?2 AND NOT ?3), ?2)",
        (index.rules.workspace, digest, itself),
    ).fetchone()
    if found is None:
        return None
    try:
        return values.read(places.values, values.Place(*found[1:]), found[0])
    except (OSError, OverflowError, MemoryError, TypeError, ValueError):  # a place that no file has
        return None


class StandIn(NamedTuple):
    """The value in the place of another, and the `redacted` leaf that says so."""

    digest: str
    replica: str
    log_index: int


def stand_in(index: Index, digest: str) -> StandIn | None:
    """What stands in for a value, as the index says; None where it stands for itself."""
    row = index.db.execute(
        "SELECT by_digest, replica, log_index FROM stand_ins WHERE workspace=? AND digest=?",
        (index.rules.workspace, digest),
    ).fetchone()
    return StandIn(*row) if row is not None else None


def relocked(index: Index, places: Places, logs: Sequence[Log]) -> Index:
    """The index again, now that its lock is held: another process may have put a new file in its place meanwhile."""
    if index.in_memory:
        return index
    index.db.close()
    return brought_up(places, index.rules, logs, None)


def note_applied(index: Index, places: Places, logs: Sequence[Log], counters: dict[str, int]) -> None:
    """Record how far each log is applied, with the highest counter of the leaves just applied, and how the values lie,
    in the open transaction."""
    sizes = [
        (log.replica, log.state.size, counters.get(log.replica, 0), log.state.root.hex()) for log in logs
    ]
    note_sizes(index, places, sizes)


def note_sizes(index: Index, places: Places, sizes: Sequence[tuple[str, int, int, str]]) -> None:
    """The same for (replica, size, highest counter, root)."""
    workspace = index.rules.workspace
    index.db.executemany(
        "INSERT INTO applied (workspace, replica, size, lc, root) VALUES (?,?,?,?,?)"
        " ON CONFLICT (workspace, replica) DO UPDATE SET size=excluded.size, root=excluded.root,"
        " lc=max(lc, excluded.lc)",
        [(workspace, *each) for each in sizes],
    )
    index.db.execute("DELETE FROM value_segments WHERE workspace=?", (workspace,))
    rows = [
        (workspace, replica, number, json.dumps(stat))
        for (replica, number), stat in _values_now(places).items()
    ]
    index.db.executemany("INSERT INTO value_segments VALUES (?,?,?,?)", rows)


def note_values(index: Index, placed: Iterable[tuple[str, values.Place]]) -> None:
    """Record where values lie, in the order of the table: it has each of its pages once for all of them."""
    rows = [(index.rules.workspace, digest, *place) for digest, place in sorted(placed)]
    index.db.executemany("INSERT OR REPLACE INTO value_places VALUES (?,?,?,?,?,?)", rows)


def commit(index: Index, places: Places) -> None:
    """Commit and stamp. Call with the index's lock held."""
    index.db.execute("COMMIT")
    reached("index-committed")
    if not index.in_memory:
        stamp(places)

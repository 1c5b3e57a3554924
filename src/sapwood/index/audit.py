"""The index held against a second one that is made from log and values beside it, table by table and row by row.

What differs is named by table, key and column, never by its text. Both sides are read in the order of their keys, so
memory stays flat. The index in use is read as it lies, without a lock; where it changed meanwhile nothing is said.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sapwood.core.limits import Limits
from sapwood.core.problem import Problem
from sapwood.db import sqlite
from sapwood.disk import replace, safe
from sapwood.disk.places import Places
from sapwood.errors import DiskFailed
from sapwood.index import apply, store
from sapwood.log.book import Log

SAME, DIFFERS, ABSENT, LAGS, MOVED, BROKEN, SKIPPED = "same", "differs", "absent", "lags", "moved", "broken", "skipped"
_NOT_FROM_THE_LOG = frozenset({"meta", "files", "passages", "compost", "compost_affinity", "evidence_files", "looks"})
_HASHED = frozenset({"substrate", "daily", "notes", "knowledge"})  # their `files` rows hold the digest of the file
_NUMBERS = frozenset({"row", "id"})  # as keys they number rows in the order they came; as text they name things
_NAMED_AT_MOST = 5  # rows of one table
_MEND = "index: nothing is lost by throwing it away; `sapwood rebuild` makes it again"


class Held(NamedTuple):
    """`status`: `same`, `differs`, `absent` (there is none), `lags` (it does not hold all of the log; the next answer
    brings it up), `moved` (written while it was read), `broken` (it does not read, or a stopped write lies beside it;
    it is never used so), `skipped`. `rows` were compared; `stale_files` changed since they were read, which the next
    answer does again."""

    status: str
    rows: int
    stale_files: int
    detail: str
    findings: list[str]


class _Table(NamedTuple):
    name: str
    key: tuple[str, ...]
    columns: tuple[str, ...]


def held(
    places: Places, rules: apply.Rules, logs: Sequence[Log], limits: Limits, progress: store.Progress | None
) -> Held:
    """Compare. Nothing is written but the second index, which has no name as soon as it is begun."""
    before = safe.stat_of(places.index_file)
    if before is None:
        return Held(ABSENT, 0, 0, "there is no index; the next answer makes one", [])
    if _unfinished(places):
        return Held(BROKEN, 0, 0, "a stopped write lies beside the index; the next answer makes it anew", [])
    stamped = store.is_stamped(places)
    try:
        db = sqlite.frozen(places.index_file)
    except sqlite3.Error as failure:
        return _broken(stamped, failure)
    try:
        found = _compared(store.Index(db, rules), places, rules, logs, limits, progress)
    except sqlite3.Error as failure:
        found = _broken(stamped, failure)
    finally:
        db.close()
    if safe.stat_of(places.index_file) != before:
        return Held(MOVED, 0, 0, "another process wrote the index meanwhile; not compared", [])
    return found


def _unfinished(places: Places) -> bool:
    journal = safe.stat_of(places.index_file + "-journal")
    return journal is not None and journal.size > 0


def _broken(stamped: bool, failure: sqlite3.Error) -> Held:
    """A file that is not as we left it is thrown away by the next answer: a stopped rebuild leaves such a one."""
    detail = f"the index does not read: {failure}"
    return Held(BROKEN, 0, 0, detail, [detail, _MEND] if stamped else [])


def _compared(
    index: store.Index, places: Places, rules: apply.Rules, logs: Sequence[Log], limits: Limits,
    progress: store.Progress | None,
) -> Held:  # fmt: skip
    if why := store.lag(index, places, logs):
        return Held(LAGS, 0, 0, f"{why}; the next answer brings it up to date; not compared", [])
    findings = [f"index: {text}" for text in _integrity(index.db)]
    anew = _second(places, rules, logs, progress)
    try:
        tables = _tables(anew.db)
        rows = 0
        for at, table in enumerate(tables):
            if progress is not None:
                progress("tables", at, len(tables))
            seen, told = _differences(table, index.db, anew.db)
            rows += seen
            findings += told
        stale, told = _files(index.db, places, limits)
        findings += told
    finally:
        anew.db.close()
    if why := store.lag(index, places, logs):
        return Held(MOVED, 0, 0, f"{why}, while it was read; not compared", [])
    return Held(DIFFERS, rows, stale, "", [*findings, _MEND]) if findings else Held(SAME, rows, stale, "", [])


def _second(places: Places, rules: apply.Rules, logs: Sequence[Log], progress: store.Progress | None) -> store.Index:
    path = os.path.join(places.cache, f"{safe.TEMP_PREFIX}{os.getpid()}-index.db")
    try:
        replace.drop(path)
        return store.scratch(places, rules, logs, progress, path)
    except (sqlite3.Error, DiskFailed, OSError):  # the cache cannot be written, or is full
        return store.in_memory(places, rules, logs, progress)


def _integrity(db: sqlite3.Connection) -> list[str]:
    """What SQLite itself says of the file, its full-text tables included where this SQLite looks at those."""
    said = [text for (text,) in db.execute("PRAGMA integrity_check(5)")]
    return [] if said == ["ok"] else said


def _tables(db: sqlite3.Connection) -> list[_Table]:
    """The tables that are made from the log alone, as a fresh index has them."""
    names = db.execute(
        "SELECT name FROM sqlite_master WHERE type='table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
    ).fetchall()
    return [
        _table(db, name)
        for (name,) in names
        if name not in _NOT_FROM_THE_LOG and "_text_" not in name and not name.startswith("sqlite_")
    ]


def _table(db: sqlite3.Connection, name: str) -> _Table:
    info = db.execute(f"PRAGMA table_info('{name}')").fetchall()
    key = [row[1] for row in sorted(info, key=lambda row: row[5]) if row[5]]
    if len(key) == 1 and key[0] in _NUMBERS:
        key = _unique(db, name)
        info = [row for row in info if not row[5]]
    return _Table(name, tuple(key), tuple(row[1] for row in info if row[1] not in key))


def _unique(db: sqlite3.Connection, name: str) -> list[str]:
    for _, index, unique, *_ in db.execute(f"PRAGMA index_list('{name}')").fetchall():
        if unique:
            return [row[2] for row in db.execute(f"PRAGMA index_info('{index}')")]
    raise LookupError(f"{name} has no key but the number of its rows")


def _select(table: _Table) -> str:
    """Rows in the order of their key, with what the full-text tables hold of them."""
    key, text = ", ".join(f"t.{column}" for column in table.key), ""
    columns = "".join(f", t.{column}" for column in table.columns)
    source = f"{table.name} t"
    for held in _TEXTS.get(table.name, ()):
        text += f", {held}.text, {held}.subject"
        source += f" LEFT JOIN {held} ON {held}.rowid=t.row"
    return f"SELECT {key}{columns}{text} FROM {source} ORDER BY {key}"  # noqa: S608 - names of our own schema


_TEXTS = {"memory_marks": ("marks_text", "past_text"), "former_subjects": ("former_text",)}


def _differences(table: _Table, here: sqlite3.Connection, anew: sqlite3.Connection) -> tuple[int, list[str]]:
    width, sql = len(table.key), _select(table)
    texts = [f"{held}.{column}" for held in _TEXTS.get(table.name, ()) for column in ("text", "subject")]
    columns = [*table.columns, *texts]
    found: list[str] = []
    rows = more = 0
    for ours, theirs in _paired(here.execute(sql), anew.execute(sql), width):
        rows += ours is not None
        if ours == theirs:
            continue
        if len(found) == _NAMED_AT_MOST:
            more += 1
            continue
        found.append(_told(table, columns, width, ours, theirs))
    if more:
        found.append(f"index: {table.name}: {more} more row(s) differ")
    return rows, found


def _paired(
    here: Iterator[Any], anew: Iterator[Any], width: int
) -> Iterator[tuple[tuple[Any, ...] | None, tuple[Any, ...] | None]]:
    """Rows of both sides with the same key, None on the side that has none."""
    ours, theirs = next(here, None), next(anew, None)
    while ours is not None or theirs is not None:
        order = _order(ours, theirs, width)
        yield (ours if order <= 0 else None), (theirs if order >= 0 else None)
        if order <= 0:
            ours = next(here, None)
        if order >= 0:
            theirs = next(anew, None)


def _order(ours: tuple[Any, ...] | None, theirs: tuple[Any, ...] | None, width: int) -> int:
    if ours is None or theirs is None:
        return 1 if ours is None else -1
    mine, its = [_rank(each) for each in ours[:width]], [_rank(each) for each in theirs[:width]]
    return 0 if mine == its else -1 if mine < its else 1


def _rank(value: Any) -> tuple[int, Any]:
    """SQLite's order: NULL, numbers, text by its bytes, blobs."""
    if value is None:
        return 0, 0
    if isinstance(value, (int, float)):
        return 1, value
    return (2, value.encode("utf-8", "surrogatepass")) if isinstance(value, str) else (3, value)


def _told(
    table: _Table, columns: Sequence[str], width: int, ours: tuple[Any, ...] | None, theirs: tuple[Any, ...] | None
) -> str:
    named = ours if ours is not None else theirs or ()
    key = "/".join(str(part) for part in named[1:width])  # the first column is the workspace
    place = f"index: {table.name} {key}"
    if ours is None:
        return f"{place}: the row is missing"
    if theirs is None:
        return f"{place}: the log makes no such row"
    changed = [
        name for name, one, other in itertools.zip_longest(columns, ours[width:], theirs[width:]) if one != other
    ]
    return f"{place}: {', '.join(changed)}: not what the log says"


def _files(db: sqlite3.Connection, places: Places, limits: Limits) -> tuple[int, list[str]]:
    """Rows of files against the files: (how many changed since they were read, those that lie about one that did
    not)."""
    stale, found = 0, []
    for path, stat, digest, layer in db.execute("SELECT path, stat, digest, layer FROM files ORDER BY path"):
        try:
            data = places.read(places.located(path), limits.file_bytes)
            now = safe.stat_of(places.located(path))
        except (ValueError, TypeError):  # no name of a file
            found.append(f"index: files {path!a}: there can be no such file")
            continue
        if now is None or stat != json.dumps(now):
            stale += 1
        elif layer in _HASHED and digest != ("" if isinstance(data, Problem) else hashlib.sha256(data).hexdigest()):
            found.append(f"index: files {path}: digest: not that of the file, which did not change")
    return stale, found

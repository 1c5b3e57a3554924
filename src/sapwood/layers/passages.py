"""Nobody writes to a file through this one: it keeps the rows of the substrate and day files fresh and finds them.

Freshness is one scandir a folder: name, size, mtime, ctime and inode. A file that changed within two seconds of the
moment it was last read is hashed, since a clock tick may hide a second change (DESIGN §7).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sapwood.core import credentials, subject
from sapwood.core.problem import Problem
from sapwood.disk import lines as splitting
from sapwood.disk.home import Home
from sapwood.index import lexical
from sapwood.layers import days, markdown, substrate
from sapwood.layers.substrate import Source
from sapwood.reading import Reading

Classify = Callable[[str, Sequence[str]], str | None]

SUBSTRATE, DAILY = "substrate", "daily"
_RACY_SECONDS = 2.0
_SHOWN_KINDS = frozenset({"bullet", "ordered", "task", "plain", "quote", "table", "fence", "indented", "html"})


class Passage(NamedTuple):
    """One item or paragraph of a file, as the index holds it."""

    path: str
    day: str
    archived: bool
    lines: tuple[int, int]
    heading: str
    subject: str
    text: str
    score: float


def refresh(reading: Reading, home: Home, classify: Classify, layers: Sequence[str], *, archive: bool) -> list[Problem]:
    """Bring the rows of the files up to date; what could not be read, file by file."""
    wanted: list[tuple[str, bool, Source]] = []
    problems: list[Problem] = []
    if SUBSTRATE in layers:
        problems += _want(wanted, SUBSTRATE, False, substrate.files(home.places))
    if DAILY in layers:
        problems += _want(wanted, DAILY, False, days.files(home.places))
        if archive:
            problems += _want(wanted, DAILY, True, days.files(home.places, archived=True))
    known = _known(reading)
    stale = [each for each in wanted if not _fresh(known.get(each[2].shown), each[2], home)]
    here = {source.shown for _, _, source in wanted}
    seen = {(layer, archived) for layer, archived in ((SUBSTRATE, False), (DAILY, False), (DAILY, True)) if layer in layers and (archive or not archived)}
    gone = [row for path, row in known.items() if (row[1], bool(row[2])) in seen and path not in here]
    if stale or gone:
        with reading.index_locked() as index:
            for row in gone:
                _forget(index.db, row[0], row[1], bool(row[2]))
            for layer, archived, source in stale:
                _read_file(index.db, home, classify, layer, archived, source, reading.now)
    for path, row in _known(reading).items():
        if path in here:
            problems += [Problem(*each) for each in json.loads(row[5])]
    return problems


def _want(
    wanted: list[tuple[str, bool, Source]], layer: str, archived: bool, found: tuple[list[Source], list[Problem]]
) -> list[Problem]:
    wanted += [(layer, archived, source) for source in found[0]]
    return found[1]


def _known(reading: Reading) -> dict[str, tuple[int, str, int, str, float, str, str]]:
    rows = reading.index.db.execute(
        "SELECT path, id, layer, archived, stat, read_at, problems, digest FROM files WHERE workspace=?",
        (reading.index.rules.workspace,),
    )
    return {row[0]: row[1:] for row in rows}


def _fresh(row: tuple[int, str, int, str, float, str, str] | None, source: Source, home: Home) -> bool:
    if row is None or row[3] != json.dumps(source.stat):
        return False
    if row[4] - source.stat.mtime_ns / 1e9 > _RACY_SECONDS:
        return True
    data = home.places.read(source.path, home.config.limits.file_bytes)
    return not isinstance(data, Problem) and row[6] == splitting.digest([data.hex()])


def _forget(db: sqlite3.Connection, file_id: int, layer: str, archived: bool) -> None:
    table = _table(layer, archived)
    db.execute(f"DELETE FROM {table} WHERE rowid IN (SELECT row FROM passages WHERE file_id=?)", (file_id,))  # noqa: S608
    db.execute("DELETE FROM passages WHERE file_id=?", (file_id,))
    db.execute("DELETE FROM files WHERE id=?", (file_id,))


def _table(layer: str, archived: bool) -> str:
    return "archive_text" if archived else f"{layer}_text"


def _read_file(
    db: sqlite3.Connection, home: Home, classify: Classify, layer: str, archived: bool, source: Source, now: float
) -> None:
    workspace = home.places.workspace
    old = db.execute(
        "SELECT id, layer, archived FROM files WHERE workspace=? AND path=?", (workspace, source.shown)
    ).fetchone()
    if old is not None:
        _forget(db, old[0], old[1], bool(old[2]))
    data = home.places.read(source.path, home.config.limits.file_bytes)
    if isinstance(data, Problem):
        texts: tuple[str, ...] = ()
        problems, digest = [data], ""
    else:
        found, faults = splitting.decode(source.shown, data, home.config.limits)
        texts, problems, digest = found.texts, list(faults), splitting.digest([data.hex()])
    file_id = db.execute(
        "INSERT INTO files (workspace, path, layer, day, archived, stat, read_at, digest, problems) VALUES (?,?,?,?,?,?,?,?,?)",
        (workspace, source.shown, layer, source.day, archived, json.dumps(source.stat), now, digest, json.dumps(problems)),
    ).lastrowid  # fmt: skip
    document = markdown.parse(texts)
    for block in document.blocks:
        if block.kind in _SHOWN_KINDS:
            _write_passage(db, home, classify, (workspace, file_id, layer, source.day, archived), document, block, texts)


def _write_passage(
    db: sqlite3.Connection, home: Home, classify: Classify, key: tuple[Any, ...], document: markdown.Document,
    block: markdown.Block, texts: Sequence[str],
) -> None:  # fmt: skip
    first, last = block.lines
    raw = block.text if block.text and block.kind != "fence" else "\n".join(texts[first - 1 : last])
    text, _ = credentials.redact(days.without_time(raw))
    headings = document.sections[block.section].path
    topic = classify(text, headings)
    about = f"{home.config.owner}.{topic}" if topic else ""
    heading = " › ".join(headings)
    row = db.execute(
        "INSERT INTO passages (workspace, file_id, layer, day, archived, first_line, last_line, heading, subject, text)"
        " VALUES (?,?,?,?,?,?,?,?,?,?)",
        (*key, first, last, heading, about, text),
    ).lastrowid
    db.execute(
        f"INSERT INTO {_table(key[2], key[4])} (rowid, text, heading) VALUES (?,?,?)",  # noqa: S608
        (row, lexical.indexed(text), lexical.indexed(heading)),
    )


def search(
    reading: Reading, layer: str, query: lexical.Query | None, about: str, since: str, limit: int, *, archived: bool
) -> list[Passage]:
    """Passages of one layer, best first. `since` is the first day that counts, empty for all."""
    columns = "f.path, p.day, p.archived, p.first_line, p.last_line, p.heading, p.subject, p.text"
    where, arguments = ["p.workspace=?", "p.layer=?"], [reading.index.rules.workspace, layer]
    if about:
        low, high = subject.bounds(about)
        where.append("(p.subject=? OR (p.subject>=? AND p.subject<?))")
        arguments += [about, low, high]
    if since:
        where.append("p.day>=?")
        arguments.append(since)
    if query is None:
        where.append("p.archived=?")
        sql = f"SELECT {columns}, 0.0 FROM passages p JOIN files f ON f.id=p.file_id WHERE {' AND '.join(where)}"  # noqa: S608
        sql += " ORDER BY p.day DESC, f.path, p.first_line LIMIT ?"
        rows = reading.index.db.execute(sql, [*arguments, archived, limit]).fetchall()
    else:
        table = _table(layer, archived)
        sql = (
            f"SELECT {columns}, -bm25({table}, 1.0, 0.5) AS score FROM {table}"  # noqa: S608
            f" CROSS JOIN passages p ON p.row={table}.rowid JOIN files f ON f.id=p.file_id"
            f" WHERE {table} MATCH ? AND {' AND '.join(where)} ORDER BY score DESC, p.day DESC LIMIT ?"
        )
        rows = reading.index.db.execute(sql, [query.match, *arguments, limit]).fetchall()
    return [Passage(row[0], row[1], bool(row[2]), (row[3], row[4]), row[5], row[6], row[7], row[8]) for row in rows]


def excerpt(reading: Reading, found: Passage, shelf_texts: Sequence[str] | Problem) -> str | None:
    """The raw lines of a passage as they stand in the file now, credentials masked; None where they moved meanwhile."""
    if isinstance(shelf_texts, Problem):
        return None
    first, last = found.lines
    raw = "\n".join(shelf_texts[first - 1 : last])
    masked, _ = credentials.redact(raw)
    return masked if raw.strip() else None


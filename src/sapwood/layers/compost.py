"""Read only: nobody writes compost through any road. Learnings of agents that are gone, from where others keep them.

Three kinds of source, all named in `[compost].paths`:

- a folder: its `*.jsonl`, an object a line with `template_id`, `learning`, `subject_affinity[]`, `source_agent_count`
  and `composted_at`; other keys are not taken in;
- a folder of retired agents (`.claude/agent-memory/`, or one agent's in it): its `*.md` and those of the folders
  directly in it, cut up as notes are; the folder's name is the agent's;
- `sqlite:PATH#VIEW`: a table or view with those columns, opened so that nothing is written into it or beside it.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sapwood.core import credentials, instant, subject
from sapwood.core.limits import Limits
from sapwood.core.problem import Problem
from sapwood.db import sqlite
from sapwood.disk import looks, safe, trees
from sapwood.disk.home import Home
from sapwood.disk.places import Places, View
from sapwood.errors import BadInstant, BadSubject, BadZone
from sapwood.index import lexical
from sapwood.layers import notes
from sapwood.layers.substrate import Source, unlisted
from sapwood.reading import Reading

COLUMNS = ("template_id", "learning", "subject_affinity", "source_agent_count", "composted_at")
_ENDINGS = (".jsonl", ".md")
_SECONDS = 2.0  # that one question of a database may take
_MOST_ROWS = 100_000  # of one view
_MOST_FAULTS = 20  # of one source that are told one by one


class Learning(NamedTuple):
    """One learning as its source states it: `at` is the text of `composted_at`, empty where there is none; `day` the
    day of it in the home's zone."""

    lines: tuple[int, int]
    template_id: str
    text: str
    affinity: tuple[str, ...]
    agents: int
    at: str
    day: str


class Hit(NamedTuple):
    """One learning that an answer may hold; `source` is `file:line` or the view."""

    source: str
    learning: Learning
    score: float


# ---- where it lies


def files(places: Places) -> tuple[list[Source], list[Problem]]:
    """The files and views of compost, and what could not be listed."""
    found: dict[str, Source] = {}
    problems: list[Problem] = []
    for folder in places.compost:
        looks.note("path", folder)
        if not os.path.isdir(folder):
            message = "is declared in [compost].paths and is no folder; its learnings are not in this answer"
            problems.append(Problem(places.shown(folder), None, "missing", message))
            continue
        inner = [os.path.join(folder, name) for name in trees.names(folder)[1] if name[0] != "."]
        for each in [folder, *inner]:
            entries = safe.scan(each)
            if entries is None:
                problems.append(unlisted(places, each))
            for entry in entries or ():
                if entry.name[0] != "." and entry.name.lower().endswith(_ENDINGS) and not notes.rule(entry.name):
                    found[entry.path] = Source(entry.path, places.shown(entry.path), "", entry.stat)
    for view in places.views:
        stat = _stat(view)
        if stat is None:
            message = "is declared in [compost].paths and is not there; its learnings are not in this answer"
            problems.append(Problem(view.shown, None, "missing", message))
        else:
            found[view.shown] = Source(view.shown, view.shown, "", stat)
    return list(found.values()), problems


def is_view(path: str) -> bool:
    """True for the name of a view, which is no file."""
    return path.startswith("sqlite:")


def _stat(view: View) -> safe.Stat | None:
    """The `Stat` of a database together with what was written since its last checkpoint. The ctime of the latter does
    not count: SQLite run by root sets the owner of that file whenever it opens it."""
    main, log = safe.stat_of(view.path), safe.stat_of(view.path + "-wal")
    if main is None or log is None:
        return main
    return main._replace(size=main.size + log.size, mtime_ns=max(main.mtime_ns, log.mtime_ns))


# ---- what it says


def of_lines(home: Home, shown: str, texts: Sequence[str]) -> tuple[list[Learning], list[Problem]]:
    """The learnings of a JSONL file, and its lines that are none."""
    found: list[Learning] = []
    faults: list[Problem] = []
    for number, text in enumerate(texts, 1):
        if text.strip():
            try:
                fields = json.loads(text)
            except (ValueError, RecursionError):
                faults.append(_fault(shown, number, "is no JSON object"))
                continue
            learning, told = _learning(home, fields, (number, number), shown)
            found += [learning] if learning is not None else []
            faults += told
    return found, _few(shown, faults)


def of_view(home: Home, shown: str) -> tuple[list[Learning], list[Problem], str]:
    """The learnings of a view, what of it could not be read, and a digest of its rows."""
    view = next((each for each in home.places.views if each.shown == shown), None)
    if view is None:
        return [], [], ""
    before = _stat(view)
    try:
        rows = list(_rows(view, home.config.limits))
    except (sqlite3.Error, OSError, UnicodeDecodeError, OverflowError, MemoryError) as failure:
        message = f"cannot be read: {failure}; its learnings are not in this answer"
        return [], [Problem(shown, None, "unreadable", message)], ""
    if _stat(view) != before:
        return [], [Problem(shown, None, "unreadable", "was written while it was read; ask again")], ""
    found: list[Learning] = []
    faults: list[Problem] = []
    for number, row in enumerate(rows[:_MOST_ROWS], 1):
        learning, told = _learning(home, row, (number, number), shown)
        found += [learning] if learning is not None else []
        faults += told
    if len(rows) > _MOST_ROWS:
        faults.insert(0, _fault(shown, None, f"holds more than {_MOST_ROWS} rows; the rest is left out"))
    digest = hashlib.sha256(repr(rows).encode("utf-8", "surrogatepass")).hexdigest()
    return found, _few(shown, faults), digest


def of_piece(path: str, piece: notes.Piece) -> Learning:
    """A learning of an agent whose folder of memory is read: it is of one agent, and named by folder and title."""
    agent = os.path.basename(os.path.dirname(path))
    template, text = (credentials.redact(each)[0] for each in (f"{agent}: {piece.heading[-1]}", piece.text))
    return Learning(piece.lines, template, text, (), 1, piece.day, piece.day)


def _rows(view: View, limits: Limits) -> Iterator[dict[str, Any]]:
    connection = sqlite.read_only(view.path, _SECONDS)
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, min(limits.file_bytes, 1 << 30))
        name = view.name.replace('"', '""')
        columns = ", ".join(f'"{column}"' for column in _held(connection, name))
        cursor = connection.execute(f'SELECT {columns} FROM "{name}" LIMIT ?', (_MOST_ROWS + 1,))  # noqa: S608
        names = [column[0] for column in cursor.description]
        yield from (dict(zip(names, row, strict=True)) for row in cursor)
    finally:
        connection.close()


def _held(connection: sqlite3.Connection, name: str) -> list[str]:
    """Those of our columns that a view has; a name in double quotes that is no column would be read as a text."""
    here = {row[1] for row in connection.execute(f'PRAGMA table_info("{name}")')}
    missing = [column for column in COLUMNS[:2] if column not in here]
    if missing:
        raise sqlite3.OperationalError(
            f"no table or view of that name has the column {missing[0]}" if here else "no table or view has that name"
        )
    return [column for column in COLUMNS if column in here]


def _learning(home: Home, fields: Any, lines: tuple[int, int], shown: str) -> tuple[Learning | None, list[Problem]]:
    """What an object says, and what of it could not be used."""
    if not isinstance(fields, Mapping):
        return None, [_fault(shown, lines[0], "is no JSON object")]
    texts = {key: fields.get(key) for key in COLUMNS[:2]}
    for key, text in texts.items():
        if not isinstance(text, str) or not text.strip() or "\0" in text or not trees.is_text(text):
            return None, [_fault(shown, lines[0], f"has no text in {key}")]
    faults: list[Problem] = []
    affinity = tuple(_affinity(home.config.limits, shown, lines[0], fields.get("subject_affinity"), faults))
    agents = fields.get("source_agent_count", 1)
    if isinstance(agents, bool) or not isinstance(agents, int) or not 0 <= agents < 1 << 53:
        faults.append(_fault(shown, lines[0], "has a source_agent_count that is no count; read as 1"))
        agents = 1
    at, day = _when(home, fields.get("composted_at"))
    if at is None:
        faults.append(_fault(shown, lines[0], "has a composted_at that is no time; read as unknown"))
    template, text = (credentials.redact(str(texts[key]).strip())[0] for key in COLUMNS[:2])
    return Learning(lines, template, text, affinity, agents, at or "", day), faults


def _affinity(limits: Limits, shown: str, line: int, given: Any, faults: list[Problem]) -> Iterator[str]:
    """Subjects; a database holds them as a JSON list, or as one text."""
    if isinstance(given, str):
        try:
            parsed = json.loads(given)
        except (ValueError, RecursionError):
            parsed = None
        given = parsed if isinstance(parsed, list) else [each for each in given.split(",") if each.strip()]
    for each in given if isinstance(given, list) else []:
        try:
            prefix = subject.parse_prefix(each, limits) if isinstance(each, str) else ""
        except BadSubject:
            prefix = ""
        if prefix:
            yield prefix
        else:
            faults.append(_fault(shown, line, f"has a subject_affinity that is no subject: {each!r:.80}"))


def _when(home: Home, given: Any) -> tuple[str | None, str]:
    """(the time as text, its day); None where it is no time."""
    if given is None:
        return "", ""
    try:
        if isinstance(given, str) and instant.is_day(given.strip()):
            return given.strip(), given.strip()
        seconds = float(given) if isinstance(given, (int, float)) else instant.parse(_zoned(str(given)))
        text = instant.iso(seconds)
    except (BadInstant, OverflowError, ValueError):
        return None, ""
    try:
        return text, instant.day_of(seconds, instant.zone(home.config.time_zone, home.config.zone_set_in))
    except BadZone:
        return text, text[:10]


def _zoned(text: str) -> str:
    """A time without a zone, as databases write it, is UTC."""
    bare = text.strip()
    tail = bare[10:]
    return bare if "+" in tail or "-" in tail or bare[-1:] in "Zz" else bare + "+00:00"


def _fault(shown: str, line: int | None, what: str) -> Problem:
    return Problem(shown, line, "compost", f"{what}; wanted an object with template_id and learning")


def _few(shown: str, faults: list[Problem]) -> list[Problem]:
    if len(faults) <= _MOST_FAULTS:
        return faults
    more = Problem(shown, None, "compost", f"{len(faults) - _MOST_FAULTS} more lines have a fault of this kind")
    return [*faults[:_MOST_FAULTS], more]


# ---- finding it


def write(db: sqlite3.Connection, workspace: str, row: int, learning: Learning, about: str) -> None:
    """Put the fields of a learning beside its passage in the index; `about` is its subject where it names none."""
    db.execute(
        "INSERT INTO compost (row, workspace, template_id, source_agent_count, composted_at) VALUES (?,?,?,?,?)",
        (row, workspace, learning.template_id, learning.agents, learning.at),
    )
    db.executemany(
        "INSERT OR IGNORE INTO compost_affinity (workspace, subject, row) VALUES (?,?,?)",
        [(workspace, each, row) for each in learning.affinity or filter(None, [about])],
    )


def drop(db: sqlite3.Connection, file_id: int) -> None:
    """Take the fields of the learnings of one source out of the index; before its passages go."""
    for table in ("compost", "compost_affinity"):
        db.execute(f"DELETE FROM {table} WHERE row IN (SELECT row FROM passages WHERE file_id=?)", (file_id,))  # noqa: S608


def search(reading: Reading, query: lexical.Query | None, about: str, since_day: str, limit: int) -> list[Hit]:
    """Learnings, best first. `about` finds those with an affinity to a subject under it, or to one it lies under;
    `since_day` is the first day that counts, empty for all."""
    workspace = reading.index.rules.workspace
    where, arguments = ["p.workspace=?", "p.layer='compost'"], [workspace]
    if about:
        low, high = subject.bounds(about)
        above = list(_above(about))
        marks = ",".join("?" * len(above))
        where.append(
            "p.row IN (SELECT row FROM compost_affinity WHERE workspace=? AND"  # noqa: S608 - question marks only
            f" ((subject>=? AND subject<?) OR subject IN ({marks})))"
        )
        arguments += [workspace, low, high, *above]
    if since_day:
        where.append("p.day>=?")
        arguments.append(since_day)
    score, tables, order = "0.0", "passages p", "p.day DESC"
    if query is not None:
        score, order = "-bm25(compost_text, 1.0, 0.5)", "score DESC, p.day DESC"
        tables = "compost_text CROSS JOIN passages p ON p.row=compost_text.rowid"
        where.insert(0, "compost_text MATCH ?")
        arguments.insert(0, query.match)
    sql = (
        "SELECT f.path, p.first_line, p.last_line, c.template_id, p.text, c.source_agent_count, c.composted_at,"  # noqa: S608
        f" p.day, p.row, {score} AS score FROM {tables} JOIN compost c ON c.row=p.row JOIN files f ON f.id=p.file_id"
        f" WHERE {' AND '.join(where)} ORDER BY {order}, f.path, p.first_line LIMIT ?"
    )
    rows = reading.index.db.execute(sql, [*arguments, limit]).fetchall()
    return [_hit(row, _affinities(reading, row[8])) for row in rows]


def _above(about: str) -> Iterable[str]:
    """The subject itself and every one it lies under."""
    segments = about.split(".")
    return (".".join(segments[:count]) for count in range(len(segments), 0, -1))


def _affinities(reading: Reading, row: int) -> tuple[str, ...]:
    found = reading.index.db.execute(
        "SELECT subject FROM compost_affinity WHERE row=? AND workspace=? ORDER BY subject",
        (row, reading.index.rules.workspace),
    )
    return tuple(each for (each,) in found)


def _hit(row: Sequence[Any], affinity: tuple[str, ...]) -> Hit:
    path, first, last, template, text, agents, at, day, _, score = row
    lines = f"{first}" if first == last else f"{first}-{last}"
    source = path if is_view(path) else f"{path}:{lines}"
    return Hit(source, Learning((first, last), template, text, affinity, agents, at, day), score)

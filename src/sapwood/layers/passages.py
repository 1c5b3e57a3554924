"""Nobody writes to a file through this one: it keeps the rows of the files of five layers fresh and finds them.

Freshness is one scandir a folder: name, size, mtime, ctime and inode. A file that changed within two seconds of the
moment it was last read is hashed, since a clock tick may hide a second change, until it has been still
for longer than that.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sapwood.core import credentials, fence, subject
from sapwood.core.problem import Problem
from sapwood.disk import lines as splitting
from sapwood.disk import looks
from sapwood.disk.home import Home
from sapwood.index import lexical
from sapwood.layers import compost, days, facts, frontmatter, markdown, notes, substrate
from sapwood.layers.compost import Learning
from sapwood.layers.facts import Fact
from sapwood.layers.notes import SHOWN_KINDS, Piece
from sapwood.layers.substrate import Source
from sapwood.reading import Reading

Held = Piece | Learning | Fact
Classify = Callable[[str, Sequence[str]], str | None]

SUBSTRATE, DAILY, NOTES, COMPOST, KNOWLEDGE = "substrate", "daily", "notes", "compost", "knowledge"
FILED = (KNOWLEDGE, SUBSTRATE, DAILY, NOTES, COMPOST)
"""The layers whose text lies in files of other hands."""
_RACY_SECONDS = 2.0
_LOOK_SECONDS = 30 * 86_400.0  # after which a look that nobody repeats is dropped
_SHOWN_CHARACTERS = 2_000  # of one excerpt: a line may be a megabyte long


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


class _File(NamedTuple):
    """A file as the index knows it."""

    id: int
    layer: str
    archived: bool
    stat: str
    read_at: float
    problems: str
    digest: str


class _Todo(NamedTuple):
    """What lags: files to read, rows to drop, and ids of files that have been still for long enough."""

    stale: list[tuple[str, bool, Source]]
    gone: list[_File]
    settled: list[int]


def refresh(reading: Reading, home: Home, classify: Classify, layers: Sequence[str], *, archive: bool) -> list[Problem]:
    """Bring the rows of the files up to date; what could not be read, file by file."""
    key = _look_key(home, layers, archive)
    same = _as_before(reading, key)
    if same is not None:
        return same
    with looks.watching() as noted:
        wanted, problems = _wanted(home, layers, archive)
    before = looks.state_of(noted)
    shelves = {(DAILY, archive), *((layer, False) for layer in FILED)}
    seen = {each for each in shelves if each[0] in layers}
    if any(_todo(reading, home, wanted, seen)):
        try:
            _bring_up(reading, home, classify, layers, archive, seen)
        except sqlite3.Error:  # the disk is full, or refuses in another way
            reading.without_disk()
            _bring_up(reading, home, classify, layers, archive, seen)
    known = _known(reading)
    here = sorted({source.shown for _, _, source in wanted} & known.keys())
    problems = problems + [Problem(*each) for path in here for each in json.loads(known[path].problems)]
    still = reading.now - before.changed > _RACY_SECONDS and not any(_may_pass(known[path]) for path in here)
    if still and not (COMPOST in layers and home.places.views):
        _keep_look(reading, key, list(noted), before, problems)
    return problems


def _look_key(home: Home, layers: Sequence[str], archive: bool) -> str:
    """What a look is made with beside the disk: the layers, and where the settings say that they lie."""
    stated = repr((sorted(layers), archive, home.places, home.config.limits))
    return hashlib.sha256(stated.encode("utf-8", "surrogateescape")).hexdigest()


def _as_before(reading: Reading, key: str) -> list[Problem] | None:
    """The problems of the last look where nothing that it depended on is different; None where it must be made again.

    A change right after the last look may have left no trace in a stat (`_is_racy`): a look is kept only where all was
    still for longer than that before it."""
    row = reading.index.db.execute(
        "SELECT noted, digest, problems FROM looks WHERE workspace=? AND layers=?",
        (reading.index.rules.workspace, key),
    ).fetchone()
    if row is None or looks.state_of(json.loads(row[0])).digest != row[1]:
        return None
    return [Problem(*each) for each in json.loads(row[2])]


def _keep_look(
    reading: Reading, key: str, noted: list[tuple[looks.Kind, str]], state: looks.State, problems: list[Problem]
) -> None:  # fmt: skip
    row = (reading.index.rules.workspace, key, json.dumps(noted), state.digest, reading.now, json.dumps(problems))
    with reading.index_locked() as index:
        index.db.execute("DELETE FROM looks WHERE workspace=? AND at<?", (row[0], reading.now - _LOOK_SECONDS))
        index.db.execute("INSERT OR REPLACE INTO looks VALUES (?,?,?,?,?,?)", row)


def _bring_up(
    reading: Reading, home: Home, classify: Classify, layers: Sequence[str], archive: bool, seen: set[tuple[str, bool]]
) -> None:  # fmt: skip
    """Under the lock all is listed again: another process may have brought up what came meanwhile, or made the index
    anew. Kept looks of any layers end here, since rows that they speak of may change."""
    with reading.index_locked() as index:
        wanted, _ = _wanted(home, layers, archive)
        todo = _todo(reading, home, wanted, seen)
        index.db.execute("DELETE FROM looks WHERE workspace=?", (reading.index.rules.workspace,))
        for row in todo.gone:
            _forget(index.db, row)
        for layer, archived, source in todo.stale:
            _read_file(index.db, home, classify, layer, archived, source, reading.now)
        rows = [(reading.now, each) for each in todo.settled]
        index.db.executemany("UPDATE files SET read_at=? WHERE id=?", rows)


def _todo(reading: Reading, home: Home, wanted: list[tuple[str, bool, Source]], seen: set[tuple[str, bool]]) -> _Todo:
    known = _known(reading)
    todo = _Todo([], [], [])
    for layer, archived, source in wanted:
        row = known.get(source.shown)
        same = row is not None and (row.layer, row.archived, row.stat) == (layer, archived, json.dumps(source.stat))
        if row is None or not same or _may_pass(row):
            todo.stale.append((layer, archived, source))
        elif _is_racy(row.read_at, source):
            if not _is_same(row, source, home):
                todo.stale.append((layer, archived, source))
            elif not _is_racy(reading.now, source):
                todo.settled.append(row.id)
    here = {source.shown for _, _, source in wanted}
    todo.gone.extend(row for path, row in known.items() if (row.layer, row.archived) in seen and path not in here)
    return todo


def _may_pass(row: _File) -> bool:
    """True for a file that could not be read for a reason that its stat need not show when it is over."""
    return not row.digest and any(each[2] in _PASSING for each in json.loads(row.problems))


_PASSING = frozenset({"unreadable", "no-permission", "missing"})


def _wanted(home: Home, layers: Sequence[str], archive: bool) -> tuple[list[tuple[str, bool, Source]], list[Problem]]:
    """(layer, archived, file) of every file that counts, each once, and what could not be listed."""
    looks: list[tuple[str, bool, tuple[list[Source], list[Problem]]]] = []
    if KNOWLEDGE in layers:
        looks.append((KNOWLEDGE, False, facts.files(home.places)))
    if SUBSTRATE in layers:
        looks.append((SUBSTRATE, False, substrate.files(home.places)))
    if DAILY in layers:
        looks.append((DAILY, False, days.files(home.places)))
        if archive:
            looks.append((DAILY, True, days.files(home.places, archived=True)))
    if NOTES in layers:
        looks.append((NOTES, False, notes.files(home.places)))
    if COMPOST in layers:
        looks.append((COMPOST, False, compost.files(home.places)))
    wanted: dict[str, tuple[str, bool, Source]] = {}
    problems = [problem for _, _, (_, found) in looks for problem in found]
    for layer, archived, (sources, _) in looks:
        for source in sources:
            if _is_text(source.shown):
                wanted.setdefault(source.shown, (layer, archived, source))
            else:
                shown = source.shown.encode("utf-8", "backslashreplace").decode()
                problems.append(Problem(shown, None, "name", "its name is not UTF-8; not read; rename it"))
    return list(wanted.values()), problems


def _is_text(name: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in name)


def _known(reading: Reading) -> dict[str, _File]:
    rows = reading.index.db.execute(
        "SELECT path, id, layer, archived, stat, read_at, problems, digest FROM files WHERE workspace=?",
        (reading.index.rules.workspace,),
    )
    return {row[0]: _File(row[1], row[2], bool(row[3]), *row[4:]) for row in rows}


def _is_racy(read_at: float, source: Source) -> bool:
    """True where a change right after `read_at` may have left no trace: mtime can be set back by whoever writes, ctime
    cannot."""
    changed = max(source.stat.mtime_ns, source.stat.ctime_ns) / 1e9
    return read_at - changed <= _RACY_SECONDS


def _is_same(row: _File, source: Source, home: Home) -> bool:
    if row.layer == COMPOST and compost.is_view(source.path):
        return compost.of_view(home, source.shown)[2] == row.digest
    data = home.places.read(source.path, home.config.limits.file_bytes)
    return row.digest == ("" if isinstance(data, Problem) else _digest(data))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _forget(db: sqlite3.Connection, row: _File) -> None:
    table = _table(row.layer, row.archived)
    if row.layer == COMPOST:
        compost.drop(db, row.id)
    db.execute(f"DELETE FROM {table} WHERE rowid IN (SELECT row FROM passages WHERE file_id=?)", (row.id,))  # noqa: S608
    db.execute("DELETE FROM passages WHERE file_id=?", (row.id,))
    db.execute("DELETE FROM files WHERE id=?", (row.id,))


def _table(layer: str, archived: bool) -> str:
    return "archive_text" if archived else f"{layer}_text"


def _read_file(
    db: sqlite3.Connection,
    home: Home,
    classify: Classify,
    layer: str,
    archived: bool,
    source: Source,
    now: float,
) -> None:
    workspace = home.places.workspace
    old = db.execute(
        "SELECT id, layer, archived, stat, read_at, problems, digest FROM files WHERE workspace=? AND path=?",
        (workspace, source.shown),
    ).fetchone()
    if old is not None:
        _forget(db, _File(*old))
    held, problems, digest = _held(home, layer, source)
    file_id = db.execute(
        "INSERT INTO files (workspace, path, layer, day, archived, stat, read_at, digest, problems)"
        " VALUES (?,?,?,?,?,?,?,?,?)",
        (
            workspace, source.shown, layer, source.day, archived, json.dumps(source.stat), now, digest,
            json.dumps(problems),
        ),
    ).lastrowid  # fmt: skip
    for each in held:
        row, about = _write(db, home, classify, (workspace, file_id, layer, archived), each)
        if isinstance(each, Learning):
            compost.write(db, workspace, row, each, about)


def _held(home: Home, layer: str, source: Source) -> tuple[Sequence[Held], list[Problem], str]:
    """What a source holds, what is wrong with it, and its digest, empty where it cannot be read."""
    if layer == COMPOST and compost.is_view(source.path):
        return compost.of_view(home, source.shown)
    data = home.places.read(source.path, home.config.limits.file_bytes)
    if isinstance(data, Problem):
        return [], [data], ""
    texts, faults = splitting.decode(source.shown, data, home.config.limits)
    found, more = held(home, layer, source, texts.texts)
    return found, [*faults, *more], _digest(data)


def held(
    home: Home, layer: str, source: Source, texts: Sequence[str]
) -> tuple[Sequence[Held], list[Problem]]:
    """What the lines of a file hold for its layer, piece by piece, and what is wrong in them."""
    name = source.shown.rsplit("/", 1)[-1]
    if layer == COMPOST and not name.lower().endswith(".md"):
        return compost.of_lines(home, source.shown, texts)
    if layer == KNOWLEDGE:
        return facts.held(texts), []
    document = _without_ours(markdown.parse(texts), texts)
    if layer not in (NOTES, COMPOST):
        blocks = (block for block in document.blocks if block.kind in SHOWN_KINDS)
        return [_of_block(block, document, source.day, texts) for block in blocks], []
    header = frontmatter.read(source.shown, texts, document.frontmatter)
    found = notes.pieces(name, texts, document, header)
    problems = [header.problem] if header.problem is not None else []
    if layer == COMPOST:
        return [compost.of_piece(source.path, piece) for piece in found], problems
    return found, problems


def _without_ours(document: markdown.Document, texts: Sequence[str]) -> markdown.Document:
    """The document with what recall itself served as blocks of a machine: pasted into a file it is nobody's words."""
    spans = fence.spans(texts)
    if not spans:
        return document
    inside = {number for first, last in spans for number in range(first, last + 1)}
    blocks = [each._replace(kind="machine", text="") if each.lines[0] in inside else each for each in document.blocks]
    return document._replace(blocks=tuple(blocks))


def _of_block(block: markdown.Block, document: markdown.Document, day: str, texts: Sequence[str]) -> Piece:
    return Piece(block.lines, document.sections[block.section].path, day, notes.said(block, texts))


def _write(
    db: sqlite3.Connection, home: Home, classify: Classify, key: tuple[str, int | None, str, bool],
    piece: Held,
) -> tuple[int, str]:  # fmt: skip
    """Write the row of one piece, and its words; (row, the subject that its words have)."""
    workspace, file_id, layer, archived = key
    text, _ = credentials.redact(piece.text)
    titles = (piece.template_id,) if isinstance(piece, Learning) else piece.heading
    heading, _ = credentials.redact(_BETWEEN.join(titles))
    about = piece.subject if isinstance(piece, Fact) else ""
    topic = "" if about else classify(text, titles)
    about = f"{home.config.owner}.{topic}" if topic else about
    row = db.execute(
        "INSERT INTO passages (workspace, file_id, layer, day, archived, first_line, last_line, heading, subject, text)"
        " VALUES (?,?,?,?,?,?,?,?,?,?)",
        (workspace, file_id, layer, piece.day, archived, *piece.lines, heading, about, text),
    ).lastrowid
    db.execute(
        f"INSERT INTO {_table(layer, archived)} (rowid, text, heading) VALUES (?,?,?)",  # noqa: S608
        (row, lexical.indexed(text), lexical.indexed(heading)),
    )
    return row or 0, about


_BETWEEN = " › "


def topic_of(found: Passage) -> str:
    """The last of the titles that a passage stands under."""
    return found.heading.rsplit(_BETWEEN, 1)[-1]


def search(
    reading: Reading,
    layer: str,
    query: lexical.Query | None,
    about: str,
    since: str,
    limit: int,
    *,
    archived: bool,
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


def excerpt(found: Passage, texts: Sequence[str] | Problem) -> str | None:
    """The raw lines of a passage as they stand in the file now, credentials masked and cut where they are very long;
    None where they are not there any more."""
    if isinstance(texts, Problem):
        return None
    first, last = found.lines
    raw = fence.without_ours("\n".join(texts[first - 1 : last]))
    masked, _ = credentials.redact(raw[: 2 * _SHOWN_CHARACTERS])  # more than is shown: a credential may be cut through
    if not masked.strip():
        return None
    return masked if len(raw) <= _SHOWN_CHARACTERS else masked[:_SHOWN_CHARACTERS] + " …"

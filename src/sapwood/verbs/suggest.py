"""suggest: what somebody who types may mean. Hints from the index as it lies there; nothing is read anew or written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from sapwood.disk.home import Home
from sapwood.index import store
from sapwood.reading import rules_of

_MOST = 200  # hints: more of them is no help to anybody who types
_SHORT = 8  # the end of an id that commands show and take
_ABOUT_CHARACTERS = 60


class Hint(NamedTuple):
    """What may be typed, and in a few words what it is."""

    value: str
    about: str = ""


def suggest(home: Home, kind: str, typed: str) -> list[Hint]:
    """Hints of one kind that begin with what was typed; none where the home has no index yet. Kinds: `subject`; `mark`
    and `forgotten`, ends of the ids of those that are forgotten or are not; `proposal`, of those that wait or were put
    off; `file` and `substrate`; `day`, a day that
    waits; `place`, lines of a file as `PATH#L3-L5`."""
    index = store.as_left(home.places, rules_of(home))
    if index is None:
        return []
    try:
        return list(_KINDS[kind](index.db, home.places.workspace, typed))[:_MOST]
    except sqlite3.Error:
        return []
    finally:
        index.db.close()


def _subjects(db: sqlite3.Connection, workspace: str, typed: str) -> Iterable[Hint]:
    """Segment by segment: what lies at the level that is being typed, and the next one where there is but one."""
    start = typed.casefold()
    rows = db.execute(
        "SELECT DISTINCT subject FROM memory_marks WHERE workspace=? AND subject>=? AND subject<?"
        " AND state<>'forgotten'",
        (workspace, start, start + "\U0010ffff"),
    )
    found = [row[0].split(".") for row in rows]
    depth = start.count(".") + 1
    level = _heads(found, depth)
    return map(Hint, sorted(level | _heads(found, depth + 1) if len(level) == 1 else level))


def _heads(subjects: list[list[str]], depth: int) -> set[str]:
    return {".".join(each[:depth]) for each in subjects}


def _marks(db: sqlite3.Connection, workspace: str, typed: str) -> Iterable[Hint]:
    return _ids(db, workspace, typed, "state<>'forgotten'")


def _forgotten(db: sqlite3.Connection, workspace: str, typed: str) -> Iterable[Hint]:
    return _ids(db, workspace, typed, "state='forgotten'")


def _ids(db: sqlite3.Connection, workspace: str, typed: str, state: str) -> Iterable[Hint]:
    """The newest first. An id may be typed whole or by its end, as commands show it."""
    rows = db.execute(
        "SELECT id, subject, observation FROM memory_marks WHERE workspace=? AND"  # noqa: S608 - `state` is one of two
        f" {state} AND (substr(id, -{_SHORT}, ?)=? OR substr(id, 1, ?)=?)"
        " ORDER BY last_reinforced_at DESC, id LIMIT ?",
        (workspace, len(typed), typed, len(typed), typed, _MOST),
    )
    for mark_id, subject, observation in rows:
        whole = len(typed) > _SHORT or not mark_id[-_SHORT:].startswith(typed)
        yield Hint(mark_id if whole else mark_id[-_SHORT:], f"{subject}: {observation[:_ABOUT_CHARACTERS]}")


def _proposals(db: sqlite3.Connection, workspace: str, typed: str) -> Iterable[Hint]:
    rows = db.execute(
        "SELECT id, kind, proposed_change FROM memory_proposals WHERE workspace=?"
        " AND (substr(id, -?, ?)=? OR substr(id, 1, ?)=?) ORDER BY proposed_at DESC, id LIMIT ?",
        (workspace, _SHORT, len(typed), typed, len(typed), typed, _MOST),
    )
    for each, kind, text in rows:
        whole = len(typed) > _SHORT or not each[-_SHORT:].startswith(typed)
        yield Hint(each if whole else each[-_SHORT:], f"{kind}: {text[:_ABOUT_CHARACTERS]}")


def _files(db: sqlite3.Connection, workspace: str, typed: str, layer: str = "") -> Iterable[Hint]:
    rows = db.execute(
        "SELECT path, layer FROM files WHERE workspace=? AND substr(path, 1, ?)=? AND (?='' OR layer=?) ORDER BY path",
        (workspace, len(typed), typed, layer, layer),
    )
    return [Hint(path, of) for path, of in rows]


def _substrate(db: sqlite3.Connection, workspace: str, typed: str) -> Iterable[Hint]:
    return _files(db, workspace, typed, "substrate")


def _days(db: sqlite3.Connection, workspace: str, typed: str) -> Iterable[Hint]:
    rows = db.execute(
        "SELECT DISTINCT day FROM files WHERE workspace=? AND layer='daily' AND archived=0 AND substr(day, 1, ?)=?"
        " ORDER BY day DESC",
        (workspace, len(typed), typed),
    )
    return [Hint(row[0]) for row in rows]


def _places(db: sqlite3.Connection, workspace: str, typed: str) -> Iterable[Hint]:
    """Files; the lines in one where it is the only one, or where `#` stands behind it."""
    path, mark, _ = typed.partition("#")
    files = list(_files(db, workspace, path))
    if mark:
        files = [each for each in files if each.value == path]
    if len(files) != 1:
        return files
    rows = db.execute(
        "SELECT p.first_line, p.last_line, p.text FROM files f JOIN passages p ON p.workspace=f.workspace"
        " AND p.file_id=f.id WHERE f.workspace=? AND f.path=? ORDER BY p.first_line",
        (workspace, files[0].value),
    ).fetchall()
    lines = [
        Hint(f"{files[0].value}#L{first}" + (f"-L{last}" if last > first else ""), text[:_ABOUT_CHARACTERS])
        for first, last, text in rows
    ]
    return [each for each in lines if each.value.startswith(typed)] or ([] if mark else files)


_KINDS = {
    "subject": _subjects, "mark": _marks, "forgotten": _forgotten, "proposal": _proposals, "file": _files,
    "substrate": _substrate, "day": _days, "place": _places,
}  # fmt: skip

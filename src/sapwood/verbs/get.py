"""get: one mark by its id, or one file by its name."""

from __future__ import annotations

from typing import Any

from sapwood.core import credentials
from sapwood.core.problem import Problem
from sapwood.disk import lines as splitting
from sapwood.disk.home import Home
from sapwood.errors import NotFound, PathRefused
from sapwood.layers import days, notes, substrate
from sapwood.reading import Reading
from sapwood.verbs import mark


def get(home: Home, reading: Reading, given: str) -> dict[str, Any]:
    """`{"mark": …}` for an id or the beginning or end of one, `{"file": …, "text": …}` for the name of a file in the
    home, a day (`2026-11-05`), a substrate file or a note. Raises `NotFound`, `Ambiguous`, `PathRefused`."""
    try:
        return {"mark": mark.show(home, reading, given)}
    except NotFound:
        pass
    try:
        path = _path_of(home, given)
    except ValueError:  # NUL or half a character: a name that no file has
        path = None
    if path is None:
        raise NotFound("mark or file", given, "give an id from `sapwood marks`, a day, or a file of the home")
    data = home.places.read(path, home.config.limits.file_bytes)
    if isinstance(data, Problem) and data.kind == "missing":
        raise NotFound("file", data.path, "no file has that name; `sapwood status` counts days and files")
    if isinstance(data, Problem):
        raise PathRefused(data.path, data.message)
    read, problems = splitting.decode(home.places.shown(path), data, home.config.limits)
    for problem in problems:
        if problem.kind in splitting.UNREADABLE:
            raise PathRefused(problem.path, problem.message)
    text, masked = credentials.redact("\n".join(read.texts))
    return {
        "file": home.places.shown(path),
        "text": text,
        "masked": masked,
        "problems": [str(each) for each in problems],
    }


def _path_of(home: Home, given: str) -> str | None:
    sources = [
        *days.files(home.places)[0],
        *days.files(home.places, archived=True)[0],
        *substrate.files(home.places)[0],
        *notes.files(home.places)[0],
    ]
    for source in sources:
        name = source.shown.rsplit("/", 1)[-1]
        if given in (source.shown, source.path, name, name[:-3]):
            return source.path
    located = home.places.located(given)
    for path in (located, located + ".md"):
        if home.places.root_of(path) is not None and not isinstance(
            home.places.read(path, home.config.limits.file_bytes), Problem
        ):
            return path
        if home.places.root_of(path) is None and (given.startswith((".", "/")) or ".." in given):
            return path  # refused with its path in the message by the read
    if "/" in given or given.endswith(".md"):
        return located
    return None

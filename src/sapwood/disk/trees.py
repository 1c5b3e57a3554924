"""Walking a folder and what lies below it, without following a link to a folder and without reading a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sapwood.disk import looks, safe

DEEPEST = 64  # folders inside folders
MOST = 100_000  # files of one walk


class Left(NamedTuple):
    """A folder, or what else was not walked into, and why."""

    path: str
    why: str


Skip = Callable[[str, str], str]
"""(path of a folder, its name) → why it is not walked into; empty where it is."""


def names(folder: str) -> tuple[list[str], list[str]]:
    """(files, folders) of one folder by name, sorted; links to folders are among the files. Both are empty where it
    cannot be listed; names that are no text are left out."""
    looks.note("folder", folder)
    files: list[str] = []
    folders: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if is_text(entry.name):
                    (folders if _is_folder(entry) else files).append(entry.name)
    except OSError:
        return [], []
    return sorted(files), sorted(folders)


def is_text(name: str) -> bool:
    """False for a name whose bytes are not UTF-8."""
    return not any("\ud800" <= char <= "\udfff" for char in name)


def walk(top: str, skip: Skip) -> Iterator[safe.Entry | Left]:
    """The files of a folder and of all folders below it, folder by folder in order of their names, and what was left
    out with the reason: a folder that `skip` names, that cannot be listed or lies too deep, a link to a folder."""
    waiting = [(top, 0)]
    count = 0
    while waiting:
        folder, depth = waiting.pop()
        below: list[tuple[str, int]] = []
        for found in _listed(folder):
            if isinstance(found, Left):
                yield found
            elif isinstance(found, safe.Entry):
                count += 1
                if count > MOST:
                    yield Left(top, f"holds more than {MOST} files; the rest is not looked at")
                    return
                yield found
            elif why := skip(found, os.path.basename(found)):
                looks.note("path", found)
                yield Left(found, why)
            elif depth >= DEEPEST:
                yield Left(found, f"lies more than {DEEPEST} folders deep; not looked into")
            else:
                below.append((found, depth + 1))
        waiting += reversed(below)


def _listed(folder: str) -> Iterator[safe.Entry | Left | str]:
    """Files and links as entries, folders as their path, by name."""
    looks.note("folder", folder)
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError as failure:
        yield Left(folder, f"cannot be listed: {failure.strerror}; what it holds is not in this answer")
        return
    for each in entries:
        if each.name.startswith(safe.TEMP_PREFIX):
            continue
        if _is_folder(each):
            yield each.path
        elif (found := safe.entry(each)) is not None:
            yield found
        else:
            yield Left(each.path, "is a link to a folder; links to folders are not followed")


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:  # on a disk that does not say what its entries are
        return False

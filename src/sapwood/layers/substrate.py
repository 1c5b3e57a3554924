"""Nobody writes through this file: substrate is the person's hand. It says which files belong to it."""

from __future__ import annotations

import os
from typing import NamedTuple

from sapwood.core.problem import Problem
from sapwood.disk import safe
from sapwood.disk.places import Places
from sapwood.layers import second_versions


class Source(NamedTuple):
    """One file of a layer as it lies on disk now. `day` is empty for files that belong to no day."""

    path: str
    shown: str
    day: str
    stat: safe.Stat


def unlisted(places: Places, folder: str) -> Problem:
    """What to say of a folder that is there and cannot be listed: it is not empty."""
    return Problem(places.shown(folder), None, "unreadable", "cannot be listed; what it holds is not in this answer")


def is_named(source: Source, name: str) -> bool:
    """Whether a name (a path, a file name, or its stem) names a file."""
    last = source.shown.rsplit("/", 1)[-1]
    return name in (source.shown, source.path, last, last[:-3])


def target(places: Places, given: str) -> str:
    """A file as evidence names it: the one that `given` names by its path, its name or its stem, else that path."""
    named = [source.shown for source in files(places)[0] if is_named(source, given)]
    return named[0] if len(named) == 1 else places.shown(places.located(given))


def files(places: Places) -> tuple[list[Source], list[Problem]]:
    """The top-level `*.md` of every declared folder and every declared file, and what could not be listed."""
    found: list[Source] = []
    problems: list[Problem] = []
    for declared in places.substrate:
        if os.path.isdir(declared):
            entries = safe.scan(declared)
            if entries is None:
                problems.append(unlisted(places, declared))
            for entry in entries or ():
                if second_versions.is_passing(entry.path):
                    continue
                if (problem := second_versions.problem(places, entry.path)) is not None:
                    problems.append(problem)
                elif entry.name.lower().endswith(".md"):
                    found.append(Source(entry.path, places.shown(entry.path), "", entry.stat))
        elif (stat := safe.stat_of(declared)) is not None:
            found.append(Source(declared, places.shown(declared), "", stat))
        else:
            message = "is declared in [substrate].paths and is not there; its text is not in this answer"
            problems.append(Problem(places.shown(declared), None, "missing", message))
    return found, problems

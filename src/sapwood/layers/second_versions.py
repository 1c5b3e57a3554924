"""Nobody writes through this file. It tells a person's files from what a file service left beside them: second versions
after a conflict, placeholders of files that are not on this disk, and files that are there for a moment only.

A second version is named with the lines that stand only in it, by their numbers: its text is in no answer, is never
consolidated, and is not indexed twice.
"""

from __future__ import annotations

import os

from sapwood.core.problem import Problem
from sapwood.disk import conflict_copies, safe
from sapwood.disk.places import Places

_MOST_BYTES = 4_000_000
_MOST_NAMED = 12


def is_passing(path: str) -> bool:
    """True for a lock, a temporary or a half-written file."""
    return conflict_copies.is_passing(os.path.basename(path))


def problem(places: Places, path: str, *, also: str = "") -> Problem | None:
    """What to say of a file that is not to be read as one of its folder's, or None where it is. `also` is a folder
    that may hold the file that it is a second version of."""
    shown = places.shown(path)
    missing = conflict_copies.not_here(os.path.basename(path))
    if missing is not None and missing.lower().endswith(".md"):
        message = f"{missing} is in iCloud Drive and not on this disk; its text is not in this answer; download it"
        return Problem(shown, None, "not-here", message)
    first = conflict_copies.original(path, also=also)
    if first is None or not first.lower().endswith(".md"):
        return None
    message = (
        f"is a second version of {places.shown(first)} that a file service set aside, and is not read; "
        f"{_only_there(places, path, first)}"
    )
    return Problem(shown, None, "conflict-copy", message)


def of_settings(places: Places) -> list[str]:
    """What to say of second versions of `sapwood.toml`."""
    return [
        f"{entry.name} is a second version of sapwood.toml that a file service set aside, and is not read; put what "
        f"you want of it into sapwood.toml and delete it"
        for entry in safe.scan(places.home) or ()
        if (conflict_copies.original(entry.path) or "") == places.config
    ]


def _only_there(places: Places, path: str, first: str) -> str:
    told = f"put what you want of it into {os.path.basename(first)} and delete it"
    ours, theirs = places.read(first, _MOST_BYTES), places.read(path, _MOST_BYTES)
    if isinstance(theirs, Problem):
        return told
    held = {line.strip() for line in ours.splitlines()} if isinstance(ours, bytes) else set[bytes]()
    numbers = [at for at, line in enumerate(theirs.splitlines(), 1) if line.strip() and line.strip() not in held]
    if not numbers:
        return "every line of it stands there; delete it"
    named = ", ".join(map(str, numbers[:_MOST_NAMED])) + (" …" if len(numbers) > _MOST_NAMED else "")
    return f"{len(numbers)} line(s) stand only in it ({named}); {told}"

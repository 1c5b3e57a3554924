"""What a look at the disk depended on, so that the next one can tell in one pass that nothing is different.

While `watching`, every folder that is listed and every path whose stat is taken is noted. `state_of` goes over them
again without reading a file: names, sizes, both times and inodes.
"""

from __future__ import annotations

import contextlib
import contextvars
import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

Kind = Literal["folder", "path"]
_noted: contextvars.ContextVar[dict[tuple[Kind, str], None] | None] = contextvars.ContextVar("noted", default=None)


class State(NamedTuple):
    """`digest` of all that was noted as it is now; `changed`: seconds since 1970 of the latest change among it."""

    digest: str
    changed: float


@contextlib.contextmanager
def watching() -> Iterator[dict[tuple[Kind, str], None]]:
    """Note what is looked at in the block."""
    noted: dict[tuple[Kind, str], None] = {}
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)


def note(kind: Kind, path: str) -> None:
    """Say that an answer depends on a folder's list of files, or on one path."""
    noted = _noted.get()
    if noted is not None:
        noted[kind, path] = None


def state_of(noted: Iterable[tuple[str, str]]) -> State:
    """How everything that was noted is now."""
    digest, changed = hashlib.sha256(), 0
    for kind, path in noted:
        digest.update(f"\1{kind}\0{path}\0".encode("utf-8", "surrogateescape"))
        lines, latest = _folder(path) if kind == "folder" else _path(path)
        digest.update("\n".join(lines).encode("utf-8", "surrogateescape"))
        changed = max(changed, latest)
    return State(digest.hexdigest(), changed / 1e9)


def _path(path: str) -> tuple[list[str], int]:
    try:
        found = os.stat(path)
    except OSError as failure:
        return [f"none {failure.errno}"], 0
    changed, made = found.st_mtime_ns, found.st_ctime_ns
    return [f"\0{found.st_dev} {found.st_ino} {found.st_size} {changed} {made}"], max(changed, made)


def _folder(path: str) -> tuple[list[str], int]:
    lines: list[str] = []
    latest = 0
    try:
        with os.scandir(path) as entries:
            for entry in entries:
                try:
                    found = entry.stat()
                except OSError as failure:
                    lines.append(f"{entry.name}\0none {failure.errno}")
                    continue
                if stat.S_ISDIR(found.st_mode):  # what lies in it is noted by itself where it counts
                    lines.append(f"{entry.name}\0{'link' if entry.is_symlink() else 'folder'}")
                    continue
                changed, made = found.st_mtime_ns, found.st_ctime_ns
                lines.append(f"{entry.name}\0{found.st_dev} {found.st_ino} {found.st_size} {changed} {made}")
                latest = max(latest, changed, made)
    except OSError as failure:
        return [f"none {failure.errno}"], 0
    lines.sort()
    return lines, latest

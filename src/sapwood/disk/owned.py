"""Whether a file can be changed by nobody but root: it, and every folder above it, belong to root, and no link leads
there. What an agent with the rights of a person cannot write, it cannot replace either.

A folder with the sticky bit may be writable above the one that the file lies in: nobody renames or removes there what
root owns. Access lists count too, since a system shows their mask as the rights of the group.
"""

from __future__ import annotations

import os
import stat
from typing import NamedTuple

from sapwood.core.problem import Problem
from sapwood.disk import safe

ROOT = 0
_WRITABLE = stat.S_IWGRP | stat.S_IWOTH
_HAS_OWNERS = hasattr(os, "geteuid")  # Windows says that everything belongs to user 0


class Found(NamedTuple):
    """The bytes of a file, None where it is not there, or the problem that says why they do not count."""

    data: bytes | None
    problem: Problem | None


def is_root() -> bool:
    """Whether this process has the rights of root."""
    return _HAS_OWNERS and os.geteuid() == ROOT


def stands(path: str) -> bool:
    """Whether something has that name. What cannot be looked at is taken to stand there: unreadable is not absent."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def fault(path: str) -> str:
    """Why others than root could change what lies at an absolute path, or put something there; empty where only root
    can."""
    if not _HAS_OWNERS:
        return "this system does not say who owns a file"
    path = os.path.normpath(path)
    while not stands(path):
        path = os.path.dirname(path)
    chain = [path]
    while os.path.dirname(chain[-1]) != chain[-1]:
        chain.append(os.path.dirname(chain[-1]))
    faults = (_fault(each, may_be_sticky=at > 1) for at, each in enumerate(chain))
    return next(filter(None, faults), "")


def read(path: str, limit_bytes: int) -> Found:
    """The bytes of a file that only root can change."""
    why = fault(path)
    if why:
        return Found(None, _problem(path, why))
    if not stands(path):
        return Found(None, None)
    data = safe.read(path, os.path.dirname(path), limit_bytes, path)
    return Found(None, data) if isinstance(data, Problem) else Found(data, None)


def _problem(path: str, why: str) -> Problem:
    mend = "give it back to root (`chown root`, `chmod go-w`), or take the folder away"
    return Problem(path, None, "not-root-owned", f"{why}; {mend}; until then nobody signs")


def _fault(path: str, *, may_be_sticky: bool) -> str:
    try:
        found = os.lstat(path)
    except OSError as failure:
        return f"{path} cannot be looked at: {failure.strerror}"
    if stat.S_ISLNK(found.st_mode):
        return f"{path} is a link"
    if found.st_uid != ROOT:
        return f"{path} belongs to user {found.st_uid}, not to root"
    kept = may_be_sticky and found.st_mode & stat.S_ISVTX
    if found.st_mode & _WRITABLE and not kept:
        return f"{path} can be written by others than root (mode {stat.S_IMODE(found.st_mode):04o})"
    return ""

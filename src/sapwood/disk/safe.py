"""Opening a file that a person owns: never through a link that leaves its root, never a FIFO, never too large."""

from __future__ import annotations

import errno
import os
import stat
from typing import NamedTuple

from sapwood.core.problem import Problem

TEMP_PREFIX = ".sapwood-tmp-"


class Stat(NamedTuple):
    """What tells a file from the same file changed: compare whole."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int


def stat_of(path: str) -> Stat | None:
    """The `Stat` of a path, or None where nothing is there."""
    try:
        return _stat(os.stat(path))
    except (FileNotFoundError, NotADirectoryError):
        return None


def _stat(found: os.stat_result) -> Stat:
    return Stat(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def inside(path: str, root: str) -> bool:
    """True where the real place of `path` is the real place of `root` or below it."""
    real, top = os.path.realpath(path), os.path.realpath(root)
    return real == top or real.startswith(top.rstrip(os.sep) + os.sep)


def read(path: str, root: str, limit_bytes: int, shown: str) -> bytes | Problem:
    """The bytes of a regular file under `root`, or the `Problem` that says why not.

    Links are followed only while they stay under `root`; the last step is opened without following, so a link put
    there meanwhile is refused. `shown` is the path to name in the problem.
    """
    if not inside(path, root):
        return Problem(shown, None, "link-outside", f"leads to {os.path.realpath(path)}, outside {root}; not read")
    try:
        flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW
        descriptor = os.open(os.path.realpath(path), flags)
    except OSError as failure:
        return Problem(shown, None, _kind(failure), f"cannot be opened: {failure.strerror}; its text is not in this answer")
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            return Problem(shown, None, "not-a-file", "is not a regular file (a folder, FIFO or device); not read")
        if found.st_size > limit_bytes:
            message = f"has {found.st_size} bytes, the limit is {limit_bytes}; split it, or raise limits.file_bytes"
            return Problem(shown, None, "too-large", message)
        return _read_all(descriptor, limit_bytes)
    except OSError as failure:
        return Problem(shown, None, _kind(failure), f"cannot be read: {failure.strerror}; its text is not in this answer")
    finally:
        os.close(descriptor)


def _kind(failure: OSError) -> str:
    if failure.errno == errno.ENOENT:
        return "missing"
    return "no-permission" if failure.errno in (errno.EACCES, errno.EPERM) else "unreadable"


def _read_all(descriptor: int, limit_bytes: int) -> bytes:
    parts, total = [], 0
    while total <= limit_bytes:
        part = os.read(descriptor, 1 << 20)
        if not part:
            break
        parts.append(part)
        total += len(part)
    return b"".join(parts)


class Entry(NamedTuple):
    """One file of a folder as `scan` saw it. Links carry the `Stat` of what they lead to."""

    name: str
    path: str
    stat: Stat


def scan(folder: str) -> list[Entry] | None:
    """The files of one folder, by name, without reading any; None where the folder cannot be listed.

    Sub-folders are left out; FIFOs and dangling links are kept, so that they can be reported.
    """
    try:
        with os.scandir(folder) as entries:
            found = [_entry(entry) for entry in entries if not entry.name.startswith(TEMP_PREFIX)]
    except OSError:
        return None
    return sorted(entry for entry in found if entry is not None)


def _entry(entry: os.DirEntry[str]) -> Entry | None:
    if entry.is_dir():
        return None
    try:
        return Entry(entry.name, entry.path, _stat(entry.stat()))
    except OSError:
        return Entry(entry.name, entry.path, _stat(entry.stat(follow_symlinks=False)))


def read_own(path: str) -> bytes | None:
    """The bytes of a file of our own (below `.sapwood/`, the state or cache folder), or None where it is not there.

    Raises `OSError` where it is there and cannot be read: unreadable is not absent.
    """
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None


def read_slice(path: str, offset: int, length: int) -> bytes:
    """`length` bytes at `offset` of a file of our own; shorter where the file ends, empty where it is gone."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.pread(descriptor, length, offset)
    finally:
        os.close(descriptor)


def folders(path: str) -> list[str]:
    """Names of the folders in a folder of our own, sorted; empty where there is none."""
    try:
        return sorted(name for name in os.listdir(path) if os.path.isdir(os.path.join(path, name)))
    except FileNotFoundError:
        return []

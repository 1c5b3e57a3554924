"""Opening a file that a person owns: never through a link that leaves its root, never a FIFO, never too large."""

from __future__ import annotations

import errno
import os
import stat
from typing import BinaryIO, NamedTuple

from sapwood.core.problem import Problem
from sapwood.disk import looks

TEMP_PREFIX = ".sapwood-tmp-"
_LOOKS = 5  # an editor that saves by rename at the very moment costs one look


class Stat(NamedTuple):
    """What tells a file from the same file changed: compare whole."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int


def stat_of(path: str) -> Stat | None:
    """The `Stat` of a path, or None where nothing is there; that of the link itself where it leads in a circle."""
    looks.note("path", path)
    try:
        return _stat(os.stat(path))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return _stat(os.lstat(path)) if os.path.lexists(path) else None


def _stat(found: os.stat_result) -> Stat:
    return Stat(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def inside(path: str, root: str) -> bool:
    """True where the real place of `path` is the real place of `root` or below it."""
    return _below(os.path.realpath(path), os.path.realpath(root))


def _below(real: str, top: str) -> bool:
    return real == top or real.startswith(top.rstrip(os.sep) + os.sep)


class Folders:
    """The real places of folders, each looked up once: for one answer, which reads many files of few folders."""

    __slots__ = ("_real",)

    def __init__(self) -> None:
        self._real: dict[str, str] = {}

    def real(self, folder: str) -> str:
        """Where a folder really lies."""
        found = self._real.get(folder)
        if found is None:
            found = self._real[folder] = os.path.realpath(folder)
        return found


def read(
    path: str, root: str, limit_bytes: int, shown: str, own: str = "", folders: Folders | None = None
) -> bytes | Problem:  # fmt: skip
    """The bytes of a regular file under `root` and not under `own`, or the `Problem` that says why not.

    Links are followed only while they stay under `root`. The place is resolved once, opened without following a last
    link, and resolved again: what was put in its way between the two looks is not read. `shown` is the path to name in
    the problem.
    """
    folders = folders or Folders()
    for _ in range(_LOOKS):
        real = os.path.realpath(path)
        if own and (path.startswith(own + os.sep) or _below(real, folders.real(own))):
            return Problem(shown, None, "outside", "is Sapwood's own file; use `sapwood get` or `sapwood log`")
        if not _below(real, folders.real(root)):
            return Problem(shown, None, "link-outside", f"leads to {real}, outside {root}; not read")
        try:
            descriptor = os.open(real, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW)
        except OSError as failure:
            message = f"cannot be opened: {failure.strerror}; its text is not in this answer"
            return Problem(shown, None, _kind(failure), message)
        try:
            if _lies_at(descriptor, real):
                return _contents(descriptor, limit_bytes, shown)
        except OSError as failure:
            message = f"cannot be read: {failure.strerror}; its text is not in this answer"
            return Problem(shown, None, _kind(failure), message)
        finally:
            os.close(descriptor)
    return Problem(shown, None, "unreadable", "was replaced while it was opened, again and again; not read")


def _lies_at(descriptor: int, real: str) -> bool:
    """Whether an open file is the one at a path that leads through no link. Linux says where an open file lies; where
    nobody says, the path is resolved again."""
    try:
        return os.readlink(f"/proc/self/fd/{descriptor}") == real
    except OSError:
        pass
    try:
        return os.path.realpath(real) == real and os.path.samestat(os.fstat(descriptor), os.stat(real))
    except FileNotFoundError:
        return False


def _contents(descriptor: int, limit_bytes: int, shown: str) -> bytes | Problem:
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        return Problem(shown, None, "not-a-file", "is not a regular file (a folder, FIFO or device); not read")
    data = _read_all(descriptor, limit_bytes) if found.st_size <= limit_bytes else b""
    size = max(found.st_size, len(data))
    if size <= limit_bytes:
        return data
    message = f"has {size} bytes, the limit is {limit_bytes}; split it, or raise limits.file_bytes"
    return Problem(shown, None, "too-large", message)


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
    looks.note("folder", folder)
    try:
        with os.scandir(folder) as entries:
            found = [entry(each) for each in entries if not each.name.startswith(TEMP_PREFIX)]
    except OSError:
        return None
    return sorted(each for each in found if each is not None)


def entry(seen: os.DirEntry[str]) -> Entry | None:
    """One file as a listing has it, None for a folder or a link to one; a link that leads nowhere is itself."""
    try:
        if seen.is_dir():
            return None
        return Entry(seen.name, seen.path, _stat(seen.stat()))
    except OSError:
        return Entry(seen.name, seen.path, _stat(seen.stat(follow_symlinks=False)))


def read_own(path: str) -> bytes | None:
    """The bytes of a file that we write ourselves, or None where it is not there.

    Raises `OSError` where something is there that cannot be read or is no regular file: unreadable is not absent.
    """
    try:
        descriptor = open_regular(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    with open(descriptor, "rb") as file:
        return file.read()


def open_regular(path: str) -> int:
    """A descriptor to read a regular file with; `OSError` for anything else, and a FIFO does not hold us."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, "is no regular file", path)


def open_own(path: str) -> BinaryIO:
    """A file of our own, opened to be read line by line; `OSError` where it is no regular file."""
    return open(open_regular(path), "rb")


def read_slice(path: str, offset: int, length: int) -> bytes:
    """`length` bytes at `offset` of a file of our own; shorter where the file ends, empty where it is gone."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return b""
    try:
        return os.pread(descriptor, length, offset)
    except OSError:  # a folder, say: what is expected there is not
        return b""
    finally:
        os.close(descriptor)


class Slices:
    """Pieces of one file of our own, opened once; empty where there is none. `again` opens what has its name then."""

    __slots__ = ("_descriptor", "_path")

    def __init__(self, path: str) -> None:
        self._path = path
        self._descriptor = -1

    def read(self, offset: int, length: int) -> bytes:
        """`length` bytes at `offset`; shorter where the file ends."""
        try:
            if self._descriptor < 0:
                self._descriptor = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
            return os.pread(self._descriptor, length, offset)
        except (OSError, OverflowError):
            return b""

    def again(self) -> None:
        """Close the file; the next `read` opens what has its name then."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    __del__ = again


def folders(path: str) -> list[str]:
    """Names of the folders in a folder of our own, sorted; empty where there is none."""
    try:
        return sorted(name for name in os.listdir(path) if os.path.isdir(os.path.join(path, name)))
    except FileNotFoundError:
        return []

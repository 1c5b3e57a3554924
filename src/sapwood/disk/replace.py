"""Changing a file on disk: whole or not at all, and only against the bytes that were seen."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator

from sapwood.disk.safe import TEMP_PREFIX
from sapwood.disk.steps import reached
from sapwood.errors import DiskFailed, FileChanged

Digest = Callable[[bytes], str]


def digest_of(path: str, digest: Digest) -> str | None:
    """The digest of a file's bytes now, or None where nothing is there."""
    try:
        with open(path, "rb") as file:
            return digest(file.read())
    except FileNotFoundError:
        return None


def write_atomic(path: str, data: bytes, *, sync: bool = True, mode: int = 0o644) -> None:
    """Write a file of our own by temp, fsync and rename. A reader sees the old bytes or the new, never a part."""
    temp = _temp_beside(path)
    try:
        _write_new(temp, data, mode, sync)
        os.replace(temp, path)
    except OSError as failure:
        _drop(temp)
        raise DiskFailed(path, str(failure.strerror)) from failure
    if sync:
        sync_folder(os.path.dirname(path))


def replace(path: str, data: bytes, before: str | None, digest: Digest) -> None:
    """Put `data` in the place of a person's file whose digest is still `before` (None: not there yet).

    Links are followed to the real file, its mode is kept. Raises `FileChanged` where the file is not what it was,
    `DiskFailed` where the disk refuses; in both cases the file is untouched.
    """
    real = os.path.realpath(path)
    mode = os.stat(real).st_mode & 0o7777 if before is not None and os.path.exists(real) else 0o644
    temp = _temp_beside(real)
    try:
        _write_new(temp, data, mode, True)
        reached("file-temp")
        if digest_of(real, digest) != before:
            raise FileChanged(path)
        if before is None:
            os.link(temp, real)  # never over a file that appeared meanwhile
            _drop(temp)
        else:
            os.replace(temp, real)
    except FileExistsError:
        _drop(temp)
        raise FileChanged(path) from None
    except OSError as failure:
        _drop(temp)
        raise DiskFailed(path, str(failure.strerror)) from failure
    except FileChanged:
        _drop(temp)
        raise
    sync_folder(os.path.dirname(real))
    reached("file-renamed")


def move(source: str, target: str, expected: str, digest: Digest) -> None:
    """Move a file to a name that is free. Its bytes are held against `expected` before and after.

    A writer that has the file open keeps writing to it, so a line added in between is found by the second look:
    then the file goes back to where it was and `FileChanged` is raised. Nothing is ever overwritten.
    """
    if digest_of(source, digest) != expected:
        raise FileChanged(source)
    _move_to_free_name(source, target)
    reached("file-moved")
    if digest_of(target, digest) != expected:
        _move_to_free_name(target, source)
        raise FileChanged(source)
    sync_folder(os.path.dirname(target))
    sync_folder(os.path.dirname(source))


def _move_to_free_name(source: str, target: str) -> None:
    try:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        try:
            os.link(source, target)
        except FileExistsError:
            raise FileChanged(target) from None
        except OSError:  # a file system without links
            if os.path.exists(target):
                raise FileChanged(target) from None
            os.rename(source, target)
            return
        reached("file-linked")
        os.unlink(source)
    except OSError as failure:
        raise DiskFailed(target, str(failure.strerror)) from failure


def finish_move(source: str, target: str) -> None:
    """Complete a move that was stopped between its two names: drop the old name where both are the same file."""
    with contextlib.suppress(FileNotFoundError):
        if os.path.samefile(source, target):
            os.unlink(source)


def remove(path: str, expected: str, digest: Digest) -> None:
    """Take away a file whose bytes stand elsewhere, only while its digest is `expected`."""
    aside = os.path.join(os.path.dirname(path), _ASIDE + os.path.basename(path))
    try:
        os.rename(path, aside)
    except OSError as failure:
        raise DiskFailed(path, str(failure.strerror)) from failure
    reached("file-aside")
    if digest_of(aside, digest) != expected:
        _move_to_free_name(aside, path)
        raise FileChanged(path)
    os.unlink(aside)
    sync_folder(os.path.dirname(path))


def sync_folder(folder: str) -> None:
    """Make a rename in `folder` last; folders that cannot be synced are left to the file system."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder or ".", os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def append(path: str, data: bytes) -> None:
    """Append to a file of our own and fsync. A write that fails part-way is cut back to where it began."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as failure:
        raise DiskFailed(path, str(failure.strerror)) from failure
    try:
        start = os.fstat(descriptor).st_size
        try:
            _write_all(descriptor, data)
            os.fsync(descriptor)
        except OSError as failure:
            os.ftruncate(descriptor, start)
            raise DiskFailed(path, str(failure.strerror)) from failure
    finally:
        os.close(descriptor)
    if start == 0:
        sync_folder(os.path.dirname(path))


def extend(path: str, data: bytes, offset: int) -> None:
    """Write `data` at `offset` of a disposable file of our own and cut it there; no fsync."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.lseek(descriptor, offset, os.SEEK_SET)
        _write_all(descriptor, data)
        os.ftruncate(descriptor, offset + len(data))
    finally:
        os.close(descriptor)


def cut(path: str, size: int) -> None:
    """Cut a file of our own to `size` bytes, synced."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.ftruncate(descriptor, size)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(path: str, mode: int = 0o755) -> None:
    """Create a folder with its parents where it is missing; an existing one keeps its mode."""
    try:
        os.makedirs(path, mode=mode, exist_ok=True)
    except OSError as failure:
        raise DiskFailed(path, str(failure.strerror)) from failure


def drop(path: str) -> None:
    """Remove a file of our own where it is there."""
    _drop(path)


def sweep(folder: str) -> list[str]:
    """Clear what a stopped process left in `folder`; the names cleared. Call under the lock.

    Temp files of `replace` go: their bytes stand in the log's values. A file that `remove` had set aside may have
    caught a line at the last instant, so it gets its name back (where that is free) and is judged again.
    """
    try:
        names = sorted(name for name in os.listdir(folder) if name.startswith(TEMP_PREFIX))
    except OSError:
        return []
    for name in names:
        path = os.path.join(folder, name)
        if not name.startswith(_ASIDE):
            _drop(path)
        else:
            with contextlib.suppress(FileChanged, DiskFailed):
                _move_to_free_name(path, os.path.join(folder, name[len(_ASIDE) :]))
    return names


_ASIDE = TEMP_PREFIX + "aside-"
_counter: Iterator[int] = iter(range(1 << 62))


def _temp_beside(path: str) -> str:
    name = f"{TEMP_PREFIX}{os.getpid()}-{next(_counter)}-{os.urandom(4).hex()}"
    return os.path.join(os.path.dirname(path), name)


def _write_new(path: str, data: bytes, mode: int, sync: bool) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        _write_all(descriptor, data)
        os.fchmod(descriptor, mode)
        if sync:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _drop(path: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)

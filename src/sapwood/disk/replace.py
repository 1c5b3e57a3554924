"""Changing a file on disk: whole or not at all, and only against the bytes that were seen."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterator

from sapwood.disk import safe
from sapwood.disk.safe import TEMP_PREFIX
from sapwood.disk.steps import reached
from sapwood.errors import DiskFailed, FileChanged

Digest = Callable[[bytes], str]


def digest_of(path: str, digest: Digest) -> str | None:
    """The digest of a file's bytes now, None where nothing is there, empty where something is that is no readable
    file: that is the digest of nothing, so whatever was expected, it is not that."""
    try:
        data = safe.read_own(path)
    except OSError:
        return ""
    return None if data is None else digest(data)


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
    `DiskFailed` where the disk refuses; in both cases what others wrote to the file is in it.
    """
    real = os.path.realpath(path)
    temp = _temp_beside(real)
    if before is None:
        make_folder(os.path.dirname(real))  # git keeps no empty folder, so a clone may lack it
    try:
        mode = 0o644 if before is None else stat.S_IMODE(os.stat(real).st_mode)
        _write_new(temp, data, mode, True)
        reached("file-temp")
        if before is None:
            _to_free_name(temp, real, sync=False)
        else:
            _over(temp, real, before, digest)
    except OSError as failure:
        _drop(temp)
        if before is not None and isinstance(failure, FileNotFoundError) and not os.path.lexists(real):
            raise FileChanged(path) from failure
        raise DiskFailed(path, str(failure.strerror)) from failure
    except (FileChanged, DiskFailed):
        _drop(temp)
        raise
    sync_folder(os.path.dirname(real))
    reached("file-renamed")


def _over(temp: str, real: str, before: str, digest: Digest) -> None:
    """Rename `temp` over a file that still is `before`.

    A writer that had the file open may have added a line at the last instant, so the old bytes are looked at once more
    after the rename; where they grew they get their place back, and the caller begins again with them.
    """
    with open(safe.open_regular(real), "rb") as old:
        unchanged = digest(old.read()) == before
        if not unchanged or not os.path.samestat(os.fstat(old.fileno()), os.stat(real)):
            raise FileChanged(real)
        os.replace(temp, real)
        old.seek(0)
        late = old.read()
        if digest(late) == before:
            return
        mode = stat.S_IMODE(os.fstat(old.fileno()).st_mode)
    again = _temp_beside(real)
    _write_new(again, late, mode, True)
    os.replace(again, real)
    sync_folder(os.path.dirname(real))
    raise FileChanged(real)


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
        move_back(source, target)
        raise FileChanged(source)
    sync_folder(os.path.dirname(source))


def move_back(source: str, target: str) -> None:
    """Undo a move to `target`: the file gets its old name `source` again. Raises `FileChanged` where that is taken."""
    _move_to_free_name(target, source)
    sync_folder(os.path.dirname(target))


def _move_to_free_name(source: str, target: str) -> None:
    make_folder(os.path.dirname(target))
    try:
        _to_free_name(source, target, sync=True)
    except FileNotFoundError:
        raise FileChanged(source) from None
    except OSError as failure:
        raise DiskFailed(target, str(failure.strerror)) from failure


def _to_free_name(source: str, target: str, *, sync: bool) -> None:
    """Rename without ever overwriting. `sync`: the new name is on disk before the old one goes."""
    try:
        os.link(source, target)
    except FileExistsError:
        raise FileChanged(target) from None
    except OSError:  # a file system without links
        if os.path.lexists(target):
            raise FileChanged(target) from None
        os.rename(source, target)
        if sync:
            sync_folder(os.path.dirname(target))
        return
    reached("file-linked")
    if sync:
        sync_folder(os.path.dirname(target))
    os.unlink(source)


def finish_move(source: str, target: str) -> None:
    """Complete a move that was stopped between its two names: drop the old name where both are the same file."""
    with contextlib.suppress(FileNotFoundError):
        if os.path.samefile(source, target):
            sync_folder(os.path.dirname(target))
            os.unlink(source)
            sync_folder(os.path.dirname(source))


def remove(path: str, expected: str, digest: Digest) -> None:
    """Take away a file whose bytes stand elsewhere, only while its digest is `expected`."""
    aside = _free_aside(path)
    try:
        os.rename(path, aside)
    except FileNotFoundError:
        raise FileChanged(path) from None
    except OSError as failure:
        raise DiskFailed(path, str(failure.strerror)) from failure
    reached("file-aside")
    if digest_of(aside, digest) != expected:
        _move_to_free_name(aside, path)
        raise FileChanged(path)
    os.unlink(aside)
    sync_folder(os.path.dirname(path))


def _free_aside(path: str) -> str:
    """A name to set a file aside under; one that still waits for its own name to be free is not overwritten."""
    folder, name = os.path.split(path)
    number = 0
    while os.path.lexists(os.path.join(folder, f"{_ASIDE}{number}-{name}")):
        number += 1
    return os.path.join(folder, f"{_ASIDE}{number}-{name}")


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
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.lseek(descriptor, offset, os.SEEK_SET)
            _write_all(descriptor, data)
            os.ftruncate(descriptor, offset + len(data))
        finally:
            os.close(descriptor)
    except OSError as failure:
        raise DiskFailed(path, str(failure.strerror)) from failure


def cut(path: str, size: int) -> None:
    """Cut a file of our own to `size` bytes, synced."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.ftruncate(descriptor, size)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as failure:
        raise DiskFailed(path, str(failure.strerror)) from failure


def make_folder(path: str, mode: int = 0o755) -> None:
    """Create a folder with its parents where it is missing, synced; an existing one keeps its mode."""
    made = []
    above = path
    while above and not os.path.isdir(above) and above not in made:
        made.append(above)
        above = os.path.dirname(above)
    try:
        os.makedirs(path, mode=mode, exist_ok=True)
    except OSError as failure:
        raise DiskFailed(path, str(failure.strerror)) from failure
    for folder in made:
        sync_folder(os.path.dirname(folder))


def drop(path: str) -> None:
    """Remove a file of our own where it is there."""
    _drop(path)


def sweep(folder: str) -> list[str]:
    """Clear what a stopped process left in `folder`; the names cleared. Call under the lock.

    Temp files of `replace` go: their bytes stand in the log's values. A file that `remove` had set aside may have
    caught a line at the last instant, so it gets its name back and is judged again; while that name is taken it waits.
    """
    try:
        names = sorted(name for name in os.listdir(folder) if name.startswith(TEMP_PREFIX))
    except OSError:
        return []
    for name in names:
        path = os.path.join(folder, name)
        if os.path.isdir(path) and not os.path.islink(path):  # what `git.taken_out` took out of a repository
            _clear(path)
        elif not name.startswith(_ASIDE):
            _drop(path)
        else:
            with contextlib.suppress(FileChanged, DiskFailed):
                _move_to_free_name(path, os.path.join(folder, name[len(_ASIDE) :].split("-", 1)[-1]))
    return names


def _clear(folder: str) -> None:
    for top, folders, files in os.walk(folder, topdown=False):
        for name in files:
            _drop(os.path.join(top, name))
        for name in folders:
            os.rmdir(os.path.join(top, name))
    os.rmdir(folder)


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

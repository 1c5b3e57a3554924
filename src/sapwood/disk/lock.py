"""One writer at a time: an advisory lock on a file, held by the process and freed by the system when it dies."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator

from sapwood.errors import Busy, DiskFailed

if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextlib.contextmanager
def held(path: str, seconds: float) -> Iterator[None]:
    """Hold the lock on `path`; raises `Busy` after `seconds` of waiting. The file stays; only the lock goes."""
    descriptor = _locked(path, seconds)
    try:
        yield
    finally:
        os.close(descriptor)


def _locked(path: str, seconds: float) -> int:
    until = time.monotonic() + seconds
    pause = 0.001
    while True:
        descriptor = _opened(path)
        try:
            while not _try_lock(descriptor):
                if time.monotonic() >= until:
                    raise Busy(path, seconds)
                time.sleep(pause)
                pause = min(pause * 1.5, 0.05)
            if _lies_at(descriptor, path):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # a file put in its place while we waited: a lock on the old one excludes nobody


def _opened(path: str) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as failure:
        raise DiskFailed(path, str(failure.strerror)) from failure


def _lies_at(descriptor: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False

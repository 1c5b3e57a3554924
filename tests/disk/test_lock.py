"""One writer at a time, whatever happens to the file that the lock is on."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from sapwood.disk import lock
from sapwood.errors import Busy, DiskFailed


def is_held(path: Path) -> bool:
    try:
        with lock.held(str(path), 0):
            return False
    except Busy:
        return True


def test_held_and_let_go(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with lock.held(str(path), 0):
        assert is_held(path)
    assert not is_held(path)
    with pytest.raises(RuntimeError), lock.held(str(path), 0):
        raise RuntimeError
    assert not is_held(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_busy_says_what_for_how_long_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with lock.held(str(path), 0), pytest.raises(Busy) as caught, lock.held(str(path), 0.01):
        pass
    assert str(path) in str(caught.value)
    assert "0.01 s" in str(caught.value)
    assert "nothing was written; try again" in str(caught.value)


def test_whoever_waits_gets_it(tmp_path: Path) -> None:
    path, order = tmp_path / "lock", []
    waiting = threading.Event()

    def second() -> None:
        waiting.set()
        with lock.held(str(path), 30):
            order.append("second")

    with lock.held(str(path), 0):
        thread = threading.Thread(target=second)
        thread.start()
        waiting.wait(30)
        order.append("first")
    thread.join(30)
    assert order == ["first", "second"]


def test_a_lock_file_put_in_the_place_of_the_old_one_while_somebody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The waiter had opened the old file: a lock on it would exclude nobody, so it takes the new one."""
    path = tmp_path / "lock"
    descriptor = lock._opened(str(path))
    tries = []
    real = lock._try_lock

    def replaced(found: int) -> bool:
        if not tries:
            path.unlink()
            path.write_bytes(b"")
        tries.append(found)
        return real(found)

    monkeypatch.setattr(lock, "_try_lock", replaced)
    with lock.held(str(path), 0):
        monkeypatch.setattr(lock, "_try_lock", real)
        assert len(tries) == 2
        assert is_held(path)
    os.close(descriptor)


def test_a_lock_that_cannot_be_made(tmp_path: Path) -> None:
    with pytest.raises(DiskFailed), lock.held(str(tmp_path / "none/lock"), 0):
        pass

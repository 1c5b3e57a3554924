"""watch: keep the index fresh while it runs, so that the next answer has no file to read.

Each pass is what a reader does anyway: the index caught up with the log, the rows of files that changed made anew.
Between passes nothing is open and nothing is locked, and nothing in the home is ever written. With the `watch` extra
the folders that count are listened to, and every folder is looked at twice a minute all the same, since not every disk
tells of its changes; without it, or with `poll`, every folder is looked at every few seconds.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Generator, Iterator
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

from sapwood.core import instant
from sapwood.disk import safe
from sapwood.disk.home import Home
from sapwood.errors import BadArgument, HomeGone, SapwoodError
from sapwood.layers import passages
from sapwood.reading import Reading

if TYPE_CHECKING:
    from watchfiles.main import FileChange

Look = Callable[[], contextlib.AbstractContextManager[tuple[Home, Reading]]]

INSTALL = "pip install 'sapwood[watch]'"
_POLL_SECONDS = 2.0
_LEAST_SECONDS, _MOST_SECONDS = 0.1, 86_400.0
_LISTEN_SECONDS = 30.0  # from one look at every folder to the next while they are listened to
_SETTLE_SECONDS = 2.5  # a file that changed is hashed by each reader until a pass finds it still for two seconds
_TICK_MILLISECONDS = 1_000
_STORM_MILLISECONDS = 1_000  # changes that follow each other are one pass, at the latest after this
_STILL_MILLISECONDS = 100


class _Row(NamedTuple):
    """A file as the index has it."""

    layer: str
    digest: str


class _Seen(NamedTuple):
    """What one pass found."""

    files: dict[str, _Row]
    leaves: dict[str, int]
    notices: tuple[str, ...]
    folders: frozenset[str]
    read: int


def watch(
    look: Look, home: Home, classify: passages.Classify, stop: Event, now: Callable[[], float], *,
    poll: float | None = None, once: bool = False,
) -> Iterator[dict[str, Any]]:  # fmt: skip
    """What happens, an object an event, until `stop` is set: `started`, then `added`, `changed` and `gone` with layer
    and path, `log` with the leaves that came, `note` with a message, and `stopped` at the end.

    `poll` is the seconds between two looks; None listens where that can be done. `once` makes one pass. Raises
    `BadArgument`, `HomeGone` where the folder is no longer the one it was, and what the first pass raises: later ones
    note it and go on.
    """
    if poll is not None and not _LEAST_SECONDS <= poll <= _MOST_SECONDS:
        raise BadArgument("--poll", poll, f"seconds from {_LEAST_SECONDS:g} to {_MOST_SECONDS:g}")
    return _Watch(look, home, classify, stop, now, poll).run(once)


class _Watch:
    def __init__(
        self, look: Look, home: Home, classify: passages.Classify, stop: Event, now: Callable[[], float],
        poll: float | None,
    ) -> None:  # fmt: skip
        self.look, self.classify, self.stop, self.now = look, classify, stop, now
        self.home, self.inode = home.places.home, _inode(home.places.home)
        self.config = home.places.config if home.places.initialised else ""
        self.seen = _Seen({}, {}, (), frozenset(), 0)
        self.noted: frozenset[str] = frozenset()
        self.passes = self.changes = 0
        self.poll = poll
        self.ears: _Ears | None = None

    def run(self, once: bool) -> Iterator[dict[str, Any]]:
        self.seen = self._pass()
        if self.poll is None and not once and not _can_listen():
            self.poll = _POLL_SECONDS
            hint = f"looking every {self.poll:g} s; `{INSTALL}` listens for changes instead"
            yield self._event("note", message=hint)
        yield self._started(once)
        yield from self._notes(self.seen.notices)
        try:
            while not once and not self.stop.is_set():
                yield from self._wait()
                if not self.stop.is_set():
                    yield from self._look_again()
        finally:
            self._close_ears()
        yield self._event("stopped", passes=self.passes, changes=self.changes)

    def _event(self, event: str, **fields: Any) -> dict[str, Any]:
        return {"event": event, "at": instant.iso(self.now()), **fields}

    def _started(self, once: bool) -> dict[str, Any]:
        every = 0.0 if once else self.poll or _LISTEN_SECONDS
        return self._event(
            "started", home=self.home, files=len(self.seen.files), read=self.seen.read,
            leaves=sum(self.seen.leaves.values()), listens=not once and self.poll is None, every_seconds=every,
        )  # fmt: skip

    def _pass(self) -> _Seen:
        with self.look() as (home, reading):
            before = {} if self.passes else _rows(reading)
            problems = passages.refresh(reading, home, self.classify, passages.FILED, archive=True)
            files = _rows(reading)
            leaves = {log.replica: log.state.size for log in reading.logs}
            notices = (*reading.notices, *dict.fromkeys(str(problem) for problem in problems))
            read = sum(before.get(path) != row for path, row in files.items())
        self.passes += 1
        return _Seen(files, leaves, notices, _folders(home, files), read)

    def _look_again(self) -> Iterator[dict[str, Any]]:
        if self._is_gone():
            raise HomeGone(self.home)
        if self.config and not os.path.exists(self.config):  # without it the folder would be read as another home
            yield from self._notes((f"{self.config} is not there; waiting for it",))
            return
        then = self.seen
        try:
            self.seen = self._pass()
        except (SapwoodError, OSError, sqlite3.Error) as failure:
            yield from self._notes((str(failure),))
            return
        for event in self._differences(then, self.seen):
            self.changes += 1
            yield event
        yield from self._notes(self.seen.notices)

    def _differences(self, then: _Seen, now: _Seen) -> Iterator[dict[str, Any]]:
        for path in sorted(then.files.keys() | now.files.keys()):
            before, after = then.files.get(path), now.files.get(path)
            if before != after:
                word = "added" if before is None else "gone" if after is None else "changed"
                layer = (after or before or _Row("", "")).layer
                yield self._event(word, layer=layer, path=path)
        for replica in sorted(then.leaves.keys() | now.leaves.keys()):
            size = now.leaves.get(replica, 0)
            if more := size - then.leaves.get(replica, 0):
                yield self._event("log", replica=replica, leaves=more, size=size)

    def _notes(self, notices: tuple[str, ...]) -> Iterator[dict[str, Any]]:
        """Each once, and again when it was mended and comes back."""
        fresh = [notice for notice in dict.fromkeys(notices) if notice not in self.noted]
        self.noted = frozenset(notices)
        for notice in fresh:
            yield self._event("note", message=notice)

    def _wait(self) -> Iterator[dict[str, Any]]:
        """Until something may have changed, or it is time to look anyway."""
        if self.poll is not None:
            self.stop.wait(self.poll)
            return
        try:
            self._listen()
        except OSError as failure:  # no more folders can be listened to, say
            self._close_ears()
            self.poll = _POLL_SECONDS
            message = f"cannot listen for changes ({failure}); looking every {self.poll:g} s instead"
            yield self._event("note", message=message)

    def _listen(self) -> None:
        if self.ears is None or self.ears.folders != self.seen.folders:
            self._close_ears()
            self.ears = _Ears(self.seen.folders, self.stop)
            self.ears.heard()  # from here on nothing is missed: look once more at what came before
            return
        until = time.monotonic() + (_SETTLE_SECONDS if self.ears.settle else _LISTEN_SECONDS)
        while time.monotonic() < until and not self.stop.is_set():
            if self.ears.heard():
                self.ears.settle = True
                return
            if self._is_gone():
                return
        self.ears.settle = False

    def _is_gone(self) -> bool:
        return _inode(self.home) != self.inode

    def _close_ears(self) -> None:
        if self.ears is not None:
            self.ears.changes.close()
            self.ears = None


class _Ears:
    """Folders that are listened to. `settle` is True after a change, until a pass has found its file still."""

    def __init__(self, folders: frozenset[str], stop: Event) -> None:
        import watchfiles  # noqa: PLC0415 - an optional extra

        self.folders, self.settle = folders, True
        self.changes: Generator[set[FileChange]] = watchfiles.watch(
            *sorted(folders), watch_filter=None, debounce=_STORM_MILLISECONDS, step=_STILL_MILLISECONDS,
            stop_event=stop, rust_timeout=_TICK_MILLISECONDS, yield_on_timeout=True, raise_interrupt=False,
            recursive=False, ignore_permission_denied=True,
        )  # fmt: skip

    def heard(self) -> bool:
        """True where something changed; False after a tick of silence, or where it was stopped."""
        return bool(next(self.changes, None))


def _can_listen() -> bool:
    try:
        import watchfiles  # noqa: F401, PLC0415
    except ImportError:
        return False
    return True


def _rows(reading: Reading) -> dict[str, _Row]:
    rows = reading.index.db.execute(
        "SELECT path, layer, digest FROM files WHERE workspace=?", (reading.index.rules.workspace,)
    )
    return {path: _Row(layer, digest) for path, layer, digest in rows}


def _folders(home: Home, files: dict[str, _Row]) -> frozenset[str]:
    """The folders whose changes count: those of files that are indexed, those that are declared, and the logs'."""
    places = home.places
    found = {places.home, places.daily, places.archive, *places.substrate}
    found.update(os.path.dirname(places.located(path)) for path in files)
    found.update(os.path.dirname(path) for path in places.substrate)
    found.update(os.path.join(places.log, replica) for replica in safe.folders(places.log))
    return frozenset(folder for folder in found if os.path.isdir(folder))


def _inode(folder: str) -> tuple[int, int] | None:
    found = safe.stat_of(folder)
    return None if found is None else (found.device, found.inode)

"""One look at a home: logs held against their witnesses, the index caught up, and what must be said with every answer.

Nothing here writes to the home. The state and cache folders are brought up to date where they can be written.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from typing import NamedTuple

from sapwood.core import topics
from sapwood.core.limits import Limits
from sapwood.disk import lock, safe
from sapwood.disk.home import Home
from sapwood.disk.places import Places
from sapwood.index import store
from sapwood.index.apply import Rules
from sapwood.log import book, read, segments
from sapwood.log.tree import Tree


class Reading:
    """What a verb that only reads is given. `now` is the instant of the whole operation."""

    __slots__ = ("_trees", "index", "limits", "logs", "notices", "now", "places")

    def __init__(self, places: Places, index: store.Index, logs: tuple[book.Log, ...], limits: Limits, now: float) -> None:
        self.places, self.index, self.logs, self.limits, self.now = places, index, logs, limits, now
        self.notices: list[str] = _notices(index, logs)
        self._trees: dict[str, Tree] = {}

    def log(self, replica: str) -> book.Log | None:
        """The log of that replica, or None."""
        return next((log for log in self.logs if log.replica == replica), None)

    def leaf_line(self, replica: str, at: int) -> bytes | None:
        """The bytes of leaf `at`, re-read and proven to the log's root; None where that cannot be done."""
        log = self.log(replica)
        if log is None or not log.sound:
            return None
        line = self._proven(log, at, anew=False)
        return line if line is not None else self._proven(log, at, anew=True)

    def _proven(self, log: book.Log, at: int, *, anew: bool) -> bytes | None:
        tree = self._trees.get(log.replica)
        if tree is None or anew:
            try:
                tree = book.grown_tree(self.places.cache, log, anew=anew)
            except OSError:
                return None
            self._trees[log.replica] = tree
        place = tree.place(at)
        if place is None:
            return None
        segment, offset, length = place
        line = safe.read_slice(segments.path_of(log.folder, segment), offset, length)
        return line if tree.proves(line, at, log.state.size, log.state.root) else None

    def value(self, digest: str) -> bytes | None:
        """The bytes of a value, hashed; None where it is gone or damaged."""
        return store.value_of(self.index, self.places, digest)


    @contextlib.contextmanager
    def index_locked(self) -> Iterator[store.Index]:
        """The index to write rows of files into: under its lock, in a transaction that is committed at the end."""
        if self.index.in_memory:
            yield self.index
            return
        with lock.held(store.lock_path(self.places), self.limits.lock_seconds):
            self.index = store.relocked(self.index, self.places, self.logs)
            self.index.db.execute("BEGIN IMMEDIATE")
            yield self.index
            store.commit(self.index, self.places)


def rules_of(home: Home) -> Rules:
    """The rules of a home's replay. A home without a salt (no `sapwood init` yet) replays nothing."""
    config = home.config
    lens = hashlib.sha256(json.dumps([config.owner, config.topics, topics.VERSION]).encode()).hexdigest()[:16]
    salt = safe.read_own(home.places.salt) or b""
    return Rules(home.places.workspace, salt, config.min_strength, config.decay, lens)


@contextlib.contextmanager
def opened(home: Home, now: float, progress: store.Progress | None = None) -> Iterator[Reading]:
    """Look at a home. The connection is closed at the end."""
    logs = book.opened(home.places)
    limits = home.config.limits
    index = store.opened(home.places, rules_of(home), logs, limits.lock_seconds, progress)
    reading = Reading(home.places, index, logs, limits, now)
    try:
        for log in logs:
            book.adopt(home.places, log)
        yield reading
    finally:
        reading.index.db.close()


def _notices(index: store.Index, logs: tuple[book.Log, ...]) -> list[str]:
    found = []
    for log in logs:
        if log.state.status == read.BEHIND:
            found.append(f"log {log.state.origin}: {log.state.detail}; its marks are unverifiable (`sapwood log recover`)")
        elif log.state.status == read.ALTERED:
            found.append(f"log {log.state.origin}: {log.state.detail}; its marks are unverifiable (`sapwood verify`)")
        if log.state.torn is not None:
            found.append(f"log {log.state.origin}: an unfinished last line was left out; the next write sets it aside")
    rows = index.db.execute(
        "SELECT kind, count(*), group_concat(log_index), max(detail) FROM losses WHERE workspace=? GROUP BY kind",
        (index.rules.workspace,),
    ).fetchall()
    found.extend(_loss_notice(*row) for row in rows)
    if index.in_memory:
        found.append("the index folder cannot be written; the index was made in memory for this answer")
    return found


def _loss_notice(kind: str, count: int, at: str, detail: str) -> str:
    if kind == "gap":
        fields = json.loads(detail)
        return f"a loss was accepted: the log went on from {fields.get('size')} leaves although {fields.get('witnessed')} had been seen"
    if kind == "undone":
        return f"{count} change(s) could not be applied to their file (leaf {at}); `sapwood status` shows the text"
    if kind == "unreadable":
        return f"{count} line(s) of the log do not read as leaves (leaf {at}); they are left out"
    return f"{count} value(s) are missing or damaged (leaf {at}); what they held is left out"

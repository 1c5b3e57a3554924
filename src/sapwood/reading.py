"""One look at a home: logs held against their witnesses, the index caught up, and what must be said with every answer.

Nothing here writes to the home. The state and cache folders are brought up to date where they can be written.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator

from sapwood.core import leaf as leaves
from sapwood.core import merkle
from sapwood.core.config import TOPICS_VERSION
from sapwood.core.leaf import Leaf
from sapwood.core.limits import Limits
from sapwood.disk import lock, safe
from sapwood.disk.home import Home
from sapwood.disk.places import Places
from sapwood.errors import BadLeaf, Busy, DiskFailed
from sapwood.index import store
from sapwood.index.apply import Rules, stand_in
from sapwood.log import book, read, segments
from sapwood.log.tree import Tree
from sapwood.log.witness import Witness, load

_IN_MEMORY = "the index folder cannot be written; the index was made in memory for this answer"


class Reading:
    """What a verb that only reads is given. `now` is the instant of the whole operation."""

    __slots__ = ("_trees", "index", "limits", "logs", "notices", "now", "places")

    def __init__(
        self, places: Places, index: store.Index, logs: tuple[book.Log, ...], limits: Limits, now: float
    ) -> None:
        self.places, self.index, self.logs, self.limits, self.now = places, index, logs, limits, now
        self.notices: list[str] = _notices(places, index, logs)
        self._trees: dict[str, Tree] = {}

    def log(self, replica: str) -> book.Log | None:
        """The log of that replica, or None."""
        return next((log for log in self.logs if log.replica == replica), None)

    @property
    def own_replica(self) -> str:
        """The replica that this machine writes for the home at this path; empty where it has not written yet."""
        return _own_replica(self.places)

    def leaf(self, replica: str, at: int) -> Leaf | None:
        """Leaf `at`, re-read and proven; None where that cannot be done or it does not read as a leaf."""
        line = self.leaf_line(replica, at)
        with contextlib.suppress(BadLeaf):
            return leaves.decode(line) if line is not None else None
        return None

    def leaf_line(self, replica: str, at: int) -> bytes | None:
        """The bytes of leaf `at`, re-read and proven to the log's root; None where that cannot be done."""
        log = self.log(replica)
        if log is not None and log.sound and at >= log.state.size:
            log = self._grown(log)
        if log is None or not log.sound or not 0 <= at < log.state.size:
            return None
        line = self._proven(log, at, anew=False)
        return line if line is not None else self._proven(log, at, anew=True)

    def _grown(self, log: book.Log) -> book.Log:
        """The log again: the index is asked after the logs were looked at, and a writer may have been at work since."""
        now = book.opened_one(self.places, log.replica)
        if not now.sound or now.state.size <= log.state.size:
            return log
        self.logs = tuple(now if each.replica == log.replica else each for each in self.logs)
        return now

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """The index to ask several questions of one state of it. Keep it short: a writer waits for the end."""
        self.index.db.execute("BEGIN")
        try:
            yield self.index.db
        finally:
            self.index.db.execute("COMMIT")

    def _proven(self, log: book.Log, at: int, *, anew: bool) -> bytes | None:
        return _leaf(self._tree(log, anew=anew), log, at)

    def reached(self, origin: str, size: int, root: str) -> bool:
        """True where the log of that origin is proven to have gone through `size` leaves with that root (hex)."""
        log = next((log for log in self.logs if log.state.origin == origin), None)
        if log is None or not log.sound or size > log.state.size:
            return False
        return any(self._extends(log, size, bytes.fromhex(root), anew=anew) for anew in (False, True))

    def _extends(self, log: book.Log, size: int, root: bytes, *, anew: bool) -> bool:
        tree = self._tree(log, anew=anew)
        proof = merkle.prove_consistency(size, log.state.size, tree.get)
        return merkle.verify_consistency(size, log.state.size, root, log.state.root, proof)

    def _tree(self, log: book.Log, *, anew: bool) -> Tree:
        tree = self._trees.get(log.replica)
        if tree is None or anew:
            tree = self._trees[log.replica] = book.grown_tree(self.places.cache, log, anew=anew)
        return tree

    def value(self, digest: str) -> bytes | None:
        """The bytes of a value, hashed, or of the one that a proven leaf puts in its place; None where it is gone or
        damaged."""
        instead = store.stand_in(self.index, digest)
        if instead is not None:
            leaf, rules = self.leaf(instead.replica, instead.log_index), self.index.rules
            said = stand_in(rules, instead.replica, leaf) if leaf is not None and leaf.type == "redacted" else None
            if said != (rules.workspace, digest, *instead):
                return None
        return store.value_of(self.index, self.places, digest)

    def signed_value(self, digest: str) -> bytes | None:
        """The bytes of a value itself, hashed, whatever a leaf puts in its place: nobody mends what a person signed."""
        return store.value_of(self.index, self.places, digest, itself=True)

    @contextlib.contextmanager
    def index_locked(self) -> Iterator[store.Index]:
        """The index to write rows of files into: under its lock, in a transaction that is committed at the end. Where
        the index cannot be written after all, one in memory takes its place."""
        with contextlib.ExitStack() as stack:
            if not self.index.in_memory:
                self._lock(stack)
            if self.index.in_memory:
                yield self.index
                return
            yield self.index
            with contextlib.suppress(DiskFailed):  # committed, not stamped: the next answer makes it anew
                store.commit(self.index, self.places)

    def _lock(self, stack: contextlib.ExitStack) -> None:
        try:
            stack.enter_context(lock.held(self.places.index_lock, self.limits.lock_seconds))
            self.index = store.relocked(self.index, self.places, self.logs)
            self.index.db.execute("BEGIN IMMEDIATE")
        except (DiskFailed, Busy, OSError, sqlite3.Error):
            self.without_disk()

    def overtaken(self) -> bool:
        """True where another process has written since this look at the home began; then all is opened again."""
        logs = book.opened(self.places)
        if [(log.replica, log.state.root) for log in logs] == [(log.replica, log.state.root) for log in self.logs]:
            return False
        self.logs, rules = logs, self.index.rules
        self.index.db.close()
        self.index = store.opened(self.places, rules, logs, self.limits.lock_seconds, None)
        return True

    def made_anew(self) -> None:
        """Throw the index away, since it says what log and values do not, and go on with a new one."""
        self.notices.append("the index did not say what the log says; it was made anew")
        if self.index.in_memory:
            return
        self.index.db.close()
        try:
            with lock.held(self.places.index_lock, self.limits.lock_seconds):
                self.index = store.rebuilt(self.places, self.index.rules, self.logs, None)
        except (DiskFailed, Busy, OSError):
            self.without_disk()

    def without_disk(self) -> None:
        """Go on with an index in memory: the one on disk cannot be written."""
        self.index.db.close()
        self.index = store.in_memory(self.places, self.index.rules, self.logs, None)
        self.notices.append(_IN_MEMORY)


def _leaf(tree: Tree, log: book.Log, at: int) -> bytes | None:
    place = tree.place(at)
    if place is None or not _is_inside(log, *place):
        return None
    segment, offset, length = place
    line = safe.read_slice(segments.path_of(log.folder, segment), offset, length)
    return line if tree.proves(line, at, log.state.size, log.state.root) else None


def _is_inside(log: book.Log, segment: int, offset: int, length: int) -> bool:
    """False for a place that the segment does not have: the file of places lies in the cache, anybody may write it."""
    sizes = {stamp.number: stamp.stat.size for stamp in log.state.stamps}
    return offset + length <= sizes.get(segment, -1)


def rules_of(home: Home) -> Rules:
    """The rules of a home's replay. A home without a salt (no `sapwood init` yet) replays nothing."""
    config = home.config
    read_with = json.dumps([config.owner, config.topics, TOPICS_VERSION, config.time_zone])
    lens = hashlib.sha256(read_with.encode()).hexdigest()[:16]
    salt = safe.read_own(home.places.salt) or b""
    return Rules(home.places.workspace, salt, config.min_strength, config.decay, config.step, lens)


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


def _notices(places: Places, index: store.Index, logs: tuple[book.Log, ...]) -> list[str]:
    found = vanished(places, logs)
    for log in logs:
        if log.state.status == read.BEHIND:
            found.append(
                f"log {log.state.origin}: {log.state.detail}; its marks are unverifiable (`sapwood log recover`)"
            )
        elif not log.sound:
            found.append(
                f"log {log.state.origin}: {log.state.detail}; its marks are unverifiable (`sapwood verify`)"
            )
        elif log.state.status == read.UNWITNESSED and log.state.size:
            found.append(
                f"log {log.state.origin}: seen on this machine for the first time; nothing to hold it against yet"
            )
        elif added := unnoted(places, log):
            found.append(
                f"log {log.state.origin}: {added} more leaf(s) than this machine wrote into it were taken in "
                f"(a write that was stopped, or another hand)"
            )
        found.extend(
            f"{os.path.basename(aside.path)} is a second version of log {log.state.origin} that a file service kept; "
            f"it is not read; `sapwood verify` says what it holds"
            for aside in segments.set_aside(log.folder)
        )
        if log.state.torn is not None:
            found.append(
                f"log {log.state.origin}: an unfinished last line was left out; the next write sets it aside"
            )
    rows = index.db.execute(
        "SELECT kind, count(*), group_concat(log_index), max(detail) FROM losses WHERE workspace=? GROUP BY kind",
        (index.rules.workspace,),
    ).fetchall()
    found.extend(_loss_notice(*row) for row in rows)
    if index.in_memory:
        found.append(_IN_MEMORY)
    return found


def vanished(places: Places, logs: tuple[book.Log, ...]) -> list[str]:
    """What to say of logs that this machine has seen and whose folder is gone: none at all is not an empty memory."""
    here = {log.replica for log in logs}
    found = []
    for entry in safe.scan(places.state) or ():
        replica = entry.name.removeprefix("witness-").removesuffix(".json")
        if entry.name != os.path.basename(places.witness(replica)) or replica in here:
            continue
        then = load(entry.path)
        if then is not None and then.size:
            found.append(
                f"log {then.origin}: it is gone, its witness saw {then.size} leaves (`sapwood log recover`)"
            )
    return found


def unnoted(places: Places, log: book.Log) -> int:
    """How many leaves our own log has beyond what was noted when they were written. A writer that is at work notes them
    a moment later, so the witness is looked at again."""
    then: Witness | None = log.witness
    if then is None or not log.sound or log.state.size <= then.size or not is_own(places, log):
        return 0
    then = load(places.witness(log.replica)) or then
    return max(0, log.state.size - then.size)


def is_own(places: Places, log: book.Log) -> bool:
    """True for the log that this machine writes for the home at this path."""
    return _own_replica(places) == log.replica


def _own_replica(places: Places) -> str:
    try:
        return (safe.read_own(os.path.join(places.state, "replica")) or b"").decode().strip()
    except (OSError, ValueError):
        return ""


def _loss_notice(kind: str, count: int, at: str, detail: str) -> str:
    if kind == "gap":
        fields = json.loads(detail)
        now, then = fields.get("size"), fields.get("witnessed")
        if fields.get("values"):
            return f"a loss was accepted: {fields['values']} value(s) were missing or damaged and stay out"
        return f"a loss was accepted: the log went on from {now} leaves although {then} had been seen"
    if kind == "undone":
        return f"{count} change(s) could not be applied to their file (leaf {at}); `sapwood status` shows the text"
    if kind == "unreadable":
        return f"{count} line(s) of the log do not read as leaves (leaf {at}); they are left out"
    return f"{count} value(s) are missing or damaged (leaf {at}); what they held is left out"

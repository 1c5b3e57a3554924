"""One change under the home's lock, in the order that loses nothing:

1. value, synced  2. leaf, synced  3. witness  4. file, against its digest  5. index, committed and stamped
6. unlock, acknowledge.

Opening for a change first finishes what a stopped process left: a torn line is set aside, a value without a leaf is
dropped, the last leaf's file step is done or reported, values that an `erased` leaf names are dropped again.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sapwood.core import instant
from sapwood.core import leaf as leaves
from sapwood.core.limits import Limits
from sapwood.core.skeleton import salt_check
from sapwood.disk import lock, replace, safe
from sapwood.disk.home import Home
from sapwood.disk.places import Places
from sapwood.disk.steps import reached
from sapwood.errors import (
    BadLeaf,
    Busy,
    DiskFailed,
    FileChanged,
    FileStepFailed,
    LogAltered,
    LogBehind,
    NotWritable,
    SaltMissing,
)
from sapwood.index import apply, store
from sapwood.log import append, book, read, segments, values
from sapwood.reading import Reading, rules_of, unnoted

if TYPE_CHECKING:
    from sapwood.gate.ledger import Ledger

SALT_BYTES = 16  # at least


class Author(NamedTuple):
    """Who says it did it (`actor`, asserted), by which road it really came (`channel`), in which scope."""

    actor: str
    channel: str
    scope: str


class FileStep(NamedTuple):
    """What a leaf says of a file: `op` is `append` (its first value is the text added), `write` (its second value is
    the whole file, which a signature covers), `move` (from `source`) or `remove`; digests are HMACs over the whole
    file, None where it is not there."""

    op: str
    path: str
    before: str | None
    after: str | None
    source: str = ""

    def to_json(self) -> dict[str, Any]:
        """As it stands in a leaf's body."""
        return {key: part for key, part in self._asdict().items() if part != ""}


class Change:
    """The home, held for writing. Only `admit` stages leaves in it; layers write files and rows through it."""

    __slots__ = (
        "_decided_elsewhere", "_indexed", "_ledger", "_placed", "_unapplied", "author", "index", "limits", "notices",
        "now", "places", "rules", "writer",
    )  # fmt: skip

    def __init__(
        self, places: Places, limits: Limits, author: Author, now: float, index: store.Index, writer: append.Writer,
        *, decided_elsewhere: bool = False,
    ) -> None:  # fmt: skip
        self.places, self.limits, self.author, self.now = places, limits, author, now
        self.index, self.writer, self.rules = index, writer, index.rules
        self.notices: list[str] = []
        self._unapplied: list[append.Staged] = []
        self._placed: list[tuple[str, values.Place]] = []  # of values that are asked for only when they are on disk
        self._indexed = writer.size
        self._decided_elsewhere = decided_elsewhere
        self._ledger: tuple[tuple[int, int], Ledger] | None = None

    @property
    def has_decisions(self) -> bool:
        """Whether any log holds a decision: where none does, no ledger has to be made."""
        return self._decided_elsewhere or bool(self.writer.decisions)

    @property
    def ledger(self) -> Ledger:
        """What a person decided until now, from what is on disk."""
        from sapwood.gate import root  # noqa: PLC0415 - a home where nobody decided anything pays nothing
        from sapwood.gate.ledger import Ledger  # noqa: PLC0415

        made_of = self.writer.decisions, id(self.index)
        if self._ledger is None or self._ledger[0] != made_of:
            self._ledger = made_of, Ledger(self.reading(), root.load(self.places))
        return self._ledger[1]

    def reading(self) -> Reading:
        """A look at the home as it is on disk now, with the index of this change."""
        return Reading(self.places, self.index, book.opened(self.places), self.limits, self.now)

    def digest(self, data: bytes) -> str:
        """The keyed digest of a file's bytes, as leaves hold it: a plain one would let short files be guessed."""
        return hmac.digest(self.rules.salt, data, "sha256").hex()

    def stage(
        self, kind: str, texts: Sequence[bytes], body: Mapping[str, Any], named: Sequence[str] = ()
    ) -> append.Staged:
        """Give a leaf its place. Called by `admit` alone (tests/test_shape.py holds that)."""
        author = self.author
        staged = self.writer.stage(
            kind, instant.iso(self.now), author.actor, author.channel, author.scope, texts, dict(body), named
        )
        self._unapplied.append(staged)
        return staged

    def apply(self) -> None:
        """Make the rows of what is staged, in the open transaction, so that the next judgement sees them."""
        for staged in self._unapplied:
            self._placed += [(digest, place) for digest, _, place in staged.values]
            held = [data for _, data, _ in staged.values]
            apply.apply(self.index.db, self.rules, apply.Applied(self.writer.replica, staged.leaf, held))
        self._unapplied.clear()

    def write_file(self, step: FileStep, data: bytes) -> None:
        """The file step of the last staged leaf: leaf on disk first, then the file, then the leaf is settled."""
        with self._file_step(step):
            replace.replace(self.places.located(step.path), data, step.before, self.digest)

    def move_file(self, step: FileStep) -> None:
        """The same for a move to a free name."""
        assert step.after is not None
        with self._file_step(step):
            source, target = self.places.located(step.source), self.places.located(step.path)
            replace.move(source, target, step.after, self.digest)

    def remove_file(self, step: FileStep) -> None:
        """The same for a file whose lines stand elsewhere."""
        assert step.before is not None
        with self._file_step(step):
            replace.remove(self.places.located(step.path), step.before, self.digest)

    @contextlib.contextmanager
    def _file_step(self, step: FileStep) -> Iterator[None]:
        self.writer.flush(settled=False)
        try:
            yield
        except DiskFailed as failure:
            raise FileStepFailed(step.path, failure.why) from failure
        self.writer.settle()

    def checkpoint(self) -> None:
        """Put all that is staged on disk and into the index; the change goes on."""
        self.apply()
        self.writer.flush()
        store.note_values(self.index, self._placed)
        self._placed.clear()
        size, root = self.writer.head
        store.note_sizes(self.index, self.places, [(self.writer.replica, size, self.writer.counter, root.hex())])
        store.commit(self.index, self.places)
        self._indexed = size
        self.index.db.execute("BEGIN IMMEDIATE")

    def index_failed(self, failure: sqlite3.Error) -> DiskFailed | FileStepFailed:
        """What to say when the index could not be written: leaves that are on disk are kept, and the next opening
        brings them into the index."""
        kept = self.writer.head[0] > self._indexed
        return (FileStepFailed if kept else DiskFailed)(self.places.index_file, str(failure))

    def drop_values(self, digests: frozenset[str]) -> None:
        """Put what is staged on disk, drop erased values from every replica's segments, and make the index anew: its
        pages keep old text. It is not committed before that, since a value that another one stands in for changes rows
        that were made long ago."""
        self._unapplied.clear()
        self.writer.flush()
        self._placed.clear()
        self.index.db.execute("ROLLBACK")
        for replica in safe.folders(self.places.values):
            values.drop(self.places.values, replica, digests)
        for entry in safe.scan(self.places.aside) or ():
            if entry.name.startswith("replaced-values-"):  # segments that a recovery set aside hold the same text
                replace.drop(entry.path)
        _drop_indexes_elsewhere(self.places)
        reached("values-dropped")
        self.index.db.close()
        self.index = store.rebuilt(self.places, self.rules, book.opened(self.places), None)
        self._indexed = self.writer.head[0]
        self.index.db.execute("BEGIN IMMEDIATE")
        self.writer.values_rewritten()


@contextlib.contextmanager
def opened(
    home: Home, author: Author, now: float, progress: store.Progress | None = None, *, accept_loss: bool = False
) -> Iterator[Change]:
    """Hold the home for one change. Leaves are on disk and the index is committed when the block ends without error;
    with an error, what was not flushed never was. `accept_loss` goes on from a log that is shorter than its witness or
    not what it saw, by a `gap` leaf that every answer names from then on."""
    places, limits = home.places, home.config.limits
    if not places.initialised:
        raise NotWritable(places.home)
    if len(safe.read_own(places.salt) or b"") < SALT_BYTES:
        raise SaltMissing(places.salt)
    for folder in (places.own, places.state, places.cache):
        replace.make_folder(folder, 0o700)
    with lock.held(places.lock, limits.lock_seconds), lock.held(places.index_lock, limits.lock_seconds):
        try:
            change = _prepared(places, limits, rules_of(home), author, now, progress, accept_loss)
        except sqlite3.Error as failure:
            raise DiskFailed(places.index_file, str(failure)) from failure
        try:
            yield change
            change.checkpoint()
            change.index.db.execute("ROLLBACK")
        except BaseException as failure:
            change.writer.discard()
            if isinstance(failure, sqlite3.Error):
                raise change.index_failed(failure) from failure
            raise
        finally:
            change.index.db.close()


def _prepared(
    places: Places, limits: Limits, rules: apply.Rules, author: Author, now: float, progress: store.Progress | None,
    accept_loss: bool,
) -> Change:  # fmt: skip
    _sweep(places)
    notices: list[str] = []
    replica = own_replica(places, notices)
    logs = _without_torn_end(places, replica, notices, accept_loss)
    own = next((log for log in logs if log.replica == replica), None)
    if own is None:
        own = book.absent(places, replica)
    if not accept_loss:
        _refuse_unsound(own)
    if own.sound:
        _refuse_other_salt(places, rules.salt, own)
        _drop_orphan_values(places, own)
    notices += _taken_in(places, logs)
    index = store.brought_up(places, rules, logs, progress)
    change = None
    try:
        change = _begun(places, limits, author, now, index, own, logs)
        change.notices = notices
        _mend(change, own)
    except BaseException:  # a connection that is left open holds the index for whoever comes next
        (index if change is None else change.index).db.close()
        raise
    return change


def _begun(
    places: Places, limits: Limits, author: Author, now: float, index: store.Index, own: book.Log,
    logs: tuple[book.Log, ...],
) -> Change:  # fmt: skip
    tree = book.grown_tree(places.cache, own, anew=not own.sound)
    counters = {log.replica: read.last_counter(log.folder) for log in logs}
    writer = append.Writer(
        own.replica, places.log, places.values, places.witness(own.replica), tree, own.state, _settled(own),
        max(counters.values(), default=0), counters.get(own.replica, 0), limits.segment_bytes,
    )  # fmt: skip
    index.db.execute("BEGIN IMMEDIATE")
    elsewhere = any(log.state.decided for log in logs if log.replica != own.replica)
    return Change(places, limits, author, now, index, writer, decided_elsewhere=elsewhere)


def _settled(own: book.Log) -> int:
    """How many leaves have their file step done, as far as is known."""
    return own.witness.settled if own.witness is not None else max(0, own.state.size - 1)


def _mend(change: Change, own: book.Log) -> None:
    """Begin the log where there is none, and finish what a stopped process left."""
    if own.state.size == 0:
        named = {"workspace": change.places.workspace, "replica": own.replica}
        begun = {**named, "skeleton": "s1", "salt": salt_check(change.rules.salt)}
        change.stage("created", (), begun)
        change.checkpoint()
    if not own.sound:
        _accept_loss(change, own)
    _finish_last_file_step(change, own, _settled(own))
    _erase_again(change)


def _refuse_other_salt(places: Places, salt: bytes, own: book.Log) -> None:
    first = book.first_leaf(own)
    if first is not None and first.body.get("salt", salt_check(salt)) != salt_check(salt):
        raise SaltMissing(places.salt)


def _taken_in(places: Places, logs: tuple[book.Log, ...]) -> list[str]:
    counts = [(log, unnoted(places, log)) for log in logs]
    return [
        f"log {log.state.origin}: {count} more leaf(s) than this machine wrote into it were taken in "
        f"(a write that was stopped, or another hand)"
        for log, count in counts
        if count
    ]


def _sweep(places: Places) -> None:
    kept = [f"{root}/{replica}" for root in (places.log, places.values) for replica in safe.folders(root)]
    own = (places.home, places.own, places.aside, places.state, places.cache, *kept)
    for folder in (*own, places.daily, places.archive):
        replace.sweep(folder)


def _accept_loss(change: Change, own: book.Log) -> None:
    then = own.witness
    witnessed, root = (then.size, then.root) if then is not None else (0, "")
    change.stage("gap", (), {"size": own.state.size, "witnessed": witnessed, "root": root, "status": own.state.status})
    change.checkpoint()


def known_replica(places: Places) -> str:
    """This home's replica id, or empty where it has none yet."""
    known = (safe.read_own(os.path.join(places.state, "replica")) or b"").decode("ascii", "replace").strip()
    return known if len(known) == 16 and not set(known) - set("0123456789abcdef") else ""


def own_replica(places: Places, notices: list[str]) -> str:
    """This home's replica id, minted in the state folder at the first write."""
    if known := known_replica(places):
        return known
    if others := safe.folders(places.log):
        notices.append(
            f"this copy of the home was not known on this machine; it becomes a replica of its own beside {len(others)}"
        )
    fresh = os.urandom(8).hex()
    replace.write_atomic(os.path.join(places.state, "replica"), fresh.encode() + b"\n", mode=0o600)
    return fresh


def _without_torn_end(places: Places, replica: str, notices: list[str], accept_loss: bool) -> tuple[book.Log, ...]:
    logs = book.opened(places)
    own = next((log for log in logs if log.replica == replica), None)
    if own is None or own.state.torn is None or not (own.sound or accept_loss):
        return logs
    name = f"log-{replica}-{os.path.basename(own.state.torn.path)}-{own.state.torn.offset}.part"
    kept = book.set_aside(places, own.state.torn, name)
    shown = places.shown(kept)
    notices.append(f"an unfinished last line of the log was set aside in {shown}; it was never acknowledged")
    return book.opened(places)


def _refuse_unsound(own: book.Log) -> None:
    if own.state.status == read.BEHIND:
        witnessed = own.witness.size if own.witness is not None else 0
        raise LogBehind(own.state.origin, own.state.size, witnessed)
    if not own.sound:
        raise LogAltered(own.state.origin, own.state.detail, fork=own.state.status == read.FORKED)


def _drop_orphan_values(places: Places, own: book.Log) -> None:
    """Cut values at the end of our last segment that no leaf names: their change was never acknowledged.

    The witness says from where on to look. It may lag, a segment may have been put in the place of ours, and a
    recovered value lies after the leaves that name it, so before anything is cut all leaves are asked.
    """
    known = own.witness.values if own.witness is not None else (0, 0)
    found = segments.listed(f"{places.values}/{own.replica}")
    if not found or (found[-1].number, found[-1].stat.size) == known:
        return
    last = found[-1]
    start = known[1] if known[0] == last.number and known[1] <= last.stat.size else 0
    for since in (own.witness.size if own.witness is not None else 0, 0):
        end = _end_of_named(last, start, _digests_since(own, since))
        if end == last.stat.size:
            return
    replace.cut(last.path, end)


def _end_of_named(last: segments.Segment, start: int, named: frozenset[str]) -> int:
    end, kept = start, False
    for line in segments.lines(last, start):
        if isinstance(line, segments.Line):
            if not values.is_fence(line.data):  # a fence goes with the line before it
                value = values.decode(line.data)
                kept = value is None or value.digest in named  # damage is kept, so that it can be found
            if kept:
                end = line.offset + len(line.data) + 1
    return end


def _digests_since(own: book.Log, start: int) -> frozenset[str]:
    named: set[str] = set()
    for _, line in own.leaves(start):
        with contextlib.suppress(BadLeaf):
            named.update(leaves.decode(line.data).digests)
    return frozenset(named)


def _finish_last_file_step(change: Change, own: book.Log, settled: int) -> None:
    """At most the last leaf can lack its file. Digest is `after`: done. `before`: do it now. Neither: say so."""
    if settled >= own.state.size:
        return
    last = last_leaf(own)
    if last is not None and isinstance(last.body.get("file"), dict):
        fields = last.body["file"]
        step = FileStep(**{key: fields.get(key, default) for key, default in _FILE_STEP.items()})
        if _may_hold(change.places, step):
            with contextlib.suppress(FileChanged):  # another hand was faster: what it wrote stays
                _finish(change, last, step)
        else:
            change.notices.append(f"the last leaf of the log names {step.path}, no file that it may write; left alone")
    change.writer.settle()


_FILE_STEP: dict[str, str | None] = {"op": "", "path": "", "before": None, "after": None, "source": ""}


def _may_hold(places: Places, step: FileStep) -> bool:
    """Whether a step read back from the log stays where `admit` would have let it: a line appended to the log by
    another hand must not lead us out of the folders of its layer."""
    for shown in filter(None, (step.path, step.source)):
        path = os.path.realpath(places.located(shown))
        folders = (places.knowledge,) if step.op == "write" else (places.daily, places.archive)
        if not any(safe.inside(path, folder) for folder in folders):
            return False
    return bool(step.path)


def last_leaf(log: book.Log) -> leaves.Leaf | None:
    """The last leaf of a log, or None where it has none that reads."""
    found = None
    for _, line in log.leaves(log.state.size - 1):
        with contextlib.suppress(BadLeaf):
            found = leaves.decode(line.data)
    return found


def _finish(change: Change, last: leaves.Leaf, step: FileStep) -> None:
    path = change.places.located(step.path)
    replace.sweep(os.path.dirname(os.path.realpath(path)))
    now = replace.digest_of(path, change.digest)
    if step.op == "append":
        _finish_append(change, last, step, path, now)
    elif step.op == "write":
        _finish_write(change, last, step, path, now)
    elif step.op == "move":
        source = change.places.located(step.source)
        there = replace.digest_of(source, change.digest)
        if now == step.after:
            replace.finish_move(source, path)
        elif now is None and there == step.after:
            replace.move(source, path, step.after or "", change.digest)
        elif now and there is None:  # a line came in with the move and is not consolidated yet
            replace.move_back(source, path)
    elif step.op == "remove" and now is not None and now == step.before:
        replace.remove(path, now, change.digest)


def _finish_write(change: Change, last: leaves.Leaf, step: FileStep, path: str, now: str | None) -> None:
    """Signed bytes that did not reach their file: its signature is asked again before anything is written."""
    found = change.ledger.signed_bytes(last)
    if now == step.before and found is not None and change.digest(found) == step.after:
        with contextlib.suppress(FileChanged):
            replace.replace(path, found, step.before, change.digest)


def _finish_append(change: Change, last: leaves.Leaf, step: FileStep, path: str, now: str | None) -> None:
    text = store.value_of(change.index, change.places, last.digests[0]) if last.digests else None
    if now == step.after or text is None:
        return
    held = _readable(path)
    if now == step.before:
        with contextlib.suppress(FileChanged):
            replace.replace(path, held + text, now, change.digest)
            return
        held = _readable(path)
    lines = [line.strip() for line in held.splitlines()]
    if all(line.strip() in lines for line in text.splitlines() if line.strip()):
        return  # it came there by another road, such as a merge
    change.notices.append(
        f"{step.path} was changed while a line was being added to it; the line was not added, it was: "
        f"{text.decode().strip()}"
    )
    change.stage("undone", (), {"leaf": last.i, "why": "file-changed"})
    change.checkpoint()


def _readable(path: str) -> bytes:
    try:
        return safe.read_own(path) or b""
    except OSError:
        return b""


def _drop_indexes_elsewhere(places: Places) -> None:
    """The home may have lain at another path: the index that was made there holds the same text. One that is in use is
    that of a copy of the home, which has the values too."""
    above, name = os.path.split(places.cache)
    for other in safe.folders(above):
        if other != name and other[:-_KEY_DIGITS] == name[:-_KEY_DIGITS]:
            with contextlib.suppress(Busy, DiskFailed), lock.held(f"{above}/{other}/index.lock", 0):
                for ending in ("", "-journal"):
                    replace.drop(f"{above}/{other}/index.db{ending}")


_KEY_DIGITS = 12  # of the path of a home, at the end of its folders (disk/places.py)


def _erase_again(change: Change) -> None:
    """A merge can bring back a value that was erased, or bring one of an erased mark that another machine wrote before
    it heard of that; every open for writing drops both."""
    unheard = apply.unerased(change.index.db, change.rules.workspace)
    for mark_id, digests in unheard.items():
        change.stage("erased", (), {"mark": mark_id, "keys": []}, digests)
    rows = change.index.db.execute(
        "SELECT e.digest FROM erased e JOIN value_places v ON v.workspace=e.workspace AND v.digest=e.digest"
        " WHERE e.workspace=?",
        (change.rules.workspace,),
    ).fetchall()
    again = frozenset([*(digest for (digest,) in rows), *(each for held in unheard.values() for each in held)])
    again |= _erased_set_aside(change)
    if again:
        change.drop_values(again)


def _erased_set_aside(change: Change) -> frozenset[str]:
    """Erased values in what a file service set aside beside the values."""
    folders = [f"{change.places.values}/{name}" for name in safe.folders(change.places.values)]
    held = {
        found.digest
        for folder in folders
        for aside in segments.set_aside(folder)
        for line in values.lines(aside)
        if (found := values.decode(line.data)) is not None
    }
    erased = change.index.db.execute("SELECT digest FROM erased WHERE workspace=?", (change.rules.workspace,))
    return frozenset(digest for (digest,) in erased if digest in held) if held else frozenset()

"""Appending to this replica's log: values first, synced, then leaves, synced, then the witness."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from sapwood.core import leaf as leaves
from sapwood.core.merkle import Frontier, leaf_hash
from sapwood.disk import replace, safe
from sapwood.disk.steps import reached
from sapwood.log import segments, values
from sapwood.log.read import State, is_decision
from sapwood.log.tree import Tree
from sapwood.log.witness import Stamp, Witness, save


class Staged(NamedTuple):
    """A leaf that has its place in the log, and the places of its values. Real once `flush` returned."""

    leaf: leaves.Leaf
    values: tuple[tuple[str, bytes, values.Place], ...]


class Writer:
    """The end of one replica's log. Used under the home's lock only."""

    __slots__ = (
        "_decided", "_frontier", "_leaf_lines", "_limit", "_log", "_next_offset", "_segment", "_settled", "_stamps",
        "_tree", "_value_lines", "_values", "_values_offset", "_values_segment", "_witness_path", "counter", "lc",
        "origin", "replica", "witnessed",
    )  # fmt: skip

    def __init__(
        self, replica: str, log_root: str, values_root: str, witness_path: str, tree: Tree, state: State, settled: int,
        lc: int, counter: int, segment_bytes: int,
    ) -> None:  # fmt: skip
        """`lc` is the highest counter of all logs, `counter` that of this one's last leaf."""
        self.replica, self.origin = replica, state.origin
        self._log, self._values = f"{log_root}/{replica}", f"{values_root}/{replica}"
        self._witness_path, self._tree, self._limit = witness_path, tree, segment_bytes
        self._frontier = Frontier(state.size, state.hashes)
        self._stamps, self._decided = list(state.stamps), list(state.decided)
        self._settled, self.lc, self.counter = settled, lc, counter
        self.witnessed = True
        self._leaf_lines: list[bytes] = []
        self._value_lines: list[bytes] = []
        for folder in (self._log, self._values):
            replace.make_folder(folder, 0o700)
        self._segment, self._next_offset = _end(self._log)
        self._values_segment, self._values_offset = _end(self._values)
        self._roll()

    @property
    def size(self) -> int:
        """Leaves in the log, staged ones included."""
        return self._frontier.size + len(self._leaf_lines)

    @property
    def decisions(self) -> int:
        """How many flushed leaves hold a person's decision."""
        return len(self._decided)

    @property
    def head(self) -> tuple[int, bytes]:
        """(size, root) of what is flushed."""
        return self._frontier.size, self._frontier.root()

    def stage(
        self, kind: str, at: str, actor: str, channel: str, scope: str, texts: Sequence[bytes], body: dict[str, Any],
        named: Sequence[str] = (),
    ) -> Staged:  # fmt: skip
        """Give a leaf its place and its values theirs; nothing is on disk before `flush`. `named` are digests of older
        values that the leaf is about."""
        placed = []
        for text in texts:
            digest, line = values.encode(text, os.urandom(values.SALT_BYTES))
            place = values.Place(self.replica, self._values_segment, self._values_offset, len(line) - 1)
            line += values.fence(digest)
            self._values_offset += len(line)
            self._value_lines.append(line)
            placed.append((digest, text, place))
        self.lc += 1
        digests = (*(digest for digest, _, _ in placed), *named)
        leaf = leaves.Leaf(self.size, self.lc, kind, at, actor, channel, scope, digests, body)
        self._leaf_lines.append(leaves.encode(leaf))
        return Staged(leaf, tuple(placed))

    def flush(self, *, settled: bool = True) -> None:
        """Put all that is staged on disk: values, fsync, leaves, fsync, witness. `settled=False` where the last leaf
        names a file that has yet to be written; call `settle` after that."""
        if not self._leaf_lines:
            return
        if self._value_lines:
            replace.append(segments.path_of(self._values, self._values_segment), b"".join(self._value_lines))
        reached("values-synced")
        path = segments.path_of(self._log, self._segment)
        replace.append(path, b"".join(line + b"\n" for line in self._leaf_lines))
        reached("leaf-synced")
        self._grow(path)
        self._settled = self._frontier.size - (0 if settled else 1)
        self._witness()
        self._roll()

    def settle(self) -> None:
        """Say that the last leaf's file step is done."""
        self._settled = self._frontier.size
        self._witness()

    def discard(self) -> None:
        """Forget what is staged and not flushed."""
        self.lc -= len(self._leaf_lines)
        self._leaf_lines.clear()
        self._value_lines.clear()
        self._values_segment, self._values_offset = _end(self._values)

    def values_rewritten(self) -> None:
        """Find the end of the values again after erased ones were dropped."""
        self._values_segment, self._values_offset = _end(self._values)
        self._witness()
        self._roll()

    def _grow(self, path: str) -> None:
        start, hashes = self._frontier.size, tuple(each.hex() for each in self._frontier.hashes)
        stored = []
        for line in self._leaf_lines:
            digest = leaf_hash(line)
            stored.append((self._segment, self._next_offset, len(line), digest))
            self._next_offset += len(line) + 1
            if is_decision(line):
                self._decided.append(self._frontier.size)
            self._frontier.append(digest)
        if self._tree.size >= start:
            self._tree.extend(start, stored)
        stat = safe.stat_of(path)
        assert stat is not None
        if self._stamps and self._stamps[-1].number == self._segment:
            self._stamps[-1] = self._stamps[-1]._replace(stat=stat)
        else:
            self._stamps.append(Stamp(self._segment, start, hashes, stat))
        self.counter = self.lc
        self._leaf_lines.clear()
        self._value_lines.clear()

    def _witness(self) -> None:
        size, root = self.head
        hashes = tuple(each.hex() for each in self._frontier.hashes)
        ends = (self._values_segment, self._values_offset)
        witness = Witness(
            self.origin, size, root.hex(), self.counter, self._settled, hashes, tuple(self._stamps), ends,
            tuple(self._decided),
        )  # fmt: skip
        self.witnessed = save(self._witness_path, witness)
        reached("witnessed")

    def _roll(self) -> None:
        if self._next_offset >= self._limit:
            self._segment, self._next_offset = self._segment + 1, 0
        if self._values_offset >= self._limit:
            self._values_segment, self._values_offset = self._values_segment + 1, 0


def _end(folder: str) -> tuple[int, int]:
    found = segments.listed(folder)
    return (found[-1].number, found[-1].stat.size) if found else (1, 0)

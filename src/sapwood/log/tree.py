"""The stored nodes of one log's Merkle tree, and the place of every leaf on disk.

Both are flat files in the cache folder: disposable, and nothing rests on them. A proof made from a wrong node does
not verify, so the worst they can do is cost a second look. Whoever cannot write them, or finds that another process is
at it, goes on with what it holds in memory.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

from sapwood.core import merkle
from sapwood.disk import lock, replace, safe
from sapwood.errors import Busy, DiskFailed

_PLACE = struct.Struct("<IQI")  # segment number, offset, length of the line without its LF
_NODE_BYTES = 32


class Tree:
    """Nodes and places of the first `size` leaves of one replica's log."""

    __slots__ = (
        "_lock_path",
        "_node_file",
        "_nodes",
        "_nodes_path",
        "_place_file",
        "_places",
        "_places_path",
        "_stored",
        "size",
    )

    def __init__(self, folder: str, replica: str) -> None:
        self._nodes_path = f"{folder}/{replica}.nodes"
        self._places_path = f"{folder}/{replica}.places"
        self._node_file, self._place_file = safe.Slices(self._nodes_path), safe.Slices(self._places_path)
        self._lock_path = f"{folder}/{replica}.tree.lock"
        self._stored = self.size = self._whole_size()
        self._nodes: dict[int, bytes] = {}  # what this process made and the files do not hold for sure
        self._places: dict[int, bytes] = {}

    def _whole_size(self) -> int:
        places, nodes = safe.stat_of(self._places_path), safe.stat_of(self._nodes_path)
        size = places.size // _PLACE.size if places else 0
        return size if nodes and nodes.size >= merkle.slots(size) * _NODE_BYTES else 0

    def get(self, slot: int) -> bytes:
        """The node at a slot; 32 zero bytes where there is none (no proof will verify with it)."""
        held = self._nodes.get(slot)
        if held is not None:
            return held
        return self._node_file.read(slot * _NODE_BYTES, _NODE_BYTES).ljust(_NODE_BYTES, b"\0")

    def place(self, index: int) -> tuple[int, int, int] | None:
        """(segment number, offset, length) of a leaf's line, or None where it is not known."""
        data = self._places.get(index) or self._place_file.read(index * _PLACE.size, _PLACE.size)
        return _PLACE.unpack(data) if len(data) == _PLACE.size else None

    def extend(self, start: int, lines: Iterable[tuple[int, int, int, bytes]]) -> None:
        """Take in leaves from index `start` on, each as (segment, offset, length, leaf hash). Drops what lay after."""
        nodes: list[bytes] = []
        places: list[bytes] = []
        index, base = start, merkle.slots(start)
        for segment, offset, length, digest in lines:
            for node in merkle.completed(index, digest, self.get):
                self._nodes[base + len(nodes)] = node
                nodes.append(node)
            self._places[index] = _PLACE.pack(segment, offset, length)
            places.append(self._places[index])
            index += 1
        self.size = index
        self._node_file.again()
        self._place_file.again()
        if self._store(start, b"".join(nodes), b"".join(places)):
            self._stored = index
            if start:  # a tree made anew stays in memory: another process may put an older one in its place
                self._nodes.clear()
                self._places.clear()

    def _store(self, start: int, nodes: bytes, places: bytes) -> bool:
        try:
            with lock.held(self._lock_path, 0):
                if start == 0:
                    replace.write_atomic(self._nodes_path, nodes, sync=False, mode=0o600)
                    replace.write_atomic(self._places_path, places, sync=False, mode=0o600)
                    return True
                if start > self._stored or self._whole_size() != self._stored:
                    return False
                replace.extend(self._nodes_path, nodes, merkle.slots(start) * _NODE_BYTES)
                replace.extend(self._places_path, places, start * _PLACE.size)
                return True
        except (Busy, DiskFailed):
            return False

    def proves(self, line: bytes, index: int, size: int, root: bytes) -> bool:
        """True where the nodes prove that `line` is leaf `index` of the tree with that size and root."""
        if not 0 <= index < size <= self.size:
            return False
        proof: Sequence[bytes] = merkle.prove_inclusion(index, size, self.get)
        return merkle.verify_inclusion(merkle.leaf_hash(line), index, size, proof, root)

"""The stored nodes of one log's Merkle tree, and the place of every leaf on disk.

Both are flat files in the cache folder: disposable, and nothing rests on them. A proof made from a wrong node does
not verify, so the worst they can do is cost a second look.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

from sapwood.core import merkle
from sapwood.disk import replace, safe

_PLACE = struct.Struct("<IQI")  # segment number, offset, length of the line without its LF


class Tree:
    """Nodes and places of the first `size` leaves of one replica's log."""

    __slots__ = ("_nodes_path", "_places_path", "_slots", "size")

    def __init__(self, folder: str, replica: str) -> None:
        self._nodes_path = f"{folder}/{replica}.nodes"
        self._places_path = f"{folder}/{replica}.places"
        self.size = self._whole_size()
        self._slots: dict[int, bytes] = {}

    def _whole_size(self) -> int:
        places, nodes = safe.stat_of(self._places_path), safe.stat_of(self._nodes_path)
        size = places.size // _PLACE.size if places else 0
        return size if nodes and nodes.size >= merkle.slots(size) * 32 else 0

    def get(self, slot: int) -> bytes:
        """The stored node at a slot; 32 zero bytes where the file has none (no proof will verify with it)."""
        held = self._slots.get(slot)
        if held is not None:
            return held
        return safe.read_slice(self._nodes_path, slot * 32, 32).ljust(32, b"\0")

    def place(self, index: int) -> tuple[int, int, int] | None:
        """(segment number, offset, length) of a leaf's line, or None where it is not stored."""
        data = safe.read_slice(self._places_path, index * _PLACE.size, _PLACE.size)
        return _PLACE.unpack(data) if len(data) == _PLACE.size else None

    def extend(self, start: int, lines: Iterable[tuple[int, int, int, bytes]]) -> None:
        """Store leaves from index `start` on, each as (segment, offset, length, leaf hash). Drops what lay after."""
        nodes: list[bytes] = []
        places: list[bytes] = []
        index, base = start, merkle.slots(start)
        for segment, offset, length, digest in lines:
            for node in merkle.completed(index, digest, self.get):
                self._slots[base + len(nodes)] = node
                nodes.append(node)
            places.append(_PLACE.pack(segment, offset, length))
            index += 1
        replace.extend(self._nodes_path, b"".join(nodes), base * 32)
        replace.extend(self._places_path, b"".join(places), start * _PLACE.size)
        self._slots.clear()
        self.size = index

    def proves(self, line: bytes, index: int, size: int, root: bytes) -> bool:
        """True where the stored nodes prove that `line` is leaf `index` of the tree with that size and root."""
        if not 0 <= index < size <= self.size:
            return False
        proof: Sequence[bytes] = merkle.prove_inclusion(index, size, self.get)
        return merkle.verify_inclusion(merkle.leaf_hash(line), index, size, proof, root)

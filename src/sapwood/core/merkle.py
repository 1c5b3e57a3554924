"""Merkle trees over the lines of a log: hashes, roots and proofs of RFC 6962 and RFC 9162, section 2.1.

The hashes of complete subtrees lie in a flat, append-only file of 32-byte slots in the order in which they
become known: a leaf's hash, then that of every subtree it completes (the "stored hash index" of Go's tlog).
`get` in the functions below reads one slot of it. Level 0 are the leaves; node `index` of level `level`
covers the leaves index · 2^level to (index + 1) · 2^level − 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

EMPTY_ROOT = sha256(b"").digest()
_HASH_BYTES = 32

Get = Callable[[int], bytes]


def leaf_hash(line: bytes) -> bytes:
    """Return SHA-256(0x00 ‖ line), the hash of one leaf."""
    return sha256(b"\x00" + line).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return SHA-256(0x01 ‖ left ‖ right), the hash of an inner node."""
    return sha256(b"\x01" + left + right).digest()


def slot(level: int, index: int) -> int:
    """Return the slot that holds node `index` of `level`.

    The node becomes known with its last leaf, whose own slot is 2n − popcount(n) for leaf n: n leaves before
    it and the n − popcount(n) subtrees they complete.
    """
    last = ((index + 1) << level) - 1
    return 2 * last - last.bit_count() + level


def slots(size: int) -> int:
    """Return how many slots a tree of `size` leaves fills."""
    return 2 * size - size.bit_count()


def completed(index: int, leaf: bytes, get: Get) -> list[bytes]:
    """Return what to append when leaf hash `leaf` becomes leaf `index`: it, then each completed parent."""
    hashes = [leaf]
    level = 0
    while index >> level & 1:
        hashes.append(node_hash(get(slot(level, (index >> level) - 1)), hashes[-1]))
        level += 1
    return hashes


def root(size: int, get: Get) -> bytes:
    """Return the root of the first `size` leaves; that of no leaves is SHA-256 of nothing."""
    return _range_root(0, size, get) if size else EMPTY_ROOT


def prove_inclusion(index: int, size: int, get: Get) -> list[bytes]:
    """Return the audit path of leaf `index` in the tree of `size` leaves, from the leaf up (RFC 6962, 2.1.1).

    Raises `ValueError` unless 0 <= index < size.
    """
    if not 0 <= index < size:
        raise ValueError(f"got leaf {index} of {size}, wanted 0 <= index < size")
    path = []
    low, high = 0, size
    while high - low > 1:
        middle = low + _split(high - low)
        if index < middle:
            path.append(_range_root(middle, high, get))
            high = middle
        else:
            path.append(_range_root(low, middle, get))
            low = middle
    return path[::-1]


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether `proof` shows that the leaf hash `leaf` is leaf `index` under the `root` of `size` leaves.

    RFC 9162, section 2.1.3.2. Anything malformed is False, never an exception.
    """
    if not 0 <= index < size or not _are_hashes(leaf, root, *proof):
        return False
    node, last, found = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if node & 1 or node == last:
            found = node_hash(sibling, found)
            node, last = _skip_even(node, last)
        else:
            found = node_hash(found, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and found == root


def prove_consistency(old: int, new: int, get: Get) -> list[bytes]:
    """Return the proof that the first `old` of `new` leaves are unchanged (RFC 6962, 2.1.2).

    Empty where the sizes are equal or `old` is 0. Raises `ValueError` unless 0 <= old <= new.
    """
    if not 0 <= old <= new:
        raise ValueError(f"got sizes {old} and {new}, wanted 0 <= old <= new")
    if old in (0, new):
        return []
    path = []
    low, high = 0, new
    while high != old:
        middle = low + _split(high - low)
        if old <= middle:
            path.append(_range_root(middle, high, get))
            high = middle
        else:
            path.append(_range_root(low, middle, get))
            low = middle
    if low:  # else the old tree is the left subtree itself, whose root the verifier has
        path.append(_range_root(low, high, get))
    return path[::-1]


def verify_consistency(old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether `proof` shows that the tree of `new` leaves begins with that of `old` leaves.

    RFC 9162, section 2.1.4.2. Anything malformed is False, never an exception. Every tree begins with the
    empty one, so with `old` 0 nothing is said about `new_root`.
    """
    if not 0 <= old <= new or not _are_hashes(old_root, new_root, *proof):
        return False
    if old in (0, new):
        return not proof and old_root == (EMPTY_ROOT if old == 0 else new_root)
    path = [old_root, *proof] if old.bit_count() == 1 else [*proof]
    return bool(proof) and _is_consistent(old - 1, new - 1, old_root, new_root, path)


def _is_consistent(node: int, last: int, old_root: bytes, new_root: bytes, path: list[bytes]) -> bool:
    while node & 1:
        node, last = node >> 1, last >> 1
    older = newer = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            older, newer = node_hash(sibling, older), node_hash(sibling, newer)
            node, last = _skip_even(node, last)
        else:
            newer = node_hash(newer, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and older == old_root and newer == new_root


def _skip_even(node: int, last: int) -> tuple[int, int]:
    """Go up past the levels where the node is the last one and has no sibling."""
    while node and not node & 1:
        node, last = node >> 1, last >> 1
    return node, last


def _are_hashes(*values: bytes) -> bool:
    return all(isinstance(value, bytes) and len(value) == _HASH_BYTES for value in values)


def _split(size: int) -> int:
    """Return the largest power of two below `size`, where the RFC divides a tree of that size."""
    return 1 << (size - 1).bit_length() - 1


def _range_root(low: int, high: int, get: Get) -> bytes:
    """Return the root over leaves low to high − 1; `low` is a multiple of the first subtree's size."""
    hashes = []
    while low < high:
        level = (high - low).bit_length() - 1
        hashes.append(get(slot(level, low >> level)))
        low += 1 << level
    return _joined(hashes)


def _joined(hashes: Sequence[bytes]) -> bytes:
    """Return the root over complete subtrees of falling size."""
    found = hashes[-1]
    for left in hashes[-2::-1]:
        found = node_hash(left, found)
    return found


class Frontier:
    """The roots of the complete subtrees of a growing tree: its root in one pass, with no storage.

    `hashes` are those of a tree of `size` leaves, the largest subtree first, one for each bit of `size`;
    together they are all that is needed to go on later.
    """

    __slots__ = ("_hashes", "size")

    def __init__(self, size: int = 0, hashes: Sequence[bytes] = ()) -> None:
        if size < 0 or len(hashes) != size.bit_count() or not _are_hashes(*hashes):
            raise ValueError(f"got {len(hashes)} hashes for size {size}, wanted one for each bit of it")
        self.size = size
        self._hashes = list(hashes)

    @property
    def hashes(self) -> tuple[bytes, ...]:
        """The roots of the complete subtrees, the largest first."""
        return tuple(self._hashes)

    def append(self, leaf: bytes) -> None:
        """Add one leaf hash."""
        hashes, size = self._hashes, self.size
        while size & 1:
            leaf = node_hash(hashes.pop(), leaf)
            size >>= 1
        hashes.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        """Return the root of the leaves so far."""
        return _joined(self._hashes) if self._hashes else EMPTY_ROOT

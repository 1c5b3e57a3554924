"""Merkle trees: the published vectors of Certificate Transparency, and the definitions of RFC 6962 written out."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapwood.core import merkle
from sapwood.core.merkle import (
    EMPTY_ROOT,
    Frontier,
    completed,
    leaf_hash,
    node_hash,
    prove_consistency,
    prove_inclusion,
    slot,
    slots,
    verify_consistency,
    verify_inclusion,
)

# The reference inputs and roots of the Certificate Transparency project (merkletree test data).
INPUTS = [
    bytes.fromhex(each)
    for each in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


class Store:
    """The flat file of slots, as a list."""

    def __init__(self, lines: list[bytes]) -> None:
        self.nodes: list[bytes] = []
        for index, line in enumerate(lines):
            self.nodes += completed(index, leaf_hash(line), self.get)

    def get(self, number: int) -> bytes:
        return self.nodes[number]


# RFC 6962, section 2.1, as it stands there.
def mth(lines: list[bytes]) -> bytes:
    if not lines:
        return sha256(b"").digest()
    if len(lines) == 1:
        return sha256(b"\x00" + lines[0]).digest()
    k = largest_power_below(len(lines))
    return sha256(b"\x01" + mth(lines[:k]) + mth(lines[k:])).digest()


def path(m: int, lines: list[bytes]) -> list[bytes]:
    if len(lines) == 1:
        return []
    k = largest_power_below(len(lines))
    if m < k:
        return [*path(m, lines[:k]), mth(lines[k:])]
    return [*path(m - k, lines[k:]), mth(lines[:k])]


def subproof(m: int, lines: list[bytes], known: bool) -> list[bytes]:
    if m == len(lines):
        return [] if known else [mth(lines)]
    k = largest_power_below(len(lines))
    if m <= k:
        return [*subproof(m, lines[:k], known), mth(lines[k:])]
    return [*subproof(m - k, lines[k:], False), mth(lines[:k])]


def largest_power_below(n: int) -> int:
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def numbered(size: int) -> list[bytes]:
    return [b"line %d" % i for i in range(size)]


SIZES = st.integers(1, 70)


@pytest.mark.parametrize("size", range(1, 9))
def test_published_roots(size: int) -> None:
    lines = INPUTS[:size]
    assert mth(lines).hex() == ROOTS[size - 1]
    assert merkle.root(size, Store(lines).get).hex() == ROOTS[size - 1]


def test_nothing_has_a_root() -> None:
    assert EMPTY_ROOT.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert merkle.root(0, Store([]).get) == EMPTY_ROOT == Frontier().root()


def test_published_inclusion_proofs() -> None:
    get = Store(INPUTS).get
    assert [each.hex() for each in prove_inclusion(0, 8, get)] == [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]
    assert [each.hex() for each in prove_inclusion(2, 3, get)] == [
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"
    ]


def test_published_consistency_proof() -> None:
    assert [each.hex() for each in prove_consistency(6, 8, Store(INPUTS).get)] == [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]


def test_slots_in_the_order_in_which_nodes_are_known() -> None:
    # 0: leaf 0; 1: leaf 1; 2: over 0-1; 3: leaf 2; 4: leaf 3; 5: over 2-3; 6: over 0-3; 7: leaf 4
    assert [slot(0, n) for n in range(5)] == [0, 1, 3, 4, 7]
    assert [slot(1, n) for n in range(2)] == [2, 5]
    assert slot(2, 0) == 6
    assert [slots(n) for n in range(6)] == [0, 1, 3, 4, 7, 8]


@given(SIZES)
def test_every_slot_holds_the_node_it_names(size: int) -> None:
    lines = numbered(size)
    store = Store(lines)
    assert len(store.nodes) == slots(size)
    named = set()
    for level in range(size.bit_length()):
        for index in range(size >> level):
            covered = lines[index << level : (index + 1) << level]
            assert store.nodes[slot(level, index)] == mth(covered)
            named.add(slot(level, index))
    assert named == set(range(slots(size)))


@given(st.lists(st.binary(max_size=8), max_size=40))
def test_roots_are_the_definition(lines: list[bytes]) -> None:
    store, frontier = Store(lines), Frontier()
    assert merkle.root(len(lines), store.get) == mth(lines)
    for size, line in enumerate(lines, 1):
        frontier.append(leaf_hash(line))
        assert frontier.size == size
        assert frontier.root() == mth(lines[:size]) == merkle.root(size, store.get)


@given(SIZES, st.data())
def test_inclusion_is_the_definition_and_verifies(size: int, data: st.DataObject) -> None:
    lines = numbered(size)
    index = data.draw(st.integers(0, size - 1))
    proof = prove_inclusion(index, size, Store(lines).get)
    assert proof == path(index, lines)
    assert verify_inclusion(leaf_hash(lines[index]), index, size, proof, mth(lines))


@given(SIZES, st.data())
def test_consistency_is_the_definition_and_verifies(new: int, data: st.DataObject) -> None:
    lines = numbered(new)
    old = data.draw(st.integers(1, new))
    proof = prove_consistency(old, new, Store(lines).get)
    assert proof == subproof(old, lines, True)
    assert verify_consistency(old, new, mth(lines[:old]), mth(lines), proof)


def flipped(value: bytes, bit: int) -> bytes:
    return (int.from_bytes(value, "big") ^ 1 << bit).to_bytes(len(value), "big")


@pytest.mark.parametrize("size", range(1, 10))
def test_inclusion_with_any_bit_flipped_is_refused(size: int) -> None:
    lines = numbered(size)
    get, root = Store(lines).get, mth(lines)
    for index in range(size):
        leaf, proof = leaf_hash(lines[index]), prove_inclusion(index, size, get)
        assert verify_inclusion(leaf, index, size, proof, root)
        for bit in range(256):
            assert not verify_inclusion(flipped(leaf, bit), index, size, proof, root)
            assert not verify_inclusion(leaf, index, size, proof, flipped(root, bit))
            for place, sibling in enumerate(proof):
                bad = [*proof[:place], flipped(sibling, bit), *proof[place + 1 :]]
                assert not verify_inclusion(leaf, index, size, bad, root)


@pytest.mark.parametrize(("old", "new"), [(1, 2), (2, 3), (3, 5), (4, 7), (4, 8), (5, 8), (6, 8), (7, 8), (8, 8)])
def test_consistency_with_any_bit_flipped_is_refused(old: int, new: int) -> None:
    lines = numbered(new)
    before, after = mth(lines[:old]), mth(lines)
    proof = prove_consistency(old, new, Store(lines).get)
    assert verify_consistency(old, new, before, after, proof)
    for bit in range(256):
        assert not verify_consistency(old, new, flipped(before, bit), after, proof)
        assert not verify_consistency(old, new, before, flipped(after, bit), proof)
        for place, node in enumerate(proof):
            bad = [*proof[:place], flipped(node, bit), *proof[place + 1 :]]
            assert not verify_consistency(old, new, before, after, bad)


@given(SIZES, st.data())
def test_inclusion_elsewhere_is_refused(size: int, data: st.DataObject) -> None:
    lines = numbered(size)
    index = data.draw(st.integers(0, size - 1))
    leaf, root = leaf_hash(lines[index]), mth(lines)
    proof = prove_inclusion(index, size, Store(lines).get)
    assert verify_inclusion(leaf, index, size, proof, root)
    for other in range(size):
        assert verify_inclusion(leaf, other, size, proof, root) is (other == index)
    for cut in range(len(proof)):
        assert not verify_inclusion(leaf, index, size, proof[:cut], root)
    assert not verify_inclusion(leaf, index, size, [*proof, root], root)
    assert not verify_inclusion(leaf, size, size, proof, root)
    assert not verify_inclusion(leaf, -1, size, proof, root)


@given(st.integers(2, 70), st.data())
def test_consistency_of_another_history_is_refused(new: int, data: st.DataObject) -> None:
    lines = numbered(new)
    old = data.draw(st.integers(1, new - 1))
    before, after = mth(lines[:old]), mth(lines)
    proof = prove_consistency(old, new, Store(lines).get)
    assert verify_consistency(old, new, before, after, proof)
    changed = [*lines[: old - 1], b"rewritten", *lines[old:]]
    forged = prove_consistency(old, new, Store(changed).get)
    assert not verify_consistency(old, new, before, mth(changed), forged)
    for cut in range(len(proof)):
        assert not verify_consistency(old, new, before, after, proof[:cut])
    assert not verify_consistency(old, new, before, after, [*proof, after])
    assert not verify_consistency(new, old, after, before, proof)
    assert not verify_consistency(-1, new, before, after, proof)


def test_proofs_of_another_length_than_the_sizes_ask_for_are_refused() -> None:
    # A root does not say its size, so the length of the path is what holds a proof to it.
    lines = numbered(9)
    get = Store(lines).get
    for new in range(2, 10):
        for claimed in range(1, 10):
            for index in range(new):
                proof, leaf = prove_inclusion(index, new, get), leaf_hash(lines[index])
                for other in range(claimed):
                    if len(path(other, lines[:claimed])) != len(proof):
                        assert not verify_inclusion(leaf, other, claimed, proof, mth(lines[:new]))
            for old in range(1, new):
                steps, before, after = prove_consistency(old, new, get), mth(lines[:old]), mth(lines[:new])
                for other in range(1, claimed):
                    if len(subproof(other, lines[:claimed], True)) != len(steps):
                        assert not verify_consistency(other, claimed, before, after, steps)


def test_consistency_at_the_ends() -> None:
    root, other = mth(numbered(3)), mth(numbered(2))
    assert prove_consistency(0, 3, Store(numbered(3)).get) == []
    assert verify_consistency(0, 3, EMPTY_ROOT, root, [])
    assert not verify_consistency(0, 3, other, root, [])
    assert not verify_consistency(0, 3, EMPTY_ROOT, root, [root])
    assert verify_consistency(3, 3, root, root, [])
    assert not verify_consistency(3, 3, root, other, [])
    assert not verify_consistency(3, 3, root, root, [root])
    assert verify_consistency(0, 0, EMPTY_ROOT, EMPTY_ROOT, [])
    assert not verify_consistency(0, 0, root, root, [])
    assert not verify_consistency(2, 3, other, root, [])


@pytest.mark.parametrize("bad", [b"", b"x" * 31, b"x" * 33, "x" * 32, None, bytearray(32)])
def test_what_is_no_hash_is_refused_without_an_exception(bad: bytes) -> None:
    lines = numbered(3)
    get, root, old = Store(lines).get, mth(lines), mth(lines[:2])
    leaf, proof = leaf_hash(lines[0]), prove_inclusion(0, 3, get)
    assert verify_inclusion(leaf, 0, 3, proof, root)
    assert not verify_inclusion(bad, 0, 3, proof, root)
    assert not verify_inclusion(leaf, 0, 3, [bad, *proof[1:]], root)
    assert not verify_inclusion(leaf, 0, 3, proof, bad)
    steps = prove_consistency(2, 3, get)
    assert verify_consistency(2, 3, old, root, steps)
    assert not verify_consistency(2, 3, bad, root, steps)
    assert not verify_consistency(2, 3, old, bad, steps)
    assert not verify_consistency(2, 3, old, root, [bad])
    assert not verify_consistency(0, 3, EMPTY_ROOT, bad, [])


def test_a_leaf_is_not_a_node() -> None:
    left, right = leaf_hash(b"a"), leaf_hash(b"b")
    assert leaf_hash(left + right) != node_hash(left, right)
    assert leaf_hash(b"") != EMPTY_ROOT


@pytest.mark.parametrize(("index", "size"), [(-1, 3), (3, 3), (0, 0)])
def test_there_is_no_proof_for_a_leaf_that_is_not_there(index: int, size: int) -> None:
    with pytest.raises(ValueError, match="wanted 0 <= index < size"):
        prove_inclusion(index, size, Store(numbered(3)).get)


@pytest.mark.parametrize(("old", "new"), [(-1, 3), (3, 2)])
def test_there_is_no_proof_backwards(old: int, new: int) -> None:
    with pytest.raises(ValueError, match="wanted 0 <= old <= new"):
        prove_consistency(old, new, Store(numbered(3)).get)


@given(SIZES, st.integers(0, 20))
def test_a_frontier_goes_on_where_it_stopped(size: int, more: int) -> None:
    lines = numbered(size + more)
    first = Frontier()
    for line in lines[:size]:
        first.append(leaf_hash(line))
    second = Frontier(first.size, first.hashes)
    for line in lines[size:]:
        second.append(leaf_hash(line))
    assert second.root() == mth(lines)
    assert first.root() == mth(lines[:size])


@pytest.mark.parametrize(("size", "hashes"), [(1, ()), (0, (bytes(32),)), (2, (bytes(31),)), (-1, (bytes(32),))])
def test_a_frontier_refuses_what_is_none(size: int, hashes: tuple[bytes, ...]) -> None:
    with pytest.raises(ValueError, match="wanted"):
        Frontier(size, hashes)

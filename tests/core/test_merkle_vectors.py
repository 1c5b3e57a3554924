"""Merkle trees against what others published, and every proof of every tree of up to 65 leaves.

- The inputs, node hashes and proofs of the Certificate Transparency project, as transparency-dev/merkle keeps them.
- The accumulated vectors of draft-ietf-plants-merkle-tree-certs, "Subtree Test Vectors": one SHA-256 over the output
  for every valid subtree [start, end) of trees of up to 130 leaves, leaf n being the one byte n. A subtree is valid
  where start is a multiple of the least power of two that is not below its size.
"""

from __future__ import annotations

from hashlib import sha256

import pytest

from sapwood.core import merkle
from sapwood.core.merkle import (
    completed,
    leaf_hash,
    prove_consistency,
    prove_inclusion,
    slot,
    verify_consistency,
    verify_inclusion,
)

INPUTS = [
    bytes.fromhex(each)
    for each in " 00 10 2021 3031 40414243 5051525354555657 606162636465666768696a6b6c6d6e6f".split(" ")
]
NODES = [
    [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "0298d122906dcfc10892cb53a73992fc5b9f493ea4c9badb27b791b4127a7fe7",
        "07506a85fd9dd2f120eb694f86011e5bb4662e5c415a62917033d4a9624487e7",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "4271a26be0d8a84f0bd54c8c302e7cb3a3b5d1fa6780a40bcce2873477dab658",
        "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f",
        "46f6ffadd3d06a09ff3c5860d2755c8b9819db7df44251788c7d8e3180de8eb1",
    ],
    [
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
    ],
    [
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    ["5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"],
]
# (level, index) of each hash of a published proof.
INCLUSION = {
    (0, 1): [],
    (0, 2): [(0, 1)],
    (1, 2): [(0, 0)],
    (2, 3): [(1, 0)],
    (1, 5): [(0, 0), (1, 1), (0, 4)],
    (0, 8): [(0, 1), (1, 1), (2, 1)],
    (5, 8): [(0, 4), (1, 3), (2, 0)],
}
CONSISTENCY = {
    (1, 1): [],
    (1, 8): [(0, 1), (1, 1), (2, 1)],
    (2, 5): [(1, 1), (0, 4)],
    (6, 8): [(1, 2), (1, 3), (2, 0)],
}

MOST = 130
SUBTREES = "94a95384a8c69acea9b50d035a58285b3a777cb7a724005faa5e1f1e1190007f"
SUBTREE_INCLUSION = "ac2a8f989e44d99e399db448050ff5f19757df53cfb716aa81015d3955d8163f"
SUBTREE_CONSISTENCY = "c586ebbb73a5621baf2140095d87dde934e3b6503a562a1a5215b8209edd083d"


class Grown:
    """The nodes of a tree in the order in which they become known."""

    def __init__(self, lines: list[bytes]) -> None:
        self.nodes: list[bytes] = []
        for at, line in enumerate(lines):
            self.nodes += completed(at, leaf_hash(line), self.get)

    def get(self, at: int) -> bytes:
        return self.nodes[at]


def published(places: list[tuple[int, int]]) -> list[str]:
    return [NODES[level][at] for level, at in places]


def hexes(proof: list[bytes]) -> list[str]:
    return [each.hex() for each in proof]


def test_every_published_node() -> None:
    get = Grown(INPUTS).get
    assert [[get(slot(level, at)).hex() for at in range(8 >> level)] for level in range(4)] == NODES


@pytest.mark.parametrize(("index", "size"), INCLUSION)
def test_every_published_inclusion_proof(index: int, size: int) -> None:
    get = Grown(INPUTS[:size]).get
    proof = prove_inclusion(index, size, get)
    assert hexes(proof) == published(INCLUSION[index, size])
    assert verify_inclusion(leaf_hash(INPUTS[index]), index, size, proof, merkle.root(size, get))


@pytest.mark.parametrize(("old", "new"), CONSISTENCY)
def test_every_published_consistency_proof(old: int, new: int) -> None:
    get = Grown(INPUTS).get
    proof = prove_consistency(old, new, get)
    assert hexes(proof) == published(CONSISTENCY[old, new])
    assert verify_consistency(old, new, merkle.root(old, get), merkle.root(new, get), proof)


# --- the accumulated vectors of the draft ------------------------------------------------------------------


def ends() -> list[bytes]:
    return [bytes([at]) for at in range(MOST)]


def is_valid(start: int, end: int) -> bool:
    return start % (1 << (end - start - 1).bit_length()) == 0


def subtrees() -> list[tuple[int, int]]:
    return [(start, end) for end in range(1, MOST + 1) for start in range(end) if is_valid(start, end)]


def test_roots_of_all_subtrees_are_those_of_the_draft() -> None:
    lines, said = ends(), sha256()
    for start, end in subtrees():
        root = merkle.root(end - start, Grown(lines[start:end]).get)
        said.update(f"[{start}, {end}) {root.hex()}\n".encode())
    assert said.hexdigest() == SUBTREES


def test_inclusion_proofs_of_all_subtrees_are_those_of_the_draft() -> None:
    lines, said = ends(), sha256()
    for start, end in subtrees():
        get = Grown(lines[start:end]).get
        for index in range(start, end):
            proof = prove_inclusion(index - start, end - start, get)
            said.update(" ".join([f"{index} [{start}, {end})", *hexes(proof)]).encode() + b"\n")
    assert said.hexdigest() == SUBTREE_INCLUSION


def test_consistency_proofs_of_all_trees_are_those_of_the_draft() -> None:
    """The draft also proves subtrees that begin later: those lines are made by its own definition, written out below,
    so that the rest of the digest, the proofs between whole trees, is what we made."""
    get, said = Grown(ends()).get, sha256()
    for size in range(MOST + 1):
        for end in range(1, size + 1):
            for start in range(end):
                if is_valid(start, end):
                    ours = start == 0
                    proof = prove_consistency(end, size, get) if ours else subproof(start, end, 0, size, get, True)
                    said.update(" ".join([f"[{start}, {end}) {size}", *hexes(proof)]).encode() + b"\n")
    assert said.hexdigest() == SUBTREE_CONSISTENCY


def subproof(start: int, end: int, low: int, high: int, get, known: bool) -> list[bytes]:  # type: ignore[no-untyped-def]
    """SUBTREE_SUBPROOF of the draft for [start, end) inside the node over leaves low to high − 1."""
    if (start, end) == (low, high):
        return [] if known else [range_root(low, high, get)]
    middle = low + (1 << (high - low - 1).bit_length() - 1)
    if end <= middle:
        return [*subproof(start, end, low, middle, get, known), range_root(middle, high, get)]
    if start >= middle:
        return [*subproof(start, end, middle, high, get, known), range_root(low, middle, get)]
    return [*subproof(middle, end, middle, high, get, False), range_root(low, middle, get)]


def range_root(low: int, high: int, get) -> bytes:  # type: ignore[no-untyped-def]
    """The root over leaves low to high − 1, by the definition of RFC 6962."""
    if high - low == 1:
        return bytes(get(slot(0, low)))
    middle = low + (1 << (high - low - 1).bit_length() - 1)
    return sha256(b"\x01" + range_root(low, middle, get) + range_root(middle, high, get)).digest()


# --- every proof of every tree of up to 65 leaves ----------------------------------------------------------


def test_every_inclusion_proof_up_to_65_leaves_holds_for_its_leaf_alone() -> None:
    lines = [b"leaf %d" % at for at in range(65)]
    for size in range(1, 66):
        get = Grown(lines[:size]).get
        root = merkle.root(size, get)
        for index in range(size):
            proof, leaf = prove_inclusion(index, size, get), leaf_hash(lines[index])
            assert verify_inclusion(leaf, index, size, proof, root)
            for other in range(size):
                assert verify_inclusion(leaf, other, size, proof, root) is (other == index)
            assert not verify_inclusion(leaf_hash(b"another"), index, size, proof, root)


def test_every_consistency_proof_up_to_65_leaves_holds_for_its_history_alone() -> None:
    lines = [b"leaf %d" % at for at in range(65)]
    get = Grown(lines).get
    roots = [merkle.root(size, get) for size in range(66)]
    rewritten = Grown([b"rewritten", *lines[1:]]).get
    for new in range(66):
        for old in range(new + 1):
            proof = prove_consistency(old, new, get)
            assert verify_consistency(old, new, roots[old], roots[new], proof)
            if old > 0:
                forged = prove_consistency(old, new, rewritten)
                assert not verify_consistency(old, new, roots[old], merkle.root(new, rewritten), forged)
            if 0 < old < new:
                assert not verify_consistency(old, new, roots[old - 1], roots[new], proof)
                assert not verify_consistency(old, new, roots[old], roots[new - 1], proof)

"""One line of the log. A leaf holds digests and facts about a change, never remembered text."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sapwood.errors import BadLeaf

VERSION = 1
TYPES = frozenset(
    "created signalled observed reinforced withered jotted remembered pruned undone proposed decided promoted refused "
    "disputed superseded expired imported transitioned consolidated archived forgotten restored absent erased sealed "
    "key gap moved migrated pinned unpinned redacted".split()
)
CHANNELS = frozenset("cli python mcp hook http import rhythm signed".split())
AGENT_CHANNELS = frozenset("mcp hook http python".split())
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False)
_KEYS = ("v", "i", "lc", "type", "at", "actor", "channel", "scope", "digests", "body")


class Leaf(NamedTuple):
    """`i` is its place in its replica's log, from 0; `lc` the Lamport counter; `at` and `actor` are asserted,
    `channel` is observed; `digests` name the values (hex SHA-256 over salt and bytes) that hold its text."""

    i: int
    lc: int
    type: str
    at: str
    actor: str
    channel: str
    scope: str
    digests: tuple[str, ...]
    body: dict[str, Any]


def encode(leaf: Leaf) -> bytes:
    """The exact bytes of the line, without its LF: what the Merkle tree hashes."""
    fields = {"v": VERSION, **leaf._asdict()}
    return _ENCODER.encode(fields).encode()


def decode(line: bytes) -> Leaf:
    """The leaf of a line. Strict: what is no UTF-8, duplicate keys, NaN, other keys or another order are `BadLeaf`."""
    try:
        fields = json.loads(line.decode(), object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
    except (ValueError, RecursionError) as failure:
        raise BadLeaf(str(failure)) from None
    if not isinstance(fields, dict) or tuple(fields) != _KEYS:
        raise BadLeaf("its keys are not the ten of a leaf")
    if fields["v"] != VERSION:
        raise BadLeaf(f"its version is {fields['v']!r}, this program reads {VERSION}")
    return _checked(fields)


def _checked(fields: dict[str, Any]) -> Leaf:
    numbers = all(type(fields[key]) is int and fields[key] >= 0 for key in ("i", "lc"))
    texts = all(isinstance(fields[key], str) for key in ("type", "at", "actor", "channel", "scope"))
    digests = fields["digests"]
    if not numbers or not texts or not isinstance(fields["body"], dict) or not isinstance(digests, list):
        raise BadLeaf("a key holds a value of another kind")
    if fields["type"] not in TYPES or fields["channel"] not in CHANNELS:
        raise BadLeaf(f"type {fields['type']!r} or channel {fields['channel']!r} is unknown")
    if not all(isinstance(digest, str) and len(digest) == 64 for digest in digests):
        raise BadLeaf("a digest is not 64 hexadecimal digits")
    fields.pop("v")
    return Leaf(**{**fields, "digests": tuple(digests)})


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a key stands twice")
    return fields


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")

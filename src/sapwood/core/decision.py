"""A person's decision as it is signed: an in-toto Statement v1 in a DSSE envelope, read strictly.

    https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md
    https://github.com/secure-systems-lab/dsse/blob/master/protocol.md (envelope, and PAE: the bytes that are signed)

What is read is exactly what is written here: duplicate or further keys, NaN, trailing bytes and other types are
refused, and a payload is never serialised again before it is hashed.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from sapwood.core import instant
from sapwood.errors import BadDecision, BadInstant

NAMESPACE = "sapwood-decision@v1"
PAYLOAD_TYPE = "application/vnd.in-toto+json"
STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "urn:sapwood:decision:v1"
DECISIONS = ("approve", "reject", "retire", "forget", "untombstone", "seal", "key", "recover")
KINDS = ("claim", "proposal", "mark", "file", "key", "decision", "log")  # what a subject's name may begin with
MATCHES = ("exact", "skeleton", "subject-skeleton")
NONCE_BYTES = 16
LONGEST = 262_144  # bytes of an envelope

_HEX = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(rf"[0-9a-f]{{{2 * NONCE_BYTES}}}")
_PREDICATE = ("decision", "workspace", "scope", "subjectPath", "supersedes", "heads", "shown", "reviewer", "decidedAt",
              "nonce", "reason")  # fmt: skip
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


class Head(NamedTuple):
    """How far one log reached when the person decided: `size` leaves with that `root` (hex)."""

    origin: str
    size: int
    root: str


class Tombstone(NamedTuple):
    """A signed no to a value: `keys` are HMACs under the workspace's salt of what `match` says."""

    match: str
    keys: tuple[str, ...]


class Statement(NamedTuple):
    """What is decided. `name` is the subject (`claim:ID`, `proposal:ID`, `mark:ID`, `file:PATH`, `key:FINGERPRINT`,
    `decision:SHA256`, `log:ORIGIN`) and `sha256` the digest (hex) of its bytes; `supersedes` are digests of claims;
    `shown` is the digest of the text that the person read; `decided_at` is an instant as text, asserted."""

    name: str
    sha256: str
    decision: str
    workspace: str
    scope: str
    subject_path: str
    heads: tuple[Head, ...]
    shown: str
    reviewer: str
    decided_at: str
    nonce: str
    reason: str = ""
    supersedes: tuple[str, ...] = ()
    tombstone: Tombstone | None = None


class Envelope(NamedTuple):
    """A payload and its one signature. `keyid` is a hint; only the signature says whose it is."""

    payload: bytes
    keyid: str
    signature: bytes


def payload(statement: Statement) -> bytes:
    """The bytes of a statement. `BadDecision` where they would not be read back as it is."""
    predicate: dict[str, Any] = {
        "decision": statement.decision, "workspace": statement.workspace, "scope": statement.scope,
        "subjectPath": statement.subject_path, "supersedes": list(statement.supersedes),
        "heads": [head._asdict() for head in statement.heads], "shown": statement.shown,
        "reviewer": statement.reviewer, "decidedAt": statement.decided_at, "nonce": statement.nonce,
        "reason": statement.reason,
    }  # fmt: skip
    if statement.tombstone is not None:
        predicate["tombstone"] = {"match": statement.tombstone.match, "keys": list(statement.tombstone.keys)}
    data = _ENCODER.encode(
        {
            "_type": STATEMENT_TYPE,
            "subject": [{"name": statement.name, "digest": {"sha256": statement.sha256}}],
            "predicateType": PREDICATE_TYPE,
            "predicate": predicate,
        }
    ).encode()
    if parse(data) != statement:
        raise BadDecision("it would not be read back as it is")
    return data


def parse(data: bytes) -> Statement:
    """The statement of a payload. Raises `BadDecision`."""
    fields = _keys(_strict(data), ("_type", "subject", "predicateType", "predicate"))
    if (fields["_type"], fields["predicateType"]) != (STATEMENT_TYPE, PREDICATE_TYPE):
        raise BadDecision(f"it is {fields['_type']!r} / {fields['predicateType']!r}, no decision of this form")
    subjects, predicate = _list(fields["subject"]), fields["predicate"]
    if len(subjects) != 1:
        raise BadDecision(f"it is about {len(subjects)} subjects, not one")
    subject = _keys(subjects[0], ("name", "digest"))
    digest = _hex(_keys(subject["digest"], ("sha256",))["sha256"])
    stone = None
    if isinstance(predicate, dict) and "tombstone" in predicate:
        predicate = dict(predicate)
        stone = _tombstone(predicate.pop("tombstone"))
    said = _keys(predicate, _PREDICATE)
    return Statement(
        _name(subject["name"]), digest, _one_of(said["decision"], DECISIONS), _text(said["workspace"]),
        _text(said["scope"]), _text(said["subjectPath"]), tuple(_head(each) for each in _list(said["heads"])),
        _hex(said["shown"]), _text(said["reviewer"]), _moment(said["decidedAt"]), _nonce(said["nonce"]),
        _text(said["reason"]), tuple(_hex(each) for each in _list(said["supersedes"])), stone,
    )  # fmt: skip


def pae(data: bytes) -> bytes:
    """DSSE's pre-authentication encoding of a payload: the bytes that are signed."""
    kind = PAYLOAD_TYPE.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(data), data)


def envelope(data: bytes, keyid: str, signature: bytes) -> bytes:
    """The bytes of a DSSE envelope with one signature."""
    signed = {"keyid": keyid, "sig": base64.b64encode(signature).decode()}
    fields = {"payloadType": PAYLOAD_TYPE, "payload": base64.b64encode(data).decode(), "signatures": [signed]}
    return _ENCODER.encode(fields).encode()


def opened(data: bytes) -> Envelope:
    """The payload and signature of an envelope. Raises `BadDecision`."""
    if len(data) > LONGEST:
        raise BadDecision(f"it has {len(data)} bytes, the limit is {LONGEST}")
    fields = _keys(_strict(data), ("payloadType", "payload", "signatures"))
    if fields["payloadType"] != PAYLOAD_TYPE:
        raise BadDecision(f"its payload is {fields['payloadType']!r}, wanted {PAYLOAD_TYPE!r}")
    signatures = _list(fields["signatures"])
    if len(signatures) != 1:
        raise BadDecision(f"it has {len(signatures)} signatures, not one")
    signed = _keys(signatures[0], ("keyid", "sig"))
    return Envelope(_base64(fields["payload"]), _text(signed["keyid"]), _base64(signed["sig"]))


def identity(data: bytes) -> str:
    """The name that a decision goes by: the SHA-256 of its payload. Its signature may be made again, it stays one."""
    return sha256(data).hexdigest()


def _strict(data: bytes) -> Any:
    try:
        return json.loads(data.decode(), object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
    except (ValueError, RecursionError) as failure:
        raise BadDecision(f"it is no strict JSON ({failure})") from failure


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _keys(found: Any, wanted: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(found, dict) or set(found) != set(wanted):
        got = sorted(found) if isinstance(found, dict) else type(found).__name__
        raise BadDecision(f"it holds {got}, wanted {sorted(wanted)}")
    return found


def _list(found: Any) -> list[Any]:
    if not isinstance(found, list):
        raise BadDecision(f"{found!r} is no list")
    return found


def _text(found: Any) -> str:
    if not isinstance(found, str):
        raise BadDecision(f"{found!r} is no text")
    return found


def _one_of(found: Any, allowed: tuple[str, ...]) -> str:
    if found not in allowed:
        raise BadDecision(f"{found!r} is none of {', '.join(allowed)}")
    return str(found)


def _name(found: Any) -> str:
    kind, colon, rest = _text(found).partition(":")
    if kind not in KINDS or not colon or not rest:
        raise BadDecision(f"{found!r} names no subject; wanted one of {', '.join(KINDS)}, a colon and a name")
    return str(found)


def _hex(found: Any) -> str:
    if not _HEX.fullmatch(_text(found)):
        raise BadDecision(f"{found!r} is no SHA-256 in hex")
    return str(found)


def _nonce(found: Any) -> str:
    if not _NONCE.fullmatch(_text(found)):
        raise BadDecision(f"{found!r} is no nonce of {NONCE_BYTES} bytes in hex")
    return str(found)


def _moment(found: Any) -> str:
    try:
        instant.parse(_text(found))
    except BadInstant as bad:
        raise BadDecision(str(bad)) from bad
    return str(found)


def _head(found: Any) -> Head:
    fields = _keys(found, ("origin", "size", "root"))
    size = fields["size"]
    if isinstance(size, bool) or not isinstance(size, int) or size < 0:
        raise BadDecision(f"a head has the size {size!r}")
    return Head(_text(fields["origin"]), size, _hex(fields["root"]))


def _tombstone(found: Any) -> Tombstone:
    fields = _keys(found, ("match", "keys"))
    keys = tuple(_hex(each) for each in _list(fields["keys"]))
    if not keys:
        raise BadDecision("a tombstone without a key denies nothing")
    return Tombstone(_one_of(fields["match"], MATCHES), keys)


def _base64(found: Any) -> bytes:
    try:
        data = base64.b64decode(_text(found), validate=True)
    except (binascii.Error, ValueError) as failure:
        raise BadDecision(f"it holds no base64 ({failure})") from failure
    if base64.b64encode(data).decode() != found:
        raise BadDecision("its base64 has another spelling")
    return data

"""Public keys of OpenSSH as bytes: the wire encoding of RFC 4251, section 5, and the two kinds of Ed25519 key
(RFC 8709, section 4; PROTOCOL.u2f of OpenSSH for security keys). Nothing else is read, so nothing else can sign."""

from __future__ import annotations

import base64
from hashlib import sha256
from typing import NamedTuple

ED25519 = "ssh-ed25519"
SK_ED25519 = "sk-ssh-ed25519@openssh.com"
KINDS = (ED25519, SK_ED25519)
POINT_BYTES = 32

_FIELD = 2**255 - 19
_SIGN = 1 << 255
# The y of every point whose order divides 8: order 4 has 0, order 1 and 2 have 1 and −1, order 8 has the other two.
_ORDER_8 = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
_SMALL_ORDER = frozenset({0, 1, _FIELD - 1, _ORDER_8, _FIELD - _ORDER_8})


class Reader:
    """Reads the fields of one blob in order; `ValueError` where the blob is not what was asked for."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, count: int) -> bytes:
        """The next `count` bytes."""
        part = self._data[self._at : self._at + count]
        if len(part) != count:
            raise ValueError(f"ends at byte {len(self._data)}, inside a field")
        self._at += count
        return part

    def number(self) -> int:
        """The next uint32."""
        return int.from_bytes(self.take(4), "big")

    def string(self) -> bytes:
        """The next string: a uint32 of its length, then its bytes."""
        return self.take(self.number())

    def text(self) -> str:
        """The next string, of printable ASCII."""
        return printable(self.string())

    def end(self) -> None:
        """Says that nothing may be left."""
        left = len(self._data) - self._at
        if left:
            raise ValueError(f"has {left} bytes after its last field")


def printable(data: bytes) -> str:
    """The bytes as text; `ValueError` unless all are printable ASCII."""
    if not all(0x20 <= byte <= 0x7E for byte in data):
        raise ValueError(f"holds {data[:60]!r}, which is not printable ASCII")
    return data.decode("ascii")


def string(data: bytes | str) -> bytes:
    """A string as it stands on the wire."""
    data = data.encode("ascii") if isinstance(data, str) else data
    return len(data).to_bytes(4, "big") + data


class PublicKey(NamedTuple):
    """`kind` is one of `KINDS`, `blob` the whole key on the wire, `point` its 32 bytes, `application` the name that a
    security key signs for (`ssh:`), empty for a plain key."""

    kind: str
    blob: bytes
    point: bytes
    application: str = ""

    @property
    def fingerprint(self) -> str:
        """`SHA256:` and the digest of the blob, as `ssh-keygen -l` writes it."""
        return "SHA256:" + base64.b64encode(sha256(self.blob).digest()).decode("ascii").rstrip("=")

    @property
    def line(self) -> str:
        """`kind base64`, as in a file of public keys."""
        return f"{self.kind} {base64.b64encode(self.blob).decode('ascii')}"


def public_key(blob: bytes) -> PublicKey:
    """The key of a blob. `ValueError` for another kind, left-over bytes, or a point that `weakness` names."""
    reader = Reader(blob)
    kind = reader.text()
    if kind not in KINDS:
        raise ValueError(f"is a key of kind {kind!r}; wanted {' or '.join(KINDS)}")
    point = reader.string()
    application = reader.text() if kind == SK_ED25519 else ""
    reader.end()
    if kind == SK_ED25519 and not application.startswith("ssh:"):
        raise ValueError(f"is a security key for {application!r}; wanted one for ssh:, as ssh-keygen makes it")
    why = weakness(point)
    if why:
        raise ValueError(f"is a key whose point {why}")
    return PublicKey(kind, blob, point, application)


def decoded(text: str) -> PublicKey:
    """The key of a base64 field of a key file; `ValueError` where it is none, or base64 written in another way."""
    try:
        blob = base64.b64decode(text, validate=True)
    except ValueError:
        raise ValueError("is not base64") from None
    if base64.b64encode(blob).decode("ascii") != text:
        raise ValueError("is not base64 as it is written")
    return public_key(blob)


def weakness(point: bytes) -> str:
    """What is wrong with the encoding of a point (RFC 8032, section 5.1.3), empty where nothing is.

    OpenSSL accepts keys of small order, for which anybody can make a signature, and y not below the field's order.
    """
    if len(point) != POINT_BYTES:
        return f"has {len(point)} bytes instead of {POINT_BYTES}"
    y = int.from_bytes(point, "little") & ~_SIGN
    if y >= _FIELD:
        return "is not in its canonical encoding"
    return "is of small order, for which anybody can sign" if y in _SMALL_ORDER else ""

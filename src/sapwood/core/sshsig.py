"""SSHSIG, the signatures of `ssh-keygen -Y sign`, read strictly and judged (PROTOCOL.sshsig, PROTOCOL.u2f of OpenSSH).

Stricter than `ssh-keygen -Y verify` on purpose:

1. the armor has one spelling: the header, base64 in lines of 70 (or 76) characters, the footer, LF, nothing else;
2. version 1, a namespace, nothing in the reserved field, sha256 or sha512, no byte after any field;
3. only `ssh-ed25519` and `sk-ssh-ed25519@openssh.com`, with sound points and a scalar below the group's order;
4. a security key must say that somebody touched it, and that it verified this person where it was enrolled so:
   `ssh-keygen` accepts a signature with no flag set, which a program can have without anybody there.
"""

from __future__ import annotations

import base64
import hashlib
from typing import NamedTuple

from sapwood.core.sshkey import SK_ED25519, PublicKey, Reader, public_key, string, weakness

ARMOR_BYTES = 4096  # a signature with a security key has about 450
HASHES = ("sha512", "sha256")

USER_PRESENT = 0x01
USER_VERIFIED = 0x04
_BACKUP_ELIGIBLE = 0x08
_BACKED_UP = 0x10
# Web Authentication Level 3, section 6.1. The others are reserved (0x02, 0x20), or say that attested data (0x40, only
# at registration) or extensions (0x80, none are defined for SSH) follow, which the signed data here has no place for.
_KNOWN_FLAGS = USER_PRESENT | USER_VERIFIED | _BACKUP_ELIGIBLE | _BACKED_UP

_HEADER = b"-----BEGIN SSH SIGNATURE-----\n"
_FOOTER = b"\n-----END SSH SIGNATURE-----\n"
_MAGIC = b"SSHSIG"
_VERSION = 1
_WIDTHS = (70, 76)  # what ssh-keygen writes, what PROTOCOL.sshsig advises
_RAW_BYTES = 64
_GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493  # RFC 8032, section 5.1


class Signature(NamedTuple):
    """What an armored signature says; nothing of it is true before `verify` says so.

    `hash` is sha256 or sha512, `raw` the 64 bytes of Ed25519. `flags` and `counter` are those of a security key, and
    None and 0 for a plain key.
    """

    key: PublicKey
    namespace: str
    hash: str
    raw: bytes
    flags: int | None = None
    counter: int = 0


class Refusal(NamedTuple):
    """Why a signature does not count. `reason` is a short stable word: ``form``, ``namespace``, ``signature``,
    ``presence``, ``verification``; `message` says what was got and what was wanted."""

    reason: str
    message: str


class Verdict(NamedTuple):
    """`signature` is set exactly where it is good, `refusal` exactly where it is not."""

    signature: Signature | None
    refusal: Refusal | None

    @property
    def good(self) -> bool:
        """Whether this key made this signature over this message, in this namespace, by a person's gesture."""
        return self.signature is not None and self.refusal is None


def parse(armored: bytes) -> Signature | Refusal:
    """What an armored signature says, or why it is none (rules 1 to 3). It is not yet held against a message."""
    try:
        return _fields(_dearmored(armored))
    except ValueError as failure:
        return Refusal("form", f"the signature {failure}")


def verify(armored: bytes, message: bytes, *, namespace: str, user_verified: bool) -> Verdict:
    """Judge one signature over `message`. `user_verified` says that its key was enrolled with verification of the
    person (PIN or biometrics). Who may sign is not asked here: hold `signature.key` against the enrolled keys."""
    found = parse(armored)
    if isinstance(found, Refusal):
        return Verdict(None, found)
    refusal = _wrong(found, message, namespace, user_verified)
    return Verdict(None, refusal) if refusal else Verdict(found, None)


def signed_data(namespace: str, hash_name: str, message: bytes) -> bytes:
    """The bytes that a key signs for `message` (PROTOCOL.sshsig, section 3)."""
    digest = hashlib.new(hash_name, message).digest()
    return _MAGIC + string(namespace) + string(b"") + string(hash_name) + string(digest)


def written(signature: Signature) -> bytes:
    """The file of a signature, byte for byte as `ssh-keygen` writes it."""
    inner = string(signature.key.kind) + string(signature.raw)
    if signature.flags is not None:
        inner += bytes([signature.flags]) + signature.counter.to_bytes(4, "big")
    blob = _MAGIC + _VERSION.to_bytes(4, "big") + string(signature.key.blob) + string(signature.namespace)
    return _armor(blob + string(b"") + string(signature.hash) + string(inner), _WIDTHS[0])


def _armor(blob: bytes, width: int) -> bytes:
    text = base64.b64encode(blob)
    lines = [text[at : at + width] for at in range(0, len(text), width)]
    return _HEADER + b"\n".join(lines) + _FOOTER


def _dearmored(data: bytes) -> bytes:
    """The blob (rule 1). Writing it again must give the same bytes, so no two files are the same signature by chance
    of line breaks, padding or unused bits; only the two widths are told apart."""
    if len(data) > ARMOR_BYTES:
        raise ValueError(f"has {len(data)} bytes; wanted at most {ARMOR_BYTES}")
    if not data.startswith(_HEADER) or not data.endswith(_FOOTER):
        raise ValueError("is not one SSH SIGNATURE block with LF at its end; wanted the file of ssh-keygen -Y sign")
    try:
        blob = base64.b64decode(data[len(_HEADER) : -len(_FOOTER)].replace(b"\n", b""), validate=True)
    except ValueError:
        raise ValueError("is not base64 between its header and its footer") from None
    if all(_armor(blob, width) != data for width in _WIDTHS):
        raise ValueError("is not written as ssh-keygen writes it: line breaks, padding or unused bits differ")
    return blob


def _fields(blob: bytes) -> Signature:
    reader = Reader(blob)
    if reader.take(len(_MAGIC)) != _MAGIC:
        raise ValueError("does not begin with SSHSIG")
    version = reader.number()
    if version != _VERSION:
        raise ValueError(f"is of version {version}; wanted {_VERSION}")
    key = public_key(reader.string())
    namespace = reader.text()
    reserved, hash_name, inner = reader.string(), reader.text(), reader.string()
    reader.end()
    if not namespace or reserved:
        raise ValueError("has no namespace" if not namespace else "holds something in its reserved field")
    if hash_name not in HASHES:
        raise ValueError(f"hashes with {hash_name!r}; wanted {' or '.join(HASHES)}")
    return _with_inner(Signature(key, namespace, hash_name, b""), inner)


def _with_inner(outer: Signature, inner: bytes) -> Signature:
    """The signature with the fields of its inner blob, whose kind must be the key's (rule 3)."""
    reader = Reader(inner)
    kind, raw = reader.text(), reader.string()
    if kind != outer.key.kind:
        raise ValueError(f"is of kind {kind!r} by a key of kind {outer.key.kind!r}")
    flags, counter = (reader.take(1)[0], reader.number()) if kind == SK_ED25519 else (None, 0)
    reader.end()
    if len(raw) != _RAW_BYTES:
        raise ValueError(f"has {len(raw)} bytes of Ed25519; wanted {_RAW_BYTES}")
    why = weakness(raw[:32])
    if why:
        raise ValueError(f"has a point R that {why}")
    if int.from_bytes(raw[32:], "little") >= _GROUP_ORDER:
        raise ValueError("has a scalar S that is not below the order of the group")
    return outer._replace(raw=raw, flags=flags, counter=counter)


def _wrong(found: Signature, message: bytes, namespace: str, user_verified: bool) -> Refusal | None:
    if found.namespace != namespace:
        return Refusal("namespace", f"the signature is for {found.namespace!r}; wanted {namespace!r}")
    refusal = _gesture_missing(found, user_verified)
    if refusal:
        return refusal
    if not _made_by(found.key.point, found.raw, _covered(found, message)):
        return Refusal("signature", "the signature is not of this key over these bytes")
    return None


def _gesture_missing(found: Signature, user_verified: bool) -> Refusal | None:
    """Rule 4; the flags are part of what is signed."""
    flags = found.flags
    if flags is None:
        message = "the key was enrolled with verification of the person; a key in a file cannot say that this was done"
        return Refusal("verification", message) if user_verified else None
    if flags & ~_KNOWN_FLAGS or (flags & _BACKED_UP and not flags & _BACKUP_ELIGIBLE):
        return Refusal("form", f"the security key set flags {flags:#04x}, which no assertion for SSH has")
    if not flags & USER_PRESENT:
        return Refusal("presence", f"the security key was not touched (flags {flags:#04x}); sign again and touch it")
    if user_verified and not flags & USER_VERIFIED:
        message = f"the security key did not ask for PIN or biometrics (flags {flags:#04x}); it was enrolled with them"
        return Refusal("verification", message)
    return None


def _covered(found: Signature, message: bytes) -> bytes:
    """The bytes under the Ed25519 signature; a security key puts its own frame round them (PROTOCOL.u2f)."""
    data = signed_data(found.namespace, found.hash, message)
    if found.flags is None:
        return data
    frame = hashlib.sha256(found.key.application.encode("ascii")).digest() + bytes([found.flags])
    return frame + found.counter.to_bytes(4, "big") + hashlib.sha256(data).digest()


def _made_by(point: bytes, raw: bytes, data: bytes) -> bool:
    # Imported at the first signature: 6 ms, which an answer without approved items does not pay.
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    try:
        Ed25519PublicKey.from_public_bytes(point).verify(raw, data)
    except (InvalidSignature, ValueError):
        return False
    return True

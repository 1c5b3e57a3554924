#!/usr/bin/env python3
"""Checks a Sapwood home without Sapwood: one file on the standard library and `cryptography`; it writes nothing.

    python tools/verify.py HOME [--root WORDS | --signers FILE [--revoked FILE]] [--head LINE]… [--at INSTANT] [--json]

Written from docs/format.md ("Leaf", "Value", "Decision", "Claim", "Skeleton", "Trust root"); it shares no code with
the package, so that the two can be held against each other. It

1. hashes every leaf of every log again and holds the logs against heads that you kept (`--head`, a line of
   `sapwood log head`);
2. hashes every value, and names those that are missing without an `erased` leaf;
3. judges every signed decision: form, signer, signature, workspace, the heads that the person saw;
4. says where every claim stands, and holds knowledge/*.md against the bytes that were signed.

Exit: 0 all holds · 1 altered, or a decision that does not count · 2 nothing was checked · 3 older than a head given ·
4 another history · 5 the trust root lets nobody sign, or has other words than those given.

It does not check: the witness and stamps of the machine that wrote the home, the index, whether cited lines still
stand, the times that leaves and decisions state, seals of handwritten files against their present bytes, or what a
database holds. Without `--head` nobody can tell an older copy of the whole home from the newest one.
"""

from __future__ import annotations

import argparse
import base64
import datetime
import hashlib
import hmac
import json
import os
import re
import stat
import sys
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

GOOD, ALTERED, NOTHING, OLDER, FORK, ROOT = range(6)
BY_WEIGHT = (FORK, OLDER, ROOT, ALTERED, NOTHING)

# What is refused unread. A segment closes at 16 MiB, a sealed file has at most 4 MiB before JSON escapes it.
MOST_SEGMENT = 1 << 30
MOST_LINE = 1 << 26
MOST_ENVELOPE = 262_144
MOST_CLAIM = 65_536
MOST_ROOT_FILE = 1 << 20
MOST_SETTINGS = 1 << 22

SHA = hashlib.sha256


class Bad(Exception):
    """Something that is not what it has to be. `reason` is one short word, the text says what was got and wanted."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


# --- files -----------------------------------------------------------------------------------------


def opened(path: str, most: int) -> int:
    """A descriptor of a regular file of at most `most` bytes; no link is followed and no FIFO waited for."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW)
    found = os.fstat(descriptor)
    if stat.S_ISREG(found.st_mode) and found.st_size <= most:
        return descriptor
    os.close(descriptor)
    what = "is no regular file" if not stat.S_ISREG(found.st_mode) else f"has {found.st_size} bytes, more than {most}"
    raise OSError(0, what, path)


def content(path: str, most: int) -> bytes:
    """The bytes of such a file."""
    with open(opened(path, most), "rb") as file:
        return file.read(most + 1)[:most]


def lines(path: str) -> Iterator[tuple[int, bytes, bool]]:
    """(offset, line without LF, whether it is whole) of a segment."""
    at = 0
    with open(opened(path, MOST_SEGMENT), "rb") as file:
        while line := file.readline(MOST_LINE):
            whole = line.endswith(b"\n")
            if not whole and len(line) == MOST_LINE:
                raise OSError(0, f"has a line of more than {MOST_LINE} bytes at byte {at}", path)
            yield at, line[:-1] if whole else line, whole
            at += len(line)


def folders(path: str) -> list[str]:
    """The names of the folders in a folder, links left out."""
    try:
        with os.scandir(path) as entries:
            return sorted(each.name for each in entries if each.is_dir(follow_symlinks=False))
    except FileNotFoundError:
        return []


def segments(folder: str) -> list[tuple[str, str]]:
    """(name, path) of the segments of a folder, in order."""
    try:
        names = sorted(each for each in os.listdir(folder) if re.fullmatch(r"[0-9]{6}\.jsonl", each, re.ASCII))
    except FileNotFoundError:
        return []
    return [(name, os.path.join(folder, name)) for name in names]


# --- the tree: RFC 6962, section 2.1 ---------------------------------------------------------------


class Tree:
    """The hashes of all complete subtrees, level by level, 32 bytes each."""

    def __init__(self) -> None:
        self.levels = [bytearray()]

    def __len__(self) -> int:
        return len(self.levels[0]) // 32

    def add(self, line: bytes) -> None:
        """Take in a leaf. The levels above are made by `grow`."""
        self.levels[0] += SHA(b"\0" + line).digest()

    def grow(self) -> None:
        """Make the levels above the leaves."""
        below = self.levels[0]
        while len(below) >= 64:
            pairs = len(below) // 64
            self.levels.append(
                bytearray().join(SHA(b"\1" + below[at : at + 64]).digest() for at in range(0, pairs * 64, 64))
            )
            below = self.levels[-1]

    def root(self, size: int) -> bytes:
        """The root of the first `size` leaves."""
        if not 0 <= size <= len(self):
            raise ValueError(f"{size} of {len(self)} leaves")
        parts, start = [], 0
        for level in range(size.bit_length() - 1, -1, -1):
            if size >> level & 1:
                at = start >> level
                parts.append(bytes(self.levels[level][at * 32 : at * 32 + 32]))
                start += 1 << level
        if not parts:
            return SHA(b"").digest()
        found = parts.pop()
        while parts:
            found = SHA(b"\1" + parts.pop() + found).digest()
        return found


# --- leaves ----------------------------------------------------------------------------------------

LEAF_KEYS = ["v", "i", "lc", "type", "at", "actor", "channel", "scope", "digests", "body"]
LEAF_TYPES = set(
    "created signalled observed reinforced withered jotted remembered pruned undone proposed decided promoted refused"
    " disputed superseded expired imported transitioned consolidated archived forgotten restored absent erased sealed"
    " key gap moved migrated pinned unpinned redacted".split()
)
CHANNELS = set("cli python mcp hook http import rhythm signed".split())
TYPE_KEY = b',"type":"'
ASKED = (b'decided"', b'key"', b'gap"')


class Leaf(NamedTuple):
    """One line of a log that reads as a leaf."""

    i: int
    lc: int
    type: str
    digests: tuple[str, ...]
    body: dict[str, Any]


def speaks_of_trust(line: bytes) -> bool:
    """Whether a line says, at the place of its type, that it holds a decision or a loss that was accepted."""
    at = line.find(TYPE_KEY, 0, 80)
    return at > 0 and line.startswith(ASKED, at + len(TYPE_KEY))


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON in which every key stands once."""
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def no_constant(name: str) -> Any:
    """NaN and Infinity are no JSON."""
    raise ValueError(f"{name} is no number of JSON")


def strict(data: bytes) -> Any:
    """JSON in UTF-8, each key once, no NaN. `ValueError` otherwise."""
    try:
        return json.loads(data.decode(), object_pairs_hook=once, parse_constant=no_constant)
    except RecursionError as deep:
        raise ValueError("it is nested too deep") from deep


def leaf_of(line: bytes, at: int) -> Leaf:
    """The leaf of a line. `Bad` with what is wrong."""
    try:
        found = strict(line)
    except ValueError as failure:
        raise Bad("leaf", str(failure)) from None
    if not isinstance(found, dict) or list(found) != LEAF_KEYS or found["v"] != 1:
        raise Bad("leaf", "its keys are not the ten of a leaf of version 1")
    whole = all(type(found[key]) is int and found[key] >= 0 for key in ("i", "lc"))
    texts = all(isinstance(found[key], str) for key in ("type", "at", "actor", "channel", "scope"))
    digests = found["digests"]
    if not whole or not texts or not isinstance(found["body"], dict) or not isinstance(digests, list):
        raise Bad("leaf", "a key holds a value of another kind")
    if found["type"] not in LEAF_TYPES or found["channel"] not in CHANNELS:
        raise Bad("leaf", f"type {found['type']!r} or channel {found['channel']!r} is unknown")
    if not all(isinstance(each, str) and len(each) == 64 for each in digests):
        raise Bad("leaf", "a digest has not 64 digits")
    if found["i"] != at:
        raise Bad("leaf", f"it says it is leaf {found['i']}")
    return Leaf(found["i"], found["lc"], found["type"], tuple(digests), found["body"])


# --- values ----------------------------------------------------------------------------------------


def value_of(line: bytes) -> tuple[str, bytes, bool]:
    """(digest, bytes, whether the line is as it was written) of a value. `Bad` where it does not hash to its digest."""
    try:
        found = json.loads(line)
        data, salt = found["t"].encode(), bytes.fromhex(found["s"])
        digest = SHA(salt + data).hexdigest()
        holds = digest == found["d"]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        holds = False
    if not holds:
        raise Bad("value", "does not hash to what it says")
    fields = {"d": digest, "s": salt.hex(), "t": found["t"]}
    written = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
    return digest, data, written == line


# --- keys and signatures of OpenSSH ----------------------------------------------------------------

PLAIN, SECURITY = "ssh-ed25519", "sk-ssh-ed25519@openssh.com"
PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
NAMESPACE = "sapwood-decision@v1"
# y of the points of order 1, 2, 4 and 8: `half` is a root of the curve's equation for order 8 (RFC 7748, section 7).
_D = -121665 * pow(121666, PRIME - 2, PRIME) % PRIME


def _square_root(number: int) -> int:
    found = pow(number, (PRIME + 3) // 8, PRIME)
    if found * found % PRIME != number % PRIME:
        found = found * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    return found if found * found % PRIME == number % PRIME else -1


def _small() -> frozenset[int]:
    """Points of order 8 double to one of order 4 (y = 0), for which d·y⁴ + 2·y² − 1 = 0 holds on this curve."""
    found = {0, 1, PRIME - 1}
    middle = _square_root((1 + _D) % PRIME)
    for sign in (middle, -middle):
        y = _square_root((sign - 1) * pow(_D, PRIME - 2, PRIME) % PRIME)
        if y >= 0:
            found |= {y, PRIME - y}
    return frozenset(found)


SMALL = _small()


class Fields:
    """The fields of a blob on the wire (RFC 4251, section 5)."""

    def __init__(self, data: bytes) -> None:
        self.left = data

    def take(self, count: int) -> bytes:
        """The next bytes."""
        if len(self.left) < count:
            raise ValueError("ends inside a field")
        part, self.left = self.left[:count], self.left[count:]
        return part

    def number(self) -> int:
        """The next uint32."""
        return int.from_bytes(self.take(4), "big")

    def string(self) -> bytes:
        """The next string."""
        return self.take(self.number())

    def text(self) -> str:
        """The next string, of printable ASCII."""
        data = self.string()
        if not re.fullmatch(rb"[\x20-\x7e]*", data):
            raise ValueError("holds what is no printable ASCII")
        return data.decode()

    def end(self) -> None:
        """Nothing may be left."""
        if self.left:
            raise ValueError(f"has {len(self.left)} bytes after its last field")


class Key(NamedTuple):
    """A public key; `application` is empty for one in a file."""

    kind: str
    blob: bytes
    point: bytes
    application: str

    @property
    def fingerprint(self) -> str:
        """As `ssh-keygen -l` writes it."""
        return "SHA256:" + base64.b64encode(SHA(self.blob).digest()).decode().rstrip("=")

    @property
    def line(self) -> str:
        """As a file of public keys has it."""
        return f"{self.kind} {base64.b64encode(self.blob).decode()}"


def sound_point(point: bytes) -> None:
    """`ValueError` for a point that is not canonical or of small order, for which anybody can sign."""
    y = int.from_bytes(point, "little") % (1 << 255)
    if len(point) != 32 or y >= PRIME or y in SMALL:
        raise ValueError("has a point that is not canonical, or of small order")


def key_of(blob: bytes) -> Key:
    """The key of a blob."""
    fields = Fields(blob)
    kind = fields.text()
    if kind not in (PLAIN, SECURITY):
        raise ValueError(f"is a key of kind {kind!r}")
    point = fields.string()
    application = fields.text() if kind == SECURITY else ""
    fields.end()
    if kind == SECURITY and not application.startswith("ssh:"):
        raise ValueError(f"is a security key for {application!r}")
    sound_point(point)
    return Key(kind, blob, point, application)


def key_in_text(kind: str, text: str) -> Key:
    """The key of two fields of a line."""
    key = key_of(unbase64(text))
    if key.kind != kind:
        raise ValueError(f"says {kind} before a key of kind {key.kind}")
    return key


def unbase64(text: str) -> bytes:
    """Base64 in its one spelling."""
    data = base64.b64decode(text, validate=True)
    if base64.b64encode(data).decode() != text:
        raise ValueError("is base64 in another spelling")
    return data


class Signature(NamedTuple):
    """An SSHSIG as it reads; `flags` and `counter` are None for a key in a file."""

    key: Key
    namespace: str
    hash: str
    raw: bytes
    flags: int | None
    counter: bytes


def signature_of(armored: bytes) -> Signature:
    """The signature of an armored block (PROTOCOL.sshsig), in the spelling of `ssh-keygen`. `Bad` for any other."""
    try:
        return _signature(_dearmored(armored))
    except ValueError as failure:
        raise Bad("form", f"the signature {failure}") from None


def _dearmored(armored: bytes) -> bytes:
    head, foot = b"-----BEGIN SSH SIGNATURE-----\n", b"\n-----END SSH SIGNATURE-----\n"
    if len(armored) > 4096 or not armored.startswith(head) or not armored.endswith(foot):
        raise ValueError("is not one SSH SIGNATURE block of at most 4096 bytes")
    body = armored[len(head) : len(armored) - len(foot)].split(b"\n")
    blob = unbase64(b"".join(body).decode("ascii"))
    width = len(body[0])
    even = all(len(each) == width for each in body[:-1]) and 0 < len(body[-1]) <= width
    if not even or (len(body) > 1 and width not in (70, 76)) or (len(body) == 1 and width > 76):
        raise ValueError("has other line breaks than ssh-keygen writes")
    return blob


def _signature(blob: bytes) -> Signature:
    fields = Fields(blob)
    if fields.take(6) != b"SSHSIG" or fields.number() != 1:
        raise ValueError("is no SSHSIG of version 1")
    key, namespace = key_of(fields.string()), fields.text()
    reserved, name, inner = fields.string(), fields.text(), Fields(fields.string())
    fields.end()
    if not namespace or reserved or name not in ("sha256", "sha512"):
        raise ValueError("has no namespace, a reserved field or another hash")
    kind, raw, flags, counter = inner.text(), inner.string(), None, b""
    if kind != key.kind:
        raise ValueError("is of another kind than its key")
    if kind == SECURITY:
        flags, counter = inner.take(1)[0], inner.take(4)
    inner.end()
    if len(raw) != 64 or int.from_bytes(raw[32:], "little") >= ORDER:
        raise ValueError("has no 64 bytes, or a scalar that is not below the order")
    sound_point(raw[:32])
    return Signature(key, namespace, name, raw, flags, counter)


def check_signature(found: Signature, message: bytes, verify_required: bool) -> None:
    """`Bad` unless the key signed this message for us, and a person made the gesture that it was enrolled with."""
    if found.namespace != NAMESPACE:
        raise Bad("namespace", f"the signature is for {found.namespace!r}")
    if found.flags is None and verify_required:
        raise Bad("verification", "a key in a file cannot say that the person was verified")
    if found.flags is not None:
        # present 0x01, verified 0x04, backup eligible 0x08, backed up 0x10 (Web Authentication, section 6.1)
        if found.flags & ~0x1D or found.flags & 0x18 == 0x10:
            raise Bad("form", f"the security key set flags {found.flags:#04x}")
        if not found.flags & 0x01:
            raise Bad("presence", f"the security key was not touched (flags {found.flags:#04x})")
        if verify_required and not found.flags & 0x04:
            raise Bad("verification", f"the security key did not ask for PIN or biometrics (flags {found.flags:#04x})")
    parts = (found.namespace.encode(), b"", found.hash.encode(), hashlib.new(found.hash, message).digest())
    data = b"SSHSIG" + b"".join(len(each).to_bytes(4, "big") + each for each in parts)
    if found.flags is not None:
        application = SHA(found.key.application.encode()).digest()
        data = application + bytes([found.flags]) + found.counter + SHA(data).digest()
    try:
        Ed25519PublicKey.from_public_bytes(found.key.point).verify(found.raw, data)
    except (InvalidSignature, ValueError):
        raise Bad("signature", "the signature is not of this key over these bytes") from None


# --- the trust root --------------------------------------------------------------------------------

OPTION = re.compile(r'(namespaces|valid-after|valid-before)="([^"\\]*)"(,(?=.)|$)')


class Signer(NamedTuple):
    """A key that may sign: `after` and `before` in seconds since 1970, both inclusive."""

    key: Key
    role: str
    namespaces: tuple[str, ...]
    verify_required: bool
    after: int | None
    before: int | None
    comment: str

    @property
    def line(self) -> str:
        """Its one spelling, over which the root's digest is made."""
        options = [f'namespaces="{",".join(self.namespaces)}"']
        options += [
            f'{name}="{stamp(at)}"'
            for name, at in (("valid-after", self.after), ("valid-before", self.before))
            if at is not None
        ]
        who = f"{self.role},verify-required" if self.verify_required else self.role
        return f"{who} {','.join(options)} {self.key.line} {self.comment}".rstrip(" ")


class Root(NamedTuple):
    """Who may sign. `kind`: `system`, `tofu`, `file` (named on the command line), `given` (it has the words that were
    given); `none`, `unsafe`, `other`: nobody signs. `faults` are lines that do not count."""

    kind: str
    where: str
    signers: list[Signer]
    revoked: list[Key]
    revoked_reads: bool
    words: str
    faults: list[str]

    @property
    def counts(self) -> bool:
        """Whether anybody may sign by it."""
        return self.kind in ("system", "tofu", "file", "given") and self.revoked_reads

    def signer(self, key: Key, at: float) -> Signer:
        """The enrolment by which a key signs at an instant; a revocation is not asked here. `Bad` where it does not."""
        if not self.counts:
            raise Bad("root", f"nobody signs by the trust root in {self.where} ({self.kind})")
        found = next((each for each in self.signers if each.key == key), None)
        if found is None:
            raise Bad("unknown", f"the key {key.fingerprint} is not enrolled")
        if NAMESPACE not in found.namespaces:
            raise Bad("validity", "the key is enrolled for other namespaces")
        if (found.after is not None and at < found.after) or (found.before is not None and at > found.before):
            raise Bad("validity", "the key is not valid at the time that the decision states")
        return found

    def revokes(self, key: Key) -> bool:
        """Whether a key is revoked, as it is or as that of a security key."""
        return any(each.point == key.point for each in self.revoked)


def stamp(at: int) -> str:
    """A time as OpenSSH writes it."""
    return datetime.datetime.fromtimestamp(at, datetime.UTC).strftime("%Y%m%d%H%M%SZ")


def said(data: bytes) -> Iterator[tuple[int, str]]:
    """(number, text) of the lines of a root's file that are neither empty nor a comment."""
    for number, line in enumerate(data.split(b"\n"), 1):
        text = line.decode("utf-8", "surrogateescape").strip(" \t")
        if text and text[0] != "#":
            yield number, text


def split(line: str, most: int) -> list[str]:
    """The fields of a line."""
    if not line.isprintable():
        raise ValueError("holds what cannot be shown")
    return re.split(" +", line, maxsplit=most)


def signer_of(line: str) -> Signer:
    """One line of `allowed_signers`."""
    fields = split(line, 4)
    if len(fields) < 4:
        raise ValueError("has too few fields")
    role, comma, flag = fields[0].partition(",")
    if role not in ("owner", "recovery") or (comma and flag != "verify-required"):
        raise ValueError(f"names the principals {fields[0]!r}")
    options = options_of(fields[1])
    names = tuple(options.get("namespaces", "").split(","))
    if len(set(names)) != len(names) or not all(re.fullmatch(r"[A-Za-z0-9._@+-]+", each) for each in names):
        raise ValueError("allows no namespaces, or a pattern")
    after, before = (time_of(options[name]) if name in options else None for name in ("valid-after", "valid-before"))
    if after is not None and before is not None and before <= after:
        raise ValueError("ends before it begins")
    key = key_in_text(fields[2], fields[3])
    if comma and key.kind != SECURITY:
        raise ValueError("asks a key in a file to verify the person")
    return Signer(key, role, names, bool(comma), after, before, fields[4] if len(fields) > 4 else "")


def options_of(text: str) -> dict[str, str]:
    """The options of a line."""
    found: dict[str, str] = {}
    at = 0
    while at < len(text):
        match = OPTION.match(text, at)
        if match is None or match[1] in found:
            raise ValueError(f"has the options {text!r}")
        found[match[1]], at = match[2], match.end()
    return found


def time_of(text: str) -> int:
    """`YYYYMMDD[HHMM[SS]]Z` in seconds since 1970."""
    match = re.fullmatch(r"(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?Z", text)
    if match is None:
        raise ValueError(f"has the time {text!r}")
    year, month, day, hour, minute, second = (int(each or 0) for each in match.groups())
    found = int(datetime.datetime(year, month, day, hour, minute, second, tzinfo=datetime.UTC).timestamp())
    if found <= 0:
        raise ValueError(f"has the time {text!r}")
    return found


def revoked_of(line: str) -> Key:
    """One line of `revoked_keys`."""
    fields = split(line, 2)
    if len(fields) < 2:
        raise ValueError("has one field")
    return key_in_text(fields[0], fields[1])


def root_of(kind: str, where: str, enrolling: bytes, revoking: bytes, wanted: str) -> Root:
    """The root of the bytes of its two files."""
    signers: list[Signer] = []
    revoked: list[Key] = []
    faults: list[str] = []
    canonical: list[bytes] = []
    reads = True
    for number, line in said(enrolling):
        try:
            found = signer_of(line)
            canonical.append(b"signer " + found.line.encode())
            if any(each.key.point == found.key.point for each in signers):
                raise Bad("twice", "enrols a key again")
            signers.append(found)
        except (ValueError, Bad) as failure:
            faults.append(f"allowed_signers:{number}: {failure}")
            if not isinstance(failure, Bad):
                canonical.append(b"signer ? " + line.encode("utf-8", "surrogateescape"))
    for number, line in said(revoking):
        try:
            revoked.append(revoked_of(line))
            canonical.append(b"revoked " + revoked[-1].line.encode())
        except ValueError as failure:
            faults.append(f"revoked_keys:{number}: {failure}")
            reads = False
            canonical.append(b"revoked ? " + line.encode("utf-8", "surrogateescape"))
    words = words_of(SHA(b"sapwood-root-v1\n" + b"".join(each + b"\n" for each in sorted(canonical))).digest())
    if wanted:
        typed = " ".join(re.split(r"[\s,-]+", wanted.strip(" \t\n,-"))).lower()
        kind = "given" if typed == words else "other"
    if kind != "other" and not signers:
        kind = "none"
    return Root(kind, where, signers, revoked, reads, words, faults)


def words_of(digest: bytes) -> str:
    """The first 128 bits as eight words (proquints, arXiv:0901.4016)."""
    found = []
    for at in range(0, 16, 2):
        pair = digest[at] << 8 | digest[at + 1]
        first, second, third = ("bdfghjklmnprstvz"[pair >> shift & 15] for shift in (12, 6, 0))
        found.append(f"{first}{'aiou'[pair >> 10 & 3]}{second}{'aiou'[pair >> 4 & 3]}{third}")
    return " ".join(found)


def load_root(options: argparse.Namespace, workspace: str) -> Root:
    """The root that was named, else that of this machine, else that of this user."""
    if options.signers:
        files = (options.signers, options.revoked)
        return _loaded("file", os.path.dirname(os.path.abspath(options.signers)), files, options.root)
    base = "/private/etc/sapwood/trust" if sys.platform == "darwin" else "/etc/sapwood/trust"
    if os.path.lexists(base):
        folder = os.path.join(base, workspace)
        why = next(filter(None, (not_roots(os.path.join(folder, name)) for name in ROOT_FILES)), "")
        if why:
            return Root("unsafe", folder, [], [], True, "", [why])
        return _loaded("system", folder, [os.path.join(folder, name) for name in ROOT_FILES], options.root)
    config = os.environ.get("XDG_CONFIG_HOME", "")
    config = config if os.path.isabs(config) else os.path.expanduser("~/.config")
    folder = os.path.join(config, "sapwood", "trust", workspace)
    return _loaded("tofu", folder, [os.path.join(folder, name) for name in ROOT_FILES], options.root)


ROOT_FILES = ("allowed_signers", "revoked_keys")


def _loaded(kind: str, where: str, files: Sequence[str], wanted: str) -> Root:
    data = []
    for path in files:
        try:
            data.append(content(path, MOST_ROOT_FILE) if path else b"")
        except FileNotFoundError:
            if kind == "file":
                return Root("unsafe", where, [], [], True, "", [f"{path} is not there"])
            data.append(b"")
        except OSError as failure:
            return Root("unsafe", where, [], [], True, "", [f"{path}: {failure.strerror}"])
    return root_of(kind, where, data[0], data[1], wanted)


def not_roots(path: str) -> str:
    """Why others than root can change a path; empty where only root can. Only folders above may have the sticky bit."""
    first = True
    while True:
        try:
            found = os.lstat(path)
            kept = not first and found.st_mode & stat.S_ISVTX
            if stat.S_ISLNK(found.st_mode) or found.st_uid or (found.st_mode & 0o022 and not kept):
                return f"{path} can be changed by others than root"
            first = False
        except FileNotFoundError:
            pass
        except OSError as failure:
            return f"{path}: {failure.strerror}"
        if os.path.dirname(path) == path:
            return ""
        path = os.path.dirname(path)


# --- the signed statement --------------------------------------------------------------------------

PAYLOAD_TYPE = "application/vnd.in-toto+json"
PREDICATE = set("decision workspace scope subjectPath supersedes heads shown reviewer decidedAt nonce reason".split())
DECISIONS = set("approve reject retire forget untombstone seal key recover".split())
KINDS = set("claim proposal mark file key decision log".split())
NEGATIVE = {"reject": "rejected", "retire": "retired", "forget": "forgotten"}
HEX = re.compile(r"[0-9a-f]{64}")


class Statement(NamedTuple):
    """What was signed. `identity` is the SHA-256 of its payload, `at` the time that it states."""

    identity: str
    name: str
    sha256: str
    decision: str
    workspace: str
    scope: str
    path: str
    heads: list[tuple[str, int, str]]
    supersedes: list[str]
    match: str | None
    keys: list[str]
    reviewer: str
    decided_at: str
    at: float


def unwrapped(envelope: bytes) -> tuple[bytes, bytes]:
    """(payload, signature) of a DSSE envelope with one signature."""
    if len(envelope) > MOST_ENVELOPE:
        raise Bad("form", f"the envelope has {len(envelope)} bytes")
    try:
        outer = has(strict(envelope), "payloadType payload signatures")
        if outer["payloadType"] != PAYLOAD_TYPE or type(outer["signatures"]) is not list:
            raise ValueError("has another payload type, or no list of signatures")
        (signed,) = outer["signatures"]
        signed = has(signed, "keyid sig")
        texts(signed["keyid"], signed["sig"], outer["payload"])
        return unbase64(outer["payload"]), unbase64(signed["sig"])
    except (ValueError, TypeError) as failure:
        raise Bad("form", f"the envelope: {failure}") from None


def statement_of(payload: bytes) -> Statement:
    """The in-toto statement of a payload, of exactly our form."""
    try:
        return _statement(payload)
    except (ValueError, TypeError, OverflowError) as failure:
        raise Bad("form", f"the statement: {failure}") from None


def _statement(payload: bytes) -> Statement:
    outer = has(strict(payload), "_type subject predicateType predicate")
    if (outer["_type"], outer["predicateType"]) != ("https://in-toto.io/Statement/v1", "urn:sapwood:decision:v1"):
        raise ValueError("is of another type")
    (subject,) = listed(outer["subject"])
    subject = has(subject, "name digest")
    sha256 = hexes([has(subject["digest"], "sha256")["sha256"]])[0]
    said = dict(outer["predicate"]) if type(outer["predicate"]) is dict else {}
    stone = said.pop("tombstone", None) if "tombstone" in said else {"match": "", "keys": None}
    said = has(said, " ".join(PREDICATE))
    texts(*(said[each] for each in PREDICATE - {"supersedes", "heads"}), subject["name"])
    kind, colon, rest = subject["name"].partition(":")
    if kind not in KINDS or not colon or not rest or said["decision"] not in DECISIONS:
        raise ValueError("names no subject or no decision that there is")
    if not re.fullmatch(r"[0-9a-f]{32}", said["nonce"]):
        raise ValueError("has no nonce of 16 bytes")
    hexes([said["shown"]])
    match, keys = None, []
    if stone != {"match": "", "keys": None}:
        stone = has(stone, "match keys")
        match, keys = stone["match"], hexes(stone["keys"])
        if match not in ("exact", "skeleton", "subject-skeleton") or not keys:
            raise ValueError("has a tombstone that denies nothing")
    return Statement(
        SHA(payload).hexdigest(), subject["name"], sha256, said["decision"], said["workspace"], said["scope"],
        said["subjectPath"], [head_of(each) for each in listed(said["heads"])], hexes(said["supersedes"]), match, keys,
        said["reviewer"], said["decidedAt"], instant(said["decidedAt"]),
    )  # fmt: skip


def has(found: Any, names: str) -> dict[str, Any]:
    """An object with exactly these keys."""
    if type(found) is not dict or set(found) != set(names.split()):
        raise ValueError(f"wanted an object with the keys {names}")
    return found


def listed(found: Any) -> list[Any]:
    """A list."""
    if type(found) is not list:
        raise ValueError("wanted a list")
    return found


def texts(*found: Any) -> None:
    """Texts and nothing else."""
    if not all(isinstance(each, str) for each in found):
        raise ValueError("wanted text")


def hexes(found: Any) -> list[str]:
    """A list of SHA-256 in hexadecimal."""
    texts(*listed(found))
    if not all(HEX.fullmatch(each) for each in found):
        raise ValueError("wanted SHA-256 in hexadecimal")
    return list(found)


def head_of(found: Any) -> tuple[str, int, str]:
    """(origin, size, root) of a head."""
    found = has(found, "origin size root")
    texts(found["origin"])
    if type(found["size"]) is not int or found["size"] < 0:
        raise ValueError("has a head without a size")
    return found["origin"], found["size"], hexes([found["root"]])[0]


def instant(text: str) -> float:
    """ISO 8601 with a zone, in seconds since 1970."""
    moment = datetime.datetime.fromisoformat(text.strip())
    if moment.tzinfo is None:
        raise ValueError(f"{text!r} has no zone")
    return (moment - datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)).total_seconds()


def signed_bytes(payload: bytes) -> bytes:
    """What is signed for a payload: DSSE's pre-authentication encoding."""
    return b" ".join([b"DSSEv1", b"%d" % len(PAYLOAD_TYPE), PAYLOAD_TYPE.encode(), b"%d" % len(payload), payload])


# --- the claim -------------------------------------------------------------------------------------

PLAIN_WORD = re.compile(r"[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)*|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MEANS_ELSE = re.compile(r"true|false|yes|no|on|off|y|n|null|[0-9][0-9e.+_-]*")  # to a reader of YAML
NEEDED = "id subject scope author recorded_at approved_at approved_by confidence".split()
MAYBE = ["valid_from", "valid_to"]
LISTS = ["evidence", "derived_from", "supersedes"]
EVIDENCE = "kind path lines sha256 hmac quote id".split()
UUID7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
HIDDEN = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")


class Claim(NamedTuple):
    """What a claim says."""

    id: str
    subject: str
    scope: str
    text: str
    valid_to: str
    file: str


def claim_of(data: bytes) -> Claim:
    """The claim of exactly the bytes that are signed for one. `Bad` for any other spelling."""
    try:
        return _claim(data)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as failure:
        raise Bad("claim", f"the claim: {failure}") from None


def _claim(data: bytes) -> Claim:
    if len(data) > MOST_CLAIM:
        raise ValueError(f"has {len(data)} bytes")
    whole = data.decode()
    header, fence, body = whole[4:].partition("\n---\n")
    if whole[:4] != "---\n" or not fence or body[:1] != "\n" or body[-1:] != "\n":
        raise ValueError("has no header, or no text of its form")
    text, fields = body[1:-1], dict[str, Any]()
    for line in header.split("\n"):
        name, colon, value = line.partition(": ")
        if not colon or name in fields:
            raise ValueError("has a line that is no field, or one twice")
        fields[name] = value if PLAIN_WORD.fullmatch(value) else json.loads(value)
        if written(fields[name]) != value:
            raise ValueError(f"writes {name} in another way")
    wanted = [*NEEDED, *(each for each in (*MAYBE, *LISTS) if each in fields)]
    if list(fields) != wanted or not all(fields[each] for each in wanted[len(NEEDED) :]):
        raise ValueError("has other fields, or in another order")
    judge_claim(fields, text)
    file = f"{fields['subject'].replace('.', '-')[:80]}-{fields['id'][-8:]}.md"
    return Claim(fields["id"], fields["subject"], fields["scope"], text, fields.get("valid_to", ""), file)


def written(value: Any) -> str:
    """A value as the header of a claim writes it."""
    if isinstance(value, str) and PLAIN_WORD.fullmatch(value) and not MEANS_ELSE.fullmatch(value):
        return value
    text = json.dumps(value, ensure_ascii=False)
    text = "".join(f"\\u{ord(each):04x}" if each in BREAKS else each for each in text)
    text.encode()  # a lone surrogate has no bytes
    return text


BREAKS = {chr(code) for code in (*range(0x7F, 0xA0), 0x2028, 0x2029, 0xFEFF)}


def judge_claim(fields: dict[str, Any], text: str) -> None:
    """`ValueError` where the fields of a claim are not what they have to be."""
    texts(*(fields[each] for each in NEEDED), *(fields.get(each, "") for each in MAYBE))
    for each in ("derived_from", "supersedes"):
        texts(*listed(fields.get(each, [])))
    for record in listed(fields.get("evidence", [])):
        judge_evidence(record)
    if not UUID7.fullmatch(fields["id"]) or fields["confidence"] not in ("stated", "inferred", "uncertain"):
        raise ValueError("has no id of version 7, or another confidence")
    if not text or text != text.strip() or "\r" in text or "\0" in text:
        raise ValueError("has no text, or one with blanks around it, or with CR or NUL")
    judge_subject(fields["subject"])
    bounds = [instant(fields[each]) for each in MAYBE if each in fields]
    if len(bounds) == 2 and bounds[1] <= bounds[0]:
        raise ValueError("ends before it begins")
    instant(fields["recorded_at"])
    instant(fields["approved_at"])


def judge_evidence(record: Any) -> None:
    """`ValueError` for what is no record of evidence in its one form."""
    if type(record) is not dict or list(record) != [each for each in EVIDENCE if each in record]:
        raise ValueError("has evidence with other keys")
    if record["kind"] not in ("file", "signal", "transcript", "compost", "url"):
        raise ValueError("has evidence of another kind")
    for key, value in record.items():
        fine = isinstance(value, str) and bool(value)
        if key == "lines":
            fine = type(value) is list and len(value) == 2 and all(type(each) is int for each in value)
        if not fine:
            raise ValueError(f"has evidence whose {key} is none")


def judge_subject(subject: str) -> None:
    """`ValueError` for a subject that is not in normal form."""
    normal = unicodedata.normalize("NFC", unicodedata.normalize("NFD", subject).casefold())
    parts = subject.split(".")
    if normal != subject or len(parts) > 12 or len(subject) > 200 or not all(parts):
        raise ValueError("has a subject that is not in normal form")
    for char in subject.replace(".", "").replace("_", "").replace("-", ""):
        kind = unicodedata.category(char)
        if not (kind[0] in "LM" or kind in ("Nd", "Nl")) or char in HIDDEN or is_selector(char):
            raise ValueError("has a subject with another character")


def is_selector(char: str) -> bool:
    """Whether a character only selects a variant."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


# --- the skeleton, version s1 ----------------------------------------------------------------------

MONEY = set("$¢£¤¥") | {chr(code) for code in range(0x20A0, 0x20D0)}
UNITS = (MONEY | {"°"}) - {"$"}
SIGNS = set("+<>=~^#") | MONEY
ALL_SIGNS = SIGNS | {"-"}
RAISED = set("\u00b2\u00b3\u00b9\u00bc\u00bd\u00be\u2189") | {
    chr(code)
    for first, last in (
        (0x2070, 0x208E), (0x2150, 0x215F), (0x2460, 0x249B), (0x24EA, 0x24FF), (0x2776, 0x2793)
    )
    for code in range(first, last + 1)
}  # fmt: skip
ALIKE = {
    **dict.fromkeys("‐‑‒–—―−˗", "-"),
    **{"⁄": "/", "∕": "/", "∶": ":", "∼": "~", "٫": ".", "٬": ",", "،": ",", "٪": "%", "؟": "?"},
}
ALPHABETS = ("latin", "cyrillic", "greek", "armenian")
LOOK_ALIKES = {
    "cyrillic": "аa вb сc ԁd еe нh һh іi јj кk ӏl мm оo рp ԛq ѕs тt уy ѵv ԝw хx",
    "greek": "αa βb εe ηh ιi κk νv οo ρp τt υu χx γy ζz",
    "armenian": "ցg հh յj լl ոn օo զq սu",
}
AS_LATIN = {pair[0]: pair[1] for pairs in LOOK_ALIKES.values() for pair in pairs.split()}


def skeleton(text: str) -> str:
    """What of a text counts when two are compared (docs/format.md, "Skeleton")."""
    plain = shown_form(text)
    bare = without_comments(plain)
    if not bare.isascii():
        bare = one_alphabet(classes(unicodedata.normalize("NFKC", bare)))
    kept = folded(bare)
    if not UNITS.isdisjoint(kept):
        kept = folded(classes(kept))
    return kept or " ".join(plain.split())


def shown_form(text: str) -> str:
    """A text without what is not shown, in NFKC and case-folded."""
    seen = []
    for char in text:
        if char in "\t\n\v\f\r\x85\u2800":
            seen.append(" ")
        elif unicodedata.category(char) not in ("Cc", "Cf") and char not in HIDDEN and not is_selector(char):
            seen.append(char)
    text = "".join(seen)
    if len(text) > 1000:
        text = few_marks(text)
    parts = []
    for at, char in enumerate(text):
        if char in RAISED and at and unicodedata.category(text[at - 1]) == "Nd":
            parts.append(" ")
        parts.append(char)
    text = unicodedata.normalize("NFD", "".join(parts)).casefold()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def few_marks(text: str) -> str:
    """At most 200 combining marks in a row."""
    kept, run = [], 0
    for char in text:
        run = run + 1 if unicodedata.combining(char) else 0
        if run <= 200:
            kept.append(char)
    return "".join(kept)


def without_comments(text: str) -> str:
    """A text without HTML comments, as browsers end them; one that is not closed hides all that follows."""
    kept, at = [], 0
    while (start := text.find("<!--", at)) >= 0:
        kept.append(text[at:start])
        at = start + 4
        if text.startswith(">", at) or text.startswith("->", at):
            at = text.index(">", at) + 1
            continue
        ends = [(end, len(mark)) for mark in ("-->", "--!>") if (end := text.find(mark, at)) >= 0]
        at = sum(min(ends)) if ends else len(text)
    return "".join(kept) + text[at:]


def classes(text: str) -> str:
    """Digits as ASCII, punctuation as a space, a run of symbols as a word, dashes and the like as their ASCII form."""
    found, in_symbols = [], False
    for char in text:
        kind = unicodedata.category(char)
        shown, symbol = char, False
        if char.isascii() or char in UNITS:
            pass
        elif char in ALIKE:
            shown = ALIKE[char]
        elif kind == "Nd":
            shown = str(unicodedata.decimal(char))
        elif kind[0] == "S":
            symbol = True
        elif kind[0] in "PZ":
            shown = " "
        if symbol != in_symbols:
            found.append(" ")
        in_symbols = symbol
        found.append(shown)
    return "".join(found) + (" " if in_symbols else "")


def is_word(char: str) -> bool:
    """A letter, mark or digit in a text of `classes`."""
    return bool(char) and (char.isalnum() if char.isascii() else char not in UNITS)


def is_letter(char: str) -> bool:
    """The same without the ten digits."""
    return is_word(char) and char not in "0123456789"


def is_digit(char: str) -> bool:
    """One of the ten digits; false for no character."""
    return bool(char) and char in "0123456789"


def number_after(text: str, at: int, signs: Iterable[str] = ALL_SIGNS, most: int = 2) -> int:
    """Where the number begins that stands behind at most `most` signs and a point, -1 where none does."""
    for _ in range(most + 1):
        rest = at + 1 if text[at : at + 1] == "." else at
        if is_digit(text[rest : rest + 1]):
            return rest
        if text[at : at + 1] not in signs or not text[at : at + 1]:
            return -1
        at += 1
    return -1


def folded(text: str) -> str:
    """The words and signs that carry meaning, parted by one space; a question mark at the end stays."""
    close, found, at = joined(text), [], 0
    while at < len(close):
        end = token(close, at)
        if end > at:
            found.append(close[at:end])
        at = max(end, at + 1)
    last = text.rfind("?")
    asks = bool(found) and last >= 0 and all(token(text, at) <= at for at in range(last, len(text)))
    return " ".join(found) + ("?" if asks else "")


def joined(text: str) -> str:
    """A text without the white space between a number and its sign."""
    kept, at = [], 0
    while at < len(text):
        end = at
        while end < len(text) and text[end].isspace():
            end += 1
        if end == at or not belongs(text, at, end):
            kept.append(text[at : max(end, at + 1)])
        at = max(end, at + 1)
    return "".join(kept)


def belongs(text: str, start: int, end: int) -> bool:
    """Whether white space stands between a number and its sign."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    if is_digit(before) and after and (after in "%°" or (after in MONEY and number_after(text, end + 1) < 0)):
        return True
    if before and before in "<>=~":
        at = end + 1 if after and after in "-+" else end
        at += text[at : at + 1] in MONEY
        return number_after(text, at, (), 0) >= 0
    return before in MONEY and number_after(text, end, (), 0) >= 0


def token(text: str, at: int) -> int:
    """Where the word or sign ends that begins at a place; the place itself where none does."""
    here, before = text[at], text[at - 1 : at] if at else ""
    start = at
    if here in SIGNS or (here == "-" and not is_letter(before) and before != "-"):
        start = max(at, number_after(text, at + 1))
    elif here == "." and before != "." and is_digit(text[at + 1 : at + 2]):
        start = at + 1
    end = words_end(text, start)
    if end == start:
        return at + 1 if here in UNITS else at
    while (more := separated(text, end)) > end:
        end = more
    if is_digit(text[end - 1]) and end < len(text) and (text[end] in "%°" or text[end] in MONEY):
        return end + 1
    while end < len(text) and text[end] in "+#":
        end += 1
    return end


def words_end(text: str, at: int) -> int:
    """The end of the letters, marks and digits from a place on."""
    while at < len(text) and is_word(text[at]):
        at += 1
    return at


def separated(text: str, at: int) -> int:
    """The end of another part of a word behind its separator; the place itself where there is none."""
    here, after = text[at : at + 1], text[at + 1 : at + 2]
    if here and here in "./@_" and is_word(after):
        return words_end(text, at + 1)
    if here and here in "-,:;*" and is_digit(text[at - 1]) and is_digit(after):
        return words_end(text, at + 1)
    rest = at
    while text[rest : rest + 1] and text[rest] in "+#":
        rest += 1
    return words_end(text, rest) if rest > at and is_word(text[rest : rest + 1]) else at


def one_alphabet(text: str) -> str:
    """Words that mix alphabets, in one of them as far as look-alikes allow it."""
    parts, at = [], 0
    while at < len(text):
        end = words_end(text, at)
        parts.append(unmixed(text[at:end]) if end > at else text[at])
        at = max(end, at + 1)
    return "".join(parts)


def unmixed(word: str) -> str:
    """One word in one alphabet."""
    letters = unicodedata.normalize("NFKD", word)
    if len({alphabet(char) for char in letters} - {""}) < 2:
        return word
    for wanted in ALPHABETS:
        found = [char if alphabet(char) in ("", wanted) else alike(char, wanted) for char in letters]
        if all(found):
            return unicodedata.normalize("NFKC", "".join(found))
    return unicodedata.normalize("NFKC", "".join(AS_LATIN.get(char, char) for char in letters))


def alphabet(char: str) -> str:
    """The alphabet of a letter, empty for any other character."""
    code = ord(char)
    if 0x61 <= code <= 0x7A or 0xDF <= code <= 0x24F or 0x1E00 <= code <= 0x1EFF:
        return "latin"
    if 0x370 <= code <= 0x3FF or 0x1F00 <= code <= 0x1FFF:
        return "greek"
    if 0x400 <= code <= 0x52F:
        return "cyrillic"
    return "armenian" if 0x530 <= code <= 0x58F else ""


def alike(char: str, wanted: str) -> str:
    """The letter of an alphabet that looks like another letter, empty where none does."""
    latin = AS_LATIN.get(char, char)
    if wanted == "latin":
        return latin if alphabet(latin) == "latin" else ""
    return next((pair[0] for pair in LOOK_ALIKES[wanted].split() if pair[1] == latin), "")


def value_keys(salt: bytes, subject: str, text: str) -> list[str]:
    """The three keys by which tombstones know a value."""
    skel = skeleton(text).encode("utf-8", "surrogatepass")
    about = subject.encode("utf-8", "surrogatepass")
    messages = (b"exact\0" + text.encode("utf-8", "surrogatepass"), b"s1\0" + skel, b"s1\0" + about + b"\0" + skel)
    return [hmac.digest(salt, each, "sha256").hex() for each in messages]


# --- what the home holds ---------------------------------------------------------------------------


class Log:
    """One replica's log as it lies there. `why` says why nothing of it counts, empty where nothing speaks against it;
    `asked` are (index, line) of the lines that speak of trust."""

    def __init__(self, origin: str, replica: str) -> None:
        self.origin, self.replica = origin, replica
        self.tree, self.asked, self.first, self.why = Tree(), list[tuple[int, bytes]](), b"", ""
        self.held = 0  # up to which size heads were given

    @property
    def size(self) -> int:
        """How many whole lines it has."""
        return len(self.tree)


class Home:
    """Everything that is read of a home, and what was found wrong with it."""

    def __init__(self, folder: str, workspace: str) -> None:
        self.folder, self.workspace = folder, workspace
        self.own = os.path.join(folder, ".sapwood")
        self.logs: list[Log] = []
        self.named: dict[str, str] = {}  # digest -> the leaf that names it
        self.given_up: set[str] = set()
        self.erased: set[str] = set()
        self.fences: set[str] = set()
        self.wanted: set[str] = set()
        self.values: dict[str, bytes] = {}  # those that decisions name
        self.counted = 0
        self.codes = {GOOD}
        self.findings: list[str] = []
        self.notes: list[str] = []
        self.salt = b""
        self.unproven = 0  # lines about trust that may have been there, or that cannot be judged

    def found(self, code: int, text: str) -> None:
        """Something that is wrong."""
        self.codes.add(code)
        self.findings.append(text)

    @property
    def code(self) -> int:
        """The exit code."""
        return next((each for each in BY_WEIGHT if each in self.codes), GOOD)


def workspace_of(folder: str) -> str:
    """The workspace that `sapwood.toml` names."""
    try:
        found = tomllib.loads(content(os.path.join(folder, "sapwood.toml"), MOST_SETTINGS).decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as failure:
        raise Bad("settings", f"{folder}/sapwood.toml cannot be read: {failure}") from None
    workspace = found.get("workspace")
    if not isinstance(workspace, str) or not re.fullmatch(r"[a-z0-9-]{1,64}", workspace):
        raise Bad("settings", f"{folder}/sapwood.toml names no workspace")
    return workspace


def read_logs(home: Home) -> None:
    """Hash every leaf of every log."""
    base = os.path.join(home.own, "log")
    for replica in folders(base) if followed(home, base) else []:
        log = Log(f"sapwood-{home.workspace}/{replica}", replica)
        home.logs.append(log)
        for name, path in segments(os.path.join(base, replica)):
            where = f"log/{replica}/{name}"
            try:
                for at, line, whole in lines(path):
                    read_line(home, log, where, at, line, whole=whole)
            except OSError as failure:
                log.why = log.why or f"{where} is not read: {failure.strerror}"
                break
        log.tree.grow()
        begun(home, log)
        if log.why:
            home.found(ALTERED, f"{log.origin}: {log.why}")
        left_out(home, os.path.join(base, replica), f"log/{replica}")


def followed(home: Home, path: str) -> bool:
    """Whether a folder of ours is none of another place."""
    for each in (home.own, path):
        if os.path.islink(each):
            home.found(ALTERED, f"{each} is a link; not followed")
            return False
    return True


def read_line(home: Home, log: Log, where: str, at: int, line: bytes, *, whole: bool) -> None:
    """Take in one line of a log."""
    if not whole:
        home.notes.append(f"{where}: byte {at}: an unfinished last line of {len(line)} bytes")
        return
    index = log.size
    log.tree.add(line)
    log.first = log.first or line
    if line.endswith(b"\r"):
        log.why = "its line ends were changed to CRLF"
    if speaks_of_trust(line):
        log.asked.append((index, line))
    try:
        leaf = leaf_of(line, index)
    except Bad as bad:
        home.found(ALTERED, f"{where}: byte {at} (leaf {index}): {bad}")
        return
    home.fences.update(each[:16] for each in leaf.digests)
    if leaf.type == "erased":
        home.erased.update(leaf.digests)
    elif leaf.type == "gap":
        home.given_up.update(leaf.digests)
        home.notes.append(f"{where}: byte {at} (leaf {index}): a loss was accepted there")
    else:
        home.named.update(dict.fromkeys(leaf.digests, f"{log.origin} leaf {index}"))
        if leaf.type in ("decided", "key"):
            home.wanted.update(leaf.digests[:2])


def begun(home: Home, log: Log) -> None:
    """The first leaf says whose log it is, and of which salt."""
    try:
        body = leaf_of(log.first, 0).body if log.size else {}
    except Bad:
        return
    ours = hmac.digest(home.salt, b"salt\0", "sha256").hex()
    if body.get("salt", ours) != ours:
        home.unproven += bool(log.asked)
        home.found(ALTERED, f"{log.origin}: .sapwood/salt is not the one it was begun with: no tombstone can be met")
    if body.get("workspace", home.workspace) != home.workspace:
        log.why = log.why or f"it was begun by the workspace {body['workspace']!r}"
    elif body.get("replica", log.replica) != log.replica:
        home.found(ALTERED, f"{log.origin}: it was begun as the log of replica {body['replica']!r}")


def left_out(home: Home, folder: str, where: str) -> None:
    """Name what lies beside segments."""
    for name in sorted(os.listdir(folder)):
        if not re.fullmatch(r"[0-9]{6}\.jsonl", name, re.ASCII):
            home.notes.append(f"{where}/{name} is no segment; not read")


def hold_heads(home: Home, heads: Sequence[tuple[str, int, bytes]]) -> None:
    """Hold the logs against heads that were kept elsewhere."""
    for origin, size, root in heads:
        log = next((each for each in home.logs if each.origin == origin), None)
        if origin.rpartition("/")[0] != f"sapwood-{home.workspace}":
            home.found(NOTHING, f"{origin}: a head of another memory; not judged")
        elif log is None:
            home.unproven += 1
            home.found(OLDER, f"{origin}: no log of that name is here")
        elif log.size < size:
            log.why = log.why or "it is older than a head given"
            home.unproven += 1  # what was cut off may be a no
            home.found(OLDER, f"{origin}: {log.size} leaves here, the head given has {size}")
        elif log.tree.root(size) != root:
            log.why = log.why or "it is another history than a head given"
            home.found(FORK, f"{origin}: the first {size} leaves have another root than the head given")
        else:
            log.held = max(log.held, size)


def read_values(home: Home) -> None:
    """Hash every value."""
    present: set[str] = set()
    base = os.path.join(home.own, "values")
    for replica in folders(base) if followed(home, base) else []:
        for name, path in segments(os.path.join(base, replica)):
            try:
                read_segment(home, path, f"values/{replica}/{name}", present)
            except OSError as failure:
                home.found(ALTERED, f"values/{replica}/{name} is not read: {failure.strerror}")
    home.counted = len(present)
    for digest, where in home.named.items():
        if digest not in present and digest not in home.erased and digest not in home.given_up:
            home.found(ALTERED, f"{where}: its value {digest[:16]}… is missing without an `erased` leaf")
    for digest in sorted(home.erased & present):
        home.found(ALTERED, f"value {digest[:16]}… was erased and is still there")


def read_segment(home: Home, path: str, where: str, present: set[str]) -> None:
    """Take in one segment of values."""
    before = b""
    for at, line, whole in lines(path):
        fence = re.fullmatch(rb'"([0-9a-f]{16})"', line)
        if not whole:
            said = f"{where}: byte {at}: an unfinished last line of {len(line)} bytes"
            if before and before[1:-1].decode() in home.fences:
                home.found(ALTERED, said)
            else:
                home.notes.append(said)
        elif fence:
            if line != before and fence[1].decode() not in home.fences:
                home.found(ALTERED, f"{where}: byte {at}: the fence of no value that a leaf names")
            before = b""
        else:
            before = read_value(home, line, f"{where}: the line at byte {at}", present) or before


def read_value(home: Home, line: bytes, where: str, present: set[str]) -> bytes:
    """Take in one value; its fence, empty where it does not hold."""
    try:
        digest, data, as_written = value_of(line)
    except Bad as bad:
        home.found(ALTERED, f"{where} {bad}")
        return b""
    if not as_written:
        home.found(ALTERED, f"{where} holds its value and is not as it was written")
        return b""
    if digest not in home.named and digest not in home.erased:
        home.notes.append(f"{where}: no leaf names it")
    present.add(digest)
    if digest in home.wanted:
        home.values[digest] = data
    return f'"{digest[:16]}"'.encode()


# --- what a person decided -------------------------------------------------------------------------

UNREAD = ("lost", "heads")  # somebody may have signed it, and nobody can tell any more


class Entry(NamedTuple):
    """A leaf that speaks of trust, in the order of memory."""

    lc: int
    replica: str
    i: int
    origin: str
    type: str
    digests: tuple[str, ...]
    body: dict[str, Any]

    @property
    def place(self) -> str:
        """As `sapwood log show` takes it."""
        return f"{self.replica}/{self.i}"


class Standing(NamedTuple):
    """Where a claim stands, why, and the bytes that were approved."""

    state: str
    why: str
    claim: Claim | None = None
    data: bytes = b""


class Decisions:
    """All decisions of a home, judged by one root at one instant."""

    def __init__(self, home: Home, root: Root, now: float) -> None:
        self.home, self.root, self.now = home, root, now
        self.unproven = home.unproven + sum(len(log.asked) for log in home.logs if log.why)
        found = sorted(self._entries(), key=lambda each: each[:3])
        self.entries = [each for each in found if each.type != "gap"]
        self.losses = [each for each in found if each.type == "gap" and "values" not in each.body]
        self.by: dict[tuple[str, str], list[Entry]] = {}
        self.verdicts: dict[str, tuple[Statement, Signer] | Bad] = {}
        for entry in self.entries:
            for hint in self._hints(entry.body):
                self.by.setdefault(hint, []).append(entry)

    def _entries(self) -> Iterator[Entry]:
        for log in self.home.logs:
            for at, line in [] if log.why else log.asked:
                try:
                    leaf = leaf_of(line, at)
                except Bad:
                    continue
                if leaf.type in ("decided", "key", "gap"):
                    yield Entry(leaf.lc, log.replica, at, log.origin, leaf.type, leaf.digests, leaf.body)

    @staticmethod
    def _hints(body: dict[str, Any]) -> Iterator[tuple[str, str]]:
        for field in ("name", "decision_id"):
            if isinstance(body.get(field), str):
                yield field, body[field]
        for field in ("keys", "supersedes"):
            held = body.get(field)
            for each in dict.fromkeys(map(str, held)) if isinstance(held, list) else ():
                yield field, each

    def about(self, field: str, name: str) -> list[Entry]:
        """The entries whose leaf says so."""
        return self.by.get((field, name), [])

    def verdict(self, entry: Entry) -> tuple[Statement, Signer] | Bad:
        """(statement, signer) of a decision that counts, or why it does not."""
        known = self.verdicts.get(entry.place)
        if known is None:
            self.verdicts[entry.place] = Bad("revoked", "two keys revoked each other")
            try:
                known = self._signed(entry)
                self._unless_revoked(entry, *known)
            except Bad as bad:
                known = bad
            self.verdicts[entry.place] = known
        return known

    def said(self, entry: Entry) -> Statement | None:
        """The statement of a decision that counts."""
        found = self.verdict(entry)
        return None if isinstance(found, Bad) else found[0]

    def reason(self, entry: Entry) -> str:
        """The one word for why a decision does not count; empty where it does."""
        found = self.verdict(entry)
        return found.reason if isinstance(found, Bad) else ""

    def _signed(self, entry: Entry) -> tuple[Statement, Signer]:
        data = self.home.values.get(entry.digests[0]) if entry.digests else None
        if data is None:
            raise Bad("lost", "the value that holds its signature is missing or damaged")
        payload, armored = unwrapped(data)
        said = statement_of(payload)
        signature = signature_of(armored)
        signer = self.root.signer(signature.key, said.at)
        check_signature(signature, signed_bytes(payload), signer.verify_required)
        if said.workspace != self.home.workspace:
            raise Bad("workspace", f"it was signed for the workspace {said.workspace!r}")
        if not said.heads:
            raise Bad("heads", "it names no log that the person saw")
        for head in said.heads:
            self._reached(*head)
        stated: dict[str, Any] = {"name": said.name, "decision_id": said.identity, "decision": said.decision}
        stated |= {"keys": said.keys or None, "match": said.match, "supersedes": said.supersedes or None}
        if any(entry.body.get(field) != wanted for field, wanted in stated.items()):
            raise Bad("leaf", "the leaf says other things of it than the statement that is signed")
        if self._saw(said, entry):
            raise Bad("place", "it was signed after its place in the log")
        return said, signer

    def _reached(self, origin: str, size: int, root: str) -> None:
        log = next((each for each in self.home.logs if each.origin == origin and not each.why), None)
        if log is None or size > log.size or log.tree.root(size).hex() != root:
            raise Bad("heads", f"the log {origin} did not go through {size} leaves with that root")

    @staticmethod
    def _saw(said: Statement, entry: Entry) -> bool:
        return any(origin == entry.origin and size > entry.i for origin, size, _ in said.heads)

    def _unless_revoked(self, entry: Entry, said: Statement, signer: Signer) -> None:
        name = f"key:{signer.key.fingerprint}"
        if not self.root.revokes(signer.key) or (is_revocation(said) and said.name == name):
            return
        about = self.about("name", name)
        revoking = [each for each in map(self.said, about) if each is not None and is_revocation(each)]
        if revoking and all(self._saw(each, entry) for each in revoking):
            return
        if any(each.body.get("act") == "revoke" and self.reason(each) in UNREAD for each in about):
            raise Bad("lost", "the decision that revoked its key cannot be read")
        raise Bad("revoked", f"the key {signer.key.fingerprint} was revoked before this was seen")

    def _had_seen(self, later: Statement, said: Statement) -> bool:
        held = [each for each in self.about("decision_id", said.identity) if self.said(each) is not None]
        return any(self._saw(later, each) for each in held)

    def _lifted(self, said: Statement) -> bool:
        lifts = [self.said(each) for each in self.about("name", f"decision:{said.identity}")]
        return any(each and each.decision == "untombstone" and self._had_seen(each, said) for each in lifts)

    def _denied(self, keys: Iterable[str]) -> str:
        """What stands against a value, empty where nothing does."""
        for key in keys:
            for entry in self.about("keys", key):
                said = self.said(entry)
                if said is None and self.reason(entry) in UNREAD:
                    return f"a tombstone that cannot be read any more (leaf {entry.place})"
                if said is not None and not self._lifted(said):
                    return f"rejected by {said.reviewer} on {said.decided_at}"
        return ""

    def _after_losses(self, said: Statement) -> bool:
        recovered = [self.said(each) for each in self.entries if each.body.get("decision") == "recover"]
        known = [said, *(each for each in recovered if each is not None)]
        return all(any(self._saw(each, loss) for each in known) for loss in self.losses)

    def _covered(self, entry: Entry) -> tuple[Claim, bytes] | None:
        said = self.said(entry)
        data = self.home.values.get(entry.digests[1]) if len(entry.digests) > 1 else None
        if said is None or said.decision != "approve" or data is None or SHA(data).hexdigest() != said.sha256:
            return None
        try:
            claim = claim_of(data)
        except Bad:
            return None
        same = (f"claim:{claim.id}", claim.scope, claim.subject) == (said.name, said.scope, said.path)
        return (claim, data) if same else None

    def claims(self) -> list[str]:
        """The ids of all claims that somebody decided about."""
        names = [each.body.get("name") for each in self.entries]
        return list(dict.fromkeys(each[6:] for each in names if isinstance(each, str) and each.startswith("claim:")))

    def claim(self, claim_id: str) -> Standing:
        """Where a claim stands. No beats yes."""
        about = self.about("name", f"claim:{claim_id}")
        for entry in about:
            said = self.said(entry)
            if said is not None and said.decision in NEGATIVE:
                covered = next(filter(None, map(self._covered, about)), (None, b""))
                return Standing(NEGATIVE[said.decision], f"by {said.reviewer} on {said.decided_at}", *covered)
            if said is None and self.reason(entry) in UNREAD and entry.body.get("decision") in NEGATIVE:
                return Standing("unverifiable", f"a decision against it cannot be read (leaf {entry.place})")
        found = Standing("unverifiable" if about else "", "nobody decided about it")
        for entry in about:
            found = self._approval(entry)
            if found.state != "unverifiable":
                break
        return found

    def _approval(self, entry: Entry) -> Standing:
        found = self.verdict(entry)
        if isinstance(found, Bad):
            return Standing("unverifiable", str(found))
        covered = self._covered(entry)
        if covered is None:
            return Standing("unverifiable", "the bytes that were signed are missing or are others")
        if self.unproven:
            return Standing("unverifiable", f"{self.unproven} line(s) about trust cannot be proven", *covered)
        if not self._after_losses(found[0]):
            return Standing("unverifiable", "a loss of the log was accepted since", *covered)
        return Standing(*self._state(*covered), *covered)

    def _state(self, claim: Claim, data: bytes) -> tuple[str, str]:
        if why := self._denied(value_keys(self.home.salt, claim.subject, claim.text)):
            return "tombstoned", why
        for entry in self.about("supersedes", SHA(data).hexdigest()):
            said = self.said(entry)
            if said is not None:
                return "superseded", f"{said.name} stands in its place"
            if self.reason(entry) in UNREAD:
                return "unverifiable", f"what stands in its place cannot be read (leaf {entry.place})"
        if claim.valid_to and instant(claim.valid_to) <= self.now:
            return "expired", f"it held until {claim.valid_to}"
        return "approved", ""


def is_revocation(said: Statement) -> bool:
    """Whether a decision revokes a key."""
    return said.decision == "key" and said.path == "key.revoke"


def judge_decisions(home: Home, decisions: Decisions) -> list[dict[str, str]]:
    """Every decision with its verdict."""
    found = []
    for entry in decisions.entries:
        verdict = decisions.verdict(entry)
        row = {"leaf": entry.place, "decision": str(entry.body.get("decision")), "name": str(entry.body.get("name"))}
        found.append(row | {"verdict": "good", "why": ""})
        if isinstance(verdict, Bad):
            found[-1] |= {"verdict": verdict.reason, "why": str(verdict)}
            if verdict.reason != "root":
                home.found(ALTERED, f"leaf {entry.place}: a decision that does not count: {verdict}")
    return found


def judge_root(home: Home, root: Root, decisions: Decisions) -> None:
    """What the root itself is worth."""
    home.notes.extend(f"root: {each}; it does not count" for each in root.faults)
    if root.kind in ("unsafe", "other") or (decisions.entries and not root.counts):
        what = {"none": "nobody is enrolled", "other": f"it has other words than those given: {root.words}"}
        home.found(ROOT, f"root: nobody signs by {root.where}: {what.get(root.kind, '; '.join(root.faults))}")


# --- knowledge/*.md --------------------------------------------------------------------------------


def judge_knowledge(home: Home, decisions: Decisions, claims: dict[str, Standing]) -> list[dict[str, str]]:
    """Every file of knowledge/ held against signed bytes, and what is approved and has no file."""
    folder, found, seen = os.path.join(home.folder, "knowledge"), [], set()
    for name in knowledge_files(home, folder):
        path = os.path.join(folder, name)
        try:
            data = content(path, MOST_CLAIM)
            claim = claim_of(data)
        except (OSError, Bad) as failure:
            status, why = "unverifiable", getattr(failure, "strerror", None) or str(failure)
        else:
            standing = claims.get(claim.id, Standing("", "nobody signed it"))
            same = standing.claim is not None and standing.data == data
            status, why = (standing.state, standing.why) if same else ("unverifiable", "nobody signed these bytes")
            seen.add(claim.id if same else "")
        found.append({"file": f"knowledge/{name}", "status": status, "why": why})
    found += [
        {"file": f"knowledge/{each.claim.file}", "status": "missing", "why": "it is approved and has no file"}
        for claim_id, each in claims.items()
        if each.state == "approved" and each.claim is not None and claim_id not in seen
    ]
    for row in found:
        if row["status"] in ("unverifiable", "missing"):
            home.found(ALTERED, f"{row['file']}: {row['status']}: {row['why']}")
    return found


def knowledge_files(home: Home, folder: str) -> list[str]:
    """The names of the files of knowledge/."""
    if os.path.islink(folder):
        home.found(ALTERED, "knowledge is a link; not followed")
        return []
    try:
        with os.scandir(folder) as entries:
            return sorted(each.name for each in entries if each.name.endswith(".md") and not is_folder(each))
    except (FileNotFoundError, NotADirectoryError):
        return []


def is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a folder itself."""
    return entry.is_dir(follow_symlinks=False)


# --- the command -----------------------------------------------------------------------------------


def head_line(text: str) -> tuple[str, int, bytes]:
    """(origin, size, root) of a line of `sapwood log head`."""
    match = re.fullmatch(r"\s*(\S+)\s+([0-9]{1,18})\s+([0-9a-fA-F]{64})\s*", text, re.ASCII)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no line of `sapwood log head`: origin, size, root")
    return match[1], int(match[2]), bytes.fromhex(match[3])


def moment(text: str) -> float:
    """An instant on the command line."""
    try:
        return instant(text)
    except (ValueError, OverflowError) as failure:
        raise argparse.ArgumentTypeError(str(failure)) from None


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Check a Sapwood home without Sapwood.", allow_abbrev=False)
    parser.add_argument("home", metavar="HOME")
    parser.add_argument("--root", default="", metavar="WORDS", help="the words that the trust root must have")
    parser.add_argument("--signers", default="", metavar="FILE", help="allowed_signers, in place of this machine's")
    parser.add_argument("--revoked", default="", metavar="FILE", help="revoked_keys, beside --signers")
    parser.add_argument("--head", default=[], metavar="LINE", type=head_line, action="append", help="repeatable")
    parser.add_argument("--at", default=None, metavar="INSTANT", type=moment, help="judge what has expired as of then")
    parser.add_argument("--json", action="store_true", help="write JSON")
    options = parser.parse_args(given)
    if options.revoked and not options.signers:
        parser.error("--revoked goes with --signers")
    return options


def verify(options: argparse.Namespace) -> dict[str, Any]:
    """Everything that can be said of a home."""
    folder = os.path.abspath(options.home)
    home = Home(folder, workspace_of(folder))
    now = options.at if options.at is not None else datetime.datetime.now(datetime.UTC).timestamp()
    try:
        home.salt = content(os.path.join(home.own, "salt"), MOST_ROOT_FILE)
    except OSError as failure:
        home.notes.append(f".sapwood/salt is not read ({failure.strerror}): no tombstone can be met")
    read_logs(home)
    hold_heads(home, options.head)
    read_values(home)
    root = load_root(options, home.workspace)
    decisions = Decisions(home, root, now)
    judge_root(home, root, decisions)
    judged = judge_decisions(home, decisions)
    claims = {each: decisions.claim(each) for each in decisions.claims()}
    files = judge_knowledge(home, decisions, claims)
    if not any(log.size for log in home.logs):
        home.found(NOTHING, f"{folder} holds no log; nothing was checked")
    for log in home.logs:
        if not log.held:
            home.notes.append(
                f"{log.origin}: unwitnessed: no head of it was given, only its own consistency was checked"
            )
    return {
        "code": home.code,
        "workspace": home.workspace,
        "logs": [
            {"origin": log.origin, "size": log.size, "root": log.tree.root(log.size).hex(), "held": log.held or None}
            for log in home.logs
        ],
        "leaves": sum(log.size for log in home.logs),
        "values": home.counted,
        "erased": len(home.erased),
        "root": {"kind": root.kind, "where": root.where, "words": root.words},
        "decisions": judged,
        "claims": {each: {"state": found.state, "why": found.why} for each, found in claims.items()},
        "knowledge": files,
        "findings": home.findings,
        "notes": home.notes,
    }


def plain(text: str) -> str:
    """A text in which nothing moves the cursor."""
    return "".join(char if char.isprintable() else f"<U+{ord(char):04X}>" for char in text)


def told(found: dict[str, Any]) -> Iterator[str]:
    """The same for a person."""
    for log in found["logs"]:
        held = f"agrees with a head of {log['held']}" if log["held"] else "unwitnessed"
        yield f"{log['origin']} {log['size']} {log['root']}  ({held})"
    yield f"{found['leaves']} leaves and {found['values']} values hashed, {found['erased']} erased"
    yield f"root: {found['root']['kind']} · {found['root']['words']}"
    good = sum(each["verdict"] == "good" for each in found["decisions"])
    yield f"{good} of {len(found['decisions'])} decisions count"
    states = [each["state"] for each in found["claims"].values()]
    if states:
        yield "claims: " + ", ".join(f"{states.count(each)} {each}" for each in sorted(set(states)))
    yield from (f"note: {each}" for each in found["notes"])
    yield from (f"found: {each}" for each in found["findings"])
    yield "all holds" if found["code"] == GOOD else f"not all holds (exit {found['code']})"


def main(given: Sequence[str] | None = None) -> int:
    """Check a home and say what was found; the exit code."""
    options = arguments(given)
    try:
        found = verify(options)
    except (Bad, OSError) as failure:
        print(f"verify.py: {plain(str(failure))}", file=sys.stderr)
        return NOTHING
    if options.json:
        print(json.dumps(found, indent=1))
    else:
        print("\n".join(map(plain, told(found))))
    return int(found["code"])


if __name__ == "__main__":
    sys.exit(main())

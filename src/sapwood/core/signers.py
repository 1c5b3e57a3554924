"""Who may sign: the `allowed_signers` file of the trust root, its list of revoked keys, and the digest of both.

The files are OpenSSH's own, so that `ssh-keygen -Y verify -f allowed_signers -r revoked_keys -I owner` reads them as
they are (ssh-keygen(1), ALLOWED SIGNERS). Here they are read more strictly. One enrolled key is one line:

    owner,verify-required namespaces="sapwood-decision@v1",valid-after="20261101Z" KIND BASE64 COMMENT

1. the principals are one role, `owner` or `recovery`, and for a security key `verify-required`, where it was enrolled
   with verification of the person: OpenSSH has no option for that here, and a further principal does not disturb it;
2. `namespaces` is there and names each one in full; `valid-after` and `valid-before` are UTC (a trailing Z), so that
   they mean the same on every machine; every other option, `cert-authority` too, is refused;
3. a key stands once. A revoked key is a line `KIND BASE64 COMMENT`; what is in that list signs nothing.

A line that breaks a rule enrols nobody, is a `Problem` with its place, and still changes the digest.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from sapwood.core import sshkey
from sapwood.core.problem import Problem
from sapwood.core.sshkey import SK_ED25519, PublicKey

OWNER = "owner"
RECOVERY = "recovery"
ROLES = (OWNER, RECOVERY)
WORDS_BYTES = 16  # of the digest: nobody makes another root with the same words in less than 2^128 attempts

_VERIFY = "verify-required"
_FIELDS = re.compile(" +")
_OPTION = re.compile(r'(?P<name>[a-z-]+)="(?P<value>[^"\\]*)"')
_NAMESPACE = re.compile(r"[A-Za-z0-9._@+-]+")
_TIME = re.compile(r"(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?Z")
_DOMAIN = b"sapwood-root-v1\n"
_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aiou"


class Enrolled(NamedTuple):
    """One key that may sign. `valid_after` and `valid_before` are instants (seconds since 1970), both inclusive as in
    OpenSSH, or None; `comment` is the person's own name for the key; `line` its place in the file, from 1."""

    key: PublicKey
    role: str
    namespaces: tuple[str, ...]
    verify_required: bool = False
    valid_after: int | None = None
    valid_before: int | None = None
    comment: str = ""
    line: int = 0

    def refuses(self, namespace: str, instant: float) -> str:
        """Why this key may not sign in that namespace at that instant; empty where it may."""
        if namespace not in self.namespaces:
            return f"the key is enrolled for {', '.join(self.namespaces)}, not for {namespace}"
        if self.valid_after is not None and instant < self.valid_after:
            return f"the key is valid from {_stamp(self.valid_after)} on"
        if self.valid_before is not None and instant > self.valid_before:
            return f"the key was valid until {_stamp(self.valid_before)}"
        return ""

    @property
    def text(self) -> str:
        """Its line in the file, in the one spelling that `written` and `root_digest` use."""
        principals = f"{self.role},{_VERIFY}" if self.verify_required else self.role
        options = [f'namespaces="{",".join(self.namespaces)}"']
        if self.valid_after is not None:
            options.append(f'valid-after="{_stamp(self.valid_after)}"')
        if self.valid_before is not None:
            options.append(f'valid-before="{_stamp(self.valid_before)}"')
        return f"{principals} {','.join(options)} {self.key.line} {self.comment}".rstrip(" ")


class Signers(NamedTuple):
    """The enrolled keys of an `allowed_signers` file in its order, and what in it could not be read."""

    enrolled: tuple[Enrolled, ...]
    problems: tuple[Problem, ...]

    def of(self, key: PublicKey) -> Enrolled | None:
        """The enrolment of a key, None where it has none."""
        return next((each for each in self.enrolled if each.key == key), None)


class Revoked(NamedTuple):
    """The keys of a list of revoked keys. While it has problems nobody knows which other keys it means: then let no
    key sign, as `ssh-keygen` does."""

    keys: tuple[PublicKey, ...]
    problems: tuple[Problem, ...]


def read(data: bytes, shown: str) -> Signers:
    """The signers of an `allowed_signers` file; `shown` is the path to name in problems."""
    enrolled: list[Enrolled] = []
    problems = []
    for number, line in _lines(data):
        try:
            found = _enrolled(line, number)
            _stands_once(found, enrolled)
            enrolled.append(found)
        except ValueError as failure:
            wanted = 'wanted `owner namespaces="…" KIND BASE64 COMMENT`; run `sapwood trust enrol` for a new line'
            problems.append(Problem(shown, number, "signer", f"{failure}; {wanted}"))
    return Signers(tuple(enrolled), tuple(problems))


def read_revoked(data: bytes, shown: str) -> Revoked:
    """The keys of a list of revoked keys, one public key a line."""
    keys, problems = [], []
    for number, line in _lines(data):
        try:
            keys.append(_revoked(line)[0])
        except ValueError as failure:
            problems.append(Problem(shown, number, "revoked", f"{failure}; wanted `KIND BASE64 COMMENT`, a public key"))
    return Revoked(tuple(keys), tuple(problems))


def written(enrolled: Iterable[Enrolled]) -> bytes:
    """The bytes of an `allowed_signers` file. `ValueError` where a line of it would not be read back as it is."""
    wanted = [each._replace(line=number) for number, each in enumerate(enrolled, 1)]
    data = "".join(f"{each.text}\n" for each in wanted).encode()
    found = read(data, "allowed_signers")
    if found != (tuple(wanted), ()):
        raise ValueError(f"cannot be written as allowed_signers: {'; '.join(map(str, found.problems))}")
    return data


def revoked_line(key: PublicKey, comment: str) -> bytes:
    """The line of one revoked key, to be added at the end of the list; `comment` says when and why, on one line."""
    line = f"{key.line} {comment}".rstrip(" ")
    if _revoked(line) != (key, comment):
        raise ValueError(f"comment {comment!r} cannot be written on one line")
    return f"{line}\n".encode()


def root_digest(signers: bytes, revoked: bytes) -> bytes:
    """SHA-256 over who may sign: another key, role, option, name or revocation gives another digest; the order of the
    lines, blank lines and `#` comments do not. A line that cannot be read counts as it stands."""
    lines = [b"signer " + _canonical_signer(line) for _, line in _lines(signers)]
    lines += [b"revoked " + _canonical_revoked(line) for _, line in _lines(revoked)]
    return sha256(_DOMAIN + b"".join(line + b"\n" for line in sorted(lines))).digest()


def words(digest: bytes) -> str:
    """The first 128 bits of a digest as eight words that can be spoken and written down (proquints: D. S. Wilkerson,
    "A Proposal for Proquints", arXiv:0901.4016)."""
    pairs = [int.from_bytes(digest[at : at + 2], "big") for at in range(0, WORDS_BYTES, 2)]
    return " ".join(_proquint(pair) for pair in pairs)


def same_words(digest: bytes, typed: str) -> bool:
    """Whether somebody typed the words of this digest: in any case, with spaces, dashes or commas between them."""
    return re.sub(r"[\s,-]+", " ", typed).strip().lower() == words(digest)


def _proquint(pair: int) -> str:
    letters = [_CONSONANTS[pair >> shift & 15] for shift in (12, 6, 0)]
    return f"{letters[0]}{_VOWELS[pair >> 10 & 3]}{letters[1]}{_VOWELS[pair >> 4 & 3]}{letters[2]}"


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """(number, text) of the lines that say something. Bytes that are not UTF-8 stay to be seen, and are refused."""
    for number, line in enumerate(data.split(b"\n"), 1):
        text = line.decode("utf-8", "surrogateescape").strip(" \t")
        if text and not text.startswith("#"):
            yield number, text


def _enrolled(line: str, number: int) -> Enrolled:
    fields = _fields(line, 4)
    if len(fields) < 4:
        raise ValueError(f"has {len(fields)} fields")
    role, verify_required = _principals(fields[0])
    options = _options(fields[1])
    after, before = _instant(options, "valid-after"), _instant(options, "valid-before")
    if after is not None and before is not None and before <= after:
        raise ValueError("is valid before a time that is not later than the one it is valid after")
    key = _key(fields[2], fields[3])
    if verify_required and key.kind != SK_ED25519:
        raise ValueError(f"says {_VERIFY} of a key of kind {key.kind}, which cannot verify anybody")
    namespaces, comment = _namespaces(options), "".join(fields[4:])
    return Enrolled(key, role, namespaces, verify_required, after, before, comment, number)


def _fields(line: str, splits: int) -> list[str]:
    if not line.isprintable():
        raise ValueError(f"holds what cannot be shown: {line[:80]!a}")
    return _FIELDS.split(line, splits)


def _principals(field: str) -> tuple[str, bool]:
    """(role, whether verification is required); rule 1."""
    role, comma, flag = field.partition(",")
    if role not in ROLES or (comma and flag != _VERIFY):
        raise ValueError(f"names the principals {field!r}; wanted {OWNER}, {RECOVERY}, or one of them and ,{_VERIFY}")
    return role, bool(comma)


def _options(field: str) -> dict[str, str]:
    """The options by name, each once; rule 2."""
    options: dict[str, str] = {}
    at = 0
    while at < len(field):
        match = _OPTION.match(field, at)
        name = match["name"] if match else ""
        if match is None or name not in ("namespaces", "valid-after", "valid-before"):
            raise ValueError(
                f'has the option {field[at:]!r}; wanted namespaces, valid-after, valid-before, as NAME="…"'
            )
        if name in options:
            raise ValueError(f"has the option {name} twice")
        options[name] = match["value"]
        at = match.end()
        if at < len(field):
            if field[at] != "," or at + 1 == len(field):
                raise ValueError(f"has {field[at:]!r} after the option {name}")
            at += 1
    return options


def _namespaces(options: dict[str, str]) -> tuple[str, ...]:
    listed = tuple(options.get("namespaces", "").split(","))
    wrong = [each for each in listed if not _NAMESPACE.fullmatch(each)]
    if wrong or len(set(listed)) != len(listed):
        raise ValueError(f"allows the namespaces {options.get('namespaces')!r}; wanted each once, in full, no pattern")
    return listed


def _instant(options: dict[str, str], name: str) -> int | None:
    text = options.get(name)
    if text is None:
        return None
    match = _TIME.fullmatch(text)
    if match is None:
        raise ValueError(f"has {name} {text!r}; wanted YYYYMMDDZ or YYYYMMDDHHMMSSZ, in UTC")
    try:
        year, month, day, hour, minute, second = (int(part or 0) for part in match.groups())
        moment = datetime.datetime(year, month, day, hour, minute, second, tzinfo=datetime.UTC)
    except ValueError:
        raise ValueError(f"has {name} {text!r}, which no calendar holds") from None
    if moment.timestamp() <= 0:
        raise ValueError(f"has {name} {text!r}; wanted a time after 1970")
    return int(moment.timestamp())


def _stamp(instant: int) -> str:
    return datetime.datetime.fromtimestamp(instant, datetime.UTC).strftime("%Y%m%d%H%M%SZ")


def _key(kind: str, text: str) -> PublicKey:
    key = sshkey.decoded(text)
    if key.kind != kind:
        raise ValueError(f"says {kind} before a key of kind {key.kind}")
    return key


def _stands_once(found: Enrolled, before: list[Enrolled]) -> None:
    """Rule 3. The same point under both kinds would be one private key with two roles."""
    for each in before:
        if each.key.point == found.key.point:
            raise ValueError(f"enrols the key of line {each.line} again")


def _revoked(line: str) -> tuple[PublicKey, str]:
    fields = _fields(line, 2)
    if len(fields) < 2:
        raise ValueError("has one field")
    return _key(fields[0], fields[1]), "".join(fields[2:])


def _canonical_signer(line: str) -> bytes:
    try:
        return _enrolled(line, 0).text.encode()
    except ValueError:
        return b"? " + line.encode("utf-8", "surrogateescape")


def _canonical_revoked(line: str) -> bytes:
    try:
        return _revoked(line)[0].line.encode()
    except ValueError:
        return b"? " + line.encode("utf-8", "surrogateescape")

"""Makes a person's signatures, and says what is to be known of a key before it is enrolled.

Stands above memory, so that nothing below can reach it: only the doors where a person signs import it. Nothing here
reads the environment; what it needs of it is passed in. A key that cannot be used is a `Problem` with its path.
"""

from __future__ import annotations

import base64
import contextlib
import os
import socket
import subprocess
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from sapwood.core import sshkey, sshsig
from sapwood.core.problem import Problem
from sapwood.core.sshkey import ED25519, SK_ED25519, PublicKey, Reader
from sapwood.core.sshsig import Signature
from sapwood.disk import safe, scratch

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

AGENT_SECONDS = 2.0
AGENT_BYTES = 256 * 1024  # the limit of OpenSSH's own client
_KEY_BYTES = 64 * 1024
_LIST_BYTES = 8 << 20  # an authorized_keys of a busy account
_HEADER = b"-----BEGIN OPENSSH PRIVATE KEY-----\n"
_FOOTER = b"-----END OPENSSH PRIVATE KEY-----\n"
_MAGIC = b"openssh-key-v1\x00"
_VERIFICATION_REQUIRED = 0x04  # SSH_SK_USER_VERIFICATION_REQD of PROTOCOL.u2f
_CERTIFICATE = b"-cert-v01@openssh.com"
_REQUEST_IDENTITIES = b"\x0b"
_IDENTITIES_ANSWER = b"\x0c"


class KeyFacts(NamedTuple):
    """What a key file tells without its passphrase.

    `private` is False for a file of a public key. `has_passphrase` and, for a security key, `verifies` (it always
    asks for PIN or biometrics) are None where the file does not tell. `comment` is that of the public file where the
    private one is encrypted. `readable_by_others` speaks of the mode of this file.
    """

    key: PublicKey
    private: bool
    has_passphrase: bool | None
    verifies: bool | None
    comment: str
    readable_by_others: bool


class Signer:
    """An unlocked key: it signs as often as it is asked until it is dropped. `key` is its public half."""

    __slots__ = ("_private", "key")

    def __init__(self, key: PublicKey, private: Ed25519PrivateKey) -> None:
        self.key = key
        self._private = private

    def sign(self, namespace: str, message: bytes, hash_name: str = "sha512") -> bytes:
        """An armored signature over `message`, as `ssh-keygen -Y sign` makes it."""
        raw = self._private.sign(sshsig.signed_data(namespace, hash_name, message))
        return sshsig.written(Signature(self.key, namespace, hash_name, raw))


def unlock(path: str, passphrase: bytes | None) -> Signer | Problem:
    """The signer of an OpenSSH Ed25519 key file; `passphrase` is None for a key without one.

    The work is bcrypt's and takes as long as its rounds ask, a tenth of a second for the 16 of OpenSSH 9.2.
    """
    facts = inspect_key(path)
    if isinstance(facts, Problem):
        return facts
    if not facts.private or facts.key.kind != ED25519:
        return Problem(path, None, "key-kind", f"holds no private key of kind {ED25519}; name the file that does")
    if facts.has_passphrase and not passphrase:
        return Problem(path, None, "passphrase", "is protected by a passphrase, and none was given; type it")
    private = _decrypted(path, passphrase if facts.has_passphrase else None)
    if isinstance(private, Problem):
        return private
    if private.public_key().public_bytes_raw() != facts.key.point:
        return Problem(path, None, "key-format", "names another public key than its private one; make a new key")
    return Signer(facts.key, private)


def sign(path: str, passphrase: bytes | None, namespace: str, message: bytes) -> bytes | Problem:
    """An armored signature over `message` with the key file at `path`."""
    signer = unlock(path, passphrase)
    return signer if isinstance(signer, Problem) else signer.sign(namespace, message)


def sign_with_ssh_keygen(
    path: str, namespace: str, message: bytes, environ: Mapping[str, str], *, user_verified: bool = False
) -> bytes | Problem:
    """An armored signature made by `ssh-keygen`, which talks to the security key and asks on this terminal.

    What it returns is verified here like any other signature; `user_verified` says how the key was enrolled.
    """
    facts = inspect_key(path)
    made = facts if isinstance(facts, Problem) else _made_by_ssh_keygen(path, namespace, message, environ)
    if isinstance(facts, Problem) or isinstance(made, Problem):
        return made
    verdict = sshsig.verify(made, message, namespace=namespace, user_verified=user_verified)
    if verdict.refusal:
        return Problem(path, None, "signature", f"ssh-keygen signed, but {verdict.refusal.message}")
    if verdict.signature is None or verdict.signature.key != facts.key:
        return Problem(path, None, "signature", f"ssh-keygen signed with another key than {facts.key.fingerprint}")
    return made


def _made_by_ssh_keygen(path: str, namespace: str, message: bytes, environ: Mapping[str, str]) -> bytes | Problem:
    """It gets the message as a file, since it asks for a PIN only where its standard input is a terminal; and no
    ssh-agent, which it would ask before the file and which signs with nobody there."""
    alone = {name: text for name, text in environ.items() if name != "SSH_AUTH_SOCK"}
    with scratch.file("decision", message) as file:
        command = ["ssh-keygen", "-Y", "sign", "-n", namespace, "-f", path, file]
        try:
            done = subprocess.run(command, env=alone, stdout=subprocess.DEVNULL, check=False)  # noqa: S603 - no shell
        except FileNotFoundError:
            return Problem(path, None, "ssh-keygen", "needs the command ssh-keygen; install OpenSSH, then sign again")
        if done.returncode:
            why = f"did not sign: ssh-keygen ended with {done.returncode}; see what it says above, and try again"
            return Problem(path, None, "ssh-keygen", why)
        return safe.read(f"{file}.sig", os.path.dirname(file), sshsig.ARMOR_BYTES, path)


def inspect_key(path: str) -> KeyFacts | Problem:
    """What an OpenSSH private or public key file tells, without its passphrase."""
    data = safe.read(path, os.sep, _KEY_BYTES, path)
    if isinstance(data, Problem):
        return data
    try:
        facts = _private_facts(data) if data.startswith(_HEADER) else _public_facts(data)
    except ValueError as failure:
        message = f"{failure}; make a key with ssh-keygen -t ed25519 or -t ed25519-sk, or name another file"
        return Problem(path, None, "key-format", message)
    if facts.private and not facts.comment:
        facts = facts._replace(comment=_comment_beside(path, facts.key))
    return facts._replace(readable_by_others=bool(os.stat(path).st_mode & 0o077))


def _public_facts(data: bytes) -> KeyFacts:
    if data.startswith(b"-----BEGIN "):
        kind = data.splitlines()[0].decode("ascii", "replace")
        raise ValueError(f"is a key in another format ({kind})")
    fields = sshkey.printable(data.replace(b"\t", b" ").strip(b"\r\n")).split(" ", 2)
    if len(fields) < 2:
        raise ValueError("holds no key: wanted an OpenSSH private key, or `kind base64 comment`")
    key = sshkey.decoded(fields[1])
    if key.kind != fields[0]:
        raise ValueError(f"says {fields[0]} before a key of kind {key.kind}")
    return KeyFacts(key, False, None, None, "".join(fields[2:]).strip(), False)


def _private_facts(data: bytes) -> KeyFacts:
    """The open part of a private key file (PROTOCOL.key of OpenSSH)."""
    body = data.removeprefix(_HEADER)
    if not body.endswith(_FOOTER):
        raise ValueError("has no END OPENSSH PRIVATE KEY line at its end")
    try:
        reader = Reader(base64.b64decode(body.removesuffix(_FOOTER).replace(b"\n", b""), validate=True))
    except ValueError:
        raise ValueError("is not base64 between its first and last line") from None
    if reader.take(len(_MAGIC)) != _MAGIC:
        raise ValueError("does not begin with openssh-key-v1")
    cipher, derivation, _, count = reader.text(), reader.text(), reader.string(), reader.number()
    if count != 1:
        raise ValueError(f"holds {count} keys; wanted 1")
    key = sshkey.public_key(reader.string())
    secret = reader.string()
    if (cipher == "none") != (derivation == "none"):
        raise ValueError(f"has the cipher {cipher!r} with the derivation {derivation!r}")
    if cipher != "none":
        return KeyFacts(key, True, True, None, "", False)
    verifies, comment = _open_secret(secret, key)
    return KeyFacts(key, True, False, verifies, comment, False)


def _open_secret(secret: bytes, key: PublicKey) -> tuple[bool | None, str]:
    """(whether the security key always verifies, comment) of an unencrypted private part."""
    reader = Reader(secret)
    if reader.number() != reader.number() or reader.text() != key.kind or reader.string() != key.point:
        raise ValueError("has a private part that is not of its public key")
    verifies = None
    if key.kind == SK_ED25519:
        reader.string()  # the application
        verifies = bool(reader.take(1)[0] & _VERIFICATION_REQUIRED)
        reader.string()  # the key handle
    reader.string()  # the private half; for a security key the reserved field
    return verifies, reader.string().decode("utf-8", "replace")


def _comment_beside(path: str, key: PublicKey) -> str:
    data = safe.read(f"{path}.pub", os.sep, _KEY_BYTES, path)
    with contextlib.suppress(ValueError):
        facts = _public_facts(data) if isinstance(data, bytes) else None
        if facts is not None and facts.key == key:
            return facts.comment
    return ""


def _decrypted(path: str, passphrase: bytes | None) -> Ed25519PrivateKey | Problem:
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key  # noqa: PLC0415

    data = safe.read(path, os.sep, _KEY_BYTES, path)
    if isinstance(data, Problem):
        return data
    try:
        private = load_ssh_private_key(data, passphrase)
    except (ValueError, TypeError):
        message = "does not open with this passphrase" if passphrase else "is damaged; use a copy of it"
        return Problem(path, None, "passphrase" if passphrase else "key-format", message)
    except UnsupportedAlgorithm as failure:
        message = f"is encrypted in a way that is not read here ({failure}); run ssh-keygen -p -f on it"
        return Problem(path, None, "key-format", message)
    if not isinstance(private, Ed25519PrivateKey):
        return Problem(path, None, "key-format", f"names a key of kind {ED25519} but holds another; make a new key")
    return private


def held_by_agent(key: PublicKey, agent_socket: str | None) -> bool | None:
    """Whether the ssh-agent at the socket (`SSH_AUTH_SOCK`) holds the key, or a certificate of it; None where it does
    not answer. False where there is no agent. A locked agent answers as if it held nothing."""
    if not agent_socket:
        return False
    try:
        reader = Reader(_asked(agent_socket, _REQUEST_IDENTITIES))
        if reader.take(1) != _IDENTITIES_ANSWER:
            return None
        held = [(reader.string(), reader.string())[0] for _ in range(reader.number())]
    except (OSError, ValueError):
        return None
    return any(_is_of(blob, key) for blob in held)


def _is_of(blob: bytes, key: PublicKey) -> bool:
    """Whether a public key of any kind is this one or its certificate, whose point follows a nonce."""
    reader = Reader(blob)
    try:
        if reader.string().endswith(_CERTIFICATE):
            reader.string()
        return reader.string() == key.point
    except ValueError:
        return False


def _asked(agent_socket: str, request: bytes) -> bytes:
    """The answer of an agent to one message (draft-ietf-sshm-ssh-agent, section 3: a string each way)."""
    deadline = time.monotonic() + AGENT_SECONDS
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as agent:
        agent.settimeout(AGENT_SECONDS)
        agent.connect(agent_socket)
        agent.sendall(sshkey.string(request))
        size = int.from_bytes(_received(agent, 4, deadline), "big")
        if size > AGENT_BYTES:
            raise ValueError(f"an agent answers with {size} bytes; wanted at most {AGENT_BYTES}")
        return _received(agent, size, deadline)


def _received(agent: socket.socket, count: int, deadline: float) -> bytes:
    data = b""
    while len(data) < count:
        agent.settimeout(max(deadline - time.monotonic(), 0.001))
        part = agent.recv(count - len(data))
        if not part:
            raise ValueError("an agent ended its answer early")
        data += part
    return data


def used_for_login(key: PublicKey, user_folder: str) -> list[str]:
    """Where in `.ssh` of the user's folder the key stands as one that logs in: `FILE:LINE` of `authorized_keys`, and
    the files `id_*` that ssh offers by itself. For a warning: other names and other machines are not known."""
    folder = os.path.join(user_folder, ".ssh")
    wanted = base64.b64encode(key.blob)
    found = []
    for name in ("authorized_keys", "authorized_keys2"):
        path = os.path.join(folder, name)
        data = safe.read(path, os.sep, _LIST_BYTES, path)
        lines = data.splitlines() if isinstance(data, bytes) else []
        found += [f"{path}:{number}" for number, line in enumerate(lines, 1) if _names(line, wanted)]
    for entry in safe.scan(folder) or []:
        facts = inspect_key(entry.path) if entry.name.startswith("id_") else None
        if isinstance(facts, KeyFacts) and facts.key == key:
            found.append(entry.path)
    return found


def _names(line: bytes, wanted: bytes) -> bool:
    return not line.lstrip().startswith(b"#") and wanted in line.split()

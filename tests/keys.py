"""Keys for tests: real ones from ssh-keygen, a security key in software, and what ssh-keygen says of a signature.

The wire format is written out here once more, so that a test does not ask the code under test to make its input.
"""

from __future__ import annotations

import base64
import hashlib
import struct
import subprocess
import textwrap
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

NAMESPACE = "sapwood-decision@v1"
GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493
PRESENT, VERIFIED = 0x01, 0x04


def wire(*fields: bytes | str) -> bytes:
    """Strings as SSH writes them."""
    parts = [field.encode() if isinstance(field, str) else field for field in fields]
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


def armor(blob: bytes, width: int = 70) -> bytes:
    lines = "\n".join(textwrap.wrap(base64.b64encode(blob).decode(), width))
    return f"-----BEGIN SSH SIGNATURE-----\n{lines}\n-----END SSH SIGNATURE-----\n".encode()


def dearmor(armored: bytes) -> bytes:
    return base64.b64decode(b"".join(armored.split(b"\n")[1:-2]))


def outer(
    key: bytes,
    inner: bytes,
    *,
    namespace: str = NAMESPACE,
    hash_name: str = "sha512",
    reserved: bytes = b"",
    version: int = 1,
    magic: bytes = b"SSHSIG",
) -> bytes:
    """The blob of a signature, from its fields."""
    return magic + struct.pack(">I", version) + wire(key, namespace, reserved, hash_name, inner)


def covered(message: bytes, namespace: str = NAMESPACE, hash_name: str = "sha512") -> bytes:
    """What a key signs for a message."""
    return b"SSHSIG" + wire(namespace, b"", hash_name, hashlib.new(hash_name, message).digest())


class SecurityKey:
    """An authenticator in software: it sets the flags it is told to, as no honest device does."""

    def __init__(self, application: str = "ssh:", seed: bytes = b"in my pocket") -> None:
        self.private = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(seed).digest())
        self.application = application
        self.counter = 0

    @property
    def blob(self) -> bytes:
        return wire("sk-ssh-ed25519@openssh.com", self.private.public_key().public_bytes_raw(), self.application)

    @property
    def line(self) -> str:
        return f"sk-ssh-ed25519@openssh.com {base64.b64encode(self.blob).decode()} key@pocket"

    def sign(
        self, message: bytes, flags: int, *, namespace: str = NAMESPACE, hash_name: str = "sha512", claimed: int = -1
    ) -> bytes:
        """An armored signature; `claimed` are flags to write in place of those that were signed."""
        self.counter += 1
        tail = bytes([flags]) + struct.pack(">I", self.counter)
        data = hashlib.sha256(covered(message, namespace, hash_name)).digest()
        raw = self.private.sign(hashlib.sha256(self.application.encode()).digest() + tail + data)
        if claimed >= 0:
            tail = bytes([claimed]) + tail[1:]
        inner = wire("sk-ssh-ed25519@openssh.com", raw) + tail
        return armor(outer(self.blob, inner, namespace=namespace, hash_name=hash_name))


def make_key(path: Path, passphrase: str = "", *options: str, kind: str = "ed25519") -> Path:
    """A new key of ssh-keygen. Few rounds, so that a test does not wait for bcrypt."""
    rounds = ["-a", "4"] if passphrase else []
    command = ["ssh-keygen", "-q", "-t", kind, "-N", passphrase, "-C", "joshua@laptop", *rounds, *options]
    subprocess.run([*command, "-f", str(path)], check=True, stdin=subprocess.DEVNULL)
    return path


def public_blob(path: Path) -> bytes:
    return base64.b64decode(Path(f"{path}.pub").read_text().split()[1])


def ssh_sign(key: Path, message: bytes, namespace: str = NAMESPACE, *options: str) -> bytes:
    """What `ssh-keygen -Y sign` makes, the message on its standard input."""
    command = ["ssh-keygen", "-q", "-Y", "sign", "-n", namespace, "-f", str(key), *options]
    return subprocess.run(command, input=message, capture_output=True, check=True).stdout


def ssh_verifies(
    folder: Path,
    signers: bytes,
    armored: bytes,
    message: bytes,
    *,
    identity: str = "owner",
    namespace: str = NAMESPACE,
    revoked: bytes | None = None,
    at: str = "",
) -> bool:
    """Whether `ssh-keygen -Y verify` accepts a signature; `at` is the time it is to believe."""
    (folder / "allowed_signers").write_bytes(signers)
    (folder / "armored.sig").write_bytes(armored)
    command = ["ssh-keygen", "-Y", "verify", "-f", str(folder / "allowed_signers"), "-I", identity, "-n", namespace]
    command += ["-s", str(folder / "armored.sig")]
    if revoked is not None:
        (folder / "revoked_keys").write_bytes(revoked)
        command += ["-r", str(folder / "revoked_keys")]
    if at:
        command += ["-O", f"verify-time={at}"]
    return subprocess.run(command, input=message, capture_output=True, check=False).returncode == 0

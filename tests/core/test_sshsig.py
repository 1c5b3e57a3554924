"""SSHSIG: what `ssh-keygen` signs is good here; what is altered, weak or made with nobody there is not."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from keys import (
    GROUP_ORDER,
    NAMESPACE,
    PRESENT,
    VERIFIED,
    SecurityKey,
    armor,
    covered,
    dearmor,
    make_key,
    outer,
    public_blob,
    ssh_sign,
    ssh_verifies,
    wire,
)
from sapwood.core import sshkey, sshsig
from sapwood.core.sshsig import Refusal, Signature, parse, verify

MESSAGE = b"DSSEv1 28 application/vnd.in-toto+json 2 {}"
SEED = bytes(range(32))
FIELD = 2**255 - 19


def reason(armored: bytes, message: bytes = MESSAGE, *, namespace: str = NAMESPACE, user_verified: bool = False) -> str:
    """`good`, or the reason of the refusal."""
    verdict = verify(armored, message, namespace=namespace, user_verified=user_verified)
    assert verdict.good == (verdict.signature is not None) == (verdict.refusal is None)
    return verdict.refusal.reason if verdict.refusal else "good"


class File(NamedTuple):
    """A plain key, written out: no ssh-keygen is needed."""

    private: Ed25519PrivateKey

    @property
    def point(self) -> bytes:
        return self.private.public_key().public_bytes_raw()

    @property
    def blob(self) -> bytes:
        return wire("ssh-ed25519", self.point)

    def inner(self, message: bytes = MESSAGE, namespace: str = NAMESPACE, hash_name: str = "sha512") -> bytes:
        return wire("ssh-ed25519", self.private.sign(covered(message, namespace, hash_name)))

    def sign(self, message: bytes = MESSAGE, namespace: str = NAMESPACE, hash_name: str = "sha512") -> bytes:
        inner = self.inner(message, namespace, hash_name)
        return armor(outer(self.blob, inner, namespace=namespace, hash_name=hash_name))


KEY = File(Ed25519PrivateKey.from_private_bytes(SEED))
GOOD = KEY.sign()


# --- against ssh-keygen ------------------------------------------------------------------------------------


@pytest.mark.needs("ssh-keygen")
@pytest.mark.parametrize("hash_name", ["sha512", "sha256"])
def test_what_ssh_keygen_signs_is_good(tmp_path: Path, hash_name: str) -> None:
    key = make_key(tmp_path / "id")
    armored = ssh_sign(key, MESSAGE, NAMESPACE, "-O", f"hashalg={hash_name}")
    verdict = verify(armored, MESSAGE, namespace=NAMESPACE, user_verified=False)
    assert verdict.signature is not None
    assert verdict.signature.hash == hash_name
    assert verdict.signature.key.blob == public_blob(key)
    assert verdict.signature.flags is None
    assert sshsig.written(verdict.signature) == armored


@pytest.mark.needs("ssh-keygen")
def test_bad_signatures_are_bad_for_both(tmp_path: Path) -> None:
    key, other = make_key(tmp_path / "id"), make_key(tmp_path / "other")
    signers = b"owner " + Path(f"{key}.pub").read_bytes()
    armored = ssh_sign(key, MESSAGE)
    foreign = dearmor(ssh_sign(other, MESSAGE))
    swapped = foreign.replace(public_blob(other), public_blob(key))
    assert swapped != foreign
    elsewhere = ssh_sign(key, MESSAGE, "file")
    cases = [
        ("good", armored, MESSAGE),
        ("signature", armored, MESSAGE + b"\n"),
        ("signature", armored, b""),
        ("namespace", elsewhere, MESSAGE),
        ("signature", armor(dearmor(elsewhere).replace(wire("file"), wire(NAMESPACE))), MESSAGE),
        ("signature", armor(swapped), MESSAGE),
        ("form", b"", MESSAGE),
    ]
    for wanted, bad, message in cases:
        assert reason(bad, message) == wanted
        assert ssh_verifies(tmp_path, signers, bad, message) == (wanted == "good"), (wanted, bad)


@pytest.mark.needs("ssh-keygen")
@pytest.mark.parametrize(("kind", "options"), [("rsa", ["-b", "2048"]), ("ecdsa", []), ("ed25519", [])])
def test_only_ed25519_counts(tmp_path: Path, kind: str, options: list[str]) -> None:
    key = make_key(tmp_path / "id", "", *options, kind=kind)
    armored = ssh_sign(key, MESSAGE)
    assert ssh_verifies(tmp_path, b"owner " + Path(f"{key}.pub").read_bytes(), armored, MESSAGE)
    found = parse(armored)
    assert isinstance(found, Signature if kind == "ed25519" else Refusal)
    assert isinstance(found, Signature) or "wanted ssh-ed25519" in found.message


@pytest.mark.needs("ssh-keygen")
@pytest.mark.parametrize("hash_name", ["sha512", "sha256"])
def test_a_security_key_must_be_touched(tmp_path: Path, hash_name: str) -> None:
    """`ssh-keygen -Y verify` takes a signature that was made with nobody there; we do not."""
    key = SecurityKey()
    signers = f"owner {key.line}\n".encode()
    table = [  # flags, our reason without and with verification enrolled
        (0x00, "presence", "presence"),
        (PRESENT, "good", "verification"),
        (VERIFIED, "presence", "presence"),
        (PRESENT | VERIFIED, "good", "good"),
        (PRESENT | VERIFIED | 0x08, "good", "good"),
        (PRESENT | VERIFIED | 0x18, "good", "good"),
        (PRESENT | VERIFIED | 0x10, "form", "form"),
        *[(PRESENT | VERIFIED | bit, "form", "form") for bit in (0x02, 0x20, 0x40, 0x80)],
    ]
    for flags, touched, verified in table:
        armored = key.sign(MESSAGE, flags, hash_name=hash_name)
        assert ssh_verifies(tmp_path, signers, armored, MESSAGE), "it is a true signature by the software key"
        assert reason(armored) == touched, hex(flags)
        assert reason(armored, user_verified=True) == verified, hex(flags)
        assert reason(armored, MESSAGE + b"!") != "good"


@pytest.mark.needs("ssh-keygen")
def test_flags_that_were_not_signed_are_refused_by_both(tmp_path: Path) -> None:
    key = SecurityKey()
    forged = key.sign(MESSAGE, 0x00, claimed=PRESENT | VERIFIED)
    assert reason(forged) == reason(forged, user_verified=True) == "signature"
    assert not ssh_verifies(tmp_path, f"owner {key.line}\n".encode(), forged, MESSAGE)
    assert reason(key.sign(MESSAGE, PRESENT | VERIFIED), user_verified=True) == "good"


@pytest.mark.needs("ssh-keygen")
def test_both_agree_on_a_signature_with_one_byte_changed(tmp_path: Path) -> None:
    """Every seventh byte of the blob: what ssh-keygen refuses is refused here too."""
    line = f"ssh-ed25519 {base64.b64encode(KEY.blob).decode()}"
    blob = dearmor(GOOD)
    assert ssh_verifies(tmp_path, f"owner {line}\n".encode(), GOOD, MESSAGE)
    for at in range(0, len(blob), 7):
        changed = armor(blob[:at] + bytes([blob[at] ^ 0x01]) + blob[at + 1 :])
        assert reason(changed) != "good"
        assert not ssh_verifies(tmp_path, f"owner {line}\n".encode(), changed, MESSAGE), at


# --- every byte --------------------------------------------------------------------------------------------


def test_the_sample_is_good() -> None:
    assert reason(GOOD) == "good"
    assert reason(armor(dearmor(GOOD), 76)) == "good"


def test_a_truncated_signature_is_refused_at_every_byte() -> None:
    assert {reason(GOOD[:length]) for length in range(len(GOOD))} == {"form"}
    blob = dearmor(GOOD)
    assert {reason(armor(blob[:length])) for length in range(1, len(blob))} == {"form"}


def test_every_bit_of_the_blob_counts() -> None:
    security = SecurityKey().sign(MESSAGE, PRESENT | VERIFIED)
    for blob in (dearmor(GOOD), dearmor(security)):
        assert reason(armor(blob)) == "good"
        for bit in range(8 * len(blob)):
            changed = bytearray(blob)
            changed[bit // 8] ^= 1 << bit % 8
            assert reason(armor(bytes(changed))) != "good", bit


@given(st.integers(0, len(GOOD) - 1), st.binary(max_size=3), st.integers(0, 3))
def test_no_other_file_is_this_signature(at: int, put: bytes, cut: int) -> None:
    changed = GOOD[:at] + put + GOOD[at + cut :]
    assert (reason(changed) == "good") == (changed == GOOD)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert isinstance(parse(data), Refusal)
    assert isinstance(parse(armor(b"SSHSIG\0\0\0\1" + data)), Refusal)


@given(st.binary(max_size=200), st.sampled_from(["sha256", "sha512"]))
def test_any_message_is_good_and_only_that_one(message: bytes, hash_name: str) -> None:
    armored = KEY.sign(message, hash_name=hash_name)
    assert reason(armored, message) == "good"
    assert reason(armored, message + b"\0") == "signature"


@pytest.mark.parametrize(
    "changed",
    [
        GOOD.replace(b"\n", b"\r\n"),
        GOOD.rstrip(b"\n"),
        GOOD + b"\n",
        b"\n" + GOOD,
        b"\xef\xbb\xbf" + GOOD,
        b"Signed by me:\n" + GOOD,
        GOOD + b"Signed by me.\n",
        GOOD + GOOD,
        GOOD.replace(b"\n", b" \n", 2),
        GOOD.replace(b"SSH SIGNATURE", b"SSH  SIGNATURE"),
        armor(dearmor(GOOD), 64),
        armor(dearmor(GOOD), 1000),
        armor(dearmor(GOOD) + bytes(4000)),
    ],
)
def test_the_armor_has_one_spelling(changed: bytes) -> None:
    assert reason(changed) == "form"


def test_a_signature_is_short() -> None:
    assert reason(KEY.sign(namespace="n" * 2000), namespace="n" * 2000) == "good"
    assert reason(KEY.sign(namespace="n" * 4000), namespace="n" * 4000) == "form"


def test_unused_bits_of_the_base64_are_refused() -> None:
    """Two spellings of the last character decode to one blob; only one is ours."""
    alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    paddings = set()
    for namespace in ("n", "nn", "nnn"):
        armored = KEY.sign(namespace=namespace)
        assert isinstance(parse(armored), Signature)
        padding = len(dearmor(armored)) * 2 % 3
        paddings.add(padding)
        if padding:
            at = armored.index(b"=" * padding + b"\n") - 1
            other = alphabet[alphabet.index(armored[at]) | 1]
            changed = armored[:at] + bytes([other]) + armored[at + 1 :]
            assert changed != armored
            assert dearmor(changed) == dearmor(armored)
            assert isinstance(parse(changed), Refusal)
    assert paddings == {0, 1, 2}


# --- fields ------------------------------------------------------------------------------------------------

INNER = KEY.inner()


@pytest.mark.parametrize(
    ("blob", "said"),
    [
        (outer(KEY.blob, INNER, magic=b"SSHSIF"), "SSHSIG"),
        (outer(KEY.blob, INNER, version=0), "version 0"),
        (outer(KEY.blob, INNER, version=2), "version 2"),
        (outer(KEY.blob, INNER, namespace=""), "no namespace"),
        (outer(KEY.blob, INNER, namespace=NAMESPACE + "\0"), "printable"),
        (outer(KEY.blob, INNER, reserved=b"\0"), "reserved"),
        (outer(KEY.blob, INNER, hash_name="sha1"), "'sha1'"),
        (outer(KEY.blob, INNER, hash_name="SHA512"), "'SHA512'"),
        (outer(KEY.blob, INNER) + b"\0", "after its last field"),
        (outer(KEY.blob + b"\0", INNER), "after its last field"),
        (outer(KEY.blob, INNER + b"\0"), "after its last field"),
        (outer(KEY.blob, INNER + b"\x01\0\0\0\1"), "after its last field"),
        (outer(wire("ssh-ed25519", KEY.point + b"\0"), INNER), "33 bytes"),
        (outer(wire("ssh-ed25519", KEY.point[:31]), INNER), "31 bytes"),
        (outer(wire("ssh-ed25519-cert-v01@openssh.com", KEY.point), INNER), "ssh-ed25519-cert"),
        (outer(wire("sk-ssh-ed25519@openssh.com", KEY.point, "ssh:"), INNER), "is of kind 'ssh-ed25519' by a key"),
        (outer(KEY.blob, wire("sk-ssh-ed25519@openssh.com", bytes(64)) + b"\1\0\0\0\1"), "by a key of kind 'ssh-ed"),
        (outer(KEY.blob, wire("ssh-ed25519", bytes(65))), "65 bytes of Ed25519"),
        (outer(wire("sk-ssh-ed25519@openssh.com", KEY.point, "https://example.org"), INNER), "wanted one for ssh:"),
        (b"SSHSIG\0\0\0\1\xff\xff\xff\xff" + KEY.blob, "inside a field"),
    ],
)
def test_a_field_that_is_not_as_it_should_be_is_named(blob: bytes, said: str) -> None:
    assert isinstance(parse(armor(outer(KEY.blob, INNER))), Signature)
    found = parse(armor(blob))
    assert isinstance(found, Refusal)
    assert said in found.message


def test_a_security_key_signature_has_flags_and_counter() -> None:
    key = SecurityKey("ssh:sapwood")
    found = parse(key.sign(MESSAGE, PRESENT | VERIFIED))
    assert isinstance(found, Signature)
    assert (found.flags, found.counter, found.key.application) == (5, 1, "ssh:sapwood")
    short = dearmor(key.sign(MESSAGE, PRESENT))
    inner = short[short.rindex(wire("sk-ssh-ed25519@openssh.com")) :]
    for changed in (inner[:-1], inner[:-4], inner[:-5], inner + b"\0"):
        assert isinstance(parse(armor(outer(key.blob, changed))), Refusal)
    assert isinstance(parse(armor(outer(key.blob, inner))), Signature)


def test_a_plain_key_cannot_have_been_enrolled_with_verification() -> None:
    assert reason(GOOD) == "good"
    assert reason(GOOD, user_verified=True) == "verification"


def test_a_signature_of_a_plain_key_is_none_of_a_security_key() -> None:
    """The same secret under both kinds: the frame keeps one from standing for the other."""
    key = SecurityKey()
    key.private = KEY.private
    blob = outer(key.blob, INNER.replace(wire("ssh-ed25519"), wire("sk-ssh-ed25519@openssh.com")) + b"\1\0\0\0\1")
    assert reason(armor(blob)) == "signature"
    assert reason(key.sign(MESSAGE, PRESENT)) == "good"


# --- points and scalars ------------------------------------------------------------------------------------


def openssl_accepts(point: bytes, raw: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(point).verify(raw, message)
    except InvalidSignature:
        return False
    return True


def small_order_points() -> list[bytes]:
    """All encodings of the eight points whose order divides 8, those with y not below the field's order included."""
    y8 = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
    low = [0, 1, FIELD - 1, y8, FIELD - y8, FIELD, FIELD + 1]
    return [(y | sign << 255).to_bytes(32, "little") for y in low for sign in (0, 1)]


def test_a_key_of_small_order_signs_nothing() -> None:
    """OpenSSL alone accepts signatures that anybody can make: R of small order, S = 0, by trying a few messages."""
    points = small_order_points()
    for point in points:
        forged = [
            (raw, message)
            for raw in (each + bytes(32) for each in points)
            for message in (b"%d" % number for number in range(40))
            if openssl_accepts(point, raw, covered(message))
        ]
        assert forged, f"control: OpenSSL accepts a forged signature of {point.hex()}"
        raw, message = forged[0]
        armored = armor(outer(wire("ssh-ed25519", point), wire("ssh-ed25519", raw)))
        assert reason(armored, message) == "form"
        with pytest.raises(ValueError, match=r"small order|canonical"):
            sshkey.public_key(wire("ssh-ed25519", point))


def test_a_key_that_is_not_canonical_is_refused() -> None:
    for y in range(19):
        for sign in (0, 1):
            why = sshkey.weakness((FIELD + y | sign << 255).to_bytes(32, "little"))
            assert "canonical" in why
    assert sshkey.weakness(KEY.point) == ""


def test_a_scalar_above_the_order_is_refused() -> None:
    raw = KEY.private.sign(covered(MESSAGE))
    scalar = int.from_bytes(raw[32:], "little")
    for made, wanted in ((scalar, "good"), (scalar + GROUP_ORDER, "form")):
        inner = wire("ssh-ed25519", raw[:32] + made.to_bytes(32, "little"))
        assert reason(armor(outer(KEY.blob, inner))) == wanted


def test_a_signature_whose_r_is_of_small_order_is_refused() -> None:
    """The key's owner can make one that OpenSSL accepts: R the neutral element, S = H(R, A, M) · a."""
    secret = bytearray(hashlib.sha512(SEED).digest()[:32])
    secret[0] &= 248
    secret[31] = secret[31] & 63 | 64
    neutral = (1).to_bytes(32, "little")
    digest = hashlib.sha512(neutral + KEY.point + covered(MESSAGE)).digest()
    scalar = int.from_bytes(digest, "little") * int.from_bytes(secret, "little") % GROUP_ORDER
    raw = neutral + scalar.to_bytes(32, "little")
    assert openssl_accepts(KEY.point, raw, covered(MESSAGE))
    assert reason(armor(outer(KEY.blob, wire("ssh-ed25519", raw)))) == "form"


# --- another judge -----------------------------------------------------------------------------------------


def test_securesystemslib_agrees() -> None:
    """Its Ed25519 over the bytes we say are signed, its pre-authentication encoding as the message."""
    from securesystemslib.dsse import Envelope
    from securesystemslib.exceptions import UnverifiedSignatureError
    from securesystemslib.signer import Signature as TheirSignature
    from securesystemslib.signer import SSlibKey

    pae = Envelope(b'{"_type":"https://in-toto.io/Statement/v1"}', "application/vnd.in-toto+json", {}).pae()
    armored = KEY.sign(pae)
    found = verify(armored, pae, namespace=NAMESPACE, user_verified=False).signature
    assert found is not None
    theirs = SSlibKey("k", "ed25519", "ed25519", {"public": found.key.point.hex()})
    theirs.verify_signature(TheirSignature("k", found.raw.hex()), sshsig.signed_data(NAMESPACE, found.hash, pae))
    with pytest.raises(UnverifiedSignatureError):
        theirs.verify_signature(TheirSignature("k", found.raw.hex()), sshsig.signed_data("file", found.hash, pae))
    assert reason(armored, pae[:-1]) == "signature"

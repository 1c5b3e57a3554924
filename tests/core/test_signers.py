"""Who may sign: `allowed_signers` and the list of revoked keys, read by us and by `ssh-keygen`, and their digest."""

from __future__ import annotations

import base64
import ipaddress
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from keys import (
    NAMESPACE,
    PRESENT,
    VERIFIED,
    SecurityKey,
    armor,
    covered,
    make_key,
    outer,
    ssh_sign,
    ssh_verifies,
    wire,
)
from sapwood.core import signers, sshkey
from sapwood.core.signers import Enrolled

MESSAGE = b"a decision"
DAY_2026_11_05 = 1793836800  # date -u -d 2026-11-05 +%s


def plain(number: int) -> str:
    """`KIND BASE64` of a plain key; each number has its own."""
    point = Ed25519PrivateKey.from_private_bytes(sha256(b"%d" % number).digest()).public_key().public_bytes_raw()
    return "ssh-ed25519 " + base64.b64encode(wire("ssh-ed25519", point)).decode()


def signature(number: int, message: bytes = MESSAGE) -> bytes:
    private = Ed25519PrivateKey.from_private_bytes(sha256(b"%d" % number).digest())
    blob = wire("ssh-ed25519", private.public_key().public_bytes_raw())
    return armor(outer(blob, wire("ssh-ed25519", private.sign(covered(message)))))


A, B, C = plain(1), plain(2), plain(3)
SK = " ".join(SecurityKey().line.split()[:2])
FOR = f'namespaces="{NAMESPACE}"'
ROOT = f"""# The keys of Joshua's memory.

owner {FOR} {A} joshua@laptop
owner,verify-required {FOR},valid-after="20261105Z" {SK} key in my pocket
  recovery {FOR},valid-after="202611051030Z",valid-before="20271105235959Z" {B}
"""


def key(text: str) -> sshkey.PublicKey:
    return sshkey.decoded(text.split()[1])


def complaints(text: str) -> list[str]:
    return [f"{each.line}: {each.message}" for each in signers.read(text.encode(), "allowed_signers").problems]


def test_a_root_is_read() -> None:
    found = signers.read(ROOT.encode(), "allowed_signers")
    assert not found.problems
    assert found.enrolled == (
        Enrolled(key(A), "owner", (NAMESPACE,), comment="joshua@laptop", line=3),
        Enrolled(key(SK), "owner", (NAMESPACE,), True, DAY_2026_11_05, comment="key in my pocket", line=4),
        Enrolled(
            key(B), "recovery", (NAMESPACE,), False, DAY_2026_11_05 + 37800, DAY_2026_11_05 + 366 * 86400 - 1, "", 5
        ),
    )
    assert found.of(key(B)) == found.enrolled[2]
    assert found.of(key(C)) is None


def test_what_is_written_is_read_back() -> None:
    found = signers.read(ROOT.encode(), "allowed_signers")
    written = signers.written(found.enrolled)
    again = signers.read(written, "allowed_signers")
    assert [each._replace(line=0) for each in again.enrolled] == [each._replace(line=0) for each in found.enrolled]
    assert signers.written(again.enrolled) == written
    assert signers.read(b"", "allowed_signers") == ((), ())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"{A}", "has 2 fields"),
        (f"owner {A} joshua@laptop", "has the option 'ssh-ed25519'"),
        (f"owner cert-authority,{FOR} {A}", "has the option 'cert-authority,"),
        (f"owner {FOR},cert-authority {A}", "has the option 'cert-authority'"),
        (f"owner {FOR},no-touch-required {A}", "has the option 'no-touch-required'"),
        (f"owner {FOR},{FOR} {A}", "namespaces twice"),
        (f"owner {FOR}, {A}", "has ',' after"),
        (f'owner {FOR}valid-after="20261105Z" {A}', "after the option namespaces"),
        (f'owner NAMESPACES="{NAMESPACE}" {A}', "has the option"),
        (f"owner namespaces={NAMESPACE} {A}", "has the option"),
        (f'owner namespaces="*" {A}', "no pattern"),
        (f'owner namespaces="!file,{NAMESPACE}" {A}', "no pattern"),
        (f'owner namespaces="" {A}', "no pattern"),
        (f'owner namespaces="{NAMESPACE},{NAMESPACE}" {A}', "each once"),
        (f'owner valid-after="20261105Z" {A}', "allows the namespaces None"),
        (f"* {FOR} {A}", "names the principals '*'"),
        (f"Owner {FOR} {A}", "names the principals 'Owner'"),
        (f"owner,recovery {FOR} {A}", "names the principals"),
        (f"owner, {FOR} {SK}", "names the principals"),
        (f"verify-required {FOR} {SK}", "names the principals"),
        (f"owner,verify-required {FOR} {A}", "cannot verify anybody"),
        (f'owner {FOR},valid-after="20261105" {A}', "in UTC"),
        (f'owner {FOR},valid-after="2026110510Z" {A}', "in UTC"),
        (f'owner {FOR},valid-after="20260231Z" {A}', "no calendar"),
        (f'owner {FOR},valid-after="202611052500Z" {A}', "no calendar"),
        (f'owner {FOR},valid-after="19700101Z" {A}', "after 1970"),
        (f'owner {FOR},valid-after="20261106Z",valid-before="20261105Z" {A}', "not later"),
        (f'owner {FOR},valid-after="20261105Z",valid-before="20261105Z" {A}', "not later"),
        (f"owner {FOR} sk-ssh-ed25519@openssh.com {A.split()[1]}", "says sk-ssh-ed25519@openssh.com before"),
        (f"owner {FOR} {A[:-1]}", "base64"),
        (f"owner {FOR} {A.replace('AAAA', 'AAA*', 1)}", "base64"),
        (f"owner {FOR} {SK[:-2]}{chr(ord(SK[-2]) + 1)}=", "as it is written"),
        (f"owner {FOR} ssh-rsa {base64.b64encode(wire('ssh-rsa', b'e', b'n')).decode()}", "kind 'ssh-rsa'"),
        (f"owner {FOR} {A} name\r", "cannot be shown"),
        (f"owner {FOR} {A} name \x1b[2K", "cannot be shown"),
        (f"owner {FOR} {A} name \u202e", "cannot be shown"),
        (f"owner\t{FOR} {A}", "cannot be shown"),
        (f"owner\0 {FOR} {A}", "cannot be shown"),
    ],
)
def test_a_line_that_is_not_as_it_should_be_is_named_and_enrols_nobody(line: str, said: str) -> None:
    text = f"owner {FOR} {C} first\n{line}\nrecovery {FOR} {B}\n"
    found = signers.read(text.encode(), "allowed_signers")
    assert [each.key for each in found.enrolled] == [key(C), key(B)]
    assert len(found.problems) == 1
    assert (found.problems[0].path, found.problems[0].line) == ("allowed_signers", 2)
    assert said in found.problems[0].message, found.problems[0].message


def test_bytes_that_are_no_text_are_named() -> None:
    found = signers.read(f"owner {FOR} {A} ".encode() + b"\xff\n", "allowed_signers")
    assert not found.enrolled
    assert found.problems[0].line == 1
    assert signers.root_digest(f"owner {FOR} {A} ".encode() + b"\xff\n", b"") != signers.root_digest(b"", b"")


def test_a_key_stands_once() -> None:
    assert complaints(f"owner {FOR} {A}\nrecovery {FOR} {B}\n") == []
    assert "line 1 again" in complaints(f"owner {FOR} {A}\nrecovery {FOR} {A}\n")[0]
    point = key(A).point
    twin = base64.b64encode(wire("sk-ssh-ed25519@openssh.com", point, "ssh:")).decode()
    assert "line 1 again" in complaints(f"owner {FOR} {A}\nowner {FOR} sk-ssh-ed25519@openssh.com {twin}\n")[0]


def test_a_comment_may_be_in_any_language_but_no_line_of_its_own() -> None:
    one = Enrolled(key(A), "owner", (NAMESPACE,), comment="Joséphines Schlüssel 鍵")
    assert signers.read(signers.written([one]), "a").enrolled[0].comment == one.comment
    for comment in (f"x\nowner {FOR} {B}", "x\r", " x", "x\x00"):
        with pytest.raises(ValueError, match="cannot be written"):
            signers.written([one._replace(comment=comment)])
    with pytest.raises(ValueError, match="cannot be written"):
        signers.written([one, one])
    assert signers.revoked_line(one.key, one.comment).decode() == f"{A} {one.comment}\n"
    for comment in (f"x\n{B}", "x\x1b[2K"):
        with pytest.raises(ValueError, match="cannot be"):
            signers.revoked_line(one.key, comment)


def test_times_and_namespaces_bind() -> None:
    one = signers.read(ROOT.encode(), "a").enrolled[2]
    assert one.valid_after is not None
    assert one.valid_before is not None
    assert "valid from 20261105103000Z" in one.refuses(NAMESPACE, one.valid_after - 0.5)
    assert one.refuses(NAMESPACE, one.valid_after) == one.refuses(NAMESPACE, one.valid_before) == ""
    assert "valid until 20271105235959Z" in one.refuses(NAMESPACE, one.valid_before + 0.5)
    assert "not for file" in one.refuses("file", one.valid_after)


# --- against ssh-keygen ------------------------------------------------------------------------------------


@pytest.mark.needs("ssh-keygen")
def test_ssh_keygen_reads_the_same_root(tmp_path: Path) -> None:
    """Each key by its role, in its namespace, in its time: its verdict is ours."""
    device = SecurityKey()
    sk = " ".join(device.line.split()[:2])
    text = signers.written(signers.read(ROOT.replace(SK, sk).encode(), "a").enrolled)
    found = signers.read(text, "a")
    made = {
        key(A): signature(1),
        key(B): signature(2),
        key(C): signature(3),
        key(sk): device.sign(MESSAGE, PRESENT | VERIFIED),
    }
    times = [("20261105102959Z", DAY_2026_11_05 + 37799), ("20261105103000Z", DAY_2026_11_05 + 37800)]
    times += [("20261104235959Z", DAY_2026_11_05 - 1), ("20271106000000Z", DAY_2026_11_05 + 366 * 86400)]
    verdicts = set()
    for public, armored in made.items():
        for role in signers.ROLES:
            for stamp, instant in times:
                enrolled = found.of(public)
                ours = enrolled is not None and enrolled.role == role and not enrolled.refuses(NAMESPACE, instant)
                theirs = ssh_verifies(tmp_path, text, armored, MESSAGE, identity=role, at=stamp)
                assert ours == theirs, (public.fingerprint, role, stamp)
                verdicts.add((ours, role))
    assert verdicts == {(good, role) for good in (True, False) for role in signers.ROLES}


@pytest.mark.needs("ssh-keygen")
def test_ssh_keygen_reads_the_same_revocations(tmp_path: Path) -> None:
    root = f"owner {FOR} {A}\nowner {FOR} {B}\n".encode()
    for revoked in (b"", b"# nobody\n\n", signers.revoked_line(key(A), "lost on a train, 2026-11-05")):
        ours = signers.read_revoked(revoked, "revoked_keys")
        assert not ours.problems
        for number, text in ((1, A), (2, B)):
            theirs = ssh_verifies(tmp_path, root, signature(number), MESSAGE, revoked=revoked)
            assert theirs == (key(text) not in ours.keys)
    assert ours.keys == (key(A),)


@pytest.mark.needs("ssh-keygen")
def test_a_damaged_list_of_revoked_keys_is_a_problem_for_both(tmp_path: Path) -> None:
    root = f"owner {FOR} {A}\n".encode()
    damaged = b"ssh-ed25519 AAAAC3Nz-torn\n"
    assert signers.read_revoked(damaged, "revoked_keys").problems[0].line == 1
    assert not ssh_verifies(tmp_path, root, signature(1), MESSAGE, revoked=damaged)
    assert ssh_verifies(tmp_path, root, signature(1), MESSAGE, revoked=b"")


@pytest.mark.needs("ssh-keygen")
def test_a_key_of_ssh_keygen_is_read_as_it_names_itself(tmp_path: Path) -> None:
    path = make_key(tmp_path / "id")
    public = key(Path(f"{path}.pub").read_text())
    one = Enrolled(public, "owner", (NAMESPACE,), comment="joshua@laptop")
    assert public.line + " joshua@laptop\n" == Path(f"{path}.pub").read_text()
    assert ssh_verifies(tmp_path, signers.written([one]), ssh_sign(path, MESSAGE), MESSAGE)


# --- digest and words --------------------------------------------------------------------------------------


def digest(text: str, revoked: str = "") -> bytes:
    return signers.root_digest(text.encode(), revoked.encode())


def test_every_change_of_the_root_changes_its_digest() -> None:
    changes = [
        ROOT,
        ROOT + f"owner {FOR} {C}\n",
        ROOT.replace(f"owner {FOR} {A} joshua@laptop\n", ""),
        ROOT.replace("  recovery", "  owner"),
        ROOT.replace(f"owner {FOR}", f"recovery {FOR}", 1),
        ROOT.replace("owner,verify-required", "owner"),
        ROOT.replace(',valid-after="20261105Z"', ""),
        ROOT.replace("20261105Z", "20261106Z"),
        ROOT.replace("20271105235959Z", "20281105235959Z"),
        ROOT.replace(FOR, f'namespaces="{NAMESPACE},file"', 1),
        ROOT.replace(A, C),
        ROOT.replace("joshua@laptop", "mallory@laptop"),
        ROOT + "owner cert-authority ssh-ed25519 AAAA\n",
        ROOT.replace(f"owner {FOR} {A}", f"owner {FOR} {A.swapcase()}"),
    ]
    made = [digest(text) for text in changes] + [digest(ROOT, A + "\n"), digest(ROOT, B + "\n"), digest(ROOT, "torn")]
    assert len(set(made)) == len(made)
    assert len({signers.words(each) for each in made}) == len(made)


def test_what_means_the_same_has_the_same_digest() -> None:
    lines = ROOT.splitlines()
    same = [
        "\n".join(reversed(lines)),
        ROOT.replace("# The keys", "# These are the keys"),
        ROOT.replace(f"owner {FOR} {A}", f"owner  {FOR}   {A}"),
        ROOT.replace("20261105Z", "20261105000000Z").replace("202611051030Z", "20261105103000Z"),
        signers.written(signers.read(ROOT.encode(), "a").enrolled).decode(),
    ]
    assert {digest(text) for text in same} == {digest(ROOT)}
    assert digest(ROOT, f"{A} lost\n{B}\n") == digest(ROOT, f"# both\n{B} stolen\n{A}\n")
    assert digest("torn") != digest("", "torn")
    assert digest(A) != digest("", A), "a key that may sign is not one that may not"


def test_the_words_are_proquints() -> None:
    """The published examples: IPv4 addresses are two words each."""
    published = [
        ("127.0.0.1", "lusab babad"),
        ("63.84.220.193", "gutih tugad"),
        ("63.118.7.35", "gutuk bisog"),
        ("140.98.193.141", "mudof sakat"),
        ("64.255.6.200", "haguz biram"),
        ("198.81.129.136", "sinid makam"),
    ]
    for address, spoken in published:
        packed = ipaddress.IPv4Address(address).packed
        assert signers.words(packed + bytes(28)).startswith(spoken + " babab")


@given(st.binary(min_size=32, max_size=32), st.integers(0, 127))
def test_the_words_hold_128_bits(data: bytes, bit: int) -> None:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    spoken = signers.words(data)
    assert len(spoken.split()) == 8
    assert signers.words(bytes(changed)) != spoken
    assert signers.same_words(data, spoken.upper().replace(" ", "-") + "\n")
    assert signers.same_words(data, ", ".join(spoken.split()))
    assert not signers.same_words(bytes(changed), spoken)
    assert not signers.same_words(data, spoken[:-1])


@given(st.binary(max_size=120))
def test_any_bytes_are_read(data: bytes) -> None:
    found = signers.read(data, "a")
    assert not found.enrolled
    says_something = any(line.strip(b" \t") and not line.strip(b" \t").startswith(b"#") for line in data.split(b"\n"))
    assert bool(found.problems) == says_something
    assert (signers.root_digest(data, b"") != signers.root_digest(b"", b"")) == says_something
    assert bool(signers.read_revoked(data, "r").problems) == says_something

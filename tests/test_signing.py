"""Signatures made here and by `ssh-keygen`, and what a key file and an ssh-agent tell before a key is enrolled."""

from __future__ import annotations

import contextlib
import os
import pty
import socket
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keys import NAMESPACE, SecurityKey, make_key, public_blob, ssh_sign, ssh_verifies, wire
from sapwood import signing
from sapwood.core import sshkey, sshsig
from sapwood.core.problem import Problem
from sapwood.signing import KeyFacts, Signer

MESSAGE = b"a decision, \x00 and \xff bytes"
PASSPHRASE = "a tree grows slowly"
SOURCE = Path(__file__).resolve().parents[1] / "src"


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Keys of ssh-keygen: one with a passphrase, one without, and one of another kind."""
    folder = tmp_path_factory.mktemp("keys")
    return {
        "protected": make_key(folder / "protected", PASSPHRASE),
        "plain": make_key(folder / "plain"),
        "ecdsa": make_key(folder / "ecdsa", kind="ecdsa"),
    }


def facts_of(path: Path | str) -> KeyFacts:
    facts = signing.inspect_key(str(path))
    assert isinstance(facts, KeyFacts), facts
    return facts


def security_key_file(path: Path, flags: int) -> SecurityKey:
    """A private key file as `ssh-keygen -t ed25519-sk` leaves it: a handle, no secret, the flags of its making."""
    key = SecurityKey()
    point = key.private.public_key().public_bytes_raw()
    secret = b"\x01\x02\x03\x04" * 2 + wire("sk-ssh-ed25519@openssh.com", point, "ssh:") + bytes([flags])
    secret += wire(b"handle" * 8, b"", "key@pocket")
    secret += bytes(range(1, 1 + -len(secret) % 8))
    blob = b"openssh-key-v1\0" + wire("none", "none", "") + b"\0\0\0\x01" + wire(key.blob, secret)
    write_private(path, blob)
    Path(f"{path}.pub").write_text(key.line + "\n")
    return key


def write_private(path: Path, blob: bytes) -> None:
    import base64

    lines = textwrap.wrap(base64.b64encode(blob).decode(), 70)
    text = "\n".join(["-----BEGIN OPENSSH PRIVATE KEY-----", *lines, "-----END OPENSSH PRIVATE KEY-----", ""])
    path.write_text(text)
    path.chmod(0o600)


def body(path: Path) -> bytes:
    import base64

    return base64.b64decode("".join(path.read_text().splitlines()[1:-1]))


# --- signing -----------------------------------------------------------------------------------------------


@pytest.mark.needs("ssh-keygen")
def test_what_is_signed_here_ssh_keygen_verifies(keys: dict[str, Path], tmp_path: Path) -> None:
    for name, passphrase in (("protected", PASSPHRASE.encode()), ("plain", None)):
        made = signing.sign(str(keys[name]), passphrase, NAMESPACE, MESSAGE)
        assert isinstance(made, bytes)
        signers = b"owner " + Path(f"{keys[name]}.pub").read_bytes()
        assert ssh_verifies(tmp_path, signers, made, MESSAGE)
        assert not ssh_verifies(tmp_path, signers, made, MESSAGE + b"\n")
        assert not ssh_verifies(tmp_path, signers, made, MESSAGE, namespace="file")
        assert sshsig.verify(made, MESSAGE, namespace=NAMESPACE, user_verified=False).good


@pytest.mark.needs("ssh-keygen")
def test_ed25519_has_no_chance_in_it_so_both_make_the_same_bytes(keys: dict[str, Path]) -> None:
    assert signing.sign(str(keys["plain"]), None, NAMESPACE, MESSAGE) == ssh_sign(keys["plain"], MESSAGE)
    signer = signing.unlock(str(keys["plain"]), None)
    assert isinstance(signer, Signer)
    theirs = ssh_sign(keys["plain"], MESSAGE, NAMESPACE, "-O", "hashalg=sha256")
    assert signer.sign(NAMESPACE, MESSAGE, "sha256") == theirs


@pytest.mark.needs("ssh-keygen")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(message=st.binary(max_size=300))
def test_a_signer_unlocked_once_signs_each_item(keys: dict[str, Path], message: bytes) -> None:
    signer = signing.unlock(str(keys["plain"]), None)
    assert isinstance(signer, Signer)
    verdict = sshsig.verify(signer.sign(NAMESPACE, message), message, namespace=NAMESPACE, user_verified=False)
    assert verdict.signature is not None
    assert verdict.signature.key == signer.key == facts_of(keys["plain"]).key


@pytest.mark.needs("ssh-keygen")
@pytest.mark.parametrize("cipher", ["aes256-ctr", "aes256-gcm@openssh.com", "chacha20-poly1305@openssh.com"])
def test_the_ciphers_of_openssh_open_or_are_named(tmp_path: Path, cipher: str) -> None:
    path = make_key(tmp_path / "id", PASSPHRASE, "-Z", cipher)
    made = signing.sign(str(path), PASSPHRASE.encode(), NAMESPACE, MESSAGE)
    if isinstance(made, Problem):
        assert cipher.startswith("chacha20")
        assert "ssh-keygen -p" in made.message
    else:
        assert sshsig.verify(made, MESSAGE, namespace=NAMESPACE, user_verified=False).good


@pytest.mark.needs("ssh-keygen")
def test_a_key_that_cannot_sign_says_why(keys: dict[str, Path], tmp_path: Path) -> None:
    security_key_file(tmp_path / "id_ed25519_sk", 0x01)
    cases = [
        (keys["protected"], b"wrong", "passphrase", "does not open with this passphrase"),
        (keys["protected"], None, "passphrase", "none was given"),
        (keys["protected"], b"", "passphrase", "none was given"),
        (keys["ecdsa"], None, "key-format", "ecdsa-sha2-nistp256"),
        (Path(f"{keys['plain']}.pub"), None, "key-kind", "no private key"),
        (tmp_path / "id_ed25519_sk", None, "key-kind", "no private key of kind ssh-ed25519"),
        (tmp_path / "nothing", None, "missing", "cannot be opened"),
        (tmp_path, None, "not-a-file", "regular file"),
    ]
    for path, passphrase, kind, said in cases:
        made = signing.sign(str(path), passphrase, NAMESPACE, MESSAGE)
        assert isinstance(made, Problem)
        assert (made.path, made.kind) == (str(path), kind)
        assert said in made.message
    assert isinstance(signing.sign(str(keys["protected"]), PASSPHRASE.encode(), NAMESPACE, MESSAGE), bytes)


@pytest.mark.needs("ssh-keygen")
def test_a_public_half_that_is_another_key_signs_nothing(keys: dict[str, Path], tmp_path: Path) -> None:
    """In an encrypted file the open public key may be changed without the passphrase."""
    other = public_blob(keys["plain"])
    blob = body(keys["protected"])
    assert blob.count(public_blob(keys["protected"])) == 1
    write_private(tmp_path / "id", blob)
    assert isinstance(signing.sign(str(tmp_path / "id"), PASSPHRASE.encode(), NAMESPACE, MESSAGE), bytes)
    write_private(tmp_path / "id", blob.replace(public_blob(keys["protected"]), other))
    assert facts_of(tmp_path / "id").key.blob == other
    made = signing.sign(str(tmp_path / "id"), PASSPHRASE.encode(), NAMESPACE, MESSAGE)
    assert isinstance(made, Problem)


@pytest.mark.needs("ssh-keygen")
def test_a_secret_that_is_another_key_signs_nothing(keys: dict[str, Path], tmp_path: Path) -> None:
    """To sign with a secret under another key's public half would give the secret away."""
    blob = body(keys["plain"])
    pair = blob.index(wire("joshua@laptop")) - 64
    assert blob[pair + 32 : pair + 64] == facts_of(keys["plain"]).key.point
    write_private(tmp_path / "id", blob[:pair] + bytes(32) + blob[pair + 32 :])
    assert facts_of(tmp_path / "id").key == facts_of(keys["plain"]).key
    made = signing.sign(str(tmp_path / "id"), None, NAMESPACE, MESSAGE)
    assert isinstance(made, Problem)
    assert "another public key" in made.message


# --- signing through ssh-keygen ----------------------------------------------------------------------------


@pytest.mark.needs("ssh-keygen")
def test_ssh_keygen_signs_for_us_and_leaves_nothing(
    keys: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    made = signing.sign_with_ssh_keygen(str(keys["plain"]), NAMESPACE, MESSAGE, os.environ)
    assert made == ssh_sign(keys["plain"], MESSAGE)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.needs("ssh-keygen")
def test_what_ssh_keygen_signs_is_held_against_the_enrolment(keys: dict[str, Path]) -> None:
    path = str(keys["plain"])
    made = signing.sign_with_ssh_keygen(path, NAMESPACE, MESSAGE, os.environ, user_verified=True)
    assert isinstance(made, Problem)
    assert made.kind == "signature"
    assert isinstance(signing.sign_with_ssh_keygen(path, NAMESPACE, MESSAGE, os.environ), bytes)


def test_a_machine_without_ssh_keygen_is_told_so(tmp_path: Path) -> None:
    security_key_file(tmp_path / "id_ed25519_sk", 0x01)
    made = signing.sign_with_ssh_keygen(str(tmp_path / "id_ed25519_sk"), NAMESPACE, MESSAGE, {"PATH": str(tmp_path)})
    assert isinstance(made, Problem)
    assert "install OpenSSH" in made.message


def test_what_another_program_signs_in_its_place_is_refused(tmp_path: Path) -> None:
    """A command named ssh-keygen that signs with a device without touch, or over another message."""
    key = security_key_file(tmp_path / "id", 0x01)
    (tmp_path / "ssh-keygen").write_text(f'#!/bin/sh\nfor last; do :; done\n/bin/cp "{tmp_path}/made" "$last.sig"\n')
    (tmp_path / "ssh-keygen").chmod(0o755)
    other = SecurityKey(seed=b"another")
    for armored, said in [
        (key.sign(MESSAGE, 0x00), "not touched"),
        (key.sign(MESSAGE + b"!", 0x01), "not of this key over these bytes"),
        (key.sign(MESSAGE, 0x01, namespace="file"), "is for 'file'"),
        (other.sign(MESSAGE, 0x01), "another key"),
        (b"", "not one SSH SIGNATURE block"),
        (key.sign(MESSAGE, 0x01), ""),
    ]:
        (tmp_path / "made").write_bytes(armored)
        made = signing.sign_with_ssh_keygen(
            str(tmp_path / "id"), NAMESPACE, MESSAGE, {"PATH": f"{tmp_path}:/bin:/usr/bin"}
        )
        assert made == armored if not said else isinstance(made, Problem) and said in made.message, made


@pytest.mark.needs("ssh-keygen")
def test_ssh_keygen_asks_on_the_terminal(keys: dict[str, Path], tmp_path: Path) -> None:
    code = (
        f"import sys, os; sys.path.insert(0, {str(SOURCE)!r})\n"
        "from sapwood import signing\n"
        f"made = signing.sign_with_ssh_keygen({str(keys['protected'])!r}, {NAMESPACE!r}, {MESSAGE!r}, os.environ)\n"
        f"open({str(tmp_path / 'made')!r}, 'wb').write(made if isinstance(made, bytes) else str(made).encode())\n"
    )
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, [sys.executable, "-c", code])
    shown = b""
    while b"passphrase" not in shown:
        shown += os.read(terminal, 1024)
    os.write(terminal, PASSPHRASE.encode() + b"\n")
    try:
        while os.read(terminal, 1024):
            pass
    except OSError:  # the child is gone, and its terminal
        pass
    os.waitpid(child, 0)
    os.close(terminal)
    assert (tmp_path / "made").read_bytes() == signing.sign(
        str(keys["protected"]), PASSPHRASE.encode(), NAMESPACE, MESSAGE
    )


# --- key files ---------------------------------------------------------------------------------------------


@pytest.mark.needs("ssh-keygen")
def test_a_key_file_tells_its_facts_without_its_passphrase(keys: dict[str, Path]) -> None:
    for name, protected in (("protected", True), ("plain", False)):
        facts = facts_of(keys[name])
        listed = subprocess.run(
            ["ssh-keygen", "-l", "-f", f"{keys[name]}.pub"], capture_output=True, text=True, check=True
        ).stdout
        assert facts.key.fingerprint == listed.split()[1]
        assert facts.key.blob == public_blob(keys[name])
        assert facts[1:] == (True, protected, None, "joshua@laptop", False)
        public = facts_of(f"{keys[name]}.pub")
        assert public.key == facts.key
        assert (public.private, public.has_passphrase, public.comment) == (False, None, "joshua@laptop")


@pytest.mark.needs("ssh-keygen")
def test_the_comment_beside_counts_only_for_the_same_key(keys: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "id"
    path.write_bytes(keys["protected"].read_bytes())
    assert facts_of(path).comment == ""
    Path(f"{path}.pub").write_bytes(Path(f"{keys['plain']}.pub").read_bytes())
    assert facts_of(path).comment == ""
    Path(f"{path}.pub").write_bytes(Path(f"{keys['protected']}.pub").read_bytes())
    assert facts_of(path).comment == "joshua@laptop"


def test_a_security_key_file_says_whether_it_verifies(tmp_path: Path) -> None:
    for flags, verifies in ((0x01, False), (0x05, True), (0x25, True)):
        key = security_key_file(tmp_path / f"id{flags}", flags)
        facts = facts_of(tmp_path / f"id{flags}")
        assert facts.key.blob == key.blob
        assert facts[1:5] == (True, False, verifies, "key@pocket")
        assert facts_of(tmp_path / f"id{flags}.pub").verifies is None


@pytest.mark.needs("ssh-keygen")
def test_our_security_key_file_is_one_for_ssh_keygen(tmp_path: Path) -> None:
    key = security_key_file(tmp_path / "id", 0x05)
    shown = subprocess.run(["ssh-keygen", "-y", "-f", tmp_path / "id"], capture_output=True, text=True, check=True)
    assert shown.stdout.split()[:2] == key.line.split()[:2]


@pytest.mark.needs("ssh-keygen")
def test_a_key_that_others_can_read_is_told(keys: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "id"
    path.write_bytes(keys["protected"].read_bytes())
    for mode, told in ((0o600, False), (0o400, False), (0o640, True), (0o604, True), (0o620, True)):
        path.chmod(mode)
        assert facts_of(path).readable_by_others == told


@pytest.mark.needs("ssh-keygen")
def test_a_key_file_that_is_none_is_a_problem_with_its_path(keys: dict[str, Path], tmp_path: Path) -> None:
    blob, text = body(keys["plain"]), keys["plain"].read_text()
    public = Path(f"{keys['plain']}.pub").read_text()
    pem = tmp_path / "pem"
    make_key(pem, "", "-m", "PKCS8", kind="ecdsa")
    cases = [
        (pem.read_text(), "another format"),
        ("", "holds no key"),
        ("hello world\n", "base64"),
        (public.replace("ssh-ed25519", "ssh-rsa"), "before a key of kind"),
        (public + public, "not printable"),
        (text.replace("END OPENSSH", "END"), "no END"),
        (text[:-5], "no END"),
        (text.replace("b3BlbnNza", "****", 1), "not base64"),
    ]
    for changed, said in cases:
        (tmp_path / "id").write_text(changed)
        found = signing.inspect_key(str(tmp_path / "id"))
        assert isinstance(found, Problem)
        assert found.path == str(tmp_path / "id")
        assert said in found.message, found.message
    blobs = [
        (blob.replace(b"openssh-key-v1", b"openssh-key-v2"), "does not begin"),
        (blob.replace(wire("none", "none"), wire("none", "bcrypt")), "with the derivation"),
        (blob.replace(wire("none", "none", "") + b"\0\0\0\x01", wire("none", "none", "") + b"\0\0\0\x02"), "2 keys"),
        (blob.replace(public_blob(keys["plain"]), public_blob(keys["protected"]), 1), "not of its public key"),
    ]
    for made, said in blobs:
        assert made != blob
        write_private(tmp_path / "id", made)
        found = signing.inspect_key(str(tmp_path / "id"))
        assert isinstance(found, Problem)
        assert said in found.message, found.message
    for length in range(len(blob) - 40):
        write_private(tmp_path / "id", blob[:length])
        assert isinstance(signing.inspect_key(str(tmp_path / "id")), Problem)


def test_a_fifo_does_not_hold_us(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "id")
    assert isinstance(signing.inspect_key(str(tmp_path / "id")), Problem)


# --- ssh-agent ---------------------------------------------------------------------------------------------


@pytest.fixture
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The socket of a real ssh-agent, in the foreground so that it ends with this test."""
    place = tmp_path_factory.mktemp("a") / "s"
    process = subprocess.Popen(["ssh-agent", "-D", "-a", str(place)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()  # says where it listens
    try:
        yield str(place)
    finally:
        process.terminate()
        process.wait()


def ssh_add(agent: str, *arguments: str) -> None:
    subprocess.run(["ssh-add", "-q", *arguments], env={**os.environ, "SSH_AUTH_SOCK": agent}, check=True)


@pytest.mark.needs("ssh-keygen", "ssh-agent", "ssh-add")
def test_an_agent_is_asked_what_it_holds(keys: dict[str, Path], agent: str) -> None:
    plain, protected = facts_of(keys["plain"]).key, facts_of(keys["protected"]).key
    assert signing.held_by_agent(plain, agent) is False
    ssh_add(agent, str(keys["ecdsa"]), str(keys["plain"]))
    assert signing.held_by_agent(plain, agent) is True
    assert signing.held_by_agent(protected, agent) is False
    ssh_add(agent, "-D")
    assert signing.held_by_agent(plain, agent) is False


@pytest.mark.needs("ssh-keygen", "ssh-agent", "ssh-add")
def test_a_certificate_of_the_key_is_the_key(keys: dict[str, Path], agent: str, tmp_path: Path) -> None:
    key = make_key(tmp_path / "id")
    certify = ["ssh-keygen", "-q", "-s", str(keys["plain"]), "-I", "joshua", "-n", "joshua", f"{key}.pub"]
    subprocess.run(certify, check=True, capture_output=True)
    ssh_add(agent, str(key))
    with socket.socket(socket.AF_UNIX) as client:  # takes the plain key away again, which ssh-add cannot do alone
        client.connect(agent)
        client.sendall(wire(b"\x12" + wire(public_blob(key))))
        assert client.recv(64) == wire(b"\x06")
    environ = {**os.environ, "SSH_AUTH_SOCK": agent}
    listed = subprocess.run(["ssh-add", "-L"], env=environ, capture_output=True, check=True).stdout.splitlines()
    assert [line.split()[0] for line in listed] == [b"ssh-ed25519-cert-v01@openssh.com"]
    assert signing.held_by_agent(facts_of(key).key, agent) is True
    assert signing.held_by_agent(facts_of(keys["plain"]).key, agent) is False  # it only made the certificate


@pytest.mark.needs("ssh-keygen", "ssh-agent", "ssh-add")
def test_an_agent_cannot_sign_for_us(keys: dict[str, Path], agent: str, tmp_path: Path) -> None:
    """Only the public file lies there and an agent holds the key: ssh-keygen alone signs, we do not."""
    ssh_add(agent, str(keys["plain"]))
    alone = tmp_path / "id.pub"
    alone.write_bytes(Path(f"{keys['plain']}.pub").read_bytes())
    environ = {**os.environ, "SSH_AUTH_SOCK": agent}
    command = ["ssh-keygen", "-q", "-Y", "sign", "-n", NAMESPACE, "-f", str(alone)]
    control = subprocess.run(command, input=MESSAGE, env=environ, capture_output=True, check=True).stdout
    assert sshsig.verify(control, MESSAGE, namespace=NAMESPACE, user_verified=False).good
    made = signing.sign_with_ssh_keygen(str(alone), NAMESPACE, MESSAGE, environ)
    assert isinstance(made, Problem)
    assert made.kind == "ssh-keygen"


def test_no_agent_holds_nothing_and_a_silent_one_is_unknown(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing, "AGENT_SECONDS", 0.2)
    key = sshkey.public_key(SecurityKey().blob)
    place = str(tmp_path_factory.mktemp("a") / "s")
    assert signing.held_by_agent(key, None) is False
    assert signing.held_by_agent(key, "") is False
    assert signing.held_by_agent(key, place) is None
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(place)
        listener.listen()
        assert signing.held_by_agent(key, place) is None  # it never answers
    assert signing.held_by_agent(key, place) is None  # nobody listens any more


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        (wire(b"\x0c" + b"\0\0\0\x01" + wire(b"@", "a comment")), True),
        (wire(b"\x0c" + b"\0\0\0\x02" + wire(b"other", "") + wire(b"@", "a comment")), True),
        (wire(b"\x0c" + b"\0\0\0\x01" + wire(b"other", "@")), False),
        (wire(b"\x0c" + b"\0\0\0\0"), False),
        (wire(b"\x0c" + b"\0\0\0\x01" + wire(b"@", bytes(100_000))), True),
        (b"\x00\x04\x00\x01" + (b"\x0c" + b"\0\0\0\x01" + wire(b"", bytes(256 * 1024 - 12))), None),
        (wire(b"\x05"), None),
        (wire(b"\x05" + b"\0\0\0\0"), None),
        (wire(b"\x0c" + b"\0\0\0\x02" + wire(b"other", "")), None),
        (wire(b"\x0c" + b"\xff\xff\xff\xff"), None),
        (wire(b""), None),
        (b"\xff\xff\xff\xff" + bytes(100), None),
        (b"\0\0", None),
        (wire(b"\x0c" + b"\0\0\0\x01")[:-1], None),
    ],
)
def test_an_answer_is_read_strictly(
    answer: bytes, wanted: bool | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """An agent of the test's own: `@` in an answer is the key asked for."""
    key = sshkey.public_key(SecurityKey().blob)
    if wanted is not None:
        answer = wire(answer[4:].replace(wire(b"@"), wire(key.blob)))
    place = str(tmp_path_factory.mktemp("a") / "s")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(place)
        listener.listen()

        def serve() -> None:
            client, _ = listener.accept()
            with client, contextlib.suppress(BrokenPipeError):  # an answer too long is not waited for
                client.recv(64)
                client.sendall(answer)

        server = threading.Thread(target=serve)
        server.start()
        assert signing.held_by_agent(key, place) is wanted
        server.join()


# --- keys used for login -----------------------------------------------------------------------------------


@pytest.mark.needs("ssh-keygen")
def test_a_key_used_for_login_is_found(keys: dict[str, Path], tmp_path: Path) -> None:
    plain, protected = facts_of(keys["plain"]).key, facts_of(keys["protected"]).key
    assert signing.used_for_login(plain, str(tmp_path)) == []
    ssh = tmp_path / ".ssh"
    ssh.mkdir()
    public = Path(f"{keys['plain']}.pub").read_text()
    other = Path(f"{keys['protected']}.pub").read_text()
    (ssh / "authorized_keys").write_text(f'# {other}restrict,command="echo a b" {public}{public}')
    (ssh / "id_ed25519").write_bytes(keys["plain"].read_bytes())
    (ssh / "id_ed25519.pub").write_text(public)
    (ssh / "id_rsa").write_text("no key")
    (ssh / "work").write_bytes(keys["protected"].read_bytes())
    assert signing.used_for_login(plain, str(tmp_path)) == [
        f"{ssh}/authorized_keys:2",
        f"{ssh}/authorized_keys:3",
        f"{ssh}/id_ed25519",
        f"{ssh}/id_ed25519.pub",
    ]
    assert signing.used_for_login(protected, str(tmp_path)) == []

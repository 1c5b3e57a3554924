"""`sapwood trust` as a person uses it: on a real terminal, with keys of ssh-keygen, against whoever runs as the same
user."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import XDG_FOLDERS
from household import SOURCE, Household, only
from keys import PRESENT, VERIFIED, SecurityKey, make_key, ssh_verifies
from sapwood import signing
from sapwood.core import decision, sshkey
from sapwood.core.decision import Statement
from sapwood.core.sshkey import PublicKey
from sapwood.disk import lock, steps
from sapwood.errors import BadArgument, Busy, NotFound, Refused, RootRefused
from sapwood.gate import keys
from sapwood.memory import Memory
from sapwood.reading import Reading
from sapwood.signing import Signer
from sapwood.verbs import decide
from test_signing import security_key_file
from typist import CODE, Typist

PASSPHRASE = "a tree grows slowly"
NOBODY = 65534


@pytest.fixture(scope="module")
def ring(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Keys of ssh-keygen, each with a passphrase."""
    folder = tmp_path_factory.mktemp("ring")
    return {name: make_key(folder / name, PASSPHRASE) for name in ("first", "second", "third", "stranger")}


@pytest.fixture
def house(tmp_path: Path, own_home: Path) -> Household:
    return Household(tmp_path / "memory")


def trust(house: Household, *arguments: str | Path, **how: Any) -> Typist:
    """`sapwood trust …` on a terminal."""
    return Typist(["--home", str(house.folder), "trust", *map(str, arguments)], **how)


def enrol(house: Household, *arguments: str | Path, passphrases: int = 1, agree: bool = True, **how: Any) -> Typist:
    """The same for enrol, answered to its end; its exit code is `code`."""
    with trust(house, "enrol", *arguments, **how) as typist:
        answer(typist, passphrases, agree=agree)
    return typist


def answer(typist: Typist, passphrases: int = 1, *, agree: bool = True) -> int:
    typist.expect("[y/N]").type("y" if agree else "n")
    for _ in range(passphrases if agree else 0):
        typist.expect("Passphrase of").type(PASSPHRASE)
    typist.code = typist.end()
    return typist.code


def refused(house: Household, *arguments: str | Path, code: int = 6, **how: Any) -> str:
    """What `sapwood trust …` says that refuses before it asks anything."""
    with trust(house, *arguments, **how) as typist:
        assert typist.end() == code, typist.shown
    return typist.shown


def root_folder(house: Household) -> Path:
    return Path(house.memory().home.places.user_root)


def listed(house: Household, *arguments: str, check: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(house.cli("trust", "list", "--json", *arguments, check=check).stdout)
    return found


def roles(house: Household) -> list[tuple[str, bool]]:
    """(role, revoked) of every key of the root."""
    return [(each["role"], each["revoked"]) for each in listed(house)["keys"]]


def public(path: Path) -> PublicKey:
    facts = signing.inspect_key(str(path))
    assert isinstance(facts, signing.KeyFacts)
    return facts.key


def pen(path: Path) -> Signer:
    signer = signing.unlock(str(path), PASSPHRASE.encode())
    assert isinstance(signer, Signer)
    return signer


def envelope(payload: bytes, signer: Signer | SecurityKey, flags: int = PRESENT) -> bytes:
    """A signed envelope, as a door makes it."""
    message = decision.pae(payload)
    if isinstance(signer, SecurityKey):
        return decision.envelope(payload, "", signer.sign(message, flags))
    return decision.envelope(payload, signer.key.fingerprint, signer.sign(decision.NAMESPACE, message))


def enrolled(house: Household, key: Path, *signers: Path, role: str = "owner") -> Any:
    """Enrol without a terminal: what the door does behind it."""
    memory = house.memory()
    draft = memory.draft_key(public(key), role=role, name=key.name)
    return memory.decide_key([envelope(draft.payload, pen(each)) for each in (*signers, key)])


def key_leaves(house: Household) -> list[dict[str, Any]]:
    done = house.cli("log", "grep", "--type", "key", "--json")
    return [json.loads(line) for line in done.stdout.splitlines()]


# --- the first key -----------------------------------------------------------------------------------------


@pytest.mark.needs("ssh-keygen")
def test_the_first_key_begins_the_root(house: Household, ring: dict[str, Path], tmp_path: Path) -> None:
    typist = enrol(house, ring["first"])
    assert typist.code == 0, typist.shown
    assert PASSPHRASE not in typist.shown
    found = listed(house)
    words = found["root"]["words"]
    assert found["root"]["kind"] == "tofu"
    assert f"root: tofu · {words}" in typist.shown
    assert "--role recovery" in typist.shown
    row = only(found["keys"])
    assert (row["role"], row["name"], row["enrolled"]["by"]) == ("owner", "joshua@laptop", "itself")
    assert row["fingerprint"] == public(ring["first"]).fingerprint
    leaf = only(key_leaves(house))
    assert leaf["leaf"] == row["enrolled"]["leaf"]
    assert leaf["body"]["name"] == f"key:{row['fingerprint']}"
    assert f"enrol owner key:{row['fingerprint']}" in house.cli("log", "tail").stdout
    assert house.cli("verify").returncode == 0
    assert root_folder(house).stat().st_mode & 0o777 == 0o700


@pytest.mark.needs("ssh-keygen")
def test_openssh_verifies_the_enrolment_in_the_log_by_the_files_of_the_root(
    house: Household, ring: dict[str, Path], tmp_path: Path
) -> None:
    enrolled(house, ring["first"])
    with house.memory()._reading() as look:
        data = look.value(only(only(key_leaves(house))["digests"]))
    held = decision.opened(data or b"")
    signers = (root_folder(house) / "allowed_signers").read_bytes()
    message = decision.pae(held.payload)
    assert ssh_verifies(tmp_path, signers, held.signature, message)
    assert not ssh_verifies(tmp_path, signers, held.signature, message + b" ")
    said = decision.parse(held.payload)
    assert (said.decision, said.subject_path) == ("key", "key.enrol.owner")
    assert only(said.heads).size == 1  # over the leaf that the log was begun with


@pytest.mark.needs("ssh-keygen")
def test_a_wrong_passphrase_is_asked_again_and_then_signs_nothing(house: Household, ring: dict[str, Path]) -> None:
    with trust(house, "enrol", ring["first"]) as typist:
        typist.expect("[y/N]").type("y")
        for _ in range(3):
            typist.expect("Passphrase of").type("a tree grows fast")
        assert typist.end() == 6
    assert "nothing was signed" in typist.shown
    assert (roles(house), key_leaves(house)) == ([], [])
    with trust(house, "enrol", ring["first"]) as typist:
        typist.expect("[y/N]").type("y")
        typist.expect("Passphrase of").type("a tree grows fast")
        assert answer_passphrase(typist) == 0
    assert roles(house) == [("owner", False)]


def answer_passphrase(typist: Typist) -> int:
    return typist.expect("Passphrase of").type(PASSPHRASE).end()


@pytest.mark.needs("ssh-keygen")
def test_without_agreement_nothing_is_signed(house: Household, ring: dict[str, Path]) -> None:
    typist = enrol(house, ring["first"], agree=False)
    assert typist.code == 6
    assert "not agreed to" in typist.shown
    assert roles(house) == []


@pytest.mark.needs("ssh-keygen")
def test_what_is_piped_in_is_no_answer_of_a_person(house: Household, ring: dict[str, Path]) -> None:
    arguments = ["--home", str(house.folder), "trust", "enrol", str(ring["first"])]
    typed = f"y\n{PASSPHRASE}\n".encode()
    alone = subprocess.run(
        [sys.executable, "-c", CODE, *arguments], input=typed, capture_output=True, start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE), "SAPWOOD_PASSPHRASE": PASSPHRASE}, check=False,
    )  # fmt: skip
    assert alone.returncode == 2
    assert b"asked for on a terminal" in alone.stderr
    assert roles(house) == []
    with trust(house, "enrol", ring["first"], stdin=typed) as typist:  # the pipe is full, the terminal is asked
        assert answer(typist) == 0
    assert roles(house) == [("owner", False)]


@pytest.mark.needs("ssh-keygen")
def test_the_first_key_is_an_owner(house: Household, ring: dict[str, Path]) -> None:
    assert "the first key of a root is its owner's" in refused(house, "enrol", ring["first"], "--role", "recovery")


# --- keys that sign without their person -------------------------------------------------------------------


@pytest.mark.needs("ssh-keygen")
def test_a_key_without_a_passphrase_is_refused(house: Household, tmp_path: Path) -> None:
    key = make_key(tmp_path / "id")
    assert "has no passphrase" in refused(house, "enrol", key)
    subprocess.run(["ssh-keygen", "-q", "-p", "-a", "4", "-P", "", "-N", PASSPHRASE, "-f", key], check=True)
    assert enrol(house, key).code == 0


@pytest.mark.needs("ssh-keygen")
def test_a_key_that_others_can_read_is_refused(house: Household, tmp_path: Path) -> None:
    key = make_key(tmp_path / "id", PASSPHRASE)
    key.chmod(0o640)
    assert "chmod 600" in refused(house, "enrol", key)
    key.chmod(0o600)
    assert enrol(house, f"{key}.pub").code == 0  # the private file beside it is found


@pytest.mark.needs("ssh-keygen")
def test_keys_of_other_kinds_and_public_ones_alone_are_refused(
    house: Household, ring: dict[str, Path], tmp_path: Path
) -> None:
    ecdsa = make_key(tmp_path / "ecdsa", PASSPHRASE, kind="ecdsa")
    assert "ecdsa" in refused(house, "enrol", ecdsa)
    assert "cannot be opened" in refused(house, "enrol", tmp_path / "nothing")
    alone = shutil.copy(f"{ring['first']}.pub", tmp_path / "alone.pub")
    assert "the private key has to lie beside it" in refused(house, "enrol", alone)
    assert "a key in a file cannot verify" in refused(house, "enrol", ring["first"], "--verify-required", code=2)
    assert "one line" in refused(house, "enrol", ring["first"], "--name", "me\u202e", code=2)
    assert enrol(house, ring["first"], "--name", "Joshua's  own").code == 0
    assert only(listed(house)["keys"])["name"] == "Joshua's  own"


def listens(place: str) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(place) == 0


@contextlib.contextmanager
def ssh_agent(folder: Path) -> Iterator[str]:
    """A real ssh-agent on a socket of its own, ended by its id."""
    place = str(folder / "s")
    with subprocess.Popen(["ssh-agent", "-D", "-a", place], stdout=subprocess.DEVNULL) as process:
        while not listens(place):
            time.sleep(0.01)
        try:
            yield place
        finally:
            process.send_signal(signal.SIGTERM)


@pytest.mark.needs("ssh-keygen", "ssh-agent", "ssh-add")
def test_a_key_that_an_ssh_agent_holds_is_refused(house: Household, ring: dict[str, Path], tmp_path: Path) -> None:
    open_copy = tmp_path / "copy"
    shutil.copy(ring["first"], open_copy)
    subprocess.run(["ssh-keygen", "-q", "-p", "-P", PASSPHRASE, "-N", "", "-f", open_copy], check=True)
    with tempfile.TemporaryDirectory(dir="/tmp") as short, ssh_agent(Path(short)) as place:
        agent = {"SSH_AUTH_SOCK": place}
        subprocess.run(["ssh-add", "-q", open_copy], env={**os.environ, **agent}, check=True)
        assert "ssh-add -d" in refused(house, "enrol", ring["first"], env=agent)
        subprocess.run(["ssh-add", "-q", "-D"], env={**os.environ, **agent}, check=True)
        typist = enrol(house, ring["first"], env=agent)
    assert typist.code == 0
    assert "does not answer" not in typist.shown


@pytest.mark.needs("ssh-keygen")
def test_an_agent_that_does_not_answer_and_a_key_for_login_are_told(
    house: Household, ring: dict[str, Path], own_home: Path
) -> None:
    (own_home / ".ssh").mkdir()
    (own_home / ".ssh" / "authorized_keys").write_bytes(Path(f"{ring['first']}.pub").read_bytes())
    typist = enrol(house, ring["first"], env={"SSH_AUTH_SOCK": str(own_home / "gone")})
    assert typist.code == 0
    assert "the ssh-agent of SSH_AUTH_SOCK does not answer" in typist.shown
    assert "authorized_keys:1" in typist.shown


# --- security keys -----------------------------------------------------------------------------------------

DEVICE = """\
#!{python}
import os, sys
sys.path.insert(0, {tests!r})
from keys import SecurityKey
file = sys.argv[-1]
data = open(file, "rb").read()
open(file + ".sig", "wb").write(SecurityKey().sign(data, int(os.environ["DEVICE_FLAGS"])))
"""


@pytest.fixture
def device(tmp_path: Path) -> dict[str, str]:
    """A PATH whose ssh-keygen talks to a security key in software, which sets the flags it is told to."""
    program = tmp_path / "bin" / "ssh-keygen"
    program.parent.mkdir()
    program.write_text(DEVICE.format(python=sys.executable, tests=str(Path(__file__).parent)))
    program.chmod(0o755)
    return {"PATH": f"{program.parent}:{os.environ['PATH']}"}


def test_a_security_key_is_enrolled_by_its_handle_and_a_touch(
    house: Household, device: dict[str, str], tmp_path: Path
) -> None:
    security_key_file(tmp_path / "id_sk", 0x01)
    untouched = enrol(house, tmp_path / "id_sk", passphrases=0, env={**device, "DEVICE_FLAGS": "0"})
    assert untouched.code == 6
    assert "was not touched" in untouched.shown
    assert roles(house) == []
    assert enrol(house, tmp_path / "id_sk.pub", passphrases=0, env={**device, "DEVICE_FLAGS": "1"}).code == 0
    assert only(listed(house)["keys"])["kind"] == "sk-ssh-ed25519@openssh.com"


@pytest.mark.parametrize(("made_with", "options"), [(0x01, ["--verify-required"]), (0x05, [])])
def test_a_security_key_with_verification_is_enrolled_with_its_pin_only(
    house: Household, device: dict[str, str], tmp_path: Path, made_with: int, options: list[str]
) -> None:
    security_key_file(tmp_path / "id_sk", made_with)
    touched = {**device, "DEVICE_FLAGS": str(PRESENT)}
    typist = enrol(house, tmp_path / "id_sk", *options, passphrases=0, env=touched)
    assert typist.code == 6
    assert "PIN or biometrics" in typist.shown
    verified = {**device, "DEVICE_FLAGS": str(PRESENT | VERIFIED)}
    assert enrol(house, tmp_path / "id_sk", *options, passphrases=0, env=verified).code == 0
    assert only(listed(house)["keys"])["verify_required"]


def test_a_touch_does_not_take_verification_away(house: Household) -> None:
    """A device that was enrolled with its PIN is not enrolled anew without, by whoever only touches it."""
    key, memory = SecurityKey(), house.memory()
    public_half = sshkey.public_key(key.blob)
    draft = memory.draft_key(public_half, verify_required=True)
    memory.decide_key([envelope(draft.payload, key, PRESENT | VERIFIED)])
    weaker = memory.draft_key(public_half, verify_required=False)
    with pytest.raises(Refused, match="PIN or biometrics"):
        memory.decide_key([envelope(weaker.payload, key, PRESENT)])
    memory.decide_key([envelope(weaker.payload, key, PRESENT | VERIFIED)])
    assert not only(listed(house)["keys"])["verify_required"]


# --- further keys ------------------------------------------------------------------------------------------


@pytest.mark.needs("ssh-keygen")
def test_a_second_key_is_signed_by_the_first_and_by_itself(house: Household, ring: dict[str, Path]) -> None:
    enrolled(house, ring["first"])
    memory, before = house.memory(), listed(house)["root"]["words"]
    draft = memory.draft_key(public(ring["second"]), role="owner")
    first, second, stranger = (envelope(draft.payload, pen(ring[each])) for each in ("first", "second", "stranger"))
    for given, why in [
        ([second], "has to sign it too"),
        ([stranger, second], "is not enrolled"),
        ([first], "did not sign its own enrolment"),
        ([first, stranger], "did not sign its own enrolment"),
        ([], "hold 0 payloads"),
    ]:
        with pytest.raises(Refused, match=why):
            memory.decide_key(given)
    assert roles(house) == [("owner", False)]
    memory.decide_key([first, second])
    assert roles(house) == [("owner", False), ("owner", False)]
    row = listed(house)["keys"][1]
    assert row["enrolled"]["by"] == public(ring["first"]).fingerprint
    assert listed(house)["root"]["words"] != before


@pytest.mark.needs("ssh-keygen")
def test_a_recovery_key_is_enrolled_with_the_first_in_one_go(house: Household, ring: dict[str, Path]) -> None:
    with trust(house, "enrol", ring["first"], "--recovery", ring["second"]) as typist:
        typist.expect("[y/N]").type("y")
        typist.expect(f"Passphrase of {ring['first']}").type(PASSPHRASE)
        typist.expect("[y/N]").type("y")
        typist.expect(f"Passphrase of {ring['second']}").type(PASSPHRASE)
        assert typist.end() == 0
    assert roles(house) == [("owner", False), ("recovery", False)]


@pytest.mark.needs("ssh-keygen")
def test_the_key_that_signs_is_asked_for(house: Household, ring: dict[str, Path]) -> None:
    enrolled(house, ring["first"])
    with trust(house, "enrol", ring["second"]) as typist:
        typist.expect("[y/N]").type("y")
        typist.expect(public(ring["first"]).fingerprint)
        typist.expect("File of the key that signs:").type(str(ring["stranger"]))
        assert typist.end() == 6
    assert "which may not sign" in typist.shown
    with trust(house, "enrol", ring["second"]) as typist:
        typist.expect("[y/N]").type("y")
        typist.expect("File of the key that signs:").type(str(ring["first"]))
        typist.expect("Passphrase of").type(PASSPHRASE)
        assert answer_passphrase(typist) == 0
    assert "is enrolled already" in refused(house, "enrol", ring["second"], "--signed-by", ring["first"])


@pytest.mark.needs("ssh-keygen")
def test_a_role_is_changed_by_a_signed_decision(house: Household, ring: dict[str, Path]) -> None:
    enrolled(house, ring["first"])
    enrolled(house, ring["second"], ring["first"])
    (root_folder(house) / "allowed_signers").write_text(
        "# my keys\n" + (root_folder(house) / "allowed_signers").read_text()
    )
    changed = enrol(house, ring["second"], "--role", "recovery", "--signed-by", ring["first"], passphrases=2)
    assert changed.code == 0
    assert roles(house) == [("owner", False), ("recovery", False)]
    assert (root_folder(house) / "allowed_signers").read_text().startswith("# my keys\n")
    assert listed(house)["waiting"] == []  # the enrolment before it is over


@pytest.mark.needs("ssh-keygen")
def test_a_decision_about_a_key_counts_once(house: Household, ring: dict[str, Path]) -> None:
    enrolled(house, ring["first"])
    memory = house.memory()
    draft = memory.draft_key(public(ring["second"]), role="owner")
    signed = [envelope(draft.payload, pen(ring[each])) for each in ("first", "second")]
    memory.decide_key(signed)
    enrolled(house, ring["second"], ring["first"], role="recovery")
    with pytest.raises(Refused, match="in the log already"):
        memory.decide_key(signed)
    assert roles(house) == [("owner", False), ("recovery", False)]
    assert len(key_leaves(house)) == 3
    with pytest.raises(NotFound):
        memory.finish_key(key_leaves(house)[1]["leaf"])
    enrolled(house, ring["second"], ring["first"], role="owner")  # signed anew it counts


@pytest.mark.needs("ssh-keygen")
def test_two_who_begin_the_root_at_once_do_not_both(house: Household, ring: dict[str, Path]) -> None:
    with trust(house, "enrol", ring["first"]) as one, trust(house, "enrol", ring["second"]) as other:
        for typist in (one, other):
            typist.expect("this key begins it").expect("[y/N]").type("y")
            typist.expect("Passphrase of")
        for typist in (one, other):
            typist.type(PASSPHRASE)
        assert sorted((one.end(), other.end())) == [0, 6]
    assert "has to sign it too" in one.shown + other.shown
    assert roles(house) == [("owner", False)]
    assert len(key_leaves(house)) == 1


@pytest.mark.needs("ssh-keygen")
def test_two_homes_of_one_workspace_do_not_change_its_root_at_once(
    house: Household, ring: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy of the home at another path has a lock of its own; the root, which they share, has one too."""
    enrolled(house, ring["first"])
    monkeypatch.setenv("SAPWOOD_LOCK_SECONDS", "1")
    with lock.held(str(root_folder(house) / "lock"), 1), pytest.raises(Busy):
        enrolled(house, ring["second"], ring["first"])
    assert (len(roles(house)), len(key_leaves(house))) == (1, 1)
    monkeypatch.delenv("SAPWOOD_LOCK_SECONDS")
    enrolled(house, ring["second"], ring["first"])


# --- revocation --------------------------------------------------------------------------------------------


@pytest.fixture
def three(house: Household, ring: dict[str, Path]) -> Household:
    """A home with two owners and a recovery key."""
    enrolled(house, ring["first"])
    enrolled(house, ring["second"], ring["first"])
    enrolled(house, ring["third"], ring["first"], role="recovery")
    return house


@pytest.mark.needs("ssh-keygen")
def test_a_revoked_key_enrols_and_revokes_nobody(three: Household, ring: dict[str, Path]) -> None:
    before = listed(three)["root"]["words"]
    options = ("--reason", "laptop stolen", "--signed-by", str(ring["third"]))
    with trust(three, "revoke", "first", *options) as typist:
        assert answer(typist) == 0
    found = listed(three)
    assert roles(three) == [("owner", True), ("owner", False), ("recovery", False)]
    assert found["root"]["words"] != before
    assert found["root"]["said"] in typist.shown
    ended = found["keys"][0]["revocation"]
    assert (ended["by"], ended["reason"]) == (public(ring["third"]).fingerprint, "laptop stolen")
    assert "laptop stolen" in (root_folder(three) / "revoked_keys").read_text()
    with pytest.raises(Refused, match="was revoked"):
        enrolled(three, ring["stranger"], ring["first"])
    with pytest.raises(Refused, match="was revoked"):
        three.memory().draft_key(public(ring["first"]))
    enrolled(three, ring["stranger"], ring["second"])
    assert "revoked already" in refused(three, "revoke", "first", "--signed-by", ring["second"])


@pytest.mark.needs("ssh-keygen")
def test_only_a_key_that_may_sign_revokes(three: Household, ring: dict[str, Path]) -> None:
    memory = three.memory()
    draft = memory.draft_revocation("second")
    with pytest.raises(Refused, match="is not enrolled"):
        memory.decide_key([envelope(draft.payload, pen(ring["stranger"]))])
    enrolling = memory.draft_key(public(ring["second"]), role="recovery")
    with pytest.raises(Refused, match="payloads"):
        memory.decide_key(
            [envelope(draft.payload, pen(ring["first"])), envelope(enrolling.payload, pen(ring["second"]))]
        )
    assert [revoked for _, revoked in roles(three)] == [False, False, False]
    memory.decide_key([envelope(draft.payload, pen(ring["second"]))])  # by itself, it may
    assert [revoked for _, revoked in roles(three)] == [False, True, False]


@pytest.mark.needs("ssh-keygen")
def test_the_last_key_is_not_revoked_by_mistake(house: Household, ring: dict[str, Path]) -> None:
    enrolled(house, ring["first"])
    fingerprint = public(ring["first"]).fingerprint
    assert "is the last key that may sign" in refused(house, "revoke", fingerprint)
    assert roles(house) == [("owner", False)]
    with trust(house, "revoke", fingerprint[:16], "--force", "--signed-by", ring["first"]) as typist:
        assert answer(typist) == 0
    assert "nothing new is approved" in " ".join(typist.shown.split())
    assert roles(house) == [("owner", True)]
    enrolled(house, ring["second"])  # a new root begins, whose first key stands for itself
    assert roles(house) == [("owner", True), ("owner", False)]


@pytest.mark.needs("ssh-keygen")
def test_with_a_recovery_key_the_owner_is_revoked_and_another_one_enrolled(
    house: Household, ring: dict[str, Path]
) -> None:
    enrolled(house, ring["first"])
    enrolled(house, ring["third"], ring["first"], role="recovery")
    with trust(house, "revoke", "first", "--signed-by", ring["third"]) as typist:
        assert answer(typist) == 0
    assert enrol(house, ring["second"], "--signed-by", ring["third"], passphrases=2).code == 0
    assert roles(house) == [("owner", True), ("recovery", False), ("owner", False)]


@pytest.mark.needs("ssh-keygen")
def test_names_and_fingerprints_lead_to_one_key(three: Household, ring: dict[str, Path]) -> None:
    fingerprint = public(ring["second"]).fingerprint
    for given in ("second", fingerprint, fingerprint.removeprefix("SHA256:"), fingerprint[:14]):
        assert three.memory().trust_key(given)["fingerprint"] == fingerprint
    for given in ("nobody", "SHA256:", fingerprint[:9], ""):
        with pytest.raises(NotFound):
            three.memory().trust_key(given)
    (root_folder(three) / "allowed_signers").write_text(
        (root_folder(three) / "allowed_signers").read_text().replace(" second", " first")
    )
    with pytest.raises(BadArgument, match="it fits SHA256"):
        three.memory().trust_key("first")
    assert "decision(s) of it count" in three.cli("trust", "show", fingerprint).stdout


def sealing(look: Reading) -> Statement:
    return Statement(
        "file:long-term/food.md", "0" * 64, "seal", look.places.workspace, "home", "substrate", keys.heads(look),
        "0" * 64, "joshua", "2026-11-05T20:00:00Z", os.urandom(16).hex(),
    )  # fmt: skip


def seal(house: Household, key: Path) -> str:
    """A decision of a key that is about no key; its leaf."""
    house.write("long-term/food.md", "# Food\n\n- No broccoli\n")
    memory = house.memory()
    with memory._reading() as look:
        said = sealing(look)
    with memory._change() as held:
        return decide.decide(held, envelope(decision.payload(said), pen(key))).leaf


@pytest.mark.needs("ssh-keygen")
def test_what_a_key_decided_before_its_revocation_is_listed(three: Household, ring: dict[str, Path]) -> None:
    memory = three.memory()
    seal(three, ring["first"])
    assert [each["name"] for each in memory.trust_key("first")["decisions"]] == ["file:long-term/food.md"]
    assert memory.trust_key("second")["decisions"] == []
    with trust(three, "revoke", "first", "--signed-by", ring["second"]) as typist:
        assert answer(typist) == 0
    assert "file:long-term/food.md" in typist.shown
    assert "1 decision(s) of it came before" in typist.shown


@pytest.mark.needs("ssh-keygen")
def test_a_revocation_that_is_put_into_the_log_again_changes_nothing(three: Household, ring: dict[str, Path]) -> None:
    """Whoever can append to the log has the signed bytes; with the revoked key they can sign, and it is too late."""
    memory = three.memory()
    before = seal(three, ring["first"])
    with memory._reading() as look:
        late = decision.payload(sealing(look))
    draft = memory.draft_revocation("first")
    signed = envelope(draft.payload, pen(ring["first"]))
    memory.decide_key([signed])
    leaf, body = key_leaves(three)[-1]["leaf"], key_leaves(three)[-1]["body"]
    with memory._change() as held:
        said = {"decision": "seal", "name": "file:long-term/food.md", "decision_id": decision.identity(late)}
        held.stage("decided", (envelope(late, pen(ring["first"])),), said)
    for _ in range(2):
        with memory._change() as held:
            held.stage("key", (signed,), body)
    assert [each["leaf"] for each in memory.trust_key("first")["decisions"]] == [before]
    assert roles(three)[0] == ("owner", True)
    assert listed(three)["keys"][0]["revocation"]["leaf"] == leaf
    (root_folder(three) / "revoked_keys").unlink()
    assert len(memory.trust_key("first")["decisions"]) == 2


@pytest.mark.needs("ssh-keygen")
def test_an_enrolment_is_not_taken_for_a_revocation(three: Household, ring: dict[str, Path]) -> None:
    """What a revoked key decided counts where its revocation had seen it; no other statement about it will do."""
    memory = three.memory()
    leaf = seal(three, ring["second"])
    about = memory.draft_key(public(ring["second"]), role="recovery", name="second")  # it has seen the seal
    memory.decide_key([envelope(about.payload, pen(ring[each])) for each in ("first", "second")])
    (root_folder(three) / "revoked_keys").write_text(f"{public(ring['second']).line} by hand\n")
    with memory._change() as held:
        body = key_leaves(three)[-1]["body"]
        held.stage("key", (envelope(about.payload, pen(ring["first"])),), {**body, "act": "revoke"})
    assert memory.trust_key("second")["decisions"] == []
    (root_folder(three) / "revoked_keys").unlink()
    assert [each["leaf"] for each in memory.trust_key("second")["decisions"]] == [leaf]


@pytest.mark.needs("ssh-keygen")
def test_a_leaf_of_nobody_is_not_shown_as_the_one_that_revoked(three: Household, ring: dict[str, Path]) -> None:
    draft = three.memory().draft_revocation("first")
    (root_folder(three) / "revoked_keys").write_text(f"{public(ring['first']).line} by hand\n")
    for signer, by in (("stranger", None), ("second", public(ring["second"]).fingerprint)):
        with three.memory()._change() as held:
            body = {"decision": "key", "name": keys.name_of(public(ring["first"])), "act": "revoke"}
            held.stage("key", (envelope(draft.payload, pen(ring[signer])),), body)
        ended = listed(three)["keys"][0]["revocation"]
        assert (ended and ended["by"]) == by


# --- what stops in between ---------------------------------------------------------------------------------


def stopping(step: str) -> str:
    """The program, killed at a named step of a change."""
    return (
        "import os, signal\nfrom sapwood.disk import steps\n"
        f"steps.hook = lambda name: os.kill(os.getpid(), signal.SIGKILL) if name == {step!r} else None\n{CODE}"
    )


@pytest.mark.needs("ssh-keygen")
def test_an_enrolment_that_stopped_before_the_root_waits_and_is_finished(
    house: Household, ring: dict[str, Path]
) -> None:
    assert enrol(house, ring["first"], code=stopping("key-leaf")).code == -signal.SIGKILL
    found = listed(house)
    assert (found["root"]["kind"], found["keys"]) == ("none", [])
    waits = only(found["waiting"])
    assert (waits["act"], waits["key"]) == ("enrol", public(ring["first"]).fingerprint)
    assert waits["leaf"] in house.cli("trust", "list").stdout
    again = enrol(house, ring["first"], passphrases=0)
    assert again.code == 0
    assert "signed already" in again.shown
    assert roles(house) == [("owner", False)]
    assert listed(house)["waiting"] == []
    assert len(key_leaves(house)) == 1


@pytest.mark.needs("ssh-keygen")
def test_a_revocation_that_stopped_before_the_root_waits_and_is_finished(
    three: Household, ring: dict[str, Path]
) -> None:
    with trust(three, "revoke", "first", "--signed-by", ring["second"], code=stopping("key-leaf")) as typist:
        assert answer(typist) == -signal.SIGKILL
    assert only(listed(three)["waiting"])["act"] == "revoke"
    with trust(three, "revoke", "first") as typist:
        assert answer(typist, 0) == 0
    assert roles(three)[0] == ("owner", True)
    assert listed(three)["waiting"] == []


@pytest.mark.needs("ssh-keygen")
@pytest.mark.parametrize("step", ["values-synced", "leaf-synced", "witnessed", "key-leaf", "root-written"])
def test_wherever_an_enrolment_stops_the_next_one_ends_well(
    house: Household, ring: dict[str, Path], step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped(BaseException):
        pass

    reached: list[str] = []

    def stop(name: str) -> None:
        reached.append(name)
        if name == step:
            raise Stopped

    house.memory().mark("joshua.food", "Likes fennel")  # the log is there
    memory = house.memory()
    draft = memory.draft_key(public(ring["first"]), name="first")
    monkeypatch.setattr(steps, "hook", stop)
    with contextlib.suppress(Stopped):
        memory.decide_key([envelope(draft.payload, pen(ring["first"]))])
    monkeypatch.setattr(steps, "hook", None)
    if step not in reached:
        pytest.fail(f"{step} is no step of an enrolment; there were {reached}")
    if roles(house) == []:
        again = house.memory().draft_key(public(ring["first"]), name="first")
        if again.waiting:
            house.memory().finish_key(again.waiting)
        else:
            house.memory().decide_key([envelope(again.payload, pen(ring["first"]))])
    assert roles(house) == [("owner", False)]
    assert listed(house)["waiting"] == []
    assert house.cli("verify").returncode == 0


# --- a root that somebody changed --------------------------------------------------------------------------


@pytest.mark.needs("ssh-keygen")
def test_tofu_residual_whoever_runs_as_you_can_add_a_key_and_the_words_tell(
    house: Household, ring: dict[str, Path]
) -> None:
    """The one known hole of a root in the user's configuration: an agent writes a line of its own."""
    enrolled(house, ring["first"])
    words = listed(house)["root"]["words"]
    path = root_folder(house) / "allowed_signers"
    line = f'owner namespaces="{decision.NAMESPACE}" {public(ring["stranger"]).line} helpful\n'
    path.write_text(path.read_text() + line)
    found = listed(house)
    assert found["root"]["kind"] == "tofu"
    assert found["root"]["words"] != words
    assert [each["enrolled"] is None for each in found["keys"]] == [False, True]
    assert "put into the file by hand" in house.cli("trust", "list").stdout
    enrolled(house, ring["second"], ring["stranger"])  # it counts: that is the hole
    held = listed(house, "--root", words, check=5)  # and this is what tells
    assert held["root"]["kind"] == "other"
    assert not held["root"]["counts"]
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:1]))
    assert listed(house, "--root", words)["root"]["said"] == f"root: given · {words}"


@pytest.mark.needs("ssh-keygen")
def test_a_root_that_does_not_read_is_not_changed(house: Household, ring: dict[str, Path]) -> None:
    enrolled(house, ring["first"])
    path = root_folder(house) / "allowed_signers"
    whole = path.read_text()
    draft = house.memory().draft_key(public(ring["second"]), name="second")
    signed = [envelope(draft.payload, pen(ring[each])) for each in ("first", "second")]
    path.write_text(whole + "owner something\n")
    with pytest.raises(RootRefused, match="allowed_signers:2"):
        enrolled(house, ring["second"], ring["first"])
    with pytest.raises(Refused, match="mend the trust root first"):  # nor by what was drafted before
        house.memory().decide_key(signed)
    assert path.read_text() == whole + "owner something\n"
    path.write_text(whole)
    house.memory().decide_key(signed)


@pytest.mark.needs("ssh-keygen")
def test_the_root_of_another_machine_is_shown_before_a_new_one_begins(house: Household, ring: dict[str, Path]) -> None:
    """A clone of the home on a machine that has no root: what its log enrols is said, and can be taken over."""
    enrolled(house, ring["first"])
    shutil.rmtree(root_folder(house))
    assert only(listed(house)["waiting"])["key"] == public(ring["first"]).fingerprint
    draft = house.memory().draft_key(public(ring["second"]))
    assert draft.first
    assert public(ring["first"]).fingerprint in draft.shown
    assert enrol(house, f"{ring['first']}.pub", passphrases=0).code == 0
    assert public(ring["first"]).fingerprint not in house.memory().draft_key(public(ring["second"])).shown


@pytest.mark.needs("ssh-keygen")
def test_a_decision_of_another_memory_is_refused(house: Household, ring: dict[str, Path], tmp_path: Path) -> None:
    other = Household(tmp_path / "other")
    draft = other.memory().draft_key(public(ring["first"]))
    with pytest.raises(Refused, match="workspace"):
        house.memory().decide_key([envelope(draft.payload, pen(ring["first"]))])
    assert roles(house) == []
    other.memory().decide_key([envelope(draft.payload, pen(ring["first"]))])
    assert roles(other) == [("owner", False)]


@pytest.mark.needs("ssh-keygen")
def test_a_signature_for_something_else_enrols_nobody(house: Household, ring: dict[str, Path]) -> None:
    memory = house.memory()
    draft = memory.draft_key(public(ring["first"]))
    said = decision.parse(draft.payload)
    for wrong in (
        said._replace(subject_path="key.revoke"), said._replace(subject_path="key.enrol.king"),
        said._replace(decision="approve"), said._replace(name=f"key:{public(ring['second']).fingerprint}"),
        said._replace(sha256="0" * 64), said._replace(heads=()),
        said._replace(heads=(only(said.heads)._replace(root="0" * 64),)),
        said._replace(heads=(only(said.heads)._replace(size=99),)),
    ):  # fmt: skip
        with pytest.raises(Refused):
            memory.decide_key([envelope(decision.payload(wrong), pen(ring["first"]))])
    assert roles(house) == []
    memory.decide_key([envelope(decision.payload(said), pen(ring["first"]))])
    assert roles(house) == [("owner", False)]


# --- a root that only root can change ----------------------------------------------------------------------


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that belongs to root, and in it a person's folders that belong to somebody without rights. Not below
    pytest's own, which nobody but root may enter."""
    if os.geteuid() != 0:
        pytest.skip("not run: rights of root missing")
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    folder.chmod(0o755)
    monkeypatch.setenv("HOME", str(folder / "person"))
    for kind in XDG_FOLDERS:
        (folder / "person" / kind.lower()).mkdir(parents=True)
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(folder / "person" / kind.lower()))
    yield folder
    shutil.rmtree(folder)


@pytest.mark.needs("ssh-keygen")
def test_with_a_root_of_the_machine_a_user_is_told_what_root_has_to_do(machine: Path) -> None:
    """Started as root, the program gives its rights away; the folder is named by a call, since nothing else can."""
    house = Household(machine / "person" / "memory")
    key = make_key(house.folder / "id", PASSPHRASE)
    trusted = machine / "trust"
    trusted.mkdir()
    users, workspace = root_folder(house), house.memory().home.places.workspace
    for top, names, files in os.walk(machine / "person"):
        for name in (".", *names, *files):
            os.chown(os.path.join(top, name), NOBODY, NOBODY)
    code = (
        "import encodings.ascii, encodings.utf_8_sig, getpass, importlib, os, pkgutil, shlex, tomllib\nimport sapwood\n"
        "for each in pkgutil.walk_packages(sapwood.__path__, 'sapwood.'): importlib.import_module(each.name)\n"
        f"sapwood.signing.unlock({str(key)!r}, {PASSPHRASE.encode()!r})\n"  # all is imported that only root may read
        f"os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})\n"
        f"sapwood.disk.places.SYSTEM_TRUST = {str(trusted)!r}\n{CODE}"
    )

    def look(wanted: int = 0) -> str:
        with trust(house, "list", code=code) as typist:
            assert typist.end() == wanted, typist.shown
        return typist.shown

    typist = enrol(house, key, code=code)
    assert typist.code == 0, typist.shown
    assert "Root keeps the list" in typist.shown
    assert not users.exists()
    shown = look()
    assert "root: none" in shown
    assert "waits: " in shown
    script = typist.shown[typist.shown.index("sudo install") : typist.shown.index("\nEND\n") + 5]
    subprocess.run(["sh", "-ec", script.replace("sudo ", "")], check=True)
    shown = look()
    assert "root: system · " in shown
    assert "waits" not in shown
    (trusted / workspace / "allowed_signers").chmod(0o666)
    assert "can be written by others" in look(5)


def test_memory_says_the_same_as_the_command(house: Household) -> None:
    assert Memory(str(house.folder)).trust() == listed(house)

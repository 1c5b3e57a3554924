"""Which trust root counts, who may sign by it, and what is out of reach of whatever runs as the same user."""

from __future__ import annotations

import base64
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from household import Household
from keys import NAMESPACE, SecurityKey, wire
from sapwood import settings
from sapwood.core import sshkey
from sapwood.core.signers import Enrolled
from sapwood.core.sshkey import PublicKey
from sapwood.core.sshsig import Refusal
from sapwood.disk import owned
from sapwood.disk.places import SYSTEM_TRUST, Places
from sapwood.gate import root

OPTIONS = f'namespaces="{NAMESPACE}"'
AT = 1_800_000_000.0
NOBODY = 65534


def plain(name: str) -> PublicKey:
    """A key in a file, made from a name."""
    point = SecurityKey(seed=name.encode()).private.public_key().public_bytes_raw()
    return sshkey.public_key(wire("ssh-ed25519", point))


MINE, OTHERS = plain("mine"), plain("others")


def line(key: PublicKey, role: str = "owner", options: str = OPTIONS) -> str:
    return f"{role} {options} {key.line} joshua@laptop\n"


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """A home whose machine has no folder for trust roots."""
    home = Household(tmp_path / "memory").memory().home
    return home.places._replace(system_trust=str(tmp_path / "etc" / "trust"))


def put(folder: str, signers: str, revoked: str | None = None) -> None:
    os.makedirs(folder, exist_ok=True)
    Path(folder, "allowed_signers").write_text(signers)
    if revoked is not None:
        Path(folder, "revoked_keys").write_text(revoked)


def signs(found: root.Root, key: PublicKey = MINE, **how: bool) -> bool:
    return isinstance(found.may_sign(key, NAMESPACE, AT, **how), Enrolled)


def reason(found: root.Root, key: PublicKey = MINE, namespace: str = NAMESPACE, at: float = AT) -> str:
    refusal = found.may_sign(key, namespace, at)
    assert isinstance(refusal, Refusal), refusal
    return refusal.reason


# --- the root of a user ------------------------------------------------------------------------------------


def test_without_a_root_nobody_signs(places: Places) -> None:
    found = root.load(places)
    assert (found.kind, found.system, found.problems) == ("none", False, ())
    assert reason(found) == "root"
    put(places.user_root, line(MINE))
    assert signs(root.load(places))


def test_the_users_root_lies_in_the_configuration(places: Places, own_home: Path) -> None:
    assert places.user_root == str(own_home / "config" / "sapwood" / "trust" / places.workspace)
    put(places.user_root, line(MINE))
    found = root.load(places)
    assert found.kind == "tofu"
    assert found.said == f"root: tofu · {found.words}"
    assert len(found.words.split()) == 8


def test_only_an_enrolled_key_signs_in_its_namespace_and_time(places: Places) -> None:
    put(places.user_root, line(MINE, options=f'{OPTIONS},valid-after="20270101Z",valid-before="20280101Z"'))
    found = root.load(places)
    assert signs(found)
    assert reason(found, OTHERS) == "unknown"
    assert reason(found, namespace="file") == "validity"
    assert reason(found, at=AT - 40 * 86_400) == "validity"
    assert reason(found, at=AT + 365 * 86_400) == "validity"


def test_a_revoked_key_signs_nothing_more(places: Places) -> None:
    put(places.user_root, line(MINE) + line(OTHERS, "recovery"), f"{MINE.line} lost\n")
    found = root.load(places)
    assert reason(found) == "revoked"
    assert signs(found, before_revocation=True)
    assert signs(found, OTHERS)
    assert [each.key for each in found.active] == [OTHERS]


def test_a_revoked_security_key_does_not_sign_as_a_plain_one(places: Places) -> None:
    device = SecurityKey(seed=b"mine")
    put(places.user_root, line(MINE), f"{device.line}\n")
    assert reason(root.load(places)) == "revoked"
    put(places.user_root, line(MINE), f"{SecurityKey(seed=b'another').line}\n")
    assert signs(root.load(places))


def test_a_list_of_revoked_keys_that_does_not_read_stops_every_key(places: Places) -> None:
    put(places.user_root, line(MINE), "ssh-ed25519 this-is-no-key\n")
    found = root.load(places)
    assert reason(found) == "root"
    assert "revoked_keys:1" in found.may_sign(MINE, NAMESPACE, AT).message  # type: ignore[union-attr]
    put(places.user_root, line(MINE), "# none so far\n")
    assert signs(root.load(places))


def test_a_signer_that_does_not_read_enrols_nobody_and_is_named(places: Places) -> None:
    put(places.user_root, line(MINE) + f"owner {OTHERS.line}\n")
    found = root.load(places)
    assert signs(found)
    assert reason(found, OTHERS) == "unknown"
    assert [problem.line for problem in found.problems] == [2]


def test_what_cannot_be_read_is_not_taken_for_empty(places: Places) -> None:
    put(places.user_root, line(MINE))
    os.mkdir(os.path.join(places.user_root, "revoked_keys"))
    found = root.load(places)
    assert (found.kind, found.words) == ("unsafe", "")
    assert reason(found) == "root"
    os.rmdir(os.path.join(places.user_root, "revoked_keys"))
    assert signs(root.load(places))


def test_given_words_must_be_those_of_the_root(places: Places) -> None:
    put(places.user_root, line(MINE))
    words = root.load(places).words
    for typed in (words, words.upper(), words.replace(" ", "-")):
        found = root.load(places, typed)
        assert (found.kind, signs(found)) == ("given", True)
    put(places.user_root, line(MINE) + line(OTHERS))
    found = root.load(places, words)
    assert (found.kind, reason(found)) == ("other", "root")
    assert found.words not in (words, "")
    assert signs(root.load(places), OTHERS)  # without the words nobody notices


def test_given_words_are_not_met_by_a_root_that_cannot_be_read(places: Places) -> None:
    put(places.user_root, line(MINE))
    words = root.load(places).words
    os.remove(os.path.join(places.user_root, "allowed_signers"))
    os.mkdir(os.path.join(places.user_root, "allowed_signers"))
    assert root.load(places, words).kind == "unsafe"


# --- the root of the machine -------------------------------------------------------------------------------


@pytest.fixture
def machine(places: Places) -> Iterator[Places]:
    """The home on a machine whose roots belong to root: below /tmp, whose sticky bit keeps what is in it."""
    if os.geteuid() != 0:
        pytest.skip("not run: rights of root missing")
    folder = tempfile.mkdtemp(dir="/tmp")
    os.chmod(folder, 0o755)
    found = places._replace(system_trust=f"{folder}/sapwood/trust")
    put(found.system_root, line(MINE), "")
    yield found
    shutil.rmtree(folder)


def test_the_machines_root_goes_before_the_users(machine: Places) -> None:
    put(machine.user_root, line(OTHERS))
    found = root.load(machine)
    assert (found.kind, found.system, found.folder) == ("system", True, machine.system_root)
    assert signs(found)
    assert reason(found, OTHERS) == "unknown"
    shutil.rmtree(machine.system_trust)
    assert signs(root.load(machine), OTHERS)


def test_a_machine_with_roots_has_no_other_for_a_home_of_another_name(machine: Places) -> None:
    renamed = machine._replace(workspace="another")
    put(renamed.user_root, line(OTHERS))
    found = root.load(renamed)
    assert (found.kind, reason(found, OTHERS)) == ("none", "root")
    assert "sapwood trust enrol" in str(found.problems[0])
    assert signs(root.load(renamed._replace(system_trust="/nowhere")), OTHERS)


@pytest.mark.parametrize("part", ["allowed_signers", "revoked_keys", "", "..", "../.."])
@pytest.mark.parametrize("how", ["owner", "group", "others"])
def test_what_others_can_write_is_no_root(machine: Places, part: str, how: str) -> None:
    assert root.load(machine).kind == "system"
    path = os.path.normpath(os.path.join(machine.system_root, part))
    mode = os.stat(path).st_mode
    if how == "owner":
        os.chown(path, NOBODY, -1)
    else:
        os.chmod(path, mode | (0o020 if how == "group" else 0o002))
    put(machine.user_root, line(MINE))
    found = root.load(machine)
    assert (found.kind, reason(found)) == ("unsafe", "root")
    assert path in str(found.problems[0])
    os.chown(path, 0, -1)
    os.chmod(path, mode)
    assert root.load(machine).kind == "system"


@pytest.mark.parametrize("part", ["allowed_signers", "", ".."])
def test_a_link_is_no_root(machine: Places, part: str) -> None:
    path = os.path.normpath(os.path.join(machine.system_root, part))
    os.rename(path, f"{path}-real")
    os.symlink(f"{path}-real", path)
    found = root.load(machine)
    assert (found.kind, reason(found)) == ("unsafe", "root")
    assert "is a link" in str(found.problems[0])
    os.remove(path)
    os.rename(f"{path}-real", path)
    assert signs(root.load(machine))


def test_a_folder_with_the_sticky_bit_keeps_what_lies_in_it_but_is_no_root(machine: Places) -> None:
    os.chmod(machine.system_trust, 0o1777)
    assert root.load(machine).kind == "system"
    os.chmod(machine.system_root, 0o1777)  # here anybody could put the list of signers that is not there yet
    assert root.load(machine).kind == "unsafe"


def test_a_machines_root_without_its_list_of_signers_is_none(machine: Places) -> None:
    os.remove(os.path.join(machine.system_root, "allowed_signers"))
    assert root.load(machine).kind == "none"
    os.chmod(machine.system_root, 0o777)
    assert root.load(machine).kind == "unsafe"


def test_a_machines_root_that_a_user_cannot_look_at_is_not_passed_over(machine: Places) -> None:
    put(machine.user_root, line(OTHERS))
    above = os.path.dirname(machine.system_trust)
    for folder in (above, machine.system_trust, machine.system_root):
        os.chmod(folder, 0o700)
        os.seteuid(NOBODY)
        try:
            found = root.load(machine)
        finally:
            os.seteuid(0)
        os.chmod(folder, 0o755)
        assert (found.kind, reason(found, OTHERS)) == ("unsafe", "root"), folder
    os.seteuid(NOBODY)
    try:
        assert signs(root.load(machine))
    finally:
        os.seteuid(0)


# --- what leads to it --------------------------------------------------------------------------------------


def test_nothing_in_the_environment_or_the_settings_leads_past_the_machines_root(tmp_path: Path) -> None:
    house = Household(tmp_path / "memory")
    given = {
        name: str(tmp_path)
        for name in (
            "HOME",
            "XDG_CONFIG_HOME",
            "XDG_STATE_HOME",
            "SAPWOOD_TRUST",
            "SAPWOOD_SYSTEM_TRUST",
            "SAPWOOD_ROOT",
        )
    }
    assert settings.load(str(house.folder), given).places.system_trust == SYSTEM_TRUST
    assert settings.load(str(house.folder), given).places.user_trust == str(tmp_path / "sapwood" / "trust")
    for key in ("system_trust", "trust", "root"):
        with (house.folder / "sapwood.toml").open("a") as file:
            file.write(f'\n{key} = "{tmp_path}"\n')
        with pytest.raises(Exception, match="wanted only the keys"):
            settings.load(str(house.folder), given)
        text = (house.folder / "sapwood.toml").read_text()
        (house.folder / "sapwood.toml").write_text(text.replace(f'\n{key} = "{tmp_path}"\n', ""))


def test_files_of_the_system_itself_belong_to_root(tmp_path: Path) -> None:
    assert owned.fault("/etc/passwd") == ""
    assert owned.read("/etc/passwd", 1 << 20).data == Path("/etc/passwd").read_bytes()
    mine = tmp_path / "signers"
    mine.write_text(line(MINE))
    os.chmod(mine, 0o666)
    assert owned.fault(str(mine)) != ""
    assert owned.read(str(mine), 1 << 20).data is None


def test_the_words_are_over_the_bytes_of_both_files(places: Places) -> None:
    put(places.user_root, line(MINE), "")
    words = {root.load(places).words}
    put(places.user_root, line(MINE), f"{OTHERS.line} lost\n")
    words.add(root.load(places).words)
    put(places.user_root, line(MINE, "recovery"), "")
    words.add(root.load(places).words)
    put(places.user_root, f"# {base64.b64encode(b'a remark').decode()}\n" + line(MINE), "")
    words.add(root.load(places).words)
    assert len(words) == 3

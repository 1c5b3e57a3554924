"""`tools/verify.py` and the package, held against each other: two programs that share no code say the same of every
decision, every claim, every file of knowledge, and of whatever was done to a home by hand.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from securesystemslib.dsse import Envelope as DsseEnvelope

from forger import OTHER, Forger
from gate.test_attacks import ATTACKS, GOOD, Attack, World, build
from household import Household, only
from keys import NAMESPACE, PRESENT, VERIFIED, SecurityKey, covered, ssh_verifies, wire
from person import Person
from sapwood.core import claim as claims
from sapwood.core import decision, instant, signers, skeleton, sshkey, sshsig
from sapwood.core import leaf as leaves
from sapwood.core.evidence import Evidence
from sapwood.errors import BadClaim, BadDecision, BadLeaf
from sapwood.gate import root
from sapwood.log.read import is_decision
from sapwood.verbs import verify as ours

TOOL = Path(__file__).resolve().parents[1] / "tools" / "verify.py"


def loaded() -> Any:
    """The tool as a module of its own."""
    spec = importlib.util.spec_from_file_location("independent_verifier", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


tool = loaded()


class Both(NamedTuple):
    """What the tool and the package say of one home."""

    theirs: dict[str, Any]
    ours: Any

    @property
    def codes(self) -> tuple[int, int]:
        return self.theirs["code"], self.ours.code


def asked(house: Household, *arguments: str) -> dict[str, Any]:
    """What the tool says, at the household's instant."""
    given = [str(house.folder), "--at", instant.iso(house.now), *arguments]
    found: dict[str, Any] = tool.verify(tool.arguments(given))
    return found


def elsewhere(house: Household, words: str, heads: tuple[str, ...]) -> Any:
    """What the package says on a machine that sees this home for the first time: with no witness, as the tool has none."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        for kind in ("STATE", "CACHE"):
            patch.setenv(f"XDG_{kind}_HOME", folder)
        return house.memory().verify(root=words, heads=heads, index=False)


def both(house: Household, words: str = "", heads: tuple[str, ...] = ()) -> Both:
    """Ask both, and hold against each other what they say."""
    given = [part for line in heads for part in ("--head", line)]
    theirs = asked(house, "--root", words, *given)
    found = Both(theirs, elsewhere(house, words, heads))
    mine = found.ours
    assert theirs["code"] == mine.code
    refused = {each["leaf"]: each["reason"] for each in mine.decisions["refused"]}
    judged = {each["leaf"]: each["verdict"] for each in theirs["decisions"]}
    assert {leaf: verdict for leaf, verdict in judged.items() if verdict != "good"} == refused
    assert list(judged.values()).count("good") == mine.decisions["good"]
    states = {each: state for state, ids in mine.claims.items() for each in ids}
    said = {each: row["state"] for each, row in theirs["claims"].items()}
    if theirs["code"] not in (ours.OLDER, ours.FORK):
        assert said == states
    for each, state in said.items():  # where a log is cut, the tool cannot know what was in it, and approves nothing
        assert state == states[each] or (state, theirs["code"]) in (("unverifiable", 3), ("unverifiable", 4))
    files = {each["file"]: each["status"] for each in mine.knowledge}
    if said == states:
        assert {each["file"]: each["status"] for each in theirs["knowledge"]} == files
    assert {each["origin"]: (each["size"], each["root"]) for each in theirs["logs"]} == {
        each["origin"]: (each["size"], each["root"]) for each in mine.logs
    }
    assert theirs["leaves"] == mine.leaves
    return found


def states(found: dict[str, Any]) -> list[str]:
    return sorted(each["state"] for each in found["claims"].values())


@pytest.fixture
def house(tmp_path: Path) -> Household:
    found = Household(tmp_path / "home")
    found.memory().mark("joshua.city", "Joshua lives in Berlin.")
    return found


@pytest.fixture(scope="module")
def _built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path, World, tuple[str, ...]]]:
    """The world of the attacks, made once; every test gets a copy at the same place. With its heads."""
    top = tmp_path_factory.mktemp("world")
    place, kept = top / "place", top / "kept"
    with pytest.MonkeyPatch.context() as patch:
        live_in(place, patch)
        made = build(Household(place / "home"))
        heads = tuple(made.house.memory().heads())
    shutil.copytree(place, kept, symlinks=True)
    yield place, kept, made, heads


def live_in(place: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("HOME", str(place))
    for kind in ("STATE", "CACHE", "DATA", "CONFIG"):
        (place / kind.lower()).mkdir(parents=True, exist_ok=True)
        patch.setenv(f"XDG_{kind}_HOME", str(place / kind.lower()))


@pytest.fixture
def world(_built: Any, monkeypatch: pytest.MonkeyPatch) -> World:
    place, kept, found, _ = _built
    shutil.rmtree(place)
    shutil.copytree(kept, place, symlinks=True)
    live_in(place, monkeypatch)
    found.house.at("2026-11-05T22:00:00Z")
    made: World = found
    return made


# --- it stands alone ---------------------------------------------------------------------------------------


def test_it_imports_the_standard_library_and_cryptography_and_nothing_else() -> None:
    tree = ast.parse(TOOL.read_text())
    names = {each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    tops = {name.partition(".")[0] for name in names}
    assert "cryptography" in tops
    assert tops - {"cryptography"} <= set(sys.stdlib_module_names)
    assert not tops & {"socket", "urllib", "http", "subprocess", "ssl", "sapwood", "importlib"}


def test_it_runs_where_the_package_cannot_be_imported(world: World) -> None:
    command = [sys.executable, "-I", str(TOOL), str(world.house.folder), "--at", "2026-11-05T22:00:00Z"]
    blocked = ["-c", f"import sys, runpy; sys.modules['sapwood'] = None; sys.argv = {command[2:]!r}; "
               f"runpy.run_path({str(TOOL)!r}, run_name='__main__')"]  # fmt: skip
    for arguments in (command, [sys.executable, "-I", *blocked]):
        done = subprocess.run(arguments, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert "2 approved, 1 expired, 1 retired, 1 superseded, 1 tombstoned" in done.stdout
        assert "unwitnessed" in done.stdout


def test_it_writes_nothing(world: World) -> None:
    before = world.house.snapshot()
    asked(world.house)
    assert world.house.snapshot() == before


# --- the same word about every home ------------------------------------------------------------------------


def test_they_agree_on_a_home_where_a_person_decided(world: World, _built: Any) -> None:
    found = both(world.house, world.words, _built[3])
    assert found.codes == (0, 0)
    assert states(found.theirs) == ["approved", "approved", "expired", "retired", "superseded", "tombstoned"]
    assert not any("unwitnessed" in each for each in found.theirs["notes"])


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.make.__name__)
def test_they_agree_after_every_attack(world: World, _built: Any, attack: Attack) -> None:
    """With the heads that were kept before and without any, by the words of the root and by whatever root is there."""
    before = {each for each, row in asked(world.house)["claims"].items() if row["state"] == "approved"}
    attack.make(world)
    for heads in ((), _built[3]):
        found = both(world.house, world.words, heads)
        if heads:
            approved = {each for each, row in found.theirs["claims"].items() if row["state"] == "approved"}
            assert approved <= before
    both(world.house)


def test_they_agree_on_words_that_the_root_has_not(world: World) -> None:
    found = both(world.house, "lusab babad " * 4)
    assert found.codes == (5, 5)
    assert set(states(found.theirs)) == {"unverifiable"}
    assert both(world.house, world.words.upper().replace(" ", "-")).codes == (0, 0)


def test_they_agree_without_a_root(world: World) -> None:
    (world.person.root / "allowed_signers").unlink()
    found = both(world.house)
    assert found.codes == (5, 5)
    assert found.theirs["root"]["kind"] == "none"


def test_a_home_where_nobody_decided_needs_no_root(house: Household) -> None:
    found = both(house)
    assert found.codes == (0, 0)
    assert (found.theirs["root"]["kind"], found.theirs["decisions"]) == ("none", [])


def test_they_agree_after_a_tombstone_was_signed_back(world: World) -> None:
    stone = world.person.tombstone(GOOD)
    assert states(both(world.house).theirs).count("tombstoned") == 2
    world.person.untombstone(stone)
    assert states(both(world.house).theirs).count("tombstoned") == 1
    world.forger.copy(stone.leaf)
    world.forger.copy(stone.leaf, replica=OTHER, lc=9_000)
    assert states(both(world.house).theirs).count("tombstoned") == 1


def test_they_agree_that_who_had_not_seen_a_tombstone_does_not_lift_it(world: World) -> None:
    before = world.person.statement("untombstone", "decision:x", b"").heads
    stone = world.person.tombstone(GOOD)
    name, data = f"decision:{stone.identity}", stone.identity.encode()
    blind = world.person.statement("untombstone", name, data, heads=before)
    world.house.memory().decide(world.person.signed(blind))
    assert states(both(world.house).theirs).count("tombstoned") == 2
    world.person.untombstone(stone)
    assert states(both(world.house).theirs).count("tombstoned") == 1


@pytest.mark.parametrize("fields", [{"scope": "client"}, {"path": "joshua.other"}, {"data": b"other"}, {}])
def test_they_agree_on_an_approval_of_something_else_than_the_claim(house: Household, fields: dict[str, Any]) -> None:
    person, forger = Person(house), Forger(house)
    claim = person.claim("Joshua eats no eggs.")
    data = claims.render(claim)
    said = person.statement(**{"verdict": "approve", "name": claim.name, "data": data, **fields})
    envelope = person.signed(said)
    identity = decision.identity(decision.opened(envelope).payload)
    body = {"decision": "approve", "name": said.name, "decision_id": identity}
    forger.append("decided", body, (forger.keep(envelope), forger.keep(data)))
    assert states(both(house).theirs) == ["unverifiable" if fields else "approved"]


@pytest.mark.parametrize("match", decision.MATCHES)
def test_they_agree_on_what_a_tombstone_meets(house: Household, match: str) -> None:
    person = Person(house)
    person.approve("Kostet 5 € pro Stück, sagt Søren.", "joshua.shop")
    person.approve("Kostet 5 € pro Stück, sagt Søren!", "joshua.shop")
    person.approve("Kostet 5 € pro Stück, sagt Søren.", "joshua.prices")
    person.approve("Kostet 6 € pro Stück, sagt Søren.", "joshua.shop")
    person.tombstone("Kostet 5 € pro Stück, sagt Søren.", "joshua.shop", match)
    wanted = {"exact": 2, "skeleton": 3, "subject-skeleton": 2}[match]
    assert states(both(house).theirs).count("tombstoned") == wanted


def test_they_agree_on_a_key_that_was_revoked(house: Household) -> None:
    """What it decided before counts, by the heads of the revocation; what it signs after does not."""
    owner, second = Person(house), Person(house, b"second", signers.RECOVERY)
    owner.approve("Joshua eats no eggs.")
    name = f"key:{owner.signer.key.fingerprint}"
    said = second.statement("key", name, owner.signer.key.blob, "key.revoke")
    house.memory().decide_key([second.signed(said)])
    assert both(house).codes == (0, 0)
    forger, late = Forger(house), owner.claim("Joshua eats raw eggs.")
    data = claims.render(late)
    envelope = owner.signed(owner.statement("approve", late.name, data))
    identity = decision.identity(decision.opened(envelope).payload)
    body = {"decision": "approve", "name": late.name, "decision_id": identity}
    place = forger.append("decided", body, (forger.keep(envelope), forger.keep(data)))
    found = both(house)
    assert found.codes == (1, 1)
    assert only([each for each in found.theirs["decisions"] if each["leaf"] == place])["verdict"] == "revoked"
    assert states(found.theirs) == ["approved", "unverifiable"]


def test_they_agree_on_two_keys_that_revoked_each_other(house: Household) -> None:
    first, second = Person(house), Person(house, b"second", signers.RECOVERY)
    first.approve("Joshua eats no eggs.")
    forger = Forger(house)
    envelopes = []
    for one, other in ((first, second), (second, first)):
        said = one.statement("key", f"key:{other.signer.key.fingerprint}", other.signer.key.blob, "key.revoke")
        envelopes.append((said.name, one.signed(said)))
    for name, envelope in envelopes:
        identity = decision.identity(decision.opened(envelope).payload)
        body = {"decision": "key", "name": name, "decision_id": identity, "act": "revoke", "role": ""}
        forger.append("key", body, (forger.keep(envelope),))
    lines = b"".join(signers.revoked_line(each.signer.key, "") for each in (first, second))
    (first.root / root.REVOKED).write_bytes(lines)
    assert both(house).codes == (1, 1)


def test_they_agree_on_a_home_of_two_machines(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path(os.environ["HOME"])
    with monkeypatch.context() as patch:
        for kind in ("STATE", "CACHE"):
            (home / f"laptop-{kind.lower()}").mkdir()
            patch.setenv(f"XDG_{kind}_HOME", str(home / f"laptop-{kind.lower()}"))
        world.person.retire(world.claims[GOOD])
    found = both(world.house, world.words, tuple(world.house.memory().heads()))
    assert found.codes == (0, 0)
    assert len(found.theirs["logs"]) == 2
    assert states(found.theirs).count("retired") == 2


def test_they_agree_on_erased_and_lost_values(house: Household) -> None:
    person = Person(house)
    made = house.memory().mark("joshua.food", "Joshua eats no eggs.")
    person.approve("Joshua drinks tea.")
    house.memory().forget(made.id, erase=True)
    found = both(house)
    assert found.codes == (0, 0)
    assert found.theirs["erased"] == found.ours.erased > 0
    forger = Forger(house)
    leaf = next(each for each in forger.leaves() if each.type == "decided")
    forger.drop_value(leaf.digests[1])
    found = both(house)
    assert found.codes == (1, 1)
    assert states(found.theirs) == ["unverifiable"]


def test_they_agree_on_a_salt_that_was_replaced_or_taken_away(world: World) -> None:
    """Keys of tombstones are made with the salt: with another one a rejected value would stand again."""
    salt = world.house.folder / ".sapwood" / "salt"
    kept = salt.read_bytes()
    for other in (bytes(32), None):
        salt.unlink()
        if other is not None:
            salt.write_bytes(other)
        found = both(world.house, world.words)
        assert found.codes == (1, 1)
        assert "approved" not in states(found.theirs)
        assert world.trusted() == []
    salt.write_bytes(kept)
    assert both(world.house, world.words).codes == (0, 0)


def test_a_log_under_the_name_of_another_replica_is_found(world: World) -> None:
    logs = world.house.folder / ".sapwood" / "log"
    shutil.copytree(logs / world.forger.replica, logs / OTHER)
    found = both(world.house, world.words)
    assert found.codes == (1, 1)
    assert any("begun as the log of" in each for each in found.theirs["findings"])


# --- heads -------------------------------------------------------------------------------------------------


def test_heads_that_were_kept_tell_older_from_another(world: World) -> None:
    early = only(world.house.memory().heads())
    world.house.memory().jot("one line more")
    late = only(world.house.memory().heads())
    assert both(world.house, heads=(early, late)).codes == (0, 0)
    origin, size, root_hash = late.split()
    assert asked(world.house, "--head", f"{origin} {size} {early.split()[2]}")["code"] == 4
    assert asked(world.house, "--head", f"{origin} {int(size) + 1} {root_hash}")["code"] == 3
    assert asked(world.house, "--head", f"{origin[:-1]}x {size} {root_hash}")["code"] == 3
    assert asked(world.house, "--head", f"sapwood-other/{OTHER} {size} {root_hash}")["code"] == 2
    assert asked(world.house, "--head", early)["code"] == 0


def test_exit_codes_of_the_command(world: World, tmp_path: Path) -> None:
    def code(*arguments: str) -> int:
        done = subprocess.run([sys.executable, str(TOOL), *arguments], capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr
        return done.returncode

    home, at = str(world.house.folder), ("--at", "2026-11-05T22:00:00Z")
    assert code(home, *at) == 0
    assert code(home, *at, "--head", "nonsense") == 2
    assert code(str(tmp_path)) == 2
    assert code(home, *at, "--root", "other words") == 5
    assert code(home, *at, "--signers", str(tmp_path / "missing")) == 5
    signing = str(world.person.root / "allowed_signers")
    assert code(home, *at, "--signers", signing, "--root", world.words) == 0
    Household(tmp_path / "new")
    assert code(str(tmp_path / "new")) == 2


def test_json_says_the_same_as_the_text(world: World) -> None:
    arguments = [sys.executable, str(TOOL), str(world.house.folder), "--at", "2026-11-05T22:00:00Z", "--json"]
    found = json.loads(subprocess.run(arguments, capture_output=True, text=True, check=True).stdout)
    assert found == asked(world.house)


# --- one byte ----------------------------------------------------------------------------------------------


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(which=st.integers(0, 2), place=st.floats(0, 1, exclude_max=True), other=st.integers(1, 255))
@example(which=0, place=0.5, other=0x20)
def test_both_notice_one_changed_byte(_built: Any, which: int, place: float, other: int) -> None:
    """In the log, in the values, in a file of knowledge; with the heads that were kept."""
    folder, kept, made, heads = _built
    with pytest.MonkeyPatch.context() as patch:
        shutil.rmtree(folder)
        shutil.copytree(kept, folder, symlinks=True)
        live_in(folder, patch)
        made.house.at("2026-11-05T22:00:00Z")
        own = made.house.folder / ".sapwood"
        files = [only(list((own / "log").glob("*/*"))), only(list((own / "values").glob("*/*")))]
        files.append(min((made.house.folder / "knowledge").glob("*.md")))
        data = bytearray(files[which].read_bytes())
        at = int(place * len(data))
        data[at] ^= other
        files[which].write_bytes(data)
        found = both(made.house, made.words, heads)
        assert found.theirs["code"] != 0
        assert found.ours.code != 0
        if which:
            assert found.codes == (1, 1)


# --- hostile input -----------------------------------------------------------------------------------------


def hostile(make: Callable[[Household, Path], None]) -> Any:
    return pytest.param(make, id=make.__name__)


def a_fifo_for_a_log(house: Household, own: Path) -> None:
    os.mkfifo(only(list((own / "log").iterdir())) / "000002.jsonl")


def a_fifo_for_values(house: Household, own: Path) -> None:
    os.mkfifo(only(list((own / "values").iterdir())) / "000002.jsonl")


def a_fifo_for_knowledge(house: Household, own: Path) -> None:
    os.mkfifo(house.folder / "knowledge" / "eggs.md")


def a_fifo_for_the_salt(house: Household, own: Path) -> None:
    (own / "salt").unlink()
    os.mkfifo(own / "salt")


def a_link_for_a_log(house: Household, own: Path) -> None:
    os.symlink("/etc/passwd", only(list((own / "log").iterdir())) / "000002.jsonl")


def a_link_to_the_log_itself(house: Household, own: Path) -> None:
    segment = only(list((own / "log").iterdir())) / "000001.jsonl"
    shutil.move(segment, house.folder / "elsewhere.jsonl")
    os.symlink(house.folder / "elsewhere.jsonl", segment)


def a_link_for_the_folder_of_logs(house: Household, own: Path) -> None:
    shutil.move(own / "log", house.folder / "elsewhere")
    os.symlink(house.folder / "elsewhere", own / "log")


def a_folder_for_a_segment(house: Household, own: Path) -> None:
    (only(list((own / "values").iterdir())) / "000002.jsonl").mkdir()


def a_file_of_two_gigabytes(house: Household, own: Path) -> None:
    with (only(list((own / "values").iterdir())) / "000002.jsonl").open("wb") as file:
        file.truncate(2 << 30)


def a_line_without_end(house: Household, own: Path) -> None:
    with (only(list((own / "log").iterdir())) / "000002.jsonl").open("wb") as file:
        file.truncate(70 << 20)


def deep_json_in_log_and_values(house: Household, own: Path) -> None:
    for kind in ("log", "values"):
        file = only(list((own / kind).iterdir())) / "000001.jsonl"
        file.write_bytes(file.read_bytes() + b'{"a":' * 100_000 + b"\n" + b"[" * 100_000 + b"\n")


def bytes_of_no_text(house: Household, own: Path) -> None:
    for kind in ("log", "values"):
        file = only(list((own / kind).iterdir())) / "000001.jsonl"
        file.write_bytes(file.read_bytes() + b"\xff\xfe\x00\n\n\xed\xa0\x80\n" + b'{"v":1e999}\n' + b"9" * 5000 + b"\n")


def a_large_file_of_knowledge(house: Household, own: Path) -> None:
    house.write("knowledge/large.md", b"---\n" + b"a" * 200_000)


@pytest.mark.parametrize(
    "make",
    [
        hostile(each)
        for each in (
            a_fifo_for_a_log, a_fifo_for_values, a_fifo_for_knowledge, a_fifo_for_the_salt, a_link_for_a_log,
            a_link_to_the_log_itself,
            a_link_for_the_folder_of_logs, a_folder_for_a_segment, a_file_of_two_gigabytes, a_line_without_end,
            deep_json_in_log_and_values, bytes_of_no_text, a_large_file_of_knowledge,
        )
    ],
)  # fmt: skip
def test_hostile_input_is_found_and_stops_nothing(world: World, make: Callable[[Household, Path], None]) -> None:
    assert asked(world.house)["code"] == 0
    make(world.house, world.house.folder / ".sapwood")
    command = [sys.executable, str(TOOL), str(world.house.folder), "--json", "--at", "2026-11-05T22:00:00Z"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
    assert done.returncode == json.loads(done.stdout)["code"] != 0


@pytest.mark.parametrize("text", ["", "workspace = 3\n", 'workspace = "../../etc"\n', "[[[", "\udcff"])
def test_settings_that_name_no_workspace_are_refused(world: World, text: str, capsys: Any) -> None:
    world.house.write("sapwood.toml", text.encode("utf-8", "surrogateescape"))
    assert tool.main([str(world.house.folder)]) == 2
    assert "workspace" in (said := capsys.readouterr().err) or "cannot be read" in said


# --- the parts ---------------------------------------------------------------------------------------------

PIECES = [
    "<!--", "-->", "--!>", "<!-->", "->", "5 €", "€ 5", "$5", "-3", "--3", "C#", "C++", "10:30", "1,000", "paid?",
    "a.b", "x<5", "x < 5", "x < $5", "≥", "😀😀", "½", "1½", "10¹", "pаypal", "ρaураl", "Α", " ", "\u0301", "é", "?",
    "°C", "180 °C", "5 €10", ". .5", "...5", "word-5", "-.5", "#5", "+5", "\x1c", "\u00a0", "١٢", "—", "ſß", "İ",
    "㎏", "\u200b", "\ufeff", "Ⅷ", "ﬁ", "\u1160", "_", "/", "@",
]  # fmt: skip
TEXTS = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(PIECES), max_size=10).map("".join))


@settings(max_examples=600)
@given(TEXTS)
@example("a" + "\u0301" * 1200)
def test_skeletons_are_the_same(text: str) -> None:
    assert tool.skeleton(text) == skeleton.skeleton(text)
    keys = skeleton.keys(b"salt", "joshua.food", text)
    assert tool.value_keys(b"salt", "joshua.food", text) == list(keys)


def leaf_line() -> bytes:
    made = leaves.Leaf(3, 7, "decided", "2026-11-05T20:00:00Z", "jöshua", "cli", "home", ("ab" * 32,), {"keys": ["x"]})
    return leaves.encode(made)


@settings(max_examples=400)
@given(at=st.integers(0, 500), other=st.integers(0, 255), cut=st.booleans())
def test_changed_leaves_are_read_alike(at: int, other: int, cut: bool) -> None:
    made = leaf_line()
    at %= len(made)
    same_leaf(made[:at] + (b"" if cut else bytes([other])) + made[at + 1 :])


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line,
        lambda line: b"\xef\xbb\xbf" + line,
        lambda line: line.decode().encode("utf-16"),
        lambda line: line.replace("jöshua".encode(), b"\xed\xa0\x80"),
        lambda line: line.replace(b'"i":3', b'"i":3.0'),
        lambda line: line.replace(b'"i":3', b'"i":true'),
        lambda line: line.replace(b'"lc":7', b'"lc":' + b"7" * 5000),
        lambda line: line.replace(b'"v":1', b'"v":true'),
        lambda line: line.replace(b"{", b"{ ", 1) + b" \r",
        lambda line: line.replace(b'["x"]', b"[" * 100_000),
    ],
)
def test_leaves_of_another_form_are_read_alike(change: Callable[[bytes], bytes]) -> None:
    same_leaf(change(leaf_line()))


def same_leaf(line: bytes) -> None:
    mine = parsed(leaves.decode, line, BadLeaf)
    theirs = parsed(lambda data: tool.leaf_of(data, 3), line, tool.Bad)
    assert (mine is None or mine.i != 3) == (theirs is None), line[:200]
    if theirs is not None:
        assert (mine.i, mine.lc, mine.type, mine.digests, mine.body) == tuple(theirs)
    assert tool.speaks_of_trust(line) == is_decision(line)


def claim_with(person_text: str, **fields: Any) -> claims.Claim:
    made = {
        "id": "0198f3c2-5a10-7c33-9a1b-0123456789ab", "subject": "joshua.food", "scope": "home", "author": "joshua",
        "recorded_at": "2026-11-05T20:00:00Z", "approved_at": "2026-11-05T20:00:00Z", "confidence": "stated",
        "approved_by": "joshua (SHA256:abc)", "text": person_text,
    }  # fmt: skip
    return claims.Claim(**{**made, **fields})


NAMES = st.one_of(
    st.text(max_size=12), st.sampled_from(["yes", "1e5", "2026-11-05", "a.b", "null", "\u2028", "\x85", '"', "on", "é"])
)


@settings(max_examples=300)
@given(author=NAMES, text=st.text(min_size=1, max_size=30), scope=NAMES, derived=st.lists(NAMES, max_size=2))
def test_claims_are_read_alike(author: str, text: str, scope: str, derived: list[str]) -> None:
    cited = (Evidence("file", "daily/2026-11-05.md", (3, 4), "ab" * 32, "", "no – eggs \u2028"),)
    made = claim_with(text, author=author, scope=scope, derived_from=tuple(derived), evidence=cited)
    try:
        data = claims.render(made)
    except (BadClaim, UnicodeEncodeError):
        return
    found = tool.claim_of(data)
    assert (found.id, found.subject, found.scope, found.text) == (made.id, made.subject, made.scope, made.text)
    assert found.file == made.file_name


@settings(max_examples=400)
@given(at=st.integers(0, 500), other=st.integers(0, 255), cut=st.booleans())
def test_changed_claims_are_refused_alike(at: int, other: int, cut: bool) -> None:
    cited = (Evidence("url", id="https://example.org"),)
    made = claims.render(claim_with("No eggs", evidence=cited, valid_from="2026-11-01T00:00:00Z", supersedes=("x",)))
    at %= len(made)
    data = made[:at] + (b"" if cut else bytes([other])) + made[at + 1 :]
    mine, theirs = parsed(claims.parse, data, BadClaim), parsed(tool.claim_of, data, tool.Bad)
    assert (mine is None) == (theirs is None), data
    if mine is not None and theirs is not None:
        assert (mine.id, mine.text, mine.valid_to) == (theirs.id, theirs.text, theirs.valid_to)


def parsed(read: Callable[[bytes], Any], data: bytes, refusal: type[Exception]) -> Any:
    try:
        return read(data)
    except refusal:
        return None


def statement() -> decision.Statement:
    head = decision.Head("sapwood-w/aaaaaaaaaaaaaaaa", 3, "ab" * 32)
    return decision.Statement(
        "mark:x", "cd" * 32, "forget", "w", "home", "joshua.food", (head,), "ef" * 32, "joshua", "2026-11-05T20:00:00Z",
        "12" * 16, "why", ("34" * 32,), decision.Tombstone("skeleton", ("56" * 32,)),
    )  # fmt: skip


@settings(max_examples=400)
@given(at=st.integers(0, 2000), other=st.sampled_from(b'{}[]",:0129aeltr \\\n\x00\xff'), cut=st.booleans())
def test_changed_statements_are_read_alike(at: int, other: int, cut: bool) -> None:
    made = decision.payload(statement())
    at %= len(made)
    data = made[:at] + (b"" if cut else bytes([other])) + made[at + 1 :]
    mine, theirs = parsed(decision.parse, data, BadDecision), parsed(tool.statement_of, data, tool.Bad)
    assert (mine is None) == (theirs is None), data
    if mine is not None and theirs is not None:
        assert (mine.name, mine.sha256, mine.decision, mine.scope) == (
            theirs.name, theirs.sha256, theirs.decision, theirs.scope
        )  # fmt: skip
        assert [tuple(each) for each in mine.heads] == theirs.heads
        assert (mine.tombstone and mine.tombstone.match, list(mine.supersedes)) == (theirs.match, theirs.supersedes)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b'"home"', b'"home","scope":"home"'),
        lambda data: data.replace(b'"size":3', b'"size":NaN'),
        lambda data: data.replace(b'"size":3', b'"size":true'),
        lambda data: data.replace(b'"size":3', b'"size":3.0'),
        lambda data: data + b"{}",
        lambda data: data.replace(b'"reason":"why"', b'"reason":"why","more":1'),
        lambda data: data.replace(b"skeleton", b"fuzzy"),
        lambda data: b"\xef\xbb\xbf" + data,
    ],
)
def test_statements_of_another_form_are_refused_by_both(change: Callable[[bytes], bytes]) -> None:
    data = decision.payload(statement())
    assert parsed(tool.statement_of, data, tool.Bad) is not None
    assert parsed(tool.statement_of, change(data), tool.Bad) is None
    assert parsed(decision.parse, change(data), BadDecision) is None


def test_what_is_signed_is_what_securesystemslib_says() -> None:
    data = decision.payload(statement())
    theirs = DsseEnvelope(data, decision.PAYLOAD_TYPE, {})
    assert tool.signed_bytes(data) == theirs.pae() == decision.pae(data)
    envelope = decision.envelope(data, "SHA256:x", b"signature")
    assert tool.unwrapped(envelope) == (data, b"signature")
    assert DsseEnvelope.from_dict(
        {**json.loads(envelope), "signatures": [{"keyid": "x", "sig": "c2ln"}]}
    ).payload == data  # fmt: skip


# --- signatures --------------------------------------------------------------------------------------------

MESSAGE = b"a decision, \x00 and \xff bytes"
PLAIN = Ed25519PrivateKey.from_private_bytes(sha256(b"plain").digest())
PLAIN_KEY = sshkey.public_key(wire("ssh-ed25519", PLAIN.public_key().public_bytes_raw()))


def plain_signature(namespace: str = NAMESPACE, hash_name: str = "sha512", message: bytes = MESSAGE) -> bytes:
    raw = PLAIN.sign(covered(message, namespace, hash_name))
    return sshsig.written(sshsig.Signature(PLAIN_KEY, namespace, hash_name, raw))


def judged(armored: bytes, message: bytes = MESSAGE, *, verify_required: bool = False) -> str:
    """The tool's word about a signature: the reason why it is none, or empty."""
    try:
        tool.check_signature(tool.signature_of(armored), message, verify_required)
    except tool.Bad as bad:
        return str(bad.reason)
    return ""


def judged_here(armored: bytes, message: bytes = MESSAGE, *, verify_required: bool = False) -> str:
    found = sshsig.verify(armored, message, namespace=NAMESPACE, user_verified=verify_required)
    return found.refusal.reason if found.refusal else ""


@pytest.mark.parametrize("verify_required", [False, True])
@pytest.mark.parametrize("flags", [*range(0x20), 0x20, 0x21, 0x41, 0x81, 0xFF])
def test_flags_of_a_security_key_are_judged_alike(flags: int, verify_required: bool) -> None:
    armored = SecurityKey().sign(MESSAGE, flags)
    found = judged(armored, verify_required=verify_required)
    assert found == judged_here(armored, verify_required=verify_required)
    fine = flags & PRESENT and not flags & ~0x1D and flags & 0x18 != 0x10
    assert (found == "") == bool(fine and (flags & VERIFIED or not verify_required))


@settings(max_examples=400)
@given(at=st.integers(0, 600), other=st.integers(0, 255), cut=st.booleans(), device=st.booleans())
def test_changed_signatures_are_judged_alike(at: int, other: int, cut: bool, device: bool) -> None:
    armored = SecurityKey().sign(MESSAGE, PRESENT) if device else plain_signature()
    at %= len(armored)
    changed = armored[:at] + (b"" if cut else bytes([other])) + armored[at + 1 :]
    assert judged(changed) == judged_here(changed)
    assert (judged(changed) == "") == (changed == armored)


@pytest.mark.needs("ssh-keygen")
def test_ssh_keygen_agrees_on_good_and_bad_signatures(tmp_path: Path) -> None:
    device = SecurityKey()
    lines = f"owner {PLAIN_KEY.line}\nowner {device.line}\n".encode()
    made = [
        plain_signature(), plain_signature(hash_name="sha256"), plain_signature(namespace="file"),
        plain_signature(message=b"another"), device.sign(MESSAGE, PRESENT), device.sign(MESSAGE, PRESENT | VERIFIED),
        device.sign(MESSAGE, PRESENT, claimed=PRESENT | VERIFIED), device.sign(b"another", PRESENT),
    ]  # fmt: skip
    found = [(judged(each) == "", ssh_verifies(tmp_path, lines, each, MESSAGE)) for each in made]
    assert found == [(good, good) for good in (True, True, False, False, True, True, False, False)]
    untouched = device.sign(MESSAGE, 0)  # ssh-keygen lets a program sign that nobody touched the key for; we do not
    assert (judged(untouched), ssh_verifies(tmp_path, lines, untouched, MESSAGE)) == ("presence", True)


@pytest.mark.parametrize("point", sorted(sshkey._SMALL_ORDER))
def test_keys_for_which_anybody_can_sign_are_refused(point: int) -> None:
    blob = wire("ssh-ed25519", point.to_bytes(32, "little"))
    with pytest.raises(ValueError, match="small order"):
        tool.key_of(blob)
    assert tool.key_of(PLAIN_KEY.blob).fingerprint == PLAIN_KEY.fingerprint


# --- the trust root ----------------------------------------------------------------------------------------

OPTIONS = f'namespaces="{NAMESPACE}"'


@pytest.mark.parametrize(
    "line",
    [
        f"owner {OPTIONS} {{}} joshua@laptop", f"recovery {OPTIONS} {{}}", f"owner,verify-required {OPTIONS} {{}} x",
        f"somebody {OPTIONS} {{}} x", "owner {} x", f"owner cert-authority,{OPTIONS} {{}} x", f"owner {OPTIONS},{OPTIONS} {{}}",
        f'owner {OPTIONS},valid-after="20261101Z",valid-before="20261201103000Z" {{}} x',
        f'owner {OPTIONS},valid-after="20261101" {{}} x', f'owner {OPTIONS},valid-after="20270101Z",valid-before="20261201Z" {{}}',
        f'owner {OPTIONS},valid-after="20261399Z" {{}}', 'owner namespaces="*" {} x', 'owner namespaces="a,a" {} x',
        'owner namespaces="" {} x', f"owner {OPTIONS}, {{}} x", f"# {OPTIONS} {{}}", f"owner  {OPTIONS}  {{}}  two words ",
        f"owner {OPTIONS} {{}}= x", f"owner {OPTIONS} {{}} \x07", f"owner {OPTIONS} {{}} caf\u00e9",
    ],
)  # fmt: skip
def test_lines_of_a_root_are_read_alike(line: str) -> None:
    for key in (PLAIN_KEY.line, " ".join(SecurityKey().line.split()[:2])):
        data = f"{line.format(key)}\n\n{line.format(key)}\nowner {OPTIONS} ssh-ed25519 nonsense\n".encode()
        revoked = f"{key} lost\n# none\n".encode()
        mine, gone = signers.read(data, "allowed_signers"), signers.read_revoked(revoked, "revoked_keys")
        theirs = tool.root_of("file", "here", data, revoked, "")
        assert [each.text for each in mine.enrolled] == [each.line for each in theirs.signers]
        assert [each.point for each in gone.keys] == [each.point for each in theirs.revoked]
        assert len(mine.problems) == len(theirs.faults)
        assert theirs.words == signers.words(signers.root_digest(data, revoked))

"""What `sapwood verify` says of a person's decisions, of knowledge/ and of the trust root, and what `ssh-keygen` says of
the same signatures."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from forger import Forger
from household import Household, only
from keys import PRESENT, SecurityKey
from person import Person
from sapwood.core import claim as claims
from sapwood.core import decision, signers, sshkey
from sapwood.core.signers import Enrolled
from sapwood.gate import root

TEXT = "Joshua eats no eggs."


@pytest.fixture
def house(tmp_path: Path) -> Household:
    found = Household(tmp_path / "home")
    found.memory().mark("joshua.city", "Joshua lives in Berlin.")
    return found


def verified(house: Household, *arguments: str, check: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(house.cli("verify", "--json", *arguments, check=check).stdout)
    assert found["code"] == check
    return found


def forged(house: Household, person: Person, claim: claims.Claim, envelope: bytes) -> str:
    """A leaf that holds an envelope as `decide` would have written it; its place."""
    forger, data = Forger(house), claims.render(claim)
    identity = decision.identity(decision.opened(envelope).payload)
    body = {"decision": "approve", "name": claim.name, "decision_id": identity}
    return forger.append("decided", body, (forger.keep(envelope), forger.keep(data)))


# --- what it says ------------------------------------------------------------------------------------------


def test_it_counts_decisions_claims_and_files(house: Household) -> None:
    person = Person(house)
    first, second = person.claim(TEXT), person.claim("Joshua drinks tea.")
    person.approve(first)
    person.approve(second)
    person.retire(second)
    found = verified(house)
    assert found["decisions"] == {"good": 3, "refused": []}
    assert found["claims"] == {"approved": [first.id], "retired": [second.id]}
    assert sorted(each["status"] for each in found["knowledge"]) == ["approved", "retired"]
    assert found["root"] == f"root: tofu · {person.words}"
    assert found["ssh_keygen"]["status"] == "not asked"
    said = house.cli("verify").stdout
    assert f"root: tofu · {person.words}\n3 decision(s) count, 0 do not\nclaims: 1 approved, 1 retired\n" in said
    assert "knowledge: 2 of 2 file(s) as they were signed" in said


def test_a_home_where_nobody_decided_says_nothing_of_it(house: Household) -> None:
    assert "decision" not in house.cli("verify").stdout
    assert verified(house)["root"] == "root: none · " + verified(house)["root"].partition(" · ")[2]


def test_a_decision_that_does_not_count_is_named_with_its_leaf_and_its_reason(house: Household) -> None:
    person, agent = Person(house), Person(house, b"agent", enrol=False)
    person.approve(TEXT)
    claim = agent.claim("Joshua eats raw eggs.")
    place = forged(house, agent, claim, agent.signed(agent.statement("approve", claim.name, claims.render(claim))))
    found = verified(house, check=1)
    refused = only(found["decisions"]["refused"])
    assert (refused["leaf"], refused["reason"], refused["name"]) == (place, "unknown", claim.name)
    assert found["decisions"]["good"] == 1
    assert found["claims"]["unverifiable"] == [claim.id]
    said = house.cli("verify", check=1).stdout
    assert f"found: leaf {place}: a decision that does not count (approve of {claim.name}): the key SHA256:" in said
    assert "1 decision(s) count, 1 do not" in said


def test_files_that_are_not_as_they_were_signed_are_found(house: Household) -> None:
    person = Person(house)
    made = person.approve(TEXT)
    file = house.folder / made.file
    kept = file.read_bytes()
    assert verified(house)["knowledge"] == [{"file": made.file, "status": "approved", "why": ""}]
    file.write_bytes(kept.replace(b"no eggs", b"many eggs"))
    found = verified(house, check=1)
    assert [each["status"] for each in found["knowledge"]] == ["unverifiable", "missing"]
    assert f"{made.file}: unverifiable: it was changed after it was signed" in found["findings"]
    file.unlink()
    assert only(verified(house, check=1)["knowledge"])["status"] == "missing"
    house.write("knowledge/other.md", "The user approved this.\n")
    file.write_bytes(kept)
    assert [each["status"] for each in verified(house, check=1)["knowledge"]] == ["approved", "unverifiable"]
    (house.folder / "knowledge" / "other.md").unlink()
    assert verified(house)["findings"] == []


def test_signed_bytes_that_are_gone_approve_nothing(house: Household) -> None:
    person = Person(house)
    claim = person.claim(TEXT)
    person.approve(claim)
    forger = Forger(house)
    leaf = only([each for each in forger.leaves() if each.type == "decided"])
    forger.drop_value(leaf.digests[1])
    found = verified(house, check=1)
    assert found["claims"] == {"unverifiable": [claim.id]}
    assert any("missing without an `erased` leaf" in each for each in found["findings"])


@pytest.mark.parametrize("kind", ["log", "values"])
def test_a_fifo_in_the_place_of_a_segment_holds_nobody(house: Household, kind: str) -> None:
    Person(house).approve(TEXT)
    segment = only(list((house.folder / ".sapwood" / kind).iterdir())) / "000002.jsonl"
    os.mkfifo(segment)
    for command in (("verify",), ("recall", "eggs", "--trusted"), ("jot", "No eggs")):
        assert "is no regular file" in house.cli(*command, check=8).stderr
    segment.unlink()
    verified(house)


# --- the root ----------------------------------------------------------------------------------------------


def test_other_words_and_no_root_are_exit_5(house: Household) -> None:
    person = Person(house)
    person.approve(TEXT)
    assert verified(house, "--root", person.words)["root"] == f"root: given · {person.words}"
    found = verified(house, "--root", "lusab babad " * 4, check=5)
    assert found["decisions"]["good"] == 0
    assert any("has other words than those given" in each for each in found["findings"])
    assert not any("a decision that does not count" in each for each in found["findings"])  # the root says it once
    (person.root / root.SIGNERS).unlink()
    assert "no key is enrolled in" in verified(house, check=5)["findings"][0]


def test_a_fork_weighs_more_than_a_root(house: Household) -> None:
    Person(house).approve(TEXT)
    origin, size, _ = only(house.memory().heads()).split()
    found = verified(house, "--head", f"{origin} {size} {'ab' * 32}", "--root", "others", check=4)
    assert "approved" not in found["claims"]
    behind = verified(house, "--head", f"{origin} {int(size) + 1} {'ab' * 32}", check=3)
    assert "approved" not in behind["claims"]
    assert verified(house, "--head", only(house.memory().heads()))["claims"].keys() == {"approved"}


# --- ssh-keygen --------------------------------------------------------------------------------------------


@pytest.mark.needs("ssh-keygen")
def test_ssh_keygen_agrees(house: Household) -> None:
    person, second = Person(house), Person(house, b"second", signers.RECOVERY)
    person.approve(TEXT)
    second.approve("Joshua drinks tea.")
    name = f"key:{person.signer.key.fingerprint}"
    said = second.statement("key", name, person.signer.key.blob, "key.revoke")
    house.memory().decide_key([second.signed(said)])
    found = verified(house, "--with-ssh-keygen")
    assert found["ssh_keygen"] == {"status": "agrees", "asked": 3, "differs": []}
    assert "ssh-keygen: agrees about 3 signature(s)" in house.cli("verify", "--with-ssh-keygen").stdout


@pytest.mark.needs("ssh-keygen")
def test_ssh_keygen_agrees_on_bad_signatures(house: Household) -> None:
    person, agent = Person(house), Person(house, b"agent", enrol=False)
    claim = person.claim(TEXT)
    said = person.statement("approve", claim.name, claims.render(claim))
    forged(house, person, claim, agent.signed(said))
    forged(house, person, claim, person.signed(said, "file"))
    payload = decision.payload(said)
    forged(house, person, claim, decision.envelope(payload, "", person.signer.sign(decision.NAMESPACE, b"other")))
    found = verified(house, "--with-ssh-keygen", check=1)
    assert [each["reason"] for each in found["decisions"]["refused"]] == ["unknown", "namespace", "signature"]
    assert found["ssh_keygen"] == {"status": "agrees", "asked": 3, "differs": []}


@pytest.mark.needs("ssh-keygen")
def test_that_only_we_ask_for_a_touch_is_no_disagreement(house: Household) -> None:
    person, device = Person(house), SecurityKey()
    key = sshkey.public_key(device.blob)
    file = person.root / root.SIGNERS
    mine = signers.read(file.read_bytes(), "").enrolled
    file.write_bytes(signers.written([*mine, Enrolled(key, signers.OWNER, (decision.NAMESPACE,))]))
    for flags in (PRESENT, 0):
        claim = person.claim(f"Joshua eats no eggs on day {flags}.")
        payload = decision.payload(person.statement("approve", claim.name, claims.render(claim)))
        forged(house, person, claim, decision.envelope(payload, "", device.sign(decision.pae(payload), flags)))
    found = verified(house, "--with-ssh-keygen", check=1)
    assert found["decisions"]["good"] == 1
    assert only(found["decisions"]["refused"])["reason"] == "presence"
    assert found["ssh_keygen"] == {"status": "agrees", "asked": 2, "differs": []}


@pytest.mark.needs("ssh-keygen")
def test_a_disagreement_is_named(house: Household) -> None:
    """OpenSSH takes no time before 1970; we hold whatever time is stated against the enrolment, which has no end."""
    person = Person(house)
    person.approve("Joshua drinks tea.")
    claim = person.claim(TEXT)
    said = person.statement("approve", claim.name, claims.render(claim), decided_at="1969-12-31T00:00:00Z")
    place = house.memory().decide(person.signed(said), claims.render(claim)).leaf
    assert verified(house)["decisions"]["good"] == 2
    found = verified(house, "--with-ssh-keygen", check=1)
    assert found["ssh_keygen"]["status"] == "differs"
    assert only(found["ssh_keygen"]["differs"]) == {"leaf": place, "why": "ssh-keygen does not accept it, and we do"}


def test_without_ssh_keygen_nobody_says_that_it_agrees(house: Household, tmp_path: Path) -> None:
    Person(house).approve(TEXT)
    empty = tmp_path / "empty"
    empty.mkdir()
    done = house.cli("verify", "--with-ssh-keygen", check=2, env={"PATH": str(empty)})
    assert "not run: ssh-keygen missing" in done.stdout


# --- two machines ------------------------------------------------------------------------------------------


def test_a_loss_that_one_machine_accepted_is_accepted(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    """The value belongs to the log of the other machine, the `gap` leaf to ours."""
    home = Path(os.environ["HOME"])
    with monkeypatch.context() as patch:
        for kind in ("STATE", "CACHE"):
            (home / f"laptop-{kind.lower()}").mkdir()
            patch.setenv(f"XDG_{kind}_HOME", str(home / f"laptop-{kind.lower()}"))
        house.memory().mark("joshua.car", "Joshua drives a van.")
    forger = Forger(house)
    other = only([each.name for each in (forger.own / "log").iterdir() if each.name != forger.replica])
    assert verified(house)["leaves"] == 4
    shutil.rmtree(forger.own / "values" / other)
    verified(house, check=1)
    house.cli("log", "recover", "--accept-loss")
    verified(house)

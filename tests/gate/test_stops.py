"""A decision that is stopped, raced or starved: afterwards it is there whole or not at all, and its file is never
anything but absent or the signed bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from forger import Forger
from household import SOURCE, Household, only
from person import Person
from sapwood.core import claim as claims
from sapwood.core import skeleton
from sapwood.core.claim import Claim
from sapwood.core.decision import Tombstone

CHILD = """
import json, os, resource, signal, sys, time
from pathlib import Path
from sapwood.disk import steps
from sapwood.errors import SapwoodError
from sapwood.memory import Memory
home, envelope, data, told = sys.argv[1], Path(sys.argv[2]).read_bytes(), Path(sys.argv[3]).read_bytes(), json.loads(sys.argv[4])
seen = []
def hook(name):
    seen.append(name)
    if len(seen) == told.get("stop"):
        os.kill(os.getpid(), signal.SIGKILL)
memory = Memory(home, channel="signed", now=lambda: told["now"])
while "go" in told and not os.path.exists(told["go"]):
    time.sleep(0.001)
if "limit" in told:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (told["limit"], told["limit"]))
steps.hook = hook
try:
    print(json.dumps({"made": memory.decide(envelope, data).leaf, "steps": seen}))
except SapwoodError as failure:
    print(json.dumps({"failed": type(failure).__name__, "reason": getattr(failure, "reason", ""), "why": str(failure)}))
"""


class Signed(NamedTuple):
    envelope: bytes
    data: bytes = b""


@pytest.fixture
def house(tmp_path: Path) -> Household:
    found = Household(tmp_path / "home")
    found.memory().mark("joshua.city", "Joshua lives in Berlin.")
    found.write("long-term/food.md", "# Food\n\nEggs make Joshua ill.\n")
    return found


def start(house: Household, signed: Signed, **told: Any) -> subprocess.Popen[str]:
    number = len(list(house.folder.parent.glob("*.envelope")))
    envelope, data = (house.folder.parent / f"{number}.{kind}" for kind in ("envelope", "data"))
    envelope.write_bytes(signed.envelope)
    data.write_bytes(signed.data)
    command = [sys.executable, "-c", CHILD, str(house.folder), str(envelope), str(data)]
    said = json.dumps({"now": house.now, **told})
    env = {**os.environ, "PYTHONPATH": str(SOURCE)}
    return subprocess.Popen([*command, said], stdout=subprocess.PIPE, text=True, env=env)


def ended(process: subprocess.Popen[str]) -> dict[str, Any] | None:
    """What a decision came to; None where its process was killed."""
    out, _ = process.communicate(timeout=120)
    return None if process.returncode == -9 else dict(json.loads(out))


def approval(person: Person, claim: Claim) -> Signed:
    data = claims.render(claim)
    return Signed(person.signed(person.statement("approve", claim.name, data, claim.subject)), data)


def retirement(person: Person, claim: Claim) -> Signed:
    return Signed(person.signed(person.statement("retire", claim.name, claims.render(claim), claim.subject)))


def refusal(person: Person, text: str) -> Signed:
    keys = skeleton.keys(person.salt, "joshua.food", text)
    said = person.statement(
        "forget", "mark:0198f3c2-0000-7000-8000-000000000000", text.encode(),
        tombstone=Tombstone("skeleton", (keys.skeleton,)),
    )  # fmt: skip
    return Signed(person.signed(said))


def sealing(person: Person) -> Signed:
    data = (person.house.folder / "long-term/food.md").read_bytes()
    return Signed(person.signed(person.statement("seal", "file:long-term/food.md", data, "substrate")), data)


class Case(NamedTuple):
    """A decision to stop. `begun` gives it; `done` says whether what it decides holds now."""

    begun: Callable[[Person], tuple[Signed, str]]
    done: Callable[[Household, str], bool]


def _approve(person: Person) -> tuple[Signed, str]:
    claim = person.claim("Joshua eats no eggs.")
    return approval(person, claim), claim.file_name


def _replace(person: Person) -> tuple[Signed, str]:
    old, new = person.claim("Joshua eats 9 eggs."), person.claim("Joshua eats no eggs.")
    person.approve(old)
    new = new._replace(supersedes=(old.id,))
    data = claims.render(new)
    replaced = (sha256(claims.render(old)).hexdigest(),)
    said = person.statement("approve", new.name, data, new.subject, supersedes=replaced)
    return Signed(person.signed(said), data), new.file_name


def _retire(person: Person) -> tuple[Signed, str]:
    claim = person.claim("Joshua eats raw eggs.")
    person.approve(claim)
    return retirement(person, claim), ""


def _refuse(person: Person) -> tuple[Signed, str]:
    person.approve("Joshua eats raw eggs.")
    return refusal(person, "Joshua eats raw eggs."), ""


def _seal(person: Person) -> tuple[Signed, str]:
    return sealing(person), ""


def trusted(house: Household) -> list[str]:
    found = house.memory().recall("", "eggs", trusted=True)
    return [item.get("claim") or item["excerpt"] for item in (*found.knowledge, *found.substrate)]


CASES = {
    "approve": Case(_approve, lambda house, _: trusted(house) == ["Joshua eats no eggs."]),
    "replace": Case(_replace, lambda house, _: trusted(house) == ["Joshua eats no eggs."]),
    "retire": Case(_retire, lambda house, _: trusted(house) == []),
    "refuse": Case(_refuse, lambda house, _: trusted(house) == []),
    "seal": Case(_seal, lambda house, _: trusted(house) == ["Eggs make Joshua ill."]),
}


@pytest.mark.parametrize("name", CASES)
def test_a_decision_that_is_stopped_is_there_whole_or_not_at_all(house: Household, tmp_path: Path, name: str) -> None:
    """kill -9 at each step that it reaches; each time on top of what the last stop left."""
    person, case = Person(house), CASES[name]
    stop, reached = 0, 0
    while True:
        stop += 1
        assert stop < 40
        signed, file = case.begun(person)
        before = trusted(house)
        assert not case.done(house, file)
        outcome = ended(start(house, signed, stop=stop))
        path = house.folder / "knowledge" / file
        leaf = Forger(house).leaves()[-1]
        is_there = leaf.type == "decided" and Forger(house).value(leaf.digests[0]) == signed.envelope
        if file:
            assert not path.exists() or path.read_bytes() == signed.data
        if is_there and not file:
            assert case.done(house, file)
        if not is_there:
            assert trusted(house) == before
        house.memory().jot(f"goes on {stop}")  # the next write finishes what was begun
        if file:
            assert (path.read_bytes() if path.exists() else b"") == (signed.data if is_there else b"")
        assert case.done(house, file) is is_there
        assert list(house.folder.rglob(".sapwood-tmp-*")) == []
        verdict = house.memory().verify()
        assert (verdict.code, [each for each in verdict.findings if "no leaf names" not in each]) == (0, [])
        again = ended(start(house, signed))
        assert again is not None
        assert ("made" in again) is not is_there
        assert again.get("reason", "") in ("", "decided", "replay")
        assert case.done(house, file)
        _take_back(person, name, file)
        if outcome is not None:
            assert stop >= 5  # values, leaf, witness, file, index: it was stopped at each
            assert reached >= 3
            break
        reached += is_there


def _take_back(person: Person, name: str, file: str) -> None:
    """Make the home as it was before the case, so that the next round begins anew."""
    house = person.house
    if name in ("approve", "replace"):
        claim = claims.parse((house.folder / "knowledge" / file).read_bytes())
        person.retire(claim)
        (house.folder / "knowledge" / file).unlink()
    elif name == "refuse":
        rows = house.memory().tombstones()["tombstones"]
        identity = next(row["id"] for row in rows if not row["lifted"])
        person.untombstone(type("Made", (), {"identity": identity}))  # type: ignore[arg-type]
        for row in house.memory().knowledge()["claims"]:
            if row["state"] == "approved":
                person.retire(claims.parse((house.folder / row["file"]).read_bytes()))
    elif name == "seal":
        file_ = house.folder / "long-term/food.md"
        file_.write_text(file_.read_text().rstrip("\n") + "\n" * (1 + file_.read_text().count("\n")))


@pytest.mark.parametrize("pair", ["two-yes", "yes-and-no", "no-and-no"])
def test_of_two_decisions_at_once_one_is_refused(house: Household, tmp_path: Path, pair: str) -> None:
    person = Person(house)
    for number in range(4):
        claim = person.claim(f"Joshua eats {number} eggs.")
        if pair == "two-yes":
            one, two = approval(person, claim), approval(person, claim)
        elif pair == "yes-and-no":
            asked = house.memory().propose("seed", file="long-term/food.md", text=f"Write of {number} eggs.")
            one, two = (
                Signed(person.signed(person.statement(verdict, f"proposal:{asked.id}", b"")))
                for verdict in ("approve", "reject")
            )
        else:
            person.approve(claim)
            one, two = retirement(person, claim), retirement(person, claim)
        go = tmp_path / f"go-{number}"
        both = [start(house, each, go=str(go)) for each in (one, two)]
        go.touch()
        outcomes = [ended(each) for each in both]
        made = only([each for each in outcomes if each is not None and "made" in each])
        refused = only([each for each in outcomes if each is not None and "failed" in each])
        assert (refused["failed"], refused["reason"]) == ("Refused", "decided"), refused
        assert made["made"]
    assert house.memory().verify().code == 0


def test_a_full_disk_leaves_nothing_of_a_decision(house: Household) -> None:
    person = Person(house)
    claim = person.claim("Joshua eats no eggs. " + "x" * 20_000)
    signed = approval(person, claim)
    log = Forger(house).log()
    before = log.read_bytes()
    for limit in (
        len(before) // 2,
        len(before) + 20_500,
    ):  # no room for anything; room for all but the file of the claim
        outcome = ended(start(house, signed, limit=limit))
        assert outcome is not None
        assert outcome.get("failed") in ("DiskFailed", "FileStepFailed"), outcome
        assert log.read_bytes() == before
        assert list((house.folder / "knowledge").glob("*.md")) == []
        assert trusted(house) == []
    assert "made" in (ended(start(house, signed)) or {})
    assert trusted(house) == [claim.text]

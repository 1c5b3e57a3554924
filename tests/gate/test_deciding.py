"""What `decide` refuses to take into the log, each beside a decision of the same form that it takes."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from forger import Forger
from household import Household
from person import Person
from sapwood.core import claim as claims
from sapwood.core import decision, signers
from sapwood.core.claim import Claim
from sapwood.errors import Refused
from sapwood.verbs.decide import Decided


@pytest.fixture
def house(tmp_path: Path) -> Household:
    found = Household(tmp_path / "home")
    found.memory().mark("joshua.city", "Joshua lives in Berlin.")
    return found


@pytest.fixture
def person(house: Household) -> Person:
    return Person(house)


def refused(person: Person, reason: str, *arguments: Any, **fields: Any) -> None:
    """A statement of these fields, signed by the person, is refused for that reason, and the log holds none of it."""
    data = fields.pop("data", b"")
    envelope = person.signed(person.statement(*arguments, **fields))
    with pytest.raises(Refused) as failure:
        person.house.memory().decide(envelope, data)
    assert failure.value.reason == reason, failure.value
    assert all(leaf.type != "decided" or _envelope(person, leaf) != envelope for leaf in Forger(person.house).leaves())


def _envelope(person: Person, leaf: Any) -> bytes:
    return Forger(person.house).value(leaf.digests[0])


def taken(person: Person, *arguments: Any, **fields: Any) -> Decided:
    data = fields.pop("data", b"")
    made: Decided = person.house.memory().decide(person.signed(person.statement(*arguments, **fields)), data)
    return made


def _digest(claim: Claim) -> str:
    return sha256(claims.render(claim)).hexdigest()


def test_a_claim_has_the_bytes_and_the_place_that_were_signed(person: Person) -> None:
    claim = person.claim("Joshua eats no eggs.")
    data, edited = claims.render(claim), claims.render(claim._replace(text="Joshua eats eggs."))
    refused(person, "bytes", "approve", claim.name, data, data=edited)
    refused(person, "bytes", "approve", claim.name, data, data=b"")
    refused(person, "claim", "approve", claim.name, data, "joshua.breakfast", data=data)
    refused(person, "claim", "approve", claim.name, data, scope="work", data=data)
    refused(person, "claim", "approve", person.claim("another").name, data, data=data)
    refused(person, "claim", "approve", claim.name, b"no claim", data=b"no claim")
    assert taken(person, "approve", claim.name, data, data=data).file


def test_a_claim_replaces_what_its_signature_says_and_what_stands(person: Person) -> None:
    old, gone, new = (person.claim(f"Joshua eats {number} eggs.") for number in (1, 2, 3))
    for each in (old, gone):
        person.approve(each)
    person.retire(gone)
    wanted = new._replace(supersedes=(old.id,))
    data, after_gone = claims.render(wanted), new._replace(supersedes=(gone.id,))
    refused(person, "supersedes", "approve", new.name, data, data=data)
    refused(person, "supersedes", "approve", new.name, data, data=data, supersedes=(_digest(gone),))
    late = claims.render(after_gone)
    refused(person, "supersedes", "approve", new.name, late, data=late, supersedes=(_digest(gone),))
    taken(person, "approve", new.name, data, data=data, supersedes=(_digest(old),))
    answer = person.house.memory().recall("", "eggs").knowledge
    assert [item["claim"] for item in answer if item["trust"] == "approved"] == ["Joshua eats 3 eggs."]


def test_a_proposal_is_decided_once_and_what_was_rejected_makes_no_claim(person: Person) -> None:
    memory = person.house.memory()
    person.house.write("long-term/food.md", "# Food\n")
    asked = [memory.propose("seed", file="long-term/food.md", text=f"Write {number}.") for number in range(2)]
    taken(person, "reject", f"proposal:{asked[0].id}", b"")
    for verdict in ("approve", "reject"):
        refused(person, "decided", verdict, f"proposal:{asked[0].id}", b"")
    claim = person.claim("Joshua writes something else.")
    for number, reason in ((0, "decided"), (1, "")):
        derived = claim._replace(derived_from=(f"proposal:{asked[number].id}",))
        data = claims.render(derived)
        if reason:
            refused(person, reason, "approve", claim.name, data, data=data)
        else:
            taken(person, "approve", claim.name, data, data=data)
    assert [each.state for each in memory.proposals()] == ["rejected", "accepted"]


def test_what_is_retired_is_an_approved_claim_with_its_bytes(person: Person) -> None:
    claim = person.claim("Joshua eats no eggs.")
    refused(person, "decided", "retire", claim.name, claims.render(claim))
    person.approve(claim)
    refused(person, "bytes", "retire", claim.name, b"other bytes")
    person.retire(claim)
    refused(person, "decided", "retire", claim.name, claims.render(claim))


def test_a_tombstone_that_is_lifted_is_there(person: Person) -> None:
    refused(person, "unknown", "untombstone", f"decision:{'0' * 64}", b"")
    assert person.untombstone(person.tombstone("Joshua eats no eggs.")).decision == "untombstone"


def test_a_seal_is_over_the_bytes_that_come_with_it(person: Person) -> None:
    data = b"# Food\n"
    person.house.write("long-term/food.md", data)
    refused(person, "bytes", "seal", "file:long-term/food.md", data, data=b"# Other\n")
    latin = "# Café\n".encode("latin-1")
    refused(person, "text", "seal", "file:long-term/food.md", latin, data=latin)
    taken(person, "seal", "file:long-term/food.md", data, data=data)


@pytest.mark.parametrize(("verdict", "name"), [
    ("reject", "claim:x"), ("seal", "claim:x"), ("approve", "file:x"), ("key", "key:x"), ("retire", "mark:x"),
    ("recover", "claim:x"), ("untombstone", "claim:x"),
])  # fmt: skip
def test_what_no_reader_knows_is_not_taken_in(person: Person, verdict: str, name: str) -> None:
    refused(person, "decision", verdict, name, b"")


def test_a_revoked_key_is_refused_at_the_door(person: Person) -> None:
    other = Person(person.house, b"other")
    taken(other, "retire", _approved(person, "Joshua eats 1 egg."), claims.render(_held(person)[-1]))
    (person.root / "revoked_keys").write_bytes(signers.revoked_line(other.signer.key, "lost"))
    name = _approved(person, "Joshua eats 2 eggs.")
    refused(other, "revoked", "retire", name, claims.render(_held(person)[-1]))


def _approved(person: Person, text: str) -> str:
    claim = person.claim(text)
    person.approve(claim)
    return claim.name


def _held(person: Person) -> list[Claim]:
    """The claims of the folder, in the order in which they were approved."""
    found = [claims.parse(path.read_bytes()) for path in (person.house.folder / "knowledge").glob("*.md")]
    return sorted(found, key=lambda each: each.text)


def test_a_claim_is_served_in_its_scope(person: Person) -> None:
    person.approve("Joshua eats no eggs at work.", scope="work")
    memory = person.house.memory()
    assert memory.recall("", "eggs").knowledge == []
    assert [item["trust"] for item in memory.recall("", "eggs", scope="work").knowledge] == ["approved"]


def test_what_was_known_then_is_served_as_of_then(person: Person) -> None:
    claim = person.claim("Joshua eats no eggs.")
    made = person.approve(claim)
    gone = person.retire(claim)
    memory = person.house.memory()
    assert [item["trust"] for item in memory.recall("", "eggs", known_at=made.leaf).knowledge] == ["approved"]
    assert memory.recall("", "eggs", known_at=gone.leaf).knowledge == []


def test_a_mark_is_promoted_by_the_claim_that_names_it_alone(person: Person) -> None:
    memory = person.house.memory()
    named, other = (memory.mark("joshua.food", f"Joshua eats {number} eggs.").id for number in (1, 2))
    made = person.approve("Joshua eats few eggs.", derived_from=(f"mark:{named}",))
    assert [item["id"] for item in memory.recall("", "eggs").marks] == [other]
    Forger(person.house).copy(made.leaf, marks=[other])
    assert [item["id"] for item in memory.recall("", "eggs").marks] == [other]


def test_no_beats_yes_about_a_proposal_too(person: Person) -> None:
    """Two machines decided; by hand, since one machine does not decide twice."""
    memory = person.house.memory()
    person.house.write("long-term/food.md", "# Food\n")
    asked = memory.propose("seed", file="long-term/food.md", text="Write of eggs.")
    name = f"proposal:{asked.id}"
    taken(person, "approve", name, b"")
    assert [each.state for each in memory.proposals()] == ["accepted"]
    said = person.statement("reject", name, b"")
    forger = Forger(person.house)
    body = {"decision": "reject", "name": name, "decision_id": decision.identity(decision.payload(said))}
    forger.append(
        "decided", body, (forger.keep(person.signed(said), "feedfacefeedface"),), replica="feedfacefeedface", lc=1
    )
    assert [each.state for each in memory.proposals()] == ["rejected"]


def test_a_file_of_another_hand_is_not_written_over(person: Person) -> None:
    claim = person.claim("Joshua eats no eggs.")
    file = person.house.write(f"knowledge/{claim.file_name}", "my own note\n")
    data = claims.render(claim)
    with pytest.raises(Refused, match="holds something else") as failure:
        taken(person, "approve", claim.name, data, data=data)
    assert failure.value.reason == "file"
    assert file.read_text() == "my own note\n"
    file.unlink()
    taken(person, "approve", claim.name, data, data=data)
    assert file.read_bytes() == data


def test_signed_bytes_are_put_back_where_the_claim_stands_alone(person: Person) -> None:
    memory = person.house.memory()
    stands, gone = person.claim("Joshua eats no eggs."), person.claim("Joshua eats raw eggs.")
    files = [person.house.folder / person.approve(each).file for each in (stands, gone)]
    person.retire(gone)
    for file in files:
        file.write_text("changed by hand\n")
    found = memory.restore_knowledge(stands.id)
    assert (found["restored"], files[0].read_bytes()) == (True, claims.render(stands))
    assert (person.house.folder / found["kept"]).read_text() == "changed by hand\n"
    with pytest.raises(Refused, match="only an approved one"):
        memory.restore_knowledge(gone.id)
    assert files[1].read_text() == "changed by hand\n"


@pytest.mark.parametrize("kind", ["promotion", "seed", "skill"])
def test_what_was_refused_is_not_proposed_again(person: Person, kind: str) -> None:
    memory = person.house.memory()
    person.house.write("long-term/food.md", "# Food\n")
    made = memory.mark("joshua.food", "Joshua likes all eggs.")

    def propose(text: str) -> Any:
        fields = {"promotion": {"source": made.id}, "seed": {"file": "long-term/food.md"}, "skill": {"title": "eggs"}}[
            kind
        ]
        return memory.propose(kind, text=text, **fields)

    stone = person.tombstone("Joshua eats no eggs at all.")
    assert (propose("JOSHUA eats, no eggs -- at all!").reason, propose("Joshua eats 2 eggs.").status) == (
        "tombstone",
        "proposed",
    )
    person.untombstone(stone)
    assert propose("Joshua eats no eggs at all.").status == "proposed"

"""A value that a person refused does not come back: by no road, in no dress, and not after the record was washed.

Every road is taken twice in one home: once with the refused value in a disguise, once with an honest other value, which
must arrive, so that a road that leads nowhere proves nothing.
"""

from __future__ import annotations

import json
import os
import shutil
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from forger import OTHER, Forger
from household import Household, only
from person import Person
from sapwood.core import claim as claims
from sapwood.core import mark, skeleton
from sapwood.core.decision import Tombstone
from sapwood.errors import Refused

VALUE = "Joshua eats no purée at home."
HONEST = "Joshua eats no soufflé at home."


def _wide(text: str) -> str:
    return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text)


DISGUISES: dict[str, Callable[[str], str]] = {
    "case": str.upper,
    "white-space": lambda text: "  " + text.replace(" ", " \u00a0 "),
    "punctuation": lambda text: f"„{text.removesuffix('.').replace(' no ', ' no, ')}“!",
    "zero-width": lambda text: text.replace("ea", "e\u200ba").replace("at home", "at\u2060 ho\u00adme"),
    "homoglyph": lambda text: text.replace("o", "о").replace("a", "а"),
    "nfd": lambda text: unicodedata.normalize("NFD", text),
    "comment": lambda text: text.replace(" at ", " <!-- really --> at "),
    "full-width": _wide,
    "frontmatter": lambda text: text,  # the file says it below fields in another order: see the roads by file
}


@pytest.fixture(scope="module")
def _built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path, Household]]:
    top = tmp_path_factory.mktemp("refused")
    place, kept = top / "place", top / "kept"
    with pytest.MonkeyPatch.context() as patch:
        _live_in(place, patch)
        house = Household(place / "home")
        house.memory().mark("joshua.city", "Joshua lives in Berlin.")
        person = Person(house)
        person.tombstone(VALUE)
    shutil.copytree(place, kept, symlinks=True)
    yield place, kept, house


def _live_in(place: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("HOME", str(place))
    for kind in ("STATE", "CACHE", "DATA", "CONFIG"):
        (place / kind.lower()).mkdir(parents=True, exist_ok=True)
        patch.setenv(f"XDG_{kind}_HOME", str(place / kind.lower()))


@pytest.fixture
def house(_built: tuple[Path, Path, Household], monkeypatch: pytest.MonkeyPatch) -> Household:
    place, kept, found = _built
    shutil.rmtree(place)
    shutil.copytree(kept, place, symlinks=True)
    _live_in(place, monkeypatch)
    return found.at("2026-11-05T20:00:00Z")


# -------------------------------------------------------------------------------------------------------------- the roads


def by_mark(house: Household, text: str) -> None:
    house.memory().mark("joshua.food", text)


def by_cli(house: Household, text: str) -> None:
    house.cli("mark", "add", "joshua.food", text, check=None)


def by_observation(house: Household, text: str) -> None:
    file = house.write("notes-of-today.txt", "seen today\n")
    for channel in ("cli", "python", "mcp", "hook", "http", "rhythm"):
        house.memory(channel=channel).observe("joshua.food", text, f"{file.name}#L1")


def by_batch(house: Household, text: str) -> None:
    house.write("notes-of-today.txt", "seen today\n")
    fields = {"subject": "joshua.food", "observation": text, "evidence": "notes-of-today.txt#L1"}
    house.memory(channel="import").observe_batch([json.dumps(fields)])


def by_correction(house: Household, text: str) -> None:
    made = house.memory().mark("joshua.food", f"Joshua eats {len(text)} potatoes.")
    house.memory().correct(made.id, text)


def by_jot(house: Household, text: str) -> None:
    house.memory().jot(" ".join(text.split()))
    house.memory().consolidate()


def by_agents_jot(house: Household, text: str) -> None:
    house.memory(channel="mcp").jot(" ".join(text.split()), agent="planner")
    house.memory().consolidate()


def by_day(house: Household, text: str) -> None:
    house.day("2026-11-03", text)
    house.memory().consolidate()


def by_edited_day(house: Household, text: str) -> None:
    house.day("2026-11-02", "nothing special today at all")
    house.memory().consolidate()
    archived = house.folder / "daily/archive/2026-11-02.md"
    archived.write_text(archived.read_text() + f"- {text}\n")
    house.memory().consolidate()


def by_note(house: Household, text: str) -> None:
    header = "---\ntype: user\ndescription: food\nname: food\n---\n\n"
    house.write("user_food.md", f"{header}## Food — 2026-11-05\n\n**From:** Joshua\n**Learning:** {text}\n")
    house.write("MEMORY.md", f"# Memory\n\n## Patterns\n\n- [Food](user_food.md) — {text}\n")


def by_handwritten_file(house: Household, text: str) -> None:
    house.write("long-term/food.md", f"---\nb: 1\na: 2\n---\n\n# Food\n\n- {text}\n")


def by_knowledge_file(house: Household, text: str) -> None:
    house.write("knowledge/food.md", f"---\nsubject: joshua.food\nid: 1\n---\n\n{text}\n")


def by_knowledge_file_of_the_form(house: Household, text: str) -> None:
    claim = Person(house, enrol=False).claim(" ".join(text.split()))
    house.write(f"knowledge/{claim.file_name}", claims.render(claim))


def by_approval(house: Household, text: str) -> None:
    try:
        Person(house, enrol=False).approve(" ".join(text.split()))
    except Refused as refused:
        assert refused.reason == "tombstone"


def by_a_leaf_of_ones_own(house: Household, text: str) -> None:
    forger = Forger(house)
    value = {"subject": "joshua.food", "observation": text, "observed_by": "joshua", "affinity": [], "substrate_refs": [],
             "evidence": [{"kind": "signal", "id": f"{forger.replica}/0"}]}  # fmt: skip
    for replica in ("", OTHER):
        body = {"id": mark.uuid7(1_790_000_000_000, os.urandom(10)), "at": "2026-11-05T19:00:00Z", "day": "2026-11-05",
                "initial": 0.9, "half_life_days": 90.0}  # fmt: skip
        forger.append(
            "observed", body, (forger.keep(json.dumps(value).encode(), replica or forger.replica),), replica=replica
        )


ROADS = [
    by_mark, by_cli, by_observation, by_batch, by_correction, by_jot, by_agents_jot, by_day, by_edited_day, by_note,
    by_handwritten_file, by_knowledge_file, by_knowledge_file_of_the_form, by_approval, by_a_leaf_of_ones_own,
]  # fmt: skip


def served(house: Household, word: str) -> list[str]:
    """What any lane, the block for an agent or a list says that has a word in it, in any dress."""
    memory, found = house.memory(), list[str]()
    for question in ({"query": word}, {"about": "joshua"}):
        answer = memory.recall(**question, k=50, horizon="all", min_strength=0.0)
        found += [json.dumps(item, ensure_ascii=False) for lane in answer[:6] for item in lane]
        found.append(memory.context(**question, budget_tokens=8_000).context)
    found += [row["observation"] for row in memory.marks()]
    return [text for text in found if word in skeleton.skeleton(text)]


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("road", ROADS, ids=lambda road: road.__name__)
def test_a_refused_value_does_not_come_by_any_road(house: Household, road: Any, disguise: str) -> None:
    road(house, DISGUISES[disguise](VALUE))
    assert served(house, "purée") == []
    house.now += 60
    road(house, DISGUISES[disguise](HONEST))
    assert served(house, "soufflé") != []
    house.memory().rebuild()
    house.memory().consolidate()
    assert served(house, "purée") == []


# ----------------------------------------------------------------------------------------------- what was there before


@pytest.fixture
def known(house: Household) -> tuple[Household, str]:
    """The value stands in every layer, was pinned and proposed; then it is refused."""
    Person(house, enrol=False).untombstone(_stone(house))
    for road in (by_note, by_handwritten_file, by_jot, by_knowledge_file, by_approval):
        road(house, VALUE)
    made = house.memory().mark("joshua.food", VALUE)
    found = only([row for row in house.memory().marks("joshua") if row["observation"] == VALUE])
    assert made.id in ("", found["id"])
    house.memory().pin(found["id"])
    house.memory().pin("long-term/food.md#L8")
    house.memory().propose("seed", file="long-term/food.md", text=VALUE, based_on=[found["id"]])
    assert len(served(house, "purée")) > 5
    Person(house, enrol=False).tombstone(VALUE.upper())
    return house, found["id"]


def _stone(house: Household) -> Any:
    (row,) = [each for each in house.memory().tombstones()["tombstones"] if not each["lifted"]]
    return type("Made", (), {"identity": row["id"]})


def test_what_was_there_is_out_of_every_lane(known: tuple[Household, str]) -> None:
    house, _ = known
    assert served(house, "purée") == []
    house.memory().rebuild()
    assert served(house, "purée") == []


def test_whoever_looks_it_up_is_told_that_it_is_refused(known: tuple[Household, str]) -> None:
    house, found = known
    memory = house.memory()
    assert memory.show(found)["state"] == "refused"
    assert memory.get(found)["mark"]["state"] == "refused"
    assert memory.history(found)["state"] == "refused"
    assert [row["id"] for row in memory.marks(states=("refused",))] == [found]
    pins = {row["kind"]: row for row in memory.pins()}
    assert (pins["mark"]["served"], pins["lines"]["served"]) == (False, False)
    assert pins["mark"]["text"] == pins["lines"]["text"] == ""
    assert [row["state"] for row in memory.knowledge(every=True)["claims"]] == ["tombstoned"]


@pytest.mark.parametrize("act", ["restore", "correct", "move", "pin", "forget-restore", "recover", "reopen"])
def test_no_verb_brings_it_back(known: tuple[Household, str], act: str) -> None:
    house, found = known
    memory = house.memory()
    if act == "restore":
        house.cli("restore", found, check=None)
    elif act == "correct":
        assert memory.correct(found, VALUE + "!").status in ("refused", "known")
    elif act == "move":
        house.cli("mark", "move", found, "joshua.breakfast", check=None)
    elif act == "pin":
        house.cli("pin", found, check=None)
    elif act == "forget-restore":
        memory.forget(found)
        house.cli("restore", found, check=None)
    elif act == "recover":
        house.cli("log", "recover", check=None)
        house.cli("log", "recover", "--accept-loss", check=None)
    else:
        made = memory.correct(found, "Joshua eats porridge.")
        assert made.status == "created"
        house.cli("restore", found, check=None)
    assert served(house, "purée") == []


def test_an_older_index_put_back_says_nothing_of_it(house: Household) -> None:
    person = Person(house, enrol=False)
    person.untombstone(_stone(house))
    by_mark(house, VALUE)
    assert served(house, "purée")
    forger = Forger(house)
    kept = forger.index().parent.with_name("kept")
    shutil.copytree(forger.index().parent, kept)
    stamp = (forger.state / "index.json").read_bytes()
    person.tombstone(VALUE)
    assert served(house, "purée") == []
    shutil.rmtree(forger.index().parent)
    shutil.copytree(kept, kept.with_name(Path(house.memory().home.places.cache).name))
    (forger.state / "index.json").write_bytes(stamp)
    assert served(house, "purée") == []


def test_a_machine_that_did_not_know_brings_nothing_with_it(
    house: Household, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one has the folder from before the refusal, says the value, and both are put together."""
    early = tmp_path / "early"
    shutil.copytree(house.folder, early)
    other = Household.__new__(Household)
    other.folder, other.owner, other.now = early, house.owner, house.now
    for path in early.glob(".sapwood/log/*/*.jsonl"):
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(line for line in lines if b'"type":"decided"' not in line))
    with monkeypatch.context() as patch:
        for kind in ("STATE", "CACHE"):
            patch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
        by_mark(other, VALUE)
        by_mark(other, HONEST)
        assert served(other, "purée")
        fresh = (Forger(other).state / "replica").read_text().strip()
    for folder in ("log", "values"):
        shutil.copytree(early / ".sapwood" / folder / fresh, house.folder / ".sapwood" / folder / fresh)
    assert served(house, "purée") == []
    assert served(house, "soufflé") != []


# ------------------------------------------------------------------------------------------------------------- laundering


def test_washing_the_record_does_not_help(house: Household) -> None:
    """Refuse it; let another value stand in its place; restate and corroborate the first, for days; let all else fade."""
    first = house.memory().mark("joshua.food", "Joshua eats mash at home.")
    Person(house, enrol=False).approve("Joshua eats purée on Sundays only.", valid_to="2026-12-01T00:00:00Z")
    house.memory().correct(first.id, "Joshua eats gratin at home.")
    for day in range(6, 16):
        house.at(f"2026-11-{day:02}T20:00:00Z")
        house.day(f"2026-11-{day:02}", VALUE, f"Robin: {VALUE}")
        house.memory().consolidate()
        for actor in ("robin", "planner", "critic"):
            house.memory(channel="mcp", actor=actor).observe(
                "joshua.food",
                f"{actor}: {VALUE}" if actor == "robin" else VALUE,
                f"daily/archive/2026-11-{day:02}.md#L3",
            )
    for moment in ("2026-12-05T20:00:00Z", "2027-06-01T20:00:00Z", "2030-01-01T20:00:00Z"):
        house.at(moment)
        house.memory().consolidate()
        house.memory().rebuild()
        assert house.memory().mark("joshua.food", VALUE).reason == "tombstone"
        assert [text for text in served(house, "purée") if "sundays only" not in skeleton.skeleton(text)] == []
    assert house.memory().mark("joshua.food", HONEST).status == "created"


def test_what_was_erased_after_it_was_refused_stays_refused(house: Household) -> None:
    person = Person(house, enrol=False)
    person.untombstone(_stone(house))
    made = house.memory().mark("joshua.food", VALUE)
    said = person.statement(
        "forget", f"mark:{made.id}", VALUE.encode(),
        tombstone=Tombstone("skeleton", (skeleton.keys(person.salt, "", VALUE).skeleton,)),
    )  # fmt: skip
    house.memory().decide(person.signed(said))
    house.memory().forget(made.id, erase=True)
    assert house.memory().mark("joshua.food", VALUE).reason == "tombstone"
    house.memory().rebuild()
    assert house.memory().mark("joshua.food", VALUE).reason == "tombstone"


# -------------------------------------------------------------------------------------------------------- what is not it


@pytest.mark.parametrize(("refused", "honest"), [
    ("Joshua pays 15 euros for lunch.", "Joshua pays 1.5 euros for lunch."),
    ("Joshua pays 15 euros for lunch.", "Joshua pays 16 euros for lunch."),
    ("It is -3 degrees in the cellar.", "It is 3 degrees in the cellar."),
    ("Joshua eats fish on Fridays.", "Joshua eats no fish on Fridays."),
    ("Joshua does not eat meat at all.", "Joshua does eat meat at all."),
    ("The meeting is on 2026-11-05 at 10:30.", "The meeting is on 2026-11-06 at 10:30."),
    ("The meeting is on 2026-11-05 at 10:30.", "The meeting is on 2026-11-05 at 1030."),
    ("Joshua writes the tool in C today.", "Joshua writes the tool in C# today."),
    ("Joshua writes the tool in C today.", "Joshua writes the tool in C++ today."),
    ("The bill of Joshua is paid.", "The bill of Joshua is paid?"),
    ("The discount is 5 % this week.", "The discount is 5 € this week."),
])  # fmt: skip
def test_an_honest_correction_is_let_in(house: Household, refused: str, honest: str) -> None:
    Person(house, enrol=False).tombstone(refused)
    assert house.memory().mark("joshua.things", refused).reason == "tombstone"
    assert house.memory().mark("joshua.things", honest).status == "created"
    assert honest in [row["observation"] for row in house.memory().marks("joshua.things")]
    assert honest in [item["observation"] for item in house.memory().recall("joshua.things").marks]


@pytest.mark.parametrize("match", ["exact", "subject-skeleton"])
def test_a_narrow_refusal_is_as_narrow_as_it_says(house: Household, match: str) -> None:
    memory = house.memory()
    about = f"joshua.{memory._classify('Likes broccoli.', [])}"
    Person(house, enrol=False).tombstone("Likes broccoli.", about, match)
    same, other = memory.mark(about, "Likes broccoli."), memory.mark("robin.food", "Likes broccoli.")
    shouted = memory.mark(about, "LIKES BROCCOLI!")
    assert same.reason == "tombstone"
    assert (other.reason, shouted.reason) == (("tombstone", "") if match == "exact" else ("", "tombstone"))
    house.day("2026-11-05", "Likes broccoli.")
    house.write("long-term/food.md", "# Food\n\n- Likes broccoli.\n\n- Likes bread and broccoli.\n")
    found = memory.recall("", "broccoli", layers=("daily", "substrate"))
    assert [item["excerpt"] for item in (*found.daily, *found.substrate)] == ["- Likes bread and broccoli."]


@pytest.mark.parametrize(("text", "comes"), [
    (f"Robin: {VALUE}", False), (f"Note to all: {VALUE}", False), (f"planner\uff1a Robin: {VALUE}", False),
    (f"Wrong: {VALUE}", True), (f"Not true: {VALUE}", True), (f"Robin: {HONEST}", True), ("At home: Joshua sings.", True),
    ("12:30 Joshua eats soup.", True),
])  # fmt: skip
def test_a_name_before_a_statement_makes_it_no_other_one(house: Household, text: str, comes: bool) -> None:
    made = house.memory().mark("joshua.food", text)
    assert (made.status, made.reason) == (("created", "") if comes else ("refused", "tombstone"))


# ------------------------------------------------------------------------------------------------------------- unsigned


def test_an_unsigned_no_blocks_nothing(house: Household) -> None:
    """A forget hides and is lifted by saying it again; deferring decides nothing; a stranger's signature is none."""
    made = house.memory().mark("joshua.food", HONEST)
    house.memory().forget(made.id)
    assert house.memory().mark("joshua.food", HONEST).status == "created"
    asked = house.memory().propose("seed", file="long-term/food.md", text="Write of bread.")
    house.memory().defer(asked.id)
    assert house.memory().mark("joshua.food", "Write of bread.").status == "created"
    stranger, forger = Person(house, b"stranger", enrol=False), Forger(house)
    keys = skeleton.keys(stranger.salt, "joshua.food", "Joshua eats bread.")
    said = stranger.statement("forget", f"mark:{made.id}", b"", tombstone=Tombstone("skeleton", (keys.skeleton,)))
    with pytest.raises(Refused, match="not enrolled"):
        house.memory().decide(stranger.signed(said))
    envelope = stranger.signed(said)
    body = {"decision": "forget", "name": said.name, "decision_id": "0" * 64, "keys": list(keys), "match": "skeleton"}
    forger.append("decided", body, (forger.keep(envelope),))
    forger.append("decided", body, (forger.keep(b"no envelope at all"),))
    forger.copy(f"{forger.replica}/{_index_of_decided(forger)}", keys=list(keys))  # the person's own, of another value
    assert house.memory().mark("joshua.food", "Joshua eats bread.").status == "created"
    assert "Joshua eats bread." in [row["observation"] for row in house.memory().marks()]
    assert house.memory().recall("", "bread").marks
    assert house.memory().mark("joshua.food", VALUE).reason == "tombstone"


def _index_of_decided(forger: Forger) -> int:
    return next(leaf.i for leaf in forger.leaves() if leaf.type == "decided")

"""`sapwood recall` reads its plain options itself; whatever else is written goes through click, and means the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from household import Household
from person import Person
from sapwood.doors import asking
from sapwood.doors.commands.look import recall


def test_click_knows_every_option_of_the_quick_way() -> None:
    known = {name for option in recall.params for name in (*option.opts, *option.secondary_opts)}
    assert {*asking._VALUES, *asking._FLAGS} - {"--home"} <= known


@pytest.fixture
def house(tmp_path: Path) -> Household:
    made = Household(tmp_path / "home")
    made.memory().mark("joshua.food", "Joshua eats no eggs, he said.")
    return made


def test_both_ways_serve_what_was_signed_alone(house: Household) -> None:
    person = Person(house)
    person.approve("Joshua eats no eggs.")
    quick = house.cli("recall", "eggs", "--json", "--trusted", "--root", person.words).stdout
    through_click = house.cli("recall", "eggs", "--json", "--trusted", f"--root={person.words}").stdout
    assert json.loads(quick) == json.loads(through_click)
    assert [item["claim"] for item in json.loads(quick)["knowledge"]] == ["Joshua eats no eggs."]
    assert json.loads(quick)["marks"] == []
    assert json.loads(house.cli("recall", "eggs", "--json", "-k5").stdout)["marks"]  # the control: it is there


def test_both_ways_trust_no_other_root(house: Household) -> None:
    person = Person(house)
    person.approve("Joshua eats no eggs.")
    other = " ".join(reversed(person.words.split()))
    for root in (["--root", other], [f"--root={other}"]):
        found = json.loads(house.cli("recall", "eggs", "--json", *root).stdout)
        assert {item["trust"] for item in found["knowledge"]} == {"unverifiable"}
        assert any(note.startswith("root: other") for note in found["notices"])

"""Which older marks a new one is held against: the newest of each way to begin, however many lie in one place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from household import Household
from sapwood import reading
from sapwood.layers import marks

MOST = 24
CROWD = 60


def observe(house: Household, *said: str) -> list[str]:
    """Lines of one day, each observed; the ids."""
    date = f"2026-09-{len(list((house.folder / 'daily').glob('*'))) + 1:02}"
    house.day(date, *said)
    given = [
        json.dumps({"subject": "joshua.home", "observation": each, "evidence": f"daily/{date}.md#L{number}"})
        for number, each in enumerate(said, 3)
    ]
    made = house.memory().observe_batch(given)
    assert {each.status for each in made} == {"created"}
    return [each.id for each in made]


def meeting(house: Household, mark_id: str, reach: str) -> list[str]:
    """What the marks say that one is held against."""
    memory = house.memory()
    with reading.opened(memory.home, house.now) as look:
        db, workspace = look.index.db, look.index.rules.workspace
        found = marks.one(db, workspace, mark_id)
        return [each.observation for each in marks.meeting(db, workspace, found, MOST, reach, lambda said: True)]


@pytest.fixture
def house(own_home: Path) -> Household:
    return Household(own_home / "memory")


def test_of_a_crowd_in_one_place_the_newest_are_met_and_short_ones_and_others_beside_it(house: Household) -> None:
    observe(house, "The boiler holds 2 bar in winter", "Holds", "The boiler", "Boiler water is soft")
    observe(house, *(f"The boiler holds {bar} bar" for bar in range(100, 100 + CROWD)))
    (new,) = observe(house, "The boiler holds 3 bar")
    crowd = meeting(house, new, "all")
    assert len(crowd) == MOST and "The boiler holds 2 bar in winter" not in crowd
    two = meeting(house, new, "two")
    assert two[:MOST] == crowd and set(two[MOST:]) == {"Holds", "The boiler"}
    one = meeting(house, new, "one")
    assert one[:MOST] == crowd and {"The boiler holds 2 bar in winter", "Boiler water is soft", "Holds"} <= set(one)


def test_the_newest_of_a_crowd_are_met(house: Household) -> None:
    observe(house, "The boiler holds 2 bar", "The boiler holds 2 bar in spring")
    observe(house, "The boiler holds 4 bar", "The boiler holds 4 bar in autumn")
    (new,) = observe(house, "The boiler holds 3 bar")
    assert meeting(house, new, "two")[:2] == ["The boiler holds 4 bar", "The boiler holds 2 bar"]
    assert len(meeting(house, new, "two")) == 4


def test_what_was_moved_is_met_under_its_new_subject(house: Household) -> None:
    (old,) = observe(house, "The boiler holds 2 bar in winter")
    (new,) = observe(house, "The boiler holds 3 bar")
    assert meeting(house, new, "two") == ["The boiler holds 2 bar in winter"]
    house.memory().move(old, "joshua.cellar")
    assert meeting(house, new, "two") == []
    house.memory().move(old, "joshua.home")
    assert meeting(house, new, "two") == ["The boiler holds 2 bar in winter"]

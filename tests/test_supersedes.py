"""A mark that took the place of another one says so in every answer: a change is not taken for what was always said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from household import Household, only

OLD, NEW, NEWER = "The design meeting is at 2pm.", "The design meeting is at 3pm.", "The design meeting is at 4pm."


@pytest.fixture
def house(tmp_path: Path) -> Household:
    return Household(tmp_path / "home")


def item(house: Household, **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = only(house.memory().recall("", "meeting", **options).marks)
    return found


def test_a_correction_names_what_it_replaced(house: Household) -> None:
    old = house.memory().mark("joshua.work", OLD).id
    assert "supersedes" not in item(house)
    new = house.at("2026-11-06T09:00:00Z").memory().correct(old, NEW).id
    assert (item(house)["observation"], item(house)["supersedes"]) == (NEW, [old])
    assert house.memory().show(old)["valid_to"] == "2026-11-06T09:00:00Z"
    newer = house.at("2026-11-07T09:00:00Z").memory().correct(new, NEWER).id
    assert (item(house)["id"], item(house)["supersedes"]) == (newer, [new])
    house.memory().rebuild()
    assert item(house)["supersedes"] == [new]


def test_two_marks_that_were_replaced_by_one_are_both_named(house: Household) -> None:
    first = house.memory().mark("joshua.work", OLD).id
    second = house.memory().mark("joshua.work", "The design meeting is in room 7, and lasts long.").id
    new = house.at("2026-11-06T09:00:00Z").memory().correct(first, NEW).id
    house.at("2026-11-07T09:00:00Z").memory().correct(second, NEW)
    assert (item(house)["id"], sorted(item(house)["supersedes"])) == (new, sorted([first, second]))


def test_at_an_earlier_time_nothing_had_been_replaced(house: Household) -> None:
    old = house.memory().mark("joshua.work", OLD).id
    house.at("2026-11-08T09:00:00Z").memory().correct(old, NEW)
    for options in ({"as_of": "2026-11-06"}, {"known_at": "2026-11-06"}):
        then = item(house, **options)
        assert (then["observation"], "supersedes" in then) == (OLD, False)
    assert item(house)["supersedes"] == [old]


@pytest.mark.parametrize("erase", [False, True])
def test_what_was_forgotten_is_named_and_not_told(house: Household, erase: bool) -> None:
    old = house.memory().mark("joshua.work", OLD).id
    house.at("2026-11-06T09:00:00Z").memory().correct(old, NEW)
    house.at("2026-11-07T09:00:00Z").memory().forget(old, erase=erase)
    assert (item(house)["observation"], item(house)["supersedes"]) == (NEW, [old])
    assert OLD not in str(house.memory().recall("", "meeting"))


def test_what_stands_again_is_not_named(house: Household) -> None:
    """A plan is taken back before it began."""
    old = house.memory().mark("joshua.work", OLD).id
    new = house.at("2026-11-06T09:00:00Z").memory().correct(old, NEW, valid_from="2026-12-01").id
    house.at("2026-11-07T09:00:00Z").memory().correct(new, OLD)
    assert (item(house)["observation"], item(house).get("supersedes")) == (OLD, [new])

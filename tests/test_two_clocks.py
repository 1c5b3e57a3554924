"""When a thing is true in the world, and when it was known: `as_of`, `known_at`, and the two together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.household import Household

from sapwood.errors import BadArgument

CITE = "daily/2026-11-01.md#L3"


@pytest.fixture
def house(tmp_path: Path) -> Household:
    return Household(tmp_path / "home")


@pytest.fixture
def moved(house: Household) -> Household:
    """The van stood at Norr from 1 November; on the 10th we heard that it has stood at Syd since the 5th."""
    house.at("2026-11-01T09:00:00Z").day("2026-11-01", "The van is parked at Norr")
    house.memory().observe("joshua.van", "The van is parked at Norr", CITE)
    house.at("2026-11-10T09:00:00Z")
    (old,) = house.memory().marks("joshua.van")
    house.memory().correct(old["id"], "The van is parked at Syd", valid_from="2026-11-05")
    return house


def said(house: Household, about: str = "joshua", **options: Any) -> list[str]:
    answer = house.memory().recall(about, layers=("marks",), **options)
    return sorted(mark["observation"].removeprefix("The van is parked at ") for mark in answer.marks)


@pytest.mark.parametrize(
    ("known_at", "as_of", "wanted"),
    [
        (None, None, ["Syd"]),
        (None, "2026-11-03", ["Norr"]),
        (None, "2026-11-04", ["Norr"]),
        (None, "2026-11-05", ["Syd"]),
        (None, "2026-10-31", []),
        ("2026-11-09", None, ["Norr"]),  # the correction was not known yet
        ("2026-11-09", "2026-11-07", ["Norr"]),
        ("2026-11-10", "2026-11-07", ["Syd"]),
        ("2026-11-10", "2026-11-03", ["Norr"]),
        ("2026-10-31", None, []),
        ("2026-10-31", "2026-11-03", []),
    ],
)
def test_a_late_correction(moved: Household, known_at: str | None, as_of: str | None, wanted: list[str]) -> None:
    moved.at("2026-11-12T09:00:00Z")
    assert said(moved, known_at=known_at, as_of=as_of) == wanted
    moved.memory().rebuild()
    assert said(moved, known_at=known_at, as_of=as_of) == wanted


def test_what_contradicts_without_a_word_is_disputed_and_both_stay(house: Household) -> None:
    house.day("2026-11-01", "The oven runs 15 degrees hot", "Mira likes carrots")
    house.day("2026-11-02", "The oven runs 20 degrees hot", "Mira does not like carrots", "Mira likes beets")
    report = house.memory().consolidate()
    assert [day.disputed for day in report.days] == [0, 2]
    found = {mark["observation"]: mark for mark in house.memory().recall("joshua", layers=("marks",)).marks}
    assert len(found) == 5
    hot, hotter = found["The oven runs 15 degrees hot"], found["The oven runs 20 degrees hot"]
    assert (hot["disputed_with"], hotter["disputed_with"]) == ([hotter["id"]], [hot["id"]])
    assert "disputed_with" not in found["Mira likes beets"]
    house.memory().forget(hot["id"])  # the person decides: the dispute is over
    assert all(
        "disputed_with" not in mark for mark in house.memory().recall("joshua", "oven", layers=("marks",)).marks
    )


def test_what_states_a_replacement_closes_the_older(house: Household) -> None:
    house.day("2026-11-01", "The van is parked at Norr")
    house.day("2026-11-05", "The van is now parked at Syd")
    house.memory().consolidate()
    assert said(house) == ["The van is now parked at Syd"]
    assert said(house, as_of="2026-11-03") == ["Norr"]


def test_a_day_that_comes_late_closes_at_its_own_date(house: Household) -> None:
    """Known on the 8th; then the day of the 4th arrives: Norr until the 4th, Vest until the 8th, Syd since."""
    house.day("2026-11-01", "The van is parked at Norr")
    house.day("2026-11-08", "The van is now parked at Syd")
    house.at("2026-11-09T20:00:00Z").memory().consolidate()
    house.day("2026-11-04", "The van is now parked at Vest")
    house.at("2026-11-10T20:00:00Z").memory().consolidate()
    wanted = {"2026-11-03": "Norr", "2026-11-06": "The van is now parked at Vest", "2026-11-09": "The van is now parked at Syd"}
    for day, text in wanted.items():
        assert said(house, as_of=day) == [text]
    assert said(house) == ["The van is now parked at Syd"]
    assert said(house, known_at="2026-11-09", as_of="2026-11-06") == ["Norr"]
    house.memory().rebuild()
    assert {day: said(house, as_of=day) for day in wanted} == {day: [text] for day, text in wanted.items()}


def test_intervals_that_a_line_states(house: Household) -> None:
    house.day("2026-11-02", "The guest room is taken from 10 November until 20 November", "We were in Rome from 3 to 10 October")
    house.memory().consolidate()
    room = "The guest room is taken from 10 November until 20 November"
    rome = "We were in Rome from 3 to 10 October"
    assert said(house) == [room, rome]  # a plan is told at once, and the past is past
    assert said(house, as_of="2026-11-05") == []
    assert said(house, as_of="2026-11-15") == [room]
    assert said(house, as_of="2026-10-05") == [rome]
    assert said(house.at("2026-11-20T22:59:00Z")) == [room, rome]  # the 20th is still in it, in the home's zone
    assert said(house.at("2026-11-20T23:01:00Z")) == [rome]


@pytest.mark.parametrize("channel", ["mcp", "hook", "http", "python"])
def test_no_agent_closes_what_the_owner_said(house: Household, channel: str) -> None:
    house.day("2026-11-01", "The van is parked at Norr")
    house.memory().mark("joshua.van", "The van is parked at Norr")
    later = {"observed_at": "2026-11-05T20:30:00Z"}
    house.at("2026-11-05T21:00:00Z")
    told = house.memory(channel=channel).observe("joshua.van", "The van is now parked at Syd", CITE, **later)
    assert (told.status, told.replaced, len(told.disputed)) == ("created", (), 1)
    assert said(house) == ["Norr", "The van is now parked at Syd"]
    mine = house.memory().observe("joshua.van", "The van is now parked at Vest", CITE, **later)  # the owner's closes both
    assert (len(mine.replaced), mine.disputed) == (2, ())
    assert said(house) == ["The van is now parked at Vest"]


def test_an_agents_line_in_a_day_closes_an_agents_only(house: Household) -> None:
    house.day("2026-11-01", "The van is parked at Norr")
    house.day("2026-11-02", "10:00 planner: The bike is parked at Norr")
    house.memory().consolidate()
    house.day("2026-11-04", "10:00 planner: The van is now parked at Syd", "11:00 planner: The bike is now parked at Syd")
    house.memory().consolidate()
    texts = [text.removeprefix("planner: ") for text in house.texts()]
    assert sorted(text for text in texts if "van" in text) == ["The van is now parked at Syd", "The van is parked at Norr"]
    assert [text for text in texts if "bike" in text] == ["The bike is now parked at Syd"]


def test_a_correction_of_a_line_that_says_now(house: Household) -> None:
    """The old text states a replacement itself and is younger than the correction's date: it is replaced all the same."""
    house.memory().mark("joshua.van", "The van is now parked at Norr")
    (old,) = house.memory().marks("joshua.van")
    made = house.memory().correct(old["id"], "The van is parked at Syd", valid_from="2026-11-01")
    assert (made.replaced, made.disputed) == ((old["id"],), ())
    assert said(house) == ["Syd"]
    assert said(house, as_of="2026-11-03") == ["Syd"]


def test_a_correction_for_a_day_to_come(house: Household) -> None:
    house.memory().mark("joshua.phone", "The phone costs 10 EUR")
    (old,) = house.memory().marks("joshua.phone")
    house.memory().correct(old["id"], "The phone costs 12 EUR", valid_from="2026-12-01")
    now = {mark["observation"]: mark for mark in house.memory().recall("joshua.phone").marks}
    assert set(now) == {"The phone costs 10 EUR", "The phone costs 12 EUR"}  # what holds, and what is to come
    assert now["The phone costs 10 EUR"]["valid_to"] == now["The phone costs 12 EUR"]["valid_from"] == "2026-11-30T23:00:00Z"
    assert said(house, as_of="2026-11-20") == ["The phone costs 10 EUR"]
    assert [mark["state"] for mark in house.memory().marks("joshua.phone")] == ["active", "active"]
    house.at("2026-12-02T10:00:00Z")
    assert said(house) == ["The phone costs 12 EUR"]
    house.memory().rebuild()
    assert said(house) == ["The phone costs 12 EUR"]
    assert house.memory().verify().code == 0


def test_a_dispute_settled_in_favour_of_the_other_side(house: Household) -> None:
    house.day("2026-11-01", "The oven runs 15 degrees hot")
    house.day("2026-11-02", "The oven runs 20 degrees hot")
    house.memory().consolidate()
    first, second = house.memory().marks("joshua")
    assert first["disputed_with"] == [second["id"]]
    told = house.memory().correct(first["id"], "The oven runs 20 degrees hot", valid_from="2026-11-02")
    assert (told.id, told.replaced) == (second["id"], (first["id"],))
    assert said(house) == ["The oven runs 20 degrees hot"]
    assert said(house, as_of="2026-11-01") == ["The oven runs 15 degrees hot"]
    (left,) = house.memory().recall("joshua", layers=("marks",)).marks
    assert "disputed_with" not in left


def test_disputes_are_those_of_the_time_that_is_asked_about(house: Household) -> None:
    house.day("2026-11-01", "The dentist is on Monday")
    house.day("2026-11-02", "The dentist is on Tuesday")
    house.memory().consolidate()
    ids = [mark["id"] for mark in house.memory().marks("joshua")]
    for mark_id in ids:
        house.memory().correct(mark_id, "The dentist is on Wednesday")
    then = {mark["id"]: mark for mark in house.memory().recall("joshua", as_of="2026-11-03", layers=("marks",)).marks}
    assert [then[each]["disputed_with"] for each in ids] == [[ids[1]], [ids[0]]]
    (now,) = house.memory().recall("joshua", layers=("marks",)).marks
    assert "disputed_with" not in now


@pytest.mark.parametrize("options", [{"as_of": 2}, {"known_at": 2}, {"as_of": b"2026-11-01"}, {"known_at": "99/1"}])
def test_a_moment_that_is_none(house: Household, options: dict[str, Any]) -> None:
    with pytest.raises(BadArgument):
        house.memory().recall("joshua", **options)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Joshua is allergic to penicillin", "Correction: Ida is allergic to penicillin too"),
        ("Ida lives in Hamburg", "Ida moved to tears"),
        ("Ida works at Siemens", "Ida now works in Munich"),
        ("My mother lives in Bonn", "His mother now lives in Köln"),
        ("Ida ist in Bonn", "Ida ist jetzt in Rente"),
        ("The meeting starts at 9:00 on Monday", "The meeting now starts at 10:00 on Tuesday"),
        ("The kitchen clock hangs on the wall", "The kitchen clock is wrong by 5 minutes on the wall"),
    ],
)
def test_what_only_looks_like_a_replacement_hides_nothing(house: Household, first: str, second: str) -> None:
    house.memory().mark("joshua.life", first)
    house.at("2026-11-06T10:00:00Z").memory().mark("joshua.life", second)
    assert said(house) == sorted([first, second])


def test_what_was_replaced_can_be_brought_back(house: Household) -> None:
    house.memory().mark("joshua.van", "The van is parked at Norr")
    (old,) = house.memory().marks("joshua.van")
    house.at("2026-11-06T10:00:00Z").memory().mark("joshua.van", "The van is now parked at Syd")
    (new,) = house.memory().marks("joshua.van")
    house.memory().forget(new["id"], erase=True)
    assert said(house) == []
    house.memory().restore(old["id"])
    assert said(house) == ["Norr"]
    house.memory().rebuild()
    assert said(house) == ["Norr"]
    assert house.memory().verify().code == 0


def test_the_same_of_another_time_is_another_mark(house: Household) -> None:
    house.at("2026-11-01T10:00:00Z")
    house.memory().mark("joshua.car", "Ida rents a car", valid_from="2026-11-02", valid_to="2026-11-05")
    house.at("2026-11-20T10:00:00Z")
    told = house.memory().mark("joshua.car", "Ida rents a car", valid_from="2026-11-19", valid_to="2026-12-05")
    assert told.status == "created"
    for _ in range(2):
        assert said(house) == said(house, as_of="2026-11-03") == ["Ida rents a car"]
        assert said(house, as_of="2026-11-10") == []
        house.memory().rebuild()


def test_a_plan_that_is_taken_back(house: Household) -> None:
    house.memory().mark("joshua.ida", "Ida lives in Hamburg")
    (old,) = house.memory().marks("joshua.ida")
    plan = house.memory().correct(old["id"], "Ida lives in Berlin", valid_from="2026-11-20")
    house.at("2026-11-07T10:00:00Z").memory().correct(plan.id, "Ida lives in Hamburg")
    house.at("2026-11-25T10:00:00Z")
    assert said(house) == said(house, as_of="2026-11-25") == ["Ida lives in Hamburg"]

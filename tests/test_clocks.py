"""A plan, a correction and a clock that stood wrong: what stands is what the clock says now, wherever it stood before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.household import Household, only
from tests.machines import copied, met

from sapwood.errors import Refused

TEN, TWELVE = "The phone costs 10 EUR", "The phone costs 12 EUR"
NOW, FAR = "2026-11-05T20:00:00Z", "2027-03-01T12:00:00Z"


@pytest.fixture
def house(tmp_path: Path) -> Household:
    return Household(tmp_path / "home", now=NOW)


def phone(house: Household) -> str:
    house.memory().mark("joshua.phone", TEN)
    return str(only(house.memory().marks("joshua.phone"))["id"])


def holding(house: Household) -> set[str]:
    """What holds now, by every road that there is to ask it; they have to agree."""
    roads = {
        "words": house.memory().recall(query="phone costs", layers=("marks",)).marks,
        "subject": house.memory().recall("joshua.phone", layers=("marks",)).marks,
        "both": house.memory().recall("joshua", "phone", layers=("marks",)).marks,
        "list": house.memory().marks("joshua.phone"),
        "context": [item for item in house.memory().context(query="phone").items if item["layer"] == "marks"],
    }
    found = {road: {item["observation"] for item in items} for road, items in roads.items()}
    assert len(set(map(frozenset, found.values()))) == 1, found
    return found["words"]


CLOCKS = {
    "2026-11-05T21:00:00Z": {TEN}, "2026-11-30T22:59:00Z": {TEN}, "2026-11-30T23:01:00Z": {TWELVE},
    "2027-01-10T12:00:00Z": {TWELVE}, "2027-02-02T12:00:00Z": {TWELVE},
}  # fmt: skip


@pytest.mark.parametrize("clock", [NOW, FAR])
@pytest.mark.parametrize("asked", CLOCKS)
def test_a_price_from_december_whatever_the_clock_said(house: Household, clock: str, asked: str) -> None:
    """Until the day the old one answers, beside what is to come; from the day on the new one alone does."""
    old = phone(house)
    house.at(clock).memory().correct(old, TWELVE, valid_from="2026-12-01")
    house.at(asked)
    for _ in range(2):
        assert holding(house) - {TWELVE} == CLOCKS[asked] - {TWELVE}
        assert TWELVE in holding(house)
        house.memory().rebuild()
    assert house.memory().verify().code == 0


@pytest.mark.parametrize("clock", [NOW, FAR])
def test_a_pin_serves_until_the_day(house: Household, clock: str) -> None:
    old = phone(house)
    house.at(clock).memory().correct(old, TWELVE, valid_from="2026-12-01")
    house.at("2026-11-20T12:00:00Z")
    assert house.memory().pin(old).again is False
    assert TEN in house.memory().context(query="").context
    house.at("2026-12-02T12:00:00Z")
    assert TEN not in house.memory().context(query="").context
    with pytest.raises(Refused, match="pin that one"):
        house.memory().unpin(old)
        house.memory().pin(old)


def test_a_correction_without_a_date_while_the_clock_stood_ahead(house: Household) -> None:
    """It counts from the day that the clock showed; until then the old one answers."""
    old = phone(house)
    house.at(FAR).memory().correct(old, TWELVE)
    assert TEN in holding(house.at("2026-11-06T12:00:00Z"))
    assert holding(house.at("2027-03-01T12:00:01Z")) == {TWELVE}


def test_a_replacement_that_a_day_states_while_the_clock_stood_ahead(house: Household) -> None:
    house.day("2026-11-01", "The van is parked at Norr")
    house.day("2026-12-05", "The van is now parked at Syd")
    house.at("2026-12-06T12:00:00Z").memory().consolidate()
    texts = {mark["observation"] for mark in house.at(NOW).memory().recall(query="van parked", layers=("marks",)).marks}
    assert "The van is parked at Norr" in texts
    (later,) = house.at("2026-12-05T20:00:00Z").memory().recall(query="van parked", layers=("marks",)).marks
    assert later["observation"] == "The van is now parked at Syd"


def test_what_is_replaced_later_on_is_the_persons_until_then(house: Household) -> None:
    """It may be corrected, moved, confirmed and disputed; only what takes its place then is not to be overtaken."""
    old = phone(house)
    plan = house.memory().correct(old, TWELVE, valid_from="2026-12-01")
    house.at("2026-11-10T12:00:00Z")
    assert house.memory().status()["marks"]["superseded"] == 0
    assert house.memory().show(old)["state"] == "active"
    with pytest.raises(Refused, match=f"replaced by {plan.id} since 2026-11-30T23:00:00Z"):
        house.memory().correct(old, "The phone costs 15 EUR", valid_from="2026-12-20")
    assert house.memory().move(old, "joshua.bills").subject == "joshua.bills"
    assert house.memory().move(old, "joshua.phone").subject == "joshua.phone"
    again = house.memory().mark("joshua.phone", TEN)
    assert (again.status, again.id) == ("reinforced", old)
    said = house.memory().mark("joshua.phone", "The phone costs 11 EUR")
    assert old in said.disputed
    house.memory().forget(said.id)
    third = house.memory().correct(old, "The phone costs 13 EUR")
    assert holding(house) == {"The phone costs 13 EUR", TWELVE}
    house.at("2026-12-02T12:00:00Z")
    assert holding(house) == {TWELVE}
    assert house.memory().show(third.id)["superseded_by"] == plan.id
    assert house.memory().status()["marks"]["superseded"] == 2
    for replaced in (old, third.id):
        with pytest.raises(Refused):
            house.memory().correct(replaced, "The phone costs 14 EUR")
        with pytest.raises(Refused):
            house.memory().move(replaced, "joshua.bills")
    house.memory().rebuild()
    assert holding(house) == {TWELVE}


def test_the_same_price_again_after_the_plan(house: Household) -> None:
    old = phone(house)
    plan = house.memory().correct(old, TWELVE, valid_from="2026-12-01")
    back = house.memory().correct(plan.id, TEN, valid_from="2026-12-20")
    assert back.id != old
    wanted = {"2026-11-20": TEN, "2026-12-10": TWELVE, "2026-12-25": TEN}
    house.at("2026-12-26T12:00:00Z")
    for _ in range(2):
        for day, text in wanted.items():
            (mark,) = house.memory().recall("joshua.phone", as_of=day, layers=("marks",)).marks
            assert mark["observation"] == text
        assert holding(house) == {TEN}
        house.memory().rebuild()


# ---- what was known then


def then(house: Household, about: str = "joshua", query: str = "", **options: Any) -> list[str]:
    answer = house.memory().recall(about, query, layers=("marks",), **options)
    return sorted(mark["observation"] for mark in answer.marks)


@pytest.fixture
def confirmed(house: Household) -> Household:
    """Seen on the 1st and the 8th, the second told on the 9th; carrots seen on the 7th, beets on the 1st alone."""
    house.day("2026-11-01", "Mira likes peas", "Mira likes beets")
    house.day("2026-11-07", "Mira likes carrots")
    house.day("2026-11-08", "Mira likes peas")
    house.at("2026-11-07T20:00:00Z").memory().consolidate(day="2026-11-01")
    house.memory().consolidate(day="2026-11-07")
    house.at("2026-11-09T20:00:00Z").memory().consolidate()
    return house.at("2026-11-20T12:00:00Z")


def test_the_horizon_goes_by_the_confirmations_known_then(confirmed: Household) -> None:
    known = {"known_at": "2026-11-07"}
    assert then(confirmed, **known) == ["Mira likes beets", "Mira likes carrots", "Mira likes peas"]
    for query in ("", "Mira likes"):
        assert then(confirmed, query=query, horizon="2026-11-05", **known) == ["Mira likes carrots"]  # nothing kept
        assert then(confirmed, query=query, horizon="2026-11-01", **known) == then(confirmed, **known)
        assert then(confirmed, query=query, horizon="2026-11-08", known_at="2026-11-09") == ["Mira likes peas"]
        assert then(confirmed, query=query, horizon="2026-11-08") == ["Mira likes peas"]
    (peas,) = (m for m in confirmed.memory().recall("joshua", "peas", layers=("marks",), **known).marks)
    assert (peas["last_reinforced_at"], peas["reinforcement_count"]) == ("2026-11-01T11:00:00Z", 0)


def test_the_horizon_of_a_day_of_the_world_goes_by_the_confirmations_until_then(confirmed: Household) -> None:
    for query in ("", "Mira likes"):
        assert then(confirmed, query=query, as_of="2026-11-07", horizon="2026-11-05") == ["Mira likes carrots"]
        assert then(confirmed, query=query, as_of="2026-11-08", horizon="2026-11-08") == ["Mira likes peas"]
        known = {"known_at": "2026-11-09", "as_of": "2026-11-07"}
        assert then(confirmed, query=query, horizon="2026-11-05", **known) == ["Mira likes carrots"]
    (peas,) = confirmed.memory().recall("joshua", "peas", as_of="2026-11-07", layers=("marks",)).marks
    assert (peas["last_reinforced_at"], peas["reinforcement_count"]) == ("2026-11-01T11:00:00Z", 0)
    (peas,) = confirmed.memory().recall("joshua", "peas", as_of="2026-11-08", layers=("marks",)).marks
    assert (peas["last_reinforced_at"], peas["reinforcement_count"]) == ("2026-11-08T11:00:00Z", 1)


@pytest.fixture
def shifted(house: Household) -> Household:
    """A mark that lay under the kitchen until the 10th, under the cellar until the 12th, and lies in the garage now."""
    house.memory().mark("joshua.kitchen.oven", "It runs 15 degrees hot")
    house.memory().mark("joshua.garage", "The door sticks")
    moving = only(house.memory().marks("joshua.kitchen"))["id"]
    house.at("2026-11-10T12:00:00Z").memory().move(moving, "joshua.cellar.oven")
    house.at("2026-11-12T12:00:00Z").memory().move(moving, "joshua.garage.oven")
    return house.at("2026-11-20T12:00:00Z")


HOT, DOOR = "It runs 15 degrees hot", "The door sticks"


@pytest.mark.parametrize(
    ("known_at", "place"),
    [("2026-11-09", "kitchen"), ("2026-11-11", "cellar"), ("2026-11-13", "garage"), (None, "garage")],
)
def test_a_mark_is_found_under_its_subject_of_that_time(shifted: Household, known_at: str | None, place: str) -> None:
    for _ in range(2):
        for asked in ("kitchen", "cellar", "garage"):
            wanted = [HOT] * (asked == place) + [DOOR] * (asked == "garage")
            for options in ({}, {"as_of": "2026-11-08"}):
                assert then(shifted, f"joshua.{asked}", known_at=known_at, **options) == wanted
                assert then(shifted, "", asked, known_at=known_at, **options) == wanted
                assert then(shifted, "joshua", f"{asked} degrees", known_at=known_at, **options) == sorted(
                    {HOT, *wanted}
                )
        (mark,) = shifted.memory().recall("", "degrees", known_at=known_at, layers=("marks",)).marks
        assert mark["subject"] == f"joshua.{place}.oven"
        shifted.memory().rebuild()
    assert shifted.memory().verify().code == 0


def test_a_word_of_another_times_subject_does_not_raise_a_mark(shifted: Household) -> None:
    """Known in the cellar: neither the garage of today nor the kitchen of before counts as a match."""
    (mark,) = (
        shifted.memory().recall("", "kitchen cellar garage oven", known_at="2026-11-11", layers=("marks",), k=1).marks
    )
    assert (mark["observation"], mark["reason"]) == (HOT, "words: cellar, oven")


def test_a_subject_of_earlier_goes_with_what_is_erased(shifted: Household) -> None:
    shifted.memory().move(only(shifted.memory().marks("joshua.garage.oven"))["id"], "joshua.attic.zylinder")
    moved = only(shifted.memory().marks("joshua.attic"))["id"]
    shifted.memory().move(moved, "joshua.garage.oven")
    assert then(shifted, "", "zylinder", known_at="2026-11-20T12:00:00Z") == []
    shifted.memory().forget(moved, erase=True)
    assert then(shifted, "", "kitchen", known_at="2026-11-09") == []
    cache = [path.read_bytes() for path in shifted.folder.parent.rglob("*.db")]
    assert not any(b"zylinder" in data for data in cache)


def test_pins_and_disputes_are_those_of_that_time(house: Household) -> None:
    house.day("2026-11-01", "The oven runs 15 degrees hot")
    house.day("2026-11-02", "The oven runs 20 degrees hot")
    house.memory().consolidate()
    first, second = (mark["id"] for mark in house.memory().marks("joshua"))
    house.at("2026-11-06T12:00:00Z").memory().pin(first)
    house.at("2026-11-08T12:00:00Z").memory().forget(second)
    house.at("2026-11-10T12:00:00Z").memory().unpin(first)
    house.at("2026-11-12T12:00:00Z").memory().restore(second)
    house.memory().pin(second)
    house.at("2026-11-20T12:00:00Z")
    wanted = {
        "2026-11-05": {first: ([second], False), second: ([first], False)},
        "2026-11-07": {first: ([second], True), second: ([first], False)},
        "2026-11-09": {first: ([], True)},
        "2026-11-11": {first: ([], False)},
        "2026-11-13": {first: ([second], False), second: ([first], True)},
    }
    for day, marks in wanted.items():
        for query in ("", "oven", "15 hot"):
            answer = house.memory().recall("joshua", query, known_at=day, layers=("marks",)).marks
            assert {each["id"]: (each.get("disputed_with", []), "standing" in each) for each in answer} == marks
    (alone,) = house.memory().recall("joshua", "15", known_at="2026-11-09", layers=("marks",)).marks
    assert (
        "disputed_with" not in alone
    )  # the other side was forgotten by then, and is found by no word of this question


def test_what_was_withered_or_forgotten_then_is_so_then(house: Household) -> None:
    house.memory().mark("joshua.tea", "Mira drinks green tea", half_life_days=2, strength=0.5)
    tea = only(house.memory().marks("joshua.tea"))["id"]
    house.at("2026-11-20T12:00:00Z").memory().consolidate(day="2026-11-19")
    house.at("2026-11-22T12:00:00Z").memory().restore(tea)
    house.at("2026-11-23T12:00:00Z").memory().mark("joshua.tea", "Mira drinks green tea")
    house.at("2026-11-24T12:00:00Z").memory().forget(tea)
    house.at("2026-11-26T12:00:00Z").memory().restore(tea)
    house.at("2026-12-01T12:00:00Z")
    days = {"2026-11-05": True, "2026-11-21": False, "2026-11-23": True, "2026-11-25": False, "2026-11-27": True}
    for day, stood in days.items():
        for about, query in (("joshua.tea", ""), ("", "green")):
            assert then(house, about, query, known_at=day) == ["Mira drinks green tea"] * stood, day
    assert then(house, "joshua.tea", known_at="2026-11-25", as_of="2026-11-23") == []
    kinds = [event["type"] for event in house.memory().history(tea)["events"]]
    assert kinds == ["observed", "withered", "restored", "reinforced", "forgotten", "restored"]


# ---- two machines that did not know of each other


def test_two_replacements_are_in_dispute_then_too_whichever_is_asked_for(house: Household) -> None:
    house.memory().mark("joshua.van", "The van is parked at Norr")
    old = only(house.memory().marks("joshua.van"))["id"]
    other = copied(house)
    here = house.memory().correct(old, "Its place is Syd")
    there = other.memory().correct(old, "Its place is Vest")
    met(house, other).at("2026-11-20T12:00:00Z")
    for day in (None, "2026-11-10"):
        (syd,) = house.memory().recall("", "Syd", known_at=day, layers=("marks",)).marks
        assert (syd["id"], syd.get("disputed_with")) == (here.id, [there.id])
    house.memory().forget(there.id)
    (syd,) = house.memory().recall("", "Syd", layers=("marks",)).marks
    assert "disputed_with" not in syd


def test_what_one_machine_forgot_did_not_stand_then_either(house: Household) -> None:
    """The other says it later without knowing. Known then, it was forgotten: also where the horizon leaves the first out."""
    house.day("2026-10-01", "Ida keeps bees")
    other = copied(house)
    house.memory().observe("joshua.ida", "Ida keeps bees", "daily/2026-10-01.md#L3")
    house.memory().forget(only(house.memory().marks("joshua.ida"))["id"])
    for text in ("The door sticks", "The oven runs hot", "The van is blue"):
        other.memory().mark("joshua.other", text)
    said = other.at("2026-11-06T12:00:00Z").memory().mark("joshua.ida", "Ida keeps bees")
    assert (said.status, then(other, "joshua.ida")) == ("created", ["Ida keeps bees"])
    met(house, other).at("2026-11-07T12:00:00Z")
    for horizon in (None, "7d"):
        assert then(house, "joshua.ida", horizon=horizon) == []
        assert then(house, "joshua.ida", horizon=horizon, known_at="2026-11-07") == []


def test_what_was_replaced_here_is_not_current_again_because_it_was_seen_there(house: Household) -> None:
    """The other machine wrote down on the 3rd what this one knew from the 1st to the 5th: it confirms the closed one."""
    house.day("2026-11-01", "The van is parked at Norr")
    house.day("2026-11-03", "The van is parked at Norr", "The van is blue")
    house.day("2026-11-05", "The van is now parked at Syd")
    other = copied(house)
    house.memory().observe("joshua.van", "The van is parked at Norr", "daily/2026-11-01.md#L3")
    house.memory().observe("joshua.van", "The van is now parked at Syd", "daily/2026-11-05.md#L3")
    for text in ("one", "two", "three", "four"):
        other.memory().jot(text)
    other.memory().observe("joshua.van", "The van is parked at Norr", "daily/2026-11-03.md#L3")
    other.memory().observe("joshua.van", "The van is blue", "daily/2026-11-03.md#L4")
    met(house, other)
    for _ in range(2):
        assert then(house, "joshua.van") == ["The van is blue", "The van is now parked at Syd"]
        assert then(house, "joshua.van", as_of="2026-11-04") == ["The van is blue", "The van is parked at Norr"]
        house.memory().rebuild()
    assert house.memory().verify().code == 0

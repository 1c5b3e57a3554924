"""Five ways in which a memory becomes stale, and five places in which a stale one must not be, or must be, found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.household import Household

BEFORE, CHANGE, AFTER = "2026-11-03", "2026-11-05", "2026-11-09"


class Case(NamedTuple):
    """What was said on the 1st, what was said on the 5th, and what then holds: `stale` and `current` texts of marks."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    stale: frozenset[str]
    current: frozenset[str]
    retracts: bool = False


def case(first: str, second: str, *, keeps: str = "", retracts: bool = False) -> Case:
    firsts = tuple(filter(None, (first, keeps)))
    seconds = (second,) if second else ()
    return Case(firsts, seconds, frozenset({first}), frozenset({*seconds, *filter(None, (keeps,))}), retracts)


CASES = {
    "replacement": case("The van is parked at Norr", "The van is now parked at Syd"),
    "polarity flip": case("Mira drinks coffee", "Mira no longer drinks coffee"),
    "retraction": case("The boiler was serviced in May", "", retracts=True),
    "partial supersession": case(
        "The van is parked at Norr", "The van is now parked at Syd, the key stays with Ida", keeps="The van is blue"
    ),
    "bounded validity": case("The guest room is taken from 2 November until 4 November", ""),
}


class World(NamedTuple):
    house: Household
    case: Case
    ids: dict[str, str]
    known_before: str


@pytest.fixture(params=CASES)
def world(request: pytest.FixtureRequest, tmp_path: Path) -> World:
    """The first day is consolidated and what will be stale is pinned; then the change is heard."""
    house, found = Household(tmp_path / "home", now="2026-11-01T20:00:00Z"), CASES[request.param]
    house.day("2026-11-01", *found.first)
    house.memory().consolidate()
    ids = {mark["observation"]: mark["id"] for mark in house.memory().marks()}
    for text in found.stale:
        house.memory().pin(ids[text])
    size = house.memory().status()["logs"][0]["size"]
    house.at(f"{CHANGE}T20:00:00Z")
    if found.second:
        house.day(CHANGE, *found.second)
    for text in found.stale if found.retracts else ():
        house.memory().forget(ids[text])
    house.memory().consolidate()
    house.at(f"{AFTER}T20:00:00Z")
    return World(house, found, ids, str(size - 1))


def told(world: World, **options: Any) -> set[str]:
    marks = world.house.memory().recall("joshua", layers=("marks",), k=100, **options).marks
    return {mark["observation"] for mark in marks}


def in_the_answer(world: World) -> None:
    assert told(world) == world.case.current
    assert told(world, as_of=BEFORE) >= world.case.stale or world.case.retracts
    assert told(world, as_of=AFTER) == world.case.current
    assert told(world, known_at=world.known_before, as_of=BEFORE) == set(world.case.first)
    assert told(world, known_at="2026-11-02") == set(world.case.first)
    assert told(world, known_at=AFTER) == world.case.current
    late = told(world, known_at="2026-11-02", as_of=AFTER)  # what we then believed of a day that was to come
    assert late == (set(world.case.first) if world.case.second or world.case.retracts else set())


def in_the_prompt(world: World) -> None:
    block = world.house.memory().context("joshua", k=100)
    shown = {item["observation"] for item in block.items if item["layer"] == "marks"}
    assert shown == world.case.current
    for text in world.case.stale:
        assert f"| {text}\n" not in block.context


def after_another_night(world: World) -> None:
    """The old day comes back as an editor left it, and is consolidated again, twice: nothing stale is born again."""
    for _ in range(2):
        world.house.day("2026-11-01", *world.case.first)
        world.house.memory().consolidate()
    world.house.memory().rebuild()
    assert told(world) == world.case.current
    assert world.house.memory().verify().code == 0


def in_the_history(world: World) -> None:
    for text in world.case.stale:
        story = world.house.memory().history(world.ids[text])
        kinds = [event["type"] for event in story["events"]]
        assert kinds[:2] == ["observed", "pinned"]
        ended = {"superseded", "forgotten"} if world.case.second or world.case.retracts else set()
        assert set(kinds[2:]) & {"superseded", "forgotten"} <= ended
        assert bool(kinds[2:]) == bool(ended)
        assert all(event["proven"] for event in story["events"])


def in_what_follows_from_it(world: World) -> None:
    """A pin of what is stale serves nothing and says so; the same line cited anew makes nothing; a note about it stays."""
    block = world.house.memory().context(query="")
    assert [item for item in block.items if item.get("observation") in world.case.stale] == []
    assert any(world.ids[text][-8:] in notice for text in world.case.stale for notice in block.notices)
    for text in world.case.stale:
        at = world.case.first.index(text) + 3
        again = world.house.memory(channel="mcp").observe(
            subject_of(world, text), text, f"daily/archive/2026-11-01.md#L{at}", observed_at="2026-11-01T11:00:00Z"
        )
        assert again.status in ("known", "refused")
    assert told(world) == world.case.current


def subject_of(world: World, text: str) -> str:
    return str(world.house.memory().show(world.ids[text])["subject"])


@pytest.mark.parametrize(
    "where", [in_the_answer, in_the_prompt, after_another_night, in_the_history, in_what_follows_from_it]
)
def test_what_is_stale(world: World, where: Callable[[World], None]) -> None:
    where(world)

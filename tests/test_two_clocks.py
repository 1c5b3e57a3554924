"""When a thing is true in the world, and when it was known: `as_of`, `known_at`, and the two together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.household import Household

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

"""After `forget --erase` no byte of the value is left anywhere but in the person's own lines, which were listed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.household import Household

SECRET = "kept a blue heron in the bathtub"
OTHER = "The oven runs 15 degrees hot"


@pytest.fixture
def house(own_home: Path) -> Household:
    return Household(own_home / "home")


def holding(top: Path, text: str) -> list[str]:
    """Files below a folder that hold the bytes of a text, as it stands or as JSON writes it."""
    forms = {text.encode(), json.dumps(text)[1:-1].encode(), text.lower().encode(), text.encode("utf-16-le")}
    return sorted(
        str(path.relative_to(top))
        for path in top.rglob("*")
        if path.is_file() and any(form in path.read_bytes() for form in forms)
    )


@pytest.mark.parametrize("text", [SECRET, "держал синюю цаплю в ванне", "風呂で青い鷺を飼っていた"])
def test_every_road_that_a_value_went(house: Household, own_home: Path, text: str) -> None:
    """It was written by hand and by jot, consolidated, reinforced, moved, corrected, pinned, recalled in every way,
    exported as a context, looked at by every command that keeps something, and asked about as of then."""
    memory = house.memory()
    house.day("2026-11-01", text, OTHER)
    house.write("notes.md", f"## Odd things — 2026-11-01\n\n- {text}\n")
    memory.consolidate()
    made = next(mark for mark in house.memory().marks() if mark["observation"] == text)
    house.memory().jot(text)
    house.memory().observe(made["subject"], text, "notes.md#L3", observed_at="2026-11-03T10:00:00Z")
    house.memory().move(made["id"], "joshua.house")
    house.memory().pin(made["id"])
    house.memory().pin("notes.md#L3")
    corrected = house.memory().correct(made["id"], f"{text}, for a week")
    for options in ({}, {"horizon": "all"}, {"as_of": "2026-11-02"}, {"known_at": "1"}):
        house.memory().recall(query=text, **options)
    assert text in house.memory().context(query=text).context
    house.memory().verify()
    house.memory().rebuild()
    assert len(holding(own_home, text)) > 3  # the search finds what is there

    gone = house.memory().forget(made["id"], erase=True)
    house.memory().forget(corrected.id, erase=True)
    assert {line.rsplit(":", 1)[0] for line in gone.still_in} == {
        "daily/archive/2026-11-01.md", "daily/2026-11-05.md", "notes.md",
    }  # fmt: skip
    own_lines = {f"home/{name}" for name in ("daily/archive/2026-11-01.md", "daily/2026-11-05.md", "notes.md")}
    assert set(holding(own_home, text)) == own_lines
    for options in ({}, {"horizon": "all"}, {"as_of": "2026-11-02"}, {"known_at": "1"}):
        answer = house.memory().recall(query=text, **options)
        assert text not in json.dumps(answer._asdict(), ensure_ascii=False)
    assert text not in house.memory().context(query=text).context
    assert [event["type"] for event in house.memory().history(made["id"])["events"]][-1] == "erased"
    house.memory().rebuild()
    house.memory().consolidate()
    assert house.memory().verify().code == 0
    left = set(holding(own_home, text))
    assert left <= own_lines | {"home/daily/archive/2026-11-05.md"}, left

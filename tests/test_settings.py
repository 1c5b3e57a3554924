"""Settings: a value that cannot be used is named with the place it was set at."""

from __future__ import annotations

from pathlib import Path

import pytest

from household import Household
from sapwood import settings
from sapwood.errors import BadSetting
from sapwood.memory import Memory


@pytest.fixture
def house(tmp_path: Path) -> Household:
    return Household(tmp_path / "home")


def add(house: Household, text: str) -> None:
    config = house.folder / "sapwood.toml"
    config.write_text(config.read_text() + "\n" + text + "\n")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("SAPWOOD_STEP", "2"), ("SAPWOOD_STEP", "nan"), ("SAPWOOD_STEP", "much"), ("SAPWOOD_MIN_STRENGTH", "-1"),
        ("SAPWOOD_HALF_LIFE_DAYS", "0"), ("SAPWOOD_DECAY", "sometimes"), ("SAPWOOD_FILE_BYTES", "0"),
        ("SAPWOOD_LOCK_SECONDS", "0.5"), ("SAPWOOD_OWNER", "two.names"), ("SAPWOOD_OWNER", "no!"),
    ],
)  # fmt: skip
def test_a_variable_out_of_range_is_named_and_not_the_file(
    house: Household, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    Memory(str(house.folder))
    monkeypatch.setenv(variable, value)
    with pytest.raises(BadSetting) as raised:
        Memory(str(house.folder))
    assert str(raised.value).startswith(f"environment: {variable} = ")
    assert "sapwood.toml" not in str(raised.value)


def test_a_key_out_of_range_is_named_with_its_file(house: Household) -> None:
    add(house, "[marks]\nstep = 2")
    with pytest.raises(BadSetting, match=r"sapwood\.toml: marks\.step = 2; wanted a number from 0 to 1"):
        Memory(str(house.folder))


def test_a_variable_wins_over_a_key_and_mends_it(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    add(house, "[marks]\nstep = 0.5")
    assert Memory(str(house.folder)).home.config.step == 0.5
    monkeypatch.setenv("SAPWOOD_STEP", "0.25")
    assert Memory(str(house.folder)).home.config.step == 0.25


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[half_lives]\nhealth = 7", '"joshua.health"'),
        ('[half_lives]\n"*" = 7', "begins with the owner"),
        ('[half_lives]\n"arnold.health" = 7', "begins with the owner"),
        ('[half_lives]\n"joshua food" = 7', "begins with the owner"),
        ('[topics]\n"joshua.food" = ["kartofle"]', 'without the owner, such as "food"'),
        ('[topics]\njoshua = ["kartofle"]', "without the owner"),
        ('[topics]\n"" = ["kartofle"]', "without the owner"),
        ('[topics]\n"food!" = ["kartofle"]', "topics.food!"),
        ("[notes]\npaths = [1]", "notes.paths"),
        ('[notes]\npaths = "all"', "notes.paths"),
        ('[notes]\nexclude = [""]', "notes.exclude"),
        ('[notes]\nfolders = ["x"]', "only the keys exclude, paths"),
        ("[compost]\npaths = {}", "compost.paths"),
    ],
)
def test_what_could_never_work_is_said(house: Household, text: str, wanted: str) -> None:
    add(house, text)
    with pytest.raises(BadSetting) as raised:
        Memory(str(house.folder))
    assert wanted in str(raised.value)


def test_prefixes_that_fit_the_owner_are_taken(house: Household) -> None:
    add(house, '[half_lives]\njoshua = 9\n"joshua.food" = 7\n[topics]\n"food.vegetables" = ["kartofle"]')
    config = Memory(str(house.folder)).home.config
    assert (config.half_life_of("joshua.food.oats"), config.half_life_of("joshua.x")) == (7.0, 9.0)


def test_places_of_notes_and_compost(house: Household, tmp_path: Path) -> None:
    add(
        house,
        '[notes]\npaths = ["**", "~/notes", "../b.md", "a/**"]\nexclude = ["a/b"]\n[compost]\npaths = ["c", "sqlite:d.db#v"]',
    )
    places = settings.load(str(house.folder)).places
    home, root = str(house.folder), str(tmp_path)
    assert places.notes[0] == (home, True, True)
    assert [each.path for each in places.notes][2:] == [f"{root}/b.md", f"{home}/a"]
    assert places.exclude == (f"{home}/a/b",)
    assert (places.compost, [tuple(each) for each in places.views]) == ((f"{home}/c",), [(f"{home}/d.db", "v")])
    assert places.root_of(f"{root}/b.md") == f"{root}/b.md"
    assert places.root_of(f"{root}/c.md") is None

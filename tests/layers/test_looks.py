"""A look at files that are as before reads no rows; whatever is different is seen."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.household import Household

LATER = "2027-06-01T10:00:00Z"  # long after the files of a test were written, so that a look is kept


@pytest.fixture
def house(own_home: Path) -> Household:
    house = Household(own_home / "home").at(LATER)
    config = house.folder / "sapwood.toml"
    config.write_text(config.read_text() + '\n[notes]\npaths = ["notes/**", "single.md"]\n')
    house.write("long-term/likes.md", "# Likes\n\n- walks by the harbour\n")
    house.write("notes/a/deep.md", "# Deep\n\n- the lamp is in the attic\n")
    house.write("single.md", "# One\n\n- the spare fuse is blue\n")
    house.day("2027-05-30", "a heron stood in the garden")
    return house


def found(house: Household, text: str) -> bool:
    answer = house.memory().recall(query=text)
    return any(text in item["excerpt"] for lane in answer[:6] for item in lane if "excerpt" in item)


def kept(house: Household) -> int:
    with sqlite3.connect(house.memory().home.places.index_file) as db:
        return int(db.execute("SELECT count(*) FROM looks").fetchone()[0])


def same_size_and_times(house: Household) -> None:
    path = house.folder / "long-term/likes.md"
    stat = path.stat()
    path.write_text(path.read_text().replace("harbour", "channel"))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def in_place_of_a_folder(house: Household) -> None:
    (house.folder / "notes/a/deep.md").unlink()
    (house.folder / "notes/a").rmdir()
    house.write("notes/a.md", "# Deep\n\n- the lamp is in the channel\n")


def by_a_link(house: Household) -> None:
    house.write("long-term/elsewhere/real.md", "- the lamp is in the channel\n")
    (house.folder / "long-term/linked.md").symlink_to(house.folder / "long-term/elsewhere/real.md")


def by_the_settings(house: Household) -> None:
    house.write("other/new.md", "- the lamp is in the channel\n")
    config = house.folder / "sapwood.toml"
    config.write_text(config.read_text().replace('"long-term"', '"long-term", "other"'))


CHANGES: dict[str, Callable[[Household], object]] = {
    "same size and times": same_size_and_times,
    "a new file": lambda house: house.write("long-term/new.md", "- a boat in the channel\n"),
    "a new file deep down": lambda house: house.write("notes/a/b/c/new.md", "- a boat in the channel\n"),
    "a new folder beside": lambda house: house.write("notes/z/new.md", "- a boat in the channel\n"),
    "the single file": lambda house: house.write("single.md", "# One\n\n- the spare fuse is in the channel\n"),
    "a file for a folder": in_place_of_a_folder,
    "a link": by_a_link,
    "the settings": by_the_settings,
    "a day": lambda house: house.day("2027-05-31", "a boat in the channel"),
    "a jot": lambda house: house.memory().jot("a boat in the channel"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_is_seen(house: Household, change: str) -> None:
    assert found(house, "harbour") and found(house, "attic") and found(house, "fuse") and found(house, "heron")
    assert kept(house) == 1
    assert not found(house, "channel")
    CHANGES[change](house)
    assert found(house, "channel")
    assert found(house, "channel")


@pytest.mark.parametrize("name", ["long-term/likes.md", "notes/a/deep.md", "single.md", "daily/2027-05-30.md"])
def test_what_is_gone_is_gone(house: Household, name: str) -> None:
    text = {"l": "harbour", "n": "attic", "s": "fuse", "d": "heron"}[name[0]]
    assert found(house, text)
    assert kept(house) == 1
    (house.folder / name).unlink()
    assert not found(house, text)


def test_a_problem_is_said_every_time_until_it_is_mended(house: Household) -> None:
    path = house.write("long-term/broken.md", b"# Broken\n\n- \xff\xfe here\n")
    for _ in range(3):
        assert any("broken.md" in notice for notice in house.memory().recall(query="harbour").notices)
    assert kept(house) == 1
    path.write_text("# Mended\n\n- here\n")
    assert house.memory().recall(query="harbour").notices == []


def test_a_link_that_leads_to_another_text(house: Household) -> None:
    target = house.write("hidden/real.md", "- a boat by the quay\n")
    (house.folder / "long-term/linked.md").symlink_to(target)
    assert found(house, "quay")
    target.write_text("- a boat in the channel\n")
    assert found(house, "channel")


def test_nothing_is_read_where_nothing_is_different(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(house, "harbour")
    from sapwood.layers import passages

    def fail(*_: object) -> None:
        raise AssertionError("a row was read")

    monkeypatch.setattr(passages, "_known", fail)
    assert found(house, "harbour")
    house.write("long-term/new.md", "- a boat in the channel\n")
    with pytest.raises(AssertionError, match="a row was read"):
        found(house, "channel")

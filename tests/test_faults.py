"""Faults that were found once: each keeps the right answer."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from household import Household, only
from sapwood.core import instant
from sapwood.errors import BadInstant, PathRefused, SaltMissing


@pytest.fixture
def house(tmp_path: Path) -> Household:
    return Household(tmp_path / "home")


def holding(house: Household, own_home: Path, text: str) -> list[str]:
    """Every file of home, state and cache that holds the text."""
    places = [*house.folder.rglob("*"), *own_home.rglob("*")]
    return sorted(path.name for path in places if path.is_file() and text.encode() in path.read_bytes())


@pytest.mark.parametrize("text", ["Likes fish", "我不喜欢吃西兰花", "Ja!"])
@pytest.mark.parametrize("agent", ["", "planner"])
def test_erasing_a_short_jot_leaves_it_in_the_file_alone(house: Household, own_home: Path, text: str, agent: str) -> None:
    house.memory(actor=agent).jot(text, agent=agent)
    house.memory().consolidate()
    mark = only(house.memory().marks())
    house.memory().forget(mark["id"], erase=True)
    assert holding(house, own_home, text) == ["2026-11-05.md"]
    assert house.memory().verify().code == 0


def test_erasing_names_what_goes_with_it_and_spares_what_only_holds_it(house: Household, own_home: Path) -> None:
    memory = house.memory()
    house.day("2026-11-05", "likes vegetables")
    memory.consolidate()
    quoting = memory.observe("joshua.diet", "Eats greens", ["daily/archive/2026-11-05.md#L3"])
    longer = memory.mark("joshua.mia", "Mia likes vegetables, allergic to penicillin since 2019")
    first = only([mark for mark in memory.marks() if mark["observation"] == "likes vegetables"])
    planned = memory.forget(first["id"], erase=True, dry_run=True)
    done = memory.forget(first["id"], erase=True)
    for told in (planned, done):
        assert told.others == []
        assert [each["id"] for each in told.requoted] == [quoting.id]
        assert [each["id"] for each in told.kept] == [longer.id]
    assert [mark["id"] for mark in memory.marks()] == [quoting.id, longer.id]
    assert memory.verify().code == 0


@pytest.mark.parametrize("agent", ["planner", "claude-code", "agent 7", "my_bot"])
def test_what_was_forgotten_does_not_return_in_an_agents_mouth(house: Household, agent: str) -> None:
    house.memory().jot("Ate no broccoli at the canteen")
    house.memory().consolidate()
    house.memory().forget(only(house.memory().marks())["id"])
    house.memory(actor=agent).jot("Ate no broccoli at the canteen", agent=agent)
    assert only(house.memory().consolidate().days).refused == 1
    assert house.texts() == []


def test_an_agents_jot_and_its_observation_are_one_mark(house: Household) -> None:
    house.memory(actor="planner").jot("subject: joshua.food.fish — eats fish on Fridays", agent="")
    house.memory(actor="planner").jot("Tram 12 is late again", agent="planner")
    house.memory().consolidate()
    late = only([mark for mark in house.memory().marks() if "Tram" in mark["observation"]])
    again = house.memory(actor="planner").observe(late["subject"], "Tram 12 is late again", ["daily/archive/2026-11-05.md#L4"])
    assert (again.status, again.id) == ("known", late["id"])


@pytest.mark.parametrize("name", ["0206-11-05.md", "0001-01-01.md", "9998-01-01.md"])
def test_a_mistyped_year_stops_no_other_day(house: Household, name: str) -> None:
    house.write(f"daily/{name}", "- from another time\n")
    house.day("2026-11-05", "a good line")
    house.memory().consolidate()
    assert "a good line" in house.texts()


def test_names_and_archives_that_cannot_be_used_stop_no_other_day(house: Household) -> None:
    (house.folder / "daily").joinpath("2026-11-01-\udce9.md").write_text("- a\n")
    house.day("2026-11-02", "second")
    (house.folder / "daily/archive/2026-11-02.md").mkdir(parents=True)
    house.day("2026-11-03", "third")
    (house.folder / "daily/archive/2026-11-03.md").symlink_to(house.folder.parent / "outside.md")
    house.day("2026-11-05", "a good line")
    report = house.memory().consolidate()
    assert "a good line" in house.texts()
    assert [day.status for day in report.days] == ["kept", "kept", "archived"]
    assert any("not UTF-8" in problem.message for problem in report.problems)
    assert not (house.folder.parent / "outside.md").exists()
    house.cli("consolidate", check=8)


@pytest.mark.parametrize("at", ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "0206-11-05T11:00:00Z", "-5", "soon"])
def test_one_odd_instant_spoils_no_batch(house: Household, at: str) -> None:
    house.day("2026-11-05", "a good line")
    lines = [
        json.dumps({"subject": "joshua.a", "observation": text, "evidence": "daily/2026-11-05.md#L3", **more})
        for text, more in (("first", {}), ("odd", {"observed_at": at}), ("last", {}))
    ]
    done = house.memory().observe_batch(lines)
    assert [each.status for each in done][::2] == ["created", "created"]
    assert {"first", "last"} <= set(house.texts())


def test_instants_are_written_with_four_digits_and_refused_beyond() -> None:
    assert instant.iso(instant.parse("0206-11-05T11:00:00Z")) == "0206-11-05T11:00:00Z"
    assert instant.iso(instant.parse("2026-11-05T11:00:00.250Z")) == "2026-11-05T11:00:00.250Z"
    with pytest.raises(BadInstant):
        instant.iso(1e18)


def test_a_clone_without_its_empty_folders_can_be_written(house: Household) -> None:
    shutil.rmtree(house.folder / "daily")
    house.memory().jot("still here")
    assert only(house.memory().recall(query="still").daily)["excerpt"].endswith("still here")


def test_a_folder_of_days_that_leads_out_is_not_written(house: Household) -> None:
    outside = house.folder.parent / "outside"
    outside.mkdir()
    (house.folder / "daily").rmdir()
    (house.folder / "daily").symlink_to(outside)
    with pytest.raises(PathRefused):
        house.memory().jot("where to?")
    assert list(outside.iterdir()) == []


def test_leaves_from_another_hand_are_said_by_whoever_looks_first(house: Household, own_home: Path) -> None:
    house.memory().mark("joshua.a", "first")
    shutil.copytree(own_home / "state", own_home / "before")
    house.memory().mark("joshua.a", "planted")
    for first in ("marks", "jot"):
        shutil.rmtree(own_home / "state")
        shutil.copytree(own_home / "before", own_home / "state")
        assert "another hand" in house.cli(first, *(["x"] if first == "jot" else [])).stderr


def test_another_salt_is_noticed(house: Household) -> None:
    house.memory().mark("joshua.a", "first")
    (house.folder / ".sapwood/salt").write_bytes(b"x" * 32)
    with pytest.raises(SaltMissing):
        house.memory().jot("second")


def test_another_homes_log_is_not_taken_for_ours(house: Household, tmp_path: Path) -> None:
    other = Household(tmp_path / "other")
    other.memory().mark("joshua.a", "theirs")
    house.memory().mark("joshua.a", "ours")
    for kind in ("log", "values"):
        shutil.copytree(other.folder / f".sapwood/{kind}", house.folder / f".sapwood/{kind}", dirs_exist_ok=True)
    found = house.memory().recall(about="joshua.a")
    assert {mark["observation"]: mark["trust"] for mark in found.marks} == {"ours": "unreviewed", "theirs": "unverifiable"}
    assert any("begun by workspace" in notice for notice in found.notices)
    verdict = house.memory().verify()
    assert verdict.code == 1
    assert any("begun by workspace" in finding for finding in verdict.findings)


def test_erasing_reaches_what_a_recovery_set_aside(house: Household, own_home: Path) -> None:
    house.memory().mark("joshua.a", "Zebra marzipan under the stairs")
    house.memory().mark("joshua.b", "Another thing")
    shutil.copytree(house.folder, own_home / "copy")
    segment = only(list((house.folder / ".sapwood/values").rglob("*.jsonl")))
    segment.write_bytes(segment.read_bytes().replace(b"Another", b"AnothEr"))
    house.memory().recover(copy=str(own_home / "copy"))
    shutil.rmtree(own_home / "copy")
    zebra = only([mark for mark in house.memory().marks() if "Zebra" in mark["observation"]])
    house.memory().forget(zebra["id"], erase=True)
    assert holding(house, own_home, "marzipan") == []


def test_a_mark_that_withered_by_a_wrong_clock_can_be_brought_back(house: Household) -> None:
    made = house.memory().mark("joshua.a", "Keeps bees")
    house.at("2028-11-05T12:00:00Z").memory().consolidate()
    house.at("2026-11-05T20:00:00Z")
    said = house.memory().mark("joshua.a", "Keeps bees")
    assert said.status == "known"
    assert "restore" in said.message
    house.memory().restore(made.id)
    assert house.texts() == ["Keeps bees"]
    house.memory().rebuild()
    assert house.texts() == ["Keeps bees"]


def test_a_replica_file_that_is_no_id_leads_nowhere(house: Household, own_home: Path) -> None:
    house.memory().jot("first")
    state = only(list((own_home / "state").rglob("replica")))
    for harm in (b"../../../esc\n", b"\xff\xfe", b""):
        state.write_bytes(harm)
        house.memory().jot(f"after {harm!r}")
    assert not [path for place in (own_home, house.folder.parent) for path in place.rglob("esc")]
    assert house.memory().verify().code == 0


def test_a_copied_home_does_not_say_that_the_others_lines_wait(house: Household, own_home: Path) -> None:
    house.memory().jot("first")
    shutil.copytree(house.folder, own_home / "copy")
    house.folder = own_home / "copy"
    house.memory().jot("second")
    house.memory().consolidate()
    assert house.memory().status()["unapplied"] == []
    assert house.memory().recall(query="first").notices == []


def test_heads_that_were_kept_are_counted_and_all_are_judged(house: Household) -> None:
    house.memory().mark("joshua.a", "first")
    first = house.memory().heads()[0]
    house.memory().mark("joshua.a", "second")
    second = house.memory().heads()[0]
    assert house.memory().verify(heads=[first, second]).heads == 2
    assert house.memory().verify(heads=["\n".join([first, second])]).heads == 2
    forged = first[:-4] + "0000"
    assert house.memory().verify(heads=[forged, second]).code == 4
    assert "agrees with 1 head" in house.cli("verify", "--head", first).stdout


def test_an_erased_mark_is_called_erased(house: Household) -> None:
    made = house.memory().mark("joshua.a", "gone soon")
    house.memory().forget(made.id, erase=True)
    for verb in (["restore", made.id], ["mark", "show", made.id[-8:]]):
        assert "it was erased" in house.cli(*verb, check=2).stderr


def test_a_day_that_rests_in_the_archive_is_named_to_whoever_cites_it(house: Household) -> None:
    house.day("2026-11-05", "The kettle is new")
    house.memory().consolidate()
    said = house.memory().observe("joshua.home", "New kettle", ["daily/2026-11-05.md#L3"])
    assert "cite daily/archive/2026-11-05.md" in said.message


@pytest.mark.parametrize("key", ["d", "s", "t"])
def test_a_value_line_without_one_of_its_keys_is_damage(house: Household, key: str) -> None:
    house.memory().mark("joshua.a", "Keeps bees")
    house.memory().mark("joshua.b", "Keeps cats")
    segment = only(list((house.folder / ".sapwood/values").rglob("*.jsonl")))
    segment.write_bytes(segment.read_bytes().replace(f'"{key}":'.encode(), b'"e":', 1))
    found = house.memory().recall(query="keeps")
    assert [mark["observation"] for mark in found.marks] == ["Keeps cats"]
    assert any("missing or damaged" in notice for notice in found.notices)
    assert house.memory().verify().code == 1

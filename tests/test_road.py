"""The main job, whole: a line in a day, a mark with evidence, one question that finds it, and how it fades."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from household import DATA, Household, only
from sapwood.core import instant
from sapwood.errors import Refused

LINE = "Arnold recommended cooking vegetables 20 min at 180°C"


@pytest.fixture
def house(tmp_path: Path) -> Household:
    return Household(tmp_path / "home")


def vegetables(house: Household) -> dict:
    return only(
        [mark for mark in house.memory().recall(about="joshua.food").marks if "vegetables" in mark["observation"]]
    )


def test_a_handwritten_line_becomes_a_mark_that_cites_it(house: Household) -> None:
    house.write("long-term/preferences.md", "# Preferences\n\n## Food\n- I eat vegetables every evening.\n")
    house.day("2026-11-05", "10:00 Standup moved to noon", LINE, "Tea at four")
    report = house.at("2026-11-06T03:00:00Z").memory().consolidate(before_today=True)
    assert only(report.days).archived_as == "daily/archive/2026-11-05.md"

    found = house.memory().recall(about="joshua.food")
    mark = only([each for each in found.marks if each["observation"] == LINE])
    assert mark["subject"] == "joshua.food.vegetables"
    assert mark["trust"] == "unreviewed"
    evidence = only(mark["evidence"])
    assert (evidence["kind"], evidence["path"], evidence["lines"]) == ("file", "daily/2026-11-05.md", [4, 4])
    assert evidence["quote"] == f"- {LINE}"
    assert evidence["now"] == {"path": "daily/archive/2026-11-05.md", "lines": [4, 4]}
    assert only(found.substrate)["lines"] == [4, 4]
    assert only(found.substrate)["trust"] == "handwritten"

    by_words = house.memory().recall(query="how long to cook vegetables")
    assert by_words.marks[0]["observation"] == LINE
    assert by_words.substrate[0]["excerpt"] == "- I eat vegetables every evening."


def test_strength_at_the_instant_of_the_line_and_after_one_confirmation(house: Household) -> None:
    house.day("2026-11-05", LINE)
    house.at("2026-11-06T01:00:00Z").memory().consolidate(before_today=True)
    assert vegetables(house.at("2026-11-05T11:00:00Z"))["current_strength"] == 0.6

    house.day("2026-11-06", LINE, "Arnold recommended cooking vegetables 20 min at 200°C")
    house.at("2026-11-07T01:00:00Z").memory().consolidate(before_today=True)
    house.at("2026-11-06T11:00:00Z")
    marks = {mark["observation"]: mark for mark in house.memory().recall(about="joshua.food").marks}
    assert marks[LINE]["current_strength"] == pytest.approx(0.669, abs=5e-4)
    assert marks[LINE]["reinforcement_count"] == 1
    assert [each["path"] for each in marks[LINE]["evidence"]] == ["daily/2026-11-05.md", "daily/2026-11-06.md"]
    other = marks["Arnold recommended cooking vegetables 20 min at 200°C"]
    assert (other["current_strength"], other["reinforcement_count"]) == (0.6, 0)


def test_a_line_with_a_time_confirms_exactly_24_hours_later(house: Household) -> None:
    house.day("2026-11-05", f"18:30 {LINE}")
    house.day("2026-11-06", f"18:30 {LINE}")
    house.at("2026-11-07T01:00:00Z").memory().consolidate(before_today=True)
    mark = vegetables(house.at("2026-11-06T17:30:00Z"))
    assert mark["current_strength"] == pytest.approx(0.669, abs=5e-4)
    assert (mark["first_observed_at"], mark["last_reinforced_at"]) == ("2026-11-05T17:30:00Z", "2026-11-06T17:30:00Z")


def test_the_worked_example_through_the_whole_product(house: Household) -> None:
    house.at("2026-11-01T12:00:00Z").memory().mark(
        "joshua.sleep", "Sleeps best with the window open", half_life_days=7.0
    )
    mark = only(house.at("2026-11-15T12:00:00Z").memory().recall(about="joshua.sleep").marks)
    assert mark["current_strength"] == 0.25


@pytest.mark.parametrize(
    ("zone", "day", "noon"),
    [
        ("Pacific/Pago_Pago", "2026-11-05", "2026-11-05T23:00:00Z"),  # UTC-11
        ("Pacific/Kiritimati", "2026-11-05", "2026-11-04T22:00:00Z"),  # UTC+14
        ("Europe/Berlin", "2026-03-29", "2026-03-29T10:00:00Z"),  # the day of 23 hours
        ("Europe/Berlin", "2026-10-25", "2026-10-25T11:00:00Z"),  # the day of 25 hours
    ],
)
def test_days_and_noon_in_zones_and_on_both_clock_changes(tmp_path: Path, zone: str, day: str, noon: str) -> None:
    house = Household(tmp_path / "home", zone=zone)
    house.day(day, LINE)
    after = instant.iso(instant.parse(noon) + 86_400 * 2)
    house.at(after).memory().consolidate(before_today=True)
    assert vegetables(house)["first_observed_at"] == noon


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        ("01:30", "2026-03-29T00:30:00Z"),
        ("02:30", "2026-03-29T01:30:00Z"),  # skipped by the spring change: read as if it had not happened
        ("03:30", "2026-03-29T01:30:00Z"),
    ],
)
def test_times_around_the_spring_change(tmp_path: Path, time: str, expected: str) -> None:
    house = Household(tmp_path / "home")
    house.day("2026-03-29", f"{time} {LINE}")
    house.at("2026-04-01T00:00:00Z").memory().consolidate()
    assert vegetables(house)["first_observed_at"] == expected


def test_the_repeated_hour_of_autumn_is_the_first(tmp_path: Path) -> None:
    house = Household(tmp_path / "home")
    house.day("2026-10-25", f"02:30 {LINE}")
    house.at("2026-10-28T00:00:00Z").memory().consolidate()
    assert vegetables(house)["first_observed_at"] == "2026-10-25T00:30:00Z"


def test_a_consolidated_day_rests_in_the_archive_and_opens_with_all(house: Household) -> None:
    house.day("2026-11-05", LINE)
    assert only(house.memory().recall(query="vegetables").daily)["date"] == "2026-11-05"
    house.memory().consolidate()
    assert not (house.folder / "daily/2026-11-05.md").exists()
    assert (house.folder / "daily/archive/2026-11-05.md").exists()
    assert house.memory().recall(query="vegetables").daily == []
    old = only(house.memory().recall(query="vegetables", horizon="all").daily)
    assert (old["date"], old["line_range"], old["archived"]) == ("2026-11-05", [3, 3], True)


def test_a_jot_after_archiving_a_saved_again_day_and_a_second_run_double_nothing(house: Household) -> None:
    house.day("2026-11-05", LINE, "Tea at four with Ida")
    old = (house.folder / "daily/2026-11-05.md").read_text()
    house.memory().consolidate()
    before = house.texts()
    house.memory().consolidate()
    assert house.texts() == before

    house.memory().jot("Window left open all night")
    house.memory().consolidate()
    archived = (house.folder / "daily/archive/2026-11-05.md").read_text()
    assert archived.startswith(old)
    assert archived.count("Window left open") == 1
    assert len(house.texts()) == len(before) + 1

    house.write("daily/2026-11-05.md", old + "- One more thing: the oven light is broken\n")  # an editor saved it again
    house.memory().consolidate()
    again = (house.folder / "daily/archive/2026-11-05.md").read_text()
    assert again.startswith(archived)
    assert [again.count(text) for text in (LINE, "Tea at four", "Window left open", "oven light")] == [1, 1, 1, 1]
    assert len(house.texts()) == len(before) + 2
    assert vegetables(house)["reinforcement_count"] == 0


def test_only_the_scheduled_run_stops_at_yesterday(house: Household) -> None:
    house.day("2026-11-04", "Yesterday's soup was salty")
    house.day("2026-11-05", "Today's bread is good")
    assert [day.path for day in house.memory().consolidate(before_today=True).days] == ["daily/2026-11-04.md"]
    assert [day.path for day in house.memory().consolidate().days] == ["daily/2026-11-05.md"]


def test_missed_nights_are_caught_up_in_order(house: Household) -> None:
    for day in ("2026-11-03", "2026-11-01", "2026-11-02"):
        house.day(day, LINE)
    report = house.memory().consolidate(before_today=True)
    assert [day.day for day in report.days] == ["2026-11-01", "2026-11-02", "2026-11-03"]
    assert vegetables(house)["reinforcement_count"] == 2


def test_forget_keeps_away_restore_brings_back(house: Household) -> None:
    house.day("2026-11-05", LINE)
    house.memory().consolidate()
    mark_id = vegetables(house)["id"]
    house.memory().forget(mark_id)
    assert house.memory().recall(about="joshua.food").marks == []
    house.day("2026-11-06", LINE)
    report = house.at("2026-11-06T20:00:00Z").memory().consolidate()
    assert only(report.days).refused == 1
    assert house.texts() == []
    house.memory().restore(mark_id)
    assert vegetables(house)["id"] == mark_id
    house.day("2026-11-07", LINE)
    house.at("2026-11-07T20:00:00Z").memory().consolidate()
    assert vegetables(house)["reinforcement_count"] == 1


def test_a_person_who_says_it_again_lifts_the_absence(house: Household) -> None:
    memory = house.memory()
    first = memory.mark("joshua.food", "Likes fennel")
    memory.forget(first.id)
    refused = memory.observe("joshua.food", "likes fennel", [str(house.day("2026-11-05", "likes fennel")) + "#L3"])
    assert (refused.status, refused.reason) == ("refused", "absence")
    again = memory.mark("joshua.food", "Likes fennel")
    assert again.status == "created"
    assert again.id != first.id


def test_erase_leaves_only_the_persons_own_lines(house: Household, own_home: Path) -> None:
    secret = "Zebra marzipan under the blue stairs"
    house.day("2026-11-05", secret, "Something else")
    house.memory().jot("unrelated")
    house.memory().consolidate()
    mark = only([each for each in house.memory().marks() if each["observation"] == secret])
    done = house.memory().forget(mark["id"], erase=True)
    assert done.still_in == ["daily/archive/2026-11-05.md:3"]
    needle = b"marzipan"
    holding = [
        str(path)
        for root in (house.folder, own_home)
        for path in root.rglob("*")
        if path.is_file() and needle in path.read_bytes()
    ]
    assert holding == [str(house.folder / "daily/archive/2026-11-05.md")]
    assert house.memory().verify().code == 0
    assert house.memory().recall(query="marzipan", horizon="all").daily == []
    house.memory().rebuild()
    assert house.memory().recall(query="marzipan", horizon="all").marks == []


def test_person_only_verbs_are_refused_on_agent_channels(house: Household) -> None:
    mark_id = house.memory().mark("joshua.food", "Likes fennel").id
    for channel in ("mcp", "hook", "http"):
        agent = house.memory(actor="helper", channel=channel)
        assert agent.mark("joshua.food", "Hates fennel").reason == "channel"
        for act in (agent.forget, agent.restore):
            with pytest.raises(Refused):
                act(mark_id)
        with pytest.raises(Refused):
            agent.move(mark_id, "joshua.other")
    assert house.texts() == ["Likes fennel"]


def test_no_citation_no_memory(house: Household) -> None:
    house.day("2026-11-05", "The kettle is new")
    memory = house.memory(actor="helper", channel="mcp")
    assert memory.observe("joshua.home", "The kettle is new").reason == "evidence"
    assert memory.observe("joshua.home", "The kettle is new", ["daily/2026-11-05.md#L9"]).reason == "evidence"
    assert memory.observe("joshua.home", "The kettle is new", ["/etc/passwd#L1"]).reason == "evidence"
    good = memory.observe("joshua.home", "The kettle is new", ["daily/2026-11-05.md#L3"])
    assert good.status == "created"
    assert memory.observe("joshua.home", "The kettle is NEW.", ["daily/2026-11-05.md#L3"]).status == "known"


def test_marks_wither_in_consolidation_and_live_again_when_confirmed(house: Household) -> None:
    house.day("2026-11-05", "subject: joshua.habit.tea — drinks green tea")
    house.memory().consolidate()
    house.at("2027-06-01T12:00:00Z")
    assert house.memory().recall(about="joshua.habit").marks == []  # left out, not changed, by a read
    assert only(house.memory().marks())["state"] == "active"
    assert house.memory().consolidate().withered == 1
    assert only(house.memory().marks(states=("withered",)))["observation"] == "drinks green tea"
    house.day("2027-06-01", "subject: joshua.habit.tea — drinks green tea")
    house.memory().consolidate()
    assert only(house.memory().marks())["reinforcement_count"] == 1


def test_a_correction_stays_in_its_scope(house: Household) -> None:
    client = house.memory(scope="client")
    first = client.mark("joshua.client", "They pay in thirty days")
    house.memory().correct(first.id, "They pay in sixty days")
    assert house.memory().recall(about="joshua.client").marks == []
    assert only(client.recall(about="joshua.client", scope="client").marks)["observation"] == "They pay in sixty days"


def test_no_credential_hides_in_a_subject_or_a_name(house: Household, own_home: Path) -> None:
    token = "ghp_EXAMPLE00000000000000000000000000000"
    house.day("2026-11-05", "The deploy works")
    memory, cite = house.memory(), ["daily/2026-11-05.md#L3"]
    assert memory.observe(f"joshua.{token}", "The deploy works", cite).reason == "credential"
    assert memory.observe("joshua.x", "The deploy works", cite, observed_by=token).reason == "credential"
    assert memory.observe("joshua.x", "The deploy works", cite, affinity=[token]).reason == "credential"
    assert memory.mark("joshua.x", f"it is {token}").message.startswith("1 thing")
    for path in [*house.folder.rglob("*"), *own_home.rglob("*")]:
        assert not path.is_file() or token.casefold().encode() not in path.read_bytes().lower()


def test_correct_and_move(house: Household) -> None:
    memory = house.memory()
    first = memory.mark("joshua.food", "Beans want salt at the end")
    second = memory.correct(first.id, "Beans want salt at the start")
    assert house.texts() == ["Beans want salt at the start"]
    assert only(memory.marks(states=("superseded",)))["observation"] == "Beans want salt at the end"
    assert [mark["observation"] for mark in memory.recall(about="joshua.food").marks] == [
        "Beans want salt at the start"
    ]
    shown = memory.show(first.id)
    assert shown["superseded_by"] == second.id
    memory.move(second.id, "joshua.cooking.beans")
    assert memory.recall(about="joshua.food").marks == []
    assert only(memory.recall(about="joshua.cooking").marks)["observation"] == "Beans want salt at the start"
    memory.rebuild()
    assert only(memory.recall(about="joshua.cooking").marks)["id"] == second.id


def test_a_line_taken_out_by_hand_is_withheld_and_recorded_absent(house: Household) -> None:
    house.day("2026-11-05", LINE, "Ida rang at four")
    house.memory().consolidate()
    archived = house.folder / "daily/archive/2026-11-05.md"
    archived.write_text(archived.read_text().replace(f"- {LINE}\n", ""))
    found = house.memory().recall(about="joshua.food")
    assert found.marks == []
    assert any("taken out" in notice for notice in found.notices)
    assert only(house.memory().consolidate().absent)["observation"] == LINE
    house.day("2026-11-06", LINE)
    house.at("2026-11-06T20:00:00Z").memory().consolidate()
    assert house.memory().recall(about="joshua.food").marks == []


def test_a_file_that_is_away_for_a_night_takes_nothing_with_it_for_good(house: Household) -> None:
    house.day("2026-11-05", LINE)
    house.memory().consolidate()
    archived, elsewhere = house.folder / "daily/archive/2026-11-05.md", house.folder.parent / "elsewhere.md"
    archived.rename(elsewhere)
    assert house.memory().recall(about="joshua.food").marks == []
    assert only(house.memory().consolidate().absent)["observation"] == LINE
    elsewhere.rename(archived)
    assert only(house.memory().consolidate().returned)["observation"] == LINE
    assert vegetables(house)["evidence"][0]["status"] == "moved"
    house.memory().rebuild()
    assert vegetables(house)["reinforcement_count"] == 0


def test_what_a_person_forgot_does_not_return_with_its_file(house: Household) -> None:
    house.day("2026-11-05", LINE)
    house.memory().consolidate()
    archived, elsewhere = house.folder / "daily/archive/2026-11-05.md", house.folder.parent / "elsewhere.md"
    house.memory().forget(vegetables(house)["id"])
    archived.rename(elsewhere)
    house.memory().consolidate()
    elsewhere.rename(archived)
    assert house.memory().consolidate().returned == []
    assert house.texts() == []


def test_erasing_finds_what_stands_over_two_lines(house: Household) -> None:
    house.write("daily/2026-11-05.md", "# 2026-11-05\n\n- Zebra marzipan under\n  the blue stairs\n- Other\n")
    house.memory().consolidate()
    mark = only([each for each in house.memory().marks() if "marzipan" in each["observation"]])
    assert house.memory().forget(mark["id"], dry_run=True).still_in == ["daily/archive/2026-11-05.md:3-4"]
    assert house.memory().forget(mark["id"], erase=True).still_in == ["daily/archive/2026-11-05.md:3-4"]
    assert house.memory().recall(query="marzipan", horizon="all").daily == []


@pytest.mark.parametrize("way", ["copy", "accept"])
def test_damaged_values_have_a_way_out(house: Household, tmp_path: Path, way: str) -> None:
    house.day("2026-11-05", LINE, "Tea at four with Ida")
    house.memory().consolidate()
    shutil.copytree(house.folder, tmp_path / "copy")
    segment = only(list((house.folder / ".sapwood/values").rglob("*.jsonl")))
    segment.write_bytes(segment.read_bytes().replace(b"20 min at 180", b"20 min at 190", 1))
    house.memory().jot("Later on")  # the log grows past the copy
    assert house.memory().verify().code == 1
    assert [mark["observation"] for mark in house.memory().recall(about="joshua.food").marks if "190" in mark["observation"]] == []
    if way == "copy":
        house.memory().recover(copy=str(tmp_path / "copy"))
        assert vegetables(house)["observation"] == LINE
    else:
        house.memory().recover(accept_loss=True)
        assert any("a loss was accepted" in notice for notice in house.memory().recall(query="tea").notices)
    assert house.memory().verify().code == 0
    with pytest.raises(Refused):
        house.memory().recover(accept_loss=True)


def test_dry_run_writes_nothing(house: Household) -> None:
    house.day("2026-11-05", LINE)
    house.memory().mark("joshua.food", "Likes fennel")
    before = house.snapshot()
    report = house.memory().consolidate(dry_run=True)
    assert only(report.days).created == 1
    house.memory().forget(only(house.memory().marks())["id"], erase=True, dry_run=True)
    assert house.snapshot() == before


def test_the_demo_day_by_day(tmp_path: Path) -> None:
    """tests/data/demo/expected/daily.json, through the product."""
    house = Household(tmp_path / "home", owner="noor", zone="Europe/Stockholm", now="2026-11-13T08:00:00Z")
    for source in sorted((DATA / "demo/daily").rglob("*.md")):
        house.write(str(source.relative_to(DATA / "demo")), source.read_bytes())
    expected = json.loads((DATA / "demo/expected/daily.json").read_text())
    report = house.memory().consolidate(before_today=True)
    made = {
        (each["evidence"][0]["path"], *each["evidence"][0]["lines"]): each for day in report.days for each in day.marks
    }
    for wanted in expected["observations"]:
        got = made[(wanted["file"], *wanted["line_range"])]
        assert got["observation"] == wanted["observation"]
        assert got["evidence"][0]["quote"] == wanted["quote"]
        if wanted["subject_any_of"]:
            assert got["subject"] in wanted["subject_any_of"], got
    for never in expected["never"]:
        assert not [key for key in made if key[0] == never["file"] and key[1] <= never["line"] <= key[2]]

    marks = {mark["observation"]: mark for mark in house.memory().marks(states=("active", "superseded"))}
    assert marks[LINE]["reinforcement_count"] == 1
    assert sum("Stock check: 14 jars" in text for text in marks) == 1
    assert sum("Stock check: 13 jars" in text for text in marks) == 1
    salt = marks["Salt goes in at the end for beans."]
    assert salt["state"] == "superseded"
    assert marks["Correction to 2026-11-04: beans want salt at the START, I mixed them up."]["state"] == "active"
    assert not any("EXAMPLE-not-a-real-key" in text for text in marks)
    assert any(problem.kind == "no-such-date" for problem in report.problems)
    assert sorted(day.path for day in report.days if day.day == "2026-11-11") == [
        "daily/2026-11-11-late.md",
        "daily/2026-11-11.md",
    ]
    assert not (house.folder / "daily/archive/notes-2026.md").exists()
    assert (house.folder / "daily/2026-02-30.md").exists()
    for source in (DATA / "demo/daily").glob("2026-11-*.md"):
        assert (house.folder / "daily/archive" / source.name).read_bytes() == source.read_bytes()


def test_fault_b02_no_subject_out_of_boxes_codes_and_colours(tmp_path: Path) -> None:
    house = Household(tmp_path / "home")
    house.write("daily/2026-11-01.md", (DATA / "bugs/B02/input/daily/2026-11-01.md").read_bytes())
    made = {each["evidence"][0]["lines"][0]: each for each in only(house.memory().consolidate().days).marks}
    assert made[9]["observation"] == "[00:12:30] she said the jar is empty"
    assert made[10]["observation"] == "the label colour is #ff8800, not #food"
    assert made[11]["observation"] == "[decision] labels are Swedish"
    for line, text in ((4, "done"), (5, "done, capital")):
        assert made[line]["observation"] == text
    assert not {3, 6, 7, 8} & set(made)
    assert all("ff8800" not in each["subject"] and "decision" not in each["subject"] for each in made.values())


def test_fault_b09_a_jot_adds_and_never_replaces(tmp_path: Path) -> None:
    house = Household(tmp_path / "home", now="2026-11-01T12:00:00Z")
    before = (DATA / "bugs/B09/input/daily/2026-11-01.md").read_bytes()
    path = house.write("daily/2026-11-01.md", before)
    house.memory().jot("third")
    assert path.read_bytes() == before + b"\n- 13:00 third\n"
    again = house.memory().jot("third")
    assert again.again
    assert path.read_bytes() == before + b"\n- 13:00 third\n"


@pytest.mark.parametrize("process_zone", ["UTC", "America/New_York"])
@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        ("Asia/Shanghai", "2026-11-01T19:53:00Z", "2026-11-02"),
        ("America/Los_Angeles", "2026-11-02T01:17:00Z", "2026-11-01"),
    ],
)
def test_fault_b10_the_day_is_the_homes_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, process_zone: str, zone: str, moment: str, day: str
) -> None:
    monkeypatch.setenv("TZ", process_zone)
    house = Household(tmp_path / "home", zone=zone, now=moment)
    assert house.memory().jot("a note").path == f"daily/{day}.md"
    assert house.memory().status()["today"] == day
    assert only(house.memory().recall(query="note", horizon="1d").daily)["date"] == day


def test_fault_b10_a_misspelt_zone_is_said(tmp_path: Path) -> None:
    house = Household(tmp_path / "home")
    config = house.folder / "sapwood.toml"
    config.write_text(config.read_text().replace("Europe/Berlin", "Europe/Berlinn"))
    done = house.cli("jot", "a note", check=2)
    assert "Europe/Berlinn" in done.stderr
    assert "sapwood.toml" in done.stderr


def test_fault_b11_a_byte_order_mark_hides_no_header(tmp_path: Path) -> None:
    house = Household(tmp_path / "home")
    for name in ("bom.md", "bom-crlf.md"):
        house.write(f"long-term/{name}", (DATA / "bugs/B11/input" / name).read_bytes())
    before = house.snapshot()
    found = house.memory().substrate()
    headers = {each["file"]: each["header"] for each in found.files}
    assert headers["long-term/bom.md"] == {"name": "bom", "description": "has a mark"}
    assert headers["long-term/bom-crlf.md"] == {"name": "bomcrlf", "description": "has both"}
    assert found.problems == []
    hits = house.memory().recall(query="Body").substrate
    assert {hit["file"]: hit["lines"] for hit in hits} == {
        "long-term/bom-crlf.md": [6, 6]
    }  # the other says the same: folded
    assert {name: data for name, data in house.snapshot().items() if name.startswith("long-term/")} == {
        name: data for name, data in before.items() if name.startswith("long-term/")
    }


def test_a_header_is_text_and_a_broken_one_is_named_by_line(tmp_path: Path) -> None:
    house = Household(tmp_path / "home")
    house.write("long-term/dates.md", "---\nsince: 2026-11-05\nno: no\nversion: 1.0\nnothing: null\n---\nText.\n")
    house.write("long-term/colon.md", "---\nname: a\ndescription: Week plan: again\n---\nStill found.\n")
    house.write("long-term/alias.md", "---\na: &x [1]\nb: *x\n---\nAlso found.\n")
    found = house.memory().substrate()
    headers = {each["file"]: each["header"] for each in found.files}
    assert headers["long-term/dates.md"] == {"since": "2026-11-05", "no": "no", "version": "1.0", "nothing": "null"}
    assert {(problem.path, problem.line) for problem in found.problems} == {
        ("long-term/alias.md", 1),
        ("long-term/colon.md", 3),
    }
    assert only(house.memory().recall(query="still").substrate)["file"] == "long-term/colon.md"


def test_fault_b13_no_credential_reaches_a_mark_or_the_log(tmp_path: Path, own_home: Path) -> None:
    house = Household(tmp_path / "home")
    source = (DATA / "bugs/B13/input/daily/2026-11-01.md").read_bytes()
    house.write("daily/2026-11-01.md", source)
    house.memory().consolidate()
    texts = house.texts()
    assert "token count 12000" in texts
    assert "the key lies under the mat" in texts
    assert any("guest network password" in text for text in texts)
    for path in [*house.folder.rglob("*"), *own_home.rglob("*")]:
        if path.is_file() and path.name != "2026-11-01.md":
            data = path.read_bytes()
            assert b"Correct-Horse" not in data, path
            assert b"sk-EXAMPLE" not in data, path
    assert (house.folder / "daily/archive/2026-11-01.md").read_bytes() == source
    masked = [each for each in house.memory().recall(query="guest network password").marks]
    assert only(masked)["evidence"][0]["status"] == "moved"


def test_fault_b15_the_same_sentence_twice(tmp_path: Path) -> None:
    house = Household(tmp_path / "home", now="2026-11-02T20:00:00Z")
    for day in ("2026-11-01", "2026-11-02"):
        house.write(f"daily/{day}.md", (DATA / f"bugs/B15/input/daily/{day}.md").read_bytes())
    house.memory().consolidate(day="2026-11-01")
    house.memory().consolidate(day="2026-11-02")
    for _ in range(2):
        marks = {mark["observation"]: mark for mark in house.memory().recall(about="joshua.food").marks}
        assert len(marks["Vegetables: 20 min at 180 °C"]["evidence"]) == 2
        assert len(marks["Vegetables: 25 min at 180 °C"]["evidence"]) == 1
        house.write("daily/2026-11-02.md", (DATA / "bugs/B15/input/daily/2026-11-02.md").read_bytes())
        house.memory().consolidate(day="2026-11-02")

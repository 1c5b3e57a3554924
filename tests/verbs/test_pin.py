"""pin and unpin: what is recalled whatever is asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from household import Household, only
from sapwood.core.tokens import estimate
from sapwood.errors import Ambiguous, NotFound, PathRefused, Refused


@pytest.fixture
def house(tmp_path: Path) -> Household:
    home = Household(tmp_path / "home")
    home.write("long-term/health.md", "# Health\n\n- Allergic to nuts.\n- Takes no aspirin.\n")
    home.write("gotchas.md", "## Oven — 2026-10-01\n**Learning:** runs 15 °C hot\n")
    home.day("2026-11-04", "Slept badly after coffee", "Fed the cat")
    home.memory().mark("joshua.health", "Blood group is A", half_life_days=10)
    return home


def mark_id(house: Household) -> str:
    return str(only(house.memory().marks("joshua.health"))["id"])


def texts(house: Household, **options: object) -> list[str]:
    items = house.memory().context(**options).items
    return [item.get("observation") or item["excerpt"] for item in items if item.get("standing")]


def test_a_pinned_mark_is_in_every_context(house: Household) -> None:
    found = mark_id(house)
    assert texts(house, query="xyzzy") == []
    done = house.memory().pin(found[-8:])
    assert done == (found, "mark", f"mark {found}", False)
    assert house.memory().pin(found).again
    assert texts(house, query="xyzzy") == texts(house) == texts(house, about="joshua.food") == ["Blood group is A"]
    assert "[marks · unreviewed · pinned] joshua.health" in house.memory().context(query="xyzzy").context
    context = house.memory().context(query="blood group")
    assert context.context.count("Blood group is A") == 1  # found and pinned: once
    assert only(house.memory().recall(query="blood group").marks)["standing"] is True
    assert "pinned" in house.cli("recall", "blood group").stdout
    house.memory().unpin(found)
    assert texts(house, query="xyzzy") == []
    assert "standing" not in only(house.memory().recall(query="blood group").marks)
    with pytest.raises(NotFound):
        house.memory().unpin(found)


@pytest.mark.parametrize(
    ("given", "layer", "trust", "text"),
    [
        ("long-term/health.md#L3-L4", "substrate", "handwritten", "- Allergic to nuts.\n- Takes no aspirin."),
        ("gotchas.md#L2", "notes", "unreviewed", "**Learning:** runs 15 °C hot"),
        ("daily/2026-11-04.md#L3", "daily", "unreviewed", "- Slept badly after coffee"),
    ],
)
def test_lines_of_a_file_can_be_pinned(house: Household, given: str, layer: str, trust: str, text: str) -> None:
    done = house.memory().pin(given)
    assert (done.kind, done.what, done.again) == ("lines", given, False)
    assert house.memory().pin(given) == (done.id, "lines", given, True)
    item = only(house.memory().context(query="xyzzy").items)
    assert (item["layer"], item["trust"], item["excerpt"], item["status"]) == (layer, trust, text, "resolved")
    assert house.memory().unpin(given).id == done.id
    assert house.memory().context(query="xyzzy").items == []


def test_a_pin_goes_where_its_lines_go(house: Household) -> None:
    house.memory().pin("daily/2026-11-04.md#L3")
    house.memory().consolidate()
    item = only(house.memory().context().items)
    assert (item["file"], item["status"]) == ("daily/archive/2026-11-04.md", "moved")
    house.memory().pin("long-term/health.md#L3")
    house.write("long-term/health.md", "# Health\n\nNew first line.\n\n- Allergic to nuts.\n")
    assert [item["lines"] for item in house.memory().context().items] == [[3, 3], [5, 5]]
    assert house.memory().unpin("long-term/health.md#L5").kind == "lines"


def test_lines_that_were_edited_or_taken_out_are_said(house: Household) -> None:
    house.memory().pin("long-term/health.md#L3")
    house.write("long-term/health.md", "# Health\n\n- Allergic to nuts and kiwis.\n- Takes no aspirin.\n")
    found = house.memory().context()
    assert only(found.items)["status"] == "changed" and "nuts and kiwis" in found.context
    assert "changed" in found.context.split("\n")[2] and "edited since" in only(found.notices)
    house.write("long-term/health.md", "# Health\n\nEntirely other words.\n")
    found = house.memory().context(query="xyzzy")
    assert found.items == [] and any(
        "pinned long-term/health.md#L3: the line is no longer" in each for each in found.notices
    )
    (house.folder / "long-term/health.md").unlink()
    assert any("the file is gone" in each for each in house.memory().context().notices)
    listed = only(house.memory().pins())
    assert not listed["served"] and "gone" in listed["why"]
    house.memory().unpin(listed["id"][-8:])
    assert house.memory().pins() == []


@pytest.mark.parametrize("how", ["forgotten", "erased", "replaced", "ended"])
def test_a_mark_that_does_not_stand_is_not_served(house: Household, how: str) -> None:
    found = mark_id(house)
    house.memory().pin(found)
    if how == "replaced":
        house.memory().correct(found, "Blood group is B")
    elif how == "ended":
        house.at("2026-11-06T08:00:00Z")
        day = house.day("2026-11-05", "The lift is out of order until 2026-11-08")
        house.memory().consolidate(day="2026-11-05")
        assert day.name
        listed = [each["id"] for each in house.memory().marks() if "lift" in each["observation"]]
        house.memory().unpin(found)
        house.memory().pin(only(listed))
        assert texts(house) == ["The lift is out of order until 2026-11-08"]
        house.at("2026-11-20T08:00:00Z")
    else:
        house.memory().forget(found, erase=how == "erased")
    context = house.memory().context(query="xyzzy")
    assert context.items == []
    words = {
        "forgotten": "it is forgotten",
        "erased": "it was erased",
        "replaced": "it was replaced",
        "ended": "it held until",
    }
    assert any("pinned mark " in each and words[how] in each for each in context.notices)
    if how == "forgotten":
        house.memory().restore(found)
        assert texts(house) == ["Blood group is A"]


def test_a_faded_mark_is_served_all_the_same(house: Household) -> None:
    found = mark_id(house)
    house.memory().pin(found)
    house.at("2027-06-01T12:00:00Z")
    assert house.memory().recall(query="blood group").marks == []  # the control: it has faded
    assert texts(house) == ["Blood group is A"]
    house.memory().consolidate()
    assert house.memory().show(found)["state"] == "withered" and texts(house) == ["Blood group is A"]


def test_what_is_pinned_has_a_budget_of_its_own(house: Household) -> None:
    for n in range(9):
        added = house.memory().mark("joshua.rules", f"Rule {n}: " + "never water the cactus on a Monday " * 3)
        house.memory().pin(added.id)
    found = house.memory().context(query="nuts", standing_tokens=300)
    pinned = [item for item in found.items if item.get("standing")]
    assert 1 <= len(pinned) < 9 and any(item["layer"] == "substrate" for item in found.items)
    assert found.left_out == 9 - len(pinned) and any("found no room" in each for each in found.notices)
    assert sum(estimate(line) + 1 for line in found.context.split("[substrate")[0].split("\n")[2:-1]) <= 300
    assert not any(item.get("standing") for item in house.memory().context(query="nuts", standing_tokens=0).items)
    assert len(house.memory().context(query="nuts", standing_tokens=5_000, budget_tokens=5_000).items) >= 10


@pytest.mark.parametrize("channel", ["mcp", "hook", "http"])
def test_an_agent_cannot_pin(house: Household, channel: str) -> None:
    found = mark_id(house)
    for given in (found, "long-term/health.md#L3"):
        with pytest.raises(Refused) as refused:
            house.memory(channel=channel).pin(given)
        assert refused.value.reason == "channel"
    house.memory().pin(found)  # the control: a person can
    with pytest.raises(Refused):
        house.memory(channel=channel).unpin(found)
    assert texts(house) == ["Blood group is A"]


def test_what_cannot_be_pinned_is_refused(house: Household, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("secret\n")
    for given, error in {
        "long-term/health.md#L99": Refused, "long-term/health.md#L2": Refused, "sapwood.toml#L1": Refused,
        "nowhere.md#L1": PathRefused, f"{outside}#L1": PathRefused, ".sapwood/salt#L1": PathRefused,
        "00000000": NotFound, "": NotFound,
    }.items():  # fmt: skip
        with pytest.raises(error):
            house.memory().pin(given)
    forgotten = mark_id(house)
    house.memory().forget(forgotten)
    with pytest.raises(Refused):
        house.memory().pin(forgotten)
    assert house.memory().pins() == []


def test_a_pin_is_named_by_its_own_end_and_not_by_what_fits_two(house: Household) -> None:
    one = house.memory().pin("long-term/health.md#L3").id
    other = house.memory().pin("long-term/health.md#L4").id
    with pytest.raises(Ambiguous):
        house.memory().unpin(one[:8] if one[:8] == other[:8] else one[:4])
    assert house.memory().unpin(one[-12:]).id == one
    assert [each["id"] for each in house.memory().pins()] == [other]


def test_a_credential_on_a_pinned_line_is_masked(house: Household) -> None:
    house.write("long-term/keys.md", "- the router password: hunter2hunter2\n")
    house.memory().pin("long-term/keys.md#L1")
    found = house.memory().context()
    assert len(found.items) == 1 and "hunter2" not in json.dumps(found._asdict())
    kept = b"".join(data for name, data in house.snapshot().items() if name.startswith(".sapwood"))
    assert b"hunter2" not in kept


def test_a_pin_of_another_scope_is_not_shown(house: Household) -> None:
    added = house.memory(scope="client").mark("joshua.client", "Pays in advance")
    house.memory().pin(added.id)
    assert texts(house) == [] and house.memory().context().notices == []
    assert texts(house, scope="client") == ["Pays in advance"]


def test_a_rebuild_keeps_the_pins_and_a_false_row_is_found_out(house: Household) -> None:
    house.memory().pin(mark_id(house))
    house.memory().pin("long-term/health.md#L3")
    before = house.memory().context()
    house.memory().rebuild()
    assert house.memory().context() == before and len(before.items) == 2
    with house.memory()._change() as change:
        change.index.db.execute("UPDATE standing SET log_index=0")
    found = house.memory().context()
    assert found.items == [] and sum("not what the log proves" in each for each in found.notices) == 2
    house.memory().rebuild()
    assert house.memory().context() == before


def test_behind_a_log_that_cannot_be_proven_marks_are_unverifiable_and_lines_left_out(house: Household) -> None:
    house.memory().pin(mark_id(house))
    house.memory().pin("long-term/health.md#L3")
    house.memory().mark("joshua.food", "Likes carrots")
    log = only(list((house.folder / ".sapwood/log").glob("*/*.jsonl")))
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-1]))
    found = house.memory().context()
    assert [(item["layer"], item["trust"]) for item in found.items] == [("marks", "unverifiable")]
    assert "[marks · unverifiable · pinned]" in found.context
    assert any("pinned long-term/health.md#L3" in each and "cannot be proven" in each for each in found.notices)
    log.write_bytes(b"".join(lines))
    assert [item["trust"] for item in house.memory().context().items] == ["unreviewed", "handwritten"]


def test_a_forgotten_line_of_a_day_is_served_by_no_pin(house: Household) -> None:
    house.memory().pin("daily/2026-11-04.md#L3")
    house.memory().consolidate()
    found = only([each for each in house.memory().marks() if "coffee" in each["observation"]])
    house.memory().forget(found["id"])
    context = house.memory().context()
    assert context.items == [] and "something that was taken away" in only(context.notices)
    house.memory().restore(found["id"])
    assert texts(house) == ["- Slept badly after coffee"]


def test_an_erased_line_is_served_by_no_pin(house: Household) -> None:
    house.memory().consolidate()
    house.memory().pin("daily/archive/2026-11-04.md#L3")
    found = only([each for each in house.memory().marks() if "coffee" in each["observation"]])
    assert texts(house) == ["- Slept badly after coffee"]
    house.memory().forget(found["id"], erase=True)
    assert texts(house) == []
    house.write("daily/archive/2026-11-04.md", "")
    house.memory().rebuild()
    assert all(b"Slept badly" not in data for data in house.snapshot().values())
    house.cli("verify")


def test_the_commands_pin_list_and_unpin(house: Household) -> None:
    found = mark_id(house)
    assert house.cli("pin").stdout == "0 pinned\n"
    assert house.cli("pin", found[-8:]).stdout == f"pinned: mark {found}  {found[-8:]}\n"
    assert house.cli("pin", found).stdout.startswith("pinned already: ")
    lines = json.loads(house.cli("pin", "long-term/health.md#L3-L4", "--json").stdout)
    assert lines["what"] == "long-term/health.md#L3-L4"
    listed = json.loads(house.cli("pin", "--json").stdout)
    assert [(each["id"], each["served"], each["layer"]) for each in listed] == [
        (found, True, "marks"), (lines["id"], True, "substrate"),
    ]  # fmt: skip
    assert "Allergic to nuts." in house.cli("pin").stdout and "2 pinned" in house.cli("pin").stdout
    assert "Allergic" in house.cli("recall", "--context").stdout
    assert house.cli("unpin", "long-term/health.md#L3-L4").stdout == "unpinned: long-term/health.md#L3-L4\n"
    assert json.loads(house.cli("unpin", found, "--json").stdout)["kind"] == "mark"
    house.cli("unpin", found, check=2)
    house.cli("pin", "gotchas.md#L99", check=6)

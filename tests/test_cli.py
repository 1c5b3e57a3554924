"""The command line as a person or a script meets it: exit codes, JSON, colour, wrong input."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from household import SOURCE, Household, only, run_cli


@pytest.fixture
def house(tmp_path: Path) -> Household:
    house = Household(tmp_path / "home")
    house.write("long-term/food.md", "# Food\n\n- I eat vegetables every evening.\n")
    return house


def test_init_creates_what_is_missing_and_overwrites_nothing(tmp_path: Path) -> None:
    home = tmp_path / "m"
    planned = run_cli(["init", str(home), "--owner", "joshua", "--time-zone", "Europe/Berlin", "--dry-run"])
    assert planned.returncode == 0
    assert not home.exists()
    run_cli(["init", str(home), "--owner", "joshua", "--time-zone", "Europe/Berlin"])
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    again = run_cli(["init", str(home), "--owner", "other", "--json"])
    assert json.loads(again.stdout)["created"] == []
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before
    assert oct((home / ".sapwood").stat().st_mode & 0o777) == "0o700"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["recall"], 2, "wanted a subject"),
        (["recall", "joshua..food"], 2, "subject"),
        (["recall", "x", "--horizon", "soon"], 2, "1d, 7d, 30d"),
        (["recall", "x", "--layers", "marks,moon"], 2, "some of substrate"),
        (["recall", "x", "-k", "0"], 2, "a number from 1"),
        (["get", "no-such-thing"], 2, "no mark or file"),
        (["get", "../../etc/passwd"], 6, "outside the home"),
        (["mark", "show", "ffffffff"], 2, "no mark"),
        (["forget", "ffffffff"], 2, "no mark"),
        (["observe", "joshua.food", "Likes fish"], 6, "no citation, no memory"),
        (["observe", "joshua.food", "Likes fish", "-e", "long-term/food.md#L99"], 6, "has 3 lines"),
        (["observe", "joshua.food", "Likes fish", "-e", "long-term/food.md"], 2, "PATH#L3"),
        (["observe", "joshua..food", "Likes fish", "-e", "long-term/food.md#L3"], 6, "dot-path"),
        (
            ["observe", "joshua.food", "Likes fish", "-e", "long-term/food.md#L3", "--strength", "7"],
            2,
            "number from 0 to 1",
        ),
        (["jot", "  "], 6, "needs some text"),
        (["consolidate", "--day", "2026-02-30"], 2, "date"),
        (["verify"], 2, "nothing was checked"),
        (["verify", "--head", "nonsense"], 2, "log head"),
        (["log", "recover"], 2, "has not been written to"),
        (["no-such-verb"], 2, "No such command"),
        (["marks", "--state", "sleepy"], 2, "one of active"),
    ],
)
def test_wrong_input_has_its_code_and_one_line_that_says_what_to_do(
    house: Household, arguments: list[str], code: int, said: str
) -> None:
    done = house.cli(*arguments, check=code)
    assert said in done.stderr + done.stdout


def test_every_reading_command_speaks_json(house: Household) -> None:
    house.day("2026-11-05", "Arnold recommended cooking vegetables 20 min at 180°C")
    assert json.loads(house.cli("consolidate", "--json").stdout)["days"][0]["created"] == 1
    mark_id = only(json.loads(house.cli("marks", "--json").stdout))["id"]
    recalled = json.loads(house.cli("recall", "joshua.food", "--json").stdout)
    assert list(recalled) == ["substrate", "knowledge", "notes", "marks", "daily", "compost", "notices", "summary"]
    assert recalled["summary"] is None
    assert json.loads(house.cli("mark", "show", mark_id[-8:], "--json").stdout)["id"] == mark_id
    assert json.loads(house.cli("get", mark_id, "--json").stdout)["mark"]["id"] == mark_id
    assert only(json.loads(house.cli("substrate", "--json").stdout)["files"])["file"] == "long-term/food.md"
    assert json.loads(house.cli("status", "--json").stdout)["marks"]["active"] == 1
    assert json.loads(house.cli("verify", "--json").stdout)["code"] == 0
    assert len(json.loads(house.cli("log", "head", "--json").stdout)) == 1
    assert json.loads(house.cli("rebuild", "--json").stdout)["marks"] == 1
    assert json.loads(house.cli("forget", mark_id, "--dry-run", "--json").stdout)["id"] == mark_id


def test_a_batch_takes_what_is_good_and_names_the_rest(house: Household) -> None:
    lines = [
        {
            "subject": "joshua.food",
            "observation": "Eats vegetables",
            "evidence": "long-term/food.md#L3",
            "affinity": ["dinner"],
        },
        {"subject": "joshua.food", "observation": "Eats fish"},
        {
            "subject": "joshua.food",
            "observation": "Eats late",
            "evidence": {"kind": "transcript", "id": "s1#u7", "quote": "late"},
        },
        {"subject": "joshua.food", "observation": "x", "evidence": "long-term/food.md#L3", "trust": "approved"},
    ]
    text = "\n".join([*map(json.dumps, lines), "not json", ""])
    done = house.cli("observe", "--batch", "-", "--json", stdin=text, check=8)
    statuses = [(each["line"], each["status"], each["reason"]) for each in json.loads(done.stdout)]
    assert statuses == [
        (1, "created", ""), (2, "refused", "evidence"), (3, "created", ""), (4, "refused", "usage"), (5, "refused", "usage"),
    ]  # fmt: skip
    assert "line 2" in done.stderr
    assert house.texts() == ["Eats late", "Eats vegetables"]


def test_colour_on_a_terminal_only(house: Household) -> None:
    house.memory().mark("joshua.food", "Likes fennel")
    assert "\x1b[" not in house.cli("recall", "fennel").stdout
    assert "\x1b[" in on_a_terminal(house, {})
    assert "\x1b[" not in on_a_terminal(house, {"NO_COLOR": "1"})


def on_a_terminal(house: Household, env: dict[str, str]) -> str:
    """What a terminal shows."""
    main, side = pty.openpty()
    code = "from sapwood.doors.start import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "--home", str(house.folder), "recall", "fennel"],
        stdout=side, stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(SOURCE), **env},
    ) as process:  # fmt: skip
        os.close(side)
        shown = b""
        while True:
            try:
                part = os.read(main, 65536)
            except OSError:  # the other side is closed: Linux says EIO
                break
            if not part:
                break
            shown += part
        process.wait(60)
    os.close(main)
    return shown.decode()


def test_what_is_shown_holds_no_control_characters(house: Household) -> None:
    house.memory().mark("joshua.food", "red \x1b[31malert\x07 and \u202eright to left")
    done = house.cli("recall", "left")
    assert "⟦U+001B⟧[31malert⟦U+0007⟧ and ⟦U+202E⟧right to left" in done.stdout


def test_the_home_is_found_by_flag_environment_and_nearest_folder(tmp_path: Path) -> None:
    one, two = Household(tmp_path / "one"), Household(tmp_path / "two")
    one.memory().mark("joshua.a", "In the first")
    two.memory().mark("joshua.a", "In the second")
    inside = one.folder / "daily"
    assert "first" in run_cli(["marks"], cwd=str(inside)).stdout
    assert "second" in run_cli(["marks"], cwd=str(inside), env={"SAPWOOD_HOME": str(two.folder)}).stdout
    flagged = run_cli(["--home", str(one.folder), "marks"], cwd=str(inside), env={"SAPWOOD_HOME": str(two.folder)})
    assert "first" in flagged.stdout
    lost = run_cli(["marks"], cwd=str(tmp_path))
    assert lost.returncode == 2
    assert "sapwood init" in lost.stderr


def test_a_folder_without_a_config_is_read_only(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    (folder / "long-term").mkdir(parents=True)
    (folder / "long-term/a.md").write_text("# A\n\nBread on Sundays.\n")
    found = run_cli(["--home", str(folder), "recall", "bread"])
    assert found.returncode == 0
    assert "Bread on Sundays." in found.stdout
    refused = run_cli(["--home", str(folder), "jot", "x"])
    assert refused.returncode == 2
    assert "sapwood init" in refused.stderr
    assert sorted(path.name for path in folder.rglob("*")) == ["a.md", "long-term"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('time_zone = "Mars/Olympus"', "Mars/Olympus"),
        ("step = 2", "only the keys"),
        ("[marks]\nstep = 2", "a number from 0 to 1"),
        ('[marks]\ndecay = "never"', '"none" or "each"'),
        ("[limits]\nfile_bytes = 0", "a number from 1"),
        ("[half_lives]\n'joshua food' = -1", "a number from 0.001"),
        ('trust = "none"', "only the keys"),
        ("[marks", "TOML"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_with_its_file(house: Household, line: str, said: str) -> None:
    config = house.folder / "sapwood.toml"
    text = config.read_text()
    if line.startswith("time_zone"):
        text = "".join(row for row in text.splitlines(True) if not row.startswith("time_zone"))
    config.write_text(line + "\n" + text if "=" in line and not line.startswith("[") else text + line + "\n")
    done = house.cli("jot", "x", check=2)
    assert said in done.stderr
    assert "sapwood.toml" in done.stderr


def test_settings_from_file_and_environment_reach_the_marks(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    config = house.folder / "sapwood.toml"
    config.write_text(
        config.read_text()
        + '\n[marks]\ninitial_own = 0.5\n[half_lives]\n"joshua.food" = 7\n[topics]\n"craft.bellows" = ["bellows"]\n'
    )
    made = house.memory().mark("joshua.food.fish", "Eats fish on Fridays")
    shown = house.memory().show(made.id)
    assert (shown["initial_strength"], shown["half_life_days"]) == (0.5, 7.0)
    house.day("2026-11-05", "The bellows leak at the corner")
    assert only(only(house.memory().consolidate(dry_run=True).days).marks)["subject"] == "joshua.craft.bellows"
    monkeypatch.setenv("SAPWOOD_INITIAL_OWN", "0.25")
    assert house.memory().show(house.memory().mark("joshua.x", "Another").id)["initial_strength"] == 0.25

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import measure  # noqa: E402
import run  # noqa: E402
import world  # noqa: E402

QUICK = ("--rounds", "0.05", "--still", "0", "--days", "3,6,12")


def runner(*arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, str(ROOT / "bench" / "run.py"), *arguments]
    return subprocess.run(command, env=env, check=False, capture_output=True, text=True, timeout=300)


def test_every_bar_has_its_row(tmp_path: Path) -> None:
    page, out = tmp_path / "page.md", tmp_path / "out.json"
    page.write_text(f"# Figures\n\n{run.OPENS}\nold\n{run.CLOSES}\n\nMore.\n", encoding="utf-8")
    done = runner(
        "--marks", "200", "--files", "20", *QUICK, "--json", str(out), "--markdown", str(page), "--profile", "-"
    )
    assert done.returncode == 0, done.stderr
    data = json.loads(out.read_text(encoding="utf-8"))
    rows = {row["name"]: row for row in data["rows"]}
    assert data["before"]["seconds"] == "of the clock"

    assert {row["section"] for row in rows.values()} == set(run.SECTIONS) - {"across"}
    wanted = {
        "S: python -c 'import sqlite3'", "sapwood --version", "sapwood recall, with an answer",
        "sapwood hook, nothing to say", "sapwood recall, approved items",
        *(f"recall, {query.name}" for query in world.QUERIES), "recall p50", "recall p95",
        "scandir + stat pass", "recall after 1 of 20 files changed", "resident size of recall", "rebuild",
        "verify, a leaf", "verify with the index, a leaf", "single observe", "single observe: syncs", "single jot", "single jot: syncs",
        "observe in batch", "observe in batch: syncs per 1000", "consolidate 3 KB", "consolidate 6 KB", "consolidate 12 KB",
        "consolidate 6 KB ÷ 3 KB", "consolidate 12 KB ÷ 6 KB",
    }  # fmt: skip
    assert wanted <= rows.keys()
    for row in rows.values():
        assert row["state"] in (run.PASS, run.SHORT, run.NO_BAR, run.NOT_BUILT), row
        assert (row["measured"] is None) == (row["state"] == run.NOT_BUILT), row
        assert bool(row["bar"]) == (row["state"] != run.NO_BAR), row
    assert rows["single observe: syncs"]["measured"] >= 2
    assert rows["observe in batch"]["control"] > 0
    size = rows["resident size of recall"]
    assert 5 < size["control"] < size["measured"]
    assert all("200 marks" in name and "tottime" in text for name, text in data["profiles"].items())

    assert len([line for line in done.stdout.splitlines() if " recall p50 " in line]) == 1
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Figures\n") and text.endswith("\n\nMore.\n") and "\nold\n" not in text
    assert len([line for line in text.splitlines() if line.startswith("| ")]) == len(rows) + 1


def test_sizes_are_held_against_each_other(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    done = runner("--marks", "200,300", "--files", "20,30", *QUICK, "--only", "across", "--json", str(out))
    assert done.returncode == 0, done.stderr
    rows = [row for row in json.loads(out.read_text(encoding="utf-8"))["rows"] if row["section"] == "across"]
    assert sorted((row["name"], row["marks"], row["files"]) for row in rows) == [
        ("recall − control, 30 − 20 files", 200, 30),
        ("recall − control, 30 − 20 files", 300, 30),
        ("recall − control, 300 ÷ 200 marks", 300, 20),
        ("recall − control, 300 ÷ 200 marks", 300, 30),
        ("resident size, 300 ÷ 200 marks", 300, 20),
        ("resident size, 300 ÷ 200 marks", 300, 30),
    ]
    assert all(row["ratio"] is not None and row["state"] in (run.PASS, run.SHORT) for row in rows)


def test_one_section_alone_and_an_unknown_one(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    done = runner("--marks", "200", "--files", "20", *QUICK, "--cpu", "--only", "about", "--json", str(out))
    assert done.returncode == 0, done.stderr
    data = json.loads(out.read_text(encoding="utf-8"))
    assert data["before"]["seconds"] == "of the processor"
    assert {row["section"] for row in data["rows"]} == {"about", "files"}
    assert all(0 < row["measured"] < 60_000 for row in data["rows"])
    refused = runner("--only", "abuot")
    assert refused.returncode != 0 and "abuot" in refused.stderr and "consolidate" in refused.stderr
    refused = runner("--end", "2020-01-01")
    assert refused.returncode != 0 and "2020-01-01" in refused.stderr


def test_the_control_finds_what_is_there(tmp_path: Path) -> None:
    control = measure.Control(str(tmp_path / "control.db"))
    control.add("marks", [("Fixed the kitchen tap", "joshua.home"), ("Sang the canon", "joshua.music")])
    control.add("substrate", [("Taps are under the stairs", "House")])
    assert [len(rows) for rows in control.ask(("tap", "kitchen"))] == [1, 1, 0]
    assert [len(rows) for rows in control.ask(("qwxzv",))] == [0, 0, 0]
    control.close()


def test_paragraphs_stand_under_their_headings() -> None:
    text = "# House\n\n## Tools\n\n- Saw\n- Plane\n\n## Notes\n\nThe plane is blunt.\n"
    assert run.paragraphs(text) == [("Saw", "Tools"), ("Plane", "Tools"), ("The plane is blunt.", "Notes")]


def test_the_middle_and_the_high_end() -> None:
    assert measure.median([3.0, 1.0, 2.0]) == 2.0
    assert measure.high([float(each) for each in range(100)]) == 95.0
    assert measure.high([1.0]) == 1.0


def test_a_failing_command_stops_the_run_with_its_words() -> None:
    code = "import sys; sys.exit('the disk is full')"
    with pytest.raises(SystemExit, match="the disk is full"):
        measure.process([sys.executable, "-c", code], os.environ)
    assert measure.process([sys.executable, "-c", "print(3)"], os.environ) == "3\n"

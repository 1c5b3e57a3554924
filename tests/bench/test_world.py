from __future__ import annotations

import collections
import datetime
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"
sys.path.insert(0, str(BENCH))

import world  # noqa: E402

END = datetime.date(2026, 10, 31)


def bytes_of(plan: world.Plan) -> bytes:
    """All that a plan puts into files and batches."""
    out = []
    for day, lines in plan.days.items():
        text, places = world.day_text(day, lines)
        out += [text, *world.batch(f"daily/{day}.md", lines, places)]
    out += [f"{name}\n{text}" for name, text in (world.substrate_file(plan.seed, number) for number in range(20))]
    out.append(world.day_of_size(plan.seed, 3, 2_000))
    return "\n".join(out).encode()


def digest_in_a_process(seed: int, hash_seed: str) -> str:
    code = (
        "import datetime, hashlib, test_world, world;"
        f"print(hashlib.sha256(test_world.bytes_of(world.plan({seed}, 2000, test_world.END))).hexdigest())"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent)]), "PYTHONHASHSEED": hash_seed}
    return subprocess.run(
        [sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True
    ).stdout.strip()


def test_the_same_seed_gives_the_same_bytes_in_every_process() -> None:
    here = hashlib.sha256(bytes_of(world.plan(7, 2000, END))).hexdigest()
    assert digest_in_a_process(7, "1") == digest_in_a_process(7, "2") == here
    assert digest_in_a_process(8, "1") != here


@pytest.mark.parametrize("marks", [200, 1_000, 10_000])
def test_the_proportions_hold(marks: int) -> None:
    plan = world.plan(7, marks, END)
    fates = plan.fates()
    assert sum(count for fate, count in fates.items() if fate != "again") + fates["superseded"] == marks
    assert fates["active"] + fates["superseded"] == round(marks * 0.05)  # what a correction put in place is active
    assert fates["faded"] == round(marks * 0.02)
    assert fates["forgotten"] >= 1 and fates["superseded"] >= 1
    assert fates["withered"] > 0.9 * marks
    assert fates["again"] >= 1


def test_half_lives_are_mixed_and_lead_to_the_fates() -> None:
    plan = world.plan(7, 5_000, END)
    last = plan.asked + (world.STAYS - 2) * world.DAY

    def strength(line: world.Line, now: float) -> float:
        return line.initial * 2.0 ** (-(now - line.at) / world.DAY / line.half_life_days)

    for line in plan.lines:
        if line.fate == "active":
            assert strength(line, last) >= 0.1, line
        if line.fate == "faded":
            assert strength(line, plan.asked) < 0.1, line
            assert line.at > plan.consolidated or strength(line, plan.consolidated) >= 0.1, line
        if line.fate == "withered":
            assert strength(line, plan.consolidated) < 0.1, line
    usual = collections.Counter(line.half_life_days for line in plan.lines if line.half_life_days in world.HALF_LIVES)
    assert len(usual) >= 8 and max(usual.values()) < 0.5 * sum(usual.values())


def test_all_sentences_differ_and_the_rare_word_is_rare() -> None:
    plan = world.plan(7, 5_000, END)
    said = collections.Counter(line.text for line in plan.lines if line.fate != "again")
    assert max(said.values()) == 1
    rare = [line for line in plan.lines if world.RARE in line.text and line.fate == "active"]
    assert len(rare) == len(world.RARE_LINES)
    common = sum("kitchen" in line.text for line in plan.lines)
    assert common > 50


def test_evidence_stands_on_the_line_that_is_cited() -> None:
    plan = world.plan(7, 500, END)
    for day, lines in plan.days.items():
        text, places = world.day_text(day, lines)
        rows = text.splitlines()
        assert all(line.text in rows[place - 1] for line, place in zip(lines, places, strict=True))


def test_the_first_files_are_the_same_however_many_there_are() -> None:
    names = [world.substrate_file(7, number)[0] for number in range(300)]
    assert len(set(names)) == 300
    assert all(text.count("\n## ") >= 2 for _, text in (world.substrate_file(7, n) for n in range(50)))


def test_the_fullest_prefix_stays_under_the_ceiling() -> None:
    plan = world.plan(7, 10_000, END)
    wide = world.fullest(plan, 1_000)
    narrow = world.fullest(plan, 40)

    def under(prefix: str) -> int:
        return sum(world.lies_under(line.subject, prefix) for line in plan.lines if line.fate == "active")

    assert 40 < under(wide) <= 1_000
    assert 0 < under(narrow) <= 40
    assert not world.lies_under("joshua.sleepiness", "joshua.sleep")


def test_a_home_holds_what_the_plan_says_and_comes_back_as_it_was(tmp_path: Path) -> None:
    today = datetime.datetime.now(tz=datetime.UTC).date()
    plan = world.plan(7, 400, world.last_day(today))
    made = world.World(str(tmp_path), plan)
    made.fresh()
    made.grow(5)
    memory = made.memory()

    states = memory.status()["marks"]
    assert states["active"] == 20 + 8  # served, and faded by the clock
    assert (states["superseded"], states["forgotten"]) == (2, 1)
    assert sum(states.values()) == 400
    served = memory.recall(about=world.OWNER, layers=("marks",), k=1_000).marks
    assert len(served) == 20
    assert all(
        record["status"] == "resolved" for mark in served for record in mark["evidence"] if record["kind"] == "file"
    )
    assert any(mark["reinforcement_count"] for mark in served)
    assert len(memory.recall(query=world.RARE).marks) == len(world.RARE_LINES)
    assert not memory.recall(query=world.QUERIES[-1].text, layers=("marks", "substrate", "daily")).marks
    assert memory.verify().leaves > 400

    before = len(list(Path(made.home).rglob("*.md"))) - 5
    memory.jot("This line is of one run only")
    made.fresh()
    assert len(list(Path(made.home).rglob("*.md"))) == before
    assert made.memory().status()["marks"] == states


def test_a_world_is_asked_only_while_its_marks_are_what_they_are_to_be() -> None:
    for today in (
        datetime.date(2026, 3, 1),
        datetime.date(2026, 3, 2),
        datetime.date(2026, 3, 3),
        datetime.date(2026, 12, 31),
    ):
        assert world.can_be_asked(world.last_day(today), today), today
    assert not world.can_be_asked(datetime.date(2026, 3, 1), datetime.date(2026, 3, 2))
    assert not world.can_be_asked(datetime.date(2026, 1, 1), datetime.date(2026, 6, 1))

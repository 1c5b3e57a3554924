"""Several processes and an editor on one home at once: no line and no mark is lost or doubled, nobody sees nonsense."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from driver import Driver, Trace, load_words_once
from household import Household, only
from sapwood.disk import lock, steps
from sapwood.memory import Memory

CITE = "daily/2026-11-01.md#L3"


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    with Driver(tmp_path) as found:
        yield found


@pytest.fixture(autouse=True)
def one_table_of_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Memory, "_classify", Memory._classify)  # put back at the end
    load_words_once()


@pytest.fixture
def house(own_home: Path) -> Household:
    return Household(own_home / "home")


def together(driver: Driver, house: Household, go: Path, *tasks: list[list[Any]], **how: Any) -> list[Trace]:
    """Run the tasks at the same time, each in a process of its own, from a common start."""
    numbers = [driver.start(house.folder, task, go=str(go), steps=False, now=house.now, **how) for task in tasks]
    go.touch()
    traces = [driver.ended(number) for number in numbers]
    assert [trace.errors for trace in traces] == [[] for _ in tasks]
    return traces


def lines(house: Household) -> Counter[str]:
    """Log lines without their time, and how often each stands in days and archive together."""
    found: Counter[str] = Counter()
    for path in (house.folder / "daily").rglob("*.md"):
        texts = path.read_text(encoding="utf-8").splitlines()
        found.update(re.sub(r"^- (\d\d:\d\d )?", "", line) for line in texts if line.startswith("- "))
    return found


def good(house: Household) -> None:
    verdict = house.memory().verify()
    assert (verdict.code, verdict.findings) == (0, [])
    before = house.memory().marks()
    house.memory().rebuild()
    assert house.memory().marks() == before
    assert list(house.folder.rglob(".sapwood-tmp-*")) == []


def test_two_processes_with_500_jots_and_500_observations_each(house: Household, driver: Driver, own_home: Path) -> None:
    house.day("2026-11-01", "the line that is cited")

    def work(name: str) -> list[list[Any]]:
        jots = [["jot", f"jot {name} {number}"] for number in range(500)]
        single = [["observe", f"joshua.{name}", f"single {name} {number}", CITE] for number in range(100)]
        rest = [{"subject": f"joshua.{name}", "observation": f"batch {name} {number}", "evidence": CITE} for number in range(400)]
        batches = [["observe_batch", [json.dumps(each) for each in rest[at : at + 80]]] for at in range(0, 400, 80)]
        mixed: list[list[Any]] = []
        for at in range(500):
            mixed.append(jots[at])
            mixed += single[at // 5 : at // 5 + 1] if at % 5 == 0 else []
            mixed += batches[at // 100 : at // 100 + 1] if at % 100 == 50 else []
        return mixed

    together(driver, house, own_home / "go", work("ada"), work("ben"))
    wanted = Counter(f"jot {name} {number}" for name in ("ada", "ben") for number in range(500))
    assert lines(house) - Counter({"the line that is cited": 1}) == wanted
    marks = Counter(mark["observation"] for mark in house.memory().marks())
    kinds = Counter(text.split()[0] for text in marks)
    assert (kinds, set(marks.values())) == (Counter(single=200, batch=800), {1})
    assert not any(mark["reinforcement_count"] for mark in house.memory().marks())
    good(house)


def test_a_jot_while_consolidation_runs(house: Household, driver: Driver, own_home: Path) -> None:
    wanted: Counter[str] = Counter()
    for number in range(1, 13):
        house.day(f"2026-10-{number:02d}", f"fact number {number} of the month", f"prefers drink {number}")
        wanted.update([f"fact number {number} of the month", f"prefers drink {number}"])
    jots = [["jot", f"jot {number}"] for number in range(60)]
    wanted.update(f"jot {number}" for number in range(60))
    runs = [["consolidate"], ["consolidate"], ["consolidate"]]
    together(driver, house, own_home / "go", jots, runs)
    assert lines(house) == wanted
    house.memory().consolidate()
    assert lines(house) == wanted
    assert list((house.folder / "daily").glob("*.md")) == []
    good(house)


@pytest.mark.parametrize("how", ["append", "keep open", "save", "save by rename"])
def test_an_editor_while_consolidation_runs(house: Household, driver: Driver, own_home: Path, how: str) -> None:
    """It appends to the day, or holds the day in its window and saves it, with one more line each time."""
    wanted: Counter[str] = Counter()
    days = [house.folder / f"daily/2026-10-{number:02d}.md" for number in range(1, 9)]
    for number, path in enumerate(days, 1):
        house.day(path.stem, f"fact number {number} of the month")
        wanted[f"fact number {number} of the month"] += 1
    number = driver.start(
        house.folder, [["consolidate"]], go=str(own_home / "go"), steps=False, now=house.now, loop=str(own_home / "stop")
    )
    windows = [path.open("a", encoding="utf-8") for path in days] if how == "keep open" else []
    buffers = [path.read_text(encoding="utf-8") for path in days]
    (own_home / "go").touch()
    for at in range(240):
        path, line = days[at % 8], f"typed line {at}"
        if how == "append":
            with path.open("a", encoding="utf-8") as editor:
                editor.write(f"- {line}\n")
        elif how == "keep open":
            windows[at % 8].write(f"- {line}\n")
            windows[at % 8].flush()
        else:
            buffers[at % 8] += f"- {line}\n"
            target = path if how == "save" else path.with_suffix(".new")
            target.write_text(buffers[at % 8], encoding="utf-8")
            _ = target.replace(path) if how == "save by rename" else None
        wanted[line] += 1
    (own_home / "stop").touch()
    assert driver.ended(number).errors == []
    for window in windows:
        window.close()
    house.memory().consolidate()
    house.memory().consolidate()
    found = lines(house)
    assert {line: found[line] for line in wanted if found[line] != wanted[line]} == {}
    good(house)


def test_a_reader_while_a_writer_writes(house: Household, driver: Driver, own_home: Path) -> None:
    """Every mark that was acknowledged before a question is in its answer, proven, with no word of alarm. A busy machine
    answers less often, so the writer goes on until enough was asked."""
    house.day("2026-11-01", "the line that is cited")
    stop = own_home / "stop"
    reader = [["recall", "joshua.sea", "", {"k": MOST_WAVES, "layers": ["marks"]}], ["recall", "", "jot", {"k": 3}]]
    numbers = [
        driver.start(house.folder, reader, go=str(own_home / "go"), steps=False, now=house.now, loop=str(stop), answers=True)
        for _ in range(2)
    ]
    (own_home / "go").touch()
    for at in range(MOST_WAVES):
        assert house.memory().observe("joshua.sea", f"wave number {at}", CITE).status == "created"
        house.memory().jot(f"jot {at}")
        if at >= 59 and said_by(driver, numbers) >= ENOUGH_ANSWERS:
            break
    stop.touch()
    answers = 0
    for number in numbers:
        trace = driver.ended(number)
        assert trace.errors == []
        before: set[str] = set()
        for event in trace.events:
            if not event.startswith("SAID 0 "):
                continue
            _, _, _, marks, _, _, notices, _ = json.loads(event[7:])
            seen = {mark["observation"] for mark in marks}
            assert notices == []
            assert {mark["trust"] for mark in marks} <= {"unreviewed"}
            assert before <= seen, "a mark that was there is gone"
            assert seen == {f"wave number {at}" for at in range(len(seen))}, "a later one without an earlier one"
            before, answers = seen, answers + 1
    assert answers >= ENOUGH_ANSWERS, f"{answers} answers of two readers while {at + 1} marks were written"
    good(house)


ENOUGH_ANSWERS, MOST_WAVES = 4, 500


def said_by(driver: Driver, numbers: list[int]) -> int:
    """How many answers about marks some readers have given."""
    return sum(event.startswith("SAID 0 ") for number in numbers for event in driver.so_far(number))


def test_a_reader_while_values_are_erased(house: Household, driver: Driver, own_home: Path) -> None:
    house.day("2026-11-01", "the line that is cited")
    ids = [house.memory().observe("joshua.sea", f"wave number {at}", CITE).id for at in range(24)]
    stop = own_home / "stop"
    reader = [["recall", "joshua.sea", "", {"k": 200, "layers": ["marks"]}]]
    number = driver.start(
        house.folder, reader, go=str(own_home / "go"), steps=False, now=house.now, loop=str(stop), answers=True
    )
    (own_home / "go").touch()
    for at in range(0, 24, 2):
        house.memory().forget(ids[at], erase=True)
    stop.touch()
    trace = driver.ended(number)
    assert trace.errors == []
    for event in trace.events:
        if event.startswith("SAID 0 "):
            marks = {mark["observation"] for mark in json.loads(event[7:])[3]}
            assert marks >= {f"wave number {at}" for at in range(1, 24, 2)}
    assert house.texts() == sorted(f"wave number {at}" for at in range(1, 24, 2))
    good(house)


def test_two_readers_that_both_rebuild(house: Household, driver: Driver, own_home: Path) -> None:
    house.day("2026-11-01", "the line that is cited")
    for at in range(20):
        house.memory().observe("joshua.sea", f"wave number {at}", CITE)
    work = [["rebuild"], ["recall", "joshua.sea", "", {"k": 50, "layers": ["marks"]}]] * 10
    for trace in together(driver, house, own_home / "go", work, work, answers=True):
        for event in trace.events:
            if re.match(r"SAID \d*[13579] ", event):
                _, _, _, marks, _, _, notices, _ = json.loads(event.split(" ", 2)[2])
                assert (len(marks), notices) == (20, [])
    good(house)


def test_a_lock_that_is_held_is_exit_7_and_says_what_to_do(house: Household) -> None:
    config = house.folder / "sapwood.toml"
    config.write_text(config.read_text() + "\n[limits]\nlock_seconds = 1\n")
    house.memory().jot("before")
    before = house.snapshot()
    places = house.memory().home.places
    for path in (places.lock, places.index_lock):
        with lock.held(path, 0):
            done = house.cli("jot", "after", check=7)
        assert done.stdout == ""
        assert done.stderr.strip().endswith("was held by another process for 1 s; nothing was written; try again")
        assert path in done.stderr
    assert house.snapshot() == before
    with lock.held(places.lock, 0):  # a reader does not wait for a writer
        assert only(house.memory().recall(query="before").daily)["date"] == "2026-11-05"
    house.cli("jot", "after")
    good(house)


def test_a_jot_that_had_to_be_tried_again_is_no_loss(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor saved the day in the midst of a jot: the jot began again and was acknowledged, so nothing is missing."""
    path = house.day("2026-11-05", "typed in the morning")

    def save(name: str) -> None:
        if name == "file-temp":
            monkeypatch.setattr(steps, "hook", None)
            path.write_text(path.read_text() + "- typed meanwhile\n")

    monkeypatch.setattr(steps, "hook", save)
    house.memory().jot("bought a red bicycle")
    assert lines(house) == Counter(["typed in the morning", "typed meanwhile", "bought a red bicycle"])
    assert house.memory().status()["unapplied"] == []
    assert house.memory().recall(query="bicycle").notices == []
    good(house)

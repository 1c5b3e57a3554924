"""A disk that takes no more: nothing acknowledged is lost, the answer says what is kept, and the next start is clean.

`RLIMIT_FSIZE` makes every file refuse to grow beyond a size, so the home is laid out such that just one file reaches it.
Where a small file system can be mounted, a disk that is really full is tried too.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from driver import SOURCE, Driver, Trace
from household import Household, only
from sapwood import errors
from sapwood.doors import exits

CITE = "daily/2026-11-01.md#L3"


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    with Driver(tmp_path) as found:
        yield found


@pytest.fixture
def house(own_home: Path) -> Household:
    found = Household(own_home / "home")
    found.day("2026-11-01", "the line that is cited")
    return found


def observe(name: str, size: int = 0) -> list[Any]:
    return ["observe", "joshua.sea", f"{name} {'x' * size}".strip(), CITE]


def own(house: Household, kind: str) -> Path:
    return only(list((house.folder / ".sapwood" / kind).rglob("*.jsonl")))


def index(own_home: Path) -> Path:
    return only(list((own_home / "cache/sapwood").rglob("index.db")))


def starved(driver: Driver, house: Household, limit: int, *operations: list[Any]) -> Trace:
    trace = driver.run(house.folder, list(operations), file_bytes=limit, now=house.now)
    for error in trace.errors:
        kind = error.split()[1].rstrip(":")
        assert exits.code_of(getattr(errors, kind).__new__(getattr(errors, kind))) == 8, error
    return trace


def starved_cli(house: Household, limit: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}));"
        "from sapwood.doors.start import main; main()"
    )
    command = [sys.executable, "-c", code, "--home", str(house.folder), *arguments]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=120)


def clean(house: Household, own_home: Path, *kept: str) -> None:
    """The next start: it verifies, holds each of `kept` once and no temp file, and rebuilds the same."""
    assert house.memory().observe("joshua.sea", "after the flood", CITE).status == "created"
    verdict = house.memory().verify()
    assert (verdict.code, verdict.findings) == (0, [])
    assert [str(path) for path in own_home.rglob(".sapwood-tmp-*")] == []
    marks = Counter(mark["observation"].split()[0] for mark in house.memory().marks())
    assert marks == Counter([*kept, "after"])
    before = house.memory().marks()
    house.memory().rebuild()
    assert house.memory().marks() == before
    assert house.memory().recall(query="flood").notices == []


def test_the_values_cannot_grow(house: Household, driver: Driver, own_home: Path) -> None:
    for number in range(4):
        driver.run(house.folder, [["observe_batch", [json.dumps({"subject": "joshua.sea", "observation": f"big-{number}-{at} " + "x" * 1_900, "evidence": CITE}) for at in range(50)]]])  # fmt: skip
    path = own(house, "values")
    size, log = path.stat().st_size, own(house, "log").read_bytes()
    assert size > own(house, "log").stat().st_size + 100_000
    trace = starved(driver, house, size + 300, observe("small"), observe("large", 1_500), observe("other"))
    assert (trace.acked, trace.steps.count("leaf-synced")) == ([], 0)
    assert all("DiskFailed" in error and str(path) in error for error in trace.errors)
    assert all("nothing of this change was kept, all earlier ones are; mend that" in error for error in trace.errors)
    assert own(house, "log").read_bytes() == log
    assert path.stat().st_size == size  # cut back to where it was
    done = starved_cli(house, size + 300, "observe", "joshua.sea", "large " + "x" * 1_500, "--evidence", CITE)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (8, "", 1)
    assert done.stderr.startswith(f"sapwood: {path}: ")
    assert "nothing of this change was kept, all earlier ones are; mend that (space, rights, the path)" in done.stderr
    clean(house, own_home, *[f"big-{number}-{at}" for number in range(4) for at in range(50)])


def test_the_log_cannot_grow(house: Household, driver: Driver, own_home: Path) -> None:
    (first,) = [house.memory().observe("joshua.sea", "first", CITE).id]
    # Refusals are leaves without values, so the log outgrows every other file.
    lines = [json.dumps({"subject": f"joshua.thing.number{at}", "observation": "uncited"}) for at in range(5000)]
    assert {each.reason for each in house.memory().observe_batch(lines)} == {"evidence"}
    path, index = own(house, "log"), house.memory().home.places.index_file
    size, data = path.stat().st_size, path.read_bytes()
    assert size > max(own(house, "values").stat().st_size, Path(index).stat().st_size) + 10_000
    trace = starved(driver, house, size + 100, observe("second"), ["forget", first], ["jot", "third"])
    assert trace.acked == []
    assert all("DiskFailed" in error and str(path) in error for error in trace.errors), trace.errors
    assert path.read_bytes() == data
    assert not (house.folder / "daily/2026-11-05.md").exists()
    clean(house, own_home, "first")


@pytest.mark.parametrize("again", [True, False])
def test_the_day_cannot_grow(house: Household, driver: Driver, own_home: Path, again: bool) -> None:
    path = house.day("2026-11-05", *(f"line {number} of a day that is long {'x' * 100}" for number in range(6_000)))
    house.memory().observe("joshua.sea", "first", CITE)
    before = path.read_bytes()
    assert index(own_home).stat().st_size < len(before)
    trace = starved(driver, house, len(before) + 4, ["jot", "bought a red bicycle"], observe("second"))
    assert trace.acked == []
    jot, second = trace.errors
    assert jot.startswith("0 FileStepFailed: daily/2026-11-05.md: ")
    assert "what is to be done is safe in the log and the next write does it; mend that first" in jot
    assert "daily/2026-11-05.md" in second  # what waits is not stepped over
    assert path.read_bytes() == before
    if again:
        assert house.memory().jot("bought a red bicycle").again
    clean(house, own_home, "first")
    assert path.read_bytes() == before + b"- 21:00 bought a red bicycle\n"


def test_the_index_cannot_grow(house: Household, driver: Driver, own_home: Path) -> None:
    house.memory().observe("joshua.sea", "first", CITE)
    size = index(own_home).stat().st_size
    assert size > own(house, "values").stat().st_size + 100_000
    lines = [json.dumps({"subject": "joshua.sea", "observation": f"big-{at} {'word' * at} {'x' * 1_000}", "evidence": CITE}) for at in range(40)]
    trace = starved(driver, house, size + 100, ["observe_batch", lines], observe("second"))
    assert trace.acked == []
    assert trace.errors[0].startswith(f"0 FileStepFailed: {index(own_home)}: ")
    assert "safe in the log" in trace.errors[0]
    clean(house, own_home, "first", *[f"big-{at}" for at in range(40)])


def test_trees_and_witness_that_cannot_be_written_stop_nothing(house: Household, own_home: Path) -> None:
    house.memory().observe("joshua.sea", "first", CITE)
    state = only([path for path in (own_home / "state/sapwood").iterdir() if path.is_dir()])
    cache = only([path for path in (own_home / "cache/sapwood").iterdir() if path.is_dir()])
    for path in [*state.glob("witness-*"), *cache.glob("*.nodes"), *cache.glob("*.places")]:
        path.unlink()
        path.mkdir()  # whoever runs this may be root, whom no mode stops
        (path / "in the way").touch()
    assert house.memory().observe("joshua.sea", "second", CITE).status == "created"
    answer = house.memory().recall("joshua.sea", layers=("marks",))
    assert sorted(mark["observation"] for mark in answer.marks) == ["first", "second"]
    assert {mark["trust"] for mark in answer.marks} == {"unreviewed"}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MiB; where none can be mounted the test is not run."""
    folder = tmp_path / "disk"
    folder.mkdir()
    try:
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("not run: mount missing")
    if done.returncode != 0:
        pytest.skip("not run: a small file system cannot be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.parametrize("where", ["home", "cache", "state"])
def test_a_disk_that_is_really_full(
    small_disk: Path, own_home: Path, where: str, monkeypatch: pytest.MonkeyPatch, driver: Driver
) -> None:
    """Fill it, byte by byte towards the end, while jots and observations go on; then free it."""
    if where != "home":
        monkeypatch.setenv(f"XDG_{where.upper()}_HOME", str(small_disk / where))
    house = Household(small_disk / "home" if where == "home" else own_home / "home")
    house.day("2026-11-01", "the line that is cited")
    house.memory().observe("joshua.sea", "first", CITE)
    filler = small_disk / "filler"
    kept, failed, jots = ["first"], Counter[str](), []
    with filler.open("ab", buffering=0) as file:
        for at in range(120):
            free = os.statvfs(small_disk)
            left = free.f_bavail * free.f_frsize
            with contextlib.suppress(OSError):
                file.write(b"\0" * (left - 40_000 if left > 60_000 else 4096 if at % 3 == 0 else 0))
            house.now += 60
            try:
                house.memory().jot(f"jot {at}")
                jots.append(f"jot {at}")
                house.memory().observe("joshua.sea", f"wave-{at} {'x' * 400}", CITE)
                kept.append(f"wave-{at}")
            except errors.SapwoodError as failure:
                assert exits.code_of(failure) == 8, failure
                failed[type(failure).__name__] += 1
    assert failed or where == "state", "the disk was never full"
    filler.unlink()
    house.now += 60
    house.memory().jot("after the flood")
    jots.append("after the flood")
    verdict = house.memory().verify()
    assert (verdict.code, verdict.findings) == (0, [])
    marks = Counter(mark["observation"].split()[0] for mark in house.memory().marks())
    assert [name for name in kept if marks[name] != 1] == []
    assert set(marks.values()) == {1}
    text = "".join(path.read_text() for path in sorted((house.folder / "daily").glob("*.md")))
    lines = Counter(line[8:] for line in text.splitlines() if line.startswith("- "))
    assert [words for words in jots if lines[words] != 1] == []
    assert [words for words in lines if lines[words] > 1] == []
    before = house.memory().marks()
    house.memory().rebuild()
    assert house.memory().marks() == before

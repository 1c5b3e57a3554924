"""watch as a process of its own: what it says, what it leaves for the next answer, and what it survives."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from household import SOURCE, Household, only
from sapwood.errors import BadArgument
from sapwood.verbs.watch import INSTALL

ROADS = ["listen", "poll"]


class Watching:
    """A running `sapwood watch --json`. `until` waits for an event; it fails where the deadline passes."""

    def __init__(self, folder: Path, *options: str, before: str = "", errors: Path) -> None:
        code = f"{before}\nfrom sapwood.doors.start import main; main()"
        self.errors = errors
        with errors.open("wb") as stderr:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code, "--home", str(folder), "watch", "--json", *options],
                stdout=subprocess.PIPE, stderr=stderr, text=True,
                env={**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONDONTWRITEBYTECODE": "1"},
            )  # fmt: skip
        self.events: list[dict[str, Any]] = []
        self.reader = Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.events.append(json.loads(line))

    def until(self, wanted: Callable[[dict[str, Any]], bool], seconds: float = 60) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for event in list(self.events):
                if wanted(event):
                    return event
            if self.process.poll() is not None and not self.reader.is_alive():
                break
            time.sleep(0.02)
        raise AssertionError(f"not seen: {self.events}, code {self.process.poll()}, {self.errors.read_text()}")

    def file(self, word: str, path: str) -> dict[str, Any]:
        return self.until(lambda event: (event["event"], event.get("path")) == (word, path))

    def note(self, text: str) -> dict[str, Any]:
        return self.until(lambda event: text in event.get("message", ""))

    def stop(self, number: int = signal.SIGTERM) -> dict[str, Any]:
        self.process.send_signal(number)
        assert self.process.wait(60) == 0, self.errors.read_text()
        self.reader.join(60)
        assert self.errors.read_text() == ""
        assert self.events[-1]["event"] == "stopped"
        return self.events[-1]

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(60)
        self.reader.join(60)
        if self.process.stdout is not None:
            self.process.stdout.close()


Start = Callable[..., Watching]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    with contextlib.ExitStack() as stack:

        def begin(house: Household, road: str = "listen", before: str = "", *options: str) -> Watching:
            errors = tmp_path / f"errors-{time.monotonic_ns()}"
            more = ("--poll", "0.2") if road == "poll" else ()
            made = Watching(house.folder, *more, *options, before=before, errors=errors)
            stack.callback(made.close)
            made.until(lambda event: event["event"] == "started")
            return made

        yield begin


@pytest.fixture
def house(own_home: Path) -> Household:
    house = Household(own_home / "home")
    house.write("long-term/food.md", "# Food\n\n- Vegetables every evening\n")
    house.day("2026-11-04", "Bread came out well")
    return house


def rows(own_home: Path) -> dict[str, tuple[str, str]]:
    """The files that the index holds by now, read without the product."""
    with contextlib.closing(sqlite3.connect(only(list((own_home / "cache").rglob("index.db"))))) as db:
        return {path: (stat, digest) for path, stat, digest in db.execute("SELECT path, stat, digest FROM files")}


# --- what it does ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("road", ROADS)
def test_a_change_is_said_and_the_next_answer_has_nothing_to_read(
    house: Household, start: Start, own_home: Path, road: str
) -> None:
    before = house.snapshot()
    watching = start(house, road)
    first = watching.events[0]
    assert (first["files"], first["read"], first["listens"]) == (2, 2, road == "listen")
    assert house.snapshot() == before

    house.write("long-term/sleep.md", "# Sleep\n\n- The window stays open\n")
    assert watching.file("added", "long-term/sleep.md")["layer"] == "substrate"
    house.day("2026-11-04", "Bread came out well", "Zucchini grew over night")
    assert watching.file("changed", "daily/2026-11-04.md")["layer"] == "daily"
    (house.folder / "long-term/food.md").unlink()
    watching.file("gone", "long-term/food.md")

    held = rows(own_home)
    assert set(held) == {"long-term/sleep.md", "daily/2026-11-04.md"}
    found = json.loads(house.cli("recall", "zucchini window", "--json").stdout)
    assert "Zucchini" in only(found["daily"])["excerpt"]
    assert "window" in only(found["substrate"])["excerpt"]
    assert rows(own_home) == held
    end = watching.stop()
    assert end["changes"] == 3 and end["passes"] >= 4


@pytest.mark.parametrize("road", ROADS)
def test_a_changed_file_is_looked_at_until_no_reader_has_to_hash_it(
    house: Household, start: Start, own_home: Path, road: str
) -> None:
    """A file that changed within two seconds of being read is read again by everybody; the watch does that too."""
    watching = start(house, road)
    path = house.write("long-term/new.md", "New\n")
    watching.file("added", "long-term/new.md")

    def settled() -> bool:
        with contextlib.closing(sqlite3.connect(only(list((own_home / "cache").rglob("index.db"))))) as db:
            (read_at,) = db.execute("SELECT read_at FROM files WHERE path='long-term/new.md'").fetchone()
        return bool(read_at - path.stat().st_mtime > 2.0)

    assert not settled()
    watching.until(lambda _: settled())
    assert watching.stop()["changes"] == 1


@pytest.mark.parametrize("road", ROADS)
def test_leaves_of_another_process_are_taken_in(house: Household, start: Start, own_home: Path, road: str) -> None:
    watching = start(house, road)
    house.cli("mark", "joshua.sleep", "Window open")
    log = watching.until(lambda event: event["event"] == "log" and event["size"] >= 2)
    assert log["leaves"] >= 1
    house.cli("jot", "A line for today")
    watching.until(lambda event: event["event"] == "added" and event["layer"] == "daily")
    watching.stop()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("road", ROADS)
def test_a_signal_ends_it_with_a_summary(house: Household, start: Start, road: str, number: int) -> None:
    assert start(house, road).stop(number)["changes"] == 0


def test_one_pass_reads_what_changed_and_ends(house: Household, own_home: Path) -> None:
    lines = [json.loads(line) for line in house.cli("watch", "--once", "--json").stdout.splitlines()]
    assert [each["event"] for each in lines] == ["started", "stopped"]
    assert (lines[0]["files"], lines[0]["read"]) == (2, 2)
    assert set(rows(own_home)) == {"long-term/food.md", "daily/2026-11-04.md"}
    house.write("long-term/food.md", "# Food\n\n- Fish\n")
    again = house.cli("watch", "--once").stdout
    assert "2 file(s), 1 read now" in again and "stopped after 1 pass(es)" in again


def test_a_person_reads_one_line_a_change(house: Household) -> None:
    done: list[str] = []
    stop = Event()
    events = house.memory().watch(stop, poll=0.1)
    done.append(next(events)["event"])
    house.write("long-term/a.md", "A\n")
    found = next(events)
    stop.set()
    rest = [each["event"] for each in events]
    assert (done, found["event"], found["path"], rest) == (["started"], "added", "long-term/a.md", ["stopped"])


def test_a_file_that_was_only_touched_is_no_change(house: Household, start: Start) -> None:
    watching = start(house, "poll")
    os.utime(house.folder / "long-term/food.md")
    house.write("long-term/mark.md", "after\n")
    watching.file("added", "long-term/mark.md")
    assert watching.stop()["changes"] == 1


def test_settings_that_change_count_from_the_next_look_on(house: Household, start: Start) -> None:
    watching = start(house)
    config = house.folder / "sapwood.toml"
    text = config.read_text()
    house.write("more/tea.md", "Tea at four\n")
    config.write_text(text.replace('"long-term"', '"long-term", "more"'))
    watching.file("added", "more/tea.md")
    house.write("more/coffee.md", "Coffee at ten\n")
    watching.file("added", "more/coffee.md")
    config.write_text(text + "\nnonsense = 1\n")
    watching.note("nonsense")
    config.write_text(text.replace('"long-term"', '"long-term", "more"') + "\n")
    house.write("more/water.md", "Water\n")
    watching.file("added", "more/water.md")
    watching.stop()


@pytest.mark.parametrize("poll", [0, -1, 1e9, float("nan")])
def test_seconds_that_are_none_are_refused(house: Household, poll: float) -> None:
    with pytest.raises(BadArgument):
        house.memory().watch(Event(), poll=poll)
    assert house.cli("watch", "--poll", str(poll), check=2).stdout == ""


def test_without_the_extra_it_looks_and_says_how_to_install_it(house: Household, start: Start) -> None:
    watching = start(house, "listen", "import sys; sys.modules['watchfiles'] = None")
    watching.note(INSTALL)
    assert watching.until(lambda event: event["event"] == "started")["every_seconds"] == 2.0
    house.write("long-term/a.md", "A\n")
    watching.file("added", "long-term/a.md")
    watching.stop()


# --- what it survives --------------------------------------------------------------------------------------


@pytest.mark.parametrize("road", ROADS)
def test_a_home_that_is_moved_away_ends_it_with_a_message(house: Household, start: Start, road: str) -> None:
    watching = start(house, road)
    house.folder.rename(house.folder.with_name("moved"))
    assert watching.process.wait(60) == 2
    assert "is no longer the home that was watched" in watching.errors.read_text()
    assert not house.folder.exists()


def test_another_folder_in_its_place_is_not_taken_for_it(house: Household, start: Start) -> None:
    watching = start(house, "poll")
    house.folder.rename(house.folder.with_name("moved"))
    Household(house.folder)
    assert watching.process.wait(60) == 2


def test_settings_that_are_away_for_a_moment_are_waited_for(house: Household, start: Start, own_home: Path) -> None:
    watching = start(house, "poll")
    config = house.folder / "sapwood.toml"
    config.rename(own_home / "kept")
    watching.note("is not there")
    (own_home / "kept").rename(config)
    house.write("long-term/a.md", "A\n")
    watching.file("added", "long-term/a.md")
    watching.stop()
    assert len(list((own_home / "cache").rglob("index.db"))) == 1


def test_files_that_vanish_while_they_are_read(house: Household, start: Start) -> None:
    watching = start(house, "poll")
    for number in range(300):
        path = house.write(f"long-term/{number % 7}.md", f"line {number}\n")
        path.unlink()
    house.write("long-term/last.md", "last\n")
    watching.file("added", "long-term/last.md")
    watching.stop()


@pytest.mark.parametrize("road", ROADS)
def test_a_storm_of_changes_is_few_passes(house: Household, start: Start, own_home: Path, road: str) -> None:
    watching = start(house, road)
    for number in range(400):
        house.write(f"long-term/{number % 20}.md", f"line {number}\n")
    house.write("long-term/last.md", "last\n")
    watching.file("added", "long-term/last.md")
    watching.until(lambda event: len(rows(own_home)) == 23)
    assert watching.stop()["passes"] < 100


def test_two_at_once_and_a_rebuild_beside_them(house: Household, start: Start, own_home: Path) -> None:
    one, two = start(house), start(house, "poll")
    for number in range(3):
        house.write(f"long-term/{number}.md", f"line {number}\n")
        house.cli("rebuild")
        one.file("added", f"long-term/{number}.md")
        two.file("added", f"long-term/{number}.md")
    one.stop()
    two.stop()
    assert not [event for each in (one, two) for event in each.events if event["event"] == "note"]
    assert len(rows(own_home)) == 5


def test_nothing_is_locked_between_changes(house: Household, start: Start, own_home: Path) -> None:
    import fcntl

    watching = start(house, "poll", "", "--poll", "600")
    locks = [*house.folder.rglob("lock"), *own_home.rglob("index.lock")]
    assert len(locks) >= 1
    for lock in locks:
        with lock.open("rb+") as held:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    open_files = {os.readlink(each) for each in Path(f"/proc/{watching.process.pid}/fd").iterdir()}
    assert not [name for name in open_files if name.startswith(str(own_home / "cache")) or "index.db" in name]
    watching.stop()


def test_a_full_disk_is_said_and_the_watch_goes_on(house: Household, start: Start, own_home: Path) -> None:
    house.cli("status")
    size = only(list((own_home / "cache").rglob("index.db"))).stat().st_size
    starve = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))"
    )
    watching = start(house, "poll", starve)
    text = "".join(f"- line {number} of many that the index cannot hold\n" for number in range(4000))
    house.write("long-term/large.md", text)
    watching.note("in memory")
    watching.file("added", "long-term/large.md")
    (house.folder / "long-term/large.md").unlink()
    watching.file("gone", "long-term/large.md")
    watching.stop()
    assert json.loads(house.cli("recall", "vegetables", "--json").stdout)["substrate"]


def test_the_home_is_never_written(house: Household, start: Start) -> None:
    house.write("long-term/odd.md", b"\xff\xfe broken \x00")
    house.write("daily/2026-02-30.md", "no such day\n")
    before = house.snapshot()
    watching = start(house, "poll")
    watching.note("2026-02-30")
    watching.stop()
    assert house.snapshot() == before

"""`verify` holds the index against one that is made anew: what differs is named, what merely lags is not."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from household import Household, only
from sapwood.disk import safe, steps
from sapwood.index import audit, store
from sapwood.memory import Memory

CITE = "daily/2026-11-05.md#L3"


@pytest.fixture
def house(own_home: Path) -> Household:
    found = Household(own_home / "home")
    found.write("long-term/food.md", "# Food\n\n- I eat vegetables every evening.\n")
    found.day("2026-11-05", "09:00 Prefers green tea to coffee", "Slept badly because of the noise")
    memory = found.memory()
    memory.jot("Ida brought beetroot")
    memory.observe("joshua.tea", "Prefers green tea", CITE)
    memory.mark("joshua.home", "The tools lie in the cellar")
    memory.mark("joshua.home", "Goes away again")
    memory.forget(only([mark["id"] for mark in memory.marks() if "Goes" in mark["observation"]]))
    memory.consolidate()
    memory.observe("joshua.food", "cites nothing")
    memory.recall(query="vegetables")
    return found


def index_file(own_home: Path) -> Path:
    return only(list((own_home / "cache").rglob("index.db")))


def change(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as db:
        for statement in statements:
            assert db.execute(statement).rowcount, statement
    db.close()


def stamped(house: Household) -> None:
    """The hand that changed the index also forged its stamp: then answers are served from it."""
    store.stamp(house.memory().home.places)


def told(house: Household, *, code: int = 1) -> list[str]:
    verdict = house.memory().verify()
    assert verdict.code == code, verdict
    assert house.memory().verify(index=False).code == 0
    return list(verdict.findings)


def test_an_index_that_grew_with_its_log_is_the_same(house: Household, own_home: Path) -> None:
    before = {path: path.read_bytes() for path in own_home.rglob("*") if path.is_file()}
    verdict = house.memory().verify()
    assert (verdict.code, verdict.findings, verdict.index_check["status"]) == (0, [], "same")
    assert verdict.index_check["rows"] > 10
    assert "the same as one made anew" in house.cli("verify").stdout
    assert "index" not in house.cli("verify", "--no-index").stdout
    assert json.loads(house.cli("verify", "--no-index", "--json").stdout)["index_check"]["status"] == "skipped"
    assert {path: path.read_bytes() for path in own_home.rglob("*") if path.is_file()} == before


LIES = {
    "memory_marks": ("UPDATE memory_marks SET observation='forged', state='withered' WHERE subject='joshua.tea'", "observation, state"),
    "missing": ("DELETE FROM memory_marks WHERE subject='joshua.tea'", "the row is missing"),
    "marks_text": ("UPDATE marks_text SET text='forged' WHERE rowid=1", "marks_text.text"),
    "denials": ("DELETE FROM denials", "denials"),
    "jots": ("INSERT INTO jots SELECT workspace, 'daily/forged.md', line_key, actor FROM jots LIMIT 1", "the log makes no such row"),
    "value_places": ("UPDATE value_places SET offset=offset+1", "value_places"),
    "refusals": ("UPDATE refusals SET log_index=log_index+1", "refusals"),
    "days_done": ("UPDATE days_done SET at=0", "days_done"),
    "files": ("UPDATE files SET digest='00' WHERE path='long-term/food.md'", "files long-term/food.md: digest"),
}  # fmt: skip


@pytest.mark.parametrize("forged_stamp", [False, True])
@pytest.mark.parametrize("name", LIES)
def test_what_differs_is_named_without_its_text(
    house: Household, own_home: Path, name: str, forged_stamp: bool
) -> None:
    assert told(house, code=0) == []
    statement, said = LIES[name]
    change(index_file(own_home), statement)
    if forged_stamp:
        stamped(house)
    found = told(house)
    assert any(said in each for each in found), found
    assert any("sapwood rebuild" in each for each in found)
    assert "forged" not in "".join(found).replace("daily/forged.md", "")
    assert "green tea" not in "".join(found)
    assert "found: index: " in house.cli("verify", check=1).stdout
    house.cli("rebuild")
    assert told(house, code=0) == []


def test_many_rows_that_differ_are_counted(house: Household, own_home: Path) -> None:
    for number in range(9):
        house.memory().mark("joshua.many", f"Fact number {number}")
    change(index_file(own_home), "UPDATE memory_marks SET channel='mcp'")
    found = [each for each in told(house) if "memory_marks" in each]
    assert len(found) == 6 and "more row(s) differ" in found[-1]


def test_a_spoilt_page_is_found(house: Household, own_home: Path) -> None:
    path = index_file(own_home)
    data = bytearray(path.read_bytes())
    data[4096:8192] = b"\xff" * 4096
    path.write_bytes(data)
    verdict = house.memory().verify()
    assert (verdict.code, verdict.index_check["status"]) == (0, "broken")  # not as we left it: nobody will ask it
    stamped(house)
    found = told(house)
    assert any("does not read" in each or "index: " in each for each in found)


def test_what_lags_or_is_not_there_is_no_finding(house: Household, own_home: Path) -> None:
    path = index_file(own_home)
    (house.folder / "long-term/food.md").write_text("# Food\n\n- Bread.\n")
    verdict = house.memory().verify()
    assert (verdict.findings, verdict.index_check["stale_files"]) == ([], 1)
    kept = path.read_bytes()
    house.memory().mark("joshua.a", "One more")
    path.write_bytes(kept)
    verdict = house.memory().verify()
    assert (verdict.findings, verdict.index_check["status"]) == ([], "lags")
    (path.parent / "index.db-journal").write_bytes(b"x" * 512)
    assert house.memory().verify().index_check["status"] == "broken"
    (path.parent / "index.db-journal").unlink()
    config = house.folder / "sapwood.toml"
    house.memory().recall(query="tea")
    config.write_text(config.read_text() + "\n[marks]\nmin_strength = 0.2\n")
    assert house.memory().verify().index_check["status"] == "lags"
    path.unlink()
    verdict = house.memory().verify()
    assert (verdict.code, verdict.index_check["status"]) == (0, "absent")
    assert not path.exists()


def test_an_index_that_is_written_meanwhile_is_not_judged(
    house: Household, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(index_file(own_home), "UPDATE days_done SET at=0")
    assert told(house)
    real = audit._files

    def late(*arguments: Any) -> Any:
        os.utime(index_file(own_home))
        return real(*arguments)

    monkeypatch.setattr(audit, "_files", late)
    verdict = house.memory().verify()
    assert (verdict.code, verdict.index_check["status"]) == (0, "moved")


def test_the_second_index_leaves_nothing_behind(
    house: Household, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = index_file(own_home).parent
    names = sorted(path.name for path in cache.iterdir())
    seen: list[list[str]] = []
    real = audit._differences

    def look(*arguments: Any) -> Any:
        seen.append(sorted(path.name for path in cache.iterdir()))
        return real(*arguments)

    monkeypatch.setattr(audit, "_differences", look)
    assert house.memory().verify().index_check["status"] == "same"
    assert seen and all(each == names for each in seen)
    assert not any(name.startswith(safe.TEMP_PREFIX) for name in names)


def test_a_cache_that_cannot_be_written_is_no_obstacle(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any) -> Any:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(store, "scratch", refuse)
    assert house.memory().verify().index_check["status"] == "same"


def turn(memory: Memory, name: str, target: str, number: int) -> None:
    if name in ("forget", "erase"):
        memory.forget(target, erase=name == "erase")
    elif name == "restore":
        memory.restore(target)
    elif name == "move":
        memory.move(target, f"joshua.b.n{number}")
    else:
        memory.correct(target, f"Corrected {number}")


@given(
    acts=st.lists(
        st.sampled_from(
            ["mark", "again", "forget", "restore", "erase", "move", "correct", "jot", "consolidate", "wait"]
        ),
        max_size=10,
    )
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_index_of_any_history_is_that_of_a_rebuild(
    tmp_path_factory: pytest.TempPathFactory, acts: list[str]
) -> None:
    house = Household(tmp_path_factory.mktemp("any") / "home")
    for number, name in enumerate(["mark", *acts]):
        house.now += 40 * 86_400 if name == "wait" else 60
        memory = house.memory()
        ids = [
            mark["id"]
            for mark in memory.marks(states=("active", "withered", "forgotten"))
            if mark["state"] != "superseded"
        ]
        target = ids[number % len(ids)] if ids else ""
        if name == "mark":
            memory.mark("joshua.a", f"Fact {number}")
        elif name == "again":
            memory.observe("joshua.a", "Fact 0", {"kind": "transcript", "id": f"s#{number}"})
        elif name == "jot":
            memory.jot(f"Saw {number} herons")
        elif name == "consolidate":
            memory.consolidate()
        elif name != "wait" and target and (name == "restore") == (memory.show(target)["state"] == "forgotten"):
            turn(memory, name, target, number)
        verdict = house.memory().verify()
        assert (verdict.code, verdict.findings, verdict.index_check["status"]) == (0, [], "same"), name


@pytest.mark.parametrize("at", ["values-synced", "leaf-synced", "witnessed", "index-committed", "index-rebuilt"])
def test_a_stopped_write_is_no_finding(house: Household, monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    class Stopped(BaseException):
        pass

    def hook(name: str) -> None:
        if name == at:
            raise Stopped

    with monkeypatch.context() as patch, pytest.raises(Stopped):
        patch.setattr(steps, "hook", hook)
        if at == "index-rebuilt":
            house.memory().rebuild()
        house.memory().mark("joshua.a", "Stopped on the way")
    verdict = house.memory().verify()
    assert [each for each in verdict.findings if each.startswith("index")] == []
    assert verdict.code == 0, verdict

"""Compost: learnings of agents that are gone, from JSONL, a view of a database, and the memory folders they left."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from household import Household, only
from sapwood.errors import BadSetting
from sapwood.memory import Memory


@pytest.fixture
def house(tmp_path: Path) -> Household:
    return Household(tmp_path / "home")


def declare(house: Household, *paths: str) -> None:
    config = house.folder / "sapwood.toml"
    config.write_text(config.read_text() + f"\n[compost]\npaths = {json.dumps(paths)}\n")


def line(learning: str, **fields: Any) -> str:
    whole = {
        "template_id": "cook-1", "learning": learning, "subject_affinity": ["joshua.food"], "source_agent_count": 3,
        "composted_at": "2026-11-01T09:00:00Z", **fields,
    }  # fmt: skip
    return json.dumps({key: value for key, value in whole.items() if value is not None}, ensure_ascii=False)


def ask(house: Household, query: str = "", **options: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = house.memory().recall(query=query, layers=("compost",), **options).compost
    return found


def notices(house: Household) -> list[str]:
    found: list[str] = house.memory().recall(query="porridge").notices
    return found


def test_a_line_is_a_learning_with_its_fields(house: Household) -> None:
    declare(house, "compost")
    house.write("compost/2026.jsonl", "\n" + line("Porridge wants salt last", secret_note="not taken in") + "\n")
    before = house.snapshot()
    assert only(ask(house, "salt")) == {
        "template_id": "cook-1",
        "learning": "Porridge wants salt last",
        "source_agent_count": 3,
        "composted_at": "2026-11-01T09:00:00Z",
        "subject_affinity": ["joshua.food"],
        "source": "compost/2026.jsonl:2",
        "reason": "words: salt",
        "trust": "unreviewed",
    }
    assert ask(house, "taken") == [], "unknown keys are kept out"
    assert house.snapshot() == before


@pytest.mark.parametrize(
    ("affinity", "about", "found"),
    [
        (["joshua.food"], "joshua.food", True),
        (["joshua.food"], "joshua.food.vegetables", True),
        (["joshua.food"], "joshua", True),
        (["joshua.food.vegetables"], "joshua.food", True),
        (["joshua.foodstuff"], "joshua.food", False),
        (["joshua.food"], "joshua.foodstuff", False),
        (["joshua.sleep", "joshua.food"], "joshua.food", True),
        ([], "joshua.money", False),
    ],
)
def test_affinity_is_matched_both_ways_by_whole_segments(
    house: Household, affinity: list[str], about: str, found: bool
) -> None:
    declare(house, "compost")
    house.write("compost/a.jsonl", line("Salt last", subject_affinity=affinity) + "\n")
    assert bool(ask(house, about=about)) is found
    assert len(ask(house, "salt")) == 1


def test_the_horizon_is_by_the_time_it_was_composted(house: Household) -> None:
    declare(house, "compost")
    house.at("2026-11-05T20:00:00Z")
    house.write("compost/a.jsonl", "\n".join([
        line("salt of today", composted_at="2026-11-05T01:00:00Z"),
        line("salt of the first", composted_at="2026-11-01"),
        line("salt in the zone of the home", composted_at="2026-11-03T23:30:00Z"),
        line("salt of no time", composted_at=None),
        line("salt by the second", composted_at=1762300800),
    ]))  # fmt: skip

    def said(horizon: str | None) -> set[str]:
        return {item["learning"] for item in ask(house, "salt", horizon=horizon)}

    assert len(said(None)) == 5
    assert said("2026-11-04") == {"salt of today", "salt in the zone of the home"}
    assert {item["composted_at"] for item in ask(house, "salt")} >= {"2025-11-05T00:00:00Z", "2026-11-01", None}


def test_broken_lines_are_named_and_the_others_served(house: Household) -> None:
    declare(house, "compost")
    house.write("compost/a.jsonl", "\n".join([
        "{not json",
        line("porridge good"),
        "[1, 2]",
        line("no template", template_id=None),
        line("porridge with a bad subject", subject_affinity=["joshua..food", "joshua.oats", 7]),
        line("porridge with odd numbers", source_agent_count=-1, composted_at="some day"),
        '{"template_id": "x", "learning": "half a letter \\ud800"}',
        "[" * 100_000,
        line("porridge last", source_agent_count=10**400),
    ]))  # fmt: skip
    assert {item["learning"] for item in ask(house, "porridge")} == {
        "porridge good", "porridge with a bad subject", "porridge with odd numbers", "porridge last",
    }  # fmt: skip
    told = notices(house)
    for number in (1, 3, 4, 5, 6, 7, 8, 9):
        assert any(note.startswith(f"compost/a.jsonl:{number}:") for note in told), (number, told)
    assert not any(note.startswith("compost/a.jsonl:2:") for note in told)
    odd = next(item for item in ask(house, "odd numbers"))
    assert (odd["source_agent_count"], odd["composted_at"]) == (1, None)
    assert ask(house, about="joshua.oats")[0]["subject_affinity"] == ["joshua.oats"]


def test_a_thousand_broken_lines_are_not_a_thousand_notices(house: Household) -> None:
    declare(house, "compost")
    house.write("compost/a.jsonl", "{\n" * 1000 + line("porridge"))
    told = [note for note in notices(house) if note.startswith("compost/a.jsonl")]
    assert len(told) == 21 and "980 more" in told[-1]
    assert len(ask(house, "porridge")) == 1


def test_files_that_cannot_be_read_are_named(house: Household) -> None:
    declare(house, "compost", "nowhere")
    house.write("compost/a.jsonl", line("porridge"))
    house.write("compost/latin.jsonl", '{"å"}'.encode("latin-1"))
    os.mkfifo(house.folder / "compost/pipe.jsonl")
    (house.folder / "compost/out.jsonl").symlink_to("/etc/hostname")
    told = " ".join(notices(house))
    for word in ("latin.jsonl:1: byte 0xe5", "pipe.jsonl: is not a regular file", "out.jsonl: leads to", "nowhere"):
        assert word in told
    assert len(ask(house, "porridge")) == 1


def test_it_is_fresh_erased_text_is_withheld_credentials_are_masked(house: Household) -> None:
    declare(house, "compost")
    house.write("compost/a.jsonl", line("The spare key lies under the pot"))
    assert len(ask(house, "spare key")) == 1
    kept = house.memory().mark("joshua.house", "The spare key lies under the pot")
    done = house.memory().forget(kept.id, erase=True)
    assert done.still_in == ["compost/a.jsonl:1"]
    assert ask(house, "spare key") == []
    house.write("compost/a.jsonl", line("The lamp token is ghp_abcdefghijklmnopqrstuvwxyz0123456789"))
    item = only(ask(house, "lamp"))
    assert "ghp_abcdef" not in str(item)
    (house.folder / "compost/a.jsonl").unlink()
    assert ask(house, "lamp") == []


def test_nothing_writes_there(house: Household) -> None:
    declare(house, "compost")
    house.write("compost/a.jsonl", line("porridge wants salt"))
    before = (house.folder / "compost/a.jsonl").read_bytes()
    house.day("2026-11-04", "Porridge was fine.")
    house.memory().consolidate()
    house.memory().jot("porridge again")
    house.memory().observe("joshua.food", "Porridge wants salt", "compost/a.jsonl#L1")
    assert (house.folder / "compost/a.jsonl").read_bytes() == before
    assert os.listdir(house.folder / "compost") == ["a.jsonl"]


# ---- memory folders of agents that are gone


def test_the_folder_of_an_agent_that_is_gone(house: Household) -> None:
    declare(house, ".claude/agent-memory")
    house.write(".claude/agent-memory/cook/MEMORY.md", "# Memory\n\n## Salt — 2026-10-01\nPorridge is salted last.\n")
    house.write(".claude/agent-memory/cook/CLAUDE.md", "- Always salt the porridge.\n")
    house.write(".claude/agent-memory/baker/bread.md", "- Bread rests before porridge.\n")
    found = {item["template_id"]: item for item in ask(house, "porridge")}
    assert set(found) == {"cook: Salt", "baker: bread"}
    cook = found["cook: Salt"]
    assert (cook["source"], cook["composted_at"], cook["source_agent_count"]) == (
        ".claude/agent-memory/cook/MEMORY.md:3-4", "2026-10-01", 1,
    )  # fmt: skip
    assert ask(house, about="joshua.food")


# ---- a view of a database


def database(path: Path, mode: str = "delete") -> sqlite3.Connection:
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA journal_mode={mode}")
    db.execute("CREATE TABLE learnings (id TEXT, body TEXT, about TEXT, agents INT, at TEXT, secret TEXT)")
    db.execute(
        'CREATE VIEW "compost view" AS SELECT id AS template_id, body AS learning, about AS subject_affinity,'
        " agents AS source_agent_count, at AS composted_at, secret FROM learnings"
    )
    add(db, "Porridge wants salt last")
    return db


def add(db: sqlite3.Connection, body: Any) -> None:
    db.execute(
        "INSERT INTO learnings VALUES (?,?,?,?,?,?)",
        ("cook-1", body, '["joshua.food"]', 5, "2026-11-01 09:00:00", "not taken in"),
    )
    db.commit()


@pytest.fixture(params=["delete", "wal"])
def mode(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_view_is_read_and_nothing_is_left_beside_it(house: Household, tmp_path: Path, mode: str) -> None:
    folder = tmp_path / "elsewhere #1"
    folder.mkdir()
    database(folder / "genesis.db", mode).close()
    source = f"sqlite:{folder}/genesis.db#compost view"
    declare(house, source)
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}
    item = only(ask(house, "salt"))
    assert item == {
        "template_id": "cook-1", "learning": "Porridge wants salt last", "source_agent_count": 5,
        "composted_at": "2026-11-01T09:00:00Z", "subject_affinity": ["joshua.food"], "source": source,
        "reason": "words: salt", "trust": "unreviewed",
    }  # fmt: skip
    assert ask(house, about="joshua.food.vegetables")
    assert ask(house, "taken") == []
    assert {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()} == before


def test_what_is_added_while_the_database_is_open_is_found(house: Household, tmp_path: Path, mode: str) -> None:
    db = database(tmp_path / "genesis.db", mode)
    declare(house, f"sqlite:{tmp_path}/genesis.db#compost view")
    assert len(ask(house, "porridge")) == 1, notices(house)
    add(db, "Porridge never boils over in the wide pot")
    assert len(ask(house, "porridge")) == 2
    db.execute("DELETE FROM learnings WHERE body LIKE '%salt%'")
    db.commit()
    assert only(ask(house, "porridge"))["learning"].startswith("Porridge never boils")
    db.close()


def test_views_that_cannot_be_read_are_named_and_never_made(house: Household, tmp_path: Path) -> None:
    database(tmp_path / "a.db").close()
    with sqlite3.connect(tmp_path / "b.db") as other:
        other.execute("CREATE TABLE compost (learning TEXT)")
        other.execute(
            "CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
            " SELECT 'a' AS template_id, 'porridge' AS learning FROM n WHERE x < 0"
        )
    (tmp_path / "text.db").write_text("porridge, and no database at all, long enough to be looked at")
    os.mkfifo(tmp_path / "pipe.db")
    names = ["gone.db#x", "a.db#nowhere", "b.db#compost", "b.db#endless", "text.db#x", "pipe.db#x"]
    declare(house, *[f"sqlite:{tmp_path}/{name}" for name in names])
    house.write("gotchas.md", "- porridge\n")
    answer = house.memory().recall(query="porridge")
    assert answer.compost == [] and len(answer.notes) == 1
    for name in names:
        assert any(f"/{name}: " in note for note in answer.notices), (name, answer.notices)
    assert not (tmp_path / "gone.db").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.db", "b.db", "home", "pipe.db", "text.db"]


def test_rows_that_are_no_learning_are_named(house: Household, tmp_path: Path) -> None:
    db = database(tmp_path / "a.db")
    add(db, None)
    add(db, b"\xff\xfe")
    add(db, "  ")
    db.close()
    declare(house, f"sqlite:{tmp_path}/a.db#compost view")
    assert len(ask(house, "porridge")) == 1
    told = [note for note in notices(house) if "a.db" in note]
    assert len(told) == 3 and all("learning" in note for note in told)


@pytest.mark.parametrize(
    "path", ["postgresql://db/x#compost", "postgres://db", "sqlite:", "sqlite:a.db", "sqlite:#view", "mysql:x#y"]
)
def test_sources_of_other_kinds_are_refused(house: Household, path: str) -> None:
    declare(house, path)
    with pytest.raises(BadSetting, match=r"compost\.paths"):
        Memory(str(house.folder))
    if path.startswith("postgres"):
        assert "PostgreSQL" in house.cli("recall", "x", check=2).stderr

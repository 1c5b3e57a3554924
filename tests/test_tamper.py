"""Whatever is changed behind the log's back is never served as if it were true, and is always said."""

from __future__ import annotations

import copy
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from conftest import XDG_FOLDERS
from household import Household, only
from sapwood.core import leaf as leaves
from sapwood.disk import safe
from sapwood.errors import LogAltered, LogBehind
from sapwood.log import values

FORGED = "Forged by another hand"
LANES = ("substrate", "knowledge", "notes", "marks", "daily", "compost")


class World:
    """A home with marks of every state, and what it answered before anybody touched it."""

    def __init__(self, folder: Path) -> None:
        self.house = Household(folder)
        self._fill()
        self.house.at("2026-11-09T12:00:00Z")
        self.memory = self.house.memory()  # one, since a new one loads the topics anew
        places = self.memory.home.places
        self.index, self.state, self.cache = Path(places.index_file), Path(places.state), Path(places.cache)
        self.replica = only(os.listdir(places.log))
        self.log = Path(places.log) / self.replica / "000001.jsonl"
        self.values = Path(places.values) / self.replica / "000001.jsonl"
        self.remember()

    def remember(self) -> None:
        """Take what it answers now as the truth."""
        self.answer = self.ask()
        self.cli = self.ask_cli()

    def _fill(self) -> None:
        house = self.house
        house.write(
            "long-term/food.md", "# Food\n\n- I eat vegetables every evening.\n- No sugar after six.\n"
        )
        house.day(
            "2026-11-05", "Arnold recommended cooking vegetables 20 min at 180°C", "Went to bed at 23:40",
            "Bread needs 45 min in the oven", "Ran five kilometres before breakfast", "Tea with Ida at four",
        )  # fmt: skip
        house.day(
            "2026-11-06", "Arnold recommended cooking vegetables 20 min at 180°C", "Slept badly, too warm"
        )
        memory = house.at("2026-11-07T03:00:00Z").memory()
        memory.consolidate(before_today=True)
        house.day("2026-11-07", "Ida brought beetroot", "Soup needs salt at the end")
        day = "daily/2026-11-07.md"
        memory.observe("joshua.food.beetroot", "Ida brings beetroot on Saturdays", [f"{day}#L3"])
        memory.observe("joshua.food.soup", "Salt goes into soup at the end", [f"{day}#L4"])
        memory.mark("joshua.home", "The spare key hangs in the shed")
        memory.mark("joshua.sleep", "Sleeps best with the window open", affinity=("sleep",))
        for subject, text in (
            ("joshua.food", "Never forgets the cinnamon"),
            ("joshua.food", "Erase this secret recipe please"),
            ("joshua.food", "Oats take 12 min"),
            ("joshua.home", "The tools lie in the cellar"),
        ):
            memory.mark(subject, text)
        marks = {mark["observation"]: mark["id"] for mark in memory.marks()}
        memory.forget(marks["Never forgets the cinnamon"])
        memory.forget(marks["Erase this secret recipe please"], erase=True)
        memory.correct(marks["Oats take 12 min"], "Oats take 9 min")
        memory.move(marks["The tools lie in the cellar"], "joshua.work.tools")
        house.at("2026-11-08T09:00:00Z").memory().jot("A quiet morning")

    def ask(self) -> dict[str, Any]:
        found: dict[str, Any] = self.memory.recall(about="joshua", k=50)._asdict()
        return found

    def ask_cli(self) -> dict[str, Any]:
        done = self.house.cli("recall", "--about", "joshua", "-k", "50", "--json")
        found: dict[str, Any] = json.loads(done.stdout)
        for mark in found["marks"]:
            mark.pop("current_strength")  # its clock is the machine's
        return found

    def lanes(self, answer: dict[str, Any]) -> dict[str, Any]:
        return {lane: answer[lane] for lane in LANES}

    def assert_as_before(self, *, cli: bool = False) -> None:
        assert self.lanes(self.ask()) == self.lanes(self.answer)
        if cli:
            assert self.lanes(self.ask_cli()) == self.lanes(self.cli)

    def assert_whole(self) -> None:
        """The positive control: the home as it was left answers in full, says nothing, and verifies."""
        answer = self.ask()
        assert self.lanes(answer) == self.lanes(self.answer)
        assert answer["notices"] == []
        verdict = self.verify()
        assert (verdict.code, verdict.findings) == (0, [])

    def assert_never_as_true(self, *, said: bool = True) -> dict[str, Any]:
        """What differs from the first answer is left out, is `unverifiable`, or is what is left of it without what
        cannot be proven any more; and there is a notice."""
        answer = self.ask()
        for mark in answer["marks"]:
            assert mark["trust"] == "unverifiable" or self._is_known(mark), mark
        assert answer["substrate"] == self.answer["substrate"]
        if said or answer["marks"] != self.answer["marks"]:
            assert answer["notices"], "nothing was said"
        return answer

    def _is_known(self, mark: dict[str, Any]) -> bool:
        first = next((each for each in self.answer["marks"] if each["id"] == mark["id"]), None)
        if first is None:
            return False
        fewer = ("reinforcement_count", "current_strength", "last_reinforced_at")
        same = all(mark[key] == first[key] for key in first if key not in (*fewer, "evidence", "trust"))
        return (
            same
            and all(mark[key] <= first[key] for key in fewer)
            and all(record in first["evidence"] for record in mark["evidence"])
        )

    def verify(self) -> Any:
        return self.memory.verify()


class Kept(NamedTuple):
    """A world, and copies of the folders it lies in."""

    world: World
    folders: tuple[Path, ...]
    copies: Path


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    """Made once: a home is bound to its path, so each test gets it back there."""
    base = tmp_path_factory.mktemp("tamper")
    with pytest.MonkeyPatch.context() as patch:
        for kind in XDG_FOLDERS:
            patch.setenv(f"XDG_{kind}_HOME", str(base / kind))
        made = World(base / "home")
    names = ["home", *(kind for kind in XDG_FOLDERS if (base / kind).exists())]
    for name in names:
        shutil.copytree(base / name, base / "copies" / name)
    yield Kept(made, tuple(base / name for name in names), base / "copies")


@pytest.fixture
def world(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> World:
    base = kept.copies.parent
    for kind in XDG_FOLDERS:
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(base / kind))
    for folder in kept.folders:
        shutil.rmtree(folder)
        shutil.copytree(kept.copies / folder.name, folder)
    made = copy.copy(kept.world)
    assert len(made.answer["marks"]) == 12
    assert {mark["trust"] for mark in made.answer["marks"]} == {"unreviewed"}
    made.assert_whole()
    return made


# ---- the index


def columns(index: Path) -> list[tuple[str, str]]:
    with sqlite3.connect(index) as db:
        tables = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table' ORDER BY name")
        ]
        return [(table, row[1]) for table in tables for row in db.execute(f"PRAGMA table_info('{table}')")]


def other(value: Any) -> Any:
    if isinstance(value, bytes):
        return value[:-1] + bytes([(value[-1] ^ 1) if value else 1])
    if isinstance(value, (int, float)):
        return value + 1
    if value is not None and value.startswith(("[", "{")):
        return "[]" if value != "[]" else '["forged"]'
    return FORGED if value is not None else 7


def edit(index: Path, table: str, column: str) -> int:
    """Another value in a column of every row; how many rows took it."""
    db = sqlite3.connect(index, isolation_level=None)
    done = 0
    try:
        key = "rowid" if _has_rowid(db, table) else ",".join(_key(db, table))
        names = key.split(",")
        for row in db.execute(f"SELECT {key}, \"{column}\" FROM '{table}'").fetchall():
            where = " AND ".join(f'"{name}"=?' if name != "rowid" else "rowid=?" for name in names)
            try:
                db.execute(f"UPDATE '{table}' SET \"{column}\"=? WHERE {where}", (other(row[-1]), *row[:-1]))
                done += 1
            except sqlite3.Error:  # a key that is taken, a shadow table that is read only
                continue
    finally:
        db.close()
    return done


def _has_rowid(db: sqlite3.Connection, table: str) -> bool:
    try:
        db.execute(f"SELECT rowid FROM '{table}' LIMIT 1")
    except sqlite3.Error:
        return False
    return True


def _key(db: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in db.execute(f"PRAGMA table_info('{table}')") if row[5]]


def test_no_column_of_the_index_can_be_made_to_lie(world: World) -> None:
    edited, tables = 0, set()
    for table, column in columns(world.index):
        if edit(world.index, table, column):
            edited += 1
            world.assert_as_before(cli=table in ("memory_marks", "passages") and table not in tables)
            tables.add(table)
    assert edited > 100
    assert {"memory_marks", "memory_mark_reinforcements", "denials", "passages", "files", "meta"} <= tables
    world.assert_whole()


STATEMENTS = {
    "marks deleted": "DELETE FROM memory_marks",
    "one mark deleted": "DELETE FROM memory_marks WHERE row=1",
    "reinforcements deleted": "DELETE FROM memory_mark_reinforcements",
    "denials deleted": "DELETE FROM denials",
    "losses invented": "INSERT INTO losses SELECT workspace, replica, 3, 'gap', '{}' FROM applied",
    "files deleted": "DELETE FROM files",
    "passages deleted": "DELETE FROM passages",
    "words deleted": "DELETE FROM marks_text",
    "un-forgotten": "UPDATE memory_marks SET state='active' WHERE state='forgotten'",
    "un-superseded": "UPDATE memory_marks SET superseded_by=NULL, valid_to=NULL",
    "all forgotten": "UPDATE memory_marks SET state='forgotten'",
    "a forged mark": f"INSERT INTO memory_marks SELECT 99, workspace, 'x'||id, scope, subject, '{FORGED}', evidence,"
    " 1.0, half_life_days, observed_by, channel,"
    " first_observed_at, last_reinforced_at, 0, affinity, substrate_refs, NULL,"
    " NULL, disputed_with, NULL, 'active', 'k', 0, NULL, replica, log_index, digest, created_at, updated_at, '', '', '', NULL,"
    " NULL, 1"
    " FROM memory_marks WHERE row=1",
    "two swapped": "UPDATE memory_marks SET observation=(SELECT observation FROM memory_marks m WHERE m.row="
    "3-memory_marks.row) WHERE row IN (1, 2)",
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON files BEGIN UPDATE memory_marks SET observation='x'; END",
    "a view in the place of a table": "ALTER TABLE denials RENAME TO d; CREATE VIEW denials AS SELECT * FROM d WHERE 0",
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_no_statement_on_the_index_changes_an_answer(world: World, name: str) -> None:
    with sqlite3.connect(world.index) as db:
        before = list(db.iterdump())
        db.executescript(STATEMENTS[name])
        assert list(db.iterdump()) != before
    db.close()
    world.assert_as_before()
    world.assert_whole()


def test_an_older_index_is_not_taken(world: World) -> None:
    older = world.index.read_bytes()
    memory = world.memory
    memory.forget(memory.marks("joshua.home")[0]["id"])
    world.remember()
    assert len(world.answer["marks"]) == 11
    world.index.write_bytes(older)
    world.assert_as_before(cli=True)
    world.assert_whole()


def _garbage(index: Path) -> None:
    index.write_bytes(b"not a database at all" * 99)


def _empty(index: Path) -> None:
    index.write_bytes(b"")


def _cut(index: Path) -> None:
    index.write_bytes(index.read_bytes()[:10_000])


def _gone(index: Path) -> None:
    index.unlink()


def _folder(index: Path) -> None:
    index.unlink()
    index.mkdir()


def _fifo(index: Path) -> None:
    index.unlink()
    os.mkfifo(index)


def _loop(index: Path) -> None:
    index.unlink()
    index.symlink_to(index)


def _no_rights(index: Path) -> None:
    index.chmod(0)


def _cache_gone(index: Path) -> None:
    shutil.rmtree(index.parent)


def _cache_is_a_file(index: Path) -> None:
    shutil.rmtree(index.parent)
    index.parent.write_text("x")


def _lock_is_a_folder(index: Path) -> None:
    index.with_name("index.lock").unlink()
    index.with_name("index.lock").mkdir()
    index.write_bytes(b"")


@pytest.mark.parametrize(
    "spoil",
    [
        _garbage,
        _empty,
        _cut,
        _gone,
        _folder,
        _fifo,
        _loop,
        _no_rights,
        _cache_gone,
        _cache_is_a_file,
        _lock_is_a_folder,
    ],
)
def test_whatever_lies_where_the_index_was(world: World, spoil: Any) -> None:
    spoil(world.index)
    answer = world.ask()
    assert world.lanes(answer) == world.lanes(world.answer)
    in_memory = spoil in (_folder, _cache_is_a_file, _lock_is_a_folder)
    assert [note for note in answer["notices"] if "in memory" in note] == answer["notices"]
    assert bool(answer["notices"]) == in_memory
    world.assert_as_before(cli=True)


def test_a_journal_or_a_log_beside_the_index_is_not_played_into_it(world: World, tmp_path: Path) -> None:
    """SQLite reads both before the file itself, whose own bytes and stamp are as they were."""
    whole = world.index.read_bytes()
    twin = tmp_path / "twin.db"
    twin.write_bytes(whole)
    db = sqlite3.connect(twin, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("UPDATE memory_marks SET observation=?", (FORGED,))
    for ending in ("-wal", "-shm"):
        shutil.copy(f"{twin}{ending}", f"{world.index}{ending}")
    db.close()
    world.assert_as_before()
    world.assert_whole()

    forged = tmp_path / "forged.db"
    forged.write_bytes(world.index.read_bytes())
    db = sqlite3.connect(forged, isolation_level=None)
    db.execute("UPDATE memory_marks SET observation=?", (FORGED,))
    db.execute("PRAGMA cache_size=1")
    db.execute("BEGIN")
    db.execute("UPDATE memory_marks SET observation='y'||observation")  # its journal holds the forged pages
    db.execute("UPDATE passages SET text='y'||text")
    journal = Path(f"{forged}-journal").read_bytes()
    assert FORGED.encode() in journal
    Path(f"{world.index}-journal").write_bytes(journal)
    db.execute("ROLLBACK")
    db.close()
    world.assert_as_before()
    world.assert_whole()


# ---- the stamps in the state folder


@pytest.mark.parametrize(
    "text", ["", "5", "[]", "{}", '["a"]', "[1,2,3,4,5]", "[1,2,3,4,5,6]", "null", "\x00", "[" * 9999]
)
def test_a_stamp_that_says_something_else_makes_the_index_anew(world: World, text: str) -> None:
    world.index.write_bytes(b"")
    (world.state / "index.json").write_text(text)
    world.assert_as_before(cli=True)
    world.assert_whole()


def test_a_stamp_that_is_a_folder_is_no_stamp(world: World) -> None:
    (world.state / "index.json").unlink()
    (world.state / "index.json").mkdir()
    world.assert_as_before(cli=True)


RENDERED = (
    "id scope subject observation evidence initial_strength half_life_days observed_by channel first_observed_at"
    " last_reinforced_at reinforcement_count affinity substrate_refs replica log_index digest created_at delta_sum"
    " subject_leaf"
).split()
STEP_COLUMNS = "id reinforced_at reinforced_by evidence step replica log_index digest".split()


@pytest.mark.parametrize(
    ("table", "column"),
    [("memory_marks", column) for column in RENDERED]
    + [("memory_mark_reinforcements", each) for each in STEP_COLUMNS],
)
def test_with_a_forged_stamp_what_is_shown_is_still_proven(world: World, table: str, column: str) -> None:
    """Who can write the state folder can forge the stamp. Every field that is shown is proven by leaf and value."""
    assert edit(world.index, table, column)
    stat = safe.stat_of(str(world.index))
    (world.state / "index.json").write_text(json.dumps(stat))
    answer = world.ask()
    hidden = column in ("subject", "scope")  # what is asked for: a mark under another is not looked at
    if not hidden:
        assert world.lanes(answer) == world.lanes(world.answer)
        if column != "id":  # unique, so one row alone takes it: perhaps one that is not shown
            assert any("made anew" in note for note in answer["notices"])
    assert [mark for mark in answer["marks"] if mark not in world.answer["marks"]] == []
    world.memory.rebuild()
    world.assert_whole()


# ---- the tree in the cache folder


@pytest.mark.parametrize("ending", ["nodes", "places"])
@pytest.mark.parametrize("spoil", ["zero", "ones", "cut", "gone", "folder"])
def test_a_wrong_tree_costs_a_second_look_and_nothing_else(world: World, ending: str, spoil: str) -> None:
    path = world.cache / f"{world.replica}.{ending}"
    data = path.read_bytes()
    path.unlink()
    if spoil == "folder":
        path.mkdir()
    elif spoil != "gone":
        path.write_bytes({"zero": b"\0" * len(data), "ones": b"\xff" * len(data), "cut": data[:-7]}[spoil])
    world.assert_as_before()
    world.assert_as_before(cli=True)


# ---- bytes of log and values


def structural(data: bytes) -> list[int]:
    """Where a format breaks: the ends of lines, and their first and last bytes."""
    ends = [at for at, byte in enumerate(data) if byte == 0x0A]
    near = {place for end in ends for place in (end - 1, end, end + 1)} | {0, 1, len(data) - 1}
    return sorted(place for place in near if 0 <= place < len(data))


def offsets(data: bytes, count: int) -> list[int]:
    return sorted({*structural(data), *range(0, len(data), max(1, len(data) // count))})


@pytest.mark.parametrize("which", ["log", "values"])
def test_one_flipped_byte_anywhere_is_never_served_as_true(world: World, which: str, full: bool) -> None:
    path: Path = getattr(world, which)
    data = path.read_bytes()
    for turn, offset in enumerate(offsets(data, 2_000 if full else 60)):
        flipped = bytearray(data)
        flipped[offset] ^= (0x01, 0x20, 0x80, 0x04)[turn % 4]
        path.write_bytes(flipped)
        answer = world.assert_never_as_true(said=which == "log")
        verdict = world.verify()
        assert verdict.code != 0, (offset, flipped[max(0, offset - 20) : offset + 20])
        assert any(
            f"{which}/{world.replica}/000001.jsonl" in found or "leaf" in found for found in verdict.findings
        )
        if which == "log":
            assert {mark["trust"] for mark in answer["marks"]} <= {"unverifiable"}, offset
    path.write_bytes(data)
    world.assert_whole()


def test_verify_names_the_line_that_was_changed(world: World) -> None:
    data = world.log.read_bytes()
    lines = data.split(b"\n")
    at = sum(len(line) + 1 for line in lines[:4])
    world.log.write_bytes(data.replace(lines[4], lines[4].replace(b'"actor":"joshua"', b'"actor":"joshuA"')))
    verdict = world.verify()
    assert verdict.code == 1
    assert any(f"000001.jsonl byte {at} (leaf 4)" in found for found in verdict.findings), verdict.findings
    done = world.house.cli("verify", check=1)
    assert f"000001.jsonl byte {at} (leaf 4)" in done.stdout


@pytest.mark.parametrize("lines", [1, 2, 5, 10_000])
def test_a_log_without_its_last_lines(world: World, lines: int) -> None:
    kept = world.log.read_bytes().splitlines(keepends=True)[:-lines]
    world.log.write_bytes(b"".join(kept))
    answer = world.assert_never_as_true()
    assert {mark["trust"] for mark in answer["marks"]} <= {"unverifiable"}
    assert any("its witness saw" in note for note in answer["notices"])
    _assert_refuses(world, LogBehind, 3)


@pytest.mark.parametrize("count", [1, 2, 40, 700])
def test_a_log_without_its_last_bytes(world: World, count: int) -> None:
    world.log.write_bytes(world.log.read_bytes()[:-count])
    answer = world.assert_never_as_true()
    assert {mark["trust"] for mark in answer["marks"]} <= {"unverifiable"}
    _assert_refuses(world, LogBehind, 3)


def _assert_refuses(world: World, failure: type[Exception], code: int) -> None:
    before = world.house.snapshot()
    with pytest.raises(failure):
        world.memory.mark("joshua.home", "A new one")
    with pytest.raises(failure):
        world.memory.jot("A new line")
    world.house.cli("mark", "joshua.home", "A new one", check=code)
    assert world.house.snapshot() == before
    assert world.verify().code == code
    assert world.verify().findings
    world.house.cli("verify", check=code)
    assert world.house.cli("recall", "joshua").stdout.count("note: ")


@pytest.mark.parametrize("what", ["file", "folder", "all logs"])
def test_a_log_that_is_gone_is_not_an_empty_memory(world: World, what: str) -> None:
    target = {"file": world.log, "folder": world.log.parent, "all logs": world.log.parent.parent}[what]
    if target.is_dir():
        shutil.rmtree(target)
    else:
        target.unlink()
    answer = world.assert_never_as_true()
    assert answer["marks"] == []
    assert any("witness saw" in note for note in answer["notices"])
    assert world.verify().code == 3
    assert any("witness saw" in found for found in world.verify().findings)


@pytest.mark.parametrize("what", ["file", "folder", "all logs"])
def test_a_log_that_is_gone_is_not_begun_again(world: World, what: str) -> None:
    target = {"file": world.log, "folder": world.log.parent, "all logs": world.log.parent.parent}[what]
    if target.is_dir():
        shutil.rmtree(target)
    else:
        target.unlink()
    with pytest.raises(LogBehind):
        world.memory.mark("joshua.home", "A new one")
    assert world.verify().code == 3


def test_values_that_are_gone_are_said(world: World) -> None:
    world.values.unlink()
    answer = world.ask()
    assert answer["marks"] == []
    assert any("value(s) are missing or damaged" in note for note in answer["notices"])
    assert world.verify().code == 1


# ---- forged lines


def forged_leaf(world: World, text: str, **changes: Any) -> tuple[bytes, bytes]:
    """(leaf, value line) of an observation, as our own program would write them next."""
    found = [leaves.decode(line) for line in world.log.read_bytes().splitlines()]
    last = next(each for each in reversed(found) if each.type == "observed")
    fields = {
        "subject": "joshua.home", "observation": text, "observed_by": "joshua", "affinity": [], "substrate_refs": [],
        "evidence": [{"kind": "signal", "id": "x/1"}],
    }  # fmt: skip
    digest, line = values.encode(json.dumps(fields).encode(), b"0" * values.SALT_BYTES)
    body = {**last.body, "id": "01a1d3eb-0000-7000-8000-000000000000"}
    leaf = last._replace(i=len(found), lc=found[-1].lc + 1, digests=(digest,), body=body)
    return leaves.encode(leaf._replace(**changes)) + b"\n", line


def add(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def test_a_leaf_that_was_written_by_hand_is_said(world: World) -> None:
    """A log holds what was written into it; without a signature one hand is like another. So it is said, once, and the
    mark is what every mark is: unreviewed."""
    leaf, value = forged_leaf(world, FORGED)
    add(world.values, value)
    add(world.log, leaf)
    assert any("1 more leaf(s) than this machine" in found for found in world.verify().findings)
    answer = world.ask()
    assert only([mark for mark in answer["marks"] if mark["observation"] == FORGED])["trust"] == "unreviewed"
    assert any("1 more leaf(s) than this machine wrote" in note for note in answer["notices"])


BAD_LEAVES = {
    "of another place": {"i": 3},
    "of no type": {"type": "approved"},
    "of a time that is none": {"at": "yesterday"},
    "without a value": {"digests": ()},
    "with a body of nothing": {"body": {}},
    "too strong": {
        "body": {"id": "x", "at": "2026-11-01T00:00:00Z", "day": "d", "initial": 9, "half_life_days": 1}
    },
    "not a number": {
        "body": {"id": "x", "at": "2026-11-01T00:00:00Z", "day": "d", "initial": "1", "half_life_days": 1}
    },
    "never fading": {
        "body": {"id": "x", "at": "2026-11-01T00:00:00Z", "day": "d", "initial": 1, "half_life_days": 0}
    },
    "with the id of another": {"body": "the same id"},
    "reinforcing by nothing": {"type": "reinforced"},
    "forgetting nothing": {"type": "forgotten", "body": {"mark": 5, "keys": 7}},
    "moving nothing": {"type": "moved", "body": {"mark": ["x"]}},
    "erasing nothing": {"type": "erased", "body": {"mark": {}, "keys": []}},
    "superseding nothing": {"type": "superseded", "body": {"mark": "x"}},
    "restoring nothing": {"type": "restored", "body": {"keys": "abc"}},
    "jotting nothing": {"type": "jotted", "body": {"path": [], "line": {}}},
    "consolidating nothing": {"type": "consolidated", "body": {"path": [], "digest": {}}},
    "refusing nothing": {"type": "refused", "body": {"key": None}},
}


@pytest.mark.parametrize("name", BAD_LEAVES)
def test_a_forged_leaf_that_fits_nothing_is_left_out_and_said(world: World, name: str) -> None:
    changes = dict(BAD_LEAVES[name])
    if changes.get("body") == "the same id":
        first = next(
            leaf
            for leaf in map(leaves.decode, world.log.read_bytes().splitlines())
            if leaf.type == "observed"
        )
        changes["body"] = first.body
    leaf, value = forged_leaf(world, FORGED, **changes)
    add(world.values, value)
    add(world.log, leaf)
    for _ in range(2):
        answer = world.ask()
        assert world.lanes(answer) == world.lanes(world.answer)
        assert any("do not read as leaves" in note for note in answer["notices"]), answer["notices"]


@pytest.mark.parametrize(
    "line", [b"\n", b"garbage\n", b"{}\n", b"[]\n", b"\xff\xfe\n", b'{"v":1}\n', b"[" * 50_000 + b"\n"]
)
def test_a_line_that_is_no_leaf_is_left_out_and_said(world: World, line: bytes) -> None:
    add(world.log, line)
    answer = world.ask()
    assert world.lanes(answer) == world.lanes(world.answer)
    assert any("do not read as leaves" in note for note in answer["notices"])
    verdict = world.verify()
    assert verdict.code == 1
    assert any("000001.jsonl byte" in found for found in verdict.findings)


@pytest.mark.parametrize(
    "line", [b"\n", b"garbage\n", b'{"d":"x","s":"y","t":"z"}\n', b"[" * 50_000 + b"\n", b"torn"]
)
def test_a_value_line_that_is_none_changes_no_answer(world: World, line: bytes) -> None:
    add(world.values, line)
    world.assert_as_before()
    found = world.verify().findings
    assert any("000001.jsonl" in each for each in found)


def test_a_forged_value_is_named_by_no_leaf_and_never_served(world: World) -> None:
    _, value = forged_leaf(world, FORGED)
    add(world.values, value)
    answer = world.ask()
    assert world.lanes(answer) == world.lanes(world.answer)
    assert FORGED not in json.dumps(answer)
    assert any("no leaf names the value" in found for found in world.verify().findings)
    world.memory.mark("joshua.home", "A new one")
    assert FORGED.encode() not in world.values.read_bytes()
    assert world.verify().code == 0


def test_a_value_under_the_digest_of_another_is_damage(world: World) -> None:
    lines = world.values.read_bytes().splitlines()
    fields = json.loads(lines[0])
    fields["t"] = fields["t"].replace("vegetables", "carrots")
    world.values.write_bytes(b"\n".join([json.dumps(fields, ensure_ascii=False).encode(), *lines[1:], b""]))
    answer = world.assert_never_as_true()
    assert len(answer["marks"]) == 11
    assert "carrots" not in json.dumps(answer["marks"])
    assert world.verify().code == 1


def test_a_log_line_twice_or_two_lines_swapped(world: World) -> None:
    data = world.log.read_bytes()
    lines = data.splitlines(keepends=True)
    for forged in (
        [*lines[:3], lines[2], *lines[3:]],
        [*lines[:2], lines[3], lines[2], *lines[4:]],
        lines[::-1],
        lines[1:],
    ):
        world.log.write_bytes(b"".join(forged))
        answer = world.assert_never_as_true()
        assert {mark["trust"] for mark in answer["marks"]} <= {"unverifiable"}
        assert world.verify().code in (1, 3)
        with pytest.raises((LogAltered, LogBehind)):
            world.memory.mark("joshua.home", "A new one")
        world.log.write_bytes(data)
    world.assert_whole()


def test_the_last_line_twice_is_said_and_changes_nothing(world: World) -> None:
    add(world.log, world.log.read_bytes().splitlines(keepends=True)[-1])
    answer = world.ask()
    assert world.lanes(answer) == world.lanes(world.answer)
    assert answer["notices"]
    assert world.verify().code == 1


def test_value_lines_in_another_order_say_the_same(world: World) -> None:
    lines = world.values.read_bytes().splitlines(keepends=True)
    world.values.write_bytes(b"".join([*lines[::-1], lines[0]]))
    world.assert_as_before()
    world.assert_whole()


# ---- the witness


def _witness(world: World) -> Path:
    return world.state / f"witness-{world.replica}.json"


@pytest.mark.parametrize("text", [None, "", "garbage", "{}", "[]", "5", '{"v":1}'])
def test_without_a_witness_the_log_is_taken_and_that_is_said(world: World, text: str | None) -> None:
    if text is None:
        _witness(world).unlink()
    else:
        _witness(world).write_text(text)
    assert any("unwitnessed" in found for found in world.verify().findings)
    answer = world.ask()
    assert world.lanes(answer) == world.lanes(world.answer)
    assert any("nothing to hold it against" in note for note in answer["notices"])
    world.assert_whole()  # from then on it has one


SPOILT = {
    "root": "zz", "hashes": ["zz"], "size": -1, "segments": [[1, 0, ["zz"], [1, 2, 3, 4, 5]]], "values": [0, 0, 0],
    "lc": "x", "settled": None,
}  # fmt: skip


@pytest.mark.parametrize("key", SPOILT)
def test_a_witness_that_was_edited_is_no_traceback(world: World, key: str) -> None:
    fields = json.loads(_witness(world).read_text())
    _witness(world).write_text(json.dumps({**fields, key: SPOILT[key]}))
    world.log.touch()  # so that the stamps do not answer for it
    world.assert_never_as_true(said=False)
    world.house.cli("verify", check=None)
    assert "Traceback" not in world.house.cli("recall", "joshua", check=None).stderr


def test_a_witness_of_another_history_makes_all_unverifiable(world: World) -> None:
    fields = json.loads(_witness(world).read_text())
    _witness(world).write_text(json.dumps({**fields, "root": "00" * 32, "segments": []}))
    answer = world.assert_never_as_true()
    assert {mark["trust"] for mark in answer["marks"]} == {"unverifiable"}
    assert world.verify().code == 1
    _assert_refuses(world, LogAltered, 1)


def test_a_witness_that_saw_more_makes_all_unverifiable(world: World) -> None:
    fields = json.loads(_witness(world).read_text())
    more = fields["size"] + 1
    seen = {"size": more, "hashes": ["00" * 32] * more.bit_count(), "segments": []}
    _witness(world).write_text(json.dumps({**fields, **seen}))
    answer = world.assert_never_as_true()
    assert {mark["trust"] for mark in answer["marks"]} == {"unverifiable"}
    _assert_refuses(world, LogBehind, 3)

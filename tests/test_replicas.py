"""One memory in several places: clones that are merged, copies that are put together, logs that went back or apart."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from household import Household, only
from sapwood.errors import NotFound, Refused
from sapwood.index import store
from sapwood.memory import Memory

CITE = "daily/2026-11-05.md#L3"
GIT = pytest.mark.needs("git")


class Machine(Household):
    """A clone of the home on a machine of its own: its own state, cache and git."""

    def __init__(self, folder: Path, person: Path, now: float) -> None:
        self.folder, self.owner, self.now = folder, "joshua", now
        self.env = {"HOME": str(person)}
        self.env |= {f"XDG_{kind}_HOME": str(person / kind.lower()) for kind in ("STATE", "CACHE", "DATA", "CONFIG")}
        person.mkdir(parents=True, exist_ok=True)

    @contextmanager
    def _here(self) -> Iterator[None]:
        before = dict(os.environ)
        os.environ.update(self.env)
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)

    def memory(self, *, actor: str = "", channel: str = "cli", scope: str = "home") -> Memory:
        with self._here():
            return super().memory(actor=actor, channel=channel, scope=scope)

    def cli(
        self, *arguments: str, stdin: str = "", check: int | None = 0, env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return super().cli(*arguments, stdin=stdin, check=check, env={**self.env, **(env or {})})

    def git(self, *arguments: str, check: bool = True) -> str:
        return git(self.folder, *arguments, check=check)

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "as it is")

    def merge(self, other: Machine) -> None:
        """Take in what the other committed; a conflict fails the test."""
        self.git("fetch", "--quiet", str(other.folder), "HEAD")
        said = self.git("merge", "--no-edit", "FETCH_HEAD", check=False)
        assert self.git("status", "--porcelain") == "", said

    def marks(self) -> list[str]:
        return sorted(mark["observation"] for mark in self.memory().marks(states=("active",)))


def git(folder: Path, *arguments: str, check: bool = True) -> str:
    """git without any setting of this machine's."""
    env = {
        **os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "joshua", "GIT_AUTHOR_EMAIL": "joshua@example.org",
        "GIT_COMMITTER_NAME": "joshua", "GIT_COMMITTER_EMAIL": "joshua@example.org",
    }  # fmt: skip
    done = subprocess.run(["git", *arguments], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert not check or done.returncode == 0, (arguments, done.stdout, done.stderr)
    return done.stdout + done.stderr


@pytest.fixture
def house(own_home: Path) -> Household:
    found = Household(own_home / "home")
    found.day("2026-11-05", "09:00 prefers green tea to coffee", "slept badly because of the noise")
    return found


@pytest.fixture
def pair(house: Household, own_home: Path) -> tuple[Machine, Machine]:
    """Two clones of one home that holds a mark already, each on a machine of its own."""
    house.memory().observe("joshua.begin", "known before they parted", CITE)
    git(house.folder, "init", "--quiet", "--initial-branch", "main")
    one = Machine(house.folder, own_home, house.now)
    one.commit()
    git(own_home, "clone", "--quiet", str(house.folder), str(own_home / "two"))
    return one, Machine(own_home / "two", own_home / "other", house.now)


def meet(one: Machine, two: Machine) -> None:
    """Both commit, both merge the other, and both then hold the same files."""
    for each in (one, two):
        each.commit()
    one.merge(two)
    two.merge(one)
    assert one.git("rev-parse", "HEAD^{tree}") == two.git("rev-parse", "HEAD^{tree}")


def answers(machine: Machine) -> list[dict[str, Any]]:
    """What recall says of marks, without what may differ between machines (none of it may)."""
    found = machine.memory().recall("joshua", k=100, min_strength=0.0, layers=("marks",))
    assert {mark["trust"] for mark in found.marks} <= {"unreviewed"}, found
    return list(found.marks)


def agree(one: Machine, two: Machine) -> list[str]:
    """Both verify, both say the same, and a rebuild says it again; what they say."""
    said = answers(one)
    for each in (one, two):
        verdict = each.memory().verify()
        assert (verdict.code, [found for found in verdict.findings if "unwitnessed" not in found]) == (0, [])
        assert answers(each) == said
        each.memory().rebuild()
        assert answers(each) == said
    return [mark["observation"] for mark in said]


@GIT
def test_two_clones_meet_on_the_command_line(pair: tuple[Machine, Machine]) -> None:
    one, two = pair
    gone = one.memory().observe("joshua.x", "seen by one and forgotten", CITE).id
    one.cli("observe", "joshua.one", "seen by one", "--evidence", CITE)
    one.cli("forget", gone)
    two.cli("observe", "joshua.two", "seen by two", "--evidence", CITE)
    for each, words in ((one, "decided to use the blue teapot"), (two, "decided to use the red saucer")):
        each.cli("jot", words)
        each.cli("consolidate")
    meet(one, two)
    for each in (one, two):
        each.cli("verify")
        said = each.cli("recall", "joshua", "--layers", "marks").stdout
        assert "seen by one and forgotten" not in said
        for words in ("seen by one", "seen by two", "blue teapot", "red saucer", "known before"):
            assert words in said, said
    assert "seen by one and forgotten" not in agree(one, two)


# ------------------------------------------------------------------------------------------------- what both sides did


def values_of(machine: Machine) -> bytes:
    return b"".join(path.read_bytes() for path in sorted((machine.folder / ".sapwood/values").rglob("*.jsonl")))


def id_of(machine: Machine, text: str) -> str:
    known = machine.memory().marks(states=("active", "withered", "forgotten"))
    return str(only([mark["id"] for mark in known if mark["observation"] == text]))


@GIT
def test_everything_on_both_sides(pair: tuple[Machine, Machine]) -> None:
    one, two = pair
    names = ("stays", "forgotten by one", "erased by one", "forgotten and restored", "moved by two", "corrected by two")
    for name in names:
        one.memory().observe("joshua.shared", name, CITE)
    meet(one, two)
    one.memory().forget(id_of(one, "forgotten by one"))
    one.memory().forget(id_of(one, "erased by one"), erase=True)
    one.memory().forget(id_of(one, "forgotten and restored"))
    two.memory().observe(
        "joshua.shared", "forgotten by one", {"kind": "signal", "id": "later"}, observed_at="2026-11-06"
    )
    two.memory().move(id_of(two, "moved by two"), "joshua.elsewhere")
    two.memory().correct(id_of(two, "corrected by two"), "corrected, as two says")
    two.memory().observe("joshua.two", "only two saw this", CITE)
    one.memory().observe("joshua.both", "both saw this", CITE)
    two.memory().observe("joshua.both", "both saw this", CITE)
    meet(one, two)
    assert b"erased by one" not in values_of(one) + values_of(two)
    two.memory().restore(id_of(two, "forgotten and restored"))
    meet(one, two)
    assert sorted(agree(one, two)) == sorted(
        ["known before they parted", "stays", "forgotten and restored", "moved by two", "corrected, as two says",
         "only two saw this", "both saw this"]
    )  # fmt: skip
    for each in (one, two):  # what was taken away stays away: an automatic road does not bring it back
        for gone in ("forgotten by one", "erased by one"):
            assert each.memory().observe("joshua.shared", gone, {"kind": "signal", "id": "again"}).status == "refused"


@GIT
def test_both_replaced_the_same_mark(pair: tuple[Machine, Machine]) -> None:
    """Neither knew of the other's replacement: both stay, and each names the other."""
    one, two = pair
    old = id_of(one, "known before they parted")
    one.memory().correct(old, "known better on the first machine")
    two.memory().correct(old, "known better on the second machine")
    meet(one, two)
    assert sorted(agree(one, two)) == ["known better on the first machine", "known better on the second machine"]
    first, second = answers(one)
    assert (first["disputed_with"], second["disputed_with"]) == ([second["id"]], [first["id"]])


@pytest.mark.parametrize("apart", [False, True], ids=["the same lines", "other lines"])
def test_both_consolidated_the_same_day(pair: tuple[Machine, Machine], apart: bool) -> None:
    one, two = pair
    for each, words in ((one, "decided to use the blue teapot"), (two, "decided to use the red saucer")):
        if apart:
            each.memory().jot(words)
        each.at("2026-11-06T03:00:00Z").memory().consolidate()
    meet(one, two)
    wanted = ["known before they parted", "prefers green tea to coffee", "slept badly because of the noise"]
    if apart:
        wanted += ["decided to use the blue teapot", "decided to use the red saucer"]
    assert [said.lower() for said in one.marks()] == sorted(wanted)
    agree(one, two)
    before = one.snapshot()
    for each in (one, two):
        report = each.memory().consolidate()
        assert [day.created + day.reinforced for day in report.days] in ([], [0])
    assert {name: data for name, data in one.snapshot().items() if name.startswith("daily")} == {
        name: data for name, data in before.items() if name.startswith("daily")
    }
    archived = (one.folder / "daily/archive/2026-11-05.md").read_text()
    assert all(archived.count(words) == 1 for words in ("green tea", "the noise"))


@GIT
def test_a_line_that_came_into_the_archive_by_a_merge_is_consolidated(pair: tuple[Machine, Machine]) -> None:
    """One archives the day, the other adds a line to it: git follows the rename and puts the line into the archive."""
    one, two = pair
    one.at("2026-11-06T03:00:00Z").memory().consolidate()
    two.memory().jot("decided to use the red saucer")
    two.now = one.now
    meet(one, two)
    assert "red saucer" in (one.folder / "daily/archive/2026-11-05.md").read_text()
    assert not (one.folder / "daily/2026-11-05.md").exists()
    before = (one.folder / "daily/archive/2026-11-05.md").read_bytes()
    report = one.memory().consolidate()
    assert [day.created for day in report.days] == [1]
    assert (one.folder / "daily/archive/2026-11-05.md").read_bytes() == before
    assert "decided to use the red saucer" in [said.lower() for said in one.marks()]
    assert one.memory().consolidate().days == []
    meet(one, two)
    assert two.memory().consolidate().days == []
    assert len([said for said in agree(one, two) if "saucer" in said]) == 1


@GIT
def test_erasing_and_appending_side_by_side_never_conflicts(pair: tuple[Machine, Machine]) -> None:
    """Every line of the values of one is erased by the other while its owner writes on: at its end too."""
    one, two = pair
    for number in range(4):
        one.memory().observe("joshua.shared", f"number {number}", CITE)
    meet(one, two)
    for number in (0, 2, 3):
        two.memory().forget(id_of(two, f"number {number}"), erase=True)
    one.memory().forget(id_of(one, "number 1"), erase=True)
    one.memory().observe("joshua.one", "written meanwhile", CITE)
    meet(one, two)
    for each in (one, two):
        for number in range(4):
            assert f"number {number}".encode() not in values_of(each)
    assert sorted(agree(one, two)) == ["known before they parted", "written meanwhile"]


@GIT
def test_without_fences_it_would_conflict(pair: tuple[Machine, Machine], monkeypatch: pytest.MonkeyPatch) -> None:
    """The control of the test above: values without the line that keeps an erasure and an append apart."""
    from sapwood.log import values

    monkeypatch.setattr(values, "fence", lambda digest: b"")
    one, two = pair
    one.memory().observe("joshua.shared", "number 0", CITE)
    meet(one, two)
    two.memory().forget(id_of(two, "number 0"), erase=True)
    one.memory().observe("joshua.one", "written meanwhile", CITE)
    for each in (one, two):
        each.commit()
    with pytest.raises(AssertionError, match=r"Merge conflict in \.sapwood/values/"):
        one.merge(two)


@GIT
def test_a_day_that_git_calls_deleted_and_modified(pair: tuple[Machine, Machine]) -> None:
    """The one conflict that no attribute settles, and the way out that the page names: keep the modified file."""
    one, two = pair
    for words in ("decided to use the blue teapot", "decided to walk to work", "bought a second bicycle lamp") * 3:
        one.memory().jot(f"{words} on line {one.now:.0f}")
        one.now += 60
    one.at("2026-11-06T03:00:00Z").memory().consolidate()
    two.memory().jot("decided to use the red saucer")
    for each in (one, two):
        each.commit()
    with pytest.raises(AssertionError, match="deleted in HEAD and modified"):
        one.merge(two)
    one.git("add", "daily/2026-11-05.md")
    one.git("commit", "--quiet", "--no-edit")
    one.memory().consolidate()
    two.now = one.now
    meet(one, two)
    assert "decided to use the red saucer" in [said.lower() for said in agree(one, two)]
    archived = (two.folder / "daily/archive/2026-11-05.md").read_text()
    assert archived.count("red saucer") == archived.count("green tea") == 1


# ----------------------------------------------------------------------------------------- leaves in any order of arrival

NOT_OF_THE_LOG = {"meta", "files", "passages", "compost", "compost_affinity", "evidence_files", "value_segments"}
ACTS = ("observe", "observe", "mark", "forget", "erase", "restore", "correct", "move", "sync", "sync", "look")


def rows(house: Household) -> dict[str, list[str]]:
    """Every row that comes of logs and values, without numbers that only the database gives."""
    found = {}
    with sqlite3.connect(f"file:{house.memory().home.places.index_file}?mode=ro", uri=True) as db:
        db.row_factory = sqlite3.Row
        tables = [row["name"] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        for table in set(tables) - NOT_OF_THE_LOG:
            if "_text" not in table:
                held = [dict(row) for row in db.execute(f"SELECT * FROM {table}")]
                for row in held:
                    row.pop("row", None)
                found[table] = sorted(json.dumps(row, sort_keys=True) for row in held)
        words = db.execute("SELECT m.id, t.text, t.subject FROM marks_text t JOIN memory_marks m ON m.row=t.rowid")
        found["words"] = sorted(json.dumps(tuple(row)) for row in words)
    return found


def merged(one: bytes, two: bytes) -> bytes:
    """Two states of one segment of values as a three-way merge joins them: what either dropped is dropped."""
    sides = [side.splitlines(keepends=True) for side in (one, two)]
    longer, other = sorted(sides, key=lambda side: -sum(line[:1] == b'"' for line in side))
    fences = {line for line in other if line[:1] == b'"'}
    kept = []
    for at, line in enumerate(longer):
        dropped = line[:1] == b"{" and longer[at + 1] in fences and line not in other
        kept += [] if dropped else [line]
    return b"".join(kept)


def bring(source: Household, target: Household) -> None:
    """What git or file sync does one way: logs that are longer there, values as they merge."""
    for path in sorted((source.folder / ".sapwood").glob("*/*/*.jsonl")):
        there = target.folder / path.relative_to(source.folder)
        there.parent.mkdir(parents=True, exist_ok=True)
        before, data = there.read_bytes() if there.exists() else b"", path.read_bytes()
        if "/values/" in str(path):
            data = merged(before, data)
        if len(data) != len(before) and ("/values/" in str(path) or len(data) > len(before)):
            there.write_bytes(data)


def three(folder: Path) -> list[Household]:
    first = Household(folder / "0")
    first.memory().mark("joshua.begin", "known before they parted")
    made = [first]
    for name in ("1", "2"):
        shutil.copytree(first.folder, folder / name)
        other = object.__new__(Household)
        other.folder, other.owner, other.now = folder / name, "joshua", first.now
        made.append(other)
    return made


def act(houses: list[Household], who: int, what: str, which: int) -> None:
    house, other = houses[who], houses[(who + 1 + which % 2) % 3]
    house.now += 60
    memory = house.memory()
    if what == "sync":
        bring(other, house)
    elif what == "look":
        memory.recall("joshua")
    elif what == "observe":
        evidence = {"kind": "signal", "id": f"{who}-{which}"}
        day = f"2026-11-0{which % 4 + 1}T10:00:00Z"
        memory.observe("joshua.s", f"statement number {which % 3}", evidence, observed_at=day)
    elif what == "mark":
        memory.mark("joshua.s", f"statement number {which % 3}")
    else:
        known = memory.marks(states=("active", "withered", "forgotten"))
        given = known[which % len(known)]["id"] if known else None
        if given is not None:
            {
                "forget": lambda: memory.forget(given),
                "erase": lambda: memory.forget(given, erase=True),
                "restore": lambda: memory.restore(given),
                "correct": lambda: memory.correct(given, f"statement number {(which + 1) % 3}"),
                "move": lambda: memory.move(given, f"joshua.m{which % 2}"),
            }[what]()


@given(acts=st.lists(st.tuples(st.integers(0, 2), st.sampled_from(ACTS), st.integers(0, 5)), min_size=4, max_size=18))
@settings(max_examples=25)
def test_any_order_of_arrival_gives_the_same_rows(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[int, str, int]]
) -> None:
    houses = three(tmp_path_factory.mktemp("three"))
    for who, what, which in acts:
        with contextlib.suppress(Refused, NotFound):
            act(houses, who, what, which)
    for _ in range(2):  # once for the logs, once more for what each erased in the values of others on hearing of it
        for house in houses:
            for other in houses:
                bring(other, house)
            with contextlib.suppress(NotFound):
                house.memory().restore(
                    "0" * 8
                )  # nothing has that id: the home is opened for writing, nothing is written
    live = []
    for house in houses:
        house.memory().recall("joshua")
        verdict = house.memory().verify()
        assert (verdict.code, [found for found in verdict.findings if "unwitnessed" not in found]) == (0, [])
        live.append(rows(house))
    house.memory().rebuild()
    assert [rows(house)] * 3 == live


def test_leaves_that_stand_behind_all_others_are_replayed_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two, _ = three(tmp_path)
    two.memory().mark("joshua.s", "said by two")
    bring(two, one)
    one.memory().recall("joshua")
    one.memory().mark("joshua.s", "said by one")
    bring(one, two)
    two.memory().recall("joshua")
    two.memory().mark("joshua.s", "said by two, later")
    bring(two, one)
    bring(one, two)
    with monkeypatch.context() as patch:
        patch.setattr(store, "rebuilt", None)
        assert len(one.memory().recall("joshua").marks) == 4
    before = rows(one)
    one.memory().rebuild()
    assert rows(one) == before
    # the control: leaves that were written without knowing of each other come from before the end
    one.memory().mark("joshua.s", "said by one at the same time")
    one.memory().mark("joshua.s", "and once more")
    two.memory().mark("joshua.s", "said by two at the same time")
    bring(two, one)
    with monkeypatch.context() as patch:
        made: list[bool] = []
        real = store.rebuilt
        patch.setattr(store, "rebuilt", lambda *given: made.append(True) or real(*given))
        assert len(one.memory().recall("joshua").marks) == 7
    assert made == [True]


def test_a_value_that_comes_after_its_leaf(tmp_path: Path) -> None:
    """A file service brings the log first and the values later: what was lost meanwhile is found again."""
    one, two, _ = three(tmp_path)
    two.memory().mark("joshua.s", "said by two")
    log, values = (only([p for p in (two.folder / ".sapwood" / kind).iterdir() if p.name not in
                         {q.name for q in (one.folder / ".sapwood" / kind).iterdir()}]) for kind in ("log", "values"))  # fmt: skip
    shutil.copytree(log, one.folder / ".sapwood/log" / log.name)
    answer = one.memory().recall("joshua")
    assert [mark["observation"] for mark in answer.marks] == ["known before they parted"]
    assert any("value(s) are missing" in notice for notice in answer.notices)
    shutil.copytree(values, one.folder / ".sapwood/values" / values.name)
    answer = one.memory().recall("joshua")
    assert sorted(mark["observation"] for mark in answer.marks) == ["known before they parted", "said by two"]
    assert answer.notices == []


# -------------------------------------------------------------------------------------------------- older, and recovered


@GIT
def test_after_a_checkout_of_an_older_commit(pair: tuple[Machine, Machine]) -> None:
    one, two = pair
    meet(one, two)
    older = one.git("rev-parse", "HEAD").strip()
    one.memory().mark("joshua.s", "said by one")
    two.memory().mark("joshua.s", "said by two")
    meet(one, two)
    one.memory().recall("joshua")
    whole, heads = answers(one), one.memory().heads()
    one.git("checkout", "--quiet", older)
    found = one.memory().recall("joshua")
    assert {mark["trust"] for mark in found.marks} == {"unverifiable"}
    assert any("its witness saw" in notice for notice in found.notices)
    done = one.cli("mark", "add", "joshua.s", "not now", check=3)
    assert "looks for a longer copy beside it and in git" in done.stderr
    one.cli("verify", check=3)
    days = {path.name: path.read_bytes() for path in (one.folder / "daily").iterdir()}
    one.cli("log", "recover")
    assert one.memory().heads() == heads
    assert {path.name: path.read_bytes() for path in (one.folder / "daily").iterdir()} == days
    assert answers(one) == whole
    one.cli("mark", "add", "joshua.s", "and on it goes")
    one.cli("verify")
    one.git("checkout", "--quiet", "--force", "main")


@GIT
def test_recover_from_a_commit_that_is_named(pair: tuple[Machine, Machine]) -> None:
    one, _ = pair
    early = one.git("rev-parse", "HEAD").strip()
    one.memory().mark("joshua.s", "said by one")
    one.commit()
    late = one.git("rev-parse", "HEAD").strip()
    for path in (one.folder / ".sapwood/log").rglob("*.jsonl"):
        path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    assert "find a longer one" in one.cli("log", "recover", "--from-git", early, check=6).stderr
    assert "no git history" in one.cli("log", "recover", "--from-git", "no-such-branch", check=2).stderr
    with pytest.raises(NotFound, match="no git history"):  # no name is taken for an option of git's
        one.memory().recover(commit="--all")
    one.cli("log", "recover", "--from-git", late)
    one.cli("verify")


@GIT
def test_a_loss_that_nobody_has_a_copy_of(pair: tuple[Machine, Machine]) -> None:
    """Both logs lost their end, one's own and the other's, and were never committed: named in every answer since."""
    one, two = pair
    two.memory().mark("joshua.s", "said by two")
    bring(two, one)
    one.memory().mark("joshua.s", "said by one")
    one.memory().recall("joshua")
    for path in (one.folder / ".sapwood/log").rglob("*.jsonl"):
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    done = one.cli("log", "recover", check=6)
    assert "what is lost was not found in a file beside the log or in git" in done.stderr
    one.cli("log", "recover", "--accept-loss")
    one.cli("verify")
    for _ in range(2):
        assert any("a loss was accepted" in notice for notice in one.memory().recall("joshua").notices)
        one.memory().mark("joshua.s", "and on it goes")
    one.memory().rebuild()
    assert any("a loss was accepted" in notice for notice in one.memory().recall("joshua").notices)
    with pytest.raises(Refused, match="nothing to recover"):
        one.memory().recover(accept_loss=True)


# ------------------------------------------------------------------------------------------------------------ line ends


@GIT
@pytest.mark.parametrize("kept", [True, False], ids=["with .gitattributes", "without"])
def test_a_clone_with_autocrlf(house: Household, own_home: Path, kept: bool) -> None:
    known = house.memory().observe("joshua.begin", "known before they parted", CITE).id
    house.memory().forget(house.memory().observe("joshua.begin", "to be erased", CITE).id, erase=True)
    if not kept:
        (house.folder / ".gitattributes").unlink()
    git(house.folder, "init", "--quiet", "--initial-branch", "main")
    one = Machine(house.folder, own_home, house.now)
    one.commit()
    git(own_home, "clone", "--quiet", "--config", "core.autocrlf=true", str(house.folder), str(own_home / "two"))
    two = Machine(own_home / "two", own_home / "other", house.now)
    day = (two.folder / "daily/2026-11-05.md").read_bytes()
    assert (b"\r\n" in day) is not kept
    if not kept:
        found = two.memory().recall("joshua")
        assert {mark["trust"] for mark in found.marks} == {"unverifiable"}
        assert any("line ends were changed to CRLF" in notice and "* -text" in notice for notice in found.notices)
        assert "line ends were changed to CRLF" in two.cli("verify", check=1).stdout
        two.cli("log", "recover", "--accept-loss", check=6)
        two.write(".gitattributes", "* -text\n")
        two.cli("log", "recover")
    two.cli("verify")
    (mark,) = answers(two)
    assert mark["id"] == known
    assert [record["status"] for record in mark["evidence"]] == ["resolved"]
    two.memory().jot("decided to use the red saucer")
    two.memory().consolidate()
    two.cli("verify")
    assert len(two.marks()) == 4


# --------------------------------------------------------------------------------------------- copied, moved, forked


def test_copied_on_one_machine_and_put_together_again(house: Household, own_home: Path) -> None:
    house.memory().mark("joshua.s", "known to both")
    shutil.copytree(house.folder, own_home / "copy")
    copy = object.__new__(Household)
    copy.folder, copy.owner, copy.now = own_home / "copy", "joshua", house.now
    assert "becomes a replica of its own" in copy.cli("mark", "add", "joshua.s", "said in the copy").stderr
    assert copy.cli("mark", "add", "joshua.s", "said in the copy, too").stderr == ""
    house.memory().mark("joshua.s", "said at home")
    for kind in ("log", "values"):  # as rsync --ignore-existing would
        for folder in (copy.folder / ".sapwood" / kind).iterdir():
            if not (house.folder / ".sapwood" / kind / folder.name).exists():
                shutil.copytree(folder, house.folder / ".sapwood" / kind / folder.name)
    house.cli("verify")
    wanted = ["known to both", "said at home", "said in the copy", "said in the copy, too"]
    assert house.texts() == wanted
    house.memory().rebuild()
    assert house.texts() == wanted
    house.memory().mark("joshua.s", "and on it goes")
    house.cli("verify")


def test_moved_and_another_copy_put_in_its_place(house: Household, own_home: Path) -> None:
    """A home that moved is a replica of its own there. What lies at the old place afterwards is held against the old
    witness: an older copy is told, and recovered from the place where the log went."""
    house.memory().mark("joshua.s", "first")
    shutil.copytree(house.folder, own_home / "backup")
    house.memory().mark("joshua.s", "second")
    moved = object.__new__(Household)
    moved.folder, moved.owner, moved.now = own_home / "moved", "joshua", house.now
    house.folder.rename(moved.folder)
    assert "becomes a replica of its own beside 1" in moved.cli("mark", "add", "joshua.s", "third").stderr
    moved.cli("verify")
    assert moved.texts() == ["first", "second", "third"]
    (own_home / "backup").rename(house.folder)
    assert "its witness saw 3" in house.cli("mark", "add", "joshua.s", "fourth", check=3).stderr
    house.cli("log", "recover", "--from", str(moved.folder))
    house.cli("mark", "add", "joshua.s", "fourth")
    house.cli("verify")
    assert house.texts() == ["first", "fourth", "second"]


def forked(house: Household, own_home: Path) -> tuple[Machine, Machine]:
    """Home, state and cache of one machine were copied to another, and both went on as the same replica."""
    one = Machine(house.folder, own_home, house.now)
    one.memory().mark("joshua.s", "first")
    one.memory().recall("joshua")
    kept = own_home / "kept"
    shutil.copytree(own_home, kept, ignore=shutil.ignore_patterns("kept"))
    one.memory().mark("joshua.s", "said here")
    one.memory().mark("joshua.s", "said here, too")
    first = one.snapshot()
    put_back(one, kept)
    one.memory().mark("joshua.s", "said there")
    two = Machine(own_home / "there/home", own_home / "there", house.now)
    shutil.copytree(house.folder, two.folder)
    put_back(one, kept)
    one.memory().mark("joshua.s", "said here")
    one.memory().mark("joshua.s", "said here, too")
    assert first.keys() == one.snapshot().keys()
    return one, two


def put_back(one: Machine, kept: Path) -> None:
    for name in ("home", "state", "cache"):
        shutil.rmtree(kept.parent / name)
        shutil.copytree(kept / name, kept.parent / name)


@pytest.mark.parametrize("there", ["said there", "said there|and there|and there again"], ids=["shorter", "longer"])
def test_the_same_replica_on_two_machines_is_a_fork(house: Household, own_home: Path, there: str) -> None:
    one, two = forked(house, own_home)
    (name,) = (path.name for path in (one.folder / ".sapwood/log").iterdir())
    log = one.folder / f".sapwood/log/{name}/000001.jsonl"
    ours, lines = log.read_bytes(), (two.folder / f".sapwood/log/{name}/000001.jsonl").read_bytes()
    for number in range(there.count("|")):
        last = json.loads(lines.splitlines()[-1])
        more = json.dumps({**last, "i": last["i"] + 1, "lc": last["lc"] + 1}, separators=(",", ":"))
        lines += more.encode() + b"\n"
        assert number >= 0
    log.write_bytes(lines)
    found = one.memory().recall("joshua")
    assert {mark["trust"] for mark in found.marks} <= {"unverifiable"}
    assert any("another history than this machine saw" in notice for notice in found.notices)
    done = one.cli("verify", check=4)
    assert "fork: from leaf 2 on it is another history" in done.stdout
    done = one.cli("mark", "add", "joshua.s", "not now", check=4)
    assert "delete `replica` in its state folder" in done.stderr
    assert log.read_bytes() == lines
    (own_home / "mine").mkdir()
    (own_home / "mine/000001.jsonl").write_bytes(ours)
    one.cli("log", "recover", "--from", str(own_home / "mine"))
    one.cli("mark", "add", "joshua.s", "and on it goes")
    one.cli("verify")
    # the control: a line that was changed is no fork
    changed = log.read_bytes().replace(b'"initial":1.0', b'"initial":0.5', 1)
    log.write_bytes(changed)
    one.cli("verify", check=1)


@GIT
def test_git_conflict_markers_in_a_log_are_a_fork(house: Household, own_home: Path) -> None:
    one = Machine(house.folder, own_home, house.now)
    one.memory().mark("joshua.s", "first")
    git(house.folder, "init", "--quiet", "--initial-branch", "main")
    one.commit()
    kept = own_home / "kept"
    shutil.copytree(own_home, kept, ignore=shutil.ignore_patterns("kept"))
    one.memory().mark("joshua.s", "said here")
    one.commit()
    ours = own_home / "ours"
    shutil.copytree(own_home, ours, ignore=shutil.ignore_patterns("kept", "ours"))
    put_back(one, kept)
    one.memory().mark("joshua.s", "said there")
    one.commit()
    git(house.folder, "fetch", "--quiet", str(ours / "home"), "HEAD")
    assert "Merge conflict" in git(house.folder, "merge", "FETCH_HEAD", check=False)
    done = one.cli("verify", check=4)
    assert "git's conflict markers stand in it" in done.stdout
    one.cli("mark", "add", "joshua.s", "not now", check=4)
    one.cli("log", "recover")
    one.cli("mark", "add", "joshua.s", "and on it goes")
    assert "said there" in one.texts()


# ------------------------------------------------------------------------------------------------------ synced folders


def daily_texts(house: Household, **options: Any) -> str:
    found = house.memory().recall(query="tea saucer noise", layers=("daily", "substrate", "notes"), k=50, **options)
    return json.dumps([found.daily, found.substrate, found.notes])


def test_a_second_version_of_a_day_is_named_and_never_read(house: Household) -> None:
    text = (house.folder / "daily/2026-11-05.md").read_text()
    names = [
        "2026-11-05.sync-conflict-20261105-120000-ABCDEFG.md",
        "2026-11-05 (Kopie in Konflikt).md",
        "2026-11-05 2.md",
    ]
    for name in names:
        house.write(f"daily/{name}", text + "- a red saucer from the other machine\n")
    for name in (".#2026-11-05.md", "._2026-11-05.md", ".~lock.2026-11-05.md#", "2026-11-06.md.tmp"):
        house.write(f"daily/{name}", b"\x00\x05lock of another program")
    house.write("daily/.2026-11-04.md.icloud", b"bplist00")
    found = house.memory().recall(query="green tea noise saucer", layers=("daily",), k=50)
    assert "red saucer" not in json.dumps(found.daily)
    assert len({(item["file"], item["excerpt"]) for item in found.daily}) == len(found.daily) == 2
    for name in names:
        (notice,) = [notice for notice in found.notices if name in notice]
        assert "1 line(s) stand only in it (5); put what you want of it into 2026-11-05.md and delete it" in notice
        assert "red saucer" not in notice
    assert len([notice for notice in found.notices if "2026-11-04.md is in iCloud Drive" in notice]) == 1
    assert not any("lock of another" in notice or ".#2026" in notice or ".tmp" in notice for notice in found.notices)
    report = house.at("2026-11-06T03:00:00Z").memory().consolidate()
    assert [day.path for day in report.days] == ["daily/2026-11-05.md"]
    assert len(house.texts()) == 2
    after = house.memory().recall(query="green tea noise saucer", layers=("daily",), k=50)
    assert sum("stand only in it" in notice for notice in after.notices) == 3  # beside the archived day too
    house.write(f"daily/{names[0]}", text)
    (notice,) = [each for each in house.memory().recall(query="tea").notices if names[0] in each]
    assert "every line of it stands there; delete it" in notice


def test_second_versions_of_handwritten_files_and_settings(house: Household) -> None:
    house.write("long-term/food.md", "# Food\n\n- green tea in the morning\n")
    house.write("long-term/food (conflicted copy 2026-11-05).md", "# Food\n\n- a red saucer\n")
    house.write("long-term/Talk (conflict).md", "# Talk\n\n- how to settle noise\n")  # a title of the person's own
    house.write("sapwood (1).toml", "workspace = 'other'\n")
    found = house.memory().recall(query="green tea saucer noise", layers=("substrate",), k=50)
    assert sorted(item["file"] for item in found.substrate) == ["long-term/Talk (conflict).md", "long-term/food.md"]
    assert sum("food (conflicted copy 2026-11-05).md" in notice for notice in found.notices) == 1
    notices = house.memory().status()["notices"]
    assert sum("sapwood (1).toml is a second version of sapwood.toml" in notice for notice in notices) == 1


ASIDE = "000001.sync-conflict-20261105-120000-ABCDEFG.jsonl"


def test_a_second_version_of_a_log(house: Household) -> None:
    house.memory().mark("joshua.s", "first")
    log = only(list((house.folder / ".sapwood/log").rglob("*.jsonl")))
    older = log.read_bytes()
    house.memory().mark("joshua.s", "second")
    whole = log.read_bytes()
    aside = log.with_name(ASIDE)
    aside.write_bytes(older)
    assert any(ASIDE in notice for notice in house.memory().recall("joshua").notices)
    assert "the log holds all of it: delete it" in house.cli("verify").stdout
    other = json.loads(older.splitlines()[-1])
    aside.write_bytes(older + json.dumps({**other, "i": 2, "lc": 9}, separators=(",", ":")).encode() + b"\n")
    assert "fork: it holds another history than the log" in house.cli("verify", check=4).stdout
    aside.unlink()
    # the service kept the longer one aside and put an older one in its place: with and without the witness of this machine
    for lost_state in (False, True):
        log.write_bytes(older)
        aside.write_bytes(whole)
        if lost_state:
            witness = house.memory().home.places.witness(log.parent.name)
            Path(witness).unlink()
            house.memory().recall("joshua")
            assert "it holds 1 leaves more: `sapwood log recover` takes it" in house.cli("verify").stdout
        house.cli("log", "recover")
        assert (log.read_bytes(), aside.exists()) == (whole, False)
        house.cli("verify")
        assert house.texts() == ["first", "second"]


def test_a_second_version_of_values(house: Household) -> None:
    gone = house.memory().mark("joshua.s", "to be erased").id
    house.memory().mark("joshua.s", "stays")
    path = only(list((house.folder / ".sapwood/values").rglob("*.jsonl")))
    whole = path.read_bytes()
    aside = path.with_name(ASIDE)
    aside.write_bytes(whole)
    house.memory().forget(gone, erase=True)
    assert b"to be erased" not in aside.read_bytes() + path.read_bytes()
    aside.write_bytes(whole)  # it comes again
    house.memory().mark("joshua.s", "stays, too")
    assert b"to be erased" not in aside.read_bytes()
    path.write_bytes(b"")  # the service kept an empty one
    house.cli("verify", check=1)
    aside.write_bytes(whole)
    done = house.cli("log", "recover", check=8)
    assert "not recovered: 1 value(s) that leaves name" in done.stdout
    assert house.texts() == ["stays"]
    assert b"to be erased" not in path.read_bytes()

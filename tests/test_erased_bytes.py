"""After `forget --erase` no byte of the value is left anywhere but in the person's own lines, which were listed, and in
what other marks say themselves, which is listed with the command that takes it away as well."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from household import Household, only
from sapwood.core import leaf as leaves
from sapwood.disk import steps
from sapwood.errors import NotFound, Refused
from sapwood.index import store
from sapwood.verbs import traces

SECRET = "kept a blue heron in the bathtub"
OTHER = "The oven runs 15 degrees hot"
LINE = f"- 08:15 {SECRET} and told nobody"
DAY = "daily/archive/2026-11-01.md"


@pytest.fixture
def house(own_home: Path) -> Household:
    return Household(own_home / "home")


def holding(top: Path, text: str) -> list[str]:
    """Files below a folder that hold the bytes of a text, as it stands or as JSON writes it."""
    forms = {text.encode(), json.dumps(text)[1:-1].encode(), text.lower().encode(), text.encode("utf-16-le")}
    return sorted(
        str(path.relative_to(top))
        for path in top.rglob("*")
        if path.is_file() and any(form in path.read_bytes() for form in forms)
    )


def ours(top: Path, text: str) -> list[str]:
    """Those of them that are not the person's own files."""
    return [name for name in holding(top, text) if not name.startswith("home/") or name.startswith("home/.sapwood/")]


def id_of(house: Household, text: str) -> str:
    known = house.memory().marks(states=("active", "withered", "forgotten", "superseded"))
    return str(only([mark["id"] for mark in known if mark["observation"] == text]))


def kinds(house: Household) -> list[str]:
    paths = sorted(house.folder.glob(".sapwood/log/*/*.jsonl"))
    return [leaves.decode(line).type for path in paths for line in path.read_bytes().splitlines()]


def shown(house: Household, mark_id: str) -> dict[str, Any]:
    """A mark as `mark show` has it, without what time and a rewritten value may change."""
    found: dict[str, Any] = house.memory().show(mark_id)
    return {key: part for key, part in found.items() if key not in ("evidence", "plot")}


def good(house: Household) -> None:
    """It verifies, and a rebuild says the same of every mark."""
    verdict = house.memory().verify()
    assert (verdict.code, verdict.findings) == (0, [])
    before = [house.memory().show(mark["id"]) for mark in house.memory().marks()]
    house.memory().rebuild()
    assert [house.memory().show(mark["id"]) for mark in house.memory().marks()] == before
    assert house.memory().recall("joshua", k=50, layers=("marks",)).notices == []


def test_the_subjects_it_was_moved_to(house: Household, own_home: Path) -> None:
    """The values of the moves are its own too; one opening is enough."""
    secret = house.memory().mark("joshua.x", SECRET).id
    house.memory().move(secret, "joshua.bathroom-birds")
    house.memory().move(secret, "joshua.odd-pets")
    assert ours(own_home, "bathroom-birds") and ours(own_home, "odd-pets")
    done = house.memory().forget(secret, erase=True)
    assert done.erased_values == 3
    assert [name for words in ("bathroom-birds", "odd-pets", SECRET) for name in holding(own_home, words)] == []
    good(house)


@pytest.mark.parametrize("text", [SECRET, "держал синюю цаплю в ванне", "風呂で青い鷺を飼っていた"])
def test_every_road_that_a_value_went(house: Household, own_home: Path, text: str) -> None:
    """It was written by hand and by jot, consolidated, reinforced, moved, corrected, pinned, recalled in every way,
    exported as a context, looked at by every command that keeps something, and asked about as of then."""
    memory = house.memory()
    house.day("2026-11-01", text, OTHER)
    house.write("notes.md", f"## Odd things — 2026-11-01\n\n- {text}\n")
    memory.consolidate()
    made = next(mark for mark in house.memory().marks() if mark["observation"] == text)
    house.memory().jot(text)
    house.memory().observe(made["subject"], text, "notes.md#L3", observed_at="2026-11-03T10:00:00Z")
    house.memory().move(made["id"], "joshua.bathroom-birds")
    house.memory().pin(made["id"])
    house.memory().pin("notes.md#L3")
    corrected = house.memory().correct(made["id"], f"{text}, for a week")
    for options in ({}, {"horizon": "all"}, {"as_of": "2026-11-02"}, {"known_at": "1"}):
        house.memory().recall(query=text, **options)
    assert text in house.memory().context(query=text).context
    house.memory().verify()
    house.memory().rebuild()
    assert len(ours(own_home, text)) > 1 and len(holding(own_home, text)) > 3  # the search finds what is there
    assert ours(own_home, "bathroom-birds")

    gone = house.memory().forget(made["id"], erase=True)
    assert [each["id"] for each in gone.kept] == [corrected.id]
    assert [each["observation"] for each in gone.requoted] == ["notes.md#L3"]
    house.memory().forget(corrected.id, erase=True)
    assert {line.rsplit(":", 1)[0] for line in gone.still_in} == {
        "daily/archive/2026-11-01.md", "daily/2026-11-05.md", "notes.md",
    }  # fmt: skip
    own_lines = {f"home/{name}" for name in ("daily/archive/2026-11-01.md", "daily/2026-11-05.md", "notes.md")}
    assert set(holding(own_home, text)) == own_lines
    assert holding(own_home, "bathroom-birds") == []
    for options in ({}, {"horizon": "all"}, {"as_of": "2026-11-02"}, {"known_at": "1"}):
        answer = house.memory().recall(query=text, **options)
        assert text not in json.dumps(answer._asdict(), ensure_ascii=False)
    assert text not in house.memory().context(query=text).context
    assert [event["type"] for event in house.memory().history(made["id"])["events"]][-1] == "erased"
    house.memory().rebuild()
    house.memory().consolidate()
    assert house.memory().verify().code == 0
    left = set(holding(own_home, text))
    assert left <= own_lines | {"home/daily/archive/2026-11-05.md"}, left


# ------------------------------------------------------------------------------------- what other marks have of the words


def quoted(house: Household) -> dict[str, str]:
    """The words stand in a line of a day, which is consolidated, and in notes: in a line of their own and in a longer one.
    Marks of an agent's, in words of its own, cite several lines, the longer line, the line of the day, and what was said
    in a transcript, as a second confirmation."""
    house.day("2026-11-01", SECRET, OTHER)
    house.write("notes.md", f"## Things — 2026-11-01\n\n- woke up early\n- {SECRET}\n{LINE}\n- read until midnight\n")
    house.memory().consolidate(day="2026-11-01")
    robin, made = house.memory(actor="Robin", channel="python"), {}
    for name, words, cite in (
        ("several lines", "Had a full day", "notes.md#L3-L6"),
        ("a longer line", "Does not tell everything", "notes.md#L5"),
        ("the same line", "Likes water birds", f"{DAY}#L3"),
    ):
        made[name] = robin.observe("joshua.days", words, cite).id
    made["a confirmation"] = robin.observe("joshua.care", "Cares for animals", f"{DAY}#L4").id
    confirmed = {"kind": "transcript", "id": "s1/7", "quote": f"As you know: {SECRET}, for a week."}
    again = robin.observe("joshua.care", "Cares for animals", confirmed, observed_at="2026-11-02T10:00:00Z")
    assert (again.status, again.id) == ("reinforced", made["a confirmation"])
    made["a pin"] = house.memory().pin("notes.md#L4").id
    return made


def test_what_other_marks_quote_is_left_out_and_they_stay(house: Household, own_home: Path) -> None:
    made = quoted(house)
    secret = id_of(house, SECRET)
    before = {mark_id: shown(house, mark_id) for name, mark_id in made.items() if name != "a pin"}
    counted = len(ours(own_home, SECRET))
    assert counted >= 2
    planned = house.memory().forget(secret, erase=True, dry_run=True)
    assert len(ours(own_home, SECRET)) == counted
    done = house.memory().forget(secret, erase=True)
    assert done == planned
    assert {each["id"] for each in done.requoted} == set(made.values())
    assert (done.others, done.kept, done.beside) == ([], [], [])
    assert done.still_in == [f"{DAY}:3", "notes.md:4", "notes.md:5"]
    assert ours(own_home, SECRET) == []
    assert {mark_id: shown(house, mark_id) for mark_id in before} == before
    for mark_id in before:
        records = house.memory().show(mark_id)["evidence"]
        assert [record["status"] for record in records] == ["resolved"] * len(records)
        assert not any(SECRET in record.get("quote", "") for record in records)
        redacted = [event for event in house.memory().history(mark_id)["events"] if event["type"] == "redacted"]
        assert only(redacted)["about"].endswith("without its quotes, since words in them were erased")
        assert only(redacted)["proven"]
    listed = only(house.memory().pins())
    assert (listed["id"], listed["served"]) == (made["a pin"], False)
    answer = house.memory().recall("joshua", k=50, layers=("marks",), known_at="2026-11-05")
    assert len(answer.marks) == len(before) + 1 and SECRET not in json.dumps(answer._asdict())
    good(house)


def test_the_answer_says_it_in_words_and_in_json(house: Household) -> None:
    made = quoted(house)
    secret, longer = id_of(house, SECRET), house.memory().mark("joshua.x", f"Mia {SECRET}").id
    for options in (("--dry-run",), ()):
        told = house.cli("forget", secret, "--erase", *options, "--json", check=None) if options else None
        said = house.cli("forget", secret, "--erase", *options).stdout
        for mark_id in (made["several lines"], made["the same line"], longer):
            assert f"    to take it away as well: sapwood forget {mark_id} --erase" in said
        assert "quoted it, stays without its quotes:" in said
        assert "says it in more words, which are still there:" in said
        assert f"    to take it away as well: sapwood unpin {made['a pin']}" in said
        assert f"still in {DAY}:3: your file, not edited" in said
        if told is not None:
            fields = json.loads(told.stdout)
            commands = {each["id"]: each["erase"] for word in ("requoted", "kept") for each in fields[word]}
            assert commands[longer] == f"sapwood forget {longer} --erase"
            assert set(commands) == {*made.values(), longer}


def test_the_commands_that_are_named_take_the_words_away(house: Household, own_home: Path) -> None:
    secret, longer = house.memory().mark("joshua.x", SECRET).id, house.memory().mark("joshua.y", f"Mia {SECRET}").id
    done = house.memory().forget(secret, erase=True)
    assert ours(own_home, SECRET) != []  # what was listed as kept is kept
    house.cli(*only(done.kept)["erase"].split()[1:])
    assert ours(own_home, SECRET) == []
    with pytest.raises(NotFound):
        house.memory().show(longer)
    good(house)


def test_a_mark_that_cites_the_same_line_in_other_words_is_named(house: Household, own_home: Path) -> None:
    """The line does not hold what the mark says, so nothing of the other is taken; the person is told of it."""
    house.day("2026-11-01", OTHER)
    house.memory().consolidate()
    one = house.memory().observe("joshua.x", SECRET, f"{DAY}#L3").id
    other = house.memory().observe("joshua.y", "Bakes at night", f"{DAY}#L3").id
    done = house.memory().forget(one, erase=True)
    assert {each["id"] for each in done.beside} == {other, id_of(house, OTHER)}
    assert (done.requoted, done.kept, done.others) == ([], [], [])
    record = only(house.memory().show(other)["evidence"])
    assert record["quote"] == f"- {OTHER}"
    assert ours(own_home, SECRET) == []
    good(house)


def test_short_words_in_a_line_that_both_cite(house: Household, own_home: Path) -> None:
    """Twelve characters are looked for anywhere; fewer where the same line is quoted, and as a line of their own."""
    house.write("notes.md", "## Health — 2026-11-01\n\n- is HIV+ since May, says Dr Bonn\n- is HIV+\n- unrelated line here\n")
    one = house.memory().observe("joshua.x", "is HIV+", "notes.md#L3").id
    both = house.memory().observe("joshua.y", "Sees a doctor", "notes.md#L3").id
    lines = house.memory().observe("joshua.z", "Keeps notes on health", "notes.md#L4-L5").id
    assert ours(own_home, "is HIV+") != []
    done = house.memory().forget(one, erase=True)
    assert {each["id"] for each in done.requoted} == {both, lines}
    assert ours(own_home, "is HIV+") == []
    good(house)


def test_a_quote_that_was_cut_in_the_midst_of_the_words(house: Household, own_home: Path) -> None:
    before = [f"line number {number} of a long list of things to do this week, none of them new" for number in range(6)]
    house.day("2026-11-01", *before, f"{SECRET}, {'and so on ' * 9}")
    house.memory().consolidate()
    (secret,) = [mark["id"] for mark in house.memory().marks() if SECRET in mark["observation"]]
    other = house.memory().observe("joshua.y", "Makes long lists", f"{DAY}#L3-L9").id
    quote = only(house.memory().show(other)["evidence"])["quote"]
    beginning = quote.splitlines()[-1][2:]
    assert len(quote) == 500 and SECRET[:14] in beginning
    house.memory().forget(secret, erase=True)
    assert ours(own_home, beginning) == []
    good(house)


def test_the_digest_that_is_kept_is_keyed(house: Household) -> None:
    """A plain SHA-256 of a short line lets the line be guessed."""
    made = quoted(house)
    plain = {record["sha256"] for mark_id in list(made.values())[:3] for record in house.memory().show(mark_id)["evidence"]}
    values = house.folder / ".sapwood/values"
    assert len(plain) == 3 and all(holding(values, digest) for digest in plain)
    house.memory().forget(id_of(house, SECRET), erase=True)
    for mark_id in list(made.values())[:3]:
        record = only(house.memory().show(mark_id)["evidence"])
        assert ("sha256" in record, len(record["hmac"])) == (False, 64)
    assert [digest for digest in plain if holding(values, digest)] == []


@pytest.mark.parametrize("how", ["edited", "taken out"])
def test_the_person_cleans_the_file_and_the_other_mark_lives_on(house: Household, own_home: Path, how: str) -> None:
    made = quoted(house)
    house.memory().forget(id_of(house, SECRET), erase=True)
    for name in (DAY, "notes.md"):
        lines = (house.folder / name).read_text().splitlines(keepends=True)
        kept = [line.replace(SECRET, "was busy") if how == "edited" else line for line in lines]
        house.write(name, "".join(line for line in kept if SECRET not in line))
    assert holding(own_home, SECRET) == []
    report = house.memory().consolidate()
    assert report.absent == []
    said = {mark["observation"]: mark for mark in house.memory().recall("joshua.days", layers=("marks",)).marks}
    assert len(said) == 3
    statuses = {record["status"] for mark in said.values() for record in mark["evidence"]}
    assert statuses == {"unresolved"}
    for name in (DAY, "notes.md"):  # with a file that is gone it is as ever: the mark is withheld
        (house.folder / name).unlink()
    assert house.memory().recall("joshua.days", layers=("marks",)).marks == []
    assert made


def test_citing_the_line_again_brings_no_quote_back(house: Household, own_home: Path) -> None:
    made = quoted(house)
    again = {"kind": "transcript", "id": "s1/9", "quote": f"He {SECRET}."}
    house.memory().forget(id_of(house, SECRET), erase=True)
    robin = house.memory(actor="Robin", channel="python")
    assert robin.observe("joshua.birds", "Knows birds", [f"{DAY}#L3", again]).status == "created"
    lines = [{"subject": "joshua.birds", "observation": f"Fact {n}", "evidence": "notes.md#L3-L5"} for n in range(3)]
    assert {each.status for each in robin.observe_batch([json.dumps(each) for each in lines])} == {"created"}
    house.memory().mark("joshua.birds", "My own words", cites=("notes.md#L5",))
    with contextlib.suppress(Refused):
        house.memory().pin("notes.md#L5")
    assert robin.observe("joshua.days", "Likes water birds", f"{DAY}#L3", observed_at="2026-11-04T10:00:00Z").status == "known"
    assert ours(own_home, SECRET) == []
    assert made
    # the control: a line that was not erased is quoted
    robin.observe("joshua.birds", "Fact 9", f"{DAY}#L4")
    assert ours(own_home, OTHER) != []
    good(house)


# ---------------------------------------------------------------------------------------------- places that keep old bytes


def index_words(house: Household) -> set[str]:
    """Every word in the full-text tables of the index."""
    path, found = house.memory().home.places.index_file, set[str]()
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        for table in ("marks_text", "past_text", "daily_text", "archive_text", "notes_text"):
            db.execute(f"CREATE VIRTUAL TABLE temp.words_{table} USING fts5vocab('main', '{table}', 'row')")
            found.update(word for (word,) in db.execute(f"SELECT term FROM words_{table}"))
    return found


def test_no_page_of_the_index_holds_the_words(house: Household, own_home: Path) -> None:
    """Neither the text of a row nor a word of the full-text tables, of current marks and of past ones."""
    one = house.memory().mark("joshua.x", SECRET).id
    two = house.memory().mark("joshua.y", f"{SECRET} again").id
    house.memory().correct(two, "kept a red carp")
    house.memory().recall("joshua")
    assert {"heron", "bathtub", "carp"} <= index_words(house)
    house.memory().forget(one, erase=True)
    assert "heron" in index_words(house)  # of the second
    house.memory().forget(two, erase=True)
    assert {"heron", "bathtub"} & index_words(house) == set() and "carp" in index_words(house)
    for path in (own_home / "cache").rglob("*"):
        assert path.is_dir() or b"heron" not in path.read_bytes()


def test_the_index_of_the_path_where_the_home_lay_before(house: Household, own_home: Path) -> None:
    house.memory().mark("joshua.x", SECRET)
    house.memory().recall("joshua")
    other = Household(own_home / "another")
    other.memory().mark("joshua.x", OTHER)
    other.memory().recall("joshua")
    house.folder = house.folder.rename(own_home / "moved")
    house.memory().recall("joshua")
    assert len(list((own_home / "cache").rglob("index.db"))) == 3
    house.memory().forget(id_of(house, SECRET), erase=True)
    assert holding(own_home, SECRET) == []
    assert len(list((own_home / "cache").rglob("index.db"))) == 2
    assert holding(own_home / "cache", OTHER) != []
    good(house)


def test_what_a_stopped_process_left(house: Household, own_home: Path) -> None:
    """Temp files and folders of every kind in every folder of ours, and a journal beside the index."""
    secret = house.memory().mark("joshua.x", SECRET).id
    places = house.memory().home.places
    for folder in (places.own, places.state, places.cache, *map(str, (house.folder / ".sapwood/values").iterdir())):
        (Path(folder) / ".sapwood-tmp-1-2-3").write_text(SECRET)
        (Path(folder) / ".sapwood-tmp-git-x/.sapwood/values").mkdir(parents=True)
        (Path(folder) / ".sapwood-tmp-git-x/.sapwood/values/000001.jsonl").write_text(SECRET)
    Path(places.index_file + "-journal").write_bytes(SECRET.encode())
    assert len(ours(own_home, SECRET)) > 9
    house.memory().forget(secret, erase=True)
    assert holding(own_home, SECRET) == []
    good(house)


@pytest.mark.parametrize(
    "name", ["000001.sync-conflict-20261105-101112-ABCDEFG.jsonl", "000001 (joshua's conflicted copy 2026-11-05).jsonl", "000001 2.jsonl"]
)
def test_second_versions_of_values(house: Household, own_home: Path, name: str) -> None:
    secret = house.memory().mark("joshua.x", SECRET).id
    house.memory().observe("joshua.y", "Has a bathtub", {"kind": "url", "id": "https://example.org", "quote": f"He {SECRET}."})
    house.memory().mark("joshua.z", OTHER)
    path = next((house.folder / ".sapwood/values").glob("*/000001.jsonl"))
    shutil.copy(path, path.with_name(name))
    (house.folder / ".sapwood/aside").mkdir(exist_ok=True)
    shutil.copy(path, house.folder / ".sapwood/aside" / f"replaced-values-{path.parent.name}-000001.jsonl")
    assert len(ours(own_home, SECRET)) >= 3
    house.memory().forget(secret, erase=True)
    assert ours(own_home, SECRET) == []
    older = path.with_name(name).read_bytes()
    assert OTHER.encode() in older  # what was not erased is still in it
    path.with_name(name).unlink()
    good(house)


def test_recovery_brings_nothing_back(house: Household, own_home: Path) -> None:
    """A copy of the home from before, and a value that is lost: what was erased is not taken from the copy."""
    quoted(house)
    shutil.copytree(house.folder, own_home.parent / f"{own_home.name}-copy")
    house.memory().forget(id_of(house, SECRET), erase=True)
    path = next((house.folder / ".sapwood/values").glob("*/000001.jsonl"))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if OTHER.encode() not in line))
    assert house.memory().verify().code == 1
    done = house.memory().recover(copy=str(own_home.parent / f"{own_home.name}-copy"))
    assert done.values >= 1
    assert ours(own_home, SECRET) == []
    good(house)


def test_files_that_are_not_read_are_listed_too(house: Household, own_home: Path) -> None:
    """A second version of a day, an editor's backup, a file of another kind: nobody reads them, the bytes are there."""
    house.day("2026-11-01", SECRET)
    house.memory().consolidate()
    others = ["daily/2026-11-01.sync-conflict-20261105-101112-ABCDEFG.md", "daily/2026-11-01.md~", "notes.bak", "list.txt"]
    for name in others:
        house.write(name, f"# Things\n\n- {SECRET}\n")
    done = house.memory().forget(id_of(house, SECRET), erase=True)
    assert sorted(done.still_in) == sorted([f"{DAY}:3", *(f"{name}:3" for name in others)])
    assert {f"home/{line.rsplit(':', 1)[0]}" for line in done.still_in} == set(holding(own_home, SECRET))


def test_nothing_is_taken_that_only_looks_alike(house: Household) -> None:
    made = quoted(house)
    house.memory().mark("joshua.z", "kept a blue heron")
    unlike = house.memory().observe("joshua.y", "Reads at night", "notes.md#L6").id
    before = {name: house.memory().show(name)["evidence"] for name in (unlike, id_of(house, OTHER))}
    done = house.memory().forget(id_of(house, SECRET), erase=True)
    named = {each["id"] for each in (*done.others, *done.requoted, *done.kept, *done.beside)}
    assert named == set(made.values())
    assert {name: house.memory().show(name)["evidence"] for name in before} == before
    assert kinds(house).count("redacted") == len(made)


# ------------------------------------------------------------------------------------------------------------ two machines


class Machine(Household):
    """A home with state and cache folders of its own; the environment points there while it is used."""

    def __init__(self, folder: Path, person: Path, now: float) -> None:
        self.folder, self.owner, self.now, self.person = folder, "joshua", now, person

    def memory(self, **how: Any) -> Any:
        for name in ("STATE", "CACHE"):
            os.environ[f"XDG_{name}_HOME"] = str(self.person / name.lower())
        return super().memory(**how)


@pytest.fixture
def pair(house: Household, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Machine, Machine]]:
    for name in ("STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(own_home / name.lower()))
    quoted(house)
    one = Machine(house.folder, own_home / "one", house.now)
    shutil.copytree(house.folder, own_home / "two/home")
    two = Machine(own_home / "two/home", own_home / "two", house.now)
    for each in (one, two):
        each.memory().jot(f"begun on {each.person.name}")
    meet(one, two)
    yield one, two


def without(before: bytes, after: bytes) -> bytes:
    """A three-way merge of one segment: what either side dropped is dropped, what either appended is there."""
    sides = [side.splitlines(keepends=True) for side in (before, after)]
    longer, other = sorted(sides, key=lambda side: -sum(line[:1] == b'"' for line in side))
    fences = {line for line in other if line[:1] == b'"'}
    dropped = {
        line for at, line in enumerate(longer) if line[:1] == b"{" and longer[at + 1] in fences and line not in other
    }
    return b"".join(line for line in longer if line not in dropped)


def bring(source: Household, target: Household) -> None:
    """Logs that are longer there, values as they merge, and days."""
    for path in sorted((source.folder / ".sapwood").glob("*/*/*.jsonl")):
        there = target.folder / path.relative_to(source.folder)
        there.parent.mkdir(parents=True, exist_ok=True)
        before, data = there.read_bytes() if there.exists() else b"", path.read_bytes()
        if "/values/" in str(path):
            there.write_bytes(without(before, data))
        elif len(data) > len(before):
            there.write_bytes(data)


def meet(*machines: Household) -> None:
    """All hear of all, each is opened for writing, and again, since what was heard may be answered by a leaf."""
    for _ in range(3):
        for each in machines:
            for other in machines:
                if other is not each:
                    bring(other, each)
            with contextlib.suppress(NotFound):
                each.memory().restore("0" * 8)  # nothing has that id: it is opened for writing, nothing else


def agree(one: Machine, two: Machine) -> list[str]:
    told = []
    for each in (one, two):
        verdict = each.memory().verify()
        assert (verdict.code, [line for line in verdict.findings if "unwitnessed" not in line]) == (0, [])
        before = each.memory().recall("joshua", k=90, min_strength=0.0, layers=("marks",)).marks
        each.memory().rebuild()
        assert each.memory().recall("joshua", k=90, min_strength=0.0, layers=("marks",)).marks == before
        assert {mark["trust"] for mark in before} <= {"unreviewed"}
        told.append(before)
    assert told[0] == told[1]
    return sorted(mark["observation"] for mark in told[0])


def mine(machine: Machine, text: str) -> list[str]:
    return holding(machine.folder / ".sapwood", text) + holding(machine.person / "cache", text)


def test_erasing_reaches_the_values_of_another_replica(pair: tuple[Machine, Machine]) -> None:
    one, two = pair
    said = agree(one, two)
    assert mine(one, SECRET) and mine(two, SECRET)
    one.memory().forget(id_of(one, SECRET), erase=True)
    assert mine(one, SECRET) == [] and mine(two, SECRET)
    meet(one, two)
    assert mine(one, SECRET) == mine(two, SECRET) == []
    assert agree(one, two) == [text for text in said if text != SECRET]


@pytest.mark.parametrize("what", ["the same again", "a confirmation", "a move", "the same under another id"])
def test_what_another_machine_wrote_of_it_before_it_heard(pair: tuple[Machine, Machine], what: str) -> None:
    """Its values were not there to be erased; they go when the machines meet, whatever the order of the leaves."""
    one, two = pair
    secret = id_of(two, SECRET)
    subject = two.memory().show(secret)["subject"]
    if what == "the same under another id":
        one.memory().forget(secret, erase=True)
        meet(one, two)
        again = two.memory().mark("joshua.again", SECRET).id
        assert mine(two, SECRET)
        two.memory().forget(again, erase=True)
        one.memory().mark("joshua.again", SECRET)
    else:
        for _ in range(2):  # so that some of its leaves stand before those of the other and some behind
            two.memory().jot(f"busy {_}")
        if what == "a move":
            two.memory().move(secret, "joshua.bathroom-birds")
        else:
            day = "2026-11-01" if what == "the same again" else "2026-11-03"
            cite = {"kind": "transcript", "id": "s2/1", "quote": f"And he {SECRET}!"}
            status = two.memory().observe(subject, SECRET, cite, observed_at=f"{day}T10:00:00Z").status
            assert status == ("known" if day == "2026-11-01" else "reinforced")
        one.memory().forget(secret, erase=True)
    words = "bathroom-birds" if what == "a move" else SECRET
    assert mine(two, words) or mine(one, words)
    meet(one, two)
    assert [mine(each, text) for each in (one, two) for text in (words, SECRET)] == [[]] * 4
    assert SECRET not in agree(one, two)
    assert one.memory().recall("joshua.bathroom-birds", layers=("marks",)).marks == []


@pytest.mark.parametrize("late", [False, True], ids=["before the erasure", "behind it"])
def test_both_said_it_and_one_erased_it(pair: tuple[Machine, Machine], late: bool) -> None:
    """Neither had heard of the other's mark: erasing one is erasing the value, wherever the other's leaf stands."""
    one, two = pair
    for first, second in ((one, two), (two, one)):
        words = f"keeps a secret from {first.person.name} in the cellar"
        for number in range(6 if late else 0):
            second.memory().jot(f"busy for the {number}th time")
        for each in (first, second):
            each.memory().observe("joshua.cellar", words, {"kind": "url", "id": f"https://{each.person.name}.example"})
        assert mine(second, words)
        first.memory().forget(id_of(first, words), erase=True)
        meet(one, two)
        assert mine(one, words) == mine(two, words) == []
        assert words not in agree(one, two)
        said = second.memory().mark("joshua.cellar", words)  # who says it again means it
        meet(one, two)
        assert (said.status, words in agree(one, two)) == ("created", True)


def test_two_erasures_of_one_quote(pair: tuple[Machine, Machine]) -> None:
    """Each machine takes other words out of the same evidence: neither brings back what the other took."""
    one, two = pair
    other = "bought a brass telescope for the roof"
    quote = f"{SECRET}\n{other}"
    for text in (SECRET, other):
        with contextlib.suppress(Refused):
            one.memory().mark("joshua.own", text)
    records = [{"kind": "transcript", "id": "s9/1", "quote": SECRET}, {"kind": "transcript", "id": "s9/2", "quote": quote}]
    both = one.memory().observe("joshua.z", "Buys odd things", records).id
    meet(one, two)
    for text in (id_of(one, other),):
        one.memory().forget(text, erase=True)
    for mark in two.memory().marks():
        if mark["observation"] == SECRET:
            with contextlib.suppress(NotFound):
                two.memory().forget(mark["id"], erase=True)
    assert mine(one, SECRET) and mine(two, other)
    meet(one, two)
    for each in (one, two):
        assert (mine(each, SECRET), mine(each, other)) == ([], [])
        assert [record["id"] for record in each.memory().show(both)["evidence"]] == ["s9/1", "s9/2"]
    assert "Buys odd things" in agree(one, two)


def test_the_log_that_put_a_value_in_the_place_of_another_is_altered(pair: tuple[Machine, Machine]) -> None:
    """What rests on it is unverifiable then, and not left out as if the index had lied."""
    one, two = pair
    one.memory().forget(id_of(one, SECRET), erase=True)
    meet(one, two)
    before = two.memory().recall("joshua.days", layers=("marks",)).marks
    assert {mark["trust"] for mark in before} == {"unreviewed"}
    (path,) = [path for path in two.folder.glob(".sapwood/log/*/*.jsonl") if b'"type":"redacted"' in path.read_bytes()]
    path.write_bytes(path.read_bytes().replace(b'"actor":"joshua"', b'"actor":"joshuA"'))
    after = two.memory().recall("joshua.days", layers=("marks",)).marks
    assert [(mark["id"], mark["trust"]) for mark in after] == [(mark["id"], "unverifiable") for mark in before]


def test_an_index_that_puts_a_value_in_the_place_of_another_is_not_believed(house: Household) -> None:
    """Only a proven leaf can."""
    true = house.memory().mark("joshua.x", "Likes carrots").id
    house.memory().mark("joshua.y", "Likes nothing at all")
    house.memory().recall("joshua")
    home = house.memory().home
    with contextlib.closing(sqlite3.connect(home.places.index_file)) as db:
        rows = dict(db.execute("SELECT subject, digest FROM memory_marks").fetchall())
        leaf = db.execute("SELECT workspace, replica, log_index FROM memory_marks WHERE subject='joshua.y'").fetchone()
        row = (leaf[0], rows["joshua.x"], rows["joshua.y"], leaf[1], leaf[2])
        db.execute("INSERT INTO stand_ins VALUES (?,?,?,?,?)", row)
        text = "Likes nothing at all"
        db.execute("UPDATE memory_marks SET observation=? WHERE subject='joshua.x'", (text,))
        evidence = db.execute("SELECT evidence FROM memory_marks WHERE subject='joshua.y'").fetchone()
        db.execute("UPDATE memory_marks SET evidence=?, subject='joshua.y' WHERE subject='joshua.x'", evidence)
        db.commit()
    store.stamp(home.places)
    answer = house.memory().recall("joshua", layers=("marks",))
    assert {mark["id"]: mark["observation"] for mark in answer.marks}[true] == "Likes carrots"
    assert any("made anew" in notice for notice in answer.notices)


def test_a_reader_after_a_stop_behind_the_leaves(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    """The values are still there; the rows that were made of them long ago are made again, without the quotes."""
    made = quoted(house)
    house.memory().recall("joshua")
    secret = id_of(house, SECRET)

    class Stopped(Exception):
        pass

    def stop(name: str) -> None:
        if name == "witnessed":
            raise Stopped

    monkeypatch.setattr(steps, "hook", stop)
    with pytest.raises(Stopped):
        house.memory().forget(secret, erase=True)
    monkeypatch.setattr(steps, "hook", None)
    assert holding(house.folder / ".sapwood/values", SECRET) != []
    answer = house.memory().recall("joshua", k=50, layers=("marks",))
    assert SECRET not in json.dumps(answer._asdict())
    assert (len(answer.marks), answer.notices) == (len(made), [])
    house.memory().jot("the next write")
    assert holding(house.folder / ".sapwood", SECRET) == []
    good(house)


def test_an_old_segment_that_a_merge_put_back(house: Household, own_home: Path) -> None:
    """Until the next write drops it, nobody reads the quote from it, and `verify` names it."""
    made = quoted(house)
    path = next((house.folder / ".sapwood/values").glob("*/000001.jsonl"))
    older = path.read_bytes()
    house.memory().forget(id_of(house, SECRET), erase=True)
    newer = path.read_bytes()
    path.write_bytes(older + b"".join(line for line in newer.splitlines(keepends=True) if line not in older.splitlines(keepends=True)))
    assert house.memory().verify().code == 1
    for name, mark_id in made.items():
        if name != "a pin":
            assert SECRET not in json.dumps(house.memory().show(mark_id))
    house.memory().jot("the next write")
    assert ours(own_home, SECRET) == []
    good(house)


def test_words_are_found_as_people_write_them() -> None:
    """The search itself, with what must not be found."""
    wanted = traces.words(SECRET, [LINE])
    assert traces.words("Is HIV+", ["a\n\nb"]).lines == {"a", "b"}
    for text in (SECRET, f"- {SECRET.upper()}!", f"* 08:15 {SECRET}", f"Robin: {SECRET}"):
        assert traces._has(json.dumps({"observation": text}).encode(), {"observation": text}, wanted) == traces.SAYS
    for text in (f"Mia {SECRET}", f"{SECRET}, then slept"):
        assert traces._has(b"", {"observation": text}, wanted) == traces.HOLDS
    for text in ("kept a blue heron", f"un{SECRET}", "", "bathtub"):
        assert traces._has(b"", {"observation": text}, wanted) == traces.NOTHING

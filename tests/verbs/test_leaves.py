"""The log as people read it: what `log`, `log tail`, `log grep` and `log show` say of a history, of damage, of lies."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from household import SOURCE, Household, only
from sapwood.core import leaf as leaves
from sapwood.disk import steps
from sapwood.errors import BadArgument, NotFound
from sapwood.log import values
from sapwood.verbs.leaves import describe

HOSTILE = "red \x1b[31malert\x07 and \u202eright to left"


@pytest.fixture
def house(own_home: Path) -> Household:
    """A day that was consolidated, marks that were moved, corrected, forgotten, erased and refused."""
    found = Household(own_home / "home")
    found.day("2026-11-05", "09:00 Prefers green tea to coffee", "Slept badly because of the noise")
    memory = found.at("2026-11-06T02:00:00Z").memory()
    memory.consolidate(before_today=True)
    found.at("2026-11-07T09:00:00Z").memory(actor="planner", channel="python").jot("Ida brought beetroot")
    memory.observe("joshua.food", "Ida brings beetroot", "daily/2026-11-07.md#L3")
    for subject, text in (("joshua.food", "Never forgets the cinnamon"), ("joshua.food", "Erase this secret recipe"),
                          ("joshua.food", "Oats take 12 min"), ("joshua.home", "The tools lie in the cellar")):  # fmt: skip
        memory.mark(subject, text)
    ids = {mark["observation"]: mark["id"] for mark in memory.marks()}
    memory.forget(ids["Never forgets the cinnamon"])
    memory.forget(ids["Erase this secret recipe"], erase=True)
    memory.correct(ids["Oats take 12 min"], "Oats take 9 min")
    memory.move(ids["The tools lie in the cellar"], "joshua.work.tools")
    memory.observe("joshua.food", "Never forgets the cinnamon", "daily/2026-11-07.md#L3")
    return found


def log_file(house: Household, kind: str = "log") -> Path:
    return only(list((house.folder / ".sapwood" / kind).rglob("*.jsonl")))


def lines_of(house: Household) -> list[bytes]:
    return [
        line
        for path in sorted((house.folder / ".sapwood/log").rglob("*.jsonl"))
        for line in path.read_bytes().splitlines()
    ]


def decoded(house: Household) -> list[leaves.Leaf]:
    return [leaves.decode(line) for line in lines_of(house)]


def place_of(house: Household, kind: str) -> int:
    return next(leaf.i for leaf in decoded(house) if leaf.type == kind)


def add(house: Household, line: bytes) -> None:
    with log_file(house).open("ab") as file:
        file.write(line + b"\n")


def add_leaf(house: Household, text: bytes, **changes: Any) -> None:
    """An observation that another hand appended, its value beside it."""
    found = decoded(house)
    last = next(each for each in reversed(found) if each.type == "observed")
    digest, line = values.encode(text, b"0" * values.SALT_BYTES)
    with log_file(house, "values").open("ab") as file:
        file.write(line + values.fence(digest))
    body = {**last.body, "id": "01a1d3eb-0000-7000-8000-000000000000"}
    leaf = last._replace(i=len(found), lc=found[-1].lc + 1, digests=(digest,), body=body)
    fields = {"v": leaves.VERSION, **leaf._replace(**changes)._asdict()}
    add(house, json.dumps(fields, separators=(",", ":")).encode())


def json_lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def grepped(house: Household, words: str = "", **wanted: str) -> list[str]:
    """Types of the leaves that fit, in order."""
    return [told.type for told in house.memory().grep(words, **wanted)]


# ---- overview and tail


def test_the_overview_counts_and_shows_the_latest(house: Household) -> None:
    before = house.snapshot()
    found = only(json.loads(house.cli("log", "--json").stdout)["logs"])
    kinds = [leaf.type for leaf in decoded(house)]
    assert found["types"] == {kind: kinds.count(kind) for kind in set(kinds)}
    assert (found["size"], found["own"], found["status"]) == (len(kinds), True, "ok")
    said = house.cli("log").stdout
    assert "asserted" in said and f"{len(kinds)} leaves" in said
    assert said.count("(cli)") == 5
    assert house.snapshot() == before


def test_a_home_without_a_log_says_so(own_home: Path) -> None:
    house = Household(own_home / "empty")
    assert "no log yet" in house.cli("log").stdout
    assert house.cli("log", "tail").stdout == ""
    assert "no leaf fits" in house.cli("log", "grep", "tea").stderr
    assert "after the first write" in house.cli("log", "show", check=2).stderr


def test_tail_is_newest_last_and_as_long_as_asked(house: Household) -> None:
    kinds = [leaf.type for leaf in decoded(house)]
    for count in (0, 1, 3, len(kinds), 1000):
        assert [told.type for told in house.memory().tail(count)] == kinds[max(0, len(kinds) - count) :]
    rows = json_lines(house.cli("log", "tail", "-n", "1000", "--json").stdout)
    assert [row["type"] for row in rows] == kinds
    assert all(row["proven"] for row in rows)
    assert len(house.cli("log", "tail", "-n", "3").stdout.splitlines()) == 4
    with pytest.raises(BadArgument):
        list(house.memory().tail(-1))


def test_one_line_says_who_what_and_about_what(house: Household) -> None:
    said = {told.type: describe(told) for told in house.memory().tail(1000)}
    assert '"Ida brings beetroot"' in describe(only(list(house.memory().grep("brings", type="observed"))))
    assert "planner (python)" in said["jotted"] and "append daily/2026-11-07.md" in said["jotted"]
    assert "2026-11-07T09:00:00Z" in said["jotted"]
    assert "move daily/2026-11-05.md to daily/archive/2026-11-05.md" in said["archived"]
    assert "daily/2026-11-05.md" in said["consolidated"] and "created 2" in said["consolidated"]
    assert '"The tools lie in the cellar", to joshua.work.tools' in said["moved"]
    assert '"Oats take 12 min", by ' in said["superseded"] and '"Oats take 9 min"' in said["superseded"]
    assert "(erased), 1 value(s)" in said["erased"]
    assert "absence" in said["refused"]
    assert "secret recipe" not in "".join(said.values())


def test_leaves_of_all_replicas_stand_in_the_order_of_memory(house: Household, own_home: Path) -> None:
    shutil.copytree(house.folder, own_home / "copy")
    house.folder = own_home / "copy"
    house.memory().mark("joshua.a", "Said by the copy")
    told = list(house.memory().tail(1000))
    places = [(each.lc, each.leaf.rpartition("/")[0], int(each.leaf.rpartition("/")[2])) for each in told]
    assert places == sorted(places)
    assert len({replica for _, replica, _ in places}) == 2
    assert len(told) == len(lines_of(house))
    assert [each.leaf for each in house.memory().tail(2)] == [each.leaf for each in told[-2:]]
    replica = told[-1].leaf.rpartition("/")[0]
    assert house.memory().leaf(f"{replica[:6]}/1")["leaf"] == told[-1].leaf
    assert house.memory().leaf()["leaf"] == told[-1].leaf
    with pytest.raises(BadArgument):
        house.memory().leaf("/1")


def test_follow_prints_new_leaves_until_it_is_stopped(house: Household) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", "from sapwood.doors.start import main; main()",
         "--home", str(house.folder), "log", "tail", "-n", "1", "--follow", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )  # fmt: skip
    assert process.stdout is not None
    first = json.loads(process.stdout.readline())
    house.memory().mark("joshua.a", "Comes while it is watched")
    second = json.loads(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    rest, faults = process.communicate(timeout=60)
    assert (process.returncode, rest, faults) == (0, "", "")
    assert first["type"] == "refused"
    assert (second["type"], int(second["leaf"].rpartition("/")[2])) == ("observed", len(lines_of(house)) - 1)


def test_follow_goes_on_where_a_shorter_log_ends(house: Household) -> None:
    data = log_file(house).read_bytes()
    size = len(lines_of(house))
    acts = iter([
        lambda: log_file(house).write_bytes(b"".join(data.splitlines(keepends=True)[:-2])),
        lambda: log_file(house).write_bytes(data),
    ])  # fmt: skip
    stream = house.memory().follow(0, lambda: next(acts)() and None)
    assert [next(stream).leaf.rpartition("/")[2] for _ in range(2)] == [str(size - 2), str(size - 1)]
    stream.close()


# ---- grep


def test_grep_finds_words_in_leaves_and_in_their_values(house: Household) -> None:
    assert grepped(house, "GREEN TEA") == ["observed"]
    assert grepped(house, "beetroot") == ["jotted", "observed"]
    assert grepped(house, "beet root nowhere") == []
    assert grepped(house, "planner") == ["jotted"]
    assert grepped(house, "daily/archive/2026-11-05.md") == ["archived"]
    assert grepped(house, "secret recipe") == []
    assert "observed" not in grepped(house, "observation")  # the name of a key is no text


def test_grep_by_what_stands_in_the_leaf(house: Household) -> None:
    kinds = [leaf.type for leaf in decoded(house)]
    assert grepped(house, type="moved") == ["moved"]
    assert grepped(house, actor="planner") == grepped(house, channel="python") == ["jotted"]
    assert grepped(house, scope="home") == kinds
    assert grepped(house, scope="other") == []
    assert grepped(house, since="2026-11-06", until="2026-11-06") == kinds[: kinds.index("jotted")]
    assert (
        grepped(house, since="2026-11-07")
        == kinds[kinds.index("jotted") :]
        == grepped(house, since="2026-11-07T09:00:00Z")
    )
    assert grepped(house, until="2026-11-05") == []
    assert grepped(house, "beetroot", type="jotted", since="2026-11-08") == []


def test_grep_by_mark_and_by_file(house: Household) -> None:
    tools = only([mark["id"] for mark in house.memory().marks() if "tools" in mark["observation"]])
    assert grepped(house, mark=tools[-8:]) == ["observed", "moved"]
    erased = next(leaf.body["mark"] for leaf in decoded(house) if leaf.type == "erased")
    assert grepped(house, mark=erased[-8:]) == ["observed", "forgotten", "erased"]
    kinds = grepped(house, file="daily/2026-11-05.md")
    assert kinds == grepped(house, file=str(house.folder / "daily/2026-11-05.md"))
    assert {"observed", "consolidated", "archived"} <= set(kinds) and "jotted" not in kinds
    assert grepped(house, file="daily/2026-11-01.md") == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "wanted words"),
        (["--type", "approved"], "one of"),
        (["--channel", "post"], "one of"),
        (["--since", "soon"], "a day such as"),
        (["--until", "2026-02-30"], "a day such as"),
        (["--mark", "ffffffff"], "no mark"),
    ],
)
def test_what_grep_cannot_be_asked(house: Household, arguments: list[str], said: str) -> None:
    assert said in house.cli("log", "grep", *arguments, check=2).stderr


# ---- show


def test_a_leaf_in_full(house: Household) -> None:
    at = place_of(house, "observed")
    found = json.loads(house.cli("log", "show", str(at), "--json").stdout)
    line = lines_of(house)[at]
    assert found["line"].encode() == line
    assert found["fields"]["asserted"] == ["at", "actor"]
    held = only(found["values"])
    assert (held["state"], held["masked"]) == ("held", 0)
    assert json.loads(held["text"])["observation"] == "Prefers green tea to coffee"
    assert found["proof"]["holds"] and found["proof"]["against"] == "witness"
    assert f"{found['proof']['size']} {found['proof']['root']}" in only(house.memory().heads())
    said = house.cli("log", "show", str(at)).stdout
    assert line.decode() in said and "(asserted)" in said and "proof      holds" in said


def test_values_that_are_erased_or_damaged_or_given_up_are_called_so(house: Household) -> None:
    gone = next(leaf for leaf in decoded(house) if leaf.type == "erased")
    erased = next(leaf.i for leaf in decoded(house) if leaf.type == "observed" and leaf.digests == gone.digests)
    assert only(house.memory().leaf(str(erased))["values"])["state"] == "erased"
    assert house.memory().leaf(str(erased))["sound"]
    at = place_of(house, "observed")
    store = log_file(house, "values")
    store.write_bytes(store.read_bytes().replace(b"green tea", b"black tea", 1))
    found = json.loads(house.cli("log", "show", str(at), "--json", check=1).stdout)
    assert (only(found["values"])["state"], only(found["values"])["text"]) == ("damaged", None)
    house.memory().recover(accept_loss=True)
    assert only(house.memory().leaf(str(at))["values"])["state"] == "given up"
    assert only(house.memory().leaf()["values"])["state"] == "given up"


def test_a_credential_in_a_value_is_masked_and_not_found(house: Household) -> None:
    text = {"subject": "joshua.a", "observation": "the password: kT9#vLq2!xW is new", "observed_by": "joshua",
            "affinity": [], "substrate_refs": [], "evidence": []}  # fmt: skip
    add_leaf(house, json.dumps(text).encode())
    done = house.cli("log", "show")
    assert "kT9#vLq2" not in done.stdout and "1 credential(s) masked" in done.stdout and "is new" in done.stdout
    assert "kT9#vLq2" not in house.cli("log", "tail").stdout
    assert grepped(house, "kT9#vLq2!xW") == []
    assert grepped(house, "password: new") == ["observed"]


def test_a_file_step_is_done_waits_or_came_to_nothing(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    jotted = house.memory().leaf(str(place_of(house, "jotted")))["step"]
    assert (jotted["done"], jotted["now"]) == ("done", "as this leaf left it")
    archived = house.memory().leaf(str(place_of(house, "archived")))["step"]
    assert (archived["op"], archived["source"], archived["done"]) == ("move", "daily/2026-11-05.md", "done")
    day = house.folder / "daily/2026-11-07.md"
    day.write_text(day.read_text() + "- typed by hand\n")
    assert house.memory().leaf(str(place_of(house, "jotted")))["step"]["now"] == "changed since"

    stopped(monkeypatch, "leaf-synced", lambda: house.memory().jot("Waits for its file"))
    waits = house.memory().leaf()
    assert waits["step"]["done"] == "waits for the next write"
    day.write_text("somebody was faster\n")
    assert "neither as before nor as after" in house.memory().leaf()["step"]["done"]
    house.memory().mark("joshua.a", "The next write")
    assert house.memory().leaf(waits["leaf"])["step"]["done"] == "undone (file-changed)"
    day.unlink()
    assert house.memory().leaf(waits["leaf"])["step"]["now"] == "not there"


class Stopped(BaseException):
    """The process ended here."""


def stopped(monkeypatch: pytest.MonkeyPatch, step: str, act: Callable[[], object]) -> None:
    def hook(name: str) -> None:
        if name == step:
            raise Stopped

    with monkeypatch.context() as patch:
        patch.setattr(steps, "hook", hook)
        with pytest.raises(Stopped):
            act()


@pytest.mark.parametrize("named", ["99", "-1", "x", "1.5", "9" * 30])
def test_a_leaf_that_is_not_there(house: Household, named: str) -> None:
    with pytest.raises(NotFound):
        house.memory().leaf(named)
    assert "leaves, the first is 0" in house.cli("log", "show", "--", named, check=2).stderr


# ---- damage and lies


def test_a_changed_line_is_named_and_its_neighbours_hold(house: Household) -> None:
    at = place_of(house, "jotted")
    assert house.memory().leaf(str(at))["sound"]
    path = log_file(house)
    path.write_bytes(path.read_bytes().replace(b'"actor":"planner"', b'"actor":"plumber"'))
    done = house.cli("log", "show", str(at), check=1)
    assert "does not hold against the root that the witness saw" in done.stdout
    assert "do not hash to the witnessed root" in done.stdout
    assert house.memory().leaf(str(at - 1))["sound"]
    rows = json_lines(house.cli("log", "tail", "-n", "1000", "--json").stdout)
    assert len(rows) == len(lines_of(house)) and not any(row["proven"] for row in rows)
    assert "(not proven)" in house.cli("log", "grep", "plumber").stdout


def test_a_log_without_its_end_is_read_and_proven_to_what_the_witness_saw(house: Household) -> None:
    path = log_file(house)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-2]))
    done = house.cli("log", "show", "1")
    assert "holds" in done.stdout and "behind" in done.stdout
    assert len(json_lines(house.cli("log", "tail", "-n", "99", "--json").stdout)) == len(lines_of(house))
    assert "behind" in house.cli("log").stdout


@pytest.mark.parametrize("line", [b"garbage", b"{}", b"\xff\xfe", b"[" * 50_000, b'{"v":1,"i":3}', b""])
def test_a_line_that_is_no_leaf_is_shown_as_that(house: Household, line: bytes) -> None:
    size = len(lines_of(house))
    add(house, line)
    house.memory().mark("joshua.a", "Goes on after it")
    rows = json_lines(house.cli("log", "tail", "-n", "2", "--json").stdout)
    assert [bool(row["fault"]) for row in rows] == [True, False]
    assert "unreadable: " in house.cli("log", "tail").stdout
    assert "unreadable" in house.cli("log", "show", str(size), check=1).stdout
    assert "unreadable 1" in house.cli("log").stdout
    if line == b"garbage":
        assert [bool(told.fault) for told in house.memory().grep("GARBAGE")] == [True]
        assert list(house.memory().grep("garbage", type="observed")) == []


BODIES: list[dict[str, Any]] = [
    {}, {"mark": 5, "by": [], "marks": {"a": 1}}, {"file": []}, {"file": {"op": 7, "path": ["x"], "source": {}}},
    {"file": {"op": "append", "path": "/etc/passwd", "before": None, "after": "x"}}, {"path": "\ud800", "mark": "\ud800"},
    {"file": {"op": "append", "path": "a\0b"}}, {"file": {"path": "daily/\ud800.md"}}, {"reason": HOSTILE, "mark": "\x1b"},
]  # fmt: skip


@pytest.mark.parametrize("body", BODIES, ids=ascii)
@pytest.mark.parametrize("kind", ["observed", "jotted", "gap", "erased", "undone", "superseded", "decided"])
def test_a_leaf_of_another_hand_that_fits_nothing_is_shown(house: Household, kind: str, body: dict[str, Any]) -> None:
    add_leaf(
        house,
        b'{"evidence":[5,{"lines":[]},{"kind":"file","lines":7}],"subject":{},"observation":[]}',
        type=kind,
        body=body,
    )
    told = only(list(house.memory().tail(1)))
    assert (told.type, told.fault, describe(told).startswith(told.leaf[:8])) == (kind, "", True)
    assert house.memory().leaf()["fields"]["type"] == kind
    assert [each.leaf for each in house.memory().grep(type=kind)][-1] == told.leaf
    list(house.memory().grep("x", file="daily/x.md"))


def test_hostile_text_is_shown_as_plain_text(house: Household) -> None:
    text = json.dumps({"subject": "joshua.a", "observation": HOSTILE, "observed_by": "x", "affinity": [],
                       "substrate_refs": [], "evidence": []}, ensure_ascii=False)  # fmt: skip
    add_leaf(house, text.encode(), actor="x\x1b]0;title\x07", scope="a\u202eb")
    add(house, "\x1b[2J\u202enothing".encode())
    for arguments in (
        ["log"],
        ["log", "tail"],
        ["log", "grep", "right"],
        ["log", "show"],
        ["log", "show", str(len(lines_of(house)) - 2)],
    ):
        said = house.cli(*arguments, check=None)
        assert said.returncode in (0, 1)
        assert not {"\x1b", "\x07", "\u202e"} & set(said.stdout + said.stderr), arguments
    assert "⟦U+202E⟧" in house.cli("log", "tail").stdout


# ---- any history

ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("mark"), st.sampled_from(["tea", "coffee", "cocoa", "the password: kT9#vLq2!xW"])),
        st.tuples(st.sampled_from(["forget", "erase", "move"]), st.integers(0, 5)),
        st.tuples(st.just("jot"), st.sampled_from(["walked", "ran \u202e far", "slept"])),
        st.tuples(st.just("consolidate"), st.none()),
        st.tuples(st.just("observe"), st.sampled_from(["cites nothing"])),
        st.tuples(st.just("replica"), st.none()),
    ),
    max_size=8,
)  # fmt: skip


def act(house: Household, name: str, given: Any, number: int) -> None:
    memory = house.memory()
    if name == "mark":
        memory.mark("joshua.drink", f"Likes {given} {number % 3}")
    elif name in ("forget", "erase", "move"):
        ids = sorted(mark["id"] for mark in memory.marks())
        if ids and name == "move":
            memory.move(ids[given % len(ids)], f"joshua.moved.n{number}")
        elif ids:
            memory.forget(ids[given % len(ids)], erase=name == "erase")
    elif name == "jot":
        memory.jot(f"{given} {number}")
    elif name == "consolidate":
        memory.consolidate()
    elif name == "observe":
        memory.observe("joshua.a", given)
    else:
        moved = house.folder.parent / f"copy{number}"
        shutil.copytree(house.folder, moved)
        house.folder = moved


@given(acts=ACTS, count=st.integers(0, 40))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_tail_and_grep_list_exactly_the_leaves(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, Any]], count: int
) -> None:
    house = Household(tmp_path_factory.mktemp("any") / "home")
    for number, (name, what) in enumerate(acts):
        house.now += 60
        act(house, name, what, number)
    folder = house.folder / ".sapwood/log"
    there = sorted(
        (leaf.lc, path.parent.name, leaf.i, leaf.type)
        for path in folder.rglob("*.jsonl")
        for leaf in map(leaves.decode, path.read_bytes().splitlines())
    )
    wanted = [(f"{replica}/{i}", lc, kind) for lc, replica, i, kind in there]

    def listed(rows: Any) -> list[tuple[str, int, str]]:
        found = list(rows)
        assert all(told.proven and not told.fault for told in found)
        assert not any("kT9#vLq2" in describe(told) for told in found)
        return [(told.leaf, told.lc, told.type) for told in found]

    memory = house.memory()
    assert listed(memory.tail(count)) == wanted[max(0, len(wanted) - count) :]
    assert listed(memory.grep(scope="home")) == wanted
    for kind in sorted({each[2] for each in wanted}):
        assert listed(memory.grep(type=kind)) == [each for each in wanted if each[2] == kind]
    for place, _, _ in wanted:
        assert memory.leaf(place)["sound"]
    verdict = memory.verify()
    assert (verdict.code, verdict.index_check["status"]) in ((0, "same"), (2, "skipped"))

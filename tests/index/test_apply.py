"""Leaves to rows: a replay of the log gives what the live index holds, whatever happened and in whatever home."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from household import Household, only
from sapwood.core.leaf import Leaf
from sapwood.errors import BadLeaf, Refused
from sapwood.index import apply, store
from sapwood.verbs.init import init

AT = "2026-11-05T11:00:00Z"
SCHEMA = Path(apply.__file__).parent / "schema" / "0001.sql"
RULES = apply.Rules("w", b"salt")


@pytest.fixture
def db() -> sqlite3.Connection:
    made = sqlite3.connect(":memory:", isolation_level=None)
    made.executescript(SCHEMA.read_text())
    return made


def leaf(
    kind: str,
    body: dict[str, Any],
    *,
    i: int = 0,
    digests: tuple[str, ...] = ("d" * 64,),
    scope: str = "home",
) -> Leaf:
    return Leaf(i, i + 1, kind, AT, "joshua", "cli", scope, digests, body)


def value(**fields: Any) -> bytes:
    plain = {"subject": "joshua.food", "observation": "Tea at four", "observed_by": "joshua", "evidence": []}
    return json.dumps({**plain, **fields}).encode()


def observed(db: sqlite3.Connection, mark: str = "m1", replica: str = "a", i: int = 0, **fields: Any) -> None:
    body = {
        "id": mark,
        "at": AT,
        "day": "2026-11-05",
        "initial": 0.6,
        "half_life_days": 30.0,
        **fields.pop("body", {}),
    }
    made = leaf("observed", body, i=i, scope=fields.pop("scope", "home"))
    apply.apply(db, RULES, apply.Applied(replica, made, [value(**fields)]))


def say(
    db: sqlite3.Connection, kind: str, body: dict[str, Any], data: bytes | None = None, replica: str = "a"
) -> None:
    digests = () if data is None else ("e" * 64,)
    apply.apply(
        db, RULES, apply.Applied(replica, leaf(kind, body, i=9, digests=digests), [data] if data else [])
    )


def rows(db: sqlite3.Connection, sql: str) -> list[Any]:
    return db.execute(sql).fetchall()


def states(db: sqlite3.Connection) -> dict[str, str]:
    return dict(rows(db, "SELECT id, state FROM memory_marks"))


def test_an_observation_is_a_mark_that_can_be_searched(db: sqlite3.Connection) -> None:
    observed(db)
    assert states(db) == {"m1": "active"}
    assert rows(db, "SELECT rowid FROM marks_text WHERE marks_text MATCH 'tea'") == rows(
        db, "SELECT row FROM memory_marks"
    )


def test_a_lost_value_leaves_no_row(db: sqlite3.Connection) -> None:
    apply.apply(db, RULES, apply.Applied("a", leaf("observed", {"id": "m"}), [None]))
    assert states(db) == {}
    assert db.execute("SELECT mark_id, type FROM mark_history").fetchall() == [("m", "observed")]


def test_a_type_without_rows_is_passed_over(db: sqlite3.Connection) -> None:
    apply.apply(db, RULES, apply.Applied("a", leaf("created", {"anything": 1}), [b"x"]))
    assert states(db) == {}


def step(mark: str, name: str, day: str, **more: Any) -> dict[str, Any]:
    return {"mark": mark, "id": name, "at": f"{day}T12:00:00Z", "day": day, "step": 0.2, **more}


def evidence(number: int) -> dict[str, Any]:
    return {"reinforced_by": "joshua", "evidence": [{"kind": "signal", "id": str(number)}]}


def strength(db: sqlite3.Connection, mark: str = "m1") -> tuple[float, int]:
    found: tuple[float, int] = only(
        rows(db, f"SELECT delta_sum, reinforcement_count FROM memory_marks WHERE id='{mark}'")
    )
    return found


def test_one_day_and_one_source_reinforce_once(db: sqlite3.Connection) -> None:
    observed(db)
    say(db, "reinforced", step("m1", "r1", "2026-11-06"), json.dumps(evidence(1)).encode())
    once = strength(db)
    assert once[1] == 1 and once[0] > 0
    say(db, "reinforced", step("m1", "r2", "2026-11-06"), json.dumps(evidence(2)).encode())
    say(db, "reinforced", step("m1", "r3", "2026-11-07"), json.dumps(evidence(1)).encode())
    assert strength(db) == once
    say(db, "reinforced", step("m1", "r4", "2026-11-07"), json.dumps(evidence(3)).encode())
    assert strength(db)[1] == 2


@given(order=st.permutations(range(4)))
def test_the_order_of_arrival_of_reinforcements_does_not_matter(order: list[int]) -> None:
    made = sqlite3.connect(":memory:", isolation_level=None)
    made.executescript(SCHEMA.read_text())
    observed(made)
    for number in order:
        body = step("m1", f"r{number}", f"2026-11-{10 + number}")
        say(made, "reinforced", body, json.dumps(evidence(number)).encode())
    total, count = strength(made)
    assert count == 4
    expected = 0.0  # each adds a fifth of what is missing to 1 at its instant
    for number in range(4):
        days = 10 + number - 5 + 1 / 24  # from 11:00 on the fifth to noon
        expected += 0.2 * (1 - 0.6 * 2 ** (-days / 30) - expected)
    assert total == pytest.approx(expected)
    made.close()


def test_what_is_added_to_a_mark_that_is_not_there_leaves_nothing(db: sqlite3.Connection) -> None:
    say(db, "reinforced", step("gone", "r1", "2026-11-06"), json.dumps(evidence(1)).encode())
    assert (
        rows(db, "SELECT * FROM memory_mark_reinforcements") == rows(db, "SELECT * FROM mark_sources") == []
    )


def test_a_withered_mark_is_active_again_when_it_is_strong_enough(db: sqlite3.Connection) -> None:
    observed(db, body={"initial": 0.1, "half_life_days": 0.5})
    say(db, "withered", {"mark": "m1"})
    assert states(db) == {"m1": "withered"}
    say(db, "reinforced", step("m1", "r1", "2026-11-06"), json.dumps(evidence(1)).encode())
    assert states(db) == {"m1": "active"}
    say(db, "forgotten", {"mark": "m1", "keys": ["k"]})
    say(db, "withered", {"mark": "m1"})
    assert states(db) == {"m1": "forgotten"}


def test_forgotten_and_restored(db: sqlite3.Connection) -> None:
    observed(db)
    say(db, "forgotten", {"mark": "m1", "keys": ["k1", "k2"]})
    assert states(db) == {"m1": "forgotten"}
    assert len(rows(db, "SELECT * FROM denials")) == 2
    say(db, "restored", {"mark": "m1", "keys": ["k1"]})
    assert states(db) == {"m1": "active"}
    assert rows(db, "SELECT * FROM denials") == []


def test_erased_leaves_keys_and_nothing_else(db: sqlite3.Connection) -> None:
    observed(db)
    say(db, "erased", {"mark": "m1", "keys": ["k"]})
    for table in ("memory_marks", "marks_text", "memory_mark_reinforcements", "mark_sources"):
        assert rows(db, f"SELECT * FROM {table}") == [], table
    assert only(rows(db, "SELECT key, kind FROM denials")) == ("k", "erased")


def test_moved_is_found_under_its_new_subject_only(db: sqlite3.Connection) -> None:
    observed(db)
    say(db, "moved", {"mark": "m1"}, b'{"subject": "joshua.kitchen"}')
    assert only(rows(db, "SELECT subject, subject_leaf FROM memory_marks")) == ("joshua.kitchen", "a/9")
    assert len(rows(db, "SELECT 1 FROM marks_text WHERE marks_text MATCH 'kitchen'")) == 1
    assert rows(db, "SELECT 1 FROM marks_text WHERE marks_text MATCH 'food'") == []


def test_superseded_is_closed_at_the_instant_of_what_replaces_it(db: sqlite3.Connection) -> None:
    observed(db)
    say(db, "superseded", {"mark": "m1", "by": "m2", "at": AT})
    assert only(rows(db, "SELECT superseded_by, valid_to FROM memory_marks")) == ("m2", 1793876400.0)


# ---- two replicas


def test_the_same_said_on_two_machines_is_one_mark_under_both_ids(db: sqlite3.Connection) -> None:
    observed(db, "m1", "a")
    observed(
        db,
        "m2",
        "b",
        body={"day": "2026-11-06", "at": "2026-11-06T11:00:00Z"},
        evidence=[{"kind": "signal", "id": "2"}],
    )
    assert states(db) == {"m1": "active"}
    assert strength(db)[1] == 1
    assert apply.resolved(db, "w", "m2") == "m1"
    say(db, "reinforced", step("m2", "r9", "2026-11-09"), json.dumps(evidence(9)).encode(), "b")
    assert strength(db)[1] == 2
    say(db, "forgotten", {"mark": "m2", "keys": ["k"]}, replica="b")
    assert states(db) == {"m1": "forgotten"}


def test_another_scope_or_number_is_another_mark(db: sqlite3.Connection) -> None:
    observed(db, "m1", observation="Tea at 4")
    observed(db, "m2", observation="tea at 4!")
    observed(db, "m3", observation="Tea at 5")
    observed(db, "m4", observation="Tea at 4", scope="work")
    observed(db, "m5", observation="Tea at 4", subject="joshua.work")
    assert set(states(db)) == {"m1", "m3", "m4", "m5"}


def test_no_beats_yes_where_another_machine_did_not_know(db: sqlite3.Connection) -> None:
    from sapwood.core import skeleton

    keys = list(skeleton.keys(RULES.salt, "joshua.food", "Tea at four"))
    observed(db, "m1", "a")
    say(db, "forgotten", {"mark": "m1", "keys": keys})
    observed(db, "m2", "b")
    assert states(db) == {"m1": "forgotten", "m2": "forgotten"}
    say(db, "restored", {"keys": keys})
    observed(db, "m3", "b")
    assert states(db)["m3"] == "active"


def merged(house: Household, other: Household) -> None:
    """What git or file sync does: each has the other's folders too."""
    for source, target in ((house, other), (other, house)):
        for kind in ("log", "values"):
            shutil.copytree(
                source.folder / ".sapwood" / kind, target.folder / ".sapwood" / kind, dirs_exist_ok=True
            )


def test_two_homes_that_met_answer_alike(tmp_path: Path) -> None:
    house = Household(tmp_path / "one")
    house.memory().mark("joshua.food", "Known to both")
    shutil.copytree(house.folder, tmp_path / "two")
    other = object.__new__(Household)
    other.folder, other.owner, other.now = tmp_path / "two", "joshua", house.now
    house.day("2026-11-05", "Tea at four")
    other.day("2026-11-06", "Tea at four")
    house.memory().observe("joshua.food", "Tea at four", ["daily/2026-11-05.md#L3"])
    other.at("2026-11-06T20:00:00Z").memory().observe(
        "joshua.food", "Tea at four", ["daily/2026-11-06.md#L3"]
    )
    other.memory().mark("joshua.food", "Known to two")
    house.memory().forget(only(house.memory().recall(query="both").marks)["id"])
    merged(house, other)
    for each in (house, other):
        each.at("2026-11-07T20:00:00Z")
        found = each.memory().recall("joshua.food")
        assert sorted(mark["observation"] for mark in found.marks) == ["Known to two", "Tea at four"]
        tea = only([mark for mark in found.marks if mark["observation"] == "Tea at four"])
        assert tea["reinforcement_count"] == 1 and len(tea["evidence"]) == 2
        assert {mark["trust"] for mark in found.marks} == {"unreviewed"}
        assert each.memory().verify().code == 0


# ---- leaves that do not fit


NEW = value(observation="Another")
BAD: dict[str, tuple[str, dict[str, Any], bytes | None]] = {
    "no body": ("observed", {}, NEW),
    "a strength of 2": ("observed", {"id": "m", "at": AT, "day": "d", "initial": 2, "half_life_days": 1}, NEW),
    "a strength of true": ("observed", {"id": "m", "at": AT, "day": "d", "initial": True, "half_life_days": 1}, NEW),
    "no half-life": ("observed", {"id": "m", "at": AT, "day": "d", "initial": 1, "half_life_days": -0.0}, NEW),
    "endless": ("observed", {"id": "m", "at": AT, "day": "d", "initial": 1, "half_life_days": float("inf")}, NEW),
    "no instant": ("observed", {"id": "m", "at": "noon", "day": "d", "initial": 1, "half_life_days": 1}, NEW),
    "no text": ("observed", {"id": "m", "at": AT, "day": "d", "initial": 1, "half_life_days": 1}, value(observation=5)),
    "no evidence": ("observed", {"id": "m", "at": AT, "day": "d", "initial": 1, "half_life_days": 1},
                    value(observation="Another", evidence=[7])),
    "a kind unknown": ("observed", {"id": "m", "at": AT, "day": "d", "initial": 1, "half_life_days": 1},
                       value(observation="Another", evidence=[{"kind": "rumour"}])),
    "a reinforcement of nothing": ("reinforced", {"mark": 1}, NEW),
    "a step of 2": ("reinforced", step("m1", "r", "2026-11-06", step=2), json.dumps(evidence(1)).encode()),
    "keys of no kind": ("forgotten", {"mark": "m1", "keys": "abc"}, None),
    "a mark of no kind": ("withered", {"mark": ["m1"]}, None),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_leaf_that_does_not_fit_is_named_and_nothing_else_is_raised(
    db: sqlite3.Connection, name: str
) -> None:
    observed(db)
    kind, body, data = BAD[name]
    with pytest.raises(BadLeaf, match=kind):
        say(db, kind, body, data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["kind", "id", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = [
    "id",
    "mark",
    "by",
    "at",
    "day",
    "initial",
    "half_life_days",
    "step",
    "keys",
    "marks",
    "path",
    "line",
    "digest",
    "key",
]
FIELDS = ["subject", "observation", "observed_by", "reinforced_by", "evidence", "affinity", "substrate_refs"]


@given(
    kind=st.sampled_from(sorted(apply._RECEIVERS)),
    body=st.dictionaries(st.sampled_from(KEYS), JSON | st.sampled_from(["m1", AT, 0.5, 1])),
    fields=st.dictionaries(st.sampled_from(FIELDS), JSON | st.sampled_from(["joshua.food", []])),
)
@settings(max_examples=300)
def test_whatever_a_leaf_holds_nothing_but_bad_leaf_is_raised(
    kind: str, body: dict[str, Any], fields: dict[str, Any]
) -> None:
    made = sqlite3.connect(":memory:", isolation_level=None)
    made.executescript(SCHEMA.read_text())
    observed(made)
    with contextlib.suppress(BadLeaf):
        apply.apply(made, RULES, apply.Applied("a", leaf(kind, body, i=9), [json.dumps(fields).encode()]))
    made.close()


# ---- the live index and its replay


TABLES = ("memory_marks", "memory_mark_reinforcements", "mark_sources", "mark_aliases", "value_places", "denials",
          "erased", "refusals", "days_done", "jots", "losses", "applied")  # fmt: skip


def content(house: Household) -> dict[str, list[Any]]:
    """Every row that comes of the log, without numbers that only the database gives."""
    places = house.memory().home.places
    with sqlite3.connect(f"file:{places.index_file}?mode=ro", uri=True) as db:
        db.row_factory = sqlite3.Row
        found = {}
        for table in TABLES:
            held = [dict(row) for row in db.execute(f"SELECT * FROM {table}")]
            for row in held:
                row.pop("row", None)
            found[table] = sorted(json.dumps(row, sort_keys=True) for row in held)
        words = db.execute(
            "SELECT m.id, t.text, t.subject FROM marks_text t JOIN memory_marks m ON m.row=t.rowid"
        )
        found["words"] = sorted(tuple(row) for row in words)
        (found["count"],) = (list(row) for row in db.execute("SELECT count(*) FROM marks_text"))
    return found


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "observe",
                "observe",
                "observe",
                "mark",
                "forget",
                "erase",
                "restore",
                "correct",
                "move",
                "consolidate",
                "jot",
                "wait",
            ]
        ),
        st.integers(0, 5),
        st.integers(0, 3),
    ),
    min_size=1,
    max_size=14,
)


def act(house: Household, action: str, which: int, day: int) -> None:
    memory = house.memory()
    text = f"statement number {which}"
    known = memory.marks(states=("active", "withered", "forgotten"))
    given = known[which % len(known)]["id"] if known else None
    if action == "observe":
        evidence = {"kind": "signal", "id": f"{which}-{day}"}
        memory.observe(f"joshua.s{which % 2}", text, evidence, observed_at=f"2026-11-0{day + 1}T10:00:00Z",
                       initial_strength=0.15,
                       half_life_days=5)  # fmt: skip
    elif action == "mark":
        memory.mark(f"joshua.s{which % 2}", text)
    elif action == "jot":
        memory.jot(f"{text} on day {day}")
    elif action == "consolidate":
        memory.consolidate()
    elif action == "wait":
        house.now += (day + 1) * 86_400
    elif given is not None:
        {
            "forget": lambda: memory.forget(given),
            "erase": lambda: memory.forget(given, erase=True),
            "restore": lambda: memory.restore(given),
            "correct": lambda: memory.correct(given, f"{text}, corrected {day}"),
            "move": lambda: memory.move(given, f"joshua.m{day}"),
        }[action]()


@given(actions=ACTIONS)
@settings(max_examples=20)
def test_a_replay_gives_what_the_live_index_holds(
    tmp_path_factory: pytest.TempPathFactory, actions: list[Any]
) -> None:
    house = Household(tmp_path_factory.mktemp("history") / "home")
    for action, which, day in actions:
        try:
            act(house, action, which, day)
        except Refused:
            continue
    house.memory().recall("joshua")
    live = content(house)
    asked = house.memory().recall("joshua", k=50, min_strength=0.0)
    house.memory().rebuild()
    assert content(house) == live
    assert house.memory().recall("joshua", k=50, min_strength=0.0) == asked
    assert {mark["trust"] for mark in asked.marks} <= {"unreviewed"} and asked.notices == []
    verdict = house.memory().verify()
    assert verdict.code == (0 if verdict.leaves else 2)


def test_the_comparison_can_fail(tmp_path: Path) -> None:
    house = Household(tmp_path / "home")
    house.memory().mark("joshua.food", "Tea at four")
    before = content(house)
    house.memory().mark("joshua.food", "Tea at five")
    assert content(house) != before
    assert all(before[table] for table in ("memory_marks", "value_places", "applied", "words"))


# ---- catching up


def stopped_index(house: Household, monkeypatch: pytest.MonkeyPatch, write: Any) -> None:
    """A write whose leaves are on disk and whose index was never committed: what a stopped process leaves."""
    index = Path(house.memory().home.places.index_file)
    stamp = Path(house.memory().home.places.state) / "index.json"
    kept = index.read_bytes(), stamp.read_bytes()
    write()
    index.write_bytes(kept[0])
    from sapwood.disk import safe

    stamp.write_text(json.dumps(safe.stat_of(str(index))))


def test_an_index_that_lags_is_caught_up_and_not_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = Household(tmp_path / "home")
    house.memory().mark("joshua.food", "Tea at four")
    stopped_index(house, monkeypatch, lambda: house.memory().mark("joshua.food", "Tea at five"))
    monkeypatch.setattr(store, "rebuilt", None)
    assert len(house.memory().recall("joshua").marks) == 2


def test_an_index_of_another_history_is_no_start(tmp_path: Path) -> None:
    """The log is altered, an index is made of it, the log is put right and has grown: nothing of the first stays."""
    house = Household(tmp_path / "home")
    memory = house.memory()
    memory.mark("joshua.food", "Tea at four")
    memory.mark("joshua.food", "Tea at five")
    log = next((house.folder / ".sapwood/log").rglob("*.jsonl"))
    whole = log.read_bytes()
    lines = whole.splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:2]))
    assert [mark["trust"] for mark in memory.recall("joshua").marks] == ["unverifiable"]
    log.write_bytes(whole)
    assert sorted(mark["observation"] for mark in memory.recall("joshua").marks) == [
        "Tea at five",
        "Tea at four",
    ]
    log.write_bytes(b"".join([lines[0], lines[2].replace(b'"initial":1.0', b'"initial":0.5')]))
    memory.recall("joshua")
    log.write_bytes(whole)
    found = memory.recall("joshua")
    assert [mark["current_strength"] for mark in found.marks] == [1.0, 1.0] and found.notices == []


def test_a_home_without_a_log_has_an_empty_index(tmp_path: Path) -> None:
    init(str(tmp_path / "home"), owner="joshua", time_zone="UTC")
    house = object.__new__(Household)
    house.folder, house.owner, house.now = tmp_path / "home", "joshua", 0.0
    assert house.memory().recall("joshua").empty
    assert house.memory().rebuild() == (0, 0)

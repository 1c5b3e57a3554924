"""Random histories of a home: a rebuild says what the live index says, and what was known at any leaf is what a replay
up to that leaf says."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.household import Household

from sapwood import reading
from sapwood.core import instant, mark
from sapwood.errors import SapwoodError
from sapwood.index import store
from sapwood.layers import marks

DAYS = [f"2026-11-{number:02d}" for number in range(1, 8)]
TEXTS = (
    "The van is parked at Norr", "The van is now parked at Syd", "Mira likes carrots", "Mira does not like carrots",
    "The oven runs 15 degrees hot", "The oven runs 20 degrees hot", "The guest room is taken until 9 November",
)  # fmt: skip
SUBJECTS = ("joshua.home", "joshua.home.kitchen", "joshua.other")
NUMBER = st.integers(0, 6)
OPERATION = st.one_of(
    st.tuples(st.just("observe"), NUMBER, st.integers(0, 2), NUMBER),
    st.tuples(st.just("observe"), NUMBER, st.integers(0, 2), NUMBER),
    st.tuples(st.just("correct"), NUMBER, NUMBER, NUMBER),
    st.tuples(st.sampled_from(["forget", "restore", "erase", "move", "later", "consolidate", "add"]), NUMBER, NUMBER, NUMBER),
    st.tuples(st.sampled_from(["promotion", "seed", "defer", "undo"]), NUMBER, NUMBER, NUMBER),
)
TABLES = (
    "memory_marks", "memory_mark_reinforcements", "mark_sources", "mark_aliases", "mark_history", "denials", "erased",
    "standing", "days_done", "jots", "losses", "memory_proposals", "proposal_keys",
)  # fmt: skip


@contextlib.contextmanager
def world() -> Iterator[Household]:
    folder = Path(tempfile.mkdtemp())
    try:
        house = Household(folder / "home")
        for day, text in zip(DAYS, TEXTS, strict=True):
            house.day(day, text, "Something else")
        yield house
    finally:
        shutil.rmtree(folder)


def do(house: Household, kind: str, a: int, b: int, c: int) -> None:
    """One operation; what a person cannot do just now is refused, and that is a part of the history too."""
    memory = house.memory()
    ids = [each["id"] for each in memory.marks(states=("active", "withered", "forgotten", "superseded"))]
    some = ids[a % len(ids)] if ids else ""
    with contextlib.suppress(SapwoodError):
        if kind == "observe":
            memory.observe(SUBJECTS[b], TEXTS[a], f"daily/{DAYS[c]}.md#L3", observed_at=f"{DAYS[c]}T10:00:00Z")
        elif kind == "add":
            memory.mark(SUBJECTS[b % 3], TEXTS[a])
        elif kind == "later":
            house.now += (1 + a) * 9 * mark.DAY
        elif kind == "consolidate":
            memory.consolidate(day="2026-11-09")  # no such day: marks wither, nothing else
        elif kind == "seed":
            memory.propose("seed", file="long-term/SOUL.md", text=TEXTS[a], based_on=[some] if some and b % 2 else [])
        elif some and kind == "promotion":
            memory.propose("promotion", source=some, **({"text": TEXTS[b]} if c % 2 else {}))
        elif kind in ("defer", "undo"):
            asked = memory.proposals()
            memory.defer(asked[a % len(asked)].id if asked else "none", undo=kind == "undo")
        elif some and kind == "correct":
            memory.correct(some, f"{TEXTS[b]}, corrected", valid_from=DAYS[c] if c % 2 else None)
        elif some and kind == "move":
            memory.move(some, SUBJECTS[b % 3])
        elif some and kind in ("forget", "erase"):
            memory.forget(some, erase=kind == "erase")
        elif some and kind == "restore":
            memory.restore(some)


def rows(house: Household) -> dict[str, list[Any]]:
    """Every row that comes from the log, without the places of lines and the row numbers."""
    with reading.opened(house.memory().home, house.now) as look:
        found = {}
        for table in TABLES:
            names = [row[1] for row in look.index.db.execute(f"PRAGMA table_info({table})") if row[1] != "row"]
            found[table] = sorted(map(repr, look.index.db.execute(f"SELECT {', '.join(names)} FROM {table}")))
        return found


def told(house: Household, **options: Any) -> list[tuple[Any, ...]]:
    answer = house.memory().recall("joshua", layers=("marks",), k=1000, **options)
    return sorted(
        (each["id"], each["subject"], each["observation"], each["current_strength"], each["reinforcement_count"])
        for each in answer.marks
    )


def replayed(house: Household, until: int, as_of: float | None = None) -> list[tuple[Any, ...]]:
    """What a replay of the first leaves alone says: all of them, in one index, asked by hand."""
    with reading.opened(house.memory().home, house.now) as look:
        leaves = [leaf for at in range(until + 1) if (leaf := look.leaf(look.own_replica, at)) is not None]
        index = store.replayed(look.index.rules, ((look.own_replica, leaf) for leaf in leaves), look.value)
        workspace = look.index.rules.workspace
        at = min(instant.parse(leaves[-1].at), house.now if as_of is None else as_of)
        found = []
        for each in marks.listed(index.db, workspace):
            begun = marks.start(each) <= as_of if as_of is not None else True
            holds = as_of is None or each.valid_to is None or each.valid_to > as_of
            state = each.state in ("active", "withered") and begun and holds
            strength = marks.strength(each, marks.reinforcements(index.db, workspace, each.id), at, "none")
            if (state if as_of is not None else marks.is_current(each, at)) and strength >= 0.1:
                found.append((each.id, each.subject, each.observation, round(strength, 4), each.reinforcement_count))
        return sorted(found)


@given(st.lists(OPERATION, min_size=3, max_size=14))
@settings(max_examples=settings().max_examples // 3)
def test_live_is_rebuilt_and_known_then_is_replayed_to_then(operations: list[tuple[str, int, int, int]]) -> None:
    with world() as house:
        for operation in operations:
            do(house, *operation)
        live, now, asked = rows(house), told(house), house.memory().proposals()
        house.memory().rebuild()
        assert house.memory().proposals() == asked
        assert rows(house) == live
        assert told(house) == now
        size = house.memory().status()["logs"][0]["size"] if house.memory().status()["logs"] else 0
        for at in range(size):
            assert told(house, known_at=str(at)) == replayed(house, at), f"known at leaf {at} of {size}"
        for at in range(0, size, 3):
            for day in DAYS[::3]:
                moment = instant.parse(f"{day}T22:59:59.999Z")
                wanted = replayed(house, at, moment)
                assert told(house, known_at=str(at), as_of=day) == wanted, f"as of {day}, known at leaf {at} of {size}"
        assert house.memory().verify().code == (0 if size else 2)

"""Random histories of a home: a rebuild says what the live index says, and what was known at any leaf is what a replay
up to that leaf says."""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.household import Household
from tests.machines import copied, met

from sapwood import reading
from sapwood.core import instant, mark
from sapwood.core.leaf import Leaf
from sapwood.errors import SapwoodError
from sapwood.index import store
from sapwood.lanes import standing
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
    st.tuples(
        st.sampled_from(
            ["forget", "restore", "erase", "move", "move", "later", "earlier", "consolidate", "add", "pin", "unpin"]
        ),
        NUMBER, NUMBER, NUMBER,
    ),
    st.tuples(st.sampled_from(["promotion", "seed", "defer", "undo"]), NUMBER, NUMBER, NUMBER),
)  # fmt: skip
TABLES = (
    "memory_marks", "memory_mark_reinforcements", "mark_sources", "mark_aliases", "mark_history", "denials", "erased",
    "standing", "days_done", "jots", "losses", "memory_proposals", "proposal_keys",
    "former_subjects",
)  # fmt: skip


class Asked(NamedTuple):
    """A question: a subject prefix, a word of subjects or texts, a horizon, a day of the world."""

    about: str = "joshua"
    word: str = ""
    horizon: str | None = None
    as_of: str | None = None


QUESTIONS = (
    Asked(), Asked(horizon="7d"), Asked(word="kitchen"), Asked("joshua.other"), Asked(word="other", horizon="30d"),
    Asked("joshua.home.kitchen", "oven"), Asked(word="van"), Asked("joshua.home", horizon="1d"),
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
        elif kind == "earlier":  # a clock that stood wrong is set right
            house.now -= (1 + a) * 9 * mark.DAY
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
        elif some and kind in ("pin", "unpin"):
            (memory.pin if kind == "pin" else memory.unpin)(some)


def rows(house: Household) -> dict[str, list[Any]]:
    """Every row that comes from the log, without the places of lines and the row numbers."""
    with reading.opened(house.memory().home, house.now) as look:
        found = {}
        for table in TABLES:
            names = [row[1] for row in look.index.db.execute(f"PRAGMA table_info({table})") if row[1] != "row"]
            found[table] = sorted(map(repr, look.index.db.execute(f"SELECT {', '.join(names)} FROM {table}")))
        return found


def told(house: Household, asked: Asked = QUESTIONS[0], known_at: str | None = None) -> list[tuple[Any, ...]]:
    answer = house.memory().recall(
        asked.about, asked.word, layers=("marks",), k=1000, horizon=asked.horizon, as_of=asked.as_of, known_at=known_at
    )  # fmt: skip
    return sorted(
        (
            each["id"], each["subject"], each["observation"], each["current_strength"], each["reinforcement_count"],
            each["last_reinforced_at"], each.get("disputed_with", []), "standing" in each,
        )
        for each in answer.marks
    )  # fmt: skip


def leaves_of(look: reading.Reading) -> list[tuple[str, Leaf]]:
    """Every leaf of every replica, in the order of memory."""
    places = [(log.replica, at) for log in look.logs for at in range(log.state.size)]
    found = [(replica, leaf) for replica, at in places if (leaf := look.leaf(replica, at)) is not None]
    return sorted(found, key=lambda each: (each[1].lc, each[0], each[1].i))


def places(house: Household) -> list[str]:
    """The place of every leaf as `known_at` takes it, in the order of memory."""
    with reading.opened(house.memory().home, house.now) as look:
        return [f"{replica}/{leaf.i}" for replica, leaf in leaves_of(look)]


def replayed(house: Household, asked: Asked, until: int, clock: float | None = None) -> list[tuple[Any, ...]]:
    """What a replay of the first leaves alone says: all of them, in one index, asked by hand. The clock is that of the
    last leaf, or the one that is given."""
    as_of = None if asked.as_of is None else instant.parse(f"{asked.as_of}T22:59:59.999Z")
    with reading.opened(house.memory().home, house.now) as look:
        leaves = leaves_of(look)[: until + 1]
        index = store.replayed(look.index.rules, leaves, look.value)
    db, workspace = index.db, index.rules.workspace
    clock = instant.parse(leaves[-1][1].at) if clock is None else clock
    at = min(each for each in (clock, house.now, as_of) if each is not None)
    pinned = {pin.id for pin in standing.pins(index)}
    stands = {each.id: _stands(each, at, as_of) for each in marks.listed(db, workspace)}
    found = []
    for each in marks.listed(db, workspace):
        steps = marks.reinforcements(db, workspace, each.id)
        by_then = [step for step in steps if as_of is None or step.reinforced_at <= as_of]
        last = max([each.first_observed_at, *(step.reinforced_at for step in by_then)])
        strength = marks.strength(each, steps, at, "none")
        words = f"{each.observation} {each.subject.replace('.', ' ')}".lower().replace(",", "").split()
        if (
            stands[each.id] and strength >= 0.1
            and f"{each.subject}.".startswith(f"{asked.about}.")
            and (not asked.word or asked.word in words)
            and (asked.horizon is None or last >= at - int(asked.horizon[:-1]) * mark.DAY)
        ):  # fmt: skip
            disputes = [other for other in json.loads(each.disputed_with) if stands.get(other)]
            found.append(
                (each.id, each.subject, each.observation, round(strength, 4), len(by_then), instant.iso(last), disputes,
                 each.id in pinned)
            )  # fmt: skip
    db.close()
    return sorted(found)


def _stands(found: marks.Mark, at: float, as_of: float | None) -> bool:
    if as_of is None:
        return marks.is_current(found, at)
    begun, ended = marks.start(found) <= as_of, found.valid_to is not None and found.valid_to <= as_of
    return found.state in ("active", "withered") and begun and not ended


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
        size = len(found := places(house))
        for at, place in enumerate(found):
            for asked in (QUESTIONS[0], QUESTIONS[1 + at % (len(QUESTIONS) - 1)]):
                assert told(house, asked, place) == replayed(house, asked, at), f"{asked}, known at leaf {at} of {size}"
        for at, place in list(enumerate(found))[::3]:
            for number, day in enumerate(DAYS[::3]):
                asked = QUESTIONS[(at + number) % len(QUESTIONS)]._replace(as_of=day)
                assert told(house, asked, place) == replayed(house, asked, at), f"{asked}, known at leaf {at} of {size}"
        clock = house.now
        for days in (-40, -12, 0, 25) if size else ():  # whatever the clock says now, words find what stands then
            house.now = clock + days * mark.DAY
            for asked in QUESTIONS[::2]:
                assert told(house, asked) == replayed(house, asked, size - 1, house.now), f"{asked}, {days} days on"
        assert house.memory().verify().code == (0 if size else 2)


OPERATIONS = st.lists(OPERATION, min_size=1, max_size=7)


@given(OPERATIONS, OPERATIONS, OPERATIONS)
@settings(max_examples=settings().max_examples // 4)
def test_known_then_is_replayed_to_then_where_two_machines_wrote(
    both: list[tuple[str, int, int, int]], here: list[tuple[str, int, int, int]], there: list[tuple[str, int, int, int]]
) -> None:
    """Each machine writes without knowing of the other; then the logs come together."""
    with world() as house:
        for operation in both:
            do(house, *operation)
        other = copied(house)
        for operation in here:
            do(house, *operation)
        for operation in there:
            do(other, *operation)
        met(house, other)
        do(house, "add", 0, 2, 0)  # whoever writes takes away what the other erased
        live = rows(house)
        house.memory().rebuild()
        assert rows(house) == live
        for at, place in enumerate(places(house)):
            for asked in (
                QUESTIONS[at % len(QUESTIONS)],
                QUESTIONS[(at + 3) % len(QUESTIONS)]._replace(as_of=DAYS[at % 7]),
            ):
                assert told(house, asked, place) == replayed(house, asked, at), f"{asked}, known at {place}"

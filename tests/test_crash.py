"""kill -9 at every named step of every operation, and at random instants: nothing acknowledged is lost, nothing is
there twice, and what was not acknowledged is there whole or not at all."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from driver import SOURCE, Driver, Trace, load_words_once
from household import Household
from sapwood.memory import Memory
from sapwood.verbs.marks import STATES

TEMP = ".sapwood-tmp-"
NOW = "2026-11-05T20:00:00Z"
SECRET_WORDS = "the midnight heron stands alone"


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    with Driver(tmp_path) as found:
        yield found


@pytest.fixture(autouse=True)
def one_table_of_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Memory, "_classify", Memory._classify)  # put back at the end
    load_words_once()


# ---------------------------------------------------------------------------------------------------------- the lines


def lines_of(house: Household, folder: str) -> Counter[str]:
    """How often each log line stands in the days of a folder."""
    found: Counter[str] = Counter()
    for path in sorted((house.folder / folder).glob("*.md")):
        found.update(line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("- "))
    return found


def everywhere(house: Household) -> Counter[str]:
    """How often each log line stands, in the days or in the archive, whichever holds it more often."""
    return lines_of(house, "daily") | lines_of(house, "daily/archive")


def rows(house: Household) -> list[tuple[Any, ...]]:
    """What the index says of every mark."""
    keys = ("id", "subject", "observation", "state", "reinforcement_count", "current_strength")
    return sorted(tuple(mark[key] for key in keys) for mark in all_marks(house))


def all_marks(house: Household) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = house.memory().marks(states=STATES)
    return found


def texts(house: Household) -> Counter[str]:
    """What the active marks say, each with how often it was confirmed."""
    found = house.memory().marks()
    return Counter(f"{mark['subject']}: {mark['observation']} +{mark['reinforcement_count']}" for mark in found)


def temp_files(house: Household, person: Path) -> list[str]:
    return [str(path) for top in (house.folder, person) for path in top.rglob(TEMP + "*")]


def bytes_hold(house: Household, person: Path, text: str) -> list[str]:
    """Files of Sapwood's own that hold a text."""
    tops = (house.folder / ".sapwood", person / "state", person / "cache")
    return [str(path) for top in tops for path in top.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]


# ----------------------------------------------------------------------------------------------------------- the cases


class Case(NamedTuple):
    """An operation to stop: what comes before it, the operation, and what must hold after each stop.

    `check(house, acked)` is asked after the next write; `again` are the operations that bring the work to its end."""

    name: str
    before: Callable[[Household], None]
    operations: Callable[[Household], list[list[Any]]]
    check: Callable[[Household, bool], None]
    again: Callable[[Household], None]


def nothing(house: Household) -> None:
    pass


def some_history(house: Household) -> None:
    """A consolidated day, so that there are marks, an archive and a log."""
    house.at("2026-11-02T20:00:00Z").day("2026-11-01", "08:00 prefers green tea to coffee", "slept badly because of the noise")
    house.memory().consolidate()
    house.at(NOW)


def jot(words: str) -> Callable[[Household], list[list[Any]]]:
    return lambda house: [["jot", words]]


def jotted_whole(house: Household, acked: bool) -> None:
    """And a leaf that is on disk has its line: what was begun is finished."""
    found = [line for line in everywhere(house).elements() if line.endswith("bought a red bicycle")]
    assert len(found) == 1 if acked else len(found) <= 1, found
    log = b"".join(path.read_bytes() for path in house.folder.glob(".sapwood/log/*/*.jsonl"))
    after = sum(line.endswith("after the stop") for line in everywhere(house).elements())
    assert log.count(b'"type":"jotted"') == len(found) + after


def jot_again(house: Household) -> None:
    house.memory().jot("bought a red bicycle")


def a_day_in_another_hand(house: Household) -> None:
    some_history(house)
    house.write("daily/2026-11-05.md", "# Thursday\r\n\r\n- 07:00 woke up early\r\n- no newline at the end")


def own_lines_kept(house: Household, acked: bool) -> None:
    data = (house.folder / "daily/2026-11-05.md").read_bytes()
    assert data.startswith(b"# Thursday\r\n\r\n- 07:00 woke up early\r\n- no newline at the end")
    jotted_whole(house, acked)


def observe(house: Household) -> list[list[Any]]:
    return [["observe", "joshua.birds", SECRET_WORDS, "daily/archive/2026-11-01.md#L3"]]


def observed_whole(house: Household, acked: bool) -> None:
    found = [mark for mark in house.memory().marks() if mark["observation"] == SECRET_WORDS]
    assert len(found) == 1 if acked else len(found) <= 1, found
    assert not any(mark["reinforcement_count"] for mark in found)
    answer = house.memory().recall(query="midnight heron")
    assert len(answer.marks) == len(found), answer


def observe_again(house: Household) -> None:
    house.memory().observe("joshua.birds", SECRET_WORDS, "daily/archive/2026-11-01.md#L3")


def batch(house: Household) -> list[list[Any]]:
    cite = "daily/archive/2026-11-01.md#L3"
    return [["observe_batch", [f'{{"subject":"joshua.n{n}","observation":"fact number {n}","evidence":"{cite}"}}' for n in range(7)]]]


def batch_whole(house: Household, acked: bool) -> None:
    found = Counter(mark["observation"] for mark in house.memory().marks() if mark["observation"].startswith("fact"))
    assert set(found.values()) <= {1}
    assert len(found) in ((7,) if acked else (0, 7)), found


def batch_again(house: Household) -> None:
    house.memory().observe_batch(batch(house)[0][1])


def with_a_bird(house: Household) -> None:
    some_history(house)
    observe_again(house)


def bird(house: Household) -> list[dict[str, Any]]:
    return [mark for mark in all_marks(house) if mark["subject"] == "joshua.birds"]


def forget(house: Household) -> list[list[Any]]:
    return [["forget", bird(house)[0]["id"]]]


def forgotten_whole(house: Household, acked: bool) -> None:
    (mark,) = bird(house)
    assert mark["state"] == "forgotten" if acked else mark["state"] in ("active", "forgotten")
    seen = house.memory().observe("joshua.birds", SECRET_WORDS, "daily/archive/2026-11-01.md#L4")
    assert seen.status == ("refused" if mark["state"] == "forgotten" else "known"), seen


def forget_again(house: Household) -> None:
    house.memory().forget(bird(house)[0]["id"])


def erase(house: Household) -> list[list[Any]]:
    return [["forget", bird(house)[0]["id"], {"erase": True}]]


def erased_whole(house: Household, acked: bool) -> None:
    found = bird(house)
    assert not found if acked else len(found) <= 1
    held = bytes_hold(house, house.folder.parent, SECRET_WORDS)
    assert bool(held) == bool(found), held


def erase_again(house: Household) -> None:
    for mark in bird(house):
        house.memory().forget(mark["id"], erase=True)
    assert bytes_hold(house, house.folder.parent, SECRET_WORDS) == []


def with_a_quoted_bird(house: Household) -> None:
    """Other marks quote the words, one of them where it is confirmed, and one says them under another subject."""
    with_a_bird(house)
    quote = {"kind": "transcript", "id": "s1/4", "quote": f"I told you: {SECRET_WORDS}."}
    house.memory().observe("joshua.talk", "talks a lot", quote)
    house.memory().observe("joshua.talk", "tells stories", "daily/archive/2026-11-01.md#L4")
    house.memory().observe("joshua.talk", "tells stories", {**quote, "id": "s1/5"}, observed_at="2026-11-03T10:00:00Z")
    house.memory().mark("joshua.nights", SECRET_WORDS)


def erased_and_left_out(house: Household, acked: bool) -> None:
    """All of it happened or nothing; the marks that quoted the words are there whole either way."""
    erased_whole(house, acked)
    left = len(bird(house))
    said = Counter({f"{mark['observation']} +{mark['reinforcement_count']}": 1 for mark in house.memory().marks()})
    assert said["talks a lot +0"] == said["tells stories +1"] == 1
    assert said[f"{SECRET_WORDS} +0"] == left
    answer = house.memory().recall("joshua.talk", layers=("marks",))
    assert [mark["trust"] for mark in answer.marks] == ["unreviewed"] * 2
    quotes = [record.get("quote", "") for mark in answer.marks for record in mark["evidence"]]
    assert len(quotes) == 3
    assert [SECRET_WORDS in quote for quote in quotes].count(True) == (2 if left else 0)


def with_a_forgotten_bird(house: Household) -> None:
    with_a_bird(house)
    forget_again(house)


def restore(house: Household) -> list[list[Any]]:
    return [["restore", bird(house)[0]["id"]]]


def restored_whole(house: Household, acked: bool) -> None:
    (mark,) = bird(house)
    assert mark["state"] == "active" if acked else mark["state"] in ("active", "forgotten")
    assert len(house.memory().recall(query="midnight heron").marks) == (mark["state"] == "active")


def restore_again(house: Household) -> None:
    if bird(house)[0]["state"] == "forgotten":
        house.memory().restore(bird(house)[0]["id"])


def three_days(house: Household) -> None:
    some_history(house)
    house.day("2026-11-02", "09:10 Joshua eats no vegetables at breakfast", "decided to rent the flat in Kreuzberg")
    house.day("2026-11-03", "10:00 prefers green tea to coffee", "Joshua eats no vegetables at breakfast")
    house.day("2026-11-04", "bought a red bicycle", "- plays the cello on Sundays")


THREE_DAYS = (
    "- 08:00 prefers green tea to coffee", "- slept badly because of the noise",
    "- 09:10 Joshua eats no vegetables at breakfast", "- decided to rent the flat in Kreuzberg",
    "- 10:00 prefers green tea to coffee", "- Joshua eats no vegetables at breakfast", "- bought a red bicycle",
    "- plays the cello on Sundays",
)  # fmt: skip


def consolidate(house: Household) -> list[list[Any]]:
    return [["consolidate", {"before_today": True}]]


def every_line_once(house: Household, acked: bool) -> None:
    found = everywhere(house)
    assert all(found[line] == 1 for line in THREE_DAYS), found
    assert not acked or lines_of(house, "daily/archive").keys() >= set(THREE_DAYS)


def consolidate_again(house: Household) -> None:
    house.memory().consolidate(before_today=True)


def a_day_that_came_back(house: Household) -> None:
    three_days(house)
    consolidate_again(house)
    house.day("2026-11-04", "bought a red bicycle", "- plays the cello on Sundays", "sold the old bicycle to Ada")


def every_line_and_the_new_one(house: Household, acked: bool) -> None:
    every_line_once(house, False)
    assert everywhere(house)["- sold the old bicycle to Ada"] == 1
    archive = lines_of(house, "daily/archive")
    assert set(archive.values()) <= {1}, archive
    assert not acked or archive["- sold the old bicycle to Ada"] == 1


CASES = [
    Case("jot, the first write of all", nothing, jot("bought a red bicycle"), jotted_whole, jot_again),
    Case("jot, new file", some_history, jot("bought a red bicycle"), jotted_whole, jot_again),
    Case("jot, existing file", a_day_in_another_hand, jot("bought a red bicycle"), own_lines_kept, jot_again),
    Case("observe", some_history, observe, observed_whole, observe_again),
    Case("observe, batch", some_history, batch, batch_whole, batch_again),
    Case("forget", with_a_bird, forget, forgotten_whole, forget_again),
    Case("forget --erase", with_a_bird, erase, erased_whole, erase_again),
    Case("forget --erase, quoted", with_a_quoted_bird, erase, erased_and_left_out, erase_again),
    Case("restore", with_a_forgotten_bird, restore, restored_whole, restore_again),
    Case("consolidate", three_days, consolidate, every_line_once, consolidate_again),
    Case("archive again", a_day_that_came_back, consolidate, every_line_and_the_new_one, consolidate_again),
]
SEEN: dict[str, list[str]] = {}


def fresh(case: Case, own_home: Path, name: str) -> Household:
    house = Household(own_home / name)
    house.at(NOW)
    case.before(house)
    return house


def stopped(case: Case, driver: Driver, house: Household, at: int | None) -> Trace:
    trace = driver.run(house.folder, case.operations(house), now=house.now, **({} if at is None else {"kill_at": at}))
    assert trace.errors == []
    assert trace.killed == (at is not None)
    return trace


def whole_again(house: Household, person: Path, *, reader_first: bool) -> None:
    """The home is opened normally: a question, a write; then it verifies, holds no temp file and rebuilds the same."""
    house.now += 3600
    if reader_first:
        house.memory().recall(query="tea")
    house.memory().jot("after the stop")
    assert [line for line in lines_of(house, "daily").elements() if line.endswith(" after the stop")] != []
    verdict = house.memory().verify()
    assert (verdict.code, verdict.findings) == (0, [])
    assert temp_files(house, person) == []
    before = rows(house)
    house.memory().rebuild()
    assert rows(house) == before
    notices = house.memory().recall(query="tea").notices
    assert notices == []


@pytest.mark.parametrize("reader_first", [True, False], ids=["then a reader", "then a writer"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_stop_at_every_step(case: Case, reader_first: bool, driver: Driver, own_home: Path, full: bool) -> None:
    """A reader that comes between the stop and the next write must not spoil what that write mends. Long series of steps
    are shared between the two in turn, unless `full`."""
    house = fresh(case, own_home, "reference")
    trace = stopped(case, driver, house, None)
    assert trace.acked == [0]
    case.check(house, True)
    case.again(house)
    wanted = (texts(house), everywhere(house))
    SEEN[case.name] = trace.steps
    for at, step in enumerate(trace.steps, 1):
        if not full and len(trace.steps) > 15 and bool(at % 2) != reader_first:
            continue
        house = fresh(case, own_home, f"stop-{at}")
        trace = stopped(case, driver, house, at)
        try:
            assert trace.steps[-1] == step
            whole_again(house, own_home, reader_first=reader_first)
            case.check(house, bool(trace.acked))
            house.at(NOW)
            case.again(house)
            found = everywhere(house)
            del found[next(line for line in found if line.endswith(" after the stop"))]
            assert (texts(house), found) == wanted
        except Exception as failure:
            failure.add_note(f"stopped at step {at} of {len(SEEN[case.name])}: {step}; {trace.events}")
            raise


# Steps of enrolling a key, which needs a person at a terminal: `test_trust.py` stops at them.
SIGNED_STEPS = {"key-leaf", "root-written"}


def test_every_named_step_is_stopped_at_by_some_case(driver: Driver, own_home: Path) -> None:
    named = {name for path in SOURCE.rglob("*.py") for name in re.findall(r'reached\("([^"]+)"\)', path.read_text())}
    assert len(named) >= 11
    reached: set[str] = set()
    for number, case in enumerate(CASES):
        steps = SEEN.get(case.name)
        reached |= set(steps if steps is not None else stopped(case, driver, fresh(case, own_home, f"all-{number}"), None).steps)
    stopped_there = (Path(__file__).parent / "test_trust.py").read_text(encoding="utf-8")
    assert [name for name in SIGNED_STEPS if f'"{name}"' not in stopped_there] == []
    assert named - reached == SIGNED_STEPS


# ----------------------------------------------------------------------------------------------------- random instants


def test_stop_at_random_instants(driver: Driver, own_home: Path, full: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """One home is stopped again and again in the midst of a mixed series; everything acknowledged stays. A busy machine
    comes less far in the same time, so it goes on, with more time each round, until it was stopped after enough steps.
    """
    rounds, chance = (300 if full else 50), random.Random(20261105)
    most, longest = rounds + 150, 0.2
    house = Household(own_home / "home")
    some_history(house)
    last: Counter[str] = Counter()
    jots: set[str] = set()
    seen: set[str] = set()
    for number in range(most):
        if number >= rounds:
            if len(last) >= ENOUGH_STEPS:
                break
            longest = min(5.0, longest * 1.1)
        day = f"2026-{1 + number // 28 % 9:02d}-{1 + number % 28:02d}"
        house.day(day, f"round {number} prefers drink number {number}")
        wanted = everywhere(house)
        operations = series(number)
        trace = driver.run(house.folder, operations, now=house.now, kill_after=chance.uniform(0.003, longest))
        assert trace.errors == []
        last[trace.steps[-1] if trace.killed and trace.steps else "not begun" if trace.killed else "done"] += 1
        done = [operations[at] for at in trace.acked]
        jots |= {arguments[0] for verb, *arguments in done if verb == "jot"}
        seen |= {arguments[1] for verb, *arguments in done if verb == "observe"}
        house.now += 3600
        try:
            if number % 2:
                house.memory().recall(query="drink")
            house.memory().jot(f"check {number}")
            jots.add(f"check {number}")
            assert house.memory().verify()[:2] == (0, [])
            assert temp_files(house, own_home) == []
            found = everywhere(house)
            assert [line for line in wanted if found[line] != wanted[line]] == []
            count = Counter(re.sub(r"^- \d\d:\d\d (Robin: )?", "", line) for line in found.elements())
            assert {words: count[words] for words in jots if count[words] != 1} == {}
            assert [words for words in count if count[words] > 1 and words.startswith("jot ")] == []
            marks = Counter(mark["observation"] for mark in all_marks(house))
            assert [text for text in seen if marks[text] != 1] == []
            assert set(marks.values()) == {1}
        except AssertionError as failure:
            failure.add_note(f"round {number}: {trace.events}")
            raise
    before = rows(house)
    house.memory().rebuild()
    assert rows(house) == before
    assert house.memory().recall(query="drink", k=3).notices == []
    with capsys.disabled():
        print(f"\nkill -9 at {last.total()} random instants, by last step: {dict(last.most_common())}")
    assert len(last) >= ENOUGH_STEPS, f"stopped {last.total()} times, after no more than these steps: {dict(last)}"


ENOUGH_STEPS = 5


def series(number: int) -> list[list[Any]]:
    """A mixed series; what it says is new in every round."""
    cite = "daily/archive/2026-11-01.md#L3"
    return [
        ["jot", f"jot {number} a"],
        ["observe", f"joshua.round{number}", f"observation {number} a", cite],
        ["consolidate", {"before_today": True}],
        ["jot", f"jot {number} b", {"agent": "Robin"}] if number % 3 == 0 else ["jot", f"jot {number} b"],
        ["observe", f"joshua.round{number}", f"observation {number} b", cite],
        ["mark", f"joshua.own{number}", f"my own word {number}"],
        ["consolidate"],
        ["jot", f"jot {number} c"],
    ]

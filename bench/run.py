"""The figures of Sapwood: `python bench/run.py --marks 10000,100000 --files 1000,10000` prints the table.

Each row has its bar, what was measured, a control measured beside it in the same run, the ratio, and `pass` or `short`.
What every row means stands in docs/bench.md. Only public surfaces of the product are used: the command line and
`sapwood.memory.Memory`, but for one that hashes the log alone. Figures of two runs are compared by their ratios alone.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import measure
import world
from measure import high, interleaved, median

PASS, SHORT, NO_BAR, NOT_BUILT = "pass", "short", "–", "not built"
LARGE_DAY = 120  # KB of a day that has to be done in a second
MANY_FILES = 10_000  # from here on a question may take one pass over the files more
MS, US = 1e3, 1e6
STILL_SECONDS = 2.2  # a file that changed within the last two is hashed by every question
SECTIONS = "startup recall about files memory rebuild verify single observe consolidate across".split()


OPENS, CLOSES = "<!-- figures: written by bench/run.py --markdown -->", "<!-- end of figures -->"


class Row(NamedTuple):
    """One figure. `measured` and `control` are in `unit`; `ratio` is what the bar speaks of where it is one."""

    section: str
    name: str
    marks: int
    files: int
    measured: float | None
    unit: str
    control: float | None
    ratio: float | None
    bar: str
    state: str
    note: str


class Options(NamedTuple):
    """What a run is asked for. `rounds` scales how often everything is repeated; 1 is the usual."""

    marks: tuple[int, ...]
    files: tuple[int, ...]
    only: tuple[str, ...]
    work: str
    seed: int
    end: datetime.date
    rounds: float
    profiles: bool
    still: float
    days: tuple[int, ...]


class Bench:
    """The rows of one run, printed as they come."""

    def __init__(self, options: Options, say: Callable[[str], None]) -> None:
        self.options, self.say = options, say
        self.rows: list[Row] = []
        self.profiles: dict[str, str] = {}
        self.kept: dict[tuple[str, int, int], float] = {}  # figures that rows of another size are held against
        self.files = 0
        self.world: world.World

    def wants(self, *sections: str) -> bool:
        """True where any of these sections was asked for."""
        return not self.options.only or any(section in self.options.only for section in sections)

    def times(self, rounds: int) -> int:
        """How often to repeat what is usually repeated `rounds` times."""
        return max(1, round(rounds * self.options.rounds))

    def row(
        self, section: str, name: str, measured: float | None, unit: str, *, control: float | None = None,
        ratio: float | None = None, bar: str = "", holds: bool | None = None, note: str = "",
        profile: Callable[[], str] | None = None, state: str = "",
    ) -> None:  # fmt: skip
        """Add a row; where it falls short and profiles are wanted, its profile too."""
        verdict = state or (NO_BAR if holds is None else PASS if holds else SHORT)
        marks = self.world.plan.marks
        made = Row(section, name, marks, self.files, measured, unit, control, ratio, bar, verdict, note)
        self.rows.append(made)
        self.say(shown(made))
        if verdict == SHORT and profile is not None and self.options.profiles:
            self.profiles[f"{name}, {marks} marks, {self.files} files"] = profile()

    def run(self) -> None:
        """Measure every size."""
        for marks in self.options.marks:
            made = world.plan(self.options.seed, marks, self.options.end)
            self.world = world.World(self.options.work, made, lambda text: self.say(f"  … {text}"))
            self.world.fresh()
            self.files = 0
            self.world.memory().rebuild()
            self._size()
        if self.wants("across"):
            across(self)

    def _size(self) -> None:
        for files in sorted(self.options.files):
            came, self.files = files - self.files, files
            self.world.grow(files)
            indexing(self, came)
            if self.wants("startup"):
                startup(self)
            if self.wants("recall", "across"):
                recall(self)
            if self.wants("about"):
                about(self)
            if self.wants("files"):
                changed_file(self)
            if self.wants("memory", "across"):
                resident(self)
        for section, measured in [
            ("rebuild", rebuild),
            ("verify", verify),
            ("single", single),
            ("observe", observe),
            ("consolidate", consolidate),
        ]:
            if self.wants(section):
                measured(self)

    def sapwood(self, *arguments: str) -> list[str]:
        """A command line of the product on this home."""
        return [*world.SAPWOOD, "--home", self.world.home, *arguments]

    def env(self) -> dict[str, str]:
        """The environment of such a command."""
        return world.environment(self.world.env, self.world.folder)


def indexing(bench: Bench, came: int) -> None:
    """The first question after files came: they are read and indexed. Then they are left to be still for so long that
    they need not be hashed again."""
    memory = bench.world.memory()
    took = measure.clocked(lambda: memory.recall(query=world.RARE))
    bench.row("files", f"first recall after {came} files came", took, "s", note=f"{took / came * MS:.2f} ms a file")
    time.sleep(bench.options.still)
    memory.recall(query=world.RARE)


def startup(bench: Bench) -> None:
    """Whole processes, in units of S."""
    env = bench.env()
    ask = bench.sapwood("recall", "choir", "rehearsal")
    if "choir" not in measure.process(ask, env).lower():
        raise SystemExit("recall gave no answer; a start-up with an answer cannot be measured")
    commands = {
        "s": [sys.executable, "-c", "import sqlite3"],
        "version": [*world.SAPWOOD, "--version"],
        "recall": ask,
        "nothing": bench.sapwood("recall", "qwxzv"),
    }
    took = interleaved(
        {name: (lambda command=command: measure.process(command, env)) for name, command in commands.items()},
        bench.times(11),
    )
    unit = median(took["s"])
    bench.row("startup", "S: python -c 'import sqlite3'", unit * MS, "ms")
    for name, key, most, arguments in [
        ("sapwood --version", "version", 3.0, ["--version"]),
        ("sapwood recall, nothing found", "nothing", 5.0, commands["nothing"][3:]),
        ("sapwood recall, with an answer", "recall", 5.0, ask[3:]),
    ]:
        ratio = median(took[key]) / unit
        judged = bench.files < MANY_FILES or key == "version"  # the bar of a question is one at 1,000 files
        bench.row(
            "startup", name, median(took[key]) * MS, "ms", control=unit * MS, ratio=ratio,
            bar=f"≤ {most:g} S" if judged else "", holds=ratio <= most if judged else None,
            profile=lambda arguments=arguments: measure.profiled_process(arguments, env),
        )  # fmt: skip
    built = "hook" in measure.process([*world.SAPWOOD, "--help"], env).split()
    note = "there is a hook now: give it a row" if built else "there is no hook yet"
    bench.row("startup", "sapwood hook, nothing to say", None, "ms", bar="≤ 3 S", state=NOT_BUILT, note=note)
    note = "there is no signing yet"
    bench.row("startup", "sapwood recall, approved items", None, "ms", bar="≤ 6 S", state=NOT_BUILT, note=note)


def control(bench: Bench, path: str) -> measure.Control:
    """Bare FTS5 tables with the text of this memory."""
    made = measure.Control(path)
    plan = bench.world.plan
    lines = [line for line in plan.lines if line.fate != "again"]
    made.add("marks", ((line.text, line.subject) for line in lines))
    made.add("marks", ((line.rewrite, line.subject) for line in lines if line.rewrite))
    made.add("daily", ((line.text, "") for line in plan.lines if line.day >= plan.recent))
    for number in range(bench.files):
        made.add("substrate", paragraphs(world.substrate_file(plan.seed, number)[1]))
    return made


def paragraphs(text: str) -> list[tuple[str, str]]:
    """(item or paragraph, heading above it) of one of the person's files."""
    rows, heading = [], ""
    for line in text.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif line.strip():
            rows.append((line.removeprefix("- "), heading))
    return rows


def recall(bench: Bench) -> None:
    """Every fixed question beside the bare query, the index's own tables and the pass over the files."""
    memory = bench.world.memory()
    folder = os.path.join(bench.world.home, world.SUBSTRATE)
    with measure.scratch(bench.world.folder, "control.db") as path:
        bare = control(bench, path)
        tables = measure.IndexTables(bench.world.env["XDG_CACHE_HOME"])
        samples: dict[str, list[float]] = {"recall": [], "marks": [], "bare": [], "tables": [], "pass": []}
        for query in world.QUERIES:
            took = interleaved(
                {
                    "recall": lambda query=query: memory.recall(query=query.text),
                    "marks": lambda query=query: memory.recall(query=query.text, layers=("marks",)),
                    "bare": lambda query=query: bare.ask(query.words),
                    "tables": lambda query=query: tables.ask(query.words),
                    "pass": lambda: measure.stat_pass(folder),
                },
                bench.times(25),
            )
            for name, found in took.items():
                samples[name] += found
            one, base = median(took["recall"]), median(took["bare"])
            bench.row(
                "recall", f"recall, {query.name}", one * MS, "ms", control=base * MS, ratio=one / base,
                note=f"marks lane alone {median(took['marks']) * MS:.2f} ms",
            )  # fmt: skip
        bare.close()
        tables.close()
    _recall_rows(bench, samples, lambda: [memory.recall(query=query.text) for query in world.QUERIES for _ in range(8)])


def _recall_rows(bench: Bench, samples: dict[str, list[float]], again: Callable[[], object]) -> None:
    p50, base, own, walk = (median(samples[name]) for name in ("recall", "bare", "tables", "pass"))
    marks = bench.world.plan.marks
    bench.kept[("recall", marks, bench.files)], bench.kept[("bare", marks, bench.files)] = p50, base
    bench.kept[("pass", marks, bench.files)] = walk
    most = 3.0 if marks < 100_000 else 2.0
    many = bench.files >= MANY_FILES
    ratio = (p50 - walk if many else p50) / base
    bench.row(
        "recall", "recall p50", p50 * MS, "ms", control=base * MS, ratio=ratio,
        bar=f"≤ {most:g} × control" + (" + pass" if many else ""), holds=ratio <= most,
        note=f"pass over the files {walk * MS:.2f} ms; the index's own tables {own * MS:.2f} ms",
        profile=lambda: measure.profiled(again),
    )  # fmt: skip
    p95, base = high(samples["recall"]), high(samples["bare"])
    bench.row("recall", "recall p95", p95 * MS, "ms", control=base * MS, ratio=p95 / base)


def about(bench: Bench) -> None:
    """A subject prefix alone: the one with the most active marks up to 1,000, and the owner's whole name."""
    memory = bench.world.memory()
    prefix = world.fullest(bench.world.plan)
    folder = os.path.join(bench.world.home, world.SUBSTRATE)
    under = sum(world.lies_under(line.subject, prefix) for line in bench.world.plan.lines if line.fate == "active")
    took = interleaved(
        {
            "small": lambda: memory.recall(about=prefix),
            "lane": lambda: memory.recall(about=prefix, layers=("marks",)),
            "large": lambda: memory.recall(about=world.OWNER),
            "both": lambda: memory.recall(about=prefix, query="kitchen"),
            "pass": lambda: measure.stat_pass(folder),
        },
        bench.times(15),
    )
    if not memory.recall(about=prefix).marks:
        raise SystemExit(f"no mark lies under {prefix}; `about` cannot be measured")
    small, many = median(took["small"]), bench.files >= MANY_FILES
    bench.row(
        "about", f"about {prefix}", small * MS, "ms", bar="≤ 10 ms" + (" + pass" if many else ""),
        holds=small - many * median(took["pass"]) <= 0.010,
        note=f"{under} active marks under it; marks lane alone {median(took['lane']) * MS:.2f} ms",
        profile=lambda: measure.profiled(lambda: [memory.recall(about=prefix) for _ in range(20)]),
    )  # fmt: skip
    bench.row("about", f"about {world.OWNER}", median(took["large"]) * MS, "ms", note="every mark lies under it")
    bench.row("about", f"about {prefix} and a word", median(took["both"]) * MS, "ms")


def changed_file(bench: Bench) -> None:
    """The question after one file changed, beside the same question after none did, and the bare pass."""
    memory = bench.world.memory()
    folder = os.path.join(bench.world.home, world.SUBSTRATE)
    name, text = world.substrate_file(bench.world.plan.seed, bench.files // 2)
    path = os.path.join(folder, name)
    steady, changed, walk = [], [], []
    for turn in range(bench.times(9)):
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(f"{text}\nNoted {turn} times that the lantern oil runs low.\n")
        then = bench.world.plan.asked - 3600.0 + turn
        os.utime(path, (then, then))
        changed.append(measure.clocked(lambda: memory.recall(query="lantern oil")))
        steady.append(measure.clocked(lambda: memory.recall(query="lantern oil")))
        walk.append(measure.clocked(lambda: measure.stat_pass(folder)))
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    then = bench.world.plan.asked - 3600.0
    os.utime(path, (then, then))
    memory.recall(query="lantern oil")
    bench.row(
        "files", f"recall after 1 of {bench.files} files changed", median(changed) * MS, "ms",
        control=median(steady) * MS, ratio=median(changed) / median(steady), note="control: the same, none changed",
    )  # fmt: skip
    bench.row("files", "scandir + stat pass", median(walk) * MS, "ms", note=f"{bench.files} files in one folder")


def resident(bench: Bench) -> None:
    """The most memory that a process of `sapwood recall` holds, beside one that only imports sqlite3."""
    env = bench.env()
    ask = bench.sapwood("recall", "choir", "rehearsal")
    sizes = [measure.resident(ask, env) for _ in range(3)]
    base = measure.resident([sys.executable, "-c", "import sqlite3"], env)
    bench.kept[("resident", bench.world.plan.marks, bench.files)] = median(sizes)
    bench.row(
        "memory", "resident size of recall", median(sizes), "MB", control=base, ratio=median(sizes) / base,
        note="control: python that imports sqlite3",
    )  # fmt: skip


def rebuild(bench: Bench) -> None:
    """The index made anew from log, values and files."""
    memory = bench.world.memory()
    found: list[Any] = []
    took = min(measure.clocked(lambda: found.append(memory.rebuild())) for _ in range(bench.times(1)))
    leaves = found[0].leaves
    asked = measure.clocked(lambda: memory.recall(query=world.RARE))
    bench.row(
        "rebuild", "rebuild", took, "s",
        note=f"{leaves} leaves, {took / leaves * US:.0f} µs each; the next question, which reads the files, {asked:.2f} s",
    )  # fmt: skip


def verify(bench: Bench) -> None:
    """A full re-hash of log and values, beside bare SHA-256 of the same lines; and once with the index held against
    one made anew."""
    from sapwood.log import book  # no public surface hashes the log and nothing else

    memory = bench.world.memory()
    own = os.path.join(bench.world.home, ".sapwood")
    found: list[Any] = []
    with_index = measure.clocked(lambda: found.append(memory.verify()))
    leaves = found[0].leaves
    if found[0].code:
        raise SystemExit(f"the home does not verify, so no figure of it counts: {found[0].findings[:3]}")
    took = interleaved(
        {
            "verify": lambda: memory.verify(index=False),
            "rehash": lambda: book.opened(memory.home.places, full=True),
            "log": lambda: measure.bare_hash(os.path.join(own, "log")),
            "all": lambda: measure.bare_hash(own),
        },
        bench.times(3),
        warm=0,
    )
    each, base, log = (median(took[name]) / leaves * US for name in ("verify", "all", "log"))
    hashed = median(took["rehash"]) / leaves * 100_000
    bench.row(
        "verify", "re-hash of 100,000 leaves", hashed, "s", control=log / 10, ratio=hashed / (log / 10), bar="≤ 0.5 s",
        holds=hashed <= 0.5, note=f"of {leaves}: every line read and hashed, the root made and held against the witness",
    )  # fmt: skip
    bench.row(
        "verify", "verify, a leaf", each, "µs", control=base, ratio=each / base, bar="about 2 µs", holds=each <= 2.5,
        note=f"{leaves} leaves and their values; bare SHA-256 of the log alone {log:.2f} µs",
        profile=lambda: measure.profiled(lambda: memory.verify(index=False)),
    )  # fmt: skip
    note = "the index held against one made anew as well"
    bench.row("verify", "verify with the index, a leaf", with_index / leaves * US, "µs", note=note)
    alone = [
        sys.executable,
        os.path.join(os.path.dirname(world.__file__), "..", "tools", "verify.py"),
        bench.world.home,
    ]
    took_alone = measure.clocked(lambda: measure.process(alone, bench.env()))
    bench.row("verify", "tools/verify.py, a leaf", took_alone / leaves * US, "µs", note="a process of its own")


def single(bench: Bench) -> None:
    """One observe and one jot: their syncs in a process, their time beside two and three bare syncs."""
    memory = bench.world.memory()
    speaker = world.Speaker(random.Random(f"{bench.options.seed} single"), note=100_000)
    day = bench.world.plan.end.isoformat()
    env = bench.env()

    home = ["--home", bench.world.home]

    def given() -> list[str]:
        return [*home, "observe", *speaker.sentence(), "--evidence", f"daily/{day}.md#L5"]

    def seen() -> None:
        memory.observe(*speaker.sentence(), evidence=f"daily/{day}.md#L5")

    def jotted() -> None:
        memory.jot(speaker.sentence()[1])

    _single_row(bench, "single observe", seen, measure.syncs(given(), env, given()), 2)
    words = [[*home, "jot", speaker.sentence()[1]] for _ in range(2)]
    _single_row(bench, "single jot", jotted, measure.syncs(words[0], env, words[1]), 3)


def _single_row(
    bench: Bench, name: str, call: Callable[[], object], counted: tuple[int, int | None], most: int
) -> None:
    own, every = counted
    with tempfile.TemporaryDirectory(dir=bench.world.folder) as folder:
        took = interleaved({"call": call, "bare": lambda: measure.sync_writes(folder, most)}, bench.times(15))
    one, base = median(took["call"]), median(took["bare"])
    bench.row(
        "single", name, one * MS, "ms", control=base * MS, ratio=one / base, note=f"control: {most} bare appends with fsync",
    )  # fmt: skip
    with_index = "unknown (no strace)" if every is None else str(every)
    bench.row(
        "single", f"{name}: syncs", own, "syncs", bar=f"≤ {most}", holds=own <= most,
        note=f"with those of the index: {with_index}", profile=lambda: measure.profiled(call),
    )  # fmt: skip


def observe(bench: Bench) -> None:
    """Batches through the whole of admit, their evidence in a file, beside bare inserts of the same text."""
    plan = bench.world.plan
    memory = bench.world.memory()
    speaker = world.Speaker(random.Random(f"{bench.options.seed} observe"), note=200_000)
    count = min(2_000, max(100, plan.marks // 2))
    took: dict[str, list[float]] = {"observe": [], "bare": []}
    for turn in range(bench.times(3) + 1):
        lines, given = _batch(bench, speaker, count, turn)
        rows = [(text, subject) for subject, text in lines]
        seconds = [measure.clocked(_taken, memory, given), measure.clocked(measure.bare_inserts, rows)]
        if turn:
            took["observe"].append(seconds[0])
            took["bare"].append(seconds[1])
    rate, base = count / median(took["observe"]), count / median(took["bare"])

    def again() -> str:
        _, given = _batch(bench, speaker, count, 99)
        return measure.profiled(lambda: memory.observe_batch(given))

    bench.row(
        "observe", "observe in batch", rate, "marks/s", control=base, ratio=base / rate, bar="≥ 3000 marks/s (aim 6000)",
        holds=rate >= 3_000, note=f"batches of {count}; control: bare FTS5 inserts", profile=again,
    )  # fmt: skip
    filled = bench.world.figures["fill_marks_per_s"]
    bench.row(
        "observe",
        "observe in batch, from empty",
        filled,
        "marks/s",
        note="while this home was made, maybe in an earlier run",
    )
    thousands = 3 if plan.marks >= 1_000 else 1
    _, given = _batch(bench, speaker, thousands * 1_000, 98)
    with measure.scratch(bench.world.folder, "batch.jsonl") as path:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(given) + "\n")
        own, _ = measure.syncs(["--home", bench.world.home, "observe", "--batch", path], bench.env())
    bench.row(
        "observe", "observe in batch: syncs per 1000", own / thousands, "syncs", bar="≤ 2 (values, log)", holds=own <= 2 * thousands + 1,
        note=f"{own} for {thousands * 1_000} marks in one batch",
    )  # fmt: skip


def _batch(bench: Bench, speaker: world.Speaker, count: int, turn: int) -> tuple[list[tuple[str, str]], list[str]]:
    """New sentences in a file of the archive, and what is observed of them."""
    lines = [speaker.sentence() for _ in range(count)]
    day = bench.world.plan.end - datetime.timedelta(days=4_000 + turn)
    shown = f"daily/archive/{day.isoformat()}.md"
    with open(os.path.join(bench.world.home, shown), "w", encoding="utf-8") as file:
        file.write(f"# {day.isoformat()}\n\n" + "".join(f"- {text}.\n" for _, text in lines))
    given = [
        json.dumps(
            {"subject": subject, "observation": text, "evidence": f"{shown}#L{number}", "half_life_days": 4_000.0}
        )
        for number, (subject, text) in enumerate(lines, 3)
    ]
    return lines, given


def _taken(memory: Any, given: Sequence[str]) -> None:
    outcomes = memory.observe_batch(given)
    if any(each.status != "created" for each in outcomes):
        raise SystemExit(f"a batch was not taken: {next(e for e in outcomes if e.status != 'created')}")


def consolidate(bench: Bench) -> None:
    """Days of three sizes, each new, in turn."""
    sizes = bench.options.days
    took: dict[int, list[float]] = {size: [] for size in sizes}
    made: dict[int, int] = {}
    later = iter(range(1, 10_000))

    def day(size: int) -> tuple[Any, str]:
        ahead = next(later)
        date = (bench.world.plan.end + datetime.timedelta(days=ahead)).isoformat()
        memory = bench.world.memory(bench.world.plan.asked + ahead * world.DAY)
        body = world.day_of_size(bench.options.seed, ahead, size * 1_000)
        with open(os.path.join(bench.world.home, "daily", f"{date}.md"), "w", encoding="utf-8") as file:
            file.write(f"# {date}\n\n{body}")
        return memory, date

    first, date = day(1)
    first.consolidate(day=date)  # looks at all that earlier sections left: new files of the archive, marks that faded
    for _ in range(bench.times(3)):
        for size in sizes:
            memory, date = day(size)
            took[size].append(measure.clocked(_consolidated, memory, date, size, made))

    def again() -> str:
        memory, date = day(sizes[-1])
        return measure.profiled(lambda: memory.consolidate(day=date))

    for size in sizes:
        seconds = median(took[size])
        bench.row(
            "consolidate", f"consolidate {size} KB", seconds, "s", bar="< 1 s" if size == LARGE_DAY else "",
            holds=seconds < 1.0 if size == LARGE_DAY else None, note=f"{made[size]} marks", profile=again,
        )  # fmt: skip
    for less, more in pairwise(sizes):
        growth, linear = median(took[more]) / median(took[less]), more / less
        bench.row(
            "consolidate", f"consolidate {more} KB ÷ {less} KB", growth, "×", ratio=growth,
            bar=f"≤ {linear * 1.1:.1f} (linear is {linear:g})", holds=growth <= linear * 1.1, profile=again,
        )  # fmt: skip


def _consolidated(memory: Any, date: str, size: int, made: dict[int, int]) -> None:
    made[size] = sum(each.created for each in memory.consolidate(day=date).days)


def across(bench: Bench) -> None:
    """What the bars say of two sizes held against each other."""
    files = sorted(bench.options.files)
    small, large = min(bench.options.marks), max(bench.options.marks)
    kept = bench.kept
    for count in files if small < large else []:
        bench.files = count
        first, last = (kept[("recall", size, count)] - kept[("bare", size, count)] for size in (small, large))
        growth = last / first
        bench.row(
            "across", f"recall − control, {large} ÷ {small} marks", growth, "×", ratio=growth, bar="< 2 × (to 10⁶)",
            holds=growth < 2.0, note=f"{first * MS:.2f} → {last * MS:.2f} ms",
        )  # fmt: skip
        first, last = (kept[("resident", size, count)] for size in (small, large))
        bench.row(
            "across", f"resident size, {large} ÷ {small} marks", last / first, "×", ratio=last / first,
            bar="≤ 1.2 (independent)", holds=last / first <= 1.2, note=f"{first:.1f} → {last:.1f} MB",
        )  # fmt: skip
    if len(files) > 1:
        _added(bench, files[0], files[-1])


def _added(bench: Bench, few: int, many: int) -> None:
    """What recall takes more with many files than with few, beside the pass over the many."""
    kept = bench.kept
    bench.files = many
    for marks in bench.options.marks:
        bench.world = bench.world if bench.world.plan.marks == marks else _of(bench, marks)
        rest = [kept[("recall", marks, count)] - kept[("bare", marks, count)] for count in (few, many)]
        walk = kept[("pass", marks, many)]
        ratio = (rest[1] - rest[0]) / walk
        bench.row(
            "across", f"recall − control, {many} − {few} files", (rest[1] - rest[0]) * MS, "ms", control=walk * MS,
            ratio=ratio, bar="≤ 1 pass", holds=ratio <= 1.0, note="control: scandir + stat pass over the many",
        )  # fmt: skip


def _of(bench: Bench, marks: int) -> world.World:
    return world.World(bench.options.work, world.plan(bench.options.seed, marks, bench.options.end))


def shown(row: Row) -> str:
    """A row as one line of text."""
    cells = (_number(row.measured, row.unit), _number(row.control, row.unit), _number(row.ratio, "×"))
    return (
        f"{row.marks:>7} {row.files:>6}  {row.name:<38} {cells[0]:>14} {cells[1]:>14} {cells[2]:>9}  "
        f"{row.bar:<24} {row.state:<9} {row.note}"
    ).rstrip()


HEAD = (
    f"{'marks':>7} {'files':>6}  {'figure':<38} {'measured':>14} {'control':>14} {'ratio':>9}  "
    f"{'bar':<24} {'state':<9} note"
)


def _number(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    digits = 0 if value >= 1_000 or unit == "syncs" else 1 if value >= 100 else 2
    return f"{value:.{digits}f} {unit}"


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    import sapwood

    return {
        "seconds": "of the processor" if measure.uses_processor() else "of the clock",
        "sapwood": sapwood.__version__,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "load": [round(each, 2) for each in os.getloadavg()],
    }


def markdown(bench: Bench, machines: Sequence[dict[str, Any]]) -> str:
    """The table for a page."""
    before, after = machines
    lines = [
        f"Sapwood {before['sapwood']}, Python {before['python']}, SQLite {before['sqlite']}, {before['system']}, {before['processors']} processors; "
        f"seconds {before['seconds']}; "
        f"load of the machine {before['load'][0]} before and {after['load'][0]} after the run; "
        f"seed {bench.options.seed}, last day {bench.options.end}.",
        "",
        "| Marks | Files | Figure | Measured | Control | Ratio | Bar | State | Note |",
        "|--:|--:|---|--:|--:|--:|---|---|---|",
    ]
    for row in bench.rows:
        cells = (
            str(row.marks), str(row.files), row.name, _number(row.measured, row.unit),
            _number(row.control, row.unit), _number(row.ratio, "×"), row.bar, row.state, row.note,
        )  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def as_json(bench: Bench, machines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The whole run as data."""
    options = bench.options
    return {
        "seed": options.seed,
        "end": options.end.isoformat(),
        "marks": list(options.marks),
        "files": list(options.files),
        "only": list(options.only),
        "before": machines[0],
        "after": machines[1],
        "rows": [row._asdict() for row in bench.rows],
        "profiles": bench.profiles,
    }


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(prog="bench/run.py", description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--marks", default="10000", help="sizes, such as 10000,100000")
    parser.add_argument("--files", default="1000", help="numbers of the person's own files, such as 1000,10000")
    parser.add_argument("--only", default="", help="sections, such as recall,observe; all: " + ",".join(SECTIONS))
    parser.add_argument("--work", default="", help="folder in which made homes are kept; default: a temporary one")
    parser.add_argument("--json", default="", metavar="FILE", help="write all rows")
    parser.add_argument("--markdown", default="", metavar="FILE", help="write the table for a page")
    parser.add_argument("--profile", nargs="?", const="-", default="", metavar="FILE", help="profile what is short")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--end", default="", metavar="DATE", help="last day of the years; default: of the month before")
    parser.add_argument("--rounds", type=float, default=1.0, help="repeat that many times as often")
    parser.add_argument("--cpu", action="store_true", help="seconds of the processor, for a machine that is busy")
    parser.add_argument("--days", default="30,60,120", help="KB of the days that are consolidated")
    parser.add_argument("--still", type=float, default=STILL_SECONDS, help="seconds that new files are left alone")
    return parser.parse_args(arguments)


def counts(text: str) -> tuple[int, ...]:
    """Sizes as written: `10000,100000`."""
    return tuple(sorted(int(each.replace("_", "")) for each in text.split(",")))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; 0 whatever the figures say, since a figure fails no build."""
    given = parsed(arguments)
    only = tuple(filter(None, given.only.split(",")))
    if unknown := [each for each in only if each not in SECTIONS]:
        raise SystemExit(f"--only {unknown[0]}: got no section of that name, wanted some of {', '.join(SECTIONS)}")
    today = datetime.date.today()
    if given.cpu:
        measure.use_processor()
    end = datetime.date.fromisoformat(given.end) if given.end else world.last_day(today)
    if not world.can_be_asked(end, today):
        raise SystemExit(f"--end {end}: got a day too near or too far, wanted one 2 to {world.STAYS - 2} days back")
    with tempfile.TemporaryDirectory() as temporary:
        work = os.path.abspath(given.work) if given.work else temporary
        options = Options(
            counts(given.marks),
            counts(given.files),
            only,
            work,
            given.seed,
            end,
            given.rounds,
            bool(given.profile),
            given.still,
            counts(given.days),
        )
        bench = Bench(options, lambda text: print(text, flush=True))
        before = machine()
        print(HEAD, flush=True)
        bench.run()
    machines = (before, machine())
    _write(given.json, json.dumps(as_json(bench, machines), ensure_ascii=False, indent=1) + "\n")
    _write(given.markdown, into_page(given.markdown, markdown(bench, machines)))
    _write(given.profile, "".join(f"\n## {name}\n\n{text}\n" for name, text in bench.profiles.items()))
    return 0


def _write(path: str, text: str) -> None:
    if path == "-":
        print(text)
    elif path:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def into_page(path: str, table: str) -> str:
    """The text of a page with a new table between its two comments; only the table where there is no such page."""
    if not os.path.exists(path):
        return table
    with open(path, encoding="utf-8") as file:
        head, start, rest = file.read().partition(OPENS)
    _, end, tail = rest.partition(CLOSES)
    return f"{head}{start}\n\n{table}\n{end}{tail}" if end else table


if __name__ == "__main__":
    sys.exit(main())

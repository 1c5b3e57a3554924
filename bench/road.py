"""Figures of the road, as ratios measured side by side in one run. `python bench/road.py [marks]` prints a table.

Makes a home in a temporary folder with seeded text of its own; nothing is read from elsewhere.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

WORDS = (
    "kettle window garden soup carrot fennel oven timer bread flour rye starter bicycle tyre train ticket meeting notes "
    "budget invoice printer paper laptop battery choir alto rehearsal score piano humidity glue bellows reed bench saw "
    "nephew sister neighbour doctor knee pills nap morning evening radio lamp curtain paint brush roof gutter rain wind "
    "parser branch release index query cache deploy review test fixture log queue token server client port thread lock"
).split()
TOPICS = (
    "food.vegetables",
    "home.repairs",
    "work.meetings",
    "code.tests",
    "music.choir",
    "sleep.bedtime",
    "money.bills",
)
QUERIES = ("fennel in the oven", "choir rehearsal", "invoice for the printer", "release branch", "nap in the morning")


def sentence(rng: random.Random) -> str:
    """A line such as a person logs: six to twelve words and a number."""
    words = [rng.choice(WORDS) for _ in range(rng.randint(5, 11))]
    return " ".join([words[0].capitalize(), *words[1:], str(rng.randint(1, 9999))])


def timed(call: Callable[[], object], runs: int) -> float:
    """Median seconds of `runs` calls after one that is not counted."""
    call()
    took = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        took.append(time.perf_counter() - start)
    return statistics.median(took)


def process(arguments: list[str], runs: int = 9) -> float:
    """Median seconds of a whole process."""
    return timed(lambda: subprocess.run([sys.executable, *arguments], check=True, capture_output=True), runs)


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("STATE", "CACHE", "DATA", "CONFIG"):
            os.environ[f"XDG_{kind}_HOME"] = os.path.join(folder, kind.lower())
        measure(os.path.join(folder, "home"), count)


def measure(home: str, count: int) -> None:
    from sapwood import Memory
    from sapwood.verbs import init

    rng = random.Random(7)
    init.init(home, owner="joshua", time_zone="Europe/Berlin")
    day = os.path.join(home, "daily", "2026-01-05.md")
    lines = [sentence(rng) for _ in range(count)]
    cited = [lines[at : at + 2000] for at in range(0, count, 2000)]
    for number, part in enumerate(cited):
        with open(os.path.join(home, "long-term", f"source-{number}.md"), "w", encoding="utf-8") as file:
            file.write("".join(f"- {line}\n" for line in part))
    batch = [
        json.dumps(
            {
                "subject": f"joshua.{rng.choice(TOPICS)}",
                "observation": line,
                "evidence": [f"long-term/source-{at // 2000}.md#L{at % 2000 + 1}"],
            }
        )
        for at, line in enumerate(lines)
    ]
    now = time.time()  # the whole processes below read the real clock
    memory = Memory(home, now=lambda: now)

    start = time.perf_counter()
    done = memory.observe_batch(batch)
    rate = count / (time.perf_counter() - start)
    made = sum(each.status == "created" for each in done)
    bare_rate = bare_insert_rate(lines)
    print(
        f"observe in batch          {rate:10.0f} marks/s   ({made} created; bare FTS5 inserts {bare_rate:.0f}/s, ratio {bare_rate / rate:.1f})"
    )

    recalls = [timed(lambda words=words: memory.recall(query=words, layers=("marks",)), 15) for words in QUERIES]
    controls = [control(memory, words) for words in QUERIES]
    p50, bare = statistics.median(recalls), statistics.median(controls)
    print(
        f"recall, marks lane, p50   {p50 * 1e3:10.2f} ms        (bare FTS5 query {bare * 1e3:.2f} ms, ratio {p50 / bare:.1f})"
    )
    about = timed(lambda: memory.recall(about="joshua.food", layers=("marks",)), 15)
    print(f"recall, about alone       {about * 1e3:10.2f} ms")

    with open(day, "w", encoding="utf-8") as file:
        file.write("# 2026-01-05\n\n")
        size = 0
        while size < 120_000:
            line = f"- {sentence(rng)}\n"
            size += len(line)
            file.write(line)
    start = time.perf_counter()
    report = memory.consolidate(day="2026-01-05")
    took = time.perf_counter() - start
    print(f"consolidate a 120 KB day  {took:10.2f} s         ({sum(each.created for each in report.days)} marks)")

    start = time.perf_counter()
    verdict = memory.verify()
    took = time.perf_counter() - start
    print(
        f"verify                    {took / verdict.leaves * 1e6:10.1f} µs a leaf ({verdict.leaves} leaves and their values)"
    )
    start = time.perf_counter()
    rebuilt = memory.rebuild()
    print(f"rebuild                   {time.perf_counter() - start:10.2f} s         ({rebuilt.leaves} leaves)")

    unit = process(["-c", "import sqlite3"])
    run = "from sapwood.doors.start import main; main()"
    whole = process(["-c", run, "--home", home, "recall", "fennel in the oven"])
    version = process(["-c", run, "--version"])
    print(
        f"start-up: `import sqlite3` {unit * 1e3:.0f} ms = 1 S; `sapwood --version` {version / unit:.1f} S; `sapwood recall` {whole / unit:.1f} S"
    )


def bare_insert_rate(lines: list[str]) -> float:
    """Rows a second that SQLite alone puts into an FTS5 table of the same text."""
    import sqlite3

    db = sqlite3.connect(":memory:")
    db.execute('CREATE VIRTUAL TABLE t USING fts5(text, tokenize = "porter unicode61 remove_diacritics 2")')
    start = time.perf_counter()
    with db:
        db.executemany("INSERT INTO t VALUES (?)", ((line,) for line in lines))
    return len(lines) / (time.perf_counter() - start)


def control(memory: object, words: str) -> float:
    """Seconds of the FTS5 query alone: same text, same k, one connection."""
    from sapwood.db import sqlite
    from sapwood.index import lexical

    db = sqlite.connect(memory.home.places.index_file)  # type: ignore[attr-defined]
    match = lexical.query(words).match  # type: ignore[union-attr]
    took = timed(
        lambda: db.execute(
            "SELECT rowid, bm25(marks_text) FROM marks_text WHERE marks_text MATCH ? ORDER BY 2 LIMIT 10", (match,)
        ).fetchall(),
        15,
    )
    db.close()
    return took


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)

"""What outside suites say of Sapwood: `python bench/judges.py` prints the tables of docs/judges.md, `--write` puts them
there, `--check` only says whether the page has them.

The stores, doors and backends that the suites drive lie in tests/judges/, and the tests there hold what must be true;
this makes the tables of the same runs. It takes two minutes or so.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

from agent_memory_guard.bench.adapters.baseline import baseline_adapters  # noqa: E402
from agent_memory_guard.bench.harness import run_suite  # noqa: E402
from agent_memory_guard.bench.scoring import score_report  # noqa: E402
from memtrust.evals import (  # noqa: E402
    contradiction,
    crash_recovery,
    filter_injection,
    lock_contention,
    migration_rollback,
)

from judges.at_rest import ApprovedInFiles, ApprovedInLog, Cell, Judged, MarksInIndex, MarksInLog, judge  # noqa: E402
from judges.backend import Backend  # noqa: E402
from judges.front_door import ApprovedFrontDoor, FrontDoor, knock  # noqa: E402
from judges.poisoning import Approved, Marks  # noqa: E402
from sapwood.disk import lock  # noqa: E402

PAGE = ROOT / "docs" / "judges.md"
OPENS, CLOSES = "<!-- tables: written by bench/judges.py --write -->", "<!-- end of tables -->"
SUITES = ("agent-memory-integrity", "agent-memory-guard", "memtrust-cli")
UNHURRIED = 120_000.0  # milliseconds: how fast it is, is measured elsewhere


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """The lines of a Markdown table."""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return [*lines, *("| " + " | ".join(map(str, row)) + " |" for row in rows)]


def store(kind: type[Judged], *, trusted: bool = False, witness_too: bool = False) -> Judged:
    """A store to be judged: asked with `--trusted` or not, the state folder in reach of the hand or not."""
    made = kind()
    made.witness_too = witness_too
    if isinstance(made, ApprovedInFiles | ApprovedInLog):
        made.trusted = trusted
    return made


def cell(found: Cell) -> str:
    """A verdict, and how what nobody wrote so was shown."""
    shown = " and ".join(f"`{trust}`" for trust in sorted(found.strangers))
    return found.verdict + (f", shown as {shown}" if shown else "")


def at_rest() -> Iterator[str]:
    """The two tables of edits at rest."""
    columns = {
        "marks: log and values": store(MarksInLog), "marks: index": store(MarksInIndex),
        "approved: files": store(ApprovedInFiles), "the same, `--trusted`": store(ApprovedInFiles, trusted=True),
        "approved: log, values, files": store(ApprovedInLog),
        "the same, `--trusted` ": store(ApprovedInLog, trusted=True),
    }  # fmt: skip
    yield from ["### At rest", "", *_edits(columns), "", "### At rest, with the witness in reach", ""]
    yield from _edits(
        {
            "marks: log and values": store(MarksInLog, witness_too=True),
            "approved, `--trusted`: log, values, files": store(ApprovedInLog, trusted=True, witness_too=True),
        }
    )


def _edits(columns: dict[str, Judged]) -> list[str]:
    judged = [judge(each) for each in columns.values()]
    rows = [[cells[0].edit, *map(cell, cells)] for cells in zip(*judged, strict=True)]
    return table(["Edit", *(name.strip() for name in columns)], rows)


def front_door() -> Iterator[str]:
    """Attack by attack, channel by channel."""
    yield from ["", "### Front door", ""]
    runs = [knock(FrontDoor()), knock(ApprovedFrontDoor()), knock(ApprovedFrontDoor(), mutate=True)]
    rows = [[each[0].attack, each[0].channel, *(row.said for row in each)] for each in zip(*runs, strict=True)]
    yield from table(["Attack", "Channel", "Marks", "Approved", "Approved, mutated"], rows)


def poisoning() -> Iterator[str]:
    """The grades of the suite, of its own references and of two lanes here."""
    yield from ["", "### Poisoning", ""]
    rows = []
    for kind in (*baseline_adapters(), Marks, Approved):
        card = score_report(run_suite(kind))
        kept = f"{card.defended_total} of {card.malicious_total}"
        spoilt = f"{card.false_positives} of {card.benign_total}"
        rows.append([card.system, card.grade.value, f"{card.score:.1f}", kept, card.critical_breaches, spoilt])
    yield from table(["System", "Grade", "Score", "Attacks kept out", "Critical breaches", "Honest texts lost"], rows)


def faults() -> Iterator[str]:
    """The evals of the third suite."""
    yield from ["", "### Faults", ""]
    evals: list[tuple[str, Callable[[Backend], Any]]] = [
        ("contradiction", contradiction.run_contradiction_eval),
        ("migration rollback", migration_rollback.run_migration_rollback_eval),
        ("crash recovery", crash_recovery.run_crash_recovery_eval),
        ("filter injection", filter_injection.run_filter_injection_eval),
    ]
    rows = []
    for name, run in evals:
        with Backend() as backend:
            rows.append([name, _counted(each.signal.value for each in run(backend).case_results)])
    with Backend() as backend:
        rows.append(["lock contention", _contended(backend)])
        os.environ["SAPWOOD_LOCK_SECONDS"] = "1"
        with lock.held(backend.place.memory().home.places.lock, 5):
            rows.append(["lock contention, the holder never lets go", _contended(backend)])
    yield from table(["Eval", "Signals"], rows)


def _contended(backend: Backend) -> str:
    found = lock_contention.run_lock_contention_eval(backend, budget_ms=UNHURRIED)
    done = sum(1 for each in found.requests if each.succeeded)
    return f"{found.signal.value}: {done} of {len(found.requests)} written, {len(found.requests) - done} told why not"


def _counted(signals: Iterator[str]) -> str:
    said = list(signals)
    return ", ".join(f"{said.count(each)} {each}" for each in dict.fromkeys(said))


def made() -> str:
    """All tables, and what they were made with."""
    suites = ", ".join(f"`{name}` {version(name)}" for name in SUITES)
    parts = [*at_rest(), *front_door(), *poisoning(), *faults()]
    return "\n".join([f"Made with Sapwood {version('sapwood')}, {suites}.", "", *parts])


def written(page: str, tables: str) -> str:
    """The page with these tables between its two comments."""
    before, _, rest = page.partition(OPENS)
    _, _, after = rest.partition(CLOSES)
    return f"{before}{OPENS}\n\n{tables}\n\n{CLOSES}{after}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print, write or compare the tables; 1 where the page has others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put them into docs/judges.md")
    parser.add_argument("--check", action="store_true", help="exit 1 where docs/judges.md has others")
    given = parser.parse_args(arguments)
    tables = made()
    page = PAGE.read_text(encoding="utf-8")
    if given.write:
        PAGE.write_text(written(page, tables), encoding="utf-8")
    elif given.check and page != written(page, tables):
        sys.stdout.write(f"{tables}\n")
        sys.stderr.write("docs/judges.md has other tables than these; run: bench/judges.py --write\n")
        return 1
    elif not given.check:
        sys.stdout.write(f"{tables}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""docs/evidence.md names, for each capability, files, symbols and tests; all of them exist, and every row is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "evidence.md"
HEADER = ("Subsystem", "File", "Symbol", "Test")

# A row that is taken out of the page is missed here.
SUBSYSTEMS = {
    "human_review": [
        "asking", "the review", "what is shown is what is signed", "nothing hidden on the screen", "the person's key",
        "the gesture", "the gate", "every channel", "every command", "the writer of facts", "on another device",
    ],
    "tombstone": [
        "keys of a value", "disguises", "the signed no", "every road in", "every lane out", "marks", "facts", "laundering",
        "several machines", "honest corrections", "an unsigned no", "the way back",
    ],
    "trust_state": [
        "the state of a claim", "approved facts", "the filter", "unsigned files", "facts that are missed", "sealed files",
        "unproven marks", "what waits", "the trust root", "a replaced root",
    ],
    "audit_log": [
        "the one way in", "the writer", "refusals", "the tree", "the witness", "altered lines", "a head that was kept",
        "verify", "a second verifier", "reading it", "history of a mark", "decisions",
    ],
    "bitemporal": [
        "intervals of a line", "replacements", "disputes", "late days", "corrections", "what was known", "the question",
        "facts", "facts that were replaced", "what it replaced",
    ],
    "negative_eval": [
        "forgotten", "erased", "refused", "not signed", "of another workspace", "altered at rest, marks",
        "altered at rest, facts", "planted at the front door", "poisoned", "of another scope",
    ],
}  # fmt: skip


class Row(NamedTuple):
    """One row of the page. The last three are the words in backticks."""

    capability: str
    subsystem: str
    file: str
    symbol: str
    test: str


def rows(page: str) -> list[Row]:
    """The rows of every table, each under the heading that it stands below."""
    found, capability = [], ""
    for line in page.splitlines():
        if line.startswith("## "):
            capability = line.removeprefix("## ")
        elif line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if tuple(cells) != HEADER and set(line) - set("|-"):
                found.append(Row(capability, cells[0], *(cell.strip("`") for cell in cells[1:])))
    return found


@cache
def defined(path: Path) -> frozenset[str]:
    """The names that a file defines: functions, classes, their methods as `Class.method`, constants."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{each.name}" for each in node.body if isinstance(each, ast.FunctionDef)}
        if isinstance(node, ast.Assign):
            names |= {each.id for each in node.targets if isinstance(each, ast.Name)}
    return frozenset(names)


def faults(row: Row) -> list[str]:
    """What a row names that is not there."""
    found = []
    for what, named, name in (("symbol", row.file, row.symbol), ("test", *row.test.split("::"))):
        path = ROOT / named
        if not path.is_file():
            found.append(f"{row.capability}, {row.subsystem}: no file {named}")
        elif name not in defined(path):
            found.append(f"{row.capability}, {row.subsystem}: no {what} {name} in {named}")
    return found


def test_every_row_is_there() -> None:
    found: dict[str, list[str]] = {}
    for row in rows(PAGE.read_text(encoding="utf-8")):
        found.setdefault(row.capability, []).append(row.subsystem)
    assert found == SUBSYSTEMS


def test_what_the_rows_name_exists() -> None:
    found = rows(PAGE.read_text(encoding="utf-8"))
    assert [fault for row in found for fault in faults(row)] == []
    for row in found:
        assert row.file.startswith(("src/sapwood/", "tools/", "tests/judges/")), row
        assert re.fullmatch(r"tests/[\w/]+\.py::test_\w+", row.test), row
    assert len({(row.capability, row.test) for row in found}) == len(found), "a test stands for one row of a capability"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"file": "src/sapwood/verbs/approve.py"}, "no file src/sapwood/verbs/approve.py"),
        ({"symbol": "agree"}, "no symbol agree in"),
        ({"symbol": "Desk.agree"}, "no symbol Desk.agree in"),
        ({"test": "tests/doors/test_review.py::test_it_is_agreed"}, "no test test_it_is_agreed in"),
        ({"test": "tests/doors/test_agreeing.py::test_it"}, "no file tests/doors/test_agreeing.py"),
    ],
)
def test_what_does_not_exist_is_reported(change: dict[str, str], fault: str) -> None:
    whole = Row(
        "human_review", "the review", "src/sapwood/verbs/review.py", "approve",
        "tests/doors/test_review.py::test_signed_on_another_device",
    )  # fmt: skip
    assert faults(whole) == []
    (found,) = faults(whole._replace(**change))
    assert fault in found

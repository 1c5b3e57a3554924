"""The man page: as new as the code and the documents, and sound roff."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import click
import pytest

from sapwood.doors.cli import cli

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    spec = importlib.util.spec_from_file_location("man_page", ROOT / "tools" / "man_page.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_as_new_as_the_code(tool: ModuleType) -> None:
    assert tool.PAGE.read_text(encoding="utf-8") == tool.made(), "older than the code; run: make docs"


def test_an_old_page_is_reported() -> None:
    code = (
        "import sys, pathlib; sys.path.insert(0, 'tools'); import man_page, cli_docs;"
        "man_page.PAGE = cli_docs.ROOT / 'docs' / 'man' / 'none.1';"
        "sys.exit(cli_docs.man(['--check']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "docs/man/none.1 is older than the code; run: make docs" in done.stderr


def test_the_page_names_every_command_every_code_and_where_things_lie(tool: ModuleType) -> None:
    text = tool.PAGE.read_text(encoding="utf-8")
    assert text.isascii()
    for name, _, _ in tool.commands(cli, click.Context(cli, info_name="sapwood")):
        assert f".B {name}\n" in text, name
    for section in ("NAME", "SYNOPSIS", "OPTIONS", "COMMANDS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"):
        assert f"\n.SH {section}\n" in text
    status = text.split(".SH EXIT STATUS")[1].split(".SH ")[0]
    assert [f"\\fB{code}\\fR\n" in status for code in range(9)] == [True] * 9
    for variable in ("SAPWOOD_HOME", "NO_COLOR, FORCE_COLOR", "XDG_STATE_HOME"):
        assert f"\\fB{variable}" in text


def test_text_cannot_be_taken_for_a_request(tool: ModuleType) -> None:
    assert tool.escaped(".so /etc/passwd") == "\\&.so /etc/passwd"
    assert tool.escaped("'quoted' a\\b --long 5 × 5") == "\\&'quoted' a\\eb \\-\\-long 5 \\[u00D7] 5"
    assert tool.marked("`--home` is **bold**, see [formats](format.md#x).") == (
        "\\fB\\-\\-home\\fR is \\fBbold\\fR, see formats."
    )
    long = "word " * 20 + ".hidden 'quote " * 5
    assert not [line for line in tool.folded([long]) if line.startswith((".", "'")) or len(line) > 80]
    assert list(tool.folded([".nf", long, ".fi"])) == [".nf", long, ".fi"]


def test_paragraphs_are_filled_and_a_listing_is_not(tool: ModuleType) -> None:
    found = list(tool.paragraphs("One\ntwo.\n\n\b\na: 1\nb: 2\n\nThree."))
    assert found == ["One two.", ".PP", ".nf", "a: 1", "b: 2", ".fi", ".PP", "Three."]


@pytest.mark.needs("mandoc")
def test_mandoc_finds_nothing_wrong(tool: ModuleType) -> None:
    done = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", str(tool.PAGE)], capture_output=True, text=True, check=False
    )
    found = [line for line in done.stdout.splitlines() if "missing date" not in line]  # a date would differ by the day
    assert found == []


def test_the_wheel_installs_it() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shared = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert shared == {"docs/man/sapwood.1": "share/man/man1/sapwood.1"}

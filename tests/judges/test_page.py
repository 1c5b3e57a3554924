"""docs/judges.md holds the tables that bench/judges.py makes."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("judges_bench", ROOT / "bench" / "judges.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_has_the_tables(full: bool, capsys: pytest.CaptureFixture[str]) -> None:
    if not full:
        pytest.skip("a long round: .ci/full")
    assert bench().main(["--check"]) == 0, capsys.readouterr()


def test_other_tables_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = bench()
    page = tmp_path / "judges.md"
    page.write_text(f"# Judges\n\n{made.OPENS}\n\nold\n\n{made.CLOSES}\n\nThe end.\n")
    monkeypatch.setattr(made, "PAGE", page)
    monkeypatch.setattr(made, "made", lambda: "| new |")
    assert made.main(["--check"]) == 1
    assert "--write" in capsys.readouterr().err
    assert made.main(["--write"]) == 0
    assert page.read_text() == f"# Judges\n\n{made.OPENS}\n\n| new |\n\n{made.CLOSES}\n\nThe end.\n"
    assert made.main(["--check"]) == 0

"""Names that file services give: each with the file it is a second version of, and names that only look so."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapwood.disk import conflict_copies


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("000001.sync-conflict-20261105-120000-ABCDEFG.jsonl", "000001.jsonl"),
        ("000001 (conflicted copy 2026-11-05).jsonl", "000001.jsonl"),
        ("2026-11-05.sync-conflict-20261105-120000.md", "2026-11-05.md"),
        ("2026-11-05 (Kopie in Konflikt).md", "2026-11-05.md"),
        ("2026-11-05 (In Konflikt stehende Kopie von planner 2026-11-05).md", "2026-11-05.md"),
        ("2026-11-05 (planner's conflicted copy 2026-11-05 1).md", "2026-11-05.md"),
        ("2026-11-05 (conflicted copy 2026-11-05 120000).md", "2026-11-05.md"),
        ("2026-11-05 (Copie en conflit de planner 2026-11-05).md", "2026-11-05.md"),
        ("2026-11-05 (Copia en conflicto de planner 2026-11-05).md", "2026-11-05.md"),
        ("2026-11-05 (Copia in conflitto di planner 2026-11-05).md", "2026-11-05.md"),
        ("2026-11-05 (Cópia em conflito de planner 2026-11-05).md", "2026-11-05.md"),
        ("2026-11-05_conflict-20261105-120000.md", "2026-11-05.md"),
        ("SOUL (Case Conflict).md", "SOUL.md"),
    ],
)
def test_names_that_say_so(tmp_path: Path, name: str, first: str) -> None:
    assert conflict_copies.original(str(tmp_path / name)) == str(tmp_path / first)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("sapwood (1).toml", "sapwood.toml"),
        ("2026-11-05 2.md", "2026-11-05.md"),
        ("2026-11-05 - Copy.md", "2026-11-05.md"),
        ("2026-11-05 - Kopie (2).md", "2026-11-05.md"),
        ("2026-11-05 copy.md", "2026-11-05.md"),
        ("2026-11-05-DESKTOP-1A2B3C4.md", "2026-11-05.md"),
    ],
)
def test_names_that_count_beside_the_first_alone(tmp_path: Path, name: str, first: str) -> None:
    (tmp_path / name).touch()
    assert conflict_copies.original(str(tmp_path / name)) is None
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / first).touch()
    found = conflict_copies.original(str(tmp_path / name), also=str(tmp_path / "archive"))
    assert found == str(tmp_path / "archive" / first)
    (tmp_path / first).touch()
    assert conflict_copies.original(str(tmp_path / name)) == str(tmp_path / first)


@pytest.mark.parametrize(
    "name",
    ["2026-11-05.md", "2026-11-05-late.md", "Notes on a conflict.md", "Merge conflict (2).md", "Talk (conflict).md",
     "conflict-of-interest.md", "Copy.md", "000001.jsonl", "desktop-setup.md", "Ruhe (Kopien).md"],
)  # fmt: skip
def test_names_of_a_persons_own(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    assert conflict_copies.original(str(tmp_path / name)) is None


def test_placeholders_and_what_is_there_for_a_moment() -> None:
    assert conflict_copies.not_here(".2026-11-05.md.icloud") == "2026-11-05.md"
    assert conflict_copies.not_here("2026-11-05.md") is None
    passing = [".~lock.2026-11-05.md#", "._2026-11-05.md", ".#2026-11-05.md", "2026-11-05.md.tmp", "2026-11-05.md~",
               ".syncthing.2026-11-05.md.tmp", "~$notes.md"]  # fmt: skip
    assert all(map(conflict_copies.is_passing, passing))
    assert not any(map(conflict_copies.is_passing, ["2026-11-05.md", ".hidden.md", "tmp.md"]))

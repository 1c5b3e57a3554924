"""Outside the home the product writes below the XDG folders and nowhere else (XDG Base Directory Specification 0.8)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from household import run_cli

KINDS = ("CACHE", "STATE", "DATA", "CONFIG")
DEFAULTS = {"CACHE": ".cache", "STATE": ".local/state", "DATA": ".local/share", "CONFIG": ".config"}


def everything(home: Path) -> None:
    """Every kind of command against one home."""
    at = ["--home", str(home)]
    home.parent.mkdir(exist_ok=True)

    def run(*arguments: str, code: int = 0, stdin: str = "") -> str:
        done = run_cli([*at, *arguments], cwd=str(home.parent), stdin=stdin, env={"PYTHONDONTWRITEBYTECODE": "1"})
        assert done.returncode == code, (arguments, done.stdout, done.stderr)
        return done.stdout

    run("init", str(home), "--owner", "joshua", "--time-zone", "UTC")
    (home / "long-term/food.md").write_text("# Food\n\n- Vegetables\n")
    run("jot", "A line for the day")
    run("observe", "joshua.food", "Vegetables", "-e", "long-term/food.md#L3")
    mark = json.loads(run("mark", "joshua.sleep", "Window open", "--json"))["id"]
    for arguments in (
        ["recall", "vegetables"], ["recall", "joshua", "--horizon", "all", "--json"], ["marks"], ["status"],
        ["get", mark], ["mark", "show", mark], ["mark", "move", mark, "joshua.night"], ["substrate"], ["verify"],
        ["log", "head"], ["consolidate", "--dry-run"], ["consolidate"], ["forget", mark], ["restore", mark],
        ["rebuild"], ["watch", "--once"], ["completion", "bash"], ["demo"],
    ):  # fmt: skip
        run(*arguments)


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}


@pytest.fixture
def person(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """HOME, empty, with the XDG variables unset and a temporary folder of its own."""
    person = own_home / "me"
    person.mkdir()
    monkeypatch.setenv("HOME", str(person))
    (own_home / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(own_home / "tmp"))
    for kind in KINDS:
        monkeypatch.delenv(f"XDG_{kind}_HOME")
    return person


@pytest.mark.parametrize("unset", ["not set", "empty", "relative"])
def test_the_defaults_lie_in_the_home_of_the_person(
    person: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unset: str
) -> None:
    """A path that is not absolute is invalid and is ignored, says the specification."""
    if unset != "not set":
        for kind in KINDS:
            monkeypatch.setenv(f"XDG_{kind}_HOME", "" if unset == "empty" else f"some/{kind.lower()}")
    everything(tmp_path / "home")
    outside = {name for name in files(person) if not name.startswith((".cache/sapwood/", ".local/state/sapwood/"))}
    assert outside == set()
    assert any(name.startswith(".cache/sapwood/") for name in files(person))
    assert any(name.startswith(".local/state/sapwood/") for name in files(person))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home"]
    assert files(person.parent / "tmp") == set()


def test_folders_that_are_set_are_taken(person: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "elsewhere"
    for kind in KINDS:
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(elsewhere / kind.lower()))
    everything(tmp_path / "memory" / "home")
    assert files(person) == set() and list(person.iterdir()) == []
    assert {name.split("/")[1] for name in files(elsewhere)} == {"sapwood"}
    assert {name.split("/")[0] for name in files(elsewhere)} == {"cache", "state"}
    assert any(name.endswith("index.db") for name in files(elsewhere / "cache"))
    assert any("witness-" in name for name in files(elsewhere / "state"))
    for path in [*(elsewhere / "cache").rglob("*"), *(elsewhere / "state").rglob("*")]:
        assert path.stat().st_mode & 0o077 == 0 or path.name == "sapwood", path


def test_the_home_of_last_resort_lies_in_the_data_folder(
    person: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    default = person / ".local/share/sapwood/default"
    run_cli(["init", str(default), "--owner", "joshua", "--time-zone", "UTC"])
    run_cli(["mark", "joshua.a", "In the default home"], cwd=str(tmp_path))
    assert "default home" in run_cli(["marks"], cwd=str(tmp_path)).stdout
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    lost = run_cli(["marks"], cwd=str(tmp_path))
    assert lost.returncode == 2 and str(tmp_path / "data/sapwood/default") in lost.stderr
    monkeypatch.setenv("XDG_DATA_HOME", "relative/data")
    assert "default home" in run_cli(["marks"], cwd=str(tmp_path)).stdout

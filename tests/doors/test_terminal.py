"""What a terminal gets: colour there and nowhere else, any width, any encoding."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from household import SOURCE, Household, only, run_cli
from sapwood.doors import cli as door

ESCAPE = "\x1b["
COLOUR = re.compile("\x1b\\[[0-9;]*m")
CODE = "from sapwood.doors.start import main; main()"


@pytest.fixture
def house(tmp_path: Path) -> Household:
    house = Household(tmp_path / "home")
    house.write("long-term/food.md", "# Food — é\n\n- Vegetables, 20 min at 180°C → done\n")
    house.day("2026-11-04", "Bread with Ångström 漢字")
    house.memory().mark("joshua.food", "Likes fennel — 漢字")
    return house


def shown(arguments: list[str], *, columns: int = 80, **environment: str) -> str:
    """All that a real terminal shows of `sapwood ARGUMENTS`, output and errors, with its keyboard closed."""
    main, side = pty.openpty()
    termios.tcsetwinsize(side, (24, columns)) if hasattr(termios, "tcsetwinsize") else _size(side, columns)
    merged = {**os.environ, "PYTHONPATH": str(SOURCE), "TERM": "xterm-256color", **environment}
    with subprocess.Popen(
        [sys.executable, "-c", CODE, *arguments], stdin=subprocess.DEVNULL, stdout=side, stderr=side, env=merged
    ) as process:
        os.close(side)
        text = b""
        with contextlib.suppress(OSError):  # Linux says EIO where the other side is closed
            while part := os.read(main, 65536):
                text += part
        process.wait(60)
    os.close(main)
    return text.decode(errors="backslashreplace")


def _size(side: int, columns: int) -> None:
    import fcntl

    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


def commands(house: Household) -> list[list[str]]:
    """Command lines that say something, with home and all: results, notices on stderr, errors, help."""
    mark = only(house.memory().marks())["id"]
    home = ["--home", str(house.folder)]
    return [
        [*home, "recall", "fennel"], [*home, "recall", "joshua.food"], [*home, "marks"], [*home, "mark", "show", mark],
        [*home, "status"], [*home, "substrate", "food"], [*home, "verify"], [*home, "get", "long-term/food.md"],
        [*home, "consolidate", "--dry-run"], [*home, "watch", "--once"], [*home, "forget", mark, "--dry-run"],
    ]  # fmt: skip


# --- colour ------------------------------------------------------------------------------------------------


def test_a_terminal_gets_colour_and_what_is_no_terminal_does_not(house: Household) -> None:
    coloured = ["recall", "marks", "status", "verify", "mark", "watch"]
    for arguments in commands(house):
        if arguments[2] in coloured:
            assert ESCAPE in shown(arguments), arguments
        done = run_cli(arguments, env={"TERM": "xterm-256color"})
        assert ESCAPE not in done.stdout + done.stderr, arguments


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}])
def test_nothing_is_coloured_where_colour_is_not_wanted(house: Household, environment: dict[str, str]) -> None:
    for arguments in commands(house):
        text = shown(arguments, **environment)
        assert not COLOUR.search(text), arguments
        assert "dumb" not in environment.values() or ESCAPE not in text, arguments


def test_no_color_that_is_empty_is_not_set(house: Household) -> None:
    assert ESCAPE in shown(["--home", str(house.folder), "marks"], NO_COLOR="")


def test_colour_can_be_forced_without_a_terminal(house: Household) -> None:
    arguments = ["--home", str(house.folder), "marks"]
    assert ESCAPE in run_cli(arguments, env={"FORCE_COLOR": "1"}).stdout
    assert ESCAPE in run_cli(arguments, env={"FORCE_COLOR": "1", "TERM": "dumb"}).stdout
    assert ESCAPE not in run_cli(arguments, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout


def test_json_is_never_coloured(house: Household) -> None:
    for arguments in commands(house):
        done = run_cli([*arguments, "--json"], env={"FORCE_COLOR": "1"})
        assert done.stdout and not COLOUR.search(done.stdout), arguments


@pytest.mark.parametrize(
    "arguments", [["--help"], ["recall", "--help"], ["recall", "--nonsense"], ["no-such-verb"], ["mark", "--help"]]
)
def test_help_and_errors_obey_no_color_too(arguments: list[str]) -> None:
    text = shown(arguments, NO_COLOR="1")
    assert "sapwood" in text and ESCAPE not in text
    assert ESCAPE not in run_cli(arguments).stdout


def test_progress_is_not_drawn_on_a_dumb_terminal(house: Household) -> None:
    line = '{"subject": "joshua.n", "observation": "number %d", "evidence": "long-term/food.md#L3"}\n'
    batch = house.folder.parent / "batch"
    batch.write_text("".join(line % number for number in range(6000)))
    arguments = ["--home", str(house.folder), "observe", "--batch", str(batch)]
    assert ESCAPE not in shown(arguments, TERM="dumb")
    assert "\x1b[K" in shown(["--home", str(house.folder), "rebuild"])
    assert ESCAPE not in shown(["--home", str(house.folder), "rebuild"], TERM="dumb")


# --- width -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [1, 12, 30])
def test_a_narrow_terminal_wraps_and_never_fails(house: Household, columns: int) -> None:
    for arguments in [*commands(house), ["--help"], ["recall", "--help"], ["observe", "--help"], ["no-such-verb"]]:
        for environment in ({"COLUMNS": str(columns)}, {}):
            text = shown(arguments, columns=columns, **environment)
            assert text and "Traceback" not in text, (arguments, text)


def test_every_help_is_written_in_any_width(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in ("1", "20", "80", "500"):
        monkeypatch.setenv("COLUMNS", columns)
        for name in door.cli.list_commands(click.Context(door.cli)):
            done = CliRunner().invoke(door.cli, [name, "--help"], prog_name="sapwood")
            assert done.exit_code == 0 and "Usage:" in done.output, (columns, name)


# --- encoding ----------------------------------------------------------------------------------------------

POOR = [
    {"LC_ALL": "C"},
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "POSIX", "LANG": "", "PYTHONIOENCODING": "latin-1"},
]


@pytest.mark.parametrize("environment", POOR)
def test_a_terminal_without_utf8_gets_escapes_and_never_fails(house: Household, environment: dict[str, str]) -> None:
    for arguments in [*commands(house), ["--help"], ["recall", "--help"], ["demo"]]:
        done = subprocess.run(
            [sys.executable, "-c", CODE, *arguments], capture_output=True, check=False, timeout=120,
            env={**os.environ, "PYTHONPATH": str(SOURCE), **environment},
        )  # fmt: skip
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)
        assert done.stdout and b"Traceback" not in done.stderr, arguments


def test_words_of_any_letters_go_in_and_come_out_without_utf8(house: Household) -> None:
    poor = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = house.cli("jot", "Fenchel für Zoë — 漢字", env=poor, check=None)
    assert done.returncode in (0, 6) and "Traceback" not in done.stderr
    days = list((house.folder / "daily").glob("*.md"))
    held = b"".join(path.read_bytes() for path in days)
    assert ("Fenchel für Zoë — 漢字".encode() in held) == (done.returncode == 0)


@pytest.mark.parametrize("environment", [{}, *POOR])
def test_standard_input_is_utf8_whatever_the_terminal_says(house: Household, environment: dict[str, str]) -> None:
    def piped(data: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-c", CODE, "--home", str(house.folder), *arguments], input=data, capture_output=True,
            check=False, timeout=60, env={**os.environ, "PYTHONPATH": str(SOURCE), **environment},
        )  # fmt: skip

    assert piped("Fenchel für Zoë — 漢字\n".encode(), "jot").returncode == 0
    assert any("Fenchel für Zoë — 漢字".encode() in path.read_bytes() for path in (house.folder / "daily").glob("*.md"))
    broken = piped(b"no \xff UTF-8\n", "jot")
    assert broken.returncode == 6 and b"Traceback" not in broken.stderr
    line = '{"subject": "joshua.food", "observation": "Fenchel für Zoë", "evidence": "long-term/food.md#L3"}\n'
    assert piped(line.encode(), "observe", "--batch", "-").returncode == 0
    assert "Fenchel für Zoë" in house.texts()

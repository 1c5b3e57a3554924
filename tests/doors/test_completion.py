"""Completion as a shell asks for it: by its protocol, and in real shells."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import pytest

from household import SOURCE, Household, run_cli
from sapwood.doors import completion
from sapwood.doors.cli import _COMMANDS, _SECTIONS, cli
from sapwood.doors.commands.shell import SHELLS

SHIM = "import sys; sys.argv[0] = 'sapwood'; from sapwood.doors.start import main; sys.exit(main())"


@pytest.fixture
def house(tmp_path: Path) -> Household:
    """Marks of two subjects, one forgotten, files in the person's hand, and an index of all of it."""
    house = Household(tmp_path / "home")
    house.write("long-term/food.md", "# Food\n\n- Fish on Fridays\n- Vegetables\n  every evening\n")
    house.write("long-term/old habits.md", "Tea\n")
    house.day("2026-11-04", "Bread came out well")
    memory = house.memory()
    memory.mark("joshua.food.fish", "Likes fennel with fish")
    memory.mark("joshua.food", "Eats late")
    memory.mark("joshua.sleep", "Window open")
    memory.forget(memory.mark("joshua.secret.thing", "Nobody is told").id)
    memory.status()
    return house


def asked(*words: str, shell: str = "bash", home: Path | None = None, env: dict[str, str] | None = None) -> list[str]:
    """The lines that a shell is told for `sapwood WORDS`, the last word being the one that is typed."""
    line = ["sapwood", *(("--home", str(home)) if home else ()), *words]
    position = words[-1] if shell == "fish" else str(len(line) - 1)
    done = run_cli(
        [],
        env={
            "COMP_WORDS": "\n".join(line),
            "COMP_CWORD": position,
            "_SAPWOOD_COMPLETE": f"{shell}_complete",
            **(env or {}),
        },
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def values(lines: Sequence[str]) -> list[str]:
    return [line.split("\t")[1] for line in lines]


# --- what is offered ---------------------------------------------------------------------------------------


def test_commands_and_options_are_offered_with_what_they_do() -> None:
    assert {"recall", "rebuild", "restore"} <= set(values(asked("re")))
    assert all(each.startswith("re") for each in values(asked("re")))
    assert "plain\trecall\tAsk one question of every layer." in asked("re")
    assert {"--about", "--layers", "--json"} <= set(values(asked("recall", "--")))
    assert values(asked("mark", "sh")) == ["show"]
    assert values(asked("completion", "")) == list(SHELLS)


@pytest.mark.parametrize("command", [["recall"], ["marks"], ["recall", "--about"], ["mark", "add"], ["observe"]])
def test_subjects_are_offered_segment_by_segment(house: Household, command: list[str]) -> None:
    assert values(asked(*command, "", home=house.folder)) == ["joshua", "joshua.food", "joshua.sleep"]
    assert values(asked(*command, "joshua.s", home=house.folder)) == ["joshua.sleep"]
    assert values(asked(*command, "JOSHUA.F", home=house.folder)) == ["joshua.food", "joshua.food.fish"]
    assert asked(*command, "arnold", home=house.folder) == []


def test_what_is_forgotten_is_offered_where_it_can_be_brought_back_only(house: Household) -> None:
    (gone,) = [mark for mark in house.memory().marks(states=("forgotten",))]
    here = {mark["id"][-8:] for mark in house.memory().marks()}
    for command in (["forget"], ["mark", "correct"], ["mark", "move"]):
        assert set(values(asked(*command, "", home=house.folder))) == here
    assert values(asked("restore", "", home=house.folder)) == [gone["id"][-8:]]
    assert set(values(asked("mark", "show", "", home=house.folder))) == {*here, gone["id"][-8:]}
    assert not any("secret" in line for line in asked("recall", "joshua.", home=house.folder))
    assert here < set(values(asked("get", "", home=house.folder)))


def test_an_id_is_completed_from_its_end_and_from_its_start(house: Household) -> None:
    mark = house.memory().marks("joshua.sleep")[0]
    short = mark["id"][-8:]
    (line,) = asked("forget", short[:6], home=house.folder)
    assert line == f"plain\t{short}\tjoshua.sleep: Window open"
    assert mark["id"] in values(asked("forget", mark["id"][:13], home=house.folder))


def test_files_and_their_lines_are_offered_as_the_home_names_them(house: Household) -> None:
    files = ["long-term/food.md", "long-term/old habits.md"]
    assert values(asked("substrate", "", home=house.folder)) == files
    assert values(asked("observe", "joshua.x", "X", "-e", "long", home=house.folder)) == files
    lines = ["long-term/food.md#L3", "long-term/food.md#L4-L5"]
    assert values(asked("observe", "joshua.x", "X", "-e", "long-term/f", home=house.folder)) == lines
    assert values(asked("observe", "joshua.x", "X", "-e", "long-term/food.md#L4", home=house.folder)) == lines[1:]
    assert asked("observe", "joshua.x", "X", "-e", "long-term/none.md#", home=house.folder) == []
    assert asked("get", "long-term/o", home=house.folder) == ["path\tlong-term/old habits.md\tsubstrate"]
    assert values(asked("consolidate", "--day", "", home=house.folder)) == ["2026-11-04"]


def test_lists_of_words_and_paths_of_the_machine(house: Household) -> None:
    assert {"marks", "substrate", "daily"} <= set(values(asked("recall", "--layers", "")))
    after = values(asked("recall", "--layers", "marks,d"))
    assert after == ["marks,daily"]
    assert "marks,marks" not in values(asked("recall", "--layers", "marks,"))
    assert values(asked("marks", "--state", "w")) == ["withered"]
    assert values(asked("recall", "--horizon", "3")) == ["30d"]
    assert asked("--home", "") == ["dir\t\t"]
    assert asked("observe", "--batch", "x") == ["file\tx\t"]
    assert asked("recall", "joshua.food", "", home=house.folder) == []  # what follows a subject is free text


def test_bash_gives_an_equals_sign_as_a_word_of_its_own(house: Household) -> None:
    assert values(asked("recall", "--about", "=", "joshua.s", home=house.folder)) == ["joshua.sleep"]
    assert values(asked("recall", "--about", "=", home=house.folder))[0] == "joshua"
    assert values(asked("recall", "--about=joshua.s", shell="zsh", home=house.folder)) == ["joshua.sleep"]


def test_a_home_that_is_quoted_or_begins_with_a_tilde_is_found(house: Household, own_home: Path) -> None:
    (own_home / "my memory").symlink_to(house.folder)
    house_there = Household(own_home / "other")
    house_there.memory().mark("joshua.other", "Elsewhere")
    assert values(asked("--home", "~/other", "recall", "joshua.o")) == ["joshua.other"]
    found = asked("--home", f"'{own_home}/other'", "recall", "joshua.o")
    assert values(found) == ["joshua.other"]


@pytest.mark.parametrize("break_it", ["gone", "no index", "no toml", "toml", "index", "salt"])
def test_a_home_that_is_missing_or_broken_completes_to_nothing(house: Household, own_home: Path, break_it: str) -> None:
    assert asked("recall", "joshua.s", home=house.folder) != []
    (index,) = own_home.rglob("index.db")
    if break_it == "gone":
        house.folder.rename(house.folder.with_name("moved"))
    elif break_it == "no index":
        index.unlink()
    elif break_it == "no toml":
        (house.folder / "sapwood.toml").unlink()
    elif break_it == "toml":
        (house.folder / "sapwood.toml").write_text("[[[")
    elif break_it == "index":
        index.write_bytes(b"no database" * 1000)
    elif break_it == "salt":
        (house.folder / ".sapwood/salt").unlink()
    assert asked("recall", "joshua.s", home=house.folder) == []
    assert asked("forget", "", home=house.folder) == []
    assert "recall" in values(asked("rec", home=house.folder))


def test_an_unknown_shell_or_a_line_without_words_is_no_error() -> None:
    assert asked("re", shell="tcsh") == []
    done = run_cli([], env={"_SAPWOOD_COMPLETE": "bash_complete"})
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_completing_writes_nothing(house: Household, own_home: Path) -> None:
    def all_files() -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in own_home.rglob("*") if path.is_file()}

    before, home = all_files(), house.snapshot()
    for command in (["recall"], ["forget"], ["observe", "a", "b", "-e"], ["get"]):
        assert asked(*command, "", home=house.folder)
    assert (all_files(), house.snapshot()) == (before, home)


def test_what_the_index_holds_cannot_write_into_the_terminal(house: Household) -> None:
    house.memory().mark("joshua.trap", "red \x1b[31malert\tand a tab\nand a line")
    (line,) = [line for line in asked("forget", "", home=house.folder) if "joshua.trap" in line]
    assert "\x1b" not in line and line.count("\t") == 2
    house.write("long-term/a\x07b.md", "Bell\n")
    house.memory().status()
    assert not any("\x07" in line for line in asked("substrate", "", home=house.folder))


# --- what it costs -----------------------------------------------------------------------------------------


def imported(*words: str) -> set[str]:
    """Modules of ours, and heavy ones, that a completion imports."""
    code = (
        "import atexit, sys; atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr));"
        "from sapwood.doors.start import main; main()"
    )
    env = {
        **os.environ, "PYTHONPATH": str(SOURCE), "COMP_WORDS": "\n".join(["sapwood", *words]), "COMP_CWORD": str(len(words)),
        "_SAPWOOD_COMPLETE": "bash_complete",
    }  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True, timeout=60)
    return set(done.stderr.split())


def rooms(modules: set[str]) -> set[str]:
    return {room.rsplit(".", 1)[1] for room in {room for room, _ in _COMMANDS.values()} & modules}


def test_a_command_name_imports_no_command_and_an_option_imports_one() -> None:
    assert rooms(imported("re")) == set()
    assert rooms(imported("recall", "--")) == {"look"}
    assert rooms(imported("forget", "")) == {"write"}
    assert "sqlite3" not in imported("re")
    assert "yaml" not in imported("recall", "")


# --- every parameter ---------------------------------------------------------------------------------------


def parameters(command: click.Command, path: str = "") -> Iterator[tuple[str, click.Parameter]]:
    context = click.Context(command)
    for param in command.params:
        yield f"{path} {param.name}".strip(), param
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from parameters(child, f"{path} {name}".strip())


def test_what_names_a_mark_a_subject_or_a_layer_is_completed_everywhere() -> None:
    """A parameter is told by its name, so a new command that calls an id `id` is served; one that does not is found
    here by what its help calls it."""
    known = {*completion._KINDS, *completion._LISTS, *completion._PLACES}
    wanted = re.compile(r"^(ID|SUBJECT|PREFIX|ID\|NAME|PATH|FOLDER|PATH#L3-L5|1d\|7d\|30d\|DATE\|all)$")
    missing = [
        place
        for place, param in parameters(cli)
        if wanted.match(param.metavar or (param.name or "").upper()) and param.name not in known
    ]
    assert missing == []


def test_every_command_stands_in_a_section_of_the_help() -> None:
    shown = [room for rooms in _SECTIONS.values() for room in rooms]
    assert len(shown) == len(set(shown)) and set(shown) == {room for room, _ in _COMMANDS.values()}
    text = run_cli(["--help"]).stdout
    for name, (_, about) in _COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(about.split()[0])}", text, re.MULTILINE), name


# --- in shells ---------------------------------------------------------------------------------------------


@pytest.fixture
def shim(tmp_path: Path, house: Household, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with this checkout's `sapwood`, first on the path, and the home in the environment."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "sapwood"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{SHIM}" "$@"\n')
    script.chmod(0o755)
    for name, value in {
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(SOURCE),
        "SAPWOOD_HOME": str(house.folder),
        "TERM": "dumb",
    }.items():
        monkeypatch.setenv(name, value)
    return folder


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_printed_and_says_whose_it_is(shell: str) -> None:
    done = run_cli(["completion", shell])
    assert done.returncode == 0
    assert done.stdout == completion.SCRIPTS[shell]
    assert f"{shell}_complete" in done.stdout
    assert run_cli(["completion", "tcsh"]).returncode == 2


@pytest.mark.needs("bash")
def test_bash_takes_the_script_and_fills_its_replies(shim: Path, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(completion.SCRIPTS["bash"])
    assert subprocess.run(["bash", "-n", str(script)], capture_output=True, check=True).stderr == b""

    def replies(*words: str) -> list[str]:
        line = " ".join(f"'{word}'" for word in words)
        code = (
            f"source {script}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _sapwood sapwood; "
            "printf '%s\\n' \"${COMPREPLY[@]}\""
        )
        done = subprocess.run(["bash", "--norc", "-c", code], capture_output=True, text=True, check=True, timeout=60)
        assert done.stderr == ""
        return done.stdout.splitlines()

    assert replies("sapwood", "rec") == ["recall"]
    assert replies("sapwood", "recall", "joshua.s") == ["joshua.sleep"]
    assert replies("sapwood", "get", "long-term/o") == ["long-term/old habits.md"]
    assert replies("sapwood", "recall", "--layers", "marks,d") == ["marks,daily"]


class Terminal:
    """A shell on a terminal of its own; `until` reads what it shows."""

    def __init__(self, *command: str) -> None:
        self.pid, self.side = pty.fork()
        if self.pid == 0:  # pragma: no cover - another process
            os.execvp(command[0], command)
        self.shown = ""

    def type(self, text: str) -> None:
        os.write(self.side, text.encode())

    def until(self, wanted: str, seconds: float = 60) -> str:
        end = time.monotonic() + seconds
        while wanted not in self.shown:
            ready, _, _ = select.select([self.side], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"wanted {wanted!r}, the terminal shows {self.shown!r}"
            with contextlib.suppress(OSError):
                self.shown += os.read(self.side, 65536).decode(errors="replace")
        before, _, self.shown = self.shown.partition(wanted)
        return before + wanted

    def close(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.side)


@contextlib.contextmanager
def terminal(*command: str) -> Iterator[Terminal]:
    made = Terminal(*command)
    try:
        yield made
    finally:
        made.close()


@pytest.mark.needs("bash")
def test_a_person_at_bash_presses_tab(shim: Path) -> None:
    with terminal("bash", "--norc", "--noprofile", "-i") as bash:
        bash.type("PS1='ready> '; bind 'set enable-bracketed-paste off'; source <(sapwood completion bash)\n")
        bash.type("echo so''urced\n")
        bash.until("sourced")
        bash.type("sapwood rec\tjoshua.sl\t\n")  # becomes: sapwood recall joshua.sleep
        assert "recall joshua.sleep" in bash.until("Window open")
        bash.type("sapwood get long-term/old\t\n")  # a name with a blank: bash quotes it
        bash.until("Tea")
        bash.type("sapwood recall --about=joshua.sl\t\n")
        bash.until("Window open")
        bash.type("sapwood --home ~/nowhere recall jo\t\x15echo st''ill\n")
        assert "Traceback" not in bash.until("still")


@pytest.mark.needs("zsh")
def test_a_person_at_zsh_presses_tab(shim: Path, tmp_path: Path) -> None:
    script = tmp_path / "_sapwood"
    script.write_text(completion.SCRIPTS["zsh"])
    assert subprocess.run(["zsh", "-n", str(script)], capture_output=True, check=True).stderr == b""
    with terminal("zsh", "-f", "-i") as zsh:
        zsh.type(f"autoload -U compinit; compinit -u -D; source {script}; PS1='ready> '; echo so''urced\n")
        zsh.until("sourced")
        zsh.type("sapwood rec\tjoshua.sl\t\n")
        zsh.until("Window open")
        zsh.type("sapwood get long-term/old\t\n")
        zsh.until("Tea")


@pytest.mark.needs("zsh")
def test_zsh_loads_the_script_from_its_function_path(shim: Path, tmp_path: Path) -> None:
    functions = tmp_path / "functions"
    functions.mkdir()
    (functions / "_sapwood").write_text(completion.SCRIPTS["zsh"])
    with terminal("zsh", "-f", "-i") as zsh:
        zsh.type(f"fpath=({functions} $fpath); autoload -U compinit; compinit -u -D; echo so''urced\n")
        zsh.until("sourced")
        zsh.type("sapwood rec\tjoshua.sl\t\n")
        zsh.until("Window open")


@pytest.mark.needs("fish")
def test_fish_completes(shim: Path, tmp_path: Path, own_home: Path) -> None:
    folder = own_home / "config/fish/completions"
    folder.mkdir(parents=True)
    (folder / "sapwood.fish").write_text(completion.SCRIPTS["fish"])

    def told(line: str) -> list[str]:
        code = f"complete -C {line!r}"
        done = subprocess.run(["fish", "-c", code], capture_output=True, text=True, check=True, timeout=60)
        assert done.stderr == ""
        return done.stdout.splitlines()

    assert told("sapwood rec") == ["recall\tAsk one question of every layer."]
    assert told("sapwood recall joshua.s") == ["joshua.sleep"]
    assert told("sapwood recall --layers marks,d") == ["marks,daily"]
    assert told("sapwood get long-term/o") == ["long-term/old habits.md\tsubstrate"]
    assert told("sapwood --home /nowhere recall jo") == []

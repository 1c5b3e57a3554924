"""Documents that fail the build: generated help, blocks that run, settings and keys, links, locks that name no host."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import click
import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")], key=lambda path: path.relative_to(ROOT).as_posix())
README = ROOT / "README.md"


def tool(name: str) -> ModuleType:
    """A file of tools/ as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def the_cli() -> click.Group:
    """The command group of the package."""
    if not any((ROOT / "src/sapwood/doors").glob("cli*")):
        pytest.skip("not run: sapwood.doors.cli missing")
    from sapwood.doors.cli import cli

    assert isinstance(cli, click.Group)
    return cli


# --- docs/cli.md -------------------------------------------------------------------------------------------


def test_the_page_of_commands_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    the_cli()
    code = tool("cli_docs").main(["--check"])
    assert code == 0, capsys.readouterr().err


def test_every_command_has_help_and_is_mentioned_in_the_readme() -> None:
    text = README.read_text(encoding="utf-8")
    silent, missing = [], []
    for name, shown in tool("cli_docs").commands(the_cli()):
        words = name.removeprefix("sapwood").strip()
        body = shown.split("\n\n")[1] if "\n\n" in shown else ""
        if not body.strip() or body.startswith("Options:"):
            silent.append(name)
        if words and not re.search(rf"(`|sapwood ){re.escape(words)}\b", text):
            missing.append(name)
    assert not silent, f"without a sentence of help: {silent}"
    assert not missing, f"not mentioned in README.md: {missing}"


def small_cli() -> click.Group:
    """A group such as the real one: a command, a group inside, a hidden command."""
    long = "Sees a thing. " * 12

    @click.group(help="The group.")
    def cli() -> None: ...

    cli.command("see", help=long)(lambda: None)
    cli.command("hide", hidden=True)(lambda: None)
    mark = click.Group("mark", help="About marks.")
    mark.command("add", help="Adds one.")(lambda: None)
    cli.add_command(mark)
    return cli


def test_the_page_holds_every_command_in_a_stable_width(monkeypatch: pytest.MonkeyPatch) -> None:
    docs = tool("cli_docs")
    monkeypatch.setenv("COLUMNS", "200")
    wide = docs.page(small_cli())
    monkeypatch.setenv("COLUMNS", "40")
    assert docs.page(small_cli()) == wide
    assert [name for name, _ in docs.commands(small_cli())] == [
        "sapwood",
        "sapwood mark",
        "sapwood mark add",
        "sapwood see",
    ]
    assert max(map(len, wide.split("## sapwood\n")[1].splitlines())) <= docs.WIDTH
    assert "Usage: sapwood mark add [OPTIONS]" in wide
    assert "hide" not in wide


def test_an_old_page_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    docs, page = tool("cli_docs"), tmp_path / "docs" / "cli.md"
    page.parent.mkdir()
    door = ModuleType("sapwood.doors.cli")
    door.cli = small_cli()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sapwood.doors.cli", door)
    monkeypatch.setattr(docs, "PAGE", page)
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    assert docs.main(["--check"]) == 1 and not page.exists()
    assert docs.main([]) == 0 and docs.main(["--check"]) == 0
    page.write_text(page.read_text() + "more\n")
    assert docs.main(["--check"]) == 1


# --- transcripts -------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """One command of a transcript: where it stands, what is typed, what it prints, its exit code."""

    line: int
    command: str
    output: list[str]
    code: int


def transcripts(text: str) -> Iterator[list[Step]]:
    """The ```console blocks whose first command is `sapwood`.

    A command starts with `$ `; a line that ends in a backslash goes on in the next one; `# exit N` at its end
    is the exit code it must have (0 otherwise). What follows is its output.
    """
    for token in MarkdownIt().parse(text):
        if token.type != "fence" or token.info.split()[:1] != ["console"]:
            continue
        assert token.map is not None
        steps: list[Step] = []
        continues = False
        for number, line in enumerate(token.content.splitlines(), start=token.map[0] + 2):
            if continues:
                command = f"{steps[-1].command}\n{line.removeprefix('> ')}"
                steps[-1] = steps[-1]._replace(command=command)
            elif line.startswith("$ "):
                steps.append(Step(number, line[2:], [], 0))
            elif steps:
                steps[-1].output.append(line)
                continue
            else:
                raise AssertionError(f"line {number}: output before the first command of a console block")
            continues = line.endswith("\\")
            wanted = re.search(r"#\s*exit (\d+)\s*$", steps[-1].command)
            if wanted:
                steps[-1] = steps[-1]._replace(code=int(wanted[1]))
        if steps and steps[0].command.startswith("sapwood"):
            yield steps


def agrees(wanted: list[str], got: list[str]) -> bool:
    """Whether output is as written: `…` stands for any text in a line, alone on a line for any lines or none.

    Blanks at line ends and blank lines at the end of the output are not compared.
    """
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() == "…" else ".*".join(map(re.escape, line.rstrip().split("…"))) + r"\n"
        for line in "\n".join(wanted).rstrip().splitlines()
    )
    text = "".join(f"{line.rstrip()}\n" for line in "\n".join(got).rstrip().splitlines())
    return re.fullmatch(pattern, text) is not None


def shell(tmp_path: Path) -> dict[str, str]:
    """The fixed environment of a transcript, with this checkout's `sapwood` first on the path."""
    commands = tmp_path / "bin"
    commands.mkdir()
    start = "import sys; sys.argv[0] = 'sapwood'; from sapwood.doors.start import main; sys.exit(main())"
    script = commands / "sapwood"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{start}" "$@"\n')
    script.chmod(0o755)
    kept = {name: os.environ[name] for name in os.environ if name == "HOME" or name.startswith("XDG_")}
    return {
        **kept,
        "PATH": os.pathsep.join([str(commands), "/usr/local/bin", "/usr/bin", "/bin"]),
        "PYTHONPATH": str(ROOT / "src"),
        "LC_ALL": "C.UTF-8",
        "PYTHONUTF8": "1",
        "TZ": "UTC",
        "NO_COLOR": "1",
        "COLUMNS": "80",
    }


def play(steps: list[Step], folder: Path, environment: dict[str, str]) -> list[str]:
    """Runs the commands in order and returns what differs from the page."""
    found = []
    for step in steps:
        done = subprocess.run(
            ["/bin/sh", "-c", step.command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=False,
        )
        got = done.stdout.splitlines()
        if done.returncode != step.code:
            exits = f"exits {done.returncode}, wanted {step.code}"
            found.append(f"line {step.line}: `{step.command}` {exits}:\n{done.stdout}")
        elif not agrees(step.output, got):
            found.append(
                f"line {step.line}: `{step.command}` prints\n{textwrap.indent(done.stdout, '  ')}"
                f"the page says\n{textwrap.indent(chr(10).join(step.output), '  ')}"
            )
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_transcripts_run(page: Path, tmp_path: Path) -> None:
    blocks = list(transcripts(page.read_text(encoding="utf-8")))
    if not blocks:
        return
    the_cli()
    folder, environment = tmp_path / "work", shell(tmp_path)
    folder.mkdir()
    # The blocks of one page are one session: the later ones see what the earlier ones made.
    found = play([step for block in blocks for step in block], folder, environment)
    assert not found, f"{page.name}\n" + "\n".join(found)


def test_the_readme_has_a_transcript() -> None:
    the_cli()
    assert list(transcripts(README.read_text(encoding="utf-8"))), "README.md shows no run of sapwood"


def test_a_transcript_is_read_as_written() -> None:
    text = "a\n\n```console\n$ sapwood a \\\n> b  # exit 6\none\n\ntwo\n$ cat x\n```\n"
    text += "\n```console\n$ make demo\n```\n"
    assert list(transcripts(text)) == [
        [Step(4, "sapwood a \\\nb  # exit 6", ["one", "", "two"], 6), Step(9, "cat x", [], 0)]
    ]


@pytest.mark.parametrize(
    ("wanted", "got", "same"),
    [
        (["a"], ["a"], True),
        (["a"], ["b"], False),
        (["a"], ["a", "b"], False),
        (["a", "b"], ["a"], False),
        ([], [], True),
        ([], ["a"], False),
        (["a … c"], ["a b c"], True),
        (["a … c"], ["a b d"], False),
        (["a … c"], ["a b", " c"], False),
        (["a", "…", "d"], ["a", "b", "c", "d"], True),
        (["a", "…", "d"], ["a", "d"], True),
        (["a", "…"], ["b", "a"], False),
        (["a.c"], ["abc"], False),
        (["a", ""], ["a  "], True),
    ],
)
def test_the_wildcard(wanted: list[str], got: list[str], same: bool) -> None:
    assert agrees(wanted, got) is same


def test_a_wrong_transcript_is_reported(tmp_path: Path) -> None:
    environment = {"PATH": "/usr/bin:/bin"}
    assert play([Step(1, "echo a >f", [], 0), Step(2, "cat f", ["a"], 0)], tmp_path, environment) == []
    assert "prints" in play([Step(1, "echo a", ["b"], 0)], tmp_path, environment)[0]
    assert "exits 3, wanted 0" in play([Step(1, "exit 3", [], 0)], tmp_path, environment)[0]
    assert play([Step(1, "exit 3  # exit 3", [], 3)], tmp_path, environment) == []


# --- Python examples ---------------------------------------------------------------------------------------


def examples(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """(line, source, output) of the ```python blocks; `# prints: …` comments at the end are the output."""
    for token in MarkdownIt().parse(text):
        if token.type == "fence" and token.info.split()[:1] == ["python"]:
            assert token.map is not None
            wanted = re.findall(r"^# prints: ?(.*)$", token.content, re.MULTILINE)
            yield token.map[0] + 2, token.content, wanted


def ran(source: str, folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """Exit code and output of a program that runs beside a home `memory` of the owner `joshua`."""
    made = play([Step(0, "sapwood init memory --owner joshua --time-zone UTC", ["…"], 0)], folder, environment)
    assert not made, made
    done = subprocess.run(
        [sys.executable, "-c", source], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=60, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_python_examples_run(page: Path, tmp_path: Path) -> None:
    for number, (line, source, wanted) in enumerate(examples(page.read_text(encoding="utf-8"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        code, output = ran(source, folder, shell(folder))
        assert code == 0, f"{page.name} line {line}: exit {code}\n{output}"
        assert agrees(wanted, output.splitlines()), f"{page.name} line {line} prints\n{output}"


def test_the_page_for_agents_has_a_run_of_either_road() -> None:
    text = (ROOT / "docs/agents.md").read_text(encoding="utf-8")
    assert any(wanted for _, _, wanted in examples(text))
    assert list(transcripts(text))


def test_a_wrong_example_is_reported(tmp_path: Path) -> None:
    ((line, source, wanted),) = examples("a\n\n```python\nprint(1 + 1)\n# prints: 3\n```\n")
    code, output = ran(source, tmp_path, shell(tmp_path))
    assert (line, code, wanted) == (4, 0, ["3"])
    assert not agrees(wanted, output.splitlines())
    assert agrees(["2"], output.splitlines())


# --- settings and keys -------------------------------------------------------------------------------------


def rows(page: str) -> dict[str, list[str]]:
    """The table rows of a page whose first cell ends in a name in back-ticks: that name to the other cells."""
    found = {}
    for line in (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        name = re.search(r"`([\w.]+)`$", cells[0])
        if line.startswith("|") and name:
            found[name[1]] = cells[1:]
    return found


def test_every_setting_stands_in_its_page_with_default_and_variable() -> None:
    from sapwood import settings
    from sapwood.core.config import Config
    from sapwood.core.limits import Limits

    text, found = (ROOT / "docs/settings.md").read_text(encoding="utf-8"), rows("settings.md")
    tables = {"substrate", "daily", "notes", "compost", "marks", "half_lives", "topics", "limits", "context"}
    assert tables <= settings._TOP, "a table went away"
    for table in tables:
        assert f"[{table}]" in text
    for key in settings._TOP - tables:
        assert key in found, f"{key} has no row in docs/settings.md"
    for key in ("paths", "exclude", "path", "archive"):
        assert key in found, f"{key} has no row in docs/settings.md"
    defaults = {**{key: getattr(Config(), key) for key in (*settings._MARKS, *settings._CONTEXT)}, **Limits()._asdict()}
    for key, default in defaults.items():
        default_cell, _, variable, *_ = found[key]
        assert default_cell.strip("`") == str(default), f"{key} is {default!r} in the code"
        assert variable == f"`SAPWOOD_{key.upper()}`"


def test_every_environment_variable_of_the_settings_stands_in_their_page() -> None:
    text = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
    code = (ROOT / "src/sapwood/settings.py").read_text(encoding="utf-8")
    named = set(re.findall(r"""["']([A-Z][A-Z_]{1,})["']""", code)) - {"DATA", "STATE", "CACHE", "CONFIG"}
    assert {"SAPWOOD_HOME", "SAPWOOD_OWNER", "SAPWOOD_TIME_ZONE", "TZ"} <= named
    missing = [
        name for name in [*named, "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] if f"`{name}`" not in text
    ]
    assert not missing, f"not in docs/settings.md: {missing}"


def test_every_key_of_a_batch_stands_in_its_page() -> None:
    from sapwood.verbs import observe

    text = (ROOT / "docs/format.md").read_text(encoding="utf-8")
    section = text.split("## Observations in a batch")[1].split("\n## ")[0]
    assert {name for name in re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)} == set(observe._KEYS)


def test_every_type_of_leaf_and_status_of_evidence_stands_in_the_formats() -> None:
    from sapwood.core import leaf
    from sapwood.layers import citations

    text = (ROOT / "docs/format.md").read_text(encoding="utf-8")
    bodies = text.split("### Bodies")[1].split("\n## ")[0]
    assert [kind for kind in sorted(leaf.TYPES) if not re.search(rf"\b{kind}\b", bodies)] == []
    wanted = (
        citations.RESOLVED, citations.MOVED, citations.CHANGED, citations.MISSING, citations.UNRESOLVED
    )  # fmt: skip
    assert [status for status in wanted if f"| `{status}` |" not in text] == []


def test_every_field_of_an_answer_stands_in_the_formats(own_home: Path) -> None:
    from sapwood import Memory
    from sapwood.verbs import init

    home = str(own_home / "memory")
    init.init(home, owner="joshua", time_zone="UTC")
    Path(home, "long-term/food.md").write_text("# Food\n\n- I eat vegetables every evening.\n", encoding="utf-8")
    memory = Memory(home)
    memory.mark("joshua.food", "Likes vegetables")
    memory.jot("Bought vegetables")
    answer = memory.recall(query="vegetables")
    text = (ROOT / "docs/format.md").read_text(encoding="utf-8")
    section = text.split("## The answer of recall")[1].split("\n## ")[0]
    for lane in ("marks", "substrate", "daily"):
        (item,) = getattr(answer, lane)
        assert [key for key in item if f"`{key}`" not in section] == [], lane
    shown = memory.show(answer.marks[0]["id"])
    assert [key for key in shown if f"`{key}`" not in section] == []
    assert [key for key in answer._fields if f"`{key}`" not in section] == []


# --- links -------------------------------------------------------------------------------------------------


def slugs(text: str) -> set[str]:
    """The anchors of a page's headings, as the usual renderers make them."""
    tokens = MarkdownIt().parse(text)
    titles = [following.content for token, following in pairwise(tokens) if token.type == "heading_open"]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def dead_links(page: Path) -> list[str]:
    """Relative links and images of a page that lead to no file, or to a heading that is not there."""
    found = []
    for block in MarkdownIt().parse(page.read_text(encoding="utf-8")):
        for token in block.children or ():
            link = token.attrs.get("href") or token.attrs.get("src")
            if not isinstance(link, str) or re.match(r"[a-z][a-z0-9+.-]*:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            if not target.exists():
                found.append(f"{page.name}: {link}: no such file")
            elif anchor and target.suffix == ".md" and anchor not in slugs(target.read_text(encoding="utf-8")):
                found.append(f"{page.name}: {link}: no such heading")
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_resolve(page: Path) -> None:
    missing = dead_links(page)
    # docs/cli.md is generated; until the commands exist there is nothing to generate it from.
    if not any((ROOT / "src/sapwood/doors").glob("cli*")):
        missing = [line for line in missing if "cli.md" not in line]
    assert not missing, "\n".join(missing)


def test_dead_links_are_reported(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    (tmp_path / "b.md").write_text("# One `two`: three\n")
    page.write_text("[x](b.md) [x](b.md#one-two-three) [x](https://example.org) [x](c.md) [x](b.md#four) ![y](d.png)\n")
    assert dead_links(page) == [
        "a.md: c.md: no such file",
        "a.md: b.md#four: no such heading",
        "a.md: d.png: no such file",
    ]


# --- the locks ---------------------------------------------------------------------------------------------

LOCKS = ("run", "build", "dev")
PLACE = re.compile(r"://|^\s*--(index|extra-index|find-links|trusted)|file:| @ ", re.MULTILINE)


def locked(name: str) -> dict[str, str]:
    """Package name to version, of one lock."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", text, re.MULTILINE))


def named(requirements: list[str]) -> set[str]:
    """The package names of requirement lines, normalised."""
    return {re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", line)[0]).lower() for line in requirements}  # type: ignore[index]


def project() -> dict[str, dict]:  # type: ignore[type-arg]
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_hashes_and_no_place(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert not PLACE.search(text)
    for entry in re.split(r"\n(?=[a-z0-9])", text):
        assert "--hash=sha256:" in entry, entry


@pytest.mark.parametrize("line", ["--index-url x", "a @ b", "# from https://example.org", "  --find-links ."])
def test_a_place_in_a_lock_is_reported(line: str) -> None:
    assert PLACE.search(f"a==1\n{line}\n")


def test_the_locks_hold_what_the_project_asks_for() -> None:
    asked, groups = project()["project"]["dependencies"], project()["dependency-groups"]
    assert named(asked) <= set(locked("run"))
    assert named([line for line in groups["dev"] if isinstance(line, str)]) <= set(locked("dev"))
    assert groups["build"] == project()["build-system"]["requires"]
    assert named(groups["build"]) <= set(locked("build"))
    for name in ("run", "build"):
        assert locked(name).items() <= locked("dev").items(), "run: make lock"

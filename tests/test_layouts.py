"""Homes that other programs laid out: read whole, file by file, with nothing of theirs written."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from household import DATA, SOURCE, run_cli
from sapwood.core import instant
from sapwood.memory import Memory

NOW = instant.parse("2026-11-12T20:00:00Z")
PROJECT = "claude-home/.claude/projects/-home-noor-src-larder/memory"
SIDECAR = "bmad/_bmad/_memory/larder-keeper-sidecar"

# One line of every file that is served: file → (lane, number of the line). Answers must give that line under it.
LINES = {
    "IDENTITY.md": ("substrate", 4),
    "SOUL.md": ("substrate", 6),
    "USER.md": ("substrate", 6),
    "long-term/boundaries.md": ("substrate", 9),
    "long-term/decisions.md": ("substrate", 8),
    "long-term/identity.md": ("substrate", 5),
    "long-term/lessons.md": ("substrate", 7),
    "long-term/workflow.md": ("substrate", 18),
    "daily/2026-11-02.md": ("daily", 5),
    "daily/2026-11-03.md": ("daily", 13),
    "daily/2026-11-04.md": ("daily", 13),
    "daily/2026-11-05.md": ("daily", 15),
    "daily/2026-11-06.md": ("daily", 4),
    "daily/2026-11-07.md": ("daily", 8),
    "daily/2026-11-08.md": ("daily", 21),
    "daily/2026-11-09.md": ("daily", 5),
    "daily/2026-11-10.md": ("daily", 11),
    "daily/2026-11-11.md": ("daily", 6),
    "daily/2026-11-11-late.md": ("daily", 3),
    "daily/archive/2026-10-31.md": ("daily", 3),
    "memory/MEMORY.md": ("notes", 24),
    "memory/bellows-frame.md": ("notes", 7),
    "memory/decisions.md": ("notes", 4),
    "memory/feedback.md": ("notes", 5),
    "memory/feedback_shopping_list_format.md": ("notes", 11),
    "memory/feedback_swedish_labels.md": ("notes", 7),
    "memory/glue-and-humidity.md": ("notes", 11),
    "memory/gotchas.md": ("notes", 5),
    "memory/patterns.md": ("notes", 15),
    "memory/project_week_plan.md": ("notes", 10),
    "memory/reference_arnold.md": ("notes", 11),
    f"{PROJECT}/MEMORY.md": ("notes", 3),
    f"{PROJECT}/feedback_use_grams.md": ("notes", 13),
    f"{PROJECT}/project_sync_from_root.md": ("notes", 7),
    f"{SIDECAR}/index.md": ("notes", 4),
    f"{SIDECAR}/patterns.md": ("notes", 4),
    f"{SIDECAR}/chronology.md": ("notes", 4),
    "open-bridge/work/memory/feedback_reply_window.md": ("notes", 6),
    "open-bridge/work/memory/project_invoice_rhythm.md": ("notes", 6),
}

# Every other file, and a word of the reason that is given for it.
REASONS = {
    "README.md": "about the folder",
    f"{SIDECAR}/access-boundaries.md": "a rule",
    "daily/2026-02-30.md": "no such date",
    "daily/2026-11-12.md": "is empty",
    "daily/notes-2026.md": "not named YYYY-MM-DD",
    "expected/boundaries.json": "no Markdown",
    "expected/corrections.json": "no Markdown",
    "expected/daily.json": "no Markdown",
    "expected/index-lint.json": "no Markdown",
    "open-bridge/work/memory/MEMORY.md": "every line says what the notes it links say",
    "open-bridge/work/_learning/proposals/2026-11-07-oven-offset.md": "learning ledger",
    "open-bridge/work/_learning/proposals/accepted/2026-10-28-mismatch.md": "learning ledger",
    "open-bridge/work/_learning/proposals/accepted/2026-11-01-reply-window.md": "learning ledger",
    "open-bridge/work/_learning/proposals/rejected/2026-10-20-work-on-fridays.md": "learning ledger",
    **{
        f"transcripts/{name}.jsonl": "transcripts"
        for name in (
            "01-plain", "02-forked-copy-of-01", "03-summary-sidechain-compact", "04-damaged",
            "05-other-languages-crlf", "06-codex-rollout",
        )
    },
}  # fmt: skip

# Folders of the demo that are layouts of their own, and what each is called.
LAYOUTS = {
    ".": "folder with days and handwritten files",
    "memory": "memory folder with an index",
    "daily": "folder of days",
    "bmad": "BMAD sidecar",
    "bmad/_bmad": "BMAD sidecar",
    SIDECAR: "BMAD sidecar",
    "claude-home": "Claude Code memory folder",
    "claude-home/.claude": "Claude Code memory folder",
    PROJECT: "Claude Code memory folder",
    "open-bridge": "open-bridge instance",
    "open-bridge/work/memory": "memory folder with an index",
}


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file with its bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file with its bytes and the time it was written."""
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes() if path.is_file() else b"", path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    return shutil.copytree(DATA / "demo", tmp_path / "demo")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One copy for the questions, which change nothing."""
    return shutil.copytree(DATA / "demo", tmp_path_factory.mktemp("shelf") / "demo")


def memory_of(folder: Path) -> Memory:
    return Memory(str(folder), now=lambda: NOW)


def ask(folder: Path, query: str, **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = memory_of(folder).recall(query=query, **options)._asdict()
    return found


def spans(items: list[dict[str, Any]], file: str) -> list[list[int]]:
    return [item.get("lines") or item["line_range"] for item in items if item["file"] == file]


# ---- a folder that nobody made a home of


def test_the_tables_name_every_file_of_the_demo(shelf: Path) -> None:
    assert set(LINES) | set(REASONS) == set(files_of(shelf))
    assert not set(LINES) & set(REASONS)


def test_every_file_is_served_or_named_with_its_reason(shelf: Path) -> None:
    before = snapshot(shelf)
    listing = memory_of(shelf).files()
    rows = {row.file: row for row in listing.files}
    assert set(rows) == set(files_of(shelf))
    assert listing.problems == []
    for file, (lane, _) in LINES.items():
        assert rows[file].layer == lane and rows[file].items > 0, rows[file]
    for file, word in REASONS.items():
        assert word in rows[file].reason and rows[file].items == 0, rows[file]
    assert snapshot(shelf) == before


@pytest.mark.parametrize("file", LINES)
def test_a_line_of_every_served_file_is_found_under_its_number(shelf: Path, file: str) -> None:
    before = snapshot(shelf)
    lane, number = LINES[file]
    line = (shelf / file).read_bytes().decode("utf-8-sig").replace("\r\n", "\n").split("\n")[number - 1]
    found = ask(shelf, line, layers=(lane,), k=30, horizon="all")
    assert any(first <= number <= last for first, last in spans(found[lane], file)), (line, found[lane])
    held = [item for item in found[lane] if item["file"] == file]
    assert any(line in item["excerpt"] for item in held)
    assert snapshot(shelf) == before


def test_a_folder_without_settings_is_read_and_never_written(shelf: Path) -> None:
    before = snapshot(shelf)
    done = run_cli(["--home", str(shelf), "recall", "bellows frame screws", "--json"])
    assert done.returncode == 0
    assert next(item["file"] for item in json.loads(done.stdout)["notes"]) == "memory/bellows-frame.md"
    refused = run_cli(["--home", str(shelf), "jot", "one line"])
    assert refused.returncode == 2 and "read only" in refused.stderr
    listed = run_cli(["--home", str(shelf), "files"])
    assert f"{SIDECAR}/access-boundaries.md" in listed.stdout and "not served" in listed.stdout
    assert snapshot(shelf) == before


# ---- init --from


def test_init_from_shows_first_and_writes_nothing_without_a_yes(demo: Path) -> None:
    before = snapshot(demo)
    shown = run_cli(["init", "--from", str(demo), "--owner", "noor", "--time-zone", "Europe/Stockholm"])
    assert shown.returncode == 2 and "--yes" in shown.stderr
    for part in ("OpenClaw", "bmad"):
        assert (part in shown.stdout) == (part == "bmad")
    assert 'paths = ["SOUL.md", "USER.md", "IDENTITY.md", "long-term"]' in shown.stdout
    assert "daily/2026-02-30.md" in shown.stdout and "would create sapwood.toml" in shown.stdout
    dry = run_cli(["init", "--from", str(demo), "--owner", "noor", "--time-zone", "UTC", "--dry-run", "--json"])
    told = json.loads(dry.stdout)
    assert dry.returncode == 0 and told["written"] is False
    assert {row["file"] for row in told["files"]} == set(files_of(demo))
    assert snapshot(demo) == before


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_layout_becomes_a_home_where_it_lies(demo: Path, layout: str) -> None:
    place = demo / layout
    before = files_of(demo)
    made = run_cli(
        ["init", "--from", str(place), "--owner", "noor", "--time-zone", "Europe/Stockholm", "--yes", "--json"]
    )
    told = json.loads(made.stdout)
    assert made.returncode == 0 and told["written"] is True
    assert LAYOUTS[layout] in [each["name"] for each in told["layouts"]]
    theirs = {name: data for name, data in files_of(demo).items() if name in before}
    assert theirs == before
    new = set(files_of(place)) - {str(Path(name).relative_to(layout)) for name in before if lies_in(name, layout)}
    assert new == {"sapwood.toml", ".gitattributes", ".sapwood/salt"}
    assert_same_as_before_init(demo, place, layout)


def lies_in(name: str, folder: str) -> bool:
    return folder == "." or name.startswith(folder + "/")


def assert_same_as_before_init(demo: Path, place: Path, layout: str) -> None:
    """What lies in the layout is served as it was in the demo as a whole, or named."""
    rows = {row.file: row for row in memory_of(place).files().files}
    for name in files_of(demo):
        if not lies_in(name, layout):
            continue
        inside = name if layout == "." else name.removeprefix(layout + "/")
        if name in LINES and LINES[name][0] != "daily":
            assert rows[inside].layer in ("substrate", "notes") and rows[inside].items, rows[inside]
        covered = inside in rows or any(row.endswith("/") and inside.startswith(row) for row in rows)
        assert covered, inside


def test_a_home_elsewhere_reads_the_folders_where_they_lie(demo: Path, tmp_path: Path) -> None:
    before = snapshot(demo)
    home = tmp_path / "home"
    made = run_cli(
        ["init", str(home), "--from", str(demo), "--owner", "noor", "--time-zone", "Europe/Stockholm", "--yes"]
    )
    assert made.returncode == 0, made.stderr
    assert sorted(files_of(home)) == [".gitattributes", ".sapwood/salt", "sapwood.toml"]
    found = ask(home, "screws before the glue", layers=("notes", "substrate"))
    assert next(item["file"] for item in found["notes"]) == str(demo / "memory/bellows-frame.md")
    served = {row.file for row in memory_of(home).files().files if row.layer}
    assert {str(demo / name) for name in LINES} <= served
    memory_of(home).jot("a line of this home")
    memory_of(home).consolidate()
    assert any("a line of this home" in path.read_text() for path in (home / "daily").rglob("*.md"))
    assert snapshot(demo) == before


def test_what_is_there_is_never_overwritten(demo: Path) -> None:
    own = b'workspace = "old-1"\nowner = "noor"\n[notes]\npaths = ["memory"]\n'
    (demo / "sapwood.toml").write_bytes(own)
    before = snapshot(demo)
    done = run_cli(["init", "--from", str(demo), "--owner", "noor", "--time-zone", "UTC", "--yes"])
    assert done.returncode == 0 and "stays as it is" in done.stdout
    after = snapshot(demo)
    assert (demo / "sapwood.toml").read_bytes() == own
    assert {name: after[name] for name in before} == before


def test_a_path_that_is_no_folder_and_options_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    missing = run_cli(["init", "--from", str(tmp_path / "nowhere"), "--yes"])
    assert missing.returncode == 2 and "nowhere" in missing.stderr
    both = run_cli(["init", "--from", str(tmp_path), "--substrate", "long-term"])
    assert both.returncode == 2 and "--substrate" in both.stderr
    assert list(tmp_path.iterdir()) == []


# ---- layouts that the demo does not hold


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def layers_of(folder: Path) -> dict[str, str | None]:
    return {row.file: row.layer for row in memory_of(folder).files().files}


def test_an_openclaw_workspace(tmp_path: Path) -> None:
    write(tmp_path, {
        "SOUL.md": "- Short words first.\n",
        "USER.md": "- Name: Mia\n",
        "AGENTS.md": "- Read SOUL.md first, porridge.\n",
        "HEARTBEAT.md": "- Look at the mail.\n",
        "MEMORY.md": "- The porridge pot leaks.\n",
        "TOOLS.md": "- The porridge camera is called kitchen-2.\n",
        "memory/2026-11-10.md": "- 08:00 Porridge burnt.\n",
        "memory/2026-11-11-morning.md": "- 08:10 Porridge fine.\n",
        "memory/2026-02-31.md": "- Porridge on no day.\n",
        "memory/projects.md": "- Porridge book, second draft.\n",
    })  # fmt: skip
    assert layers_of(tmp_path) == {
        "SOUL.md": "substrate", "USER.md": "substrate", "AGENTS.md": None, "HEARTBEAT.md": None, "MEMORY.md": "notes",
        "TOOLS.md": "notes", "memory/2026-11-10.md": "daily", "memory/2026-11-11-morning.md": "daily",
        "memory/2026-02-31.md": None, "memory/projects.md": "notes",
    }  # fmt: skip
    found = ask(tmp_path, "porridge")
    assert sorted(item["file"] for item in found["notes"]) == ["MEMORY.md", "TOOLS.md", "memory/projects.md"]
    assert sorted(item["date"] for item in found["daily"]) == ["2026-11-10", "2026-11-11"]
    assert any("no such date" in note for note in found["notices"])


def test_an_obsidian_vault(tmp_path: Path) -> None:
    write(tmp_path, {
        ".obsidian/daily-notes.json": '{"folder": "Journal", "format": "YYYY-MM-DD"}',
        ".obsidian/templates.json": '{"folder": "Templates"}',
        ".obsidian/plugins/x/README.md": "porridge plugin\n",
        "Journal/2026-11-10.md": "- Porridge with #plums, see [[Oven]].\n",
        "Templates/day.md": "- porridge {{date}}\n",
        "Kitchen/Oven.md": "---\naliases: [stove]\ntags: [heat]\n---\n\nThe oven runs hot; [[Journal/2026-11-10]] says so.\n",
        "Kitchen/Old/Deep/Pot.md": "# Pot\n\nThe porridge pot leaks at the handle.\n",
        "Kitchen/photo.png": "x",
        "Clippings/.hidden/secret.md": "porridge\n",
        "code/.git/HEAD": "ref: refs/heads/main\n",
        "code/README.md": "porridge in code\n",
    })  # fmt: skip
    listed = layers_of(tmp_path)
    assert listed == {
        ".obsidian/": None, "Journal/2026-11-10.md": "daily", "Templates/day.md": None, "Kitchen/Oven.md": "notes",
        "Kitchen/Old/Deep/Pot.md": "notes", "Kitchen/photo.png": None, "Clippings/.hidden/": None, "code/": None,
    }  # fmt: skip
    found = ask(tmp_path, "porridge")
    assert [item["file"] for item in found["notes"]] == ["Kitchen/Old/Deep/Pot.md"]
    assert [item["excerpt"] for item in found["daily"]] == ["- Porridge with #plums, see [[Oven]]."]
    by_alias = ask(tmp_path, "stove")["notes"]
    assert [(item["file"], item["lines"]) for item in by_alias] == [("Kitchen/Oven.md", [6, 6])]


def test_a_vault_whose_days_have_another_form_says_so(tmp_path: Path) -> None:
    write(tmp_path, {
        ".obsidian/daily-notes.json": '{"folder": "Journal", "format": "DD.MM.YYYY"}',
        "Journal/10.11.2026.md": "- Porridge day.\n",
    })  # fmt: skip
    assert layers_of(tmp_path)["Journal/10.11.2026.md"] == "notes"
    shown = run_cli(["init", "--from", str(tmp_path), "--owner", "mia", "--time-zone", "UTC", "--dry-run"])
    assert "DD.MM.YYYY" in shown.stdout


@pytest.mark.parametrize("folder", ["../secrets", "Journal/../../secrets", "/../secrets"])
def test_the_settings_of_a_vault_lead_nowhere_else(tmp_path: Path, folder: str) -> None:
    vault = write(tmp_path / "vault", {
        ".obsidian/daily-notes.json": json.dumps({"folder": folder}), "good.md": "- Porridge.\n",
    })  # fmt: skip
    write(tmp_path, {"secrets/2026-11-10.md": "- Porridge in secret.\n"})
    found = ask(vault, "porridge")
    assert [item["file"] for item in found["notes"]] == ["good.md"] and found["daily"] == []
    write(vault, {".obsidian/daily-notes.json": '{"folder": "/Journal/"}', "Journal/2026-11-10.md": "- Porridge.\n"})
    assert len(ask(vault, "porridge")["daily"]) == 1


def test_sidecars_of_every_age(tmp_path: Path) -> None:
    write(tmp_path, {
        "_bmad/.memory/old-sidecar/memories.md": "- Porridge at eight.\n",
        "_bmad/.memory/old-sidecar/instructions.md": "- Ask before the porridge order.\n",
        "_bmad/memory/sage/INDEX.md": "- [Bond](BOND.md)\n",
        "_bmad/memory/sage/PERSONA.md": "- Calm, likes porridge.\n",
        "_bmad/memory/sage/CREED.md": "- Porridge before words.\n",
        "_bmad/memory/sage/BOND.md": "- Mia trusts short porridge lists.\n",
        "_bmad/memory/sage/MEMORY.md": "- Porridge supplier changed.\n",
        "_bmad/memory/sage/CAPABILITIES.md": "- Can order porridge.\n",
        "_bmad/memory/sage/sessions/2026-11-10.md": "- Porridge talk.\n",
    })  # fmt: skip
    listed = layers_of(tmp_path)
    assert listed.pop("_bmad/memory/sage/sessions/2026-11-10.md") == "daily"
    assert set(listed.values()) == {"notes"} and len(listed) == 8
    assert len(ask(tmp_path, "porridge", k=20)["notes"]) == 7  # INDEX.md says nothing that BOND.md does not


def test_the_users_own_folders(tmp_path: Path) -> None:
    write(tmp_path, {
        "memory/long-term/boundaries.md": "- No calls after nine, porridge first.\n",
        "memory/daily/2026-11-10.md": "- Porridge.\n",
        "memory/daily/archive/2026-11-01.md": "- Old porridge.\n",
        "personal-context/01-identity.md": "- Porridge person.\n",
        "SOUL.md": "- Porridge soul.\n",
    })  # fmt: skip
    assert layers_of(tmp_path) == {
        "memory/long-term/boundaries.md": "substrate", "memory/daily/2026-11-10.md": "daily",
        "memory/daily/archive/2026-11-01.md": "daily", "personal-context/01-identity.md": "substrate",
        "SOUL.md": "substrate",
    }  # fmt: skip


def test_agents_that_are_gone_are_compost_and_those_at_work_are_notes(tmp_path: Path) -> None:
    write(tmp_path, {
        ".claude/agents/baker.md": "You bake.\n",
        ".claude/agent-memory/baker/MEMORY.md": "- Porridge bread rises slowly.\n",
        ".claude/agent-memory/cook/MEMORY.md": "## Porridge\n\n- Salt the porridge last.\n",
    })  # fmt: skip
    listed = layers_of(tmp_path)
    assert listed[".claude/agent-memory/baker/MEMORY.md"] == "notes"
    assert listed[".claude/agent-memory/cook/MEMORY.md"] == "compost"
    found = ask(tmp_path, "porridge")
    assert [(each["template_id"], each["source"]) for each in found["compost"]] == [
        ("cook: Porridge", ".claude/agent-memory/cook/MEMORY.md:3")
    ]
    assert [each["file"] for each in found["notes"]] == [".claude/agent-memory/baker/MEMORY.md"]


# ---- what nobody would lay out on purpose


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A vault with everything in it that a disk can hold, and one good note."""
    write(tmp_path, {
        ".obsidian/app.json": "{}",
        "good.md": "- The good one says porridge.\n",
        "日本/お茶.md": "- 日本のお茶は porridge より熱い。\n",
        "Same.md": "- Porridge in capitals.\n",
        "same.md": "- Porridge in small letters.\n",
        "inner/sapwood.toml": 'workspace = "x"\n',
        "inner/note.md": "- Porridge of another home.\n",
        "repo/.git/HEAD": "x",
        "repo/note.md": "- Porridge of a repository.\n",
        "big.md": "- porridge\n" * 500_000,
        "latin.md": "",
        "nul.md": "",
    })  # fmt: skip
    (tmp_path / "latin.md").write_bytes("- två porridge\n".encode("latin-1"))
    (tmp_path / "nul.md").write_bytes(b"- porridge \0\n")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "self.md").symlink_to("self.md")
    (tmp_path / "nowhere.md").symlink_to("gone.md")
    (tmp_path.parent / "outside.md").write_text("- porridge outside\n")
    (tmp_path / "out.md").symlink_to(tmp_path.parent / "outside.md")
    os.mkfifo(tmp_path / "pipe.md")
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.md"))).write_text("- porridge in a bad name\n")
    return tmp_path


def test_odd_files_are_named_and_the_others_are_served(odd: Path) -> None:
    found = ask(odd, "porridge", k=50)
    assert {item["file"] for item in found["notes"]} == {"good.md", "日本/お茶.md", "Same.md", "same.md"}
    told = " ".join(found["notices"])
    for word in ("big.md", "latin.md", "nul.md", "self.md", "nowhere.md", "out.md", "pipe.md", "not UTF-8"):
        assert word in told, (word, found["notices"])
    rows = {row.file: row for row in memory_of(odd).files().files}
    reasons = {
        "big.md": "limit", "latin.md": "not UTF-8", "nul.md": "NUL", "self.md": "opened", "nowhere.md": "opened",
        "out.md": "outside", "pipe.md": "regular file", "inner/": "home of its own", "repo/": "repository",
        "loop/": "link to a folder", "caf\\xe9.md": "not UTF-8",
    }  # fmt: skip
    for name, word in reasons.items():
        row = next(row for file, row in rows.items() if file.replace("\\udce9", "\\xe9") == name)
        assert row.items == 0 and word in row.reason, row
    done = run_cli(["--home", str(odd), "files"])
    assert done.returncode == 0 and "Traceback" not in done.stderr
    json.loads(run_cli(["--home", str(odd), "files", "--json"]).stdout)


def test_a_folder_that_may_not_be_opened_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        for kind in ("STATE", "CACHE"):
            monkeypatch.setenv(f"XDG_{kind}_HOME", os.path.join(folder, kind.lower()))
        vault = write(
            Path(folder) / "vault",
            {".obsidian/app.json": "{}", "good.md": "- porridge\n", "shut/note.md": "- porridge shut in\n"},
        )
        (vault / "shut").chmod(0)
        with as_nobody(vault):
            found = ask(vault, "porridge")
            assert [item["file"] for item in found["notes"]] == ["good.md"]
            assert any(note.startswith("shut: cannot be listed") for note in found["notices"])
            rows = memory_of(vault).files().files
            assert any(row.file == "shut/" and "cannot be listed" in row.reason for row in rows)
        (vault / "shut").chmod(0o755)
        assert len(ask(vault, "porridge")["notes"]) == 2


@contextlib.contextmanager
def as_nobody(folder: Path) -> Iterator[None]:
    """Root opens every folder, so what a person meets is met as a user without rights."""
    if os.geteuid() != 0:
        yield
        return
    memory_of(folder).files()  # whatever is imported on the way is imported while it can be
    ask(folder, "porridge")
    for root, folders, files in os.walk(folder.parent):
        for name in (".", *folders, *files):
            os.chown(os.path.join(root, name), 65534, 65534, follow_symlinks=False)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_folder_of_twenty_thousand_notes(tmp_path: Path, full: bool) -> None:
    count = 20_000 if full else 2_000
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / "many").mkdir()
    for number in range(count):
        (tmp_path / "many" / f"n{number}.md").write_text(f"- jar {number} holds porridge\n")
    assert [item["file"] for item in ask(tmp_path, f"jar {count - 1}", k=1)["notes"]] == [f"many/n{count - 1}.md"]
    assert len(memory_of(tmp_path).files().files) == count + 1


@pytest.mark.parametrize(("answer", "written"), [(b"n\n", False), (b"y\n", True)])
def test_on_a_terminal_it_asks(demo: Path, answer: bytes, written: bool) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from sapwood.doors.start import main; main()"]
    options = ["init", "--from", str(demo), "--owner", "noor", "--time-zone", "UTC"]
    with subprocess.Popen(
        [*command, *options], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    ) as running:  # fmt: skip
        os.write(ours, answer)
        shown, _ = running.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert running.returncode == 0 and b"daily/notes-2026.md" in shown and b"Make " in shown
    assert (demo / "sapwood.toml").exists() is written

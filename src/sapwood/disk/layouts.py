"""How other programs lay a memory out, told from the names of files and folders alone; nothing is opened but the two
settings files of an Obsidian vault. What is recognised becomes configuration: every reader asks `places` as before.

A folder and the folders directly in it are looked at, each by the same rules, in this order:

1. `SOUL.md`, `USER.md`, `IDENTITY.md`, and the folders `long-term/` and `personal-context/`, are the person's hand.
2. `daily/` is the folder of days, or a folder that holds `YYYY-MM-DD….md` and is named like one; the first one found.
   Further ones are notes, dated by the names of their files.
3. `MEMORY.md` makes its folder one of notes, and `references/` beside it.
4. `work/memory/` (open-bridge), `_bmad/_memory/*/`, `_bmad/.memory/*/`, `_bmad/memory/*/` (sidecars, sanctums),
   `.claude/projects/*/memory/` (Claude Code) are notes.
5. `.claude/agent-memory/NAME/` is compost where no `.claude/agents/NAME.md` says that the agent is still there, notes
   otherwise; `compost/` with JSONL in it is compost.
6. `.obsidian/` makes the whole folder a vault: all of it is notes, but for the folders of days and of templates.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from sapwood.disk import safe, trees

HANDWRITTEN = ("SOUL.md", "USER.md", "IDENTITY.md")
_BY_HAND = ("long-term", "personal-context")
_SIDECARS = (("_bmad", "_memory"), ("_bmad", ".memory"), ("_bmad", "memory"))
_SANCTUM = frozenset({"INDEX.md", "PERSONA.md", "CREED.md", "BOND.md"})
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?:-[^/]+)?\.md", re.IGNORECASE)
_DAY_FOLDERS = frozenset("daily days journal diary log logs memory sessions daily-notes".split()) | {"daily notes"}
_MOST_FOLDERS = 200  # directly in a folder, that are looked into


class Layout(NamedTuple):
    """One layout that was recognised: what it is called and the folder it lies in, empty for the top."""

    name: str
    at: str


class Found(NamedTuple):
    """What a folder holds: paths relative to it with `/`, ready for `sapwood.toml`. `daily` is empty where there is no
    folder of days; `said` is what a person should know of the choice."""

    layouts: tuple[Layout, ...]
    substrate: tuple[str, ...]
    daily: str
    notes: tuple[str, ...]
    exclude: tuple[str, ...]
    compost: tuple[str, ...]
    said: tuple[str, ...]


class _Folder:
    """One folder that is looked at: `files` and `folders` are the names in it, `at` its path below the top."""

    __slots__ = ("at", "files", "folders", "path")

    def __init__(self, path: str, at: str = "") -> None:
        self.path, self.at = path, at
        files, folders = trees.names(path)
        self.files, self.folders = frozenset(files), tuple(folders)

    def below(self, *names: str) -> str:
        """The path of something in it, relative to the top."""
        return "/".join([*filter(None, [self.at]), *names]) or "."

    def folder(self, *names: str) -> _Folder:
        return _Folder(os.path.join(self.path, *names), self.below(*names))

    @property
    def notes(self) -> bool:
        """Whether it holds Markdown at its top."""
        return any(name.lower().endswith(".md") for name in self.files)

    @property
    def days(self) -> bool:
        """Whether files at its top are named as days."""
        return any(_DAY.fullmatch(name) for name in self.files)


class _Gathered:
    """What was found so far, in order, each path once."""

    def __init__(self) -> None:
        self.layouts: list[Layout] = []
        self.substrate: list[str] = []
        self.days: list[str] = []
        self.notes: list[str] = []
        self.exclude: list[str] = []
        self.compost: list[str] = []
        self.said: list[str] = []

    def layout(self, name: str, folder: _Folder) -> None:
        self.layouts.append(Layout(name, folder.at))

    def found(self) -> Found:
        daily, *more = dict.fromkeys(self.days) or [""]
        if more:
            self.said.append(
                f"days lie in {', '.join([daily, *more])}: {daily} is the folder of days, the rest is notes"
            )
        return Found(
            _once(self.layouts), _once(self.substrate), daily, _once([*self.notes, *more]), _once(self.exclude),
            _once(self.compost), tuple(self.said),
        )  # fmt: skip


T = TypeVar("T")


def _once(items: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(items))


def recognise(path: str) -> Found:
    """The layouts of a folder and of the folders directly in it; no layout at all where nothing is recognised."""
    top = _Folder(path)
    gathered = _Gathered()
    if ".obsidian" in top.folders:
        _hand(gathered, top)
        _vault(gathered, top)
        return gathered.found()
    _look(gathered, top)
    inner = [name for name in top.folders if name[0] not in "._" and name not in (*_BY_HAND, "daily", "references")]
    for name in inner[:_MOST_FOLDERS]:
        _look(gathered, top.folder(name))
    if len(inner) > _MOST_FOLDERS:
        gathered.said.append(f"{len(inner)} folders lie here; only the first {_MOST_FOLDERS} were looked into")
    return gathered.found()


def _look(gathered: _Gathered, at: _Folder) -> None:
    if ".obsidian" in at.folders:
        _vault(gathered, at)
        return
    _hand(gathered, at)
    _index(gathered, at)
    _sidecars(gathered, at)
    if "work" in at.folders and (memory := at.folder("work", "memory")).notes:
        gathered.layout("open-bridge instance", at)
        gathered.notes.append(memory.at)
    _claude(gathered, at)
    if "compost" in at.folders and any(name.lower().endswith(".jsonl") for name in at.folder("compost").files):
        gathered.layout("folder of compost", at)
        gathered.compost.append(at.below("compost"))


def _hand(gathered: _Gathered, at: _Folder) -> None:
    """What the person writes by hand, and the days."""
    own = [name for name in HANDWRITTEN if name in at.files]
    folders = [name for name in _BY_HAND if name in at.folders and at.folder(name).notes]
    gathered.substrate += [at.below(name) for name in [*own, *folders]]
    if own and "memory" in at.folders and at.folder("memory").days:
        gathered.layout("OpenClaw workspace", at)
        gathered.days.append(at.below("memory"))
        gathered.notes += [at.below(), at.below("memory")]
        return
    has_daily = "daily" in at.folders and at.folder("daily").notes
    if has_daily:
        gathered.days.append(at.below("daily"))
    elif at.days and (not at.at or os.path.basename(at.path).casefold() in _DAY_FOLDERS):
        gathered.days.append(at.below())
        gathered.layout("folder of days", at)
    if folders or own or has_daily:
        gathered.layout("folder with days and handwritten files", at)


def _index(gathered: _Gathered, at: _Folder) -> None:
    if "MEMORY.md" not in at.files or at.files >= _SANCTUM:
        return
    is_claude = os.path.basename(os.path.dirname(os.path.dirname(at.path))) == "projects"
    gathered.layout("Claude Code memory folder" if is_claude else "memory folder with an index", at)
    gathered.notes.append(at.below())
    if "references" in at.folders:
        gathered.notes.append(at.below("references"))


def _sidecars(gathered: _Gathered, at: _Folder) -> None:
    if _is_sidecar(at):
        _sidecar(gathered, at)
    inside = os.path.basename(at.path) == "_bmad"
    for base in [each[1:] if inside else each for each in _SIDECARS]:
        if base[0] in at.folders:
            folder = at.folder(*base)
            for name in folder.folders:
                _sidecar(gathered, folder.folder(name))


def _is_sidecar(at: _Folder) -> bool:
    return (
        {"index.md", "access-boundaries.md"} <= at.files
        or {"memories.md", "instructions.md"} <= at.files
        or at.files >= _SANCTUM
    )


def _sidecar(gathered: _Gathered, at: _Folder) -> None:
    if not at.notes:
        return
    gathered.layout("BMAD sanctum" if at.files >= _SANCTUM else "BMAD sidecar", at)
    gathered.notes.append(at.below())
    for name in ("references", "capabilities"):
        if name in at.folders and at.folder(name).notes:
            gathered.notes.append(at.below(name))
    if "sessions" in at.folders and at.folder("sessions").days:
        gathered.days.append(at.below("sessions"))


def _claude(gathered: _Gathered, at: _Folder) -> None:
    config = at.folder(".claude") if ".claude" in at.folders else at if os.path.basename(at.path) == ".claude" else None
    if config is None:
        return
    if "projects" in config.folders:
        projects = config.folder("projects")
        for name in projects.folders:
            memory = projects.folder(name, "memory")
            if memory.notes:
                gathered.layout("Claude Code memory folder", memory)
                gathered.notes.append(memory.at)
    if "agent-memory" in config.folders:
        _agents(gathered, config)


def _agents(gathered: _Gathered, config: _Folder) -> None:
    alive = config.folder("agents").files
    folder = config.folder("agent-memory")
    for name in folder.folders:
        memory = folder.folder(name)
        if not memory.notes:
            continue
        is_alive = f"{name}.md" in alive
        gathered.layout(f"memory of {'an' if is_alive else 'a retired'} agent", memory)
        (gathered.notes if is_alive else gathered.compost).append(memory.at)


def _vault(gathered: _Gathered, at: _Folder) -> None:
    gathered.layout("Obsidian vault", at)
    gathered.notes.append("**" if not at.at else f"{at.at}/**")
    daily = _setting(at, "daily-notes.json")
    folder, form = daily.get("folder") or "", daily.get("format") or "YYYY-MM-DD"
    if daily and (place := _within(folder)) is None:
        gathered.said.append(f"daily notes lie in {folder!r}, outside the vault; they are not read")
    elif daily and form == "YYYY-MM-DD":
        gathered.days.append(at.below(*place or ()))
    elif daily:
        gathered.said.append(f"daily notes are named {form!r}; only YYYY-MM-DD is read as days, so they are notes")
    if templates := _within(_setting(at, "templates.json").get("folder", "")):
        gathered.exclude.append(at.below(*templates))


def _within(folder: str) -> tuple[str, ...] | None:
    """The names on the way to a folder of a vault; None where its settings lead out of the vault."""
    names = tuple(name for name in folder.strip("/").split("/") if name not in ("", "."))
    return None if ".." in names or "\0" in folder else names


def _setting(at: _Folder, name: str) -> dict[str, str]:
    """The texts in a settings file of the vault; empty where there is none that reads."""
    data = safe.read(os.path.join(at.path, ".obsidian", name), at.path, 1 << 20, name)
    with contextlib.suppress(ValueError, RecursionError):
        found = json.loads(data) if isinstance(data, bytes) else None
        if isinstance(found, dict):
            return {key: value for key, value in found.items() if isinstance(value, str)}
    return {}

"""files: of every file under the home and the folders it declares, which layer serves it, or why none does."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from sapwood.core.problem import Problem
from sapwood.disk import lines as splitting
from sapwood.disk import places as resolving
from sapwood.disk import safe, trees
from sapwood.disk.home import Home
from sapwood.disk.places import Places
from sapwood.layers import citations, compost, days, facts, notes, passages, substrate
from sapwood.layers.substrate import Source

_OF_FOLDERS = {
    ".git": "is git's",
    ".sapwood": "is Sapwood's own: log, values, salt",
    ".obsidian": "holds the settings of the vault",
    ".trash": "is the vault's bin",
}
_OF_FILES = {
    resolving.CONFIG: "holds the settings of the home",
    ".gitattributes": "is for git",
    ".gitignore": "is for git",
}


class Filed(NamedTuple):
    """One file, or a folder (its name ends with `/`) that was not looked into. `layer` is None where none serves it,
    `items` counts what it serves, `reason` says why that is nothing, or what else there is to know."""

    file: str
    layer: str | None
    items: int
    reason: str


class Listing(NamedTuple):
    """Every file by name, and problems of declared folders that are not there or cannot be listed."""

    files: list[Filed]
    problems: list[Problem]


def files(home: Home) -> Listing:
    """The files under the home and its declared folders. Opens the served ones, writes nothing."""
    seen = notes.look(home.places)
    sources = {
        passages.KNOWLEDGE: facts.files(home.places),
        passages.SUBSTRATE: substrate.files(home.places),
        passages.DAILY: days.files(home.places),
        "archive": days.files(home.places, archived=True),
        passages.NOTES: (seen.sources, seen.problems),
        passages.COMPOST: compost.files(home.places),
    }
    served: dict[str, Filed] = {}
    for layer, (found, _) in sources.items():
        for source in found:
            if source.path not in served:
                served[source.path] = _served(home, layer, source)
    problems = [problem for _, told in sources.values() for problem in told]
    known = {each.path: each.why for each in seen.left}
    known |= {home.places.located(problem.path): problem.message for problem in problems}
    rows = {**served}
    for root in _roots(home.places):
        for each in trees.walk(root, lambda folder, name: _not_walked(home.places, folder, name)):
            if isinstance(each, trees.Left):
                rows.setdefault(each.path, _row(home.places, each.path + "/", None, 0, each.why))
            elif each.path not in rows:
                why = known.get(each.path) or _why(home.places, each.path, each.name)
                rows[each.path] = _row(home.places, each.path, None, 0, why)
    named = {row.file for row in rows.values()}
    return Listing(sorted(rows.values()), [problem for problem in problems if problem.path not in named])


def _served(home: Home, layer: str, source: Source) -> Filed:
    told = "archived: recall finds it with --horizon all" if layer == "archive" else ""
    layer = passages.DAILY if layer == "archive" else layer
    if compost.is_view(source.path):
        learnings, problems, _ = compost.of_view(home, source.shown)
        return Filed(source.shown, layer, len(learnings), _told(problems) or ("" if learnings else "holds no learning"))
    if not trees.is_text(source.shown):
        return _row(home.places, source.path, None, 0, "its name is not UTF-8; not read; rename it")
    data = home.places.read(source.path, home.config.limits.file_bytes)
    if isinstance(data, Problem):
        return Filed(source.shown, None, 0, data.message)
    read, faults = splitting.decode(source.shown, data, home.config.limits)
    unread = [fault for fault in faults if fault.kind in splitting.UNREADABLE]
    if unread:
        return Filed(source.shown, None, 0, unread[0].message)
    found, more = passages.held(home, layer, source, read.texts)
    count = len(found) if layer != passages.NOTES else _that_add(home, source, read.texts, found)
    empty = "is empty" if not any(text.strip() for text in read.texts) else "holds nothing to serve"
    empty = "every line says what the notes it links say" if found else empty
    return Filed(
        source.shown, layer, count, "; ".join(filter(None, [_told([*faults, *more]), told if count else empty]))
    )


def _that_add(home: Home, source: Source, texts: Sequence[str], found: Sequence[passages.Held]) -> int:
    """How many pieces of a note are served: an index's lines are not, where the notes they link say all of it."""
    shelf = citations.Shelf(home.places, home.config.limits, b"")
    raws = ("\n".join(texts[each.lines[0] - 1 : each.lines[1]]) for each in found)
    return sum(not notes.says_nothing_new(source.path, raw, shelf.texts) for raw in raws)


def _told(problems: list[Problem]) -> str:
    return "; ".join(
        problem.message if problem.line is None else f"line {problem.line}: {problem.message}" for problem in problems
    )


def _row(places: Places, path: str, layer: str | None, items: int, reason: str) -> Filed:
    end = "/" if path.endswith("/") else ""
    shown = places.shown(path.rstrip("/")) + end
    return Filed(shown.encode("utf-8", "backslashreplace").decode(), layer, items, reason)


def _roots(places: Places) -> list[str]:
    """The home and the declared folders that do not lie in another of them."""
    declared = [places.home, places.daily, places.archive, *places.substrate, *places.compost]
    folders = [each for each in [*declared, *[each.path for each in places.notes]] if os.path.isdir(each)]
    return [
        each for each in dict.fromkeys(folders)
        if not any(other != each and each.startswith(other.rstrip(os.sep) + os.sep) for other in folders)
    ]  # fmt: skip


def _not_walked(places: Places, folder: str, name: str) -> str:
    """Why a folder is one row of the list."""
    if name in _OF_FOLDERS:
        return _OF_FOLDERS[name]
    declared = [places.daily, places.archive, *places.substrate, *[each.path for each in places.notes], *places.compost]
    if any(each == folder or each.startswith(folder + os.sep) for each in declared):
        return ""
    if os.path.exists(os.path.join(folder, resolving.CONFIG)):
        return "is a home of its own"
    if name.startswith("."):
        return "is hidden, and nothing in it is declared"
    if os.path.exists(os.path.join(folder, ".git")):
        return "is a repository of its own, and nothing in it is declared"
    return ""


def _why(places: Places, path: str, name: str) -> str:
    """Why a file that no layer found is not served."""
    folder = os.path.dirname(path)
    low = name.casefold()
    if not trees.is_text(name):
        return "its name is not UTF-8; rename it"
    if name in _OF_FILES:
        return _OF_FILES[name]
    if f"{os.sep}_learning{os.sep}" in path:
        return "belongs to the learning ledger; this version does not read it"
    if low.endswith(".jsonl"):
        return (
            "is JSONL: learnings are declared in [compost].paths; transcripts and exports are not read by this version"
        )
    if not low.endswith(".md"):
        return "is no Markdown"
    if folder in (places.daily, places.archive):
        return "lies in the folder of days and is not named YYYY-MM-DD.md; [notes].paths can name it"
    if why := notes.rule(name) or notes.by_name(name):
        return why
    if name.startswith("."):
        return "is hidden"
    if safe.stat_of(path) is None:
        return "is a link that leads nowhere"
    return "lies in no folder that is declared; [notes].paths can name its folder"

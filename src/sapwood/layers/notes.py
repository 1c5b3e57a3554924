"""Read only: nobody writes through this file yet. It finds the notes, which agents and people write, and cuts them up.

What a home's notes are: the `*.md` at the top of each folder that `[notes].paths` names (`FOLDER/**`: of all folders
below it too) and the files it names; without that key the top of the home and `references/`. Left out, in this order:

1. what is substrate, or lies in the folder of days (or its archive) and is named as a day;
2. instruction files and access boundaries: they are rules for an agent and no memory, wherever they are named;
3. what `[notes].exclude` names, hidden files and folders, homes and repositories of their own, links to folders;
4. at the top of a named folder: files about the folder (README), and files that are handwritten by their name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from sapwood.core import instant
from sapwood.core.problem import Problem
from sapwood.disk import places as resolving
from sapwood.disk import safe, trees
from sapwood.disk.layouts import HANDWRITTEN
from sapwood.disk.places import Declared, Places
from sapwood.layers import days, markdown, second_versions
from sapwood.layers.frontmatter import Header
from sapwood.layers.substrate import Source, unlisted

SHOWN_KINDS = frozenset({"bullet", "ordered", "task", "plain", "quote", "table", "fence", "indented", "html"})
"""Kinds of block that are served; comments, machine blocks, merge conflicts and rules are not."""

INDEXES = frozenset({"memory.md", "memory-archive.md", "index.md"})
_INSTRUCTIONS = frozenset(
    "claude.md claude.local.md agents.md agents.override.md gemini.md copilot-instructions.md".split()
)
_BOUNDARIES = "access-boundaries.md"
_ABOUT = frozenset(
    "readme.md changelog.md contributing.md license.md security.md code_of_conduct.md heartbeat.md bootstrap.md".split()
)
_MOST_CHARACTERS = 2_000  # of an entry that is served whole; a longer one is served item by item
_MOST_LINES = 60
_AROUND_DATE = " \t—–-:,;|·()[]"
_LABELS = (
    "from|context|learning|learned from|applied to|promote-to|evidence|tagged|von|kontext|gelernt|erkenntnis"
    "|angewandt auf|beleg|från|sammanhang|lärdom|tillämpat på|belägg|contexte|apprentissage|appliqué à|preuve|contexto"
    "|aprendizaje|aplicado a|evidencia"
)
# Fields of a header that say of when a note is: the first that does.
_DATED = ("date", "modified", "updated", "created")


class _Patterns(NamedTuple):
    date: re.Pattern[str]
    label: re.Pattern[str]
    link: re.Pattern[str]
    word: re.Pattern[str]
    escape: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    """Compiled when a note is cut up or an index is looked at: start-up is a feature."""
    return _Patterns(
        date=re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)"),
        label=re.compile(
            rf"\s*(?:[-*+•]\s+)?(?:\*\*[^*\n]{{1,40}}(?::\*\*|\*\*\s?:)|(?:{_LABELS})\s?:)(?=\s|$)", re.IGNORECASE
        ),
        link=re.compile(r"\[[^\[\]]*\]\(\s*(<[^<>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)[^()]*\)"),
        word=re.compile(r"[^\W_]+"),
        escape=re.compile(r"(?:%[0-9A-Fa-f]{2})+"),
    )


class Look(NamedTuple):
    """The files of notes by path, what could not be listed, and what was left out with the reason."""

    sources: list[Source]
    problems: list[Problem]
    left: list[trees.Left]


class Piece(NamedTuple):
    """What is served as one: an entry, an item with what hangs on it, a paragraph. `heading` is the path of titles,
    the last of which is its topic; `day` is empty where nothing says of when it is."""

    lines: tuple[int, int]
    heading: tuple[str, ...]
    day: str
    text: str


def look(places: Places) -> Look:
    """All files of notes, each once."""
    found: dict[str, Source] = {}
    seen = Look([], [], [])
    for declared in places.notes:
        for entry in _entries(places, declared, seen):
            why = "" if entry.path in found else left_out(places, entry.path, declared)
            if not why and second_versions.is_passing(entry.path):
                why = "is there for a moment only, by its name"
            if why:
                seen.left.append(trees.Left(entry.path, why))
            elif (problem := second_versions.problem(places, entry.path)) is not None:
                seen.problems.append(problem)
            else:
                found.setdefault(entry.path, Source(entry.path, places.shown(entry.path), "", entry.stat))
    seen.sources.extend(sorted(found.values(), key=lambda source: source.shown))
    return seen


def files(places: Places) -> tuple[list[Source], list[Problem]]:
    """The files of notes and what could not be listed."""
    seen = look(places)
    return seen.sources, seen.problems


def _entries(places: Places, declared: Declared, seen: Look) -> Iterator[safe.Entry]:
    path = declared.path
    if not os.path.isdir(path):
        stat = safe.stat_of(path)
        if stat is not None:
            yield safe.Entry(os.path.basename(path), path, stat)
        elif declared.named:
            message = "is declared in [notes].paths and is not there; its text is not in this answer"
            seen.problems.append(Problem(places.shown(path), None, "missing", message))
        return
    if declared.deep:
        for each in trees.walk(path, lambda folder, name: _not_walked(places, folder, name)):
            if isinstance(each, safe.Entry):
                if each.name.lower().endswith(".md"):
                    yield each
            elif "cannot be listed" in each.why:
                seen.problems.append(unlisted(places, each.path))
            else:
                seen.left.append(each)
        return
    entries = safe.scan(path)
    if entries is None:
        seen.problems.append(unlisted(places, path))
    yield from (entry for entry in entries or () if entry.name.lower().endswith(".md"))


def _not_walked(places: Places, folder: str, name: str) -> str:
    if name.startswith("."):
        return "is hidden"
    if _is_within(folder, places.exclude):
        return "is left out by [notes].exclude"
    if folder in places.substrate or folder in (places.daily, places.archive):
        return ""
    if os.path.exists(os.path.join(folder, resolving.CONFIG)):
        return "is a home of its own"
    if os.path.exists(os.path.join(folder, ".git")):
        return "is a repository of its own; name it in [notes].paths to have it read"
    return ""


def left_out(places: Places, path: str, declared: Declared) -> str:
    """Why a Markdown file in a folder of notes is no note; empty where it is one."""
    folder, name = os.path.split(path)
    if path in places.substrate or folder in places.substrate:
        return "is substrate"
    if folder in (places.daily, places.archive) and days.day_of_name(name)[1]:
        return "is named as a day"
    if why := rule(name):
        return why
    if _is_within(path, places.exclude):
        return "is left out by [notes].exclude"
    if declared.path == path:
        return ""
    if name.startswith("."):
        return "is hidden"
    return by_name(name) if folder == declared.path else ""


def by_name(name: str) -> str:
    """Why a file at the top of a folder of notes is none unless it is named itself; empty where it is one."""
    if name.casefold() in _ABOUT:
        return "is about the folder by its name; [notes].paths can name the file"
    return "is handwritten by its name; declare it in [substrate].paths" if name in HANDWRITTEN else ""


def rule(name: str) -> str:
    """Why a file of that name is a rule for an agent and no memory; empty where it is none."""
    if name.casefold() in _INSTRUCTIONS:
        return "is an instruction file: what an agent is told to do is no memory"
    return "says what an agent may open: a rule, no memory" if name.casefold() == _BOUNDARIES else ""


def _is_within(path: str, roots: Sequence[str]) -> bool:
    return any(path == root or path.startswith(root.rstrip(os.sep) + os.sep) for root in roots)


def pieces(name: str, texts: Sequence[str], document: markdown.Document, header: Header) -> list[Piece]:
    """What a note holds, piece by piece in order of its lines. `name` is the name of its file.

    A `##` entry (its heading or one of its labels is dated, or it has labels such as `**From:**`) is one piece, with
    what stands under its own sub-headings; so is a short note with a header and no sections. A longer one, and
    everything else, goes item by item and paragraph by paragraph.
    """
    return _Cut(name, texts, document, header).pieces()


class _Cut:
    """One note that is being cut up."""

    def __init__(self, name: str, texts: Sequence[str], document: markdown.Document, header: Header) -> None:
        self.texts, self.document, self.fields = texts, document, header.fields
        self.title = _field(self.fields, "title") or _field(self.fields, "name")
        self.stem = name[:-3] if name.lower().endswith(".md") else name
        self.day = _first_day(*[_field(self.fields, key) for key in _DATED]) or _first_day(self.stem)
        self.blocks: list[list[markdown.Block]] = [[] for _ in document.sections]
        for block in document.blocks:
            if block.kind != "heading":
                self.blocks[block.section].append(block)

    def pieces(self) -> list[Piece]:
        about = _field(self.fields, "description")
        extra = " ".join(filter(None, [_listed(self.fields, "aliases"), _listed(self.fields, "tags")]))
        found = self.whole(about)
        if not found:
            found = self.described(about)
            at = 0
            while at < len(self.document.sections):
                past = self.past(at)
                found += [self.entry(at, past)] if past else self.items(at)
                at = past or at + 1
        if extra and found:
            found[0] = found[0]._replace(text=f"{found[0].text}\n{extra}")
        return found

    def whole(self, about: str) -> list[Piece]:
        """A note that is one fact: a header and a short text without sections."""
        blocks = [block for group in self.blocks for block in group]
        if self.document.frontmatter is None or any(section.level > 1 for section in self.document.sections):
            return []
        if not blocks or not self.fits(blocks):
            return []
        topic = self.title or (self.document.sections[-1].title or self.stem)
        heading = (f"{topic} — {about}" if about else topic,)
        return [Piece(_span(blocks), heading, self.day, self.said(blocks))]

    def described(self, about: str) -> list[Piece]:
        """The line of the header that describes the note."""
        first, last = self.document.frontmatter or (1, 0)
        for number in range(first, last):
            if about and self.texts[number - 1].startswith("description:"):
                return [Piece((number, number), (self.title or self.stem,), self.day, about)]
        return []

    def past(self, at: int) -> int:
        """The section after the entry that begins with section `at`; 0 where no entry begins there."""
        sections, section = self.document.sections, self.document.sections[at]
        if section.level < 2 or section.heading_line is None:
            return 0
        labelled = any(_patterns().label.match(self.texts[n - 1]) for block in self.blocks[at] for n in _lines(block))
        if not labelled and not _first_day(section.title):
            past = at + 1
            alone = past == len(sections) or sections[past].level <= section.level
            return past if alone and not self.blocks[at] else 0
        past = at + 1
        while past < len(sections) and sections[past].level > section.level:
            past += 1
        blocks = [block for group in self.blocks[at:past] for block in group]
        return past if self.fits(blocks) else 0

    def fits(self, blocks: Sequence[markdown.Block]) -> bool:
        """Whether blocks can be served as one: short, and with nothing between them that is not served."""
        if any(block.kind not in SHOWN_KINDS | {"rule", "reference"} for block in blocks):
            return False
        if not blocks:
            return True
        first, last = _span(blocks)
        size = sum(len(text) + 1 for text in self.texts[first - 1 : last])
        return last - first < _MOST_LINES and size <= _MOST_CHARACTERS

    def entry(self, at: int, past: int) -> Piece:
        section = self.document.sections[at]
        blocks = [block for group in self.blocks[at:past] for block in group]
        titles = [each.title for each in self.document.sections[at + 1 : past]]
        first = section.heading_line or section.lines[0]
        last = max([section.lines[0], *[block.lines[1] for block in blocks]])
        labels = [
            self.texts[n - 1] for block in blocks for n in _lines(block) if _patterns().label.match(self.texts[n - 1])
        ]
        day = _first_day(*reversed(section.path), *labels) or self.day
        body = self.said(blocks) or section.title
        return Piece((first, last), self.heading(section), day, "\n".join([*titles, body]))

    def items(self, at: int) -> list[Piece]:
        """Every item of a section with what hangs on it, every paragraph."""
        section = self.document.sections[at]
        day = _first_day(*reversed(section.path)) or self.day
        found = []
        for group in self.groups(self.blocks[at]):
            text = self.said(group)
            starts = _patterns().date.search(text[:20])
            own = starts[0] if starts is not None and instant.is_day(starts[0]) else day
            found.append(Piece(_span(group), self.heading(section), own, text))
        return found

    def groups(self, blocks: Sequence[markdown.Block]) -> Iterator[list[markdown.Block]]:
        """Blocks that belong together: an item and what is nested in it, lines of one paragraph."""
        group: list[markdown.Block] = []
        for block in blocks:
            if block.kind not in SHOWN_KINDS:
                yield from self.parts(group)
                group = []
                continue
            if group and not (block.parent is not None or _runs_on(group[-1], block)):
                yield from self.parts(group)
                group = []
            group.append(block)
        yield from self.parts(group)

    def parts(self, group: list[markdown.Block]) -> Iterator[list[markdown.Block]]:
        if group and self.fits(group):
            yield group
        else:
            yield from ([block] for block in group)

    def said(self, blocks: Sequence[markdown.Block]) -> str:
        return "\n".join(said(block, self.texts) for block in blocks if block.kind in SHOWN_KINDS)

    def heading(self, section: markdown.Section) -> tuple[str, ...]:
        titles = [_undated(title) for title in section.path]
        return tuple(filter(None, titles)) or (self.title or self.stem,)


def said(block: markdown.Block, texts: Sequence[str]) -> str:
    """The text of a block: without marker, box and time where it is prose, as it stands where it is not."""
    first, last = block.lines
    raw = block.text if block.text and block.kind != "fence" else "\n".join(texts[first - 1 : last])
    return days.without_time(raw)


def _runs_on(before: markdown.Block, block: markdown.Block) -> bool:
    return before.kind == block.kind == "plain" and before.lines[1] + 1 == block.lines[0]


def _lines(block: markdown.Block) -> range:
    return range(block.lines[0], block.lines[1] + 1)


def _span(blocks: Sequence[markdown.Block]) -> tuple[int, int]:
    return blocks[0].lines[0], max(block.lines[1] for block in blocks)


def _first_day(*texts: str) -> str:
    """The first date that exists in the first text that holds one."""
    for text in texts:
        for match in _patterns().date.finditer(text):
            if instant.is_day(match[0]):
                return match[0]
    return ""


def _undated(title: str) -> str:
    """A title without the date it begins or ends with."""
    match = _patterns().date.search(title)
    if match is None or not instant.is_day(match[0]):
        return title.strip()
    before, after = title[: match.start()].rstrip(_AROUND_DATE), title[match.end() :].lstrip(_AROUND_DATE)
    return f"{before} {after}".strip() if not (before and after) else title.strip()


def _field(fields: dict[str, Any], key: str) -> str:
    """A field as text, at the top of a header or under `metadata`; empty where it is no text."""
    metadata = fields.get("metadata")
    for table in (fields, metadata if isinstance(metadata, dict) else {}):
        found = table.get(key)
        if isinstance(found, str) and found.strip():
            return " ".join(found.split())
    return ""


def _listed(fields: dict[str, Any], key: str) -> str:
    found = fields.get(key)
    return " ".join(each for each in found if isinstance(each, str)) if isinstance(found, list) else _field(fields, key)


def says_nothing_new(path: str, raw: str, read: Callable[[str], Sequence[str] | Problem]) -> bool:
    """True for lines of an index (`MEMORY.md`) all of whose words stand in the notes that they link: those notes are
    served themselves. `path` is the file of the lines, `read` gives the lines of a file by its absolute path."""
    if os.path.basename(path).casefold() not in INDEXES or len(raw) > _MOST_CHARACTERS:
        return False
    targets = [_target(path, match[1]) for match in _patterns().link.finditer(raw)]
    held: set[str] = set()
    for target in filter(None, targets):
        texts = read(target)
        if not isinstance(texts, Problem):
            held.update(_words(os.path.basename(target)[:-3]), _words("\n".join(texts)))
    return bool(held) and _words(_patterns().link.sub(lambda match: match[0].partition("](")[0], raw)) <= held


def _target(path: str, written: str) -> str:
    """The note that a link leads to; empty where it leads to none."""
    name = _patterns().escape.sub(_unescaped, written.strip("<>").partition("#")[0])
    is_note = name.lower().endswith(".md") and "://" not in name and "\0" not in name and trees.is_text(name)
    if not is_note or rule(os.path.basename(name)):
        return ""
    return os.path.normpath(os.path.join(os.path.dirname(path), name))


def _unescaped(match: re.Match[str]) -> str:
    return bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "replace")


def _words(text: str) -> set[str]:
    return set(_patterns().word.findall(text.casefold()))

"""substrate: what the person wrote by hand, as it is read: files, sections, lines."""

from __future__ import annotations

from typing import Any, NamedTuple

from sapwood.core import credentials
from sapwood.core.problem import Problem
from sapwood.disk import lines as splitting
from sapwood.disk.home import Home
from sapwood.errors import NotFound
from sapwood.layers import frontmatter, markdown
from sapwood.layers import substrate as layer


class Substrate(NamedTuple):
    """`files` with their sections and the lines they stand on; `problems` file by file."""

    files: list[dict[str, Any]]
    problems: list[Problem]


def substrate(home: Home, name: str = "") -> Substrate:
    """All substrate files, or those that `name` names (a path, a file name, or its stem). Raises `NotFound`."""
    found, problems = layer.files(home.places)
    chosen = [source for source in found if not name or layer.is_named(source, name)]
    if name and not chosen:
        raise NotFound("substrate file", name, "`sapwood substrate` lists them; [substrate].paths declares them")
    files = []
    for source in chosen:
        data = home.places.read(source.path, home.config.limits.file_bytes)
        if isinstance(data, Problem):
            problems.append(data)
            continue
        read, faults = splitting.decode(source.shown, data, home.config.limits)
        problems += faults
        document = markdown.parse(read.texts)
        header = frontmatter.read(source.shown, read.texts, document.frontmatter)
        problems += [header.problem] if header.problem is not None else []
        sections = _sections(read.texts, document)
        files.append({"file": source.shown, "lines": len(read.texts), "header": header.fields, "sections": sections})
    return Substrate(files, problems)


def _sections(texts: tuple[str, ...], document: markdown.Document) -> list[dict[str, Any]]:
    sections = []
    for section in document.sections:
        first, last = section.lines
        while last >= first and not texts[last - 1].strip():
            last -= 1
        if last >= first:
            body, _ = credentials.redact("\n".join(texts[first - 1 : last]))
            sections.append({"title": section.title, "level": section.level, "lines": [first, last], "text": body})
    return sections

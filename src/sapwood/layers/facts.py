"""Nobody writes through this file: it reads the folder of knowledge, signed or not (`layers.knowledge` writes it)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sapwood import admit
from sapwood.core import subject
from sapwood.core.claim import Claim
from sapwood.core.limits import Limits
from sapwood.core.problem import Problem
from sapwood.disk import safe
from sapwood.disk.places import Places
from sapwood.errors import BadSubject
from sapwood.layers import second_versions
from sapwood.layers.substrate import Source, unlisted


class Fact(NamedTuple):
    """What a file of the folder says, signed or not: its text, and the subject where its header is one of ours."""

    lines: tuple[int, int]
    heading: tuple[str, ...]
    day: str
    text: str
    subject: str


def held(texts: Sequence[str]) -> list[Fact]:
    """The one fact of a file; none where it holds no text."""
    end = next((at for at, line in enumerate(texts[1:], 1) if line == "---"), 0) if texts and texts[0] == "---" else -1
    first = end + 1
    text = "\n".join(texts[first:]).strip()
    if not text:
        return []
    said = next((line.partition(": ")[2] for line in texts[:first] if line.startswith("subject: ")), "")
    try:
        path = subject.parse(said, Limits()) if said else ""
    except BadSubject:
        path = ""
    while not texts[first].strip():
        first += 1
    return [Fact((first + 1, len(texts)), (), "", text, path)]


def files(places: Places) -> tuple[list[Source], list[Problem]]:
    """The files of the folder, and what could not be listed."""
    found, problems = list[Source](), list[Problem]()
    entries = safe.scan(places.knowledge)
    if entries is None and safe.stat_of(places.knowledge) is not None:
        problems.append(unlisted(places, places.knowledge))
    for entry in entries or ():
        if not entry.name.endswith(".md") or second_versions.is_passing(entry.path):
            continue
        if not admit.is_encodable(entry.name):
            problems.append(Problem(ascii(places.shown(entry.path)), None, "name", "its name is not UTF-8; rename it"))
        elif (problem := second_versions.problem(places, entry.path)) is not None:
            problems.append(problem)
        else:
            found.append(Source(entry.path, places.shown(entry.path), "", entry.stat))
    return found, problems


def path_of(places: Places, claim: Claim) -> str:
    """Where a claim's file lies, as shown."""
    return f"{places.shown(places.knowledge)}/{claim.file_name}"

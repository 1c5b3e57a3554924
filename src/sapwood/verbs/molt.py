"""molt: what lies ready when a person sits down to rewrite a handwritten file: seeds that wait for it, and active marks
that name it or whose subject its sections mention. Nothing here writes the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any, NamedTuple

from sapwood.core import plain, subject
from sapwood.core.problem import Problem
from sapwood.core.proposal import SEED
from sapwood.disk.home import Home
from sapwood.errors import Ambiguous
from sapwood.extract.subjects import UNSORTED
from sapwood.lanes import decided, standing
from sapwood.lanes import marks as lane
from sapwood.layers import marks
from sapwood.reading import Reading
from sapwood.verbs import proposals
from sapwood.verbs import substrate as verb
from sapwood.verbs.proposals import Proposal

Classify = Callable[[str, Sequence[str]], str | None]
_MOST_MARKS = 20  # of one file, the strongest
_WORD = re.compile(r"[^\W_]+")


class Beside(NamedTuple):
    """What lies beside one file: seeds that wait for it or were put off, the strongest marks, how many more there are,
    and what has to be said of those that were left out."""

    seeds: list[Proposal]
    marks: list[dict[str, Any]]
    more: int
    notices: list[str]


class Molt(NamedTuple):
    """A handwritten file as it is read, where it lies, the SHA-256 of its bytes, and what lies beside it."""

    file: dict[str, Any]
    path: str
    sha256: str
    beside: Beside
    problems: list[Problem]


def molt(home: Home, reading: Reading, classify: Classify, name: str) -> Molt:
    """What lies ready for the file of that name. Raises `NotFound`, and `Ambiguous` where several go by it."""
    found = verb.substrate(home, name)
    if len(found.files) > 1:
        raise Ambiguous(name, [each["file"] for each in found.files])
    if not found.files:
        return Molt({"file": name, "lines": 0, "header": {}, "sections": []}, "", "", _NOTHING, found.problems)
    file = found.files[0]
    path = home.places.located(file["file"])
    data = home.places.read(path, home.config.limits.file_bytes)
    digest = sha256(data).hexdigest() if isinstance(data, bytes) else ""
    return Molt(file, path, digest, beside(home, reading, classify, file), found.problems)


_NOTHING = Beside([], [], 0, [])


def beside(home: Home, reading: Reading, classify: Classify, file: dict[str, Any]) -> Beside:
    """What lies beside one file, as `verbs.substrate` has it."""
    seeds = proposals.listed(home, reading, kinds=(SEED,), states=proposals.OPEN, file=file["file"])
    look = standing.look_at_all(home, reading)
    found, held = _strongest(home, reading, _meeting(home, reading, classify, file)), decided.ledger(reading)
    active = (each for each in found if decided.state(held, each, reading.now) == "active")
    items = (item for each in active if (item := lane.of(look, each)) is not None)
    shown = list(islice(items, _MOST_MARKS))
    return Beside(seeds, shown, max(0, len(found) - len(shown)), look.notices)


def _strongest(home: Home, reading: Reading, found: list[marks.Mark]) -> list[marks.Mark]:
    index, decay = reading.index, home.config.decay

    def strength(each: marks.Mark) -> float:
        steps = None if decay == "none" else marks.reinforcements(index.db, index.rules.workspace, each.id)
        return marks.strength(each, steps, reading.now, decay)

    return sorted(found, key=lambda each: (-strength(each), each.id))


def _meeting(home: Home, reading: Reading, classify: Classify, file: dict[str, Any]) -> list[marks.Mark]:
    """Current marks that name a file, or whose subject its sections mention."""
    index, path = reading.index, home.places.located(file["file"])
    found = [
        mark
        for mark, refs in marks.referring(index.db, index.rules.workspace)
        if any(_names(home, ref, path) for ref in refs)
    ]
    every = marks.subjects(index.db, index.rules.workspace)
    for path_of in mentioned(home.config.owner, classify, file["sections"], every):
        under = marks.listed(index.db, index.rules.workspace, path_of, ("active",))
        found += [mark for mark in under if mark.subject == path_of]
    fresh = (each for each in found if marks.is_current(each, reading.now) and not _has_faded(each, reading.now))
    return list({each.id: each for each in fresh}.values())


def _names(home: Home, ref: str, path: str) -> bool:
    """Whether a reference names a file: by its path, or by its name or stem alone."""
    return home.places.located(ref) == path or ("/" not in ref and _stem(ref) == _stem(path))


def _stem(path: str) -> str:
    return path.replace("\\", "/").rsplit("/", 1)[-1].casefold().removesuffix(".md")


def _has_faded(found: marks.Mark, now: float) -> bool:
    return found.withers_at is not None and found.withers_at <= now


def mentioned(owner: str, classify: Classify, sections: Sequence[dict[str, Any]], subjects: Iterable[str]) -> list[str]:
    """Those of some subjects that sections mention: their last word stands in a text, any of their words in a heading,
    or what a section is about is their topic."""
    headings, words, topics = set[str](), set[str](), list[str]()
    for section in sections:
        headings |= _words(section["title"])
        words |= _words(section["text"])
        topic = classify(section["text"], [section["title"]] if section["title"] else [])
        topics += [f"{owner}.{topic}"] * bool(topic)
    return [each for each in subjects if _is_mentioned(each, headings, words, topics)]


def _is_mentioned(path: str, headings: set[str], words: set[str], topics: Sequence[str]) -> bool:
    parts = path.split(".")[1:]
    if not parts or parts[-1] == UNSORTED:
        return False
    in_heading = any(_words(part) <= headings for part in parts)
    return in_heading or _words(parts[-1]) <= words or any(subject.under(path, topic) for topic in topics)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def sheet(found: Molt) -> str:
    """What lies beside a file as text to have beside it in an editor. Characters that are not seen are named."""
    name, near = found.file["file"], found.beside
    lines = [f"# Beside {name}", "", f"You edit {name}; nothing here writes it, and this sheet is thrown away.", ""]
    lines += [f"## Seeds that wait: {len(near.seeds)}", ""]
    for seed in near.seeds:
        lines += [f"- {seed.text}", f"  ({seed.state}, by {seed.proposed_by} ({seed.channel}), {seed.id[-8:]})"]
    lines += ["", f"## Marks: {len(near.marks)}" + (f" of {len(near.marks) + near.more}" if near.more else ""), ""]
    for item in near.marks:
        lines += [
            f"- {item['observation']}",
            f"  ({item['subject']}, {item['current_strength']:.2f}, {item['id'][-8:]})",
        ]
    return plain.shown("\n".join(lines) + "\n")

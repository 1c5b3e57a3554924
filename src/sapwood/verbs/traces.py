"""traces: where the words of a mark stand: in values, by the leaves that name them, and in the person's own files."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sapwood.core import leaf as leaves
from sapwood.core import skeleton
from sapwood.core.problem import Problem
from sapwood.disk import lines as splitting
from sapwood.disk import safe
from sapwood.disk.home import Home
from sapwood.disk.places import CONFIG
from sapwood.errors import BadLeaf
from sapwood.index import apply, lexical, store
from sapwood.layers import compost, days, facts, markdown, notes, substrate
from sapwood.log import book, values

_SEARCHED = 12  # characters of skeleton from which a text inside a longer one counts as held by it
_SEARCHED_UNSPACED = 3  # the same for scripts without spaces, where three characters are a word or two

DECIDED = "decided"  # the type of a leaf that names the bytes a person signed
FILE_TEXT, SAYS, HOLDS, QUOTES, BESIDE, NOTHING = "file text", "says", "holds", "quotes", "beside", "nothing"


class Words(NamedTuple):
    """What is looked for, as skeletons: what a mark says, and the lines that it quotes."""

    said: str
    lines: frozenset[str]


class Trace(NamedTuple):
    """A value, and what it has of some words. `has`: `file text` (a line that was added to a file says or holds them),
    `says` (its observation is just that), `holds` (its observation holds them as a part), `quotes` (a quote does),
    `beside` (it quotes the same lines, which do not hold them) or `nothing`. `kind` is the type of the leaf that names
    the value and `owner` its mark, pin or proposal; both are empty where no leaf does."""

    digest: str
    kind: str
    owner: str
    has: str
    fields: dict[str, Any]


def words(said: str, quotes: Sequence[str]) -> Words:
    """The words of a mark: what it says, and its quotes."""
    lines = [skeleton.skeleton(line) for quote in quotes for line in quote.splitlines()]
    return Words(skeleton.skeleton(said), frozenset(line for line in lines if line))


def of(home: Home, index: store.Index, wanted: Words) -> Iterator[Trace]:
    """A trace for every value of every replica."""
    owners = _owners(home, index)
    seen: set[str] = set()
    for replica in safe.folders(home.places.values):
        for _, value in values.scan(home.places.values, replica):
            if value is not None and value.digest not in seen:
                seen.add(value.digest)
                kind, owner = owners.get(value.digest, ("", ""))
                fields = _fields(value.data)
                yield Trace(value.digest, kind, owner, _has(value.data, fields, wanted), fields or {})


def _owners(home: Home, index: store.Index) -> dict[str, tuple[str, str]]:
    """By digest of a value, the type of the leaf that made it, and the mark, pin or proposal that it belongs to."""
    found: dict[str, tuple[str, str]] = {}
    for log in book.opened(home.places):
        for _, line in log.leaves():
            with contextlib.suppress(BadLeaf, TypeError):
                leaf = leaves.decode(line.data)
                other = leaf.body.get("pin", leaf.body.get("proposal", ""))
                other = leaf.body.get("name", "") if leaf.type == DECIDED else other
                named = leaf.body.get("id" if leaf.type == "observed" else "mark", other)
                owner = apply.resolved(index.db, index.rules.workspace, named)
                found.update(dict.fromkeys(_added(leaf), (leaf.type, owner)))
    return found


def _added(leaf: leaves.Leaf) -> tuple[str, ...]:
    """Digests of the values that a leaf added; those of an older one are only named by it."""
    return () if leaf.type in ("erased", "gap") else leaf.digests


def _fields(data: bytes) -> dict[str, Any] | None:
    """The fields of a record; None for the text of a file."""
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None


def records(fields: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The evidence records of a value."""
    found = fields.get("evidence")
    return [record for record in found if isinstance(record, dict)] if isinstance(found, list) else []


def _has(data: bytes, fields: dict[str, Any] | None, wanted: Words) -> str:
    if fields is None:
        text = data.decode("utf-8", "replace")
        return FILE_TEXT if any(_holds(form, wanted.said) for form in (text, *text.splitlines())) else NOTHING
    said = list(_statements(fields))
    if any(_says(text, wanted.said) for text in said):
        return SAYS
    if any(_holds(form, wanted.said) for text in said for form in (text, *text.splitlines())):
        return HOLDS
    quotes = [str(record.get("quote") or "") for record in records(fields)]
    lines = [line for quote in quotes for line in quote.splitlines()]
    if any(_holds(text, wanted.said) or _is_cited(text, wanted) for text in (*quotes, *lines)):
        return QUOTES
    return BESIDE if any(skeleton.skeleton(line) in wanted.lines for line in lines) else NOTHING


def _statements(fields: Mapping[str, Any]) -> Iterator[str]:
    """What a record says in words of its own: an observation without its speaker, the texts of a proposal."""
    speaker = str(fields.get("observed_by") or fields.get("reinforced_by") or "")
    texts = [str(fields.get(key) or "") for key in ("proposed_change", "title", "reason")]
    yield from filter(None, (skeleton.unattributed(str(fields.get("observation") or ""), speaker), *texts))


def _is_cited(text: str, wanted: Words) -> bool:
    """True for a line that the mark quotes too and that holds what it says, however short that is, and for one that was
    cut, where quotes end, in the midst of that."""
    skel = skeleton.skeleton(text)
    if skel in wanted.lines:
        return f" {wanted.said} " in f" {skel} "
    longer = [line for line in wanted.lines if line.startswith(skel)] if len(skel) >= _SEARCHED else []
    return any(0 <= line.find(wanted.said) < len(skel) for line in longer)


def _says(text: str, said: str) -> bool:
    """True where a text says just that, but for its bullet, its time of day and who said it."""
    bare = text.strip().lstrip("-*+•").strip()
    timeless = days.without_time(bare)
    _, colon, rest = timeless.partition(":")
    return any(skeleton.skeleton(form) == said for form in (text, bare, timeless, rest if colon else ""))


def _holds(text: str, said: str) -> bool:
    """True where a text says that or holds it as a part."""
    if _says(text, said):
        return True
    skel = skeleton.skeleton(text)
    if lexical.is_unspaced(said):
        return len(said) >= _SEARCHED_UNSPACED and said in skel
    return len(said) >= _SEARCHED and f" {said} " in f" {skel} "


# ---- files


def in_files(home: Home, wanted: Words) -> list[str]:
    """`file:line` of every line of the person's days, archive, substrate, notes and compost that holds the words, and
    of files beside them that are not read, such as a second version or a backup."""
    found = []
    for path in _paths(home):
        data = home.places.read(path, home.config.limits.file_bytes)
        if isinstance(data, Problem):
            continue
        shown = home.places.shown(path)
        read, _ = splitting.decode(shown, data, home.config.limits)
        found += [f"{shown}:{place}" for place in _places_holding(read.texts, wanted.said)]
    return found


def _paths(home: Home) -> list[str]:
    places = home.places
    read = [
        *days.files(places)[0],
        *days.files(places, archived=True)[0],
        *substrate.files(places)[0],
        *facts.files(places)[0],
        *notes.files(places)[0],
        *[source for source in compost.files(places)[0] if not compost.is_view(source.path)],
    ]
    paths = [source.path for source in read]
    folders = {places.home, places.daily, places.archive, *map(os.path.dirname, paths)}
    return list(dict.fromkeys([*paths, *_unread(folders, places.config)]))


def _unread(folders: set[str], config: str) -> Iterator[str]:
    """Files in the folders of the person's that no layer reads."""
    for folder in sorted(folders):
        for entry in safe.scan(folder) or ():
            if os.path.isfile(entry.path) and entry.path != config and entry.name not in _NO_MEMORY:
                yield entry.path


_NO_MEMORY = frozenset({CONFIG, ".gitattributes", ".gitignore"})


def _places_holding(texts: Sequence[str], said: str) -> list[str]:
    """Lines that hold the text, and the lines of items that hold it over several lines."""
    lines = {number for number, line in enumerate(texts, 1) if _holds(line, said)}
    places = [(number, str(number)) for number in lines]
    for block in markdown.parse(texts).blocks:
        first, last = block.lines
        if first < last and not lines.intersection(range(first, last + 1)) and _holds(block.text, said):
            places.append((first, f"{first}-{last}"))
    return [place for _, place in sorted(places)]

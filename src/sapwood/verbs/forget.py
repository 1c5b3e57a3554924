"""forget: hide a mark and keep its value from coming back by itself; `erase`: take the value itself away."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from sapwood import admit
from sapwood.change import Change
from sapwood.core import skeleton
from sapwood.core.problem import Problem
from sapwood.disk import lines as splitting
from sapwood.disk import safe
from sapwood.disk.home import Home
from sapwood.layers import days, markdown, marks, substrate
from sapwood.log import values

_SEARCHED = 12  # characters of skeleton from which a value inside a longer text counts as held by it


class Forgotten(NamedTuple):
    """What `forget` did, or with `dry_run` would do. `still_in` are lines of the person's own files that hold the
    text; they are not edited, and readers withhold them. `erased_values` counts values that were dropped."""

    id: str
    subject: str
    already: bool
    erased_values: int
    still_in: list[str]
    others: list[str]


def forget(home: Home, change: Change, given: str, *, erase: bool = False) -> Forgotten:
    """Hide a mark (`restore` brings it back). `erase` also drops every value that holds its text, for good; git
    history and backups are out of reach. Raises `NotFound`, `Ambiguous`, `Refused`."""
    found = marks.one(change.index.db, change.rules.workspace, given)
    already = found.state == "forgotten"
    if not already:
        marks.write(change, admit.fact(change, "forgotten", _body(change, found), person=True))
    if not erase:
        return Forgotten(found.id, found.subject, already, 0, still_in(home, found.observation), [])
    return _erase(home, change, found, already)


def _body(change: Change, found: marks.Mark) -> dict[str, Any]:
    """The keys of what a mark says and of the lines it cites: readers of days withhold those lines too."""
    keys = [*skeleton.keys(change.rules.salt, found.subject, found.observation)]
    for record in marks.evidence_of(change.index.db, change.rules.workspace, found):
        quoted = str(record.get("quote", "")).splitlines()
        keys += [skeleton.keys(change.rules.salt, "", line).skeleton for line in quoted]
    return {"mark": found.id, "keys": list(dict.fromkeys(keys))}


def _erase(home: Home, change: Change, found: marks.Mark, already: bool) -> Forgotten:
    digests = holding(home, found.observation) | _own_digests(change, found)
    others = [
        mark for mark in marks.with_digests(change.index.db, change.rules.workspace, digests) if mark.id != found.id
    ]
    for mark in [found, *others]:
        named = sorted(digests) if mark is found else ()
        marks.write(change, admit.fact(change, "erased", _body(change, mark), named=named, person=True))
    change.checkpoint()
    change.drop_values(digests)
    lines = still_in(home, found.observation)
    return Forgotten(found.id, found.subject, already, len(digests), lines, [mark.id for mark in others])


def _own_digests(change: Change, found: marks.Mark) -> frozenset[str]:
    steps = marks.reinforcements(change.index.db, change.rules.workspace, found.id)
    return frozenset([found.digest, *(step.digest for step in steps)])


def preview(home: Home, db_marks: marks.Mark, *, erase: bool) -> Forgotten:
    """What `forget` would do, with nothing written."""
    count = len(holding(home, db_marks.observation)) if erase else 0
    lines = still_in(home, db_marks.observation)
    return Forgotten(db_marks.id, db_marks.subject, db_marks.state == "forgotten", count, lines, [])


def holding(home: Home, text: str) -> frozenset[str]:
    """Digests of all values, of every replica, that hold the text: as an observation, in a quote, in an added line."""
    wanted = skeleton.skeleton(text)
    found = set()
    for replica in safe.folders(home.places.values):
        for _, value in values.scan(home.places.values, replica):
            if value is not None and any(_holds(each, wanted) for each in _texts(value.data)):
                found.add(value.digest)
    return frozenset(found)


def _texts(data: bytes) -> list[str]:
    text = data.decode("utf-8", "replace")
    parts = [text]
    try:
        fields = json.loads(text)
    except ValueError:
        fields = None
    if isinstance(fields, dict):
        parts = [
            str(fields.get("observation", "")),
            *(str(each.get("quote", "")) for each in fields.get("evidence", [])),
        ]
    return [form for part in parts for form in (part, *part.splitlines())]


def _holds(text: str, wanted: str) -> bool:
    skel = skeleton.skeleton(text)
    if skel == wanted:
        return True
    return len(wanted) >= _SEARCHED and f" {wanted} " in f" {skel} "


def still_in(home: Home, text: str) -> list[str]:
    """`file:line` of every line of the person's days, archive and substrate that holds the text."""
    wanted = skeleton.skeleton(text)
    found = []
    sources = [
        *days.files(home.places)[0],
        *days.files(home.places, archived=True)[0],
        *substrate.files(home.places)[0],
    ]
    for source in sources:
        data = home.places.read(source.path, home.config.limits.file_bytes)
        if isinstance(data, Problem):
            continue
        read, _ = splitting.decode(source.shown, data, home.config.limits)
        found += [f"{source.shown}:{place}" for place in _places_holding(read.texts, wanted)]
    return found


def _places_holding(texts: Sequence[str], wanted: str) -> list[str]:
    """Lines that hold the text, and the lines of items that hold it over several lines."""
    lines = {number for number, line in enumerate(texts, 1) if _line_holds(line, wanted)}
    places = [(number, str(number)) for number in lines]
    for block in markdown.parse(texts).blocks:
        first, last = block.lines
        if first < last and not lines.intersection(range(first, last + 1)) and _line_holds(block.text, wanted):
            places.append((first, f"{first}-{last}"))
    return [place for _, place in sorted(places)]


def _line_holds(line: str, wanted: str) -> bool:
    bare = line.strip().lstrip("-*+•").strip()
    return bool(bare) and (_holds(bare, wanted) or _holds(days.without_time(bare), wanted))

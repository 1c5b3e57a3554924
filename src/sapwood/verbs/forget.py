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
from sapwood.index import lexical, store
from sapwood.layers import compost, days, markdown, marks, notes, substrate
from sapwood.log import values

_SEARCHED = 12  # characters of skeleton from which a text inside a longer one counts as held by it
_SEARCHED_UNSPACED = 3  # the same for scripts without spaces, where three characters are a word or two


class Forgotten(NamedTuple):
    """What `forget` did, or with `dry_run` would do. `still_in` are lines of the person's own files that hold the
    text; they are not edited, and readers withhold them. With `erase`, `erased_values` counts values that were dropped,
    `others` are marks that went with it since they say or quote the same line, and `kept` marks that hold the text as a
    part of something longer and stay; each with id and what it says."""

    id: str
    subject: str
    already: bool
    erased_values: int
    still_in: list[str]
    others: list[dict[str, str]]
    kept: list[dict[str, str]]


class _Plan(NamedTuple):
    digests: frozenset[str]
    others: list[marks.Mark]
    kept: list[marks.Mark]


def forget(home: Home, change: Change, given: str, *, erase: bool = False) -> Forgotten:
    """Hide a mark (`restore` brings it back). `erase` also drops every value that says or quotes the same, for good;
    git history and backups are out of reach. Raises `NotFound`, `Ambiguous`, `Refused`."""
    found = marks.one(change.index.db, change.rules.workspace, given)
    already = found.state == "forgotten"
    if not already:
        marks.write(change, admit.fact(change, "forgotten", _body(change, found), person=True))
    if not erase:
        return Forgotten(found.id, found.subject, already, 0, still_in(home, marks.said(found)), [], [])
    return _erase(home, change, found, already)


def _body(change: Change, found: marks.Mark) -> dict[str, Any]:
    """The keys of what a mark says and of the lines it cites: readers of days withhold those lines too."""
    keys = [*skeleton.keys(change.rules.salt, found.subject, marks.said(found))]
    for record in marks.evidence_of(change.index.db, change.rules.workspace, found):
        quoted = str(record.get("quote", "")).splitlines()
        keys += [skeleton.keys(change.rules.salt, "", line).skeleton for line in quoted]
    return {"mark": found.id, "keys": list(dict.fromkeys(keys))}


def _erase(home: Home, change: Change, found: marks.Mark, already: bool) -> Forgotten:
    plan = _planned(home, change.index, found)
    for mark in [found, *plan.others]:
        named = sorted(plan.digests) if mark is found else ()
        marks.write(change, admit.fact(change, "erased", _body(change, mark), named=named, person=True))
    change.checkpoint()
    change.drop_values(plan.digests)
    return _told(home, found, already, plan)


def _told(home: Home, found: marks.Mark, already: bool, plan: _Plan) -> Forgotten:
    others, kept = ([{"id": each.id, "observation": each.observation} for each in group] for group in plan[1:])
    lines = still_in(home, marks.said(found))
    return Forgotten(found.id, found.subject, already, len(plan.digests), lines, others, kept)


def preview(home: Home, index: store.Index, given: str, *, erase: bool) -> Forgotten:
    """What `forget` would do, with nothing written."""
    found = marks.one(index.db, index.rules.workspace, given)
    plan = _planned(home, index, found) if erase else _Plan(frozenset(), [], [])
    return _told(home, found, found.state == "forgotten", plan)


def _planned(home: Home, index: store.Index, found: marks.Mark) -> _Plan:
    """Which values go, with which marks, and which marks hold the text as a part of something else."""
    wanted = skeleton.skeleton(marks.said(found))
    steps = marks.reinforcements(index.db, index.rules.workspace, found.id)
    whole, part = {found.digest, *(step.digest for step in steps)}, set[str]()
    for replica in safe.folders(home.places.values):
        for _, value in values.scan(home.places.values, replica):
            if value is not None:
                texts, is_record = _texts(value.data)
                forms = [form for text in texts for form in (text, *text.splitlines())]
                if any(_says(form, wanted) for form in forms):
                    whole.add(value.digest)
                elif any(_holds(form, wanted) for form in forms):
                    (part if is_record else whole).add(value.digest)  # a line added to a file stands in the file
    workspace = index.rules.workspace
    others = [mark for mark in marks.with_digests(index.db, workspace, frozenset(whole)) if mark.id != found.id]
    return _Plan(frozenset(whole), others, marks.with_digests(index.db, workspace, frozenset(part - whole)))


def _texts(data: bytes) -> tuple[list[str], bool]:
    """(texts of a value, whether it is a record of a mark and not lines that were added to a file)."""
    text = data.decode("utf-8", "replace")
    try:
        fields = json.loads(text)
    except ValueError:
        fields = None
    if not isinstance(fields, dict):
        return [text], False
    quotes = [str(record.get("quote", "")) for record in fields.get("evidence", [])]
    speaker = str(fields.get("observed_by") or fields.get("reinforced_by") or "")
    return [skeleton.unattributed(str(fields.get("observation", "")), speaker), *quotes], True


def _says(text: str, wanted: str) -> bool:
    """True where a text says just that, but for its bullet, its time of day and who said it."""
    bare = text.strip().lstrip("-*+•").strip()
    timeless = days.without_time(bare)
    _, colon, said = timeless.partition(":")
    return any(skeleton.skeleton(form) == wanted for form in (text, bare, timeless, said if colon else ""))


def _holds(text: str, wanted: str) -> bool:
    """True where a text says that or holds it as a part."""
    if _says(text, wanted):
        return True
    skel = skeleton.skeleton(text)
    if lexical.is_unspaced(wanted):
        return len(wanted) >= _SEARCHED_UNSPACED and wanted in skel
    return len(wanted) >= _SEARCHED and f" {wanted} " in f" {skel} "


def still_in(home: Home, text: str) -> list[str]:
    """`file:line` of every line of the person's days, archive, substrate, notes and compost that holds the text."""
    wanted = skeleton.skeleton(text)
    found = []
    sources = [
        *days.files(home.places)[0],
        *days.files(home.places, archived=True)[0],
        *substrate.files(home.places)[0],
        *notes.files(home.places)[0],
        *[source for source in compost.files(home.places)[0] if not compost.is_view(source.path)],
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
    lines = {number for number, line in enumerate(texts, 1) if _holds(line, wanted)}
    places = [(number, str(number)) for number in lines]
    for block in markdown.parse(texts).blocks:
        first, last = block.lines
        if first < last and not lines.intersection(range(first, last + 1)) and _holds(block.text, wanted):
            places.append((first, f"{first}-{last}"))
    return [place for _, place in sorted(places)]

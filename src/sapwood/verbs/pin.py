"""pin: what is recalled whatever is asked: a mark by its id, or lines of a file. It is the person's to say."""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

from sapwood import admit
from sapwood.change import Change
from sapwood.core import evidence, instant, mark
from sapwood.disk.home import Home
from sapwood.errors import Ambiguous, NotFound, Refused
from sapwood.lanes import standing
from sapwood.lanes.look import Look
from sapwood.lanes.standing import LINES, MARK, Pin
from sapwood.layers import citations, compost, marks
from sapwood.reading import Reading
from sapwood.verbs import observe

_LEAST_OF_ID = 4  # characters


class Pinned(NamedTuple):
    """`id` of the mark, or of the pin where it holds lines; `what` is named as people name it; `again` where nothing
    had to be done."""

    id: str
    kind: str
    what: str
    again: bool


def pin(home: Home, change: Change, given: str) -> Pinned:
    """Pin a mark (`ID`, or its end) or lines (`FILE#L3-L5`) of a substrate file, a note or a day. Raises `NotFound`,
    `Ambiguous`, `PathRefused`, and `Refused` for what cannot stand and on channels that only agents use."""
    named = evidence.citation(given)
    return _pin_mark(change, given) if named is None else _pin_lines(home, change, *named)


def _pin_mark(change: Change, given: str) -> Pinned:
    found = marks.one(change.index.db, change.rules.workspace, given)
    if found.state == "forgotten":
        raise Refused("state", f"mark {found.id} is forgotten; `sapwood restore {found.id}` first")
    if marks.is_replaced(found, change.now):
        raise Refused("state", f"mark {found.id} was replaced by {found.superseded_by}; pin that one")
    again = any(each.id == found.id for each in standing.pins(change.index))
    if not again:
        marks.write(change, admit.fact(change, "pinned", {"mark": found.id}, person=True))
    return Pinned(found.id, MARK, f"mark {found.id}", again)


def _pin_lines(home: Home, change: Change, path: str, lines: tuple[int, int]) -> Pinned:
    shelf = observe.shelf_of(home, change)
    record = observe.cited(shelf, path, lines)
    _require_layer(home, record.path)
    for each in standing.pins(change.index):
        now = shelf.resolve(each.record) if each.kind == LINES else None
        if now is not None and (now.path, now.lines) == (record.path, record.lines):
            return Pinned(each.id, LINES, f"{now.path}#{standing.span(lines)}", True)
    made = mark.uuid7(int(change.now * 1000), os.urandom(10))
    value = json.dumps({"evidence": [record.to_json()]}, ensure_ascii=False).encode()
    marks.write(change, admit.fact(change, "pinned", {"pin": made}, (value,), person=True))
    return Pinned(made, LINES, f"{record.path}#{standing.span(lines)}", False)


def _require_layer(home: Home, shown: str) -> None:
    path = home.places.located(shown)
    if any(source.path == path for source in compost.files(home.places)[0]) or not path.lower().endswith(".md"):
        message = f"{shown} is no handwritten file, note or day; pin lines of one of these, or a mark by its id"
        raise Refused("layer", message)


def unpin(home: Home, change: Change, given: str) -> Pinned:
    """Take back a pin: by the id of its mark, its own id (or the end of one), or the lines it holds. Raises `NotFound`,
    `Ambiguous`, and `Refused` on channels that only agents use."""
    found = _named(home, change, given)
    body = {"mark": found.id} if found.kind == MARK else {"pin": found.id}
    marks.write(change, admit.fact(change, "unpinned", body, person=True))
    return Pinned(found.id, found.kind, standing.name(found), False)


def _named(home: Home, change: Change, given: str) -> Pin:
    every = standing.pins(change.index)
    wanted = given.strip()
    named = evidence.citation(wanted)
    if named is not None:
        shelf = citations.Shelf(home.places, home.config.limits, change.rules.salt)
        shown = home.places.shown(home.places.located(named[0]))
        found = [each for each in every if each.kind == LINES and _holds(shelf, each, shown, named[1])]
    else:
        low = wanted.lower()
        fits = [each for each in every if each.id == low or (len(low) >= _LEAST_OF_ID and each.id.endswith(low))]
        found = [each for each in fits if each.id == low] or fits
        found = found or [each for each in every if len(low) >= _LEAST_OF_ID and each.id.startswith(low)]
    if len(found) > 1:
        raise Ambiguous(given, [each.id for each in found])
    if not found:
        raise NotFound("pin", given, "`sapwood pin` lists what is pinned")
    return found[0]


def _holds(shelf: citations.Shelf, each: Pin, shown: str, lines: tuple[int, int]) -> bool:
    """Whether a pin was made of these lines, or holds them now."""
    record = each.record
    now = shelf.resolve(record)
    return (shown, lines) in ((record.path, record.lines), (now.path, now.lines))


def listing(home: Home, reading: Reading) -> list[dict[str, Any]]:
    """Every pin, oldest first: `id`, `kind`, `what`, `pinned_at`, `served` and why not, and the fields of its item."""
    return [_listed(standing.look_at_all(home, reading), each) for each in standing.pins(reading.index)]


def _listed(look: Look, each: Pin) -> dict[str, Any]:
    told = standing.of(look, each)
    item = told.item or {}
    where = f"{item['file']}#{standing.span(item['lines'])}" if "file" in item else standing.name(each)
    return {
        "id": each.id,
        "kind": each.kind,
        "what": where,
        "pinned_at": instant.iso(each.at),
        "served": told.item is not None,
        "why": told.why or ("; ".join(look.notices) if told.item is None else ""),
        "text": item.get("observation", item.get("excerpt", "")),
        "layer": item.get("layer", "marks" if each.kind == MARK else ""),
        "trust": item.get("trust", ""),
    }

"""What the person pinned: marks by id, and lines of files by evidence of them. It is recalled whatever was asked."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable
from typing import Any, NamedTuple

from sapwood.core import instant
from sapwood.core.evidence import Evidence, from_json
from sapwood.core.leaf import Leaf
from sapwood.core.problem import Problem
from sapwood.disk.home import Home
from sapwood.disk.places import Places
from sapwood.errors import NotFound
from sapwood.index import apply, store
from sapwood.lanes import marks as mark_lane
from sapwood.lanes import question
from sapwood.lanes.look import Item, Look
from sapwood.layers import citations, days, marks, passages
from sapwood.layers.passages import Passage
from sapwood.reading import Reading

MARK, LINES = "mark", "lines"
_TRUST = {passages.SUBSTRATE: "handwritten", passages.NOTES: "unreviewed", passages.DAILY: "unreviewed"}


class Pin(NamedTuple):
    """One row of `standing`. `id` is that of the mark, or of the pin where it holds lines; `at` is when it was made."""

    id: str
    kind: str
    evidence: str
    at: float
    replica: str
    log_index: int
    digest: str

    @property
    def record(self) -> Evidence:
        """The lines that it holds."""
        return from_json(json.loads(self.evidence))


class Told(NamedTuple):
    """A pin and its item, or why it has none. `silent`: it belongs to another scope."""

    pin: Pin
    item: Item | None
    why: str = ""
    silent: bool = False


def pins(index: store.Index) -> list[Pin]:
    """All pins, oldest first."""
    rows = index.db.execute(
        "SELECT id, kind, evidence, at, replica, log_index, digest FROM standing WHERE workspace=?"
        " ORDER BY at, log_index, id",
        (index.rules.workspace,),
    )
    return [Pin(*row) for row in rows]


def look_at_all(home: Home, reading: Reading) -> Look:
    """A look for pins alone, without a question."""
    return Look(home, reading, question.understood(home, reading, question.Ask(about=home.config.owner)))


def lane(look: Look) -> list[Item]:
    """The pinned items that stand, oldest pin first; notices say of the others why they do not."""
    found = []
    for pin in pins(look.reading.index):
        told = of(look, pin)
        if told.item is not None:
            found.append(told.item)
        if told.why and not told.silent:
            look.notices.append(f"pinned {name(pin)}: {told.why}")
    return found


def name(pin: Pin) -> str:
    """A pin as people name it."""
    if pin.kind == MARK:
        return f"mark {pin.id}"
    record = pin.record
    return f"{record.path}#{span(record.lines or (0, 0))}"


def span(lines: Iterable[int]) -> str:
    """Lines as a citation has them: `L3`, `L3-L5`."""
    first, last = lines
    return f"L{first}" if first == last else f"L{first}-L{last}"


def of(look: Look, pin: Pin) -> Told:
    """What a pin stands for now, proven to the leaf that pinned it."""
    proven = _is_proven(look.reading, pin)
    if proven is False:
        look.agrees = False
        return Told(pin, None, "what the index says of it is not what the log proves; left out")
    if pin.kind == MARK:
        return _of_mark(look, pin)
    if proven is None:
        return Told(pin, None, "the log that says so cannot be proven; left out")
    return _of_lines(look, pin)


def flagged(look: Look, items: list[Item]) -> list[Item]:
    """The items of the lane of marks, with `standing` on those that are pinned. What was known earlier has it already.
    """
    if look.question.known is not None:
        return items
    pinned = {pin.id: pin for pin in pins(look.reading.index) if pin.kind == MARK} if items else {}
    for item in items:
        pin = pinned.get(item["id"])
        if pin is not None and _is_proven(look.reading, pin) is not False:
            item["standing"] = True
    return items


def _is_proven(reading: Reading, pin: Pin) -> bool | None:
    """True where the leaf that pinned it says what the row says; None where its log is not sound; else False."""
    log = reading.log(pin.replica)
    if log is None:
        return False
    if not log.sound:
        return None
    found = reading.leaf(pin.replica, pin.log_index)
    if found is None or found.type != "pinned":
        return False
    with contextlib.suppress(ValueError, KeyError, TypeError, IndexError):
        return _says(reading, found, pin)
    return False


def _says(reading: Reading, found: Leaf, pin: Pin) -> bool:
    if pin.kind == MARK:
        index = reading.index
        pinned: str = apply.resolved(index.db, index.rules.workspace, found.body["mark"])
        return pinned == pin.id
    data = reading.value(found.digests[0])
    if data is None or found.body["pin"] != pin.id:
        return False
    return from_json(json.loads(data)["evidence"][0]) == pin.record


def _of_mark(look: Look, pin: Pin) -> Told:
    index = look.reading.index
    try:
        found = marks.one(index.db, index.rules.workspace, pin.id)
    except NotFound:
        return Told(pin, None, "it was erased; left out (`sapwood unpin`)")
    elsewhere = found.scope != look.question.scope
    if why := _gone(found, look.question.at):
        return Told(pin, None, f"{why}; left out", elsewhere)
    if elsewhere:
        return Told(pin, None, f"it belongs to the scope {found.scope}", silent=True)
    item = mark_lane.of(look, found)
    return Told(pin, item and _pinned(pin, item | {"layer": "marks"}))


def _gone(found: marks.Mark, at: float) -> str:
    """Why a mark is not served although it is pinned; empty where it is. A faded one is."""
    if marks.is_replaced(found, at):
        return f"it was replaced by {found.superseded_by}"
    if found.state not in ("active", "withered"):
        return f"it is {found.state}"
    if found.valid_to is not None and found.valid_to <= at:
        return f"it held until {instant.iso(found.valid_to)}"
    return ""


def _pinned(pin: Pin, item: Item) -> Item:
    return item | {"standing": True, "pinned_at": instant.iso(pin.at), "reason": "pinned"}


def _of_lines(look: Look, pin: Pin) -> Told:
    now = look.shelf.resolve(pin.record)
    if now.status in (citations.MISSING, citations.UNRESOLVED) or now.lines is None:
        return Told(pin, None, f"{now.note}; left out" + (" (`sapwood unpin`)" if now.status != "unresolved" else ""))
    path = look.home.places.located(now.path)
    layer = layer_of(look.home.places, path)
    found = Passage(now.path, "", False, now.lines, "", "", "", 0.0)
    texts = look.shelf.texts(path)
    text = passages.excerpt(found, texts)
    if text is None:
        why = texts.message if isinstance(texts, Problem) else "nothing stands there"
        return Told(pin, None, f"{why}; left out")
    if look.withheld.holds((text,), with_absences=layer == passages.DAILY):
        return Told(pin, None, "it still holds something that was taken away; left out")
    item: dict[str, Any] = {
        "layer": layer,
        "pin": pin.id,
        "file": now.path,
        "lines": list(now.lines),
        "excerpt": text,
        "status": now.status,
        "trust": _TRUST[layer],
    }
    why = "it was edited since; shown as it stands now" if now.status == citations.CHANGED else ""
    return Told(pin, _pinned(pin, item), why)


def layer_of(places: Places, path: str) -> str:
    """The layer of a file of the person's that may be pinned."""
    folder, file = os.path.split(path)
    if path in places.substrate or folder in places.substrate:
        return passages.SUBSTRATE
    if folder in (places.daily, places.archive) and days.day_of_name(file)[0] is not None:
        return passages.DAILY
    return passages.NOTES

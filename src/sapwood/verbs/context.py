"""context: an answer of recall as one block of text for an agent, fenced as data, packed under a budget of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sapwood.core import packing
from sapwood.core.packing import Entry, Place
from sapwood.disk.home import Home
from sapwood.errors import BadArgument, NotFound
from sapwood.lanes import marks as mark_lane
from sapwood.lanes import question, standing
from sapwood.lanes.look import Item, Look
from sapwood.lanes.question import Ask
from sapwood.lanes.standing import span
from sapwood.layers import marks, passages
from sapwood.reading import Reading
from sapwood.verbs.recall import Answer, recall

_MOST_TOKENS = 1_000_000
_LANES = ("knowledge", "substrate", "notes", "marks", "daily", "compost")  # most trusted first
_LONGEST_PART = 100  # characters of one part of a label


class Context(NamedTuple):
    """`context` is the block, empty where the budget has no room for one; `tokens` what it may take
    (`core/tokens.py`). `items` are those in it, in its order, with the fields of recall's answer and `layer`;
    `left_out` counts those that found no room."""

    context: str
    tokens: int
    items: list[dict[str, Any]]
    left_out: int
    notices: list[str]


def context(
    home: Home, reading: Reading, ask: Ask, classify: passages.Classify, *, budget_tokens: int | None = None,
    standing_tokens: int | None = None,
) -> Context:  # fmt: skip
    """Answer a question as a block of at most `budget_tokens`, of which what is pinned takes at most
    `standing_tokens`; both default to the home's settings. Without a question it holds what is pinned. Writes nothing
    to the home. Raises `BadArgument`, `BadSubject` or `BadInstant` as recall does."""
    budget = _whole("--budget", home.config.budget_tokens if budget_tokens is None else budget_tokens)
    own = _whole("standing_tokens", home.config.standing_tokens if standing_tokens is None else standing_tokens)
    asked = bool(ask.about or ask.query.strip())
    ask = ask if asked else ask._replace(about=home.config.owner, query="", layers=())
    answer = recall(home, reading, ask, classify)
    look = Look(home, reading, question.understood(home, reading, ask))
    pinned = _standing(look)
    lanes = [_contradicted(look, answer, name) for name in _LANES]
    items: list[Item] = []
    first, *rest = [_entries(home, items, lane) for lane in (pinned, *lanes)]
    block = packing.packed(first, rest, budget, own, asked=asked)
    notices = [*answer.notices, *look.notices, *_said(block, ask, budget, asked=asked, empty=not any(lanes))]
    shown = [items[entry.key] | ({"also": list(entry.also)} if entry.also else {}) for entry in block.entries]
    return Context(block.text, block.tokens, shown, block.left_out, list(dict.fromkeys(notices)))


def _entries(home: Home, items: list[Item], lane: Iterable[Item]) -> list[Entry]:
    """The entries of a lane; each names its item by the place that it is given in `items`."""
    entries = []
    for item in lane:
        entries.append(_entry(home, len(items), item))
        items.append(item)
    return entries


def _whole(name: str, given: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= _MOST_TOKENS:
        raise BadArgument(name, given, f"a whole number of tokens from 0 to {_MOST_TOKENS}")
    return given


def _standing(look: Look) -> list[Item]:
    if look.question.trusted:
        why = "only what a person signed was asked for"
    elif look.question.known is not None or look.question.as_of is not None:
        why = "the question is about another time"
    else:
        return standing.lane(look)
    if standing.pins(look.reading.index):
        look.notices.append(f"what is pinned now is left out: {why}")
    return []


def _said(block: packing.Packed, ask: Ask, budget: int, *, asked: bool, empty: bool) -> list[str]:
    said = []
    if asked and empty:
        said.append(f"nothing found for {' '.join(filter(None, (ask.about, ask.query)))}")
    if not block.text and (asked or block.left_out):
        said.append(f"the budget of {budget} tokens has no room for an item; the context is empty")
    elif block.left_out:
        said.append(f"{block.left_out} item(s) found no room in {budget} tokens; give more with --budget")
    return said


# ---- both sides of a dispute


def _contradicted(look: Look, answer: Answer, name: str) -> list[Item]:
    """A lane of the answer, each item with its layer. Behind a mark that is disputed stands the other side, also where
    the question did not find that one; no more than k all the same, and no side alone unless k is 1."""
    items = [item | {"layer": name} for item in getattr(answer, name)]
    if name != "marks" or look.question.known is not None:
        return items
    found: dict[str, Item] = {}
    mine = {item["id"]: item for item in items}
    for item in items:
        ids = [each for each in (item["id"], *item.get("disputed_with", ())) if each not in found]
        sides = {each: mine.get(each) or _other_side(look, each, item["id"]) for each in ids}
        unit = {each: side for each, side in sides.items() if side is not None}
        if len(found) + len(unit) <= look.question.k or not found:
            found |= unit
    return list(found.values())[: look.question.k]


def _other_side(look: Look, mark_id: str, of: str) -> Item | None:
    index = look.reading.index
    try:
        mark = marks.one(index.db, index.rules.workspace, mark_id)
    except NotFound:
        return None
    item = mark_lane.of(look, mark) if mark.scope == look.question.scope else None
    return item and item | {"layer": "marks", "reason": f"disputes {of}"}


# ---- an item as an entry


def _entry(home: Home, key: int, item: Mapping[str, Any]) -> Entry:
    layer = item["layer"]
    places = tuple(_places(item))
    cited = _citation(item, places)
    head = (layer, item["trust"], *(["pinned"] if item.get("standing") else []))
    text = item.get("observation") or item.get("excerpt") or item.get("learning") or item.get("claim") or ""
    mark_id = item["id"] if layer == "marks" else ""
    return Entry(
        key, layer, head, tuple(map(_short, _label(home, item, cited))), text, places, mark_id,
        tuple(item.get("disputed_with", ())), f"id {_end(mark_id)}" if mark_id else cited,
    )  # fmt: skip


def _label(home: Home, item: Mapping[str, Any], cited: str) -> Iterator[str]:
    layer = item["layer"]
    if layer == "marks":
        yield item["subject"]
        yield item["last_reinforced_at"][:10]
        yield f"strength {item['current_strength']:.2f}"
        yield f"id {_end(item['id'])}"
        if item["observed_by"] != home.config.owner:
            yield f"by {item['observed_by']}"
        yield from (f"disputed, against id {_end(other)}" for other in item.get("disputed_with", ()))
        if now := item.get("now"):
            yield f"now {now}"
    elif layer == "knowledge":
        yield item["subject"]
        yield f"signed by {item['approved_by']}" if item["approved_by"] else item.get("why", "")
    elif layer == "compost":
        yield f"{item['template_id']}"
        yield f"{item['source_agent_count']} agent(s)"
    elif layer in ("substrate", "notes"):
        yield item.get("topic") or item.get("heading") or ""
        yield item.get("date") or ""
    yield cited
    if item.get("status", "") in ("changed", "unresolved"):
        yield item["status"]


def _end(mark_id: str) -> str:
    return mark_id[-8:]


def _short(part: str) -> str:
    """A part of a label, not longer than a label can bear; of a path the end is what names the file."""
    if len(part) <= _LONGEST_PART:
        return part
    return part[:20] + "…" + part[-(_LONGEST_PART - 21) :]


def _places(item: Mapping[str, Any]) -> Iterable[Place]:
    """Where an item stands, or what it cites, as far as that is in files."""
    if "evidence" in item:
        records = [record.get("now") or record for record in item["evidence"] if record["kind"] == "file"]
        return [Place(record["path"], *_two(record["lines"])) for record in records if record.get("lines")]
    lines = item.get("lines") or item.get("line_range")
    return [Place(item["file"], *_two(lines))] if lines and "file" in item else []


def _two(lines: Sequence[int]) -> tuple[int, int]:
    return lines[0], lines[-1]


def _citation(item: Mapping[str, Any], places: Sequence[Place]) -> str:
    """The place of an item as `file#L3-L5`, with what is to be said of evidence; of more places the first."""
    if "evidence" in item and "claim" not in item:
        return _cited(item["evidence"])
    if places and "claim" not in item:
        return f"{places[0].file}#{span(places[0][1:])}"
    return str(item.get("source") or item.get("file") or "")


def _cited(records: Sequence[Mapping[str, Any]]) -> str:
    standing_first = sorted(records, key=lambda record: record["status"] == "missing")
    for record in standing_first[:1]:
        if record["kind"] != "file":
            return f"{record['kind']} {record.get('id', '')}"
        now = record.get("now") or record
        flag = "" if record["status"] in ("resolved", "moved") else f" ({record['status']})"
        lines = now.get("lines")
        return f"{now.get('path', '')}{'#' + span(_two(lines)) if lines else ''}{flag}"
    return ""

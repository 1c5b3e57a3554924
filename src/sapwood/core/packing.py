"""Which items of an answer fit a budget of tokens, and the block of text that holds them.

1. *Fold.* An item that says what a better one says goes into it, as `also`. Two say the same where their words are the
   same in the same order, but for articles: every number, negation and name counts. What stands before a statement (a
   bullet, a box, a time, a speaker) counts too, unless the one cites the lines of the other. Of two layers that do not
   cite each other, four words are the least: `likes fish` in two files may be said of two people. Two marks are
   never folded, and no side of a dispute is.
2. *Order.* Pinned items have a budget of their own inside the whole one and come first. Then the best item of every
   lane, the second of every lane, and so on: a long lane cannot push out a short one. The other side of a dispute
   follows at once, and both fit or neither does.
3. *Fit.* At first no item takes more than a sixth of the room; what is longer is cut at a word. What is left at the end
   goes to the items that were cut, best first.

Everything counts: fence, header, labels, line ends. Nothing that goes in makes the block larger than its budget; a
budget that has no room for a single item gives no block at all.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import NamedTuple

from sapwood.core import fence, skeleton
from sapwood.core.tokens import estimate

_SHARES = 6  # an item takes no more than this part of the room before the others had theirs
_LEAST_SHARE = 60  # tokens
_CUT_BELOW = 24  # tokens of text that a cut leaves
_READ = 8_000  # characters of one text that are looked at
_COMPARED = 2_000  # characters from which a text is folded only into itself
_TELLING = 4  # words from which two texts that do not cite each other say the same
_MOST_ALSO = 3  # places that are named where items were folded
_ELLIPSIS = " …"


class Place(NamedTuple):
    """Lines of a file."""

    file: str
    first: int
    last: int


class Entry(NamedTuple):
    """One item. `head` and `parts` make its label; `places` is where its text stands or what it cites; `id` names a
    mark among the `disputes` of others; `short` is how another names it in its `also`; `key` is the caller's."""

    key: int
    layer: str
    head: tuple[str, ...]
    parts: tuple[str, ...]
    text: str
    places: tuple[Place, ...] = ()
    id: str = ""
    disputes: tuple[str, ...] = ()
    short: str = ""
    also: tuple[str, ...] = ()


class Packed(NamedTuple):
    """The block, empty where nothing fits; what it may take in tokens with the line end behind it; the entries in it,
    in its order; how many were folded into others, and how many found no room."""

    text: str
    tokens: int
    entries: list[Entry]
    folded: int
    left_out: int


# ---- 1: fold


def folded(lanes: Sequence[Sequence[Entry]]) -> list[list[Entry]]:
    """The lanes, best first, without the entries that say what an earlier one says."""
    kept: list[list[Entry]] = []
    told: dict[tuple[str, ...], list[tuple[int, int]]] = {}
    for lane in lanes:
        kept.append([])
        for entry in lane:
            alike = told.setdefault(_said(entry.text).words, [])
            place = next(((n, at) for n, at in alike if _is_same(kept[n][at], entry)), None)
            if place is None:
                alike.append((len(kept) - 1, len(kept[-1])))
                kept[-1].append(entry)
            else:
                n, at = place
                better = kept[n][at]
                if entry.short not in ("", *better.parts, *better.also):
                    kept[n][at] = better._replace(also=(*better.also, entry.short))
    return kept


class _Said(NamedTuple):
    """The words of a statement, and what stood before it: box, time, speaker."""

    words: tuple[str, ...]
    before: tuple[str, ...]


_ARTICLES = frozenset("a an the der das dem den ein eine einen einem einer le la les un une el los las ett".split())


@functools.cache
def _before() -> tuple[re.Pattern[str], ...]:
    return (
        re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+()"),  # a bullet says nothing
        re.compile(r"\s*(\[[^\]]?\])\s+"),
        re.compile(r"\s*(\[?\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?[AaPp]\.?[Mm]\b\.?)?\]?)\s*[–—-]?\s*"),
        re.compile(r"\s*([^\W\d_][\w.'’-]{0,30}(?: [^\W\d_][\w.'’-]{0,30})?):\s+"),
    )


@functools.lru_cache(maxsize=512)
def _said(text: str) -> _Said:
    if len(text) > _COMPARED:
        return _Said((text,), ())
    before = []
    for pattern in _before():
        match = pattern.match(text)
        before.append("" if match is None else match[1].casefold())
        text = text if match is None else text[match.end() :]
    words = skeleton.skeleton(text).split(" ")
    return _Said(tuple([word for word in words if word not in _ARTICLES]), tuple(before))


def _is_same(kept: Entry, entry: Entry) -> bool:
    """Whether two entries whose words are the same are one statement."""
    if kept.layer == entry.layer and (kept.id or entry.id):
        return kept.id == entry.id
    if entry.disputes or entry.id in kept.disputes:
        return False
    if _share_a_place(kept.places, entry.places):
        return True
    one, other = _said(kept.text), _said(entry.text)
    return one.before == other.before and len(one.words) >= _TELLING


def _share_a_place(some: Sequence[Place], others: Sequence[Place]) -> bool:
    return any(a.file == b.file and a.first <= b.last and b.first <= a.last for a in some for b in others)


# ---- 2: order

Unit = list[Entry]


def _in_turns(lanes: Sequence[Sequence[Entry]]) -> list[tuple[int, Unit]]:
    """(lane, entry with the other sides of its dispute) in the order in which they are packed."""
    longest = max(map(len, lanes), default=0)
    turns = [(number, lane[n]) for n in range(longest) for number, lane in enumerate(lanes) if n < len(lane)]
    by_id = {entry.id: entry for _, entry in turns if entry.id}
    taken: set[int] = set()
    units: list[tuple[int, Unit]] = []
    for number, entry in turns:
        if entry.key in taken:
            continue
        others = [by_id[other] for other in dict.fromkeys(entry.disputes) if other in by_id and other != entry.id]
        unit = [entry, *[other for other in others if other.key not in taken]]
        taken.update(each.key for each in unit)
        units.append((number, unit))
    return units


# ---- 3: fit


class _Drawn(NamedTuple):
    """An entry as it will stand: its label, its lines, what the label and all of it take with their line ends."""

    entry: Entry
    label: str
    lines: list[str]
    head: int
    cost: int

    @property
    def least(self) -> int:
        """What it takes when it is cut as short as may be."""
        return min(self.cost, self.head + _CUT_BELOW)


def _drawn(entry: Entry) -> _Drawn:
    parts = [fence.part(each) for each in entry.parts if each]
    if entry.also:
        more = len(entry.also) - _MOST_ALSO
        named = [fence.part(each) for each in entry.also[:_MOST_ALSO]]
        parts.append("also: " + ", ".join([*named, *([f"{more} more"] if more > 0 else [])]))
    label = fence.label([fence.part(each) for each in entry.head], parts)
    text = entry.text if len(entry.text) <= _READ else entry.text[:_READ] + _ELLIPSIS
    lines = fence.quoted(fence.safe(text))
    head = _cost(label)
    return _Drawn(entry, label, lines, head, head + sum(map(_cost, lines)))


def _cost(line: str) -> int:
    return estimate(line) + 1


def _allotted(
    units: Sequence[tuple[int, Sequence[_Drawn]]], room: int
) -> tuple[list[list[tuple[_Drawn, int]]], int]:  # fmt: skip
    """(units with the tokens that each entry may take, by lane; how many entries found no room)."""
    share, left, out = max(room // _SHARES, _LEAST_SHARE), room, 0
    given: list[tuple[int, list[tuple[_Drawn, int]]]] = []
    for lane, unit in units:
        wanted = [max(min(each.cost, share), each.least) for each in unit]
        if sum(wanted) > left:
            wanted = [each.least for each in unit]
        if sum(wanted) > left:
            out += len(unit)
            continue
        left -= sum(wanted)
        given.append((lane, list(zip(unit, wanted, strict=True))))
    for _, unit_given in given:
        for at, (drawn, tokens) in enumerate(unit_given):
            more = min(drawn.cost - tokens, left)
            unit_given[at], left = (drawn, tokens + more), left - more
    return [unit_given for _, unit_given in sorted(given, key=lambda each: each[0])], out


def _written(drawn: _Drawn, tokens: int) -> list[str]:
    """The lines of an entry in at most so many tokens, line ends counted; `tokens` is at least `drawn.least`."""
    if drawn.cost <= tokens:
        return [drawn.label, *drawn.lines]
    kept, left, ellipsis = [drawn.label], tokens - drawn.head, estimate(_ELLIPSIS)
    for line in drawn.lines:
        if _cost(line) + ellipsis > left:
            if left > _cost(fence.BAR) + ellipsis:
                return [*kept, _cut(line, left - 1)]
            break
        kept.append(line)
        left -= _cost(line)
    return [*kept[:-1], kept[-1] + _ELLIPSIS]


def _cut(line: str, tokens: int) -> str:
    """The beginning of a line and `…` behind it, in at most so many tokens; at a word where one is near."""
    low, high = len(fence.BAR), len(line)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if estimate(line[:middle] + _ELLIPSIS) <= tokens else (low, middle - 1)
    begun = line[:low]
    blank = begun.rfind(" ")
    if blank > max(len(fence.BAR), low - _NEAR) and low < len(line):
        begun = begun[:blank]
    shown = begun.rfind("⟦")
    if shown > begun.rfind("⟧"):  # not through a code point that is shown
        begun = begun[:shown]
    return begun.rstrip() + _ELLIPSIS


_NEAR = 40  # characters


# ---- all of it


def packed(
    pinned: Sequence[Entry], lanes: Sequence[Sequence[Entry]], budget: int, pinned_budget: int, *, asked: bool = True
) -> Packed:
    """The block of pinned entries and of lanes, most trusted first, in at most `budget` tokens, of which the pinned
    take at most `pinned_budget`. Keys of entries differ. `asked` is False where there was no question: then it is not
    said that nothing was found."""
    given = sum(map(len, [pinned, *lanes]))
    first, *rest = folded([pinned, *lanes])
    left = sum(map(len, [first, *rest]))
    opening = [fence.HEADER, *([fence.NOTHING] if asked and not any(lanes) else [])]
    room = budget - _frame() - sum(map(_cost, opening))
    if room < 0 or not (left or len(opening) > 1):
        return Packed("", 0, [], given - left, left)
    single = [(0, [_drawn(entry)]) for entry in first]
    units = [single, [(lane, list(map(_drawn, unit))) for lane, unit in _in_turns(rest)]]
    lines, entries, out = opening, list[Entry](), 0
    for some, most in zip(units, (pinned_budget, room), strict=True):
        taken, without = _allotted(some, min(most, room))
        for drawn, tokens in [each for unit in taken for each in unit]:
            written = _written(drawn, tokens)
            lines += written
            entries.append(drawn.entry)
            room -= sum(map(_cost, written))
        out += without
    if left and not entries:
        return Packed("", 0, [], given - left, left)
    text = fence.around("\n".join(lines))
    return Packed(text, estimate(text) + 1, entries, given - left, out)


@functools.cache
def _frame() -> int:
    """What the two lines of the fence take with their line ends: of any digits, twelve tokens are the most."""
    digits = "0" * fence.DIGITS
    return _cost(f"<{fence.NAME}-{digits}>") + _cost(f"</{fence.NAME}-{digits}>")

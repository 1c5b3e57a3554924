"""grep: leaves that hold some words, or were written by somebody, in some time, about one mark or file."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sapwood.core import instant
from sapwood.core import leaf as leaves
from sapwood.disk.home import Home
from sapwood.errors import BadArgument, BadInstant, NotFound
from sapwood.layers import marks
from sapwood.reading import Reading
from sapwood.verbs.leaves import (
    Line,
    Told,
    as_object,
    erased_marks,
    fields_of,
    marks_of,
    masked,
    ordered,
    records,
    told,
    value,
)


class Filter(NamedTuple):
    """What `grep` looks for. All that is given must hold; empty text is not asked. `since` and `until` are a day of the
    home's zone or an instant, both inclusive, and are held against the asserted time."""

    words: str = ""
    type: str = ""
    actor: str = ""
    channel: str = ""
    since: str = ""
    until: str = ""
    scope: str = ""
    mark: str = ""
    file: str = ""


def grep(home: Home, reading: Reading, wanted: Filter) -> Iterator[Told]:
    """Leaves that fit, in the order of memory. Each of the words must stand in the leaf or in its values, as a part of
    a word too, whatever the case. Raises `BadArgument`, and `NotFound` or `Ambiguous` for the mark."""
    fits = _test(home, reading, wanted)
    return (told(reading, line) for line in ordered(reading.logs) if fits(line))


def _test(home: Home, reading: Reading, wanted: Filter) -> Callable[[Line], bool]:
    if not any(wanted):
        raise BadArgument("log grep", "nothing", "words, or one of --type, --actor, --channel, --since, --until, …")
    _require("--type", wanted.type, leaves.TYPES)
    _require("--channel", wanted.channel, leaves.CHANNELS)
    words = _folded(wanted.words).split()
    plain = _plain_tests(home, reading, wanted)
    path = home.places.shown(home.places.located(wanted.file)) if wanted.file else ""

    def fits(line: Line) -> bool:
        if line.leaf is None:
            return not any(wanted._replace(words="")) and _holds(words, line.data.decode("utf-8", "replace"))
        leaf = line.leaf
        return (
            all(test(leaf) for test in plain)
            and (
                not path or path in _paths(leaf.body) or _in_values(reading, leaf, lambda found: path in _paths(found))
            )
            and (not words or _say(reading, leaf, words))
        )

    return fits


def _require(name: str, given: str, known: frozenset[str]) -> None:
    if given and given not in known:
        raise BadArgument(name, given, "one of " + ", ".join(sorted(known)))


def _plain_tests(home: Home, reading: Reading, wanted: Filter) -> list[Callable[[leaves.Leaf], bool]]:
    """What is asked of the leaf alone."""
    asked = [(key, text) for key in ("type", "actor", "channel", "scope") if (text := getattr(wanted, key))]
    tests: list[Callable[[leaves.Leaf], bool]] = [lambda leaf: all(getattr(leaf, key) == text for key, text in asked)]
    if wanted.since or wanted.until:
        since = _bound(home, "--since", wanted.since, "00:00:00") if wanted.since else float("-inf")
        until = _bound(home, "--until", wanted.until, "23:59:59") if wanted.until else float("inf")
        tests.append(lambda leaf: since <= _instant(leaf) < until + 1.0)
    if wanted.mark:
        ids = _mark_ids(reading, wanted.mark)
        tests.append(lambda leaf: not ids.isdisjoint(marks_of(leaf)))
    return tests


def _bound(home: Home, name: str, given: str, time: str) -> float:
    try:
        if instant.is_day(given):
            return instant.at(given, time, instant.zone(home.config.time_zone, home.config.zone_set_in))
        return instant.parse(given)
    except BadInstant:
        raise BadArgument(name, given, "a day such as 2026-11-05 or an instant such as 2026-11-05T20:00:00Z") from None


def _instant(leaf: leaves.Leaf) -> float:
    """When a leaf says it was written; not a number, which is in no span, where that is no instant."""
    try:
        return instant.parse(leaf.at)
    except BadInstant:
        return float("nan")


def _mark_ids(reading: Reading, given: str) -> set[str]:
    """The ids that a mark goes by in leaves, of an erased one too."""
    workspace = reading.index.rules.workspace
    try:
        found = marks.one(reading.index.db, workspace, given).id
    except NotFound:
        erased = erased_marks(reading, given.strip().lower())
        if len(erased) != 1:
            raise
        found = erased[0]
    rows = reading.index.db.execute(
        "SELECT id FROM mark_aliases WHERE workspace=? AND mark_id=?", (workspace, found)
    ).fetchall()
    return {found, *(each for (each,) in rows)}


def _paths(fields: Mapping[str, Any]) -> set[str]:
    """The files that a body or a value names."""
    step = fields.get("file")
    named = [fields.get("path"), *(record.get("path") for record in records(fields))]
    named += [step.get("path"), step.get("source")] if isinstance(step, dict) else []
    return {path for path in named if isinstance(path, str)}


def _in_values(reading: Reading, leaf: leaves.Leaf, test: Callable[[Mapping[str, Any]], bool]) -> bool:
    objects = (fields_of(reading, digest) for digest in leaf.digests)
    return any(test(fields) for fields in objects if fields is not None)


def _say(reading: Reading, leaf: leaves.Leaf, words: Sequence[str]) -> bool:
    own = _texts([leaf.type, leaf.at, leaf.actor, leaf.channel, leaf.scope, list(leaf.digests), leaf.body])
    held = [data for digest in leaf.digests if (data := value(reading, digest)[1]) is not None]
    if not _holds(words, "\n".join([own, *map(_plain_text, held)])):
        return False
    return _holds(words, "\n".join([own, *(_plain_text(masked(data)[0].encode()) for data in held)]))


def _plain_text(data: bytes) -> str:
    fields = as_object(data)
    return data.decode("utf-8", "replace") if fields is None else _texts(fields)


def _texts(found: Any) -> str:
    """Every text in a JSON value, a line each."""
    texts, waiting = [], [found]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, (list, dict)):
            waiting.extend(part.values() if isinstance(part, dict) else part)
    return "\n".join(texts)


def _holds(words: Sequence[str], text: str) -> bool:
    folded = _folded(text)
    return all(word in folded for word in words)


def _folded(text: str) -> str:
    return text.casefold() if text.isascii() else unicodedata.normalize("NFC", text.casefold())

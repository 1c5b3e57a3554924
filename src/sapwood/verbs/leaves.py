"""leaves: what the logs say, for people: the order of memory, a leaf in one line, its values, the last ones.

Nothing here decides what is remembered. Instants and actors are asserted by whoever wrote a leaf; its channel was
observed; its place in the order is the log's. Every line that is given out was read again just before and held against
the root of its log (`proven`).
"""

from __future__ import annotations

import heapq
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from sapwood.core import credentials
from sapwood.core import leaf as leaves
from sapwood.disk.home import Home
from sapwood.errors import BadArgument, BadLeaf
from sapwood.index import apply, store
from sapwood.log import book
from sapwood.reading import Reading, is_own

HELD, REDACTED, ERASED, GIVEN_UP, DAMAGED = "held", "redacted", "erased", "given up", "damaged"
_WORDS_CHARACTERS = 60  # of a text in a line about a leaf
_READ_CHARACTERS = 2_000  # of a text that is looked through for credentials before it is cut
_LATEST = 5  # leaves in the overview
_KEYED = frozenset({"sha256", "hmac"})  # keys of digests
_DIGITS = frozenset("0123456789abcdefABCDEF-")


class Line(NamedTuple):
    """A line of a log with its place in the one order of memory, (lc, replica, i). Where it does not read as a leaf,
    `leaf` is None, `fault` says why, and `lc` is that of the leaf before it."""

    lc: int
    replica: str
    i: int
    data: bytes
    leaf: leaves.Leaf | None
    fault: str


class Told(NamedTuple):
    """A leaf for people. `leaf` names it (`REPLICA/I`), `about` says in one line what it is about, `proven` tells
    whether its line is under the root of a log that agrees with its witness; `fault` says why a line is no leaf."""

    leaf: str
    lc: int
    type: str
    at: str
    actor: str
    channel: str
    scope: str
    about: str
    marks: tuple[str, ...]
    digests: tuple[str, ...]
    body: Mapping[str, Any]
    proven: bool
    fault: str


# ---- order


def ordered(logs: Sequence[book.Log], starts: Mapping[str, int] | None = None) -> Iterator[Line]:
    """Every line of the logs from the leaf in `starts` on (by replica, 0 where it is not named), one by one."""
    sources = [_lines(log, (starts or {}).get(log.replica, 0)) for log in logs]
    return heapq.merge(*sources, key=lambda each: each[:3])


def _lines(log: book.Log, start: int) -> Iterator[Line]:
    counter = 0
    for at, line in log.leaves(max(0, start - 1)):  # the one before tells where an unreadable one stands
        found = decoded(log.replica, at, line.data, counter)
        counter = found.lc
        if at >= start:
            yield found


def decoded(replica: str, at: int, data: bytes, counter: int = 0) -> Line:
    """The line of leaf `at`, read; `counter` is the lc of the leaf before it."""
    try:
        found = leaves.decode(data)
        if found.i != at:
            raise BadLeaf(f"it says it is leaf {found.i}")
    except BadLeaf as bad:
        return Line(counter, replica, at, data, None, bad.why)
    return Line(found.lc, replica, at, data, found, "")


def line_at(reading: Reading, replica: str, at: int) -> Line | None:
    """Leaf `at` of a replica's log as it lies on disk, or None where there is none."""
    log = reading.log(replica)
    if log is None or not 0 <= at < log.state.size:
        return None
    data = reading.leaf_line(replica, at)
    if data is None:
        data = next((line.data for _, line in log.leaves(at)), None)
    return None if data is None else decoded(replica, at, data)


# ---- one leaf in one line


def told(reading: Reading, line: Line) -> Told:
    """A leaf for people, its line read again and proven."""
    proven = reading.leaf_line(line.replica, line.i) == line.data
    leaf, place = line.leaf, f"{line.replica}/{line.i}"
    if leaf is None:
        return Told(place, line.lc, "", "", "", "", "", "", (), (), {}, proven, line.fault)
    return Told(
        place, leaf.lc, leaf.type, leaf.at, leaf.actor, leaf.channel, leaf.scope, about(reading, leaf),
        tuple(marks_of(leaf)), leaf.digests, leaf.body, proven, "",
    )  # fmt: skip


def describe(found: Told) -> str:
    """One line for people; its text is as it was written: a door shows it through `render.plain`."""
    replica, _, at = found.leaf.rpartition("/")
    place = f"{replica[:8]}/{at}"
    doubt = "" if found.proven else "  (not proven)"
    if found.fault:
        return f"{place}  unreadable: {found.fault}{doubt}"
    return f"{place}  {found.at}  {found.type}  {found.actor} ({found.channel})  {found.about}{doubt}"


def marks_of(leaf: leaves.Leaf) -> list[str]:
    """Ids of the marks that a leaf names, the one it is about first."""
    body = leaf.body
    others = body.get("marks")
    named = [
        body.get("id") if leaf.type == "observed" else None, body.get("mark"), body.get("by"),
        *(others if isinstance(others, list) else ()),
    ]  # fmt: skip
    return list(dict.fromkeys(each for each in named if isinstance(each, str) and each))


def about(reading: Reading, leaf: leaves.Leaf) -> str:
    """What a leaf is about: marks with their first words where the text is still there, cited lines, the file step,
    reasons and counts. Credentials are masked."""
    parts = [*_about_marks(reading, leaf), *_about_values(reading, leaf), *_about_body(leaf)]
    return ", ".join(parts)


def _about_marks(reading: Reading, leaf: leaves.Leaf) -> list[str]:
    own = fields_of(reading, leaf.digests[0]) if leaf.type == "observed" and leaf.digests else None
    parts = []
    for mark_id in marks_of(leaf):
        said = _words(own.get("observation")) if own is not None else _saying(reading, mark_id)
        word = "by" if mark_id == leaf.body.get("by") else "mark"
        parts.append(f"{word} {mark_id[-8:]}" + (f" {said}" if said else ""))
    return parts


def _saying(reading: Reading, mark_id: str) -> str:
    """The first words of a mark: the index says where its leaf is, leaf and value say what it says."""
    workspace = reading.index.rules.workspace
    if not _DIGITS.issuperset(mark_id):
        return ""
    row = reading.index.db.execute(
        "SELECT id, replica, log_index FROM memory_marks WHERE workspace=? AND id=?",
        (workspace, apply.resolved(reading.index.db, workspace, mark_id)),
    ).fetchone()
    if row is None:
        return "(erased)" if erased_marks(reading, mark_id) else ""
    line = line_at(reading, row[1], row[2])
    if line is None or line.leaf is None or line.leaf.body.get("id") != row[0] or not line.leaf.digests:
        return ""
    fields = fields_of(reading, line.leaf.digests[0])
    return _words(fields.get("observation")) if fields is not None else ""


def erased_marks(reading: Reading, given: str) -> list[str]:
    """Ids of erased marks that are, begin or end so; at least four characters count."""
    if len(given) < 4 or not _DIGITS.issuperset(given):
        return []
    rows = reading.index.db.execute(
        "SELECT DISTINCT mark_id FROM denials WHERE workspace=? AND kind='erased'"
        " AND (substr(mark_id,1,?)=? OR substr(mark_id,-?)=?)",
        (reading.index.rules.workspace, len(given), given, len(given), given),
    ).fetchall()
    return [mark_id for (mark_id,) in rows]


def _about_values(reading: Reading, leaf: leaves.Leaf) -> list[str]:
    if leaf.type in ("erased", "gap"):
        return [f"{len(leaf.digests)} value(s)"] if leaf.digests else []
    parts = []
    for digest in leaf.digests:
        state, data = value(reading, digest)
        fields = as_object(data)
        if data is None:
            parts.append(f"its text is {state}")
        elif fields is None:
            parts.append(_words(data.decode("utf-8", "replace")))
        else:
            parts += _about_fields(leaf.type, fields)
    return parts


def _about_fields(kind: str, fields: Mapping[str, Any]) -> list[str]:
    parts = []
    if isinstance(subject := fields.get("subject"), str):
        parts.append(f"{'to' if kind == 'moved' else 'under'} {credentials.redact(subject[:_READ_CHARACTERS])[0]}")
    parts += [_words(fields[key]) for key in ("title", "proposed_change", "reason") if fields.get(key)]
    if isinstance(target := fields.get("target_file"), str):
        parts.append(f"for {target}")
    cited = " ".join(_cited(record) for record in records(fields))
    return parts + ["cites " + credentials.redact(cited[:_READ_CHARACTERS])[0]] * bool(cited)


def records(fields: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The evidence records of a value."""
    found = fields.get("evidence")
    return [record for record in found if isinstance(record, dict)] if isinstance(found, list) else []


def _cited(record: Mapping[str, Any]) -> str:
    lines = record.get("lines")
    if record.get("kind") != "file" or not isinstance(lines, list) or not lines:
        return f"{record.get('kind')} {record.get('id', '')}"
    return f"{record.get('path')}:{lines[0]}" + (f"-{lines[-1]}" if lines[-1] != lines[0] else "")


def _about_body(leaf: leaves.Leaf) -> list[str]:
    body, parts = leaf.body, []
    step = body.get("file")
    if isinstance(step, dict):
        parts.append(f"{step.get('op')} {step['source']} to {step.get('path')}" if step.get("source") else
                     f"{step.get('op')} {step.get('path')}")  # fmt: skip
    elif isinstance(path := body.get("path"), str):
        parts.append(path)
    if isinstance(proposal_id := body.get("proposal"), str):
        parts.append(f"{body.get('kind', 'proposal')} {proposal_id[-8:]}")
    if leaf.type == "transitioned" and isinstance(state := body.get("to"), str):
        parts.append(f"to {state}")
    if isinstance(body.get("decision"), str) and isinstance(name := body.get("name"), str):
        words = (body.get("act") or body["decision"], body.get("role"), name)
        parts.append(" ".join(str(each) for each in words if each))
    if leaf.type == "redacted":
        parts.append("without its quotes, since words in them were erased")
    if leaf.type == "undone":
        parts.append(f"leaf {body.get('leaf')}")
    parts += [text for key in ("reason", "why", "status", "workspace") if isinstance(text := body.get(key), str)]
    if leaf.type not in ("observed", "reinforced", "undone", "created"):
        parts += [f"{key} {count}" for key, count in body.items() if type(count) is int]
    return parts


def _words(text: Any) -> str:
    """The beginning of a text in quotation marks, credentials masked; empty for what is no text."""
    if not isinstance(text, str):
        return ""
    clean, _ = credentials.redact(" ".join(text[:_READ_CHARACTERS].split()))
    if len(clean) <= _WORDS_CHARACTERS:
        return f'"{clean}"'
    return f'"{clean[:_WORDS_CHARACTERS].rsplit(" ", 1)[0]} …"'


# ---- values


def value(reading: Reading, digest: str) -> tuple[str, bytes | None]:
    """(`held`, bytes) of a value; (`redacted`, bytes of the one that was written in its place); or None as its bytes,
    and why: `erased` (an `erased` leaf names it), `given up` (a `gap` leaf that accepted its loss does), else
    `damaged`."""
    if not digest.isascii():
        return DAMAGED, None
    data = reading.value(digest)
    if data is not None:
        return HELD if store.stand_in(reading.index, digest) is None else REDACTED, data
    workspace = reading.index.rules.workspace
    erased = reading.index.db.execute(
        "SELECT 1 FROM erased WHERE workspace=? AND digest=?", (workspace, digest)
    ).fetchone()
    if erased is not None:
        return ERASED, None
    return GIVEN_UP if digest in _given_up(reading) else DAMAGED, None


def _given_up(reading: Reading) -> set[str]:
    rows = reading.index.db.execute(
        "SELECT replica, log_index FROM losses WHERE workspace=? AND kind='gap'", (reading.index.rules.workspace,)
    ).fetchall()
    found = (line_at(reading, *row) for row in rows)
    return {digest for line in found if line is not None and line.leaf is not None for digest in line.leaf.digests}


def as_object(data: bytes | None) -> dict[str, Any] | None:
    """The JSON object that a value is, or None."""
    try:
        fields = json.loads(data or b"")
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None


def fields_of(reading: Reading, digest: str) -> dict[str, Any] | None:
    """The JSON object of the value with that digest, or None."""
    return as_object(value(reading, digest)[1])


def masked(data: bytes) -> tuple[str, int]:
    """The text of a value with credentials masked, and how many were; unmasked it is exactly what was written."""
    text = data.decode("utf-8", "replace")
    fields, counts = as_object(data), Counter[str]()
    if fields is None:
        return credentials.redact(text)
    try:
        clean = json.dumps(_without_credentials(fields, "", counts), ensure_ascii=False)
    except RecursionError:
        return credentials.redact(text)
    return (clean, counts["masked"]) if counts["masked"] else (text, 0)


def _without_credentials(found: Any, key: str, counts: Counter[str]) -> Any:
    if isinstance(found, dict):
        return {name: _without_credentials(part, name, counts) for name, part in found.items()}
    if isinstance(found, list):
        return [_without_credentials(part, key, counts) for part in found]
    if not isinstance(found, str) or key in _KEYED:
        return found
    clean, hidden = credentials.redact(found)
    counts["masked"] += hidden
    return clean


# ---- overview, tail, follow


def overview(home: Home, reading: Reading) -> dict[str, Any]:
    """The logs of a home at a glance: size, state, witness, how many leaves of each type; and the latest leaves."""
    return {
        "logs": [_summary(reading, log) for log in reading.logs],
        "latest": list(tail(reading, _LATEST)),
        "home": home.places.home,
    }


def _summary(reading: Reading, log: book.Log) -> dict[str, Any]:
    counts: Counter[str] = Counter()
    first = last = ""
    for line in _lines(log, 0):
        counts[line.leaf.type if line.leaf is not None else "unreadable"] += 1
        if line.leaf is not None:
            first, last = first or line.leaf.at, line.leaf.at
    state = log.state
    return {
        "origin": state.origin, "own": is_own(reading.places, log), "status": state.status, "detail": state.detail,
        "size": state.size, "root": state.root.hex(), "witnessed": log.witness.size if log.witness else None,
        "torn": state.torn is not None, "types": dict(sorted(counts.items())), "first_at": first, "last_at": last,
    }  # fmt: skip


def tail(reading: Reading, count: int) -> Iterator[Told]:
    """The last `count` leaves over all logs in the order of memory, newest last. Raises `BadArgument`."""
    if count < 0:
        raise BadArgument("-n", count, "a number of leaves from 0")
    starts = {log.replica: max(0, log.state.size - count) for log in reading.logs}
    many = sum(min(count, log.state.size) for log in reading.logs)
    return (told(reading, line) for at, line in enumerate(ordered(reading.logs, starts)) if at >= many - count)


def follow(
    opened: Callable[[], AbstractContextManager[Reading]], wait: Callable[[], None], count: int
) -> Iterator[Told]:
    """The last `count` leaves, then every new one as it comes, until the caller stops; `wait` is called between two
    looks. A log that became shorter goes on from where it is."""
    with opened() as reading:
        yield from tail(reading, count)
        sizes = _sizes(reading)
    while True:
        wait()
        with opened() as reading:
            starts = {replica: min(sizes.get(replica, 0), size) for replica, size in _sizes(reading).items()}
            for line in ordered(reading.logs, starts):
                yield told(reading, line)
            sizes = _sizes(reading)


def _sizes(reading: Reading) -> dict[str, int]:
    return {log.replica: log.state.size for log in reading.logs}

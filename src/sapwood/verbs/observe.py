"""observe: an agent says what it saw, and cites where."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from sapwood import admit
from sapwood.change import Change
from sapwood.core import credentials, evidence, instant, subject, when
from sapwood.disk.home import Home
from sapwood.errors import BadArgument, BadInstant, PathRefused, Refused
from sapwood.lanes.withheld import Withheld
from sapwood.layers import citations, contradictions, days, marks

_KEYS = frozenset(
    "subject observation evidence initial_strength half_life_days observed_by observed_at affinity"
    " substrate_refs valid_from valid_to".split()
)


class Observed(NamedTuple):
    """What became of one observation; `line` is its line in a batch, 0 for a single one. `replaced` are the marks that
    it closed, `disputed` those that it contradicts without saying that it replaces them."""

    status: str
    id: str
    reason: str
    message: str
    line: int = 0
    replaced: tuple[str, ...] = ()
    disputed: tuple[str, ...] = ()


def observe(home: Home, change: Change, fields: Mapping[str, Any], shelf: citations.Shelf | None = None) -> Observed:
    """Judge one observation given as fields: subject, observation, evidence (citations `PATH#L3-L5` or records),
    and optionally initial_strength 0–1, half_life_days, observed_by, affinity, substrate_refs, observed_at, and
    valid_from and valid_to (days or instants; without them the text is asked, `until Friday`)."""
    shelf = shelf or shelf_of(home, change)
    try:
        seen = _observation(home, change, fields, shelf)
    except (BadArgument, BadInstant, Refused, PathRefused) as failure:
        reason = (
            failure.reason
            if isinstance(failure, Refused)
            else "evidence"
            if isinstance(failure, PathRefused)
            else "usage"
        )
        return Observed("refused", "", reason, str(failure))
    outcome = admit.observation(change, seen)
    marks.write(change, outcome.admitted)
    return observed(home, change, outcome, seen)


def observed(home: Home, change: Change, outcome: admit.Outcome, seen: admit.Observation) -> Observed:
    """What to say of an outcome, once a new mark was held against those it may contradict."""
    settled = contradictions.Settled()
    if outcome.status == "created":
        settled = contradictions.settle(change, outcome.mark, home.config.owner)
    message = outcome.message or masking(seen.text) or _elsewhere(home, outcome, seen)
    return Observed(outcome.status, outcome.mark, outcome.reason, message, 0, *settled)


def _elsewhere(home: Home, outcome: admit.Outcome, seen: admit.Observation) -> str:
    owner = home.config.owner
    if outcome.status != "created" or subject.under(subject.parse(seen.subject, home.config.limits), owner):
        return ""
    return f"{seen.subject} does not begin with {owner}: `sapwood recall {owner}` will not find it"


def masking(text: str) -> str:
    """What to say of a text in which a credential was masked; empty where none was."""
    count = text.count(credentials.MASK)
    return f"{count} thing(s) that look like a credential were masked; memory is no place for them" if count else ""


def batch(
    home: Home, change: Change, lines: Iterable[str], done: Callable[[int], None] | None = None
) -> list[Observed]:
    """Judge a JSON object a line; a thousand share their two fsyncs. A line that is none is refused, the rest go on."""
    shelf = shelf_of(home, change)
    outcomes: list[Observed] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError) as failure:
            outcomes.append(Observed("refused", "", "usage", f"line {number} is no JSON: {failure}", number))
            continue
        outcomes.append(observe(home, change, fields, shelf)._replace(line=number))
        if number % change.limits.batch_marks == 0:
            change.checkpoint()
            if done is not None:
                done(number)
    return outcomes


def _observation(home: Home, change: Change, fields: Any, shelf: citations.Shelf) -> admit.Observation:
    if not isinstance(fields, Mapping):
        raise BadArgument("observation", fields, "a JSON object with subject, observation and evidence")
    if unknown := sorted(set(fields) - _KEYS):
        raise BadArgument("observation", unknown[0], "only the keys " + ", ".join(sorted(_KEYS)))
    about, text = _text(fields, "subject"), _text(fields, "observation")
    masked, hidden = credentials.redact(text)
    cited = tuple(_evidence(each, shelf) for each in _listed(change, fields, "evidence"))
    at, day = _when(home, change, fields, cited)
    valid_from, valid_to = bounds(home, fields, text, day)
    half_life = _number(fields, "half_life_days", home.config.half_life_of(about), 1e-6, 36_500.0)
    return admit.Observation(
        subject=about,
        text=masked if hidden else text,
        evidence=cited,
        at=at,
        day=day,
        observed_by=_name(change, fields.get("observed_by") or change.author.actor),
        initial=_number(fields, "initial_strength", home.config.initial_extracted, 0.0, 1.0),
        half_life_days=half_life,
        step=home.config.step,
        affinity=tuple(_name(change, tag) for tag in _listed(change, fields, "affinity")),
        substrate_refs=tuple(_name(change, ref) for ref in _listed(change, fields, "substrate_refs")),
        valid_from=valid_from,
        valid_to=valid_to,
    )


def bounds(home: Home, fields: Mapping[str, Any], text: str, day: str) -> tuple[float | None, float | None]:
    """Between which instants an observation holds: as given, else as its text says."""
    given = [fields.get(key) for key in ("valid_from", "valid_to")]
    if given == [None, None]:
        said = when.interval(text, day)
        given = [None, None] if said is None else [said.valid_from, said.valid_to]
    low, high = (_bound(home, key, each) for key, each in zip(("valid_from", "valid_to"), given, strict=True))
    return low, high


def _bound(home: Home, name: str, given: Any) -> float | None:
    """The instant of a day (its first moment in the home's zone) or of an instant; None for None."""
    if given is None:
        return None
    if isinstance(given, str) and instant.is_day(given):
        return instant.at(given, "00:00", instant.zone(home.config.time_zone, home.config.zone_set_in))
    try:
        return instant.parse(str(given))
    except BadInstant:
        raise BadArgument(name, given, "a day (2026-11-05) or an instant (2026-11-05T12:00:00Z)") from None


def _text(fields: Mapping[str, Any], key: str) -> str:
    found = fields.get(key)
    if not isinstance(found, str) or not found.strip():
        raise BadArgument(key, found, "some text")
    return found


def _listed(change: Change, fields: Mapping[str, Any], key: str) -> list[Any]:
    found = fields.get(key)
    if found is None:
        return []
    listed = list(found) if isinstance(found, (list, tuple)) else [found]
    if len(listed) > change.limits.records:
        raise BadArgument(key, f"{len(listed)} of them", f"at most {change.limits.records}")
    return listed


def _name(change: Change, found: Any) -> str:
    name = " ".join(str(found).split())
    if not name or len(name) > change.limits.name_characters or "\x00" in name or not admit.is_encodable(name):
        raise BadArgument("name", name[:80], f"some text of at most {change.limits.name_characters} characters")
    return name


def _number(fields: Mapping[str, Any], key: str, default: float, low: float, high: float) -> float:
    found = fields.get(key)
    if found is None:
        return default
    if isinstance(found, bool) or not isinstance(found, (int, float)) or not low <= found <= high:
        raise BadArgument(key, found, f"a number from {low:g} to {high:g}")
    return float(found)


def _evidence(given: Any, shelf: citations.Shelf) -> evidence.Evidence:
    if isinstance(given, str):
        named = evidence.citation(given)
        if named is None:
            raise BadArgument("evidence", given, "PATH#L3 or PATH#L3-L5")
        return cited(shelf, named[0], named[1])
    if not isinstance(given, Mapping):
        raise BadArgument("evidence", given, "PATH#L3-L5 or a record with kind and path or id")
    try:
        record = evidence.from_json(given)
    except ValueError as failure:
        raise BadArgument("evidence", dict(given), str(failure)) from None
    if record.kind == "file":
        if not record.path or record.lines is None:
            raise BadArgument("evidence", dict(given), "a file record with path and lines")
        return cited(shelf, record.path, record.lines, record.quote)
    if not record.id:
        raise BadArgument("evidence", dict(given), f"an id for evidence of kind {record.kind}")
    masked, _ = credentials.redact(record.quote)
    return record._replace(quote="" if shelf.erased(masked) else masked)


def shelf_of(home: Home, change: Change) -> citations.Shelf:
    """The files that may be cited now; lines of what was erased are not quoted again."""
    withheld = Withheld(change)
    return citations.Shelf(
        home.places, home.config.limits, change.rules.salt,
        erased=lambda text: withheld.holds((text,), with_absences=False),
    )  # fmt: skip


def cited(shelf: citations.Shelf, path: str, span: tuple[int, int], quote: str = "") -> evidence.Evidence:
    """Evidence for lines of a file, checked; credentials in them are masked and the digest is keyed then."""
    plain = shelf.cite(path, span, quote)
    masked, hidden = credentials.redact(plain.quote)
    return shelf.cite(path, span, redacted=masked) if hidden else plain


def _when(
    home: Home, change: Change, fields: Mapping[str, Any], records: tuple[evidence.Evidence, ...]
) -> tuple[float, str]:
    """(instant, local day) of an observation: as stated, else noon of the day its evidence lies in, else now."""
    zone = instant.zone(home.config.time_zone, home.config.zone_set_in)
    stated = fields.get("observed_at")
    if stated is not None:
        at = instant.parse(str(stated))
        return at, instant.day_of(at, zone)
    for record in records:
        day, _ = days.day_of_name(record.path.rsplit("/", 1)[-1])
        if day is not None:
            return instant.at(day, None, zone), day
    return change.now, instant.day_of(change.now, zone)

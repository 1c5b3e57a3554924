"""mark: a person's own marks: add one, correct its text, move it to another subject, look at one closely."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sapwood import admit
from sapwood.change import Change
from sapwood.core import credentials, evidence, instant, subject
from sapwood.core.mark import DAY, sparkline
from sapwood.disk.home import Home
from sapwood.errors import BadArgument, Refused
from sapwood.lanes import decided
from sapwood.lanes import marks as lane
from sapwood.lanes.look import shelf_of
from sapwood.layers import citations, contradictions, marks, proofs
from sapwood.reading import Reading
from sapwood.verbs import observe, restore

_PLOT_POINTS = 32


def add(
    home: Home, change: Change, path: str, text: str, *, cites: tuple[str, ...] = (), strength: float | None = None,
    half_life_days: float | None = None, affinity: tuple[str, ...] = (), valid_from: str | None = None,
    valid_to: str | None = None,
) -> observe.Observed:  # fmt: skip
    """Add a mark of the person's own. Without evidence it cites its own leaf. It lifts an absence of the same value.
    `valid_from` and `valid_to` are days or instants; without them the text is asked (`until Friday`)."""
    bounds = {"valid_from": valid_from, "valid_to": valid_to}
    seen = _seen(home, change, path, text, cites, strength, half_life_days, affinity, bounds)
    return observe.observed(home, change, _admitted(change, seen), seen)


def _admitted(change: Change, seen: admit.Observation) -> admit.Outcome:
    outcome = admit.observation(change, seen)
    marks.write(change, outcome.admitted)
    return outcome


def _seen(
    home: Home, change: Change, path: str, text: str, cites: tuple[str, ...], strength: float | None,
    half_life_days: float | None, affinity: tuple[str, ...], bounds: Mapping[str, str | None],
) -> admit.Observation:  # fmt: skip
    shelf = observe.shelf_of(home, change)
    zone = instant.zone(home.config.time_zone, home.config.zone_set_in)
    masked, hidden = credentials.redact(text)
    day = instant.day_of(change.now, zone)
    valid_from, valid_to = observe.bounds(home, bounds, text, day)
    return admit.Observation(
        subject=path,
        text=masked if hidden else text,
        evidence=tuple(_cited(shelf, each) for each in cites),
        at=change.now,
        day=day,
        observed_by=home.config.owner,
        initial=_in_range("--strength", strength, home.config.initial_own, 0.0, 1.0),
        half_life_days=_in_range("--half-life", half_life_days, home.config.half_life_of(path), 1e-6, 36_500.0),
        step=home.config.step,
        affinity=affinity,
        valid_from=valid_from,
        valid_to=valid_to,
        explicit=admit.EXPLICIT,
    )


def _cited(shelf: citations.Shelf, text: str) -> evidence.Evidence:
    named = evidence.citation(text)
    if named is None:
        raise BadArgument("--evidence", text, "PATH#L3 or PATH#L3-L5")
    return observe.cited(shelf, *named)


def _in_range(name: str, given: float | None, default: float, low: float, high: float) -> float:
    if given is None:
        return default
    if not low <= given <= high:
        raise BadArgument(name, given, f"a number from {low:g} to {high:g}")
    return given


def correct(
    home: Home, change: Change, given: str, text: str, valid_from: str | None = None
) -> observe.Observed:  # fmt: skip
    """Replace what a mark says: a new mark takes its scope, subject, half-life and affinity and cites its own leaf; the
    old one is closed by it, at the day or instant since when the new one is true (now where none is given). Where there
    is a mark already that says it, that one takes the place of the old one from then on."""
    old = marks.one(change.index.db, change.rules.workspace, given)
    change.author = change.author._replace(scope=old.scope)
    affinity = tuple(json.loads(old.affinity))
    seen = _seen(home, change, old.subject, text, (), None, old.half_life_days, affinity, {"valid_from": valid_from})
    since = change.now if seen.valid_from is None else seen.valid_from
    _require_standing(old, max(since, change.now))
    outcome = _admitted(change, seen)
    if outcome.status == "refused" or outcome.mark == old.id:
        return observe.observed(home, change, outcome, seen)
    new = marks.one(change.index.db, change.rules.workspace, outcome.mark)
    if new.superseded_by == old.id:  # a plan is taken back: what was to end goes on
        new = restore.reopened(change, new)
    contradictions.close(change, old, new, since)
    made = observe.observed(home, change, outcome, seen)  # only now: it is not to be held against the old one
    return made._replace(replaced=tuple(dict.fromkeys((old.id, *made.replaced))))


def move(home: Home, change: Change, given: str, path: str) -> marks.Mark:
    """Give a mark another subject; what it says, its evidence and its age stay."""
    old = marks.one(change.index.db, change.rules.workspace, given)
    _require_standing(old, change.now)
    target = subject.parse(path, home.config.limits)
    other = admit.same_mark(change, old.scope, target, old.observation, old.observed_by)
    if other is not None and other != old.id:
        raise Refused("same", f"mark {other} says the same under {target} already; forget one of the two instead")
    value = json.dumps({"subject": target}, ensure_ascii=False).encode()
    marks.write(change, admit.fact(change, "moved", {"mark": old.id}, (value,), person=True))
    return marks.one(change.index.db, change.rules.workspace, old.id)


def _require_standing(found: marks.Mark, at: float) -> None:
    """Raise `Refused` for a mark that is forgotten, or that another one has replaced by an instant."""
    if found.state == "forgotten":
        raise Refused("state", f"mark {found.id} is forgotten; `sapwood restore {found.id}` first")
    if marks.is_replaced(found, at):
        what = f"mark {found.id} is replaced by {found.superseded_by} since {instant.iso(found.valid_to or at)}"
        raise Refused("state", f"{what}; correct that one, or `sapwood restore {found.id}` first")


def show(home: Home, reading: Reading, given: str) -> dict[str, Any]:
    """Everything of one mark: fields, reinforcements, evidence and where it stands now, strength over time."""
    workspace = reading.index.rules.workspace
    found = marks.one(reading.index.db, workspace, given)
    steps = marks.reinforcements(reading.index.db, workspace, found.id)
    cited, _ = lane.resolved(shelf_of(home, reading), marks.all_records(reading, found, steps))
    proven = proofs.proven(reading, found, steps)
    start = found.first_observed_at
    end = max(reading.now, start) + 2 * found.half_life_days * DAY
    instants = [start + (end - start) * at / (_PLOT_POINTS - 1) for at in range(_PLOT_POINTS)]
    strengths = [marks.strength(found, steps, at, home.config.decay) for at in instants]
    return {
        "id": found.id,
        "scope": found.scope,
        "subject": found.subject,
        "observation": found.observation,
        "state": decided.state(decided.ledger(reading), found, reading.now),
        "current_strength": round(marks.strength(found, steps, reading.now, home.config.decay), 4),
        "initial_strength": found.initial_strength,
        "half_life_days": found.half_life_days,
        "observed_by": found.observed_by,
        "channel": found.channel,
        "first_observed_at": instant.iso(found.first_observed_at),
        "last_reinforced_at": instant.iso(found.last_reinforced_at),
        "reinforcement_count": found.reinforcement_count,
        "withers_at": instant.iso(found.withers_at) if found.withers_at is not None else None,
        "affinity": json.loads(found.affinity),
        "substrate_refs": json.loads(found.substrate_refs),
        "valid_from": instant.iso(found.valid_from) if found.valid_from is not None else None,
        "valid_to": instant.iso(found.valid_to) if found.valid_to is not None else None,
        "superseded_by": found.superseded_by,
        "disputed_with": marks.standing_among(
            reading.index.db, workspace, json.loads(found.disputed_with), reading.now, None
        ),
        "reinforcements": [
            {"reinforced_at": instant.iso(step.reinforced_at), "reinforced_by": step.reinforced_by, "step": step.step,
             "strength_delta": round(step.strength_delta, 6), "log_index": step.log_index} for step in steps
        ],
        "evidence": cited,
        "log": {"replica": found.replica, "index": found.log_index},
        "trust": "unreviewed" if proven else "unverifiable",
        "plot": {
            "from": instant.iso(start), "to": instant.iso(end), "now": instant.iso(reading.now),
            "strengths": [round(each, 4) for each in strengths], "line": sparkline(strengths),
        },
    }  # fmt: skip

"""marks: list marks under a subject."""

from __future__ import annotations

import json
from typing import Any

from sapwood.core import instant, subject
from sapwood.disk.home import Home
from sapwood.errors import BadArgument
from sapwood.lanes import decided
from sapwood.layers import marks as layer
from sapwood.reading import Reading

STATES = ("active", "withered", "promoted", "forgotten", "superseded", "refused")


def marks(
    home: Home, reading: Reading, prefix: str = "", states: tuple[str, ...] = ("active",), min_strength: float = 0.0
) -> list[dict[str, Any]]:
    """Marks under `prefix` in one of `states`, at least `min_strength` strong now, by subject and age. A mark that was
    replaced is `superseded`, one whose value was refused by a signature `refused`, whatever else it was."""
    for state in states:
        if state not in STATES:
            raise BadArgument("--state", state, "one of " + ", ".join(STATES))
    path = subject.parse_prefix(prefix, home.config.limits) if prefix else ""
    workspace = reading.index.rules.workspace
    rows, held = [], decided.ledger(reading)
    for found in layer.listed(reading.index.db, workspace, path):
        state = decided.state(held, found, reading.now)
        if state not in states:
            continue
        steps = layer.reinforcements(reading.index.db, workspace, found.id) if found.reinforcement_count else []
        strength = layer.strength(found, steps, reading.now, home.config.decay)
        if strength >= min_strength:
            rows.append(_row(reading, found, strength, state))
    return rows


def _row(reading: Reading, found: layer.Mark, strength: float, state: str) -> dict[str, Any]:
    disputed = json.loads(found.disputed_with)
    if disputed:
        index = reading.index
        disputed = layer.standing_among(index.db, index.rules.workspace, disputed, reading.now, None)
    return {
        "id": found.id,
        "subject": found.subject,
        "observation": found.observation,
        "state": state,
        "valid_from": instant.iso(found.valid_from) if found.valid_from is not None else None,
        "valid_to": instant.iso(found.valid_to) if found.valid_to is not None else None,
        "disputed_with": disputed,
        "current_strength": round(strength, 4),
        "reinforcement_count": found.reinforcement_count,
        "first_observed_at": instant.iso(found.first_observed_at),
        "last_reinforced_at": instant.iso(found.last_reinforced_at),
        "observed_by": found.observed_by,
    }

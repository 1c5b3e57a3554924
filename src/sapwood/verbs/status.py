"""status: what this home holds, and what waits or is wrong, at a glance."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sapwood.core import instant
from sapwood.disk.home import Home
from sapwood.errors import BadZone
from sapwood.layers import compost, days, notes, passages, second_versions, substrate
from sapwood.reading import Reading
from sapwood.verbs import knowledge, proposals


def status(home: Home, reading: Reading, classify: passages.Classify) -> dict[str, Any]:
    """Counts, the days that wait for consolidation, heads of the logs, notices and problems, file by file. Writes
    nothing to the home."""
    places, config, workspace = home.places, home.config, reading.index.rules.workspace
    problems = passages.refresh(reading, home, classify, passages.FILED, archive=True)
    today = _today(home, reading.now)
    found, _ = days.files(places)
    waiting = [source for source in found if today is None or source.day <= today]
    archived, _ = days.files(places, archived=True)
    handwritten, _ = substrate.files(places)
    noted, _ = notes.files(places)
    composted, _ = compost.files(places)
    approved = knowledge.listed(home, reading, every=True)
    states = dict(
        reading.index.db.execute(
            "SELECT CASE WHEN superseded_by IS NOT NULL AND valid_to<=? THEN 'superseded' ELSE state END, count(*)"
            " FROM memory_marks WHERE workspace=? GROUP BY 1",
            (reading.now, workspace),
        ).fetchall()
    )
    return {
        "home": places.home,
        "workspace": places.workspace,
        "initialised": places.initialised,
        "owner": config.owner,
        "time_zone": config.time_zone,
        "today": today,
        "substrate_files": len(handwritten),
        "notes_files": len(noted),
        "compost_sources": len(composted),
        "days": [source.shown for source in waiting],
        "later_days": [source.shown for source in found if source not in waiting],
        "archived_days": len(archived),
        "marks": {
            state: states.get(state, 0) for state in ("active", "withered", "promoted", "forgotten", "superseded")
        },
        "fading": _fading(reading),
        "knowledge": dict(Counter(row["state"] for row in approved["claims"])),
        "unsigned": len(approved["unsigned"]),
        "proposals": dict(Counter(each.state for each in proposals.listed(home, reading))),
        "root": approved["root"],
        "logs": [
            {
                "origin": log.state.origin,
                "status": log.state.status,
                "size": log.state.size,
                "root": log.state.root.hex(),
            }
            for log in reading.logs
        ],
        "unapplied": days.unapplied(reading),
        "notices": [
            *reading.notices,
            *second_versions.of_settings(places),
            *_zone_fault(home),
            *dict.fromkeys(str(problem) for problem in problems),
        ],
    }


def _today(home: Home, now: float) -> str | None:
    try:
        return instant.day_of(now, instant.zone(home.config.time_zone, home.config.zone_set_in))
    except BadZone:
        return None


def _zone_fault(home: Home) -> list[str]:
    try:
        instant.zone(home.config.time_zone, home.config.zone_set_in)
    except BadZone as bad:
        return [str(bad)]
    return []


def _fading(reading: Reading) -> int:
    week = reading.now + 7 * 86_400
    row = reading.index.db.execute(
        "SELECT count(*) FROM memory_marks WHERE workspace=? AND state='active' AND withers_at<=?",
        (reading.index.rules.workspace, week),
    ).fetchone()
    return int(row[0])

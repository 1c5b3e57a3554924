"""What a person's decisions make of marks: one that is approved knowledge now, or whose value was refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapwood.core import skeleton
from sapwood.layers import marks
from sapwood.layers.marks import Mark
from sapwood.reading import Reading

if TYPE_CHECKING:
    from sapwood.gate.ledger import Ledger

PROMOTED, REFUSED = "promoted", "refused"


def ledger(reading: Reading, words: str = "") -> Ledger | None:
    """The decisions of a home; None where nobody decided anything, which costs nothing. `words` are those that the
    trust root must have, empty for any."""
    if not any(log.state.decided for log in reading.logs):
        return None
    from sapwood.gate import root  # noqa: PLC0415 - a home where nobody decided anything pays nothing
    from sapwood.gate.ledger import Ledger  # noqa: PLC0415

    return Ledger(reading, root.load(reading.places, words))


def is_refused(held: Ledger, found: Mark) -> bool:
    """Whether a signed decision stands against what a mark says."""
    if not held.refused_keys:
        return False
    text = skeleton.unattributed(found.observation, found.observed_by)
    return held.against(found.subject, text) is not None


def state(held: Ledger | None, found: Mark, at: float) -> str:
    """What a mark is at an instant: its state, `superseded`, `promoted` while an approved claim stands for it, or
    `refused` while its value is."""
    if held is not None and is_refused(held, found):
        return REFUSED
    plain = "superseded" if marks.is_replaced(found, at) else found.state
    if plain == "active" and held is not None and found.id in held.promoted([found.id], at):
        return PROMOTED
    return plain

"""Marks: how strong one is at an instant, and the id of a new one.

    strength(t) = initial · 2^(−days since first observed / half-life) + Σ deltas
    delta       = step · (1 − strength at the instant of the reinforcement)

Instants are epoch seconds, half-lives days of 86,400 elapsed seconds (> 0; `math.inf` never fades). `initial`
and every step lie in 0..1, and so does the strength, because each delta is a part of what is missing to 1.
Deltas are computed in the order of (at, id), so the order in which reinforcements arrive does not matter.
With `decay="none"` a delta stays, with `decay="each"` it fades from its own instant with the mark's
half-life.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

DAY = 86_400.0
Decay = Literal["none", "each"]
_BLOCKS = "▁▂▃▄▅▆▇█"


class Reinforcement(NamedTuple):
    """One confirmation: its id, its instant in epoch seconds, the part of the missing strength it adds."""

    id: str
    at: float
    step: float


def base(initial: float, half_life_days: float, first_observed_at: float, now: float) -> float:
    """Return the strength without reinforcements: initial · 2^(−days/half-life), days never negative."""
    return initial * _faded(half_life_days, first_observed_at, now)


def deltas(
    initial: float,
    half_life_days: float,
    first_observed_at: float,
    reinforcements: Iterable[Reinforcement],
    *,
    decay: Decay = "none",
) -> tuple[tuple[Reinforcement, float], ...]:
    """Return each reinforcement with the strength it added at its instant, in the order of (at, id)."""
    added: list[tuple[Reinforcement, float]] = []
    total, last = 0.0, -math.inf
    for one in sorted(reinforcements, key=lambda r: (r.at, r.id)):
        if decay == "each" and total:
            total *= _faded(half_life_days, last, one.at)
        missing = 1.0 - base(initial, half_life_days, first_observed_at, one.at) - total
        delta = one.step * max(0.0, missing)
        added.append((one, delta))
        total, last = total + delta, one.at
    return tuple(added)


def strength(
    initial: float,
    half_life_days: float,
    first_observed_at: float,
    reinforcements: Iterable[Reinforcement],
    now: float,
    *,
    decay: Decay = "none",
) -> float:
    """Return the strength at `now`, in 0..1, from the reinforcements up to `now`."""
    past = [one for one in reinforcements if one.at <= now]
    added = deltas(initial, half_life_days, first_observed_at, past, decay=decay)
    if decay == "each":
        total = sum(delta * _faded(half_life_days, one.at, now) for one, delta in added)
    else:
        total = sum(delta for _, delta in added)
    return strength_from_sum(initial, half_life_days, first_observed_at, total, now)


def strength_from_sum(
    initial: float, half_life_days: float, first_observed_at: float, delta_sum: float, now: float
) -> float:
    """Return `strength` from the sum of all deltas, for `now` at or after the last one and `decay="none"`."""
    return min(1.0, base(initial, half_life_days, first_observed_at, now) + delta_sum)


def withers_at(
    initial: float,
    half_life_days: float,
    first_observed_at: float,
    reinforcements: Iterable[Reinforcement],
    floor: float,
    *,
    decay: Decay = "none",
) -> float | None:
    """Return the instant after which the strength stays below `floor`, in epoch seconds; None if never.

    Looks from the later of the first observation and the last reinforcement, and returns that instant where
    the strength is below `floor` already. Closed form, the strength solved for t.
    """
    given = list(reinforcements)
    start = max([first_observed_at, *(one.at for one in given)])
    if decay == "each":  # from the start on everything fades alike
        fading = strength(initial, half_life_days, first_observed_at, given, start, decay=decay)
        fixed, since = 0.0, start
    else:
        added = deltas(initial, half_life_days, first_observed_at, given)
        fading, fixed, since = initial, sum(delta for _, delta in added), first_observed_at
    crossing = _crossing(fading, fixed, since, half_life_days, floor)
    return None if crossing is None else max(start, crossing)


def uuid7(milliseconds: int, random80: bytes) -> str:
    """Return a UUID version 7 (RFC 9562, section 5.7) as 36 lower-case characters.

    `milliseconds` since the epoch take 48 bits; 74 of the 80 random bits are used, the other six are the
    version and the variant. Raises `ValueError` where either does not fit.
    """
    if len(random80) != 10:
        raise ValueError(f"got {len(random80)} random bytes, wanted 10")
    if not 0 <= milliseconds < 1 << 48:
        raise ValueError(f"got {milliseconds} milliseconds, wanted 0 to 2^48 - 1")
    raw = bytearray(milliseconds.to_bytes(6, "big") + random80)
    raw[6] = 0x70 | raw[6] & 0x0F
    raw[8] = 0x80 | raw[8] & 0x3F
    digits = raw.hex()
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def sparkline(values: Sequence[float]) -> str:
    """Return one block of eight heights for each value in 0..1; one outside is shown as the nearer end."""
    return "".join([_BLOCKS[max(0, min(7, int(value * 8)))] for value in values])


def _faded(half_life_days: float, since: float, now: float) -> float:
    """Return what is left of 1 after the time since `since`: 2^(−days/half-life)."""
    days = max(0.0, now - since) / DAY
    return float(2.0 ** (-days / half_life_days))


def _crossing(fading: float, fixed: float, since: float, half_life_days: float, floor: float) -> float | None:
    """Return when fading · 2^(−days/half-life) + fixed is `floor`: `since` if below, None if never."""
    if fixed >= floor:
        return None
    if fading + fixed < floor:
        return since
    if math.isinf(half_life_days):
        return None
    return since + DAY * half_life_days * math.log2(fading / (floor - fixed))

"""How answers of one lane are ordered. The constants stand here and nowhere else.

An answer's weight is its lexical score, scaled to the best of its lane, times a factor that lets strength and
recency decide between matches of like quality. They cannot lift a poor match over a good one: the factor spans
`1 - STRENGTH - RECENCY` to 1.
"""

from __future__ import annotations

STRENGTH = 0.25
RECENCY = 0.15
RECENCY_HALF_LIFE_DAYS = 30.0


def weight(score: float, best: float, strength: float, age_days: float) -> float:
    """Weight of one answer, 0 to 1. `score` and `best` are BM25, larger is better, 0 where nothing was searched;
    `strength` is 0 to 1 (1 for handwritten text); `age_days` is never negative."""
    match = score / best if best > 0 else 1.0
    recency: float = 2.0 ** (-max(age_days, 0.0) / RECENCY_HALF_LIFE_DAYS)
    return match * (1.0 - STRENGTH - RECENCY + STRENGTH * strength + RECENCY * recency)

"""What a home is set to: values only, built by `settings` from flags, environment, `sapwood.toml` and defaults."""

from __future__ import annotations

from typing import NamedTuple

from sapwood.core.limits import Limits
from sapwood.core.mark import Decay

TOPICS_VERSION = "t2"  # version of the words of topics: a change of them reads every file again


class Config(NamedTuple):
    """Settings of one home. Strengths are 0 to 1, half-lives are days. No key in it can weaken trust."""

    owner: str = "me"
    time_zone: str = "UTC"
    zone_set_in: str = "default"
    limits: Limits = Limits()
    initial_extracted: float = 0.6  # of an observation that consolidation takes from a day
    initial_own: float = 1.0  # of a person's own mark
    step: float = 0.2  # of one reinforcement, before it saturates
    half_life_days: float = 30.0
    half_lives: tuple[tuple[str, float], ...] = ()  # (subject prefix, days); the longest prefix decides
    min_strength: float = 0.1  # below it a mark is withered by consolidation and left out by recall
    decay: Decay = "none"  # "each": every delta fades from its own date
    topics: tuple[tuple[str, tuple[str, ...]], ...] = ()  # (topic without the owner, words)
    actors: tuple[str, ...] = ()  # names that may stand before a colon in a day
    budget_tokens: int = 2000  # of a context, all of it
    standing_tokens: int = 500  # the part of it that what is pinned may take

    def half_life_of(self, subject: str) -> float:
        """Half-life in days of a new mark under that subject."""
        best, days = -1, self.half_life_days
        for prefix, own in self.half_lives:
            if len(prefix) > best and (subject == prefix or subject.startswith(prefix + ".")):
                best, days = len(prefix), own
        return days

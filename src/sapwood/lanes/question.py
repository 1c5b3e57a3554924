"""A question as it was asked, and as it is understood: the one place that judges what somebody gave to recall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sapwood.core import instant, mark, subject
from sapwood.core.leaf import Leaf
from sapwood.disk.home import Home
from sapwood.errors import BadArgument, BadInstant
from sapwood.index import lexical
from sapwood.reading import Reading

LAYERS = ("substrate", "knowledge", "notes", "marks", "daily", "compost")
TRUSTED = ("substrate", "knowledge")  # the lanes that can hold what a person signed
_DAYS = {"1d": 1, "7d": 7, "30d": 30}
_MOST_ITEMS = 1_000  # of one lane


class Ask(NamedTuple):
    """A question. `about` is a subject prefix, `query` free text, either or both; `horizon` is None (all but archived
    days), `1d`, `7d`, `30d`, a day, or `all`; `k` is the most items a lane gives. `as_of` is a day or an instant: what
    was true then; `known_at` a day, an instant or a leaf (`REPLICA/INDEX` or an index of this home's own log): what
    was known then. The two compose. `trusted` leaves only what a person signed; `root` are the words that the trust
    root must have, empty for any."""

    about: str = ""
    query: str = ""
    horizon: str | None = None
    layers: tuple[str, ...] = LAYERS
    min_strength: float | None = None
    k: int = 10
    scope: str = "home"
    as_of: str | None = None
    known_at: str | None = None
    trusted: bool = False
    root: str = ""


class Known(NamedTuple):
    """How far the log is read. Either up to an instant that leaves state, which is asserted, or up to a place in the
    order of memory: (Lamport counter, replica, index)."""

    at: float
    place: tuple[int, str, int] | None = None

    def holds(self, replica: str, leaf: Leaf) -> bool:
        """True for a leaf that was written by then."""
        if self.place is not None:
            return (leaf.lc, replica, leaf.i) <= self.place
        try:
            return instant.parse(leaf.at) <= self.at
        except BadInstant:
            return False


class Question(NamedTuple):
    """A question understood. `at` is the instant for which strengths count; `day` the last day of it, `since_day` the
    first of the horizon, both empty for no bound; `nothing` is True where the text holds no word to look for."""

    about: str
    query: lexical.Query | None
    k: int
    scope: str
    horizon: str | None
    since: float | None
    since_day: str
    min_strength: float
    at: float
    day: str
    as_of: float | None
    known: Known | None
    nothing: bool
    trusted: bool = False
    root: str = ""

    def reason(self, text: str, about: str) -> str:
        """Why an item with that text and subject is in the answer."""
        parts = []
        if self.query is not None:
            words = lexical.matched(self.query.words, f"{text} {about.replace('.', ' ')}")
            parts.append("words: " + ", ".join(words))
        if self.about:
            parts.append(f"subject {about} under {self.about}" if about else f"affinity to {self.about}")
        return "; ".join(parts)


def understood(home: Home, reading: Reading, ask: Ask) -> Question:
    """Judge a question. Raises `BadArgument`, `BadSubject` or `BadInstant` where it is none."""
    _require_layers(ask.layers)
    for option, given in (("--about", ask.about), ("--query", ask.query), ("--scope", ask.scope), ("--root", ask.root)):
        if not isinstance(given, str):
            raise BadArgument(option, given, "text")
    if isinstance(ask.k, bool) or not isinstance(ask.k, int) or not 1 <= ask.k <= _MOST_ITEMS:
        raise BadArgument("-k", ask.k, f"a number from 1 to {_MOST_ITEMS}")
    if not ask.about and not ask.query.strip():
        raise BadArgument("question", ask.query, "a subject such as joshua.food, or --query WORDS, or both")
    about = subject.parse_prefix(ask.about, home.config.limits) if ask.about else ""
    query = lexical.query(ask.query) if ask.query else None
    for option, moment in (("--as-of", ask.as_of), ("--known-at", ask.known_at)):
        if moment is not None and not isinstance(moment, str):
            raise BadArgument(option, moment, "text: a day (2026-11-05) or an instant (2026-11-05T12:00:00Z)")
    known = None if ask.known_at is None else _known(home, reading, ask.known_at)
    as_of = None if ask.as_of is None else _moment(home, "--as-of", ask.as_of)
    at = min([reading.now, *(each for each in (as_of, known.at if known else None) if each is not None)])
    since, since_day = _since(home, at, ask.horizon)
    timed = known is not None or as_of is not None
    return Question(
        about=about, query=query, k=ask.k, scope=ask.scope, horizon=ask.horizon, since=since, since_day=since_day,
        min_strength=_floor(home, ask.min_strength), at=at, day=_day(home, at) if timed else "", as_of=as_of,
        known=known, nothing=query is None and bool(ask.query.strip()) and not about,
        trusted=ask.trusted, root=ask.root,
    )  # fmt: skip


def _require_layers(layers: Sequence[str]) -> None:
    if unknown := [layer for layer in layers if layer not in LAYERS]:
        raise BadArgument("--layers", ",".join(unknown), "some of " + ",".join(LAYERS))


def _floor(home: Home, given: float | None) -> float:
    floor = home.config.min_strength if given is None else given
    if isinstance(floor, bool) or not isinstance(floor, (int, float)) or not 0 <= floor <= 1:
        raise BadArgument("--min-strength", floor, "a number from 0 to 1")
    return floor


def _day(home: Home, at: float) -> str:
    return instant.day_of(at, instant.zone(home.config.time_zone, home.config.zone_set_in))


def _since(home: Home, now: float, horizon: str | None) -> tuple[float | None, str]:
    if horizon is None or horizon == "all":
        return None, ""
    if horizon in _DAYS:
        since = now - _DAYS[horizon] * mark.DAY
        return since, _day(home, since)
    if instant.is_day(horizon):
        zone = instant.zone(home.config.time_zone, home.config.zone_set_in)
        return instant.at(horizon, "00:00", zone), horizon
    raise BadArgument("--horizon", horizon, "1d, 7d, 30d, a day such as 2026-11-05, or all")


def _moment(home: Home, option: str, given: str) -> float:
    """The instant of an instant as written; of a day its last moment in the home's zone: "as it stood that day"."""
    if instant.is_day(given):
        return instant.end_of(given, instant.zone(home.config.time_zone, home.config.zone_set_in))
    try:
        return instant.parse(given)
    except BadInstant:
        raise BadArgument(option, given, "a day (2026-11-05) or an instant (2026-11-05T12:00:00Z)") from None


def _known(home: Home, reading: Reading, given: str) -> Known:
    replica, slash, at = given.rpartition("/")
    if not at.isascii() or not at.isdigit():
        return Known(_moment(home, "--known-at", given))
    replica = replica if slash else reading.own_replica
    found = reading.leaf(replica, int(at))
    if found is None:
        wanted = f"a leaf that is there: `sapwood log tail` lists them (log {replica or 'of this home'})"
        raise BadArgument("--known-at", given, wanted)
    return Known(instant.parse(found.at), (found.lc, replica, found.i))

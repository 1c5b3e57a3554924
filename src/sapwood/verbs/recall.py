"""recall: one question to every layer, answered lane by lane, each item with its place, strength and trust."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from sapwood.core import blend, instant, mark, skeleton, subject
from sapwood.disk.home import Home
from sapwood.errors import BadArgument
from sapwood.index import lexical
from sapwood.layers import citations, passages
from sapwood.layers import marks as mark_rows
from sapwood.layers.passages import Passage
from sapwood.reading import Reading

LAYERS = ("substrate", "knowledge", "notes", "marks", "daily", "compost")
HELD = ("substrate", "marks", "daily")  # the lanes that this version fills
_DAYS = {"1d": 1, "7d": 7, "30d": 30}
_POOL = 6  # candidates looked at for each answer wanted: proof and folding may drop some


class Ask(NamedTuple):
    """A question. `about` is a subject prefix, `query` free text, either or both; `horizon` is None (all but archived
    days), `1d`, `7d`, `30d`, a day, or `all`; `k` is the most items a lane gives."""

    about: str = ""
    query: str = ""
    horizon: str | None = None
    layers: tuple[str, ...] = HELD
    min_strength: float | None = None
    k: int = 10
    scope: str = "home"


class Answer(NamedTuple):
    """One list a layer, in the field names of docs/format.md; `notices` say what could not be read or verified."""

    substrate: list[dict[str, Any]]
    knowledge: list[dict[str, Any]]
    notes: list[dict[str, Any]]
    marks: list[dict[str, Any]]
    daily: list[dict[str, Any]]
    compost: list[dict[str, Any]]
    notices: list[str]
    summary: None = None

    @property
    def empty(self) -> bool:
        """True where no lane holds anything."""
        return not any(self[:6])


def recall(home: Home, reading: Reading, ask: Ask, classify: passages.Classify) -> Answer:
    """Answer a question. Writes nothing to the home. Raises `BadArgument` or `BadSubject` for a question that is none."""
    asked = _Asked.of(home, reading, ask)
    archive = ask.horizon == "all"
    files = [layer for layer in (passages.SUBSTRATE, passages.DAILY) if layer in ask.layers]
    problems = passages.refresh(reading, home, classify, files, archive=archive) if files else []
    shelf = citations.Shelf(home.places, home.config.limits, reading.index.rules.salt)
    lane = _Lanes(home, reading, ask, asked, shelf)
    answer = Answer(
        substrate=lane.substrate() if "substrate" in ask.layers else [],
        knowledge=[],
        notes=[],
        marks=lane.marks() if "marks" in ask.layers else [],
        daily=lane.daily(archive) if "daily" in ask.layers else [],
        compost=[],
        notices=[],
    )
    answer.notices.extend([*reading.notices, *(str(problem) for problem in problems if problem.kind != "secret"), *lane.notices])
    if asked.query is None and not asked.about:
        answer.notices.append("the question holds no word to search for")
    return answer


class _Asked(NamedTuple):
    about: str
    query: lexical.Query | None
    since: float | None
    since_day: str
    min_strength: float
    nothing: bool

    @classmethod
    def of(cls, home: Home, reading: Reading, ask: Ask) -> _Asked:
        unknown = [layer for layer in ask.layers if layer not in LAYERS]
        if unknown:
            raise BadArgument("--layers", ",".join(unknown), "some of " + ",".join(LAYERS))
        if ask.k < 1:
            raise BadArgument("-k", ask.k, "1 or more")
        if not ask.about and not ask.query.strip():
            raise BadArgument("question", ask.query, "a subject such as joshua.food, or --query WORDS, or both")
        about = subject.parse_prefix(ask.about, home.config.limits) if ask.about else ""
        query = lexical.query(ask.query) if ask.query else None
        since, since_day = _since(home, reading.now, ask.horizon)
        floor = home.config.min_strength if ask.min_strength is None else ask.min_strength
        nothing = query is None and bool(ask.query.strip()) and not about
        return cls(about, query, since, since_day, floor, nothing)


def _since(home: Home, now: float, horizon: str | None) -> tuple[float | None, str]:
    if horizon is None or horizon == "all":
        return None, ""
    zone = instant.zone(home.config.time_zone, home.config.zone_set_in)
    if horizon in _DAYS:
        since = now - _DAYS[horizon] * mark.DAY
        return since, instant.day_of(since, zone)
    if instant.is_day(horizon):
        return instant.at(horizon, "00:00", zone), horizon
    raise BadArgument("--horizon", horizon, "1d, 7d, 30d, a day such as 2026-11-05, or all")


class _Lanes:
    """The lanes of one answer; `notices` gathers what was left out on the way."""

    def __init__(self, home: Home, reading: Reading, ask: Ask, asked: _Asked, shelf: citations.Shelf) -> None:
        self.home, self.reading, self.ask, self.asked, self.shelf = home, reading, ask, asked, shelf
        self.notices: list[str] = []

    def marks(self) -> list[dict[str, Any]]:
        if self.asked.nothing:
            return []
        asked, now = self.asked, self.reading.now
        pool = self.ask.k * _POOL
        hits = mark_rows.search(self.reading, asked.query, asked.about, self.ask.scope, asked.since, pool)
        best = max((hit.score for hit in hits), default=0.0)
        ranked = []
        for hit in hits:
            steps = None
            if self.home.config.decay != "none" or now < hit.mark.last_reinforced_at:
                steps = mark_rows.reinforcements(self.reading.index.db, self.reading.index.rules.workspace, hit.mark.id)
            strength = mark_rows.strength(hit.mark, steps, now, self.home.config.decay)
            if strength >= asked.min_strength:
                age = (now - hit.mark.last_reinforced_at) / mark.DAY
                ranked.append((blend.weight(hit.score, best, strength, age), strength, hit.mark))
        ranked.sort(key=lambda each: (-each[0], -each[2].last_reinforced_at, each[2].id))
        return _first(self.ask.k, (self._mark_item(found, strength) for _, strength, found in ranked))

    def _mark_item(self, found: mark_rows.Mark, strength: float) -> dict[str, Any] | None:
        proven = mark_rows.proven(self.reading, found)
        if proven is False:
            self.notices.append(f"mark {found.id}: what the index says of it is not what the log proves; left out")
            return None
        evidence, standing = resolved(self.shelf, mark_rows.all_records(self.reading, found))
        if not standing:
            self.notices.append(f"mark {found.id}: its evidence was taken out of the file; left out")
            return None
        return {
            "id": found.id,
            "subject": found.subject,
            "observation": found.observation,
            "current_strength": round(strength, 4),
            "observed_by": found.observed_by,
            "first_observed_at": instant.iso(found.first_observed_at),
            "last_reinforced_at": instant.iso(found.last_reinforced_at),
            "reinforcement_count": found.reinforcement_count,
            "affinity": json.loads(found.affinity),
            "evidence": evidence,
            "reason": self._reason(found.observation, found.subject),
            "trust": "unreviewed" if proven else "unverifiable",
        }

    def substrate(self) -> list[dict[str, Any]]:
        return self._passages(passages.SUBSTRATE, (False,), self._substrate_item)

    def daily(self, archive: bool) -> list[dict[str, Any]]:
        return self._passages(passages.DAILY, (False, True) if archive else (False,), self._daily_item)

    def _passages(
        self, layer: str, shelves: Sequence[bool], item: Callable[[Passage, str], dict[str, Any]]
    ) -> list[dict[str, Any]]:
        asked, since = self.asked, self.asked.since_day if layer == passages.DAILY else ""
        if asked.nothing:
            return []
        found: list[Passage] = []
        for archived in shelves:
            limit = self.ask.k * _POOL
            found += passages.search(self.reading, layer, asked.query, asked.about, since, limit, archived=archived)
        best = max((each.score for each in found), default=0.0)
        ranked = sorted(found, key=lambda each: -blend.weight(each.score, best, 1.0, self._age(each.day)))
        return _first(self.ask.k, self._shown(ranked, item))

    def _age(self, day: str) -> float:
        if not day:
            return 0.0
        return (self.reading.now - instant.parse(day + "T12:00:00Z")) / mark.DAY

    def _shown(
        self, ranked: Iterable[Passage], item: Callable[[Passage, str], dict[str, Any]]
    ) -> Iterable[dict[str, Any] | None]:
        folded: set[str] = set()
        for found in ranked:
            skel = skeleton.skeleton(found.text)
            if skel in folded or self._withheld(found):
                continue
            folded.add(skel)
            path = self.home.places.located(found.path)
            text = passages.excerpt(self.reading, found, self.shelf.texts(path))
            if text is not None:
                yield item(found, text)

    def _withheld(self, found: Passage) -> bool:
        """What was erased is withheld wherever a file still holds it; what was forgotten, in days only."""
        keys = skeleton.keys(self.reading.index.rules.salt, "", found.text)
        kinds = ("erased", "absence") if found.day else ("erased", "erased")
        row = self.reading.index.db.execute(
            "SELECT 1 FROM denials WHERE workspace=? AND key=? AND kind IN (?,?) LIMIT 1",
            (self.reading.index.rules.workspace, keys.skeleton, *kinds),
        ).fetchone()
        if row is not None:
            self.notices.append(f"{found.path}:{found.lines[0]}: still holds something that was taken away; left out")
        return row is not None

    def _substrate_item(self, found: Passage, text: str) -> dict[str, Any]:
        return {
            "file": found.path,
            "excerpt": text,
            "lines": list(found.lines),
            "heading": found.heading,
            "reason": self._reason(found.text + " " + found.heading, found.subject),
            "trust": "handwritten",
        }

    def _daily_item(self, found: Passage, text: str) -> dict[str, Any]:
        return {
            "date": found.day,
            "excerpt": text,
            "line_range": list(found.lines),
            "file": found.path,
            "archived": found.archived,
            "reason": self._reason(found.text + " " + found.heading, found.subject),
            "trust": "unreviewed",
        }

    def _reason(self, text: str, about: str) -> str:
        parts = []
        if self.asked.query is not None:
            words = lexical.matched(self.asked.query.words, f"{text} {about.replace('.', ' ')}")
            parts.append("words: " + ", ".join(words))
        if self.asked.about:
            parts.append(f"subject {about} under {self.asked.about}")
        return "; ".join(parts)


def resolved(shelf: citations.Shelf, records: Sequence[Any]) -> tuple[list[dict[str, Any]], bool]:
    """(evidence with where it stands now, whether any of it still stands)."""
    shown, standing = [], False
    for record in records:
        now = shelf.resolve(record)
        fields = record.to_json()
        fields["status"] = now.status
        if (now.path, now.lines) != (record.path, record.lines):
            fields["now"] = {"path": now.path, "lines": list(now.lines or ())}
        if now.note:
            fields["note"] = now.note
        shown.append(fields)
        standing = standing or now.status != citations.MISSING
    return shown, standing


def _first(k: int, items: Iterable[dict[str, Any] | None]) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = []
    for item in items:
        if item is not None:
            kept.append(item)
            if len(kept) == k:
                break
    return kept


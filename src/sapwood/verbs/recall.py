"""recall: one question to every layer, answered lane by lane, each item with its place, strength and trust."""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sapwood.core import blend, instant, mark, skeleton, subject
from sapwood.disk.home import Home
from sapwood.errors import BadArgument
from sapwood.index import lexical
from sapwood.layers import citations, days, passages
from sapwood.layers import marks as mark_rows
from sapwood.layers.passages import Passage
from sapwood.reading import Reading

LAYERS = ("substrate", "knowledge", "notes", "marks", "daily", "compost")
HELD = ("substrate", "marks", "daily")  # the lanes that this version fills
_DAYS = {"1d": 1, "7d": 7, "30d": 30}
_POOL = 6  # candidates looked at for each answer wanted: proof and folding may drop some; four times more if they did
_MOST_ITEMS = 1_000  # of one lane
_LEAST_HELD = 12  # characters of skeleton from which a text inside a longer one counts as held by it (as in `forget`)
_FOLDED_CHARACTERS = 10_000
_MOST_WORDS = 60  # of a text that is looked for inside a longer one


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
    """Answer a question. Writes nothing to the home. Raises `BadArgument` or `BadSubject` where it is none."""
    asked = _Asked.of(home, reading, ask)
    answer, agrees = _answered(home, reading, ask, asked, classify)
    if not agrees and not reading.index.in_memory:
        reading.made_anew()
        answer, _ = _answered(home, reading, ask, asked, classify)
    return answer


def _answered(
    home: Home, reading: Reading, ask: Ask, asked: _Asked, classify: passages.Classify
) -> tuple[Answer, bool]:
    """An answer, and whether the index said what log and values say."""
    archive = ask.horizon == "all"
    files = [layer for layer in (passages.SUBSTRATE, passages.DAILY) if layer in ask.layers]
    problems = passages.refresh(reading, home, classify, files, archive=archive) if files else []
    db, rules = reading.index.db, reading.index.rules
    shelf = citations.Shelf(
        home.places,
        home.config.limits,
        rules.salt,
        lambda source: mark_rows.cites(db, rules.workspace, source),
    )
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
    said = [
        *reading.notices,
        *(str(problem) for problem in problems if problem.kind != "secret"),
        *lane.notices,
        *(
            f"{line['path']}: not in its file yet, the next write puts it there: {line['text']}"
            for line in days.unapplied(reading)
            if line["waits"]
        ),
    ]
    answer.notices.extend(dict.fromkeys(said))
    if asked.query is None and not asked.about:
        answer.notices.append("the question holds no word to search for")
    return answer, lane.agrees


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
        if isinstance(ask.k, bool) or not isinstance(ask.k, int) or not 1 <= ask.k <= _MOST_ITEMS:
            raise BadArgument("-k", ask.k, f"a number from 1 to {_MOST_ITEMS}")
        if not ask.about and not ask.query.strip():
            raise BadArgument("question", ask.query, "a subject such as joshua.food, or --query WORDS, or both")
        about = subject.parse_prefix(ask.about, home.config.limits) if ask.about else ""
        query = lexical.query(ask.query) if ask.query else None
        since, since_day = _since(home, reading.now, ask.horizon)
        floor = home.config.min_strength if ask.min_strength is None else ask.min_strength
        if isinstance(floor, bool) or not isinstance(floor, (int, float)) or not 0 <= floor <= 1:
            raise BadArgument("--min-strength", floor, "a number from 0 to 1")
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
        self.agrees = True
        self._denied: tuple[frozenset[str], frozenset[str]] | None = None

    def marks(self) -> list[dict[str, Any]]:
        return self._pooled(self._marks_of)

    def _pooled(self, look: Callable[[int], tuple[list[dict[str, Any]], bool]]) -> list[dict[str, Any]]:
        """What a look at the best candidates gives, from four times as many where too few of them could be shown."""
        pool = self.ask.k * _POOL
        while not self.asked.nothing:
            said = list(self.notices)
            items, was_all = look(pool)
            if was_all or len(items) >= self.ask.k:
                return items
            self.notices[:] = said
            pool *= 4
        return []

    def _marks_of(self, pool: int) -> tuple[list[dict[str, Any]], bool]:
        asked, now = self.asked, self.reading.now
        weak = asked.min_strength < self.home.config.min_strength
        hits = mark_rows.search(
            self.reading, asked.query, asked.about, self.ask.scope, asked.since, pool, faded_too=weak
        )
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
        items = _first(self.ask.k, (self._mark_item(found, strength) for _, strength, found in ranked))
        return items, len(hits) < pool

    def _mark_item(self, found: mark_rows.Mark, strength: float) -> dict[str, Any] | None:
        proven = mark_rows.proven(self.reading, found)
        if proven is False:
            self.agrees = False
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
        return self._pooled(lambda pool: self._passages_of(layer, shelves, item, pool))

    def _passages_of(
        self, layer: str, shelves: Sequence[bool], item: Callable[[Passage, str], dict[str, Any]], pool: int
    ) -> tuple[list[dict[str, Any]], bool]:
        asked, since = self.asked, self.asked.since_day if layer == passages.DAILY else ""
        found: list[Passage] = []
        was_all = True
        for archived in shelves:
            rows = passages.search(self.reading, layer, asked.query, asked.about, since, pool, archived=archived)
            best = max((each.score for each in rows), default=0.0)  # scores of two tables are not of one measure
            found += [each._replace(score=each.score / best if best > 0 else 1.0) for each in rows]
            was_all = was_all and len(rows) < pool
        ranked = sorted(found, key=lambda each: -blend.weight(each.score, 1.0, 1.0, self._age(each.day)))
        return _first(self.ask.k, self._shown(ranked, item)), was_all

    def _age(self, day: str) -> float:
        if not day:
            return 0.0
        return (self.reading.now - instant.parse(day + "T12:00:00Z")) / mark.DAY

    def _shown(
        self, ranked: Iterable[Passage], item: Callable[[Passage, str], dict[str, Any]]
    ) -> Iterable[dict[str, Any] | None]:
        folded: set[str] = set()
        for found in ranked:
            skel = skeleton.skeleton(found.text[:_FOLDED_CHARACTERS])
            if skel in folded:
                continue
            text = passages.excerpt(found, self.shelf.texts(self.home.places.located(found.path)))
            if text is None or self._withheld(found, text):
                continue
            folded.add(skel)
            yield item(found, text)

    def _withheld(self, found: Passage, text: str) -> bool:
        """What was erased is withheld wherever a file still holds it; what was forgotten, in days only."""
        taken = self._taken_away(with_absences=bool(found.day))
        if not taken or not any(taken.intersection(self._keys(each)) for each in (found.text, text, found.heading)):
            return False
        self.notices.append(f"{found.path}:{found.lines[0]}: still holds something that was taken away; left out")
        return True

    def _taken_away(self, *, with_absences: bool) -> frozenset[str]:
        if self._denied is None:
            rows = self.reading.index.db.execute(
                "SELECT kind, key FROM denials WHERE workspace=?", (self.reading.index.rules.workspace,)
            ).fetchall()
            erased = frozenset(key for kind, key in rows if kind != "absence")
            self._denied = erased, erased | {key for _, key in rows}
        return self._denied[with_absences]

    def _keys(self, text: str) -> Iterator[str]:
        """The keys of a text, of each of its lines without what stands before a statement, and of every run of words
        that is long enough: `forget` names the lines that hold a text, and says that readers withhold them."""
        salt = self.reading.index.rules.salt
        for piece in dict.fromkeys([text, *text.split("\n")]):
            for bare in dict.fromkeys([piece, *_bared(piece)]):
                yield skeleton.keys(salt, "", bare).skeleton
            words = skeleton.skeleton(piece).split(" ")
            for start in range(len(words)):
                for end in range(start + 1, min(start + _MOST_WORDS, len(words)) + 1):
                    run = " ".join(words[start:end])
                    if len(run) >= _LEAST_HELD:
                        yield _key(salt, run)

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


_BEFORE = (
    re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+"),
    re.compile(r"\s*\[[^\]]?\]\s+"),
    re.compile(r"\s*\[?\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?[AaPp]\.?[Mm]\b\.?)?\]?\s*[–—-]?\s*"),
    re.compile(r"\s*[^\W\d_][\w.'’-]{0,30}(?: [^\W\d_][\w.'’-]{0,30})?:\s+"),
)


def _bared(text: str) -> Iterator[str]:
    """A line without its marker, then without its box, its time, its actor."""
    for pattern in _BEFORE:
        match = pattern.match(text)
        if match is not None:
            text = text[match.end() :]
            yield text


def _key(salt: bytes, skel: str) -> str:
    """`skeleton.keys(salt, "", skel).skeleton` of what is a skeleton already (tests hold the two together)."""
    return hmac.digest(salt, f"{skeleton.VERSION}\0{skel}".encode("utf-8", "surrogatepass"), "sha256").hex()


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

"""The lane of marks: found, proven, weighed by match, strength and recency; as they are, or as they were known."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from sapwood.core import blend, evidence, instant, mark, subject
from sapwood.index import store
from sapwood.lanes import decided
from sapwood.lanes.look import Item, Look
from sapwood.layers import citations, marks, past, proofs
from sapwood.layers.marks import Hit


class _Ranked(NamedTuple):
    weight: float
    strength: float
    hit: Hit


def lane(look: Look) -> list[Item]:
    """Marks of an answer, best first."""
    return look.pooled(lambda pool: _from_pool(look, pool))


def of(look: Look, found: marks.Mark) -> Item | None:
    """The item of one mark, however weak it is and whatever was asked; None where it cannot be shown, with a notice."""
    index = look.reading.index
    steps = tuple(marks.reinforcements(index.db, index.rules.workspace, found.id))
    strength = marks.strength(found, steps, look.question.at, look.home.config.decay)
    return _item(look, _Ranked(0.0, strength, Hit(found, steps, 0.0)))


def _from_pool(look: Look, pool: int) -> tuple[list[Item], bool]:
    question, config = look.question, look.home.config
    wanted = marks.Wanted(
        question.query, question.about, question.scope, question.since, question.at, question.as_of,
        ever=question.known is not None, faded_too=question.min_strength < config.min_strength,
    )  # fmt: skip
    hits = marks.search(look.reading, wanted, pool)
    was_all = len(hits) < pool
    if question.known is None:
        return look.first(_item(look, each) for each in _ranked(look, _undecided(look, hits))), was_all
    known, pinned = _as_known(look, hits)
    return look.first(_known_item(look, each, pinned) for each in _ranked(look, _undecided(look, known))), was_all


def _undecided(look: Look, hits: list[Hit]) -> list[Hit]:
    """The hits without those that a person's decision speaks of: what they say was refused, or is approved knowledge
    now."""
    ledger = look.decisions()
    if ledger is None:
        return hits
    promoted = ledger.promoted((hit.mark.id for hit in hits), look.question.at)
    return [hit for hit in hits if hit.mark.id not in promoted and not _is_refused(look, hit.mark)]


def _is_refused(look: Look, found: marks.Mark) -> bool:
    ledger = look.decisions()
    return ledger is not None and decided.is_refused(ledger, found)


def _ranked(look: Look, hits: Sequence[Hit]) -> list[_Ranked]:
    at, config = look.question.at, look.home.config
    best = max((hit.score for hit in hits), default=0.0)
    ranked = []
    for hit in hits:
        exact = config.decay != "none" or at < hit.mark.last_reinforced_at
        strength = marks.strength(hit.mark, hit.steps if exact else None, at, config.decay)
        if strength >= look.question.min_strength:
            last = marks.as_of(hit.mark, hit.steps, look.question.as_of).last_reinforced_at
            weight = blend.weight(hit.score, best, strength, (at - last) / mark.DAY)
            ranked.append((-weight, -last, hit.mark.id, _Ranked(weight, strength, hit)))
    return [each for *_, each in sorted(ranked)]


def _item(look: Look, ranked: _Ranked) -> Item | None:
    found, steps = ranked.hit.mark, ranked.hit.steps
    if _is_refused(look, found):
        look.notices.append(f"mark {found.id}: what it says was refused by a signed decision; left out")
        return None
    proven = proofs.proven(look.reading, found, steps)
    if proven is False:
        look.agrees = False
        look.notices.append(f"mark {found.id}: what the index says of it is not what the log proves; left out")
        return None
    trust = "unreviewed" if proven else "unverifiable"
    return _shown(look, ranked, marks.all_records(look.reading, found, steps), trust)


def _known_item(look: Look, ranked: _Ranked, pinned: Collection[str]) -> Item | None:
    """The same of a mark that was replayed from proven leaves; `now` says what it has become since."""
    found, steps = ranked.hit.mark, ranked.hit.steps
    cited = [*marks.records(found.evidence), *(each for step in steps for each in marks.records(step.evidence))]
    records, _ = resolved(look.shelf, cited)  # also where the line was taken away since: it was known then
    item = _fields(look, ranked, records, "unreviewed") | {"now": _now(look, found)}
    return item | {"standing": True} if found.id in pinned else item


def _shown(look: Look, ranked: _Ranked, cited: Sequence[evidence.Evidence], trust: str) -> Item | None:
    found = ranked.hit.mark
    records, standing = resolved(look.shelf, cited)
    if not standing:
        look.notices.append(f"mark {found.id}: its evidence was taken out of the file; left out")
        return None
    return _fields(look, ranked, records, trust)


def _fields(look: Look, ranked: _Ranked, records: list[dict[str, Any]], trust: str) -> Item:
    found = marks.as_of(ranked.hit.mark, ranked.hit.steps, look.question.as_of)
    item: dict[str, Any] = {
        "id": found.id,
        "subject": found.subject,
        "observation": found.observation,
        "current_strength": round(ranked.strength, 4),
        "observed_by": found.observed_by,
        "first_observed_at": instant.iso(found.first_observed_at),
        "last_reinforced_at": instant.iso(found.last_reinforced_at),
        "reinforcement_count": found.reinforcement_count,
        "affinity": json.loads(found.affinity),
        "evidence": records,
    }
    for key, bound in (("valid_from", found.valid_from), ("valid_to", found.valid_to)):
        if bound is not None:
            item[key] = instant.iso(bound)
    if disputes := _disputes(look, found):
        item["disputed_with"] = disputes
    if replaced := _replaced(look, found):
        item["supersedes"] = replaced
    return item | {"reason": look.question.reason(found.observation, found.subject), "trust": trust}


def _disputes(look: Look, found: marks.Mark) -> list[str]:
    """Ids of the marks that contradict one and stand as it does. A dispute ends when one of the two is gone."""
    if look.question.known is not None:  # those that stood then, as the replay says
        return list(json.loads(found.disputed_with))
    index = look.reading.index
    ids, question = json.loads(found.disputed_with), look.question
    return marks.standing_among(index.db, index.rules.workspace, ids, question.at, question.as_of) if ids else []


def _replaced(look: Look, found: marks.Mark) -> list[str]:
    """Ids of the marks in whose place one stands, so that a change is not taken for what was always said; `show` has
    what they said and until when. They are told from proven leaves, and not where an earlier time is asked."""
    reading, workspace = look.reading, look.reading.index.rules.workspace
    ids = []
    for replica, at in () if look.question.known is not None else marks.replacing(reading.index, found.id):
        leaf = reading.leaf(replica, at)
        old, by = (str(leaf.body.get(name, "")) for name in ("mark", "by")) if leaf is not None else ("", "")
        row = marks.by_id(reading.index.db, workspace, old)
        is_by_it = row.superseded_by == found.id if row is not None else by == found.id  # none: erased, or damaged
        if old and is_by_it:
            ids.append(old)
    return ids


def resolved(shelf: citations.Shelf, records: Sequence[evidence.Evidence]) -> tuple[list[dict[str, Any]], bool]:
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


def _as_known(look: Look, hits: Sequence[Hit]) -> tuple[list[Hit], frozenset[str]]:
    """The hits as their marks were known then, without those that were not, or were not active, or not valid; and ids
    of those that were pinned."""
    known = look.question.known
    assert known is not None
    if not hits:
        return [], frozenset()
    then = past.replayed(look.reading, list(dict.fromkeys(hit.mark.id for hit in hits)), known.holds)
    try:
        if then.unproven:
            look.agrees = look.agrees and not all(log.sound for log in look.reading.logs)
            look.notices.append(f"{then.unproven} leaf(s) about these marks could not be proven; left out")
        return list(_wanted_then(look, then.held, hits)), _pinned(then.held)
    finally:
        then.held.db.close()


def _pinned(held: store.Index) -> frozenset[str]:
    """Ids of the marks that are pinned in an index."""
    rows = held.db.execute("SELECT id FROM standing WHERE workspace=? AND kind='mark'", (held.rules.workspace,))
    return frozenset(mark_id for (mark_id,) in rows)


def _wanted_then(look: Look, held: store.Index, hits: Sequence[Hit]) -> Iterator[Hit]:
    question, db, workspace = look.question, held.db, held.rules.workspace
    matched = None if question.query is None else marks.matched(db, workspace, question.query)
    scores = {(hit.mark.digest, hit.mark.subject): hit.score for hit in hits}
    worst = min(scores.values())
    for found in marks.listed(db, workspace):
        steps = tuple(marks.reinforcements(db, workspace, found.id))
        if (matched is None or found.id in matched) and _was_wanted(look, found, steps):
            among = json.loads(found.disputed_with)
            stood = marks.standing_among(db, workspace, among, question.at, question.as_of) if among else []
            score = scores.get((found.digest, found.subject), worst)
            yield Hit(found._replace(disputed_with=json.dumps(stood)), steps, score)


def _was_wanted(look: Look, found: marks.Mark, steps: Sequence[marks.Reinforcement]) -> bool:
    question = look.question
    if found.scope != question.scope or (question.about and not subject.under(found.subject, question.about)):
        return False
    if question.since is not None and marks.as_of(found, steps, question.as_of).last_reinforced_at < question.since:
        return False
    if question.as_of is None:
        return marks.is_current(found, question.at)
    return marks.was_true(found, question.as_of)


def _now(look: Look, found: marks.Mark) -> str:
    """What a mark has become: `active`, `superseded`, `withered`, `forgotten`, `promoted`."""
    index = look.reading.index
    now = marks.by_id(index.db, index.rules.workspace, found.id)
    return "erased" if now is None else marks.state(now, look.reading.now)

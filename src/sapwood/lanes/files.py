"""The lanes of files: substrate, notes and days, each item with the lines as they stand in the file now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

from sapwood.core import blend, instant, mark, skeleton
from sapwood.disk import lines as splitting
from sapwood.lanes.look import Item, Look
from sapwood.layers import notes as layer_notes
from sapwood.layers import passages
from sapwood.layers.passages import Passage

_FOLDED_CHARACTERS = 10_000
Shown = Callable[[Look, Passage, str], Item | None]
SEALED, HANDWRITTEN = "sealed", "handwritten"


def substrate(look: Look) -> list[Item]:
    """Passages of the handwritten files."""
    return _lane(look, passages.SUBSTRATE, (False,), _substrate_item)


def notes(look: Look) -> list[Item]:
    """Entries of notes and references."""
    return _lane(look, passages.NOTES, (False,), _notes_item)


def daily(look: Look) -> list[Item]:
    """Lines of days, and of archived ones where the whole horizon is asked for."""
    return _lane(look, passages.DAILY, (False, True) if look.question.horizon == "all" else (False,), _daily_item)


def _lane(look: Look, layer: str, shelves: Sequence[bool], item: Shown) -> list[Item]:
    return look.pooled(lambda pool: _from_pool(look, layer, shelves, item, pool))


def _from_pool(
    look: Look, layer: str, shelves: Sequence[bool], item: Shown, pool: int
) -> tuple[list[Item], bool]:  # fmt: skip
    question, found, was_all = look.question, list[Passage](), True
    since = "" if layer == passages.SUBSTRATE else question.since_day
    for archived in shelves:
        rows = passages.search(look.reading, layer, question.query, question.about, since, pool, archived=archived)
        was_all = was_all and len(rows) < pool
        best = max((each.score for each in rows), default=0.0)  # scores of two tables are not of one measure
        found += [
            each._replace(score=each.score / best if best > 0 else 1.0) for each in rows if _is_by(each, question.day)
        ]
    ranked = sorted(found, key=lambda each: -blend.weight(each.score, 1.0, 1.0, _age(look, each.day)))
    return look.first(_shown(look, layer, ranked, item)), was_all


def _is_by(found: Passage, day: str) -> bool:
    """False for what is dated after the last day that a question is about."""
    return not day or not found.day or found.day <= day


def _age(look: Look, day: str) -> float:
    return (look.question.at - instant.parse(day + "T12:00:00Z")) / mark.DAY if day else 0.0


def _shown(look: Look, layer: str, ranked: Iterable[Passage], item: Shown) -> Iterable[Item | None]:
    folded: set[str] = set()
    for found in ranked:
        skel = skeleton.skeleton(found.text[:_FOLDED_CHARACTERS])
        if skel in folded:
            continue
        path = look.home.places.located(found.path)
        text = passages.excerpt(found, look.shelf.texts(path))
        if text is None or _is_withheld(look, layer, found, text):
            continue
        if layer == passages.NOTES and layer_notes.says_nothing_new(path, text, look.shelf.texts):
            continue
        folded.add(skel)
        yield item(look, found, text)


def _is_withheld(look: Look, layer: str, found: Passage, text: str) -> bool:
    """What was erased is withheld wherever a file still holds it; what was forgotten, in days only."""
    said, absences = (found.text, text, found.heading), layer == passages.DAILY
    if not look.withheld.holds(said, with_absences=absences, subject=found.subject):
        return False
    look.notices.append(f"{found.path}:{found.lines[0]}: still holds something that was taken away; left out")
    return True


def _substrate_item(look: Look, found: Passage, text: str) -> Item | None:
    trust = SEALED if _is_sealed(look, found.path) else HANDWRITTEN
    if look.question.trusted and trust != SEALED:
        return None
    return {
        "file": found.path,
        "excerpt": text,
        "lines": list(found.lines),
        "heading": found.heading,
        "reason": look.question.reason(found.text + " " + found.heading, found.subject),
        "trust": trust,
    }


def _is_sealed(look: Look, shown: str) -> bool:
    """Whether a person signed a handwritten file as it stands now."""
    ledger = look.decisions()
    seal = ledger.seal(shown) if ledger is not None else None
    if seal is None:
        return False
    path, limits = look.home.places.located(shown), look.home.config.limits
    data = look.home.places.read(path, limits.file_bytes)
    if not isinstance(data, bytes) or sha256(data).hexdigest() != seal.statement.sha256:
        return False
    return splitting.decode(shown, data, limits)[0].texts == look.shelf.texts(path)  # what is shown was read before


def _notes_item(look: Look, found: Passage, text: str) -> Item:
    return {
        "file": found.path,
        "topic": passages.topic_of(found),
        "date": found.day or None,
        "excerpt": text,
        "lines": list(found.lines),
        "reason": look.question.reason(found.text + " " + found.heading, found.subject),
        "trust": "unreviewed",
    }


def _daily_item(look: Look, found: Passage, text: str) -> Item:
    return {
        "date": found.day,
        "excerpt": text,
        "line_range": list(found.lines),
        "file": found.path,
        "archived": found.archived,
        "reason": look.question.reason(found.text + " " + found.heading, found.subject),
        "trust": "unreviewed",
    }

"""recall: one question to every layer, answered lane by lane, each item with its place, strength and trust."""

from __future__ import annotations

from typing import Any, NamedTuple

from sapwood.disk.home import Home
from sapwood.lanes import compost, files, knowledge, question, standing
from sapwood.lanes import marks as mark_lane
from sapwood.lanes.look import Look
from sapwood.lanes.question import Ask, Question
from sapwood.layers import days, passages
from sapwood.reading import Reading

LAYERS = question.LAYERS
_MOST_TRIES = 5  # times that a writer may overtake one answer
_UNDATED = (passages.SUBSTRATE, passages.NOTES, passages.COMPOST)


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
    asked = question.understood(home, reading, ask)
    answer, agrees = _answered(home, reading, ask, asked, classify)
    for _ in range(_MOST_TRIES):
        if agrees or not reading.overtaken():
            break
        answer, agrees = _answered(home, reading, ask, asked, classify)
    if not agrees and not reading.index.in_memory:
        reading.made_anew()
        answer, _ = _answered(home, reading, ask, asked, classify)
    return answer


def _answered(
    home: Home, reading: Reading, ask: Ask, asked: Question, classify: passages.Classify
) -> tuple[Answer, bool]:
    """An answer, and whether the index said what log and values say."""
    layers = _answering(ask, asked)
    read = [layer for layer in passages.FILED if layer in layers]
    archive = asked.horizon == "all"
    problems = passages.refresh(reading, home, classify, read, archive=archive) if read else []
    look = Look(home, reading, asked)
    answer = Answer(
        substrate=files.substrate(look) if "substrate" in layers else [],
        knowledge=knowledge.lane(look) if "knowledge" in layers else [],
        notes=files.notes(look) if "notes" in layers else [],
        marks=standing.flagged(look, mark_lane.lane(look)) if "marks" in layers else [],
        daily=files.daily(look) if "daily" in layers else [],
        compost=compost.lane(look) if "compost" in layers else [],
        notices=[],
    )
    said = [*reading.notices, *_left_out(ask, asked), *look.trust_said()]
    said += [str(problem) for problem in problems if problem.kind != "secret"]
    said += [*look.notices, *_waiting(reading)]
    answer.notices.extend(dict.fromkeys(said))
    return answer, look.agrees


def _answering(ask: Ask, asked: Question) -> tuple[str, ...]:
    """The layers that can answer: what files said earlier is not kept, so those without a date cannot say it, and only
    two can hold what a person signed."""
    asking = tuple(layer for layer in ask.layers if layer in question.TRUSTED) if ask.trusted else ask.layers
    return asking if asked.known is None else tuple(layer for layer in asking if layer not in _UNDATED)


def _left_out(ask: Ask, asked: Question) -> list[str]:
    said = []
    if asked.known is not None and (undated := [layer for layer in ask.layers if layer in _UNDATED]):
        said.append(f"{', '.join(undated)}: what the files said earlier is not kept; ask without --known-at")
    if asked.known is not None and "daily" in ask.layers:
        said.append(f"days up to {asked.day} are shown as they stand now")
    if asked.query is None and not asked.about:
        said.append("the question holds no word to search for")
    return said


def _waiting(reading: Reading) -> list[str]:
    return [
        f"{line['path']}: not in its file yet, the next write puts it there: {line['text']}"
        for line in days.unapplied(reading)
        if line["waits"]
    ]

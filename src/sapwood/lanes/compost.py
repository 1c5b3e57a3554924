"""The lane of compost: learnings of agents that are gone, by words and by the subjects they have an affinity to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sapwood.core import blend, instant, mark, skeleton
from sapwood.lanes.look import Item, Look
from sapwood.layers import compost
from sapwood.layers.compost import Hit

_FOLDED_CHARACTERS = 10_000
_SHOWN_CHARACTERS = 2_000  # of one learning
_SAY_SO = 20  # agents whose learning it is, from which more of them add no weight


def lane(look: Look) -> list[Item]:
    """Learnings, best first."""
    return look.pooled(lambda pool: _from_pool(look, pool))


def _from_pool(look: Look, pool: int) -> tuple[list[Item], bool]:
    question = look.question
    found = compost.search(look.reading, question.query, question.about, question.since_day, pool)
    best = max((hit.score for hit in found), default=0.0)
    by = [hit for hit in found if not question.day or hit.learning.day <= question.day]
    ranked = sorted(by, key=lambda hit: (-_weight(look, hit, best), hit.source))
    return look.first(_shown(look, ranked)), len(found) < pool


def _weight(look: Look, hit: Hit, best: float) -> float:
    """A learning of many agents counts more, as a stronger mark does."""
    agents = min(hit.learning.agents, _SAY_SO) / _SAY_SO
    day = hit.learning.day
    age = (look.question.at - instant.parse(day + "T12:00:00Z")) / mark.DAY if day else 0.0
    return blend.weight(hit.score, best, 0.5 + agents / 2, age)


def _shown(look: Look, ranked: Sequence[Hit]) -> Iterable[Item | None]:
    folded: set[str] = set()
    for hit in ranked:
        said = hit.learning
        skel = skeleton.skeleton(said.text[:_FOLDED_CHARACTERS])
        if skel in folded or _is_withheld(look, hit):
            continue
        folded.add(skel)
        yield {
            "template_id": said.template_id,
            "learning": said.text if len(said.text) <= _SHOWN_CHARACTERS else said.text[:_SHOWN_CHARACTERS] + " …",
            "source_agent_count": said.agents,
            "composted_at": said.at or None,
            "subject_affinity": list(said.affinity),
            "source": hit.source,
            "reason": look.question.reason(f"{said.text} {said.template_id}", _nearest(look, said.affinity)),
            "trust": "unreviewed",
        }


def _is_withheld(look: Look, hit: Hit) -> bool:
    """What was erased is withheld wherever it still stands."""
    texts = (hit.learning.text, hit.learning.template_id)
    if not look.withheld.holds(texts, with_absences=False):
        return False
    look.notices.append(f"{hit.source}: still holds something that was taken away; left out")
    return True


def _nearest(look: Look, affinity: Sequence[str]) -> str:
    """The affinity by which a learning was found: one under the subject that was asked for."""
    about = look.question.about
    return next((each for each in affinity if about and (each + ".").startswith(about + ".")), "")

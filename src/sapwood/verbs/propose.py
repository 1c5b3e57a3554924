"""propose: ask a person for something. Everybody may, by every channel; nothing becomes trusted by it.

A promotion asks that a mark or an entry of a note becomes a fact, a seed that the person writes something into a
handwritten file, a skill that there be a new one or a better one, a retirement that a fact is taken out of use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sapwood import admit
from sapwood.change import Change
from sapwood.core import claim, credentials, evidence, instant, proposal
from sapwood.core.evidence import Evidence
from sapwood.core.problem import Problem
from sapwood.core.proposal import PROMOTION, RETIRE, SEED, SKILL, Proposed
from sapwood.disk.home import Home
from sapwood.errors import Ambiguous, BadArgument, NotFound, PathRefused, Refused
from sapwood.extract.subjects import UNSORTED
from sapwood.layers import citations, marks, notes, passages, substrate
from sapwood.layers.notes import Piece
from sapwood.verbs import observe, proposals

if TYPE_CHECKING:
    from sapwood.core.claim import Claim
    from sapwood.gate.ledger import Standing

Classify = Callable[[str, Sequence[str]], str | None]
_SHOWN = re.compile(r"(?P<path>.+?\.md):(?P<first>\d+)(?:-(?P<last>\d+))?", re.IGNORECASE)
_LEARNING = re.compile(
    r"\s*(?:[-*+•]\s+)?\*\*(?:learning|erkenntnis|gelernt|lärdom|apprentissage|aprendizaje)\s*(?::\s*\*\*|\*\*\s*:)\s*",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\s*(?:[-*+•]\s+)?\*\*[^*]{1,40}(?::\s*\*\*|\*\*\s*:)")
_MARKER = re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[^\]]?\]\s+)?")
_KEYS = frozenset(
    "source text subject confidence valid_from valid_to supersedes file title based_on claim reason".split()
)


class Asked(NamedTuple):
    """What became of a proposal. `status`: `proposed`, `known` (the same waits already: `id` is that one), `reopened`
    (it had been put off) or `refused` (with `reason` and `message`). `earlier` are proposals that said the same
    before."""

    status: str
    id: str
    kind: str = ""
    subject: str = ""
    text: str = ""
    state: str = ""
    flags: tuple[str, ...] = ()
    reason: str = ""
    message: str = ""
    earlier: tuple[dict[str, Any], ...] = ()


def propose(home: Home, change: Change, classify: Classify, kind: str, fields: Mapping[str, Any]) -> Asked:
    """Propose one thing. Fields by kind: promotion `source` (id of a mark, or lines of a note) and optionally `text`,
    `subject`, `confidence`, `valid_from`, `valid_to`, `supersedes`; seed `file`, `text`; skill `title`, `text`; both
    optionally `based_on` and `subject`; retire `claim`, `reason`. Raises `BadArgument`, `NotFound`, `Ambiguous`."""
    if unknown := sorted(set(fields) - _KEYS):
        raise BadArgument("propose", unknown[0], "only " + ", ".join(sorted(_KEYS)))
    if kind not in _MAKERS:
        raise BadArgument("propose", kind, "one of " + ", ".join(proposal.KINDS))
    try:
        made, scope = _MAKERS[kind](home, change, classify, fields)
    except (Refused, PathRefused) as failure:
        reason = failure.reason if isinstance(failure, Refused) else "evidence"
        return Asked("refused", "", kind, reason=reason, message=str(failure))
    change.author = change.author._replace(scope=scope)
    return _asked(home, change, _masked(made._replace(proposed_by=change.author.actor)))


def _asked(home: Home, change: Change, made: Proposed) -> Asked:
    reading = change.reading()
    same = proposals.alike(home, reading, change.author.scope, made)
    waiting = proposals.waiting_of(home, reading, made.proposed_by)
    outcome = admit.proposal(change, made, same.id if same is not None else "", waiting)
    marks.write(change, outcome.admitted)
    if outcome.status == "refused":
        return Asked("refused", "", made.kind, made.subject, made.text, "", (), outcome.reason, outcome.message)
    change.checkpoint()
    if same is not None and same.state == proposal.DEFERRED and _is_person(change):
        proposals.move(change, same.id, proposal.PENDING)
        change.checkpoint()
        return _told(home, change, "reopened", same.id)
    return _told(home, change, outcome.status, outcome.mark)


def _is_person(change: Change) -> bool:
    return change.author.channel not in admit.PERSON_ONLY_REFUSED_ON


def _told(home: Home, change: Change, status: str, proposal_id: str) -> Asked:
    reading = change.reading()
    found = proposals.find(home, reading, proposal_id)
    before = tuple(proposals.earlier(home, reading, found))
    message = observe.masking("\n".join((found.text, found.title, found.reason)))
    return Asked(
        status,
        found.id,
        found.kind,
        found.subject,
        found.text,
        found.state,
        found.flags,
        message=message,
        earlier=before,
    )


def _masked(made: Proposed) -> Proposed:
    """Credentials in texts are masked, as in an observation; names that hold one are refused."""
    text, title, reason = (credentials.redact(_plain(each))[0] for each in (made.text, made.title, made.reason))
    return made._replace(text=text, title=" ".join(title.split()), reason=reason)


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


# ---- promotion


def _promotion(home: Home, change: Change, classify: Classify, fields: Mapping[str, Any]) -> tuple[Proposed, str]:
    source = _required(fields, "source")
    place = _place(source)
    made, scope = _of_mark(home, change, source) if place is None else _of_entry(home, change, classify, *place)
    confidence = fields.get("confidence") or ("inferred" if fields.get("text") else made.confidence)
    if confidence not in claim.CONFIDENCE:
        raise BadArgument("--confidence", confidence, "one of " + ", ".join(claim.CONFIDENCE))
    replaced = tuple(_claim(change, each)[0].id for each in _listed(change, fields, "supersedes"))
    said = made._replace(
        text=str(fields.get("text") or made.text), subject=str(fields.get("subject") or made.subject),
        confidence=confidence, supersedes=replaced,
    )  # fmt: skip
    low, high = observe.bounds(home, fields, "" if place is None else said.text, _today(home, change))
    return said._replace(valid_from=_iso(low) or made.valid_from, valid_to=_iso(high) or made.valid_to), scope


def _iso(at: float | None) -> str:
    return "" if at is None else instant.iso(at)


def _today(home: Home, change: Change) -> str:
    return instant.day_of(change.now, instant.zone(home.config.time_zone, home.config.zone_set_in))


def _of_mark(home: Home, change: Change, given: str) -> tuple[Proposed, str]:
    """What a mark says, with all that it cites."""
    index = change.index
    found = marks.one(index.db, index.rules.workspace, given)
    if found.state != "active":
        raise Refused("state", f"mark {found.id} is {found.state}; `sapwood restore {found.id[-8:]}` first")
    if marks.is_replaced(found, change.now):
        raise Refused("state", f"mark {found.id} was replaced by {found.superseded_by}; propose that one")
    steps = marks.reinforcements(index.db, index.rules.workspace, found.id)
    records = _some(marks.all_records(change.reading(), found, steps), change.limits.records)
    shelf = observe.shelf_of(home, change)
    if all(shelf.resolve(record).status not in _STANDING for record in records):
        message = f"none of the lines that mark {found.id} cites stands as it was cited; look at them first"
        raise Refused("evidence", f"{message}: `sapwood mark show {found.id[-8:]}`")
    own = found.observed_by.casefold() == home.config.owner.casefold()
    return Proposed(
        PROMOTION, found.subject, found.observation, based_on=(found.id,), evidence=records,
        confidence="stated" if own else "inferred", valid_from=_iso(found.valid_from), valid_to=_iso(found.valid_to),
    ), found.scope  # fmt: skip


_STANDING = (citations.RESOLVED, citations.MOVED)


def _some(records: Sequence[Evidence], most: int) -> tuple[Evidence, ...]:
    """The first record, and the newest of the rest, where there are more than a proposal holds."""
    return tuple(records) if len(records) <= most else (records[0], *records[1 - most :])


def _place(given: str) -> tuple[str, tuple[int, int], bool] | None:
    """(file, lines, whether the whole entry is meant) of `PATH#L3-L5`, or of `PATH:3` as recall shows it."""
    named = evidence.citation(given)
    if named is not None:
        return *named, False
    match = _SHOWN.fullmatch(given.strip())
    if match is None:
        return None
    first = int(match["first"])
    return match["path"], (first, int(match["last"] or first)), match["last"] is None


def _of_entry(
    home: Home, change: Change, classify: Classify, path: str, span: tuple[int, int], whole: bool
) -> tuple[Proposed, str]:  # fmt: skip
    """What an entry of a note says: its learning where it names one, else its text."""
    shelf = observe.shelf_of(home, change)
    source = _note(home, path)
    texts = shelf.texts(source.path)
    if isinstance(texts, Problem):
        raise Refused("evidence", str(texts))
    held, _ = passages.held(home, passages.NOTES, source, texts)
    around = (each for each in held if isinstance(each, Piece) and _lies_in(span, each.lines))
    piece = next(around, None)
    if piece is None:
        message = f"{source.shown}#L{span[0]}-L{span[1]} lies in no entry that recall serves; name lines of one"
        raise Refused("evidence", message)
    lines = piece.lines if whole else span
    record = observe.cited(shelf, source.shown, lines)
    text = _learning(texts[lines[0] - 1 : lines[1]]) or (piece.text if lines == piece.lines else _bare(texts, lines))
    topic = classify(piece.text, piece.heading)
    subject = f"{home.config.owner}.{topic or UNSORTED}"
    place = f"{record.path}#L{lines[0]}-L{lines[1]}"
    made = Proposed(PROMOTION, subject, text, based_on=(place,), evidence=(record,), confidence="stated")
    return made, change.author.scope


def _lies_in(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _note(home: Home, path: str) -> substrate.Source:
    located = home.places.located(path)
    for source in notes.files(home.places)[0]:
        if source.path == located:
            return source
    message = f"{path} is no note; a mark by its id, or lines of a note (`sapwood files` lists them), can be promoted"
    raise Refused("layer", message)


def _learning(texts: Sequence[str]) -> str:
    """What follows the label `**Learning:**`, to the next label or blank line."""
    found: list[str] = []
    for text in texts:
        match = _LEARNING.match(text)
        if match is not None:
            found = [text[match.end() :]]
        elif found and (not text.strip() or _LABEL.match(text)):
            break
        elif found:
            found.append(text)
    return " ".join(" ".join(found).split())


def _bare(texts: Sequence[str], span: tuple[int, int]) -> str:
    return "\n".join(_MARKER.sub("", text).strip() for text in texts[span[0] - 1 : span[1]]).strip()


# ---- seed, skill, retire


def _seed(home: Home, change: Change, _: Classify, fields: Mapping[str, Any]) -> tuple[Proposed, str]:
    target = substrate.target(home.places, _required(fields, "file"))
    return _suggestion(home, change, fields, Proposed(SEED, "", "", target_file=target))


def _skill(home: Home, change: Change, _: Classify, fields: Mapping[str, Any]) -> tuple[Proposed, str]:
    return _suggestion(home, change, fields, Proposed(SKILL, "", "", title=_required(fields, "title")))


def _suggestion(home: Home, change: Change, fields: Mapping[str, Any], made: Proposed) -> tuple[Proposed, str]:
    """A seed or a skill: its own text, with the marks and lines that led to it."""
    subject, based_on, records = str(fields.get("subject") or ""), list[str](), list[Evidence]()
    shelf = observe.shelf_of(home, change)
    for given in _listed(change, fields, "based_on"):
        place = _place(given)
        if place is None:
            found, _ = _of_mark(home, change, given)
            subject = subject or found.subject
            based_on += found.based_on
            records += found.evidence
        else:
            record = observe.cited(shelf, place[0], place[1])
            based_on.append(f"{record.path}#L{place[1][0]}-L{place[1][1]}")
            records.append(record)
    made = made._replace(
        subject=subject or f"{home.config.owner}.{UNSORTED}", text=_required(fields, "text"),
        based_on=tuple(dict.fromkeys(based_on)), evidence=_some(list(dict.fromkeys(records)), change.limits.records),
    )  # fmt: skip
    return made, change.author.scope


def _retire(home: Home, change: Change, _: Classify, fields: Mapping[str, Any]) -> tuple[Proposed, str]:
    found, standing = _claim(change, _required(fields, "claim"))
    if standing.state not in ("approved", "expired"):
        raise Refused("state", f"claim {found.id} is {standing.state}; only what is approved can be retired")
    reason = _required(fields, "reason")
    return Proposed(RETIRE, found.subject, found.text, target_claim=found.id, reason=reason), found.scope


def _claim(change: Change, given: str) -> tuple[Claim, Standing]:
    """The claim of that id, or of the only id that begins or ends so, and where it stands."""
    wanted = given.strip().lower().removeprefix("claim:")
    known = change.ledger.claims()
    fitting = [each for each in known if len(wanted) >= 4 and (each.startswith(wanted) or each.endswith(wanted))]
    if len(fitting) > 1:
        raise Ambiguous(given, fitting)
    standing = change.ledger.claim(fitting[0], change.now) if fitting else None
    if standing is None or standing.claim is None:
        raise NotFound("approved claim", given, "`sapwood knowledge` lists them")
    return standing.claim, standing


def _required(fields: Mapping[str, Any], key: str) -> str:
    found = fields.get(key)
    if not isinstance(found, str) or not found.strip():
        raise BadArgument(key, found, "some text")
    return found


def _listed(change: Change, fields: Mapping[str, Any], key: str) -> list[str]:
    found = fields.get(key) or ()
    listed = [found] if isinstance(found, str) else list(found)
    if len(listed) > change.limits.records or not all(isinstance(each, str) for each in listed):
        raise BadArgument(key, listed[:3], f"at most {change.limits.records} ids")
    return listed


_MAKERS: dict[str, Callable[[Home, Change, Classify, Mapping[str, Any]], tuple[Proposed, str]]] = {
    PROMOTION: _promotion, SEED: _seed, SKILL: _skill, RETIRE: _retire,
}  # fmt: skip

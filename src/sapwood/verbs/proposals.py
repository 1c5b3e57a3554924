"""proposals: what waits for a person, and what became of it. What is shown was read again and proven.

The log says what was proposed and what was put off; signatures say what was accepted or rejected; whether a proposal is
held or has withered follows from the moment at which it is looked at. None of it is kept.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sapwood import admit
from sapwood.change import Change
from sapwood.core import conflict, instant, mark, proposal, skeleton
from sapwood.core.evidence import Evidence
from sapwood.core.proposal import ACCEPTED, DEFERRED, HELD, PENDING, WAITING, WITHERED, Proposed
from sapwood.disk.home import Home
from sapwood.errors import Ambiguous, BadArgument, NotFound, Refused
from sapwood.gate.ledger import Ledger
from sapwood.lanes import decided
from sapwood.lanes import marks as lane
from sapwood.lanes.look import shelf_of
from sapwood.layers import marks, proofs, substrate
from sapwood.layers.citations import MISSING, MOVED, RESOLVED
from sapwood.reading import Reading

OPEN = (*WAITING, DEFERRED)
NEAR = 0.6  # Jaccard similarity of 4-grams from which two values are nearly the same (docs/trust.md)
_LEAST_OF_ID = 4  # characters
_COLUMNS = (
    "id, kind, scope, target_file, proposed_at, channel, state, pending_since, same_key, replica, log_index, digest"
)


class Proposal(NamedTuple):
    """A proposal as the log proves it, with what is known of it now. Fields of `core.proposal.Proposed`, and: `data`
    are the bytes of its value, whose salted digest `digest` its leaf names; `proposed_by`, `actor` and `proposed_at`
    are asserted, `channel` was observed; `flags` say why it has to be looked at by itself, `why` says why it withered;
    `also` are ids of proposals of other replicas that ask for the same. `proven` is False where leaf or value cannot be
    proven: then its texts are empty."""

    id: str
    kind: str
    scope: str
    subject: str
    text: str
    title: str
    target_file: str
    target_claim: str
    based_on: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    confidence: str
    valid_from: str
    valid_to: str
    supersedes: tuple[str, ...]
    reason: str
    proposed_by: str
    proposed_at: str
    channel: str
    actor: str
    state: str
    flags: tuple[str, ...]
    why: str
    also: tuple[str, ...]
    withers_at: str
    reviewed_at: str
    decision_index: int | None
    replica: str
    log_index: int
    digest: str
    data: bytes
    proven: bool

    @property
    def marks(self) -> tuple[str, ...]:
        """Ids of the marks that it is based on."""
        return self.made.marks

    @property
    def derived_from(self) -> tuple[str, ...]:
        """What a claim made of it names as its sources."""
        return (
            f"proposal:{self.id}", *(f"mark:{each}" for each in self.made.marks),
            *(f"entry:{each}" for each in self.made.entries),
        )  # fmt: skip

    @property
    def made(self) -> Proposed:
        """What is proposed, without what became of it."""
        return Proposed(*(getattr(self, name) for name in Proposed._fields))

    def fresh_id(self, now: float) -> str:
        """An id for what is made of it in other words."""
        return mark.uuid7(int(now * 1000), os.urandom(10))


class _Row(NamedTuple):
    """Where the index has a proposal, and how far its leaves brought it."""

    id: str
    kind: str
    scope: str
    target_file: str | None
    proposed_at: float
    channel: str
    state: str
    pending_since: float
    same_key: str
    replica: str
    log_index: int
    digest: str


class _Now(NamedTuple):
    """What a proposal is at a moment."""

    state: str
    flags: tuple[str, ...] = ()
    why: str = ""
    reviewed_at: str = ""
    decision_index: int | None = None


# ---- reading


def listed(
    home: Home, reading: Reading, *, kinds: Sequence[str] = (), states: Sequence[str] = (), file: str = ""
) -> list[Proposal]:
    """Proposals of some kinds and in some states (all where none are given), or seeds for one file, oldest first. Those
    of several replicas that ask for the same are one. Raises `BadArgument`."""
    _require("--kind", kinds, proposal.KINDS)
    _require("--state", states, proposal.STATES)
    where, given = "", list[Any]()
    if kinds:
        where, given = f" AND kind IN ({','.join('?' * len(kinds))})", list(kinds)
    if file:
        where, given = f"{where} AND target_file=?", [*given, substrate.target(home.places, file)]
    if states and set(states) <= set(OPEN):  # most of a long life withered long ago
        where, given = f"{where} AND (state=? OR pending_since>?)", [*given, DEFERRED, _withered_by(reading)]
    rows = _rows(reading, f"{where} ORDER BY proposed_at, log_index, id", given)
    found = _folded(_judged(home, reading, rows), {row.id: row.same_key for row in rows})
    return [each for each in found if not states or each.state in states]


def find(home: Home, reading: Reading, given: str) -> Proposal:
    """The proposal with that id, or with the only id that begins or ends so. Raises `NotFound` or `Ambiguous`."""
    wanted = given.strip().lower()
    rows = _rows(reading, " AND id=?", [wanted]) if wanted.isascii() else []
    if not rows and len(wanted) >= _LEAST_OF_ID and not set(wanted) - set("0123456789abcdef-"):
        size = len(wanted)
        rows = _rows(reading, " AND (substr(id,1,?)=? OR substr(id,-?)=?) LIMIT 9", [size, wanted, size, wanted])
    if len(rows) > 1:
        raise Ambiguous(given, [row.id for row in rows])
    if not rows:
        hint = "`sapwood proposals --state all` lists them; the last eight digits of an id are enough"
        raise NotFound("proposal", given, hint)
    return _judged(home, reading, rows)[0]


class Opened(NamedTuple):
    """A proposal with its evidence as it stands now, and what was proposed of the same value before."""

    proposal: Proposal
    evidence: list[dict[str, Any]]
    earlier: list[dict[str, Any]]


def opened(home: Home, reading: Reading, given: str) -> Opened:
    """Everything of one proposal. Raises as `find`."""
    found = find(home, reading, given)
    cited, _ = lane.resolved(shelf_of(home, reading), found.evidence)
    return Opened(found, cited, earlier(home, reading, found))


def based_on(reading: Reading, mark_id: str) -> list[str]:
    """Ids of the proposals that are based on a mark, oldest first."""
    rows = reading.index.db.execute(
        "SELECT p.id FROM mark_history h JOIN memory_proposals p ON p.workspace=h.workspace AND p.replica=h.replica"
        " AND p.log_index=h.log_index WHERE h.workspace=? AND h.mark_id=? AND h.type='proposed'"
        " ORDER BY p.proposed_at, p.log_index, p.id",
        (reading.index.rules.workspace, mark_id),
    )
    return [each for (each,) in rows]


def earlier(home: Home, reading: Reading, found: Proposal) -> list[dict[str, Any]]:
    """Proposals before one that said the same, whatever their kind and subject, with what became of them. (Decisions
    about the same value are the gate's to say.)"""
    said, at = _says(reading, found.text), instant.parse(found.proposed_at)
    rows = _rows(
        reading,
        " AND (proposed_at, log_index, id)<(?, ?, ?) AND id IN (SELECT proposal_id FROM proposal_keys k"
        " WHERE k.workspace=memory_proposals.workspace AND k.key=? AND k.has='says')"
        " ORDER BY proposed_at, log_index, id",
        [at, found.log_index, found.id, said],
    )
    same = [each for each in _judged(home, reading, rows) if _says(reading, each.text) == said]
    return [
        {"id": each.id, "kind": each.kind, "subject": each.subject, "state": each.state, "why": each.why,
         "proposed_by": each.proposed_by, "proposed_at": each.proposed_at} for each in same
    ]  # fmt: skip


def _says(reading: Reading, text: str) -> str:
    return skeleton.keys(reading.index.rules.salt, "", text).skeleton


def alike(home: Home, reading: Reading, scope: str, made: Proposed) -> Proposal | None:
    """The open proposal that asks for the same, None where there is none."""
    key = proposal.same_key(reading.index.rules.salt, scope, made)
    rows = _rows(reading, " AND same_key=? ORDER BY proposed_at, log_index, id", [key])
    return next((each for each in _judged(home, reading, rows) if each.state in OPEN), None)


def waiting_of(home: Home, reading: Reading, actor: str) -> list[str]:
    """Ids of the proposals of one actor that wait, oldest first."""
    rows = _rows(reading, " AND state=? AND pending_since>? AND proposed_by=? ORDER BY proposed_at, log_index, id",
                 [PENDING, _withered_by(reading), actor])  # fmt: skip
    if len(rows) < proposal.MOST_WAITING:  # not all of them need to wait still
        return [row.id for row in rows]
    return [each.id for each in _judged(home, reading, rows) if each.state in WAITING]


def _withered_by(reading: Reading) -> float:
    """What has waited since before this instant has withered."""
    return reading.now - proposal.PENDING_DAYS * mark.DAY


def shown(found: Proposal) -> dict[str, Any]:
    """A proposal as JSON data; names as in docs/format.md."""
    fields = found._asdict()
    fields["proposed_change"] = fields.pop("text")
    fields["evidence"] = [record.to_json() for record in found.evidence]
    del fields["data"]
    return fields


def _require(option: str, given: Iterable[str], known: Sequence[str]) -> None:
    for each in given:
        if each not in known:
            raise BadArgument(option, each, "one of " + ", ".join(known))


def _rows(reading: Reading, where: str, given: Sequence[Any]) -> list[_Row]:
    sql = f"SELECT {_COLUMNS} FROM memory_proposals WHERE workspace=?{where}"  # noqa: S608 - conditions of ours
    return [_Row(*row) for row in reading.index.db.execute(sql, [reading.index.rules.workspace, *given])]


# ---- what the log proves, and what that is now


def _judged(home: Home, reading: Reading, rows: Sequence[_Row]) -> list[Proposal]:
    judge = _Judge(home, reading)
    return [_proposal(reading, row, judge) for row in rows]


_Decided = tuple[str, str, int | None]


def _decided(ledger: Ledger | None, row: _Row, made: Proposed) -> _Decided | None:
    """(state, when it was reviewed, index of the leaf) of a proposal that a person decided about."""
    if ledger is None:
        return None
    said = ledger.proposal(row.id)
    if said is None and made.target_claim:
        standing = ledger.claim(made.target_claim, ledger.reading.now)
        said = (ACCEPTED, standing.entry) if standing.state == "retired" and standing.entry is not None else None
    return (said[0], said[1].leaf.at, said[1].leaf.i) if said is not None else None


def _proposal(reading: Reading, row: _Row, judge: _Judge) -> Proposal:
    actor, made, data = _proven(reading, row)
    decided = _decided(judge.ledger, row, made) if made is not None else None
    if made is None:
        now = _Now(HELD, ("unverifiable: its leaf or its value cannot be proven; `sapwood verify`",))
    elif decided is not None:
        now = _Now(decided[0], reviewed_at=decided[1], decision_index=decided[2])
    else:
        now = judge.of(row, made)
    return Proposal(
        id=row.id, scope=row.scope, proposed_at=instant.iso(row.proposed_at), channel=row.channel, actor=actor, also=(),
        withers_at=instant.iso(proposal.withers_at(row.pending_since)) if now.state in WAITING else "",
        replica=row.replica, log_index=row.log_index, digest=row.digest, data=data, proven=made is not None,
        **(made or Proposed(row.kind, "", ""))._asdict(), **now._asdict(),
    )  # fmt: skip


def _proven(reading: Reading, row: _Row) -> tuple[str, Proposed | None, bytes]:
    """(actor, what is proposed, bytes of the value), re-read and proven to say what the row says; None where not."""
    leaf = reading.leaf(row.replica, row.log_index)
    if leaf is None or leaf.type != "proposed" or leaf.body.get("proposal") != row.id or row.digest not in leaf.digests:
        return "", None, b""
    data, said = reading.value(row.digest), (leaf.scope, leaf.channel, leaf.at)
    if data is None or said != (row.scope, row.channel, instant.iso(row.proposed_at)):
        return leaf.actor, None, b""
    try:
        return leaf.actor, proposal.from_json(json.loads(data)), data
    except (ValueError, AttributeError, RecursionError):
        return leaf.actor, None, b""


class _Judge:
    """Says what proposals are at one moment; files that they cite are read once."""

    __slots__ = ("ledger", "reading", "shelf")

    def __init__(self, home: Home, reading: Reading) -> None:
        self.reading, self.shelf, self.ledger = reading, shelf_of(home, reading), decided.ledger(reading)

    def of(self, row: _Row, made: Proposed) -> _Now:
        """What a proposal is that nobody decided about. One that a person put off does not wither."""
        gone, doubts = self._basis(made)
        if row.state == DEFERRED:
            return _Now(DEFERRED, (*doubts, *self._doubts(made)))
        if proposal.withers_at(row.pending_since) <= self.reading.now:
            return _Now(WITHERED, why=f"nobody decided about it in {proposal.PENDING_DAYS} days")
        if made.based_on and len(gone) == len(made.based_on):
            return _Now(WITHERED, why="; ".join(gone))
        doubts += self._doubts(made)
        return _Now(HELD if doubts else PENDING, tuple(doubts))

    def _basis(self, made: Proposed) -> tuple[list[str], list[str]]:
        """(what of all that it is based on is gone, what has to be said of the rest)."""
        gone, doubts = [], []
        for mark_id in made.marks:
            found = marks.by_id(self.reading.index.db, self.reading.index.rules.workspace, mark_id)
            name = f"mark {mark_id[-8:]}, which it is based on,"
            if found is None or found.state in ("forgotten", "withered") or self._has_faded(found):
                gone.append(f"{name} {_why_gone(found)}")
            elif marks.is_replaced(found, self.reading.now):
                doubts.append(f"{name} was replaced by {(found.superseded_by or '')[-8:]}")
            elif not self._is_proven(found):
                doubts.append(f"{name} is unverifiable")
        cited = {_place(record): record for record in made.evidence if record.lines is not None}
        for place in made.entries:
            record = cited.get(place)
            if record is not None and self.shelf.resolve(record).status == MISSING:
                gone.append(f"{place}, which it is based on, is gone")
        return gone, doubts

    def _has_faded(self, found: marks.Mark) -> bool:
        return found.withers_at is not None and found.withers_at <= self.reading.now

    def _is_proven(self, found: marks.Mark) -> bool:
        index = self.reading.index
        return bool(proofs.proven(self.reading, found, marks.reinforcements(index.db, index.rules.workspace, found.id)))

    def _doubts(self, made: Proposed) -> list[str]:
        found = proposal.doubts(made)
        for record in made.evidence:
            now = self.shelf.resolve(record)
            if now.status not in (RESOLVED, MOVED):
                found.append(f"evidence {now.path} is {now.status}: {now.note}")
        keys = skeleton.keys(self.reading.index.rules.salt, made.subject, made.text)
        if kind := admit.denied(self.reading.index, keys, explicit=admit.AUTOMATIC):
            found.append(f"the same was taken away since ({'erased' if kind == 'erased' else 'forgotten'})")
        return [*found, *self._decisions_against(made, keys)] if self.ledger is not None else found

    def _decisions_against(self, made: Proposed, keys: skeleton.Keys) -> list[str]:
        """What a person decided that speaks against it: the same or nearly the same was refused, or what is approved
        says otherwise."""
        assert self.ledger is not None
        if self.ledger.tombstone(dict.fromkeys(keys)) is not None:
            return ["the same was rejected by a signed decision; that has to be signed back first"]
        grams = skeleton.grams(skeleton.skeleton(made.text))
        near = [
            f"nearly the same was rejected by {found.statement.reviewer} on {found.statement.decided_at[:10]}: {text!r}"
            for found, text in self.ledger.refused_texts()
            if skeleton.similarity(grams, skeleton.grams(skeleton.skeleton(text))) >= NEAR
        ]
        return near + [f"an approved fact says otherwise: {text!r}" for text in self._contradicted(made)]

    def _contradicted(self, made: Proposed) -> list[str]:
        assert self.ledger is not None
        found = []
        for claim_id in self.ledger.claims():
            standing = self.ledger.claim(claim_id, self.reading.now)
            if standing.state != "approved" or standing.claim is None or claim_id in made.supersedes:
                continue
            same = standing.claim.subject == made.subject
            if same and conflict.relation(standing.claim.text, made.text) in (conflict.DISPUTES, conflict.REPLACES):
                found.append(standing.claim.text)
        return found


def _place(record: Evidence) -> str:
    first, last = record.lines or (0, 0)
    return f"{record.path}#L{first}-L{last}"


def _why_gone(found: marks.Mark | None) -> str:
    if found is None:
        return "was erased"
    return "was forgotten" if found.state == "forgotten" else "has withered"


def _folded(found: Sequence[Proposal], keys: Mapping[str, str]) -> list[Proposal]:
    """Open ones that ask for the same as an earlier open one are told with it: replicas that ran apart made both."""
    kept: dict[str, Proposal] = {}
    for each in found:
        key = keys[each.id] if each.state in OPEN else each.id
        first = kept.get(key)
        kept[key] = each if first is None else first._replace(also=(*first.also, each.id))
    return list(kept.values())


# ---- putting off


def defer(home: Home, change: Change, given: str, *, undo: bool = False) -> Proposal:
    """Put a proposal off: it stays and does not wither, until it is proposed again or that is taken back. Raises
    `NotFound`, `Ambiguous`, and `Refused` on channels that only agents use and where it does not wait."""
    found = find(home, change.reading(), given)
    if found.state not in ((DEFERRED,) if undo else WAITING):
        which = "one that was deferred can be taken up again" if undo else "one that waits can be deferred"
        raise Refused("state", f"proposal {found.id} is {found.state}; only {which}")
    move(change, found.id, PENDING if undo else DEFERRED)
    return find(home, change.reading(), found.id)


def move(change: Change, proposal_id: str, state: str) -> None:
    """The leaf of a proposal that a person put off or took up again."""
    marks.write(change, admit.fact(change, "transitioned", {"proposal": proposal_id, "to": state}, person=True))

"""review: what a person is asked to sign, in full, and the statement that a signature would cover. Nothing is written.

A draft holds three things that belong together: the bytes that are decided about, the statement over them, and the
exact text that is shown for it, whose digest the statement holds.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from sapwood.core import claim as claims
from sapwood.core import decision, evidence, instant, plain, skeleton
from sapwood.core.claim import Claim
from sapwood.core.decision import Head, Statement, Tombstone
from sapwood.core.signers import Enrolled
from sapwood.core.sshkey import PublicKey
from sapwood.core.sshsig import Refusal
from sapwood.disk.home import Home
from sapwood.errors import NotFound, Refused, RootRefused
from sapwood.gate import root
from sapwood.gate.decisions import Decision
from sapwood.gate.ledger import Ledger, Standing
from sapwood.layers import facts, marks, substrate
from sapwood.layers.passages import SUBSTRATE
from sapwood.reading import Reading
from sapwood.verbs.proposals import Proposal

LEAST_WORDS = 3  # from which a rejected value is denied whatever its subject; shorter ones only of this subject


class Draft(NamedTuple):
    """What would be signed. `payload` is the statement, `data` the bytes it covers (empty where they are in the log),
    `shown` the text to read, `sentence` says in one sentence what a signature does."""

    decision: str
    name: str
    payload: bytes
    data: bytes
    shown: str
    sentence: str


class Desk(NamedTuple):
    """Where a person decides: the home as read, the decisions so far, who signs (`reviewer` a name, `fingerprint` of
    the key)."""

    home: Home
    reading: Reading
    ledger: Ledger
    reviewer: str
    fingerprint: str

    @property
    def signed_by(self) -> str:
        """As a claim names whoever approved it."""
        return f"{self.reviewer} ({self.fingerprint})"

    def may_sign(self, key: PublicKey) -> Enrolled:
        """The enrolment by which a key may sign now. Raises `RootRefused` or `Refused`."""
        held = self.ledger.root
        if not held.counts:
            raise RootRefused(held.folder, held.said)
        found = held.may_sign(key, decision.NAMESPACE, self.reading.now)
        if isinstance(found, Refusal):
            raise Refused(found.reason, f"{found.message}; `sapwood trust list` shows who may sign")
        return found


def desk(home: Home, reading: Reading, reviewer: str, fingerprint: str, words: str = "") -> Desk:
    """A desk in a home that is being read; `words` are those that the trust root must have, empty for any."""
    return Desk(home, reading, Ledger(reading, root.load(home.places, words)), reviewer, fingerprint)


def approve(desk: Desk, found: Proposal, *, edited: str | None = None, reason: str = "") -> Draft:
    """A promotion becomes a claim; a seed, a skill or a retirement is accepted as it is proposed. `edited` is another
    text for the claim, which gets an id of its own."""
    if found.kind == "retire":
        return retire(desk, found.target_claim, reason=reason or found.reason, proposal=found.id)
    if found.kind != "promotion":
        return _about_proposal(desk, found, "approve", reason, None)
    claim = _claim(desk, found, edited)
    replaced = [_standing(desk, each) for each in claim.supersedes]
    data = claims.render(claim)
    shown = _shown_claim(claim, replaced) + _beside(desk, found)
    where = facts.path_of(desk.home.places, claim)
    return _draft(
        desk, "approve", claim.name, data, claim.scope, claim.subject, shown, reason,
        f"Your signature makes this text a trusted fact in {where}, served to every agent as approved.",
        supersedes=[sha256(each.data).hexdigest() for each in replaced], keep=data,
    )  # fmt: skip


def reject(desk: Desk, found: Proposal, *, match: str = "", reason: str = "") -> Draft:
    """A no to a proposal and to its value: it does not come back by any road until that is signed back."""
    stone = _stone(desk, found.subject, found.text, match)
    return _about_proposal(desk, found, "reject", reason, stone)


def retire(desk: Desk, claim_id: str, *, reason: str = "", proposal: str = "") -> Draft:
    """An approved claim is not served any more; its value may come again."""
    standing = _standing(desk, claim_id)
    claim = _the_claim(standing, claim_id)
    shown = _shown_claim(claim, ()) + (f"\nasked for by proposal {proposal}\n" if proposal else "")
    return _draft(
        desk, "retire", claim.name, standing.data, claim.scope, claim.subject, shown, reason,
        "Your signature takes this fact out of use; it stays in the history.",
    )  # fmt: skip


def forget(desk: Desk, given: str, *, match: str = "", reason: str = "") -> Draft:
    """A no to what a mark or a claim says: it is withheld wherever it stands, and refused by every road."""
    if given.removeprefix("claim:") in desk.ledger.claims():
        claim_id = given.removeprefix("claim:")
        claim = _the_claim(_standing(desk, claim_id), claim_id)
        name, path, text, scope = claim.name, claim.subject, claim.text, claim.scope
    else:
        index = desk.reading.index
        found = marks.one(index.db, index.rules.workspace, given)
        name, path, text, scope = f"mark:{found.id}", found.subject, found.observation, found.scope
    stone = _stone(desk, path, text, match)
    shown = f"{name}\nsubject {path}\n\n{text}\n"
    return _draft(
        desk, "forget", name, text.encode(), scope, path, shown, reason, _denies(stone), tombstone=stone
    )  # fmt: skip


def untombstone(desk: Desk, identity: str, *, reason: str = "") -> Draft:
    """Take a tombstone back; `identity` (or a beginning of it) names the decision that made it."""
    held = [found for _, found, lifted in desk.ledger.tombstones() if isinstance(found, Decision) and not lifted]
    alike = {each.identity: each for each in held if each.identity.startswith(identity)}
    if len(alike) != 1 or not identity:
        raise NotFound("tombstone", identity, "`sapwood tombstones` lists those that stand")
    found = next(iter(alike.values()))
    said = found.statement
    shown = f"tombstone of {said.decided_at} by {said.reviewer}, on {said.name}\nreason {said.reason or '-'}\n"
    return _draft(
        desk, "untombstone", f"decision:{found.identity}", found.identity.encode(), said.scope, said.subject_path,
        shown, reason, "Your signature lets this value be proposed, observed and approved again.",
    )  # fmt: skip


def seal(desk: Desk, given: str, *, reason: str = "") -> Draft:
    """The handwritten file as it stands now is the person's word. What was sealed before is kept in the log, so that a
    later seal shows what changed. Raises `NotFound`."""
    places = desk.home.places
    sources, _ = substrate.files(places)
    found = next((each for each in sources if given in (each.shown, each.shown.rsplit("/", 1)[-1])), None)
    data = places.read(found.path, desk.home.config.limits.file_bytes) if found is not None else None
    if found is None or not isinstance(data, bytes):
        raise NotFound("handwritten file", given, "`sapwood substrate` lists them")
    text, before = data.decode("utf-8", "replace"), desk.ledger.sealed_bytes(found.shown)
    changes = "" if before is None else _diff(before.decode("utf-8", "replace"), text, "sealed last", "now")
    body = f"{found.shown}\n\n{changes or text}\n"
    return _draft(
        desk, "seal", f"file:{found.shown}", data, "home", SUBSTRATE, body, reason,
        "Your signature says that this file, byte for byte, is your word; any later change breaks the seal.",
        keep=data,
    )  # fmt: skip


def _about_proposal(desk: Desk, found: Proposal, verdict: str, reason: str, stone: Tombstone | None) -> Draft:
    target = f"file {found.target_file}\n" if found.target_file else ""
    shown = f"{found.kind} {found.id}\nsubject {found.subject}\n{target}\n{found.text}\n" + _beside(desk, found)
    accepted = (
        "Your signature accepts the proposal; you write the file yourself, nothing here touches it."
        if found.kind == "seed"
        else "Your signature accepts the proposal as it stands."
    )
    return _draft(
        desk, verdict, f"proposal:{found.id}", found.data, found.scope, found.subject, shown, reason,
        accepted if stone is None else _denies(stone), tombstone=stone,
    )  # fmt: skip


def _denies(stone: Tombstone) -> str:
    about = {
        "exact": "exactly these bytes",
        "skeleton": "this statement in any spelling, whatever it is about",
        "subject-skeleton": "this statement in any spelling about this subject",
    }[stone.match]
    return f"Your signature refuses {about} on every road, now and later, until you sign it back."


def _claim(desk: Desk, found: Proposal, edited: str | None) -> Claim:
    now = instant.iso(desk.reading.now)
    claim_id = found.id if edited is None else found.fresh_id(desk.reading.now)
    return Claim(
        id=claim_id, subject=found.subject, scope=found.scope, author=found.proposed_by, recorded_at=found.proposed_at,
        approved_at=now, approved_by=desk.signed_by, confidence=found.confidence or "stated",
        text=(found.text if edited is None else edited).strip(), valid_from=found.valid_from, valid_to=found.valid_to,
        evidence=found.evidence,
        derived_from=found.derived_from,
        supersedes=found.supersedes,
    )  # fmt: skip


def _shown_claim(claim: Claim, replaced: Sequence[Standing]) -> str:
    text = claims.render(claim).decode()
    for each in replaced:
        if each.claim is not None:
            text += "\n" + _diff(each.claim.text, claim.text, f"claim {each.claim.id} (replaced)", "this")
    return text


def _diff(before: str, after: str, was: str, now: str) -> str:
    return "\n".join(difflib.unified_diff(before.split("\n"), after.split("\n"), was, now, lineterm="", n=10**6)) + "\n"


def _beside(desk: Desk, found: Proposal) -> str:
    """What a person needs beside the text: who proposed it and how, what it rests on, what was decided before."""
    lines = ["", f"proposed by {found.proposed_by} by {found.channel} on {found.proposed_at}"]
    if found.channel in ("mcp", "hook", "http", "python"):
        lines.append("by an agent's channel: whatever it says of you, it is the agent's text")
    lines += [f"flag: {flag}" for flag in found.flags]
    lines += [f"earlier: {each}" for each in earlier(desk.ledger, found.subject, found.text)]
    lines += [f"evidence: {_cited(record)}" for record in found.evidence]
    return "\n".join(lines) + "\n"


def _cited(record: evidence.Evidence) -> str:
    where = f"{record.path}#L{record.lines[0]}-L{record.lines[1]}" if record.lines else f"{record.kind} {record.id}"
    return f"{where}\n  | {record.quote}" if record.quote else where


def earlier(ledger: Ledger, path: str, text: str) -> list[str]:
    """Decisions that were made about the same value, in sentences."""
    keys = skeleton.keys(ledger.reading.index.rules.salt, path, text)
    found = ledger.tombstone(dict.fromkeys(keys))
    if found is None:
        return []
    if isinstance(found, Refusal):
        return [found.message]
    said = found.statement
    return [f"{said.decision} by {said.reviewer} on {said.decided_at}{': ' + said.reason if said.reason else ''}"]


def _stone(desk: Desk, path: str, text: str, match: str) -> Tombstone:
    keys = skeleton.keys(desk.reading.index.rules.salt, path, text)
    skel = skeleton.skeleton(text)
    wide = len(skel.split()) >= LEAST_WORDS or (not skel.isascii() and len(skel) >= 2 * LEAST_WORDS)
    chosen = match or ("skeleton" if wide else "subject-skeleton")
    key = {"exact": keys.exact, "skeleton": keys.skeleton, "subject-skeleton": keys.subject_skeleton}.get(chosen)
    if key is None:
        raise Refused("match", f"--match {chosen!r}; wanted one of {', '.join(decision.MATCHES)}")
    return Tombstone(chosen, (key,))


def _standing(desk: Desk, claim_id: str) -> Standing:
    return desk.ledger.claim(claim_id, desk.reading.now)


def _the_claim(standing: Standing, claim_id: str) -> Claim:
    if standing.claim is None:
        raise NotFound("approved claim", claim_id, "`sapwood knowledge` lists them")
    return standing.claim


def _draft(
    desk: Desk, verdict: str, name: str, data: bytes, scope: str, path: str, shown: str, reason: str, sentence: str, *,
    supersedes: Sequence[str] = (), tombstone: Tombstone | None = None, keep: bytes = b"",
) -> Draft:  # fmt: skip
    text = plain.shown(shown)
    statement = Statement(
        name=name, sha256=sha256(data).hexdigest(), decision=verdict, workspace=desk.reading.index.rules.workspace,
        scope=scope, subject_path=path, heads=heads(desk.reading), shown=sha256(text.encode()).hexdigest(),
        reviewer=desk.reviewer, decided_at=instant.iso(desk.reading.now), nonce=os.urandom(decision.NONCE_BYTES).hex(),
        reason=reason, supersedes=tuple(supersedes), tombstone=tombstone,
    )  # fmt: skip
    return Draft(verdict, name, decision.payload(statement), keep, text, sentence)


def heads(reading: Reading) -> tuple[Head, ...]:
    """How far every sound log of a home reaches."""
    sound = [log.state for log in reading.logs if log.sound and log.state.size]
    return tuple(Head(state.origin, state.size, state.root.hex()) for state in sound)

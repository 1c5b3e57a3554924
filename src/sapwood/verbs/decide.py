"""decide: take in a decision that a person signed. Its authority is the signature: any channel may bring one.

The same is checked again by every reader; what is refused here is refused so that it does not lie in the log.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

from sapwood import admit
from sapwood.change import Change
from sapwood.core import skeleton
from sapwood.core.claim import Claim
from sapwood.core.sshsig import Refusal
from sapwood.errors import Refused
from sapwood.gate import decisions
from sapwood.gate import ledger as ledgers
from sapwood.gate.decisions import Decision, Verified
from sapwood.layers import knowledge


class Decided(NamedTuple):
    """What a decision did, as the log has it now: `name` it is about, `file` that was written for it (empty for none),
    `leaf` its place (`REPLICA/I`), `identity` the name of the decision, `root` by which it was judged."""

    decision: str
    name: str
    subject: str
    text: str
    file: str
    leaf: str
    identity: str
    signed_by: str
    root: str


def decide(change: Change, envelope: bytes, data: bytes = b"") -> Decided:
    """Judge an envelope and put it into the log; `data` are the bytes it covers where the log does not have them.
    Raises `Refused` with the reason."""
    ledger = change.ledger
    found = decisions.verified(ledger.reading, ledger.root, envelope, data)
    if isinstance(found, Refusal):
        raise Refused(*admit.refused(change, found.reason, found.message, sha256(envelope).hexdigest()))
    said = found.decision.statement
    judge = _JUDGES.get((said.decision, said.name.partition(":")[0]))
    if judge is None:
        message = f"{said.decision} of {said.name!r} is nothing that this version knows"
        raise Refused(*admit.refused(change, "decision", message, said.name))
    more, texts, named = judge(change, found)
    hints = {**ledgers.hints(said), **more}
    step = knowledge.step(change, found.claim, found.data) if found.claim is not None else None
    owned = knowledge.owned(change.places)
    admitted = admit.decision(change, found, hints, texts, named=named, step=step, owned=owned)
    file = knowledge.write(change, admitted, found, step) if step is not None else ""
    change.checkpoint()
    return Decided(
        said.decision, said.name, said.subject_path, found.claim.text if found.claim else "", file,
        f"{change.writer.replica}/{admitted.leaf.i}", found.decision.identity, found.decision.signer.key.fingerprint,
        ledger.root.said,
    )  # fmt: skip


class Judged(NamedTuple):
    """What a decision is about, as hints for the body of its leaf; the bytes it covers, or digests of older values that
    are them."""

    hints: dict[str, Any]
    texts: tuple[bytes, ...] = ()
    named: tuple[str, ...] = ()


def _approve_claim(change: Change, found: Verified) -> Judged:
    claim = found.claim
    assert claim is not None
    standing = change.ledger.claim(claim.id, change.now)
    if standing.state not in ("", "unverifiable"):
        _refuse(change, "decided", f"claim {claim.id} is {standing.state} already; propose it anew", claim.id)
    stone = change.ledger.against(claim.subject, claim.text)
    if stone is not None:
        message = f"{claim.text!r} was rejected ({_told(stone)}); sign that back first"
        _refuse(change, "tombstone", message, skeleton.keys(change.rules.salt, claim.subject, claim.text).skeleton)
    wanted = tuple(sha256(change.ledger.claim(each, change.now).data).hexdigest() for each in claim.supersedes)
    if wanted != found.decision.statement.supersedes:
        _refuse(change, "supersedes", "the claims it is to replace are not those that were signed", claim.id)
    for each in claim.supersedes:
        if change.ledger.claim(each, change.now).state not in ("approved", "expired"):
            _refuse(change, "supersedes", f"claim {each} is not approved, so nothing can stand in its place", claim.id)
    for each in _named(claim, "proposal"):
        if _rejected(change, each):
            _refuse(change, "decided", f"proposal {each} was rejected; propose it anew", claim.id)
    hints = {"marks": _named(claim, "mark"), "proposals": _named(claim, "proposal")}
    return Judged({name: listed for name, listed in hints.items() if listed}, (found.data,))


def _told(stone: Decision | Refusal) -> str:
    if isinstance(stone, Refusal):
        return stone.message
    return f"by {stone.statement.reviewer} on {stone.statement.decided_at}"


def _named(claim: Claim, kind: str) -> list[str]:
    return [each.removeprefix(f"{kind}:") for each in claim.derived_from if each.startswith(f"{kind}:")]


def _rejected(change: Change, proposal_id: str) -> bool:
    entries = change.ledger.about("name", f"proposal:{proposal_id}")
    found = [change.ledger.decision(each) for each in entries]
    return any(isinstance(each, Decision) and each.statement.decision == "reject" for each in found)


def _about_proposal(change: Change, found: Verified) -> Judged:
    said = found.decision.statement
    proposal_id = said.name.partition(":")[2]
    for entry in change.ledger.about("name", said.name):
        earlier = change.ledger.decision(entry)
        if isinstance(earlier, Decision):
            what = earlier.statement.decision
            _refuse(change, "decided", f"proposal {proposal_id} was decided already: {what}", said.name)
    value = _value_of(change, "memory_proposals", proposal_id)
    return Judged({"proposals": [proposal_id]}, named=value)


def _value_of(change: Change, table: str, row_id: str) -> tuple[str, ...]:
    """The digest of the value of a proposal or mark, to name it beside the decision about it."""
    sql = f"SELECT digest FROM {table} WHERE workspace=? AND id=?"  # noqa: S608 - one of two names
    row = change.index.db.execute(sql, (change.rules.workspace, row_id)).fetchone()
    return (row[0],) if row is not None else ()


def _retire(change: Change, found: Verified) -> Judged:
    said = found.decision.statement
    standing = change.ledger.claim(said.name.partition(":")[2], change.now)
    if standing.claim is None or standing.state in ("retired", "rejected", "forgotten"):
        _refuse(change, "decided", f"{said.name} is {standing.state or 'no approved claim'}", said.name)
    if sha256(standing.data).hexdigest() != said.sha256:
        _refuse(change, "bytes", f"{said.name} has other bytes than those that were signed", said.name)
    return Judged({})


def _recover(change: Change, found: Verified) -> Judged:
    """A person looked at what a loss left of the log: what was approved before it stands again."""
    if not change.ledger.losses:
        _refuse(change, "state", "no loss of a log was accepted, so there is nothing to go on from", "recover")
    return Judged({})


def _forget(change: Change, found: Verified) -> Judged:
    kind, _, name = found.decision.statement.name.partition(":")
    if kind == "claim":
        return Judged({})
    return Judged({"marks": [name]}, named=_value_of(change, "memory_marks", name))


def _untombstone(change: Change, found: Verified) -> Judged:
    identity = found.decision.statement.name.partition(":")[2]
    stones = [stone for _, stone, _ in change.ledger.tombstones() if isinstance(stone, Decision)]
    if all(stone.identity != identity for stone in stones):
        _refuse(change, "unknown", f"no tombstone goes by {identity}; `sapwood tombstones` lists them", identity)
    return Judged({})


def _seal(change: Change, found: Verified) -> Judged:
    if found.data and sha256(found.data).hexdigest() != found.decision.statement.sha256:
        _refuse(change, "bytes", "the bytes are not those that were sealed", found.decision.statement.name)
    if not _is_text(found.data):
        message = f"{found.decision.statement.name} is not UTF-8, so nothing of it is served; save it as UTF-8 first"
        _refuse(change, "text", message, found.decision.statement.name)
    return Judged({}, (found.data,) if found.data else ())


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _refuse(change: Change, reason: str, message: str, about: str) -> None:
    raise Refused(*admit.refused(change, reason, message, about))


_JUDGES: dict[tuple[str, str], Callable[[Change, Verified], Judged]] = {
    ("approve", "claim"): _approve_claim,
    ("approve", "proposal"): _about_proposal,
    ("reject", "proposal"): _about_proposal,
    ("retire", "claim"): _retire,
    ("forget", "claim"): _forget,
    ("forget", "mark"): _forget,
    ("untombstone", "decision"): _untombstone,
    ("seal", "file"): _seal,
    ("recover", "log"): _recover,
}

"""One signed decision, judged: its form, its signer, its signature, and the logs that the person saw.

Nothing is kept between two processes: whoever serves what a person approved has checked the signature itself.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from sapwood.core import claim as claims
from sapwood.core import decision, instant, sshsig
from sapwood.core.claim import Claim
from sapwood.core.decision import Statement
from sapwood.core.signers import Enrolled
from sapwood.core.sshsig import Refusal
from sapwood.errors import BadClaim, BadDecision
from sapwood.gate.root import Root
from sapwood.reading import Reading

_KEY = object()


class Decision(NamedTuple):
    """A decision whose signature is good: what it says, who signed, and the name it goes by."""

    statement: Statement
    signer: Enrolled
    identity: str


class Verified:
    """Proof that a person signed these bytes. Only this module makes one; `knowledge/` is written with it alone."""

    __slots__ = ("claim", "data", "decision", "envelope")

    def __init__(self, key: object, envelope: bytes, found: Decision, claim: Claim | None, data: bytes) -> None:
        if key is not _KEY:
            raise TypeError("a Verified is made by the gate alone")
        self.envelope, self.decision, self.claim, self.data = envelope, found, claim, data


def judged(
    reading: Reading, root: Root, envelope: bytes, *, before_revocation: bool = False
) -> Decision | Refusal:  # fmt: skip
    """The decision of an envelope, or why it does not count. With `before_revocation` one of a key that was revoked
    counts: the caller knows, or has yet to judge, that the revocation came later."""
    try:
        opened = decision.opened(envelope)
        said = decision.parse(opened.payload)
    except BadDecision as bad:
        return Refusal("form", str(bad))
    signer = _signer(root, opened.signature, said, before_revocation)
    if isinstance(signer, Refusal):
        return signer
    verdict = sshsig.verify(
        opened.signature, decision.pae(opened.payload), namespace=decision.NAMESPACE,
        user_verified=signer.verify_required,
    )  # fmt: skip
    if verdict.refusal is not None:
        return verdict.refusal
    if said.workspace != reading.index.rules.workspace:
        mine = reading.index.rules.workspace
        return Refusal("workspace", f"it was signed for the workspace {said.workspace!r}, this is {mine!r}")
    if not said.heads:
        return Refusal("heads", "it names no log that the person saw; sign it anew with `sapwood review`")
    for head in said.heads:
        if not reading.reached(*head):
            return Refusal("heads", f"the log {head.origin} did not go through {head.size} leaves with that root")
    return Decision(said, signer, decision.identity(opened.payload))


def _signer(root: Root, signature: bytes, said: Statement, before_revocation: bool) -> Enrolled | Refusal:
    parsed = sshsig.parse(signature)
    if isinstance(parsed, Refusal):
        return parsed
    at = instant.parse(said.decided_at)
    return root.may_sign(parsed.key, decision.NAMESPACE, at, before_revocation=before_revocation)


def approved_claim(found: Decision, data: bytes) -> Claim | Refusal:
    """The claim whose bytes a decision to approve covers, or why it does not cover them."""
    said = found.statement
    if said.decision != "approve":
        return Refusal("decision", f"it was signed to {said.decision}, not to approve")
    if sha256(data).hexdigest() != said.sha256:
        return Refusal("bytes", "the bytes are not those that were signed")
    try:
        claim = claims.parse(data)
    except BadClaim as bad:
        return Refusal("claim", str(bad))
    stated = (claim.name, claim.scope, claim.subject)
    signed = (said.name, said.scope, said.subject_path)
    if stated != signed:
        return Refusal("claim", f"it was signed for {signed}, the claim says {stated}")
    return claim


def verified(reading: Reading, root: Root, envelope: bytes, data: bytes = b"") -> Verified | Refusal:
    """The same as proof to write with; `data` are the bytes that the decision covers."""
    found = judged(reading, root, envelope)
    if isinstance(found, Refusal):
        return found
    if found.statement.decision != "approve" or not found.statement.name.startswith("claim:"):
        return Verified(_KEY, envelope, found, None, data)
    claim = approved_claim(found, data)
    return claim if isinstance(claim, Refusal) else Verified(_KEY, envelope, found, claim, data)

"""Decisions about keys: who is enrolled, in which role, and what is revoked.

A statement about a key names it (`key:FINGERPRINT`, the digest of its blob) and says in its `subjectPath` what is to be
done with it, so that a signature to enrol cannot be taken for one to revoke, nor for another role. It counts where:

1. every envelope is about one and the same payload, of this workspace, over heads that our logs went through;
2. the key to enrol signed it itself: whoever enrols it holds it, with the gesture it is enrolled with;
3. a key that may sign now signed it too, unless nobody may: the first key of a root stands for itself;
4. a key is enrolled once, and never again after it was revoked; another role, or verification, is another enrolment;
5. a key is revoked once, by a key that may sign now, itself included.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from sapwood.core import decision, sshsig
from sapwood.core.decision import Head, Statement
from sapwood.core.signers import ROLES, Enrolled, Revoked, Signers
from sapwood.core.sshkey import PublicKey
from sapwood.core.sshsig import Refusal
from sapwood.errors import BadDecision
from sapwood.gate import decisions
from sapwood.gate.root import NONE, TOFU, Root
from sapwood.reading import Reading

ENROL, REVOKE = "enrol", "revoke"
_KEY = object()


class Act(NamedTuple):
    """What is to be done with a key: `enrol` it in a role, with verification of the person or without; or `revoke`."""

    act: str
    role: str = ""
    verify_required: bool = False

    @property
    def path(self) -> str:
        """How the `subjectPath` of a statement says it: `key.enrol.owner`, `key.enrol.owner.verified`, `key.revoke`."""
        verified = "verified" if self.verify_required else ""
        return ".".join(filter(None, ("key", self.act, self.role, verified)))


_ACTS = {
    each.path: each for each in (Act(REVOKE), *(Act(ENROL, role, flag) for role in ROLES for flag in (False, True)))
}


class KeyDecision:
    """Proof that a decision about a key counts. Only this module makes one; the log and the root are written with it.

    `enrolled` is the enrolment that it makes, or takes away; `signer` the enrolment by which it was signed (its own,
    for the first key); `envelopes` are the signed bytes, that of `signer` first.
    """

    __slots__ = ("act", "enrolled", "envelopes", "identity", "signer", "statement")

    def __init__(
        self, key: object, act: Act, enrolled: Enrolled, signer: decisions.Decision, envelopes: Sequence[bytes]
    ) -> None:
        if key is not _KEY:
            raise TypeError("a KeyDecision is made by the gate alone")
        self.act, self.enrolled, self.envelopes = act, enrolled, tuple(envelopes)
        self.signer, self.statement, self.identity = signer.signer, signer.statement, signer.identity


def name_of(key: PublicKey) -> str:
    """The subject of statements about a key."""
    return f"key:{key.fingerprint}"


def act_of(said: Statement) -> Act | None:
    """What a statement is to do with a key; None where it is about something else."""
    return _ACTS.get(said.subject_path) if said.decision == "key" and said.name.startswith("key:") else None


def is_about(said: Statement, key: PublicKey) -> bool:
    """Whether a statement names that key, by its fingerprint and by the digest of its blob."""
    return said.name == name_of(key) and said.sha256 == sha256(key.blob).hexdigest()


def enrolment(key: PublicKey, act: Act, comment: str) -> Enrolled:
    """The enrolment that a statement with that `reason` makes: the reason is the person's name for the key."""
    return Enrolled(key, act.role, (decision.NAMESPACE,), act.verify_required, comment=comment)


def heads(reading: Reading) -> tuple[Head, ...]:
    """How far every sound log of a home reaches."""
    sound = [log.state for log in reading.logs if log.sound and log.state.size]
    return tuple(Head(state.origin, state.size, state.root.hex()) for state in sound)


def judged(reading: Reading, root: Root, envelopes: Sequence[bytes]) -> KeyDecision | Refusal:
    """The decision about a key that the envelopes are, or why it does not count against the root as it is now."""
    # 1
    said = _one_statement(envelopes)
    if isinstance(said, Refusal):
        return said
    act = act_of(said)
    if act is None:
        return Refusal("decision", f"it was signed to {said.decision} {said.name} ({said.subject_path})")
    if unread := (*root.signers.problems, *root.revoked.problems):
        return Refusal("root", f"mend the trust root first: {'; '.join(map(str, unread))}")
    if not root.counts and root.kind != NONE:
        return Refusal("root", root.why_nobody)
    judge = _enrols if act.act == ENROL else _revokes
    return judge(reading, root, said, act, envelopes)


def _one_statement(envelopes: Sequence[bytes]) -> Statement | Refusal:
    try:
        payloads = {decision.opened(each).payload for each in envelopes}
        if len(payloads) != 1:
            return Refusal("form", f"its envelopes hold {len(payloads)} payloads; wanted one that all signed")
        return decision.parse(payloads.pop())
    except BadDecision as bad:
        return Refusal("form", str(bad))


def _enrols(
    reading: Reading, root: Root, said: Statement, act: Act, envelopes: Sequence[bytes]
) -> KeyDecision | Refusal:  # fmt: skip
    # 2
    own = next((each for each in envelopes if is_about(said, _signed_with(each))), None)
    if own is None:
        return Refusal("possession", f"the key {said.name} did not sign its own enrolment")
    enrolled = enrolment(_signed_with(own), act, said.reason)
    alone = root._replace(kind=TOFU, signers=Signers((enrolled,), ()), revoked=Revoked((), ()))
    possession = decisions.judged(reading, alone, own)
    if isinstance(possession, Refusal):
        return possession
    # 4
    if refusal := stands_already(root, enrolled):
        return refusal
    # 3
    if not root.active:
        return KeyDecision(_KEY, act, enrolled, possession, (own,))
    others = [each for each in envelopes if each != own or root.signers.of(enrolled.key)]
    if not others:
        return Refusal("signer", "a key that is enrolled already has to sign it too: name it with --signed-by KEY")
    found = _by_one_who_may(reading, root, others)
    if isinstance(found, Refusal):
        return found
    signer, envelope = found
    return KeyDecision(_KEY, act, enrolled, signer, tuple(dict.fromkeys((envelope, own))))


def stands_already(root: Root, wanted: Enrolled) -> Refusal | None:
    """Why a key is not enrolled again (rule 4); None where it may be."""
    key = wanted.key
    if root.revokes(key):
        return Refusal("revoked", f"the key {key.fingerprint} was revoked; make a new one with ssh-keygen")
    for each in root.signers.enrolled:
        same = (each.key, each.role, each.verify_required) == (key, wanted.role, wanted.verify_required)
        if same or (each.key != key and each.key.point == key.point):
            return Refusal("enrolled", f"the key {each.key.fingerprint} is enrolled already, as {each.role}")
    return None


def _revokes(
    reading: Reading, root: Root, said: Statement, act: Act, envelopes: Sequence[bytes]
) -> KeyDecision | Refusal:  # fmt: skip
    # 5
    enrolled = next((each for each in root.signers.enrolled if is_about(said, each.key)), None)
    if enrolled is None:
        return Refusal("unknown", f"{said.name} is not enrolled in {root.folder}")
    if root.revokes(enrolled.key):
        return Refusal("revoked", f"the key {enrolled.key.fingerprint} is revoked already")
    found = _by_one_who_may(reading, root, envelopes)
    return found if isinstance(found, Refusal) else KeyDecision(_KEY, act, enrolled, found[0], (found[1],))


def _by_one_who_may(
    reading: Reading, root: Root, envelopes: Sequence[bytes]
) -> tuple[decisions.Decision, bytes] | Refusal:  # fmt: skip
    """The first envelope by a key that may sign now; else why the first of all does not count."""
    refusals = []
    for each in envelopes:
        found = decisions.judged(reading, root, each)
        if not isinstance(found, Refusal):
            return found, each
        refusals.append(found)
    return refusals[0]


def _signed_with(envelope: bytes) -> PublicKey:
    """The key that an envelope says it was signed with; the empty key where its signature does not read."""
    parsed = sshsig.parse(decision.opened(envelope).signature)
    return PublicKey("", b"", b"") if isinstance(parsed, Refusal) else parsed.key

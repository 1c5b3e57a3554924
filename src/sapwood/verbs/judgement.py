"""What `verify` says of a person's decisions: each is judged from the lines and values that were hashed for it, never
from the index; where every claim stands; and whether the files of knowledge/ are as they were signed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sapwood import reading
from sapwood.core import claim as claims
from sapwood.core import decision, instant, signers, sshsig
from sapwood.core.problem import Problem
from sapwood.core.sshsig import Refusal
from sapwood.db import sqlite
from sapwood.disk import ssh_keygen
from sapwood.disk.home import Home
from sapwood.errors import BadClaim, BadDecision, NotFound
from sapwood.gate import root
from sapwood.gate.decisions import Decision
from sapwood.gate.ledger import Entry, Ledger, Standing
from sapwood.gate.root import Root
from sapwood.index import store
from sapwood.layers import facts
from sapwood.log import book

UNVERIFIABLE, MISSING, APPROVED = "unverifiable", "missing", "approved"
NOT_ASKED, AGREES, DIFFERS, NOT_RUN = "not asked", "agrees", "differs", "not run"


class Judgement(NamedTuple):
    """`root` by which it was judged, as it is printed, and `root_fault` why nobody signs by it (empty: somebody does);
    `decisions` how many are `good`, and each one that is `refused` (leaf, decision, name, reason, why); `claims` their
    ids by state; `knowledge` each file of the folder, and each approved claim without one (file, status, why);
    `ssh_keygen` what that says (`status`, how many were `asked`, which `differs`)."""

    root: str
    root_fault: str
    decisions: dict[str, Any]
    claims: dict[str, list[str]]
    knowledge: list[dict[str, str]]
    ssh_keygen: dict[str, Any]


class _Hashed(reading.Reading):
    """A look at logs of which every line was hashed just now and at the values that decisions name, with no index."""

    __slots__ = ("_signed",)

    def __init__(self, home: Home, logs: tuple[book.Log, ...], signed: Mapping[str, bytes], now: float) -> None:
        self.places, self.logs, self.limits, self.now = home.places, logs, home.config.limits, now
        self.index = store.Index(sqlite.connect(":memory:", durable=False), reading.rules_of(home), in_memory=True)
        self.notices = []
        self._trees = {}
        self._signed = signed

    def signed_value(self, digest: str) -> bytes | None:
        return self._signed.get(digest)


def judge(
    home: Home, logs: tuple[book.Log, ...], signed: Mapping[str, bytes], now: float, words: str, *,
    with_ssh_keygen: bool,
) -> Judgement:  # fmt: skip
    """Judge every decision of these logs. `signed` are the values that their leaves name, by digest; `words` those that
    the trust root must have, empty for any."""
    found = root.load(home.places, words)
    look = _Hashed(home, logs, signed, now)
    try:
        # every line was hashed already: the root is handed on as one for which no log is opened once more
        ledger = Ledger(look, found._replace(kind=root.TOFU) if found.counts else found)
        standings = {each: ledger.claim(each, now) for each in ledger.claims()}
        states = sorted({each.state for each in standings.values()})
        return Judgement(
            found.said, _root_fault(found, ledger), _decisions(ledger),
            {state: [each for each, held in standings.items() if held.state == state] for state in states},
            _knowledge(home, standings),
            _second_opinion(ledger) if with_ssh_keygen else {"status": NOT_ASKED, "asked": 0, "differs": []},
        )  # fmt: skip
    finally:
        look.index.db.close()


def _root_fault(found: Root, ledger: Ledger) -> str:
    """Why nobody signs by the root; empty also where nobody is enrolled and nothing was decided."""
    bad = found.kind in (root.UNSAFE, root.OTHER) or (bool(ledger.entries) and not found.counts)
    return found.why_nobody if bad else ""


def _decisions(ledger: Ledger) -> dict[str, Any]:
    good, refused = 0, []
    for entry in ledger.entries:
        found = ledger.decision(entry)
        if isinstance(found, Decision):
            good += 1
            continue
        body = entry.leaf.body
        refused.append(
            {"leaf": _place(entry), "decision": str(body.get("decision")), "name": str(body.get("name")),
             "reason": found.reason, "why": found.message}
        )  # fmt: skip
    return {"good": good, "refused": refused}


def _place(entry: Entry) -> str:
    return f"{entry.replica}/{entry.leaf.i}"


# --- files of knowledge/ -----------------------------------------------------------------------------------


def _knowledge(home: Home, standings: Mapping[str, Standing]) -> list[dict[str, str]]:
    """Every file of the folder as it stands to signed bytes, then what is approved and has none."""
    sources, problems = facts.files(home.places)
    found, seen = [], set[str]()
    for source in sources:
        status, why, claim_id = _file(home, source.path, standings)
        found.append({"file": source.shown, "status": status, "why": why})
        seen.add(claim_id)
    found += [{"file": each.path, "status": UNVERIFIABLE, "why": each.message} for each in problems]
    return found + [
        {"file": facts.path_of(home.places, each.claim), "status": MISSING, "why": "it is approved and has no file"}
        for claim_id, each in standings.items()
        if each.state == APPROVED and each.claim is not None and claim_id not in seen
    ]


def _file(home: Home, path: str, standings: Mapping[str, Standing]) -> tuple[str, str, str]:
    """(status, why, id of the claim whose signed bytes it holds) of one file."""
    data = home.places.read(path, claims.LONGEST)
    if isinstance(data, Problem):
        return UNVERIFIABLE, data.message, ""
    try:
        claim = claims.parse(data)
    except BadClaim as bad:
        return UNVERIFIABLE, f"it is not written as an approved fact is: {bad}", ""
    held = standings.get(claim.id)
    if held is None or held.claim is None:
        return UNVERIFIABLE, (held.why if held is not None else "") or "nobody signed it", ""
    if held.data != data:
        return UNVERIFIABLE, "it was changed after it was signed", ""
    return held.state, held.why, claim.id


# --- ssh-keygen --------------------------------------------------------------------------------------------

_REFUSED_BY_BOTH = ("signature", "unknown", "namespace", "validity", "revoked")  # what ssh-keygen judges too


def _second_opinion(ledger: Ledger) -> dict[str, Any]:
    """Every signature as `ssh-keygen -Y verify` judges it. We are stricter on purpose, so what only we refuse for the
    form, the gesture or what the statement says is no disagreement."""
    differs: list[dict[str, str]] = []
    asked = 0
    try:
        for entry in ledger.entries:
            said = _asks(ledger, entry)
            if said is None:
                continue
            asked += 1
            why = _differs(ledger.root, ledger.decision(entry), *said)
            differs += [{"leaf": _place(entry), "why": why}] if why else []
    except NotFound:
        return {"status": NOT_RUN, "asked": 0, "differs": []}
    return {"status": DIFFERS if differs else AGREES, "asked": asked, "differs": differs}


def _asks(ledger: Ledger, entry: Entry) -> tuple[bytes, bytes, float] | None:
    """(signature, what it has to cover, the time that it states) of an entry; None where they cannot be read."""
    data = ledger.reading.signed_value(entry.leaf.digests[0]) if entry.leaf.digests else None
    try:
        opened = decision.opened(data or b"")
        at = instant.parse(decision.parse(opened.payload).decided_at)
    except BadDecision:
        return None
    return opened.signature, decision.pae(opened.payload), at


def _differs(found: Root, ours: Decision | Refusal, armored: bytes, message: bytes, at: float) -> str:
    """How ssh-keygen judges otherwise than we do; empty where it does not."""
    if isinstance(ours, Refusal):
        accepts = ours.reason in _REFUSED_BY_BOTH and _theirs(found, armored, message, at, found.revoking)
        return f"ssh-keygen accepts it, we do not: {ours.message}" if accepts else ""
    # a decision that was seen before its key was revoked counts; ssh-keygen knows of no before
    revoking = b"" if found.revokes(ours.signer.key) else found.revoking
    return "" if _theirs(found, armored, message, at, revoking) else "ssh-keygen does not accept it, and we do"


def _theirs(found: Root, armored: bytes, message: bytes, at: float, revoking: bytes) -> bool:
    stamp = re.sub("[-:T]", "", instant.iso(float(int(at))))
    return any(
        ssh_keygen.verifies(
            ssh_keygen.Question(found.enrolling, revoking, role, decision.NAMESPACE, stamp, armored, message)
        )
        for role in _roles(found, armored)
    )


def _roles(found: Root, armored: bytes) -> Sequence[str]:
    parsed = sshsig.parse(armored)
    enrolled = None if isinstance(parsed, Refusal) else found.signers.of(parsed.key)
    return signers.ROLES if enrolled is None else (enrolled.role,)

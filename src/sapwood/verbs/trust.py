"""trust: the keys whose signature makes a memory trusted. What is to be signed is drafted here, and what was signed is
taken in; nothing here signs.

The leaf comes first, then the file of the root. A process that stopped in between leaves a decision that waits
(`Listing.waiting`): the same command again finishes it, and asks for no other signature.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from sapwood import admit
from sapwood.change import Change
from sapwood.core import decision, instant, plain, sshsig
from sapwood.core import signers as reading_signers
from sapwood.core.decision import Statement
from sapwood.core.signers import OWNER, RECOVERY, Enrolled
from sapwood.core.sshkey import ED25519, PublicKey
from sapwood.core.sshsig import Refusal
from sapwood.disk.steps import reached
from sapwood.errors import BadArgument, BadDecision, NotFound, Refused, RootRefused
from sapwood.gate import keys, root
from sapwood.gate.decisions import Decision
from sapwood.gate.keys import ENROL, REVOKE, Act, KeyDecision
from sapwood.gate.ledger import Entry, Ledger
from sapwood.gate.root import NONE, Root
from sapwood.layers import trust_root
from sapwood.reading import Reading

_LEAST_OF_FINGERPRINT = 6  # characters behind SHA256:
_SCOPE = "home"


class Draft(NamedTuple):
    """What would be signed about a key. `first` tells that nobody may sign yet, so that the key stands for itself;
    `may_sign` are the keys of which one has to sign, `earlier` the decisions that the key made until now. `waiting` is
    the leaf that holds the same decision already, signed: then there is nothing to sign."""

    act: Act
    enrolled: Enrolled
    payload: bytes
    shown: str
    sentence: str
    first: bool
    may_sign: tuple[Enrolled, ...]
    root: Root
    waiting: str
    earlier: tuple[dict[str, str], ...]


class Done(NamedTuple):
    """What a decision about a key did. `leaf` is its place in the log; `root` the root as it is now, `words` its words;
    `commands` are what a person has to run where root keeps the list; `earlier` as in `Draft`."""

    act: str
    fingerprint: str
    role: str
    name: str
    leaf: str
    root: str
    words: str
    folder: str
    commands: list[str]
    earlier: list[dict[str, str]]


# ---- drafts


def enrol(
    reading: Reading, key: PublicKey, *, role: str, verify_required: bool, name: str, reviewer: str, nonce: bytes
) -> Draft:
    """What is to be signed to enrol a key. Raises `Refused`, `BadArgument` and `RootRefused`."""
    if verify_required and key.kind == ED25519:
        raise BadArgument("--verify-required", key.kind, "a security key: a key in a file cannot verify anybody")
    wanted = keys.enrolment(key, Act(ENROL, role, verify_required), name)
    try:
        reading_signers.written([wanted])
    except ValueError as failure:
        raise BadArgument("--name", name, f"a name of one line of letters and signs ({failure})") from failure
    ledger = _usable(reading)
    if refusal := keys.stands_already(ledger.root, wanted):
        raise Refused(refusal.reason, refusal.message)
    first = not ledger.root.active
    if first and role != OWNER:
        raise Refused("role", "the first key of a root is its owner's; enrol that one, then the recovery key")
    sentence = {
        OWNER: "Your signature lets this key make memories trusted, and enrol and revoke keys.",
        RECOVERY: "Your signature makes this a recovery key: it enrols and revokes keys when the owner's is lost.",
    }[role]
    return _draft(ledger, Act(ENROL, role, verify_required), wanted, name, sentence, first, reviewer, nonce)


def revoke(reading: Reading, given: str, *, reason: str, force: bool, reviewer: str, nonce: bytes) -> Draft:
    """What is to be signed to revoke the key with that fingerprint (or the beginning of it) or name. Raises `NotFound`,
    `BadArgument`, `Refused` and `RootRefused`."""
    ledger = _usable(reading)
    enrolled = named(ledger.root, given)
    if ledger.root.revokes(enrolled.key):
        raise Refused("revoked", f"the key {enrolled.key.fingerprint} is revoked already")
    left = [each for each in ledger.root.active if each.key != enrolled.key]
    if not left and not force:
        raise Refused("last", _last(enrolled))
    try:
        reading_signers.revoked_line(enrolled.key, f"{instant.iso(reading.now)} {reason}".rstrip())
    except ValueError as failure:
        raise BadArgument("--reason", reason, f"one line of letters and signs ({failure})") from failure
    sentence = "Your signature ends this key: whatever it signs from now on counts for nothing."
    if not left:
        sentence += " No other key is left: nothing new is approved until another one begins the root anew."
    return _draft(ledger, Act(REVOKE), enrolled, reason, sentence, False, reviewer, nonce)


def _last(enrolled: Enrolled) -> str:
    return (
        f"{enrolled.key.fingerprint} is the last key that may sign. After it nothing new can be approved and no key be "
        "enrolled, but by one that begins the root anew and that nobody vouches for. Enrol a recovery key first "
        "(`sapwood trust enrol KEY --role recovery`), or give --force"
    )


def _draft(
    ledger: Ledger, act: Act, wanted: Enrolled, reason: str, sentence: str, first: bool, reviewer: str, nonce: bytes
) -> Draft:
    reading, now = ledger.reading, ledger.root
    held = list(waiting(ledger))
    text = plain.shown(_shown(reading, act, wanted, reason, now) + _beside(held, wanted.key))
    said = Statement(
        name=keys.name_of(wanted.key), sha256=sha256(wanted.key.blob).hexdigest(), decision="key",
        workspace=reading.places.workspace, scope=_SCOPE, subject_path=act.path, heads=keys.heads(reading),
        shown=sha256(text.encode()).hexdigest(), reviewer=reviewer, decided_at=instant.iso(reading.now),
        nonce=nonce.hex(), reason=reason,
    )  # fmt: skip
    earlier = tuple(decisions_of(ledger, wanted.key)) if act.act == REVOKE else ()
    same = next((place for place, found in held if (found.act, found.enrolled.key) == (act, wanted.key)), "")
    return Draft(act, wanted, decision.payload(said), text, sentence, first, now.active, now, same, earlier)


def _shown(reading: Reading, act: Act, wanted: Enrolled, reason: str, now: Root) -> str:
    role = f"{wanted.role}, verified by PIN or biometrics" if wanted.verify_required else wanted.role
    rows = [
        (f"{act.act} key", wanted.key.fingerprint), ("kind", wanted.key.kind), ("name", wanted.comment or "-"),
        ("role", role), ("memory", f"{reading.places.workspace} in {reading.places.home}"),
        ("root", f"{now.kind}, {now.words}" if now.active else "none yet: this key begins it"), ("in", now.folder),
    ]  # fmt: skip
    if act.act == REVOKE:
        rows.append(("reason", reason or "-"))
    return "".join(f"{name:<11} {text}\n" for name, text in rows)


def _beside(held: Sequence[tuple[str, KeyDecision]], key: PublicKey) -> str:
    """Other keys that are signed into the log and not in the root: those of another machine, or of nobody you know."""
    others = [(place, found) for place, found in held if found.enrolled.key != key]
    return "".join(
        f"{'beside':<11} leaf {place} would {found.act.act} {found.enrolled.key.fingerprint} "
        f"({found.enrolled.comment or '-'}), which this root does not know of\n"
        for place, found in others
    )


def _usable(reading: Reading) -> Ledger:
    """The decisions of a home whose root can be changed. Raises `RootRefused`."""
    now = root.load(reading.places)
    unread = now.signers.problems or now.revoked.problems
    if unread or not (now.counts or now.kind == NONE):
        raise RootRefused(now.folder, now.why_nobody)
    return Ledger(reading, now)


# ---- taking in


def decide(change: Change, envelopes: Sequence[bytes]) -> Done:
    """Judge signed envelopes about one key; put them into the log, and then into the root. Raises `Refused`."""
    with trust_root.held(root.load(change.places), change.limits.lock_seconds):
        ledger = Ledger(change.reading(), root.load(change.places))
        found = keys.judged(ledger.reading, ledger.root, envelopes)
        if not isinstance(found, Refusal) and any(
            decision.identity(payload) == found.identity for _, payload, _ in _decided(ledger)
        ):
            found = Refusal("replay", f"the decision {found.identity[:16]}… is in the log already; sign a new one")
        if isinstance(found, Refusal):
            about = sha256(b"".join(envelopes)).hexdigest()
            raise Refused(*admit.refused(change, found.reason, found.message, about))
        earlier = list(decisions_of(ledger, found.enrolled.key)) if found.act.act == REVOKE else []
        leaf = admit.key(change, found).leaf
        change.checkpoint()
        reached("key-leaf")
        return _done(change, ledger.root, found, f"{change.writer.replica}/{leaf.i}", earlier)


def finish(change: Change, place: str) -> Done:
    """Put a decision that waits in the log into the root. Raises `NotFound` where none waits there."""
    with trust_root.held(root.load(change.places), change.limits.lock_seconds):
        ledger = Ledger(change.reading(), root.load(change.places))
        found = next((each for at, each in waiting(ledger) if at == place), None)
        if found is None:
            raise NotFound("decision that waits in leaf", place, "`sapwood trust list` says what waits")
        earlier = list(decisions_of(ledger, found.enrolled.key)) if found.act.act == REVOKE else []
        return _done(change, ledger.root, found, place, earlier)


def _done(change: Change, before: Root, found: KeyDecision, place: str, earlier: list[dict[str, str]]) -> Done:
    commands = trust_root.write(before, found)
    now, key = root.load(change.places), found.enrolled
    return Done(
        found.act.act, key.key.fingerprint, key.role, key.comment, place, now.said, now.words, now.folder, commands,
        earlier,
    )  # fmt: skip


# ---- what is there


class Told(NamedTuple):
    """A leaf about a key whose signatures are good: what it says, and the keys that signed it."""

    place: str
    at: str
    act: Act
    statement: Statement
    signed_by: tuple[PublicKey, ...]


def listing(reading: Reading, words: str = "") -> dict[str, Any]:
    """The root and its keys, with what the log says of them; `waiting` is what the log has and the root has not."""
    found = root.load(reading.places, words)
    ledger = Ledger(reading, found)
    told = list(_told(ledger))
    return {
        "root": {
            "kind": found.kind, "folder": found.folder, "words": found.words, "said": found.said,
            "counts": found.counts and bool(found.signers.enrolled),
        },
        "keys": [_row(found, told, each) for each in found.signers.enrolled],
        "waiting": [
            {"leaf": place, "act": each.act.act, "key": each.enrolled.key.fingerprint, "name": each.enrolled.comment,
             "role": each.enrolled.role, "signed_by": each.signer.key.fingerprint}
            for place, each in waiting(ledger)
        ],
        "problems": [str(each) for each in dict.fromkeys((*found.problems, *found.revoked.problems))],
    }  # fmt: skip


def show(reading: Reading, given: str, words: str = "") -> dict[str, Any]:
    """One key: its row, its public line, and the decisions it made."""
    found = root.load(reading.places, words)
    ledger = Ledger(reading, found)
    enrolled = named(found, given)
    row = _row(found, list(_told(ledger)), enrolled)
    line = enrolled.text
    return {**row, "line": line, "decisions": list(decisions_of(ledger, enrolled.key)), "root": found.said}


def named(found: Root, given: str) -> Enrolled:
    """The enrolled key with that fingerprint, a beginning of it, or that name. Raises `NotFound` and
    `BadArgument`."""
    start = given.removeprefix("SHA256:")
    alike = [
        each
        for each in found.signers.enrolled
        if each.comment == given
        or (len(start) >= _LEAST_OF_FINGERPRINT and each.key.fingerprint.startswith(f"SHA256:{start}"))
    ]
    if not alike:
        raise NotFound("enrolled key", given, "`sapwood trust list` lists them")
    if len(alike) > 1:
        raise BadArgument("key", given, f"one; it fits {', '.join(each.key.fingerprint for each in alike)}")
    return alike[0]


def _row(found: Root, told: Sequence[Told], each: Enrolled) -> dict[str, Any]:
    of_key = [leaf for leaf in told if keys.is_about(leaf.statement, each.key)]
    act = Act(ENROL, each.role, each.verify_required)
    enrolments = [leaf for leaf in of_key if leaf.act == act and each.key in leaf.signed_by]
    revocations = [leaf for leaf in of_key if leaf.act.act == REVOKE]
    revoked = found.revokes(each.key)
    return {
        "fingerprint": each.key.fingerprint, "kind": each.key.kind, "role": each.role, "name": each.comment,
        "verify_required": each.verify_required, "revoked": revoked, "namespaces": list(each.namespaces),
        "valid_after": _moment(each.valid_after), "valid_before": _moment(each.valid_before),
        "enrolled": _by(enrolments[-1], each.key) if enrolments else None,
        "revocation": _by(revocations[-1], each.key) if revoked and revocations else None,
    }  # fmt: skip


def _by(leaf: Told, key: PublicKey) -> dict[str, str]:
    others = [each.fingerprint for each in leaf.signed_by if each != key]
    by = others[0] if others else "itself"
    return {"leaf": leaf.place, "at": leaf.at, "by": by, "reason": leaf.statement.reason}


def _moment(at: int | None) -> str | None:
    return None if at is None else instant.iso(float(at))


def decisions_of(ledger: Ledger, key: PublicKey) -> Iterator[dict[str, str]]:
    """The decisions in the log that a key signed and that count now, in the order of memory; not those about keys."""
    for entry in ledger.entries:
        found = ledger.decision(entry) if entry.leaf.type != "key" else None
        if isinstance(found, Decision) and found.signer.key == key:
            said = found.statement
            yield {
                "leaf": _place(entry), "decision": said.decision, "name": said.name, "subject": said.subject_path,
                "decided_at": said.decided_at, "identity": found.identity,
            }  # fmt: skip


def waiting(ledger: Ledger) -> Iterator[tuple[str, KeyDecision]]:
    """(leaf, decision) of what is signed in the log, counts against the root as it is, and is not in it. The last
    decision about a key is the one that counts; one that was put into the log again is the one that it was."""
    seen: set[bytes] = set()
    last: dict[str, tuple[str, KeyDecision | Refusal]] = {}
    for entry, payload, envelopes in _decided(ledger):
        found = keys.judged(ledger.reading, ledger.root, envelopes)
        if payload not in seen and (isinstance(found, KeyDecision) or found.reason in _IN_EFFECT):
            seen.add(payload)
            last[decision.parse(payload).name] = _place(entry), found
    for place, decided in last.values():
        if isinstance(decided, KeyDecision):
            yield place, decided


_IN_EFFECT = ("enrolled", "revoked")  # refusals of what the root says already


def _told(ledger: Ledger) -> Iterator[Told]:
    """What the log says of keys, signed by keys that stand in the root; each decision once."""
    seen: set[bytes] = set()
    for entry, payload, envelopes in _decided(ledger):
        opened = [decision.opened(each) for each in envelopes]
        said = decision.parse(payload)
        act = keys.act_of(said)
        signed = [
            sshsig.verify(
                each.signature, decision.pae(each.payload), namespace=decision.NAMESPACE, user_verified=False
            ).signature
            for each in opened
        ]
        by = tuple(each.key for each in signed if each is not None and ledger.root.signers.of(each.key))
        if act is not None and len(by) == len(opened) and payload not in seen:
            seen.add(payload)
            yield Told(_place(entry), entry.leaf.at, act, said, by)


def _decided(ledger: Ledger) -> Iterator[tuple[Entry, bytes, list[bytes]]]:
    """(entry, payload, envelopes) of the leaves about keys whose envelopes read and hold one statement."""
    for entry in ledger.entries:
        held = [ledger.reading.value(each) for each in entry.leaf.digests] if entry.leaf.type == "key" else []
        envelopes = [each for each in held if each is not None]
        payload = _payload(envelopes) if len(envelopes) == len(held) else b""
        if payload:
            yield entry, payload, envelopes


def _payload(envelopes: Sequence[bytes]) -> bytes:
    """The payload that all envelopes hold; empty where they do not read, or hold several."""
    try:
        payloads = {decision.opened(each).payload for each in envelopes}
        for each in payloads:
            decision.parse(each)
    except BadDecision:
        return b""
    return payloads.pop() if len(payloads) == 1 else b""


def _place(entry: Entry) -> str:
    return f"{entry.replica}/{entry.leaf.i}"


def new_nonce() -> bytes:
    """Bytes that no other decision has."""
    return os.urandom(decision.NONCE_BYTES)

"""The one way in. Every write is judged here and gets its leaf here; no file and no layer is touched.

1. normalise: subject, text and limits
2. authorise: channel and scope; what is the person's alone is refused on agent channels
3. boundary: a file step stays in the places that its layer owns
4. evidence: no citation, no memory
5. tombstone and absence: what was rejected or taken away does not come back by an automatic road
6. same value: create, reinforce, or nothing new

A refusal is a value with a reason, and is counted in the log: one leaf per actor, reason, key and hour.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sapwood.change import Change, FileStep
from sapwood.core import credentials, instant, mark, skeleton, subject
from sapwood.core import evidence as citing
from sapwood.core import proposal as proposals
from sapwood.core.leaf import Leaf
from sapwood.core.proposal import Proposed
from sapwood.errors import BadSubject, Refused
from sapwood.index import apply, store
from sapwood.log.append import Staged
from sapwood.reading import Reading

if TYPE_CHECKING:
    from sapwood.gate.decisions import Verified
    from sapwood.gate.keys import KeyDecision

PERSON_ONLY_REFUSED_ON = frozenset({"mcp", "hook", "http"})
AUTOMATIC, EXPLICIT = False, True
_KEY = object()
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class Admitted:
    """Proof that a write was judged: its leaf and the digests of its values. Only this module makes one."""

    __slots__ = ("digests", "leaf")

    def __init__(self, key: object, staged: Staged) -> None:
        if key is not _KEY:
            raise TypeError("an Admitted is made by admit alone")
        self.leaf: Leaf = staged.leaf
        self.digests: tuple[str, ...] = staged.leaf.digests


class Observation(NamedTuple):
    """What somebody saw. `at` is the instant of its evidence, `day` the local day of it (one day reinforces once);
    `valid_from` and `valid_to` are instants between which it says that it holds (None: not said). `explicit` is a
    person's own act: it lifts an absence, an automatic road respects it."""

    subject: str
    text: str
    evidence: tuple[citing.Evidence, ...]
    at: float
    day: str
    observed_by: str
    initial: float
    half_life_days: float
    step: float
    affinity: tuple[str, ...] = ()
    substrate_refs: tuple[str, ...] = ()
    valid_from: float | None = None
    valid_to: float | None = None
    explicit: bool = AUTOMATIC


class Outcome(NamedTuple):
    """What became of an observation. `status`: `created`, `reinforced`, `known` (nothing new in it) or `refused` (with
    `reason` and `message`). `mark` is the id it belongs to."""

    status: str
    mark: str
    admitted: Admitted | None = None
    reason: str = ""
    message: str = ""


def observation(change: Change, seen: Observation) -> Outcome:
    """Judge one observation and stage its leaf."""
    # 1
    try:
        path = subject.parse(seen.subject, change.limits)
    except BadSubject as bad:
        return _refused(change, "subject", str(bad), seen.subject)
    if any(credentials.find(each) for each in (path, seen.observed_by, *seen.affinity, *seen.substrate_refs)):
        return _refused(
            change, "credential", "a subject or a name holds what looks like a credential; leave it out", path
        )
    text = seen.text.strip()
    if problem := _text_problem(change, text):
        return _refused(change, "text", problem, path)
    # 2
    if seen.valid_from is not None and seen.valid_to is not None and seen.valid_to <= seen.valid_from:
        return _refused(change, "interval", f"{text!r} would end before it begins; valid_to is after valid_from", path)
    if seen.explicit and change.author.channel in PERSON_ONLY_REFUSED_ON:
        return _refused(change, "channel", _person_only(change, "a mark of the person's own"), path)
    # 4
    if not seen.evidence and not seen.explicit:
        return _refused(
            change, "evidence", f"{text!r} cites nothing; no citation, no memory: give --evidence PATH#L3", path
        )
    # 5
    said = skeleton.unattributed(text, seen.observed_by)
    keys = skeleton.keys(change.rules.salt, path, said)
    if is_rejected(change, path, said):
        return _refused(change, "tombstone", _denial("tombstone", text), keys.skeleton)
    if kind := denied(change.index, keys, seen.explicit):
        return _refused(change, kind, _denial(kind, text), keys.skeleton)
    # 6
    since = seen.at if seen.valid_from is None else seen.valid_from
    for mark_id, replaced, until in _alike(change, change.author.scope, path, text, seen.observed_by):
        if not replaced and until and until <= since:  # it held once; now it is said of another time
            continue
        if not replaced:
            return _confirm(change, seen, mark_id)
        if until >= seen.at:  # closed by a later correction: an old line that is read again says nothing
            return Outcome("known", mark_id)
    return _create(change, seen, path, text, keys)


def _text_problem(change: Change, text: str, what: str = "observation") -> str:
    if not text or not skeleton.skeleton(text):
        return f"the {what} needs some text"
    if len(text) > change.limits.observation_characters:
        limit = change.limits.observation_characters
        return f"the {what} has {len(text)} characters, the limit is {limit}; shorten it"
    if "\x00" in text or not is_encodable(text):
        return f"the {what} holds a NUL or half a character; write it as plain text"
    return ""


def is_encodable(text: str) -> bool:
    """False for text that holds half a surrogate pair, as arguments that are not UTF-8 do."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_rejected(change: Change, subject: str, text: str) -> bool:
    """True where a signed decision stands against a statement, whoever says it now and by whatever road."""
    return change.has_decisions and change.ledger.against(subject, text) is not None


def denied(index: store.Index, keys: skeleton.Keys, explicit: bool) -> str:
    """The kind of unsigned denial that stands against a value: `erased` or `absence`; empty where none does.

    An absence and an erasure bind automatic roads only: a person who says it again means it."""
    rows = index.db.execute(
        "SELECT kind FROM denials WHERE workspace=? AND key IN (?,?,?)",
        (index.rules.workspace, keys.exact, keys.skeleton, keys.subject_skeleton),
    ).fetchall()
    kinds = {kind for (kind,) in rows}
    if explicit:
        return ""
    return "erased" if "erased" in kinds else "absence" if kinds else ""


def _denial(kind: str, text: str) -> str:
    if kind == "tombstone":
        return f"{text!r} was rejected by a signed decision; it stays out until that is signed back"
    return (
        f"{text!r} was taken away before ({'erased' if kind == 'erased' else 'forgotten'}); it does not come back by "
        f"itself: `sapwood restore`, or `sapwood mark add` it yourself"
    )


def same_mark(at: Change | Reading, scope: str, path: str, text: str, speaker: str) -> str | None:
    """Id of the mark that says the same of the same subject in the same scope, or None."""
    return next((mark_id for mark_id, replaced, _ in _alike(at, scope, path, text, speaker) if not replaced), None)


def _alike(at: Change | Reading, scope: str, path: str, text: str, speaker: str) -> list[tuple[str, bool, float]]:
    """(id, whether it is replaced by now, until when it holds) of the marks that say the same, current ones first."""
    rows: list[tuple[str, bool, float]] = at.index.db.execute(
        "SELECT id, superseded_by IS NOT NULL AND valid_to<=?, coalesce(valid_to, 0) FROM memory_marks"
        " WHERE workspace=? AND same_key=? AND state<>'forgotten' ORDER BY 2, 3 DESC",
        (at.now, at.index.rules.workspace, apply.same_key(at.index.rules, scope, path, text, speaker)),
    ).fetchall()
    return rows


def _records(change: Change, seen: Observation) -> tuple[citing.Evidence, ...]:
    """The evidence of an observation; a person's own without any cites the leaf that it is about to become."""
    return seen.evidence or (citing.Evidence(kind="signal", id=f"{change.writer.replica}/{change.writer.size}"),)


def _confirm(change: Change, seen: Observation, mark_id: str) -> Outcome:
    records = _records(change, seen)
    sources = [record.source for record in records]
    if apply.seen(change.index.db, change.rules.workspace, mark_id, sources, seen.day):
        return Outcome("known", mark_id, message=_withered(change, mark_id))
    body = {"mark": mark_id, "id": _new_id(change), "at": instant.iso(seen.at), "day": seen.day, "step": seen.step}
    value = {"reinforced_by": seen.observed_by, "evidence": [record.to_json() for record in records]}
    return Outcome("reinforced", mark_id, _staged(change, "reinforced", (_json(value),), body))


def _withered(change: Change, mark_id: str) -> str:
    row = change.index.db.execute(
        "SELECT 1 FROM memory_marks WHERE workspace=? AND id=? AND state='withered'", (change.rules.workspace, mark_id)
    ).fetchone()
    return f"it is withered; `sapwood restore {mark_id[-8:]}` brings it back" if row is not None else ""


def _create(change: Change, seen: Observation, path: str, text: str, keys: skeleton.Keys) -> Outcome:
    if seen.explicit:
        _lift(change, keys)
    mark_id = _new_id(change)
    records = _records(change, seen)
    body = {
        "id": mark_id, "at": instant.iso(seen.at), "day": seen.day,
        "initial": seen.initial, "half_life_days": seen.half_life_days,
    }  # fmt: skip
    value = {
        "subject": path, "observation": text, "observed_by": seen.observed_by, "affinity": list(seen.affinity),
        "substrate_refs": list(seen.substrate_refs), "evidence": [record.to_json() for record in records],
    }  # fmt: skip
    bounds = {"valid_from": seen.valid_from, "valid_to": seen.valid_to}
    value |= {key: instant.iso(bound) for key, bound in bounds.items() if bound is not None}
    return Outcome("created", mark_id, _staged(change, "observed", (_json(value),), body))


def _lift(change: Change, keys: skeleton.Keys) -> None:
    held = list(dict.fromkeys(keys))
    marks = ",".join("?" * len(held))
    found = change.index.db.execute(
        f"SELECT DISTINCT mark_id FROM denials WHERE workspace=? AND kind='absence' AND key IN ({marks})",  # noqa: S608
        (change.rules.workspace, *held),
    ).fetchall()
    if found:
        _staged(change, "restored", (), {"keys": held, "marks": sorted(mark_id for (mark_id,) in found if mark_id)})


def proposal(change: Change, made: Proposed, alike: str, waiting: Sequence[str]) -> Outcome:
    """Judge what somebody proposes and stage its leaf; `mark` of the outcome is the proposal's id, its status
    `proposed`, `known` or `refused`. `alike` is the one that asks for the same and is open (empty for none), `waiting`
    are ids of those of this actor that wait, oldest first."""
    # 1
    try:
        path = subject.parse(made.subject, change.limits)
    except BadSubject as bad:
        return _refused(change, "subject", str(bad), made.subject)
    if any(credentials.find(each) for each in (path, made.proposed_by, made.target_file, made.title)):
        message = "a subject, a title or a name holds what looks like a credential; leave it out"
        return _refused(change, "credential", message, path)
    texts = {"text": made.text, **{key: text for key, text in (("title", made.title), ("reason", made.reason)) if text}}
    for name, text in texts.items():
        if problem := _text_problem(change, text, name):
            return _refused(change, name, problem, path)
    # 2
    bounds = [instant.parse(each) for each in (made.valid_from, made.valid_to) if each]
    if len(bounds) == 2 and bounds[1] <= bounds[0]:
        message = f"{made.text!r} would end before it begins; valid_to is after valid_from"
        return _refused(change, "interval", message, path)
    # 3
    if made.kind == proposals.SEED and not _is_declared(change, made.target_file):
        listed = ", ".join(map(change.places.shown, change.places.substrate)) or "none"
        message = f"{made.target_file!r} is no declared substrate file; [substrate].paths declares: {listed}"
        return _refused(change, "boundary", message, made.target_file)
    # 5
    keys = skeleton.keys(change.rules.salt, path, made.text)
    if made.kind != proposals.RETIRE:
        if is_rejected(change, path, made.text):
            return _refused(change, "tombstone", _denial("tombstone", made.text), keys.skeleton)
        if kind := denied(change.index, keys, explicit=AUTOMATIC):
            return _refused(change, kind, _denial(kind, made.text), keys.skeleton)
    if apply.erased_with(change.index.db, change.rules, made) is not None:
        message = f"{made.text!r} holds words that were erased; leave them out, or `sapwood mark add` them first"
        return _refused(change, "erased", message, keys.skeleton)
    # 6
    if alike:
        return Outcome("known", alike)
    if len(waiting) >= proposals.MOST_WAITING:
        oldest = ", ".join(each[-8:] for each in waiting[:5])
        message = f"{len(waiting)} proposals of {change.author.actor} wait for a person and no more may; the oldest: "
        return _refused(change, "quota", f"{message}{oldest} (`sapwood proposals`)", "quota")
    made_id = _new_id(change)
    body = {"proposal": made_id, "kind": made.kind, "marks": list(made.marks)}
    value = _json(made._replace(subject=path).to_json())
    return Outcome("proposed", made_id, _staged(change, "proposed", (value,), body))


def _is_declared(change: Change, shown: str) -> bool:
    """Whether a path is a declared substrate file, or lies as `*.md` at the top of a declared folder."""
    path, declared = change.places.located(shown), change.places.substrate
    is_file = path in declared and path.lower().endswith(".md")
    return bool(shown) and (is_file or (os.path.dirname(path) in declared and path.lower().endswith(".md")))


def fact(
    change: Change, kind: str, body: Mapping[str, Any], texts: Sequence[bytes] = (), *, named: Sequence[str] = (),
    person: bool = False,
) -> Admitted:  # fmt: skip
    """Stage a leaf that changes the state of what is there already: forgotten, restored, withered, superseded, moved,
    erased, absent, consolidated, undone. `named` are digests of older values it is about. `person=True` is refused on
    channels that only agents use."""
    if person and change.author.channel in PERSON_ONLY_REFUSED_ON:
        outcome = _refused(change, "channel", _person_only(change, kind), kind)
        change.checkpoint()
        raise Refused(outcome.reason, outcome.message)
    return Admitted(_KEY, change.stage(kind, texts, body, named))


def file_change(
    change: Change,
    kind: str,
    step: FileStep,
    body: Mapping[str, Any],
    texts: Sequence[bytes] = (),
    *,
    owned: Sequence[str],
) -> Admitted:
    """Stage a leaf whose change includes one file. `owned` are the folders (absolute) that the layer may write."""
    # 3
    for shown in filter(None, (step.path, step.source)):
        path = os.path.realpath(change.places.located(shown))
        if not any(_within(path, os.path.realpath(folder)) for folder in owned):
            message = f"{shown} leads to {path}, outside {', '.join(map(change.places.shown, owned))}; not written"
            _refused(change, "boundary", message, shown)
            change.checkpoint()
            raise Refused("boundary", message)
    return _staged(change, kind, texts, {**body, "file": step.to_json()})


def decision(
    change: Change, verified: Verified, hints: Mapping[str, Any], texts: Sequence[bytes] = (), *,
    named: Sequence[str] = (), step: FileStep | None = None, owned: Sequence[str] = (),
) -> Admitted:  # fmt: skip
    """Stage the leaf of a signed decision, whatever channel it came by: its authority is the signature. Its values are
    the envelope and the bytes that it covers (`texts`, or `named` where the log has them); `hints` say in the body what
    it is about. Raises `Refused` where the same decision stands in the log already."""
    found = verified.decision
    if change.ledger.holds(found.identity):
        message = f"this decision of {found.statement.decided_at} is in the log already; a new one needs a signature"
        raise Refused(*refused(change, "replay", message, found.identity))
    body = {
        "decision": found.statement.decision, "name": found.statement.name, "decision_id": found.identity, **hints,
    }  # fmt: skip
    if step is not None:
        return file_change(change, "decided", step, body, (verified.envelope, *texts), owned=owned)
    return Admitted(_KEY, change.stage("decided", (verified.envelope, *texts), body, named))


def key(change: Change, decided: KeyDecision) -> Admitted:
    """Stage the leaf of a signed decision about a key, whatever channel it came by. Its values are the envelopes, that
    of whoever signed it first."""
    act, name = decided.act, decided.statement.name
    body = {"decision": "key", "name": name, "decision_id": decided.identity, "act": act.act, "role": act.role}
    return _staged(change, "key", decided.envelopes, body)


def _within(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip(os.sep) + os.sep)


def _refused(change: Change, reason: str, message: str, about: str) -> Outcome:
    """Count a refusal. Its key is an HMAC: the log does not keep what was refused."""
    hour = instant.iso(change.now)[:13]
    plain = "\0".join((change.author.actor, reason, about, hour)).encode("utf-8", "replace")
    key = change.digest(plain)
    counted = change.index.db.execute(
        "SELECT 1 FROM refusals WHERE workspace=? AND key=?", (change.rules.workspace, key)
    ).fetchone()
    if counted is None:
        _staged(change, "refused", (), {"reason": reason, "key": key})
        change.apply()
    return Outcome("refused", "", None, reason, message)


def refused(change: Change, reason: str, message: str, about: str) -> tuple[str, str]:
    """Count a refusal that was judged elsewhere; its reason and message, to raise `Refused` with."""
    _refused(change, reason, message, about)
    change.checkpoint()
    return reason, message


def _person_only(change: Change, what: str) -> str:
    return f"{what} is the person's to do, not the {change.author.channel} channel's; run it on the command line"


def _staged(change: Change, kind: str, texts: Sequence[bytes], body: Mapping[str, Any]) -> Admitted:
    return Admitted(_KEY, change.stage(kind, texts, body))


def _json(value: Mapping[str, Any]) -> bytes:
    return _ENCODER.encode(value).encode()


def _new_id(change: Change) -> str:
    return mark.uuid7(int(change.now * 1000), os.urandom(10))

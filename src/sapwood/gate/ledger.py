"""What a person decided, from the log alone: every leaf that holds a decision, proven, and the state of a claim.

No row of the index is asked: which leaves hold decisions stands in the witness (`log.read.is_decision`). A leaf says in
its body what its decision is about, so that it can be found; what counts is the signed statement.

*No* beats *yes*, whatever the order in which replicas met: a claim that was ever rejected, retired or forgotten is not
approved again (a new claim is), and a tombstone stands until an `untombstone` whose heads include it. A no that cannot
be read any more (its value is gone, or a log that it names) stands too: whoever took it away must not gain by that.

A line of the log, a copy of a signed decision in it and its hints may come from another hand. So a leaf counts only at
its own place, with just the hints that its statement has; the order of two decisions is what their signed heads say.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from sapwood.core import instant, skeleton
from sapwood.core import leaf as leaves
from sapwood.core.claim import Claim
from sapwood.core.decision import Statement
from sapwood.core.leaf import Leaf
from sapwood.core.sshsig import Refusal
from sapwood.errors import BadLeaf
from sapwood.gate import decisions
from sapwood.gate.decisions import Decision
from sapwood.gate.root import GIVEN, Root
from sapwood.log import book
from sapwood.reading import Reading

_NEGATIVE = {"reject": "rejected", "retire": "retired", "forget": "forgotten"}


_UNREAD = ("lost", "heads")  # why nobody can say what a decision says, though somebody may have signed it
_IN_A_CIRCLE = Refusal("revoked", "two keys revoked each other; nobody can say which came first")


class Entry(NamedTuple):
    """A leaf that holds a decision, and whose log it stands in."""

    replica: str
    leaf: Leaf

    @property
    def place(self) -> tuple[int, str, int]:
        """Its place in the order of memory."""
        return self.leaf.lc, self.replica, self.leaf.i


class Standing(NamedTuple):
    """Where a claim stands. `state` is `approved`, `superseded`, `expired`, `retired`, `rejected`, `forgotten`,
    `tombstoned`, `unverifiable` or empty (nobody decided about it); `why` says it in a sentence. `claim`, `data` and
    `decision` are set where an approval of it verifies."""

    state: str
    why: str = ""
    claim: Claim | None = None
    data: bytes = b""
    decision: Decision | None = None
    entry: Entry | None = None


class Ledger:
    """The decisions of one reading. `until` (a `Known`-like place) leaves out what was written later."""

    __slots__ = ("_by_hint", "_judged", "_refused_texts", "entries", "losses", "reading", "root", "unproven")

    def __init__(self, reading: Reading, root: Root, *, holds: Any = None) -> None:
        self.reading, self.root = reading, root
        self._refused_texts: list[tuple[Decision, str]] | None = None
        self.unproven = 0  # leaves that should hold a decision and cannot be proven
        found = self._found(holds)
        self.entries = tuple(each for each in found if each.leaf.type != "gap")
        self.losses = tuple(each for each in found if each.leaf.type == "gap" and "values" not in each.leaf.body)
        self._by_hint: dict[tuple[str, str], list[Entry]] = {}
        self._judged: dict[tuple[int, str, int], Decision | Refusal] = {}
        for entry in self.entries:
            for hint in _hints(entry.leaf.body):
                self._by_hint.setdefault(hint, []).append(entry)

    def _found(self, holds: Any) -> tuple[Entry, ...]:
        found = []
        for log in map(self._looked_at, self.reading.logs):
            if not log.sound:
                self.unproven += _seen_in(log)
                continue
            self.unproven += bool(log.state.decided) and not self._is_of_our_salt(log)
            for at in log.state.decided:
                line = self.reading.leaf_line(log.replica, at)
                leaf = _at_its_place(line, at) if line is not None else None
                if line is None:
                    self.unproven += 1
                elif leaf is not None and (holds is None or holds(log.replica, leaf)):
                    found.append(Entry(log.replica, leaf))
        self.unproven += sum(map(_seen_in, book.gone(self.reading.places, self.reading.logs)))
        return tuple(sorted(found, key=lambda each: each.place))

    def _is_of_our_salt(self, log: book.Log) -> bool:
        """False where `.sapwood/salt` is not the one that a log was begun with: with another no tombstone is met."""
        first = self.reading.leaf(log.replica, 0)
        ours = skeleton.salt_check(self.reading.index.rules.salt)
        return first is not None and first.body.get("salt", ours) == ours

    def _looked_at(self, log: book.Log) -> book.Log:
        """A log whose decisions are looked for. Whoever gives the words of the root believes nothing that lies beside
        it in the user's folders: then every line is hashed again, and the witness names no decision and hides none."""
        return book.opened_one(self.reading.places, log.replica, full=True) if self.root.kind == GIVEN else log

    def about(self, kind: str, name: str) -> Sequence[Entry]:
        """The entries whose leaf names something: kind `name` (a subject), `key`, `mark` or `supersedes`."""
        return self._by_hint.get((kind, name), ())

    def decision(self, entry: Entry) -> Decision | Refusal:
        """The decision of an entry, judged once a process."""
        known = self._judged.get(entry.place)
        if known is None:
            self._judged[entry.place] = _IN_A_CIRCLE
            known = self._judged[entry.place] = self._judge(entry)
        return known

    def holds(self, identity: str) -> bool:
        """Whether a decision of that name stands in a log and counts."""
        return any(isinstance(self.decision(each), Decision) for each in self.about("id", identity))

    def _judge(self, entry: Entry) -> Decision | Refusal:
        found = self._signed(entry)
        return found if isinstance(found, Refusal) else self._unless_revoked(entry, found)

    def _signed(self, entry: Entry) -> Decision | Refusal:
        """The decision of an entry whose signature and heads are good; whether its key was revoked is not asked."""
        data = self.reading.signed_value(entry.leaf.digests[0]) if entry.leaf.digests else None
        if data is None:
            return Refusal("lost", "the value that holds its signature is missing or damaged")
        found = decisions.judged(self.reading, self.root, data, before_revocation=True)
        if isinstance(found, Refusal):
            return found
        body = entry.leaf.body
        stated = {"name": found.statement.name, "decision_id": found.identity, **hints(found.statement)}
        if any(body.get(field) != stated.get(field) for field in (*stated, *_SIGNED_HINTS)):
            return Refusal("leaf", "the leaf says other things of it than the statement that is signed")
        if self._saw(found, entry):
            return Refusal("place", "it was signed after its place in the log")
        return found

    def _origin(self, replica: str) -> str:
        log = self.reading.log(replica)
        return log.state.origin if log is not None else ""

    def _unless_revoked(self, entry: Entry, found: Decision) -> Decision | Refusal:
        """A decision of a key that was revoked counts where everybody who revoked the key had seen it; that a key
        revokes itself counts too."""
        key = found.signer.key
        if not self.root.revokes(key) or (_revokes(found) and found.statement.name == f"key:{key.fingerprint}"):
            return found
        revocations = self.revocations(key.fingerprint)
        if revocations and all(self._saw(each, entry) for each in revocations):
            return found
        if any(
            self._is_unread(each) and each.leaf.body.get("act") == "revoke"
            for each in self.about("name", f"key:{key.fingerprint}")
        ):
            return Refusal("lost", f"the decision that revoked the key {key.fingerprint} cannot be read")
        return Refusal("revoked", f"the key {key.fingerprint} was revoked before this was seen")

    def revocations(self, fingerprint: str) -> list[Decision]:
        """The decisions by which a key was revoked."""
        found = [self.decision(entry) for entry in self.about("name", f"key:{fingerprint}")]
        return [each for each in found if isinstance(each, Decision) and _revokes(each)]

    def _is_unread(self, entry: Entry) -> bool:
        """Whether an entry may be a decision that nobody can read any more."""
        found = self.decision(entry)
        return isinstance(found, Refusal) and found.reason in _UNREAD

    def _saw(self, found: Decision, entry: Entry) -> bool:
        origin = self._origin(entry.replica)
        return any(head.origin == origin and head.size > entry.leaf.i for head in found.statement.heads)

    @property
    def refused_keys(self) -> frozenset[str]:
        """The keys that some leaf says a tombstone stands on; whether it counts, `tombstone` judges."""
        return frozenset(name for kind, name in self._by_hint if kind == "key")

    def tombstone(self, keys: Iterable[str]) -> Decision | Refusal | None:
        """The decision that stands against a value with one of these keys. A `Refusal` is one that cannot be read any
        more: it stands, since nobody can say that it does not count."""
        for key in keys:
            for entry in self.about("key", key):
                found = self.decision(entry)
                if isinstance(found, Refusal):
                    if found.reason in _UNREAD:
                        return found
                elif not self._lifted(found):
                    return found
        return None

    def against(self, subject: str, text: str) -> Decision | Refusal | None:
        """What stands against a statement about a subject, also where somebody's name is put before it (`Robin: …`):
        to say that another one said it makes it no other statement."""
        salt = self.reading.index.rules.salt
        said = dict.fromkeys((text, skeleton.unlabelled(text)))
        return self.tombstone(dict.fromkeys(key for each in said for key in skeleton.keys(salt, subject, each)))

    def _lifted(self, found: Decision) -> bool:
        """Whether a tombstone was signed back by somebody who had seen it: that a copy of it was put somewhere else
        brings it back no more."""
        lifts = [self.decision(each) for each in self.about("name", f"decision:{found.identity}")]
        return any(
            isinstance(lift, Decision) and lift.statement.decision == "untombstone" and self._had_seen(lift, found)
            for lift in lifts
        )

    def _had_seen(self, later: Decision, found: Decision) -> bool:
        """Whether the heads of one decision include a leaf that holds another one."""
        held = [each for each in self.about("id", found.identity) if isinstance(self.decision(each), Decision)]
        return any(self._saw(later, each) for each in held)

    def _is_after_losses(self, found: Decision) -> bool:
        """Whether whoever signed it had seen every loss that was accepted: what was lost may be a no to it. A person
        who signs `recover` says that nothing is missed."""
        signed = [self.decision(each) for each in self.entries if each.leaf.body.get("decision") == "recover"]
        known = [found, *(each for each in signed if isinstance(each, Decision))] if self.losses else []
        return all(any(self._saw(each, loss) for each in known) for loss in self.losses)

    def tombstones(self) -> list[tuple[Entry, Decision | Refusal, bool]]:
        """(entry, decision, whether it was lifted) of every leaf that carries a tombstone."""
        found = []
        for entry in self.entries:
            if entry.leaf.body.get("keys"):
                judged = self.decision(entry)
                lifted = isinstance(judged, Decision) and self._lifted(judged)
                found.append((entry, judged, lifted))
        return found

    def claim(self, claim_id: str, at: float) -> Standing:
        """Where a claim stands at an instant."""
        entries = self.about("name", f"claim:{claim_id}")
        held = [(entry, self.decision(entry)) for entry in entries]
        for entry, found in held:
            if isinstance(found, Decision) and found.statement.decision in _NEGATIVE:
                return self._denied(entry, found, held)
            if isinstance(found, Refusal) and self._is_unread(entry) and entry.leaf.body.get("decision") in _NEGATIVE:
                return Standing("unverifiable", f"a decision against it cannot be read: {found.message}", entry=entry)
        why = "nobody decided about it"
        for entry, found in held:
            standing = self._approval(entry, found, at)
            if standing.state != "unverifiable":
                return standing
            why = standing.why
        return Standing("unverifiable" if held else "", why)

    def _denied(self, entry: Entry, found: Decision, held: Sequence[tuple[Entry, Decision | Refusal]]) -> Standing:
        said = found.statement
        why = f"{_NEGATIVE[said.decision]} by {said.reviewer} on {said.decided_at}" + (
            f": {said.reason}" if said.reason else ""
        )
        for other, judged in held:
            bytes_of = self._covered(other, judged)
            if bytes_of is not None:
                return Standing(_NEGATIVE[said.decision], why, bytes_of[0], bytes_of[1], found, entry)
        return Standing(_NEGATIVE[said.decision], why, decision=found, entry=entry)

    def _covered(self, entry: Entry, found: Decision | Refusal) -> tuple[Claim, bytes] | None:
        """The claim that an approval covers, and its bytes."""
        if isinstance(found, Refusal) or found.statement.decision != "approve" or len(entry.leaf.digests) < 2:
            return None
        data = self.reading.signed_value(entry.leaf.digests[1])
        claim = decisions.approved_claim(found, data) if data is not None else None
        return (claim, data) if isinstance(claim, Claim) and data is not None else None

    def _approval(self, entry: Entry, found: Decision | Refusal, at: float) -> Standing:
        if isinstance(found, Refusal):
            return Standing("unverifiable", found.message, entry=entry)
        covered = self._covered(entry, found)
        if covered is None:
            return Standing("unverifiable", "the bytes that were signed are missing or are others", entry=entry)
        claim, data = covered
        if self.unproven:
            why = f"{self.unproven} decision(s) cannot be proven; `sapwood verify` says which log"
            return Standing("unverifiable", why, claim, data, found, entry)
        if not self._is_after_losses(found):
            why = "a loss of the log was accepted since, and what was lost may speak against it; approve it again"
            return Standing("unverifiable", why, claim, data, found, entry)
        state, why = self._now(claim, data, at)
        return Standing(state, why, claim, data, found, entry)

    def _now(self, claim: Claim, data: bytes, at: float) -> tuple[str, str]:
        stone = self.against(claim.subject, claim.text)
        if isinstance(stone, Decision):
            return "tombstoned", f"rejected by {stone.statement.reviewer} on {stone.statement.decided_at}"
        if stone is not None:
            return "tombstoned", stone.message
        for entry in self.about("supersedes", sha256(data).hexdigest()):
            later = self.decision(entry)
            if isinstance(later, Decision):
                return "superseded", f"{later.statement.name} stands in its place"
            if later.reason in _UNREAD:
                return "unverifiable", f"what stands in its place cannot be read: {later.message}"
        if claim.valid_to and instant.parse(claim.valid_to) <= at:
            return "expired", f"it held until {claim.valid_to}"
        return "approved", ""

    def signed_bytes(self, leaf: Leaf) -> bytes | None:
        """The bytes of the claim that a leaf approves or puts back, None where no approval of it verifies."""
        if leaf.type == "restored":
            standing = self.claim(str(leaf.body.get("claim", "")), self.reading.now)
            return standing.data if standing.state == "approved" else None
        for entry in self.entries:
            if entry.leaf == leaf:
                covered = self._covered(entry, self.decision(entry))
                return covered[1] if covered is not None else None
        return None

    def claims(self) -> list[str]:
        """The ids of all claims that somebody decided about, in the order in which that was first done."""
        names = [str(entry.leaf.body.get("name", "")) for entry in self.entries]
        return list(dict.fromkeys(name.removeprefix("claim:") for name in names if name.startswith("claim:")))

    def promoted(self, mark_ids: Iterable[str], at: float) -> frozenset[str]:
        """Those of some marks that an approved claim stands for."""
        found = set()
        for mark_id in mark_ids:
            for entry in self.about("mark", mark_id):
                standing = self.claim(str(entry.leaf.body.get("name", "")).removeprefix("claim:"), at)
                if standing.state == "approved" and standing.claim and f"mark:{mark_id}" in standing.claim.derived_from:
                    found.add(mark_id)
        return frozenset(found)

    def proposal(self, proposal_id: str) -> tuple[str, Entry] | None:
        """(`accepted` or `rejected`, the entry that says so) of a proposal; None where nobody decided. No beats yes."""
        accepted = None
        for entry in self.about("name", f"proposal:{proposal_id}"):
            found = self.decision(entry)
            if isinstance(found, Decision) and found.statement.decision == "reject":
                return "rejected", entry
            accepted = accepted or (entry if isinstance(found, Decision) else None)
        for entry in self.about("proposal", proposal_id):
            covered = self._covered(entry, self.decision(entry))
            if covered is not None and f"proposal:{proposal_id}" in covered[0].derived_from:
                accepted = accepted or entry
        return ("accepted", accepted) if accepted is not None else None

    def refused_texts(self) -> list[tuple[Decision, str]]:
        """The values that are refused now, with the decision, where their text is kept."""
        if self._refused_texts is None:
            self._refused_texts = [
                (found, text)
                for entry, found, lifted in self.tombstones()
                if isinstance(found, Decision) and not lifted and (text := self._refused_text(entry))
            ]
        return self._refused_texts

    def _refused_text(self, entry: Entry) -> str:
        data = self.reading.value(entry.leaf.digests[1]) if len(entry.leaf.digests) > 1 else None
        try:
            fields = json.loads(data or b"")
            text = fields.get("proposed_change") or fields.get("observation") or ""
        except (ValueError, RecursionError, AttributeError):
            return ""
        return text if isinstance(text, str) else ""

    def seal(self, shown: str) -> Decision | None:
        """The seal of a file that stands: a valid one that no other valid one was made in sight of. None where there is
        none, or where a later one cannot be read."""
        latest = self._sealed(shown)
        return latest[1] if latest is not None else None

    def sealed_bytes(self, shown: str) -> bytes | None:
        """The bytes of a file as they were sealed last, where they are kept."""
        latest = self._sealed(shown)
        if latest is None or len(latest[0].leaf.digests) < 2:
            return None
        return self.reading.signed_value(latest[0].leaf.digests[1])

    def _sealed(self, shown: str) -> tuple[Entry, Decision] | None:
        entries = self.about("name", f"file:{shown}")
        if self.unproven or any(map(self._is_unread, entries)):
            return None
        judged = [(each, self.decision(each)) for each in entries]
        seals = [(each, found) for each, found in judged if isinstance(found, Decision)]
        for entry, found in reversed(seals):
            over = any(other.identity != found.identity and self._had_seen(other, found) for _, other in seals)
            if not over and self._is_after_losses(found):
                return entry, found
        return None


def _seen_in(log: book.Log) -> int:
    """How many decisions a log is known to have held, which is not what its witness saw."""
    seen = log.witness.decided if log.witness is not None else ()
    return len({*log.state.decided, *seen})


def _at_its_place(line: bytes, at: int) -> Leaf | None:
    """The leaf of a line; None where it is none, says that it stands elsewhere, or holds no decision and no loss."""
    try:
        leaf = leaves.decode(line)
    except BadLeaf:
        return None
    return leaf if leaf.i == at and leaf.type in _HOLDING else None


_HOLDING = ("decided", "key", "gap")
_SIGNED_HINTS = ("keys", "match", "supersedes")


def hints(said: Statement) -> dict[str, Any]:
    """What a leaf says in its body of the statement that it holds, so that it is found; a leaf that says anything else
    does not count."""
    found: dict[str, Any] = {"decision": said.decision}
    if said.tombstone is not None:
        found |= {"keys": list(said.tombstone.keys), "match": said.tombstone.match}
    if said.supersedes:
        found["supersedes"] = list(said.supersedes)
    return found


# The field of a leaf's body that names each kind of thing that its decision is about.
_HINTS = (("key", "keys"), ("mark", "marks"), ("proposal", "proposals"), ("supersedes", "supersedes"))


def _revokes(found: Decision) -> bool:
    return found.statement.decision == "key" and found.statement.subject_path == "key.revoke"


def _hints(body: Any) -> Iterable[tuple[str, str]]:
    """What a leaf says that its decision is about, as (kind, name)."""
    for kind, field in (("name", "name"), ("id", "decision_id")):
        if isinstance(body.get(field), str):
            yield kind, body[field]
    for kind, field in _HINTS:
        listed = body.get(field)
        for name in dict.fromkeys(map(str, listed)) if isinstance(listed, list) else ():
            yield kind, name

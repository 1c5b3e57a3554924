"""knowledge: what a person approved, what became of it, and the signed bytes put back where a hand changed them."""

from __future__ import annotations

import difflib
from typing import Any

from sapwood import admit
from sapwood.change import Change, FileStep
from sapwood.core import plain
from sapwood.disk import safe
from sapwood.disk.home import Home
from sapwood.errors import NotFound, Refused
from sapwood.gate import root
from sapwood.gate.decisions import Decision
from sapwood.gate.ledger import Ledger, Standing
from sapwood.layers import facts, knowledge
from sapwood.reading import Reading

APPROVED = "approved"


def listed(home: Home, reading: Reading, words: str = "", *, every: bool = False) -> dict[str, Any]:
    """The claims that stand (`every`: all that were decided about), and files that are not as signed."""
    ledger = _ledger(home, reading, words)
    rows = [_row(home, ledger, each, reading.now) for each in ledger.claims()]
    shown = [row for row in rows if every or row["state"] in (APPROVED, "unverifiable")]
    known = {row["file"] for row in rows}
    sources, problems = facts.files(home.places)
    strangers = [source.shown for source in sources if source.shown not in known]
    return {
        "claims": shown, "unsigned": strangers, "problems": [str(each) for each in problems], "root": ledger.root.said
    }  # fmt: skip


def show(home: Home, reading: Reading, given: str, words: str = "") -> dict[str, Any]:
    """One claim by its id (or the end of it): the signed bytes, where it stands, how its file differs from them."""
    ledger = _ledger(home, reading, words)
    claim_id = one(ledger, given)
    row = _row(home, ledger, claim_id, reading.now)
    standing = ledger.claim(claim_id, reading.now)
    text = plain.shown(standing.data.decode("utf-8", "replace"))
    return {
        **row, "signed": text, "difference": _difference(home, standing), "decisions": decisions(ledger, claim_id),
        "root": ledger.root.said,
    }  # fmt: skip


def decisions(ledger: Ledger, claim_id: str) -> list[dict[str, Any]]:
    """Every leaf that says to hold a decision about a claim, in the order of memory, and whether it counts."""
    rows = []
    for entry in ledger.about("name", f"claim:{claim_id}"):
        found = ledger.decision(entry)
        row: dict[str, Any] = {"leaf": f"{entry.replica}/{entry.leaf.i}", "at": entry.leaf.at}
        row |= {"channel": entry.leaf.channel, "counts": isinstance(found, Decision)}
        if isinstance(found, Decision):
            said = found.statement
            row |= {"decision": said.decision, "by": said.reviewer, "key": found.signer.key.fingerprint}
            row |= {"decided_at": said.decided_at, "reason": said.reason}
        else:
            row |= {"decision": str(entry.leaf.body.get("decision", "")), "why": found.message}
        rows.append(row)
    return rows


def one(ledger: Ledger, given: str) -> str:
    """The claim with that id, or the only one whose id ends so. Raises `NotFound`."""
    bare = given.removeprefix("claim:")
    found = [each for each in ledger.claims() if bare and (each == bare or each.endswith(bare))]
    if len(found) != 1:
        raise NotFound("claim" if not found else "single claim", given, "`sapwood knowledge list --all` has their ids")
    return found[0]


def restore(home: Home, change: Change, given: str) -> dict[str, Any]:
    """Put the signed bytes of an approved claim back into its file; what stood there is kept in `.sapwood/aside/`."""
    ledger = change.ledger
    claim_id = one(ledger, given)
    standing = ledger.claim(claim_id, change.now)
    if standing.state != APPROVED or standing.claim is None:
        what = f"claim {claim_id} is {standing.state or 'not approved'} ({standing.why})"
        raise Refused("state", f"{what}; only an approved one is put back")
    shown = facts.path_of(home.places, standing.claim)
    before = _bytes(home, shown)
    if before == standing.data:
        return {"id": claim_id, "file": shown, "restored": False}
    step = FileStep("write", shown, None if before is None else change.digest(before), change.digest(standing.data))
    body = {"claim": claim_id, "name": standing.claim.name}
    admitted = admit.file_change(change, "restored", step, body, owned=knowledge.owned(home.places))
    kept = knowledge.put_back(change, admitted, standing, step, before)
    return {"id": claim_id, "file": shown, "restored": True, "kept": kept}


def _ledger(home: Home, reading: Reading, words: str) -> Ledger:
    return Ledger(reading, root.load(home.places, words))


def _row(home: Home, ledger: Ledger, claim_id: str, at: float) -> dict[str, Any]:
    standing = ledger.claim(claim_id, at)
    row: dict[str, Any] = {"id": claim_id, "state": standing.state, "why": standing.why, "file": ""}
    if standing.claim is not None:
        claim = standing.claim
        row |= {"file": facts.path_of(home.places, claim), "subject": claim.subject, "claim": claim.text}
        row |= {"approved_by": claim.approved_by, "approved_at": claim.approved_at, "confidence": claim.confidence}
        row |= {"valid_from": claim.valid_from or None, "valid_to": claim.valid_to or None}
        row["supersedes"] = list(claim.supersedes)
        here = _bytes(home, row["file"])
        if standing.state == APPROVED and here != standing.data:
            gone = here is None
            row["state"] = "unverifiable"
            row["why"] = f"its file {'is gone' if gone else 'was changed'}; `sapwood knowledge restore {claim_id[-8:]}`"
    return row


def _bytes(home: Home, shown: str) -> bytes | None:
    try:
        return safe.read_own(home.places.located(shown))
    except OSError:
        return None


def _difference(home: Home, standing: Standing) -> list[str]:
    if standing.claim is None:
        return []
    here = _bytes(home, facts.path_of(home.places, standing.claim)) or b""
    texts = [plain.shown(each.decode("utf-8", "replace")).split("\n") for each in (standing.data, here)]
    return list(difflib.unified_diff(texts[0], texts[1], "signed", "file", lineterm=""))


def tombstones(home: Home, reading: Reading, words: str = "") -> dict[str, Any]:
    """Every value that a person refused, in the order of the log, and whether that was taken back."""
    ledger = _ledger(home, reading, words)
    rows = []
    for entry, found, lifted in ledger.tombstones():
        row: dict[str, Any] = {"leaf": f"{entry.replica}/{entry.leaf.i}", "lifted": lifted}
        if isinstance(found, Decision):
            said = found.statement
            row |= {
                "id": found.identity, "name": said.name, "subject": said.subject_path, "by": said.reviewer,
                "at": said.decided_at, "reason": said.reason, "match": said.tombstone.match if said.tombstone else "",
                "counts": said.tombstone is not None,
            }  # fmt: skip
        else:
            row |= {"id": str(entry.leaf.body.get("decision_id", "")), "counts": False, "why": found.message}
        rows.append(row)
    return {"tombstones": rows, "root": ledger.root.said}


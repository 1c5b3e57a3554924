"""The lane of knowledge: facts that a person signed, proven now; and files of that folder that claim to be one."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sapwood.core import claim as claims
from sapwood.core import instant, plain, subject
from sapwood.core.claim import Claim
from sapwood.disk import safe
from sapwood.errors import BadClaim
from sapwood.index import lexical
from sapwood.lanes import marks
from sapwood.lanes.look import Item, Look
from sapwood.layers import facts, passages
from sapwood.layers.passages import Passage

if TYPE_CHECKING:
    from sapwood.gate.ledger import Ledger, Standing

APPROVED, UNVERIFIABLE = "approved", "unverifiable"


def lane(look: Look) -> list[Item]:
    """What is approved first, then what only claims to be."""
    if look.question.known is not None:
        return look.first(_known(look))
    items = look.pooled(lambda pool: _from_pool(look, pool))
    look.notices += _altered(look)
    return items


def _from_pool(look: Look, pool: int) -> tuple[list[Item], bool]:
    question = look.question
    rows = passages.search(
        look.reading, passages.KNOWLEDGE, question.query, question.about, "", pool, archived=False
    )
    if not rows:
        return [], True
    items = [item for item in (_item(look, look.ledger(), each) for each in rows) if item is not None]
    items.sort(key=lambda item: item["trust"] != APPROVED)
    return look.first(items), len(rows) < pool


def _item(look: Look, ledger: Ledger, found: Passage) -> Item | None:
    data = _bytes(look, found.path)
    if data is None:
        return None
    stated = _stated(data)
    standing = ledger.claim(stated.id, _at(look)) if stated is not None else None
    if standing is None or standing.claim is None or standing.data != data:
        return _unverifiable(look, found, stated, standing)
    if standing.state == APPROVED and found.path != facts.path_of(look.home.places, standing.claim):
        return _unverifiable(look, found, stated, None)  # a copy: else it could fill the answer
    if standing.state == APPROVED and _held(look, standing.claim):
        return _fields(look, standing.claim, found.path, APPROVED)
    if standing.state == UNVERIFIABLE:
        return _unverifiable(look, found, stated, standing)
    return None  # superseded, expired, retired, rejected: review, history and --known-at show it


def _bytes(look: Look, shown: str) -> bytes | None:
    try:
        return safe.read_own(look.home.places.located(shown))
    except OSError:
        return None


def _stated(data: bytes) -> Claim | None:
    try:
        return claims.parse(data)
    except BadClaim:
        return None


def _at(look: Look) -> float:
    return look.question.at if look.question.as_of is None else look.question.as_of


def _held(look: Look, claim: Claim) -> bool:
    """Whether a claim is of the asked scope and had begun to hold."""
    begun = not claim.valid_from or instant.parse(claim.valid_from) <= _at(look)
    return begun and claim.scope == look.question.scope


def _fields(look: Look, claim: Claim, path: str, trust: str) -> Item:
    item: Item = {
        "id": claim.id, "file": path, "subject": claim.subject, "claim": claim.text, "author": claim.author,
        "recorded_at": claim.recorded_at, "approved_at": claim.approved_at, "approved_by": claim.approved_by,
        "confidence": claim.confidence, "evidence": marks.resolved(look.shelf, claim.evidence)[0],
    }  # fmt: skip
    bounds = {"valid_from": claim.valid_from, "valid_to": claim.valid_to}
    item |= {name: bound for name, bound in bounds.items() if bound}
    return item | {"reason": look.question.reason(claim.text, claim.subject), "trust": trust}


def _unverifiable(look: Look, found: Passage, stated: Claim | None, standing: Standing | None) -> Item | None:
    if look.question.trusted or look.withheld.holds((found.text,), with_absences=False, subject=found.subject):
        return None
    text = passages.excerpt(found, look.shelf.texts(look.home.places.located(found.path)))
    if text is None:
        return None
    item: Item = {
        "id": stated.id if stated is not None else "", "file": found.path, "subject": found.subject, "claim": text,
        "author": "", "recorded_at": "", "approved_by": "",
    }  # fmt: skip
    item["reason"] = look.question.reason(found.text, found.subject)
    return item | {"trust": UNVERIFIABLE, "why": why(stated, standing)}


def why(stated: Claim | None, standing: Standing | None) -> str:
    """Why a file of the folder is not served as approved, in a sentence."""
    if standing is not None and standing.claim is not None and standing.state == APPROVED:
        return "it was changed after it was approved; `sapwood knowledge show` has the difference"
    if standing is not None and standing.state:
        return plain.shown(standing.why or standing.state)
    if stated is None:
        return "it is not written as an approved fact is; nobody signed it"
    return "nobody signed it here" if standing is None else "nobody signed it"


def _altered(look: Look) -> list[str]:
    """What to say of approved facts that answer the question and whose file is gone or holds something else: whoever
    can write the folder must not take a fact away unseen."""
    ledger = look.decisions()
    entries = ledger.entries if ledger is not None else ()
    said = []
    for path, here, claim_id in filter(None, (_other_bytes(look, each.leaf.body) for each in entries)):
        standing = look.ledger().claim(claim_id, _at(look))
        if standing.state == APPROVED and standing.claim is not None and _is_asked(look, standing.claim):
            what = "is gone" if here is None else "was changed"
            said.append(
                f"{path} held an approved fact that answers this, and {what}: `sapwood knowledge restore {claim_id}`"
            )
    return said


def _other_bytes(look: Look, body: dict[str, Any]) -> tuple[str, bytes | None, str] | None:
    """(file, its bytes, claim) of an approval whose file does not hold what was signed; None where it does. Only the
    keyed digest of the leaf is asked: to verify every signature for every question would be dear."""
    stated, folder = body.get("file"), look.home.places.shown(look.home.places.knowledge)
    file: dict[str, Any] = stated if isinstance(stated, dict) else {}
    path = str(file.get("path", ""))
    if body.get("decision") != "approve" or path.rpartition("/")[0] != folder:
        return None
    here = _bytes(look, path)
    if here is not None and hmac.digest(look.reading.index.rules.salt, here, "sha256").hex() == file.get("after"):
        return None
    return path, here, str(body.get("name", "")).removeprefix("claim:")


def _is_asked(look: Look, claim: Claim) -> bool:
    question = look.question
    under = not question.about or subject.under(claim.subject, question.about)
    return under and _held(look, claim) and (question.query is None or _matched(look, claim) > 0)


def _known(look: Look) -> Iterable[Item | None]:
    """What was approved when the log had come so far, from the signed bytes: files have no past."""
    ledger, question = look.ledger(), look.question
    found = []
    for claim_id in ledger.claims():
        standing = ledger.claim(claim_id, _at(look))
        if standing.state != APPROVED or standing.claim is None or not _held(look, standing.claim):
            continue
        claim = standing.claim
        if question.about and not subject.under(claim.subject, question.about):
            continue
        words = _matched(look, claim)
        if question.query is None or words:
            found.append((-words, claim.subject, claim))
    for _, _, claim in sorted(found, key=lambda each: each[:2]):
        yield _fields(look, claim, facts.path_of(look.home.places, claim), APPROVED)


def _matched(look: Look, claim: Claim) -> int:
    query = look.question.query
    return len(lexical.matched(query.words, f"{claim.text} {claim.subject.replace('.', ' ')}")) if query else 0

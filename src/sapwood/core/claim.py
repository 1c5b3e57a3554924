"""A claim: the exact bytes of one file of `knowledge/`, which a signature covers.

    ---
    id: 0198f3c2-…
    subject: joshua.food
    …
    ---

    The claim, as it is signed.

The header is YAML with one field a line, in a fixed order, every value as JSON writes it or as a plain word, so that
there is one spelling of a claim and it can be read without a YAML parser. `parse` accepts what `render` wrote and
nothing else.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from sapwood.core import evidence, instant, subject
from sapwood.core.limits import Limits
from sapwood.errors import BadClaim, BadInstant, BadSubject

CONFIDENCE = ("stated", "inferred", "uncertain")
LONGEST = 65_536  # bytes

_FENCE = "---\n"
_PLAIN = re.compile(r"[a-z][a-z0-9_-]*(?:\.[a-z0-9_-]+)*|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_WORDS_OF_YAML = frozenset({"true", "false", "yes", "no", "on", "off", "y", "n", "null"})
_NUMBER = re.compile(r"[0-9][0-9e.+_-]*")
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


class Claim(NamedTuple):
    """One fact. `id` is a UUIDv7; times are instants as text, asserted; `valid_from` and `valid_to` say when it holds
    in the world (empty: not said); `derived_from` names marks, entries or proposals that it came from, `supersedes`
    claims in whose place it stands; `approved_by` names the person and the key."""

    id: str
    subject: str
    scope: str
    author: str
    recorded_at: str
    approved_at: str
    approved_by: str
    confidence: str
    text: str
    valid_from: str = ""
    valid_to: str = ""
    evidence: tuple[evidence.Evidence, ...] = ()
    derived_from: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """As a decision names it."""
        return f"claim:{self.id}"

    @property
    def file_name(self) -> str:
        """Its file in `knowledge/`: the subject, and the end of the id, so that two never collapse to one."""
        return f"{self.subject.replace('.', '-')[:80]}-{self.id[-8:]}.md"


def render(claim: Claim) -> bytes:
    """The bytes of a claim. Raises `BadClaim` where they would not be read back as it is."""
    data = _rendered(claim)
    if parse(data) != claim:
        raise BadClaim("it would not be read back as it is")
    return data


def parse(data: bytes) -> Claim:
    """The claim of the bytes that `render` makes. Raises `BadClaim`."""
    if len(data) > LONGEST:
        raise BadClaim(f"it has {len(data)} bytes, the limit is {LONGEST}")
    try:
        whole = data.decode()
    except UnicodeDecodeError as failure:
        raise BadClaim(f"it is no UTF-8 ({failure.reason} at byte {failure.start})") from failure
    header, fence, body = whole.removeprefix(_FENCE).partition("\n" + _FENCE)
    if not whole.startswith(_FENCE) or not fence:
        raise BadClaim("it has no header between two lines `---`")
    fields: dict[str, Any] = {}
    for number, line in enumerate(header.split("\n"), 2):
        name, colon, value = line.partition(": ")
        if not colon or name in fields:
            raise BadClaim(f"line {number} is no field, or one that stands twice: {line[:80]!a}")
        fields[name] = _read(value, number)
    claim = _claim(fields, body.removeprefix("\n").removesuffix("\n"))
    if _rendered(claim) != data:
        raise BadClaim("it has another spelling than the one that is signed")
    return claim


def _rendered(claim: Claim) -> bytes:
    fields: dict[str, Any] = {
        "id": claim.id, "subject": claim.subject, "scope": claim.scope, "author": claim.author,
        "recorded_at": claim.recorded_at, "approved_at": claim.approved_at, "approved_by": claim.approved_by,
        "confidence": claim.confidence,
    }  # fmt: skip
    optional = {"valid_from": claim.valid_from, "valid_to": claim.valid_to}
    lists = {
        "evidence": [record.to_json() for record in claim.evidence],
        "derived_from": list(claim.derived_from),
        "supersedes": list(claim.supersedes),
    }
    fields |= {name: value for name, value in (*optional.items(), *lists.items()) if value}
    header = "".join(f"{name}: {_written(value)}\n" for name, value in fields.items())
    return f"{_FENCE}{header}{_FENCE}\n{claim.text}\n".encode("utf-8", "surrogatepass")


def _written(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value not in _WORDS_OF_YAML and not _is_number(value):
        return value
    # YAML reads U+2028 and U+2029 inside a value as line ends, and U+0085 too
    text = json.dumps(value, ensure_ascii=False)
    return re.sub(r"[\x7f-\x9f\u2028\u2029\ufeff]", lambda match: f"\\u{ord(match[0]):04x}", text)


def _is_number(value: str) -> bool:
    return _NUMBER.fullmatch(value) is not None


def _read(value: str, number: int) -> Any:
    if _PLAIN.fullmatch(value):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as failure:
        raise BadClaim(f"line {number}: {value[:80]!a} is neither a plain word nor JSON") from failure


def _claim(fields: dict[str, Any], text: str) -> Claim:
    records = fields.pop("evidence", [])
    named = {name: fields.pop(name, []) for name in ("derived_from", "supersedes")}
    try:
        cited = tuple(evidence.from_json(record) for record in records)
        claim = Claim(
            **fields, text=text, evidence=cited, derived_from=tuple(named["derived_from"]),
            supersedes=tuple(named["supersedes"]),
        )  # fmt: skip
    except (TypeError, ValueError, KeyError, AttributeError) as failure:
        raise BadClaim(f"its fields do not fit: {failure}") from failure
    plain = [part for part in claim if not isinstance(part, tuple)]
    if not all(isinstance(each, str) for each in (*plain, *claim.derived_from, *claim.supersedes)):
        raise BadClaim("a field that is text holds something else")
    _judge(claim)
    return claim


def _judge(claim: Claim) -> None:
    if not _ID.fullmatch(claim.id):
        raise BadClaim(f"the id {claim.id!r} is no UUIDv7")
    if claim.confidence not in CONFIDENCE:
        raise BadClaim(f"the confidence {claim.confidence!r} is none of {', '.join(CONFIDENCE)}")
    if not claim.text.strip() or claim.text != claim.text.strip() or "\r" in claim.text or "\x00" in claim.text:
        raise BadClaim("its text is empty, or begins or ends with white space, or holds CR or NUL")
    try:
        if subject.parse(claim.subject, Limits()) != claim.subject:
            raise BadClaim(f"the subject {claim.subject!r} is not in normal form")
        bounds = [instant.parse(each) for each in (claim.valid_from, claim.valid_to) if each]
        for moment in (claim.recorded_at, claim.approved_at):
            instant.parse(moment)
    except (BadSubject, BadInstant) as bad:
        raise BadClaim(str(bad)) from bad
    if len(bounds) == 2 and bounds[1] <= bounds[0]:
        raise BadClaim("it would end before it begins")

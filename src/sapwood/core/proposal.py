"""A proposal: what waits for a person to say yes or no to it. Nothing here decides anything.

Everybody may propose, by every channel; what is proposed is text of whoever proposed it, whatever it says about itself.
It waits until a person decides, and withers when nobody does (`PENDING_DAYS`).
"""

from __future__ import annotations

import hmac
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from sapwood.core import evidence, plain, skeleton
from sapwood.core.evidence import Evidence
from sapwood.core.mark import DAY

PROMOTION, SEED, SKILL, RETIRE = KINDS = ("promotion", "seed", "skill", "retire")
PENDING, HELD, DEFERRED, ACCEPTED, REJECTED, WITHERED = STATES = (
    "pending", "held", "deferred", "accepted", "rejected", "withered",
)  # fmt: skip
WAITING = (PENDING, HELD)
PENDING_DAYS = 90  # of waiting, after which a proposal withers
MOST_WAITING = 50  # of one actor
# Letters of these alphabets look like one another; a word that mixes them is not what it seems to be.
_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE")
_TEXTS = ("kind", "subject", "proposed_change", "title", "target_file", "target_claim", "confidence", "valid_from",
          "valid_to", "reason", "proposed_by")  # fmt: skip


class Proposed(NamedTuple):
    """What is proposed: the fields of its value. `text` is `proposed_change` in JSON. A seed names the `target_file`
    (as `Places.shown` has it) that a person may write it into, a retirement the `target_claim`; `based_on` holds ids of
    marks and places of note entries (`PATH#L3-L5`); `valid_from` and `valid_to` are instants as text (empty: not said);
    `supersedes` names claims in whose place it would stand."""

    kind: str
    subject: str
    text: str
    title: str = ""
    target_file: str = ""
    target_claim: str = ""
    based_on: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    confidence: str = ""
    valid_from: str = ""
    valid_to: str = ""
    supersedes: tuple[str, ...] = ()
    reason: str = ""
    proposed_by: str = ""

    @property
    def marks(self) -> tuple[str, ...]:
        """Ids of the marks that it is based on."""
        return tuple(each for each in self.based_on if evidence.citation(each) is None)

    @property
    def entries(self) -> tuple[str, ...]:
        """Places of the note entries that it is based on."""
        return tuple(each for each in self.based_on if evidence.citation(each) is not None)

    def to_json(self) -> dict[str, Any]:
        """The fields of the value, empty ones left out."""
        fields = {("proposed_change" if key == "text" else key): part for key, part in self._asdict().items() if part}
        lists = {key: list(fields[key]) for key in ("based_on", "supersedes") if key in fields}
        records = [record.to_json() for record in self.evidence]
        return fields | lists | ({"evidence": records} if records else {})


def from_json(fields: Mapping[str, Any]) -> Proposed:
    """What a value proposes; unknown keys are left out. Raises `ValueError` where it is no proposal."""
    texts = {key: fields.get(key, "") for key in _TEXTS}
    lists = {key: fields.get(key, []) for key in ("based_on", "supersedes", "evidence")}
    if not all(isinstance(each, str) for each in texts.values()) or texts["kind"] not in KINDS:
        raise ValueError(f"no proposal: its kind is {texts['kind']!r}, or a field that is text holds something else")
    if not all(isinstance(each, list) for each in lists.values()):
        raise ValueError("no proposal: a field that is a list holds something else")
    named, records = (*lists["based_on"], *lists["supersedes"]), lists["evidence"]
    if not all(isinstance(each, str) for each in named) or not all(isinstance(each, dict) for each in records):
        raise ValueError("no proposal: a list holds something else than it should")
    based_on, supersedes, text = tuple(lists["based_on"]), tuple(lists["supersedes"]), texts.pop("proposed_change")
    cited = tuple(evidence.from_json(each) for each in records)
    return Proposed(**texts, text=text, based_on=based_on, supersedes=supersedes, evidence=cited)


def same_key(salt: bytes, scope: str, made: Proposed) -> str:
    """What two proposals share that ask for the same: scope, kind, subject, target and skeleton, keyed with the salt of
    the workspace."""
    said = skeleton.skeleton(f"{made.title}\n{made.text}" if made.title else made.text)
    about = (made.target_claim,) if made.kind == RETIRE else (made.subject, made.target_file, said)
    parts = "\0".join((skeleton.VERSION, scope, made.kind, *about))
    return hmac.digest(salt, b"proposal\0" + parts.encode("utf-8", "surrogatepass"), "sha256").hex()


def said_keys(salt: bytes, made: Proposed) -> frozenset[str]:
    """Keys of what it says, and of its lines, whatever the subject: by these words that are taken away are found."""
    texts = [made.text, made.title, made.reason]
    return _keys(salt, [*texts, *(line for text in texts for line in text.split("\n"))])


def quoted_keys(salt: bytes, made: Proposed) -> frozenset[str]:
    """Keys of the lines that its evidence quotes."""
    return _keys(salt, [line for record in made.evidence for line in record.quote.split("\n")])


def _keys(salt: bytes, texts: list[str]) -> frozenset[str]:
    return frozenset(skeleton.keys(salt, "", text).skeleton for text in texts if skeleton.skeleton(text))


def withers_at(pending_since: float) -> float:
    """The instant at which a proposal that waits since then withers."""
    return pending_since + PENDING_DAYS * DAY


def doubts(made: Proposed) -> list[str]:
    """What in the texts of a proposal has to be looked at character by character."""
    found = []
    for name, text in (("text", made.text), ("title", made.title), ("reason", made.reason)):
        if plain.is_hidden(text):
            found.append(f"the {name} holds characters that are not seen")
        mixed = sorted({word for word in text.split() if mixes_alphabets(word)})
        if mixed:
            found.append(f"the {name} mixes alphabets inside a word: {', '.join(mixed[:3])}")
    return found


def mixes_alphabets(word: str) -> bool:
    """True for letters of two alphabets that look alike within one run of letters."""
    if word.isascii():
        return False
    run = set[str]()
    for char in word:
        if not char.isalpha() and not unicodedata.combining(char):
            run.clear()
        elif alphabet := _alphabet(char):
            run.add(alphabet)
            if len(run) > 1:
                return True
    return False


@lru_cache(maxsize=4096)
def _alphabet(char: str) -> str:
    name = unicodedata.name(unicodedata.normalize("NFKC", char)[:1], "")
    return name.partition(" ")[0] if name.startswith(_ALPHABETS) else ""

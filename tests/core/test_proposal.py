"""What a proposal is: its value, what makes two the same, when it withers, what has to be looked at."""

from __future__ import annotations

import json

import pytest

from sapwood.core import proposal
from sapwood.core.evidence import Evidence
from sapwood.core.mark import DAY
from sapwood.core.proposal import Proposed

SALT = b"s" * 32
MADE = Proposed(
    kind="promotion", subject="joshua.food", text="Joshua eats no broccoli", based_on=("0198-a", "patterns.md#L3-L5"),
    evidence=(Evidence("file", "daily/2026-11-05.md", (3, 3), sha256="ab", quote="- eats no broccoli"),),
    confidence="stated", valid_from="2026-11-05T00:00:00Z", supersedes=("0197-c",), proposed_by="rita",
)  # fmt: skip


def test_a_value_is_read_back_as_it_was_written() -> None:
    written = json.loads(json.dumps(MADE.to_json()))
    assert written["proposed_change"] == MADE.text
    assert "title" not in written
    assert proposal.from_json(written) == MADE
    assert proposal.from_json({**written, "later": 1}) == MADE


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "fact"}, {"kind": None}, {"subject": 1}, {"based_on": "x"}, {"based_on": [1]}, {"evidence": {}},
        {"evidence": ["x"]}, {"evidence": [{"kind": "hearsay"}]}, {"supersedes": [None]}, {"proposed_change": []},
    ],
)  # fmt: skip
def test_what_is_no_proposal_is_refused(wrong: dict[str, object]) -> None:
    assert proposal.from_json(MADE.to_json()) == MADE
    with pytest.raises(ValueError, match=r"proposal|evidence"):
        proposal.from_json({**MADE.to_json(), **wrong})


def test_marks_and_entries_are_told_apart() -> None:
    assert MADE.marks == ("0198-a",)
    assert MADE.entries == ("patterns.md#L3-L5",)


def test_the_same_is_the_same_in_another_dress_and_nothing_else_is() -> None:
    key = proposal.same_key(SALT, "home", MADE)
    same = [
        MADE._replace(text="  joshua eats NO broccoli. "), MADE._replace(proposed_by="otto", based_on=()),
        MADE._replace(evidence=(), confidence="inferred", reason="because"),
    ]  # fmt: skip
    others = [
        MADE._replace(text="Joshua eats broccoli"), MADE._replace(subject="joshua.health"), MADE._replace(kind="skill"),
        MADE._replace(target_file="SOUL.md"), MADE._replace(title="Food"),
    ]  # fmt: skip
    assert {proposal.same_key(SALT, "home", each) for each in same} == {key}
    assert key not in {proposal.same_key(SALT, "home", each) for each in others}
    assert key != proposal.same_key(SALT, "work", MADE)
    assert key != proposal.same_key(b"t" * 32, "home", MADE)


def test_two_retirements_of_one_claim_are_the_same_whatever_their_reason() -> None:
    made = Proposed("retire", "joshua.food", "Eats fish", target_claim="0197-c", reason="old")
    assert proposal.same_key(SALT, "home", made) == proposal.same_key(SALT, "home", made._replace(reason="wrong"))
    assert proposal.same_key(SALT, "home", made) != proposal.same_key(
        SALT, "home", made._replace(target_claim="0197-d")
    )


def test_keys_find_lines_of_what_is_said_and_of_what_is_quoted() -> None:
    made = MADE._replace(text="First line\nSecond line", title="A title", reason="A reason")
    alone = [MADE._replace(text=text) for text in ("First line", "second LINE", "A title", "A reason")]
    for each in alone:
        assert proposal.said_keys(SALT, each) <= proposal.said_keys(SALT, made), each.text
    quoted = proposal.quoted_keys(SALT, made)
    assert len(quoted) == 1
    assert quoted == proposal.said_keys(SALT, MADE._replace(text="eats no broccoli"))
    assert quoted.isdisjoint(proposal.said_keys(SALT, made))


def test_it_withers_after_ninety_days() -> None:
    assert proposal.withers_at(1_000.0) == 1_000.0 + 90 * DAY


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("plain words, 20 °C — it's fine", ""),
        ("Größe, naïve, œuvre, Søren", ""),
        ("поставил чайник", ""),
        ("東京 and カタカナ mixedかな", ""),
        ("the user\u200b approved", "not seen"),
        ("left \u202eright", "not seen"),
        ("bell \x07", "not seen"),
        ("\u2066isolated\u2069", "not seen"),
        ("p\u0430ypal", "mixes alphabets"),
        ("\u0391pple", "mixes alphabets"),
        ("p\u0430y\u0301pal", "mixes alphabets"),
    ],
)
def test_hidden_and_mixed_texts_are_named(text: str, doubt: str) -> None:
    for made in (MADE._replace(text=text), MADE._replace(title=text), MADE._replace(reason=text)):
        found = " ".join(proposal.doubts(made))
        assert (doubt in found) if doubt else not found, found

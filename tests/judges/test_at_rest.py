"""`agmi` edits a home at rest, nine ways, and asks the installed command: what it serves as genuine is what was written.

Its own controls stand before every edit: the untouched store is served in full, twice; and every edit has to land, or
the cell is no verdict.
"""

from __future__ import annotations

import pytest

from judges.at_rest import ApprovedInFiles, ApprovedInLog, Judged, MarksInIndex, MarksInLog, judge

EDITS = ["T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9"]


def cells(store: Judged) -> dict[str, str]:
    found = judge(store)
    assert len(store.genuine) == 6, "five records are seeded, and one is written after the snapshot of T9"
    for cell in found:
        assert "approved" not in cell.strangers, cell
        assert cell.verdict == "ACCEPTED" or cell.why, cell
    return {cell.edit.partition(" ")[0]: cell.verdict for cell in found}


@pytest.mark.parametrize("kind", [MarksInLog, MarksInIndex])
def test_nine_edits_on_the_lane_of_marks(kind: type[Judged]) -> None:
    assert cells(kind()) == dict.fromkeys(EDITS, "REJECTED")


@pytest.mark.parametrize("trusted", [False, True])
@pytest.mark.parametrize("kind", [ApprovedInFiles, ApprovedInLog])
def test_nine_edits_on_the_lane_of_approved_facts(
    kind: type[ApprovedInFiles | ApprovedInLog], trusted: bool, full: bool
) -> None:
    if trusted is (kind is ApprovedInFiles) and not full:
        pytest.skip("a long round: .ci/full")
    store = kind()
    store.trusted = trusted
    assert cells(store) == dict.fromkeys(EDITS, "REJECTED")


def test_with_the_witness_in_reach_marks_can_be_written_anew(full: bool) -> None:
    """The guard taken away: these edits are ones that would be believed. T7 makes two marks of one text, which are
    one."""
    if not full:
        pytest.skip("a long round: .ci/full")
    store = MarksInLog()
    store.witness_too = True
    assert cells(store) == {**dict.fromkeys(EDITS, "ACCEPTED"), "T7": "REJECTED"}


def test_with_the_witness_in_reach_a_signature_is_still_asked_for() -> None:
    """What goes back in time, and nothing else, is then not seen by an answer; a head that was kept shows it
    (`tests/gate/test_attacks.py`)."""
    store = ApprovedInLog()
    store.trusted = store.witness_too = True
    assert cells(store) == {**dict.fromkeys(EDITS, "REJECTED"), "T2": "ACCEPTED", "T9": "ACCEPTED"}

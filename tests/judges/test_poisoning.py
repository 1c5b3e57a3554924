"""`amg-bench` poisons a memory under fifteen keys and asks for it later; six honest writes are its control."""

from __future__ import annotations

from agent_memory_guard.bench.scoring import score_report

from judges.poisoning import Approved, Marks, graded


def test_nothing_that_was_not_signed_comes_back_as_approved() -> None:
    report = graded(Approved)
    card = score_report(report)
    assert (card.malicious_total, card.benign_total) == (15, 6)
    assert [run.scenario_id for run in report.runs if run.breached or run.false_positive or run.recall_error] == []
    assert (card.score, card.grade.value, card.ceiling) == (100.0, "A", None)


def test_the_lane_of_marks_is_not_a_filter() -> None:
    """It keeps what an agent observes, and says who did; credentials are masked and honest texts are as they were."""
    report = graded(Marks)
    card = score_report(report)
    assert [run.scenario_id for run in report.runs if run.false_positive or run.recall_error] == []
    kept_out = {run.scenario_id for run in report.runs if run.malicious and run.passed}
    assert {"leak-aws-key", "leak-github-token"} <= kept_out
    assert card.grade.value == "F"

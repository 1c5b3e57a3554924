"""`memtrust` holds a backend against faults that were reported of others: none of them is silent here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from memtrust.evals import contradiction, crash_recovery, filter_injection, lock_contention, migration_rollback

from judges.backend import Backend
from sapwood.disk import lock

UNHURRIED = 120_000.0  # milliseconds: how fast it is, is no matter of this test


@pytest.fixture
def backend() -> Iterator[Backend]:
    with Backend() as made:
        yield made


@pytest.mark.parametrize(
    ("run", "cases", "wanted"),
    [
        (contradiction.run_contradiction_eval, 7, "flagged"),
        (migration_rollback.run_migration_rollback_eval, 3, "restored"),
        (crash_recovery.run_crash_recovery_eval, 3, "recovered"),
    ],
    ids=["contradiction", "migration-rollback", "crash-recovery"],
)
def test_no_case_is_silent(backend: Backend, run: Callable[[Backend], Any], cases: int, wanted: str) -> None:
    found = run(backend).case_results
    assert [(each.signal.value, each.error) for each in found] == [(wanted, None)] * cases


def test_what_was_never_stored_is_not_recovered(backend: Backend) -> None:
    """The control of the three: an answer that says nothing is not taken for one that says it."""
    backend.store("home", "Joshua eats no eggs.")
    assert [each.content for each in backend.query("home", "eggs").records] == ["Joshua eats no eggs."]
    assert backend.query("elsewhere", "eggs").records == []


def test_no_filter_reaches_into_the_question(backend: Backend) -> None:
    backend.store("victim", "This is private to the victim.")
    assert backend.probe_raw_filter({"user_id": "victim"}).raw == {"read": ["This is private to the victim."]}
    assert backend.probe_raw_filter({"user_id": "victim' OR '1'='1"}).raw == {"read": []}
    found = filter_injection.run_filter_injection_eval(backend)
    assert (len(found.malicious_case_results), len(found.benign_case_results)) == (4, 3)
    assert (found.malicious_rejected_rate, found.benign_accepted_rate) == (1.0, 1.0)
    assert all("wanted text" in (each.error or "") for each in found.malicious_case_results)


def test_writers_that_meet_are_answered(backend: Backend) -> None:
    found = lock_contention.run_lock_contention_eval(backend, budget_ms=UNHURRIED)
    assert found.signal.value == "bounded_response"
    assert [each.succeeded for each in found.requests] == [True] * 8
    assert len(backend.query("lock-contention-session", "concurrent write", top_k=50).records) == 8


def test_writers_that_meet_a_holder_who_never_lets_go_are_told(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend.store("home", "Joshua eats no eggs.")
    monkeypatch.setenv("SAPWOOD_LOCK_SECONDS", "1")
    with lock.held(backend.place.memory().home.places.lock, 5):
        found = lock_contention.run_lock_contention_eval(backend, budget_ms=UNHURRIED)
        assert found.signal.value == "bounded_response"
        assert [each.succeeded for each in found.requests] == [False] * 8
        assert all("was held by another process" in (each.error or "") for each in found.requests)
        assert len(backend.query("home", "eggs").records) == 1  # who only reads does not wait

"""Marks: strength at an instant, when it falls below a floor, and new ids."""

from __future__ import annotations

import math
import uuid

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sapwood.core.mark import (
    DAY,
    Decay,
    Reinforcement,
    base,
    deltas,
    sparkline,
    strength,
    strength_from_sum,
    uuid7,
    withers_at,
)

T0 = 1_767_225_600.0  # 2026-01-01
NOON = T0 + DAY / 2

UNIT = st.floats(0.0, 1.0)
HALF_LIVES = st.floats(0.5, 400.0)
INSTANTS = st.floats(-30.0, 400.0).map(lambda days: T0 + days * DAY)
REINFORCEMENTS = st.lists(
    st.builds(Reinforcement, id=st.text("abc", min_size=1, max_size=2), at=INSTANTS, step=UNIT),
    max_size=8,
    unique_by=lambda r: r.id,
)
DECAYS: st.SearchStrategy[Decay] = st.sampled_from(["none", "each"])


def test_two_half_lives_leave_a_quarter() -> None:
    assert strength(1.0, 7.0, T0, (), T0 + 14 * DAY) == 0.25


def test_a_day_later_one_reinforcement_adds_a_fifth_of_what_is_missing() -> None:
    again = Reinforcement("r1", T0 + DAY, 0.2)
    assert round(strength(0.6, 30.0, T0, [again], T0 + DAY), 3) == 0.669
    faded = 0.6 * 2 ** (-1 / 30)
    assert deltas(0.6, 30.0, T0, [again]) == ((again, pytest.approx(0.2 * (1 - faded))),)


def test_time_before_the_observation_does_not_add_strength() -> None:
    assert base(0.6, 30.0, T0, T0 - 100 * DAY) == 0.6
    assert strength(0.6, 30.0, T0, (), T0 - 100 * DAY) == 0.6


def test_a_reinforcement_counts_from_its_instant_on() -> None:
    again = Reinforcement("r1", NOON, 0.5)
    assert strength(0.6, 30.0, T0, [again], NOON - 1) == base(0.6, 30.0, T0, NOON - 1)
    assert strength(0.6, 30.0, T0, [again], NOON) > base(0.6, 30.0, T0, NOON) + 0.1


def test_deltas_stay_or_fade() -> None:
    again = [Reinforcement("r1", T0, 0.5)]
    later = T0 + 30 * DAY
    assert strength(0.6, 30.0, T0, again, later) == pytest.approx(0.3 + 0.2)
    assert strength(0.6, 30.0, T0, again, later, decay="each") == pytest.approx(0.3 + 0.1)


def test_an_earlier_delta_that_fades_leaves_more_to_the_next() -> None:
    two = [Reinforcement("r1", T0, 0.5), Reinforcement("r2", T0 + 30 * DAY, 0.5)]
    assert [round(delta, 6) for _, delta in deltas(0.6, 30.0, T0, two)] == [0.2, 0.25]
    assert [round(delta, 6) for _, delta in deltas(0.6, 30.0, T0, two, decay="each")] == [0.2, 0.3]


def test_at_one_instant_the_id_decides() -> None:
    first, second = Reinforcement("a", NOON, 0.2), Reinforcement("b", NOON, 0.4)
    assert [one.id for one, _ in deltas(0.6, 30.0, T0, [second, first])] == ["a", "b"]


def test_rounding_does_not_lead_past_one_or_below_nothing() -> None:
    # Found by search: these sum to 1 + 2e-16.
    three = [
        Reinforcement("a", T0 + DAY, 0.2),
        Reinforcement("b", T0 + 2 * DAY, 0.2),
        Reinforcement("c", T0 + 3 * DAY, 1),
    ]
    assert base(0.16, 7.0, T0, T0 + 3 * DAY) + sum(delta for _, delta in deltas(0.16, 7.0, T0, three)) > 1.0
    assert strength(0.16, 7.0, T0, three, T0 + 3 * DAY) == 1.0
    four = [*three, Reinforcement("d", T0 + 3 * DAY, 1)]
    assert deltas(0.16, 7.0, T0, four)[-1][1] == 0.0


def test_a_half_life_without_end_never_fades() -> None:
    assert strength(0.6, math.inf, T0, (), T0 + 10_000 * DAY) == 0.6
    assert withers_at(0.6, math.inf, T0, (), 0.1) is None


@given(UNIT, HALF_LIVES, REINFORCEMENTS, INSTANTS, DECAYS)
def test_in_bounds(initial: float, half_life: float, given_: list[Reinforcement], now: float, decay: Decay) -> None:
    assert 0.0 <= strength(initial, half_life, T0, given_, now, decay=decay) <= 1.0


@given(UNIT, HALF_LIVES, REINFORCEMENTS, INSTANTS, INSTANTS, DECAYS)
def test_falls_between_reinforcements_and_rises_at_them(
    initial: float, half_life: float, given_: list[Reinforcement], one: float, other: float, decay: Decay
) -> None:
    early, late = min(one, other), max(one, other)
    quiet = [r for r in given_ if not early < r.at <= late]
    before = strength(initial, half_life, T0, quiet, early, decay=decay)
    assert strength(initial, half_life, T0, quiet, late, decay=decay) <= before + 1e-12  # rounding
    full = strength(initial, half_life, T0, given_, late, decay=decay)
    assert full >= strength(initial, half_life, T0, quiet_until(given_, late), late, decay=decay) - 1e-12


def quiet_until(given_: list[Reinforcement], late: float) -> list[Reinforcement]:
    """All but the last reinforcement up to `late`."""
    past = sorted((r for r in given_ if r.at <= late), key=lambda r: (r.at, r.id))
    return past[:-1]


@given(UNIT, HALF_LIVES, REINFORCEMENTS, INSTANTS, DECAYS, st.randoms())
def test_the_order_of_arrival_does_not_matter(
    initial: float, half_life: float, given_: list[Reinforcement], now: float, decay: Decay, random: object
) -> None:
    mixed = list(given_)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    assert strength(initial, half_life, T0, mixed, now, decay=decay) == strength(
        initial, half_life, T0, given_, now, decay=decay
    )
    assert deltas(initial, half_life, T0, mixed, decay=decay) == deltas(initial, half_life, T0, given_, decay=decay)


@given(UNIT, HALF_LIVES, REINFORCEMENTS, st.floats(0.0, 400.0))
def test_the_sum_is_the_quick_way_after_the_last(
    initial: float, half_life: float, given_: list[Reinforcement], days: float
) -> None:
    now = max([T0, *(r.at for r in given_)]) + days * DAY
    total = sum(delta for _, delta in deltas(initial, half_life, T0, given_))
    assert strength_from_sum(initial, half_life, T0, total, now) == strength(initial, half_life, T0, given_, now)


def after(days: float) -> object:
    return pytest.approx(T0 + days * DAY, rel=0, abs=0.001)  # a millisecond


def test_withers_in_closed_form() -> None:
    assert withers_at(0.8, 10.0, T0, (), 0.1) == after(30)
    again = [Reinforcement("r1", T0, 0.25)]  # adds 0.05
    assert withers_at(0.8, 10.0, T0, again, 0.1) == after(40)
    assert withers_at(0.75, 10.0, T0, again, 0.1, decay="each") == after(10 * math.log2(8.125))
    assert withers_at(0.8, 10.0, T0, [Reinforcement("r1", T0, 0.75)], 0.1) is None  # 0.15 stay
    assert withers_at(0.6, 10.0, T0, [Reinforcement("r1", T0, 0.5)], 0.1, decay="each") == after(30)


def test_withers_at_once_or_never() -> None:
    assert withers_at(0.05, 10.0, T0, (), 0.1) == T0
    assert withers_at(0.0, 10.0, T0, (), 0.1) == T0
    assert withers_at(0.0, 10.0, T0, (), 0.1, decay="each") == T0
    weak = [Reinforcement("r1", T0 + 100 * DAY, 0.01)]
    assert withers_at(0.8, 10.0, T0, weak, 0.1) == T0 + 100 * DAY  # below it by then, and still
    assert withers_at(0.8, 10.0, T0, (), 0.0) is None


@given(UNIT, HALF_LIVES, REINFORCEMENTS, st.floats(0.01, 0.9), DECAYS)
def test_withers_on_both_sides(
    initial: float, half_life: float, given_: list[Reinforcement], floor: float, decay: Decay
) -> None:
    def at(now: float) -> float:
        return strength(initial, half_life, T0, given_, now, decay=decay)

    start = max([T0, *(r.at for r in given_)])
    instant = withers_at(initial, half_life, T0, given_, floor, decay=decay)
    if instant is None:
        assert decay == "none"
        assert at(start + 1_000 * half_life * DAY) >= floor
        return
    assert instant >= start
    assume(math.isfinite(instant))
    # 1e-9 of strength: an instant near 2e9 s has steps of 2e-7 s, in which a half-life of half a day loses 4e-12.
    if instant > start:
        assert at(instant) == pytest.approx(floor, abs=1e-9)
        assert at((start + instant) / 2) >= floor - 1e-9
    assert at(instant + half_life * DAY) <= floor + 1e-9
    if at(start) >= floor + 1e-9:
        assert instant > start


def test_uuid7_is_the_published_example() -> None:
    # RFC 9562, appendix A.6
    random = bytes.fromhex("0cc318c4dc0c0c07398f")
    assert uuid7(0x017F22E279B0, random) == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"


@given(st.integers(0, 2**48 - 1), st.binary(min_size=10, max_size=10))
def test_uuid7_fields(milliseconds: int, random: bytes) -> None:
    made = uuid.UUID(uuid7(milliseconds, random))
    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    assert made.int >> 80 == milliseconds
    assert made.bytes[9:] == random[3:]
    assert str(made) == uuid7(milliseconds, random)


@given(st.integers(0, 2**48 - 2), st.binary(min_size=10, max_size=10), st.binary(min_size=10, max_size=10))
def test_a_later_uuid7_sorts_later(milliseconds: int, one: bytes, other: bytes) -> None:
    assert uuid7(milliseconds, one) < uuid7(milliseconds + 1, other)


@pytest.mark.parametrize(("milliseconds", "size"), [(-1, 10), (2**48, 10), (0, 9), (0, 16)])
def test_uuid7_refuses_what_does_not_fit(milliseconds: int, size: int) -> None:
    with pytest.raises(ValueError, match="wanted"):
        uuid7(milliseconds, bytes(size))


def test_sparkline() -> None:
    assert sparkline([0.0, 0.125, 0.5, 0.99, 1.0]) == "▁▂▅██"
    assert sparkline([-1.0, 2.0]) == "▁█"
    assert sparkline([]) == ""

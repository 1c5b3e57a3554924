"""When a statement says that it holds, and which dates a text names. Today is Thursday, 2026-11-05."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapwood.core.when import Interval, dates, interval

TODAY = "2026-11-05"

# text | valid_from valid_to (`-`: not said), or None
CASES = """
Anna stays at the farm from 3 May until 10 June 2027 | 2027-05-03 2027-06-11
since 2026-05-01 the shed is locked | 2026-05-01 -
The key is with Ida until Friday | - 2026-11-07
The key is with Ida until Thursday | - 2026-11-06
The gym is shut till the end of November | - 2026-12-01
Anna is away from Monday to Thursday | 2026-11-02 2026-11-06
The van was at Norr between 2026-05-01 and 2026-06-01 | 2026-05-01 2026-06-02
Rent is 900 as of 1 December | 2026-12-01 -
starting next Monday the choir meets at 19:00 | 2026-11-09 -
starting next Friday the choir meets at 19:00 | None
Anna no longer lives in Berlin | 2026-11-05 -
I don't eat meat any more | 2026-11-05 -
Ida works from home this week | 2026-11-02 2026-11-09
Lost twice this week | None
Choir moved to 19:30 for this month only. | 2026-11-01 2026-12-01
The lease runs through 2027-01 | - 2027-02-01
Anna lives in Rome in May 2027 | 2027-05-01 2027-06-01
The wedding is in May 2027 | None
met Anna on 3 May | None
Mötet klockan 14 flyttat till måndag, tänketid. | None
Labels in Swedish from now on, my mother could not read the English ones. | 2026-11-05 -
Observed: three lunch invitations declined this week, all after 13:00. (2026-11-02, 2026-11-04, 2026-11-07) | None
Ida wants the recipe; she may have it, but I send it myself. | None
Closed until further notice | 2026-11-05 -
Closed from 3 December until further notice | 2026-12-03 -
Ida keeps the key for 3 weeks | 2026-11-05 2026-11-26
Simmer for 3 days | None
Lived there for 3 weeks | None
The shop is open from Monday to Friday | None
Valid from 2026-02-30 | None
until 03/04/2026 | None
until 25/12/2026 | - 2026-12-26
The parts won't come until Friday | None
No visitors until Friday | - 2026-11-07
Who has the key until Friday? | None
If it rains until Friday, the roof leaks | None
From 3 to 10 December Anna is in Rome | 2026-12-03 2026-12-11
from May 3 to 10 2027 | None
in Rome from December 3 to 10 | 2026-12-03 2026-12-11
the letter from 3 May | None
from 9 to 5 | None
raised from 2000 to 2200 kcal | None
from 2019 to 2021 | 2019-01-01 2022-01-01
Choir until 1930 | None
Went through May's invoices | None
working through May | None
went through May | None
since we moved | None
Seit dem 3. Mai wohnt Anna in Köln | 2026-05-03 -
Vom 3.5. bis 10.6.2026 war der Ofen aus | 2026-05-03 2026-06-11
bis Freitag ist zu | - 2026-11-07
ab 1. Dezember kostet es 900 | 2026-12-01 -
ab dem 1. Mai 2027 | 2027-05-01 -
seit 3 Wochen kein Zucker | 2026-10-15 -
trinkt keinen Kaffee mehr | 2026-11-05 -
nicht mehr als drei | None
geschlossen bis auf Weiteres | 2026-11-05 -
bis Ende November | - 2026-12-01
bis Ende der Woche | - 2026-11-09
Anna ist diese Woche im Urlaub | 2026-11-02 2026-11-09
nur diese Woche | 2026-11-02 2026-11-09
von Montag bis Donnerstag verreist | 2026-11-02 2026-11-06
zwischen dem 3. und dem 10. Dezember | 2026-12-03 2026-12-11
der Kuchen von Montag | None
Bis morgen ist der Schlüssel bei Ida | - 2026-11-07
depuis le 3 mai elle habite à Lyon | 2026-05-03 -
jusqu'à vendredi | - 2026-11-07
jusqu'au 10 juin 2027 | - 2027-06-11
du 3 au 10 décembre Anna est à Rome | 2026-12-03 2026-12-11
du 3 mai 2026 au 10 juin 2026 | 2026-05-03 2026-06-11
de lundi à jeudi | 2026-11-02 2026-11-06
à partir du 1er décembre | 2026-12-01 -
elle ne mange plus de viande | 2026-11-05 -
il n'y a plus que trois pots | None
fermé jusqu'à nouvel ordre | 2026-11-05 -
Elle travaille ici la semaine prochaine | 2026-11-09 2026-11-16
jusqu'à la fin de novembre | - 2026-12-01
jusqu'à fin novembre | - 2026-12-01
desde el 3 de mayo vive en Sevilla | 2026-05-03 -
del 3 de mayo al 10 de junio de 2027 | 2027-05-03 2027-06-11
hasta el viernes | - 2026-11-07
hasta mañana | - 2026-11-07
ya no come carne | 2026-11-05 -
a partir del 1 de diciembre | 2026-12-01 -
desde hace 3 semanas | 2026-10-15 -
esta semana trabaja en casa | 2026-11-02 2026-11-09
cerrado hasta nuevo aviso | 2026-11-05 -
hasta finales de noviembre | - 2026-12-01
från den 3 maj till den 10 juni 2027 | 2027-05-03 2027-06-11
sedan i måndags | 2026-11-02 -
till och med fredag är butiken stängd | - 2026-11-07
t.o.m. 2026-12-01 | - 2026-12-02
tills vidare | 2026-11-05 -
från och med 1 december | 2026-12-01 -
fr.o.m. 1 december | 2026-12-01 -
bor inte längre i Malmö | 2026-11-05 -
jobbar hemma den här veckan | 2026-11-02 2026-11-09
bara i år | 2026-01-01 2027-01-01
från måndag till torsdag bortrest | 2026-11-02 2026-11-06
den här gången | None
2026年5月3日から6月10日まで東京にいる | 2026-05-03 2026-06-11
2026年5月3日まで | - 2026-05-04
金曜日まで閉店 | - 2026-11-07
从2026年5月3日到2026年6月10日住在上海 | 2026-05-03 2026-06-11
自2026年5月起 | 2026-05-01 -
截至2026年12月3日 | - 2026-12-04
他不再喝咖啡 | 2026-11-05 -
منذ ٣ مايو ٢٠٢٦ | 2026-05-03 -
من ٣ مايو إلى ١٠ يونيو ٢٠٢٧ | 2027-05-03 2027-06-11
حتى الجمعة | - 2026-11-07
at A from 1 to 3 December, at B from 4 to 6 December | None
from 10 June 2026 until 3 May 2026 | None
until 9999-12-31 | None
as of 1 May | None
since May | 2026-05-01 -
stayed until 10 June | - 2026-06-11
The oven is away for repair for two weeks | 2026-11-05 2026-11-19
For the next 10 days the road is closed | 2026-11-05 2026-11-15
until Fri the gate is open | - 2026-11-07
A gift from April | None
leftovers from Monday | None
2026-05-01 | None
The guest room is free from the 10th of December onwards | 2026-12-10 -
Since yesterday the heating is off | 2026-11-04 -
no longer since Monday | 2026-11-02 -
book about the sea until the 15th | - 2026-11-16
the dentist is on Monday | None
the letter from 3 December | None
photos from 2026-10-03 | None
From 2026-10-03 the photos hang in the hall | 2026-10-03 -
Ida works here this week and at Norr next week | None
Ida keeps the key for 3 weeks and the van for 2 days | None
Die Frist läuft bis zum 1. Mai 2027 | - 2027-05-02
Fridays are mine. Work that arrives on Friday waits until Monday. | None
every week the gate is open until Friday | None
Wohnt seit gestern bei Ida | 2026-11-04 -
Stays in Lund from the end of November until the end of December | 2026-11-30 2027-01-01
since 29 February 2025 | None
since 29 February 2024 | 2024-02-29 -
until the 31st of November | None
Om det regnar till och med fredag flyttar vi | None
Den Schlüssel hat Ida ab heute | 2026-11-05 -
"""


def told(text: str, today: str = TODAY) -> str:
    found = interval(text, today)
    return "None" if found is None else f"{found.valid_from or '-'} {found.valid_to or '-'}"


@pytest.mark.parametrize("case", CASES.strip().splitlines())
def test_the_interval_of_a_statement(case: str) -> None:
    text, _, wanted = case.rpartition(" | ")
    assert told(text) == wanted


def test_the_span_is_the_words_that_say_so() -> None:
    text = "The key, since 2026-05-01 with Ida, returns."
    assert interval(text, TODAY) == Interval("2026-05-01", None, (9, 25))
    text = "Anna is away from Monday to Thursday, call her then."
    found = interval(text, TODAY)
    assert found is not None and text[slice(*found.span)] == "from Monday to Thursday"


def test_until_a_weekday_means_the_next_one_and_is_inclusive() -> None:
    days = {"2026-11-05": "2026-11-07", "2026-11-06": "2026-11-07", "2026-11-07": "2026-11-14"}
    assert {day: told("shut until Friday", day).split()[1] for day in days} == days


def test_a_date_without_a_year_takes_the_year_of_the_day() -> None:
    assert told("since 3 May", "2026-05-03") == "2026-05-03 -"
    assert told("since 3 May", "2026-05-02") == "2025-05-03 -"
    assert told("until 3 May", "2026-05-03") == "- 2026-05-04"
    assert told("until 3 May", "2026-05-04") == "- 2027-05-04"
    assert told("was shut until 3 May", "2026-05-04") == "- 2026-05-04"
    assert told("in Rome from 20 December to 5 January", "2026-12-01") == "2026-12-20 2027-01-06"


def test_next_is_a_guess_only_where_the_day_is_still_to_come_this_week() -> None:
    assert told("starting next Friday", "2026-11-05") == "None"
    assert told("starting next Friday", "2026-11-07") == "2026-11-13 -"


def test_numbers_with_strokes_are_dates_only_where_one_part_can_be_no_month() -> None:
    assert [told(f"until {text}") for text in ("03/04/2027", "13/04/2027", "04/13/2027", "05/05/2027")] == [
        "None",
        "- 2027-04-14",
        "- 2027-04-14",
        "- 2027-05-06",
    ]


# ---- dates

MENTIONS = """
met Anna on 3 May | 3 May 2026-05-03 2026-05-03
what was said last Tuesday? | last Tuesday 2026-11-03 2026-11-03
yesterday | yesterday 2026-11-04 2026-11-04
what did we cook in May? | May 2026-05-01 2026-05-31
next week | next week 2026-11-09 2026-11-15
3-10 June 2026 | 3-10 June 2026 2026-06-03 2026-06-10
2026-05-03T10:00 | 2026-05-03T10:00 2026-05-03 2026-05-03
since 2019 | 2019 2019-01-01 2019-12-31
heute Morgen, nicht vorgestern | heute 2026-11-05 2026-11-05; vorgestern 2026-11-03 2026-11-03
i måndags | i måndags 2026-11-02 2026-11-02
il y a trois semaines | il y a trois semaines 2026-10-15 2026-10-15
hace un mes | hace un mes 2026-10-05 2026-10-05
för 3 veckor sedan | för 3 veckor sedan 2026-10-15 2026-10-15
vor einem Jahr | vor einem Jahr 2025-11-05 2025-11-05
先週 | 先週 2026-10-26 2026-11-01
2026年5月3日に会った | 2026年5月3日 2026-05-03 2026-05-03
الأحد | الأحد 2026-11-01 2026-11-01
Friday, 3 May 2024 | Friday, 3 May 2024 2024-05-03 2024-05-03
30 February 2026 |
03/04/2026 |
she may have it |
daily/2026-05-01.md |
version 3.5. |
por la mañana |
2000 steps |
"""


@pytest.mark.parametrize("case", MENTIONS.strip().splitlines())
def test_the_dates_that_a_text_names(case: str) -> None:
    text, _, wanted = case.partition(" |")
    found = [f"{text[slice(*each.span)]} {each.first} {each.last}" for each in dates(text, TODAY)]
    assert "; ".join(found) == wanted.strip()


# ---- whatever is given

HOSTILE = [
    "until ",
    "from 3 ",
    "1",
    "1.",
    "2026-",
    "2026 ",
    "not ",
    "もう",
    "年",
    "of the ",
    "'",
    "d’",
    "1 to ",
    "this week ",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_long_hostile_text_is_read_in_bounded_steps(piece: str) -> None:
    """Counted in steps of the interpreter, not in time: twice the text may cost little more than twice the steps."""
    small, large = (_steps((piece * (size // len(piece) + 1))[:size]) for size in (2_000, 8_000))
    assert large < 6 * small + 2_000
    interval((piece * 100_000)[:100_000], TODAY)


def _steps(text: str) -> int:
    steps = 0

    def count(_frame: object, event: str, _arg: object) -> object:
        nonlocal steps
        steps += event in ("call", "line")
        return count

    interval("since May", TODAY)
    sys.settrace(count)
    try:
        interval(text, TODAY)
        dates(text, TODAY)
    finally:
        sys.settrace(None)
    return steps


WORDS = (
    "since until from to between and as of starting next last this week month May may 3 31 2026 30 February no longer "
    "not . , / - – 3.5. 2026-02-30 2026-05-03 for 3 weeks seit bis ab vor nach depuis jusqu'à le du au hasta desde el "
    "från till och med i år 5月3日 から まで 从 到 منذ ٣ مايو end Ende der 9999-12-31 0001-01-01 99999999999999999999"
).split()


@given(st.lists(st.sampled_from(WORDS), max_size=14), st.sampled_from([TODAY, "0001-01-01", "9999-12-31", "no day"]))
def test_any_words_give_a_sound_interval_or_none(words: list[str], today: str) -> None:
    text = " ".join(words)
    found = interval(text, today)
    if found is not None:
        assert found.valid_from is not None or found.valid_to is not None
        assert found.valid_from is None or found.valid_to is None or found.valid_from < found.valid_to
        assert 0 <= found.span[0] < found.span[1] <= len(text)
    for each in dates(text, today):
        assert each.first <= each.last
        assert 0 <= each.span[0] < each.span[1] <= len(text)


@given(st.text(max_size=80))
def test_any_text_is_read_without_an_error(text: str) -> None:
    interval("since " + text, TODAY)
    dates(text, TODAY)


def test_the_road_of_recall_does_not_load_it() -> None:
    asked = "import sys, sapwood.doors.start, sapwood.verbs.recall; print(*[name for name in sys.modules if 'core.when' in name])"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
    asked = asked.replace("sapwood.verbs.recall", "sapwood.core.when")
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert "sapwood.core.when" in done.stdout

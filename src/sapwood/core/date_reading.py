"""Reading one date in a text: its words and signs, and what kind of date they are. Which day it is, `dates` says."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sapwood.core import when_words as table

ANY = frozenset(("en", "de", "fr", "es", "sv", "ar", "ja", "zh"))
UNITS = ("day", "week", "month", "year")
_CJK = "\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"


class Tokens(NamedTuple):
    """A text in words, case-folded, each with its place in the text."""

    words: list[str]
    starts: list[int]
    ends: list[int]
    text: str

    def word(self, at: int) -> str:
        """The word at a place, "" outside."""
        return self.words[at] if 0 <= at < len(self.words) else ""

    def joined(self, at: int) -> bool:
        """Whether nothing stands between a token and the one before it."""
        return 0 < at < len(self.words) and self.starts[at] == self.ends[at - 1]


class Named(NamedTuple):
    """A date as it is written. `numbers` by `kind`: date (year or 0, month, first day, last day), month (year or 0,
    month), year, weekday (0 is Monday, modifier or None), days (from today), period (unit, how many on), ago (unit,
    how many), day (of a month). `edge`: 1 its end, -1 its beginning, 0 all of it. `sure`: also with no preposition."""

    kind: str
    numbers: tuple[int, ...]
    languages: frozenset[str]
    after: int
    sure: bool = True
    edge: int = 0


class Phrases:
    """Sequences of words and what they stand for, in the languages in which they do."""

    __slots__ = ("_by_first",)

    def __init__(self, listed: Iterable[tuple[str, str, int]]) -> None:
        """`listed` holds phrases divided by commas, the language and what they stand for."""
        self._by_first: dict[str, list[tuple[tuple[str, ...], str, int]]] = {}
        for phrases, language, meaning in listed:
            for phrase in phrases.split(", "):
                words = tuple(tokens(phrase).words)
                if words:
                    self._by_first.setdefault(words[0], []).append((words, language, meaning))
        for found in self._by_first.values():
            found.sort(key=lambda each: -len(each[0]))

    @property
    def listed(self) -> Iterator[tuple[str, ...]]:
        """Every phrase, as its words."""
        return (words for each in self._by_first.values() for words, _, _ in each)

    @property
    def first_words(self) -> Iterable[str]:
        """The words that a phrase begins with."""
        return self._by_first.keys()

    def at(self, found: Tokens, start: int) -> Iterator[tuple[str, int, int]]:
        """(language, meaning, place after it) of each phrase that stands at `start`, the longest first."""
        for words, language, meaning in self._by_first.get(found.words[start], ()) if start < len(found.words) else ():
            after = start + len(words)
            if len(words) == 1 or tuple(found.words[start:after]) == words:
                yield language, meaning, after

    def longest(self, found: Tokens, start: int) -> tuple[frozenset[str], int] | None:
        """The languages of the longest phrase that stands at `start`, and the place after it."""
        languages: set[str] = set()
        end = 0
        for language, _, after in self.at(found, start):
            if after < end:
                break
            end = after
            languages.add(language)
        return (frozenset(languages), end) if end else None


def phrases(listed: Mapping[str, str]) -> Phrases:
    """The phrases of one table of `when_words`."""
    return Phrases((words, language, 0) for language, words in listed.items())


def number(word: str) -> int:
    """The number that a token of up to four digits is, with or without an ordinal's ending; -1 for any other."""
    digits = word if word.isdecimal() else word.rstrip("stndrheº" + "ª")
    return int(digits) if digits.isdecimal() and len(digits) <= 4 else -1


# ---- words


class Lexicon(NamedTuple):
    """The tables, ready to be looked up."""

    months: Mapping[str, tuple[int, frozenset[str]]]
    weekdays: Mapping[str, tuple[int, frozenset[str]]]
    past_weekdays: Mapping[str, int]
    units: Mapping[str, tuple[int, frozenset[str]]]
    numbers: Mapping[str, int]
    days: Phrases
    periods: Phrases
    modifiers: Phrases
    behind: Phrases
    edges: Phrases
    ago: Phrases
    of: Mapping[str, frozenset[str]]
    to: Phrases
    not_after: Mapping[str, frozenset[str]]
    leads: frozenset[str]


@functools.cache
def lexicon() -> Lexicon:
    """The tables of `when_words`, made at the first use."""
    return Lexicon(
        months=_numbered(table.MONTHS, 1),
        weekdays=_numbered(table.WEEKDAYS, 0),
        past_weekdays={word: n for n, word in enumerate(table.PAST_WEEKDAYS.split())},
        units=_units(),
        numbers={word: n[0] for word, n in _numbered(table.NUMBERS, 1).items()},
        days=Phrases((words, lang, n) for lang, days in table.DAYS.items() for n, words in days.items()),
        periods=Phrases(
            (words, lang, UNITS.index(unit) * 10 + n)
            for lang, periods in table.PERIODS.items()
            for (unit, n), words in periods.items()
        ),
        modifiers=_modifiers(table.MODIFIERS),
        behind=_modifiers(table.MODIFIERS_BEHIND),
        edges=Phrases(
            (words, lang, 1 if which == "end" else -1)
            for lang, edges in table.EDGES.items()
            for which, words in edges.items()
        ),
        ago=Phrases((before, lang, 0) for lang, (before, _) in table.AGO.items() if before),
        of=_languages(table.OF),
        to=phrases(table.TO),
        not_after={word: frozenset(words.split()) for word, words in table.NO_DAY_AFTER.items()},
        leads=frozenset(
            word
            for listed in (table.DURING, table.SINCE, table.AS_OF, table.FROM, table.UNTIL, table.OF)
            for words in listed.values()
            for phrase in words.split(", ")
            for word in phrase.split()[-1:]
        )
        | {"by", "before", "after", "on", "am", "vor", "nach", "avant", "après", "antes", "före", "efter", "innan"},
    )


def _numbered(listed: Mapping[str, str], first: int) -> dict[str, tuple[int, frozenset[str]]]:
    found: dict[str, tuple[int, frozenset[str]]] = {}
    for language, names in listed.items():
        for n, forms in enumerate(names.split(), first):
            for form in forms.split("/"):
                place, languages = found.get(form, (n, frozenset()))
                if place == n:
                    found[form] = (n, languages | {language})
    return found


def _units() -> dict[str, tuple[int, frozenset[str]]]:
    found: dict[str, tuple[int, frozenset[str]]] = {}
    for language, units in table.UNITS.items():
        for unit, forms in units.items():
            for form in forms.split():
                found[form] = (UNITS.index(unit), found.get(form, (0, frozenset[str]()))[1] | {language})
    return found


def _modifiers(listed: Mapping[str, Mapping[int, str]]) -> Phrases:
    return Phrases((words, language, which) for language, each in listed.items() for which, words in each.items())


def _languages(listed: Mapping[str, str]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for language, words in listed.items():
        for word in words.split():
            found[word] = found.get(word, frozenset()) | {language}
    return found


@functools.cache
def _token() -> re.Pattern[str]:
    east = sorted(_east_words(), key=len, reverse=True)
    alone = r"(?<![\w/.\-])", r"(?![\w/-]|\.\w)"
    return re.compile(
        rf"{alone[0]}\d{{4}}([-/])\d{{1,2}}\1\d{{1,2}}(?:[Tt]\d\d:\d\d(?::\d\d)?[Zz]?)?{alone[1]}"
        rf"|{alone[0]}\d{{4}}-\d{{2}}{alone[1]}"
        rf"|{alone[0]}\d{{1,2}}([./-])\d{{1,2}}\2\d{{4}}{alone[1]}"
        rf"|{alone[0]}\d{{1,2}}\.\d{{1,2}}\.(?!\w)"
        r"|\d++(?:(?:st|nd|rd|th|er|re|º|ª)\b)?"
        r"|(?<!\w)(?:fr\.o\.m|t\.o\.m)\b"
        r"|(?<!\w)[LlDdNnJjMmTtSsCc]['’](?=\w)"
        rf"|(?=[{_CJK}])(?:{'|'.join(east)}|.)"
        rf"|[^\W\d_{_CJK}]++(?:['’][^\W\d_{_CJK}]++)*+"
        r"|[^\w\s]"
    )


def _east_words() -> set[str]:
    """The Chinese and Japanese words of the tables, which no blanks divide."""
    listed: list[str] = [*table.BEHIND_START, *table.BEHIND_END, table.WEEKDAYS["ja"], table.WEEKDAYS["zh"]]
    for each in (table.DAYS, table.PERIODS):
        listed += [words for lang in ("ja", "zh") for words in each.get(lang, {}).values()]
    for flat in (table.FROM, table.ONWARD, table.TO, table.UNTIL, table.OPEN, table.NO_LONGER):
        listed += [flat.get(lang, "") for lang in ("ja", "zh")]
    words = re.split(r"[\s,/…]+", " ".join(listed))
    return {word for word in words if word and re.match(f"[{_CJK}]", word)}


@functools.lru_cache(maxsize=16)  # one text is asked for its interval on several days
def tokens(text: str) -> Tokens:
    """The words, numbers and signs of a text. Linear."""
    matches = list(_token().finditer(text))
    return Tokens(
        [match[0].casefold().replace("’", "'") for match in matches],
        [match.start() for match in matches],
        [match.end() for match in matches],
        text,
    )


# ---- reading one date


@functools.cache
def _first_words() -> frozenset[str]:
    """Every word that a date which is written in words begins with."""
    lex = lexicon()
    begun = (lex.edges, lex.ago, lex.days, lex.periods, lex.modifiers)
    named = (lex.numbers, lex.weekdays, lex.units, lex.months, ("i",))
    return frozenset().union(*(each.first_words for each in begun), *named)


def read(found: Tokens, at: int) -> Named | None:
    """The date that begins at a token, or None. Looks at a bounded number of tokens."""
    word = found.word(at)
    if not word or (found.word(at - 1) == "-" and found.joined(at) and word.isalpha()):
        return None  # `avant-hier`, `post-May`
    if word[0].isdecimal():
        return _numeric(found, at)
    if word not in _first_words():
        return None
    return _edge(found, at) or _ago(found, at) or _relative(found, at) or _modified(found, at) or _by_name(found, at)


def _numeric(found: Tokens, at: int) -> Named | None:
    word = found.words[at]
    if not word.isalnum() and (parts := re.split(r"[-/.t]", word))[1:]:
        return _in_figures(parts, word, at)
    n = number(word)
    if n < 0:
        return None
    return (
        _eastern(found, at, n) or _day_month(found, at, n) or _counted_ago(found, at, n) or _bare_number(found, at, n)
    )


def _in_figures(parts: Sequence[str], word: str, at: int) -> Named | None:
    """`2026-05-03`, `2026-05`, `3.5.2026`, `3.5.`, `25/12/2026`; None where day and month may be either."""
    numbers = [int(part) for part in parts[:3] if part]
    if len(parts[0]) == 4:
        if len(numbers) == 2:
            return _named("month", (numbers[0], numbers[1]), ANY, at + 1) if 1 <= numbers[1] <= 12 else None
        return _date(numbers[0], numbers[1], numbers[2], ANY, at + 1)
    first, second, year = numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else 0
    if "." in word:
        return _date(year, second, first, ANY, at + 1, sure=year > 0)
    if first > 12 or first == second:
        return _date(year, second, first, ANY, at + 1)
    return _date(year, first, second, ANY, at + 1) if second > 12 else None


def _named(kind: str, numbers: tuple[int, ...], languages: frozenset[str], after: int, *, sure: bool = True) -> Named:
    return Named(kind, numbers, languages, after, sure)


def _date(
    year: int, month: int, day: int, languages: frozenset[str], after: int, *, sure: bool = True, last: int = 0
) -> Named | None:
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return Named("date", (year, month, day, last or day), languages, after, sure)


def _eastern(found: Tokens, at: int, n: int) -> Named | None:
    """`2026年5月3日`, `5月3日`, `2026年5月`, `2026年`."""
    languages = frozenset(("ja", "zh"))
    year, month, after = 0, n, at + 1
    if found.word(at + 1) == "年":
        year, month, after = n, number(found.word(at + 2)), at + 3
        if found.word(after) != "月":
            return _named("year", (n,), languages, at + 2) if 1900 <= n <= 2199 else None
    if found.word(after) != "月":
        return None
    day = number(found.word(after + 1))
    if day > 0 and found.word(after + 2) in ("日", "号", "號"):
        return _date(year, month, day, languages, after + 3)
    return _named("month", (year, month), languages, after + 1, sure=year > 0) if 1 <= month <= 12 else None


def _day_month(found: Tokens, at: int, n: int) -> Named | None:
    """`3 May 2026`, `3. Mai`, `3rd of May`, `3 de mayo de 2026`, `3 to 10 June`."""
    if not 1 <= n <= 31:
        return None
    lex, last, after = lexicon(), n, _past_dot(found, at + 1)
    until = lex.to.longest(found, after)
    if until is not None and 1 <= number(found.word(until[1])) <= 31:
        last, after = number(found.word(until[1])), _past_dot(found, until[1] + 1)
    if found.word(after) in lex.of:
        after += 1
    month = lex.months.get(found.word(after))
    if month is None or not _is_month(found, after):
        return None
    year, after = _year(found, after + 1)
    return _date(year, month[0], n, month[1], after, last=last)


def _past_dot(found: Tokens, at: int) -> int:
    return at + 1 if found.word(at) == "." and found.joined(at) else at


def _is_month(found: Tokens, at: int) -> bool:
    """Whether the name of a month is not the verb `may` or `march`: in small letters before another word."""
    if found.word(at) not in ("may", "march") or found.text[found.starts[at]].isupper():
        return True
    after = found.word(at + 1)
    return not after.isalpha() or lexicon().to.longest(found, at + 1) is not None or after in ("at", "in", "on", "the")


def _year(found: Tokens, at: int) -> tuple[int, int]:
    """The year that stands after a month and the place after it; (0, `at`) where there is none."""
    ahead = at + 1 if found.word(at) in (",", ".") or found.word(at) in lexicon().of else at
    word = found.word(ahead)
    if len(word) == 4 and word.isdecimal() and 1900 <= int(word) <= 2199:
        return int(word), ahead + 1
    return 0, at


def _bare_number(found: Tokens, at: int, n: int) -> Named | None:
    """`2019`, `the 15th`, at the end of what is said."""
    word = found.words[at]
    if word.isdecimal() and len(word) == 4 and 1900 <= n <= 2199:
        return _named("year", (n,), ANY, at + 1, sure=False)
    if not word.isdecimal() and word[-2:] in ("st", "nd", "rd", "th") and 1 <= n <= 31 and _ends(found, at + 1):
        return _named("day", (n,), frozenset(("en",)), at + 1, sure=False)
    return None


def _ends(found: Tokens, at: int) -> bool:
    return not found.word(at)[:1].isalnum()


def _counted_ago(found: Tokens, at: int, n: int) -> Named | None:
    """`3 weeks ago`, where the number stands first."""
    unit = lexicon().units.get(found.word(at + 1))
    if unit is None or "en" not in unit[1] or found.word(at + 2) != "ago":
        return None
    return _named("ago", (unit[0], n), frozenset(("en",)), at + 3)


def _ago(found: Tokens, at: int) -> Named | None:
    """`a week ago`, `vor drei Wochen`, `il y a 3 semaines`, `hace un mes`, `för 3 veckor sedan`."""
    lex = lexicon()
    if found.words[at] in lex.numbers:
        return _counted_ago(found, at, lex.numbers[found.words[at]])
    for language, _, after in lex.ago.at(found, at):
        counted = amount(found, after)
        behind = table.AGO[language][1]
        if counted is None or language not in counted[2] or (behind and found.word(counted[3]) != behind):
            continue
        return _named("ago", counted[:2], frozenset((language,)), counted[3] + bool(behind))
    return None


def amount(found: Tokens, at: int) -> tuple[int, int, frozenset[str], int] | None:
    """`3 weeks` as unit, how many, languages and the place after it."""
    lex = lexicon()
    n = lex.numbers.get(found.word(at), number(found.word(at)))
    unit = lex.units.get(found.word(at + 1))
    return None if unit is None or not 0 < n < 1000 else (unit[0], n, unit[1], at + 2)


def _edge(found: Tokens, at: int) -> Named | None:
    """`the end of May`, `Ende der Woche`."""
    lex = lexicon()
    for language, which, after in lex.edges.at(found, at):
        start = after + 1 if found.word(after) in ("the", "la", "el", "le", "l'") else after
        unit = lex.units.get(found.word(start))
        inner = _modified(found, start) or _by_name(found, start)
        if inner is None and unit is not None and unit[0] and language in unit[1]:
            inner = _named("period", (unit[0], 0), unit[1], start + 1)
        if inner is not None and language in inner.languages and inner.kind in ("month", "period"):
            return inner._replace(edge=which, sure=True, languages=frozenset((language,)))
    return None


def _relative(found: Tokens, at: int) -> Named | None:
    """`yesterday`, `i år`, `来週`."""
    lex = lexicon()
    for language, days, after in lex.days.at(found, at):
        if found.word(at - 1) not in lex.not_after.get(found.words[at], ()):
            return _named("days", (days,), frozenset((language,)), after)
    for language, period, after in lex.periods.at(found, at):
        unit = (period + 5) // 10
        return _named("period", (unit, period - unit * 10), frozenset((language,)), after)
    return None


def _modified(found: Tokens, at: int) -> Named | None:
    """`next Monday`, `letzte Woche`, `i måndags`, `la semaine prochaine`."""
    lex = lexicon()
    if found.words[at : at + 1] == ["i"] and found.word(at + 1) in lex.past_weekdays:
        day = lex.past_weekdays[found.word(at + 1)]
        return _named("weekday", (day, table.LAST), frozenset(("sv",)), at + 2)
    for language, which, after in lex.modifiers.at(found, at):
        named = _with(which, found, after, language)
        if named is not None:
            return named
    for language, which, after in lex.behind.at(found, at + 1):
        named = _with(which, found, at, language)
        if named is not None and named.after == at + 1:
            return named._replace(after=after)
    return None


def _with(which: int, found: Tokens, at: int, language: str) -> Named | None:
    """The weekday, month or unit at a token, made the last, this or next one."""
    lex, word = lexicon(), found.word(at)
    only = frozenset((language,))
    weekday, unit = lex.weekdays.get(word), lex.units.get(word)
    if weekday is not None and language in weekday[1]:
        return _named("weekday", (weekday[0], which), only, at + 1)
    if unit is not None and unit[0] and language in unit[1]:
        return _named("period", (unit[0], min(which, 1)), only, at + 1)
    month = lex.months.get(word)
    if month is not None and language in month[1] and word not in table.SHORT_MONTHS:
        return Named("month", (0, month[0], which), only, at + 1)
    return None


def _by_name(found: Tokens, at: int) -> Named | None:
    """What begins with the name of a weekday or a month."""
    lex, word = lexicon(), found.word(at)
    weekday = lex.weekdays.get(word)
    if weekday is not None and (word not in table.SHORT_WEEKDAYS or found.text[found.starts[at]].isupper()):
        return _dated_weekday(found, at) or _named(
            "weekday", (weekday[0],), weekday[1], at + 1, sure=word not in table.SHORT_WEEKDAYS
        )
    month = lex.months.get(word)
    if month is None or not _is_month(found, at):
        return None
    day = number(found.word(at + 1)) if "en" in month[1] else -1
    if 1 <= day <= 31 and len(found.word(at + 1)) < 5 and found.word(at + 2) not in (":", "."):
        year, after = _year(found, at + 2)
        return _date(year, month[0], day, frozenset(("en",)), after)
    year, after = _year(found, _past_dot(found, at + 1) if word in table.SHORT_MONTHS else at + 1)
    if not year and word in table.SHORT_MONTHS:
        return None
    return _named("month", (year, month[0]), month[1], after if year else at + 1, sure=year > 0)


def _dated_weekday(found: Tokens, at: int) -> Named | None:
    """`Friday, 3 May`: the date behind the weekday."""
    start = at + 1
    while start < at + 4 and found.word(start) in (",", "the", "den", "le", "el", "."):
        start += 1
    if not found.word(start)[:1].isdecimal():
        return None
    named = _numeric(found, start)
    return named if named is not None and named.kind == "date" else None


def led(found: Tokens, at: int) -> bool:
    """Whether the word before makes a month, a year or a short name a date: `in May`, `since 2019`."""
    return found.word(at - 1) in lexicon().leads

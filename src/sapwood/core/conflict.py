"""How a newer statement about a subject stands to an older one: does it say the same, replace it, or dispute it?

No model: words only, and in doubt `unrelated`. A replacement that is none hides a true memory, while a dispute is only
a flag, so the bar for `replaces` is a word that says so. The rules, for two texts about one subject:

1. Equal skeletons are `same`. A question, a condition, and what holds only for one day (`today`) or `sometimes`
   contradict nothing.
2. `Correction: …` replaces what it shares two content words and half of the older text with; a retraction (`scratch
   that: …`, `it is not true that …`) needs six tenths.
3. `X → Y` replaces a text that has X at its end and all other words before the arrow.
4. Otherwise clause against clause, both in the present: a report of what happened contradicts no other day's report.
   a. The same words with and without a negation dispute; with `no longer`, `stopped`, `again` they replace.
   b. The same subject and verb, and one place in which they differ: two numbers, times, days, names, places, colours
      or opposites dispute, but not after a verb that takes many things (`likes`), unless both are numbers.
   c. … and the newer says `now`, `instead`, `since 3 May`, `not X but Y`, `moved to`: it replaces.
5. A newer text may say more; only what it shares counts (`the van is now at Norr, the key stays with Ida`). Where the
   older says more than is replaced, closing it would hide the rest: the answer is `disputes`.

Numbers, negations and dates are never folded. English, German, French, Spanish and Swedish; in other languages only
rules 1 to 3 can speak.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sapwood.core import conflict_words as table
from sapwood.core import when, when_words
from sapwood.core.skeleton import skeleton

SAME, REPLACES, DISPUTES, UNRELATED = "same", "replaces", "disputes", "unrelated"

_LONGEST = 4_000  # characters
_MOST_CLAUSES = 8
_SOME_DAYS = ("2001-03-15", "2001-09-15")  # only the place of an interval is asked for; one is near to any date
_CORRECTED, _RETRACTED = 0.5, 0.6  # the part of the older text's content words that must be shared
_TOKEN = re.compile(
    r"->|=>|\d++(?:[.,:]\d++)*+|(?<!\w)[LlDdNnJjSs]['’](?=\w)|[^\W\d_]++(?:['’-][^\W\d_]++)*+|[→⇒➜%°€$£.,;:!?()—–]"
)
_STOPS = frozenset(".,;!?()—–")
_NUMBER, _NAME, _DAY, _OTHER = "number", "name", "day", "other"


class _Word(NamedTuple):
    text: str  # case-folded
    capital: bool  # written with a capital, and not only because it is the first


class _Clause(NamedTuple):
    """One clause: what it is about, its verb (lemma and class, "" where none is known), and the rest."""

    subject: tuple[_Word, ...]
    verb: str
    kind: str
    rest: tuple[_Word, ...]
    negative: bool
    now: bool  # it says that something has changed
    stops: bool
    past: bool
    moved: bool
    passing: bool  # it holds for one day
    denied: frozenset[str]  # content words that it denies beside: `not X but Y`
    words: tuple[_Word, ...]  # subject, verb and rest as they stand
    said: tuple[_Word, ...]  # all words


class _Text(NamedTuple):
    """One text as far as every comparison needs it."""

    skeleton: str
    words: tuple[_Word, ...]
    heads: frozenset[str]  # the beginnings of its content words
    mute: bool  # a question or a condition, or longer than is read


def relation(older: str, newer: str) -> str:
    """Return `same`, `replaces`, `disputes` or `unrelated` for two texts about one subject. Never raises.

    Made to be asked of one newer text and many older ones: what is read of a text is kept for the next question.
    """
    old, new = _read(older), _read(newer)
    if old.skeleton == new.skeleton:
        return SAME
    if old.mute or new.mute or old.heads.isdisjoint(new.heads):
        return UNRELATED
    told = _told_wrong(old, newer)
    if told is not None:
        return told
    if _arrow(old, new):
        return REPLACES
    if any(not table.HEDGES.isdisjoint(_texts(each.words)) for each in (old, new)):
        return UNRELATED
    return _compared(_clauses(older), _clauses(newer))


@functools.lru_cache(maxsize=4096)
def _read(text: str) -> _Text:
    words = tuple(_words(text[:_LONGEST]))
    texts = _texts(words)
    mute = len(text) > _LONGEST or text.rstrip()[-1:] in ("?", "？") or not when_words.IF.isdisjoint(texts)
    heads = frozenset(word[:3] for word in texts if word not in table.SMALL and word[0].isalnum())
    return _Text(skeleton(text), words, heads, mute)


# ---- 2: corrections


def _told_wrong(older: _Text, newer: str) -> str | None:
    """Rule 2; None where the newer text neither corrects nor retracts."""
    rest, wanted = _corrected(newer)
    if rest is None:
        return None
    content, stated = _content(older.words), _content(_words(rest))
    shared = sum(any(_alike(word, other) for other in stated) for word in content)
    return REPLACES if shared >= 2 and shared >= wanted * len(content) else UNRELATED


@functools.lru_cache(maxsize=64)
def _corrected(text: str) -> tuple[str | None, float]:
    head, colon, rest = text[:80].partition(":")
    first = re.match(r"[*_\s]*([^\W\d_]+)", head)
    if colon and first is not None and first[1].casefold() in table.CORRECTIONS:
        return rest + text[80:], _CORRECTED
    low = text.casefold().replace("’", "'")
    for phrase in table.RETRACTIONS:
        at = low.find(phrase)
        if at >= 0 and len(low) == len(text):
            return text[:at] + " " + text[at + len(phrase) :], _RETRACTED
    return None, 0.0


def _content(words: Iterable[_Word]) -> set[str]:
    return {
        word.text for word in words if word.text not in table.SMALL and (len(word.text) > 2 or word.text.isdecimal())
    }


# ---- 3: arrows


def _arrow(older: _Text, newer: _Text) -> bool:
    words = newer.words
    at = next((n for n, word in enumerate(words) if word.text in table.ARROWS), 0)
    before, after = _plain(words[:at]), _plain(words[at + 1 :])
    if len(before) < 2 or not after:
        return False
    held = older.words
    last = max((n for n, word in enumerate(held) if word.text in table.ARROWS), default=-1)
    if last >= 0:  # `river → lake` says lake
        held = (*held[: max(last - 1, 0)], *held[last + 1 :])
    stated = _plain(held)
    return stated[-1:] == before[-1:] and set(before) <= set(stated)


def _plain(words: Sequence[_Word]) -> list[str]:
    return [
        word.text for word in words if word.text not in _STOPS and word.text != ":" and word.text not in table.DROPPED
    ]


# ---- words and clauses


def _words(text: str) -> list[_Word]:
    text = re.sub(r"n['’]t\b", " not", text.replace("can't", "can not").replace("won't", "will not"))
    text = text.replace("cannot", "can not")
    found: list[_Word] = []
    begins = True
    for match in _TOKEN.finditer(text):
        word = match[0]
        found.append(_Word(word.casefold().replace("’", "'"), word[0].isupper() and not begins))
        begins = word in (".", "!", "?", ":")
    return found


@functools.lru_cache(maxsize=1024)
def _clauses(text: str) -> tuple[_Clause, ...]:
    """The clauses of a text; one without a verb belongs to the one before. Too many are none."""
    text, now = _undated(text)
    parts: list[list[_Word]] = [[]]
    for word in _words(text):
        if word.text in _STOPS:
            parts.append([])
        else:
            parts[-1].append(word)
    joined: list[list[_Word]] = []
    for part in parts:
        if joined and not any(word.text in _verbs() for word in part):
            joined[-1].extend(part)
        elif part:
            joined.append(part)
    if len(joined) > _MOST_CLAUSES:
        return ()
    return tuple([_clause(part, now=now and n == 0) for n, part in enumerate(joined)])


def _undated(text: str) -> tuple[str, bool]:
    """The text without `since 3 May` and its kin, and whether that stood in it."""
    for day in _SOME_DAYS:
        dated = when.interval(text, day)
        if dated is None or dated.valid_from is None or dated.valid_to is not None:
            continue
        said = text[slice(*dated.span)]
        if table.NEGATIONS.isdisjoint(word.text for word in _words(said)):  # `no longer` is read as words
            return f"{text[: dated.span[0]]} {text[dated.span[1] :]}", True
    return text, False


@functools.cache
def _verbs() -> dict[str, tuple[str, str]]:
    """Each form to its lemma and class."""
    found: dict[str, tuple[str, str]] = {}
    for kind, listed in table.VERBS.items():
        for forms in listed.split(","):
            lemma, *others = forms.split()
            for form in (lemma, *others):
                found.setdefault(form, (lemma, kind))
    return found


def _clause(words: list[_Word], *, now: bool) -> _Clause:
    said = tuple(words)
    past, passing = _is_past(_texts(words)), _is_passing(_texts(words))
    words, denied = _not_but(words)
    words, stops = _without(words, table.STOPS)
    if stops:
        words = [word for word in words if word.text not in table.BEHIND_STOPS]
    negative = stops or any(word.text in table.NEGATIONS for word in words)
    words, longer = _without(words, table.LONGER) if negative else (words, False)
    words, changed = _without(words, table.NOW)
    again = any(word.text in table.AGAIN for word in words)
    moved = any(word.text in table.MOVED for word in words)
    dropped = table.NEGATIONS | table.DROPPED | table.AGAIN | {":"}
    kept = tuple([word for word in words if word.text not in dropped])
    at = next((n for n, word in enumerate(kept) if word.text in _verbs()), -1)
    verb, kind = _verbs()[kept[at].text] if at >= 0 else ("", "")
    says_so = now or longer or changed or stops or again or bool(denied)
    subject, rest = (kept[:at], kept[at + 1 :]) if at >= 0 else ((), kept)
    return _Clause(
        subject, verb, kind, rest, negative, says_so, stops, past and not stops, moved, passing, denied, kept, said
    )


def _not_but(words: list[_Word]) -> tuple[list[_Word], frozenset[str]]:
    """`not in the drawer but in the shed`, `in the shed, not in the drawer`: what is stated, what is denied."""
    texts = [word.text for word in words]
    negation = next((n for n, text in enumerate(texts) if text in table.NEGATIONS and text not in ("ne", "n'")), -1)
    if negation < 0:
        return words, frozenset()
    but = next((n for n in range(negation + 1, len(texts)) if texts[n] in table.BUT), -1)
    if but > 0:
        stated = [word for word in (*words[:negation], *words[but + 1 :]) if word.text not in ("ne", "n'")]
        return stated, frozenset(_content(words[negation + 1 : but]))
    return words, frozenset()


def _without(words: list[_Word], phrases: Sequence[tuple[str, ...]]) -> tuple[list[_Word], bool]:
    """The words without any of some phrases, and whether one stood there."""
    kept: list[_Word] = []
    at, found = 0, False
    texts = [word.text for word in words]
    firsts = {phrase[0] for phrase in phrases}
    while at < len(words):
        fitting = [p for p in phrases if tuple(texts[at : at + len(p)]) == p] if texts[at] in firsts else []
        if fitting:
            found = True
            at += max(len(p) for p in fitting)
        else:
            kept.append(words[at])
            at += 1
    return kept, found


def _is_passing(texts: Sequence[str]) -> bool:
    """`today`, `this morning`."""
    pairs = itertools.pairwise(texts)
    return not table.MOMENTS.isdisjoint(texts) or any(a in table.THIS and b in table.PARTS for a, b in pairs)


def _is_past(texts: Sequence[str]) -> bool:
    """Whether a clause reports what happened; by its forms, since there is no parser."""
    if not when_words.PAST.isdisjoint(texts):
        return True
    for before, word in zip(("", *texts), texts, strict=False):
        if word in when_words.PAST_NOT or word in table.MOVED:
            continue
        if len(word) > 3 and _REPORTS.match(word) and before not in ("is", "are"):
            return True
    return _perfect(texts)


_REPORTS = re.compile(r"\w+(?:ed|ó|ade|[gjlmnrv]de|[ghkpst]te)\Z")
_BESIDE = {  # the participle stands beside it, or one word on
    frozenset(("a", "ai", "ont", "avons")): re.compile(r"\w+(?:é|i|u|ert|it|is)\Z"),
    frozenset(("har",)): re.compile(r"\w+(?:at|it|tt)\Z"),
    frozenset(("has", "have")): re.compile(r"\w+ed\Z"),
}
_GERMAN = frozenset(("hat", "habe", "haben")), re.compile(r"(?:\w{0,5}ge\w+(?:t|en)|\w+iert)\Z")


def _perfect(texts: Sequence[str]) -> bool:
    """`hat gestern angerufen`, `a appelé`, `har ringt`."""
    if not _GERMAN[0].isdisjoint(texts) and any(_GERMAN[1].match(text) for text in texts):
        return True
    return any(
        text in auxiliaries and any(participle.match(each) for each in texts[at + 1 : at + 3])
        for auxiliaries, participle in _BESIDE.items()
        for at, text in enumerate(texts)
    )


# ---- 4, 5: clause against clause


def _compared(older: Sequence[_Clause], newer: Sequence[_Clause]) -> str:
    found = [[_verdict(old, new) for new in newer] for old in older]
    flat = [verdict for row in found for verdict in row]
    if REPLACES in flat:
        return REPLACES if all(REPLACES in row for row in found) else DISPUTES  # rule 5
    return DISPUTES if DISPUTES in flat else UNRELATED


def _verdict(old: _Clause, new: _Clause) -> str:
    if old.past or old.stops or old.passing or new.passing:
        return UNRELATED
    if new.moved:
        return REPLACES if _moves(old, new) else UNRELATED
    if new.past:
        return UNRELATED
    if not (_flips(old, new) if old.negative != new.negative else _differs(old, new)):
        return UNRELATED
    return REPLACES if new.now else DISPUTES


def _flips(old: _Clause, new: _Clause) -> bool:
    """Rule 4a: the same words; the verb may take another form, and nobody may be named once."""
    one, other = _texts(old.words), _texts(new.words)
    if new.stops and not new.verb and old.kind == table.MANY:  # `gave up milk` against `drinks milk`
        one = _texts((*old.subject, *old.rest))
        return bool(one) and one == other
    if one != other and old.verb and new.verb and _named_once(old.subject, new.subject):
        one, other = _texts(old.words[len(old.subject) :]), _texts(new.words[len(new.subject) :])
    if len(one) != len(other) or not one:
        return False
    different = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return not different or (len(different) == 1 and _alike(*different[0]))


def _named_once(one: tuple[_Word, ...], other: tuple[_Word, ...]) -> bool:
    return all(word.text in table.NOBODY for word in one) or all(word.text in table.NOBODY for word in other)


def _texts(words: Sequence[_Word]) -> list[str]:
    return [word.text for word in words]


def _alike(one: str, other: str) -> bool:
    """Whether two words are one, or may be two forms of one: `eats`, `eating`."""
    if one == other:
        return True
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    return any(one[n:] in table.ENDINGS and other[n:] in table.ENDINGS for n in range(max(shared - 1, 3), shared + 1))


def _differs(old: _Clause, new: _Clause) -> bool:
    """Rules 4b and 4c: one verb, one subject, one differing place."""
    if not old.verb or old.verb != new.verb:
        return False
    rests = _aligned(old, new)
    if rests is None:
        return False
    one, other = rests
    start = _common(one, other)
    end = _common(one[start:][::-1], other[start:][::-1])
    led = one[start - 1].text if start else ""
    one, other = one[start : len(one) - end], other[start : len(other) - end]
    if not one or not other:
        return False
    if new.denied and new.denied <= _content(one):
        return True
    return _exclude(one, other, led, old, now=new.now)


def _aligned(old: _Clause, new: _Clause) -> tuple[tuple[_Word, ...], tuple[_Word, ...]] | None:
    """What follows subject and verb in both; a subject may stand behind its verb (`ab Mai beträgt die Miete`)."""
    one, other = _texts(old.subject), _texts(new.subject)
    if any(text in table.IT for text in one):
        return None
    if one == other:
        return old.rest, new.rest
    if not other and one == _texts(new.rest[: len(one)]):
        return old.rest, new.rest[len(one) :]
    if not one and other == _texts(old.rest[: len(other)]):
        return old.rest[len(other) :], new.rest
    return None


def _common(one: Sequence[_Word], other: Sequence[_Word]) -> int:
    shared = 0
    while shared < min(len(one), len(other)) and one[shared].text == other[shared].text:
        shared += 1
    return shared


def _exclude(one: tuple[_Word, ...], other: tuple[_Word, ...], led: str, clause: _Clause, *, now: bool) -> bool:
    """Whether two values of one place in a clause cannot both hold."""
    kinds = {_kind_of(one), _kind_of(other)}
    if kinds in ({_NUMBER}, {_DAY}):
        return True
    if clause.kind == table.MANY:
        return False
    if _opposed(one, other):
        return True
    place = led in table.AT or (one[0].text in table.AT and other[0].text in table.AT)
    if clause.kind in (table.PLACE, table.WORK) or (clause.kind == table.BE and place):
        return place and _alike_in_kind(one, other, kinds)
    if kinds == {_NAME} and clause.kind in (table.BE, table.ONE) and clause.verb not in ("ist", "är"):
        return True
    return now and clause.kind == table.ONE


def _alike_in_kind(one: tuple[_Word, ...], other: tuple[_Word, ...], kinds: set[str]) -> bool:
    """Two names, or two plain nouns of about one length: `in a hurry` is no place beside `in Oslo`."""
    return len(kinds) == 1 and abs(len(one) - len(other)) <= 1


def _kind_of(words: Sequence[_Word]) -> str:
    bare = [word for word in words if word.text not in table.AT] or list(words)
    if all(_is_number(word.text) for word in bare):
        return _NUMBER
    if all(word.text in _days() or _is_number(word.text) for word in bare):
        return _DAY
    return _NAME if all(word.capital for word in bare) else _OTHER


def _is_number(text: str) -> bool:
    return text[0].isdecimal() or text in "%°€$£"


@functools.cache
def _days() -> frozenset[str]:
    """Names of weekdays and months."""
    listed = (*when_words.WEEKDAYS.values(), *when_words.MONTHS.values())
    return frozenset(form for names in listed for form in re.split(r"[\s/]+", names))


def _opposed(one: Sequence[_Word], other: Sequence[_Word]) -> bool:
    if len(one) != 1 or len(other) != 1:
        return False
    pair = {one[0].text, other[0].text}
    return any(pair == set(each) for each in table.OPPOSITES) or any(pair <= colours for colours in table.COLOURS)


# ---- moving


def _moves(old: _Clause, new: _Clause) -> bool:
    """`moved to Berlin` against `lives in Hamburg`, `moved to 19:30` against `meets at 19:00`."""
    apart = (table.MOVED | table.AUXILIARIES | table.DROPPED) - table.TO - table.FROM
    words, _ = _without([word for word in new.said if word.text not in apart], table.NOW)
    at = next((n for n, word in enumerate(words) if word.text in table.TO), -1)
    if at < 1 or at + 1 >= len(words):
        return False
    head, value = words[:at], words[at + 1 :]
    left = next((n for n, word in enumerate(head) if word.text in table.FROM), -1)
    replaced = _texts(head[left + 1 :]) if left > 0 else []
    subject = _texts(head[:left]) if left > 0 else _texts(head)
    if not old.verb or subject != _texts(old.subject) or old.negative:
        return False
    if replaced:
        return set(replaced) <= set(_texts(old.rest))
    kind = _kind_of([word for word in value if word.text not in ("klockan", "uhr", "um")] or value)
    if kind in (_NUMBER, _DAY):
        return any(_kind_of([word]) == kind for word in old.rest)
    led = any(word.text in table.AT for word in old.rest)
    return led and old.kind in (table.PLACE, table.BE)

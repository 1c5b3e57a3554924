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
from collections.abc import Sequence
from typing import NamedTuple

from sapwood.core import conflict_words as table
from sapwood.core import when_words
from sapwood.core.clauses import (
    NOW,
    SIGNS,
    Clause,
    Word,
    clauses_of,
    content_of,
    plain_words,
    texts_of,
    undated,
    verbs_of,
    without,
    words_of,
)
from sapwood.core.skeleton import skeleton

ADDED = table.ADDED
SAME, REPLACES, DISPUTES, UNRELATED = "same", "replaces", "disputes", "unrelated"

_LONGEST = 4_000  # characters


_CORRECTED, _RETRACTED = 0.5, 0.6  # the part of the older text's content words that must be shared

_NUMBER, _NAME, _DAY, _OTHER = "number", "name", "day", "other"


class _Text(NamedTuple):
    """One text as far as every comparison needs it."""

    texts: frozenset[str]
    held: frozenset[str]  # its words, and those that it has without the date since which it holds
    verbs: frozenset[tuple[str, str]]  # lemma and class of what may be the verb of a clause
    moved: bool  # it tells of a move
    mute: bool  # a question or a condition, or longer than is read
    arrow: bool
    hedged: bool
    denies: bool  # a negation or a word for an end stands in it


def relation(older: str, newer: str) -> str:
    """Return `same`, `replaces`, `disputes` or `unrelated` for two texts about one subject. Never raises.

    Made to be asked of one newer text and many older ones: what is read of a text is kept for the next question.
    """
    old, new = _read(older), _read(newer)
    if _are_same(older, newer):
        return SAME
    if old.mute or new.mute or not _may_meet(older, newer):
        return UNRELATED
    told = _told_wrong(older, newer)
    if told is not None:
        return told
    if new.arrow and _arrow(older, newer):
        return REPLACES
    if old.hedged or new.hedged or not _may_differ(old, new, older, newer):
        return UNRELATED
    return _compared(clauses_of(older), clauses_of(newer))


def may_contradict(new: str, other: str) -> bool:
    """False where `relation` finds no contradiction between two texts, whichever is the newer; cheap.

    Made to be asked of one new text and many others: the other one is not taken apart for it.
    """
    one, two = _read(new), _read(other)
    if one.mute or two.mute:
        return False
    if one.arrow or two.arrow or _corrected(new)[0] is not None or _corrected(other)[0] is not None:
        return True
    if one.hedged or two.hedged:
        return False
    return any(_may_hit(clause, two) for clause in clauses_of(new))


def _may_hit(clause: Clause, other: _Text) -> bool:
    """Whether a clause can pass rule 4 against some clause of a text, as far as the words of that tell."""
    if clause.passing:
        return False
    missing = [word.text for word in clause.rest if word.text not in other.held]
    if (clause.negative or other.denies) and len(missing) <= 1:  # a
        return True
    if clause.moved and other.verbs and (move := _move_of(clause)) and other.held.issuperset(move.subject):
        return True
    if not clause.verb or not other.held.issuperset(texts_of(clause.subject)):
        return False
    if other.moved:
        return True
    return any(lemma == clause.verb for lemma, _ in other.verbs) and (
        bool(clause.denied) or other.denies or clause.kind not in _COUNTED or _may_count(missing)
    )


_COUNTED = frozenset({table.VALUE, table.MANY})  # two of them differ in a number, a day, or one word


def _may_count(missing: list[str]) -> bool:
    """Whether what one clause has and the other lacks can be one number, day or word."""
    apart = [text for text in missing if not _is_number(text) and text not in _days() and text not in table.AT]
    return not apart or len(missing) == 1


def certain(older: str, newer: str) -> bool:
    """Whether a newer text that `replaces` an older one may close it with nobody asked.

    What is closed is seen no more, so the bar is the form of the two texts, word for word: the newer says the older but
    for `now` and the like, and (a) denies it with `no longer`, or (b) puts one other value in one place: a number,
    time or day, or at the end, behind the same preposition, another name. What it says after a comma does not count.
    Everything else that looks like a replacement is for a person to settle.
    """
    if _corrected(newer)[0] is not None or not table.ADDED.isdisjoint(plain_words(newer[:_LONGEST])):
        return False
    old, new = clauses_of(older), clauses_of(newer)
    if len(old) != 1 or not new:
        return False
    before, after = old[0], new[0]
    if not after.now or after.past or after.moved or after.passing or before.passing:
        return False
    if after.negative:
        return not after.stops and not before.negative and texts_of(before.words) == texts_of(after.words)
    return _one_value(_bare(older), _bare(newer))


def _bare(text: str) -> list[Word]:
    """The words of a text up to the first sign, as they stand, without `now`."""
    whole = itertools.takewhile(lambda word: word.text not in SIGNS, words_of(text[:_LONGEST]))
    return [word for word in whole if word.text not in _NOWS]


_NOWS = frozenset("now jetzt nun maintenant désormais ahora ya nu numera currently".split())
_IS = frozenset("ist bin sind är".split())  # every noun has a capital in German, and `är i` may be anything


def _one_value(one: list[Word], other: list[Word]) -> bool:
    start = _common(one, other)
    end = _common(one[start:][::-1], other[start:][::-1])
    first, second = tuple(one[start : len(one) - end]), tuple(other[start : len(other) - end])
    if start < 2 or not first or not second:
        return False
    plain = not any(word.text in table.AT for word in (*first, *second))
    if plain and {_kind_of(first), _kind_of(second)} in ({_NUMBER}, {_DAY}):
        return True
    led = one[start - 1].text in table.AT and one[start - 1].text not in table.COMPANY
    names = all(word.capital for word in (*first, *second)) and max(len(first), len(second)) <= 2
    return led and names and not end and _IS.isdisjoint(texts_of(one))


def reach(text: str) -> str:
    """How much a statement has to share with another one to contradict it: `all` words but numbers and negations,
    `two` where it gives a thing one place or value, `one` where it corrects, retracts or tells of a move."""
    read = _read(text)
    if read.arrow or _corrected(text)[0] is not None or (read.moved and _may_move(text)):
        return "one"
    single = any(kind in _SINGLE for _, kind in read.verbs) or (_may_be_cut_through(text) and _is_cut(text))
    return "two" if single and any(clause.kind in _SINGLE and not clause.past for clause in clauses_of(text)) else "all"


_SINGLE = frozenset({table.BE, table.PLACE, table.WORK, table.VALUE, table.ONE})


def _may_move(text: str) -> bool:
    """False where the words for a move say nothing that could replace anything: nothing moves to anywhere, and no verb
    says anything else."""
    return any(clause.verb or (clause.moved and _move_of(clause) is not None) for clause in clauses_of(text))


def _may_meet(older: str, newer: str) -> bool:
    """False where two texts share too little to contradict each other by any rule; asked before the costly ones. One
    word is enough where one of the two says no more than two, or where the newer tells of a move."""
    one, other = _heads(older), _heads(newer)
    shared = len(one & other)
    return shared >= 2 or (shared == 1 and (_read(newer).moved or min(len(one), len(other)) <= 2))


def _may_differ(old: _Text, new: _Text, older: str, newer: str) -> bool:
    """False where no clause of two texts can pass rule 4, so that they need not be taken apart: no verb is in both,
    neither denies, and nothing has moved. Where words are cut out of a text, its clauses have to be read."""
    alike = new.moved or old.denies or new.denies or not old.verbs.isdisjoint(new.verbs)
    return alike or _is_cut(older) or _is_cut(newer)


@functools.lru_cache(maxsize=4096)
def _is_cut(text: str) -> bool:
    """Whether the clauses of a text lack words of it: since when they hold; or it is longer than is read."""
    return len(text) > _LONGEST or undated(text)[1]


@functools.lru_cache(maxsize=4096)
def _read(text: str) -> _Text:
    texts = frozenset(plain_words(text[:_LONGEST]))
    mute = len(text) > _LONGEST or text.rstrip()[-1:] in ("?", "？") or not when_words.IF.isdisjoint(texts)
    return _Text(
        texts=texts,
        held=texts.union(plain_words(undated(text)[0])) if _may_be_cut_through(text) else texts,
        verbs=verbs_of(texts),
        moved=not table.MOVED.isdisjoint(texts),
        mute=mute,
        arrow=not table.ARROWS.isdisjoint(texts),
        hedged=not table.HEDGES.isdisjoint(texts),
        denies=not (table.NEGATIONS.isdisjoint(texts) and _ends_of_stops().isdisjoint(texts)),
    )


def _may_be_cut_through(text: str) -> bool:
    """Whether a date that is taken out of a text may end within a word of it, so that other words are left."""
    return len(text) <= _LONGEST and (not text.isascii() or _JOINED.search(text) is not None)


_JOINED = re.compile(r"[-']|[0-9][.,:][0-9]")
_NO_LETTERS = dict.fromkeys(sign for sign in range(128) if not chr(sign).isalnum())


def _are_same(older: str, newer: str) -> bool:
    one, other = _letters(older), _letters(newer)
    return (one == other or not one or not other) and skeleton(older) == skeleton(newer)


@functools.lru_cache(maxsize=4096)
def _letters(text: str) -> str:
    """Letters and digits of a plain text; where those differ, skeletons do. Empty for any other text."""
    return text.lower().translate(_NO_LETTERS) if text.isascii() and "<!--" not in text else ""


@functools.lru_cache(maxsize=4096)
def _heads(text: str) -> frozenset[str]:
    """The beginnings of the content words."""
    return frozenset([word[:3] for word in _read(text).texts if word not in table.SMALL and word[0].isalnum()])


@functools.cache
def _ends_of_stops() -> frozenset[str]:
    return frozenset(phrase[-1] for phrase in table.STOPS)


# ---- 2: corrections


def _told_wrong(older: str, newer: str) -> str | None:
    """Rule 2; None where the newer text neither corrects nor retracts."""
    rest, wanted = _corrected(newer)
    if rest is None:
        return None
    content, stated = content_of(words_of(older[:_LONGEST])), content_of(words_of(rest))
    shared = sum(any(_alike(word, other) for other in stated) for word in content)
    return REPLACES if shared >= 2 and shared >= wanted * len(content) else UNRELATED


@functools.lru_cache(maxsize=4096)
def _corrected(text: str) -> tuple[str | None, float]:
    head, colon, rest = text[:80].partition(":")
    first = re.match(r"[*_\s]*([^\W\d_]+)", head)
    if colon and first is not None and first[1].casefold() in table.CORRECTIONS:
        return rest + text[80:], _CORRECTED
    low = text.casefold().replace("’", "'")
    if len(low) == len(text) and _holds_any(low, table.RETRACTING):
        for phrase in table.RETRACTIONS:
            at = low.find(phrase)
            if at >= 0:
                return text[:at] + " " + text[at + len(phrase) :], _RETRACTED
    return None, 0.0


def _holds_any(low: str, stems: Sequence[str]) -> bool:
    for stem in stems:  # noqa: SIM110 - a loop takes half of what `any` does
        if stem in low:
            return True
    return False


# ---- 3: arrows


def _arrow(older: str, newer: str) -> bool:
    words = words_of(newer[:_LONGEST])
    at = next((n for n, word in enumerate(words) if word.text in table.ARROWS), 0)
    before, after = _plain(words[:at]), _plain(words[at + 1 :])
    if len(before) < 2 or not after:
        return False
    held = words_of(older[:_LONGEST])
    last = max((n for n, word in enumerate(held) if word.text in table.ARROWS), default=-1)
    if last >= 0:  # `river → lake` says lake
        held = (*held[: max(last - 1, 0)], *held[last + 1 :])
    stated = _plain(held)
    return stated[-1:] == before[-1:] and set(before) <= set(stated)


def _plain(words: Sequence[Word]) -> list[str]:
    return [
        word.text for word in words if word.text not in SIGNS and word.text != ":" and word.text not in table.DROPPED
    ]


# ---- 4, 5: clause against clause


def _compared(older: Sequence[Clause], newer: Sequence[Clause]) -> str:
    found = [[_verdict(old, new) for new in newer] for old in older]
    flat = [verdict for row in found for verdict in row]
    if REPLACES in flat:
        return REPLACES if all(REPLACES in row for row in found) else DISPUTES  # rule 5
    return DISPUTES if DISPUTES in flat else UNRELATED


def _verdict(old: Clause, new: Clause) -> str:
    if old.stops or old.passing or new.passing:
        return UNRELATED
    if new.moved:
        return REPLACES if _moves(old, new) else UNRELATED
    if new.past:
        return UNRELATED
    if not (_flips(old, new) if old.negative != new.negative else _differs(old, new)):
        return UNRELATED
    return REPLACES if new.now else DISPUTES


def _flips(old: Clause, new: Clause) -> bool:
    """Rule 4a: the same words; the verb may take another form, and nobody may be named once."""
    one, other = texts_of(old.words), texts_of(new.words)
    if new.stops and not new.verb and old.kind == table.MANY:  # `gave up milk` against `drinks milk`
        one = texts_of((*old.subject, *old.rest))
        return bool(one) and one == other
    if one != other and old.verb and new.verb and _named_once(old.subject, new.subject):
        one, other = texts_of(old.words[len(old.subject) :]), texts_of(new.words[len(new.subject) :])
    if len(one) != len(other) or not one:
        return False
    different = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return not different or (len(different) == 1 and _alike(*different[0]))


def _named_once(one: tuple[Word, ...], other: tuple[Word, ...]) -> bool:
    return all(word.text in table.NOBODY for word in one) or all(word.text in table.NOBODY for word in other)


def _alike(one: str, other: str) -> bool:
    """Whether two words are one, or may be two forms of one: `eats`, `eating`."""
    if one == other:
        return True
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    return any(one[n:] in table.ENDINGS and other[n:] in table.ENDINGS for n in range(max(shared - 1, 3), shared + 1))


def _differs(old: Clause, new: Clause) -> bool:
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
    if new.denied and new.denied <= content_of(one):
        return True
    return _exclude(one, other, led, old, now=new.now)


def _aligned(old: Clause, new: Clause) -> tuple[tuple[Word, ...], tuple[Word, ...]] | None:
    """What follows subject and verb in both; a subject may stand behind its verb (`ab Mai beträgt die Miete`)."""
    one, other = texts_of(old.subject), texts_of(new.subject)
    if any(text in table.IT for text in one):
        return None
    if one == other:
        return old.rest, new.rest
    if not other and one == texts_of(new.rest[: len(one)]):
        return old.rest, new.rest[len(one) :]
    if not one and other == texts_of(old.rest[: len(other)]):
        return old.rest[len(other) :], new.rest
    return None


def _common(one: Sequence[Word], other: Sequence[Word]) -> int:
    shared = 0
    while shared < min(len(one), len(other)) and one[shared].text == other[shared].text:
        shared += 1
    return shared


def _exclude(one: tuple[Word, ...], other: tuple[Word, ...], led: str, clause: Clause, *, now: bool) -> bool:
    """Whether two values of one place in a clause cannot both hold."""
    kinds = {_kind_of(one), _kind_of(other)}
    if kinds in ({_NUMBER}, {_DAY}):
        return True
    if clause.kind == table.MANY or (one[0].text in table.COMPANY) != (other[0].text in table.COMPANY):
        return False
    if _opposed(one, other):
        return True
    place = led in table.AT or (one[0].text in table.AT and other[0].text in table.AT)
    if clause.kind in (table.PLACE, table.WORK) or (clause.kind == table.BE and place):
        return place and _alike_in_kind(one, other, kinds)
    if kinds == {_NAME} and clause.kind in (table.BE, table.ONE) and clause.verb not in ("ist", "är"):
        return True
    return now and clause.kind == table.ONE


def _alike_in_kind(one: tuple[Word, ...], other: tuple[Word, ...], kinds: set[str]) -> bool:
    """Two names, or two plain nouns of about one length: `in a hurry` is no place beside `in Oslo`."""
    return len(kinds) == 1 and abs(len(one) - len(other)) <= 1


def _kind_of(words: Sequence[Word]) -> str:
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


def _opposed(one: Sequence[Word], other: Sequence[Word]) -> bool:
    if len(one) != 1 or len(other) != 1:
        return False
    pair = {one[0].text, other[0].text}
    return any(pair == set(each) for each in table.OPPOSITES) or any(pair <= colours for colours in table.COLOURS)


# ---- moving


class _Move(NamedTuple):
    """What has moved, from where as far as that is said, and to where."""

    subject: list[str]
    replaced: list[str]
    value: list[Word]


_APART = (table.MOVED | table.AUXILIARIES | table.DROPPED) - table.TO - table.FROM


def _move_of(clause: Clause) -> _Move | None:
    """The move that a clause tells of; None where it does not say what moved, or not to where."""
    words, _ = without([word for word in clause.said if word.text not in _APART], NOW)
    at = next((n for n, word in enumerate(words) if word.text in table.TO), -1)
    if at < 1 or at + 1 >= len(words):
        return None
    head, value = words[:at], words[at + 1 :]
    left = next((n for n, word in enumerate(head) if word.text in table.FROM), -1)
    if left > 0:
        return _Move(texts_of(head[:left]), texts_of(head[left + 1 :]), value)
    return _Move(texts_of(head), [], value)


def _moves(old: Clause, new: Clause) -> bool:
    """`moved to Berlin` against `lives in Hamburg`, `moved to 19:30` against `meets at 19:00`."""
    move = _move_of(new) if old.verb and not old.negative else None
    if move is None or move.subject != texts_of(old.subject):
        return False
    if move.replaced:
        return set(move.replaced) <= set(texts_of(old.rest))
    value = move.value
    kind = _kind_of([word for word in value if word.text not in ("klockan", "uhr", "um")] or value)
    if kind in (_NUMBER, _DAY):
        return any(_kind_of([word]) == kind for word in old.rest)
    led = any(word.text in table.AT for word in old.rest)
    return led and old.kind in (table.PLACE, table.BE)

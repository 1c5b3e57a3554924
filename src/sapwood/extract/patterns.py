"""The patterns of the rule extractor. Each is linear: its repetitions are bounded, or cannot give back.

The numbers of rules in comments are those of `extract/rules.py`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple


class Patterns(NamedTuple):
    """What the rules look for, by name."""

    stamp: re.Pattern[str]
    heading_time: re.Pattern[str]
    turn: re.Pattern[str]
    subject: re.Pattern[str]
    code: re.Pattern[str]
    tag: re.Pattern[str]
    link: re.Pattern[str]
    placeholder: re.Pattern[str]
    unfilled: re.Pattern[str]
    label: re.Pattern[str]
    box: re.Pattern[str]
    marker: re.Pattern[str]
    correction: re.Pattern[str]
    iso: re.Pattern[str]
    points: re.Pattern[str]
    signs: re.Pattern[str]
    word: re.Pattern[str]


@cache
def patterns() -> Patterns:
    """The patterns, compiled at first use: recall never extracts."""
    hour, half = r"([01]?\d|2[0-3]):([0-5]\d)", r"(?: ?([AaPp])\.?[Mm]\b\.?)?"
    clock = rf"{hour}(?::[0-5]\d)?{half}"
    bracketed = rf"\[{hour}{half}\]"  # with seconds it is a position in a recording (rule 4)
    name = r"[^\W\d_a-z][\w.'’-]{0,30}(?: [^\W\d_a-z][\w.'’-]{0,30})?"
    noun = (
        r"corrections?|correcting|corrected|correct that|erratum|i was wrong|i got (?:that|it) wrong|korrektur|"
        r"berichtigung|korrigiert|richtigstellung|ich lag falsch|rättelse|rättat|korrigering|jag hade fel|"
        r"rectification|rectificatif|corrigé|je me suis trompée?|corrección|correccion|corregido|me equivoqué|"
        r"correzione|correção|correctie|rettelse|исправление|تصحيح|更正|訂正|修正|정정"
    )
    return Patterns(
        stamp=re.compile(
            rf"(?:{bracketed}|\*\*{clock}\*\*|`{clock}`|{clock})"
            r"(?:\s*[—–|:-]\s+|\s+(?![—–-])|$)(?!\d?\d:\d\d)"
        ),
        heading_time=re.compile(rf"\[?{clock}(?!\d)"),
        turn=re.compile(rf"(\*\*|__|\*|_)?({name})\1?:\1?\s+\S"),
        subject=re.compile(
            r"subject:\s*`?([\w-]{1,80}(?:\.[\w-]{1,80}){1,40})`?(?:\s*[—–:]\s*|\s+-{1,2}\s+)(?=\S)",
            re.IGNORECASE,
        ),
        code=re.compile(r"`[^`]*`"),
        tag=re.compile(r"(?<![\w&/#.])#([^\W\d_][\w-]{0,60}(?:/[\w-]{1,60}){0,8})"),
        link=re.compile(
            r"!?\[\[[^\[\]]{0,300}\]\]|!?\[[^\[\]]{0,300}\]\([^()\s]{0,2000}(?: \"[^\"]{0,200}\")?\)|"
            r"<?(?:https?|ftp|file|mailto):[^\s<>]{1,2000}>?"
        ),
        placeholder=re.compile(
            r"[*_]{0,3}(?:\([^()]{0,120}\)|\[(?:your|the|insert|fill|enter|add|name|date)\b[^\[\]]{0,80}\])[*_]{0,3}|"
            r"<(?!/)[^<>@:]{1,80}>|todo|tbd|tba|n/a|xxx+|\?{1,3}|[.…_–—-]{1,80}|_{2,80}",
            re.IGNORECASE,
        ),
        unfilled=re.compile(r"\{\{[^{}]{0,200}\}\}"),
        label=re.compile(r"(\*\*|__)?([^:*_.!?。]{1,40})\1?:\1?\s*"),
        box=re.compile(r"\[([^\w\[\]]|[xX])\](?:\s+|$)"),
        marker=re.compile(r"(?:[-*+•]|\d{1,9}[.)])?[ \t]{0,8}(?:\[[^\w\[\]xX]?[xX]?\])?[ \t]{0,8}"),
        correction=re.compile(
            rf"[*_]{{0,3}}(?:{noun})[*_]{{0,3}}(?P<about>(?:[^:：.!?\n]|(?<=\d)\.){{0,60}}?)\s?[:：][*_]{{0,3}}\s*",
            re.IGNORECASE,
        ),
        iso=re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{4})年(\d{1,2})月(\d{1,2})日"),
        points=re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})"),
        signs=re.compile(r"[^\W_]"),
        word=re.compile(r"[^\W_]+"),
    )

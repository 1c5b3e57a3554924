"""Lines that correct an earlier one: `Correction to 2026-11-04: …` and its kin in other languages (rule 7)."""

from __future__ import annotations

from typing import NamedTuple

from sapwood.core import instant
from sapwood.extract.patterns import patterns


class Correction(NamedTuple):
    """What a line says it corrects: an ISO date or None, and the corrected statement."""

    date: str | None
    text: str


def find(text: str) -> Correction | None:
    """What a line corrects, or None. The date may stand before the colon, or the colon be missing after a date."""
    found = patterns().correction.match(text)
    if found is not None:
        return Correction(_date(found.group("about")), text[found.end() :])
    head = text[:80]
    dated = patterns().iso.search(head)
    if dated is not None:
        bare = patterns().correction.match(text[: dated.end()] + ": ")
        if bare is not None:
            return Correction(_date(dated.group()), text[dated.end() :].lstrip(" ,;—–-"))
    return None


def _date(text: str) -> str | None:
    found = patterns().iso.search(text)
    if found is not None:
        year, month, day = [group for group in found.groups() if group is not None]
    else:
        found = patterns().points.search(text)
        if found is None:
            return None
        day, month, year = found.groups()
    day = f"{int(year):04}-{int(month):02}-{int(day):02}"
    return day if instant.is_day(day) else None

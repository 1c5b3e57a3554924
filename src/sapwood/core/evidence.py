"""Evidence: what a mark cites. A whole record is a value (docs/format.md); a line range is never enough alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

KINDS = ("file", "signal", "transcript", "compost", "url")
_CITATION = re.compile(r"(?P<path>.+)#L(?P<first>\d+)(?:-L?(?P<last>\d+))?")


class Evidence(NamedTuple):
    """One record. For kind `file`: `path` as `Places.shown` names it, `lines` 1-based and inclusive, `sha256` of the
    lines' text joined by LF without terminators or BOM. Where the line held a credential, `hmac` (keyed with the
    workspace's salt) stands in place of `sha256`, so that the credential cannot be guessed from it. Other kinds carry
    `id`. `quote` is the raw text, cut at `Limits.quote_characters`."""

    kind: str
    path: str = ""
    lines: tuple[int, int] | None = None
    sha256: str = ""
    hmac: str = ""
    quote: str = ""
    id: str = ""

    @property
    def source(self) -> str:
        """What counts as the same source: it reinforces a mark at most once."""
        if self.kind == "file":
            return f"file:{self.path}#{self.sha256 or self.hmac}"
        return f"{self.kind}:{self.id}"

    def to_json(self) -> dict[str, Any]:
        """The record as JSON data, empty fields left out."""
        return {key: list(part) if key == "lines" else part for key, part in self._asdict().items() if part}


def from_json(fields: Mapping[str, Any]) -> Evidence:
    """The record of JSON data; unknown keys are left out. Raises `ValueError` where it is no record."""
    kind, lines = fields.get("kind"), fields.get("lines")
    if kind not in KINDS:
        raise ValueError(f"evidence kind {kind!r}; wanted one of {', '.join(KINDS)}")
    span = None
    if lines is not None:
        if not isinstance(lines, (list, tuple)) or len(lines) != 2 or not all(type(each) is int for each in lines):
            raise ValueError(f"evidence lines {lines!r}; wanted [first, last]")
        span = (lines[0], lines[1])
    texts = {key: str(fields.get(key) or "") for key in ("path", "sha256", "hmac", "quote", "id")}
    return Evidence(kind=kind, lines=span, **texts)


def citation(text: str) -> tuple[str, tuple[int, int]] | None:
    """(path, lines) of `PATH#L3` or `PATH#L3-L5`, or None where the text is no citation."""
    match = _CITATION.fullmatch(text.strip())
    if match is None:
        return None
    first = int(match["first"])
    return match["path"], (first, int(match["last"] or first))

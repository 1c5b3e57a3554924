"""Nobody writes through this file: it reads the header of a Markdown file, every value as the text that is there.

`2026-05-26`, `no`, `1.0` and `null` stay what was written (docs/format.md). A header that is no YAML is a problem with
its line; the body still counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sapwood.core.problem import Problem

_MAX_CHARACTERS = 64 * 1024
_MAX_DEPTH = 12


class Header(NamedTuple):
    """The fields of a header as texts, lists and mappings; empty with a problem where it does not read."""

    fields: dict[str, Any]
    problem: Problem | None


def read(path: str, texts: Sequence[str], span: tuple[int, int] | None) -> Header:
    """The header on lines `span` (its two fences included) of the file `path`; empty where there is none."""
    if span is None:
        return Header({}, None)
    import yaml  # noqa: PLC0415 - only verbs that show a header pay for it

    body = "\n".join(texts[span[0] : span[1] - 1])
    if len(body) > _MAX_CHARACTERS:
        return _unread(path, span[0], f"has {len(body)} characters, the limit is {_MAX_CHARACTERS}")
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        fault = _forbidden(yaml, yaml.parse(body, Loader=loader))
        fields = yaml.load(body, Loader=loader) if not fault else None  # noqa: S506 - texts, lists, mappings only
    except yaml.MarkedYAMLError as failure:
        line = failure.problem_mark.line if failure.problem_mark is not None else 0
        return _unread(path, span[0] + 1 + line, f"does not read as YAML: {failure.problem}")
    except (yaml.YAMLError, RecursionError) as failure:
        return _unread(path, span[0], f"does not read as YAML: {failure}")
    if fault:
        return _unread(path, span[0], fault)
    if fields in (None, ""):
        return Header({}, None)
    if not isinstance(fields, dict):
        return _unread(path, span[0], "is not a list of `key: value` lines")
    return Header({str(key): value for key, value in fields.items()}, None)


def _forbidden(yaml: Any, events: Any) -> str:
    """Why a header is refused before it is built: aliases can grow without bound, and so can depth."""
    depth = 0
    for event in events:
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            return "holds an anchor or alias; write the value out"
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _MAX_DEPTH:
            return f"is nested deeper than {_MAX_DEPTH}"
    return ""


def _unread(path: str, line: int, why: str) -> Header:
    return Header({}, Problem(path, line, "frontmatter", f"the header {why}; its text still counts, mend the header"))

"""Named steps of a change. Nothing happens at one, unless a test sets `hook` to stop the process there."""

from __future__ import annotations

from collections.abc import Callable

hook: Callable[[str], None] | None = None


def reached(name: str) -> None:
    """Say that step `name` is reached: everything before it is done, nothing after it is."""
    if hook is not None:
        hook(name)

"""Sapwood: the memory of AI agents, owned by a person.

`Memory` is the way in; `errors` holds every exception. Both are loaded when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sapwood.memory import Memory as Memory

__version__ = "0.1.0"
__all__ = ["Memory", "__version__"]


def __getattr__(name: str) -> Any:
    if name == "Memory":
        from sapwood.memory import Memory  # noqa: PLC0415

        return Memory
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""`sapwood recall` without click: the way that hooks and people take at every prompt.

`recall` is the one function behind the command. `try_quick` reads the plain forms of its options itself; whatever it
does not know for certain it leaves to click, which also writes the errors and the help.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from sapwood.doors import render
from sapwood.errors import BadArgument
from sapwood.memory import Memory

_VALUES = {
    "--about": "about", "--query": "query", "-q": "query", "--horizon": "horizon", "--layers": "layers",
    "--scope": "scope", "--home": "home", "-k": "k", "--min-strength": "min_strength",
    "--as-of": "as_of", "--known-at": "known_at", "--budget": "budget", "--root": "root",
}  # fmt: skip
_FLAGS = {"--json": "as_json", "--context": "context", "--trusted": "trusted"}


def recall(
    memory: Memory, question: Sequence[str], *, about: str = "", query: str = "", horizon: str | None = None,
    layers: str = "", min_strength: float | None = None, k: int = 10, scope: str = "home", as_json: bool = False,
    as_of: str | None = None, known_at: str | None = None, context: bool = False, budget: int | None = None,
    trusted: bool = False, root: str = "",
) -> None:  # fmt: skip
    """Ask and show. The words of `question` are a subject where they are the owner's name or begin with it and a dot,
    free text otherwise. `context` shows one block for an agent instead of lanes, under a budget of tokens."""
    words = " ".join(question)
    owner = memory.home.config.owner
    is_subject = " " not in words and (words.casefold() + ".").startswith(owner + ".")
    if words and not about and is_subject:
        about, words = words, ""
    options: dict[str, Any] = {"horizon": horizon, "min_strength": min_strength, "k": k, "scope": scope}
    options |= {"as_of": as_of, "known_at": known_at, "trusted": trusted, "root": root}
    if layers:
        options["layers"] = tuple(layer.strip() for layer in layers.split(","))
    asked = " ".join(filter(None, (query, words)))
    if context:
        _show_context(memory.context(about, asked, budget_tokens=budget, **options), as_json=as_json)
        return
    if budget is not None:
        raise BadArgument("--budget", budget, "--context beside it: lanes are counted by -k")
    found = memory.recall(about, asked, **options)
    if as_json:
        sys.stdout.write(render.as_json(found) + "\n")
        return
    lanes = {name: getattr(found, name) for name in ("knowledge", "marks", "substrate", "notes", "daily", "compost")}
    more = "" if horizon == "all" else "archived days are searched with --horizon all; "
    hint = f"{more}`sapwood marks` lists what there is"
    render.answer(render.screen(), lanes, found.notices, " ".join(filter(None, (about, asked))), hint)


def _show_context(found: Any, *, as_json: bool) -> None:
    """The block alone on standard output, what is to be said of it on standard error."""
    if as_json:
        sys.stdout.write(render.as_json(found) + "\n")
        return
    sys.stdout.write(found.context + "\n" if found.context else "")
    render.notes(render.screen(sys.stderr), found.notices)


def try_quick(arguments: Sequence[str]) -> bool:
    """Answer `[--home FOLDER] recall …` where every argument has a plain form; False where click is to look."""
    options: dict[str, Any] = {}
    words: list[str] = []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument in _FLAGS:
            options[_FLAGS[argument]] = True
        elif argument in _VALUES and rest and not rest[0].startswith("-"):
            options[_VALUES[argument]] = rest.pop(0)
        elif argument.startswith("-"):
            return False
        else:
            words.append(argument)
    if words[:1] != ["recall"] or not _numbers(options):
        return False
    home, scope = options.pop("home", None), options.get("scope", "home")
    recall(Memory(home, channel="cli", scope=scope), words[1:], **options)
    return True


def _numbers(options: dict[str, Any]) -> bool:
    try:
        for name, kind in (("k", int), ("budget", int), ("min_strength", float)):
            if name in options:
                options[name] = kind(options[name])
    except ValueError:
        return False
    return True

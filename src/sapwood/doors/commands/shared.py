"""What all commands share: options, the memory they talk to, progress."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from sapwood import settings
from sapwood.doors import render
from sapwood.memory import Memory

json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")
root_option = click.option("--root", default="", metavar="WORDS", help="The words that the trust root must have.")
key_option = click.option(
    "--key", default="", metavar="FILE", type=click.Path(), help="File of your key; asked for where it is not given."
)
reason_option = click.option("--reason", default="", help="Why; stands beside the decision.")
match_option = click.option(
    "--match", default="", type=click.Choice(["", "exact", "skeleton", "subject-skeleton"]),
    help="What is refused: these bytes, the statement in any spelling, or that only about this subject.",
)  # fmt: skip
scope_option = click.option("--scope", default="home", show_default=True, help="Scope inside the workspace.")


def memory(context: click.Context, *, actor: str = "", scope: str = "home") -> Memory:
    """The memory of the home that was named or found. What it mends on the way is said on stderr at the end."""
    made = Memory(context.obj, actor=actor, channel="cli", scope=scope, progress=progress())
    context.call_on_close(lambda: complain(made.notices))
    return made


def progress() -> Callable[[str, int, int], None] | None:
    """Progress on stderr, on a terminal only, and only from the second report on (short work shows none)."""
    if not sys.stderr.isatty() or settings.is_dumb():
        return None
    seen = [0]

    def report(what: str, done: int, total: int) -> None:
        seen[0] += 1
        if seen[0] > 1:
            sys.stderr.write(f"\r\x1b[K{what}: {done}/{total or '?'}")
            sys.stderr.write("\r\x1b[K" if done >= total else "")
            sys.stderr.flush()

    return report


def show(value: Any, as_json: bool, human: Callable[[render.Screen], None]) -> None:
    """Write a result as JSON or for a person."""
    if as_json:
        sys.stdout.write(render.as_json(value) + "\n")
    else:
        human(render.screen())


def complain(problems: Any) -> None:
    """Problems and notices go to stderr, so that output stays clean."""
    render.notes(render.screen(sys.stderr), [str(problem) for problem in problems])

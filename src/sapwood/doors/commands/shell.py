"""Commands for a shell and for a session that stays: completion, watch."""

from __future__ import annotations

import json
import signal
import sys
from threading import Event
from types import FrameType
from typing import Any

import click

from sapwood.doors import render
from sapwood.doors.commands import shared

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the completion script of a SHELL: bash, zsh or fish.

    \b
    bash: sapwood completion bash > ~/.local/share/bash-completion/completions/sapwood
    zsh:  sapwood completion zsh > FOLDER/_sapwood, FOLDER being one of $fpath
    fish: sapwood completion fish > ~/.config/fish/completions/sapwood.fish

    Make the folder first. For this session alone: source <(sapwood completion bash).
    """
    from sapwood.doors.completion import SCRIPTS  # noqa: PLC0415

    sys.stdout.write(SCRIPTS[shell])


@click.command()
@click.option("--once", is_flag=True, help="Make one pass and exit.")
@click.option("--poll", type=float, metavar="SECONDS", help="Look so often instead of listening for changes.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON, one object a line.")
@click.pass_context
def watch(context: click.Context, once: bool, poll: float | None, as_json: bool) -> None:
    """Keep the index fresh while this runs, so that the next answer has no file to read.

    One line a change. Nothing in the home is written, nothing is locked between changes; Ctrl-C or SIGTERM ends it
    with a summary. It listens for changes with `pip install 'sapwood[watch]'` and looks every 2 seconds without.
    """
    stop = _stopped_by_signals()
    for event in shared.memory(context).watch(stop, poll=poll, once=once):
        sys.stdout.write((json.dumps(event, ensure_ascii=False) if as_json else _said(render.screen(), event)) + "\n")
        sys.stdout.flush()


def _stopped_by_signals() -> Event:
    """Set by the first SIGINT or SIGTERM; a second one ends the process at once."""
    stop = Event()

    def ask(number: int, _: FrameType | None) -> None:
        stop.set()
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ask)
    return stop


def _said(to: render.Screen, event: dict[str, Any]) -> str:
    time = to.paint(event["at"][:19].replace("T", " "), "dim")
    kind = event["event"]
    if kind == "started":
        rate = f"listening, and every {event['every_seconds']:g} s" if event["listens"] else ""
        rate = rate or (f"every {event['every_seconds']:g} s" if event["every_seconds"] else "once")
        counts = f"{event['files']} file(s), {event['read']} read now, {event['leaves']} leaves"
        return f"{time}  {to.paint('watching', 'bold')} {render.plain(event['home'])} ({rate}): {counts}"
    if kind == "stopped":
        return f"{time}  {to.paint('stopped', 'bold')} after {event['passes']} pass(es), {event['changes']} change(s)"
    if kind == "note":
        return f"{time}  {to.paint('note', 'yellow')}     {render.plain(event['message'])}"
    if kind == "log":
        return (
            f"{time}  {to.paint('log', 'cyan')}      {event['leaves']:+d} leaves, {event['size']} in {event['replica']}"
        )
    style = {"added": "green", "changed": "cyan", "gone": "red"}[kind]
    return f"{time}  {to.paint(kind.ljust(7), style)}  {render.plain(event['path'])} ({event['layer']})"

"""Commands for what is recalled whatever is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from sapwood.doors import render
from sapwood.doors.commands import shared


@click.command()
@click.argument("given", metavar="[ID|FILE#L3-L5]", required=False, default="")
@shared.json_option
@click.pass_context
def pin(context: click.Context, given: str, as_json: bool) -> None:
    """Have mark ID, or lines of a file, in every context (`recall --context`). Without an argument, list the pins."""
    memory = shared.memory(context)
    if not given:
        found = memory.pins()
        shared.show(found, as_json, lambda to: _listed(to, found))
        return
    done = memory.pin(given)
    said = "pinned already" if done.again else "pinned"
    shared.show(done, as_json, lambda to: to.say(f"{said}: {render.plain(done.what)}  {render.short(done.id)}"))


@click.command()
@click.argument("given", metavar="ID|FILE#L3-L5")
@shared.json_option
@click.pass_context
def unpin(context: click.Context, given: str, as_json: bool) -> None:
    """Take back the pin of mark ID, or of lines of a file."""
    done = shared.memory(context).unpin(given)
    shared.show(done, as_json, lambda to: to.say(f"unpinned: {render.plain(done.what)}"))


def _listed(to: render.Screen, found: Sequence[Mapping[str, Any]]) -> None:
    for each in found:
        text = " ".join(each["text"].split()) if each["served"] else each["why"]
        to.say(f"{render.short(each['id'])}  {render.plain(each['what'])}  {render.plain(text)}")
        if each["served"] and each["why"]:
            to.say("          " + to.paint(render.plain(each["why"]), "yellow"))
    to.say(f"{len(found)} pinned")

"""Commands that look after a home."""

from __future__ import annotations

import click

from sapwood.doors import render
from sapwood.doors.commands import shared


@click.command()
@click.option("--head", "heads", multiple=True, metavar="LINE", help="A line of `log head` that you kept; repeatable.")
@click.option("--no-index", is_flag=True, help="Leave the index out: log and values only.")
@shared.json_option
@click.pass_context
def verify(context: click.Context, heads: tuple[str, ...], no_index: bool, as_json: bool) -> int:
    """Hash every leaf and value again, and hold the index against one that is made anew. Exit 0: all holds · 1 altered,
    or the index says something else · 2 nothing checked · 3 older than the witness or the head · 4 another history."""
    found = shared.memory(context).verify(heads=heads, index=not no_index)

    def human(to: render.Screen) -> None:
        for log in found.logs:
            witnessed = "unwitnessed" if log["witnessed"] is None else f"witness saw {log['witnessed']}"
            to.say(f"{log['origin']}: {log['size']} leaves, {witnessed}, {log['status']}")
        to.say(f"{found.leaves} leaves and {found.values} values hashed, {found.erased} erased")
        stands = found.index_check
        if stands["status"] == "same":
            to.say(f"index: the same as one made anew, {stands['rows']} rows")
        elif stands["detail"]:
            to.say("index: " + render.plain(stands["detail"]))
        if heads and found.heads:
            to.say(f"agrees with {found.heads} head(s) given")
        for finding in found.findings:
            word = to.paint("note: ", "yellow") if found.code == 0 else to.paint("found: ", "red")
            to.say(word + render.plain(finding))
        to.say(
            to.paint("all holds", "green") if found.code == 0 else to.paint(f"not all holds (exit {found.code})", "red")
        )

    shared.show(found, as_json, human)
    return int(found.code)


@click.command()
@shared.json_option
@click.pass_context
def rebuild(context: click.Context, as_json: bool) -> None:
    """Make the index again from log, values and files. Nothing in the home is written."""
    done = shared.memory(context).rebuild()
    shared.show(done, as_json, lambda to: to.say(f"{done.leaves} leaves replayed, {done.marks} marks"))


@click.command()
@click.option("--keep", metavar="FOLDER", help="Leave the sample home here to play with.")
@click.pass_context
def demo(context: click.Context, keep: str | None) -> int:
    """Copy a sample into a temporary home and walk the road, saying what is done."""
    from sapwood.doors import demo as walk  # noqa: PLC0415

    return walk.walk(render.screen(), keep)

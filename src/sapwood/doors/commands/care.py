"""Commands that look after a home."""

from __future__ import annotations

import click

from sapwood.doors import exits, render
from sapwood.doors.commands import shared
from sapwood.errors import BadArgument


@click.command()
@click.option("--head", "heads", multiple=True, metavar="LINE", help="A line of `log head` that you kept; repeatable.")
@shared.json_option
@click.pass_context
def verify(context: click.Context, heads: tuple[str, ...], as_json: bool) -> int:
    """Hash every leaf and value again. Exit 0: all holds · 1 altered · 2 nothing checked · 3 older than the witness or
    the head · 4 another history."""
    found = shared.memory(context).verify(heads=heads)

    def human(to: render.Screen) -> None:
        for log in found.logs:
            witnessed = "unwitnessed" if log["witnessed"] is None else f"witness saw {log['witnessed']}"
            to.say(f"{log['origin']}: {log['size']} leaves, {witnessed}, {log['status']}")
        to.say(f"{found.leaves} leaves and {found.values} values hashed, {found.erased} erased")
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


@click.group()
def log() -> None:
    """The append-only log: its head, and the way out after a loss."""


@log.command()
@shared.json_option
@click.pass_context
def head(context: click.Context, as_json: bool) -> None:
    """Print one line a log (origin, size, root) to keep where an agent cannot reach it."""
    found = shared.memory(context).heads()
    shared.show(found, as_json, lambda to: to.say("\n".join(found)))


@log.command()
@click.option("--from", "copy", metavar="COPY", help="A longer copy of the home or of its log.")
@click.option("--accept-loss", is_flag=True, help="Go on without what is gone; every answer says so from then on.")
@shared.json_option
@click.pass_context
def recover(context: click.Context, copy: str | None, accept_loss: bool, as_json: bool) -> int:
    """Go on when the log is shorter than, or not, what its witness saw."""
    if (copy is None) == (not accept_loss):
        raise BadArgument("log recover", copy or "nothing", "either --from COPY or --accept-loss")
    done = shared.memory(context).recover(copy=copy, accept_loss=accept_loss)
    shared.show(
        done, as_json, lambda to: to.say(f"the log has {done.size} leaves ({done.how}), {done.values} value(s) added")
    )
    return exits.DONE


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

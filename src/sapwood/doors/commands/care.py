"""Commands that look after a home."""

from __future__ import annotations

from typing import Any

import click

from sapwood.doors import render
from sapwood.doors.commands import shared


@click.command()
@click.option("--head", "heads", multiple=True, metavar="LINE", help="A line of `log head` that you kept; repeatable.")
@shared.root_option
@click.option("--with-ssh-keygen", is_flag=True, help="Ask ssh-keygen about every signature too.")
@click.option("--no-index", is_flag=True, help="Leave the index out: log, values, decisions and knowledge only.")
@shared.json_option
@click.pass_context
def verify(
    context: click.Context, heads: tuple[str, ...], root: str, with_ssh_keygen: bool, no_index: bool, as_json: bool
) -> int:
    """Hash every leaf and value again, judge every signed decision, hold knowledge/ against the signed bytes and the
    index against one that is made anew. Exit 0: all holds · 1 altered, a decision that does not count, or the index
    says something else · 2 nothing checked, or no ssh-keygen · 3 older than the witness or the head · 4 another
    history · 5 the trust root lets nobody sign, or has other words."""
    found = shared.memory(context).verify(heads=heads, index=not no_index, root=root, with_ssh_keygen=with_ssh_keygen)

    def human(to: render.Screen) -> None:
        for log in found.logs:
            witnessed = "unwitnessed" if log["witnessed"] is None else f"witness saw {log['witnessed']}"
            to.say(f"{log['origin']}: {log['size']} leaves, {witnessed}, {log['status']}")
        to.say(f"{found.leaves} leaves and {found.values} values hashed, {found.erased} erased")
        _decided(to, found)
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


def _decided(to: render.Screen, found: Any) -> None:
    """What a person decided; nothing where nobody did and no file claims it."""
    good, refused = found.decisions["good"], len(found.decisions["refused"])
    if not (good or refused or found.knowledge):
        return
    to.say(found.root)
    to.say(f"{good} decision(s) count, {refused} do not")
    if found.claims:
        to.say("claims: " + ", ".join(f"{len(ids)} {state}" for state, ids in found.claims.items()))
    if found.knowledge:
        signed = sum(each["status"] not in ("unverifiable", "missing") for each in found.knowledge)
        to.say(f"knowledge: {signed} of {len(found.knowledge)} file(s) as they were signed")
    if found.ssh_keygen["asked"]:
        to.say(f"ssh-keygen: {found.ssh_keygen['status']} about {found.ssh_keygen['asked']} signature(s)")


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

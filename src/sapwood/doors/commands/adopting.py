"""`init --from`: show what would be written and how each file would be served, ask, write."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING

import click

from sapwood import settings
from sapwood.doors import exits, render
from sapwood.doors.commands import shared

if TYPE_CHECKING:
    from sapwood.verbs.files import Filed, Listing
    from sapwood.verbs.init import Made, Proposal


def adopt(proposal: Proposal, *, yes: bool, dry_run: bool, as_json: bool) -> int:
    """Show a proposal and, where a person agrees, make it. Exit 2 where there was nobody to ask."""
    from sapwood.verbs import files, init  # noqa: PLC0415 - a verb is imported when it is used

    listing = files.files(settings.planned(proposal.folder, proposal.config))
    if not as_json:
        _proposed(render.screen(), proposal, listing)
    asked = not (yes or dry_run or as_json) and sys.stdin.isatty()
    agreed = not dry_run and (yes or (asked and click.confirm(f"Make {render.plain(proposal.folder)} such a home?")))
    made = init.adopt(proposal, dry_run=not agreed)
    if as_json:
        sys.stdout.write(render.as_json(_fields(proposal, listing, made, written=agreed)) + "\n")
    else:
        created(render.screen(), made, dry_run=not agreed)
    if agreed or dry_run or asked:
        return exits.DONE
    shared.complain(["nothing was written: add --yes to write it, or --dry-run to look only"])
    return exits.USAGE


def created(to: render.Screen, made: Made, *, dry_run: bool) -> None:
    """What `init` made, or would make."""
    for path in made.created:
        to.say(f"{'would create' if dry_run else 'created'} {render.plain(path)}")
    to.say(f"{render.plain(made.home)} {'would be' if dry_run else 'is'} a home")
    render.notes(to, made.notices)


def table(to: render.Screen, listing: Listing) -> None:
    """A row a file: layer, number of items, name, reason."""
    for each in listing.files:
        layer = to.paint(f"{each.layer:<9}", "green") if each.layer else to.paint(f"{'-':<9}", "dim")
        count = str(each.items) if each.layer else ""
        reason = f"  {to.paint(render.plain(each.reason), 'dim')}" if each.reason else ""
        to.say(f"  {layer} {count:>5}  {render.plain(each.file)}{reason}")
    to.say(_totals(listing.files))
    render.notes(to, map(str, listing.problems))


def _totals(files: list[Filed]) -> str:
    counts = Counter(each.layer or "not served" for each in files)
    return ", ".join(f"{count} {layer}" for layer, count in sorted(counts.items())) or "no file"


def _proposed(to: render.Screen, proposal: Proposal, listing: Listing) -> None:
    for each in proposal.layouts:
        to.say(f"{to.paint(each.name, 'bold')}  {render.plain(each.at or proposal.origin)}")
    to.say()
    for line in proposal.config.splitlines():
        to.say(f"  {render.plain(line)}".rstrip())
    to.say()
    table(to, listing)
    to.say()


def _fields(proposal: Proposal, listing: Listing, made: Made, *, written: bool) -> dict[str, object]:
    return {
        "home": proposal.folder,
        "from": proposal.origin,
        "layouts": list(proposal.layouts),
        "config": proposal.config,
        "files": listing.files,
        "problems": [str(problem) for problem in listing.problems],
        "created": made.created,
        "notices": made.notices,
        "written": written,
    }

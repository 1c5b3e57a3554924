"""Commands that change a home."""

from __future__ import annotations

import difflib
import os
import sys
from typing import TYPE_CHECKING, Any, TextIO

import click

from sapwood import settings
from sapwood.doors import exits, render
from sapwood.doors.commands import adopting, shared
from sapwood.errors import BadArgument

if TYPE_CHECKING:
    from sapwood.verbs.consolidate import Report
    from sapwood.verbs.observe import Observed


@click.command()
@click.argument("folder", required=False)
@click.option("--owner", help="Your name: the first segment of every subject. Default: your login name.")
@click.option("--time-zone", help="Zone of your days, such as Europe/Berlin. Default: this machine's.")
@click.option(
    "--substrate", multiple=True, metavar="PATH", help="Folder or .md file in your own hand; may be repeated."
)
@click.option("--daily", default="daily", show_default=True, metavar="FOLDER", help="Folder of the daily files.")
@click.option("--from", "origin", metavar="PATH", help="A folder that another program laid out; shown first.")
@click.option("--yes", is_flag=True, help="With --from: write what is proposed without asking.")
@click.option("--dry-run", is_flag=True, help="Say what would be created; write nothing.")
@shared.json_option
@click.pass_context
def init(
    context: click.Context, folder: str | None, owner: str | None, time_zone: str | None, substrate: tuple[str, ...],
    daily: str, origin: str | None, yes: bool, dry_run: bool, as_json: bool,
) -> int:  # fmt: skip
    """Make FOLDER (default: here) a home. What is there is never overwritten.

    With --from PATH its layout is recognised, and shown is what would be written and which file is served how. Without
    FOLDER, PATH itself becomes the home; with it, FOLDER becomes a home that reads PATH where it lies.
    """
    from sapwood.verbs import init as verb  # noqa: PLC0415

    place = os.path.abspath(os.path.expanduser(folder or context.obj or origin or "."))
    zone = time_zone or settings.local_zone()
    name = settings.login_name() if owner is None else owner
    if origin is not None:
        if substrate or daily != "daily":
            raise BadArgument("--from", origin, "no --substrate and --daily beside it: they are in what is proposed")
        source = os.path.abspath(os.path.expanduser(origin))
        proposal = verb.propose(place, source, owner=name, time_zone=zone)
        return adopting.adopt(proposal, yes=yes, dry_run=dry_run, as_json=as_json)
    made = verb.init(place, owner=name, time_zone=zone, substrate=substrate, daily=daily, dry_run=dry_run)
    shared.show(made, as_json, lambda to: adopting.created(to, made, dry_run=dry_run))
    return exits.DONE


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("text", nargs=-1, type=click.UNPROCESSED)
@click.option("--agent", default="", metavar="NAME", help="The agent that writes; stands before the text.")
@shared.json_option
@click.pass_context
def jot(context: click.Context, text: tuple[str, ...], agent: str, as_json: bool) -> None:
    """Add TEXT (or standard input) as one line to today's file."""
    memory = shared.memory(context, actor=agent)
    done = memory.jot(" ".join(text) if text else sys.stdin.read(), agent=agent)

    def human(to: render.Screen) -> None:
        to.say(
            f"{done.path}:{done.line}  {render.plain(done.text)}" + ("  (stood there already)" if done.again else "")
        )

    shared.show(done, as_json, human)
    if done.masked:
        shared.complain(
            [f"{done.masked} thing(s) that look like a credential were masked; memory is no place for them"]
        )


@click.command()
@click.argument("subject", required=False)
@click.argument("observation", required=False)
@click.option("--evidence", "-e", multiple=True, metavar="PATH#L3-L5", help="The lines it came from; may be repeated.")
@click.option("--strength", "initial_strength", type=float, help="Initial strength, 0 to 1.")
@click.option("--half-life", "half_life_days", type=float, help="Half-life in days.")
@click.option("--by", "observed_by", help="Who saw it.")
@click.option("--at", "observed_at", metavar="INSTANT", help="When, such as 2026-11-05T11:00:00Z.")
@click.option("--tag", "affinity", multiple=True, help="Affinity tag; may be repeated.")
@click.option("--ref", "substrate_refs", multiple=True, help="Substrate file it relates to; may be repeated.")
@click.option("--from", "valid_from", metavar="DATE", help="First day on which it holds.")
@click.option("--to", "valid_to", metavar="DATE", help="First day on which it holds no more.")
@click.option(
    "--batch",
    type=click.File("r", encoding="utf-8", errors="replace"),
    metavar="FILE|-",
    help="A JSON object a line with the same fields.",
)
@shared.scope_option
@shared.json_option
@click.pass_context
def observe(
    context: click.Context, /, subject: str | None, observation: str | None, batch: TextIO | None, scope: str,
    as_json: bool, **fields: object,
) -> int:  # fmt: skip
    """Say that OBSERVATION was seen about SUBJECT. No citation, no memory."""
    memory = shared.memory(context, actor=str(fields["observed_by"] or ""), scope=scope)
    if batch is not None:
        done = memory.observe_batch(batch)
    elif subject is None or observation is None:
        raise BadArgument("observe", observation or subject or "nothing", "SUBJECT and OBSERVATION, or --batch FILE")
    else:
        given = {key: value for key, value in fields.items() if value not in (None, ())}
        done = [memory.observe(subject, observation, **given)]

    def human(to: render.Screen) -> None:
        for each in done if batch is None else ():
            to.say(_told(each))
        if batch is not None:
            totals = {
                status: sum(each.status == status for each in done)
                for status in ("created", "reinforced", "known", "refused")
            }
            to.say(", ".join(f"{count} {status}" for status, count in totals.items()))

    shared.show(done if batch is not None else done[0], as_json, human)
    refused = [each for each in done if each.status == "refused"]
    if batch is not None:
        shared.complain(f"line {each.line}: {each.message.removeprefix(f'line {each.line} ')}" for each in refused)
    if batch is not None:
        return exits.LOSSES if refused else exits.DONE
    if done[0].id and done[0].message:
        shared.complain([done[0].message])
    return _code_of(done[0])


def _code_of(done: Observed) -> int:
    if done.status != "refused":
        return exits.DONE
    return exits.USAGE if done.reason == "usage" else exits.REFUSED


class _MarkGroup(click.Group):
    """`mark SUBJECT TEXT` is `mark add SUBJECT TEXT`."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0].lower(), self.commands, 1, 0.75)
            if near:
                hint = f"Did you mean {near[0]!r}? A subject of that name goes behind `mark add`"
                context.fail(f"No such command {args[0]!r}. {hint}")
            args.insert(0, "add")
        return super().parse_args(context, args)


@click.group(cls=_MarkGroup)
def mark() -> None:
    """Your own marks: add, correct, move, show. `mark SUBJECT TEXT` is `mark add SUBJECT TEXT`."""


@mark.command()
@click.argument("subject")
@click.argument("text")
@click.option("--evidence", "-e", "cites", multiple=True, metavar="PATH#L3-L5", help="Lines it came from.")
@click.option("--strength", type=float, help="Initial strength, 0 to 1 (default 1).")
@click.option("--half-life", "half_life_days", type=float, help="Half-life in days.")
@click.option("--tag", "affinity", multiple=True, help="Affinity tag; may be repeated.")
@click.option("--from", "valid_from", metavar="DATE", help="First day on which it holds.")
@click.option("--to", "valid_to", metavar="DATE", help="First day on which it holds no more.")
@shared.scope_option
@shared.json_option
@click.pass_context
def add(context: click.Context, /, subject: str, text: str, scope: str, as_json: bool, **options: object) -> int:
    """Add a mark of your own. It lifts an absence of the same value."""
    done = shared.memory(context, scope=scope).mark(subject, text, **options)
    return _said(done, as_json)


@mark.command()
@click.argument("id")
@click.argument("text")
@click.option("--from", "valid_from", metavar="DATE", help="Since when TEXT is true (default now).")
@shared.json_option
@click.pass_context
def correct(context: click.Context, id: str, text: str, valid_from: str | None, as_json: bool) -> int:
    """Replace what mark ID says by TEXT; the old one is closed, not lost."""
    return _said(shared.memory(context).correct(id, text, valid_from=valid_from), as_json)


@mark.command()
@click.argument("id")
@click.argument("subject")
@shared.json_option
@click.pass_context
def move(context: click.Context, id: str, subject: str, as_json: bool) -> None:
    """Put mark ID under another SUBJECT."""
    found = shared.memory(context).move(id, subject)
    shared.show(
        {"id": found.id, "subject": found.subject}, as_json, lambda to: to.say(f"{found.id} is now {found.subject}")
    )


@mark.command("show")
@click.argument("id")
@shared.json_option
@click.pass_context
def show_mark(context: click.Context, id: str, as_json: bool) -> None:
    """Show everything of mark ID: evidence resolved, strength over time."""
    found = shared.memory(context).show(id)
    shared.show(found, as_json, lambda to: render.mark(to, found))


def _told(done: Observed) -> str:
    if not done.id:
        return f"{done.status}: {render.plain(done.message)}"
    replaced = "".join(f", replaces {render.short(each)}" for each in done.replaced)
    return f"{done.status} {done.id}{replaced}" + "".join(f", disputes {render.short(each)}" for each in done.disputed)


def _said(done: Observed, as_json: bool) -> int:
    shared.show(done, as_json, lambda to: to.say(_told(done)))
    if done.id and done.message:
        shared.complain([done.message])
    return _code_of(done)


@click.command()
@click.option("--day", metavar="DATE", help="Only this day.")
@click.option("--before-today", is_flag=True, help="Leave today's file alone, as the nightly run does.")
@click.option("--dry-run", is_flag=True, help="Say what would be done; write nothing.")
@shared.json_option
@click.pass_context
def consolidate(context: click.Context, day: str | None, before_today: bool, dry_run: bool, as_json: bool) -> int:
    """Turn every unarchived day into marks that cite their lines, let faded ones wither, archive the days."""
    report = shared.memory(context).consolidate(day=day, before_today=before_today, dry_run=dry_run)

    def human(to: render.Screen) -> None:
        for each in report.days:
            moved = f" → {each.archived_as}" if each.archived_as else f" ({each.status})"
            to.say(to.paint(f"{each.path}{moved}", "bold"))
            for made in each.marks:
                if made["status"] != "known":
                    span = made["evidence"][0]["lines"]
                    said = f"{render.plain(made['subject'])}  {render.plain(made['observation'])}"
                    why = f" ({made['reason']})" if made.get("reason") else ""
                    why += "".join(f" replaces {render.short(other)}" for other in made.get("replaced", ()))
                    why += "".join(f" disputes {render.short(other)}" for other in made.get("disputed", ()))
                    to.say(f"  {made['status']:<10} {said}  {to.paint(f'L{span[0]}{why}', 'dim')}")
            if each.skipped:
                kinds = ", ".join(f"{count} {why}" for why, count in each.skipped.items())
                to.say("  " + to.paint(f"not taken: {kinds}", "dim"))
        for word, found in (("absent", report.absent), ("returned", report.returned)):
            for mark in found:
                to.say(f"  {word:<10} {render.plain(mark['subject'])}  {render.plain(mark['observation'])}")
        if day is not None and not report.days:
            to.say(f"no file of {day} waits in the folder of days")
        to.say(_totals(report))

    shared.show(report, as_json, human)
    problems = [*report.problems, *(problem for each in report.days for problem in each.problems)]
    shared.complain(problems)
    lost = any(problem.kind != "secret" for problem in problems)
    return exits.LOSSES if lost else exits.DONE


def _totals(report: Report) -> str:
    words = ("created", "reinforced", "known", "refused", "superseded", "disputed")
    counts = [f"{sum(getattr(each, word) for each in report.days)} {word}" for word in words]
    more = [f"{report.withered} withered", f"{len(report.absent)} absent"]
    return f"{len(report.days)} day file(s): " + ", ".join(counts + more)


@click.command()
@click.argument("id")
@click.option("--erase", is_flag=True, help="Drop the text itself for good (git history and backups are out of reach).")
@click.option("--dry-run", is_flag=True, help="Say what would be done; write nothing.")
@click.option("--tombstone", is_flag=True, help="Sign that its value is refused on every road, with your key.")
@shared.key_option
@shared.reason_option
@shared.match_option
@shared.root_option
@shared.json_option
@click.pass_context
def forget(
    context: click.Context, id: str, erase: bool, dry_run: bool, tombstone: bool, key: str, reason: str, match: str,
    root: str, as_json: bool,
) -> None:  # fmt: skip
    """Hide mark ID and keep its value from coming back by itself. `restore` takes it back.

    With --tombstone, mark or claim ID is read on the terminal and its value refused by your signature; `untombstone`
    takes that back.
    """
    if tombstone:
        if erase or dry_run:
            raise click.UsageError("--tombstone stands alone: first refuse the value, then erase it")
        from sapwood.doors.commands import review  # noqa: PLC0415 - what signs is imported by what signs

        review.refuse_value(context, id, key, reason, match, root, as_json)
        return
    done = shared.memory(context).forget(id, erase=erase, dry_run=dry_run)

    def human(to: render.Screen) -> None:
        verb = "would " if dry_run else ""
        to.say(
            f"{verb}{'erase' if erase else 'forget'} {done.id} ({render.plain(done.subject)})"
            if dry_run
            else f"{'erased' if erase else 'forgot'} {done.id} ({render.plain(done.subject)})"
        )
        if erase:
            dropped = f"{done.erased_values} value(s) {'would be ' if dry_run else ''}dropped"
            to.say(f"  {dropped}; git history and backups are out of reach")
        for word, found in _beside_it(done).items():
            for mark in found:
                to.say(f"  {word} {render.short(mark['id'])}  {render.plain(mark['observation'])}")
                if "erase" in mark:
                    to.say(f"    to take it away as well: {mark['erase']}")
        for line in done.still_in:
            to.say(f"  still in {render.plain(line)}: your file, not edited")

    shared.show(done, as_json, human)


def _beside_it(done: Any) -> dict[str, list[dict[str, str]]]:
    return {
        "with it, since it says the same:": done.others,
        "with it, a proposal that holds it:": done.proposals,
        "says it under your signature, stays:": done.claims,
        "quoted it, stays without its quotes:": done.requoted,
        "says it in more words, which are still there:": done.kept,
        "cites the same line in words of its own, stays as it is:": done.beside,
    }


@click.command()
@click.argument("id")
@shared.json_option
@click.pass_context
def restore(context: click.Context, id: str, as_json: bool) -> None:
    """Bring mark ID back after a forget, and let its value in again."""
    found = shared.memory(context).restore(id)
    fields = {"id": found.id, "subject": found.subject, "observation": found.observation, "state": found.state}
    shared.show(
        fields, as_json, lambda to: to.say(f"{found.state} again: {found.id}  {render.plain(found.observation)}")
    )

"""Commands for what waits for a person. None of them approves anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from sapwood import settings
from sapwood.disk import scratch
from sapwood.doors import exits, render
from sapwood.doors.commands import shared

if TYPE_CHECKING:
    from sapwood.verbs.molt import Beside, Molt
    from sapwood.verbs.proposals import Opened, Proposal
    from sapwood.verbs.propose import Asked

_TEXT_CHARACTERS = 160  # of a proposal in a list; `proposals show` has all of it
_by = click.option("--by", default="", metavar="NAME", help="Who proposes it (default: the owner of the home).")
_subject = click.option("--subject", help="What it is about, where it is not what it is based on.")
_based_on = click.option(
    "--based-on", "based_on", multiple=True, metavar="ID|PATH#L3-L5", help="What led to it; may be repeated."
)
_state = click.option(
    "--state", "proposal_states", multiple=True,
    help="pending, held, deferred, accepted, rejected, withered, or all. Default: pending and held.",
)  # fmt: skip


@click.group()
def propose() -> None:
    """Ask a person for something; it waits until a signature decides it. Nothing becomes trusted by a proposal."""


@propose.command()
@click.argument("source", metavar="ID|NOTE#L3-L5")
@click.option("--text", help="What the fact should say, where it is not what the mark says.")
@_subject
@click.option("--confidence", metavar="WORD", help="stated, inferred or uncertain.")
@click.option("--valid-from", metavar="DATE", help="First day on which it holds.")
@click.option("--valid-to", metavar="DATE", help="First day on which it holds no more.")
@click.option("--supersedes", multiple=True, metavar="CLAIM", help="A fact that it would replace; may be repeated.")
@_by
@shared.json_option
@click.pass_context
def promotion(context: click.Context, /, source: str, by: str, as_json: bool, **fields: object) -> int:
    """Ask that mark ID, or an entry of a note (`NOTE.md#L3-L5`, or `NOTE.md:3` as recall shows it), becomes a fact."""
    return _asked(context, "promotion", {"source": source, **fields}, by, as_json)


@propose.command()
@click.option("--file", required=True, metavar="FILE", help="The handwritten file that it is meant for.")
@click.option("--text", required=True, help="What to write there.")
@_based_on
@_subject
@_by
@shared.json_option
@click.pass_context
def seed(context: click.Context, /, by: str, as_json: bool, **fields: object) -> int:
    """Plant a suggestion for a handwritten file. Nothing writes that file but its owner."""
    return _asked(context, "seed", fields, by, as_json)


@propose.command()
@click.option("--title", required=True, help="What it is called.")
@click.option("--text", required=True, help="What it should do, or what is to be mended.")
@_based_on
@_subject
@_by
@shared.json_option
@click.pass_context
def skill(context: click.Context, /, by: str, as_json: bool, **fields: object) -> int:
    """Ask for a new skill, or for one to be mended."""
    return _asked(context, "skill", fields, by, as_json)


@propose.command()
@click.argument("claim", metavar="CLAIM")
@click.option("--reason", required=True, help="Why it should not be served any more.")
@_by
@shared.json_option
@click.pass_context
def retire(context: click.Context, claim: str, reason: str, by: str, as_json: bool) -> int:
    """Ask that an approved fact is taken out of use."""
    return _asked(context, "retire", {"claim": claim, "reason": reason}, by, as_json)


def _asked(context: click.Context, kind: str, fields: dict[str, Any], by: str, as_json: bool) -> int:
    given = {key: value for key, value in fields.items() if value not in (None, ())}
    done = shared.memory(context, actor=by).propose(kind, **given)
    shared.show(done, as_json, lambda to: _said(to, done))
    if done.id and done.message:
        shared.complain([done.message])
    return exits.REFUSED if done.status == "refused" else exits.DONE


def _said(to: render.Screen, done: Asked) -> None:
    if done.status == "refused":
        to.say(f"refused: {render.plain(done.message)}")
        return
    more = "" if done.status == "proposed" else f"  (it is {done.state} already)" if done.status == "known" else ""
    to.say(f"{done.status} {done.id}{more}")
    to.say(f"  {done.kind} · {render.plain(done.subject)} · {done.state}: waits for a person")
    for flag in done.flags:
        to.say("  " + to.paint("held: ", "yellow") + render.plain(flag))
    _before(to, done.earlier)


def _before(to: render.Screen, earlier: Sequence[dict[str, Any]]) -> None:
    for each in earlier:
        who = f"{each['kind']} by {each['proposed_by']} on {each['proposed_at'][:10]}"
        to.say(to.paint(render.plain(f"  earlier    {who}: {each['state']}  {render.short(each['id'])}"), "dim"))


# ---- beside a handwritten file


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--edit", is_flag=True, help="Open FILE in your editor, with a sheet of what lies beside it.")
@shared.json_option
@click.pass_context
def molt(context: click.Context, file: str, edit: bool, as_json: bool) -> int:
    """Show what lies ready for whoever rewrites the handwritten FILE: seeds for it, and marks that name it or whose
    subject its sections mention. You edit the file; nothing here writes it."""
    memory = shared.memory(context)
    found = memory.molt(file)
    shared.complain(found.problems)
    if not found.path:
        return exits.LOSSES
    if edit:
        code = _edited(found)
        found = memory.molt(file) if found.sha256 else found
    shared.show(
        {**found._asdict(), "beside": fields_beside(found.beside)}, as_json, lambda to: _molting(to, found, edit)
    )
    return exits.USAGE if edit and code else exits.DONE


def _edited(found: Molt) -> int:
    """The exit code of the person's editor, which was shown the file and the sheet."""
    import subprocess  # noqa: PLC0415 - only where something is edited

    from sapwood.verbs.molt import sheet  # noqa: PLC0415

    with scratch.file("beside.md", sheet(found).encode()) as path:
        return subprocess.run([*settings.editor(), found.path, path], check=False).returncode  # noqa: S603


def _molting(to: render.Screen, found: Molt, edited: bool) -> None:
    name = render.plain(found.file["file"])
    to.say(to.paint(f"{name} ({found.file['lines']} lines)", "bold"))
    beside(to, found.beside)
    if not edited:
        to.say(f"You edit {name}; nothing here writes it. `sapwood molt {name} --edit` opens it with this beside it.")
    to.say("What became of a seed you say with `sapwood seeds accept ID` or `reject ID`.")


def beside(to: render.Screen, found: Beside) -> None:
    """Seeds that wait for a file, and marks that meet it."""
    to.say(to.paint(f"  seeds that wait: {len(found.seeds)}", "dim"))
    for each in found.seeds:
        _row(to, each)
    total = len(found.marks) + found.more
    to.say(
        to.paint(f"  marks that meet it: {total}" + (f", the strongest {len(found.marks)}" * bool(found.more)), "dim")
    )
    render.marks(to, found.marks)
    render.notes(to, found.notices)


def fields_beside(found: Beside) -> dict[str, Any]:
    """The same as JSON data."""
    return {**found._asdict(), "seeds": [_fields(each) for each in found.seeds]}


# ---- what waits


@click.group(invoke_without_command=True)
@click.option("--kind", "proposal_kinds", multiple=True, help="promotion, seed, skill or retire; may be repeated.")
@_state
@shared.json_option
@click.pass_context
def proposals(
    context: click.Context, proposal_kinds: tuple[str, ...], proposal_states: tuple[str, ...], as_json: bool
) -> None:
    """List what waits for a person, oldest first; `proposals show ID` has all of one."""
    if context.invoked_subcommand is None:
        _list(context, as_json, kinds=proposal_kinds, states=_wanted(proposal_states))


@proposals.command("show")
@click.argument("proposal", metavar="ID")
@shared.json_option
@click.pass_context
def show_proposal(context: click.Context, proposal: str, as_json: bool) -> None:
    """Show everything of proposal ID: text, evidence, who proposed it and how, what was proposed before."""
    found = shared.memory(context).proposal(proposal)
    fields = {**_fields(found.proposal), "evidence": found.evidence, "earlier": found.earlier}
    shared.show(fields, as_json, lambda to: _whole(to, found))


@click.group(invoke_without_command=True)
@_state
@click.option("--file", default="", metavar="FILE", help="Only those for this handwritten file.")
@shared.json_option
@click.pass_context
def seeds(context: click.Context, proposal_states: tuple[str, ...], file: str, as_json: bool) -> None:
    """List the seeds that wait: suggestions for handwritten files."""
    if context.invoked_subcommand is None:
        _list(context, as_json, kinds=("seed",), states=_wanted(proposal_states), file=file)


@seeds.command("accept")
@click.argument("proposal", metavar="ID")
@shared.key_option
@shared.reason_option
@shared.root_option
@shared.json_option
@click.pass_context
def accept(context: click.Context, proposal: str, key: str, reason: str, root: str, as_json: bool) -> None:
    """Sign that you took seed ID up. You write the file yourself; nothing here touches it."""
    from sapwood.doors.commands import review  # noqa: PLC0415 - what signs is imported by what signs

    review.decide_seed(context, proposal, key, reason, None, root, as_json)


@seeds.command("reject")
@click.argument("proposal", metavar="ID")
@shared.key_option
@shared.reason_option
@shared.match_option
@shared.root_option
@shared.json_option
@click.pass_context
def reject(
    context: click.Context, proposal: str, key: str, reason: str, match: str, root: str, as_json: bool
) -> None:  # fmt: skip
    """Sign a no to seed ID: its text does not come back by any road."""
    from sapwood.doors.commands import review  # noqa: PLC0415

    review.decide_seed(context, proposal, key, reason, match, root, as_json)


@click.command()
@click.argument("proposal", metavar="ID")
@click.option("--undo", is_flag=True, help="Let it wait again.")
@shared.json_option
@click.pass_context
def defer(context: click.Context, proposal: str, undo: bool, as_json: bool) -> None:
    """Put proposal ID off: it stays, and does not wither. Proposing the same again takes it up again."""
    found = shared.memory(context).defer(proposal, undo=undo)
    said = "waits again" if undo else "deferred"
    shared.show(_fields(found), as_json, lambda to: to.say(f"{said}: {found.id}  {render.plain(_first(found))}"))


def _wanted(states: tuple[str, ...]) -> tuple[str, ...]:
    from sapwood.core.proposal import WAITING  # noqa: PLC0415

    return () if "all" in states else states or WAITING


def _fields(found: Proposal) -> dict[str, Any]:
    from sapwood.verbs.proposals import shown  # noqa: PLC0415

    return shown(found)


def _list(context: click.Context, as_json: bool, **wanted: Any) -> None:
    found = shared.memory(context).proposals(**wanted)

    def human(to: render.Screen) -> None:
        for each in found:
            _row(to, each)
        to.say(f"{len(found)} proposal(s)")

    shared.show([_fields(each) for each in found], as_json, human)


def _row(to: render.Screen, found: Proposal) -> None:
    state = "" if found.state == "pending" else f"  [{found.state}]"
    where = f" → {found.target_file}" if found.target_file else ""
    head = f"{found.kind:<9}  {render.short(found.id)}  {render.plain(found.subject + where)}"
    to.say(f"{head}  {render.plain(_first(found))}{state}")
    until = f" · withers {found.withers_at[:10]}" if found.withers_at else ""
    also = f" · the same: {', '.join(map(render.short, found.also))}" if found.also else ""
    line = f"by {found.proposed_by} ({found.channel}) on {found.proposed_at[:10]}{until}{also}"
    to.say("           " + to.paint(render.plain(line), "dim"))
    for flag in (*found.flags, found.why):
        if flag:
            to.say("           " + to.paint(render.plain(flag), "yellow"))


def _first(found: Proposal) -> str:
    """The first line of a proposal, and that there is more of it."""
    text = f"{found.title}: {found.text}" if found.title else found.text
    line, _, rest = text.partition("\n")
    cut = line if len(line) <= _TEXT_CHARACTERS else line[:_TEXT_CHARACTERS] + " …"
    return cut + (f" … {rest.count(chr(10)) + 1} more line(s)" if rest else "")


def _whole(to: render.Screen, opened: Opened) -> None:
    found = opened.proposal
    if found.title:
        to.say(to.paint(render.plain(found.title), "bold"))
    for line in found.text.split("\n"):
        to.say(to.paint(render.plain(line), "bold"))
    until = f", withers {found.withers_at[:10]}" if found.withers_at else ""
    rows = {
        "kind": found.kind, "subject": found.subject, "state": f"{found.state}{until}", "file": found.target_file,
        "claim": found.target_claim, "reason": found.reason, "confidence": found.confidence,
        "holds": f"{found.valid_from or '…'} to {found.valid_to or '…'}" if found.valid_from or found.valid_to else "",
        "replaces": ", ".join(found.supersedes), "why": found.why, "decided": found.reviewed_at,
        "proposed": f"by {found.proposed_by} ({found.channel}), {found.proposed_at}",
        "based on": ", ".join(found.based_on), "the same": ", ".join(found.also),
    }  # fmt: skip
    for name, text in rows.items():
        if text:
            to.say(f"  {name:<9}  {render.plain(text)}")
    for flag in found.flags:
        to.say("  held       " + to.paint(render.plain(flag), "yellow"))
    _cited(to, opened.evidence)
    _before(to, opened.earlier)
    to.say(f"  log        {found.replica} leaf {found.log_index}")
    to.say(f"  id         {found.id}")


def _cited(to: render.Screen, evidence: Sequence[dict[str, Any]]) -> None:
    for record in evidence:
        to.say(f"  evidence   {render.plain(render.places([record]))}")
        for line in record.get("quote", "").split("\n"):
            if line:
                to.say("             " + to.paint(render.plain(line), "dim"))
        if record.get("note"):
            to.say("             " + to.paint(render.plain(record["note"]), "yellow"))

"""Commands for what a person decides and signs, and for what became of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from sapwood.doors import render
from sapwood.doors.commands import shared

if TYPE_CHECKING:
    from sapwood.verbs.review import Desk, Draft

@click.group(invoke_without_command=True)
@shared.key_option
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only these proposals.")
@shared.root_option
@shared.json_option
@click.pass_context
def review(context: click.Context, key: str, ids: tuple[str, ...], root: str, as_json: bool) -> None:
    """Read what waits, one by one, on the terminal; approve, edit, reject, defer or skip, and sign with your key.

    Nothing is signed before you have read it in full, and until then everything can be undone.
    """
    if context.invoked_subcommand is not None:
        return
    from sapwood.doors.review import reviewing  # noqa: PLC0415 - what signs is imported by what signs

    came = reviewing.review(shared.memory(context), key, ids, root=root)

    def human(to: render.Screen) -> None:
        to.say(f"{len(came.decided)} signed, {came.deferred} deferred, {came.skipped} left")

    shared.show(came, as_json, human)


@review.command("export")
@click.argument("folder", type=click.Path())
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only these proposals.")
@click.option("--fingerprint", required=True, metavar="SHA256:…", help="Of the key that will sign.")
@shared.json_option
@click.pass_context
def export(context: click.Context, folder: str, ids: tuple[str, ...], fingerprint: str, as_json: bool) -> None:
    """Write what waits into FOLDER, to be signed on another device.

    There, read NAME.txt, then: ssh-keygen -Y sign -n sapwood-decision@v1 -f KEY NAME.pae
    Bring NAME.pae.sig back; `sapwood review apply FOLDER` takes it in.
    """
    from sapwood.doors.review import carrying  # noqa: PLC0415

    names = carrying.export(shared.memory(context), folder, ids, fingerprint)

    def human(to: render.Screen) -> None:
        for name in names:
            to.say(render.plain(f"{folder}/{name}.txt"))
        to.say(f"{len(names)} to sign: ssh-keygen -Y sign -n sapwood-decision@v1 -f KEY NAME.pae")

    shared.show(names, as_json, human)


@review.command("apply")
@click.argument("folder", type=click.Path(exists=True, file_okay=False))
@shared.json_option
@click.pass_context
def apply(context: click.Context, folder: str, as_json: bool) -> None:
    """Take in what was signed of an export."""
    from sapwood.doors.review import carrying  # noqa: PLC0415

    came = carrying.apply(shared.memory(context), folder)

    def human(to: render.Screen) -> None:
        for name, made in came.items():
            to.say(render.plain(f"{name}: {made.decision} {made.name} · leaf {made.leaf}"))
        to.say(f"{len(came)} decision(s) taken in")

    shared.show(came, as_json, human)


@click.command()
@click.argument("claim", metavar="CLAIM")
@shared.key_option
@shared.reason_option
@shared.root_option
@shared.json_option
@click.pass_context
def retire(context: click.Context, claim: str, key: str, reason: str, root: str, as_json: bool) -> None:
    """Sign that an approved fact is out of use."""
    from sapwood.verbs import knowledge, review  # noqa: PLC0415

    def draft(desk: Desk) -> Draft:
        return review.retire(desk, knowledge.one(desk.ledger, claim), reason=reason)

    _one(context, key, draft, root, as_json)


@click.command()
@click.argument("file", metavar="FILE")
@shared.key_option
@shared.reason_option
@shared.root_option
@shared.json_option
@click.pass_context
def seal(context: click.Context, file: str, key: str, reason: str, root: str, as_json: bool) -> None:
    """Sign a handwritten file as it stands: what recall serves of it is `sealed` until it changes."""
    from sapwood.verbs import review  # noqa: PLC0415

    _one(context, key, lambda desk: review.seal(desk, file, reason=reason), root, as_json)


@click.command()
@click.argument("identity", metavar="TOMBSTONE")
@shared.key_option
@shared.reason_option
@shared.root_option
@shared.json_option
@click.pass_context
def untombstone(context: click.Context, identity: str, key: str, reason: str, root: str, as_json: bool) -> None:
    """Sign that a refused value may come again; `sapwood tombstones` lists what stands, with a name in front."""
    from sapwood.verbs import review  # noqa: PLC0415

    _one(context, key, lambda desk: review.untombstone(desk, identity, reason=reason), root, as_json)


def decide_seed(
    context: click.Context, proposal: str, key: str, reason: str, match: str | None, root: str, as_json: bool
) -> None:  # fmt: skip
    """Sign that a seed was taken up (`match` None) or is refused."""
    from sapwood.verbs import review  # noqa: PLC0415

    found = shared.memory(context).proposal(proposal).proposal

    def draft(desk: Desk) -> Draft:
        if match is None:
            return review.approve(desk, found, reason=reason)
        return review.reject(desk, found, match=match, reason=reason)

    _one(context, key, draft, root, as_json)


def refuse_value(
    context: click.Context, given: str, key: str, reason: str, match: str, root: str, as_json: bool
) -> None:  # fmt: skip
    """Sign a no to what a mark or a claim says: `forget --tombstone`."""
    from sapwood.verbs import review  # noqa: PLC0415

    _one(context, key, lambda desk: review.forget(desk, given, match=match, reason=reason), root, as_json)


def _one(
    context: click.Context, key: str, draft: Callable[[Desk], Draft], root: str, as_json: bool
) -> None:  # fmt: skip
    from sapwood.doors.review import reviewing  # noqa: PLC0415

    made = reviewing.sign_one(shared.memory(context), key, draft, root=root)

    def human(to: render.Screen) -> None:
        for line in reviewing.receipt(made) if made is not None else ["nothing was signed"]:
            to.say(render.plain(line))

    shared.show(made, as_json, human)


@click.command()
@shared.root_option
@shared.json_option
@click.pass_context
def tombstones(context: click.Context, root: str, as_json: bool) -> None:
    """List the values that you refused, and whether that was taken back."""
    found = shared.memory(context).tombstones(root=root)

    def human(to: render.Screen) -> None:
        for row in found["tombstones"]:
            _tombstone(to, row)
        if not found["tombstones"]:
            to.say("no value is refused")
        to.say(to.paint(found["root"], "dim"))

    shared.show(found, as_json, human)


def _tombstone(to: render.Screen, row: Mapping[str, Any]) -> None:
    state = "lifted" if row["lifted"] else "stands" if row["counts"] else "does not count"
    about = f"{row['subject']} · {row['name']} · by {row['by']} on {row['at'][:10]}" if "by" in row else row["why"]
    reason = f" · {row['reason']}" if row.get("reason") else ""
    to.say(render.plain(f"{row['id'][:12]}  {state}  {about}{reason}"))


@click.group()
def knowledge() -> None:
    """The facts that you approved."""


@knowledge.command("list")
@click.option("--all", "every", is_flag=True, help="Also what is superseded, expired, retired or refused.")
@shared.root_option
@shared.json_option
@click.pass_context
def listed(context: click.Context, every: bool, root: str, as_json: bool) -> None:
    """List them, with files that are not as signed."""
    found = shared.memory(context).knowledge(every=every, root=root)

    def human(to: render.Screen) -> None:
        for row in found["claims"]:
            about = f"{row.get('subject', '')}  {row.get('claim', '')}"
            to.say(render.plain(f"{row['id'][-8:]}  {row['state']:<12}  {about}"))
            if row["why"]:
                to.say("          " + to.paint(render.plain(row["why"]), "yellow"))
        for file in found["unsigned"]:
            to.say(to.paint(render.plain(f"{file}: nobody signed it"), "yellow"))
        if not found["claims"] and not found["unsigned"]:
            to.say("nothing is approved yet: `sapwood propose`, then `sapwood review`")
        to.say(to.paint(found["root"], "dim"))
        render.notes(to, found["problems"])

    shared.show(found, as_json, human)


@knowledge.command("show")
@click.argument("claim", metavar="CLAIM")
@shared.root_option
@shared.json_option
@click.pass_context
def show(context: click.Context, claim: str, root: str, as_json: bool) -> None:
    """Show one as it was signed, and how its file differs."""
    found = shared.memory(context).knowledge(claim, root=root)

    def human(to: render.Screen) -> None:
        to.say(to.paint(f"{found['state']} · {found['file']}", "bold"))
        if found["why"]:
            to.say(to.paint(render.plain(found["why"]), "yellow"))
        _lines(to, found["signed"].rstrip("\n").split("\n"))
        _lines(to, found["difference"])
        for each in found["decisions"]:
            by = f"by {each['by']} ({each['key']})" if each["counts"] else f"does not count: {each['why']}"
            line = f"{each['at']}  {each['decision']} {by} · leaf {each['leaf']}"
            to.say(to.paint(render.plain(line), "dim"))
        to.say(to.paint(found["root"], "dim"))

    shared.show(found, as_json, human)


def _lines(to: render.Screen, lines: Sequence[str]) -> None:
    for line in lines:
        to.say(render.plain(line))


@knowledge.command("restore")
@click.argument("claim", metavar="CLAIM")
@shared.json_option
@click.pass_context
def restore(context: click.Context, claim: str, as_json: bool) -> None:
    """Put the signed bytes back into a file that was changed or is gone; what stood there is kept."""
    found = shared.memory(context).restore_knowledge(claim)

    def human(to: render.Screen) -> None:
        done = "put back as it was signed" if found["restored"] else "is as it was signed"
        kept = f"; what stood there is in {found['kept']}" if found.get("kept") else ""
        to.say(render.plain(f"{found['file']} {done}{kept}"))

    shared.show(found, as_json, human)

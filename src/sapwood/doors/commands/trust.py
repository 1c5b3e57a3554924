"""Commands for the keys whose signature makes a memory trusted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from sapwood.doors import exits, render
from sapwood.doors.commands import shared

_KINDS = {
    "tofu": "Whatever runs as you can replace this list, which changes its words: hold it against those you kept.",
    "system": "Only root can change this list.",
    "given": "These are the words you gave.",
    "none": "Nobody is enrolled, so nothing is approved: `sapwood trust enrol KEY`.",
    "unsafe": "Nobody signs by it until that is mended.",
    "other": "These are not the words you gave: somebody changed the list, or it is another one.",
}


@click.group()
def trust() -> None:
    """The keys whose signature makes a memory trusted: the trust root."""


@trust.command()
@click.argument("key", metavar="KEY", type=click.Path())
@click.option("--role", type=click.Choice(["owner", "recovery"]), default="owner", show_default=True, help="Its role.")
@click.option("--verify-required", is_flag=True, help="Security key: ask for PIN or biometrics each time.")
@click.option("--name", default="", help="Your name for the key; default: its comment.")
@click.option(
    "--signed-by", default="", metavar="KEY", type=click.Path(), help="File of an enrolled key that signs it."
)
@click.option("--recovery", default="", metavar="KEY", type=click.Path(), help="Enrol this recovery key as well.")
@shared.json_option
@click.pass_context
def enrol(
    context: click.Context, key: str, role: str, verify_required: bool, name: str, signed_by: str, recovery: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Enrol the key in file KEY: an Ed25519 key with a passphrase, or a security key (its handle file).

    It signs its own enrolment, and a key that is enrolled already signs it too. The first one begins the root, asks for
    your word on the terminal, and prints the words of the root to keep elsewhere.
    """
    from sapwood.doors.review import enrol as door  # noqa: PLC0415 - what signs is imported by what signs

    wish = door.Wish(role, verify_required, name, signed_by)
    found = door.enrol(shared.memory(context), key, wish, recovery)

    def human(to: render.Screen) -> None:
        for each in found:
            _done(to, each)
        to.say(to.paint(found[-1].root, "bold"))
        to.say(
            "Keep these eight words where no agent reaches, on paper or on another device; they change with the root."
        )
        to.say("`sapwood trust list --root WORDS` holds it against them.")
        if role == "owner" and not recovery:
            to.say("Next, a recovery key that is kept offline: `ssh-keygen -t ed25519 -f FILE`, then")
            to.say("`sapwood trust enrol FILE --role recovery`.")

    shared.show(found, as_json, human)


@trust.command()
@click.argument("key", metavar="FINGERPRINT|NAME")
@click.option("--reason", default="", help="Why; stands in the log.")
@click.option("--force", is_flag=True, help="Even the last key that may sign.")
@click.option("--signed-by", default="", metavar="KEY", type=click.Path(), help="File of the key that signs it.")
@shared.json_option
@click.pass_context
def revoke(context: click.Context, key: str, reason: str, force: bool, signed_by: str, as_json: bool) -> None:
    """End a key, by a signature of another one or by its own. What it signs later counts for nothing; what it decided
    before is listed for another look."""
    from sapwood.doors.review import enrol as door  # noqa: PLC0415

    found = door.revoke(shared.memory(context), key, reason=reason, force=force, signed_by=signed_by)

    def human(to: render.Screen) -> None:
        _done(to, found)
        to.say(to.paint(found.root, "bold"))
        for each in found.earlier:
            to.say(f"  {each['leaf']}  {each['decision']:<11} {render.plain(each['name'])}  {each['decided_at']}")
        if found.earlier:
            to.say(
                f"{len(found.earlier)} decision(s) of it came before: look at them again, with `sapwood trust show`"
            )

    shared.show(found, as_json, human)


def _done(to: render.Screen, found: Any) -> None:
    what = {"enrol": f"enrolled as {found.role}", "revoke": "revoked"}[found.act]
    to.say(f"{what}: {found.fingerprint}  {render.plain(found.name)}  (leaf {found.leaf})")
    if found.commands:
        to.say("It is signed. Root keeps the list, so read these commands and run them to end it:")
        to.say("\n".join(found.commands))


@trust.command("list")
@shared.root_option
@shared.json_option
@click.pass_context
def list_(context: click.Context, root: str, as_json: bool) -> int:
    """The root and its keys: role, since when, by whom, revoked or not; what waits, and what does not count."""
    found = shared.memory(context).trust(root)
    shared.show(found, as_json, lambda to: _listed(to, found))
    return exits.TRUST_ROOT if found["root"]["kind"] in ("unsafe", "other") else exits.DONE


def _listed(to: render.Screen, found: Mapping[str, Any]) -> None:
    root = found["root"]
    to.say(to.paint(root["said"], "bold"))
    to.say(f"  in {render.plain(root['folder'])}")
    to.say("  " + _KINDS[root["kind"]])
    for each in found["keys"]:
        _key(to, each)
    for each in found["waiting"]:
        signed = "itself" if each["signed_by"] == each["key"] else each["signed_by"]
        to.say(to.paint("waits: ", "yellow") + f"{each['act']} {each['key']}  {render.plain(each['name'])}")
        to.say(f"          signed by {signed} in leaf {each['leaf']}; not in the root. If it is yours:")
        how = "trust enrol KEY" if each["act"] == "enrol" else f"trust revoke {each['key']}"
        to.say(f"          `sapwood {how}` again")
    for problem in found["problems"]:
        to.say(to.paint("does not count: ", "red") + render.plain(problem))


def _key(to: render.Screen, each: Mapping[str, Any]) -> None:
    verified = ", with PIN or biometrics" if each["verify_required"] else ""
    revoked = to.paint("  revoked", "red") if each["revoked"] else ""
    to.say(f"{each['role']:<9} {each['fingerprint']}  {render.plain(each['name'])}{revoked}")
    to.say(to.paint(f"          {each['kind']}{verified} · {_since(each['enrolled'])}{_until(each)}", "dim"))


def _since(found: Mapping[str, str] | None) -> str:
    if found is None:
        return "put into the file by hand: no signature in the log enrols it"
    return f"enrolled {found['at']} by {found['by']} (leaf {found['leaf']})"


def _until(each: Mapping[str, Any]) -> str:
    ended = each["revocation"]
    if ended is None:
        return " · revoked by hand" if each["revoked"] else ""
    why = f": {render.plain(ended['reason'])}" if ended["reason"] else ""
    return f" · revoked {ended['at']} by {ended['by']} (leaf {ended['leaf']}){why}"


@trust.command()
@click.argument("key", metavar="FINGERPRINT|NAME")
@shared.root_option
@shared.json_option
@click.pass_context
def show(context: click.Context, key: str, root: str, as_json: bool) -> None:
    """One key: its line as OpenSSH reads it, and what it decided."""
    found = shared.memory(context).trust_key(key, root)

    def human(to: render.Screen) -> None:
        _key(to, found)
        to.say(render.plain(found["line"]))
        for each in found["decisions"]:
            to.say(f"  {each['leaf']}  {each['decision']:<11} {render.plain(each['name'])}  {each['decided_at']}")
        to.say(f"{len(found['decisions'])} decision(s) of it count")
        to.say(found["root"])

    shared.show(found, as_json, human)

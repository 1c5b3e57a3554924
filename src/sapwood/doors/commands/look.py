"""Commands that only read."""

from __future__ import annotations

import click

from sapwood.doors import asking, render
from sapwood.doors.commands import shared


@click.command()
@click.argument("question", nargs=-1)
@click.option("--about", default="", metavar="SUBJECT", help="Everything under this subject.")
@click.option("--query", "-q", default="", metavar="WORDS", help="Free text.")
@click.option("--horizon", metavar="1d|7d|30d|DATE|all", help="How far back; `all` opens the archive of days.")
@click.option("--layers", default="", metavar="LIST", help="Some of substrate,knowledge,notes,marks,daily,compost.")
@click.option("--min-strength", type=float, help="Leave weaker marks out (default 0.1).")
@click.option("--as-of", metavar="DATE", help="What was true then: a day or an instant.")
@click.option("--known-at", metavar="DATE|LEAF", help="What was known then: a day, an instant, or a leaf of the log.")
@click.option("--trusted", is_flag=True, help="Only what a person signed: approved facts and sealed files.")
@click.option("--root", default="", metavar="WORDS", help="The words that the trust root must have.")
@click.option("-k", default=10, show_default=True, help="Most items a layer gives.")
@click.option("--context", "as_context", is_flag=True, help="One fenced block for an agent, with what is pinned.")
@click.option("--budget", type=int, metavar="TOKENS", help="Most tokens of the block (default 2000).")
@shared.scope_option
@shared.json_option
@click.pass_context
def recall(
    context: click.Context, question: tuple[str, ...], about: str, query: str, horizon: str | None, layers: str,
    min_strength: float | None, as_of: str | None, known_at: str | None, trusted: bool, root: str, k: int,
    as_context: bool, budget: int | None, scope: str, as_json: bool,
) -> None:  # fmt: skip
    """Ask every layer at once. QUESTION is a subject where it is your name or begins with it and a dot
    (`joshua.food`), free text otherwise. With --context it may be left out: then only what is pinned is shown."""
    asking.recall(
        shared.memory(context, scope=scope), question, about=about, query=query, horizon=horizon, layers=layers,
        min_strength=min_strength, k=k, scope=scope, as_json=as_json, as_of=as_of, known_at=known_at,
        context=as_context, budget=budget, trusted=trusted, root=root,
    )  # fmt: skip


@click.command()
@click.argument("given", metavar="ID|NAME")
@shared.json_option
@click.pass_context
def get(context: click.Context, given: str, as_json: bool) -> None:
    """Show a mark by its id (the last eight digits are enough), or a file by its name or day."""
    found = shared.memory(context).get(given)

    def human(to: render.Screen) -> None:
        if "mark" in found:
            render.mark(to, found["mark"])
            return
        for line in found["text"].split("\n"):
            to.say(render.plain(line))
        render.notes(to, found["problems"])

    shared.show(found, as_json, human)


@click.command()
@click.argument("id", metavar="ID")
@shared.json_option
@click.pass_context
def history(context: click.Context, id: str, as_json: bool) -> None:
    """Everything that ever happened to the mark ID, also where it was replaced, forgotten or erased. Instants and
    actors are asserted by whoever wrote them; order and channel are the log's."""
    found = shared.memory(context).history(id)

    def human(to: render.Screen) -> None:
        said = render.plain(found["observation"]) if found["observation"] else "(its text was erased)"
        to.say(to.paint(said, "bold"))
        to.say(f"  {render.plain(found['subject'] or '-')} · {found['state']} · {found['id']}")
        for event in found["events"]:
            to.say(f"  {event['at'] or '?'}  {event['type'] or 'unreadable'}  "
                   + render.plain(f"{event['actor']} ({event['channel']})")
                   + ("" if event["proven"] else to.paint("  not proven", "yellow")))  # fmt: skip
            to.say("      " + to.paint(render.plain(event["about"] or event["fault"]), "dim"))
            if event["evidence"]:
                to.say("      " + to.paint(render.plain(render.places(event["evidence"])), "dim"))
        for each in found["proposals"]:
            said = f"{each['kind']} {render.short(each['id'])} [{each['state']}]  {each['proposed_change']}"
            to.say(render.plain(f"  {said}"))
        if found["unreadable"]:
            to.say(to.paint(f"  {found['unreadable']} leaf(s) could not be read; `sapwood verify`", "yellow"))

    shared.show(found, as_json, human)


@click.command()
@click.argument("prefix", required=False, default="")
@click.option(
    "--state", "states", multiple=True, help="active (default), withered, promoted, forgotten, superseded, or all."
)
@click.option("--min-strength", default=0.0, help="Leave weaker ones out.")
@shared.json_option
@click.pass_context
def marks(context: click.Context, prefix: str, states: tuple[str, ...], min_strength: float, as_json: bool) -> None:
    """List the marks under a subject PREFIX, matched by whole segments."""
    from sapwood.verbs.marks import STATES  # noqa: PLC0415

    wanted = STATES if "all" in states else states or ("active",)
    found = shared.memory(context).marks(prefix, states=wanted, min_strength=min_strength)

    def human(to: render.Screen) -> None:
        render.table(to, found)
        to.say(f"{len(found)} mark(s)")

    shared.show(found, as_json, human)


@click.command()
@click.argument("file", required=False, default="")
@shared.json_option
@click.pass_context
def substrate(context: click.Context, file: str, as_json: bool) -> None:
    """Show the handwritten files, section by section with their lines; with FILE also the seeds that wait for it, and
    marks that name it or whose subject it mentions."""
    from sapwood.doors.commands import propose  # noqa: PLC0415

    found = shared.memory(context).substrate(file)

    def human(to: render.Screen) -> None:
        for each in found.files:
            to.say(to.paint(f"{each['file']} ({each['lines']} lines)", "bold"))
            for section in each["sections"]:
                first, last = section["lines"]
                to.say(
                    to.paint(f"  {first}-{last}", "dim")
                    + f"  {render.plain(section['title'] or '(before the first heading)')}"
                )
                if file:
                    for line in section["text"].split("\n")[1 if section["level"] else 0 :]:
                        to.say("      " + render.plain(line))
            if file:
                propose.beside(to, each["beside"])
        if not found.files:
            to.say("no substrate files; declare them in [substrate].paths of sapwood.toml")

    files = [{**each, **({"beside": propose.fields_beside(each["beside"])} if file else {})} for each in found.files]
    shared.show(found._replace(files=files), as_json, human)
    shared.complain(found.problems)


@click.command()
@shared.json_option
@click.pass_context
def files(context: click.Context, as_json: bool) -> None:
    """List every file under the home and the folders it declares, with the layer that serves it and how many items it
    gives, or with the reason why none does."""
    from sapwood.doors.commands import adopting  # noqa: PLC0415

    found = shared.memory(context).files()
    shared.show(found, as_json, lambda to: adopting.table(to, found))


@click.command()
@shared.json_option
@click.pass_context
def status(context: click.Context, as_json: bool) -> None:
    """Show counts, days that wait, heads of the logs, and whatever is wrong."""
    found = shared.memory(context).status()

    def human(to: render.Screen) -> None:
        to.say(to.paint(found["home"], "bold") + ("" if found["initialised"] else "  (read only: no sapwood.toml)"))
        today = f"today is {found['today']} in {found['time_zone']}" if found["today"] else "the time zone is unknown"
        to.say(f"  owner      {found['owner']} · {today}")
        counts = ", ".join(f"{count} {state}" for state, count in found["marks"].items() if count) or "none yet"
        to.say(f"  marks      {counts}" + (f" · {found['fading']} fade within a week" if found["fading"] else ""))
        to.say(f"  substrate  {found['substrate_files']} file(s)")
        to.say(f"  notes      {found['notes_files']} file(s) · compost {found['compost_sources']} source(s)")
        approved = ", ".join(f"{count} {state}" for state, count in found["knowledge"].items()) or "none yet"
        asked = sum(found["proposals"].get(state, 0) for state in ("pending", "held"))
        unsigned = f" · {found['unsigned']} file(s) that nobody signed" if found["unsigned"] else ""
        to.say(f"  knowledge  {approved}{unsigned} · {asked} proposal(s) wait (`sapwood review`)")
        to.say(f"  {found['root']}")
        waiting = ", ".join(found["days"][:4]) + (" …" if len(found["days"]) > 4 else "")
        names = ": " + waiting if waiting else ""
        to.say(f"  days       {len(found['days'])} to consolidate{names} · {found['archived_days']} archived")
        for log in found["logs"]:
            to.say(f"  log        {log['size']} leaves · {log['status']} · root {log['root'][:16]}…")
        for line in found["unapplied"]:
            to.say(to.paint("  unapplied  ", "yellow") + render.plain(line["text"]))
        render.notes(to, found["notices"])

    shared.show(found, as_json, human)

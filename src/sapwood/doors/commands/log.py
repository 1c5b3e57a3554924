"""The log, read by people; its head; the way out after a loss."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Mapping
from typing import Any

import click

from sapwood.doors import exits, render
from sapwood.doors.commands import shared
from sapwood.errors import BadArgument

_POLL_SECONDS = 0.5
_ASSERTED = "instants and actors are asserted by whoever wrote the leaf; order and channel are the log's"


@click.group(invoke_without_command=True)
@shared.json_option
@click.pass_context
def log(context: click.Context, as_json: bool) -> None:
    """The append-only log: what happened, its head, and the way out after a loss. Alone: an overview."""
    if context.invoked_subcommand is None:
        found = shared.memory(context).log()
        shared.show(found, as_json, lambda to: _overview(to, found))


def _overview(to: render.Screen, found: Mapping[str, Any]) -> None:
    for each in found["logs"]:
        seen = "unwitnessed" if each["witnessed"] is None else f"witness saw {each['witnessed']}"
        own = ", this home's own" if each["own"] else ""
        to.say(to.paint(f"{each['origin']}: {each['size']} leaves, {seen}, {each['status']}{own}", "bold"))
        to.say(render.plain(f"  asserted from {each['first_at']} to {each['last_at']}"))
        to.say("  " + ", ".join(f"{kind} {count}" for kind, count in each["types"].items()))
    if not found["logs"]:
        to.say("no log yet: nothing was written to this home")
        return
    _rows(to, found["latest"])
    to.say(to.paint("`sapwood log tail`, `log grep WORDS`, `log show REPLICA/I` show more", "dim"))


def _rows(to: render.Screen, rows: Iterable[Any]) -> int:
    """One line a leaf, with a first line that says what is asserted; how many there were."""
    from sapwood.verbs import leaves  # noqa: PLC0415

    count = 0
    for row in rows:
        if not count:
            to.say(to.paint(_ASSERTED, "dim"))
        count += 1
        to.say(render.plain(leaves.describe(row)))
        to.out.flush()
    return count


def _stream(rows: Iterable[Any], as_json: bool) -> int:
    """The rows as they come, a JSON object a line or for people; how many there were."""
    if not as_json:
        return _rows(render.screen(), rows)
    count = 0
    for row in rows:
        count += 1
        sys.stdout.write(json.dumps(row._asdict(), ensure_ascii=False, separators=(",", ":")) + "\n")
        sys.stdout.flush()
    return count


@log.command()
@click.option("-n", "count", default=10, show_default=True, help="How many leaves.")
@click.option("--follow", "-f", is_flag=True, help="Go on with new leaves as they come, until Ctrl-C.")
@shared.json_option
@click.pass_context
def tail(context: click.Context, count: int, follow: bool, as_json: bool) -> int:
    """The last leaves of all replicas in the order of memory, newest last. JSON: one object a line."""
    memory = shared.memory(context)
    if not follow:
        _stream(memory.tail(count), as_json)
        return exits.DONE
    said: set[str] = set()

    def wait() -> None:
        shared.complain([notice for notice in memory.notices if notice not in said])
        said.update(memory.notices)
        memory.notices.clear()
        time.sleep(_POLL_SECONDS)

    try:
        _stream(memory.follow(count, wait), as_json)
    except KeyboardInterrupt:  # how a person ends it
        memory.notices.clear()
    return exits.DONE


@log.command()
@click.argument("words", nargs=-1)
@click.option("--type", "kind", default="", metavar="TYPE", help="Leaves of this type, such as observed.")
@click.option("--actor", default="", help="Who says it did it.")
@click.option("--channel", default="", help="The road it came by: cli, python, …")
@click.option("--since", default="", metavar="DAY", help="From this day or instant on (as asserted).")
@click.option("--until", default="", metavar="DAY", help="Until this day or instant, it included.")
@click.option("--scope", default="", help="Leaves of this scope.")
@click.option("--mark", default="", metavar="ID", help="Leaves about this mark, an erased one too.")
@click.option("--file", default="", metavar="PATH", help="Leaves that name or cite this file of the home.")
@shared.json_option
@click.pass_context
def grep(context: click.Context, /, words: tuple[str, ...], kind: str, as_json: bool, **wanted: str) -> None:
    """Leaves that hold all WORDS, in themselves or in the texts they name, in the order of memory. Parts of words
    count, case does not. JSON: one object a line."""
    found = shared.memory(context).grep(" ".join(words), type=kind, **wanted)
    if not _stream(found, as_json) and not as_json:
        click.echo("no leaf fits", err=True)


@log.command()
@click.argument("given", metavar="[I|REPLICA/I]", required=False, default="")
@shared.json_option
@click.pass_context
def show(context: click.Context, given: str, as_json: bool) -> int:
    """One leaf in full: its line, its values, its proof, its file step. I alone is of this home's own log; nothing is
    the last leaf. Exit 1 where the leaf does not read or is not proven, or a value of it is damaged."""
    found = shared.memory(context).leaf(given)
    shared.show(found, as_json, lambda to: _leaf(to, found))
    return exits.DONE if found["sound"] else exits.FOUND


def _leaf(to: render.Screen, found: Mapping[str, Any]) -> None:
    to.say(to.paint(found["leaf"], "bold"))
    _say(to, "lies in", f"{found['file']}, byte {found['offset']}, {found['bytes']} bytes and an LF")
    _say(to, "line", found["line"])
    if found["fault"]:
        to.say(to.paint(render.plain(f"  unreadable {found['fault']}"), "red"))
    for key, part in (found["fields"] or {}).items():
        if key not in ("digests", "asserted"):
            asserted = "  (asserted)" if key in found["fields"]["asserted"] else ""
            _say(to, key, (part if isinstance(part, str) else json.dumps(part, ensure_ascii=False)) + asserted)
    _say(to, "about", found["about"])
    for each in found["values"]:
        hidden = f", {each['masked']} credential(s) masked" if each["masked"] else ""
        _say(to, "value", f"{each['digest'][:16]}… {each['state']}{hidden}")
        for line in (each["text"] or "").splitlines():
            to.say("             " + render.plain(line))
    _proof(to, found["proof"])
    if step := found["step"]:
        place = f"{step['source']} to {step.get('path')}" if step.get("source") else step.get("path")
        _say(to, "file step", f"{step.get('op')} {place}: {step['done']}; the file is {step['now']}")


def _say(to: render.Screen, name: str, text: str) -> None:
    if text:
        to.say(render.plain(f"  {name:<10} {text}"))


def _proof(to: render.Screen, proof: Mapping[str, Any]) -> None:
    root = f"{proof['size']} leaves, {proof['root'][:16]}…"
    whose = (
        "the root that the witness saw" if proof["against"] == "witness" else "the log's own root, not witnessed yet"
    )
    if proof["holds"]:
        to.say(to.paint(f"  proof      holds: {len(proof['path'])} hashes up to {whose} ({root})", "green"))
    else:
        to.say(to.paint(render.plain(f"  proof      does not hold against {whose} ({root})"), "red"))
    if proof["detail"]:
        _say(to, "log", f"{proof['status']}: {proof['detail']}; `sapwood verify` says what to do")


@log.command()
@shared.json_option
@click.pass_context
def head(context: click.Context, as_json: bool) -> None:
    """Print one line a log (origin, size, root) to keep where an agent cannot reach it."""
    found = shared.memory(context).heads()
    shared.show(found, as_json, lambda to: to.say("\n".join(found)))


@log.command()
@click.option("--from", "copy", metavar="COPY", help="A longer copy of the home, of its log or of one file of it.")
@click.option(
    "--from-git", "commit", metavar="[COMMIT]", is_flag=False, flag_value="", help="What a commit has, or any of them."
)
@click.option("--accept-loss", is_flag=True, help="Go on without what is gone; every answer says so from then on.")
@shared.json_option
@click.pass_context
def recover(
    context: click.Context, copy: str | None, commit: str | None, accept_loss: bool, as_json: bool
) -> int:  # fmt: skip
    """Go on when a log is shorter than, or not, what its witness saw. Without an option it looks at what a file service
    set aside beside the log, then at git."""
    if (copy is not None) + (commit is not None) + accept_loss > 1:
        raise BadArgument("log recover", "more than one way", "one of --from, --from-git, --accept-loss, or none")
    done = shared.memory(context).recover(copy=copy, commit=commit, accept_loss=accept_loss)

    def human(to: render.Screen) -> None:
        to.say(f"the log has {done.size} leaves ({done.how}), {done.values} value(s) added")
        for still in done.still:
            to.say(to.paint("not recovered: ", "yellow") + render.plain(still))

    shared.show(done, as_json, human)
    return exits.LOSSES if done.still else exits.DONE

"""The command line. A command parses, calls one verb and renders; no rule lives here."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from sapwood import __version__, settings
from sapwood.doors import exits

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_WRITE, _LOOK, _CARE = "sapwood.doors.commands.write", "sapwood.doors.commands.look", "sapwood.doors.commands.care"
_LOG, _SHELL = "sapwood.doors.commands.log", "sapwood.doors.commands.shell"
_PINS, _TRUST = "sapwood.doors.commands.pins", "sapwood.doors.commands.trust"
_REVIEW = "sapwood.doors.commands.review"
_PROPOSE = "sapwood.doors.commands.propose"
_COMMANDS = {
    "init": (_WRITE, "Make a folder a home; overwrite nothing."),
    "jot": (_WRITE, "Add one line to today's file."),
    "observe": (_WRITE, "Say what was seen, citing the lines it came from."),
    "mark": (_WRITE, "Add, correct, move or show one mark."),
    "consolidate": (_WRITE, "Turn days into marks and archive them."),
    "forget": (_WRITE, "Hide a mark; with --erase drop its text for good."),
    "restore": (_WRITE, "Take back a forget."),
    "pin": (_PINS, "Have a mark or lines in every context; alone, list the pins."),
    "unpin": (_PINS, "Take back a pin."),
    "propose": (_PROPOSE, "Ask a person for a fact, a seed, a skill or a retirement."),
    "proposals": (_PROPOSE, "List what waits for a person."),
    "seeds": (_PROPOSE, "List the suggestions for handwritten files."),
    "defer": (_PROPOSE, "Put a proposal off."),
    "molt": (_PROPOSE, "Show what lies ready beside a handwritten file."),
    "recall": (_LOOK, "Ask one question of every layer."),
    "get": (_LOOK, "Show one mark by id, or one file by name."),
    "marks": (_LOOK, "List marks under a subject."),
    "history": (_LOOK, "Everything that ever happened to one mark."),
    "substrate": (_LOOK, "Show the handwritten files as they are read."),
    "files": (_LOOK, "Say of every file which layer serves it, or why none does."),
    "status": (_LOOK, "Show what the home holds and what waits."),
    "verify": (_CARE, "Hash log and values again and hold them against the witness."),
    "log": (_LOG, "Read the append-only log; its head, and the way out after a loss."),
    "rebuild": (_CARE, "Throw the index away and make it again."),
    "review": (_REVIEW, "Read what waits, decide, and sign with your key."),
    "knowledge": (_REVIEW, "The facts that you approved."),
    "retire": (_REVIEW, "Sign that an approved fact is out of use."),
    "seal": (_REVIEW, "Sign a handwritten file as it stands."),
    "tombstones": (_REVIEW, "List the values that you refused."),
    "untombstone": (_REVIEW, "Sign that a refused value may come again."),
    "trust": (_TRUST, "The keys whose signature makes a memory trusted."),
    "demo": (_CARE, "Walk the road on a sample home."),
    "watch": (_SHELL, "Keep the index fresh while it runs."),
    "completion": (_SHELL, "Print the completion script of bash, zsh or fish."),
}
_SECTIONS = {
    "Write": (_WRITE, _PINS), "Propose": (_PROPOSE,), "Decide": (_REVIEW, _TRUST), "Ask": (_LOOK,),
    "Look after": (_CARE, _LOG), "Shell": (_SHELL,),
}  # fmt: skip


class Lazy(click.Group):
    """A group whose commands are imported when they are used: each verb pays for itself only."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Names in the order of the road."""
        return list(_COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of that name."""
        if name not in _COMMANDS:
            return None
        found: click.Command = getattr(importlib.import_module(_COMMANDS[name][0]), name)
        return _equipped(found) if context.resilient_parsing else found

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with the nearest name where there is none of that name."""
        near = difflib.get_close_matches(args[0].lower(), _COMMANDS, 1) if args else []
        if args and args[0] not in _COMMANDS and near and not args[0].startswith("-"):
            context.fail(f"No such command {args[0]!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(context, args)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, by what they do to a home, without importing one."""
        width = max(map(len, _COMMANDS))
        for title, rooms in _SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(name.ljust(width), about) for name, (room, about) in _COMMANDS.items() if room in rooms]
                )

    def shell_complete(self, context: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """Names of commands with what they do, without importing one; options of the group as click has them."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only for a shell that asks

        named = [
            CompletionItem(name, help=about) for name, (_, about) in _COMMANDS.items() if name.startswith(incomplete)
        ]
        return named + click.Command.shell_complete(self, context, incomplete)


def _equipped(command: click.Command) -> click.Command:
    from sapwood.doors import completion  # noqa: PLC0415 - only for a shell that asks

    return completion.equip(command)


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="sapwood")
@click.option(
    "--home", metavar="FOLDER", help="The home; default: SAPWOOD_HOME, the nearest folder with sapwood.toml, …"
)
@click.pass_context
def cli(context: click.Context, home: str | None) -> None:
    """The memory of AI agents, owned by a person.

    Write lines in a day, consolidate them into marks that cite their lines, ask one question of everything.
    """
    context.obj = home


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code; usage errors are shown by click and are 2."""
    if asked := settings.completing():
        from sapwood.doors import completion  # noqa: PLC0415

        return completion.answer(cli, asked)
    try:
        code = cli.main(args=list(arguments), prog_name="sapwood", standalone_mode=False)
    except click.exceptions.Exit as done:
        return int(done.exit_code)
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as failure:
        failure.show()
        return exits.USAGE
    return code if isinstance(code, int) else exits.DONE

"""Completion in a shell: the scripts, and the answer to what they ask while somebody types.

A script calls `sapwood` with `_SAPWOOD_COMPLETE=bash_complete` and the line in `COMP_WORDS` and `COMP_CWORD`, as click
has it, and is told a hint a line: kind (`plain`, `path`, `dir`, `file`), value, a few words, between tabs. What a
parameter takes is told by its name, since one word has one meaning in all commands.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click
from click.shell_completion import BashComplete, CompletionItem, FishComplete, ShellComplete, ZshComplete

from sapwood.doors import render

if TYPE_CHECKING:
    _ParamType = click.ParamType[str]  # generic since click 8.4
else:
    _ParamType = click.ParamType

_HORIZONS = ("1d", "7d", "30d", "all")
_SUBJECTS = ("about", "prefix", "question", "subject")
_PLACES = {
    "home": "dir", "folder": "dir", "keep": "dir", "copy": "dir", "daily": "dir", "origin": "dir", "substrate": "file",
}  # fmt: skip
_KINDS = {
    "evidence": ("place",), "cites": ("place",), "substrate_refs": ("substrate",),
    "file": ("substrate",), "id": ("mark",),
    "proposal": ("proposal",), "ids": ("proposal",), "source": ("mark", "place"), "based_on": ("mark", "place"),
    "mark": ("mark",), "given": ("mark", "file"), "day": ("day",),
    **dict.fromkeys(_SUBJECTS, ("subject",)),
}  # fmt: skip
_PATHS = ("file", "substrate", "place")
_OF_COMMAND = {("restore", "id"): ("forgotten",), ("show", "id"): ("mark", "forgotten")}


class _Hints(_ParamType):
    """A parameter whose values the home knows."""

    name = "text"

    def shell_complete(
        self, context: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Hints for one parameter; a question is a subject in its first word only."""
        from sapwood.memory import Memory  # noqa: PLC0415 - only where the home is asked

        name = param.name or ""
        if param.nargs == -1 and context.params.get(name):
            return []
        kinds = _OF_COMMAND.get((context.info_name or "", name)) or _KINDS[name]
        memory = Memory(context.find_root().params.get("home"), channel="cli")
        return [
            CompletionItem(hint.value, "path" if kind in _PATHS else "plain", hint.about)
            for kind in kinds
            for hint in memory.suggest(kind, incomplete)
        ]


class _Words(_ParamType):
    """A parameter that takes one of a few words, or several between commas."""

    name = "text"

    def __init__(self, words: Callable[[], Iterable[str]], *, several: bool = False) -> None:
        self.words, self.several = words, several

    def shell_complete(
        self, context: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """The words that begin so; of several those that do not stand there yet."""
        before, comma, typed = incomplete.rpartition(",") if self.several else ("", "", incomplete)
        there = before.split(",")
        return [
            CompletionItem(before + comma + word)
            for word in self.words()
            if word.startswith(typed) and word not in there
        ]


class _Path(_ParamType):
    """A parameter that takes a path of this machine: the shell completes it itself."""

    name = "text"

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def shell_complete(
        self, context: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """One line that leaves it to the shell."""
        return [CompletionItem(incomplete, self.kind)]


def _layers() -> Iterable[str]:
    from sapwood.verbs import recall  # noqa: PLC0415 - only where layers are typed

    return recall.LAYERS


def _states() -> Iterable[str]:
    from sapwood.verbs import marks  # noqa: PLC0415

    return (*marks.STATES, "all")


def _proposal_states() -> Iterable[str]:
    from sapwood.core import proposal  # noqa: PLC0415

    return (*proposal.STATES, "all")


def _proposal_kinds() -> Iterable[str]:
    from sapwood.core import proposal  # noqa: PLC0415

    return proposal.KINDS


def _confidence() -> Iterable[str]:
    from sapwood.core import claim  # noqa: PLC0415

    return claim.CONFIDENCE


_LISTS = {
    "proposal_states": _Words(_proposal_states), "proposal_kinds": _Words(_proposal_kinds),
    "confidence": _Words(_confidence),
    "layers": _Words(_layers, several=True), "states": _Words(_states), "horizon": _Words(lambda: _HORIZONS),
}  # fmt: skip


def equip(command: click.Command) -> click.Command:
    """The command with parameters that know their values; for a process that only answers a shell."""
    for param in command.params:
        name = param.name or ""
        if name in _KINDS:
            param.type = _Hints()
        elif name in _LISTS:
            param.type = _LISTS[name]
        elif name in _PLACES:
            param.type = _Path(_PLACES[name])
    for child in getattr(command, "commands", {}).values():
        equip(child)
    return command


def _line(item: CompletionItem[str]) -> str:
    return "\t".join((item.type, item.value, render.plain(" ".join((item.help or "").split()))))


def _is_plain(item: CompletionItem[str]) -> bool:
    return render.plain(item.value) == item.value and "\t" not in item.value


class _Answer(ShellComplete):
    """What all shells are told; a value that a line cannot hold is left out."""

    def complete(self) -> str:
        """The hints for the line that the environment holds, a line each."""
        args, incomplete = self.get_completion_args()
        return "".join(f"{_line(item)}\n" for item in self.get_completions(args, incomplete) if _is_plain(item))


class _Bash(_Answer, BashComplete):
    def get_completion_args(self) -> tuple[list[str], str]:
        """As click has it, but `--about=jo`, which bash gives as three words, is the option and its value."""
        args, incomplete = super().get_completion_args()
        return (args[:-1] if args[-1:] == ["="] else args), incomplete


class _Zsh(_Answer, ZshComplete):
    pass


class _Fish(_Answer, FishComplete):
    pass


_ANSWERS: dict[str, type[ShellComplete]] = {"bash": _Bash, "zsh": _Zsh, "fish": _Fish}


def answer(cli: click.Command, asked: str) -> int:
    """Tell the shell what may stand where the cursor is. Always 0 and never a word on stderr: a home that is missing or
    broken completes to nothing, since a message would be written into the line that somebody types."""
    shell = _ANSWERS.get(asked.removesuffix("_complete"))
    if shell is not None:
        try:
            told = shell(equip(cli), {}, "sapwood", "_SAPWOOD_COMPLETE").complete()
            sys.stdout.buffer.write(told.encode())
        except Exception:  # noqa: S110 - see above: whatever it is, the command itself will say it
            pass
    return 0


_BASH = r"""# bash completion of sapwood (bash 4.4 or newer)
_sapwood() {
    local IFS=$'\n' kind value about
    COMPREPLY=()
    while IFS=$'\t' read -r kind value about; do
        case $kind in
            plain) COMPREPLY+=("$value") ;;
            path)
                COMPREPLY+=("$value")
                compopt -o filenames 2> /dev/null
                ;;
            dir) compopt -o dirnames 2> /dev/null ;;
            file) compopt -o default 2> /dev/null ;;
        esac
    done < <(COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD _SAPWOOD_COMPLETE=bash_complete \
        "${1/#\~/$HOME}" 2> /dev/null)
}
complete -o nosort -F _sapwood sapwood
"""

_ZSH = r"""#compdef sapwood
# zsh completion of sapwood
_sapwood() {
    local kind value about
    local -a bare described
    while IFS=$'\t' read -r kind value about; do
        case $kind in
            plain | path)
                if [[ -n $about ]]; then
                    described+=("${value//:/\\:}:$about")
                else
                    bare+=("$value")
                fi
                ;;
            dir) _path_files -/ ;;
            file) _path_files ;;
        esac
    done < <(COMP_WORDS="${(pj:\n:)words}" COMP_CWORD=$((CURRENT - 1)) _SAPWOOD_COMPLETE=zsh_complete \
        ${(e)words[1]} 2> /dev/null)
    if ((${#described})); then _describe -V hint described; fi
    if ((${#bare})); then compadd -V hint -a bare; fi
}
if [[ ${funcstack[1]} == _sapwood ]]; then
    _sapwood "$@"
else
    compdef _sapwood sapwood
fi
"""

_FISH = r"""# fish completion of sapwood
function __sapwood_complete
    set -lx COMP_WORDS (commandline -cp | string collect)
    set -lx COMP_CWORD (commandline -ct)
    set -lx _SAPWOOD_COMPLETE fish_complete
    for line in (sapwood 2> /dev/null)
        set -l part (string split -m 2 \t -- $line)
        switch $part[1]
            case plain path
                printf '%s\t%s\n' $part[2] "$part[3]"
            case dir
                __fish_complete_directories "$part[2]"
            case file
                __fish_complete_path "$part[2]"
        end
    end
end
complete -c sapwood -f -k -a '(__sapwood_complete)'
"""

SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}

"""Every entry point that changes something is named here with what a refused value meets on it.

A method or command that is added has to be put into one of the tables: either a road of `test_disguises` tries it with a
refused and with an honest value, or it says why no text comes in by it.
"""

from __future__ import annotations

import ast
import inspect
import textwrap

import click
import pytest

from gate.test_disguises import ROADS
from sapwood.doors.cli import cli
from sapwood.memory import Memory

SIGNED = "takes in a signed decision; its authority is the signature (test_attacks)"
NO_TEXT = "brings no text in; what it changes is judged again by every reader (test_no_verb_brings_it_back)"
OWN = "restores or recovers what the log says; every reader judges it again"
# Methods of `Memory` that hold the home for a change.
METHODS = {
    "jot": "by_jot", "observe": "by_observation", "observe_batch": "by_batch", "mark": "by_mark",
    "correct": "by_correction", "consolidate": "by_day", "decide": "by_approval",
    "move": NO_TEXT, "forget": NO_TEXT, "pin": NO_TEXT, "unpin": NO_TEXT, "defer": NO_TEXT,
    "propose": "anybody may propose; it stays a proposal, held where the same was refused (test_proposals)",
    "draft_key": "begins the log where there is none, so that a key can prove itself over it",
    "restore": OWN, "restore_knowledge": OWN, "recover": OWN, "decide_key": SIGNED, "finish_key": SIGNED,
}  # fmt: skip
# Commands that do not only read, with the method they lead to.
COMMANDS = {
    "init": "makes a home; no text comes in", "jot": "jot", "observe": "observe", "mark add": "mark",
    "mark correct": "correct", "mark move": "move", "consolidate": "consolidate", "forget": "forget",
    "restore": "restore", "pin": "pin", "unpin": "unpin", "propose promotion": "propose", "propose seed": "propose",
    "propose skill": "propose", "propose retire": "propose", "defer": "defer", "review": "decide",
    "review apply": "decide", "review export": "writes a folder for another device, nothing into the home",
    "seeds accept": "decide", "seeds reject": "decide", "retire": "decide", "seal": "decide", "untombstone": "decide",
    "knowledge restore": "restore_knowledge", "trust enrol": "decide_key", "trust revoke": "decide_key",
    "log recover": "recover", "molt": "opens the person's editor; never writes the file itself",
    "rebuild": "makes the index again", "demo": "a home of its own", "watch": "keeps the index fresh",
}  # fmt: skip
READERS = {
    "recall", "get", "marks", "history", "substrate", "files", "status", "verify", "log", "log tail", "log show",
    "log grep", "log head", "proposals", "proposals show", "seeds", "knowledge list", "knowledge show", "tombstones",
    "trust list", "trust show", "mark show", "completion",
}  # fmt: skip


def changing() -> set[str]:
    """Public methods of `Memory` whose body opens a change."""
    found = set()
    for name, method in inspect.getmembers(Memory, inspect.isfunction):
        tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
        opens = any(isinstance(node, ast.Attribute) and node.attr == "_change" for node in ast.walk(tree))
        if opens and not name.startswith("_"):
            found.add(name)
    return found


def commands(group: click.Group, before: str = "") -> set[str]:
    found = set()
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            found |= commands(command, f"{before}{name} ")
            if command.invoke_without_command or not before:
                found.add(before + name)
        else:
            found.add(before + name)
    return found


def test_every_method_that_changes_something_is_named() -> None:
    assert changing() == set(METHODS)
    roads = {road.__name__ for road in ROADS}
    assert {each for each in METHODS.values() if each.startswith("by_")} <= roads


def test_every_command_is_named() -> None:
    groups = {"mark", "propose", "trust", "knowledge"}  # alone they only show their help, or lead to a command of theirs
    assert commands(cli) - groups == set(COMMANDS) | READERS
    named = {each for each in COMMANDS.values() if " " not in each}
    assert named <= set(METHODS)


@pytest.mark.parametrize("table", [METHODS, COMMANDS])
def test_a_table_says_something_of_each(table: dict[str, str]) -> None:
    assert all(table.values())


def test_an_entry_point_that_is_not_named_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def sneak(self: Memory, text: str) -> None:
        with self._change():
            pass

    monkeypatch.setattr(Memory, "sneak", sneak, raising=False)
    assert changing() - set(METHODS) == {"sneak"}

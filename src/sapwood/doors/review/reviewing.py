"""The review: a person reads each thing in full on a terminal, decides, and signs it with a key that is theirs.

One item a screen, as plain text. The key is unlocked once and each decision gets its own signature; until that is made,
everything can be undone. What was decided is printed again afterwards as the log has it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sapwood import settings
from sapwood.disk import scratch, terminal
from sapwood.disk.terminal import Terminal
from sapwood.doors.review import pens
from sapwood.doors.review.pens import Pen
from sapwood.errors import Refused, SapwoodError
from sapwood.memory import Memory

if TYPE_CHECKING:
    from sapwood.verbs.decide import Decided
    from sapwood.verbs.proposals import Proposal
    from sapwood.verbs.review import Desk, Draft

WIDTH = 78
_KEYS = "[a]pprove  [e]dit  [r]eject  [d]efer  [s]kip  [q]uit:"
_CONFIRM = "[s]ign  [u]ndo:"
_WAITING = ("pending", "held", "deferred")
Drafter = Callable[["Desk"], "Draft"]


class Outcome(NamedTuple):
    """What a review came to: what was signed, and how many were put off or left."""

    decided: list[Decided]
    deferred: int
    skipped: int


class _Table(NamedTuple):
    memory: Memory
    at: Terminal
    pen: Pen
    root: str


def review(memory: Memory, key: str, ids: Sequence[str] = (), *, root: str = "") -> Outcome:
    """Go through what waits (or through the proposals `ids`). Raises `NoTerminal`, `Refused`."""
    waiting = [memory.proposal(each).proposal for each in ids] or memory.proposals(states=_WAITING)
    decided: list[Decided] = []
    counts = {"d": 0, "s": 0}
    with terminal.opened("your decision") as at:
        if not waiting:
            at.say("Nothing waits for you.")
            return Outcome([], 0, 0)
        table = _Table(memory, at, _pen(memory, at, key, root), root)
        for number, each in enumerate(waiting, 1):
            came = _one(table, each, f"{number} of {len(waiting)}")
            if came == "q":
                counts["s"] += len(waiting) - number + 1
                break
            if isinstance(came, str):
                counts[came] += 1
            else:
                decided.append(came)
    return Outcome(decided, counts["d"], counts["s"])


def sign_one(memory: Memory, key: str, drafter: Drafter, *, root: str = "") -> Decided | None:
    """Show one thing, ask, sign it; None where the person undid it."""
    with terminal.opened("your decision") as at:
        table = _Table(memory, at, _pen(memory, at, key, root), root)
        draft = _drafted(table, drafter)
        _screen(at, draft.decision, draft.shown)
        return _signed(table, draft)


def _pen(memory: Memory, at: Terminal, key: str, root: str) -> Pen:
    file = pens.found(key or at.ask("File of your key:"))
    with memory.desk(file.key.fingerprint, root=root) as desk:
        enrolled = desk.may_sign(file.key)
    for note in pens.require_fit(file):
        at.say(f"note: {note}")
    return pens.unlocked(file, at, user_verified=enrolled.verify_required)


def _drafted(table: _Table, drafter: Drafter) -> Draft:
    with table.memory.desk(table.pen.key.fingerprint, root=table.root) as desk:
        return drafter(desk)


def _screen(at: Terminal, title: str, shown: str) -> None:
    at.say(f"\n── {title} ".ljust(WIDTH, "─"))
    at.say(shown.rstrip("\n"))
    at.say("─" * (WIDTH - 1))


def _one(table: _Table, found: Proposal, place: str) -> Decided | str:
    """The decision about one proposal, or the key that left it."""
    from sapwood.verbs import review as drafts  # noqa: PLC0415 - with what it imports

    edited: str | None = None
    while True:
        draft = _to_approve(table, found, edited)
        if draft is not None:
            _screen(table.at, f"{place} · {found.kind} · {found.state} · {found.id[-8:]}", draft.shown)
        typed = table.at.ask(_KEYS).lower()[:1]
        if typed in ("q", ""):
            return "q"
        if typed == "s":
            return "s"
        if typed == "d":
            table.memory.defer(found.id)
            table.at.say("Deferred: it stays until you look again; nothing was signed.")
            return "d"
        if typed == "e" and found.kind == "promotion":
            edited = _edited(found.text if edited is None else edited)
        elif typed == "e":
            table.at.say("Only a promotion can be edited: what is signed of another one is its text as proposed.")
        elif typed == "r":
            reason = table.at.ask("Why? It stands beside the refusal (may be empty):")
            refusal = _drafted(table, functools.partial(drafts.reject, found=found, reason=reason))
            if made := _tried(table, refusal):
                return made
        elif typed == "a" and draft is not None and (made := _tried(table, draft)):
            return made


def _to_approve(table: _Table, found: Proposal, edited: str | None) -> Draft | None:
    from sapwood.verbs import review as drafts  # noqa: PLC0415

    try:
        return _drafted(table, lambda desk: drafts.approve(desk, found, edited=edited))
    except SapwoodError as failure:
        table.at.say(f"It cannot be approved: {failure}")
        return None


def _tried(table: _Table, draft: Draft) -> Decided | None:
    try:
        return _signed(table, draft)
    except Refused as failure:
        table.at.say(f"Refused: {failure}")
        return None


def _signed(table: _Table, draft: Draft) -> Decided | None:
    """Say in one sentence what is about to be signed, and sign it, unless it is undone."""
    table.at.say(draft.sentence)
    if table.at.ask(_CONFIRM).lower() not in ("s", "sign"):
        table.at.say("Undone: nothing was signed.")
        return None
    made: Decided = table.memory.decide(table.pen.envelope(draft.payload), draft.data)
    for line in receipt(made):
        table.at.say(line)
    return made


def receipt(made: Decided) -> list[str]:
    """What the log says now of a decision: hold it against what you meant to sign."""
    written = f" · {made.file}" if made.file else ""
    lines = [f"In the log: {made.decision} {made.name}{written} · leaf {made.leaf}"]
    return [*lines, *([f"  {line}" for line in made.text.split("\n")] if made.text else []), made.root]


def _edited(text: str) -> str:
    """The text as the person's editor left it."""
    import subprocess  # noqa: PLC0415 - only where something is edited

    editor = settings.editor()
    with scratch.file("claim.md", (text + "\n").encode()) as path:
        subprocess.run([*editor, path], check=False)  # noqa: S603 - the person's own editor
        return scratch.read(path).decode("utf-8", "replace").strip()

"""Enrolling and revoking a key: a person reads what is signed, on a terminal, and signs it with a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sapwood.core.signers import OWNER, RECOVERY
from sapwood.disk import terminal
from sapwood.disk.terminal import Terminal
from sapwood.doors import render
from sapwood.doors.review import pens
from sapwood.doors.review.pens import Pen
from sapwood.errors import Refused
from sapwood.memory import Memory

if TYPE_CHECKING:
    from sapwood.verbs.trust import Done, Draft

_FIRST = """\
This key begins the trust root of this memory: the list of keys whose signature makes a memory trusted.
From then on your yes counts by such a signature alone; no agent, no command and no file stands in for it.
The list gets eight words of its own. Keep them elsewhere: they change with it, whoever changes it.
"""


class Wish(NamedTuple):
    """How a key is to be enrolled. `signed_by` is the file of a key that is enrolled already; empty: ask for it."""

    role: str = OWNER
    verify_required: bool = False
    name: str = ""
    signed_by: str = ""


def enrol(memory: Memory, given: str, wish: Wish, recovery: str = "") -> list[Done]:
    """Enrol the key in a file; with `recovery` that one too, signed by the first. Raises `NoTerminal`, `Refused`."""
    with terminal.opened("your word on a key") as at:
        done, pen = _enrolled(memory, at, given, wish, None)
        if not recovery:
            return [done]
        more, _ = _enrolled(memory, at, recovery, Wish(RECOVERY, signed_by=given), pen)
        return [done, more]


def _enrolled(memory: Memory, at: Terminal, given: str, wish: Wish, pen: Pen | None) -> tuple[Done, Pen | None]:
    file = pens.found(given)
    verified = wish.verify_required or bool(file.facts.verifies)
    name = wish.name or file.facts.comment
    draft = memory.draft_key(file.key, role=wish.role, verify_required=verified, name=name)
    notes = [] if draft.waiting else pens.require_fit(file)
    if draft.first:
        at.say(_FIRST)
    if _is_waiting(at, draft, notes):
        return memory.finish_key(draft.waiting), None
    signer = None if draft.first else pen or _signer(at, draft, wish.signed_by)
    own = pens.unlocked(file, at, user_verified=verified)
    return memory.decide_key([each.envelope(draft.payload) for each in (signer, own) if each is not None]), own


def revoke(memory: Memory, given: str, *, reason: str, force: bool, signed_by: str) -> Done:
    """Revoke a key by a signature of another one, or by its own. Raises `NoTerminal`, `NotFound`, `Refused`."""
    with terminal.opened("your word on a key") as at:
        draft = memory.draft_revocation(given, reason=reason, force=force)
        if _is_waiting(at, draft, []):
            done: Done = memory.finish_key(draft.waiting)
        else:
            done = memory.decide_key([_signer(at, draft, signed_by).envelope(draft.payload)])
        return done


def _is_waiting(at: Terminal, draft: Draft, notes: list[str]) -> bool:
    """Show what is to be signed, or what is signed and waits, and go on with a person's word only."""
    at.say(draft.shown)
    for note in notes:
        at.say(f"note: {render.plain(note)}")
    at.say(draft.sentence)
    if draft.waiting:
        at.say(f"That is signed already, in leaf {draft.waiting} of the log; the root only has to be told.")
    if not at.agrees("Put it into the root?" if draft.waiting else "Sign it?"):
        raise Refused("declined", "it was not agreed to; nothing was signed and nothing is changed")
    return bool(draft.waiting)


def _signer(at: Terminal, draft: Draft, given: str) -> Pen:
    """The pen of a key that may sign."""
    if not given:
        at.say("It has to be signed by one of these keys:")
        for each in draft.may_sign:
            at.say(f"  {each.role:<9} {each.key.fingerprint}  {render.plain(each.comment)}")
        given = at.ask("File of the key that signs:")
    file = pens.found(given)
    enrolled = next((each for each in draft.may_sign if each.key == file.key), None)
    if enrolled is None:
        message = f"{file.path} holds {file.key.fingerprint}, which may not sign; `sapwood trust list` shows who may"
        raise Refused("unknown", message)
    return pens.unlocked(file, at, user_verified=enrolled.verify_required)

"""A person's key, from its file to a signature: looked at, unlocked on the terminal, and dropped at the end.

A passphrase is typed there and nowhere else: no argument, no variable and no pipe can bring one.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from sapwood import settings, signing
from sapwood.core import decision
from sapwood.core.problem import Problem
from sapwood.core.sshkey import ED25519, PublicKey
from sapwood.disk.terminal import Terminal
from sapwood.errors import Refused
from sapwood.signing import KeyFacts

_TRIES = 3
Answer = bytes | Problem


class KeyFile(NamedTuple):
    """The private file of a key, or the public one where no private one lies beside it."""

    path: str
    facts: KeyFacts

    @property
    def key(self) -> PublicKey:
        """Its public half."""
        return self.facts.key


class Pen:
    """A key that a person unlocked. It signs each thing by itself, as often as it is asked."""

    __slots__ = ("_sign", "key")

    def __init__(self, key: PublicKey, sign: Callable[[bytes], Answer]) -> None:
        self.key, self._sign = key, sign

    def envelope(self, payload: bytes) -> bytes:
        """The signed envelope of a statement. Raises `Refused` where it was not signed: no touch, no PIN."""
        made = self._sign(decision.pae(payload))
        if isinstance(made, Problem):
            raise Refused(made.kind, str(made))
        return decision.envelope(payload, self.key.fingerprint, made)


def found(given: str) -> KeyFile:
    """The key in a file; for `KEY.pub` the private file beside it, where it is there. Raises `Refused`."""
    path = os.path.abspath(os.path.expanduser(given))
    facts = signing.inspect_key(path)
    if isinstance(facts, Problem):
        raise Refused(facts.kind, str(facts))
    private = path.removesuffix(".pub")
    if not facts.private and private != path:
        beside = signing.inspect_key(private)
        if isinstance(beside, KeyFacts) and beside.private and beside.key == facts.key:
            return KeyFile(private, beside._replace(comment=beside.comment or facts.comment))
    return KeyFile(path, facts)


def require_fit(file: KeyFile) -> list[str]:
    """Refuse a key that signs without its person; what else to say about it before it is enrolled."""
    path, facts = file.path, file.facts
    if not facts.private:
        what = "the private key" if facts.key.kind == ED25519 else "the handle of the security key"
        raise Refused("public", f"{path} holds a public key alone; to sign, {what} has to lie beside it, without .pub")
    if facts.key.kind == ED25519 and not facts.has_passphrase:
        why = "has no passphrase, so whatever runs as you signs with it; give it one: ssh-keygen -p -f"
        raise Refused("passphrase", f"{path} {why} {path}")
    if facts.readable_by_others:
        raise Refused("mode", f"{path} can be read by others than you; chmod 600 {path}")
    return [*_with_agent(file), *_for_login(file)]


def _with_agent(file: KeyFile) -> list[str]:
    """An agent signs for whoever asks it; only a security key still wants its person."""
    held = signing.held_by_agent(file.key, settings.environment().get("SSH_AUTH_SOCK"))
    if file.key.kind != ED25519:
        return []
    if held:
        why = "is held by your ssh-agent, which signs for whatever runs as you; take it out: ssh-add -d"
        raise Refused("agent", f"{file.path} {why} {file.path}")
    if held is None:
        return ["the ssh-agent of SSH_AUTH_SOCK does not answer: nobody knows whether it holds this key"]
    return []


def _for_login(file: KeyFile) -> list[str]:
    places = signing.used_for_login(file.key, os.path.expanduser("~"))
    if not places:
        return []
    advice = "a key of its own is better: an agent that may log in with it has a use for its passphrase"
    return [f"this key logs in as well ({', '.join(places)}); {advice}"]


def unlocked(file: KeyFile, terminal: Terminal, *, user_verified: bool) -> Pen:
    """The pen of a key: its passphrase is asked for at once, the gesture of a security key at each signature.
    `user_verified` says that it is enrolled with PIN or biometrics. Raises `Refused`."""
    if file.facts.private and file.key.kind == ED25519:
        return Pen(file.key, _unlocked(file, terminal))

    def sign(message: bytes) -> Answer:
        terminal.say(f"Touch the security key of {file.path} when it blinks.")
        return signing.sign_with_ssh_keygen(
            file.path, decision.NAMESPACE, message, settings.environment(), user_verified=user_verified
        )

    return Pen(file.key, sign)


def _unlocked(file: KeyFile, terminal: Terminal) -> Callable[[bytes], Answer]:
    problem = None
    for _ in range(_TRIES):
        passphrase = terminal.secret(f"Passphrase of {file.path}:")
        signer = signing.unlock(file.path, passphrase)
        if not isinstance(signer, Problem):
            return lambda message: signer.sign(decision.NAMESPACE, message)
        problem = signer
        if signer.kind != "passphrase":
            break
        terminal.say(signer.message)
    assert problem is not None
    raise Refused(problem.kind, f"{problem}; nothing was signed")

"""The trust root of a home: who may sign its decisions, and how far that is out of an agent's reach.

1. Where the machine has a folder for trust roots (`Places.system_trust`), roots lie there and nowhere else. It counts
   where only root can change it, all the way up; else nobody signs. No setting and no variable leads past it.
2. Otherwise the root lies in the user's configuration: trust on first use (`tofu`). Whatever runs as this user can
   replace it there, which changes its words.
3. Where the words of the root are given, only a root with these words counts, wherever it lies.
4. A root whose files cannot be read, or whose list of revoked keys has a line that cannot, lets nobody sign.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from sapwood.core import signers as reading
from sapwood.core.problem import Problem
from sapwood.core.signers import Enrolled, Revoked, Signers
from sapwood.core.sshkey import PublicKey
from sapwood.core.sshsig import Refusal
from sapwood.disk import owned, safe
from sapwood.disk.owned import Found
from sapwood.disk.places import Places

SYSTEM, TOFU, GIVEN = "system", "tofu", "given"
NONE, UNSAFE, OTHER = "none", "unsafe", "other"
COUNTING = (SYSTEM, TOFU, GIVEN)
SIGNERS, REVOKED = "allowed_signers", "revoked_keys"
FILE_BYTES = 1 << 20


class Root(NamedTuple):
    """Who may sign, as found now.

    `kind`: `system` (only root can change it), `tofu` (in the user's configuration), `given` (it has the words that
    were given); `none` (nobody is enrolled), `unsafe` (others can change it, or it cannot be read) and `other` (it has
    not the words that were given): with these three nobody signs. `system` tells whether `folder` is the machine's.
    `digest` and `words` are over the files as they stand (`enrolling` and `revoking`); `problems` say what in them does
    not count.
    """

    kind: str
    folder: str
    system: bool
    signers: Signers
    revoked: Revoked
    digest: bytes
    words: str
    problems: tuple[Problem, ...]
    enrolling: bytes = b""
    revoking: bytes = b""

    @property
    def counts(self) -> bool:
        """Whether anybody may sign at all."""
        return self.kind in COUNTING and not self.revoked.problems

    @property
    def said(self) -> str:
        """What is printed with every answer that speaks of trust: `root: tofu · WORDS`."""
        return f"root: {self.kind} · {self.words}" if self.words else f"root: {self.kind}"

    def may_sign(
        self, key: PublicKey, namespace: str, instant: float, *, before_revocation: bool = False
    ) -> Enrolled | Refusal:  # fmt: skip
        """The enrolment by which a key signs in `namespace` at `instant`, or why it does not.

        `before_revocation` says that the signature is known to be older than the revocation of its key: it lies in the
        log inside the heads of that signed revocation. `reason` is ``root``, ``revoked``, ``unknown`` or ``validity``.
        """
        if not self.counts:
            return Refusal("root", self.why_nobody)
        if not before_revocation and self.revokes(key):
            return Refusal("revoked", f"the key {key.fingerprint} was revoked")
        enrolled = self.signers.of(key)
        if enrolled is None:
            return Refusal("unknown", f"the key {key.fingerprint} is not enrolled in {self.folder}")
        why = enrolled.refuses(namespace, instant)
        return Refusal("validity", why) if why else enrolled

    def revokes(self, key: PublicKey) -> bool:
        """Whether the key stands in the list of revoked keys, as a plain key or as that of a security key."""
        return any(each.point == key.point for each in self.revoked.keys)

    @property
    def active(self) -> tuple[Enrolled, ...]:
        """The keys that are enrolled and not revoked, in the order of the file."""
        return tuple(each for each in self.signers.enrolled if not self.revokes(each.key))

    @property
    def why_nobody(self) -> str:
        """Why nobody signs by a root that does not count."""
        problems = "; ".join(map(str, (*self.problems, *self.revoked.problems)))
        said = {
            NONE: f"no key is enrolled in {self.folder}; `sapwood trust enrol KEY`",
            OTHER: f"the trust root in {self.folder} has other words than those given: {self.words}",
        }
        return said.get(self.kind, f"nobody signs by the trust root in {self.folder}: {problems}")


def load(places: Places, wanted: str = "") -> Root:
    """The trust root of a home. `wanted` are the words that it must have, empty for any."""
    system = owned.stands(places.system_trust)
    folder = places.system_root if system else places.user_root
    read = owned.read if system else _read
    files = [read(os.path.join(folder, name), FILE_BYTES) for name in (SIGNERS, REVOKED)]
    faults = tuple(each.problem for each in files if each.problem is not None)
    enrolling, revoking = (each.data or b"" for each in files)
    signers = reading.read(enrolling, os.path.join(folder, SIGNERS))
    revoked = reading.read_revoked(revoking, os.path.join(folder, REVOKED))
    digest = reading.root_digest(enrolling, revoking)
    problems = (*faults, *signers.problems, *revoked.problems)
    if system and not signers.enrolled and not problems:
        problems = (_none_here(folder),)
    kind = UNSAFE if faults else _kind(system, bool(signers.enrolled), digest, wanted)
    words = "" if faults else reading.words(digest)
    return Root(kind, folder, system, signers, revoked, digest, words, problems, enrolling, revoking)


def _kind(system: bool, enrolled: bool, digest: bytes, wanted: str) -> str:
    if wanted and not reading.same_words(digest, wanted):
        return OTHER
    if not enrolled:
        return NONE
    return GIVEN if wanted else SYSTEM if system else TOFU


def _none_here(folder: str) -> Problem:
    message = (
        "this machine keeps its trust roots in the folder above, where root owns them, and has none for this home; "
        "`sapwood trust enrol KEY` prints the commands that put one there"
    )
    return Problem(folder, None, "no-root", message)


def _read(path: str, limit_bytes: int) -> Found:
    found = safe.read(path, os.path.dirname(path), limit_bytes, path)
    if isinstance(found, bytes):
        return Found(found, None)
    return Found(None, None if found.kind == "missing" else found)

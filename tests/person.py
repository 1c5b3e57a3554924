"""A person with a key of their own, enrolled in the trust root of a household, who signs decisions in this process."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from household import Household
from keys import wire
from sapwood.core import claim as claims
from sapwood.core import decision, instant, mark, signers, skeleton
from sapwood.core.claim import Claim
from sapwood.core.decision import Statement, Tombstone
from sapwood.core.sshkey import ED25519, public_key
from sapwood.gate import root
from sapwood.signing import Signer
from sapwood.verbs import review
from sapwood.verbs.decide import Decided


def signer(seed: bytes) -> Signer:
    """An unlocked key made of a seed."""
    private = Ed25519PrivateKey.from_private_bytes(sha256(seed).digest())
    return Signer(public_key(wire(ED25519, private.public_key().public_bytes_raw())), private)


class Person:
    """The owner of a household, with a key. `enrol=False` makes somebody whose key is not in the trust root."""

    def __init__(
        self, house: Household, seed: bytes = b"owner", role: str = signers.OWNER, *, enrol: bool = True
    ) -> None:
        self.house, self.name, self.signer = house, house.owner, signer(seed)
        if enrol:
            self.enrol(role)

    @property
    def root(self) -> Path:
        """The folder of the trust root."""
        return Path(self.house.memory().home.places.user_root)

    @property
    def words(self) -> str:
        """The words of the trust root as it is now."""
        return root.load(self.house.memory().home.places).words

    def enrol(self, role: str = signers.OWNER) -> None:
        """Put the key into the root, as the person does by hand."""
        self.root.mkdir(parents=True, exist_ok=True)
        file = self.root / root.SIGNERS
        before = signers.read(file.read_bytes(), "").enrolled if file.exists() else ()
        mine = signers.Enrolled(self.signer.key, role, (decision.NAMESPACE,))
        file.write_bytes(signers.written([*before, mine]))

    def claim(self, text: str, subject: str = "joshua.food", **fields: Any) -> Claim:
        """A claim that nobody signed yet."""
        now = instant.iso(self.house.now)
        given = {
            "id": mark.uuid7(int(self.house.now * 1000), os.urandom(10)), "subject": subject, "scope": "home",
            "author": self.name, "recorded_at": now, "approved_at": now, "confidence": "stated", "text": text,
            "approved_by": f"{self.name} ({self.signer.key.fingerprint})",
        }  # fmt: skip
        return Claim(**{**given, **fields})

    def statement(self, verdict: str, name: str, data: bytes, path: str = "joshua.food", **fields: Any) -> Statement:
        """What is to be signed, over the logs as they are now."""
        with self.house.memory()._reading() as look:
            heads, workspace = review.heads(look), look.index.rules.workspace
        given = {
            "name": name, "sha256": sha256(data).hexdigest(), "decision": verdict, "workspace": workspace,
            "scope": "home", "subject_path": path, "heads": heads, "shown": sha256(data).hexdigest(),
            "reviewer": self.name, "decided_at": instant.iso(self.house.now), "nonce": os.urandom(16).hex(),
        }  # fmt: skip
        return Statement(**{**given, **fields})

    def signed(self, statement: Statement, namespace: str = decision.NAMESPACE) -> bytes:
        """The envelope of a statement with this person's signature."""
        payload = decision.payload(statement)
        return decision.envelope(
            payload, self.signer.key.fingerprint, self.signer.sign(namespace, decision.pae(payload))
        )

    def approve(self, text: str | Claim, subject: str = "joshua.food", **fields: Any) -> Decided:
        """Sign a claim and bring the decision in."""
        claim = text if isinstance(text, Claim) else self.claim(text, subject, **fields)
        data = claims.render(claim)
        with self.house.memory()._reading() as look:
            held = review.desk(self.house.memory().home, look, self.name, self.signer.key.fingerprint).ledger
            digests = tuple(sha256(held.claim(each, look.now).data).hexdigest() for each in claim.supersedes)
        said = self.statement("approve", claim.name, data, claim.subject, scope=claim.scope, supersedes=digests)
        found: Decided = self.house.memory().decide(self.signed(said), data)
        return found

    def retire(self, claim: Claim, **fields: Any) -> Decided:
        """Sign that a claim is out of use."""
        said = self.statement("retire", claim.name, claims.render(claim), claim.subject, **fields)
        found: Decided = self.house.memory().decide(self.signed(said))
        return found

    def tombstone(self, text: str, subject: str = "joshua.food", match: str = "skeleton", name: str = "") -> Decided:
        """Sign a no to a value."""
        keys = skeleton.keys(self.salt, subject, text)
        key = {"exact": keys.exact, "skeleton": keys.skeleton, "subject-skeleton": keys.subject_skeleton}[match]
        about = name or f"mark:{mark.uuid7(1, os.urandom(10))}"
        said = self.statement("forget", about, text.encode(), subject, tombstone=Tombstone(match, (key,)))
        found: Decided = self.house.memory().decide(self.signed(said))
        return found

    def untombstone(self, made: Decided) -> Decided:
        """Sign that a value may come again."""
        identity = made.identity
        said = self.statement("untombstone", f"decision:{identity}", identity.encode())
        found: Decided = self.house.memory().decide(self.signed(said))
        return found

    def seal(self, shown: str) -> Decided:
        """Sign a handwritten file as it stands now."""
        data = (self.house.folder / shown).read_bytes()
        said = self.statement("seal", f"file:{shown}", data, "substrate")
        found: Decided = self.house.memory().decide(self.signed(said))
        return found

    @property
    def salt(self) -> bytes:
        """The workspace's salt: an agent with a shell can read it too."""
        return Path(self.house.memory().home.places.salt).read_bytes()

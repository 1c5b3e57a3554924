"""The one wiring: a home, its settings, and one line a verb. Doors and Python programs come in here."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sapwood import reading, settings

if TYPE_CHECKING:
    from threading import Event

    from sapwood.change import Change
    from sapwood.core.topics import Topics
    from sapwood.disk.home import Home
    from sapwood.index.store import Progress
    from sapwood.reading import Reading


class Memory:
    """One home. `now` gives the instant of an operation in seconds since 1970; it is read once a call.

    Raises `NoHome` and `BadSetting` when made; every method raises the errors of `sapwood.errors`.
    """

    __slots__ = ("_topics", "actor", "channel", "clock", "home", "notices", "progress", "scope")

    def __init__(
        self, home: str | None = None, *, actor: str = "", channel: str = "python", scope: str = "home",
        now: Callable[[], float] = time.time, progress: Progress | None = None,
    ) -> None:  # fmt: skip
        self.home = settings.load(settings.find(home))
        self.actor, self.channel, self.scope = actor or self.home.config.owner, channel, scope
        self.clock, self.progress = now, progress
        self.notices: list[str] = []  # what was found when the home was opened for the last call
        self._topics: Topics | None = None

    @contextlib.contextmanager
    def _change(self, *, accept_loss: bool = False) -> Iterator[Change]:
        from sapwood import change  # noqa: PLC0415 - what only a write needs is imported by a write: start-up is a feature

        author = change.Author(self.actor, self.channel, self.scope)
        with change.opened(self.home, author, self.clock(), self.progress, accept_loss=accept_loss) as held:
            self.notices = held.notices
            yield held

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Reading]:
        with reading.opened(self.home, self.clock(), self.progress) as look:
            self.notices = look.notices
            yield look

    def _classify(self, text: str, headings: Iterable[str]) -> str | None:
        if self._topics is None:
            from sapwood.core.topics import Topics  # noqa: PLC0415

            self._topics = Topics(dict(self.home.config.topics))
        found: str | None = self._topics.classify(text, list(headings))
        return found

    def jot(self, text: str, *, agent: str = "") -> Any:
        """Add one line to today's file; returns where it stands (`verbs.jot.Jot`)."""
        from sapwood.verbs import jot  # noqa: PLC0415 - a verb is imported when it is used

        with self._change() as held:
            return jot.jot(self.home, held, text, agent=agent)

    def observe(self, subject: str, observation: str, evidence: Any = (), **fields: Any) -> Any:
        """Say what was seen, citing where (`PATH#L3` or records); returns `verbs.observe.Observed`."""
        from sapwood.verbs import observe  # noqa: PLC0415

        given = {"subject": subject, "observation": observation, "evidence": evidence, **fields}
        with self._change() as held:
            return observe.observe(self.home, held, given)

    def observe_batch(self, lines: Iterable[str], done: Callable[[int], None] | None = None) -> Any:
        """Judge a JSON object a line; returns a list of `verbs.observe.Observed`."""
        from sapwood.verbs import observe  # noqa: PLC0415

        with self._change() as held:
            return observe.batch(self.home, held, lines, done)

    def recall(self, about: str = "", query: str = "", **options: Any) -> Any:
        """Ask one question of every layer; options are the fields of `lanes.question.Ask`; returns `Answer`."""
        from sapwood.lanes.question import Ask  # noqa: PLC0415
        from sapwood.verbs import recall  # noqa: PLC0415

        ask = Ask(about=about, query=query, **options)
        with self._reading() as look:
            found = recall.recall(self.home, look, ask, self._classify)
            self.notices = []  # they stand in the answer
            return found

    def context(
        self, about: str = "", query: str = "", *, budget_tokens: int | None = None, standing_tokens: int | None = None,
        **options: Any,
    ) -> Any:  # fmt: skip
        """The same answer as one block of text for an agent, under a budget; returns `verbs.context.Context`. Without a
        question it holds what is pinned."""
        from sapwood.lanes.question import Ask  # noqa: PLC0415
        from sapwood.verbs import context  # noqa: PLC0415

        ask = Ask(about=about, query=query, **options)
        with self._reading() as look:
            found = context.context(
                self.home, look, ask, self._classify, budget_tokens=budget_tokens, standing_tokens=standing_tokens
            )
            self.notices = []
            return found

    def get(self, given: str) -> dict[str, Any]:
        """One mark by id, or one file by name."""
        from sapwood.verbs import get  # noqa: PLC0415

        with self._reading() as look:
            return get.get(self.home, look, given)

    def mark(self, subject: str, text: str, **options: Any) -> Any:
        """Add a mark of the person's own; options as `verbs.mark.add`."""
        from sapwood.verbs import mark  # noqa: PLC0415

        with self._change() as held:
            return mark.add(self.home, held, subject, text, **options)

    def correct(self, given: str, text: str, *, valid_from: str | None = None) -> Any:
        """Replace what a mark says, as of now or of the day or instant `valid_from`."""
        from sapwood.verbs import mark  # noqa: PLC0415

        with self._change() as held:
            return mark.correct(self.home, held, given, text, valid_from)

    def move(self, given: str, subject: str) -> Any:
        """Give a mark another subject."""
        from sapwood.verbs import mark  # noqa: PLC0415

        with self._change() as held:
            return mark.move(self.home, held, given, subject)

    def show(self, given: str) -> dict[str, Any]:
        """Everything of one mark."""
        from sapwood.verbs import mark  # noqa: PLC0415

        with self._reading() as look:
            return mark.show(self.home, look, given)

    def history(self, given: str) -> dict[str, Any]:
        """Everything that ever happened to one mark."""
        from sapwood.verbs import history  # noqa: PLC0415

        with self._reading() as look:
            return history.history(self.home, look, given)

    def marks(self, prefix: str = "", **options: Any) -> list[dict[str, Any]]:
        """Marks under a subject; options as `verbs.marks.marks`."""
        from sapwood.verbs import marks  # noqa: PLC0415

        with self._reading() as look:
            return marks.marks(self.home, look, prefix, **options)

    def substrate(self, name: str = "") -> Any:
        """The handwritten files with their sections; of those that `name` names also what lies beside them."""
        from sapwood.verbs import molt, substrate  # noqa: PLC0415

        found = substrate.substrate(self.home, name)
        if name:
            with self._reading() as look:
                for file in found.files:
                    file["beside"] = molt.beside(self.home, look, self._classify, file)
        return found

    def molt(self, name: str) -> Any:
        """What lies ready for whoever rewrites a handwritten file; returns `verbs.molt.Molt`."""
        from sapwood.verbs import molt  # noqa: PLC0415

        with self._reading() as look:
            return molt.molt(self.home, look, self._classify, name)

    def files(self) -> Any:
        """Every file of the home and its declared folders, with its layer or the reason; `verbs.files.Listing`."""
        from sapwood.verbs import files  # noqa: PLC0415

        return files.files(self.home)

    def consolidate(self, *, day: str | None = None, before_today: bool = False, dry_run: bool = False) -> Any:
        """Turn days into marks and archive them; returns `verbs.consolidate.Report`."""
        from sapwood.verbs import consolidate  # noqa: PLC0415

        if dry_run:
            with self._reading() as look:
                return consolidate.preview(self.home, look, self._classify, day=day, before_today=before_today)
        now = self.clock()
        report = consolidate.consolidate(
            self.home, self._change, self._classify, now, day=day, before_today=before_today, progress=self.progress
        )
        self.notices = report.notices
        return report

    def forget(self, given: str, *, erase: bool = False, dry_run: bool = False) -> Any:
        """Hide a mark; `erase` drops its value for good."""
        from sapwood.verbs import forget  # noqa: PLC0415

        if dry_run:
            with self._reading() as look:
                return forget.preview(self.home, look.index, given, erase=erase)
        with self._change() as held:
            return forget.forget(self.home, held, given, erase=erase)

    def pin(self, given: str) -> Any:
        """Pin a mark or lines, so that every context holds them; returns `verbs.pin.Pinned`."""
        from sapwood.verbs import pin  # noqa: PLC0415

        with self._change() as held:
            return pin.pin(self.home, held, given)

    def unpin(self, given: str) -> Any:
        """Take back a pin; returns `verbs.pin.Pinned`."""
        from sapwood.verbs import pin  # noqa: PLC0415

        with self._change() as held:
            return pin.unpin(self.home, held, given)

    def pins(self) -> list[dict[str, Any]]:
        """What is pinned, and whether it is served."""
        from sapwood.verbs import pin  # noqa: PLC0415

        with self._reading() as look:
            return pin.listing(self.home, look)

    def knowledge(self, given: str = "", *, every: bool = False, root: str = "") -> dict[str, Any]:
        """What a person approved, or one claim of it in full."""
        from sapwood.verbs import knowledge  # noqa: PLC0415

        with self._reading() as look:
            if given:
                return knowledge.show(self.home, look, given, root)
            return knowledge.listed(self.home, look, root, every=every)

    def restore_knowledge(self, given: str) -> dict[str, Any]:
        """Put the signed bytes of an approved claim back into its file."""
        from sapwood.verbs import knowledge  # noqa: PLC0415

        with self._change() as held:
            return knowledge.restore(self.home, held, given)

    def tombstones(self, *, root: str = "") -> dict[str, Any]:
        """Every value that a person refused."""
        from sapwood.verbs import knowledge  # noqa: PLC0415

        with self._reading() as look:
            return knowledge.tombstones(self.home, look, root)

    @contextlib.contextmanager
    def desk(self, key: str, *, reviewer: str = "", root: str = "") -> Iterator[Any]:
        """Where decisions are drafted for a key (its fingerprint) to sign; yields `verbs.review.Desk`."""
        from sapwood.verbs import review  # noqa: PLC0415

        with self._reading() as look:
            yield review.desk(self.home, look, reviewer or self.home.config.owner, key, root)

    def decide(self, envelope: bytes, data: bytes = b"") -> Any:
        """Take in a decision that a person signed; returns `verbs.decide.Decided`."""
        from sapwood.verbs import decide  # noqa: PLC0415

        with self._change() as held:
            return decide.decide(held, envelope, data)

    def propose(self, kind: str, **fields: Any) -> Any:
        """Ask a person for something: kinds and fields as `verbs.propose.propose`; returns `verbs.propose.Asked`."""
        from sapwood.verbs import propose  # noqa: PLC0415

        with self._change() as held:
            return propose.propose(self.home, held, self._classify, kind, fields)

    def proposals(self, **options: Any) -> list[Any]:
        """What waits for a person, and what became of it; options as `verbs.proposals.listed`."""
        from sapwood.verbs import proposals  # noqa: PLC0415

        with self._reading() as look:
            return proposals.listed(self.home, look, **options)

    def proposal(self, given: str) -> Any:
        """One proposal by its id, with what was proposed of the same value before; `verbs.proposals.Opened`."""
        from sapwood.verbs import proposals  # noqa: PLC0415

        with self._reading() as look:
            return proposals.opened(self.home, look, given)

    def defer(self, given: str, *, undo: bool = False) -> Any:
        """Put a proposal off, or take that back; returns `verbs.proposals.Proposal`."""
        from sapwood.verbs import proposals  # noqa: PLC0415

        with self._change() as held:
            return proposals.defer(self.home, held, given, undo=undo)

    def restore(self, given: str) -> Any:
        """Take back a `forget`."""
        from sapwood.verbs import restore  # noqa: PLC0415

        with self._change() as held:
            return restore.restore(held, given)

    def watch(self, stop: Event, *, poll: float | None = None, once: bool = False) -> Iterator[dict[str, Any]]:
        """Keep the index fresh until `stop` is set; events as `verbs.watch.watch`."""
        from sapwood.verbs import watch  # noqa: PLC0415

        return watch.watch(self._looking, self.home, self._classify, stop, self.clock, poll=poll, once=once)

    @contextlib.contextmanager
    def _looking(self) -> Iterator[tuple[Home, Reading]]:
        """A look with the settings as they stand now: a watch lives longer than they do."""
        then, self.home = self.home, settings.load(self.home.places.home)
        if self.home.config != then.config:
            self._topics = None
        with self._reading() as look:
            yield self.home, look

    def suggest(self, kind: str, typed: str = "") -> Any:
        """What somebody who types may mean, as the index has it; kinds and result as `verbs.suggest`."""
        from sapwood.verbs import suggest  # noqa: PLC0415

        return suggest.suggest(self.home, kind, typed)

    def rebuild(self) -> Any:
        """Make the index anew."""
        from sapwood.verbs import rebuild  # noqa: PLC0415

        return rebuild.rebuild(self.home, self.progress)

    def verify(
        self, *, heads: Sequence[str] = (), index: bool = True, root: str = "", with_ssh_keygen: bool = False
    ) -> Any:  # fmt: skip
        """Hash everything again, hold it against heads that were kept, judge every decision, and hold the index against
        one made anew; `root` are the words that the trust root must have. Returns `verbs.verify.Verdict`."""
        from sapwood.verbs import verify  # noqa: PLC0415

        return verify.verify(
            self.home, self.clock(), heads=heads, words=root, with_ssh_keygen=with_ssh_keygen, index=index,
            progress=self.progress,
        )  # fmt: skip

    def heads(self) -> list[str]:
        """One line a log to keep elsewhere."""
        from sapwood.verbs import log  # noqa: PLC0415

        return log.heads(self.home)

    def log(self) -> dict[str, Any]:
        """The logs at a glance, and their latest leaves."""
        from sapwood.verbs import leaves  # noqa: PLC0415

        with self._reading() as look:
            return leaves.overview(self.home, look)

    def leaf(self, given: str = "") -> dict[str, Any]:
        """One leaf in full: `REPLICA/I`, `I` of this home's log, or the last one."""
        from sapwood.verbs import leaf  # noqa: PLC0415

        with self._reading() as look:
            return leaf.show(self.home, look, given)

    def tail(self, count: int = 10) -> Iterator[Any]:
        """The last leaves of all logs, newest last, one by one (`verbs.leaves.Told`)."""
        from sapwood.verbs import leaves  # noqa: PLC0415

        with self._reading() as look:
            yield from leaves.tail(look, count)

    def follow(self, count: int, wait: Callable[[], None]) -> Iterator[Any]:
        """The same, then new ones as they come, for ever; `wait` is called between two looks."""
        from sapwood.verbs import leaves  # noqa: PLC0415

        return leaves.follow(self._reading, wait, count)

    def grep(self, words: str = "", **wanted: str) -> Iterator[Any]:
        """Leaves that fit, one by one; options are the fields of `verbs.grep.Filter`."""
        from sapwood.verbs import grep  # noqa: PLC0415

        with self._reading() as look:
            yield from grep.grep(self.home, look, grep.Filter(words, **wanted))

    def recover(self, *, copy: str | None = None, commit: str | None = None, accept_loss: bool = False) -> Any:
        """Go on after a loss: from a longer copy, from a commit (empty: whichever has it), without what is gone, or
        from whatever lies at hand. Returns `verbs.log.Recovered`."""
        from sapwood.verbs import log  # noqa: PLC0415

        if copy is not None:
            return log.from_copy(self.home, copy)
        if commit is not None:
            return log.from_git(self.home, commit)
        if accept_loss:
            return log.accept_loss(self.home, lambda: self._change(accept_loss=True))
        return log.search(self.home)

    def trust(self, words: str = "") -> dict[str, Any]:
        """The trust root and its keys; `words` are those that it must have."""
        from sapwood.verbs import trust  # noqa: PLC0415

        with self._reading() as look:
            return trust.listing(look, words)

    def trust_key(self, given: str, words: str = "") -> dict[str, Any]:
        """One enrolled key, by fingerprint or name, and what it decided."""
        from sapwood.verbs import trust  # noqa: PLC0415

        with self._reading() as look:
            return trust.show(look, given, words)

    def draft_key(self, key: Any, *, role: str = "owner", verify_required: bool = False, name: str = "") -> Any:
        """What is to be signed to enrol a public key (`core.sshkey.PublicKey`); returns `verbs.trust.Draft`."""
        from sapwood.verbs import trust  # noqa: PLC0415

        with self._change():  # begins the log where there is none, since the decision names how far it reaches
            pass
        with self._reading() as look:
            return trust.enrol(
                look, key, role=role, verify_required=verify_required, name=name, reviewer=self.actor,
                nonce=trust.new_nonce(),
            )  # fmt: skip

    def draft_revocation(self, given: str, *, reason: str = "", force: bool = False) -> Any:
        """What is to be signed to revoke a key; returns `verbs.trust.Draft`."""
        from sapwood.verbs import trust  # noqa: PLC0415

        with self._reading() as look:
            return trust.revoke(
                look, given, reason=reason, force=force, reviewer=self.actor, nonce=trust.new_nonce()
            )  # fmt: skip

    def decide_key(self, envelopes: Sequence[bytes]) -> Any:
        """Take in a signed decision about a key; returns `verbs.trust.Done`."""
        from sapwood.verbs import trust  # noqa: PLC0415

        with self._change() as held:
            return trust.decide(held, envelopes)

    def finish_key(self, leaf: str) -> Any:
        """Put a decision about a key that is signed in the log into the root; returns `verbs.trust.Done`."""
        from sapwood.verbs import trust  # noqa: PLC0415

        with self._change() as held:
            return trust.finish(held, leaf)

    def status(self) -> dict[str, Any]:
        """What this home holds and what waits."""
        from sapwood.verbs import status  # noqa: PLC0415

        with self._reading() as look:
            found = status.status(self.home, look, self._classify)
            self.notices = []
            return found

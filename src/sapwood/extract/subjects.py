"""What a line is about: the subject it names, its tags, its topic, or a subject that is known (rule 6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sapwood.core.limits import Limits
from sapwood.core.subject import parse as parse_subject
from sapwood.extract.patterns import patterns

Classify = Callable[[str, Sequence[str]], str | None]
"""A text and the headings above it to a topic path without the owner, such as `food.vegetables`, or None."""

UNSORTED = "unsorted"


class Subjects:
    """The subjects that a home has, and how a line names one of them or a new one."""

    __slots__ = ("classify", "known", "limits", "owner", "phrases", "segments")

    def __init__(self, owner: str, classify: Classify, known: Sequence[str], limits: Limits) -> None:
        """Raises `BadSubject` if `owner` cannot begin a subject."""
        self.owner = parse_subject(owner, limits)
        self.classify = classify
        self.limits = limits
        self.known: dict[str, set[str]] = {}  # last segment of a known subject → the subjects
        self.phrases: dict[str, dict[str, set[str]]] = {}  # the same for several words, by the first of them
        self.segments: dict[str, set[str]] = {}  # any segment → the subjects down to it
        for subject in known:
            self._index(subject)

    def _index(self, subject: str) -> None:
        parts = subject.casefold().split(".")
        if len(parts) < 2 or parts[0] != self.owner or parts[-1] == UNSORTED:
            return
        last = " ".join(patterns().word.findall(parts[-1]))
        first = last.partition(" ")[0]
        same = self.phrases.setdefault(first, {}) if first != last else self.known
        same.setdefault(last, set()).add(subject)
        for n in range(1, len(parts)):
            self.segments.setdefault(parts[n], set()).add(".".join([self.owner, *parts[1 : n + 1]]))

    def named(self, text: str) -> tuple[str | None, str]:
        """The subject that `subject: …` at the beginning names, and the text after it. Raises `BadSubject`."""
        found = patterns().subject.match(text)
        return (None, text) if found is None else (self.owned(found.group(1)), text[found.end() :])

    def about(self, text: str, context: Sequence[str], tags: Sequence[str]) -> str:
        """The subject of a text that names none: by tag, by topic, by a known word, else unsorted."""
        for tag in tags:
            subject = self.tagged(tag)
            if subject is not None:
                return subject
        topic = self.classify(text, context)
        if topic is not None:
            return self.owned(topic)
        return self.familiar(text) or f"{self.owner}.{UNSORTED}"

    def owned(self, path: str) -> str:
        """`path` as a subject of the owner, whether or not it names the owner. Raises BadSubject."""
        first, _, rest = path.partition(".")
        named = rest != "" and first.casefold() == self.owner
        return parse_subject(path if named else f"{self.owner}.{path}", self.limits)

    def tagged(self, tag: str) -> str | None:
        """The one known subject that a tag is the end of, or what its words are about."""
        path = tag.casefold().replace("/", ".")
        known = self.segments.get(path.rpartition(".")[2], set())
        inside = {subject for subject in known if subject.endswith(f".{path}")}
        if len(inside) == 1:
            return inside.pop()
        topic = self.classify(tag.replace("/", " ").replace("-", " "), ())
        return None if topic is None else self.owned(topic)

    def familiar(self, text: str) -> str | None:
        """The known subject whose last word stands in the text; two different ones would be a guess."""
        if not self.known and not self.phrases:
            return None
        words = patterns().word.findall(text.casefold())
        line = f" {' '.join(words)} "
        found: set[str] = set()
        for word in set(words):
            found |= self.known.get(word, set())
            for phrase, subjects in self.phrases.get(word, {}).items():
                if f" {phrase} " in line:
                    found |= subjects
        return found.pop() if len(found) == 1 else None

    def tags(self, text: str) -> tuple[str, ...]:
        """Words after `#`, in order, once each: no colours, no numbers, nothing in code or addresses."""
        if "#" not in text:
            return ()
        plain = patterns().link.sub(" ", patterns().code.sub(" ", text))
        found: dict[str, None] = {}
        for match in patterns().tag.finditer(plain):
            tag = match.group(1).rstrip("-")
            if not self._is_colour(tag):
                found[tag] = None
        return tuple(found)

    def _is_colour(self, tag: str) -> bool:
        """`#ff8800` is one; `#fff` too; of letters alone only where they repeat, and `#dad` is not if we know it."""
        if len(tag) not in (3, 4, 6, 8) or not set(tag.casefold()) <= set("0123456789abcdef"):
            return False
        if not tag.isalpha():
            return True
        return len(set(tag.casefold())) <= 2 and self.tagged(tag) is None

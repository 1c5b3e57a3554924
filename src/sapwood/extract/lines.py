"""Lines that are nobody's observation: injected memory, keys, pasted chat, struck-out text, empty forms (rule 1)."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from sapwood.core import fence
from sapwood.core.credentials import MASK
from sapwood.extract.patterns import patterns
from sapwood.layers.markdown import Block

_ROLES = frozenset(
    {"ai", "assistant", "bot", "chatgpt", "claude", "gemini", "gpt", "human", "me", "system", "user", "you"}
)


def injected(texts: Sequence[str]) -> list[tuple[int, int]]:
    """What our own recall put in: a person's paste of it must not confirm what it came from."""
    return fence.spans(texts)


def private_keys(texts: Sequence[str]) -> list[tuple[int, int]]:
    """PEM blocks, which lie across whatever blocks Markdown makes of them."""
    found = []
    first = 0
    for number, text in enumerate(texts, 1):
        if "-----" not in text or "PRIVATE KEY-----" not in text:
            continue
        if "-----BEGIN " in text and "-----END " not in text:
            first = first or number
        elif first and "-----END " in text:
            found.append((first, number))
            first = 0
    return found


def chat(blocks: Sequence[Block], speakers: AbstractSet[str]) -> set[int]:
    """Blocks that are turns of a pasted chat: three or more in a row, without times.

    `Mood: good`, `Sleep: 7 h`, `Lunch: soup` is the same shape. So the names must be known speakers, or at
    least two must occur of which one speaks again; in bullets, where such lists are common, only known
    speakers count.
    """
    turns = patterns().turn
    found: set[int] = set()
    run: list[int] = []
    names: list[str] = []
    kind = ""
    for n, block in enumerate(blocks):
        turn = turns.match(block.text) if block.kind in ("plain", "bullet") else None
        adjacent = bool(run) and block.lines[0] - blocks[run[-1]].lines[1] <= 2
        if run and not (turn and adjacent and block.kind == kind):
            if _is_chat(names, kind, speakers):
                found.update(run)
            run, names = [], []
        if turn is not None:
            run.append(n)
            names.append(turn.group(2).casefold())
            kind = block.kind
    if _is_chat(names, kind, speakers):
        found.update(run)
    return found


def _is_chat(names: list[str], kind: str, speakers: AbstractSet[str]) -> bool:
    different = set(names)
    if len(names) < 3 or len(different) < 2:
        return False
    known = len(different & (speakers | _ROLES))
    if kind == "bullet":
        return known == len(different)
    return known >= 2 or len(different) < len(names)


def hollow(text: str, block: Block, leads: bool) -> str | None:
    """Why a text states nothing, None if it states something."""
    look = patterns()
    if not text:
        return "empty"
    if text.startswith(">"):
        return "quote"
    value = text
    label = look.label.match(text)
    if label is not None:
        value = text[label.end() :]
        words = len(label.group(2).split())
        bold = label.group(1) is not None
        if not value and (leads or bold or words <= (2 if block.kind == "plain" else 4)):
            return "label" if leads else "template"
        if label.group(2).strip().casefold() == "todo":
            return "task-open" if value else "template"
    # "(rained all day)" is a statement; only after a label or in italics is it a blank to fill in.
    blank = value and look.placeholder.fullmatch(value)
    if blank and (value[0] != "(" or label is not None):
        return "template"
    if look.unfilled.search(look.code.sub("", text)):
        return "template"
    if look.signs.search(text) is None:
        return "empty" if MASK not in text else "secret"
    if not look.signs.search(text.replace(MASK, "")):
        return "secret"
    if "[" in text or ":" in text:
        without = look.link.sub("", text)
        if without != text and look.signs.search(without) is None:
            return "link-only"
    return None


def unstruck(text: str) -> str | None:
    """The text without what is struck out; None if nothing is left of it."""
    for tag in ("<del>", "</del>", "<s>", "</s>"):
        if tag in text:
            text = text.replace(tag, "~~")
    if "~~" not in text:
        return text.strip()
    parts = text.split("~~")
    kept = parts[0::2]
    if len(parts) % 2 == 0:  # a mark without its second: what follows stands as it is written
        kept.append("~~" + parts[-1])
    left = " ".join([part.strip() for part in kept if part.strip()])
    left = left.strip() if parts[0].strip() else left.lstrip(" ,;:.–—-→").rstrip()
    if not any(character.isalnum() for character in left):
        return None
    return left

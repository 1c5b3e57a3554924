"""Nobody writes through this file: it reads the text of a Markdown file and says what stands on which lines.

One pass over the lines, by hand, because it runs during a query for every file that changed. It follows
CommonMark 0.31 for headings, fences, lists and quotations, and departs from it where people who keep a log
write something else than they would publish. The departures, and only these:

1. Plain text. A block ends after a line that ends a sentence (`. ! ? …` and their kin, or two spaces or a
   backslash: a hard break), and begins at a line that begins with a time of day or with a label (`Mood: `).
   Every other line is joined to the one before, so that a wrapped sentence is one block and a log without
   bullets is one block a line. `19:30 for this month` continues a sentence: a time starts a block only where
   the paragraph began with a time, or where no lower-case letter follows.
2. `---` under a line that ends a sentence or begins with a time is a rule, not an underlined heading.
3. A list item is nested in an open item when its marker stands two or more columns to the right of that
   item's marker, however deep it is (CommonMark asks for the content column, and reads eight spaces as code).
   After a blank line CommonMark holds again: `    - x` under `- y` is nested, six spaces and more are code.
4. Text after a blank line that is indented to an item's content column belongs to that item. Where a nested
   item lies between, it is a `plain` block with that item as its parent, since line ranges have no holes.
5. A line that begins with a time and stands at the margin is never the lazy continuation of a list item or
   a quotation.
6. A comment may stand anywhere in a line; what is before and after it on that line is read as if it were
   not there. `<!-- name:word -->` with a matching `<!-- /name:word -->` or `<!-- name:word:end -->` further
   down is one `machine` block.
7. A table row must hold a `|`; lines that begin and end with one are a table even without a delimiter row.
8. A merge conflict, from `<<<<<<<` to `>>>>>>>`, is one opaque block.
9. `•` is a bullet.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from sapwood.disk.lines import conflicts

ITEMS = frozenset({"bullet", "ordered", "task"})
"""Kinds that are list items. A `task` is an item of either sort with a check box."""

_STOPS = frozenset(".!?…。！？؟۔")  # they end a sentence, closing marks may follow
_CLOSERS = "\"'”’»)]*_`"
_TAB = 4
_NAME_CHARACTERS = 200  # of a machine block: its parents are looked up one by one
_DEEPEST = 64  # nesting beyond this is flattened: it bounds the walk over the open items
# fmt: off
_HTML_BLOCKS = frozenset({
    "address", "article", "aside", "base", "blockquote", "body", "caption", "center", "col", "colgroup",
    "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer",
    "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html",
    "iframe", "legend", "li", "link", "main", "menu", "nav", "ol", "optgroup", "option", "p", "param",
    "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr",
    "track", "ul",
})
# fmt: on
_NO_CONTENT = frozenset({"comment", "machine", "conflict"})  # these stand in no list, wherever they stand
_HTML_RAW = frozenset({"script", "pre", "style", "textarea"})


class _Patterns(NamedTuple):
    time: re.Pattern[str]
    label: re.Pattern[str]
    box: re.Pattern[str]
    tag: re.Pattern[str]
    reference: re.Pattern[str]
    machine: re.Pattern[str]
    mark: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    """Compiled at the first parse, three milliseconds that a start without a changed file does not pay."""
    return _Patterns(
        time=re.compile(r"(?:[*_]{1,2}|\[)?\d{1,2}:\d{2}(?::\d{2})?(?=[\s\]*_–—-]|$)[\]*_]{0,2}\s*[–—-]?\s*(.?)"),
        label=re.compile(r"(?:\*\*[^*:]{1,40}(?::\*\*|\*\*:)|[^\W\d_a-z]\w{0,20}(?: \w{1,20})?:)(?:\s|$)"),
        box=re.compile(r"\[([ xX]|[^\w\s\[\]]|)\](?:[ \t]+|$)"),
        tag=re.compile(r"</?([A-Za-z][A-Za-z0-9-]{0,40})(?=[\s/>]|$)"),
        reference=re.compile(r"\[(?!\^)[^\[\]]{1,200}\]:[ \t]*(\S+)[ \t]*(.?)"),
        machine=re.compile(r"\s*(/?)([A-Za-z][\w-]*(?::[\w.-]+)+)(?=\s|$)"),
        mark=re.compile(r"`+|<!--"),
    )


class Section(NamedTuple):
    """A heading and what stands under it, to the line before the next heading of any level.

    `sections[0]` is always what comes before the first heading (level 0, no title); its range is (1, 0), or
    empty likewise, where nothing does. `path` holds the titles of the headings above and its own; `lines` are
    1-based and inclusive and begin with the heading.
    """

    level: int
    title: str
    path: tuple[str, ...]
    lines: tuple[int, int]
    heading_line: int | None


class Block(NamedTuple):
    """One block and the lines it stands on, 1-based and inclusive; the raw text is `texts[a - 1 : b]`.

    `kind`: bullet, ordered, task, plain, heading, fence, indented, comment, table, quote, rule, reference,
    html, machine or conflict. `text` is without marker, indent, check box and comments, with continuation
    lines joined by one space and inline Markdown kept; for a fence it is the info string; for what is no
    prose it is empty. `depth` is how many list items it lies in, `parent` the index of the innermost one.
    `box` is what stands in a check box (`" "`, `"x"`, `"/"` …).
    """

    kind: str
    lines: tuple[int, int]
    text: str
    depth: int
    section: int
    box: str = ""
    parent: int | None = None


class Document(NamedTuple):
    """The blocks of one file in order. A comment inside a line of text has no block of its own."""

    frontmatter: tuple[int, int] | None
    sections: tuple[Section, ...]
    blocks: tuple[Block, ...]


def parse(texts: Sequence[str]) -> Document:
    """Returns the blocks and sections of `texts`, lines without terminators. Linear, never raises."""
    scan = _Scan(texts)
    scan.run()
    return scan.document()


class _Draft:
    """A block that may still grow. Lines are 1-based."""

    __slots__ = ("box", "depth", "first", "kind", "last", "parent", "parts", "section")
    box: str
    depth: int
    first: int
    kind: str
    last: int
    parent: int | None
    parts: list[str]
    section: int


class _Open(NamedTuple):
    """A list item that following lines may belong to: its marker's and content's column, its block."""

    marker: int
    content: int
    block: int


class _Scan:
    __slots__ = (
        "blank",
        "closers",
        "comment_ends",
        "conflicts",
        "drafts",
        "ended",
        "front",
        "headings",
        "para",
        "patterns",
        "sections",
        "stack",
        "texts",
        "timed",
    )

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self.patterns = _patterns()
        self.drafts: list[_Draft] = []
        self.sections: list[tuple[int, str, tuple[str, ...], int]] = []
        self.headings: list[tuple[int, str]] = []  # the open headings, outermost first
        self.stack: list[_Open] = []
        self.para: _Draft | None = None  # text that the next line may continue
        self.ended = False  # its last line ended a sentence
        self.timed = False  # its paragraph began with a time
        self.blank = False  # a blank line came directly before
        self.front: tuple[int, int] | None = None
        self.comment_ends: list[int] | None = None
        self.closers: dict[str, list[int]] | None = None
        found = conflicts(texts)
        self.conflicts = {conflict.first - 1: conflict.last - 1 for conflict in found}
        if found:  # a fence may close inside a conflict: every line of it leads to its end
            for first, last in list(self.conflicts.items()):
                self.conflicts.update(dict.fromkeys(range(first, last + 1), last))

    # ---- the pass

    def run(self) -> None:
        i = self.frontmatter()
        self.sections.append((0, "", (), i + 1))
        total = len(self.texts)
        while i < total:
            if i in self.conflicts:
                last = self.conflicts[i]
                self.close()
                self.add("conflict", i, last)
                i = last + 1
                continue
            text = self.texts[i]
            i = self.commented(i, text) if "<!--" in text else self.line(i, text)

    def document(self) -> Document:
        total = len(self.texts)
        sections = []
        for n, (level, title, path, first) in enumerate(self.sections):
            last = self.sections[n + 1][3] - 1 if n + 1 < len(self.sections) else total
            sections.append(Section(level, title, path, (first, last), first if level else None))
        blocks = tuple(
            [
                Block(d.kind, (d.first, d.last), " ".join(d.parts), d.depth, d.section, d.box, d.parent)
                for d in self.drafts
            ]
        )
        return Document(self.front, tuple(sections), blocks)

    def frontmatter(self) -> int:
        """Frontmatter stands at line 1 or nowhere, and only if its fence closes."""
        texts = self.texts
        if texts and texts[0].rstrip() == "---":
            for i in range(1, len(texts)):
                if texts[i].rstrip() in ("---", "..."):
                    self.front = (1, i + 1)
                    return i + 1
        return 0

    def line(self, i: int, text: str) -> int:
        """Reads the line `i` (0-based), which reads `text` once comments are gone; returns the next index."""
        rest = text.lstrip(" \t")
        if not rest or rest.isspace():  # a lone U+2028 or no-break space says nothing either
            self.para = None
            self.blank = True
            return i + 1
        indent = _columns(text[: len(text) - len(rest)], 0)
        base = self.base(indent)
        if indent - base >= _TAB:
            taken = self.deep(i, rest, indent, base)
            if taken is not None:
                return taken
        else:
            taken = self.block(i, text, rest, indent)
            if taken is not None:
                return taken
        self.prose(i, text, rest, indent)
        return i + 1

    def block(self, i: int, text: str, rest: str, indent: int) -> int | None:
        """Tries the blocks that a first character gives away; None: the line is prose."""
        first = rest[0]
        if first in "`~" and _fence(rest):
            self.settle(indent)
            return self.fence(i, rest, self.stack[-1].content if self.stack else 0)
        if first == "#":
            title = _atx(rest)
            if title is not None:
                self.heading(title[0], title[1], i, i)
                return i + 1
        if first in "=-" and self.underline(i, rest):
            return i + 1
        if first in "-*_" and _is_rule(rest):
            self.settle(indent)
            self.add("rule", i, i)
            return i + 1
        if first in "-*+•0123456789" and self.item(i, rest, indent):
            return self.item_fence(i)
        if first == ">":
            self.settle(indent)
            return self.quote(i, rest)
        if first == "<":
            return self.html(i, rest, indent)
        if first == "[" and self.para is None and _is_reference(rest):
            self.settle(indent)
            self.add("reference", i, i, rest.rstrip())
            return i + 1
        if "|" in rest and self.is_table(i, rest):
            self.settle(indent)
            return self.table(i)
        return None

    # ---- containers

    def base(self, indent: int) -> int:
        """The content column of the innermost open item that a line so far to the right can belong to."""
        for item in reversed(self.stack):
            if item.content <= indent:
                return item.content
        return 0

    def settle(self, indent: int) -> None:
        """Closes the paragraph, and the items that a block at this indent is not inside of."""
        stack = self.stack
        while stack and stack[-1].content > indent:
            stack.pop()
        self.para = None

    def close(self) -> None:
        self.stack.clear()
        self.para = None

    def add(self, kind: str, first: int, last: int, text: str = "") -> _Draft:
        """Appends a block on the 0-based lines `first` to `last` inside the innermost open item."""
        draft = _Draft()
        draft.kind = kind
        draft.first = first + 1
        draft.last = last + 1
        draft.parts = [text] if text else []
        draft.section = len(self.sections) - 1
        draft.box = ""
        outside = not self.stack or kind in _NO_CONTENT
        draft.depth = 0 if outside else len(self.stack)
        draft.parent = None if outside else self.stack[-1].block
        self.drafts.append(draft)
        self.blank = False
        return draft

    # ---- headings

    def heading(self, level: int, title: str, first: int, last: int) -> None:
        self.close()
        while self.headings and self.headings[-1][0] >= level:
            self.headings.pop()
        self.headings.append((level, title))
        self.sections.append((level, title, tuple([name for _, name in self.headings]), first + 1))
        self.add("heading", first, last, title)

    def underline(self, i: int, rest: str) -> bool:
        """Whether this line underlines the paragraph above it; that one is a heading then."""
        para = self.para
        if para is None or para.kind != "plain" or para.parent is not None:
            return False
        row = rest.rstrip(" \t")
        if row.strip(rest[0]):
            return False
        if rest[0] == "-" and (self.ended or self.timed):
            return False
        self.drafts.pop()
        title = " ".join(para.parts)
        self.heading(1 if rest[0] == "=" else 2, title, para.first - 1, i)
        return True

    # ---- lists

    def item(self, i: int, rest: str, indent: int) -> bool:
        """Opens a list item if the line begins one."""
        width = _marker(rest)
        if not width:
            return False
        after = rest[width:]
        body = after.strip(" \t")
        if self.para is not None and (not self.stack or indent >= self.stack[-1].content):
            # In the middle of a paragraph an empty item or a number other than 1 is text (CommonMark 5.2):
            # "we meet on the\n14. of November".
            number = rest[: width - 1]
            if not body or (number and int(number) != 1):
                return False
        stack = self.stack
        while stack and (indent < stack[-1].marker + 2 or len(stack) >= _DEEPEST):
            stack.pop()
        start = indent + width
        spaces = _columns(after[: len(after) - len(after.lstrip(" \t"))], start) if body else 1
        content = start + (spaces if spaces <= _TAB else 1)
        kind = "ordered" if rest[0].isdigit() else "bullet"
        box = self.patterns.box.match(body)
        if box is not None:
            kind, body = "task", body[box.end() :]
        draft = self.add(kind, i, i, body)
        if box is not None:
            draft.box = box.group(1) or " "
        stack.append(_Open(indent, content, len(self.drafts) - 1))
        self.para = draft
        self.ended = self.timed = False
        return True

    def item_fence(self, i: int) -> int:
        """The next line after an item, past the fence that it may begin with."""
        draft = self.drafts[-1]
        if draft.parts and draft.parts[0][0] in "`~" and _fence(draft.parts[0]):
            opener = draft.parts.pop()
            self.para = None
            return self.fence(i, opener, self.stack[-1].content)
        return i + 1

    def deep(self, i: int, rest: str, indent: int, base: int) -> int | None:
        """A line four or more columns inside its container: continued text, a nested item, or code."""
        if self.para is not None:
            if self.stack and self.item(i, rest, indent):
                return self.item_fence(i)
            return None
        if self.stack and not self.blank and self.item(i, rest, indent):
            return self.item_fence(i)
        self.settle(indent)
        last = i
        for j in range(i + 1, len(self.texts)):
            text = self.texts[j]
            body = text.lstrip(" \t")
            if not body:
                continue
            if _columns(text[: len(text) - len(body)], 0) < base + _TAB or j in self.conflicts:
                break
            last = j
        self.add("indented", i, last)
        return last + 1

    # ---- prose

    def prose(self, i: int, text: str, rest: str, indent: int) -> None:
        """Text that continues what is open, or begins a plain block."""
        body = rest.rstrip()
        para = self.para
        time = self.patterns.time.match(body) if body[0] in "0123456789[*_" else None
        if para is not None:
            if para.kind in ITEMS:
                if time is None or indent >= self.stack[-1].content:
                    self.grow(para, i, body)
                    return
            elif not self.begins(body, time):
                self.grow(para, i, body)
                self.ended = _ends(text, body)
                return
        elif self.stack:
            self.settle(indent)
            if self.stack and self.stack[-1].block == len(self.drafts) - 1:
                para = self.para = self.drafts[-1]
                self.grow(para, i, body)
                return
        if para is not None and para.kind in ITEMS:
            self.settle(indent)  # the time at the margin ends the list
        fresh = para is None or para.kind in ITEMS
        self.para = self.add("plain", i, i, body)
        self.timed = time is not None if fresh else self.timed
        self.ended = _ends(text, body)

    def begins(self, body: str, time: re.Match[str] | None) -> bool:
        """Whether a line inside a paragraph begins a block of its own."""
        if self.ended:
            return True
        if time is not None:
            return self.timed or not time.group(1).islower()
        return self.patterns.label.match(body) is not None

    def grow(self, para: _Draft, i: int, body: str) -> None:
        para.parts.append(body)
        para.last = i + 1
        self.blank = False

    # ---- fences, quotations, tables, HTML

    def fence(self, i: int, opener: str, base: int) -> int:
        """A fence runs to a closer of its kind, to the end of the list item it stands in, or to the end."""
        mark = opener[0]
        length = len(opener) - len(opener.lstrip(mark))
        info = opener[length:].strip()
        last = len(self.texts) - 1
        for j in range(i + 1, len(self.texts)):
            text = self.texts[j]
            body = text.lstrip(" \t")
            if not body:
                continue
            if body[0] != mark and not base:
                continue
            indent = _columns(text[: len(text) - len(body)], 0)
            if indent < base:
                last = j - 1
                break
            row = body.rstrip(" \t")
            if len(row) >= length and not row.strip(mark) and indent - base < _TAB:
                last = j
                break
        self.add("fence", i, last, info)
        return last + 1

    def quote(self, i: int, rest: str) -> int:
        """A quotation: lines that begin with `>`, and the text that runs on from them."""
        parts = []
        running = False
        last = i - 1
        for j in range(i, len(self.texts)):
            body = self.texts[j].strip(" \t") if j > i else rest
            if j in self.conflicts:
                break
            if body[:1] == ">":
                inner = body.lstrip("> \t")
                running = bool(inner) and inner[0] not in "#`~|" and not _is_rule(inner)
            elif not body or not running or self.patterns.time.match(body) or self.interrupts(j, body):
                break
            else:
                inner = body
            last = j
            if inner:
                parts.append(inner.rstrip())
        draft = self.add("quote", i, last)
        draft.parts = parts
        return last + 1

    def interrupts(self, i: int, body: str) -> bool:
        """Whether `body` would begin another block in the middle of a paragraph."""
        first = body[0]
        return (
            (first in "`~" and _fence(body))
            or (first == "#" and _atx(body) is not None)
            or (first in "-*_" and _is_rule(body))
            or (first in "-*+•0123456789" and _marker(body) > 0)
            or first == ">"
            or "<!--" in body
            or (first == "|" and self.is_table(i, body))
        )

    def is_table(self, i: int, rest: str) -> bool:
        head = rest.strip(" \t")
        if head[0] == "|" and head[-1] == "|" and len(head) > 1:
            return True
        row = self.texts[i + 1].strip(" \t") if i + 1 < len(self.texts) else ""
        return (
            "-" in row
            and not row.strip("|-: \t")
            and "|" in row
            and row.strip("|").count("|") == head.strip("|").count("|")
        )

    def table(self, i: int) -> int:
        last = i
        for j in range(i + 1, len(self.texts)):
            body = self.texts[j].strip(" \t")
            delimiter = j == i + 1 and "|" in body and not body.strip("|-: \t")
            if not delimiter and ("|" not in body or j in self.conflicts):
                break
            if not delimiter and body[0] != "|" and self.interrupts(j, body):
                break
            last = j
        self.add("table", i, last)
        return last + 1

    def html(self, i: int, rest: str, indent: int) -> int | None:
        """A block of HTML (CommonMark 4.6, kinds 1, 3 to 7; comments are read before)."""
        tag = self.patterns.tag.match(rest)
        name = tag.group(1).lower() if tag else ""
        end = ""
        if rest.startswith("<?"):
            end = "?>"
        elif rest.startswith("<![CDATA["):
            end = "]]>"
        elif rest[1:2] == "!" and rest[2:3].isalpha():
            end = ">"
        elif name in _HTML_RAW and rest[1] != "/":
            end = f"</{name}>"
        elif name not in _HTML_BLOCKS:
            row = rest.rstrip()
            alone = tag is not None and row[-1] == ">" and row.count("<") == 1 and row.count(">") == 1
            if not alone or self.para is not None:
                return None
        last = len(self.texts) - 1
        for j in range(i, len(self.texts)):
            if end and end in self.texts[j].lower():
                last = j
                break
            if j > i and (j in self.conflicts or (not end and not self.texts[j].strip(" \t"))):
                last = j - 1
                break
        self.settle(indent)
        self.add("html", i, last)
        return last + 1

    # ---- comments

    def commented(self, i: int, text: str) -> int:
        """Reads a line that holds `<!--`: what is outside the comments is read as if they were not there."""
        if _fence(text.lstrip(" \t")):
            return self.line(i, text)  # what stands after the fence is its info string
        while True:
            kept, at = _outside(text)
            if at is None:  # every comment of the line is closed on it
                return self.around(i, text, kept)
            end = self.comment_end(i, text, at)
            if end is None:
                return self.around(i, text, kept + text[at:])
            if kept.strip():
                after = self.line(i, kept)
                if after > i + 1:
                    return after
                first = i + 1
            else:
                first = i
            tail = self.texts[end].partition("-->")[2] if end < len(self.texts) else ""
            last = min(end, len(self.texts) - 1) if not tail.strip() else end - 1
            if first <= last:
                self.para = None
                self.add("comment", first, last)
            if not tail.strip():
                return last + 1
            if "<!--" not in tail:
                return self.line(end, tail.lstrip(" \t"))
            i, text = end, tail.lstrip(" \t")

    def around(self, i: int, text: str, kept: str) -> int:
        if kept == text or kept.strip():
            return self.line(i, kept)
        self.para = None
        last = self.machine_end(i, text)
        self.add("comment" if last is None else "machine", i, i if last is None else last)
        return (i if last is None else last) + 1

    def comment_end(self, i: int, text: str, at: int) -> int | None:
        """The line on which a comment that opens in line `i` ends; one past the last line if it never does.

        None: it is no comment. One that opens in the middle of a line must end before the next blank line
        or the next opener: anything else is more likely a person writing about comments.
        """
        if text[:at].strip():
            for j in range(i + 1, len(self.texts)):
                row = self.texts[j]
                ends = row.find("-->")
                opens = row.find("<!--")
                if ends >= 0 and (opens < 0 or ends < opens):
                    return j
                if opens >= 0 or not row.strip():
                    return None
            return None
        if self.comment_ends is None:
            self.comment_ends = [j for j, row in enumerate(self.texts) if "-->" in row]
        n = bisect_right(self.comment_ends, i)
        return self.comment_ends[n] if n < len(self.comment_ends) else len(self.texts)

    def machine_end(self, i: int, text: str) -> int | None:
        """The line that closes the machine block which the comment in line `i` opens."""
        opened = self.patterns.machine.match(text.partition("<!--")[2].partition("-->")[0])
        if opened is None or opened.group(1):
            return None
        if self.closers is None:
            self.closers = _closers(self.texts)
        name = opened.group(2)[:_NAME_CHARACTERS]
        for suffix in (":start", ":begin"):
            name = name.removesuffix(suffix)
        while True:
            rows = self.closers.get(name, [])
            n = bisect_right(rows, i)
            if n < len(rows):
                return rows[n]
            if name.count(":") < 1:
                return None
            name = name.rpartition(":")[0]


def _closers(texts: Sequence[str]) -> dict[str, list[int]]:
    """The lines of comments that close a machine block, by its name."""
    found: dict[str, list[int]] = {}
    for j, text in enumerate(texts):
        if "<!--" not in text:
            continue
        closed = _patterns().machine.match(text.partition("<!--")[2].partition("-->")[0])
        if closed is None:
            continue
        name = closed.group(2)
        if closed.group(1) or name.endswith(":end"):
            found.setdefault(name.removesuffix(":end"), []).append(j)
    return found


def _outside(text: str) -> tuple[str, int | None]:
    """What is left of a line without its comments, and where one begins that the line does not end.

    Back-ticked code is kept whole: `` `<!--` `` opens nothing. Linear, because a run of backticks is looked
    up by its length among the runs that are still to come.
    """
    marks = [(mark.start(), mark.end()) for mark in _patterns().mark.finditer(text)]
    runs: dict[int, list[int]] = {}
    for n in range(len(marks) - 1, -1, -1):
        start, end = marks[n]
        if text[start] == "`":
            runs.setdefault(end - start, []).append(n)
    parts: list[str] = []
    kept = 0  # where the text begins that is not yet in parts
    past = 0  # marks before this position lie inside code or a comment
    for n, (start, end) in enumerate(marks):
        if text[start] == "`":
            waiting = runs[end - start]
            while waiting and waiting[-1] <= n:
                waiting.pop()
            if start >= past and waiting:
                past = marks[waiting[-1]][1]
            continue
        if start < past:
            continue
        parts.append(text[kept:start])
        close = text.find("-->", start + 2)
        if close < 0:
            return "".join(parts), start
        kept = past = close + 3
        if parts[-1][-1:] in ("", " ", "\t"):  # "a <!-- x --> b" reads "a b"
            while kept < len(text) and text[kept] in " \t":
                kept += 1
    parts.append(text[kept:])
    return "".join(parts), None


def _columns(space: str, start: int) -> int:
    """The width of white space that begins in column `start`; a tab goes to the next multiple of four."""
    if "\t" not in space:
        return len(space)
    column = start
    for character in space:
        column += _TAB - column % _TAB if character == "\t" else 1
    return column - start


def _fence(rest: str) -> bool:
    mark = rest[:1]
    if mark not in ("`", "~"):
        return False
    length = len(rest) - len(rest.lstrip(mark))
    return length >= 3 and (mark == "~" or "`" not in rest[length:])


def _atx(rest: str) -> tuple[int, str] | None:
    level = len(rest) - len(rest.lstrip("#"))
    after = rest[level:]
    if level > 6 or (after and after[0] not in " \t"):
        return None
    title = after.strip(" \t")
    bare = title.rstrip("#")
    if not bare or bare[-1] in " \t":
        title = bare.rstrip(" \t")
    return level, title.rstrip()


def _is_rule(rest: str) -> bool:
    row = rest.replace(" ", "").replace("\t", "")
    return len(row) >= 3 and row[0] in "-*_" and not row.strip(row[0])


def _is_reference(rest: str) -> bool:
    """Whether a line defines a link: `[label]: address "title"`. `[08:10]: text` and a footnote are text."""
    found = _patterns().reference.match(rest)
    if found is None:
        return False
    address = found.group(1)
    return not set(address).isdisjoint("/.#<") and found.group(2) in ("", '"', "'", "(")


def _marker(rest: str) -> int:
    """The width of a list marker at the beginning of `rest`, 0 if there is none."""
    if rest[0] in "-*+•":
        return 1 if len(rest) == 1 or rest[1] in " \t" else 0
    width = 0
    while width < 10 and rest[width : width + 1] in _DIGITS:
        width += 1
    if not 0 < width < 10 or rest[width : width + 1] not in _POINTS:
        return 0
    return width + 1 if (rest[width + 1 : width + 2] or " ") in " \t" else 0


_DIGITS = frozenset("0123456789")
_POINTS = frozenset(".)")


def _ends(text: str, body: str) -> bool:
    """Whether a line ends a sentence, or is broken on purpose."""
    if text.endswith("  ") or body[-1] == "\\":
        return True
    return body[-4:].rstrip(_CLOSERS)[-1:] in _STOPS

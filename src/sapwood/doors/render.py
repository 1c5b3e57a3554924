"""What people see. Colour on a terminal only; nothing here decides anything."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TextIO

from sapwood import settings

_CODES = {"dim": "2", "bold": "1", "green": "32", "yellow": "33", "cyan": "36", "red": "31"}
_HIDDEN = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


class Screen(NamedTuple):
    """Where to write, and whether in colour."""

    out: TextIO
    colour: bool

    def paint(self, text: str, style: str) -> str:
        """`text` in a style, where colour is on."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.colour else text

    def say(self, text: str = "") -> None:
        """One line."""
        self.out.write(text + "\n")


def screen(out: TextIO | None = None) -> Screen:
    """The screen of a stream: colour if it is a terminal and NO_COLOR is not set, or if FORCE_COLOR is."""
    stream = sys.stdout if out is None else out
    wanted = settings.colour()
    return Screen(stream, stream.isatty() if wanted is None else wanted)


def plain(text: str) -> str:
    """One line, safe for a terminal: line ends, control, invisible and direction characters become ⟦U+XXXX⟧."""
    return _HIDDEN.sub(lambda match: f"⟦U+{ord(match[0]):04X}⟧", text)


def as_json(value: Any) -> str:
    """JSON of a verb's result: tuples with names become objects."""
    return json.dumps(_plain_data(value), ensure_ascii=False, indent=2)


def _plain_data(value: Any) -> Any:
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {key: _plain_data(part) for key, part in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(key): _plain_data(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain_data(part) for part in value]
    return value


def short(mark_id: str) -> str:
    """The end of an id, enough to name it."""
    return mark_id[-8:]


def places(evidence: Sequence[Mapping[str, Any]]) -> str:
    """Evidence as `file:line`, where it stands now, with what is to be said of it."""
    return ", ".join(_place(record) for record in evidence)


def _place(record: Mapping[str, Any]) -> str:
    if record["kind"] != "file":
        return f"{record['kind']} {record.get('id', '')}"
    now = record.get("now") or record
    lines = now["lines"]
    span = f"{lines[0]}" if lines[0] == lines[-1] else f"{lines[0]}-{lines[-1]}"
    flag = "" if record["status"] in ("resolved", "moved") else f" ({record['status']})"
    return f"{now['path']}:{span}{flag}"


def answer(
    to: Screen, lanes: Mapping[str, Sequence[Mapping[str, Any]]], notices: Sequence[str], asked: str, hint: str = ""
) -> None:
    """The answer of recall, lane by lane."""
    for name, items in lanes.items():
        if items:
            to.say(to.paint(name, "bold"))
            for item in items:
                _LANES[name](to, item)
            to.say()
    if not any(lanes.values()):
        to.say(f"nothing found for {plain(asked)}")
        if hint:
            to.say(to.paint(hint, "dim"))
    notes(to, notices)


def notes(to: Screen, notices: Iterable[str]) -> None:
    """What must be said beside an answer."""
    for notice in notices:
        to.say(to.paint("note: ", "yellow") + plain(notice))


def _mark(to: Screen, item: Mapping[str, Any]) -> None:
    to.say(f"  {to.paint(format(item['current_strength'], '.2f'), 'green')}  {plain(item['observation'])}")
    times = f" · seen {item['reinforcement_count'] + 1}×" if item["reinforcement_count"] else ""
    disputed = ", ".join(short(each) for each in item.get("disputed_with", ()))
    disputed = f" · disputed by {disputed}" if disputed else ""
    since = f" · now {item['now']}" if item.get("now", "active") != "active" else ""
    since += " · pinned" if item.get("standing") else ""
    line = (
        f"{item['subject']} · {item['last_reinforced_at'][:10]}{times}{_span(item)} · {places(item['evidence'])} · "
        f"{item['trust']}{disputed}{since} · {short(item['id'])}"
    )
    to.say("        " + to.paint(plain(line), "dim"))


def _span(item: Mapping[str, Any]) -> str:
    """Since when a mark holds and when it ends, where that is known."""
    since, until = item.get("valid_from"), item.get("valid_to")
    return (f" · from {_moment(since)}" if since else "") + (f" · to {_moment(until)}" if until else "")


def _moment(text: str) -> str:
    return text.removesuffix(":00Z").replace("T", " ") + "Z"


def _substrate(to: Screen, item: Mapping[str, Any]) -> None:
    _excerpt(to, item["excerpt"], f"{item['file']}:{item['lines'][0]} · {item['trust']}")


def _daily(to: Screen, item: Mapping[str, Any]) -> None:
    _excerpt(to, item["excerpt"], f"{item['file']}:{item['line_range'][0]} · {item['trust']}")


def _notes(to: Screen, item: Mapping[str, Any]) -> None:
    date = f"{item['date']} · " if item["date"] else ""
    place = f"{item['topic']} · {date}{item['file']}:{item['lines'][0]} · {item['trust']}"
    _excerpt(to, item["excerpt"], place)


def _compost(to: Screen, item: Mapping[str, Any]) -> None:
    agents = f"{item['source_agent_count']} agent(s)"
    _excerpt(to, item["learning"], f"{item['template_id']} · {agents} · {item['source']} · {item['trust']}")


def _excerpt(to: Screen, text: str, place: str) -> None:
    lines = text.strip("\n").split("\n")
    for line in lines[:6]:
        to.say("        " + plain(line.strip()))
    if len(lines) > 6:
        to.say(f"        … {len(lines) - 6} more lines")
    to.say("        " + to.paint(plain(place), "dim"))


def _knowledge(to: Screen, item: Mapping[str, Any]) -> None:
    signed = f" · {item['approved_by']}" if item["approved_by"] else ""
    why = f" · {item['why']}" if item.get("why") else ""
    about = f"{item['subject']} · " if item["subject"] else ""
    _excerpt(to, item["claim"], f"{about}{item['file']} · {item['trust']}{signed}{_span(item)}{why}")


_LANES = {
    "knowledge": _knowledge, "marks": _mark, "substrate": _substrate, "notes": _notes, "daily": _daily,
    "compost": _compost,
}  # fmt: skip


def marks(to: Screen, items: Sequence[Mapping[str, Any]]) -> None:
    """Items of the marks lane alone."""
    for item in items:
        _mark(to, item)


def table(to: Screen, rows: Sequence[Mapping[str, Any]]) -> None:
    """Marks, one a line."""
    for row in rows:
        strength = to.paint(format(row["current_strength"], ".2f"), "green")
        state = "" if row["state"] == "active" else f"  [{row['state']}]"
        disputed = f"  [disputed by {', '.join(map(short, row['disputed_with']))}]" if row["disputed_with"] else ""
        more = state + disputed + to.paint(_span(row), "dim")
        to.say(f"{strength}  {short(row['id'])}  {plain(row['subject'])}  {plain(row['observation'])}{more}")


def mark(to: Screen, item: Mapping[str, Any]) -> None:
    """Everything of one mark, with its strength over time."""
    to.say(to.paint(plain(item["observation"]), "bold"))
    to.say(f"  subject    {plain(item['subject'])}")
    becomes = "replaced by" if item["state"] != "active" else "to be replaced by"
    state = f"{item['state']}" + (f", {becomes} {short(item['superseded_by'])}" if item["superseded_by"] else "")
    to.say(f"  state      {state} · {item['trust']}{_span(item)}")
    if item["disputed_with"]:
        settle = "`mark correct` or `forget` one of the two to settle it"
        to.say(f"  disputed   by {', '.join(map(short, item['disputed_with']))}: {settle}")
    strengths = f"{item['current_strength']:.3f} now, {item['initial_strength']:.2f} at first"
    to.say(f"  strength   {strengths}, half-life {item['half_life_days']:g} days")
    plot = item["plot"]
    to.say(f"             {plot['line']}")
    to.say("             " + to.paint(f"{plot['from'][:10]} … {plot['to'][:10]}", "dim"))
    to.say(
        f"  withers    {item['withers_at'][:10] if item['withers_at'] else 'never: its confirmations alone keep it'}"
    )
    to.say(f"  seen by    {plain(item['observed_by'])} ({item['channel']}), first {item['first_observed_at']}")
    for step in item["reinforcements"]:
        to.say(f"  confirmed  {step['reinforced_at']} by {plain(step['reinforced_by'])}, +{step['strength_delta']:.3f}")
    for record in item["evidence"]:
        to.say(f"  evidence   {plain(_place(record))}")
        if record.get("quote"):
            to.say("             " + to.paint(plain(record["quote"]), "dim"))
        if record.get("note"):
            to.say("             " + to.paint(plain(record["note"]), "yellow"))
    to.say(f"  log        {item['log']['replica']} leaf {item['log']['index']}")
    to.say(f"  id         {item['id']}")

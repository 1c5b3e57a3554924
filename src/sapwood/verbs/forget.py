"""forget: hide a mark and keep its value from coming back by itself; `erase`: take the value itself away.

An erasure, by its leaves, in this order, so that a stop after any of them destroys nothing that was to stay:

1. `redacted` for every value of another mark or pin that quotes the words: it is written again without its quotes
2. `forgotten` and `erased` for every mark that says the words; `erased` names all values of that mark, the first one
   also those that were written again and the texts of lines that were added to files

Then the values are dropped and the index is made anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from sapwood import admit
from sapwood.change import Change
from sapwood.core import evidence, skeleton
from sapwood.disk.home import Home
from sapwood.errors import Refused
from sapwood.index import store
from sapwood.lanes import standing
from sapwood.layers import citations, marks
from sapwood.verbs import traces


class Forgotten(NamedTuple):
    """What `forget` did, or with `dry_run` would do. `still_in` are lines of the person's own files that hold the
    text; they are not edited, and readers withhold them. With `erase`, `erased_values` counts values that were dropped.
    Of other marks, `others` say just the same and went with it, `requoted` quoted it and stay without their quotes,
    `kept` hold it in what they say: they stay, and the words with them; `beside` cite the same lines in words of their
    own and stay as they are. `proposals` that hold it went; `claims` are facts under a person's signature, and stay.
    Each has `id`, `observation` (of a pin the lines it holds) and, but for `others`, `erase`, the command that takes it
    away as well."""

    id: str
    subject: str
    already: bool
    erased_values: int
    still_in: list[str]
    others: list[dict[str, str]]
    requoted: list[dict[str, str]]
    kept: list[dict[str, str]]
    beside: list[dict[str, str]]
    proposals: list[dict[str, str]]
    claims: list[dict[str, str]] = []  # noqa: RUF012 - of a tuple, not of a class


class _Plan(NamedTuple):
    """By id of a mark that goes, the digests of its values; values that go with the first; records to write again."""

    gone: dict[str, set[str]]
    texts: set[str]
    requoted: list[traces.Trace]
    others: list[marks.Mark]
    stay: dict[str, list[str]]
    proposals: list[traces.Trace]
    claims: list[str] = []  # noqa: RUF012

    @property
    def digests(self) -> frozenset[str]:
        """All values that are dropped."""
        again = {trace.digest for trace in self.requoted}
        return frozenset(self.texts | again).union(*self.gone.values())


def forget(home: Home, change: Change, given: str, *, erase: bool = False) -> Forgotten:
    """Hide a mark (`restore` brings it back). `erase` also drops every value that says or quotes the same, for good;
    git history and backups are out of reach. Raises `NotFound`, `Ambiguous`, `Refused`."""
    if given.startswith("claim:"):
        return _forget_claim(home, change, given.removeprefix("claim:"), erase=erase)
    found = marks.one(change.index.db, change.rules.workspace, given)
    if not erase:
        _hide(change, found)
        return _told(home, change.index, found, None)
    plan = _planned(home, change.index, found)
    told = _told(home, change.index, found, plan)
    _erase(home, change, found, plan)
    return told


def preview(home: Home, index: store.Index, given: str, *, erase: bool) -> Forgotten:
    """What `forget` would do, with nothing written."""
    found = marks.one(index.db, index.rules.workspace, given)
    return _told(home, index, found, _planned(home, index, found) if erase else None)


def _forget_claim(home: Home, change: Change, claim_id: str, *, erase: bool) -> Forgotten:
    """Drop the bytes of a fact that is out of use; its file is the person's, and is listed."""
    standing_now = change.ledger.claim(claim_id, change.now)
    if not erase or standing_now.state in ("", "approved", "superseded", "expired"):
        what = f"claim {claim_id} is {standing_now.state or 'none that anybody decided about'}"
        raise Refused("state", f"{what}; `sapwood retire {claim_id}` first, then `--erase` drops its bytes")
    values = [
        entry.leaf.digests[1]
        for entry in change.ledger.about("name", f"claim:{claim_id}")
        if len(entry.leaf.digests) > 1
    ]
    held = [(value, change.reading().value(value)) for value in dict.fromkeys(values)]
    gone = {value: data for value, data in held if data is not None}
    texts = [data.decode("utf-8", "replace").partition("\n---\n")[2].strip() for data in gone.values()]
    lines = [line for text in texts for line in traces.in_files(home, traces.words(text, ()))]
    body = {"claim": claim_id, "mark": "", "keys": []}
    marks.write(change, admit.fact(change, "erased", body, named=sorted(gone), person=True))
    change.drop_values(frozenset(gone))
    return Forgotten(f"claim:{claim_id}", "", not gone, len(gone), list(dict.fromkeys(lines)), [], [], [], [], [])


def _hide(change: Change, found: marks.Mark) -> None:
    if found.state != "forgotten":
        marks.write(change, admit.fact(change, "forgotten", _body(change, found), person=True))


def _body(change: Change, found: marks.Mark) -> dict[str, Any]:
    """The keys of what a mark says and of the lines it cites: readers of days withhold those lines too."""
    lines = "\n".join(_quotes(change.index, found)).splitlines()
    quoted = [skeleton.keys(change.rules.salt, "", line).skeleton for line in lines]
    keys = [*skeleton.keys(change.rules.salt, found.subject, marks.said(found)), *quoted]
    return {"mark": found.id, "keys": list(dict.fromkeys(keys))}


def _quotes(index: store.Index, found: marks.Mark) -> list[str]:
    return [str(record.get("quote", "")) for record in marks.evidence_of(index.db, index.rules.workspace, found)]


# ---- erasing


def _planned(home: Home, index: store.Index, found: marks.Mark) -> _Plan:
    """Which values go, with which marks, which are written again, and which marks are named because they stay."""
    held = list(traces.of(home, index, traces.words(marks.said(found), _quotes(index, found))))
    pins = {pin.id for pin in standing.pins(index)}
    known = {trace.owner: marks.by_id(index.db, index.rules.workspace, trace.owner) for trace in held if trace.owner}
    saying = {trace.owner for trace in held if trace.has == traces.SAYS and known.get(trace.owner)} | {found.id}
    holding = {trace.owner for trace in held if trace.has == traces.HOLDS and known.get(trace.owner)} - saying
    plan = _Plan({each: set() for each in sorted(saying)}, set(), [], [], {"kept": sorted(holding)}, [], [])
    for trace in held:
        if trace.kind == traces.DECIDED and trace.owner.startswith("claim:"):
            plan.claims.extend([trace.owner] if trace.has != traces.NOTHING else ())
            continue
        if trace.kind == "proposed" and _goes(trace, saying):
            plan.proposals.append(trace)
            plan.texts.add(trace.digest)
            continue
        if trace.owner in saying:
            plan.gone[trace.owner].add(trace.digest)
        elif trace.has not in (traces.NOTHING, traces.BESIDE) and trace.owner not in holding:
            again = trace.has == traces.QUOTES and (known.get(trace.owner) or trace.owner in pins)
            if again and store.stand_in(index, trace.digest) is None:
                plan.requoted.append(trace)
            else:
                plan.texts.add(trace.digest)
    quoting = [trace.owner for trace in held if trace.has == traces.QUOTES and trace.owner not in saying | holding]
    plan.stay["requoted"] = [each for each in dict.fromkeys(quoting) if known.get(each) or each in pins]
    near = [trace.owner for trace in held if trace.has == traces.BESIDE and known.get(trace.owner)]
    plan.stay["beside"] = [each for each in dict.fromkeys(near) if each not in {*saying, *holding, *quoting}]
    plan.others.extend(mark for each in sorted(saying - {found.id}) if (mark := known[each]) is not None)
    return plan


def _goes(trace: traces.Trace, saying: set[str]) -> bool:
    """Whether a proposal holds the words, or the evidence of a mark that goes: a person is asked to sign its bytes as
    they are, so it is not written again without them."""
    if trace.has == traces.BESIDE:
        return not saying.isdisjoint(map(str, trace.fields.get("based_on", ())))
    return trace.has != traces.NOTHING


def _erase(home: Home, change: Change, found: marks.Mark, plan: _Plan) -> None:
    shelf = citations.Shelf(home.places, home.config.limits, change.rules.salt)
    bodies = {mark.id: _body(change, mark) for mark in (found, *plan.others)}
    for trace in plan.requoted:
        body = {"pin" if trace.kind == "pinned" else "mark": trace.owner, "value": trace.digest}
        marks.write(change, admit.fact(change, "redacted", body, (_unquoted(shelf, trace.fields),), person=True))
    for mark in (found, *plan.others):
        _hide(change, mark)
        named = plan.digests.difference(*(plan.gone[each.id] for each in plan.others))
        named = named if mark is found else frozenset(plan.gone[mark.id])
        marks.write(change, admit.fact(change, "erased", bodies[mark.id], named=sorted(named), person=True))
    change.drop_values(plan.digests)


def _unquoted(shelf: citations.Shelf, fields: dict[str, Any]) -> bytes:
    """A record with all its quotes left out. Not only those with the words: two machines may each take out others, and
    then neither must bring back what the other took."""
    bare = [shelf.without_quote(evidence.from_json(record)).to_json() for record in traces.records(fields)]
    return json.dumps({**fields, "evidence": bare}, ensure_ascii=False, separators=(",", ":")).encode()


# ---- what to say


def _told(home: Home, index: store.Index, found: marks.Mark, plan: _Plan | None) -> Forgotten:
    lines = traces.in_files(home, traces.words(marks.said(found), ()))
    already = found.state == "forgotten"
    if plan is None:
        return Forgotten(found.id, found.subject, already, 0, lines, [], [], [], [], [])
    went = [{"id": each.id, "observation": each.observation} for each in plan.others]
    asked = [{"id": each.owner, "observation": str(each.fields.get("proposed_change", ""))} for each in plan.proposals]
    signed = [{"id": each, "observation": each, "erase": f"sapwood forget {each} --erase"} for each in plan.claims]
    stay = {word: list(_named(index, ids)) for word, ids in plan.stay.items()}
    count = len(plan.digests)
    return Forgotten(found.id, found.subject, already, count, lines, went, **stay, proposals=asked, claims=signed)


def _named(index: store.Index, ids: Iterable[str]) -> Iterable[dict[str, str]]:
    pins = {pin.id: pin for pin in standing.pins(index) if pin.kind == standing.LINES}
    for each in ids:
        mark = marks.by_id(index.db, index.rules.workspace, each)
        if mark is not None:
            yield {"id": each, "observation": mark.observation, "erase": f"sapwood forget {each} --erase"}
        elif each in pins:
            yield {"id": each, "observation": standing.name(pins[each]), "erase": f"sapwood unpin {each}"}

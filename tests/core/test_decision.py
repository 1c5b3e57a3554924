"""The decision document: one spelling, strictly read, and the bytes that DSSE says are signed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from securesystemslib import dsse

from sapwood.core import decision
from sapwood.core.decision import Head, Statement, Tombstone
from sapwood.errors import BadDecision

GOOD = Statement(
    name="claim:0198f3c2-0000-7000-8000-000000000001", sha256="a" * 64, decision="approve", workspace="home-1",
    scope="home", subject_path="joshua.food", heads=(Head("sapwood-home-1/00", 7, "b" * 64),), shown="c" * 64,
    reviewer="Joshua", decided_at="2026-11-05T12:00:00Z", nonce="d" * 32, reason="seen myself", supersedes=("e" * 64,),
    tombstone=Tombstone("skeleton", ("f" * 64,)),
)  # fmt: skip


def fields(data: bytes) -> dict[str, object]:
    return dict(json.loads(data))


def test_a_statement_is_read_back_as_it_is() -> None:
    assert decision.parse(decision.payload(GOOD)) == GOOD
    assert decision.parse(decision.payload(GOOD._replace(tombstone=None))) == GOOD._replace(tombstone=None)
    assert fields(decision.payload(GOOD))["_type"] == "https://in-toto.io/Statement/v1"


def test_the_bytes_that_are_signed_are_those_of_dsse() -> None:
    # the example of the DSSE protocol document has the form: DSSEv1 <len> <type> <len> <body>
    assert decision.pae(b"hello world") == b"DSSEv1 28 application/vnd.in-toto+json 11 hello world"


def test_the_bytes_that_are_signed_agree_with_securesystemslib() -> None:
    other = dsse.Envelope(b"hello \xf0\x9f\x8c\xb3", decision.PAYLOAD_TYPE, {})
    assert other.pae() == decision.pae(b"hello \xf0\x9f\x8c\xb3")


def test_an_envelope_is_read_back() -> None:
    data = decision.envelope(b"{}", "SHA256:abc", b"signature")
    assert decision.opened(data) == (b"{}", "SHA256:abc", b"signature")


PAYLOAD = decision.payload(GOOD).decode()
ENVELOPE = decision.envelope(b"{}", "k", b"s").decode()


@pytest.mark.parametrize(
    "bad",
    [
        PAYLOAD + " x",
        PAYLOAD.replace('"decision":"approve"', '"decision":"reject","decision":"approve"'),
        PAYLOAD.replace('"size":7', '"size":7.0'),
        PAYLOAD.replace('"size":7', '"size":true'),
        PAYLOAD.replace('"size":7', '"size":NaN'),
        PAYLOAD.replace('"size":7', '"size":-1'),
        PAYLOAD.replace('"approve"', '"promote"'),
        PAYLOAD.replace('"claim:', '"note:'),
        PAYLOAD.replace('"reason":', '"why":'),
        PAYLOAD.replace('"reason":', '"more":1,"reason":'),
        PAYLOAD.replace("a" * 64, "A" * 64),
        PAYLOAD.replace("d" * 32, "d" * 31),
        PAYLOAD.replace("2026-11-05T12:00:00Z", "yesterday"),
        PAYLOAD.replace(decision.PREDICATE_TYPE, "urn:other"),
        PAYLOAD.replace('"subject":[', '"subject":[{"name":"claim:x","digest":{"sha256":"' + "a" * 64 + '"}},'),
        PAYLOAD.replace('["' + "f" * 64 + '"]', "[]"),
        "[" * 100_000,
        "",
    ],
)
def test_another_spelling_is_no_decision(bad: str) -> None:
    assert bad != PAYLOAD
    with pytest.raises(BadDecision):
        decision.parse(bad.encode())


@pytest.mark.parametrize(
    "bad",
    [
        ENVELOPE + "\n{}",
        ENVELOPE.replace('"signatures":[', '"signatures":[{"keyid":"a","sig":"cw=="},'),
        ENVELOPE.replace('"sig":"cw=="', '"sig":"cx=="'),  # another spelling of the same byte
        ENVELOPE.replace('"sig":"cw=="', '"sig":"cw="'),
        ENVELOPE.replace("in-toto", "other"),
        ENVELOPE.replace('"payload"', '"payload":"e30=","payload"'),
    ],
)
def test_another_spelling_is_no_envelope(bad: str) -> None:
    assert bad != ENVELOPE
    with pytest.raises(BadDecision):
        decision.opened(bad.encode())


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_survives_or_is_refused(reason: str, scope: str) -> None:
    statement = GOOD._replace(reason=reason, scope=scope)
    assert decision.parse(decision.payload(statement)) == statement

"""A claim has one spelling, and YAML reads its header as we do."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sapwood.core import claim
from sapwood.core.claim import Claim
from sapwood.core.evidence import Evidence
from sapwood.errors import BadClaim

GOOD = Claim(
    id="0198f3c2-0000-7000-8000-000000000001", subject="joshua.food", scope="home", author="Joshua",
    recorded_at="2026-11-05T12:00:00Z", approved_at="2026-11-06T08:00:00Z", approved_by="Joshua (SHA256:abc)",
    confidence="stated", text="Joshua eats no eggs.", valid_from="2026-11-01T00:00:00Z",
    evidence=(Evidence("file", "daily/2026-11-05.md", (3, 3), "a" * 64, quote="- 08:10 no eggs"),),
    derived_from=("mark:0198f3c2-0000-7000-8000-000000000002",), supersedes=("0198f3c2-0000-7000-8000-000000000003",),
)  # fmt: skip


def test_a_claim_is_read_back_and_looks_like_this() -> None:
    data = claim.render(GOOD)
    assert claim.parse(data) == GOOD
    assert data.decode().split("\n")[:9] == [
        "---",
        "id: 0198f3c2-0000-7000-8000-000000000001",
        "subject: joshua.food",
        "scope: home",
        'author: "Joshua"',
        'recorded_at: "2026-11-05T12:00:00Z"',
        'approved_at: "2026-11-06T08:00:00Z"',
        'approved_by: "Joshua (SHA256:abc)"',
        "confidence: stated",
    ]
    assert data.endswith(b"---\n\nJoshua eats no eggs.\n")


@given(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
)
def test_yaml_reads_the_header_as_we_do(text: str, author: str) -> None:
    try:
        data = claim.render(GOOD._replace(text=text, author=author))
    except BadClaim:
        assert text != text.strip() or "\r" in text or "\x00" in text
        return
    found = claim.parse(data)
    assert (found.text, found.author) == (text, author)
    header = yaml.safe_load(data.decode().split("\n---\n")[0].removeprefix("---\n"))
    assert (header["author"], header["subject"], header["scope"]) == (author, "joshua.food", "home")


@pytest.mark.parametrize(
    "word",
    ["no", "null", "1e5", "0x1f", "2026-11-05", "on", "y", "~", "12", "0o7", "1_000", ".5", "-1", "off", "e5", "0b1"],
)
def test_a_word_that_yaml_would_take_for_another_thing_is_quoted(word: str) -> None:
    data = claim.render(GOOD._replace(author=word))
    assert claim.parse(data).author == word
    assert yaml.safe_load(data.decode().split("\n---\n")[0].removeprefix("---\n"))["author"] == word


TEXT = claim.render(GOOD).decode()


@pytest.mark.parametrize(
    "bad",
    [
        TEXT + "\n",
        TEXT[:-1],
        "\ufeff" + TEXT,
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("subject: joshua.food", 'subject: "joshua.food"'),
        TEXT.replace("scope: home\n", "scope: home\nscope: home\n"),
        TEXT.replace("scope: home\n", ""),
        TEXT.replace("scope: home\n", "scope: home\nextra: 1\n"),
        TEXT.replace("scope: home\n", "scope: 7\n"),
        TEXT.replace("id: 0198f3c2-0000-7", "id: 0198f3c2-0000-4"),
        TEXT.replace("confidence: stated", "confidence: certain"),
        TEXT.replace("subject: joshua.food\nscope: home", "scope: home\nsubject: joshua.food"),
        TEXT.replace("valid_from:", 'valid_to: "2026-10-01T00:00:00Z"\nvalid_from:'),
        TEXT.replace("Joshua eats no eggs.\n", "\n"),
        "no header",
    ],
)
def test_another_spelling_is_no_claim(bad: str) -> None:
    assert bad != TEXT
    with pytest.raises(BadClaim):
        claim.parse(bad.encode())


def test_two_claims_never_get_one_file() -> None:
    other = GOOD._replace(id="0198f3c2-0000-7000-8000-00000000000f")
    assert GOOD.file_name == "joshua-food-00000001.md" != other.file_name

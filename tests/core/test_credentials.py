"""What looks like a credential is masked, the rest of the sentence survives. Every value here is invented."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapwood.core.credentials import MASK, find, redact

DATA = Path(__file__).parent.parent / "data"

MASKED = [
    ("The guest network password is `EXAMPLE-Correct-Horse-7`.", "The guest network password is `⟦redacted⟧`."),
    ("api_key: sk-EXAMPLEEXAMPLEEXAMPLE0000", "api_key: ⟦redacted⟧"),
    ("The wifi key for guests is `EXAMPLE-not-a-real-key-0000`", "The wifi key for guests is `⟦redacted⟧`"),
    ("Passwort: Sommer2026!", "Passwort: ⟦redacted⟧"),
    ("Passwort: Tulpe-1987!", "Passwort: ⟦redacted⟧"),
    ("Passwort: Tulpe-1987!? und mehr", "Passwort: ⟦redacted⟧ und mehr"),
    ("Passwort: Tülpe-1987!", "Passwort: ⟦redacted⟧"),
    ("Passwort: Tulpe,1987;x", "Passwort: ⟦redacted⟧"),
    ("Passwort: Tulpe-1987. Bitte merken", "Passwort: ⟦redacted⟧. Bitte merken"),
    ("Passwort: Tulpe-1987.", "Passwort: ⟦redacted⟧"),
    ("Das Passwort ist Tulpe-1987.", "Das Passwort ist ⟦redacted⟧."),
    ("Passwort: Tulpe!", "Passwort: ⟦redacted⟧"),
    ("the wifi (password: hunter2) works", "the wifi (password: ⟦redacted⟧) works"),
    ("password: hunter(2)", "password: ⟦redacted⟧"),
    ("**password: hunter2**", "**password: ⟦redacted⟧**"),
    ("password for the wifi: hunter2", "password for the wifi: ⟦redacted⟧"),
    ("postgres://larder:p@ss!word@db.example/x", "postgres://larder:⟦redacted⟧@db.example/x"),
    ("secret: abcDEF123456!", "secret: ⟦redacted⟧"),
    ("Passwort ist: Tulpe-1987!", "Passwort ist: ⟦redacted⟧"),
    ("password: 'hunt'er2'", "password: '⟦redacted⟧'"),
    ('password: "hunter2', 'password: "⟦redacted⟧'),
    ("password: “hunter2”", "password: “⟦redacted⟧”"),
    ("пароль: Зима2024", "пароль: ⟦redacted⟧"),
    ("Пароль — Зима2024", "Пароль — ⟦redacted⟧"),
    ("пароль от вайфая: зима2024!", "пароль от вайфая: ⟦redacted⟧"),
    ("Пароль это Зима2024", "Пароль это ⟦redacted⟧"),
    ("Пароль: снежинка", "Пароль: ⟦redacted⟧"),
    ("пароль до пошти: Київ2024", "пароль до пошти: ⟦redacted⟧"),
    ("hasło: Zima2024", "hasło: ⟦redacted⟧"),
    ("Hasło to jest żółw99", "Hasło to jest ⟦redacted⟧"),
    ("La parola d'ordine è girasole7", "La parola d'ordine è ⟦redacted⟧"),
    ("La password è Girasole7!", "La password è ⟦redacted⟧"),
    ("senha: inverno2024", "senha: ⟦redacted⟧"),
    ("A palavra-passe é inverno24", "A palavra-passe é ⟦redacted⟧"),
    ("wachtwoord: winter2024", "wachtwoord: ⟦redacted⟧"),
    ("het wachtwoord is winter2024", "het wachtwoord is ⟦redacted⟧"),
    ("şifre: kış2024", "şifre: ⟦redacted⟧"),
    ("Wifi şifresi: Kar-2024", "Wifi şifresi: ⟦redacted⟧"),
    ("비밀번호: 겨울2024", "비밀번호: ⟦redacted⟧"),
    ("비밀번호는 hunter2", "비밀번호는 ⟦redacted⟧"),
    ("पासवर्ड: सर्दी2024", "पासवर्ड: ⟦redacted⟧"),
    ("密码：冬天2024", "密码：⟦redacted⟧"),
    ("heslo: zima2024", "heslo: ⟦redacted⟧"),
    ("passord: vinter24", "passord: ⟦redacted⟧"),
    ("card 4111 1111 1111 1111 12/27", "card ⟦redacted⟧ 12/27"),
    ("4111-1111-1111-1111", "⟦redacted⟧"),
    ("Karte: 4111111111111111.", "Karte: ⟦redacted⟧."),
    ("amex 3782 822463 10005", "amex ⟦redacted⟧"),
    ("378282246310005", "⟦redacted⟧"),
    ("old visa 4222222222222", "old visa ⟦redacted⟧"),
    ("mastercard 5555 5555 5555 4444, please", "mastercard ⟦redacted⟧, please"),
    ("diners 3056 930902 5904", "diners ⟦redacted⟧"),
    ("IBAN DE89 3704 0044 0532 0130 00 bitte", "IBAN ⟦redacted⟧ bitte"),
    ("GB82WEST12345698765432", "⟦redacted⟧"),
    ("an FR14 2004 1010 0505 0001 3M02 606.", "an ⟦redacted⟧."),
    ("sv: se45 5000 0000 0583 9825 7466", "sv: ⟦redacted⟧"),
    ("das Passwort für das WLAN ist Sommer2026", "das Passwort für das WLAN ist ⟦redacted⟧"),
    ("Mein Passwort ist „Sommer2026“.", "Mein Passwort ist „⟦redacted⟧“."),
    ("Gastpasswort: Sommer2026", "Gastpasswort: ⟦redacted⟧"),
    ("Das Kennwort lautet Apfelbaum.", "Das Kennwort lautet ⟦redacted⟧."),
    ("le mot de passe est soleil42", "le mot de passe est ⟦redacted⟧"),
    ("mot de passe : Tr0ub4dor", "mot de passe : ⟦redacted⟧"),
    ("La contraseña es gato.", "La contraseña es ⟦redacted⟧."),
    ("lösenordet är hemlighet99", "lösenordet är ⟦redacted⟧"),
    ("密码是hunter2", "密码是⟦redacted⟧"),
    ("我的密码：abc12345", "我的密码：⟦redacted⟧"),
    ("パスワードは hunter2 です", "パスワードは ⟦redacted⟧ です"),
    ("كلمة السر هي hunter2", "كلمة السر هي ⟦redacted⟧"),
    ("password is swordfish.", "password is ⟦redacted⟧."),
    ("the password of the router is admin123, change it", "the password of the router is ⟦redacted⟧, change it"),
    ("**Password:** hunter2", "**Password:** ⟦redacted⟧"),
    ('{"password": "hunter2"}', '{"password": "⟦redacted⟧"}'),
    ("db_password: pa55", "db_password: ⟦redacted⟧"),
    ("pwd=letmein", "pwd=⟦redacted⟧"),
    ("the passphrase is correct horse battery staple, on the fridge", "the passphrase is ⟦redacted⟧, on the fridge"),
    ("PIN 4711 for the door", "PIN ⟦redacted⟧ for the door"),
    ("pin: 1234", "pin: ⟦redacted⟧"),
    ("the secret is Zk38dkQ9", "the secret is ⟦redacted⟧"),
    ("MY_TOKEN=abcd1234efgh", "MY_TOKEN=⟦redacted⟧"),
    ("key: 4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c", "key: ⟦redacted⟧"),
    ("postgres://larder:s3cret@db.example/larder works", "postgres://larder:⟦redacted⟧@db.example/larder works"),
    ("AWS key AKIAIOSFODNN7EXAMPLE in the file", "AWS key ⟦redacted⟧ in the file"),
    ("Authorization: Bearer abcDEF123456ghiJKL7890", "Authorization: Bearer ⟦redacted⟧"),
    ("found x9Kq2LmP7vRt4ZsW8yBn1cDf on a note", "found ⟦redacted⟧ on a note"),
    ("it said eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3 there", "it said ⟦redacted⟧ there"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- and more", "⟦redacted⟧ and more"),
    ("-----BEGIN PRIVATE KEY-----\nMIIE never closed", "⟦redacted⟧"),
]

LEFT = [
    "token count 12000",
    "card 4111 1111 1111 1112",
    "order 1234567890123456 and 4111111111111112",
    "call +49 170 1234 5678 or 0046 70 123 45 67 or 1-800-555-0199",
    "1730707830123 and 1730707830123456",
    "on 2026-11-04 2026-11-05 at 08:10",
    "IBAN DE89 3704 0044 0532 0130 01",
    "EAN 4006381333931, ISBN 978-3-16-148410-0",
    "0000 0000 0000 0000",
    "DE89 is no account, GB12 neither",
    "3.141592653589793238",
    "Пароль неверный",
    "пароль забыт",
    "Пароль: неверный",
    "het wachtwoord is verlopen.",
    "La password è sbagliata.",
    "Das Passwort ist ungültig.",
    "Das Passwort ist wirklich schwierig zu merken",
    "hasło jest błędne",
    "şifre yanlış",
    "비밀번호가 틀렸습니다",
    "password is wrong!",
    "The password manager is KeePass2",
    "Password length: 12-16",
    "on parole since: 2019",
    "암호화 알고리즘: AES256",
    "password rules: at least eight letters",
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "the key lies under the mat",
    "token: 12000",
    "token limit is 200000",
    "commit 3f786850e387550fdab836ed7e6dc881de23001b fixed it",
    "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "md5 d41d8cd98f00b204e9800998ecf8427e",
    "id 123e4567-e89b-12d3-a456-426614174000",
    "src/sapwood/core/limits.py and /usr/share/doc/python3.11/examples2",
    "https://example.org/a/b/c1d2e3?q=Abc123Def456Ghi789",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "2026-11-04T08:10:30Z and 20261104T081030Z",
    "The password is wrong.",
    "The password is hard to remember",
    "Password: see the safe",
    "password reset is done",
    "Passwort ist falsch",
    "lösenordet är fel",
    "the secret is that she likes jam",
    "the primary key is `user_id`",
    "the key file is `config.toml`",
    "pin 12 of the connector",
    "2026-11-08-labels-and-jars-import-2",
    "Thinking-time-13-20-and-14-00-Plumber",
    "getElementsByTagNameAndClassName2",
    "key decision: Celsius everywhere",
    "the key to room 12b is with Ida",
    "passwords are stored in KeePass2 now",
    "spinning is 45 min, shipping: 4711",
    "feature/JIRA-1234-add-login-page-v2",
    "Arnold recommended cooking vegetables 20 min at 180°C",
]


@pytest.mark.parametrize(("text", "wanted"), MASKED)
def test_masked(text: str, wanted: str) -> None:
    assert redact(text) == (wanted, 1)


@pytest.mark.parametrize("text", LEFT)
def test_left_alone(text: str) -> None:
    assert redact(text) == (text, 0)


@pytest.mark.parametrize("text", [wanted for _, wanted in MASKED])
def test_masking_again_changes_nothing(text: str) -> None:
    assert redact(text) == (text, 0)


def test_two_credentials_are_counted() -> None:
    assert redact("password: hunter2, PIN: 4711") == (f"password: {MASK}, PIN: {MASK}", 2)


@pytest.mark.parametrize(
    "text",
    [
        "AWS {id} {secret}",
        "AWS {id}:{secret}",
        "{secret} {id}",
        "AWS {id} / {secret}",
        "aws id {id} and its secret {secret}, keep both",
        "id {id}\nsecret {secret}",
        "id={id} secret={secret}",
    ],
)
def test_the_secret_beside_an_aws_id(text: str) -> None:
    filled = text.format(id="AKIAIOSFODNN7EXAMPLE", secret="wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    assert redact(filled) == (text.format(id=MASK, secret=MASK), 2)


def test_the_secret_beside_an_id_that_was_masked_before() -> None:
    assert redact(f"AWS {MASK} wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY") == (f"AWS {MASK} {MASK}", 1)


def test_an_ordinary_neighbour_of_an_aws_id_is_left() -> None:
    text = "AKIAIOSFODNN7EXAMPLE in src/sapwood/core/credentials.py since 3f786850e387550fdab836ed7e6dc881de23001b"
    assert redact(text) == (text.replace("AKIAIOSFODNN7EXAMPLE", MASK), 1)


def test_the_token_in_a_transcript() -> None:
    record = json.loads((DATA / "bugs/B13/input/session.jsonl").read_text(encoding="utf-8"))
    assert redact(record["message"]["content"]) == (f"no, the token is {MASK}", 1)


def test_no_harmless_line_of_the_demo_is_masked() -> None:
    found = []
    for file in sorted((DATA / "demo").rglob("*.md")):
        for line in file.read_text(encoding="utf-8").splitlines():
            found += [line] if find(line) else []
    assert found == ["- The wifi key for guests is `EXAMPLE-not-a-real-key-0000`"]


@given(st.text(max_size=200) | st.lists(st.sampled_from([*LEFT, *[t for t, _ in MASKED]]), max_size=4).map("\n".join))
def test_spans_are_in_order_apart_and_inside(text: str) -> None:
    previous = 0
    for first, last in find(text):
        assert previous <= first < last <= len(text)
        previous = last
    assert redact(text)[1] == len(find(text))


MILLION = 1_000_000


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "A_",
        "password ",
        "password is ",
        "password: `",
        "://a:",
        "-----BEGIN PRIVATE KEY-----",
        "eyJaaaaaaaa.",
        "PIN ",
        "sk-proj-a",
        "xoxb-",
        "`",
        "-",
        " ",
        "key is x ",
        "AKIAIOSFODNN7EXAMPLE ",
        "AKIAIOSFODNN7EXAMPLE aB1aB1aB1aB1aB1aB1aB1aB1 ",
        "password: a.",
        "password:*",
        "4111 ",
        "4111-",
        "DE89 ",
        "DE89",
        "1 ",
        "0",
    ],
)
def test_a_megabyte_of_hostile_text_is_read(piece: str) -> None:
    """A quadratic step would take hours here, so that no clock is needed."""
    find(piece * (MILLION // len(piece)))

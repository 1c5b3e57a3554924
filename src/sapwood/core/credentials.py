"""Finds what looks like a credential, so that it never reaches a mark, an index, a proposal or a log.

Leaking costs more than masking a word too many, but a mask over ordinary text costs trust as well. So:

1. A token with a known prefix (`ghp_`, `sk-`, `AKIA`, `xoxb-` …), a JWT, the body of a PEM private key and
   the password in `scheme://user:password@host` are always taken.
2. After a word for a password, in any of the languages below, with `:`, `=` or a word for *is*: the value,
   if it is quoted or back-ticked, holds a digit or sign or inner capital, or is the last word of its sentence
   and no ordinary predicate (`the password is wrong` is left alone). After *passphrase*: the rest of the
   sentence.
3. After *token*, *secret*, *key* and *PIN* more is asked, since these are ordinary words too: a value that
   mixes letters and digits, or digits alone after PIN. `token count 12000` has no *is* and is left alone.
4. A token of 20 characters and more that mixes cases and digits as only random text does, and any mixed one
   beside a token of rule 1: the secret half of a pair.
5. Payment cards (13 to 19 digits, plain or in their groups, that begin as cards do and pass Luhn's check) and
   IBANs (the length of their country, and modulo 97).

A value reaches to the next white space. A `.`, `,`, `;` or `:` at its end, a bracket or a quote that opened
before it are left out where they are clearly no part of it; a `!` is part of it.

Never, except by 2, 3 and 5: UUIDs; hexadecimal of 40, 56, 64, 96 or 128 digits, which is a commit or a digest
far more often than a key; other hexadecimal right after a word such as *commit*, *sha* or *md5*; paths;
addresses without a password; times; long words. Every pattern looks at a bounded window, so that the whole
is linear.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

MASK = "⟦redacted⟧"

_WINDOW = 200  # characters after a key word in which its value must begin
_LONG = 20
_NAME = 64  # characters of a text that is kept in mind

# These also stand at the end of longer words: WLANPasswort, dbpassword.
_STRONG_INSIDE = (
    r"pass(?:word|wd|phrase|code|wort)|kennwort|lösenord(?:et)?|losenord|wachtwoord|adgangskode|salasana|пароль|"
    r"contrase(?:ñ|n)a|passord|lykilorð|пароля?|парола|salas[õo]na|jelszó|parool|palavra-passe"
)
_STRONG = (
    r"pass phrase|pwd|zugangscode|toegangscode|mot de passe|mdp|senha|palavra passe|has[łl]o|heslo|parola d['’]ordine|"
    r"parol[aă](?:sı|m|mız|nız)?|[şs]ifre(?:si|m|miz|niz)?|lozinka|лозинка|geslo|slaptažodis|kata sandi|mật khẩu|"
    r"κωδικός(?: πρόσβασης)?|סיסמ[הא]|كلمة (?:السر|المرور)|رمز عبور|گذرواژه|पासवर्ड|कूटशब्द|পাসওয়ার্ড"
)
# Written without spaces: no word boundaries.
_STRONG_UNSPACED = r"密码|密碼|口令|パスワード|暗証番号|비밀번호|패스워드|암호(?!화)|รหัสผ่าน"
_WEAK = (
    r"(?:api|access|secret|private|client|auth|license|licence|wifi|wi-fi|wlan)[ _-]?(?:key|secret|token)s?|"
    r"(?:secret|token|key|clave|clé|clef|schlüssel|nyckel(?:n)?|jeton|schlussel|токен|ключ|секрет|klucz|chiave|chave|sleutel|anahtar)s?|رمز|مفتاح|"
    r"[A-Z][A-Z0-9_]{0,40}(?:KEY|TOKEN|SECRET)"
)
_WEAK_UNSPACED = r"密钥|密鑰|令牌|秘钥"
_PIN = r"PIN(?:-?(?:code|kod|nummer|number))?|geheimzahl|pinkod(?:en)?|pin code|pin kodu?|пин(?:-?код)?"
_IS = (
    r"(?:is|are|was|ist|war|lautet|heißt|heisst|est|était|es|era|är|var|é|è|er|jest|este|это|є|adalah|है|هو|هي)(?![^\W_])|"
    r"这是|是|为|為|は|が|[은는이가](?=\s)|คือ|:|=|：|＝|->|=>|→"
)
# What people say of a password without giving it away; most of it English, German, French, Spanish and Swedish.
# fmt: off
_PREDICATES = frozenset({
    "a", "abgelaufen", "again", "alt", "an", "and", "as", "at", "back", "bad", "bon", "bra", "buena",
    "by", "bytt", "caducada", "cambiada", "case-sensitive", "changed", "changé", "confidential",
    "correct", "correcta", "dans", "das", "den", "der", "det", "die", "done", "easy", "ein", "eine",
    "el", "empty", "en", "enough", "ett", "expired", "falsch", "false", "faux", "fel", "fine", "for",
    "forgotten", "from", "för", "gammalt", "geheim", "geändert", "glömt", "gone", "good", "gut", "hard",
    "hemligt", "her", "here", "hidden", "his", "ignored", "im", "in", "inconnu", "incorrect",
    "incorrecta", "incorrecte", "inte", "invalid", "it", "kept", "known", "kort", "kurz", "la", "lang",
    "le", "leer", "les", "long", "lost", "mala", "mandatory", "missing", "muy", "my", "needed", "neu",
    "never", "new", "nicht", "no", "noch", "none", "not", "nouveau", "now", "nueva", "null", "nytt",
    "ok", "okay", "okänt", "old", "olvidada", "on", "only", "optional", "oublié", "our", "pas", "perdu",
    "protected", "redacted", "required", "reset", "richtig", "right", "rotated", "rätt", "safe", "same",
    "saved", "schwach", "secret", "secreta", "secure", "see", "set", "shared", "short", "sicher", "so",
    "stark", "still", "stolen", "stored", "strong", "stupid", "svagt", "tbd", "that", "the", "there",
    "this", "to", "todo", "tomt", "too", "trop", "true", "un", "una", "unbekannt", "unchanged", "under",
    "une", "unknown", "unset", "updated", "used", "useless", "valid", "very", "weak", "weg", "what",
    "with", "working", "works", "written", "wrong", "yes", "your", "zu", "ändrat",
    "errada", "errata", "expirada", "fout", "geldig", "inválida", "nieuw", "nova", "nuova", "onbekend", "ongeldig",
    "onjuist", "sbagliata", "scaduta", "veilig", "verkeerd", "vergeten", "verlopen", "vuota", "zwak",
    "błędne", "nieprawidłowe", "nowe", "puste", "stare", "zapomniane", "zmienione", "złe",
    "hatalı", "unuttum", "yanlış", "yeni", "забыл", "забыла", "забыт", "змінено", "изменён", "нет", "неверен",
    "неверный", "невірний", "неправильный", "новый", "сменили", "старый", "ungültig", "vergessen", "gleich",
    "गलत", "नया", "خطأ", "صحيحة", "틀림", "변경됨",
})
# fmt: on
# What a password word stands before when the line is about passwords, and holds none.
_ABOUT = (
    r"(?i:manager|length|polic(?:y|ies)|rules?|hint|generator|strength|vault|field|type|hash|länge|regeln?|längd|regler|"
    r"hanterare)"
)
_QUOTES = {"`": "`", '"': '"', "'": "'", "“": "”", "„": "“", "«": "»", "「": "」", "『": "』", "‘": "’"}
_OPENED = {")": "(", "]": "[", "}": "{", ">": "<", "”": "“", "»": "«", "’": "‘"}
# Scripts written without spaces: a word there is a whole clause.
_CLAUSES = "[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
# The beginnings of card numbers, and how many digits follow from each.
_CARDS = (
    r"4(?:[0-9]{12}|[0-9]{15}|[0-9]{18})|(?:5[1-5][0-9]{2}|222[1-9]|22[3-9][0-9]|2[3-6][0-9]{2}|27[01][0-9]|2720)[0-9]{12}|"
    r"3[47][0-9]{13}|3(?:0[0-5]|[689][0-9])[0-9]{11}|(?:6011|64[4-9][0-9]|65[0-9]{2}|35[2-8][0-9]|62[0-9]{2})[0-9]{12,15}|"
    r"(?:50|5[6-8]|6[0-9])[0-9]{11,17}"
)
# fmt: off
_IBANS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29,
    "BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29,
    "ES": 24, "FI": 18, "FK": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28,
    "HN": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20,
    "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19,
    "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28, "NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28, "PS": 29,
    "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24, "SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24,
    "SM": 27, "SO": 23, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20,
    "YE": 30,
}
# fmt: on
_DIGEST_WORDS = (
    "commit",
    "sha",
    "sha1",
    "sha256",
    "sha-256",
    "md5",
    "hash",
    "digest",
    "etag",
    "rev",
    "revision",
)
_DIGEST_LENGTHS = (40, 56, 64, 96, 128)
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")


# What some word of every key pattern holds, in small letters: a text of plain Latin letters without any of these names
# nothing. Cheap to ask, where the pattern itself takes milliseconds to compile. tests/core/test_credential_stems.py
# holds the two together.
_STEMS = (
    "pass", "pwd", "kennwort", "senord", "woord", "gangs", "salas", "lykilor", "contrase", "jelsz", "parool", "parol",
    "mdp", "senha", "haslo", "hasło", "heslo", "ifre", "lozinka", "geslo", "slapta", "kata sandi", "secret", "token",
    "key", "clave", "clé", "cle", "schl", "nyckel", "jeton", "klucz", "chiave", "chave", "sleutel", "anahtar", "pin",
    "geheimzahl",
)  # fmt: skip
_NOT_PLAIN = r"[^\x00-\x7f\xa0-\u012f\u0132-\u017e\u2010-\u2027\u20ac\u2190-\u21ff\u27e6\u27e7]"


@cache
def _source(name: str) -> str:
    word = r"(?<![^\W_])"  # `_` may stand before: db_password
    end = r"(?![^\W\d_])"
    return {
        "known": r"(?<![A-Za-z0-9])(?:"
        r"gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{20,}|glpat-[\w-]{16,}|"
        r"sk-(?:(?:proj|ant|or|live|test|svcacct|admin)[\w-]{0,12}-[\w-]{12,}|[A-Za-z0-9]{16,})|"
        r"(?:sk|pk|rk)_(?:live|test)_\w{10,}|(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}|xox[abeoprs]-[\w-]{10,}|"
        r"xapp-[\w-]{10,}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|npm_\w{30,}|pypi-[\w-]{30,}|hf_[A-Za-z0-9]{20,}|"
        r"do[opr]_v1_\w{32,}|SG\.[\w-]{16,}\.[\w-]{16,}|AGE-SECRET-KEY-1[A-Z0-9]{20,}|"
        r"eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?|"
        r"https://hooks\.slack\.com/services/[\w/]{10,}|"
        r"https://discord(?:app)?\.com/api/webhooks/[\w/-]{20,})",
        "userinfo": r"://[^\s/@:]{0,256}:([^\s/⟦]{1,256})@",
        "bearer": r"(?i:\b(?:bearer|basic)) ([\w.~+/=-]{16,})",
        "key": (
            rf"(?:(?P<strong>(?i:{_STRONG_INSIDE}|{word}(?:{_STRONG})))|"
            rf"{word}(?P<pin>PIN|(?i:{_PIN}))|{word}(?P<weak>(?i:{_WEAK}))){end}|"
            rf"(?P<strong_unspaced>{_STRONG_UNSPACED})|(?P<weak_unspaced>{_WEAK_UNSPACED})"
        ),
        "direct": r"[\"'*_`]{0,3}\s{0,3}(?::=|=>|->|→|[:=：＝]|(?<=\s)[–—-](?=\s))[*_]{0,2}\s{0,3}",
        "later": rf"(?![ -]?(?:{_ABOUT})(?![^\W\d_]))"
        rf"(?P<gap>[^.!?。！？\n`:=⟦]{{0,60}}?)(?:(?:(?<=\s)|(?<=[^\x00-\x7f])|^)(?:{_IS})|[:=](?=\s))[\s:=]{{0,4}}(?=[^\s:=])",
        "value": r"[^\s⟦⟧、。，；]{1,512}",
        "long": rf"[A-Za-z0-9_\-+/=~]{{{_LONG},}}",
        "uuid": r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}",
        "pin": r"(?:\s{0,3}(?:is|ist|est|es|är|:|=)?\s{0,3})(\d{4,8})(?![\d.:-]?\d)",
        "beside": r"[A-Za-z0-9_\-+/=~]{20,256}",
        "card": r"(?<![\w.,+/-])(?:[0-9]{13,19}|[0-9]{4}([ \xa0-])(?:[0-9]{4}\1[0-9]{4}\1[0-9]{4}(?:\1[0-9]{1,3})?|"
        r"[0-9]{6}\1[0-9]{4,5}|[0-9]{4}\1[0-9]{4}\1[0-9]{1,3}))(?![\w-]|[.,][0-9])",
        "iban": r"(?<![A-Za-z0-9])[A-Za-z]{2}[0-9]{2}(?=[ \xa0-]?[A-Za-z0-9])",
        "digits": r"[0-9]{4}[0-9 \xa0-]{9}|[A-Za-z]{2}[0-9]{2}",  # no card and no IBAN lacks both
        "run": r"\S{15}",  # nothing that `_tokens` looks for is shorter
        "not_plain": _NOT_PLAIN,
        "clauses": _CLAUSES,
        "cards": _CARDS,
    }[name]


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """Compiled at first use: most commands never look for a secret, and most texts need only some of the patterns."""
    return re.compile(_source(name))


def find(text: str) -> tuple[tuple[int, int], ...]:
    """Returns the spans of `text` that look like a credential, in order, apart from each other. Linear."""
    return _found_in_name(text) if len(text) <= _NAME else _found(text)


@lru_cache(maxsize=512)  # subjects and names come back with every observation
def _found_in_name(text: str) -> tuple[tuple[int, int], ...]:
    return _found(text)


def _found(text: str) -> tuple[tuple[int, int], ...]:
    spans = list(_private_keys(text))
    if MASK in text or _pattern("run").search(text):
        spans.extend(_tokens(text))
    if "://" in text:
        spans.extend([match.span(1) for match in _pattern("userinfo").finditer(text)])
    if _may_name(text):
        named = [_named(text, match) for match in _pattern("key").finditer(text)]
        spans.extend([span for span in named if span is not None])
    spans.extend(_payment(text))
    return _merged(spans)


def _tokens(text: str) -> list[tuple[int, int]]:
    """What shows by its own shape that it is a key."""
    known = [match.span() for match in _pattern("known").finditer(text)]
    bearers = [match.span(1) for match in _pattern("bearer").finditer(text) if _mixed(match.group(1))]
    return [*known, *_halves(text, known), *bearers, *_random(text)]


def _may_name(text: str) -> bool:
    """Whether a word that announces a credential may stand in a text."""
    low = text.lower()
    for stem in _STEMS:  # every text comes by here: a loop takes half of what `any` does
        if stem in low:
            return True
    return not text.isascii() and _pattern("not_plain").search(text) is not None


def redact(text: str) -> tuple[str, int]:
    """Returns `text` with `MASK` in place of each credential, and how many there were."""
    spans = find(text)
    if not spans:
        return text, 0
    parts = []
    kept = 0
    for first, last in spans:
        parts.append(text[kept:first])
        kept = last
    return MASK.join([*parts, text[kept:]]), len(spans)


def _merged(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    out: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if out and first < out[-1][1]:
            out[-1] = (out[-1][0], max(last, out[-1][1]))
        elif first < last:
            out.append((first, last))
    return tuple(out)


def _private_keys(text: str) -> list[tuple[int, int]]:
    """PEM blocks of private keys; one without an end reaches to the end of the text."""
    spans = []
    start = text.find("-----BEGIN ")
    while start >= 0:
        header = text.find("-----", start + 11)
        if header < 0:
            break
        end = header + 5
        if "PRIVATE KEY" in text[start : min(header, start + 80)]:
            footer = text.find("-----END ", end)
            close = text.find("-----", footer + 9) if footer >= 0 else -1
            end = close + 5 if close >= 0 else len(text)
            spans.append((start, end))
        start = text.find("-----BEGIN ", end)
    return spans


def _named(text: str, match: re.Match[str]) -> tuple[int, int] | None:
    """The value that a key word announces, in the characters after it."""
    kind = (match.lastgroup or "").removesuffix("_unspaced")
    start = match.end()
    window = text[start : start + _WINDOW]
    if kind == "pin":
        number = _pattern("pin").match(window)
        bare = number is not None and window[: number.start(1)].strip() == ""
        if number is None or (bare and not match.group().startswith(("PIN", "Geheim"))):
            return None
        return start + number.start(1), start + number.end(1)
    link = _pattern("direct").match(window)
    direct = link is not None
    gap = ""
    if link is None:
        link = _pattern("later").match(window)
        if link is None:
            return None
        gap = link.group("gap").strip()
    at = start + link.end()
    opening = text[at : at + 1]
    if opening in _QUOTES:
        end = _closing(text, at)
        inner = text[at + 1 : end]
        good = len(inner) >= 3 if kind == "strong" else len(inner) >= 8 and _mixed(inner)
        if end > at and good and "⟦" not in inner and inner.lower() not in _PREDICATES:
            return at + 1, end
        if end > at:
            return None
        at += 1  # never closed
    value = _pattern("value").match(text, at)
    if value is None:
        return None
    word = value.group().rstrip(".,;:!?)]}\"'”’»*_`")
    if len(word) < 4 or "://" in word:
        return None
    end = _value_end(text, at, value.end(), direct=direct)
    if kind == "weak":
        return (at, max(end, at + len(word))) if len(word) >= 8 and _mixed(word) else None
    return _password(text, match.group().lower(), at, word, gap, end, direct=direct)


def _closing(text: str, at: int) -> int:
    """Where the quote closes that opens at `at`, on its line and not within a word; -1 if nowhere."""
    sign = _QUOTES[text[at]]
    line = text.find("\n", at, at + 513)
    stop = line if line >= 0 else at + 513
    end = text.find(sign, at + 1, stop)
    while end >= 0 and text[end + 1 : end + 2].isalnum() and text[end + 1].isascii():
        end = text.find(sign, end + 1, stop)
    return end


def _value_end(text: str, start: int, end: int, *, direct: bool) -> int:
    """Where the value ends that reaches from `start` to white space at `end`: what is clearly no part of it is cut."""
    before = text[max(0, start - _WINDOW) : start].rpartition("\n")[2]
    while end - start > 1:
        sign = text[end - 1]
        if sign == ".":
            rest = text[end : end + 2]
            cut = not direct or text[end - 2] == "." or (rest != "" and not rest.startswith(("\n", "\r")))
        elif sign in ",;:":
            cut = True
        elif sign in _OPENED:
            opening = _OPENED[sign]
            cut = opening in before and opening not in text[start:end]
        else:
            cut = sign in "\"'`*_" and sign in before and sign not in text[start : end - 1].rstrip(sign)
        if not cut:
            break
        end -= 1
    return end


def _password(text: str, name: str, at: int, word: str, gap: str, end: int, *, direct: bool) -> tuple[int, int] | None:
    """The value after a word for a password: from `at` to `end`, or more of the sentence for a passphrase."""
    ordinary = word.lower() in _PREDICATES
    end = max(end, at + len(word))
    if (
        _pattern("clauses").search(word) and not direct
    ):  # パスワードはhunter2です: the sentence goes on in its own script
        ascii_part = re.match(r"[!-~]{4,}", word)
        if ascii_part is None:
            return (at, end) if _signed(word) else None
        return at, at + ascii_part.end()
    after = at + len(word)
    rest = text[after : after + _WINDOW]
    sentence = re.match(r"[^.!?;,\n]*", rest)
    more = sentence.group() if sentence else ""
    words = more.lower().split()
    content = not ordinary or (len(words) > 1 and _PREDICATES.isdisjoint(words))
    if name in ("passphrase", "pass phrase") and not gap and content:
        return at, max(end, after + len(more.rstrip().rstrip("\"'`*_")))
    if _signed(word):
        return at, end
    alone = not more.strip("\"'`*_)]} \t") and (direct or word.isascii())
    return (at, end) if alone and not gap and not ordinary else None


def _signed(word: str) -> bool:
    """Whether a word holds a digit, an inner capital or a sign that words do not hold."""
    return (
        any(character.isdigit() for character in word)
        or (word[1:] != word[1:].lower() and not word.isupper())
        or any(character in "!@#$%^&*+=~|<>?\\_" for character in word)
    )


def _mixed(word: str) -> bool:
    """Whether letters and digits stand together, and it is no path, time or file name."""
    letters = any(character.isalpha() for character in word)
    digits = any(character.isdigit() for character in word)
    return letters and digits and not _is_path(word) and " " not in word


def _is_path(word: str) -> bool:
    head, dot, extension = word.rpartition(".")
    named = bool(dot) and head != "" and extension.isalpha() and len(extension) <= 5 and word.count(".") < 3
    return word.startswith(("/", "./", "../", "~/", "$")) or (named and not _jumps(head, 2)) or ("://" in word)


def _random(text: str) -> list[tuple[int, int]]:
    """Long tokens that no person would write."""
    spans = []
    for match in _pattern("long").finditer(text):
        first, last = match.span()
        token = match.group()
        before = text[max(0, first - 300) : first]
        if "://" in before and not any(character.isspace() for character in before[before.rindex("://") :]):
            continue  # part of an address; one with a password is found by its shape
        if _pattern("uuid").fullmatch(token) or _digest(token, before):
            continue
        if _HEXADECIMAL.issuperset(token):
            random = not token.isdigit() and not token.isalpha()
        else:
            random = any(_jumps(piece, 3) for piece in _pieces(token))
        if random:
            spans.append((first, last))
    return spans


def _halves(text: str, known: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The secrets beside known tokens: an AWS key is 40 characters, on the line of its id or the next one."""
    spans = []
    masked = [(match.start(), match.end()) for match in re.finditer(re.escape(MASK), text)]
    for first, last in known + masked:
        at = text.rfind("\n", max(0, first - _WINDOW), first) + 1 or max(0, first - _WINDOW)
        stop = text.find("\n", last, last + _WINDOW)
        stop = text.find("\n", stop + 1, last + _WINDOW) if stop >= 0 else stop
        pair = text[first : first + 4] in ("AKIA", "ASIA")
        for match in _pattern("beside").finditer(text, at, stop if stop >= 0 else min(len(text), last + _WINDOW)):
            token = match.group()
            between = text[match.end() : first] if match.end() <= first else text[last : match.start()]
            close = between.strip(" \t\"'`:,;/|=()&") == "" and "\n" not in between
            value = token.rpartition("=")[2] if pair and not token.endswith("=") else token
            least = 40 if text[first] == "⟦" else 30
            if _three(value) and ((pair and len(value) == 40) or (close and len(value) >= least)):
                spans.append((match.end() - len(value), match.end()))
    return spans


def _three(token: str) -> bool:
    """Whether capitals, small letters and digits all occur."""
    return token.lower() != token != token.upper() and any(character.isdigit() for character in token)


def _payment(text: str) -> list[tuple[int, int]]:
    """Card numbers and IBANs whose check digits are right."""
    if _pattern("digits").search(text) is None:
        return []
    spans = []
    for match in _pattern("card").finditer(text):
        number, separator = match.group(), match.group(1)
        # What follows a card in its own spacing may be its date: the last group is tried as a part of it, and not.
        for tried in (number, number.rpartition(separator)[0]) if separator else (number,):
            digits = tried.replace(separator, "") if separator else tried
            if 13 <= len(digits) <= 19 and _card(digits, grouped=separator is not None):
                spans.append((match.start(), match.start() + len(tried)))
                break
    for match in _pattern("iban").finditer(text):
        length = _IBANS.get(match.group()[:2].upper(), 0)
        end, signs = match.start(), ""
        while len(signs) < length and end < len(text):
            character = text[end]
            if character.isascii() and character.isalnum():
                signs += character
            elif character not in " \xa0-" or not text[end - 1].isalnum():
                break
            end += 1
        whole = length and len(signs) == length and not text[end : end + 1].isalnum()
        if whole and int("".join(str(int(sign, 36)) for sign in signs[4:] + signs[:4])) % 97 == 1:
            spans.append((match.start(), end))
    return spans


def _card(digits: str, *, grouped: bool) -> bool:
    if not _pattern("cards").fullmatch(digits):
        return False
    total = sum(sum(divmod(int(digit) * (1 + place % 2), 10)) for place, digit in enumerate(reversed(digits)))
    article = len(digits) == 13 and not grouped and _article(digits)
    return total % 10 == 0 and not article


def _article(digits: str) -> bool:
    """Whether thirteen digits are the number under a bar code."""
    return sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits)) % 10 == 0


def _digest(token: str, before: str) -> bool:
    if not _HEXADECIMAL.issuperset(token):
        return False
    words = before[-24:].lower().replace(":", " ").replace("`", " ").replace("=", " ").split()
    return len(token) in _DIGEST_LENGTHS or (bool(words) and words[-1].strip("(*_") in _DIGEST_WORDS)


def _pieces(token: str) -> list[str]:
    """What stands between the signs that also join words: a slug or a path falls apart, a key does not."""
    for sign in "-_/=~+":
        token = token.replace(sign, " ")
    return [piece for piece in token.split() if len(piece) >= 16]


def _jumps(piece: str, groups: int) -> bool:
    """Whether digits stand in a piece as often apart from each other as no person writes them.

    That is `groups - 1` runs of digits where both cases occur, `groups + 1` where only one does.
    """
    runs = 0
    digit = False
    for character in piece:
        if character.isdigit() and not digit:
            runs += 1
        digit = character.isdigit()
    both = piece != piece.lower() and piece != piece.upper()
    return runs >= (groups - 1 if both else groups + 1) and not piece.isdigit()

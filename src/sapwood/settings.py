"""Settings: flag > environment `SAPWOOD_*` > `sapwood.toml` > default. The only file that reads the environment.

No key can weaken trust: what proves a thing is not configurable.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shlex
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sapwood.core import instant
from sapwood.core.config import Config
from sapwood.core.limits import Limits
from sapwood.core.subject import parse_prefix
from sapwood.disk import places as resolving
from sapwood.disk import replace, safe
from sapwood.disk.home import Home
from sapwood.disk.places import Declared, Places, View
from sapwood.errors import BadSetting, BadSubject, BadZone, DiskFailed, NoHome

_TOP = frozenset(
    "workspace owner time_zone actors substrate daily notes compost marks half_lives topics limits context".split()
)
_MARKS = frozenset("initial_extracted initial_own step half_life_days min_strength decay".split())
_CONTEXT = ("budget_tokens", "standing_tokens")


def find(given: str | None = None, cwd: str | None = None, environ: Mapping[str, str] | None = None) -> str:
    """The folder of the home: `--home` > `SAPWOOD_HOME` > `SUBSTRATE_MEMORY_DIR` (a folder that holds MEMORY.md) > the
    nearest ancestor with `sapwood.toml` > `$XDG_DATA_HOME/sapwood/default`. Raises `NoHome`."""
    env = os.environ if environ is None else environ
    for named in (given, env.get("SAPWOOD_HOME")):
        if named:
            folder = os.path.abspath(os.path.expanduser(named))
            if not os.path.isdir(folder):
                raise NoHome(folder)
            return folder
    memory = env.get("SUBSTRATE_MEMORY_DIR")
    if memory and os.path.isfile(os.path.join(memory, "MEMORY.md")):
        return os.path.abspath(memory)
    start = os.getcwd() if cwd is None else cwd
    near = resolving.nearest(start)
    if near is not None:
        return near
    default = default_home(env)
    if os.path.isfile(os.path.join(default, resolving.CONFIG)):
        return default
    raise NoHome(f"{start} or above, or {default}")


def default_home(environ: Mapping[str, str] | None = None) -> str:
    """Where a home lies when nothing else is said."""
    return os.path.join(_xdg("DATA", ".local/share", environ), "sapwood", "default")


def _xdg(kind: str, fallback: str, environ: Mapping[str, str] | None) -> str:
    env = os.environ if environ is None else environ
    given = env.get(f"XDG_{kind}_HOME", "")
    return given if os.path.isabs(given) else os.path.join(os.path.expanduser("~"), fallback)


def load(folder: str, environ: Mapping[str, str] | None = None) -> Home:
    """The home in `folder`. A folder without `sapwood.toml` is a home to read: defaults, and no write. Raises
    `BadSetting` for a key that cannot be used."""
    env = os.environ if environ is None else environ
    path = os.path.join(folder, resolving.CONFIG)
    fields = _fields(path, os.path.join(_xdg("STATE", ".local/state", env), "sapwood"))
    workspace = _text(path, fields or {}, "workspace", "")
    initialised, fields = fields is not None, fields or {}
    if not workspace:
        if initialised:
            raise BadSetting(path, "workspace", fields.get("workspace"), "the id that `sapwood init` wrote")
        workspace = "folder-" + hashlib.sha256(os.path.realpath(folder).encode()).hexdigest()[:12]
    return Home(_places(folder, path, fields, workspace, initialised, env), _config(path, fields, env))


def planned(folder: str, text: str, environ: Mapping[str, str] | None = None) -> Home:
    """The home that `folder` would be with that text as its `sapwood.toml`. Raises `BadSetting`."""
    env = os.environ if environ is None else environ
    path = os.path.join(folder, resolving.CONFIG)
    fields = _parsed(path, text.encode())
    return Home(_places(folder, path, fields, fields.get("workspace", ""), True, env), _config(path, fields, env))


def _fields(path: str, state: str) -> dict[str, Any] | None:
    """The keys of `sapwood.toml`, None where there is none. A parsed copy is kept in the state folder, keyed on the
    file's stamp, since reading TOML takes longer than the whole of a short command; a file that changed within two
    seconds of the copy is parsed again."""
    stat = safe.stat_of(path)
    if stat is None:
        return None
    copy = os.path.join(state, f"settings-{resolving.path_key(os.path.dirname(path))}.json")
    kept, data = safe.stat_of(copy), safe.read_own(copy)
    if kept is not None and data is not None and kept.mtime_ns - stat.mtime_ns > _RACY_NANOSECONDS:
        try:
            then, fields = json.loads(data)
            if safe.Stat(*then) == stat and isinstance(fields, dict):
                return fields
        except (ValueError, TypeError):
            pass
    fields = _parsed(path, safe.read_own(path) or b"")
    with contextlib.suppress(DiskFailed):
        replace.make_folder(state, 0o700)
        replace.write_atomic(copy, json.dumps([stat, fields], default=str).encode(), sync=False, mode=0o600)
    return fields


_RACY_NANOSECONDS = 2_000_000_000


def _parsed(path: str, data: bytes) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - see `_fields`

    try:
        fields = tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as failure:
        raise BadSetting(path, "the file", str(failure), "TOML in UTF-8; mend it there") from None
    unknown = sorted(set(fields) - _TOP)
    if unknown:
        raise BadSetting(path, unknown[0], fields[unknown[0]], "only the keys " + ", ".join(sorted(_TOP)))
    return fields


def _places(
    folder: str, path: str, fields: Mapping[str, Any], workspace: str, initialised: bool, env: Mapping[str, str]
) -> Places:
    if not workspace or any(char not in _ID for char in workspace) or len(workspace) > 64:
        raise BadSetting(path, "workspace", workspace, "up to 64 letters a-z, digits and -")
    key = f"{workspace}-{resolving.path_key(folder)}"
    state, cache = (os.path.join(_xdg(*kind, env), "sapwood", key) for kind in _OUTSIDE)
    trust = os.path.join(_xdg("CONFIG", ".config", env), "sapwood", "trust")
    bare = Places(
        folder, workspace, initialised, state, cache, "", "", (), user_trust=trust, system_trust=resolving.SYSTEM_TRUST
    )  # fmt: skip
    if not initialised:
        return _recognised(bare)
    daily = _table(path, fields, "daily", {"path", "archive"})
    notes = _table(path, fields, "notes", {"paths", "exclude"})
    compost = _paths(path, "compost", _table(path, fields, "compost", {"paths"}), [])
    substrate = _paths(path, "substrate", _table(path, fields, "substrate", {"paths"}), [])
    dated = _with_days(bare, _text(path, daily, "path", "daily"), _text(path, daily, "archive", ""))
    return dated._replace(
        substrate=tuple(_join(folder, each) for each in substrate),
        notes=_notes(folder, _paths(path, "notes", notes, [])) if "paths" in notes else _own_notes(folder),
        exclude=tuple(_join(folder, each) for each in _paths(path, "notes", notes, [], "exclude")),
        compost=tuple(_join(folder, each) for each in compost if ":" not in each.split("/", 1)[0]),
        views=tuple(_view(folder, path, each) for each in compost if ":" in each.split("/", 1)[0]),
    )


_OUTSIDE = (("STATE", ".local/state"), ("CACHE", ".cache"))


def _recognised(bare: Places) -> Places:
    """The places of a folder without `sapwood.toml`: as its layout says, or the defaults of a home."""
    from sapwood.disk import layouts  # noqa: PLC0415 - a home that has its file pays nothing for it

    folder, found = bare.home, layouts.recognise(bare.home)
    notes = _notes(folder, found.notes) or _own_notes(folder)
    return _with_days(bare, found.daily or "daily", "")._replace(
        substrate=tuple(_join(folder, each) for each in found.substrate),
        notes=tuple(each._replace(named=False) for each in notes),
        exclude=tuple(_join(folder, each) for each in found.exclude),
        compost=tuple(_join(folder, each) for each in found.compost),
    )


def _with_days(bare: Places, daily: str, archive: str) -> Places:
    path = _join(bare.home, daily)
    return bare._replace(daily=path, archive=_join(bare.home, archive) if archive else os.path.join(path, "archive"))


def _notes(folder: str, given: Iterable[str]) -> tuple[Declared, ...]:
    """Folders and files of notes; `/**` at the end of a folder, or `**` alone, takes all folders below it too."""
    return tuple(Declared(_join(folder, each.removesuffix("**") or "."), each.endswith("**")) for each in given)


def _own_notes(folder: str) -> tuple[Declared, ...]:
    """Where a home keeps its notes unless it says otherwise: at its top, and in `references/`."""
    return Declared(folder, named=False), Declared(os.path.join(folder, "references"), named=False)


def _view(folder: str, path: str, given: str) -> View:
    kind, _, place = given.partition(":")
    if kind in ("postgres", "postgresql"):
        wanted = "a folder or sqlite:PATH#VIEW; PostgreSQL is not read by this version: export the view as JSONL"
        raise BadSetting(path, "compost.paths", given, wanted)
    file, _, name = place.rpartition("#")
    if kind != "sqlite" or not file or not name:
        raise BadSetting(path, "compost.paths", given, "a folder, or sqlite:PATH#VIEW for a view of a SQLite database")
    return View(_join(folder, file), name)


def _paths(path: str, table: str, fields: Mapping[str, Any], default: list[str], key: str = "paths") -> list[str]:
    found = fields.get(key, default)
    if not isinstance(found, list) or not all(isinstance(each, str) and each and "\0" not in each for each in found):
        raise BadSetting(path, f"{table}.{key}", found, "a list of folders and Markdown files")
    return found


_ID = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def _join(folder: str, given: str) -> str:
    return os.path.normpath(os.path.join(folder, os.path.expanduser(given)))


class _Given(NamedTuple):
    """A value and where it was set, so that a message names the right place."""

    where: str
    key: str
    value: Any


def _config(path: str, fields: Mapping[str, Any], env: Mapping[str, str]) -> Config:
    default = Config()
    zone, where = env.get("SAPWOOD_TIME_ZONE", ""), "SAPWOOD_TIME_ZONE"
    if not zone:
        zone, where = _text(path, fields, "time_zone", ""), path
    if not zone:
        zone, where = local_zone(env), "this machine"
    marks = _given(path, "marks", _table(path, fields, "marks", _MARKS), _MARKS, env)
    numbers: dict[str, Any] = {
        key: _number(marks.get(key, _Given(path, key, getattr(default, key))), 0.0, 1.0)
        for key in ("initial_extracted", "initial_own", "step", "min_strength")
    }
    decay = marks.get("decay", _Given(path, "decay", default.decay))
    if decay.value not in ("none", "each"):
        raise BadSetting(decay.where, decay.key, decay.value, '"none" or "each"')
    context = _given(path, "context", _table(path, fields, "context", frozenset(_CONTEXT)), _CONTEXT, env)
    tokens = {key: int(_number(given, 0, _MOST_TOKENS)) for key, given in context.items()}
    half_life = marks.get("half_life_days", _Given(path, "half_life_days", default.half_life_days))
    owner = _owner(path, fields, env)
    return Config(
        owner=owner,
        time_zone=zone,
        zone_set_in=where,
        limits=_limits(
            _given(path, "limits", _table(path, fields, "limits", set(Limits._fields)), Limits._fields, env)
        ),
        half_life_days=_number(half_life, *_HALF_LIVES),
        half_lives=_half_lives(path, owner, _table(path, fields, "half_lives", None)),
        decay=decay.value,
        topics=_topics(path, owner, _table(path, fields, "topics", None)),
        actors=tuple(str(each) for each in _list(path, "actors", fields.get("actors", []))),
        **numbers,
        **tokens,
    )


_MOST_TOKENS = 1_000_000
_HALF_LIVES = (0.001, 36_500.0)


def _given(
    path: str, name: str, table: Mapping[str, Any], keys: Iterable[str], env: Mapping[str, str]
) -> dict[str, _Given]:
    """Keys of a table, and over them those that stand in the environment as `SAPWOOD_<KEY>`, numbers as numbers."""
    found = {key: _Given(path, f"{name}.{key}", value) for key, value in table.items()}
    for key in keys:
        variable = f"SAPWOOD_{key.upper()}"
        text = env.get(variable)
        if text:
            try:
                found[key] = _Given("environment", variable, text if key == "decay" else float(text))
            except ValueError:
                raise BadSetting("environment", variable, text, "a number") from None
    return found


def _owner(path: str, fields: Mapping[str, Any], env: Mapping[str, str]) -> str:
    named = env.get("SAPWOOD_OWNER", "")
    where, key = ("environment", "SAPWOOD_OWNER") if named else (path, "owner")
    owner = named or _text(path, fields, "owner", Config().owner)
    name = _prefix(where, key, owner)
    if "." in name or not name:
        raise BadSetting(where, key, owner, "one name: the first segment of every subject")
    return name


def _prefix(where: str, key: str, text: str) -> str:
    try:
        return parse_prefix(text, Limits())
    except BadSubject as bad:
        raise BadSetting(where, key, text, f"a dot-path such as joshua.food ({bad.why})") from None


def _half_lives(path: str, owner: str, table: Mapping[str, Any]) -> tuple[tuple[str, float], ...]:
    """(subject prefix, days). A prefix without the owner would be the prefix of no mark of the home's own days."""
    found = []
    for key, days in table.items():
        prefix = _prefix(path, f"half_lives.{key}", key)
        number = _number(_Given(path, f"half_lives.{key}", days), *_HALF_LIVES)
        if prefix.partition(".")[0] != owner:
            wanted = f'a subject that begins with the owner, such as "{owner}.{prefix or "health"}"'
            raise BadSetting(path, f"half_lives.{key}", days, wanted)
        found.append((prefix, number))
    return tuple(found)


def _topics(path: str, owner: str, table: Mapping[str, Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = []
    for key, words in table.items():
        topic = _prefix(path, f"topics.{key}", key)
        first, _, rest = topic.partition(".")
        if not topic or first == owner:
            wanted = f'a topic without the owner, such as "{rest or "food"}"'
            raise BadSetting(path, f"topics.{key}", words, wanted)
        found.append((topic, tuple(map(str, _list(path, f"topics.{key}", words)))))
    return tuple(found)


def _limits(table: Mapping[str, _Given]) -> Limits:
    given: dict[str, Any] = {}
    for key, value in table.items():
        number = _number(value, 1, 1 << 40)
        given[key] = number if key == "lock_seconds" else int(number)
    return Limits()._replace(**given)


def _table(
    path: str, fields: Mapping[str, Any], key: str, allowed: set[str] | frozenset[str] | None
) -> Mapping[str, Any]:
    table = fields.get(key, {})
    if not isinstance(table, dict):
        raise BadSetting(path, key, table, f"a table [{key}]")
    for name in sorted(table) if allowed is not None else ():
        if name not in (allowed or ()):
            raise BadSetting(path, f"{key}.{name}", table[name], "only the keys " + ", ".join(sorted(allowed or ())))
    return table


def _text(path: str, fields: Mapping[str, Any], key: str, default: str) -> str:
    found = fields.get(key, default)
    if not isinstance(found, str):
        raise BadSetting(path, key, found, "text")
    return found


def _list(path: str, key: str, found: Any) -> list[Any]:
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise BadSetting(path, key, found, "a list of texts")
    return found


def _number(given: _Given, low: float, high: float) -> float:
    found = given.value
    if isinstance(found, bool) or not isinstance(found, (int, float)) or not low <= found <= high:
        raise BadSetting(given.where, given.key, found, f"a number from {low:g} to {high:g}")
    return float(found)


def local_zone(environ: Mapping[str, str] | None = None) -> str:
    """The name of this machine's zone: `TZ`, else where /etc/localtime leads, else UTC."""
    env = os.environ if environ is None else environ
    named = env.get("TZ", "").lstrip(":")
    if named and _exists(named):
        return named
    real = os.path.realpath("/etc/localtime")
    if "/zoneinfo/" in real:
        name = real.split("/zoneinfo/", 1)[1]
        if _exists(name):
            return name
    return "UTC"


def _exists(name: str) -> bool:
    try:
        instant.zone(name)
    except BadZone:
        return False
    return True


def colour(environ: Mapping[str, str] | None = None) -> bool | None:
    """False where `NO_COLOR` is set or the terminal is a dumb one, True where `FORCE_COLOR` is, None: decide by the
    terminal. `NO_COLOR` wins over `FORCE_COLOR`, and that over a dumb terminal."""
    env = os.environ if environ is None else environ
    if env.get("NO_COLOR"):
        return False
    if env.get("FORCE_COLOR"):
        return True
    return False if is_dumb(env) else None


def is_dumb(environ: Mapping[str, str] | None = None) -> bool:
    """True for a terminal that knows no control sequences: `TERM=dumb`."""
    return (os.environ if environ is None else environ).get("TERM") == "dumb"


def completing(environ: Mapping[str, str] | None = None) -> str:
    """What a shell asks while somebody types (`bash_complete`), empty otherwise: `sapwood completion` has the scripts
    that set it."""
    return (os.environ if environ is None else environ).get("_SAPWOOD_COMPLETE", "")


def editor(environ: Mapping[str, str] | None = None) -> list[str]:
    """The person's editor with its arguments: `VISUAL`, `EDITOR`, or vi."""
    env = os.environ if environ is None else environ
    return shlex.split(env.get("VISUAL") or env.get("EDITOR") or "vi")


def environment() -> Mapping[str, str]:
    """What surrounds this process, for a program that is started for the person who runs it."""
    return os.environ


def _account() -> str:
    try:
        import pwd  # noqa: PLC0415 - not on Windows
    except ImportError:
        return ""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return ""


def login_name(environ: Mapping[str, str] | None = None) -> str:
    """The login name of whoever runs this, for `init` without --owner; `me` where there is none that fits."""
    env = os.environ if environ is None else environ
    login = env.get("USER") or env.get("LOGNAME") or _account()
    name = "".join(char for char in login if char.isalnum() or char in "-_")
    return name or "me"

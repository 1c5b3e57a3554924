"""Settings: flag > environment `SAPWOOD_*` > `sapwood.toml` > default. The only file that reads the environment.

No key can weaken trust: what proves a thing is not configurable.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

from sapwood.core import instant
from sapwood.core.config import Config
from sapwood.core.limits import Limits
from sapwood.core.subject import parse_prefix
from sapwood.disk import places as resolving
from sapwood.disk import replace, safe
from sapwood.disk.home import Home
from sapwood.disk.places import Places
from sapwood.errors import BadSetting, BadSubject, BadZone, DiskFailed, NoHome

_TOP = frozenset("workspace owner time_zone actors substrate daily marks half_lives topics limits".split())
_MARKS = frozenset("initial_extracted initial_own step half_life_days min_strength decay".split())


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
    daily = _join(folder, _text(path, _table(path, fields, "daily", {"path", "archive"}), "path", "daily"))
    archive = _text(path, _table(path, fields, "daily", {"path", "archive"}), "archive", "")
    substrate = _table(path, fields, "substrate", {"paths"}).get("paths", ["long-term"] if not initialised else [])
    if not isinstance(substrate, list) or not all(isinstance(each, str) and each for each in substrate):
        raise BadSetting(path, "substrate.paths", substrate, "a list of folders and Markdown files")
    return Places(
        home=folder,
        workspace=workspace,
        initialised=initialised,
        state=os.path.join(_xdg("STATE", ".local/state", env), "sapwood", key),
        cache=os.path.join(_xdg("CACHE", ".cache", env), "sapwood", key),
        daily=daily,
        archive=_join(folder, archive) if archive else os.path.join(daily, "archive"),
        substrate=tuple(_join(folder, each) for each in substrate),
    )


_ID = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def _join(folder: str, given: str) -> str:
    return os.path.normpath(os.path.join(folder, os.path.expanduser(given)))


def _config(path: str, fields: Mapping[str, Any], env: Mapping[str, str]) -> Config:
    default = Config()
    zone, where = env.get("SAPWOOD_TIME_ZONE", ""), "SAPWOOD_TIME_ZONE"
    if not zone:
        zone, where = _text(path, fields, "time_zone", ""), path
    if not zone:
        zone, where = local_zone(env), "this machine"
    marks = {**_table(path, fields, "marks", _MARKS), **_from_environment(_MARKS, env)}
    numbers = {
        key: _number(path, f"marks.{key}", marks.get(key, getattr(default, key)), 0.0, 1.0)
        for key in ("initial_extracted", "initial_own", "step", "min_strength")
    }
    decay = marks.get("decay", default.decay)
    if decay not in ("none", "each"):
        raise BadSetting(path, "marks.decay", decay, '"none" or "each"')
    return Config(
        owner=_owner(path, env.get("SAPWOOD_OWNER") or _text(path, fields, "owner", default.owner)),
        time_zone=zone,
        zone_set_in=where,
        limits=_limits(
            path, {**_table(path, fields, "limits", set(Limits._fields)), **_from_environment(Limits._fields, env)}
        ),
        half_life_days=_days(path, "marks.half_life_days", marks.get("half_life_days", default.half_life_days)),
        half_lives=tuple(
            (_prefix(path, key), _days(path, f"half_lives.{key}", days))
            for key, days in _table(path, fields, "half_lives", None).items()
        ),
        decay=decay,
        topics=_topics(path, _table(path, fields, "topics", None)),
        actors=tuple(str(each) for each in _list(path, "actors", fields.get("actors", []))),
        **numbers,
    )


def _from_environment(keys: Iterable[str], env: Mapping[str, str]) -> dict[str, Any]:
    """Settings that stand in the environment as `SAPWOOD_<KEY>`, numbers as numbers."""
    found: dict[str, Any] = {}
    for key in keys:
        given = env.get(f"SAPWOOD_{key.upper()}")
        if given:
            try:
                found[key] = given if key == "decay" else float(given)
            except ValueError:
                raise BadSetting("environment", f"SAPWOOD_{key.upper()}", given, "a number") from None
    return found


def _owner(path: str, owner: str) -> str:
    name = _prefix(path, owner)
    if "." in name or not name:
        raise BadSetting(path, "owner", owner, "one name: the first segment of every subject")
    return name


def _prefix(path: str, text: str) -> str:
    try:
        return parse_prefix(text, Limits())
    except BadSubject as bad:
        raise BadSetting(path, text, bad.why, "a dot-path such as joshua.food") from None


def _topics(path: str, table: Mapping[str, Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(
        (_prefix(path, key), tuple(map(str, _list(path, f"topics.{key}", words)))) for key, words in table.items()
    )


def _limits(path: str, table: Mapping[str, Any]) -> Limits:
    default = Limits()
    given: dict[str, Any] = {}
    for key, value in table.items():
        number = _number(path, f"limits.{key}", value, 1, 1 << 40)
        given[key] = number if key == "lock_seconds" else int(number)
    return default._replace(**given)


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


def _number(path: str, key: str, found: Any, low: float, high: float) -> float:
    if isinstance(found, bool) or not isinstance(found, (int, float)) or not low <= found <= high:
        raise BadSetting(path, key, found, f"a number from {low:g} to {high:g}")
    return float(found)


def _days(path: str, key: str, found: Any) -> float:
    return _number(path, key, found, 0.001, 36_500.0)


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
    """False where `NO_COLOR` is set, True where `FORCE_COLOR` is, None: decide by the terminal."""
    env = os.environ if environ is None else environ
    if env.get("NO_COLOR"):
        return False
    return True if env.get("FORCE_COLOR") else None


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

"""The few settings of a table, as `config.toml` in the state folder; no file means the defaults.

An unknown key is an error: a misspelt setting must not be silently ignored. House rules are not
here, they belong to a game (`engine.houserules`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import msgspec

from audio.say import Language
from engine.complaints import shape_complaint, toml_complaint
from engine.text import Text
from firmware.errors import BadConfig
from firmware.reasons import NOT_UTF8, os_reason
from firmware.state_dir import CONFIG
from hardware.plainfile import read_plain

SIMULATED: Final = "simulated"
"""The wiring of a table in the browser."""


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What may be set."""

    language: Language = Language.ZH
    """The judge's language: "zh" or "en"."""

    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 8017
    """The port of the simulated table on 127.0.0.1."""

    wiring: Annotated[str, msgspec.Meta(min_length=1)] = SIMULATED
    """How the table is wired: the name of a profile, or a file beside this one ("table.toml")."""


def load_config(folder: Path) -> Config:
    """The configuration in the state folder `folder`.

    Raises:
        BadConfig: the file cannot be read, is not TOML, or has an unknown key or a wrong value.
    """
    file = folder / CONFIG
    try:
        data = read_plain(file)
    except FileNotFoundError:
        return Config()
    except OSError as error:
        why = os_reason(error)
        raise BadConfig(
            Text(f"无法读取配置 {file}：{why.zh}", f"cannot read the configuration {file}: {why.en}")
        ) from error
    try:
        found = msgspec.toml.decode(data.decode())
        wrong = [why for key, value in found.items() for why in _complaints(key, value)]
        if wrong:
            raise _bad(file, Text("；".join(why.zh for why in wrong), "; ".join(why.en for why in wrong)))
        return msgspec.convert(found, Config)
    except UnicodeDecodeError as error:
        raise _bad(file, NOT_UTF8) from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise _bad(file, toml_complaint(error)) from error


def _complaints(key: str, value: object) -> tuple[Text, ...]:
    """What is wrong with one setting; each is looked at by itself, so that all are told of at once."""
    try:
        msgspec.convert({key: value}, Config)
    except msgspec.ValidationError as error:
        return (shape_complaint(error),)
    return ()


def _bad(file: Path, why: Text) -> BadConfig:
    return BadConfig(Text(f"配置有误 {file}：{why.zh}", f"bad configuration {file}: {why.en}"))

"""Where the judge keeps what must outlive it: journal and configuration.

`--state DIR` wins, then `$STATE_DIRECTORY` (set by systemd for a service; the first of several),
then the user's data folder.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from engine.text import Text
from firmware.errors import BadStateDir
from firmware.reasons import os_reason

JOURNAL: Final = "journal.db"
"""The journal's file name inside the state folder."""

CONFIG: Final = "config.toml"
"""The configuration's file name inside the state folder."""

NO_HOME: Final = Text(
    "不知道状态放在哪里：这个用户没有家目录；请写 --state DIR",
    "nothing says where the state is to be: this user has no home; name a folder with --state DIR",
)


def choose_state_dir(option: Path | None, environ: Mapping[str, str] = os.environ) -> Path:
    """Where the state belongs; nothing is made or checked. `option` is the value of `--state`.

    Raises:
        BadStateDir: nothing says where: this user has no home.
    """
    if option is not None:
        # As `os.path` does it: a user who does not exist stays as he is written.
        return Path(os.path.expanduser(option)).absolute()  # noqa: PTH111 - Path.expanduser raises for such a one
    if from_service := environ.get("STATE_DIRECTORY", "").split(":")[0]:
        return Path(from_service).absolute()
    try:
        return user_data_path("faguan", appauthor=False)
    except RuntimeError as error:
        raise BadStateDir(NO_HOME) from error


def open_state_dir(option: Path | None, environ: Mapping[str, str] = os.environ) -> Path:
    """The state folder, made when it is missing, and known to be writable.

    Raises:
        BadStateDir: it is something else than a folder, or cannot be made or written.
    """
    folder = choose_state_dir(option, environ)
    try:
        if folder.exists() and not folder.is_dir():
            raise BadStateDir(Text(f"状态目录不是一个文件夹：{folder}", f"the state folder is not a folder: {folder}"))
        folder.mkdir(parents=True, exist_ok=True)
        # Only a write tells: rights, a read-only or a full file system all look alike before it.
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"faguan")
            probe.flush()
    except OSError as error:
        why = os_reason(error)
        raise BadStateDir(
            Text(f"状态目录无法写入：{folder}（{why.zh}）", f"the state folder cannot be written: {folder} ({why.en})")
        ) from error
    return folder


def put_down(file: Path, data: bytes) -> None:
    """Write `data` beside `file`, bring it to the card, and put it in the place of `file`.

    Whenever the power goes, there is the old one or the new one.

    Raises:
        OSError: it cannot be written; `file` is as it was.
    """
    new = file.with_suffix(".new")
    with new.open("wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    new.replace(file)
    bring_to_card(file.parent)


def bring_to_card(folder: Path) -> None:
    """What names there are in `folder` outlives a power cut from now on.

    Raises:
        OSError: the card does not take it.
    """
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)

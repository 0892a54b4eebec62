"""Where the judge keeps what must outlive it: journal and configuration.

`--state DIR` wins, then `$STATE_DIRECTORY` (set by systemd for a service; the first of several),
then the user's data folder.
"""

from __future__ import annotations

import os
import pwd
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from engine.text import Text
from firmware.errors import BadStateDir
from firmware.reasons import os_reason
from hardware.origin import Origin, faguan

JOURNAL: Final = "journal.db"
"""The journal's file name inside the state folder."""

CONFIG: Final = "config.toml"
"""The configuration's file name inside the state folder."""

SERVICE_USER: Final = "faguan"
"""Whom `scripts/install` lets the service run as."""

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


def read_state_dir(option: Path | None, environ: Mapping[str, str] = os.environ) -> Path:
    """The state folder for whoever only reads in it; one that is not there is no fault.

    Raises:
        BadStateDir: nothing says where it is, or it cannot be looked into.
    """
    folder = choose_state_dir(option, environ)
    try:
        os.lstat(folder / JOURNAL)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        raise _bad(Text("无法读取", "cannot be read"), folder, error) from error
    return folder


def leads_nowhere(folder: Path) -> Text | None:
    """Which link on the way to `folder` points to nothing, so that nothing can be made there; None without one.

    Raises:
        OSError: nobody can tell.
    """
    for place in (folder, *folder.parents):
        if place.is_symlink() and not place.exists():
            target = os.fsdecode(place.readlink())
            return Text(f"{place} 指向 {target}，那里什么也没有", f"{place} is a link to {target}, where nothing is")
    return None


def whose(folder: Path) -> Text:
    """Whose `folder` is, or the nearest above it that can be seen, and what to do for somebody who may not use it."""
    place = next(place for place in (folder, *folder.parents) if _owner(place) is not None)
    owner = _owner(place)
    if owner == os.geteuid():
        return Text(f"它是你自己的：chmod u+rwx {place}", f"it is your own: chmod u+rwx {place}")
    name = _called(owner or 0)
    sudo = "sudo" if owner == 0 else f"sudo -u {name}"
    command = faguan(here=Origin.SERVICE) if name == SERVICE_USER else sudo
    return Text(
        f"{place} 归 {name}：用 {command} … 运行，或用 --state 写另一个",
        f"{place} belongs to {name}: run it with {command} …, or name another one with --state",
    )


def whose_file(file: Path) -> Text:
    """Whose `file` in the state folder is, and what to do for somebody who may not use it."""
    owner = _owner(file)
    if owner is None or owner == _owner(file.parent) != os.geteuid():
        return whose(file.parent)
    if owner == os.geteuid():
        return Text(f"它是你自己的：chmod u+rw {file}", f"it is your own: chmod u+rw {file}")
    name, command = _called(owner), f"sudo chown --reference={file.parent} {file}"
    return Text(f"它归 {name}，还给目录的主人：{command}", f"it belongs to {name}, give it back: {command}")


def _owner(place: Path) -> int | None:
    """The number of the user whose `place` is; None where nobody can tell."""
    try:
        return place.stat().st_uid
    except OSError:
        return None


def _called(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"#{user}"


def _bad(what: Text, folder: Path, error: OSError) -> BadStateDir:
    """That the state folder is as `what` says, why, and whose it is where rights are missing."""
    why = os_reason(error)
    if isinstance(error, PermissionError):
        todo = whose(folder)
        why = Text(f"{why.zh}；{todo.zh}", f"{why.en}; {todo.en}")
    return BadStateDir(
        Text(f"状态目录{what.zh}：{folder}（{why.zh}）", f"the state folder {what.en}: {folder} ({why.en})")
    )


def open_state_dir(option: Path | None, environ: Mapping[str, str] = os.environ) -> Path:
    """The state folder, made when it is missing, and known to be writable.

    Raises:
        BadStateDir: it is something else than a folder, or cannot be made or written.
    """
    folder = choose_state_dir(option, environ)
    try:
        if folder.exists() and not folder.is_dir():
            raise BadStateDir(Text(f"状态目录不是一个文件夹：{folder}", f"the state folder is not a folder: {folder}"))
        if (nowhere := leads_nowhere(folder)) is not None:
            raise BadStateDir(Text(f"状态目录：{nowhere.zh}", f"the state folder: {nowhere.en}"))
        folder.mkdir(parents=True, exist_ok=True)
        # Only a write tells: rights, a read-only or a full file system all look alike before it.
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"faguan")
            probe.flush()
    except OSError as error:
        raise _bad(Text("无法写入", "cannot be written"), folder, error) from error
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

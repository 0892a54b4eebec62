"""The journal's file: held by one process, checked before use, moved aside when damaged, migrated when old.

WAL with synchronous=FULL: a commit has reached the card when it returns. Automatic checkpoints are
off, because one in the middle of a game would delay a decision; `firmware.journal` makes them
before and after a game.

Damaged means that the file itself is at fault: no database, torn, another program's tables, a
newer version's. It is renamed to `journal.db.damaged-N` together with its WAL, so that SQLite can
still open it there, and a fresh journal is begun. Anything else that keeps it from opening (rights,
a full card, another program) would hit the fresh one too; it is reported and nothing is touched.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.text import Text
from firmware.errors import AlreadyRunning, BadJournal
from firmware.reasons import os_reason
from firmware.state_dir import bring_to_card, whose_file

APPLICATION_ID: Final = 0x66616775
"""Marks a SQLite file as ours ("fagu")."""

MIGRATIONS: Final = (
    """
    CREATE TABLE games (
        game INTEGER PRIMARY KEY,
        started_ms INTEGER NOT NULL,
        setup BLOB NOT NULL,
        rules INTEGER NOT NULL,
        result TEXT,
        ended_ms INTEGER
    ) STRICT;
    CREATE TABLE rows (
        game INTEGER NOT NULL REFERENCES games (game),
        n INTEGER NOT NULL,
        command BLOB,
        events BLOB NOT NULL,
        digest BLOB NOT NULL CHECK (length(digest) = 8),
        at_ms INTEGER NOT NULL,
        PRIMARY KEY (game, n)
    ) STRICT;
    CREATE TABLE floors (
        game INTEGER PRIMARY KEY REFERENCES games (game),
        n INTEGER NOT NULL,
        left_ms INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE set_aside (
        cut INTEGER NOT NULL,
        game INTEGER NOT NULL REFERENCES games (game),
        n INTEGER NOT NULL,
        command BLOB,
        events BLOB NOT NULL,
        digest BLOB NOT NULL,
        at_ms INTEGER NOT NULL,
        PRIMARY KEY (game, cut, n)
    ) STRICT;
    """,
)
"""How to get from version i to i + 1 (`user_version`). An entry that was released never changes."""

ROOM_BYTES: Final = 64 * 1024
"""With less on the card no journal can be opened: its shared memory alone takes half of it."""

_DAMAGE_CODES: Final = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FORMAT)
_RIGHTS_CODES: Final = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
_TORN_CODES: Final = (sqlite3.SQLITE_IOERR_SHORT_READ,)
_REASONS: Final[Mapping[int, str]] = MappingProxyType(
    {
        sqlite3.SQLITE_NOTADB: "不是数据库",
        sqlite3.SQLITE_CORRUPT: "数据库已损坏",
        sqlite3.SQLITE_FORMAT: "数据库格式不对",
        sqlite3.SQLITE_BUSY: "数据库被占用",
        sqlite3.SQLITE_LOCKED: "数据库被占用",
        sqlite3.SQLITE_READONLY: "数据库只读",
        sqlite3.SQLITE_CANTOPEN: "打不开文件",
        sqlite3.SQLITE_FULL: "空间不足",
        sqlite3.SQLITE_IOERR: "读写出错",
        sqlite3.SQLITE_PERM: "没有权限",
    }
)
"""What SQLite's primary codes say, in Chinese; in English its own messages do."""


class OpenedFile(NamedTuple):
    """A journal ready for use: its connection, and what was moved aside to get there, if anything."""

    connection: sqlite3.Connection
    notice: Text | None


class _Damaged(Exception):
    """Raised when the file cannot be used as it is; the message says why, in both languages."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(en)
        self.text = Text(zh, en)


class Lock:
    """The right of one process to a state folder; the kernel gives it back when the process dies, however."""

    def __init__(self, path: Path) -> None:
        """Take the lock kept in the file `path`.

        Raises:
            AlreadyRunning: another process has it.
            BadJournal: the file cannot be made.
        """
        try:
            self._file = path.open("a+", encoding="ascii")
        except OSError as error:
            why = os_reason(error)
            raise BadJournal(
                Text(f"无法建立锁文件 {path}：{why.zh}", f"cannot make the lock file {path}: {why.en}")
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._file.seek(0)
            holder = self._file.read().strip() or "?"
            self._file.close()
            raise AlreadyRunning(
                Text(
                    f"另一个法官正在使用这个状态目录（进程 {holder}）：{path.parent}",
                    f"another judge is using this state folder (process {holder}): {path.parent}",
                )
            ) from error
        self._file.truncate(0)
        self._file.write(f"{os.getpid()}\n")
        self._file.flush()

    def release(self) -> None:
        """Give the lock back. The file stays: removing it would let two processes lock two files of one name."""
        self._file.close()


def sqlite_reason(error: sqlite3.Error) -> Text:
    """Why `error` happened, in both languages."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return Text(_REASONS.get(code & 0xFF, f"数据库错误 {code}"), str(error))


def open_database(path: Path, migrations: tuple[str, ...] = MIGRATIONS) -> OpenedFile:
    """Open the journal at `path`, made new where there is none. The caller holds the `Lock`.

    Raises:
        BadJournal: it cannot be opened or written, and not because it is damaged.
    """
    notice = None
    try:
        try:
            connection = _open(path, migrations)
        except _Damaged as damaged:
            aside = _move_aside(path)
            notice = Text(
                f"日志已损坏（{damaged.text.zh}），已移到 {aside.name}，没有删除；从新日志开始。",
                f"the journal was damaged ({damaged.text.en}); it was moved to {aside.name}, not deleted; "
                "a fresh one is begun.",
            )
            connection = _open(path, migrations)
    except (sqlite3.Error, OSError) as error:
        why = _why(error)
        if _is_full(path.parent):
            # SQLite calls it an I/O error when there is no room for its shared memory.
            why = Text("存储卡满了，请删掉一些文件", "the card is full, delete something")
        raise BadJournal(Text(f"无法打开日志 {path}：{why.zh}", f"cannot open the journal {path}: {why.en}")) from error
    return OpenedFile(connection, notice)


def _why(error: sqlite3.Error | OSError | _Damaged) -> Text:
    """Why a journal cannot be opened."""
    if isinstance(error, _Damaged):
        return error.text
    return os_reason(error) if isinstance(error, OSError) else sqlite_reason(error)


def _is_forbidden(error: Exception, folder: Path) -> bool:
    """Whether it is rights that are missing. Even to read SQLite writes: its shared memory, beside the journal."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
    return isinstance(error, PermissionError) or (code in _RIGHTS_CODES and not os.access(folder, os.W_OK))


def _is_full(folder: Path) -> bool:
    """Whether the file system of `folder` has not even room for what SQLite needs to open a journal."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return False
    return disk.f_blocks > 0 and disk.f_bavail * disk.f_frsize < ROOM_BYTES


def read_database(path: Path, migrations: tuple[str, ...] = MIGRATIONS) -> sqlite3.Connection:
    """Open the journal at `path` for reading only, also while a judge is writing it. Nothing is moved or migrated.

    Raises:
        BadJournal: there is none, it is damaged, or it is of another version.
    """
    connection = None
    try:
        if not path.is_file():
            raise BadJournal(Text(f"没有日志：{path}", f"there is no journal: {path}"))
        if not os.access(path, os.R_OK):
            # SQLite says only that it cannot be opened. Asked for, not tried: closing it would drop a judge's locks.
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        connection = _connect(f"{path.absolute().as_uri()}?mode=ro")
        _check_whole(connection, migrations)
        _check_newest(connection, migrations)
    except (sqlite3.Error, OSError, _Damaged) as error:
        if connection is not None:
            connection.close()
        why = _why(error)
        if _is_forbidden(error, path.parent):
            todo = whose_file(path)
            why = Text(f"{why.zh}；{todo.zh}", f"{why.en}; {todo.en}")
        raise BadJournal(Text(f"无法读取日志 {path}：{why.zh}", f"cannot read the journal {path}: {why.en}")) from error
    return connection


def memory_database(migrations: tuple[str, ...] = MIGRATIONS) -> sqlite3.Connection:
    """An empty journal in memory."""
    connection = _connect(":memory:")
    _migrate(connection, migrations)
    return connection


def _open(path: Path, migrations: tuple[str, ...]) -> sqlite3.Connection:
    """Check, then open; raises `_Damaged` when the file is at fault."""
    wal = path.with_name(path.name + "-wal")
    if path.exists() and not path.is_file():
        raise _Damaged("不是文件", "not a file")
    size = path.stat().st_size if path.exists() else 0
    if size == 0 and wal.exists() and wal.stat().st_size > 0:
        # SQLite would delete this WAL, and the games in it, without a word.
        raise _Damaged("数据库丢失，只剩写前日志", "the database is gone, only its write-ahead log is left")
    connection = _connect(f"{path.absolute().as_uri()}?mode=rwc")
    try:
        _check_whole(connection, migrations)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        _migrate(connection, migrations)
        connection.execute("PRAGMA foreign_keys = ON")
        # Find out now, not at the first decision, that the file cannot be written.
        connection.executescript("BEGIN IMMEDIATE; ROLLBACK;")
    except sqlite3.DatabaseError as error:
        connection.close()
        if _is_damage(error):
            why = sqlite_reason(error)
            raise _Damaged(why.zh, why.en) from error
        raise
    except BaseException:
        connection.close()
        raise
    return connection


def _connect(uri: str) -> sqlite3.Connection:
    """A connection on which nothing is committed behind our back; its users take turns by a lock of their own."""
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=1)
    # A damaged file may hold bytes that are no text: they are to be found wrong, not to stop the program.
    connection.text_factory = _text
    return connection


def _text(data: bytes) -> str:
    """The text in a cell, whatever has become of it."""
    return data.decode("utf-8", "replace")


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether SQLite blames the file's contents (the low byte is the primary code)."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF in _DAMAGE_CODES or code in _TORN_CODES


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    """The value of an integer pragma."""
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    assert isinstance(value, int)
    return value


def _check_whole(connection: sqlite3.Connection, migrations: tuple[str, ...]) -> None:
    """`_check`, where a file too damaged to be read at all is damaged as well.

    SQLite quotes what it cannot read in its messages, which need not be text either; and reading tables
    that are not what they say is an ordinary error to it.
    """
    try:
        _check(connection, migrations)
    except UnicodeDecodeError as error:
        raise _Damaged("内容不是文本", "its contents are no text") from error
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF != sqlite3.SQLITE_ERROR:
            raise
        raise _Damaged("表结构无法读取", "its tables cannot be read") from error


def _check(connection: sqlite3.Connection, migrations: tuple[str, ...]) -> None:
    """Raise `_Damaged` unless the file is empty, or whole, ours and not newer than this program."""
    findings = [row[0] for row in connection.execute("PRAGMA integrity_check(1)")]
    if findings != ["ok"]:
        raise _Damaged("完整性检查未通过", f"integrity check: {' '.join(findings[0].split())}")
    version = _pragma(connection, "user_version")
    if version > len(migrations):
        raise _Damaged(f"来自更新的版本 {version}", f"written by a newer version, {version}")
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if version == 0 and tables == 0:
        return
    if _pragma(connection, "application_id") != APPLICATION_ID:
        raise _Damaged("不是法官的日志", "not a journal of the judge")
    as_made = memory_database(migrations[:version])
    try:
        if _schema(connection) != _schema(as_made):
            raise _Damaged("表结构不符", "wrong tables")
    finally:
        as_made.close()


def _check_newest(connection: sqlite3.Connection, migrations: tuple[str, ...]) -> None:
    """Raise `_Damaged` for a journal that would have to be migrated first."""
    version = _pragma(connection, "user_version")
    if version != len(migrations):
        raise _Damaged(f"来自更旧的版本 {version}", f"written by an older version, {version}")


def _schema(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Every table with its columns, in order."""
    return connection.execute(
        'SELECT m.name, c.name, c.type, c."notnull", c.pk FROM sqlite_master AS m, pragma_table_info(m.name) AS c '
        "WHERE m.type = 'table' ORDER BY m.name, c.cid"
    ).fetchall()


def _migrate(connection: sqlite3.Connection, migrations: tuple[str, ...]) -> None:
    """Bring an older (or empty) journal to the newest version, whole or not at all."""
    version = _pragma(connection, "user_version")
    if version == len(migrations):
        return
    try:
        connection.executescript(
            "BEGIN IMMEDIATE;"
            + "".join(migrations[version:])
            + f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {len(migrations)}; COMMIT;"
        )
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _move_aside(path: Path) -> Path:
    """Rename the journal and its companions to the first free `NAME.damaged-N`; returns that path."""
    n = 1
    while any(path.parent.glob(f"{path.name}.damaged-{n}*")):
        n += 1
    aside = path.with_name(f"{path.name}.damaged-{n}")
    # The main file first: a power cut in between then leaves a WAL alone, which is found and moved too. The other
    # way round a main file would be left that looks whole and lacks what its WAL held.
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(path.with_name(aside.name + suffix))
    bring_to_card(path.parent)
    return aside

"""The command line: `faguan` starts the judge, everything else is a tool beside it.

Heavy parts are imported where they are used: the judge is to be ready within a second.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer

from audio.say import Language
from engine.text import Text
from firmware.errors import StartError
from firmware.reasons import one_line
from firmware.usage import REFUSED, Misused, refused, tell

if TYPE_CHECKING:
    from engine.setup import Board

app = typer.Typer(
    name="faguan",
    help="法官：狼人杀桌上的裁判机器。The judge of a 狼人杀 (Werewolf) table as a machine.",
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)

MAX_GAME: Final = 10**9
"""No journal holds more games, and SQLite's numbers end somewhere."""

TENTHS: Final = 10
"""After each tenth of its games a soak looks at the memory."""


NO_LAMPS: Final = Text(
    "接线是模拟桌，什么也没做；真桌请写 --wiring",
    "the wiring is the simulated one: nothing was done; name a real table's with --wiring",
)

StateOption = Annotated[
    Path | None,
    # Whether it can be read is told by whoever reads it, in both languages and with what to do.
    typer.Option(
        "--state", metavar="DIR", readable=False, help="状态目录：记录与设置 / folder of journal and settings"
    ),
]
LanguageOption = Annotated[Language | None, typer.Option("--language", help="语言 / language: zh, en")]
WiringOption = Annotated[
    str | None,
    typer.Option("--wiring", metavar="NAME|FILE", help="怎么接线；默认：模拟桌 / default: simulated"),
]


def fail(error: StartError) -> NoReturn:
    """One clear line in both languages, exit 1, or 2 where it should have been typed otherwise."""
    raise typer.Exit(refused(error))


def _version(asked: bool) -> None:
    """Which version this is, and nothing else."""
    if asked:
        from firmware.version import versions

        typer.echo(versions())
        raise typer.Exit


@app.callback(invoke_without_command=True)
def run(
    context: typer.Context,
    *,
    demo: Annotated[bool, typer.Option("--demo", help="全部由机器人玩 / bots in every seat, game after game")] = False,
    speed: Annotated[float, typer.Option("--speed", min=0.1, max=100, help="时间倍速 / how fast time runs")] = 1.0,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="端口 / port on 127.0.0.1; 0: any")
    ] = None,
    board: Annotated[
        str | None, typer.Option("--board", metavar="ID|FILE", help="预选的板子 / board to begin with")
    ] = None,
    seats: Annotated[str | None, typer.Option("--seats", metavar="1,2,5-9", help="预选的座位 / seats in use")] = None,
    state: StateOption = None,
    language: LanguageOption = None,
    wiring: WiringOption = None,
    sound: Annotated[bool, typer.Option("--sound", help="找喇叭，本来就找 / look for a loudspeaker, as it is")] = False,
    silent: Annotated[bool, typer.Option("--no-sound", help="不用喇叭 / leave the loudspeaker alone")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="版本 / what this is")
    ] = False,
) -> None:
    """启动法官（不带子命令时）；没有接线就是模拟桌。Start the judge; without a wiring at the simulated table."""
    del version
    if context.invoked_subcommand is not None:
        given = {
            "--demo": demo, "--speed": speed != 1.0, "--port": port is not None, "--board": board is not None,
            "--seats": seats is not None, "--state": state is not None, "--language": language is not None,
            "--wiring": wiring is not None, "--sound": sound, "--no-sound": silent,
        }  # fmt: skip
        _only_behind(context.invoked_subcommand, [name for name, typed in given.items() if typed])
        return
    from firmware.start import Options, serve

    options = Options(
        demo=demo, speed=speed, port=port, board=board, seats=seats, state=state, language=language, wiring=wiring,
        sound=not silent,
    )  # fmt: skip
    try:
        if sound and silent:
            raise Misused(Text("--sound 和 --no-sound 只能写一个", "--sound and --no-sound exclude each other"))
        serve(options)
    except StartError as error:
        fail(error)


def _only_behind(command: str, names: list[str]) -> None:
    """Options before a command are those of the judge, which is not started then."""
    if names:
        told = ", ".join(names)
        fail(
            Misused(
                Text(
                    f"{told} 写在命令 {command} 前面不起作用；命令的选项要写在它后面",
                    f"{told} before the command {command} would do nothing; its options stand behind it",
                )
            )
        )


@app.command("lamps-off", hidden=True)
def lamps_off(state: StateOption = None, wiring: WiringOption = None) -> None:
    """把灯都灭掉：法官倒下以后由 systemd 运行。All lamps off; systemd runs it after a judge that fell."""
    from firmware.config import load_config
    from firmware.realtable import lamps_off as darken
    from firmware.start import Options, wiring_of
    from firmware.state_dir import choose_state_dir

    folder = choose_state_dir(state)
    try:
        wired = wiring_of(Options(wiring=wiring), load_config(folder), folder)
        if wired is None:
            typer.echo(one_line(NO_LAMPS), err=True)
        else:
            darken(wired)
    except StartError as error:
        fail(error)


@app.command()
def boards(
    board: Annotated[str, typer.Argument(metavar="[ID|FILE]", help="板子 / one board, or a file to be checked")] = "",
    state: StateOption = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON / print JSON")] = False,
) -> None:
    """列出板子，检查自己的；或说明一个板子。List the boards and check own ones; or tell one's rules and nights."""
    from firmware.boards import all_boards, find_board
    from firmware.sheet import sheet_of, to_json
    from firmware.state_dir import read_state_dir
    from firmware.tables import board_sheet, board_table

    shelf = all_boards(read_state_dir(state))
    for _, wrong in shelf.wrong:
        tell(wrong)
    try:
        chosen = (find_board(board, shelf.boards),) if board else shelf.boards
    except StartError as error:
        fail(error)
    if as_json:
        typer.echo(to_json(tuple(sheet_of(one) for one in chosen)))
    elif board:
        board_sheet(chosen[0], sheet_of(chosen[0]))
    else:
        board_table(chosen)
    if shelf.wrong and not board:
        raise typer.Exit(REFUSED)


@app.command()
def simulate(
    board: Annotated[str, typer.Option("--board", metavar="ID|FILE", help="板子 / board")] = "B09",
    games: Annotated[int, typer.Option("--games", min=1, help="局数 / how many games")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="第一局的种子 / seed of the first game")] = 1,
    *,
    soak: Annotated[
        bool, typer.Option("--soak", help="同一个法官一直玩，看内存（至少 10 局）/ one judge for all games: its memory")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON / print JSON")] = False,
) -> None:
    """用机器人和假时钟玩整局。Play whole games with bots on a fake clock, through the complete table layer."""
    from firmware.boards import find_board, preset_boards
    from firmware.sim.simulate import run as run_games
    from firmware.sim.simulate import to_json, to_text
    from firmware.tables import progress_of

    try:
        chosen = find_board(board, preset_boards())
        if soak and games < TENTHS:
            raise Misused(Text(f"--soak 至少 {TENTHS} 局（--games）", f"--soak needs at least {TENTHS} --games"))
    except StartError as error:
        fail(error)
    if soak:
        _soak(chosen, games, seed, as_json=as_json)
    with progress_of(games) as on_game:
        report = run_games(chosen, games, seed, on_game=on_game)
    typer.echo(to_json(report) if as_json else to_text(report, board))
    raise typer.Exit(1 if report.violations else 0)


def _soak(board: Board, games: int, seed: int, *, as_json: bool) -> NoReturn:
    """Many games at one judge; exit 1 when its memory grows."""
    import msgspec

    from firmware.sim import soak
    from firmware.tables import progress_of

    with progress_of(games) as on_game:
        soaked = soak.soak(board, games, seed, on_game)
    typer.echo(msgspec.json.encode(soaked).decode() if as_json else soak.to_text(soaked))
    raise typer.Exit(0 if soaked.flat else 1)


@app.command()
def replay(
    game: Annotated[
        int,
        typer.Argument(
            min=0, max=MAX_GAME, metavar="GAME", help="第几局；0：最近结束的 / its number; 0: the newest finished"
        ),
    ],
    state: StateOption = None,
    language: LanguageOption = None,
) -> None:
    """把一局已经结束的游戏写成文字。A finished game as a readable transcript."""
    from firmware.review.command import print_transcript
    from firmware.state_dir import read_state_dir

    try:
        print_transcript(read_state_dir(state), game, language)
    except StartError as error:
        fail(error)


@app.command()
def review(
    game: Annotated[
        int | None,
        typer.Argument(min=0, max=MAX_GAME, metavar="[GAME]", help="第几局；0：最近打完的 / number; 0: newest"),
    ] = None,
    *,
    listed: Annotated[bool, typer.Option("--list", help="列出过去的游戏 / list the past games")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON / print JSON")] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", readable=False, help="写成一个文件：.html 或 .json / write a file"),
    ] = None,
    state: StateOption = None,
    language: LanguageOption = None,
) -> None:
    """复盘一局已经结束的游戏。Review a finished game: cards, nights, deaths, ballots, times."""
    from firmware.review.command import print_games, print_review
    from firmware.state_dir import read_state_dir

    folder = read_state_dir(state)
    try:
        if listed and game is not None:
            raise Misused(Text("--list 列出所有的局，请不要再写局号", "--list shows every game; name none with it"))
        if listed:
            print_games(folder, language, as_json=as_json, out=out)
        else:
            print_review(folder, game or 0, language, as_json=as_json, out=out)
    except StartError as error:
        fail(error)


@app.command()
def stats(
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", readable=False, help="写成网页 / write an HTML file")
    ] = None,
    state: StateOption = None,
    language: LanguageOption = None,
) -> None:
    """统计胜率和时长。Win rates and lengths of the finished games, board by board."""
    from firmware.review.command import print_stats
    from firmware.state_dir import read_state_dir

    try:
        print_stats(read_state_dir(state), language, html)
    except StartError as error:
        fail(error)


@app.command()
def glossary(
    term: Annotated[
        str, typer.Argument(metavar="[TERM]", help="术语、号码、拼音或其中一部分 / term, number, pinyin or a part")
    ] = "",
    *,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON / print JSON")] = False,
    sheet: Annotated[
        Path | None,
        typer.Option(
            "--sheet", metavar="FILE", readable=False, help="写成可打印的 A4 网页 / write HTML to print on A4"
        ),
    ] = None,
    language: LanguageOption = None,
) -> None:
    """狼人杀术语。What players say at the table, and what it means."""
    from firmware.glossary.command import print_glossary

    try:
        print_glossary(term, language, as_json=as_json, to_file=sheet)
    except StartError as error:
        fail(error)


@app.command()
def wiring(
    source: Annotated[
        str,
        typer.Argument(metavar="[NAME|FILE]", help="接法名，或自己的 .toml / a wiring's name, or a file of your own"),
    ] = "expander",
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="DIR", readable=False, help="把接线图写到这里 / write the diagrams there"),
    ] = None,
) -> None:
    """检查接法，列出每一根线，画接线图。Check how a table is wired, list every wire, draw the diagrams."""
    from firmware.wiringsheet.command import BadTable, print_wiring, read_table, write_pictures

    try:
        table = read_table(source)
        print_wiring(table)
        if svg is not None:
            drawn = write_pictures(table, svg)
            for file in drawn.written:
                typer.echo(file)
            for file in drawn.gone:
                typer.echo(f"删掉了别的接法的图 / removed, it was of another wiring: {file}")
    except BadTable as error:
        for fault in (error, *error.others):
            tell(fault)
        raise typer.Exit(REFUSED) from error
    except StartError as error:
        fail(error)


@app.command(
    epilog="退出码 / exit codes: 0 没有问题 / nothing is wrong; 几样都有时取最小的 / of several the lowest:\n\n"
    "10 主板和内核 / board and kernel · 11 权限 / rights · 12 接线和针脚库 / wiring and pin libraries ·"
    " 13 I2C 总线和扩展板 / I2C bus and expanders · 14 小屏 / display · 15 按钮和灯 / buttons and lamps ·"
    " 16 喇叭 / loudspeaker · 17 时钟 / clock · 18 语音包 / voice packs ·"
    " 19 记录、设置、存储卡 / journal, settings, card"
)
def doctor(
    wiring: WiringOption = None,
    state: StateOption = None,
    language: LanguageOption = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON / print JSON")] = False,
    lamps: Annotated[bool, typer.Option("--lamps", help="灯一盏一盏亮，Ctrl-C 结束 / light lamps in turn")] = False,
    buttons: Annotated[bool, typer.Option("--buttons", help="按了哪个座位，Ctrl-C 结束 / tell presses")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="不亮灯、不放图、不出声 / no lamp, picture or tone")] = False,
) -> None:
    """检查这台机器和这张桌子。Look at machine, wires, sound, clock, packs and journal; one page, and what to do."""
    from firmware.doctor.command import examine, try_by_hand
    from firmware.state_dir import choose_state_dir

    folder = choose_state_dir(state)
    try:
        if as_json and (lamps or buttons):
            raise Misused(Text("--json 不能和 --lamps、--buttons 同写", "--json excludes --lamps and --buttons"))
        if quiet and (lamps or buttons):
            raise Misused(Text("--quiet 不能和 --lamps、--buttons 同写", "--quiet excludes --lamps and --buttons"))
        if lamps or buttons:
            try_by_hand(folder, wiring, language, lamps=lamps, buttons=buttons)
            return
        code = examine(folder, wiring, language, as_json=as_json, quiet=quiet)
    except StartError as error:
        fail(error)
    raise typer.Exit(code)

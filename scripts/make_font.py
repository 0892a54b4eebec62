#!/usr/bin/env python3
"""用 GNU Unifont 做小屏的 16 点阵字库。 Make the 16 px font of the display from GNU Unifont.

    scripts/make_font.py [FILE]     默认 / by default: /usr/share/unifont/unifont.hex

来源是 Debian 包 unifont 里的文件，结果写进 hardware/fonts/unifont16.hex.gz。
It is written into hardware/fonts/unifont16.hex.gz; the source comes with the Debian package unifont.

Kept are ASCII, the hanzi of GB 2312 (levels one and two, 6763 of them), the punctuation and signs in
`SIGNS`, and the vowels of pinyin with their tones: every text that is written in simplified Chinese or
English can be drawn, so a new role or board never needs a new font. The output is in Unifont's own
`.hex` form (code point, colon, bitmap row by row), gzipped with no time stamp, so that the same source
always gives the same bytes.
"""

import gzip
import sys
from pathlib import Path

SOURCE = Path("/usr/share/unifont/unifont.hex")
TARGET = Path(__file__).parent.parent / "hardware" / "fonts" / "unifont16.hex.gz"
SIGNS = "…“”‘’·—–×→←↑↓●○■□▲▼◀▶½，。、：？！（）《》「」【】；／％＋－～"
PINYIN = "āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜü"
GB2312_ROWS = range(0xB0, 0xF8)
GB2312_CELLS = range(0xA1, 0xFF)


def hanzi() -> set[int]:
    """The code points of all hanzi of GB 2312; the few empty cells are left out."""
    cells = (bytes((row, cell)).decode("gb2312", "ignore") for row in GB2312_ROWS for cell in GB2312_CELLS)
    return {ord(character) for character in cells if character}


def wanted() -> set[int]:
    """All code points of our font."""
    return hanzi() | set(range(0x20, 0x7F)) | {ord(sign) for sign in SIGNS + PINYIN}


def subset(lines: list[str]) -> str:
    """The lines of a `.hex` font that we want, ascending.

    Raises:
        SystemExit: the source lacks a character.
    """
    glyphs = {int(code, 16): bitmap for code, bitmap in (line.split(":") for line in lines)}
    missing = sorted(wanted() - glyphs.keys())
    if missing:
        signs = "".join(map(chr, missing))
        raise SystemExit(f"来源里没有这些字：{signs} / the source font lacks {signs}")
    return "".join(f"{code:04X}:{glyphs[code]}\n" for code in sorted(wanted()))


def main() -> None:
    """Read the source named on the command line, write the font; or tell how it is used."""
    if sys.argv[1:2] in (["-h"], ["--help"]):
        sys.stdout.write(__doc__ or "")
        return
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE
    if not source.is_file():
        raise SystemExit(
            f"没有 {source}：装 Debian 包 unifont，或写出文件名"
            f" / {source} is not there: install the Debian package unifont, or name the file"
        )
    text = subset(source.read_text("ascii").splitlines())
    TARGET.write_bytes(gzip.compress(text.encode("ascii"), 9, mtime=0))
    sys.stdout.write(f"{TARGET}: {TARGET.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()

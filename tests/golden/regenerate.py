"""Write all golden transcripts anew (`scripts/golden`). Read the difference before you commit it: a rule changed."""

from __future__ import annotations

import sys

from tests.golden.playthroughs import PLAYTHROUGHS, transcript_of


def main() -> None:
    """Play every game and name the files that have changed."""
    for game in PLAYTHROUGHS:
        text = transcript_of(game)
        before = game.file.read_text(encoding="utf-8") if game.file.exists() else ""
        game.file.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{game.file.name}: {'unchanged' if text == before else 'changed'}\n")


if __name__ == "__main__":
    main()

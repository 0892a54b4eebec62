"""What players say at the table (狼人杀术语): the owner's 51 terms and what his list lacks.

    terms.toml   the data; `terms` reads it, once and only when somebody asks
    search       which terms somebody means
    pages        the staff's menu opens `GlossaryPage`
    sheet        the printed sheet
    command      `faguan glossary`

The judge says very few of these words itself (`Term.spoken`): from its mouth 金水 would sound like a verdict.
"""

from firmware.glossary.pages import GlossaryPage

__all__ = ["GlossaryPage"]

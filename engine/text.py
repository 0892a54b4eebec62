"""A text in both languages of the judge. The engine carries texts (role names, lines) and never reads them."""

import msgspec


class Text(msgspec.Struct, frozen=True):
    """The same words in Chinese (`zh`, the judge's first language) and English (`en`)."""

    zh: str
    en: str

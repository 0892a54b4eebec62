"""The staff's OLED menu: pure model, pages and screens.

`Menu` takes key presses and the table's public status; it gives actions and screens (`hardware.screen`).
"""

from firmware.menu.model import Menu
from firmware.menu.page import BoardChoice
from firmware.menu.status import Claim, Mode, TableStatus

__all__ = ["BoardChoice", "Claim", "Menu", "Mode", "TableStatus"]

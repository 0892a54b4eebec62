"""The staff's OLED menu: pure model, pages and screens.

`model.Menu` takes key presses and the table's public status (`status`); it gives `actions` and screens
(`hardware.screen`).
"""

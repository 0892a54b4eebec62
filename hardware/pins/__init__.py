"""Everything that touches gpiozero. Imported only where a real table is opened: nothing else needs a GPIO library."""

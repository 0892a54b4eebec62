"""The table's body: buttons, lamps, display, speaker. Knows nothing of werewolves."""

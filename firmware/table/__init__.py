"""Between the engine's prompts and the people: roll calls, press windows, speeches, lamps, captions. Pure."""

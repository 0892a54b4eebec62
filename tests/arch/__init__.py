"""Rules about the code itself: who may import whom, what pure modules may not touch, how long things may be."""

"""From cases and answers to figures: a Book counts what passes by, a Reading says how figures are read off it."""

"""Systems compared on the same cases: the difference, whether it may be chance, and what a gate makes of it."""

"""Rates of errors by units of the reference: of which counts the loss and the criteria are made."""

ERRORS = ("substitutions", "deletions", "insertions")
UNITS = ("hits", "substitutions", "deletions")
"""Those of the reference."""
CRITERIA = {"correct": (("hits",), UNITS), "match_errors": (ERRORS, (*ERRORS, "hits"))}
"""What is reported besides, in per cent: by name the counts that add up to the part, and to the whole."""

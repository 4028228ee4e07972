"""What to know of a section of a suite before its figures are read."""

from murho.pipeline.suites.phenomena import SuiteScore
from murho.sheets.numbers import several
from murho.suites.scoring import Node
from murho.views.pairing_notes import had_been


def section_notes(section: Node) -> list[str]:
    """The notes on one section: answers that are ⊥, realizations that the figure by frequency leaves out."""
    ends = had_been(section.if_failures, "π") if section.undefined else ""
    notes = [f"{several(section.undefined, 'case')} undefined (⊥){ends}"] if section.undefined else []
    if section.mass and section.unweighed:
        without = several(section.unweighed, "realization")
        notes.append(f"{without} without a frequency, left out of the figure weighed by frequency")
    return notes


def interval_notes(score: SuiteScore) -> list[str]:
    """What the intervals of a suite count, where they were asked for: a suite is chosen, and no sample."""
    if score.intervals is None:
        return []
    weighed = "each realization as one" if score.weight == "given" else f"realizations by {score.weight}"
    return [f"the interval of π counts {weighed}, as if the suite were a random sample"]

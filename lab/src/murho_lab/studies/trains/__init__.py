"""Train time-table information in English: a task model, and what callers said, written down with its meaning.

`task` reads the model (classes of semantic units, their values, the stations), `utterances` what was said, and
counts it; `training` draws a text for the language model of a recogniser from a grammar of dialogue acts, and
`language_model` trains it. `spotter` is the floor of understanding, fifteen patterns. `multiwoz` is a second task, of
real callers, read from a folder. The texts are in the folder `material/`; how units are found in words is said in its
`guideline.md`.

The experiment (`experiment`) varies how a recogniser listens (`hearing`), and sets concept accuracy against word
accuracy (`line`); it looks into word graphs (`graphs`), lets the grammar choose from them (`rescoring`), tells which
words and units suffer (`content`), and compares the grammar with two systems that learn (`tagger`, `intents`, from
`phrases`).

`murho study trains` prints what there is (`inventory`), what is understood of it (`coverage`), and the experiment.
"""

from murho_lab.studies.trains import study
from murho_lab.studies.trains.display import on_terminal, show
from murho_lab.studies.trains.page import draw
from murho_lab.studies.trains.study import Study

__all__ = ["Study", "draw", "run", "show"]


def run(data: str | None = None, *, quick: bool = False) -> Study:
    """The study as the command line runs it, telling on a terminal how far it has come."""
    return study.run(data, quick=quick, tell=on_terminal)

"""Train time-table information in English: a task model, and what callers said, written down with its meaning.

`task` reads the model (classes of semantic units, their values, the stations), `utterances` what was said, and
counts it; `training` draws a text for the language model of a recogniser from a grammar of dialogue acts, and
`language_model` trains it. `spotter` is the floor of understanding, fifteen patterns. `multiwoz` is a second task, of
real callers, read from a folder. The texts are in the folder `material/`; how units are found in words is said in its
`guideline.md`.

`murho study trains` prints what there is (`inventory`) and what is understood of it (`coverage`).
"""

from murho.studies.trains.display import show
from murho.studies.trains.page import draw
from murho.studies.trains.study import Study, run

__all__ = ["Study", "draw", "run", "show"]

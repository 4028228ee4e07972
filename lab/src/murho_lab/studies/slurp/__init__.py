"""SLURP: one real understanding system on gold text and behind recognisers, under every μ and ρ.

SLURP (Bastianelli and others, EMNLP 2020) has 2,974 sentences and 13,078 recordings of them. HerMiT's answers to the
gold text and to what recognisers heard are published with it. The study recomputes what the official scorer gives, asks
the three questions that it does not tell apart (on what each system covers, on what all cover, with what is missing
counted as ⊥), shows the same frames under several shiftings and importances, and sets word accuracy against concept
accuracy.

The data are not part of murho: `murho study slurp --data FOLDER`, the folder that holds `test.jsonl.gz` and
`predictions/`. With `--out FOLDER` it leaves drawings, and a page that holds them all.
"""

from murho_lab.studies.slurp.display import show
from murho_lab.studies.slurp.page import draw
from murho_lab.studies.slurp.study import Study, run

__all__ = ["Study", "draw", "run", "show"]

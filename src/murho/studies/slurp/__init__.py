"""SLURP: one real understanding system on gold text and behind two recognisers, under every μ and ρ.

SLURP (Bastianelli and others, EMNLP 2020) has 2,974 sentences and 13,078 recordings of them. HerMiT's answers to the gold
text and to what two recognisers heard are published with it. The study recomputes what the official scorer gives, asks
the three questions that it does not tell apart (on what each system covers, on what all cover, with what is missing
counted as ⊥), and shows the same frames under several shiftings and importances.

The data are not part of murho: `murho study slurp --data FOLDER`, the folder that holds `test.jsonl.gz` and `predictions/`.
"""

from murho.studies.slurp.display import show
from murho.studies.slurp.study import Study, run

__all__ = ["Study", "run", "show"]

"""Measures over texts: the words a recogniser heard, at which costs, after which normalisation.

`words` holds the measures themselves, `options` what they share, `lattice` references with alternatives, `information`
and `cpwer` the two that are more than errors by words; `steps`, `confusions`, `keywords` and `rarity` look into
alignments.
"""

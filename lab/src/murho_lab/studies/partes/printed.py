"""What the paper prints of FreeLing's grammars on its own two suites, in percent (section 6)."""

SOURCE = "Lloberes, Castellón, Padró and González, Procesamiento del Lenguaje Natural 53, 2014, section 6"

SIZES = {
    "es": {"structure": 99, "order": 62, "sentences": 94},
    "ca": {"structure": 101, "order": 46, "sentences": 99},
}
"""How many realizations and test sentences the paper's suites have, by language (Table 1 and section 5.3)."""

SCORES = {
    "es": {"las": 82.71, "uas": 88.38, "la": 85.39},
    "ca": {"las": 76.33, "uas": 83.38, "la": 80.98},
}
"""Scores of whole suites by the CoNLL-X script; the paper calls label accuracy LAS2. Its text prints 82.71 as `LAS2`,
too: an erratum."""

PHENOMENA = {
    "es": {
        "main-clause root": "96.8",
        "subordinate clauses": "11",
        "noun phrases": "83–100",
        "prepositional phrases": "66",
    },
    "ca": {
        "main-clause root": "85.86",
        "subordinate clauses": "20",
        "noun phrases": "62–100",
        "prepositional phrases": "49",
    },
}
"""What is right of each group of `study.GROUPS`, as printed; a range is over kinds of the phrase."""

"""The tables of the 1984 case study, as data: what the paper prints, and apart from it what was reconstructed.

Source: G. Guida and G. Mauri, "A Formal Basis for Performance Evaluation of Natural Language Understanding Systems",
Computational Linguistics 10(1), 1984, appendix, pages 28 to 30. The queries themselves were never published.

>>> sum(LENGTHS.values()), sum(STRUCTURES.values()), round(sum(STRUCTURE_WEIGHTS.values()), 3)
(500, 500, 1.0)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

# The data base, page 28.

FIELDS = (
    "NAME",
    "DATE-OF-BIRTH",
    "PLACE-OF-BIRTH",
    "PLACE-OF-RESIDENCE",
    "HIRING-DATE",
    "DEPARTMENT",
    "JOB-LEVEL",
    "DEGREE",
)
"""The record of the EMPLOYEE file."""

# Sample A', page 28: casual queries, one kept for each request and for each pattern of values.

QUERIES = 800
"""Size of sample A' ("about 800" in the text, 800 in the fraction of case 1)."""
QUERIES_IN_DOMAIN = 701
"""Queries of sample A' with a meaning in the domain: the divisor of case 2."""

# Sample B: 500 ways to say "Tell me the birth-date of all employees who have a master degree in mathematics".

# fmt: off
LENGTHS: Mapping[int, int] = MappingProxyType({
    5: 2, 6: 7, 7: 11, 8: 17, 9: 13, 10: 25, 11: 40, 12: 53, 13: 130, 14: 62, 15: 45, 16: 50, 17: 24, 18: 12, 19: 5,
    20: 2, 21: 1, 26: 1,
})
# fmt: on
"""Table 1, page 29: sentences of B by length in words."""

LENGTH_CUTS = (6, 11, 16, 18)
"""The words at which the length classes of page 28 end; the last class is unbounded."""
LENGTH_WEIGHTS = (0.05, 0.25, 0.70, 0.25, 0.05)
"""ρ of the length classes: two of the paper's three are unions of two intervals."""

STRUCTURES: Mapping[str, int] = MappingProxyType(
    {"T": 22, "D": 91, "DV": 6, "DM": 27, "G": 79, "GM": 5, "E": 174, "EV": 44, "EM": 33, "EVM": 19}
)
"""Table 2, page 29: sentences of B by crude structural class; the letters are those of `CRUDE_ATTRIBUTES`."""

# fmt: off
STRUCTURE_WEIGHTS: Mapping[str, float] = MappingProxyType({
    "T": 0.044, "D": 0.182, "DV": 0.012, "DM": 0.054, "G": 0.158, "GM": 0.010, "E": 0.348, "EV": 0.088, "EM": 0.066,
    "EVM": 0.038,
})
# fmt: on
"""ρ by structural class, page 29: the frequency of the class in B."""

CRUDE_ATTRIBUTES: Mapping[str, str] = MappingProxyType(
    {
        "D": "declarative",
        "G": "interrogative",
        "E": "imperative",
        "T": "telegraphic",
        "V": "cleft, discontinuous, parenthetic, inverted",
        "M": "multiple sentences",
    }
)
FINE_ATTRIBUTES: Mapping[str, str] = MappingProxyType(
    {
        **CRUDE_ATTRIBUTES,
        "R": "relative clause",
        "I": "interrogative clause",
        "N": "non-finite clause",
        "P": "prepositional phrase",
        "Q": "quantifier, predeterminer",
        "S": "possessive, demonstrative, personal pronoun",
    }
)
"""The attributes of the finer taxonomy of pages 28 and 29, by letter."""
FINE_CLASSES = ((1, 12, 44, 315), (13, 24, 5, 92), (25, 36, 3, 93))
"""B under the finer taxonomy: classes of `low` to `high` sentences each, how many, and their sentences in all."""


@dataclass(frozen=True)
class Printed:
    """What the paper prints about a case: the fraction, its value, the profile (rows μ = 0, μ = 1; columns by ρ)."""

    numerator: float
    denominator: float
    pi: float
    profile: tuple[tuple[float, ...], tuple[float, ...]]


PRINTED: Mapping[int, Printed] = MappingProxyType(
    {
        1: Printed(472, 800, 0.59, ((0.41,), (0.59,))),
        2: Printed(371, 701, 0.53, ((0.00, 0.41), (0.12, 0.47))),
        3: Printed(81.4, 274.4, 0.30, ((0.49, 0.19, 0.01), (0.19, 0.09, 0.03))),
        4: Printed(
            21.778,
            98.916,
            0.22,
            (
                (0.03, 0.15, 0.00, 0.01, 0.11, 0.00, 0.29, 0.07, 0.02, 0.01),
                (0.01, 0.04, 0.01, 0.04, 0.05, 0.01, 0.06, 0.02, 0.04, 0.03),
            ),
        ),
    }
)
"""The results of page 30, by number of the case."""

# Reconstructed: the paper prints fractions and rounded shares, not how many queries of each class were misunderstood.

WRONG_OF_QUERIES = {"in": 373, "out": 99}
"""Misunderstood queries of sample A', inside the domain and outside. This split of the 472 meets every printed cell of
case 2, and of those that do it is the nearest to the printed 371."""

CASE_2_QUERIES = 797
CASE_2_WRONG = {"in": 371, "out": 96}
"""Case 2 as printed. Its profile wants 371 to be 0.47 of "about 800" queries, so these are 797 at most."""

WRONG_BY_LENGTH_WEIGHT = {0.70: 98, 0.25: 48, 0.05: 16}
"""Misunderstood sentences of B by the ρ of their length. They give 81.4 exactly; no whole numbers that do meet every
printed cell of case 3."""

WRONG_BY_STRUCTURE = {"T": 5, "D": 18, "DV": 4, "DM": 20, "G": 26, "GM": 3, "E": 29, "EV": 11, "EM": 21, "EVM": 15}
"""Misunderstood sentences of B by structural class. They give 21.778 exactly and every printed cell of case 4."""

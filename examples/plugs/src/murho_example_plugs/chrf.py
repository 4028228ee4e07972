"""chrF: the F-score of character n-grams (after Popović, "chrF: character n-gram F-score", WMT 2015)."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.measures import Measure, Record
from murho.plugs import option


@dataclass(frozen=True)
class chrf(Measure):  # noqa: N801
    """N-grams that only one side has, against those of both sides; 1 − π is their F1."""

    n: int = option(6, help="Characters of an n-gram.")
    kind = "text"
    fixed_units = False

    def judge(self, references, answers):
        """One row per case: of several references that which fits best, of several answers the first."""
        said = ["" if answer is UNDEFINED or not answer else answer[0] for answer in answers]
        pairs = zip(references, said, strict=True)
        rows = [min(self.compared(one, text) for one in reference or [""]) for reference, text in pairs]
        loss, units = np.array(rows, np.int64).reshape(-1, 2).T
        return Judgements.of(loss, units, undefined=[answer is UNDEFINED for answer in answers])

    def compared(self, *texts):
        """N-grams that are wrong or missing, and those of both texts."""
        one, other = (Counter(text[i : i + self.n] for i in range(len(text) - self.n + 1)) for text in texts)
        units = one.total() + other.total()
        return units - 2 * (one & other).total(), units


MEASURE = Record(make=chrf, name="chrf", title="Character n-grams", loss="1 − chrF", accuracy="chrF")

"""The words of the reports, each explained in plain words, with its formula where it has one.

>>> explain("PI").term, explain("confidence interval").term
('π', 'interval')
>>> explain("habitabilty")
Traceback (most recent call last):
murho.core.errors.UsageError: no term 'habitabilty'; did you mean habitability? `murho explain` lists all
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from murho.core.errors import UsageError


@dataclass(frozen=True)
class Term:
    """A word and what it means."""

    term: str
    plain: str
    formula: str = ""
    page: str = ""
    """Where more is said of it."""
    also: tuple[str, ...] = ()
    """Other names of it."""


TERMS = (
    Term(
        "π",
        "How much of what matters the system gets wrong: a loss, 0 is perfect and lower is better. Under measures that "
        "may err more often than there is to err (word error rate) it can exceed 1.",
        "π = Σ ρ·loss / Σ ρ·units, over all cases",
        "docs/theory.md",
        ("pi", "performance", "loss"),
    ),
    Term(
        "μ",
        "How wrong one answer is: the shifting between what was meant and what was answered, 0 to 1.",
        "μ(g(e), ĝ(e)) in [0, 1]",
        "docs/theory.md",
        ("mu", "shifting"),
    ),
    Term(
        "ρ",
        "How much one case matters: its importance, 0 to 1; 1 for all where nobody says otherwise.",
        "ρ(e) in [0, 1]",
        "docs/theory.md",
        ("rho", "importance", "weight", "weighting"),
    ),
    Term(
        "⊥",
        "The system gave no answer: it failed, crashed, or took too long. It counts as wrong, or under μ2 and μ3 as"
        " less than that: whoever fails has not misunderstood.",
        "",
        "docs/theory.md",
        ("undefined", "bottom"),
    ),
    Term(
        "∅",
        "The system answered that this means nothing here. That is an answer, unlike ⊥, and may be right.",
        "",
        "docs/theory.md",
        ("empty", "empty set"),
    ),
    Term(
        "case",
        "One expression, the set of its correct meanings, its features, its cluster and its importance.",
        "",
        "docs/formats.md",
        ("expression",),
    ),
    Term(
        "unit",
        "What an error is counted of: a case for meanings and labels, a word for words, a slot for slots.",
        "π divides by Σ ρ·units",
        "docs/measures.md",
        ("units",),
    ),
    Term(
        "accuracy",
        "The share of cases that are right, weighed by importance where there is one; higher is better.",
        "1 − π, under `labels`",
        "docs/measures.md",
        ("understood",),
    ),
    Term(
        "word error rate",
        "Words substituted, deleted and inserted, for each word of the reference; lower is better.",
        "(S + D + I) / N",
        "docs/words.md",
        ("wer",),
    ),
    Term(
        "precision",
        "Of what was answered, the share that is right; higher is better.",
        "right / answered",
        "docs/concepts.md",
    ),
    Term(
        "recall",
        "Of what should have been answered, the share that was; higher is better.",
        "right / correct",
        "docs/concepts.md",
    ),
    Term(
        "F1",
        "Precision and recall in one, as their harmonic mean; higher is better.",
        "2·right / (answered + correct)",
        "docs/concepts.md",
        ("f-score", "f measure"),
    ),
    Term(
        "macro average",
        "The mean over labels, each counting alike, however rare it is. As in scikit-learn, labels are all that a case "
        "deserves or was given: the F1 of one that no case deserves is 0.",
        "(1/k)·Σ F1 of each of k labels",
        "docs/measures.md",
        ("macro", "macro-F1"),
    ),
    Term(
        "micro average",
        "Counted over all cases at once, so that frequent labels count more; for one label a case it is the accuracy.",
        "Σ right / Σ cases",
        "docs/measures.md",
        ("micro", "micro-F1"),
    ),
    Term(
        "interval",
        "Where the true figure may well lie: of a hundred such intervals about 95 hold it. It knows that "
        "cases of one cluster are alike, and is never ±0.",
        "score interval on the effective n, with a t quantile",
        "docs/intervals.md",
        ("confidence interval", "confidence", "level"),
    ),
    Term(
        "simultaneous",
        "An interval that holds together with those of all groups, or pairs of systems, that stand beside it: of a "
        "hundred such tables about 95 hold every true figure. So whichever is picked out can be trusted.",
        "groups: each at the level 0.95^(1/groups), after Šidák; pairs: by the largest statistic, max-t",
        "docs/intervals.md",
        ("simultaneous interval", "simultaneous_interval"),
    ),
    Term(
        "cluster",
        "Cases that belong together, as those of one speaker or dialogue, and tell less than as many others.",
        "",
        "docs/intervals.md",
        ("clusters",),
    ),
    Term(
        "effective n",
        "How many independent, equally heavy cases would tell as much.",
        "(Σρ)² / Σρ² by Kish, or by the design effect of clusters",
        "docs/intervals.md",
        ("effective size",),
    ),
    Term(
        "p",
        "How often chance alone would make two systems seem so far apart, were they equal. At most 0.05 exactly "
        "where the 95 % interval of the difference leaves 0 out.",
        "share of random halves that do not agree which is better",
        "docs/significance.md",
        ("p value", "p-value"),
    ),
    Term(
        "difference",
        "How much B differs from the baseline A on the same cases; below 0, B is better.",
        "π(B) − π(A)",
        "docs/significance.md",
    ),
    Term(
        "Holm",
        "A correction of several p that stand together, so that one of them is small by chance as seldom as "
        "a single one would be.",
        "the k-th smallest of m is multiplied by m − k + 1",
        "docs/significance.md",
        ("p holm",),
    ),
    Term(
        "rank interval",
        "The places that a system may have among several: those that are better for sure stand above "
        "it, those that are worse below.",
        "",
        "docs/significance.md",
        ("rank", "leaderboard"),
    ),
    Term(
        "gate",
        "A limit that a figure must keep, else the command ends with exit status 100.",
        "π(B) − π(A) > X, with --confident its interval's lower end > X",
        "docs/ci.md",
        ("fail-if-worse",),
    ),
    Term(
        "slice",
        "The figure of one group of cases, as those of a scenario or a speaker.",
        "",
        "docs/showing.md",
        ("group", "by"),
    ),
    Term(
        "profile",
        "Where errors lie: the shares of the cases by how wrong the answer is and how much it matters.",
        "",
        "docs/theory.md",
    ),
    Term(
        "coverage",
        "The expressions that have a meaning in the domain: what a system should understand.",
        "",
        "docs/theory.md",
        ("linguistic coverage",),
    ),
    Term(
        "competence",
        "The expressions that the system understands, however important they are.",
        "{e : μ(g(e), ĝ(e)) = 0}",
        "docs/theory.md",
        ("linguistic competence",),
    ),
    Term(
        "habitability",
        "Of the expressions that a system should understand, the share that it does.",
        "|linguistic competence| / |linguistic coverage|",
        "docs/theory.md",
    ),
    Term("completeness", "Of the expressions that users really say, the share that is covered.", "", "docs/theory.md"),
    Term("fixed", "A case that A has wrong and B right.", "loss in A > 0, loss in B = 0", "docs/ci.md"),
    Term("broken", "A case that A has right and B wrong.", "loss in A = 0, loss in B > 0", "docs/ci.md"),
    Term(
        "signature",
        "A line that says how a figure was made: measure, weighting, data by digest, level, version. "
        "The same signature is the same figure.",
        "",
        "docs/design.md",
    ),
    Term(
        "few",
        "A mark beside a figure that rests on few effective errors, right answers or clusters: its interval may "
        "be too short or too long.",
        "",
        "docs/intervals.md",
        ("flag",),
    ),
)


def explain(word: str, terms: Sequence[Term] = TERMS) -> Term:
    """The term of this name.

    Raises:
        UsageError: there is none.
    """
    known = {name.casefold(): term for term in terms for name in (term.term, *term.also)}
    if (found := known.get(" ".join(word.split()).casefold())) is not None:
        return found
    near = get_close_matches(word.casefold(), known, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise UsageError(f"no term {word!r}; {hint}`murho explain` lists all")

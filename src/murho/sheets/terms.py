"""The words of reports and tables, each in plain words, with its formula where it has one; `glossary` looks them up."""

from dataclasses import dataclass


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
        "How much of what matters the system gets wrong: a loss, 0 is perfect and lower is better. Under measures "
        "that may err more often than there is to err (word error rate) it can exceed 1.",
        "π = Σ ρ·loss / Σ ρ·units, over all cases",
        "docs/theory.md",
        ("pi", "performance", "loss", "π(A)", "π(B)", "Σρ·loss / Σρ·units"),
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
        "The system gave no answer: it failed, crashed, or took too long. It counts as wrong, or under μ2 and μ3 "
        "as less than that: whoever fails has not misunderstood.",
        "",
        "docs/theory.md",
        ("undefined", "bottom", "undefined ⊥", "⊥ undefined"),
    ),
    Term(
        "∅",
        "The system answered that this means nothing here. That is an answer, unlike ⊥, and may be right.",
        "",
        "docs/theory.md",
        ("empty", "empty set", "∅ empty"),
    ),
    Term(
        "case",
        "One expression, the set of its correct meanings, its features, its cluster and its importance.",
        "",
        "docs/formats.md",
        ("expression", "n", "counted"),
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
        ("understood", "higher is better", "1 − π"),
    ),
    Term(
        "word error rate",
        "Words substituted, deleted and inserted, for each word of the reference; lower is better.",
        "(S + D + I) / N",
        "docs/words.md",
        ("wer", "rate", "error rate"),
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
        "interval",
        "Where the true figure may well lie: of a hundred such intervals about 95 hold it. It knows that cases of "
        "one cluster are alike, and is never ±0.",
        "score interval on the effective n, with a t quantile",
        "docs/intervals.md",
        ("confidence interval", "confidence", "level", "LAS interval"),
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
        ("B − A", "B better", "B worse", "better", "worse"),
    ),
    Term(
        "baseline",
        "The system A that another one, B, is compared with, case by case.",
        "",
        "docs/significance.md",
        ("A", "B", "before", "after"),
    ),
    Term(
        "pair",
        "A case that both systems were asked. A difference is taken pair by pair, so that a hard case, which is "
        "hard for both, does not blur it.",
        "",
        "docs/significance.md",
        ("pairs", "only A", "only B", "both", "neither"),
    ),
    Term(
        "test",
        "A further test of a difference, each by its own statistic; the p of the main one belongs to the interval.",
        "",
        "docs/significance.md",
        ("statistic",),
    ),
    Term(
        "Holm",
        "A correction of several p that stand together, so that one of them is small by chance as seldom as a "
        "single one would be.",
        "the k-th smallest of m is multiplied by m − k + 1",
        "docs/significance.md",
        ("p holm",),
    ),
    Term(
        "rank interval",
        "The places that a system may have among several: those that are better for sure stand above it, those "
        "that are worse below.",
        "",
        "docs/significance.md",
        ("rank", "leaderboard", "not told apart"),
    ),
    Term(
        "p of all",
        "The p of one pair of systems among all of them, which holds for all pairs at once: it knows how they hang "
        "together, as Holm's does not.",
        "",
        "docs/significance.md",
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
    Term("completeness", "Of the expressions that users really say, the share that is covered.", "", "docs/theory.md"),
    Term("fixed", "A case that A has wrong and B right.", "loss in A > 0, loss in B = 0", "docs/ci.md"),
    Term("broken", "A case that A has right and B wrong.", "loss in A = 0, loss in B > 0", "docs/ci.md"),
    Term(
        "signature",
        "A line that says how a figure was made: measure, weighting, data by digest, level, version. The same "
        "signature is the same figure.",
        "",
        "docs/design.md",
    ),
    Term(
        "few",
        "A mark beside a figure that rests on few effective errors, right answers or clusters: its interval may be "
        "too short or too long.",
        "",
        "docs/intervals.md",
        ("flag",),
    ),
    Term(
        "system",
        "What answers, of which nothing else is known: a function, a command, a service, recorded answers.",
        "U, which gives each expression ĝ(e)",
        "docs/systems.md",
    ),
    Term(
        "measure",
        "What says how wrong an answer is, and of how much: loss and units. `murho list measures` has all of them.",
        "",
        "docs/measures.md",
    ),
    Term(
        "effective errors",
        "How many independent errors would tell as much as those that were made. Where they are fewer than four "
        "the figure is flagged: its interval is a rough one.",
        "effective n · π",
        "docs/intervals.md",
        ("error count",),
    ),
    Term(
        "score interval",
        "The interval of Wilson: all shares under which the share that was seen would be no surprise. It stays "
        "between 0 and 1, has a width also where no error was seen, and is not symmetric.",
        "all P with |π − P| ≤ t·√(P·(1 − P)/n), n the effective n",
        "docs/intervals.md",
        ("Wilson", "Wilson interval"),
    ),
    Term(
        "share",
        "A part of a whole: of the cases, of their importance (Σρ), of all that was got wrong (the loss, the error).",
        "",
        "docs/showing.md",
        ("of the cases", "of cases", "of Σρ", "of the loss", "of the error"),
    ),
    Term(
        "ρ·loss",
        "What a case adds to all that was got wrong: its loss by its importance.",
        "π = Σρ·loss / Σρ·units",
        "docs/theory.md",
        ("Σρ·loss", "worst"),
    ),
    Term(
        "Σρ",
        "The importance of some cases, added up; their number where each counts alike. Of a label: of the cases "
        "that deserve it (right, correct), of those that were given it, and of those of which both is true.",
        "",
        "docs/theory.md",
        ("Σρ right", "Σρ correct", "Σρ given", "Σρ both", "sum of importance"),
    ),
    Term(
        "class",
        "All cases of one label, or a part of a range of numbers that a feature was cut into.",
        "",
        "docs/showing.md",
        ("label", "class of units"),
    ),
    Term(
        "error",
        "A case with a loss above 0; where sequences are aligned, a substitution, a deletion or an insertion.",
        "S + D + I",
        "docs/words.md",
        ("errors", "with an error"),
    ),
    Term(
        "substitution",
        "A unit of the reference, as a word, in whose place another one was given.",
        "S",
        "docs/words.md",
        ("S", "substituted", "substituted or deleted"),
    ),
    Term(
        "deletion", "A unit of the reference that is missing in what was given.", "D", "docs/words.md", ("D", "deleted")
    ),
    Term(
        "insertion",
        "A unit that was given where the reference has none.",
        "I",
        "docs/words.md",
        ("I", "inserted", "false"),
    ),
    Term("utterance", "What somebody says at once; where texts are compared, one line of them.", "", "docs/words.md"),
    Term(
        "keyword",
        "A word or a phrase that is looked for in what was recognised: a hit where it was said and found, a miss "
        "where it was said only, a false alarm where it was found only.",
        "precision = hits / (hits + false alarms), recall = hits / said",
        "docs/words.md",
        ("hits", "hit", "misses", "miss", "false alarms", "false alarm", "said"),
    ),
    Term(
        "frequency",
        "How often a word occurs in the reference, or a text with which it is counted: rare words are often got wrong.",
        "",
        "docs/words.md",
        ("rare words", "types", "type"),
    ),
    Term(
        "link",
        "Which part of speech (cat) hangs from which, and as what (func), in treebanks; freq is the share of all "
        "dependencies. Constructions of suites are made of them.",
        "",
        "docs/building-suites.md",
        ("cat", "func", "freq", "construction"),
    ),
    Term(
        "choice",
        "One way to say how wrong each kind of answer is, and how much each class of cases matters. A system is "
        "better whatever the choice where it is so under all that are admissible; else for a share of them.",
        "δ1 < ... < δ5, ω in order",
        "docs/robust.md",
        ("choices", "share of the choices", "best for", "at least so wrong", "at least so important", "robust"),
    ),
    Term(
        "cost",
        "The money that an answer takes: its tokens and the request itself, by a file of prices.",
        "tokens sent · price + tokens given · price + price of a request",
        "docs/services.md",
        ("money", "price", "prices"),
    ),
    Term(
        "token",
        "Of a language model, a piece of text as it is sent and given, and paid for; of a corpus, each time that a "
        "word occurs, where a type is the word itself.",
        "",
        "docs/services.md",
        ("tokens", "tokens sent", "tokens given", "tokens in", "tokens out"),
    ),
    Term(
        "beaten",
        "Of several systems one is beaten where another costs no more and errs no more, and is better in one of "
        "the two, as measured.",
        "π(B) ≤ π(A), cost(B) ≤ cost(A), one of them <",
        "docs/services.md",
        ("beaten in both",),
    ),
    Term(
        "margin",
        "Half the width of an interval: what a figure is known to.",
        "",
        "docs/sampling.md",
        ("±", "π is known", "to ±", "π is known to ±"),
    ),
)

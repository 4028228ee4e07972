"""What repeated askings say of a run: how it varies, whether it is ever right, always, and agrees with itself.

A system that answers differently each time is asked every case several times (`murho run --repeat 3`). The case is the
cluster then, so that three answers to a case do not pass for three cases.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from murho.figures import FigureKind, Subject
from murho.sheets import Column, Sheet, SheetRow
from murho.sheets.numbers import fraction
from murho.sheets.terms import Term

if TYPE_CHECKING:
    from murho.core.estimate import Estimate
    from murho.core.repetition import Variation
    from murho.store import Run


@dataclass(frozen=True)
class Repeats:
    """What repeated askings say of a run."""

    askings: int
    """Of each case."""
    level: float
    variation: "Variation | None"
    """None where there is nothing to divide by, or too little was asked."""
    once: "Estimate"
    """The share of cases, by importance, to which one answer at least is right: loss 0."""
    every: "Estimate"
    """The share to which all are."""
    agreement: "Estimate"
    """The share of pairs of answers to the same case that are the same answer; ⊥ is one, too."""
    once_in: Sequence[float]
    """The share of which one at least is right of the first 1, 2... askings, by all that could have been the first."""
    always_in: Sequence[float]
    """The share of which all of these are right."""

    @property
    def margins(self) -> dict[str, float]:
        """± by which π is known, and would be known after more questions; empty where nothing varied."""
        varied = self.variation
        if varied is None:
            return {}
        return {
            "margin": varied.margin(self.level),
            "margin_with_one_more_repetition": varied.margin(self.level, askings=self.askings + 1),
            "margin_with_as_many_questions_on_new_cases": varied.margin(self.level, cases=1 + 1 / self.askings),
        }

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints."""
        found: dict[str, Any] = {"askings": self.askings}
        if (varied := self.variation) is not None:
            found |= {"variance_between_cases": varied.between, "variance_within_cases": varied.within}
            found |= {**self.margins, "own_noise": varied.noise(self.level)}
        shares = {"right_at_least_once": self.once, "right_always": self.every, "agreement_with_itself": self.agreement}
        found |= {name: _as_json(share) for name, share in shares.items()}
        return {**found, "right_at_least_once_in": list(self.once_in), "right_always_in": list(self.always_in)}


def _as_json(share: "Estimate") -> dict[str, Any]:
    known = share.value is not None and share.undetermined is None
    return {"value": share.value, "interval": [share.low, share.high] if known else None}


def is_repeated(run: "Run") -> bool:
    """Whether the record says that each case was asked more than once."""
    from murho.pipeline.runs.repeating import repetitions

    return repetitions(run.record) > 1


def repeats_of(subject: Subject) -> Repeats | None:
    """How the answers to the same case vary, and what more questions would buy."""
    import numpy as np

    from murho.core.meaning import UNDEFINED, meaning_set
    from murho.core.repetition import always, at_least_once, variation
    from murho.pipeline.runs.repeating import each_asking, repetitions
    from murho.pipeline.runs.show import answers_to

    run, level = subject.run, subject.reading.level
    askings = repetitions(run.record)
    if askings < 2:
        return None
    numbers, clusters = dict[str, int](), dict[str, int]()
    case, cluster, losses, units = list[int](), list[int](), list[Any](), list[Any]()
    weight, right, answered = dict[int, float](), dict[int, list[bool]](), dict[int, list[int]]()
    for asked in each_asking(run, subject.measure, subject.reading.weight, subject.missing):
        for sums, column in zip((losses, units), asked.sums(), strict=True):
            sums.append(column)
        wrong = np.bincount(asked.rows.case, asked.rows.loss, len(asked.cases)) > 0
        answers = answers_to(run, asked.cases).answers
        groups = asked.cases.clusters or [None] * len(asked.cases)
        for row, base in enumerate(asked.bases()):
            number = numbers.setdefault(base, len(numbers))
            case.append(number)
            cluster.append(clusters.setdefault(groups[row] or base, len(clusters)))
            weight[number] = float(asked.rho[row])
            right.setdefault(number, []).append(not wrong[row])
            answer = answers[row]
            meant = None if answer is UNDEFINED else meaning_set(answer)
            answered.setdefault(number, []).append(hash(meant))
    cluster_of = dict(zip(case, cluster, strict=True))

    def share(values: dict[int, float]) -> "Estimate":
        return _share(values, weight, cluster_of, level)

    def curve(drawn: Callable[..., float]) -> list[float]:
        return [_drawn(drawn, size, right, weight) for size in range(1, askings + 1)]

    places = np.array(case, np.int64), np.array(cluster, np.int64)
    return Repeats(
        askings=askings,
        level=level,
        variation=variation(_joined(losses), _joined(units), *places),
        once=share({number: float(any(some)) for number, some in right.items()}),
        every=share({number: float(all(some)) for number, some in right.items()}),
        agreement=share({number: _agreeing(some) for number, some in answered.items() if len(some) > 1}),
        once_in=curve(at_least_once),
        always_in=curve(always),
    )


def _share(values: dict[int, float], weight: dict[int, float], cluster_of: dict[int, int], level: float) -> "Estimate":
    """The mean of a value of each case, by importance."""
    from fractions import Fraction

    from murho.core.estimate import estimate
    from murho.core.moments import Moments

    sums: dict[int, tuple[float, float]] = {}
    for number, value in values.items():
        before, of_all = sums.get(cluster_of[number], (0.0, 0.0))
        sums[cluster_of[number]] = before + weight[number] * value, of_all + weight[number]
    moments = (Moments.of_cluster(*map(Fraction, pair)) for pair in sums.values())
    return estimate(sum(moments, Moments()), n=len(values), level=level)


def _drawn(drawn: Callable[..., float], size: int, right: dict[int, list[bool]], weight: dict[int, float]) -> float:
    """The share of cases that are right in so many askings, drawn from those that there are."""
    enough = {number: some for number, some in right.items() if len(some) >= size}
    total = sum(weight[number] for number in enough)
    if not total:
        return 0.0
    return sum(weight[number] * drawn(sum(some), len(some), size) for number, some in enough.items()) / total


def _joined(parts: list[Any]) -> Any:
    import numpy as np

    return np.concatenate(parts) if parts else np.zeros(0)


def _agreeing(answers: Sequence[int]) -> float:
    """The share of pairs that are the same."""
    pairs = len(answers) * (len(answers) - 1) / 2
    return sum(answers[i] == answers[j] for i in range(len(answers)) for j in range(i)) / pairs


def sheet(found: Repeats) -> Sheet:
    """How often a case is right, how far answers agree, and what more questions would buy."""
    shares = [
        (f"right at least once in {found.askings}", found.once),
        (f"right always in {found.askings}", found.every),
        ("two answers to a case are the same", found.agreement),
    ]
    return Sheet(
        "Asked again",
        f"each case was asked {found.askings} times",
        (Column("higher is better", "name"), Column("share", "figure")),
        [SheetRow(share) for share in shares],
        conclusions(found),
        explanation="π is that of all answers; the case is the cluster, so that several answers to a case do not pass "
        "for several cases. An answer is right that lost nothing.",
        terms=TERMS,
        sections=(_curve(found), *_margins(found)),
    )


def conclusions(found: Repeats) -> list[str]:
    """Where the variance of π comes from, and what more questions would buy."""
    varied = found.variation
    if varied is None:
        return ["nothing varied, from case to case or from answer to answer: what more questions would buy is unknown"]
    within = min(1.0, varied.within / varied.total)
    again = f"the same cases, asked again, give another π by up to ±{fraction(varied.noise(found.level))}"
    now, more, new = map(fraction, found.margins.values())
    return [
        f"variance of π: {100 * (1 - within):.0f} % between cases, {100 * within:.0f} % within; "
        f"{again if varied.within else 'no case was right in one answer and wrong in another'}",
        f"π is known to ±{now}; one more repetition: ±{more}; as many questions on new cases: ±{new}",
    ]


def _curve(found: Repeats) -> Sheet:
    rows = zip(range(1, found.askings + 1), found.once_in, found.always_in, strict=True)
    return Sheet(
        "Had it been asked less often",
        columns=(
            Column("answers to a case", "count"),
            Column("right at least once", "share"),
            Column("right always", "share"),
        ),
        rows=[SheetRow(row) for row in rows],
        rank=2,
    )


def _margins(found: Repeats) -> list[Sheet]:
    varied = found.variation
    if varied is None:
        return []
    within = min(1.0, varied.within / varied.total)
    parts = [
        ("between cases", 1 - within, "other cases would give another π"),
        ("within cases", within, "the same cases, asked again, would give another π"),
    ]
    names = ("as it is", "with one more repetition of every case", "with as many questions on new cases")
    bought = zip(names, found.margins.values(), strict=True)
    return [
        Sheet(
            "Where the variance of π comes from",
            columns=(Column("part", "name"), Column("of the variance of π", "share", bar=True)),
            rows=[SheetRow((name, share), note=note) for name, share, note in parts],
            rank=2,
        ),
        Sheet(
            "What more questions would buy",
            columns=(Column("", "name"), Column("π is known to ±", "fraction")),
            rows=[SheetRow(row) for row in bought],
            caption="A difference between two runs that is smaller than the own noise is the system's own"
            if varied.within
            else "",
            rank=2,
        ),
    ]


TERMS = (
    Term(
        "repetition",
        "One asking of a case that is asked several times, of a system that answers differently each time. The "
        "case is the cluster, so that five answers to it do not pass for five cases.",
        "",
        "docs/services.md",
        ("asking", "askings", "answers to a case", "repeat"),
    ),
    Term(
        "right at least once",
        "The share of cases to which one answer at least is right of k that were asked for, by all that could have "
        "been the first k.",
        "1 − C(n − r, k) / C(n, k), of n answers r are right",
        "docs/services.md",
        ("pass@k",),
    ),
    Term(
        "right always",
        "The share of cases to which all of k answers are right, by all that could have been the first k.",
        "C(r, k) / C(n, k), of n answers r are right",
        "docs/services.md",
        ("always", "pass^k"),
    ),
    Term(
        "agreement with itself",
        "How consistent a system is: of two answers to the same case, how often they are the same, right or wrong.",
        "pairs of answers that are the same / all pairs",
        "docs/services.md",
        ("consistency", "two answers to a case are the same"),
    ),
    Term(
        "variance of π",
        "How much π would differ in another run. Between cases: had there been other cases; within cases: had the "
        "same cases been asked again. More cases lower both, more repetitions the second only.",
        "between + within / k",
        "docs/services.md",
        ("between cases", "within cases", "variance between cases", "variance within cases", "of the variance of π"),
    ),
    Term(
        "own noise",
        "How far π, or a difference, would be off were the same systems asked the same again. A difference within "
        "it is no sign that one is better.",
        "± t·√(variance within cases)",
        "docs/services.md",
        ("noise", "within the systems' own noise"),
    ),
)

FIGURE = FigureKind(
    make=repeats_of, name="repeats", title="Asked again", sheet=sheet, place=150, applies=is_repeated, terms=TERMS
)

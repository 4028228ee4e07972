"""What a comparison found, and the object that `--json` prints of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from murho.core.comparison import Difference
from murho.core.dominance import THRESHOLDS, Region
from murho.core.figure import Figure
from murho.core.robustness import Robustness
from murho.core.several import Ranked
from murho.core.signature import SCHEMA_VERSION
from murho.core.significance import Outcome
from murho.pipeline.scoring.score import known_ends


@dataclass(frozen=True)
class Mean:
    """What an answer takes on average."""

    value: float
    low: float
    high: float
    answers: int
    """That tell it."""

    def as_json(self) -> dict[str, Any]:
        """The fields that `--json` prints."""
        return {"mean": self.value, "interval": known_ends(self.value, self.low, self.high), "answers": self.answers}


@dataclass(frozen=True)
class Spent:
    """One of the systems."""

    system: str
    figure: Figure
    """π on the cases that all were asked."""
    cost: Mean
    beaten: bool
    """Whether another one costs no more and errs no more, and is better in one of the two."""


@dataclass(frozen=True)
class Spending:
    """All of them, in the order given."""

    of: str
    """`cost`, `tokens` or `seconds`."""
    currency: str
    cases: int
    level: float
    systems: Sequence[Spent]

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints."""
        told = [
            {
                "system": one.system,
                "value": one.figure.value,
                "interval": None if one.figure.interval is None else list(one.figure.interval),
                "an_answer": one.cost.as_json(),
                "beaten": one.beaten,
            }
            for one in self.systems
        ]
        currency = {"currency": self.currency} if self.currency else {}
        return {"of": self.of, **currency, "cases": self.cases, "level": self.level, "systems": told}


@dataclass(frozen=True)
class Compared:
    """A baseline A and one B: the difference, by slice too, and the cases that only one of them was asked."""

    run_a: str
    run_b: str
    whole: Difference
    """The difference over all cases that were compared."""
    p_adjusted: float | None
    """Corrected for the number of comparisons made at once; None where there was only one."""
    by: Mapping[str, Mapping[str, tuple[Difference, float]]]
    """Difference and corrected p by feature and group."""
    missing_a: int
    """Compared cases that A was asked and has no answer to."""
    missing_b: int
    """Compared cases that B was asked and has no answer to."""
    asked_by_both: int
    """Cases that both were asked."""
    only_a: int
    """Cases that A alone was asked."""
    only_b: int
    """Cases that B alone was asked."""
    tests: Mapping[str, tuple[Outcome, float | None]] = field(default_factory=dict)
    """Further tests, with p corrected for all p of such tests that stand together."""
    p_simultaneous: float | None = None
    """Of all comparisons made at once, by the largest statistic; None where there was only one."""
    simultaneous_interval: tuple[float, float] | None = None
    """It leaves 0 out exactly where `p_simultaneous` is at most 1 - level."""
    own_noise: float | None = None
    """± by which the difference would differ if both were asked the same again, where cases were asked repeatedly."""
    robust: Robustness | None = None
    """The verdict over every admissible choice of δ and ω, where it was asked for."""
    notes: Sequence[str] = ()
    """What was guessed or left out when files were read."""

    def as_json(self) -> dict[str, Any]:
        """The fields of one comparison."""
        return {
            "a": self.run_a,
            "b": self.run_b,
            **difference_json(self.whole),
            "p_adjusted": self.p_adjusted,
            "p_simultaneous": self.p_simultaneous,
            "simultaneous_interval": self._simultaneous,
            "missing_a": self.missing_a,
            "missing_b": self.missing_b,
            "asked_by_both": self.asked_by_both,
            "only_a": self.only_a,
            "only_b": self.only_b,
            "by": {
                feature: {g: {**difference_json(d), "p_adjusted": p} for g, (d, p) in groups.items()}
                for feature, groups in self.by.items()
            },
            **({"tests": {name: _test_json(*test) for name, test in self.tests.items()}} if self.tests else {}),
            **({"notes": list(self.notes)} if self.notes else {}),
            **({} if self.own_noise is None else {"own_noise": self.own_noise}),
            **({} if self.robust is None else {"robust": self.robust.as_json()}),
        }

    @property
    def _simultaneous(self) -> list[float] | None:
        return None if self.simultaneous_interval is None else known_ends(self.whole.value, *self.simultaneous_interval)


@dataclass(frozen=True)
class BestUnder:
    """One of several systems, and the choices of δ and ω under which it is the best."""

    system: str
    region: Region
    beyond: tuple[tuple[int, ...], ...] = ()
    """By threshold, then by class: how many cases at least so important have an answer at least so wrong."""


@dataclass(frozen=True)
class Comparison:
    """All comparisons with one baseline, under one measure."""

    measure: str
    compared: Sequence[Compared]
    signature: str
    ranking: Sequence[Ranked] = ()
    """All systems, the best first, where there are more than two."""
    best: Sequence[BestUnder] = ()
    """In the order given, where there are more than two and robust verdicts were asked for."""
    best_classes: Sequence[str] = ()
    """Of importance in the regions of `best`, the lightest first."""
    efficiency: Spending | None = None
    """π beside what an answer takes, where that was asked for, or services were."""

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints; with two runs their fields stand at the top."""
        # Whoever compares two runs reads the fields without looking into a list of one.
        first = self.compared[0].as_json() if len(self.compared) == 1 else {}
        several = {} if first else {"correction": "Holm", "comparisons": [pair.as_json() for pair in self.compared]}
        corrected = {"correction": "Holm"} if first.get("by") or len(first.get("tests", ())) > 1 else {}
        return {
            "measure": self.measure,
            **first,
            **several,
            **corrected,
            **({"ranking": [_ranked_json(one) for one in self.ranking]} if self.ranking else {}),
            **({} if self.efficiency is None else {"efficiency": self.efficiency.as_json()}),
            **({"regions": [_region_json(one, self.best_classes) for one in self.best]} if self.best else {}),
            "signature": self.signature,
            "schema_version": SCHEMA_VERSION,
        }


def _region_json(one: BestUnder, classes: Sequence[str]) -> dict[str, Any]:
    choice = one.region.instance
    instance = None if choice is None else {"deltas": list(choice.deltas), "omegas": list(choice.omegas)}
    vertices = [
        {"relation": relation, "class": name, "beyond": row[place]}
        for place, name in enumerate(classes)
        for relation, row in zip(THRESHOLDS, one.beyond, strict=True)
    ]
    found = {"system": one.system, "share": one.region.share, "error": one.region.error}
    return {**found, "instance": instance, "vertices": vertices}


def _ranked_json(one: Ranked) -> dict[str, Any]:
    return {
        "system": one.system,
        "value": one.value,
        "rank_interval": list(one.rank_interval),
        "groups": list(one.groups),
    }


def _test_json(outcome: Outcome, p_adjusted: float | None) -> dict[str, Any]:
    return {
        "statistic": outcome.statistic,
        "p_value": outcome.p_value,
        "p_adjusted": p_adjusted,
        "pairs": outcome.pairs,
        **outcome.details,
        "flags": list(outcome.flags),
    }


def difference_json(difference: Difference) -> dict[str, Any]:
    """The fields of a difference, as `--json` prints them."""
    together = difference.simultaneous
    return {
        "difference": difference.value,
        "interval": known_ends(difference.value, difference.low, difference.high),
        "level": difference.level,
        "method": difference.method,
        "test": difference.test,
        "p_value": difference.p_value,
        "pairs": difference.pairs,
        "clusters": difference.clusters,
        "pi_a": difference.pi_a,
        "pi_b": difference.pi_b,
        "flags": list(difference.flags),
        **({} if together is None else {"p_simultaneous": difference.p_simultaneous}),
        **({} if together is None else {"simultaneous_interval": known_ends(difference.value, *together)}),
    }

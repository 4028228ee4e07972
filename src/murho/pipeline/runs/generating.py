"""The GENERATOR: a sample of a suite as a file, each case with its inclusion; beside it the record of its design."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import Any

import numpy as np

from murho.core.case import Cases, join
from murho.core.errors import InputError, UsageError
from murho.core.ledger import group_name
from murho.core.meaning import UNDEFINED, Answered, canonical, meaning_set
from murho.core.spelling import setting
from murho.formats import by_name, guess
from murho.formats.opening import Path
from murho.formats.saving import writing
from murho.measures import Measure
from murho.pipeline.runs.show import judged
from murho.pipeline.scoring.judge import weigh
from murho.pipeline.scoring.reading import record_beside
from murho.sampling import Chance, Design, Drawn, Population, simple, stratified
from murho.sampling.allocating import deviations
from murho.sampling.chance import reservoir, thinned
from murho.sampling.estimating import stratum_names
from murho.store import Run
from murho.version import __version__
from murho.weighting import Weighting, given

AGREEMENT = "agreement"
"""The feature that says which runs gave the same answer."""
WRITTEN = ("inclusion", "draws", "expected_draws", "stratum", "stratum_size")
"""The fields that the lines of a sample have besides those of the cases."""
_RENAME = "rename it, as in `own_stratum`: a sample writes its own there"


FIFTHS = 5


@dataclass(frozen=True)
class Told:
    """What a run says of cases: its answers, as a machine's verdicts, or a field beside them, as their confidence."""

    run: Run
    field: str | None = None

    def values(self, ids: Sequence[str]) -> list[str]:
        """Of each of these cases the class of what was said of it.

        Raises:
            UsageError: the answers have no such field.
        """
        answers = self.run.answers()
        if self.field is None:
            said: Sequence[Any] = [_one(answer) for answer in answers.answers]
        elif self.field in answers.extras:
            said = answers.extras[self.field]
        else:
            known = ", ".join(sorted(answers.extras)) or "none"
            raise UsageError(f"{self.run.path}: no field {self.field!r} beside its answers; fields there: {known}")
        of = dict(zip(answers.ids, said, strict=True))
        return classed([of.get(name) for name in ids])


def _one(answer: Answered) -> Any:
    """An answer as a value: its meaning where there is one, else all of them."""
    if answer is UNDEFINED:
        return "⊥"
    said = list(answer)
    return said[0] if len(said) == 1 and isinstance(said[0], str | int | float) else canonical(said)


@dataclass(frozen=True)
class Sample:
    """Cases that were drawn, and what is known of how."""

    cases: Cases
    record: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """What `murho sample --json` prints."""
        names = ("design", "population", "total_importance", "strata", "seed", "weight")
        return {"n": len(self.cases), **{name: self.record[name] for name in names if name in self.record}}

    def save(self, path: str) -> None:
        """Write the cases, and the record beside them.

        Raises:
            OutputError: a file cannot be written.
            UsageError: the name tells a format that holds no samples.
        """
        write = writer_of(path, "sample.jsonl")
        # The record first: a sample without one would be taken for all there is.
        with writing(record_beside(path)) as file:
            file.write(json.dumps(self.record, indent=2, ensure_ascii=False).encode() + b"\n")
        write(path, [self.cases])


def writer_of(path: str, example: str) -> Callable[[Path, Iterable[Cases]], None]:
    """What writes cases, all that is known of them, to a file of this name.

    Raises:
        UsageError: the name tells a format that cannot hold it.
    """
    file_format = by_name(guess(path))
    if file_format.write_cases is None or file_format.name not in ("jsonl", "parquet"):
        raise UsageError(f"{path}: cases are written as JSON lines or Parquet; name it so, as in -o {example}")
    return file_format.write_cases


@dataclass(frozen=True)
class RunFeatures:
    """Features of cases that come of runs."""

    agreement: Sequence[Run] = ()
    """Two runs or more; which of them gave the same answer is the feature `agreement`."""
    told: Mapping[str, Told] = field(default_factory=dict)
    """By its name: what a run answered, or a field alongside its answers."""

    def __bool__(self) -> bool:
        return bool(self.agreement or self.told)


def sample(
    cases: Iterable[Cases],
    design: Design,
    *,
    seed: int = 0,
    weight: Weighting | None = None,
    pilot: tuple[Run, Measure] | None = None,
    further: RunFeatures | None = None,
    thin: str | None = None,
    data: dict[str, Any] | None = None,
) -> Sample:
    """Draw cases by a design.

    A simple sample of what needs no look at the whole (no thinning, a weighting that takes cases one by one) is drawn
    from a stream of any length, with no more than the sample in memory, where `data` says that it cannot be read twice.

    Args:
        cases: the suite, batch by batch.
        design: how they are drawn.
        seed: of all that is drawn.
        weight: what gives ρ, written as the `weight` of each case unless it is the given one.
        pilot: a judged run and the measure whose losses say how much strata differ.
        further: features that runs add to those of the cases.
        thin: `meanings` or `values`, as `murho.sampling.chance` has it.
        data: where the cases came from, for the record.

    Raises:
        InputError: there is no case, or one cannot be weighed.
        UsageError: the design does not fit the cases, or what is asked for does not fit together.
    """
    weight, further = weight or given(), further or RunFeatures()
    keeps = isinstance(design, stratified) and design.allocation == "adaptive"
    # What a pilot decides must not be about cases that the same draws would bring again.
    chance = Chance(seed if pilot is None or keeps else f"{seed}, after a pilot")
    cases = _undrawn(cases)
    one_pass = bool(data and data.get("cases") == "-") and not (thin or further or pilot or weight.whole_suite)
    if isinstance(design, simple) and not design.replace and one_pass:
        return _of_stream(cases, design, seed, weight, data or {})
    batches = [batch for batch in cases if len(batch)]
    if not batches:
        raise InputError("no case to draw from", "give at least one case", path=(data or {}).get("cases"))
    suite = join(batches)
    collected = len(suite)
    if thin is not None:
        suite = thinned(suite, thin, chance)
    suite = with_features(suite, further)
    rho = weigh(weight, suite)
    by = getattr(design, "by", None)
    strata = None if by is None else stratum_names(suite.feature(by))
    found, held = _told_by(pilot, design, suite, strata, rho) if pilot is not None else ({}, [])
    drawn = design.draw(
        Population(len(suite), rho.tolist(), strata, suite.clusters, found, held if keeps else ()), chance
    )
    record = _record(design, seed, weight, len(suite), float(fsum(rho.tolist())), data or {}, drawn, rho.tolist())
    if strata is not None:
        chosen, known = Counter(strata[place] for place in drawn.places), _by_group(strata, rho)
        record["strata"] = {
            name: {"size": len(own), "n": chosen[name], "importance": fsum(own), "largest": max(own)}
            for name, own in known.items()
        }
    if design.whole_clusters:
        units = [f"\0{name}" if of is None else of for name, of in zip(suite.ids, suite.clusters or (), strict=True)]
        every = _by_group(units, rho)
        record["clusters"] = len(every)
        record["largest_cluster"] = max(map(fsum, every.values()))
    record |= {"thinned": thin, "collected": collected} if thin is not None else {}
    record |= {"pilot": str(pilot[0].path)} if pilot is not None else {}
    record |= {"agreement": [str(run.path) for run in further.agreement]} if further.agreement else {}
    beside = {name: [str(of.run.path), of.field] for name, of in further.told.items()}
    record |= {"told": beside} if beside else {}
    return Sample(_with_columns(suite.take(drawn.places), drawn, weight, rho[drawn.places].tolist()), record)


def _by_group(names: Sequence[str], rho: Any) -> dict[str, list[float]]:
    """ρ of the cases of each stratum or cluster, by name."""
    found: dict[str, list[float]] = {}
    for name, one in zip(names, rho.tolist(), strict=True):
        found.setdefault(name, []).append(one)
    return dict(sorted(found.items()))


def _undrawn(cases: Iterable[Cases]) -> Iterator[Cases]:
    """The batches, none of which is of a sample already."""
    for batch in cases:
        if "inclusion" in batch.features:
            raise InputError(
                "the cases have a field `inclusion`: they are a sample already",
                "draw from the whole suite, or rename the field",
                path=batch.path,
            )
        for name in WRITTEN:
            if name in batch.features:
                raise InputError(f"the cases have a field {name!r}", _RENAME, path=batch.path)
        yield batch


def _of_stream(cases: Iterator[Cases], design: simple, seed: int, weight: Weighting, data: dict[str, Any]) -> Sample:
    """A simple sample of a stream."""
    total: list[float] = []

    def each() -> Iterator[tuple[Cases, float]]:
        for batch in cases:
            rho = weigh(weight, batch).tolist()
            total[:] = [fsum([*total, *rho])]
            yield from ((batch.take([place]).held(), rho[place]) for place in range(len(batch)))

    held, size = reservoir(each(), design.n, Chance(seed))
    if size < design.n:
        raise UsageError(f"{design!r}: there are only {size} cases; give n up to {size}")
    places, rho = [place for place, _ in held], [rho for _, (_, rho) in held]
    drawn = Drawn(places, [design.n / size] * design.n)
    record = _record(design, seed, weight, size, total[0], data, drawn, None)
    return Sample(_with_columns(join([case for _, (case, _) in held]), drawn, weight, rho), record)


def with_features(suite: Cases, further: RunFeatures) -> Cases:
    """The cases with features that come of runs.

    Raises:
        UsageError: the cases have one of them, a run has no such field, or there is one run only to agree.
    """
    found = {AGREEMENT: agreed(suite.ids, further.agreement)} if further.agreement else {}
    found |= {name: of.values(suite.ids) for name, of in further.told.items()}
    for name, column in found.items():
        if name in suite.features:
            raise UsageError(f"the cases have a feature {name!r} already; call it otherwise")
        suite = suite.with_feature(name, column)
    return suite


def classed(values: Sequence[Any]) -> list[str]:
    """Values as names of strata; numbers, where there are more than five, in fifths of the cases, the lowest first.

    >>> classed(["yes", None, 3]), classed([0.5, 0.1, None, 0.9, 0.2, 0.3, 0.8])[:4]
    (['yes', '(none)', '3'], ['3 of 5', '1 of 5', '(none)', '5 of 5'])
    """
    numbers = [value for value in values if value is not None]
    plain = all(isinstance(value, int | float) and not isinstance(value, bool) for value in numbers)
    if not plain or len({*numbers}) <= FIFTHS:
        return stratum_names(values)
    ends = np.quantile(np.array(numbers, float), np.arange(1, FIFTHS) / FIFTHS)
    return [
        group_name(None) if value is None else f"{int(np.searchsorted(ends, value)) + 1} of {FIFTHS}"
        for value in values
    ]


def agreed(ids: Sequence[str], runs: Sequence[Run]) -> list[str]:
    """Of each case which of the runs gave the same answer: `same` if all did, else groups of them, as in `1|2 3`.

    What has no answer is ⊥, which is an answer like any other here.

    Raises:
        UsageError: there is but one run.
    """
    if len(runs) < 2:
        raise UsageError(f"agreement is that of two runs or more; give {setting('agreement')}RUN again")
    given = [dict(zip(answers.ids, answers.answers, strict=True)) for answers in (run.answers() for run in runs)]
    patterns: dict[tuple[Any, ...], str] = {}

    def pattern(name: str) -> str:
        said = tuple(map(_comparable, (answers.get(name, UNDEFINED) for answers in given)))
        first = tuple(map(said.index, said))
        if first not in patterns:
            groups = [
                " ".join(str(run + 1) for run in range(len(first)) if first[run] == one) for one in sorted({*first})
            ]
            patterns[first] = "same" if len(groups) == 1 else "|".join(groups)
        return patterns[first]

    return list(map(pattern, ids))


def _comparable(answer: Answered) -> Any:
    return answer if answer is UNDEFINED else meaning_set(answer)


def _told_by(
    pilot: tuple[Run, Measure], design: Design, suite: Cases, strata: Sequence[str] | None, rho: Any
) -> tuple[dict[str, float], list[int]]:
    """What a pilot says of strata, and which places it asked."""
    if strata is None or not isinstance(design, stratified):
        raise UsageError(f"{design!r}: a pilot says how much strata differ; it goes with stratified(...)")
    run, measure = pilot
    asked, rows = judged(run, measure)
    place_of = {name: place for place, name in enumerate(suite.ids)}
    size = len(asked)
    loss, units = (np.bincount(rows.case, column, size) for column in (rows.loss, rows.units))
    known = [(row, place_of[name]) for row, name in enumerate(asked.ids) if name in place_of]
    if not known:
        raise UsageError(f"{run.path}: the pilot judged none of these cases; give a run of some of them")
    at, places = [row for row, _ in known], [place for _, place in known]
    found = deviations(
        [strata[place] for place in places], loss[at], units[at], np.asarray(rho)[places], within=design.within
    )
    return found, sorted(places)


def _with_columns(cases: Cases, drawn: Drawn, weight: Weighting, rho: list[float]) -> Cases:
    if weight != given():
        cases = replace(cases, weights=rho)
    for name, column in drawn.columns.items():
        if name in cases.features:
            raise InputError(f"the cases have a field {name!r}", _RENAME, path=cases.path)
        cases = cases.with_feature(name, column)
    return replace(cases, lines=None)


def _record(
    design: Design,
    seed: int,
    weight: Weighting,
    size: int,
    total: float,
    data: dict[str, Any],
    drawn: Drawn,
    rho: list[float] | None,
) -> dict[str, Any]:
    record = {
        "schema_version": 1,
        "design": repr(design),
        "n": len(drawn.places),
        "population": size,
        "total_importance": total,
        "weight": repr(weight),
        "seed": seed,
        "variance": design.variance,
        "murho": __version__,
        **({"of": data} if data else {}),
    }
    if drawn.draws is not None:
        record["draws"] = sum(drawn.draws)
    return record

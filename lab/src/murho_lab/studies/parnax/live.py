"""The live study: two real systems on the questions of samples A and B, under each μ and each ρ of the paper.

What a question means is a set of queries, and two queries are one meaning where they have the same rows, in any order,
on the tables of three seeds (`executed`): on one table alone different queries may have the same rows by chance. So the
sets of the theory are compared as they are, and every μ of the paper applies (`judge`). μ4 grades disjoint sets, and
does so by the parts of the queries as they were written: by their rows they are only alike or not.

The interface was written with the questions of the development half at hand. The other system is trained on them: on
the held-out half by all of them, on the development half itself by those of the other writers.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np

from murho.core.case import Cases
from murho.core.competence import Competence, competence
from murho.core.conclusions import Conclusion, linguistic_above_conceptual, robust, samples_apart, tailored
from murho.core.errors import UsageError
from murho.core.figure import Figure, figure
from murho.core.importance import checked
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.core.profile import profile
from murho.core.shifting import Shifting, mu1, mu2, mu3, mu4
from murho.core.tally import tally
from murho.measures.meanings import disjoint_distances, judged, relations
from murho.measures.queries.query import Query, parsed
from murho.weighting import Weighting, constant, domain, frequency, length, structure
from murho_lab.studies.parnax import questions, retrieval, tables, wordings
from murho_lab.studies.parnax.interface import NotUnderstoodError, opened
from murho_lab.studies.parnax.interface import employees as interface
from murho_lab.studies.parnax.parts import Part, together
from murho_lab.studies.parnax.questions import LATER, SAMPLES
from murho_lab.studies.parnax.verdicts import Verdict, verdicts
from murho_lab.studies.parnax.wordings import KindFigure, Wordings

SEEDS = (0, 1, 2)
LANGUAGES, HALVES = {"en": "english", "it": "italian"}, ("development", "held_out")
SHIFTINGS: tuple[Shifting, ...] = (mu1(), mu2(), mu3(), mu4("parts"))
"""The last reads queries with sqlglot."""
INTERFACE, RETRIEVAL = "interface", "retrieval"
System = Callable[[str, Sequence[str]], Answered]
Tell = Callable[[str, int, int], None]
ROWS_FETCHED = 10_000
CASES = {1: ("A", 0), 2: ("A", 1), 3: ("B", 3), 4: ("B", 4)}
"""The paper's cases: the sample, and which of `weights` is its ρ."""


@dataclass(frozen=True)
class LiveFigure:
    """π of one system on one part of a sample, under one μ and one ρ."""

    system: str
    sample: str
    language: str
    half: str
    shifting: Shifting
    weight: Weighting
    figure: Figure
    profile: tuple[tuple[float, float, float], ...]
    """The occupied cells: μ, ρ, and the share of the questions."""
    classes: Mapping[float, str]
    """By ρ the structural classes that have it, where it goes by these."""

    def as_json(self) -> dict[str, Any]:
        """The entry that `--live --json` prints."""
        return {
            "system": self.system,
            "sample": self.sample,
            "language": self.language,
            "half": self.half,
            "n": self.figure.n,
            "mu": repr(self.shifting),
            "rho": repr(self.weight),
            "pi": self.figure.value,
            "interval": None if self.figure.interval is None else list(self.figure.interval),
            "profile": [list(cell) for cell in self.profile],
        }


@dataclass(frozen=True)
class Understood:
    """What one system makes of one part of a sample: how much it covers, and what can be concluded."""

    system: str
    sample: str
    language: str
    half: str
    n: int
    relations: Mapping[str, int]
    """How many answers are equal to the right set, undefined, empty, and so on."""
    competence: Competence
    conclusions: tuple[tuple[str, Conclusion], ...]
    """Each with what it is about: the ρ, or the samples."""

    def as_json(self) -> dict[str, Any]:
        """The entry that `--live --json` prints."""
        return {
            "system": self.system,
            "sample": self.sample,
            "language": self.language,
            "half": self.half,
            "n": self.n,
            "relations": dict(self.relations),
            "coverage": len(self.competence.coverage),
            "competence": len(self.competence.linguistic),
            "habitability": self.competence.habitability,
            "conceptual": {
                "coverage": len(self.competence.concepts),
                "competence": len(self.competence.conceptual),
                "share": self.competence.conceptual_share,
            },
            "conclusions": [{"about": about, **one.as_json()} for about, one in self.conclusions],
        }


@dataclass(frozen=True)
class Live:
    """The live study."""

    figures: tuple[LiveFigure, ...]
    understood: tuple[Understood, ...]
    verdicts: tuple[Verdict, ...]
    """The interface beside the other system, for every μ and ρ."""
    wordings: Wordings
    """Sample B as the paper tabulates it."""
    kinds: tuple[KindFigure, ...]
    """π by attribute, by number of attributes and by class of the wordings of B."""
    missing: tuple[str, ...] = ()
    """What is left out because it is not installed, a sentence each."""

    def by_part(self, cases: Mapping[int, tuple[str, int]]) -> dict[tuple[str, str, str], list[Figure | None]]:
        """By system, language and half the figures under μ1 of these cases, (sample, index of its ρ)."""
        results: dict[tuple[str, str, str], list[Figure | None]] = {}
        for one in self.figures:
            row = results.setdefault((one.system, one.language, one.half), [None] * len(cases))
            for index, (sample, weight) in enumerate(cases.values()):
                if one.shifting == mu1() and one.sample == sample and one.weight == weights()[weight]:
                    row[index] = one.figure
        return results

    def by_shifting(self, sample: str) -> dict[tuple[str, str, str, str], list[Figure]]:
        """By system, language, half and μ the figures of a sample under every ρ."""
        results: dict[tuple[str, str, str, str], list[Figure]] = {}
        for one in self.figures:
            if one.sample == sample:
                key = (one.system, one.language, one.half, repr(one.shifting).partition("(")[0])
                results.setdefault(key, []).append(one.figure)
        return results

    def as_json(self) -> dict[str, Any]:
        """The fields that `--live` adds to the study's JSON."""
        return {
            "live": [one.as_json() for one in self.figures],
            "understood": [one.as_json() for one in self.understood],
            "robust": [verdict.as_json() for verdict in self.verdicts],
            "wordings": self.wordings.as_json(),
            "by_structure": [kind.as_json() for kind in self.kinds],
            "missing": list(self.missing),
        }


def live(halves: Sequence[str] = HALVES, tell: Tell = lambda what, done, of: None) -> Live:
    """Ask both systems all questions of these halves."""
    everything = with_dialogues(questions.bundled((*SAMPLES, LATER)))
    figures: list[LiveFigure] = []
    understood: list[Understood] = []
    missing: list[str] = []
    shiftings = SHIFTINGS
    try:
        parsed("SELECT 1", "sqlite")
    except UsageError as error:
        shiftings = SHIFTINGS[:-1]
        missing.append(f"μ4: {error}")
    asked = [(language, half) for language in LANGUAGES for half in halves]
    parts: list[Part] = []
    for done, (language, half) in enumerate(asked):
        tell(f"questions of the {half} half, {language}", done, len(asked))
        cases = questions.taken(everything, language=language, half=half)
        answers = {INTERFACE: answers_to(cases, lambda writer: _asked)}
        try:
            answers[RETRIEVAL] = answers_to(cases, partial(_trained, language))
        except UsageError as error:
            missing.append(str(error))
        found: dict[tuple[str, str], list[LiveFigure]] = {}
        for sample in (*SAMPLES, LATER):
            rows = [row for row, one in enumerate(cases.feature("sample")) if one == sample]
            if not rows:
                continue
            kept, times = thinned(cases.take(rows))
            part = cases.take([rows[row] for row in kept]).with_feature("times", times)
            said = {name: [answered[rows[row]] for row in kept] for name, answered in answers.items()}
            for name, given in said.items():
                found[name, sample] = list(_figures(name, sample, language, half, part, given, shiftings))
                figures += found[name, sample]
                apart = _apart([found.get((name, one), []) for one in SAMPLES]) if sample == SAMPLES[-1] else ()
                understood.append(_understood(name, sample, language, half, part, given, apart))
            related = {name: _related(part, given) for name, given in said.items()}
            parts.append(Part(sample, language, half, part, related))
    both = together(parts)
    wanted = [*parts, *both] if all(RETRIEVAL in part.relations for part in parts) else []
    return Live(
        tuple(figures),
        tuple(understood),
        tuple(verdicts(INTERFACE, RETRIEVAL, wanted, weights())),
        wordings.table(),
        tuple(one for part in both if part.sample == "B" for one in wordings.by_kind(part)),
        tuple(dict.fromkeys(missing)),
    )


def _related(cases: Cases, answers: Sequence[Answered]) -> list[str]:
    """How the answers of a system relate to what is meant."""
    given = [answer if answer is UNDEFINED else executed(answer) for answer in answers]
    return relations([executed(one) for one in cases.meant], given)


def _apart(found: Sequence[Sequence[LiveFigure]]) -> tuple[tuple[str, Conclusion], ...]:
    """Cases 1 and 2 of the paper beside cases 3 and 4, all under μ1."""
    conceptual, linguistic = ([one.figure for one in sample if one.shifting == mu1()] for sample in found)
    apart = samples_apart(conceptual[:2], linguistic[2:])
    return () if apart is None else (("A and B", apart),)


def with_dialogues(cases: Cases) -> Cases:
    """The cases, each knowing the questions before it in its dialogue (not those of the writer's other dialogues)."""
    so_far: dict[str, list[str]] = {}
    before = []
    for name, text in zip(cases.feature("dialogue"), cases.texts, strict=True):
        earlier = so_far.setdefault(name, []) if name is not None else []
        before.append(tuple(earlier))
        earlier.append(text)
    return replace(cases, before=before)


def thinned(cases: Cases) -> tuple[list[int], list[int]]:
    """Sample A' of A, as positions: one question of those that are alike but for their values, and how many there are.

    Alike are the words, without capitals, signs and values, and what is meant, without values.
    """
    first: dict[Any, int] = {}
    times: Counter[int] = Counter()
    languages = cases.feature("language")
    for row, text in enumerate(cases.texts):
        blank, values = retrieval.blanked(interface(), LANGUAGES[languages[row]], text)
        meant = tuple(_without(str(query), values) for query in cases.references[row] or ())
        words = " ".join("".join(sign if sign.isalnum() or sign in "<>._" else " " for sign in blank).split())
        times[first.setdefault((words, meant), row)] += 1
    return list(first.values()), [times[row] for row in first.values()]


def _without(query: str, values: Sequence[retrieval.Said]) -> str:
    return retrieval.exchanged(query, values, [replace(value, written="…") for value in values])


def answers_to(cases: Cases, system: Callable[[str | None], System]) -> list[Answered]:
    """What the system for the writer of each case answers to it."""
    clusters, befores = cases.clusters or [None] * len(cases), cases.before or [()] * len(cases)
    return [
        system(writer)(text, list(before or ()))
        for text, before, writer in zip(cases.texts, befores, clusters, strict=True)
    ]


def judge(shifting: Shifting, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
    """μ of each answered set of queries against the correct one, compared by what they give.

    >>> right, said = ("SELECT name FROM employee WHERE job_level > 7",), "SELECT name FROM employee WHERE job_level {}"
    >>> answers = [(said.format("= 8"),), (said.format("> 5"),), ("SELECT DISTINCT degree FROM employee",), UNDEFINED]
    >>> judge(mu4("parts"), [right] * 4, answers).loss.round(2).tolist()
    [0.0, 0.85, 0.94, 0.1]
    """
    given = [answer if answer is UNDEFINED else executed(answer) for answer in answers]
    related = relations([executed(reference) for reference in references], given)
    said = [answer if answer is UNDEFINED else _one_each(answer) for answer in answers]
    far = disjoint_distances(
        shifting, related, [_one_each(reference) for reference in references], said, _parts_distance
    )
    return judged(np.array([shifting.value(*both) for both in zip(related, far, strict=True)], np.float64), related)


def _one_each(queries: Meanings) -> Meanings:
    """The first of the queries that are one meaning."""
    first: dict[Any, Any] = {}
    for query in queries:
        first.setdefault(_rows(str(query)), query)
    return tuple(first.values())


def _parts_distance(one: Any, other: Any) -> float:
    from murho.measures.queries.parts import distance

    return distance(_query(str(one)), _query(str(other)))


@cache
def _query(text: str) -> Query:
    columns = {"employee": [field.column for field in interface().database.fields.values()]}
    # As rows are compared: their values in the order of the columns.
    return Query(text, "sqlite", columns, ordered_outputs=True)


def executed(queries: Meanings) -> Meanings:
    """Each query by what it gives on the tables of all seeds; one that gives nothing because it is wrong, by its text.

    >>> both = executed(["SELECT name FROM employee WHERE job_level > 7",
    ...                  "SELECT name FROM employee WHERE NOT job_level < 8"])
    >>> both[0] == both[1]
    True
    """
    return tuple(_rows(str(query)) for query in queries)


@cache
def _rows(query: str) -> str:
    given = []
    for seed in SEEDS:
        try:
            with closing(_table(seed).execute(query)) as cursor:
                rows = cursor.fetchmany(ROWS_FETCHED)
        except sqlite3.Error:
            return f"no query: {query}"
        # Means of other orders of addition differ in their last digits.
        given.append(
            sorted(repr([round(value, 6) if isinstance(value, float) else value for value in row]) for row in rows)
        )
    return repr(given)


_table = cache(opened)


def _asked(question: str, before: Sequence[str]) -> Answered:
    try:
        asked = interface().ask(question, before)
        if asked.undefined is not None:
            raise NotUnderstoodError(asked.undefined)
    except NotUnderstoodError:
        return UNDEFINED
    return asked.queries


@cache
def _trained(language: str, writer: str | None) -> System:
    """Trained on the development half, but on no question of this writer."""
    half = questions.taken(questions.bundled((*SAMPLES, LATER)), language=language, half=HALVES[0])
    lessons = half.take([row for row, name in enumerate(half.clusters or ()) if name != writer])
    return retrieval.trained(lessons, interface(), LANGUAGES[language])


def weights() -> tuple[Weighting, ...]:
    """A constant ρ and ρ1 to ρ4: as in cases 1 to 4 of the paper, and by how often a question was asked."""
    return (
        constant(),
        domain(),
        frequency("times", duplicates="split"),
        length(tables.LENGTH_CUTS, tables.LENGTH_WEIGHTS),
        structure("class"),
    )


def weight_names() -> list[str]:
    """What to call the five, in their order."""
    return ["constant", "by domain", "by frequency", "by length", "by structure"]


def _figures(
    system: str,
    sample: str,
    language: str,
    half: str,
    cases: Cases,
    answers: Sequence[Answered],
    shiftings: Sequence[Shifting],
) -> Iterator[LiveFigure]:
    for shifting in shiftings:
        found = judge(shifting, cases.meant, answers)
        for weight in weights():
            rho = checked(weight.weigh(cases))
            shares = profile(found, rho, {"loss": found.loss, "weight": rho})
            cells = tuple(
                (float(key[0]), float(key[1]), float(shares.share(key)))  # type: ignore[arg-type]
                for key in sorted(shares.cells, key=str)
            )
            of_all = figure(tally(found, rho, cases.clusters), level=0.95)
            classes = _classes(cases, rho) if weight == weights()[CASES[4][1]] else {}
            yield LiveFigure(system, sample, language, half, shifting, weight, of_all, cells, classes)


def _classes(cases: Cases, rho: np.ndarray) -> dict[float, str]:
    """By ρ the structural classes that have it."""
    results: dict[float, dict[str, None]] = {}
    for name, value in zip(cases.feature("class"), rho, strict=True):
        results.setdefault(float(value), {})[str(name)] = None
    return {value: ", ".join(names) for value, names in results.items()}


def _understood(
    system: str,
    sample: str,
    language: str,
    half: str,
    cases: Cases,
    answers: Sequence[Answered],
    apart: Sequence[tuple[str, Conclusion]],
) -> Understood:
    judgements = judge(mu1(), cases.meant, answers)
    correct = judgements.loss == 0
    inside = domain().weigh(cases)
    concepts = [frozenset(executed(meant)) for meant in cases.meant]
    loss, units = judgements.loss.astype(np.float64), judgements.units.astype(np.float64)
    results = [
        (name, asked(loss, units, checked(weight.weigh(cases)), cases.clusters, level=0.95))
        for name, weight in list(zip(weight_names(), weights(), strict=True))[3:]
        for asked in (tailored, robust)
    ]
    results.append((f"within {sample}", linguistic_above_conceptual(concepts, inside > 0, correct, level=0.95)))
    return Understood(
        system,
        sample,
        language,
        half,
        len(cases),
        Counter(str(name) for name in judgements.labels["relation"]),
        competence(cases.ids, concepts, inside, correct),
        (*((about, one) for about, one in results if one is not None), *apart),
    )

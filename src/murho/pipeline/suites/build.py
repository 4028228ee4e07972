"""Building a suite: what is read, what a person reviewed, what a parser says, and the files that come of it."""

import itertools
import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from murho.core.case import Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.core.signature import SCHEMA_VERSION
from murho.core.tree import Tree
from murho.formats import conllu
from murho.formats.saving import writing
from murho.suites import xml
from murho.suites.building import annotation, review
from murho.suites.building.annotation import Agreement, Annotated, agreement, named, unparsed
from murho.suites.building.filling import Filled, filled
from murho.suites.building.languages import guess, language
from murho.suites.building.order import Ordered, order_section
from murho.suites.building.review import Reviewed, ReviewedLink, corpus_of
from murho.suites.building.survey import Survey, survey
from murho.suites.model import Suite
from murho.suites.testdata import file_of, misspelt
from murho.systems import gather, system


@dataclass(frozen=True)
class Proposal:
    """A sentence with its tree; without heads where the parser failed."""

    tree: Tree
    comment: str = ""
    """Why there is no tree."""


@dataclass(frozen=True, eq=False)
class Reviews:
    """What people gave back."""

    schemas: list[Reviewed] = field(default_factory=list)
    """The rows of the table of schemas."""
    links: list[ReviewedLink] = field(default_factory=list)
    """The rows of the table of links."""
    trees: tuple[Annotated, ...] = ()
    """The tables of trees; a sentence that is in two tables was reviewed twice, and the first table counts."""
    paths: tuple[str, ...] = ()
    """The files of all tables, as real paths: these may be written over."""
    schemas_path: str | None = None
    """The file of the table of schemas, for errors."""

    @property
    def by_text(self) -> dict[str, Tree]:
        """The reviewed trees by their text."""
        # The first table comes last here, so that its tree takes the place of another table's.
        return {tree.text: tree for table in reversed(self.trees) for tree in table.trees}


@dataclass(eq=False)
class Built:
    """What was found, and the files that were written."""

    survey: Survey | None = None
    trees: tuple[Tree, ...] = ()
    """Reviewed trees, each sentence once."""
    words: int = 0
    corrected: int = 0
    """Words of reviewed trees, and how many of them a person corrected."""
    agreement: Agreement | None = None
    """The agreement of two reviews on the same sentences; None where there is one table of trees, or none."""
    ordered: Ordered | None = None
    proposals: tuple[Proposal, ...] = ()
    filled: Filled | None = None
    written: list[str] = field(default_factory=list)

    @property
    def without_tree(self) -> list[str]:
        """Test sentences that have no reviewed tree yet."""
        have = {tree.text for tree in self.trees}
        return [test for test in (self.ordered.tests if self.ordered else ()) if test not in have]

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints: a part for each thing that was built."""
        result: dict[str, Any] = {"written": self.written, "schema_version": SCHEMA_VERSION}
        if self.survey is not None:
            result["survey"] = self.survey.as_json()
        if self.ordered is not None:
            result["suite"] = {
                "tests": len(self.ordered.tests),
                "waiting": self.ordered.waiting,
                "without_tree": self.without_tree,
                "findings": [str(finding) for finding in self.ordered.findings],
            }
        if self.trees:
            both = self.agreement
            result["trees"] = {"sentences": len(self.trees), "words": self.words, "corrected": self.corrected}
            result["agreement"] = None if both is None else vars(both)
        if self.proposals:
            failed = {proposal.tree.text: proposal.comment for proposal in self.proposals if proposal.comment}
            result["parsed"] = {"sentences": len(self.proposals), "undefined": failed}
        if self.filled is not None:
            result["filled"] = {"outcomes": self.filled.outcomes, "missing": self.filled.missing}
        return result


def build(
    out: str,
    *,
    treebanks: Sequence[str] = (),
    code: str | None = None,
    reviews: Sequence[str] = (),
    suite: str | None = None,
    parser: str | None = None,
    corpus: str | None = None,
    keep_null: bool = False,
    force: bool = False,
) -> Built:
    """Do what the files given allow, and write what comes of it into a folder.

    Args:
        out: the folder, made if need be.
        treebanks: CoNLL-U files; `links.tsv` and `schemas.tsv` come of them.
        code: language of treebanks and test sentences; by default what the treebanks' names, or the suite, tell.
        reviews: edited tables; `suite.xml` and its test data come of them as soon as there are test sentences.
        suite: a suite in XML; a copy with frequencies from the treebanks or the reviewed tables goes into the folder.
        parser: the system that parses test sentences without a reviewed tree; `trees.tsv` comes of it.
        corpus: how the suite is to call the treebanks.
        keep_null: leave null a frequency that is null in the suite.
        force: write over files.

    Raises:
        UsageError: there is nothing to build from; the language is not told; a file is there already.
        InputError: FILE:LINE: what is wrong there; what to do.
    """
    if not treebanks and not reviews:
        raise UsageError("nothing to build from; give --treebank FILE.conllu, or --review FILE.tsv")
    given = read_reviews(reviews)
    target = xml.read(suite) if suite is not None else None
    built = Built(survey(treebanks, code) if treebanks else None)
    if built.survey is not None:
        code = built.survey.code
    links, rows = _merged(built, given, corpus)
    corpus = corpus or corpus_of(rows)
    code = code or (target.language if target is not None else None) or guess(corpus or "")
    if target is not None:
        _check_language(target, code)
        freqs = review.frequencies(links)
        built.filled = filled(target, freqs, rows, corpus=corpus or "reviewed", keep_null=keep_null)
    _annotations(built, given)
    _order(built, given, rows, code, corpus)
    folder = _Folder(out, given.paths, force)
    names = [*_names(built), *_filled_names(target)]
    if twice := [name for name in names if names.count(name) > 1]:
        raise UsageError(f"{out} would get two files {twice[0]}; give the suite that is filled another name")
    folder.check(names)  # before the parser is asked for what could not be written
    if parser is not None:
        built.proposals = propose(built.without_tree, built.trees, parser)
    _write(built, folder, links, rows, code)
    if target is not None and built.filled is not None:
        _write_filled(folder, target, built.filled)
    built.written = folder.written
    return built


def read_reviews(paths: Sequence[str]) -> Reviews:
    """Edited tables, each known by its header.

    Raises:
        InputError: FILE:LINE: what is wrong there; what to do.
        UsageError: there are two tables of schemas, or two of links.
    """
    by_kind: dict[str, list[str]] = {"schemas": [], "links": [], "trees": []}
    for path in paths:
        by_kind[review.kind(path)].append(path)
    schemas, links = by_kind["schemas"], by_kind["links"]
    if max(len(schemas), len(links)) > 1:
        raise UsageError("two tables of one kind to review; give one of schemas and one of links")
    return Reviews(
        review.read_schemas(schemas[0]) if schemas else [],
        review.read_links(links[0]) if links else [],
        tuple(map(annotation.read, by_kind["trees"])),
        tuple(map(os.path.realpath, paths)),
        schemas[0] if schemas else None,
    )


def _merged(built: Built, given: Reviews, corpus: str | None) -> tuple[list[ReviewedLink], list[Reviewed]]:
    if built.survey is None:
        return given.links, given.schemas
    links = review.merged_links(given.links, review.proposed_links(built.survey.links))
    fresh = review.proposed(built.survey.realizations, corpus or built.survey.corpus)
    return links, review.merged(given.schemas, fresh)


def _check_language(suite: Suite, code: str | None) -> None:
    if suite.language and code and suite.language != code:
        found = f"a suite in {suite.language!r} and treebanks in {code!r}"
        raise InputError(found, "fill it from treebanks of its language", path=suite.path)


def _annotations(built: Built, given: Reviews) -> None:
    built.trees = tuple(given.by_text.values())
    built.words = sum(table.words for table in given.trees)
    built.corrected = sum(table.corrected for table in given.trees)
    if len(given.trees) > 1:
        built.agreement = agreement(given.trees[0].trees, given.trees[1].trees)


def _order(built: Built, given: Reviews, rows: Sequence[Reviewed], code: str | None, corpus: str | None) -> None:
    trees = given.by_text
    if trees and rows and code is None:
        raise UsageError("nothing tells the language of the trees; give --language")
    words = language(code) if trees and code else None
    if rows:
        built.ordered = order_section(rows, trees, words, corpus, given.schemas_path)


def _names(built: Built) -> list[str]:
    names = ["links.tsv", "schemas.tsv"] if built.survey else []
    if built.ordered and built.ordered.tests:
        names += ["suite.xml"] + ([] if built.trees else ["suite.txt"])
    return names + (["suite.conllu"] if built.trees else [])


def _filled_names(suite: Suite | None) -> list[str]:
    """The names of the files of a suite that is filled: its own and that of its test data."""
    if suite is None or suite.path is None:
        return []
    data = file_of(suite)
    return [os.path.basename(path) for path in (suite.path, data) if path is not None]


class _Folder:
    """Where files are written to, and people work: nothing of theirs is written over.

    A file that is there already is an error, unless it is one of those that were read to go on from, so that what it
    says comes back, or unless writing over it is asked for.
    """

    def __init__(self, path: str, reviewed: Sequence[str], force: bool):
        self._path, self._reviewed, self._force = path, reviewed, force
        self.written: list[str] = []

    def check(self, names: Sequence[str]) -> None:
        """Raise UsageError for the first of these files that may not be written."""
        for name in names:
            path = os.path.join(self._path, name)
            if os.path.exists(path) and not self._force and os.path.realpath(path) not in self._reviewed:
                todo = "name another folder, or write over it with --force"
                if name.endswith(".tsv"):
                    todo = "go on from it with --review, name another folder, or write over it with --force"
                raise UsageError(f"{path} is there already; {todo}")

    def path(self, name: str) -> str:
        """Where to write a file."""
        os.makedirs(self._path, exist_ok=True)
        self.written.append(os.path.join(self._path, name))
        return self.written[-1]

    def free(self, name: str) -> str:
        """Where to write a file of which there may be several, none of them written over: trees.tsv, trees-2.tsv..."""
        stem, suffix = os.path.splitext(name)
        names = (name if number == 1 else f"{stem}-{number}{suffix}" for number in itertools.count(1))
        return self.path(next(name for name in names if not os.path.exists(os.path.join(self._path, name))))


def _write_filled(folder: _Folder, suite: Suite, filling: Filled) -> None:
    data = file_of(suite)
    if data is not None:
        copy = folder.path(os.path.basename(data))
        if os.path.realpath(copy) != os.path.realpath(data):  # with --force the suite may be filled where it stands
            shutil.copyfile(data, copy)
    xml.write(folder.path(os.path.basename(suite.path or "suite.xml")), filling.suite)


def _write(
    built: Built, folder: _Folder, links: Sequence[ReviewedLink], rows: Sequence[Reviewed], code: str | None
) -> None:
    if built.survey is not None:
        review.write_links(folder.path("links.tsv"), links)
        review.write_schemas(folder.path("schemas.tsv"), rows)
    if built.ordered is not None and built.ordered.tests:
        xml.write(folder.path("suite.xml"), Suite((built.ordered.section,), language=code))
        if not built.trees:
            with writing(folder.path("suite.txt")) as file:
                file.write("".join(f"{test}\n" for test in built.ordered.tests).encode())
    if built.trees:
        conllu.write_trees(folder.path("suite.conllu"), built.trees)
    if built.proposals:
        annotation.write(folder.free("trees.tsv"), [(proposal.tree, proposal.comment) for proposal in built.proposals])


_ID = re.compile(r"t(\d+)")


def propose(texts: Sequence[str], known: Sequence[Tree], spec: str) -> tuple[Proposal, ...]:
    """A tree for each text, by the system that `spec` names, in the order of the texts.

    Their ids, t001 and so on, go on from those of the trees known.

    Raises:
        UsageError: there is no such system.
    """
    used = [int(match[1]) for tree in known if (match := _ID.fullmatch(tree.sent_id or ""))]
    first = max(used, default=0) + 1
    cases = Cases([f"t{number:03d}" for number in range(first, first + len(texts))], texts, [()] * len(texts))
    if not texts:
        return ()
    with system(spec) as parser:
        answers = gather(cases, parser.answer(cases))
    failures = answers.failures or [None] * len(answers.ids)
    by_id = {id: (answer, why) for id, answer, why in zip(answers.ids, answers.answers, failures, strict=True)}
    asked = zip(cases.ids, texts, strict=True)
    return tuple(_proposal(id, text, *by_id.get(id, (UNDEFINED, None))) for id, text in asked)


def _proposal(id: str, text: str, answer: object, failure: str | None) -> Proposal:
    first = answer[0] if isinstance(answer, tuple) and answer else None
    if not isinstance(first, str):
        return Proposal(unparsed(id, text), f"no tree: {failure or 'the parser gave none'}")
    try:
        trees = conllu.parse(first)
    except InputError as error:
        return Proposal(unparsed(id, text), f"no tree: {error.found}")
    if len(trees) != 1:
        return Proposal(unparsed(id, text), f"no tree: the parser made {len(trees)} sentences of it")
    tree = named(trees[0], id, text)
    if wrong := misspelt(tree):  # its words do not spell the sentence: a person would correct another sentence
        return Proposal(unparsed(id, text), f"no tree: {wrong[0]}")
    return Proposal(tree)

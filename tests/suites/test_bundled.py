"""The suites that murho brings along: large enough, consistent, and with the frequencies of the treebank they name."""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from murho.core.tree import Tree
from murho.formats import conllu
from murho.suites import xml
from murho.suites.building.clauses import clauses
from murho.suites.building.filling import filled
from murho.suites.building.languages import LANGUAGES
from murho.suites.building.order import READINGS
from murho.suites.building.review import proposed
from murho.suites.building.schemas import key_of
from murho.suites.building.survey import Survey, survey
from murho.suites.building.treebank import Conventions, linked
from murho.suites.checks import check_file
from murho.suites.model import ORDER, STRUCTURE, Order, Structure
from murho.suites.reading import bundled, path_of


class Expected(NamedTuple):
    """What a suite follows: the treebank of its frequencies, and the least numbers of what it has."""

    treebank: str
    structure: int
    order: int
    sentences: int
    readings: tuple[Conventions, ...] = READINGS
    """How its trees mark oblique arguments."""


EXPECTED = {
    "es": Expected("es_ancora-ud-test.r2.8.conllu.gz", 99, 62, 94),  # ParTes
    "ca": Expected("ca_ancora-ud-test.r2.8.conllu.gz", 101, 46, 99),  # ParTesCa
    "it": Expected("it_pud-ud-test.conllu.gz", 80, 35, 100, (Conventions(oblique_arguments=False),)),
}
EVERY = pytest.mark.parametrize("name", bundled())


@cache
def _survey(name: str, data: Path) -> Survey:
    return survey([data / "ud" / EXPECTED[name].treebank])


def _file(name: str) -> Path:
    return Path(path_of(name)).with_suffix(".conllu")


def _trees(name: str) -> list[Tree]:
    return list(conllu.read_trees(_file(name)))


def _orders(name: str) -> list[Order]:
    return [leaf for _, leaf in xml.read(path_of(name)).leaves() if isinstance(leaf, Order)]


def test_spanish_and_catalan_are_there() -> None:
    assert {"es", "ca"} <= set(bundled()) <= set(EXPECTED)


@EVERY
def test_it_is_large_enough(name: str) -> None:
    suite, least = xml.read(path_of(name)), EXPECTED[name]
    assert len(suite.of_section(STRUCTURE)) >= least.structure
    assert len(suite.of_section(ORDER)) >= least.order
    assert len({leaf.test for _, leaf in suite.leaves()}) >= least.sentences


@EVERY
def test_nothing_is_wrong_or_odd_in_it(name: str) -> None:
    _, _, found = check_file(path_of(name))
    assert found == []


@EVERY
def test_both_files_are_written_as_they_were_read(name: str) -> None:
    suite = Path(path_of(name))
    assert xml.text_of(xml.read(suite)) == suite.read_text(encoding="utf-8")
    assert "".join(map(conllu.serialise, _trees(name))) == _file(name).read_text(encoding="utf-8")


@EVERY
def test_every_sentence_stands_once_is_short_and_is_used(name: str) -> None:
    texts = [tree.text for tree in _trees(name)]
    assert len(set(texts)) == len(texts)
    assert max(len(text.split()) for text in texts) <= 9
    assert set(texts) == {leaf.test for _, leaf in xml.read(path_of(name)).leaves()}


@EVERY
def test_a_realization_is_told_by_its_names(name: str) -> None:
    """So that two never stand for the same phenomenon."""
    names = Counter(
        (path, leaf.name, leaf.class_, leaf.subclass)
        for path, leaf in xml.read(path_of(name)).leaves()
        if isinstance(leaf, Structure)
    )
    assert max(names.values()) == 1


@EVERY
def test_the_tree_shows_the_order_of_arguments(name: str) -> None:
    """And its verb and arguments have the lemmas of the realization."""
    trees = {tree.text: tree for tree in _trees(name)}
    for leaf in _orders(name):
        assert (leaf.func, leaf.cat, leaf.constr, leaf.sbjtype, leaf.parent, leaf.children) in _shown(
            trees[leaf.test], name
        ), leaf.id


def _shown(tree: Tree, name: str) -> set[tuple[str | None, ...]]:
    found: set[tuple[str | None, ...]] = set()
    for reading in EXPECTED[name].readings:
        for clause in clauses(linked(tree, "s"), LANGUAGES[name], reading):
            lemmas = {place: tree.word(place).lemma for place in clause.places}
            parent = lemmas.pop(clause.verb)
            found.add((*key_of(clause), parent, "#".join(lemmas.values()) or None))
    return found


@pytest.mark.parametrize(
    "name", [name if name == "it" else pytest.param(name, marks=pytest.mark.slow) for name in bundled()]
)
def test_its_frequencies_are_those_of_its_treebank(name: str, data: Path) -> None:
    counted = _survey(name, data)
    links = {link.link: link.freq for link in counted.links if not link.deprel}
    suite = xml.read(path_of(name))
    corpus = suite.sections[0].corpus
    assert corpus is not None
    again = filled(suite, links, proposed(counted.realizations), corpus=corpus, keep_null=True)
    assert again.missing == ()
    assert again.suite == suite


@pytest.mark.slow
@pytest.mark.parametrize("name", ["es", "ca"])
def test_every_schema_above_the_average_is_there(name: str, data: Path) -> None:
    have = {(leaf.func, leaf.cat, leaf.constr, leaf.sbjtype) for leaf in _orders(name)}
    assert {tuple(one.key) for one in _survey(name, data).kept} == have

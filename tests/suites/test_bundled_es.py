"""The Spanish suite: as large as the one it follows, consistent, and with the frequencies of the treebank it names."""

from collections import Counter
from functools import cache
from pathlib import Path

from murho.core.tree import Tree
from murho.formats import conllu
from murho.suites import xml
from murho.suites.building.filling import filled
from murho.suites.building.review import proposed
from murho.suites.building.survey import Survey, survey
from murho.suites.checks import check_file
from murho.suites.model import ORDER, STRUCTURE, Order, Structure
from murho.suites.reading import path_of

ES = path_of("es")
TREES = Path(ES).with_suffix(".conllu")


@cache
def _ancora(data: Path) -> Survey:
    return survey([data / "ud" / "es_ancora-ud-test.r2.8.conllu.gz"])


def _trees() -> list[Tree]:
    return list(conllu.read_trees(TREES))


def test_it_is_at_least_as_large_as_partes() -> None:
    suite = xml.read(ES)
    assert len(suite.of_section(STRUCTURE)) >= 99
    assert len(suite.of_section(ORDER)) >= 62
    assert len({leaf.test for _, leaf in suite.leaves()}) >= 94


def test_nothing_is_wrong_or_odd_in_it() -> None:
    _, _, found = check_file(ES)
    assert found == []


def test_both_files_are_written_as_they_were_read() -> None:
    assert xml.text_of(xml.read(ES)) == Path(ES).read_text(encoding="utf-8")
    assert "".join(map(conllu.serialise, _trees())) == TREES.read_text(encoding="utf-8")


def test_every_sentence_stands_once_is_short_and_is_used() -> None:
    texts = [tree.text for tree in _trees()]
    assert len(set(texts)) == len(texts)
    assert max(len(text.split()) for text in texts) <= 9
    assert set(texts) == {leaf.test for _, leaf in xml.read(ES).leaves()}


def test_a_realization_is_told_by_its_names() -> None:
    """So that two never stand for the same phenomenon."""
    names = Counter(
        (path, leaf.name, leaf.class_, leaf.subclass)
        for path, leaf in xml.read(ES).leaves()
        if isinstance(leaf, Structure)
    )
    assert max(names.values()) == 1


def test_its_frequencies_are_those_of_ancora(data: Path) -> None:
    counted = _ancora(data)
    links = {link.link: link.freq for link in counted.links if not link.deprel}
    suite = xml.read(ES)
    corpus = suite.sections[0].corpus
    assert corpus is not None
    again = filled(suite, links, proposed(counted.realizations), corpus=corpus, keep_null=True)
    assert again.missing == ()
    assert again.suite == suite


def test_every_schema_above_the_average_is_there(data: Path) -> None:
    have = {
        (leaf.func, leaf.cat, leaf.constr, leaf.sbjtype) for _, leaf in xml.read(ES).leaves() if isinstance(leaf, Order)
    }
    assert {tuple(one.key) for one in _ancora(data).kept} == have

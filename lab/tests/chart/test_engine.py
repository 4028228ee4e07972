"""The chart against NLTK's feature chart parser on random grammars, and against all ways through it."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho_lab.chart import TooLargeError, bundled, read_parser
from murho_lab.chart.engine import Chart, Edge, chart, text_links
from murho_lab.chart.grammar import read_grammar
from murho_lab.chart.productions import Leaf, compiled

VALUES = ["", "[n=x]", "[n=y]", "[n=?v]"]
SIGNS = st.tuples(st.sampled_from("abc"), st.sampled_from(VALUES))
RULES = st.lists(st.tuples(SIGNS, st.lists(SIGNS, min_size=2, max_size=3)), min_size=1, max_size=6)
ENTRIES = st.lists(
    st.tuples(st.sampled_from("uvw"), st.sampled_from("abc"), st.sampled_from(VALUES[:3])), min_size=2, max_size=6
)


def trees(edge: Edge, name_of: tuple[str, ...]) -> Iterator[Any]:
    """All analyses of a sign: its type, and what it is made of."""
    for (made, parts), _ in edge.ways:
        if isinstance(made, Leaf):
            yield (name_of[edge.kind], *made.words)
        else:
            for below in product(*(list(trees(part, name_of)) for part in parts)):
                yield (name_of[edge.kind], *below)


def analyses(path: Path, text: str, start: str) -> set[Any]:
    """All analyses of a text as a type."""
    words = text.split()
    ready = compiled(read_grammar(str(path)))
    made = chart(ready, text_links(words))
    kind = ready.names.index(start)
    edges = {id(edge): edge for edges in made.at[0].values() for edge in edges}.values()
    return {tree for edge in edges if edge.end == len(words) and edge.kind == kind for tree in trees(edge, ready.names)}


def by_nltk(rules: list[Any], entries: list[Any], words: list[str]) -> set[Any]:
    """All analyses by the peer."""
    import nltk

    def sign(of: tuple[str, str]) -> str:
        return of[0].upper() + of[1].replace("n=", "N=")

    lines = ["% start A"]
    lines += [f"{sign(mother)} -> {' '.join(map(sign, daughters))}" for mother, daughters in rules]
    lines += [f"{sign((kind, value))} -> '{word}'" for word, kind, value in entries]
    parser = nltk.parse.FeatureChartParser(nltk.grammar.FeatureGrammar.fromstring("\n".join(lines)))
    if not {word for word, _, _ in entries}.issuperset(words):
        return set()

    def shape(tree: Any) -> Any:
        return tree if isinstance(tree, str) else (str(tree.label()[nltk.featstruct.TYPE]).lower(), *map(shape, tree))

    return {shape(tree) for tree in parser.parse(words)}


@given(rules=RULES, entries=ENTRIES, words=st.lists(st.sampled_from("uvw"), min_size=1, max_size=5))
def test_the_same_analyses_as_nltk(tmp_path: Path, rules: list[Any], entries: list[Any], words: list[str]) -> None:
    file = tmp_path / "random.chart"
    lines = ["[features]", "n", "[types]", "a < piece", "b", "c", "[rules]"]
    lines += [f"r: {''.join(mother)} -> {' '.join(map(''.join, daughters))}" for mother, daughters in rules]
    lines += ["[words]", *(f"{word} : {kind}{value}" for word, kind, value in entries)]
    file.write_text("\n".join(lines))
    assert analyses(file, " ".join(words), "a") == by_nltk(rules, entries, words)


ENGLISH = """
[features]
num: singular, plural
[types]
s < piece
np: num=?n
noun: num=?n
vp: num=?n
sees < vp: frame _ np
pp: frame _ np; modifies noun _
adjective: modifies _ noun
[rules]
s: s -> np[num=?n] vp[num=?n]
np: np[num=?n] -> "the" noun[num=?n]
[words]
man, park : noun[num=singular]
men : noun[num=plural]
sheep : noun
sees : sees[num=singular]
see : sees[num=plural]
in, on : pp
old : adjective
"""


def test_agreement_and_attachment(tmp_path: Path) -> None:
    file = tmp_path / "english.chart"
    file.write_text(ENGLISH)
    assert len(analyses(file, "the man sees the sheep", "s")) == 1
    assert not analyses(file, "the men sees the sheep", "s")
    assert len(analyses(file, "the sheep see the men", "s")) == 1
    # [[old man] in ...] and [old [man in ...]]; and of two phrases behind a noun one may belong to the other
    assert len(analyses(file, "the old man in the park sees the men", "s")) == 2
    assert len(analyses(file, "the man in the park on the sheep sees the men", "s")) == 2
    # A sign stands for all analyses over its words: the number of these is Catalan's, that of signs grows slowly.
    phrases = " in the park" * 12
    made = chart(compiled(read_grammar(str(file))), text_links(f"the man{phrases} sees the men".split()))
    assert sum(len({id(e) for edges in at.values() for e in edges}) for at in made.at) < 600


def test_a_chart_that_is_too_large(tmp_path: Path) -> None:
    file = tmp_path / "english.chart"
    file.write_text(ENGLISH)
    with pytest.raises(TooLargeError, match="more than 5 signs in the chart"):
        read_parser(file, 5).parse("the man sees the sheep")
    # A circle that computes ever new values is stopped, too.
    circle = "r: a[n=?m] -> a[n=?k]; where ?m = sum(?k, 1)"
    file.write_text(f"[features]\nn\n[types]\na < piece\n[words]\nu : a[n=1]\n[rules]\n{circle}")
    with pytest.raises(TooLargeError):
        read_parser(file, 500).parse("u")


def sizes(edge: Edge) -> Iterator[int]:
    """The number of productions of each analysis."""
    for (made, parts), _ in edge.ways:
        for below in product(*(list(sizes(part)) for part in parts)):
            yield (made is not None) + sum(below)


WORDS = tuple("uh to bonn no berlin tomorrow at nine from half ten in three weeks not via".split())  # noqa: SIM905


@settings(max_examples=settings().max_examples * 5 // 3)
@given(st.lists(st.sampled_from(WORDS), max_size=7))
def test_the_best_analysis_is_the_smallest_of_all(words: list[str]) -> None:
    made: Chart = chart(bundled("greetings").compiled, text_links(words))
    for at in made.at:
        for edge in (edge for edges in at.values() for edge in edges):
            assert edge.size == min(sizes(edge))

"""Laws of building a suite: frequencies are shares, the order of sentences says nothing, tables lose nothing."""

import random
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.tree import Tree, Word
from murho.formats import conllu
from murho.suites.building import annotation, review
from murho.suites.building.clauses import CATEGORIES, CONSTRUCTIONS, FUNCTIONS, SUBJECT_TYPES
from murho.suites.building.languages import LANGUAGES
from murho.suites.building.review import Reviewed
from murho.suites.building.schemas import Key, above_average, schemas
from murho.suites.building.survey import links
from murho.suites.building.treebank import Treebank, conventions, linked, read_treebank

FORMS = ["se", "lo", "le", "que", "a", "por", "hay", "es", "Ana", "come", "hi", "ne", "there", "by"]
UPOS = ["VERB", "AUX", "NOUN", "PROPN", "PRON", "ADJ", "ADV", "ADP", "DET", "X", "PUNCT"]
LABELS = [
    "nsubj", "nsubj:pass", "csubj", "obj", "iobj", "obl", "obl:arg", "obl:agent", "ccomp", "xcomp", "aux", "aux:pass",
    "cop", "expl", "expl:pv", "expl:pass", "expl:impers", "case", "mark", "det", "conj", "punct", "acl",
]  # fmt: skip
FEATS = ["_", "VerbForm=Fin", "VerbForm=Inf", "VerbForm=Part", "Mood=Ind", "Case=Dat", "PronType=Rel", "PronType=Int"]


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Trees without any grammar, so that everything meets everything."""
    size = draw(st.integers(1, 9))
    order = draw(st.permutations(range(1, size + 1)))
    words = []
    for id in range(1, size + 1):
        place = order.index(id)
        head = order[draw(st.integers(0, place - 1))] if place else 0
        form = draw(st.sampled_from(FORMS))
        label = draw(st.sampled_from(LABELS)) if head else "root"
        feats = draw(st.sampled_from(FEATS))
        words.append(Word(id, form, form.lower(), draw(st.sampled_from(UPOS)), "_", feats, head, label))
    return Tree(tuple(words))


def _treebank(found: Sequence[Tree], order: Sequence[int] | None = None) -> Treebank:
    sentences = [linked(found[n], f"s{n}") for n in (order if order is not None else range(len(found)))]
    return Treebank("x", sentences, conventions(sentences))


@given(st.lists(trees(), max_size=12), st.sampled_from(sorted(LANGUAGES)), st.randoms(use_true_random=False))
def test_frequencies_are_shares_and_order_says_nothing(found: list[Tree], code: str, chance: random.Random) -> None:
    one = _treebank(found)
    order = list(range(len(found)))
    chance.shuffle(order)
    other = _treebank(found, order)
    realizations = schemas([one], LANGUAGES[code])
    assert realizations == schemas([other], LANGUAGES[code])
    assert links([one]) == links([other])
    assert sum(each.freq for each in realizations) == pytest.approx(1 if realizations else 0, abs=1e-4)
    whole = [each.freq or 0 for each in links([one]) if not each.deprel]
    assert sum(whole) <= 1 + 1e-6 * len(whole)
    assert len(above_average(realizations)) < max(1, len(realizations)) or not realizations
    for each in realizations:
        func, cat = each.key.func.split("#"), each.key.cat.split("#")
        assert len(func) == len(cat)
        assert set(func) <= set(FUNCTIONS)
        assert set(cat) <= set(CATEGORIES)
        assert func.count("v") == 1
        assert each.key.constr in CONSTRUCTIONS
        assert each.key.sbjtype in SUBJECT_TYPES
        assert (each.key.sbjtype == "full") == bool({"subj", "csubj"} & set(func))


def test_the_order_of_a_real_treebank_says_nothing(data: Path) -> None:
    one = read_treebank(data / "ud" / "es_gsd-ud-test.conllu.gz")
    backwards = one.sentences[::-1]
    other = Treebank(one.name, backwards, conventions(backwards))
    assert schemas([one], LANGUAGES["es"]) == schemas([other], LANGUAGES["es"])
    assert links([one]) == links([other])


CELLS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"], include_characters=" "), max_size=12)
TEXTS = CELLS.map(str.strip)


@st.composite
def rows(draw: st.DrawFn) -> Reviewed:
    """Rows that a person may have edited."""
    names = draw(st.lists(st.sampled_from([name for name in FUNCTIONS if name != "v"]), max_size=3))
    place = draw(st.integers(0, len(names)))
    func = "#".join([*names[:place], "v", *names[place:]])
    cats = ["v" if name == "v" else draw(st.sampled_from(CATEGORIES[:-1])) for name in func.split("#")]
    key = Key(func, "#".join(cats), draw(st.sampled_from(CONSTRUCTIONS)), draw(st.sampled_from(SUBJECT_TYPES)))
    freq = draw(st.none() | st.integers(0, 1_000_000).map(lambda millionths: millionths / 1_000_000))
    texts = [draw(TEXTS) for _ in range(9)]
    return Reviewed(
        key, draw(st.booleans()), draw(st.integers(0, 10**9)), freq, texts[0], tuple(texts[1:4]), *texts[4:]
    )


@given(st.lists(rows(), max_size=6, unique_by=lambda row: row.key))
def test_a_table_comes_back_as_it_was(written: list[Reviewed]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "schemas.tsv")
        review.write_schemas(path, written)
        read = review.read_schemas(path)
        again = Path(folder, "again.tsv")
        review.write_schemas(again, read)
        assert again.read_bytes() == path.read_bytes()
    assert [vars(row) | {"line": 0} for row in read] == [vars(row) for row in written]


@given(st.lists(rows(), max_size=6, unique_by=lambda row: row.key), st.lists(rows(), unique_by=lambda row: row.key))
def test_merging_loses_no_row(mine: list[Reviewed], fresh: list[Reviewed]) -> None:
    merged = {row.key: row for row in review.merged(mine, fresh)}
    assert set(merged) == {row.key for row in [*mine, *fresh]}
    for row in mine:
        new = merged[row.key]
        assert (new.test, new.keep, new.comment) == (row.test, row.keep, row.comment)


@given(st.lists(trees(), min_size=1, max_size=3))
def test_trees_come_back_as_they_were(found: list[Tree]) -> None:
    made = [annotation.named(tree, f"t{n}", tree.surface) for n, tree in enumerate(found)]
    with TemporaryDirectory() as folder:
        path = Path(folder, "trees.tsv")
        annotation.write(path, [(tree, "") for tree in made])
        read = annotation.read(path)
    assert list(map(conllu.serialise, read.trees)) == list(map(conllu.serialise, made))
    assert read.corrected == 0

"""The classes of words."""

from collections.abc import Callable

import numpy as np
import pytest

from murho.measures.dependencies.dependencies import dependencies
from murho.measures.dependencies.rules import conll2018
from murho.measures.dependencies.scoring import score_text
from murho.measures.dependencies.word_rows import LABELS, OF_ANSWERS, word_counts, word_labels


@pytest.fixture
def labels(written: Callable[..., str]) -> dict[str, list[str]]:
    """A sentence of eleven words, its first noun taken for an object of another verb, and one word cut in two."""
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "end"]
    heads = [2, 11, 11, 3, 3, 5, 3, 11, 0, 9, 9]
    relations = ["det", "nsubj", "obj", "nmod", "nmod", "det", "conj", "nmod", "root", "obj:x", "punct"]
    gold = list(zip(words, heads, relations, strict=True))
    said = [("one", 2, "det"), ("two", 9, "obj"), *gold[2:9], ("t", 9, "obj"), ("en", 10, "det"), ("end", 9, "punct")]
    said = [(form, 12 if head == 11 else head, relation) for form, head, relation in said]
    scored = score_text(written(gold).encode(), written(said).encode(), conll2018(), rows=True)
    return {name: list(column) for name, column in word_labels(scored).items()}


def test_every_word_of_either_side_has_a_row(labels: dict[str, list[str]]) -> None:
    assert set(labels) == set(LABELS)
    assert {len(column) for column in labels.values()} == {13}


def test_length_and_direction_tell_where_the_head_is(labels: dict[str, list[str]]) -> None:
    assert labels["length"][:11] == ["1", "7+", "7+", "1", "2", "1", "3-6", "3-6", "root", "1", "2"]
    assert labels["direction"][:11] == [*["right"] * 3, *["left"] * 4, "right", "root", "left", "left"]
    assert labels["arc"][1:4] == ["right 7+", "right 7+", "left 1"]
    assert labels["arc"][8] == "root"


def test_depth_counts_arcs_from_the_root(labels: dict[str, list[str]]) -> None:
    assert labels["depth"][:11] == ["3", "2", "2", "3", "3", "4", "3", "2", "0", "1", "1"]


def test_relations_of_both_sides_are_told_apart(labels: dict[str, list[str]]) -> None:
    assert labels["deprel"][:3] == ["det", "nsubj", "obj"]
    assert labels["gold"][9:11] == ["obj", "punct"]  # without the subtype, as the rules have it
    assert labels["given"][1] == "obj"
    assert labels["given"][9] == "∅"
    assert labels["gold"][11:] == ["∅", "∅"]
    assert labels["deprel"][11:] == labels["given"][11:] == ["obj", "det"]


def test_errors_have_a_kind(labels: dict[str, list[str]]) -> None:
    assert labels["error"][:3] == ["right", "head and label", "right"]
    assert labels["error"][9:] == ["missing", "right", "extra", "extra"]


def test_sentences_have_lengths_by_tens(labels: dict[str, list[str]], written: Callable[..., str]) -> None:
    assert set(labels["sentence_length"]) == {"11-20"}
    for size, name in ((1, "1-10"), (10, "1-10"), (50, "41-50"), (51, "51+"), (90, "51+")):
        tree = written([("w", i, "nmod" if i else "root") for i in range(size)])
        rows = dependencies(rows="words").judge([(tree,)], [(tree,)])
        assert set(rows.labels["sentence_length"]) == {name}
        assert rows.labels["depth"][-1] == (str(size - 1) if size <= 10 else "10+")


def test_what_references_decide_is_the_same_for_all_answers(written: Callable[..., str]) -> None:
    gold = written([("a", 2, "det"), ("b", 0, "root"), ("c", 2, "obj")])
    said = written([("a", 3, "obj"), ("b", 3, "obj"), ("c", 0, "root")])
    one, other = (dependencies(rows="words").judge([(gold,)], [(text,)]) for text in (gold, said))
    for name in dependencies.reference_labels:
        assert list(one.labels[name]) == list(other.labels[name]), name
    assert all(list(one.labels[name]) != list(other.labels[name]) for name in OF_ANSWERS)


def test_counts_are_ones_and_noughts(written: Callable[..., str]) -> None:
    tree = written([("a", 2, "det"), ("b", 0, "root")]).encode()
    scored = score_text(tree, tree, conll2018(), rows=True)
    assert scored.rows is not None
    counts = word_counts(scored.rows)
    assert {int(value) for column in counts.values() for value in np.unique(column)} <= {0, 1}
    assert counts["gold_content"].tolist() == counts["clas"].tolist() == [0, 1]
    assert counts["roots"].tolist() == [0, 1]

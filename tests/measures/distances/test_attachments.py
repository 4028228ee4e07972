"""Dependency trees: attachment, edits, in words, and what is none."""

from typing import Any

import pytest

from murho.core.errors import UsageError
from murho.measures.distances.attachments import MOST_WORDS, attachments_distance, attachments_told
from murho.measures.distances.naming import named
from murho.measures.meanings import graded


def sentence(*words: str) -> str:
    """CoNLL-U, of words written form/head/relation."""
    rows = [[str(place), *word.split("/")] for place, word in enumerate(words, 1)]
    return "".join(f"{i}\t{form}\t_\t_\t_\t_\t{head}\t{relation}\t_\t_\n" for i, form, head, relation in rows) + "\n"


DOGS = sentence("big/2/amod", "dogs/3/nsubj", "bark/0/root", "loud/3/advmod")


@pytest.mark.parametrize(
    ("name", "one", "two", "far"),
    [
        ("dependencies", DOGS, DOGS.replace("amod", "nmod"), 1 / 4),
        ("dependencies(labelled=False)", DOGS, DOGS.replace("amod", "nmod"), 0),
        ("dependencies(labelled=False)", DOGS, [2, 3, 0, 3], 0),
        ("dependencies(labelled=False)", DOGS, [2, 3, 0], 1 / 4),
        ("dependencies(labelled=False)", [0], [2, 3, 0, 3], 1),
        ("dependencies", [[2, "det"], [0, "root"]], [[2, "det"], [0, "root"]], 0),
        ("dependencies", [[2, "nsubj:pass"], [0, "root"]], [[2, "nsubj"], [0, "root"]], 1 / 2),
        ("dependencies", DOGS, "dogs bark", 1),
        ("dependencies", DOGS + DOGS, DOGS, 1),
        ("dependencies", [2, "x"], [2, "x"], 0),
        ("dependencies", [True], [1], 1),
        ("dependencies", [], [], 0),
        # Each word is a node over its form; both stand below the root of all.
        ("dependencies(by='edits')", sentence("a/0/root"), sentence("b/0/root"), 2 / 7),
        ("dependencies(by='edits')", sentence("a/0/root"), sentence("a/0/dep"), 2 / 7),
        ("dependencies(by='edits', labelled=False)", sentence("a/0/root"), sentence("a/0/dep"), 0),
        ("dependencies(by='edits')", sentence("a/0/root"), sentence("a/0/root", "b/1/x"), 2 * 2 / (3 + 5 + 2)),
        ("dependencies(by='edits')", [2, 0], [0, 1], 2 * 2 / (5 + 5 + 2)),
        ("dependencies(by='edits')", [2, 1], [2, 0], 1),  # heads that go round are no tree
        ("dependencies(by='edits')", [2, 1], [2, 1], 0),
    ],
)
def test_values(name: str, one: Any, two: Any, far: float) -> None:
    between = named(name).between
    assert between(one, two) == pytest.approx(far)
    assert between(two, one) == pytest.approx(far)


def test_a_word_more_costs_little_by_edits() -> None:
    right = sentence("the/2/det", "dog/3/nsubj", "barks/0/root")
    said = sentence("oh/4/discourse", "the/3/det", "dog/4/nsubj", "barks/0/root")
    assert attachments_distance()(right, said) == 1
    assert attachments_distance(by="edits")(right, said) == pytest.approx(2 * 2 / (7 + 9 + 2))


def test_sentences() -> None:
    said = DOGS.replace("2\tamod", "3\tamod").replace("advmod", "obj")
    assert attachments_told()(DOGS, said) == [
        "word 1 (big): amod of word 3 (bark) instead of amod of word 2 (dogs)",
        "word 4 (loud): obj of word 3 (bark) instead of advmod of word 3 (bark)",
    ]
    assert attachments_told(False)([2, 0, 2], [0, 1]) == [
        "word 1: the root instead of below word 2", "word 2: below word 1 instead of the root", "missing word 3",
    ]  # fmt: skip
    assert attachments_told()(DOGS, DOGS.replace("loud", "hard")) == ["word 4: hard instead of loud"]
    assert attachments_told()(DOGS, DOGS.replace("0\troot", "_\troot"))[0].startswith("word 3 (bark): root of no head")
    assert attachments_told()([1], "x") == ['"x" instead of [1]']


def test_heads_that_are_written_otherwise_are_one_meaning() -> None:
    assert graded("dependencies(labelled=False)").judge([(DOGS,)], [([2, 3, 0, 3],)]).labels["relation"] == ["equal"]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("dependencies(by='words')", "dependencies: by='words'; known: attachment, edits"),
        ("dependencies(labelled=3)", "dependencies: labelled=3; give True or False"),
    ],
)
def test_options_that_are_none(name: str, found: str) -> None:
    with pytest.raises(UsageError, match=f"graded: {found}"):
        graded(name)


def test_what_is_too_large_is_equal_or_not_and_counted() -> None:
    long = list(range(MOST_WORDS + 1))
    other = [*long[:-1], 0]
    judged = graded("dependencies(labelled=False)").judge([(long,)] * 3, [(other,), (long,), ([0],)])
    assert judged.loss.tolist() == [1, 0, 1]
    assert judged.counts["too_large"].tolist() == [1, 0, 1]
    chain = list(range(3_000))
    judged = graded("dependencies(by='edits')").judge([(chain,)], [([*chain[:-1], 0],)])
    assert (judged.loss.tolist(), judged.counts["too_large"].tolist()) == ([1], [1])


@pytest.mark.parametrize("by", ["attachment", "edits"])
@pytest.mark.parametrize(
    "none",
    [[2, 3, 1], [[2, "x"], [1, "x"], [0, "root"]], [2, 0, 4], [-1, 0, 2],
     sentence("a/2/x", "b/3/x", "c/1/x"), sentence("a/1/x", "b/0/root", "c/2/x")],
)  # fmt: skip
def test_heads_in_a_circle_or_of_no_word_are_no_tree_and_are_counted(by: str, none: Any) -> None:
    right = [2, 0, 2]
    measured = graded(f"dependencies(labelled=False, by={by!r})")
    judged = measured.judge([(none,), (right,), (right,), (none,)], [(right,), (none,), (right,), (none,)])
    assert judged.loss.tolist() == [1, 1, 0, 0]
    assert judged.counts["unreadable"].tolist() == [1, 1, 0, 1]


def test_words_without_a_head_are_read_by_attachment_alone() -> None:
    said = DOGS.replace("0\troot", "_\troot")
    judged = {by: graded(f"dependencies(by={by!r})").judge([(DOGS,)], [(said,)]) for by in ("attachment", "edits")}
    assert {by: (one.loss.tolist(), one.counts["unreadable"].tolist()) for by, one in judged.items()} == {
        "attachment": ([0.25], [0]),
        "edits": ([1], [1]),
    }

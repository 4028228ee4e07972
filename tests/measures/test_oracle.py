"""Oracle: the best of several answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho import score
from murho.core.errors import MeaningError, UsageError
from murho.core.meaning import UNDEFINED
from murho.measures import measure

MEANT = ("i want to go to berlin",)
SAID = ("want to go to bonn", "i want to go to berlin", "i want")


def loss(name: str, reference: tuple, answer: tuple) -> list[float]:
    return measure(name).judge([reference], [answer]).loss.tolist()


def test_the_first_the_best_and_the_best_of_the_first() -> None:
    assert loss("words", MEANT, SAID) == [2]
    assert loss("oracle(words)", MEANT, SAID) == [0]
    assert loss("oracle(words, 1)", MEANT, SAID) == [2]
    assert loss("oracle(words, n=2)", MEANT, SAID) == [0]


def test_concepts_labels_and_frames_have_oracles_too() -> None:
    said = (["goal:Bonn"], ["goal:Berlin", "day:monday"], ["goal:Berlin"])
    assert loss("oracle(concepts)", (["goal:Berlin"],), said) == [0]
    assert loss("oracle(concept_bag, 2)", (["goal:Berlin"],), said) == [1]
    assert loss("oracle(frames, 2)", (["goal:Berlin"],), said) == [1]
    assert loss("oracle(labels)", ("b",), ("a", "b")) == [0]


def test_of_equal_losses_the_most_units_count_then_the_first() -> None:
    judged = measure("oracle(slots)").judge([(["a:1", "b:1"],)], [([], ["a:1", "b:2", "b:1", "c:1"])])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([2], [6])
    tied = measure("oracle(words)").judge([("a b",)], [("a x", "a")])
    assert (tied.counts["substitutions"].tolist(), tied.counts["deletions"].tolist()) == ([1], [0])


def test_no_answer_is_what_it_was() -> None:
    judged = measure("oracle(words)").judge([("a b",), ("a b",), ()], [UNDEFINED, (), ()])
    assert (judged.loss.tolist(), judged.undefined.tolist()) == ([2, 2, 0], [True, False, False])


@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from(["a b", "a", "", "c a b"]), max_size=2).map(tuple),
            st.one_of(st.just(UNDEFINED), st.lists(st.sampled_from(["a b", "b", "", "c c"]), max_size=4).map(tuple)),
        ),
        max_size=6,
    )
)
def test_it_is_the_least_of_what_each_answer_would_have(cases: list) -> None:
    how = measure("words")
    judged = measure("oracle(words)").judge([reference for reference, _ in cases], [answer for _, answer in cases])
    expected = [
        min(how.judge([reference], [(one,)]).loss[0] for one in answer)
        if answer is not UNDEFINED and answer
        else how.judge([reference], [answer]).loss[0]
        for reference, answer in cases
    ]
    assert judged.loss.tolist() == expected
    assert judged.case.tolist() == list(range(len(cases)))


def test_it_reports_what_the_measure_inside_reports() -> None:
    result = score("oracle(slots)", [["a:1", "b:2"]], [[["a:1"], ["a:1", "b:2"]]], by=[])
    assert result.value == 0
    assert result.as_json()["precision"] == 100
    fine = score("oracle(concepts)", [["a:1", "b:2"]], [[["a:1"], ["a:1", "b:3"]]], by=["attribute"])
    assert {name: figure.value for name, figure in fine.by["attribute"].items()} == {"a": 0, "b": 1}


def test_an_answer_that_cannot_be_read_is_named_by_its_case() -> None:
    with pytest.raises(MeaningError) as error:
        measure("oracle(words)").judge([("a",), ("b",)], [("a", "b", "c"), ("b", 7)])
    assert (error.value.index, error.value.side) == (1, "answer")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("oracle(words, 0)", "n=0"),
        ("oracle(words, 'two')", "n='two'"),
        ("oracle('words')", "'words' is not a measure"),
        ("oracle", "measure oracle: "),
    ],
)
def test_an_oracle_that_is_none(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        measure(text)


def test_it_reads_back_as_it_prints() -> None:
    for text in ("oracle(words)", "oracle(meanings(shifting=mu2(0.5)), n=3)"):
        assert repr(measure(text)) == text


GRAPH = (
    "VERSION=1.0\nN=3 L=5\nJ=0 S=0 E=1 W=to\nJ=1 S=0 E=1 W=Two\nJ=2 S=1 E=2 W=bonn\nJ=3 S=1 E=2 W=berlin\nJ=4 S=0 E=2\n"
)


def test_a_word_graph_stands_for_all_its_texts() -> None:
    assert loss("oracle(words)", ("to berlin",), (GRAPH,)) == [0]
    assert loss("oracle(words)", ("from bonn please",), (GRAPH,)) == [2]
    assert loss("oracle(words)", ("to mainz", "two bonn"), (GRAPH,)) == [1]
    assert loss("oracle(words(normalize='lower'))", ("to mainz", "two bonn"), (GRAPH,)) == [0]
    assert loss("oracle(words(costs='sclite'))", ("{ from / two } mainz",), (GRAPH,)) == [1]
    assert loss("oracle(sentences)", ("Two bonn",), ("to bonn", GRAPH)) == [0]
    assert loss("oracle(sentences)", ("Two mainz",), ("to bonn", GRAPH)) == [1]
    assert loss("oracle(words)", ("",), (GRAPH,)) == [0]
    assert loss("oracle(words)", (), (GRAPH,)) == [0]


def test_a_word_graph_is_no_text_and_has_to_be_one() -> None:
    with pytest.raises(MeaningError, match=r"the first answer is a word graph, and no text; judge it with oracle"):
        loss("words", ("to bonn",), (GRAPH,))
    with pytest.raises(MeaningError, match="no word graph: a circle"):
        loss("oracle(words)", ("a",), ("VERSION=1.0\nN=3 L=3 start=0 end=2\nJ=0 S=0 E=1\nJ=1 S=1 E=1\nJ=2 S=1 E=2\n",))
    with pytest.raises(UsageError, match="characters finds no best way through a word graph; words and sentences do"):
        loss("oracle(characters)", ("to bonn",), (GRAPH,))

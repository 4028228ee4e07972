"""Words and characters: what a unit is, and where losses go beyond it."""

import pickle

import pytest

import murho
from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.measures.text.characters import characters
from murho.measures.text.sentences import sentences
from murho.measures.text.words import words


def counts(judged: Judgements) -> dict[str, int]:
    return {name: int(column.sum()) for name, column in judged.counts.items()}


def test_counts_of_an_alignment() -> None:
    judged = words().judge([("the cat sat",)], [("a cat sat down",)])
    assert counts(judged) == {"substitutions": 1, "deletions": 0, "insertions": 1, "hits": 2, "units": 3}


def test_errors_beyond_the_units_are_not_clipped() -> None:
    judged = words().judge([("no",)], [("oh no not that one",)])
    assert (judged.loss.tolist(), judged.units.tolist(), words().bounded) == ([4], [1], False)


@pytest.mark.parametrize("space", [" ", "  ", "\t", "\n", "\u00a0", "\u3000", "\u2028"])
def test_words_end_at_any_white_space(space: str) -> None:
    judged = words().judge([(f"{space}to{space}bonn",)], [("to bonn ",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0], [2])


def test_case_and_punctuation_matter() -> None:
    assert words().judge([("To Bonn .",)], [("to Bonn.",)]).loss.tolist() == [3]


def test_characters_count_one_space_between_words() -> None:
    judged = characters().judge([(" to  bonn ",), ("to",)], [("to bonn",), ("tö",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0, 1], [7, 2])


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("words()", "words"),
        ("words('equal')", "words"),
        ("words(costs='sclite')", "words(costs='sclite')"),
        ("words([4, 3, 3], alternates=False)", "words(costs=(4, 3, 3), alternates=False)"),
        ("words(normalize=' lower |nfkc')", "words(normalize='lower|nfkc')"),
        ("words(split='cjk', optional=True)", "words(optional=True, split='cjk')"),
        ("characters(spaces=False, graphemes=True)", "characters(graphemes=True, spaces=False)"),
        ("sentences(costs='sclite')", "sentences(costs='sclite')"),
        ("mer(normalize='no_punctuation(keep=\"\")')", "mer(normalize=\"no_punctuation(keep='')\")"),
        ("wil(costs=(2, 1, 1))", "wil(costs=(2, 1, 1))"),
    ],
)
def test_only_what_differs_from_the_defaults_is_printed(typed: str, printed: str) -> None:
    how = measure(typed)
    assert repr(how) == printed
    assert measure(printed) == how
    how.judge([("a",)], [("b",)])
    assert pickle.loads(pickle.dumps(how)) == how


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("words(costs='fast')", "words: no costs 'fast'; known: equal, sclite, or three integers"),
        ("words(costs=(1, 2))", r"costs \(1, 2\); give three integers"),
        ("words(costs=(0, 1, 1))", r"costs \(0, 1, 1\); give three integers"),
        ("words(costs=5)", "words: costs=5; give a name or three integers"),
        ("words(split='letters')", "words: no split 'letters'; known: words, cjk, characters, graphemes"),
        ("mer(normalize=7)", "mer: normalize=7; write a chain such as"),
        ("characters(costs='sclite', spaces=True)", "white space cannot be counted where alternatives are read"),
        ("words(optional=True, alternates=False)", "words: optional words are read with alternatives only"),
        ("characters(split='words')", "measure characters: "),
        ("mer(weights='x')", "measure mer: "),
    ],
)
def test_options_that_are_none(typed: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        measure(typed)


def test_costs_choose_the_alignment() -> None:
    reference, answer = [("a b c d",)], [("b x d e",)]
    assert counts(words().judge(reference, answer))["substitutions"] == 1
    pair = [("a b c",)], [("c x y",)]
    assert counts(words().judge(*pair)) | {"hits": 0} == counts(words().judge(*pair))
    cheap_gaps = counts(words(costs=(9, 1, 1)).judge(*pair))
    assert (cheap_gaps["hits"], cheap_gaps["substitutions"]) == (1, 0)


def test_the_costs_of_sclite_fold_case_and_read_alternatives() -> None:
    pair = [("{ ÄRGER / @ } a",)], [("Ärger A",)]
    assert words(costs="sclite").judge(*pair).loss.tolist() == [0]
    assert words(costs="sclite", alternates=False).judge(*pair).loss.tolist() == [4]
    assert words(costs=(4, 3, 3)).judge(*pair).loss.tolist() == [6]


def test_alternatives_make_units_depend_on_the_answer() -> None:
    judged = words(alternates=True).judge([("{ a / b c }",)] * 2, [("a",), ("b c",)])
    assert judged.units.tolist() == [1, 2]
    assert [how.fixed_units for how in (words(), words(alternates=True), words(costs="sclite"))] == [True, False, False]


def test_of_several_references_with_alternatives_the_nearest_counts() -> None:
    judged = words(alternates=True).judge([("{ a / b } c", "d"), (), ("x y",)], [("d",), ("q",), ("x",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0, 1, 1], [1, 0, 2])


def test_sentences_are_right_or_wrong() -> None:
    judged = sentences().judge(
        [("a b",), ("a b",), ("",), ("",), ("", "a"), ("a",)], [("a b",), ("a",), ("",), ("a",), ("a",), UNDEFINED]
    )
    assert judged.loss.tolist() == [0, 1, 0, 1, 0, 1]
    assert judged.units.tolist() == [1] * 6
    assert counts(judged) == {"correct": 3, "total": 6}
    assert sentences().judge([("",)], [UNDEFINED]).loss.tolist() == [1], "⊥ is never right"


def test_what_is_reported_besides() -> None:
    found = murho.score("words", ["a b c", "d"], ["a x c e", "d"], sample_weight=[1, 0.5])
    assert found.also["correct"] == pytest.approx(100 * 2.5 / 3.5)
    assert found.also["match_errors"] == pytest.approx(100 * 2 / 4.5)
    low, high = found.also["intervals"]["correct"]
    assert low < found.also["correct"] < high

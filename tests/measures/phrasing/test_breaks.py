from typing import Any

import pytest

from murho.core.errors import MeaningError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.core.raters import alpha, kappa
from murho.measures import Measure, measure
from murho.measures.phrasing.breaks import agreement, breaks

NAMES = ["junctures", "breaks", "deletions", "insertions", "substitutions", "correct", "given"]


def counted(judged: Judgements, row: int = 0) -> list[int]:
    assert list(judged.counts) == NAMES
    return [int(column[row]) for column in judged.counts.values()]


def judged(right: list[Any], given: list[Any], **options: Any) -> Judgements:
    return breaks(**options).judge([(right,)], [(given,)])


def test_each_kind_of_error() -> None:
    #                       right  deletion  insertion  substitution  right
    found = judged(["0", "1", "0", "1", "2"], ["0", "0", "2", "2", "2"])
    assert counted(found) == [5, 3, 1, 1, 1, 1, 3]
    assert (found.loss.tolist(), found.units.tolist()) == ([3], [5])


def test_criteria_as_printed() -> None:
    """N = 10, B = 4, D = 1, I = 2, S = 1, put into the printed formulas by hand."""
    found = judged(list("1212000000"), list("1022110000"))
    assert counted(found) == [10, 4, 1, 2, 1, 2, 5]
    counts = {name: int(column.sum()) for name, column in found.counts.items()}
    percent = {name: c.scale * c.part / c.whole for name, c in breaks().criteria(counts).items()}
    assert percent == pytest.approx(
        {
            "breaks_correct": 50,
            "non_breaks_correct": 70,
            "junctures_correct": 60,
            "insertions_per_juncture": 20,
            "insertions_per_break": 50,
            "non_breaks_correct_of_non_breaks": 100 * 4 / 6,
            "precision": 40,
            "recall": 50,
            "f1": 100 * 4 / 9,
        }
    )


def test_only_insertions_per_break_can_exceed_all() -> None:
    found = breaks().criteria(dict.fromkeys(NAMES, 1))
    assert [name for name, criterion in found.items() if not criterion.bounded] == ["insertions_per_break"]


def test_one_type_of_break() -> None:
    assert counted(judged(list("0122"), list("0211"), types=False)) == [4, 3, 0, 0, 0, 3, 3]


def test_the_end_of_an_utterance() -> None:
    right, given = [(list("01"),), (list("2"),), ([],)], [(list("00"),), (list("2"),), ([],)]
    kept, skipped = (breaks(final=final).judge(right, given) for final in ("keep", "skip"))
    assert [counted(kept, row) for row in range(3)] == [[2, 1, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 1, 1], [0] * 7]
    assert [counted(skipped, row) for row in range(3)] == [[1, 0, 0, 0, 0, 0, 0], [0] * 7, [0] * 7]


def test_the_end_is_that_of_the_last_juncture() -> None:
    """Punctuation after it is no juncture."""
    assert counted(judged(["0", "1", None], ["0", "0", None], final="skip"))[:3] == [1, 0, 0]


def test_labels_that_mean_no_break() -> None:
    tones = breaks(no_break=("0", "1", "2"))
    assert counted(tones.judge([(list("1134"),)], [(list("0243"),)])) == [4, 2, 0, 0, 2, 0, 2]


def test_one_juncture_off() -> None:
    right, given = list("0100200"), list("1000020")
    assert counted(judged(right, given)) == [7, 2, 2, 2, 0, 0, 2]
    assert counted(judged(right, given, tolerance=1)) == [7, 2, 0, 0, 0, 2, 2]


def test_one_to_one() -> None:
    """Of two breaks beside one of the reference only one is forgiven."""
    assert counted(judged(list("01000"), list("10100"), tolerance=1)) == [5, 1, 0, 1, 0, 1, 2]


def test_not_into_the_next_utterance() -> None:
    found = breaks(tolerance=1).judge([(["0", "1"],), (["0"],)], [(["0", "0"],), (["1"],)])
    assert [counted(found, row)[2:5] for row in (0, 1)] == [[1, 0, 0], [0, 1, 0]]


def test_the_type_can_be_wrong_where_the_place_is_forgiven() -> None:
    assert counted(judged(list("010"), list("002"), tolerance=1))[2:] == [0, 0, 1, 0, 1]


@pytest.mark.parametrize("tolerance", [0, 1])
@pytest.mark.parametrize("nothing", [UNDEFINED, ()])
def test_no_answer_has_nothing_right(nothing: Any, tolerance: int) -> None:
    found = breaks(tolerance=tolerance).judge([(list("010"),), (list("01"),)], [nothing, (list("01"),)])
    assert counted(found) == [3, 1, 1, 2, 0, 0, 0]
    assert found.loss.tolist() == [3, 0]
    assert found.undefined.tolist() == [nothing is UNDEFINED, False]


def test_no_reference_no_junctures() -> None:
    found = breaks().judge([(), (["1"],)], [(["1"],), (["0"],)])
    assert (found.loss.tolist(), found.units.tolist()) == ([0, 1], [0, 1])


def test_of_several_references_the_one_with_the_least_errors() -> None:
    several = (list("0101"), list("1000"), list("1010"))
    found = breaks().judge([several, (["0"],), several], [(list("1010"),), (["0"],), (list("0000"),)])
    assert found.loss.tolist() == [0, 0, 1]
    assert [counted(found, row)[1] for row in range(3)] == [2, 0, 1]


def test_of_several_answers_the_first() -> None:
    assert breaks().judge([(["1"],)], [(["0"], ["1"])]).loss.tolist() == [1]


def test_whole_numbers_are_labels() -> None:
    assert judged([0, 1, 2], ["0", "1", "2"]).loss.tolist() == [0]


def test_tokens_without_a_juncture() -> None:
    right = ["0", "1", None, "0"]
    for given in (["0", "1", "0"], ["0", "1", None, "0"], [None, "0", "1", "0"], ["0", "1", "0", "0"]):
        assert judged(right, given).loss.tolist() == [0], given


def test_a_break_after_punctuation_is_one_after_the_word() -> None:
    right = ["0", "1", None, None, "2", None]
    assert judged(right, ["0", "0", "1", "0", "2", "1"]).loss.tolist() == [0]
    assert counted(judged([None, "0", "0"], ["2", "0", "0"])) == [2, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("given", [["0"], ["0", "1", "0", "1", "0"]])
def test_other_junctures(given: list[str]) -> None:
    with pytest.raises(MeaningError, match=f"labels for {len(given)} junctures, where the reference has 2") as caught:
        breaks().judge([(["0"],), (["0", None, "1"],)], [(["0"],), (given,)])
    assert (caught.value.index, caught.value.side) == (1, "answer")


@pytest.mark.parametrize("wrong", ["a text", {"a": 1}, [["0"]], [1.5], [True], None])
def test_what_is_no_list_of_labels(wrong: Any) -> None:
    with pytest.raises(MeaningError, match=r"reference .* is not a list of labels; write a label for each word"):
        breaks().judge([(wrong,)], [(["0"],)])


def test_rows_of_junctures() -> None:
    how = breaks(rows="junctures")
    found = how.judge([(list("02"),), (list("1"),)], [(list("11"),), UNDEFINED])
    assert found.case.tolist() == [0, 0, 1]
    assert found.loss.tolist() == [1, 1, 1]
    assert found.labels == {
        "gold": ["0", "2", "1"],
        "given": ["1", "1", "⊥"],
        "place": ["medial", "final", "final"],
    }
    assert {name: int(column.sum()) for name, column in found.counts.items()} == {
        "junctures": 3, "breaks": 2, "deletions": 1, "insertions": 1, "substitutions": 1, "correct": 0, "given": 2,
    }  # fmt: skip


def test_rows_of_the_best_reference_only() -> None:
    found = breaks(rows="junctures", types=False).judge([(list("10"), list("01"))], [(list("01"),)])
    assert (found.loss.tolist(), found.labels["gold"]) == ([0, 0], ["no break", "break"])


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("breaks", "breaks(final='keep')"),
        ("breaks('skip')", "breaks(final='skip')"),
        ("breaks(tolerance=1)", "breaks(final='keep', tolerance=1)"),
        ("breaks(no_break='NB', types=False)", "breaks(final='keep', types=False, no_break=('NB',))"),
        ("breaks(no_break=(0, 1), rows='junctures')", "breaks(final='keep', no_break=('0', '1'), rows='junctures')"),
    ],
)
def test_notation(typed: str, printed: str) -> None:
    how = measure(typed)
    assert isinstance(how, Measure)
    assert repr(how) == printed
    assert measure(printed) == how


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ("breaks(final='drop')", "breaks: final='drop'; give 'keep' or 'skip'"),
        ("breaks(tolerance=2)", "breaks: tolerance=2; give 0 or 1"),
        ("breaks(types='no')", "breaks: types='no'; give True or False"),
        ("breaks(no_break=())", "breaks: no_break=(); name the labels"),
        ("breaks(rows='words')", "breaks: rows='words'; give 'utterances' or 'junctures'"),
        ("breaks(rows='junctures', tolerance=1)", "belongs to no single juncture"),
    ],
)
def test_wrong_options(wrong: str, found: str) -> None:
    with pytest.raises(UsageError) as caught:
        measure(wrong)
    assert found in str(caught.value)


def test_nothing_at_all() -> None:
    for options in ({}, {"tolerance": 1}, {"rows": "junctures"}, {"final": "skip"}):
        assert len(breaks(**options).judge([], [])) == 0


ONE = [(list("0101"),), (list("00"),)]
TWO = [(list("0201"),), (list("01"),)]


def test_every_pair_both_ways() -> None:
    found = agreement(breaks(), [ONE, TWO])
    assert (found.annotators, found.junctures) == (2, 6)
    assert found.pairs[0, 1]["junctures_correct"] == found.pairs[1, 0]["junctures_correct"] == pytest.approx(400 / 6)
    assert (found.pairs[0, 1]["breaks_correct"], found.pairs[1, 0]["breaks_correct"]) == pytest.approx((50, 100 / 3))
    assert found.criteria["breaks_correct"] == pytest.approx((50 + 100 / 3) / 2)
    assert found.criteria["f1"] == pytest.approx(40)


def test_the_measure_says_what_is_looked_at() -> None:
    found = agreement(breaks(final="skip", types=False), [ONE, TWO])
    assert (found.junctures, found.criteria["junctures_correct"], found.alpha, found.kappa) == (4, 100, 1, 1)


def test_gaps() -> None:
    three = [UNDEFINED, (list("01"),)]
    found = agreement(breaks(), [ONE, TWO, three])
    assert found.junctures == 6
    assert found.pairs[1, 2]["junctures_correct"] == 100
    assert found.alpha == alpha([[2, 0, 0], [0, 1, 1], [2, 0, 0], [0, 2, 0], [3, 0, 0], [1, 2, 0]])
    assert found.kappa == kappa([[3, 0, 0], [1, 2, 0]])


def test_other_words() -> None:
    with pytest.raises(MeaningError, match="labels for 3 junctures, where the reference has 2"):
        agreement(breaks(), [ONE, [(list("0101"),), (list("000"),)]])


def test_other_words_are_told_by_their_utterance_where_others_lack_an_annotation() -> None:
    with pytest.raises(MeaningError, match="labels for 3 junctures, where the reference has 2") as caught:
        agreement(breaks(), [ONE, [UNDEFINED, (list("000"),)]])
    assert caught.value.index == 1


def test_nothing_to_say() -> None:
    alike = agreement(breaks(), [[(["0"],)], [(["0"],)]])
    assert (alike.alpha, alike.kappa, alike.criteria["breaks_correct"]) == (None, None, None)
    alone = agreement(breaks(), [ONE])
    assert (alone.junctures, dict(alone.criteria), alone.alpha, alone.kappa) == (0, {}, None, None)
    assert kappa([[1, 0], [0, 1]]) is None

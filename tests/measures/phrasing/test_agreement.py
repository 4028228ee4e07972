import pytest

from murho.core.errors import MeaningError
from murho.core.meaning import UNDEFINED
from murho.core.raters import alpha, kappa
from murho.measures.phrasing.agreement import agreement
from murho.measures.phrasing.breaks import breaks

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

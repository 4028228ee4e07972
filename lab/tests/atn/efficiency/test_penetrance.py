"""Average penetrance, and the sentences it rests on."""

import numpy as np
import pytest

from murho.core.errors import UsageError
from murho_lab.atn import Bounds, bundled, parse
from murho_lab.atn.efficiency.penetrance import discrepancy, finished, penetrance, searched
from murho_lab.atn.strategies import learn

LINES = ["what did he see", "who saw mary", "which book did mary read", "the man slept", "dog the"]


def test_the_average_is_that_of_single_sentences() -> None:
    nets, lexicon = bundled("english")
    text = [lexicon.sentence(line) for line in LINES]
    each = [parse(nets, sentence).penetrance or 0.0 for sentence in text]
    found = penetrance(searched(nets, text))
    assert found.value == pytest.approx(np.mean(each))
    assert found.low < np.mean(each) < found.high
    assert (found.sentences, found.unfinished, found.unaccepted) == (5, 0, 1)


def test_sentences_that_met_the_bound_are_left_out_and_counted() -> None:
    nets, lexicon = bundled("english")
    text = [lexicon.sentence(line) for line in LINES]
    short, whole = searched(nets, text, bounds=Bounds(steps=20)), searched(nets, text)
    assert not short.finished.all()
    found = penetrance(short)
    assert (found.sentences, found.unfinished) == (int(short.finished.sum()), int((~short.finished).sum()))
    both = finished(short, whole)
    assert both.tolist() == short.finished.tolist()
    assert discrepancy(short, whole).value == 0


def test_a_discrepancy_is_own_less_other() -> None:
    nets, lexicon = bundled("english")
    text = [lexicon.sentence(line) for line in LINES[:3]]
    own, other = searched(nets, text, order=learn(nets, text).order()), searched(nets, text)
    d = discrepancy(own, other)
    assert d.value == pytest.approx(penetrance(own).value - penetrance(other).value)  # type: ignore[operator]
    assert d.value is not None
    assert d.value > 0


def test_each_sentence_may_have_an_order_of_its_own() -> None:
    nets, lexicon = bundled("english")
    text = [lexicon.sentence(line) for line in LINES[:3]]
    order = learn(nets, text).order()
    mixed = searched(nets, text, orders=[order, nets.order, order])
    own, plain = searched(nets, text, order=order), searched(nets, text)
    assert mixed.choices.tolist() == [own.choices[0], plain.choices[1], own.choices[2]]
    with pytest.raises(UsageError, match="2 orders for 3 sentences"):
        searched(nets, text, orders=[order, order])

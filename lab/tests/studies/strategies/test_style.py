"""Whether the style of texts tells their genre, on distances that are known."""

import numpy as np
import pytest

from murho_lab.atn import bundled
from murho_lab.atn.strategies import learn
from murho_lab.studies.strategies.style import Separation, _separation, separations

FOUR = np.array([[0.0, 0.1, 0.5, 0.6], [0.1, 0.0, 0.7, 0.8], [0.5, 0.7, 0.0, 0.3], [0.6, 0.8, 0.3, 0.0]])


def test_texts_of_one_genre_are_nearer() -> None:
    """Of four texts, two of a genre, one in three ways of dealing out the genres has them as they are."""
    found = _separation(FOUR, ["a", "a", "b", "b"])
    assert found.within == pytest.approx(0.2)
    assert found.between == pytest.approx(0.65)
    assert found.p_value == pytest.approx(1 / 3, abs=0.02)
    assert found.p_value * 10_000 == pytest.approx(round(found.p_value * 10_000))
    assert found.as_json() == {"within": found.within, "between": found.between, "p_value": found.p_value}


def test_genres_that_are_no_nearer_within() -> None:
    far = _separation(FOUR, ["a", "b", "b", "a"])
    assert far.within == pytest.approx(0.65)
    assert far.between == pytest.approx((0.1 + 0.5 + 0.8 + 0.3) / 4)
    assert far.p_value == 1


def test_many_texts_that_are_apart_without_doubt() -> None:
    places = np.array([0.0, 0.1, 0.2, 0.3, 5.0, 5.1, 5.2, 5.3])
    found = _separation(abs(places[:, None] - places), ["a"] * 4 + ["b"] * 4)
    assert found.p_value == pytest.approx(1 / 35, abs=0.006)


@pytest.mark.parametrize("genres", [["a", "a", "a", "a"], ["a", "b", "c", "d"]])
def test_nothing_to_compare(genres: list[str]) -> None:
    assert _separation(FOUR, genres) == Separation(None, None, 1.0)


def test_a_mixture_is_left_out() -> None:
    toy, lexicon = bundled("english")
    lines = ["what did he see", "who saw mary", "the man slept", "he saw the dog in the park"]
    taught = [learn(toy, [lexicon.sentence(line)]) for line in lines]
    found = separations(taught, ["asked", "asked", None, "told"])
    assert list(found) == ["linguistic", "technical"]
    without = separations([taught[0], taught[1], taught[3]], ["asked", "asked", "told"])
    assert found == without

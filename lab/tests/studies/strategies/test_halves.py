"""How a genre is cut in halves, and what is learned of the other genres."""

import numpy as np
import pytest

from murho_lab.atn import bundled
from murho_lab.atn.efficiency.penetrance import finished, penetrance, searched
from murho_lab.atn.strategies import Strategies
from murho_lab.atn.texts.comparison import Learned
from murho_lab.atn.texts.text import Text
from murho_lab.studies.strategies.halves import _foreign, _online, continuation, crossed, folds, halves
from murho_lab.studies.strategies.texts import BOUNDS, Language


def learned(documents: list[str]) -> Learned:
    """As many sentences as documents are named, of which number n teaches one way n times."""
    toy, lexicon = bundled("english")
    n = len(documents)
    text = Text("text", (lexicon.sentence("who saw mary"),) * n, tuple(map(str, range(n))), tuple(documents))
    return Learned(text, Strategies(toy), tuple({(None, toy.arcs[0]): float(row)} for row in range(n)), 0)


def test_eight_documents_go_whole_into_one_half_in_turn() -> None:
    one, other = folds(learned([*"aabbccddeeffgghh", "a"]))
    assert one == [0, 1, 4, 5, 8, 9, 12, 13, 16]
    assert other == [2, 3, 6, 7, 10, 11, 14, 15]


@pytest.mark.parametrize(("n", "block"), [(4, 1), (15, 1), (16, 2), (24, 3), (79, 9), (80, 10), (200, 10)])
def test_seven_documents_are_too_few_so_blocks_of_sentences_are_taken(n: int, block: int) -> None:
    documents = [*"abcdefg"][: min(n, 7)] + ["g"] * (n - 7)
    one, other = folds(learned(documents))
    assert one[:block] == list(range(block))
    assert other[:block] == list(range(block, min(2 * block, n)))
    assert all(row // block % 2 == 0 for row in one)
    assert sorted(one + other) == list(range(n))


def test_each_sentence_gets_what_the_half_teaches_that_it_is_not_in() -> None:
    text = learned([""] * 8)
    assert folds(text) == [[0, 2, 4, 6], [1, 3, 5, 7]]
    taught = crossed(text, lambda strategies: sum(strategies.counts.values()))
    assert taught == [1 + 3 + 5 + 7, 0 + 2 + 4 + 6] * 4


def of_sizes(**sizes: int) -> Language:
    genres = {name: learned([""] * size) for name, size in sizes.items()}
    return Language("toy", next(iter(genres.values())).strategies.grammar, genres, {}, [])


@pytest.mark.parametrize(
    ("count", "each"),
    [(4, (2, 2)), (5, (3, 3)), (6, (3, 3)), (7, (4, 3))],
)
def test_other_genres_teach_in_equal_shares_as_far_as_they_reach(count: int, each: tuple[int, int]) -> None:
    found = _foreign(of_sizes(own=9, far=8, short=3), "own", count)
    assert found is not None
    assert found.sentences == sum(each)
    assert sum(found.counts.values()) == sum(sum(range(n)) for n in each)


def test_a_language_of_one_genre_has_no_other() -> None:
    one = of_sizes(own=4)
    assert _foreign(one, "own", 2) is None
    (half,) = halves(one)
    assert list(half.figures) == ["the other half", "the same half, in sample", "the grammar's order"]
    assert list(half.differences) == ["the same half, in sample", "the grammar's order"]
    going_on = continuation(one, "own")
    assert going_on.learned == (0, 2)
    assert (going_on.foreign, going_on.difference) == (None, None)
    assert going_on.as_json()["foreign"] is None
    assert going_on.as_json()["difference"] is None


def test_beginnings_double_and_end_in_the_middle() -> None:
    assert continuation(of_sizes(own=41), "own").learned == (0, 5, 10, 20)
    assert continuation(of_sizes(own=42), "own").learned == (0, 5, 10, 20, 21)
    assert continuation(of_sizes(own=10), "own").learned == (0, 5)


def test_learning_on_is_the_search_of_the_first_sentence_at_first(language: Language) -> None:
    """Nothing has been learned on when the first sentence is searched; the rest is searched as any text is."""
    text = language.genres["wiki"]
    start = text.part(range(8))
    rest = text.take(range(8, 16))
    found = _online(start, rest, 1.0)
    plain = searched(text.strategies.grammar, rest.text.sentences, order=start.order(), bounds=BOUNDS)
    for column in ("penetrance", "choices", "on_solution", "finished", "accepted"):
        assert getattr(found, column)[0] == getattr(plain, column)[0]
    assert found.finished.all()
    assert found.accepted.all()
    assert np.allclose(found.penetrance, found.on_solution / found.choices)
    assert penetrance(found, finished(found)).sentences == 8

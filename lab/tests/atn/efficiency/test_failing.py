"""What arcs cost where they fail."""

import pytest

from murho_lab.atn import Grammar, Lexicon, bundled, grammar
from murho_lab.atn.efficiency.failing import Failing, failing
from murho_lab.atn.efficiency.orders import random_order


@pytest.fixture(scope="module")
def english() -> tuple[Grammar, Lexicon]:
    return bundled("english")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "line", ["the man saw the dog in the park", "what did the man see", "mary said that the dog chased the cat"]
)
def test_all_choices_are_on_the_way_or_failed_beside_it(english: tuple[Grammar, Lexicon], line: str, seed: int) -> None:
    nets, lexicon = english
    order = random_order(nets, seed) if seed else None
    watched = Failing(nets).watch(lexicon.sentence(line), order=order)
    assert watched.on_solution > 0
    assert watched.choices == watched.on_solution + watched.wasted


def test_a_sentence_without_an_analysis_teaches_nothing(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    costs = Failing(nets)
    assert costs.watch(lexicon.sentence("dog the saw")).wasted == 0
    assert all(costs.of(None, arc) == 1 for arc in nets.arcs)


def test_the_cost_is_that_of_the_search_below() -> None:
    nets = grammar(
        "(S (PUSH A T (TO X)) (PUSH B T (TO E))) (X (CAT z T (TO E))) (E (POP 'x T))"
        "(A (CAT a T (TO AE))) (AE (POP 'a T)) (B (CAT a T (TO BE))) (BE (POP 'b T))"
    )
    from murho_lab.atn import Reading, Sentence, Token

    sentence = Sentence([Token("a", (Reading("a"),))])
    costs = failing(nets, [sentence], [None])
    wrong, right = nets.states["S"].arcs
    # PUSH A, CAT a, POP, CAT z: four attempts, drawn twice by one observation towards one attempt
    assert costs.of(None, wrong) == pytest.approx((4 + (4 + 1) / 2) / 2)
    assert costs.of(None, right) == 1
    dear = failing(nets, [sentence], [None], unit={"PUSH": 10.0})
    assert dear.of(None, wrong) == pytest.approx((13 + (13 + 10) / 2) / 2)


def test_several_readings_of_a_word_are_followed() -> None:
    nets = grammar(
        "(S (CAT (N) (EQ (GETF f) 1) (SETR X (GETF f)) (TO M)) (CAT N T (SETR X (GETF f)) (TO M)))"
        "(M (CAT N (EQ (GETR X) 2) (TO E))) (E (POP 'x T))"
    )
    from murho_lab.atn import Reading, Sentence, Token

    word = Token("n", (Reading("N", {"f": "1"}), Reading("N", {"f": "2"})))
    watched = Failing(nets).watch(Sentence([word, Token("m", (Reading("N"),))]))
    assert watched.on_solution == 3
    assert watched.choices > watched.on_solution

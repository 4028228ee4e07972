"""Learning the order of arcs, saving it, and what it does to the search."""

import pytest

from murho.core.errors import InputError
from murho_lab.atn import Grammar, Lexicon, Sentence, bundled, grammar, parse
from murho_lab.atn.strategies import Strategies, adapt, learn

TEXT = ["what did he see", "who saw mary", "which book did mary read", "what does the man like"]


@pytest.fixture(scope="module")
def english() -> tuple[Grammar, Lexicon]:
    return bundled("english")


@pytest.fixture(scope="module")
def text(english: tuple[Grammar, Lexicon]) -> list[Sentence]:
    return [english[1].sentence(line) for line in TEXT]


def test_questions_are_parsed_sooner_once_questions_were_learned(
    english: tuple[Grammar, Lexicon], text: list[Sentence]
) -> None:
    nets = english[0]
    learned = learn(nets, text)
    assert (learned.sentences, learned.accepted) == (4, 4)
    assert learned.order().start[0].label == "PUSH NPQ/"
    before = [parse(nets, sentence) for sentence in text]
    after = [parse(nets, sentence, order=learned.order()) for sentence in text]
    assert [one.structures for one in before] == [one.structures for one in after]
    assert sum(one.penetrance or 0 for one in after) > sum(one.penetrance or 0 for one in before) + 0.5


def test_the_arc_of_arrival_matters() -> None:
    nets = grammar("(S (CAT a T (TO M)) (CAT b T (TO M))) (M (CAT a T (TO E)) (CAT b T (TO E))) (E (POP 'x T))")
    from murho_lab.atn import Reading, Token

    words = {name: Token(name, (Reading(name),)) for name in "ab"}
    learned = learn(nets, [Sentence([words[one], words[other]]) for one, other in ("ab", "ba", "ba", "ba")])
    by_a, by_b = nets.arcs[:2]
    order = learned.order()
    assert [arc.label for arc in order.after[by_a.index]] == ["CAT b", "CAT a"]
    assert [arc.label for arc in order.after[by_b.index]] == ["CAT a", "CAT b"]
    assert [arc.label for arc in learned.order(arrivals=False).after[by_a.index]] == ["CAT a", "CAT b"]
    assert learned.probability(by_b, nets.states["M"].arcs[0]) > 0.9
    assert learned.regardless()[nets.states["M"].arcs[0]] == pytest.approx((3 + 0.25) / 4.5)
    costly = learned.order({"CAT": 1.0, "POP": 5.0})
    assert costly == order


def test_expected_cost_puts_a_cheap_arc_first() -> None:
    nets = grammar("(S (PUSH A T (TO E)) (CAT b T (TO E))) (E (POP 'x T)) (A (CAT a T (TO AE))) (AE (POP 'a T))")
    learned = Strategies(nets, {(None, nets.arcs[0]): 3.0, (None, nets.arcs[1]): 2.0})
    assert learned.order().start[0].type == "PUSH"
    assert learned.order({"PUSH": 4.0, "CAT": 1.0}).start[0].type == "CAT"


def test_passages_count_what_was_given_up(english: tuple[Grammar, Lexicon], text: list[Sentence]) -> None:
    nets = english[0]
    accepted, all_of_them = learn(nets, text[:1]), learn(nets, text[:1], passages=True)
    assert sum(all_of_them.counts.values()) > sum(accepted.counts.values())
    assert all(all_of_them.counts[key] >= count for key, count in accepted.counts.items())


def test_several_analyses_share_one_weight(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    sentence = lexicon.sentence("the man saw the dog in the park")
    learned = learn(nets, [sentence], wanted=10)
    assert learned.counts[None, nets.arcs[0]] == pytest.approx(1)


@pytest.mark.slow
def test_strategies_of_two_grammars_do_not_add_up(english: tuple[Grammar, Lexicon]) -> None:
    with pytest.raises(InputError, match="two grammars"):
        Strategies(english[0]) + Strategies(bundled("ud")[0])
    assert (Strategies(english[0]) + Strategies(bundled("english")[0])).counts == {}


def test_adapting_while_the_text_goes_on(english: tuple[Grammar, Lexicon], text: list[Sentence]) -> None:
    nets = english[0]
    steps = list(adapt(Strategies(nets), text * 2))
    first, second = ([parsed.penetrance or 0 for parsed, _ in half] for half in (steps[:4], steps[4:]))
    assert sum(second) > sum(first)
    assert steps[-1][1].counts == learn(nets, text * 2).counts
    forgetful = list(adapt(Strategies(nets), text, forgetting=0.0))[-1][1]
    assert forgetful.counts == learn(nets, text[-1:], order=None).counts
    with pytest.raises(InputError, match="forgetting 2"):
        next(adapt(Strategies(nets), text, forgetting=2))


def test_the_best_is_the_most_probable(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    ambiguous = lexicon.sentence("the man saw the dog in the park")
    every = parse(nets, ambiguous, wanted=None).analyses
    assert len(every) == 2
    for text, expected in (
        (["the dog in the park slept"] * 5, every[0]),
        (["mary saw john yesterday", "he slept in the park", "they slept with a friend"] * 5, every[1]),
    ):
        learned = learn(nets, [lexicon.sentence(line) for line in text])
        assert learned.best(every) is expected
        assert learned.best(reversed(every)) is expected
    assert Strategies(nets).best([]) is None

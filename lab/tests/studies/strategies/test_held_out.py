"""Held-out sentences: which they are, in which orders they are searched, what their first trees are worth."""

import pytest

from murho_lab.atn.efficiency.costs import Cost, Costs
from murho_lab.atn.efficiency.failing import failing
from murho_lab.atn.efficiency.orders import expected_cost, random_order
from murho_lab.studies.strategies import held_out as module
from murho_lab.studies.strategies.efficiency import _times, efficiency
from murho_lab.studies.strategies.halves import folds
from murho_lab.studies.strategies.held_out import HeldOut, attachment, held_out
from murho_lab.studies.strategies.orders import orders
from murho_lab.studies.strategies.texts import BOUNDS, Language


def cost(seconds: float) -> Cost:
    return Cost(seconds, seconds, seconds, 1)


COSTS = Costs(
    {"CAT": cost(1.0), "PUSH": cost(2.0), "JUMP": cost(0.5), "POP": cost(0.5)}, cost(1), cost(1), 1.0, 1, 1, 0.95
)


@pytest.fixture(scope="session")
def pool(language: Language) -> HeldOut:
    return held_out(language, COSTS)


def test_all_sentences_of_short_genres_are_held_out(language: Language, pool: HeldOut) -> None:
    assert pool.sentences == [one for genre in language.genres.values() for one in genre.text.sentences]
    assert pool.heads == [one for genre in language.genres.values() for one in genre.text.heads]
    assert {name: len(each) for name, each in pool.orders.items()} == {
        "most frequent, whatever the arrival": 32,
        "by arc of arrival": 32,
        "p over the cost of an attempt": 32,
        "p over the cost of failing": 32,
    }


def test_of_long_genres_sentences_are_taken_at_even_steps(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 10)
    few = held_out(language, COSTS)
    rows = [0, 3, 6, 9, 12]
    assert few.sentences == [genre.text.sentences[row] for genre in language.genres.values() for row in rows]
    assert few.heads == [genre.text.heads[row] for genre in language.genres.values() for row in rows]
    halves = [folds(genre) for genre in language.genres.values()]
    taught = [
        genre.part(half[1 if row in half[0] else 0])
        for genre, half in zip(language.genres.values(), halves, strict=True)
        for row in rows
    ]
    assert few.orders["most frequent, whatever the arrival"] == [one.order(arrivals=False) for one in taught]
    assert few.orders["by arc of arrival"] == [one.order() for one in taught]
    assert few.orders["p over the cost of an attempt"] == [one.order(COSTS.seconds) for one in taught]
    made = []
    for genre, half in zip(language.genres.values(), halves, strict=True):
        of_half = []
        for part in half:  # of 8 sentences every third: 2 · 8 // 5
            known = genre.part(part)
            tried = [None, known.order(), *(random_order(language.grammar, seed) for seed in range(3))]
            spent = failing(
                language.grammar,
                [genre.text.sentences[row] for row in part[::3]],
                tried,
                unit=COSTS.seconds,
                bounds=BOUNDS,
            )
            of_half.append(expected_cost(known, spent))
        made += [of_half[1 if row in half[0] else 0] for row in rows]
    assert few.orders["p over the cost of failing"] == made


def test_only_sentences_with_a_tree_in_every_order_count(language: Language, pool: HeldOut) -> None:
    """Of three sentences one has no analysis; the heads of one are told wrong in three places."""
    first, second = pool.sentences[:2]
    gold = list(pool.heads[0])
    wrong = tuple(head + 1 if place < 3 else head for place, head in enumerate(gold))
    none = type(first)(first.words[:1] * 3)
    few = HeldOut([first, none, second], {}, [wrong, (0, 1, 2), pool.heads[1]])
    (found,) = attachment(language.grammar, few).values()
    assert (found.numerator, found.denominator, found.n) == (3, len(gold) + len(pool.heads[1]), 2)


def test_the_random_order_is_the_mean_of_five(language: Language, pool: HeldOut) -> None:
    own, random, learned = orders(
        language.grammar,
        HeldOut(pool.sentences[:4], {"learned": pool.orders["by arc of arrival"][:4]}, pool.heads[:4]),
        COSTS,
    )
    assert (own.name, random.name, learned.name) == ("the grammar's own", "random", "learned")
    several = [
        orders(
            language.grammar,
            HeldOut(pool.sentences[:4], {"one": [random_order(language.grammar, seed)] * 4}, []),
            COSTS,
        )[2]
        for seed in range(5)
    ]
    assert random.penetrance.value == pytest.approx(sum(one.penetrance.value or 0 for one in several) / 5)
    assert random.choices.numerator == pytest.approx(sum(one.choices.numerator for one in several) / 5)
    assert random.seconds.numerator == pytest.approx(sum(one.seconds.numerator for one in several) / 5)
    assert random.gain is not None
    assert random.gain.value == pytest.approx((random.penetrance.value or 0) - (own.penetrance.value or 0))
    assert (own.choices.value, own.seconds.value) == (1, 1)
    assert own.typical.value == pytest.approx(1)
    assert learned.choices.value is not None
    assert learned.choices.value < 0.5


def test_what_an_order_does_not_finish_is_left_out_of_all(
    language: Language, pool: HeldOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    from murho_lab.studies.strategies import orders as ways

    monkeypatch.setattr(ways, "BOUNDS", type(BOUNDS)(steps=300))
    few = HeldOut(pool.sentences[:8], {"learned": pool.orders["by arc of arrival"][:8]}, [])
    own, random, learned = orders(language.grammar, few, COSTS)
    assert learned.unfinished == 0
    assert own.unfinished == 1
    assert random.unfinished == 3.8
    assert {(one.penetrance.sentences, one.penetrance.unfinished) for one in (own, random, learned)} == {(2, 6)}


def test_time_and_gain_by_given_costs(language: Language, pool: HeldOut) -> None:
    found = {one.name: one for one in orders(language.grammar, pool, COSTS)}
    seconds = {name: round(found[name].seconds.value or 0, 4) for name in pool.orders}
    gains = {name: round(gain.value, 4) for name in pool.orders if (gain := found[name].gain)}
    assert seconds == {
        "most frequent, whatever the arrival": 0.1553,
        "by arc of arrival": 0.1506,
        "p over the cost of an attempt": 0.1533,
        "p over the cost of failing": 0.1465,
    }
    assert gains == {
        "most frequent, whatever the arrival": 0.4415,
        "by arc of arrival": 0.4768,
        "p over the cost of an attempt": 0.4457,
        "p over the cost of failing": 0.4907,
    }


def test_before_and_after(language: Language, pool: HeldOut) -> None:
    few = HeldOut(pool.sentences[:5], {name: each[:5] for name, each in pool.orders.items()}, pool.heads[:5])
    three = efficiency(language.grammar, few, COSTS)
    own, _, learned = orders(
        language.grammar, HeldOut(few.sentences, {"one": few.orders["by arc of arrival"]}, []), COSTS
    )
    assert three.costs is COSTS
    assert (three.before, three.after, three.gain) == (own.penetrance, learned.penetrance, learned.gain)
    assert three.load.sentences == 5
    assert three.load.ratio.value == pytest.approx(learned.seconds.value)
    assert three.seconds == pytest.approx((three.time.denominator, three.time.numerator))
    assert three.as_json()["time"]["seconds"] == list(three.seconds)


def test_times_are_the_least_of_three_rounds(
    language: Language, pool: HeldOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two sentences in two orders, by a clock that is told: 9, 8, 7, 6 seconds, then 1, 2, 3, 4, then 5 each."""
    took = [9.0, 8.0, 7.0, 6.0, 1.0, 2.0, 3.0, 4.0, 5.0, 5.0, 5.0, 5.0]
    ticks = iter([tick for seconds in took for tick in (100.0, 100.0 + seconds)])
    monkeypatch.setattr("time.perf_counter", lambda: next(ticks))
    found = _times(language.grammar, pool.sentences[:2], pool.orders["by arc of arrival"][:2])
    monkeypatch.undo()
    assert found.tolist() == [[1.0, 3.0], [2.0, 4.0]]
    assert next(ticks, None) is None

"""Weightings as values: they read back as they print, and multiply."""

import pickle

import pytest

from murho.core.case import Cases
from murho.core.errors import InputError, UsageError
from murho.weighting import (
    SHELF,
    Product,
    Weighting,
    column,
    constant,
    domain,
    frequency,
    given,
    information,
    length,
    semantic,
    structure,
    weighting,
)

VALUES: list[Weighting] = [
    given(),
    constant(),
    domain(),
    frequency(),
    frequency("count"),
    frequency("count", duplicates="split"),
    frequency(bag="heard.txt"),
    frequency(bag=("a * b", "it's (here)")),
    length(),
    length((6, 16), (0.1, 1.0, 0.5)),
    structure(),
    structure("type", {"D": 0.5, "G": 1.0}),
    column("price"),
    column("a * b"),
    information(),
    information("zstd"),
    semantic(),
    semantic("units"),
    Product(domain(), column("price")),
    Product(Product(domain(), frequency("count")), length((4,), (1.0, 0.5))),
]
CASES = Cases(
    ["1", "2", "3"],
    ["a b", "a b c", "a"],
    [("m",), (), ("n",)],
    weights=[0.5, None, 1.0],
    features={"price": [0.25, 0.5, 1.0], "a * b": [0.0, 0.0, 1.0]},
)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_weighting_reads_back_as_it_prints(value: Weighting) -> None:
    assert isinstance(value, Weighting)
    again = weighting(repr(value))
    assert again == value
    assert hash(again) == hash(value)
    assert pickle.loads(pickle.dumps(value)) == value


def test_every_name_is_shown() -> None:
    assert {repr(value).split("(")[0].split(" ")[0] for value in VALUES} == set(SHELF.names())


def test_equal_weights_have_one_hash_in_any_order() -> None:
    one, two = structure("type", {"D": 0.5, "G": 1.0}), structure("type", {"G": 1.0, "D": 0.5})
    assert (one, hash(one)) == (two, hash(two))


@pytest.mark.parametrize("text", ["price", "'price'", 'column("price")', " price "])
def test_a_bare_word_names_a_feature(text: str) -> None:
    assert weighting(text) == column("price")


def test_factors_multiply() -> None:
    product = weighting("given * price*domain")
    assert product.weigh(CASES).tolist() == [0.125, 0.0, 1.0]
    assert not product.whole_suite
    assert weighting("domain * frequency").whole_suite
    assert weighting("frequency * domain").whole_suite


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "weighting '' cannot be read; write it like given or"),
        ("domain *", "cannot be read"),
        ("price()", "no weighting 'price'; known: column, constant"),
        ("domain(3)", "weighting domain: "),
        ("(1, 2)", r"\(1, 2\) is not a weighting, derived"),
        ("length((16, 6), (1, 1, 1))", "n rising cuts make n [+] 1 classes"),
        ("length((6, 6), (1, 1, 1))", "n rising cuts"),
        ("length((6,), (1,))", "n rising cuts"),
        ("length((6,))", "n rising cuts"),
        ("length((6,), (1, 1.5))", r"weights lie in \[0, 1\]"),
        ("structure('type', {'D': -1})", r"weights lie in \[0, 1\]"),
        ("frequency('count', bag='heard.txt')", "give a column or a bag of texts, not both"),
        ("frequency(duplicates='merge')", "duplicates='merge'; known: refuse, split, sum"),
        ("information('bzip2')", "codec 'bzip2'; known: zlib, zstd"),
        ("semantic('depth')", "size 'depth'; known: leaves, units, words, meanings"),
    ],
)
def test_a_weighting_that_is_none(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        weighting(text)


def test_an_unknown_feature_names_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"no feature 'cost'; the features of these cases are: a \* b, price"):
        weighting("cost").weigh(CASES)


def test_a_product_of_many_factors() -> None:
    product = weighting("*".join(["domain"] * 100))
    assert weighting(repr(product)) == product
    assert product.weigh(CASES).tolist() == [1.0, 0.0, 1.0]
    with pytest.raises(
        UsageError, match=r"^a weighting of 1200 factors; give at most 100, or their product as a feature$"
    ):
        weighting("*".join(["domain"] * 1200))

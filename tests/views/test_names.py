"""What measures are called on the page: all of them in words, from their records."""

import pytest

from murho.measures import SHELF, measure
from murho.views.names import column_titles, measure_title
from murho.views.worst import _alignment
from murho.weighting import weighting

NAMED = [one for one in SHELF.all() if not one.around]


@pytest.mark.parametrize("record", NAMED, ids=lambda record: record.name)
def test_every_measure_has_a_title_and_names_of_its_own(record: object) -> None:
    how = measure(record.name)  # type: ignore[attr-defined]
    title, loss, accuracy = how.titles
    assert measure_title(how).startswith(title)
    assert title != record.name  # type: ignore[attr-defined]
    assert loss != "loss"
    assert accuracy != "accuracy" or title == "Labels"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("wil", "Information in words"),
        ("words(costs='sclite')", "Words (costs='sclite')"),
        ("oracle(concepts, 3)", "Concepts, best of several answers (n=3)"),
        ("oracle(meanings(mu2(0.5)))", "Meanings, μ2(0.5), best of several answers"),
        ("mapped(concepts, 'sil.map')", "Concepts, mapped ('sil.map')"),
        ("dependencies(score='uas')", "Dependencies (score='uas')"),
        ("graded('edit')", "Meanings, graded ('edit')"),
        ("words@heard", "Words, as heard"),
        ("oracle(words, 2)@heard", "Words, best of several answers (n=2), as heard"),
    ],
)
def test_a_title_says_what_was_chosen(text: str, title: str) -> None:
    assert measure_title(measure(text)) == title


def test_columns_are_told_apart() -> None:
    names = ("words", "words(costs='sclite')", "sentences", "meanings(mu1)", "meanings(mu2)")
    hows = [measure(text) for text in names]
    assert column_titles(hows) == [
        ("Words", "words"),
        ("Words (costs='sclite')", "words(costs='sclite')"),
        ("Sentences", "sentences"),
        ("μ1", "meanings(shifting=mu1())"),
        ("μ2", "meanings(shifting=mu2(0.5))"),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("given", "as given by the suite"),
        ("frequency('count') * domain", "by frequency × in the domain"),
        ("price", "by price"),
        ("column('a * b') * constant", "by a * b × all alike"),
    ],
)
def test_a_weighting_in_a_few_words(text: str, said: str) -> None:
    assert weighting(text).phrase == said


@pytest.mark.parametrize("name", [one.name for one in NAMED if one.aligning])
def test_the_report_draws_whatever_aligns(name: str) -> None:
    how = measure(name)
    right, said = ("a b", "a c") if how.kind == "text" else (["x:1", "y:2"], ["x:1", "y:3"])
    worse = "x y z" if how.kind == "text" else ["z:1", "z:2", "z:3"]
    drawn = _alignment(how, (right,), [said])
    assert drawn
    best = [said, worse] if name == "sentences" else [worse, said]  # to which a wrong sentence is as bad as another
    assert _alignment(measure(f"oracle({name})"), (right,), best) == drawn
    assert _alignment(how, (right,), None) == []


def test_and_nothing_else() -> None:
    assert _alignment(measure("labels"), ("a",), ["b"]) == []

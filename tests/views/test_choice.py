"""What is chosen to be looked at: the worst first, and nothing that is wrong left out."""

from murho.measures import measure
from murho.pipeline.scoring.alignment import Alignment
from murho.views.choice import at_most, chosen, none_of


def alignment(said: str, heard: str, name: str = "u1", **more: object) -> Alignment:
    (steps,) = measure("words").aligned([(said,)], [(heard,)])
    return Alignment(name, steps, **more)  # type: ignore[arg-type]


SOME = [
    alignment("a b c d e f", "a b x y z f", "three of six"),
    alignment("a", "b", "one of one"),
    alignment("a b", "a b", "right"),
    alignment("a b c", "x y z", "three of three"),
    alignment("", "x", "one of none"),
]


def test_worst_first() -> None:
    assert [one.id for one in chosen(SOME, worst=3)] == ["three of three", "three of six", "one of none"]
    assert [one.id for one in chosen(SOME, worst=9, rank="rate")] == [
        "one of none",
        "three of three",
        "one of one",
        "three of six",
    ]
    assert [one.id for one in chosen(SOME, errors_only=True)] == [one.id for one in SOME if one.id != "right"]
    assert len(list(chosen(SOME))) == 5
    passing = iter(SOME)
    assert list(none_of(passing)) == []
    assert next(passing, None) is None


def test_a_silent_failure_is_an_error_to_look_at() -> None:
    failed = alignment("", "", "failed", undefined=True)
    assert [one.id for one in chosen([failed], errors_only=True)] == ["failed"]
    assert [one.id for one in chosen([failed], worst=1)] == ["failed"]


def test_all_in_their_order_or_the_worst_of_too_many() -> None:
    names, cut = at_most(SOME, 5)
    assert ([one.id for one in names], cut) == ([one.id for one in SOME], False)
    names, cut = at_most(iter(SOME), 2)
    assert ([one.id for one in names], cut) == (["three of three", "three of six"], True)
    names, cut = at_most(SOME, 4, "rate")
    assert [one.id for one in names] == ["one of none", "three of three", "one of one", "three of six"]

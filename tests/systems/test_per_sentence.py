from collections.abc import Iterator
from typing import Any

from murho.core.case import Cases
from murho.core.meaning import UNDEFINED
from murho.systems import Function
from murho.systems.interface import Answer, gather
from murho.systems.per_sentence import Once

CASES = Cases(
    ["1", "2", "3", "4"],
    ["a", "b", "a", "b"],
    [()] * 4,
    clusters=["s1", "s2", "s1", None],
)


class Asked:
    """Remembers what it was asked; answers the last question first."""

    def __init__(self) -> None:
        self.questions: list[tuple[str, str]] = []

    def describe(self) -> dict[str, Any]:
        return {"kind": "asked"}

    def answer(self, cases: Cases) -> Iterator[Answer]:
        self.questions += zip(cases.ids, cases.expressions, strict=True)
        for position in reversed(range(len(cases))):
            said = UNDEFINED if cases.expressions[position] == "b" else (cases.ids[position],)
            yield Answer(position, said, 0.5, "no b" if said is UNDEFINED else None)

    def __enter__(self) -> "Asked":
        return self

    def __exit__(self, *exception: object) -> None:
        return None


def test_every_case_is_answered_and_every_sentence_asked_once() -> None:
    inner = Asked()
    with Once(inner) as system:
        found = gather(CASES, system.answer(CASES))
    assert inner.questions == [("s1", "a"), ("s2", "b"), ("4", "b")]
    assert list(zip(found.ids, found.answers, found.failures or [], strict=True)) == [
        ("1", ("s1",), None),
        ("2", UNDEFINED, "no b"),
        ("3", ("s1",), None),
        ("4", UNDEFINED, "no b"),
    ]


def test_it_is_the_system_within() -> None:
    assert Once(Asked()).describe() == {"kind": "asked"}


def test_a_function() -> None:
    with Once(Function("json:dumps")) as system:
        assert gather(CASES, system.answer(CASES)).answers == [('"a"',), ('"b"',), ('"a"',), ('"b"',)]

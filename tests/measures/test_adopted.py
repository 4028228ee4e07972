"""Values that judge but are no measures: what they say, and what is usual where they say nothing."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.measures.adopted import adopted, called
from murho.measures.interface import Criterion, Titles
from murho.measures.labels import labels
from murho.plugs import option


class Plain:
    """Wrong or right, and nothing else."""

    bounded, fixed_units, kind = True, True, "label"

    def judge(self, references: Any, answers: Any) -> Judgements:
        return Judgements.of([float(r != a) for r, a in zip(references, answers, strict=True)])


@dataclass
class Rich(Plain):
    """Says of itself all that a measure may say."""

    scale: int = 2
    titles = Titles("Rich", "poverty", "wealth")
    files = ("rich.txt",)
    unit = "coin"

    def judge_cases(self, cases: Any, answers: Any) -> Judgements:
        return Judgements.of([float(self.scale)] * len(cases), [4.0] * len(cases))

    def finer(self) -> "Rich":
        return Rich(self.scale + 1)

    def criteria(self, counts: Any) -> dict[str, Criterion]:
        return {"coins": Criterion(1, self.scale)}

    def floors(self, counts: Any) -> dict[str, Any]:
        return {"floor": counts}


CASES = Cases(["1", "2"], ["x", "y"], [("a",), ("b",)])


def test_what_a_plain_value_leaves_open_is_as_usual() -> None:
    plain = adopted(Plain())
    assert plain.titles == Titles("Plain", "loss", "accuracy")
    assert plain.options == ()
    assert plain.linearised is None
    assert (plain.files, plain.word_rows, plain.bounded) == ((), False, True)
    assert plain.finer() is plain
    assert plain.criteria({}) == {}
    assert plain.floors({}) == {}
    assert plain.judge_cases(CASES, [("a",), ("c",)]).loss.tolist() == [0, 1]
    assert repr(plain).startswith("<")
    assert plain == plain
    assert plain != adopted(Plain())
    assert plain != Plain()
    assert hash(plain) == hash(adopted(Plain()))
    with pytest.raises(UsageError, match="has no options that could be chosen"):
        plain.having(scale=3)


def test_what_a_rich_value_says() -> None:
    rich = adopted(Rich())
    assert rich.titles == Titles("Rich", "poverty", "wealth")
    assert (rich.files, rich.unit) == (("rich.txt",), "coin")
    assert rich.judge_cases(CASES, [("a",), ("c",)]).loss.tolist() == [2, 2]
    assert rich.judge([("a",)], [("b",)]).loss.tolist() == [1]
    assert rich.criteria({}) == {"coins": Criterion(1, 2)}
    assert rich.floors({"n": 1}) == {"floor": {"n": 1}}
    assert repr(rich.finer()) == "Rich(scale=3)"
    assert rich == adopted(Rich())
    assert rich != adopted(Rich(3))


def test_what_a_name_makes_prints_as_it_was_named() -> None:
    made = called("mine:Rich", Rich, (), {"scale": 5})
    assert repr(made) == "mine:Rich(scale=5)"
    assert made.arguments() == ["scale=5"]
    assert made == called("mine:Rich", Rich, (5,), {})
    assert made != called("mine:Rich", Rich, (), {"scale": 6})
    assert hash(made) == hash(called("mine:Rich", Rich, (5,), {}))
    more = made.having(scale=7)
    assert repr(more) == "mine:Rich(scale=7)"
    assert made.options == ()
    assert more.judge_cases(CASES, []).loss.tolist() == [7, 7]


def test_the_options_of_what_made_a_value_are_its_own() -> None:
    @dataclass
    class Chosen(Plain):
        scale: int = option(2, help="How much is lost.")

    assert [one.name for one in called("mine:Chosen", Chosen, (), {}).options] == ["scale"]
    assert adopted(Chosen()).options == ()


def test_a_value_that_linearises_only_over_a_whole_suite() -> None:
    class Ratio(Plain):
        def linearised(self, rows: Any) -> Any:
            return rows

    class Not(Ratio):
        whole_suite = False

    assert adopted(Ratio()).linearised is not None
    assert adopted(Not()).linearised is None


def test_what_is_no_measure_is_refused() -> None:
    class Half(NamedTuple):
        bounded: bool = True

    with pytest.raises(UsageError, match="mine:half is not a measure: it has no judge; derive it from"):
        adopted(Half(), "mine:half")

    def fails() -> None:
        raise ZeroDivisionError("by nothing")

    with pytest.raises(UsageError, match=r"mine:fails makes no measure: .*by nothing"):
        called("mine:fails", fails, (), {})
    with pytest.raises(TypeError):
        called("mine:Rich", Rich, (), {"size": 1})


def test_a_measure_is_itself() -> None:
    plain = labels()
    assert adopted(plain) is plain
    assert called("murho:labels", labels, (), {}) == plain

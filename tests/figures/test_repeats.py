"""What repeated askings say, in sentences."""

import murho
from murho.figures import Subject
from murho.figures.repeats import repeats_of, sheet
from murho.measures import measure
from murho.pipeline.scoring.reading import Reading

CASES = [{"id": name, "expression": name, "reference": ["x"]} for name in "abcd"]


def told(said: dict[str, str]) -> list[str]:
    run = murho.run(CASES, lambda text: said[text], repeat=2)
    found = repeats_of(Subject(run.kept, measure("meanings"), Reading()))
    assert found is not None
    shown = sheet(found)
    once = shown.rows[0].cells[1]
    return [f"{shown.sentence}: {shown.rows[0].cells[0]} {once.value:.4f}", *shown.conclusions]


def test_a_system_that_says_the_same_each_time() -> None:
    first, varied, known = told({"a": "x", "b": "y", "c": "x", "d": "x"})
    assert first == "each case was asked 2 times: right at least once in 2 0.7500"
    assert varied == (
        "variance of π: 100 % between cases, 0 % within; no case was right in one answer and wrong in another"
    )
    assert known.startswith("π is known to ±0.7")


def test_no_error_makes_no_margin_of_nothing() -> None:
    _, known = told(dict.fromkeys("abcd", "x"))
    assert known.endswith("what more questions would buy is unknown")

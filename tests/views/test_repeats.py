"""What repeated askings say, in sentences."""

import murho
from murho.measures import measure
from murho.pipeline.runs.repeats import repeats_of
from murho.pipeline.scoring.reading import Reading
from murho.views.repeats import sentences

CASES = [{"id": name, "expression": name, "reference": ["x"]} for name in "abcd"]


def told(said: dict[str, str]) -> list[str]:
    run = murho.run(CASES, lambda text: said[text], repeat=2)
    found = repeats_of(run.kept, measure("meanings"), Reading())
    assert found is not None
    return sentences(found)


def test_a_system_that_says_the_same_each_time() -> None:
    first, varied, known = told({"a": "x", "b": "y", "c": "x", "d": "x"})
    assert first.startswith("each case asked 2 times: right at least once 0.7500 [")
    assert varied == (
        "variance of π: 100 % between cases, 0 % within; no case was right in one answer and wrong in another"
    )
    assert known.startswith("π is known to ±0.7")


def test_no_error_makes_no_margin_of_nothing() -> None:
    assert len(told(dict.fromkeys("abcd", "x"))) == 1

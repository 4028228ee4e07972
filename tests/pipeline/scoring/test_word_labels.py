"""Labels of words on their way: batches without them, labels that do not fit, and what is compared at once."""

from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.measures import measure
from murho.pipeline.comparing.compare import compare
from murho.pipeline.comparing.sides import AnswerFile
from murho.pipeline.scoring.book import Book, score_pairs
from murho.pipeline.scoring.judge import judge, per_case_rows
from murho.pipeline.scoring.reading import Reading

LABELLED = Cases(["a"], [""], [("ask anna",)], labels={"entity": [["O", "PERSON"]], "pos": [["V", "N"]]})
PLAIN = Cases(["b"], [""], [("no",)])
SAID = Answers(["a"], [("ask hanna please",)]), Answers(["b"], [("oh",)])


def counted(groups: Any) -> dict[str, tuple[Any, Any]]:
    return {name: (one.numerator, one.denominator) for name, one in groups.items()}


def test_a_batch_in_which_nothing_is_labelled() -> None:
    found = score_pairs(measure("words"), zip((LABELLED, PLAIN), SAID, strict=True), Reading(by=["entity"]))
    assert counted(found.by["entity"]) == {"O": (0, 1), "PERSON": (1, 1), "insertions": (1, 0), "(none)": (1, 1)}


def test_the_first_batch_tells_what_labels_there_are() -> None:
    with pytest.raises(InputError, match=r"no feature 'entity'"):
        score_pairs(measure("words"), zip((PLAIN, LABELLED), SAID[::-1], strict=True), Reading(by=["entity"]))


def test_a_reading_knows_those_that_it_slices_by() -> None:
    reading = Reading(by=["day", "pos"]).over(LABELLED)
    assert (reading.labels, reading.by) == (("pos",), ("day", "pos"))
    assert Book(measure("words"), Reading(by=["day"]).over(LABELLED)).slices is None


def test_labels_that_do_not_fit_are_refused_where_words_are_judged() -> None:
    cases = Cases(["a"], [""], [("ask anna now",)], labels={"entity": [["O", "PERSON"]]})
    with pytest.raises(InputError, match=r"case 'a': 2 labels of 'entity' for 3 words of its reference"):
        judge(measure("words").finer(), cases, SAID[0])
    assert judge(measure("words"), cases, SAID[0]).loss.tolist() == [2]


def test_rows_of_words_as_they_are_printed() -> None:
    rows = judge(measure("words").finer(), LABELLED, SAID[0])
    shown = [(one["word"], one["loss"], one["labels"]) for one in per_case_rows(LABELLED, rows, [1.0])]  # type: ignore[arg-type]
    assert shown == [
        (0, 0, {"entity": "O", "pos": "V"}),
        (None, 1, {"entity": "insertions", "pos": "insertions"}),
        (1, 1, {"entity": "PERSON", "pos": "N"}),
    ]


def side(name: str, said: list[str]) -> AnswerFile:
    ids = [str(i) for i in range(len(said))]
    cases = Cases(ids, ids, [("x o",)] * len(ids), labels={"kind": [["X", "O"] for _ in ids]})
    return AnswerFile(Path(name), Path("references"), cases, Answers(ids, [(text,) for text in said]))


def test_what_cannot_be_compared_is_no_comparison_to_correct_for() -> None:
    """Words that both systems insert make no third p-value: Holm's factor is 2."""
    a, b = side("a", ["y o z"] * 9 + ["x o"] * 3), side("b", ["x o z"] * 9 + ["x u"] * 3)
    found = compare([a, b], measure("words"), Reading(by=["kind"])).compared[0].by["kind"]
    assert list(found) == ["O", "X", "insertions"]
    assert found["insertions"][0].value is None
    (x, x_adjusted), (o, o_adjusted) = found["X"], found["O"]
    assert (x.pi_a, x.pi_b, o.pi_a, o.pi_b) == (0.75, 0, 0, 0.25)
    assert x.p_value == pytest.approx(2 / 2**10, abs=2 / 2**12), "mid-p of nine moves one way"
    assert x_adjusted == pytest.approx(2 * x.p_value)
    assert o_adjusted == o.p_value == pytest.approx(2 / 2**4, abs=2 / 2**12)

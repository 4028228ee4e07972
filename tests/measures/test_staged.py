"""Measures of one stage of a chain: their notation, and that they judge as the measure inside."""

import pytest

from murho.core.errors import UsageError
from murho.measures import fine_enough, measure
from murho.measures.configuring import configured
from murho.measures.naming import parted
from murho.measures.staged import At
from murho.measures.unopened import Unopened, recorded


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("words@heard", "words@heard"),
        ("wer@heard", "words@heard"),
        (" words @ heard ", "words@heard"),
        ("oracle(words, 2)@heard", "oracle(words, n=2)@heard"),
        ("words(normalize='lower')@heard", "words(normalize='lower')@heard"),
        ("mapped(concepts, 'a@b.map')@meant", "mapped(concepts, 'a@b.map')@meant"),
    ],
)
def test_the_notation_reads_back(text: str, shown: str) -> None:
    how = measure(text)
    assert repr(how) == shown
    assert measure(shown) == how == recorded(shown)
    assert isinstance(how, At)
    assert (how.stage, how) != (measure("words@seen").stage, measure("words@seen"))


def test_what_is_no_stage() -> None:
    assert parted("mapped(concepts, 'a@b')") == ("mapped(concepts, 'a@b')", None)
    assert measure("mapped(concepts, 'a@b')").stage is None
    with pytest.raises(UsageError, match="cannot be read"):
        measure("words@2nd")
    with pytest.raises(UsageError, match="one stage is judged at a time; write words@heard"):
        measure("words@heard@seen")
    with pytest.raises(UsageError, match="no measure 'wrds'; did you mean words"):
        measure("wrds@heard")
    with pytest.raises(UsageError, match=r"stands behind the whole measure; write oracle\(words, 2\)@heard$"):
        measure("oracle(words@heard, 2)")


@pytest.mark.parametrize("stage", ["", "2nd", "as heard"])
def test_a_stage_has_a_name(stage: str) -> None:
    with pytest.raises(UsageError, match=f"^words@{stage}: a stage has a name, as in words@heard$"):
        At(measure("words"), stage=stage)


def test_many_stages_are_refused_in_one_line() -> None:
    with pytest.raises(UsageError, match=r"^words@x@x: one stage is judged at a time; write words@x$"):
        measure("words" + "@x" * 5000)


def test_it_is_as_the_measure_inside() -> None:
    how, inside = measure("concepts@meant"), measure("concepts")
    references, answers = [(["a:1", "b:2"],)], [(["a:1", "b:3"],)]
    assert how.judge(references, answers).loss.tolist() == inside.judge(references, answers).loss.tolist() == [1]
    assert repr(how.aligned(references, answers)) == repr(inside.aligned(references, answers))
    assert (how.kind, how.bounded, how.aligning, how.unit) == ("units", False, True, "unit")
    assert repr(fine_enough(how, ["attribute"])) == "concepts(rows='units')@meant"
    assert fine_enough(how, ["attribute"]).stage == "meant"
    assert repr(configured(measure("words@heard"), {"costs": "sclite"})) == "words(costs='sclite')@heard"
    assert measure("words@heard").titles.title == "Words, as heard"
    assert measure("words@heard").titles.loss == "word error rate"


def test_a_measure_whose_code_is_not_imported_keeps_its_stage() -> None:
    how = recorded("chat:chrf@heard", {"chat:chrf@heard": {"kind": "text", "bounded": False}})
    assert isinstance(how, At)
    assert isinstance(how.inside, Unopened)
    assert (repr(how), how.stage, how.kind, how.bounded) == ("chat:chrf@heard", "heard", "text", False)

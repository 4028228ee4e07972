"""Both normalisations, by Σ ρ and by |E|, from Python and on the command line; each says which it is."""

from typing import Any

import numpy as np
import pytest

import murho
from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.measures import measure
from murho.pipeline.scoring.reading import check_divisor, check_rows

GOLD, SAID = ["a", "b", "b", "c"], ["a", "a", None, "c"]
RHO = [1.0, 0.5, 0.25, 0.0]


def test_each_is_named() -> None:
    by_importance = murho.score("labels", GOLD, SAID, RHO)
    by_number = murho.score("labels", GOLD, SAID, RHO, divide_by="expressions", features={"half": list("xxyy")})
    assert by_importance.value == 0.75 / 1.75
    assert by_number.value == 0.75 / 4
    assert (by_number.figure.numerator, by_number.figure.denominator) == (0.75, 4)
    assert {half: figure.value for half, figure in by_number.by["half"].items()} == {"x": 0.25, "y": 0.125}
    assert by_importance.as_json()["divided_by"] == "importance"
    assert by_number.as_json()["divided_by"] == "expressions"
    assert "divided_by" not in by_importance.signature
    assert "|divided_by:expressions|" in by_number.signature


def test_it_is_the_tally_of_the_core_and_its_interval_holds_it() -> None:
    rng = np.random.default_rng(5)
    loss, rho = rng.integers(0, 2, 300), rng.random(300)
    found = murho.score("labels", ["x"] * 300, np.where(loss, "y", "x"), rho, divide_by="expressions")
    assert found.value == tally(Judgements.of(loss), rho, normalise="expressions").performance
    assert found.value == pytest.approx(float((loss * rho).mean()))
    spread = 1.96 * (loss * rho).std() / 300**0.5
    assert found.high - found.low == pytest.approx(2 * spread, rel=0.25)


@pytest.mark.parametrize("how", ["words", "mer", "wil", "slots", "concepts"])
def test_units_of_ones_own_are_declined(how: str) -> None:
    with pytest.raises(UsageError, match=rf"^{how} counts units of its own"):
        check_divisor("expressions", measure(how))


def test_units_that_only_the_data_tell_are_declined() -> None:
    check_divisor("expressions", measure("breaks"))
    with pytest.raises(UsageError, match=r"breaks.* counts units of its own"):
        murho.score("breaks", [["0", "1"]], [["0", "0"]], divide_by="expressions")


def test_rows_finer_than_an_expression_are_declined() -> None:
    finer = Judgements.of([1, 0], case=[0, 0])
    check_rows("importance", measure("labels"), finer)
    with pytest.raises(UsageError, match=r"units of its own"):
        check_rows("expressions", measure("labels"), finer)


def test_there_are_two() -> None:
    with pytest.raises(UsageError, match="known: importance, expressions"):
        murho.score("labels", GOLD, SAID, divide_by="cases")


def test_what_was_said_is_given_to_weightings_that_look_at_it() -> None:
    more: dict[str, Any] = {"expressions": ["open ?", "renew all my books", "renew", "fines"]}
    assert murho.score("labels", GOLD, SAID, weight="length", **more).value == 5 / 8
    with pytest.raises(UsageError, match=r"length looks at what was said; give it as expressions="):
        murho.score("labels", GOLD, SAID, weight="length")
    with pytest.raises(UsageError, match=r"frequency\('n'\) looks at"):
        murho.score("labels", GOLD, SAID, weight="domain * frequency('n')", features={"n": [1, 2, 3, 4]})
    with pytest.raises(UsageError, match="expressions has 1 entries for 4 references"):
        murho.score("labels", GOLD, SAID, expressions=["open ?"])

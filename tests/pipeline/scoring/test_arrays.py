"""murho.words: columns of any kind give what the general way gives."""

from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import murho
from murho.core.errors import UsageError

TEXTS = st.lists(st.tuples(st.text(" abé", max_size=9), st.text(" abé", max_size=9)), min_size=1, max_size=20)
REFERENCES, HYPOTHESES = ["i want to go", "", "köln bonn"], ["want to go", "uh", "köln born"]


@pytest.mark.parametrize(
    "column",
    [
        list,
        tuple,
        np.array,
        pl.Series,
        pa.array,
        lambda texts: pa.array(["-", *texts, "-"], pa.large_string())[1:-1],
        lambda texts: pa.chunked_array([texts[:1], texts[1:]]),
    ],
)
def test_columns(column: Any) -> None:
    found = murho.words(column(REFERENCES), column(HYPOTHESES))
    assert found.counts == {"substitutions": 1, "deletions": 1, "insertions": 1, "hits": 4, "units": 6}
    assert found.judgements.loss.tolist() == [1, 1, 1]
    assert found.interval == murho.score("words", REFERENCES, HYPOTHESES).interval


def test_columns_of_two_kinds() -> None:
    assert murho.words(REFERENCES, pa.array(HYPOTHESES)).counts["hits"] == 4


@given(TEXTS)
def test_the_quick_way_is_the_general_way(pairs: list[tuple[str, str]]) -> None:
    references, hypotheses = map(list, zip(*pairs, strict=True))
    quick, general = murho.words(references, hypotheses), murho.score("words", references, hypotheses)
    assert quick.figure == general.figure
    assert quick.judgements.counts["hits"].tolist() == general.judgements.counts["hits"].tolist()


def test_nothing_heard_is_undefined() -> None:
    found = murho.words(["a b", "c"], [None, "c"])
    assert (found.figure.undefined, found.counts["deletions"]) == (1, 2)


def test_options_weights_and_clusters() -> None:
    assert murho.words(["To Bonn, please"], ["to bonn please"], normalize="lower|no_punctuation").value == 0
    found = murho.words(REFERENCES, HYPOTHESES, sample_weight=[1, 0, 0.5], clusters=["a", "a", "b"], threads=2)
    assert found.value == 1.5 / 5
    assert found.figure.estimate.clusters == 2


@pytest.mark.parametrize("more", [{"sample_weight": [1, 1]}, {"clusters": ["a"]}])
def test_columns_of_different_lengths(more: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        murho.words(REFERENCES, HYPOTHESES, **more)
    with pytest.raises(UsageError):
        murho.words(REFERENCES, HYPOTHESES[:2])


def test_columns_have_figures_and_no_criteria() -> None:
    found = murho.words(["to bonn", "yes"], ["to born", "yes"])
    assert (found.figure.numerator, found.figure.denominator) == (1, 3)
    assert found.also == {}

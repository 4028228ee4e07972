"""General English, as much of it as goes into the study's language model."""

import pytest

from murho.studies.trains import english
from murho.studies.trains.language_model import START

pytestmark = pytest.mark.slow


def test_likely_words_and_pairs_and_those_that_are_wanted() -> None:
    pytest.importorskip("pocketsphinx")
    model = english.model(["bonn", "pricey", "buxtehude"])
    assert {"the", "bonn", "pricey", "engineering"} <= set(model.words)
    assert not {"buxtehude", "zymurgy"} & set(model.words)
    assert english.WORDS <= len(model.words) <= english.WORDS + 4
    assert {("at", "least"), ("least", "one")} <= model.logarithms.keys()
    assert model.probability("least", ("at",)) > 10 * model.probability("least")
    assert min(p for gram, p in model.logarithms.items() if len(gram) == 2) > -3
    for history in [(), (START,), ("at",), ("bonn",)]:
        assert sum(model.probability(word, history) for word in model.words) == pytest.approx(1, abs=1e-4)

"""General English, as much of it as goes into the study's language model."""

import pytest

from murho_lab.studies.trains import english
from murho_lab.studies.trains.language_model import START

pytestmark = pytest.mark.slow


def test_likely_words_and_what_tells_more_than_they_do() -> None:
    pocketsphinx = pytest.importorskip("pocketsphinx")
    from murho_lab.speech.model import bundled

    model = english.model(["bonn", "pricey", "buxtehude"])
    assert {"the", "bonn", "pricey", "engineering"} <= set(model.words)
    assert not {"buxtehude", "zymurgy"} & set(model.words)
    assert english.WORDS <= len(model.words) <= english.WORDS + 4
    assert {("at", "least"), (START, "i"), ("is", "there", "a")} <= model.logarithms.keys()
    assert {gram[:-1] for gram in model.logarithms if len(gram) == 3} <= model.backing_off.keys()
    for history in [(), (START,), ("at",), ("bonn",), ("is", "there"), (START, "pricey")]:
        assert sum(model.probability(word, history) for word in model.words) == pytest.approx(1, abs=1e-4)
    logarithms = pocketsphinx.LogMath()
    general = pocketsphinx.NGramModel(pocketsphinx.Config(lm=None), logarithms, bundled().language)
    for gram in [("least", "at"), ("a", "there", "is"), ("bonn",)]:
        asked = logarithms.exp(general.prob(gram))
        assert model.probability(gram[0], gram[:0:-1]) == pytest.approx(asked, rel=1e-3)

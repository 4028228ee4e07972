"""Rules: their notation, what they take, what they list."""

import pytest

from murho.core.errors import UsageError
from murho.measures.dependencies.rules import (
    CONTENT,
    FUNCTION,
    UNIVERSAL_FEATURES,
    conll2017,
    conll2018,
    conllx,
    rules_named,
)


@pytest.mark.parametrize(
    "text", ["conll2018", "conll2017(punctuation='drop')", "conllx(punctuation='keep', subtypes='strip')"]
)
def test_rules_read_back(text: str) -> None:
    assert repr(rules_named(text)) == text


def test_defaults_are_those_of_the_official_evaluators() -> None:
    for rules in conll2018(), conll2017():
        assert (rules.punctuation, rules.subtypes) == ("keep", "strip")
    assert (conllx().punctuation, conllx().subtypes) == ("drop", "keep")
    assert rules_named("conllx('drop')") == conllx()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("conll2019", "no rules 'conll2019'; known: conll2018, conll2017, conllx"),
        ("conll2018(punctuation='no')", "conll2018: no punctuation 'no'; known: keep, drop"),
        ("conllx(subtypes=None)", "conllx: no subtypes None; known: strip, keep"),
        ("'conllx'", "known: conll2018"),
    ],
)
def test_what_is_no_rules(text: str, said: str) -> None:
    with pytest.raises(UsageError) as error:
        rules_named(text)
    assert said in str(error.value)


def test_the_lists() -> None:
    """37 relations of UD 2 but for punctuation; of 24 features those of 2018, which had 21."""
    assert len(CONTENT) + len(FUNCTION) == 36
    assert not CONTENT & FUNCTION
    assert len(UNIVERSAL_FEATURES) == 21

"""Options of measures, chosen beside their names: they reach what has them, however deep, and nothing else."""

import pytest

from murho.core.errors import UsageError
from murho.measures import measure
from murho.measures.configuring import all_configured, chosen_or_not, configured


@pytest.mark.parametrize(
    ("text", "chosen", "found"),
    [
        ("words", {"costs": "sclite"}, "words(costs='sclite')"),
        ("words", {"costs": "4,3,3"}, "words(costs=(4, 3, 3))"),
        ("words", {"costs": "(4, 3, 3)"}, "words(costs=(4, 3, 3))"),
        ("words(costs='sclite')", {"costs": "equal"}, "words"),
        ("words", {"normalize": "lower|map('a|b.tsv')"}, "words(normalize=\"lower|map('a|b.tsv')\")"),
        ("words", {"optional": "yes", "split": "cjk"}, "words(optional=True, split='cjk')"),
        ("words", {"alternates": "no"}, "words(alternates=False)"),
        ("words(alternates=True)", {"alternates": "none"}, "words"),
        ("oracle(words)", {"normalize": "lower"}, "oracle(words(normalize='lower'))"),
        ("oracle(oracle(wer, 5), 2)", {"n": "3", "costs": "sclite"}, "oracle(oracle(words(costs='sclite'), n=5), n=3)"),
        ("meanings", {"shifting": "mu2(0.25)"}, "meanings(shifting=mu2(0.25))"),
        ("oracle(meanings)", {"shifting": "mu2"}, "oracle(meanings(shifting=mu2(0.5)))"),
        ("graded", {"undefined": "0.5", "distance": "edit"}, "graded('edit', undefined=0.5)"),
        ("breaks", {"final": "skip", "types": "no", "no_break": "0, 1"},
         "breaks(final='skip', types=False, no_break=('0', '1'))"),
        ("concepts", {"only": "date"}, "concepts(only='date')"),
        ("oracle(slots)", {"without": "date,time"}, "oracle(slots(without=('date', 'time')))"),
        ("mapped(concepts, 'a.map')", {"file": "b.map", "side": "both"}, "mapped(concepts, 'b.map', side='both')"),
        ("dependencies", {"score": "uas"}, "dependencies(score='uas')"),
        ("dependencies", {"rules": "conllx"}, "dependencies(rules=conllx)"),
        ("dependencies", {"punctuation": "keep", "rules": "conllx"}, "dependencies(rules=conllx(punctuation='keep'))"),
        ("oracle(dependencies)", {"subtypes": "keep"}, "oracle(dependencies(rules=conll2018(subtypes='keep')))"),
    ],
)  # fmt: skip
def test_an_option_reaches_what_has_it(text: str, chosen: dict[str, str], found: str) -> None:
    how = configured(measure(text), chosen)
    assert repr(how) == found
    assert measure(found) == how


def test_of_several_measures_all_get_it_that_have_it() -> None:
    hows = [measure(name) for name in ("labels", "words", "oracle(characters)")]
    assert list(map(repr, all_configured(hows, {"normalize": "lower", "graphemes": "yes"}))) == [
        "labels",
        "words(normalize='lower')",
        "oracle(characters(normalize='lower', graphemes=True))",
    ]


@pytest.mark.parametrize(
    ("text", "chosen", "says"),
    [
        ("words", {"final": "skip"}, "final: only for the measure breaks, not words"),
        ("labels", {"subtypes": "keep"}, "subtypes: only for the measures dependencies, links, not labels"),
        ("words", {"n": "3"}, "n: only for the measure oracle, not words"),
        ("words", {"cost": "sclite"}, "cost: no option of words; did you mean costs?"),
        ("oracle(words)", {"colour": "red"}, "colour: no option of oracle(words); known: alternates, costs, n, "),
        ("labels", {"colour": "red"}, "colour: no option of labels; known: none"),
        ("words", {"costs": "dear"}, "words: no costs 'dear'; known: equal, sclite, or three integers"),
        ("words", {"costs": "a,b,c"}, "costs: 'a,b,c' is no name or numbers; What a substitution"),
        ("words", {"optional": "perhaps"}, "optional: 'perhaps' is no yes or no; Read (a), on both sides"),
        ("oracle(words)", {"n": "many"}, "n: 'many' is no whole number; How many answers"),
        ("oracle(words)", {"n": "0"}, "oracle: n=0; give how many answers"),
        ("breaks", {"final": "drop"}, "final: no 'drop'; known: keep, skip"),
        ("meanings", {"shifting": "mu5"}, "no shifting 'mu5'; known: mu1, mu2, mu3, mu4"),
        ("dependencies", {"rules": "conll1999"}, "no rules 'conll1999'; known: conll2018, conll2017, conllx"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(text: str, chosen: dict[str, str], says: str) -> None:
    with pytest.raises(UsageError) as error:
        configured(measure(text), chosen)
    assert str(error.value).startswith(says)


def test_nothing_chosen_changes_nothing() -> None:
    how = measure("oracle(words)")
    assert configured(how, {}) is how


@pytest.mark.parametrize(
    ("text", "name", "chosen"),
    [
        ("words", "costs", False),
        ("words(costs='equal')", "costs", False),
        ("words(costs='sclite')", "costs", True),
        ("dependencies(rules=conllx)", "rules", True),
        ("dependencies(rules=conll2018)", "rules", False),
        ("words", "shifting", False),
    ],
)
def test_what_was_chosen_is_no_default(text: str, name: str, chosen: bool) -> None:
    assert chosen_or_not(measure(text), name) is chosen

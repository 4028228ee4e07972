"""Measures by name: names that people bring, near misses, names of code."""

import sys
from pathlib import Path

import pytest

from murho.core.errors import UsageError
from murho.measures import SHELF, measure
from murho.measures.naming import all_configured, chosen_or_not, configured

CODE = '''
from dataclasses import dataclass
from murho.core.judgement import Judgements
from murho.measures import Measure, Record
from murho.plugs import option

@dataclass(frozen=True)
class chrf(Measure):
    n: int = option(6, help="Longest n-gram.")
    kind = "text"
    def judge(self, references, answers):
        return Judgements.of([float(self.n)] * len(references), [10] * len(references))

CHRF = Record(make=chrf, name="chrf", title="Chrf", loss="1 − chrF", accuracy="chrF")
THREE = chrf(3)
NUMBER = 3

class old:
    """As it was typed before there was a base class."""
    bounded, fixed_units, kind = True, True, "label"
    def __init__(self, far=2):
        self.far = far
    def judge(self, references, answers):
        return Judgements.of([float(self.far)] * len(references))

def made(n):
    class local(chrf):
        pass
    return local(n)

def picky():
    raise ValueError("not today")
'''


@pytest.fixture
def plug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module of somebody's own in the working directory."""
    (tmp_path / "my_plugs_of_today.py").write_text(CODE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_plugs_of_today", raising=False)
    return "my_plugs_of_today"


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("wer", "words"),
        ("cer", "characters"),
        ("accuracy", "labels"),
        ("f1", "slots"),
        ("las", "dependencies"),
        ("wer(costs='sclite')", "words(costs='sclite')"),
        ("oracle(wer)", "oracle(words)"),
        ("oracle(cer(graphemes=True), 2)", "oracle(characters(graphemes=True), n=2)"),
        (" wer ", "words"),
    ],
)
def test_names_that_people_bring(typed: str, found: str) -> None:
    assert repr(measure(typed)) == found
    assert measure(typed) == measure(found)


def test_every_other_name_is_that_of_its_measure() -> None:
    for record in SHELF.all():
        for name in record.aliases:
            assert SHELF.find(name) is record


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wrds", "words"),
        ("slot", "slots"),
        ("oracle(wrods)", "words"),
        ("WER", "words"),
        ("dependency", "dependencies"),
    ],
)
def test_a_near_miss_is_told(typed: str, meant: str) -> None:
    with pytest.raises(UsageError, match=rf"^no measure '\w+'; did you mean {meant}\? known: acceptance, any_of, "):
        measure(typed)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("{m}:chrf", "{m}:chrf"),
        ("{m}:chrf(n=3)", "{m}:chrf(n=3)"),
        ("{m}:chrf(3)", "{m}:chrf(n=3)"),
        ("{m}:CHRF(3)", "{m}:chrf(n=3)"),
        ("{m}:THREE", "{m}:chrf(n=3)"),
        ("{m}:old", "{m}:old"),
        ("{m}:old(4)", "{m}:old(far=4)"),
        ("{m}:made(4)", "{m}:made(n=4)"),
        ("oracle({m}:chrf, 2)", "oracle({m}:chrf, n=2)"),
        ("oracle({m}:old(4))", "oracle({m}:old(far=4))"),
    ],
)
def test_code_is_named_by_its_module_and_reads_back(plug: str, typed: str, printed: str) -> None:
    how = measure(typed.format(m=plug))
    assert repr(how) == printed.format(m=plug)
    assert measure(repr(how)) == how
    assert hash(measure(repr(how))) == hash(how)
    assert how.judge([("a",)], [("b",)]).loss[0] in (2, 3, 4, 6)


def test_different_options_are_different_measures(plug: str) -> None:
    assert measure(f"{plug}:old(4)") != measure(f"{plug}:old")
    assert measure(f"{plug}:chrf(4)") != measure(f"{plug}:chrf")


def test_a_record_beside_the_code_gives_titles_and_options(plug: str) -> None:
    how = measure(f"{plug}:chrf")
    assert how.titles == ("Chrf", "1 − chrF", "chrF")
    assert [one.name for one in how.options] == ["n"]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("{m}:NUMBER", "{m}:NUMBER is no measure, but of type int; name a class derived from murho.measures.Measure"),
        ("{m}:chrff", "{m}:chrff: '{m}' has no 'chrff'; did you mean 'chrf'?"),
        ("{m}:chrf(k=3)", "measure {m}:chrf: "),
        ("{m}:picky", "{m}:picky makes no measure: ValueError: not today"),
        ("{m}:dataclass", "{m}:dataclass is not a measure: it has no judge"),
        ("nowhere_at_all:chrf", "no module 'nowhere_at_all' in the working directory or among what is installed"),
    ],
)
def test_code_that_is_no_measure(plug: str, typed: str, says: str) -> None:
    with pytest.raises(UsageError) as error:
        measure(typed.format(m=plug))
    assert says.format(m=plug) in str(error.value)


# Options of measures, chosen beside their names: they reach what has them, however deep, and nothing else.


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

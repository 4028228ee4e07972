"""Measures by name: names that people bring, near misses, names of code."""

import sys
from pathlib import Path

import pytest

from murho.core.errors import UsageError
from murho.measures import SHELF, measure

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

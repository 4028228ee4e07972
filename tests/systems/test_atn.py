"""An ATN as a system."""

from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.case import Answers
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.systems import system

Ask = Callable[..., Answers]
GRAMMAR = """
(S   (CAT N T (SETR FROM *) (TO S/2)))
(S/2 (CAT N T (SETR GOAL *) (TO E)) (JUMP E T))
(E   (POP (BUILDQ (TRIP (from +) (goal +)) FROM GOAL) T))
"""


@pytest.fixture
def trips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trips.atn").write_text(GRAMMAR)
    (tmp_path / "trips.tsv").write_text("pisa\tN\nroma\tN\nroma\tN\tBig=yes\n")
    return tmp_path


def test_structures_units_and_the_empty_set(trips: Path, answers_of: Ask) -> None:
    answers = answers_of(system("atn:trips.atn"), "pisa roma", "pisa", "oslo")
    assert answers.answers == [("(TRIP (from pisa) (goal roma))",), ("(TRIP (from pisa) (goal ()))",), ()]
    answers = answers_of(system("atn:trips.atn output=units wanted=1 lexicon=trips.tsv"), "Pisa roma", "")
    assert answers.answers == [(["from:Pisa", "goal:roma"],), ()]


def test_a_bound_that_is_met_is_undefined(trips: Path, answers_of: Ask) -> None:
    answers = answers_of(system("atn:trips.atn steps=2"), "pisa roma")
    assert (answers.answers, answers.failures) == ([UNDEFINED], ["more than 2 steps"])


def test_it_describes_itself(trips: Path) -> None:
    assert system("atn:trips.atn wanted=3").describe() == {
        "kind": "atn", "spec": "trips.atn wanted=3", "output": "tree", "wanted": 3, "steps": 1_000_000,
    }  # fmt: skip


def test_learned_strategies(trips: Path, answers_of: Ask) -> None:
    (trips / "s.tsv").write_text("# sentences=0 accepted=0 smoothing=0.5\nnode\tarrival\tarc\tcount\tlabel\n")
    assert answers_of(system("atn:trips.atn strategies=s.tsv"), "pisa").answers[0] != ()


@pytest.mark.parametrize(
    ("spec", "options", "text"),
    [
        ("atn:trips.atn output=xml", {}, "output=xml; give tree or units"),
        ("atn:trips.atn speed=9", {}, "no option 'speed'; known: lexicon"),
        ("atn:trips.atn wanted=0", {}, "wanted=0; give a whole number above 0"),
        ("atn:'trips.atn", {}, "No closing quotation"),
        ("atn:", {}, "name a grammar"),
        ("atn:trips.atn", {"workers": 2}, "leave --workers and --timeout out"),
        ("atn:trips.atn", {"batch": 2}, "only Python functions take batches"),
    ],
)
def test_wrong_usage(trips: Path, spec: str, options: dict[str, int], text: str) -> None:
    with pytest.raises(UsageError) as error:
        system(spec, **options)  # type: ignore[arg-type]
    assert text in str(error.value)


def test_what_cannot_be_read(trips: Path) -> None:
    with pytest.raises(InputError, match=r"none.atn: no such file"):
        system("atn:none.atn")
    (trips / "trips.tsv").unlink()
    with pytest.raises(InputError, match=r"trips.tsv: no such file"):
        system("atn:trips.atn")
    (trips / "trips.atn").write_text("(S (JUMP S T) (POP 'x T))")
    with pytest.raises(InputError, match=r"trips.atn:1: JUMP cycle"):
        system("atn:trips.atn")

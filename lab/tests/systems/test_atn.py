"""An ATN as a system."""

from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.systems import gather, system

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
        ("atn:trips.atn output=xml", {}, "output=xml; known: tree, units, conllu"),
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


GOLD = """# sent_id = 1
1\tRex\t_\tPROPN\t_\t_\t0\troot\t_\t_
2-3\tdelcabo\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
2\tde\t_\tADP\t_\t_\t3\tcase\t_\t_
3\tcabo\t_\tNOUN\t_\t_\t1\tnmod\t_\t_

"""
PHRASE = "(S (CAT PROPN T (HEAD *) (TO S/N))) (S/N (PUSH P T (DEP {} *) (TO S/E))) (S/E (POP 'np T))" + (
    "(P (CAT ADP T (DEP case *) (TO P/A))) (P/A (CAT NOUN T (HEAD *) (TO P/N))) (P/N (POP 'pp T))"
)


def test_dependency_trees_over_the_tags_of_the_reference(tmp_path: Path) -> None:
    (tmp_path / "own.atn").write_text(PHRASE.format("flat"))
    cases = Cases(["1", "2", "3"], ["Rex delcabo", "x", "y"], [(GOLD,), ("no tree",), (GOLD.replace("NOUN", "ADJ"),)])
    with system(f"atn:{tmp_path / 'own.atn'} output=conllu") as parser:
        answers = gather(cases, parser.answer(cases))
    assert answers.answers == [(GOLD.replace("nmod", "flat"),), UNDEFINED, ()]
    assert answers.failures == [None, "no reference in CoNLL-U to take the tags from; give lexicon=FILE", None]


def test_dependency_trees_over_a_lexicon(tmp_path: Path) -> None:
    (tmp_path / "own.atn").write_text(PHRASE.format("flat"))
    (tmp_path / "own.tsv").write_text("Rex\tPROPN\nde\tADP\ncabo\tNOUN\n")
    cases = Cases(["1"], ["Rex de cabo"], [()])
    with system(f"atn:{tmp_path / 'own.atn'} output=conllu lexicon={tmp_path / 'own.tsv'}") as parser:
        ((text,),) = gather(cases, parser.answer(cases)).answers
    assert [line.split("\t")[6:8] for line in text.splitlines() if line[:1].isdigit()] == [
        ["0", "root"], ["3", "case"], ["1", "flat"],
    ]  # fmt: skip


def test_an_analysis_that_is_no_tree_is_told(tmp_path: Path) -> None:
    (tmp_path / "own.atn").write_text(PHRASE.format("flat").replace("(DEP case *)", ""))
    cases = Cases(["1"], ["Rex delcabo"], [(GOLD,)])
    with system(f"atn:{tmp_path / 'own.atn'} output=conllu") as parser:
        answers = gather(cases, parser.answer(cases))
    assert answers.answers == [UNDEFINED]
    assert "word 2 has no head" in str(answers.failures)


def test_a_grammar_that_comes_with_murho() -> None:
    found = system("atn:spanish output=conllu").describe()
    assert (found["spec"], found["output"], found["wanted"]) == ("spanish output=conllu", "conllu", 1)

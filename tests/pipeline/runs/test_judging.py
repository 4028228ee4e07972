"""A wrong tree costs its sentence, and not the run."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.pipeline.runs.judging import Judged
from murho.pipeline.runs.plan import Plan
from murho.pipeline.runs.run import run
from murho.systems import Function, Recorded

TREES = measure("dependencies")
GO = "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No\n2\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_\n\n"
COME = GO.replace("Go", "Come").replace("go", "come")
CASES = Cases(["s1", "s2"], ["Go.", "Come."], [(GO,), (COME,)], path="gold.conllu", lines=[1, 4], places=[0, 1])

WRONG: dict[str, Any] = {
    "another text": GO,
    "two roots": COME.replace("\t1\tpunct", "\t0\troot"),
    "a circle": COME.replace("\t0\troot", "\t1\troot"),
    "no head": COME.replace("\t0\troot", "\t_\troot"),
    "two trees": COME + COME,
    "no tree": "parsed",
    "no text": 7,
    "a NUL byte": COME.replace("come", "c\0me"),
    "a carriage return": COME.replace("\n", "\r"),
    "a comment alone": "# text = Come.",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_tree_of_its_sentence_is_undefined(name: str, tmp_path: Path) -> None:
    def answer(expression: str) -> Any:
        return GO if expression == "Go." else WRONG[name]

    kept = run(iter([CASES]), Function(answer), tmp_path / "run", Plan([TREES]))
    assert kept.record["state"] == "complete"
    assert kept.record["counts"]["undefined"] == 1
    assert kept.record["counts"]["failures"] == {"no tree of the sentence": 1}
    figures = kept.record["figures"]["dependencies"]
    assert (figures["counts"]["las"], figures["counts"]["gold_words"], figures["counts"]["system_words"]) == (2, 4, 2)
    assert kept.answers().answers[1] is UNDEFINED


@pytest.mark.parametrize("change", [lambda text: "\ufeff" + text, lambda text: text.replace("\n", "\r\n"), str.strip])
def test_what_is_written_otherwise_is_a_tree(change: Callable[[str], str]) -> None:
    said = Judged([TREES]).add(CASES, Answers(CASES.ids, [(change(GO),), (change(COME),)]))
    assert UNDEFINED not in said.answers
    assert TREES.judge(CASES.references, said.answers).loss.tolist() == [0, 0]


def test_under_equal_tokens_a_word_less_is_no_tree_of_the_sentence() -> None:
    how = measure("dependencies(rules=conllx)")
    said = Judged([how]).add(CASES, Answers(CASES.ids, [(GO.split("\n")[0],), (COME,)]))
    assert said.answers == [UNDEFINED, (COME,)]


def test_other_measures_say_themselves_what_they_cannot_judge() -> None:
    said = Answers(CASES.ids, [({"no": "text"},), (COME,)])
    assert Judged([measure("words")]).add(CASES, said) is said


def test_a_reference_that_is_wrong_is_told_when_all_is_judged() -> None:
    cases = Cases(["s1"], ["Go."], [("parsed",)], places=[0])
    said = Answers(["s1"], [(GO,)])
    assert Judged([TREES]).add(cases, said) is said


def test_recorded_trees_of_another_text_are_an_error_with_file_and_line(tmp_path: Path) -> None:
    said = Answers(CASES.ids, [(GO,), (GO,)], path="said.conllu", lines=[1, 4])
    with pytest.raises(InputError, match=r"said\.conllu:4: 's2': .*score whole files"):
        run(iter([CASES]), Recorded(lambda: [said], "said.conllu"), tmp_path / "run", Plan([TREES]))


def test_a_reference_that_is_wrong_behind_an_answer_that_is_wrong_is_told_when_all_is_judged() -> None:
    cases = Cases(["s1", "s2"], ["Go.", "Come."], [(GO,), ("parsed",)], places=[0, 1])
    said = Answers(["s1", "s2"], [(COME,), (COME,)])
    assert Judged([TREES]).add(cases, said) is said

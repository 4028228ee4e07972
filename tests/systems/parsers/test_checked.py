"""A parser that is wrong about a sentence loses that sentence, and no other."""

from pathlib import Path

import pytest

from murho.core.case import Cases
from murho.core.meaning import UNDEFINED
from murho.systems import gather, system
from murho.systems.parsers.checked import Checked, fault, no_tree

GO = "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No\n2\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_\n\n"


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (GO, None),
        (GO + GO, "the tree is of another text: 'Go. Go.'"),
        (GO.replace("1\tpunct", "0\troot"), None),
        (GO.replace("\t0\troot", "\t2\troot"), "no tree: the heads go round in a circle: 1 → 2 → 1"),
        (GO.replace("\t0\troot", "\t7\troot"), "no tree: head 7 of word 1"),
        (GO.replace("\t0\troot", "\t_\t_"), "no tree: word 1 has no head"),
        (GO.replace("Go", "Gone"), "the tree is of another text: 'Gone.'"),
        ("", "the tree is of another text: ''"),
        ("parsed", "no tree: 1 column in 'parsed'"),
        (3, "no tree: 3"),
        (None, "no tree: None"),
    ],
)
def test_what_is_wrong_with_an_answer(answer: object, found: str | None) -> None:
    assert fault("Go .", answer) == found


def test_a_tagger_gives_no_heads() -> None:
    bare = GO.replace("\t0\troot", "\t_\t_").replace("\t1\tpunct", "\t_\t_")
    assert no_tree(bare, tagged=True) is None
    assert no_tree(bare) == "no tree: word 1 has no head"
    assert no_tree(GO.replace("\t0\troot", "\t_\t_"), tagged=True) == "no tree: word 1 has no head"
    assert no_tree("parsed", tagged=True) == "no tree: 1 column in 'parsed'"


def test_only_what_is_wrong_is_undefined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"Go.": GO, "Go": GO, "": [], "Stop": [GO.replace("Go.", "x"), "ignored"]}
    (tmp_path / "parsing_so.py").write_text(f"def parse(text):\n    return {said!r}[text]\n")
    monkeypatch.chdir(tmp_path)
    cases = Cases(["1", "2", "3", "4", "5"], ["Go.", "Go", "", "Stop", "?"], [()] * 5)
    with Checked(system("parsing_so:parse")) as parser:
        answers = gather(cases, parser.answer(cases))
        assert parser.describe() == parser.system.describe()
    assert answers.answers == [(GO,), UNDEFINED, (), UNDEFINED, UNDEFINED]
    assert answers.failures is not None
    assert [why and why.partition(":")[0] for why in answers.failures] == [
        None,
        "the tree is of another text",
        None,
        "the tree is of another text",
        "KeyError",
    ]

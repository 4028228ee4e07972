"""Whether an answer is a tree of its expression."""

import pytest

from murho.systems.parsers.validity import fault, no_tree

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

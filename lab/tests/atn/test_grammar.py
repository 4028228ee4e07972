"""Grammars: from a file, a text, Python lists; and what is refused, with its place."""

from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho_lab.atn import bundled, grammar, read_grammar
from murho_lab.atn.network import CAT, VIR, WRD

GOOD = "(S (CAT (N PRO) T (SETR X *) (TO E)))\n(E (POP (GETR X) T))"


def test_a_file_and_its_places(tmp_path: Path) -> None:
    path = tmp_path / "g.atn"
    path.write_text(GOOD)
    nets = read_grammar(path)
    assert (nets.path, nets.start, nets.states["E"].line) == (str(path), "S", 2)
    assert nets.place(2) == f"{path}:2"
    assert nets.arcs[0].names == ("N", "PRO")
    assert [arc.index for arc in nets.arcs] == [0, 1]


def test_kinds_in_any_case_and_virt() -> None:
    nets = grammar("(s (cat n t (hold n *) (to b)) (mem (The a) T (TO s))) (b (VIRT n T (TO c))) (c (pop 'x T))")
    assert [(arc.kind, arc.names, arc.type) for arc in nets.arcs][:3] == [
        (CAT, ("n",), "CAT"),
        (WRD, ("the", "a"), "MEM"),
        (VIR, ("n",), "VIR"),
    ]


def test_python_lists_are_the_same() -> None:
    nets = grammar(
        {"S": [["CAT", ["N", "PRO"], "T", ["SETR", "X", "*"], ["TO", "E"]]], "E": [["POP", ["GETR", "X"], "T"]]}
    )
    assert [str(arc.source) for arc in nets.arcs] == [str(arc.source) for arc in grammar(GOOD).arcs]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "g.atn: no state"),
        ("()", "g.atn:1: column 1: an empty list"),
        ("((A) B)", "g.atn:1: column 2: (A) where the name of a state belongs"),
        ("(S x)", "g.atn:1: column 4: x where an arc belongs; known: CAT"),
        ("(S (CATT N T (TO S)))", "g.atn:1: column 4: (CATT N T (TO S)) where an arc belongs"),
        ("(S (CAT N))", "g.atn:1: column 4: (CAT N): 2 parts; write (CAT category test action ... (TO STATE))"),
        ("(S (POP * T (SETR X *)))", "g.atn:1: column 4: (POP * T (SETR X *)): 4 parts"),
        ("(S\n (CAT N T (SETR X *)))", "g.atn:2: column 11: (SETR X *) at the end of an arc; end it with (TO STATE)"),
        ("(S (CAT N T (TO A B)))", "g.atn:1: column 13: (TO A B) at the end of an arc"),
        ("(S (CAT () T (TO S)))", "g.atn:1: column 9: CAT with an empty list"),
        ("(S (CAT N T (SETQ X *) (TO S)))", "g.atn:1: column 13: (SETQ X *) is no action; known: SETR"),
        ("(S (CAT N T (SETR X) (TO S)))", "g.atn:1: column 13: SETR with 1 arguments; give it 2"),
        ("(S (CAT N T (SENDR X *) (TO S)))", "g.atn:1: column 13: (SENDR X *) on an arc that pushes nothing"),
        ("(S (PUSH N T (SENDR) (TO S)))", "g.atn:1: column 14: SENDR with 0 arguments"),
        ("(S (CAT N (GETT X) (TO S)))", "g.atn:1: column 11: no form 'GETT'; known: QUOTE"),
        ("(S (CAT N (EQ *) (TO S)))", "g.atn:1: column 11: EQ with 1 arguments; give it 2"),
        ("(S (CAT N (MEMQ * a) (TO S)))", "g.atn:1: column 19: a where a list of atoms belongs"),
        ("(S (CAT N ((A)) (TO S)))", "g.atn:1: column 11: no form '(A)'"),
        ("(S (POP (BUILDQ (S + +) X) T))", "g.atn:1: column 22: BUILDQ has more + than registers"),
        ("(S (POP (BUILDQ (S +) X Y) T))", "g.atn:1: column 17: BUILDQ has more registers than its pattern has +"),
        ("(S (POP 'x T))\n(S (POP 'y T))", "g.atn:2: column 1: state S a second time (first on line 1)"),
        ("(S (CAT N T (SETR X *) (TO E)))\n(E (POP X T))", "g.atn:2: column 9: X may be the register or the name"),
        ("(S (CAT N T (TO E)))", "g.atn:1: state E is not defined"),
    ],
)
def test_what_is_wrong_and_where(text: str, found: str) -> None:
    with pytest.raises(InputError) as error:
        grammar(text, path="g.atn")
    assert str(error.value).startswith(found)


def test_the_bundled_ones_have_nothing_wrong() -> None:
    from murho_lab.atn.checks import findings

    for name in ("english", "ud"):
        assert findings(bundled(name)[0]) == []

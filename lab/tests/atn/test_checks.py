"""What is wrong with a grammar as a whole, each found by its kind and place."""

import pytest

from murho_lab.atn import grammar
from murho_lab.atn.checks import findings

END = "\n(E (POP 'x T))"


def kinds(text: str) -> list[tuple[str, int]]:
    return [(one.kind, one.line) for one in findings(grammar(text, check=False))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(S (CAT N T (TO E)))" + END, []),
        ("(S (CAT N T (TO X)))", [("undefined", 1)]),
        ("(S (PUSH X T (TO E)))" + END, [("undefined", 1), ("unreachable", 2)][:1]),
        ("(S (CAT N T (TO S)))", [("endless", 1)]),
        ("(S (CAT N T (TO E)) (PUSH A T (TO E)))" + END + "(A (CAT N T (TO A)))", [("endless", 1)]),
        ("(S (JUMP S T) (POP 'x T))", [("jump-cycle", 1)]),
        ("(S (JUMP A T))\n(A (JUMP B (NULLR R) (SETR R 'y)))\n(B (JUMP S T) (POP 'x T))", [("jump-cycle", 1)]),
        ("(S (CAT N T (JUMP S)) (POP 'x T))", [("jump-cycle", 1)]),
        ("(S (PUSH O T (TO S)) (POP 'x T))\n(O (POP 'x T))", [("jump-cycle", 1)]),
        ("(S (PUSH S T (TO E)) (CAT N T (TO E)))" + END, [("left-recursion", 1)]),
        ("(S (JUMP A T) (CAT N T (TO E)))\n(A (PUSH S T (TO E)))" + END, [("left-recursion", 2)]),
        ("(S (PUSH A T (TO E)))" + END + "\n(A (PUSH B T (TO E)) (CAT N T (TO E)))\n(B (PUSH A T (TO E)))",
         [("left-recursion", 3)]),
        ("(S (PUSH O T (TO A)))\n(A (PUSH S T (TO E)) (POP 'x T))" + END + "\n(O (POP 'x T))", [("left-recursion", 2)]),
        ("(S (JUMP A T (HOLD N 'x)))\n(A (VIR N T (TO S)) (CAT N T (TO E)))" + END, [("hold-cycle", 1)]),
        ("(S (CAT N T (HOLD N *) (TO A)))\n(A (VIR N T (HOLD N *) (TO A)) (POP 'x T))", [("hold-cycle", 2)]),
        ("(S (PUSH A T (TO E)))" + END + "\n(A (JUMP B T (HOLD N 'x)))\n(B (VIR N T (TO C)))\n"
         "(C (PUSH A T (TO E)) (CAT N T (TO E)))", [("hold-cycle", 3)]),
        ("(S (PUSH O T (HOLD N *) (TO S)) (POP 'x T))\n(O (POP 'x T))", [("jump-cycle", 1)]),
        ("(S (CAT N T (HOLD N *) (TO S)) (VIR N T (TO S)) (POP 'x T))", []),
        ("(S (CAT N T (TO A)))\n(A (PUSH S T (TO E)) (POP 'x T))" + END, []),
        ("(S (CAT N T (TO E)))" + END + "\n(U (POP 'x T))", [("unreachable", 3)]),
        ("(S (CAT N T (TO E)))\n(E (POP (GETR R) T))", [("unset", 2)]),
    ],
)  # fmt: skip
def test_findings(text: str, expected: list[tuple[str, int]]) -> None:
    assert kinds(text) == expected


def test_a_finding_names_file_line_and_way() -> None:
    nets = grammar("(S (JUMP A T))\n(A (JUMP S T) (POP 'x T))", path="g.atn", check=False)
    (found,) = findings(nets)
    assert str(found) == "g.atn:1: error: JUMP cycle: S -> A -> S passes no word; take a word somewhere in it"
    assert found.error


def test_a_long_chain_is_checked() -> None:
    states = "".join(f"(S{i} (CAT N T (TO S{i + 1})))" for i in range(2000))
    assert kinds(states + "(S2000 (POP 'x T))") == []

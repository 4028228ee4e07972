"""S-expressions and their errors, which name line and column."""

import pytest

from murho.core.errors import InputError
from murho_lab.atn.notation import Atom, Group, atom_text, read, written


def test_atoms_strings_quotes_and_comments() -> None:
    (group,) = read('(WRD "(" ; a bracket\n \'s \'(a b) "say \\"so\\"")')
    assert str(group) == '(WRD "(" \'s \'(a b) "say \\"so\\"")'
    assert isinstance(group.items[1], Atom)
    assert (group.items[1].text, group.items[2].line, group.items[2].column) == ("(", 2, 3)
    assert read(str(group))[0].items[4] == Atom('say "so"', 1, 20)


def test_several_lists_know_their_lines() -> None:
    assert [(group.line, group.column) for group in read("\n(A)\n\n  (B\n)(C)")] == [(2, 1), (4, 3), (5, 2)]


def test_nothing() -> None:
    assert read(" ; only a comment\n") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(A\n (B C)", "g.atn:1: column 1: this parenthesis is never closed"),
        ("(A))", "g.atn:1: column 4: a closing parenthesis too many"),
        ("\nA", "g.atn:2: column 1: 'A' outside of a list"),
        ("'(A)", 'g.atn:1: column 2: "\'(A)" outside of a list'),
        ("(A ')", "g.atn:1: column 5: nothing is quoted before this parenthesis"),
        ("(A)'", "g.atn:1: column 5: nothing is quoted at the end"),
        ('(A "b)', "g.atn:1: column 4: a quotation mark that is never closed"),
        ("(" * 100_000, "g.atn:1: column 101: more than 100 levels of parentheses"),
    ],
)
def test_what_is_wrong_and_where(text: str, found: str) -> None:
    with pytest.raises(InputError) as error:
        read(text, path="g.atn")
    assert str(error.value).startswith(found)


@pytest.mark.parametrize("text", ["a", "", "(", "'s", "don't", 'a"b', "a b", "\\", ";"])
def test_an_atom_is_read_back(text: str) -> None:
    (group,) = read(f"(X {atom_text(text)})")
    assert isinstance(group.items[1], Atom)
    assert group.items[1].text == text


def test_python_lists() -> None:
    assert written(["QUOTE", "x"]) == Group((Atom("QUOTE"), Atom("x"))) == written("'x")
    assert written(Atom("x")) == Atom("x")
    with pytest.raises(InputError, match="3 in a grammar"):
        written(["A", 3])

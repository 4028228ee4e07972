"""Grammars as files: what is wrong is told with its line; what is odd is found."""

from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho_lab.chart import grammar_file, read_parser
from murho_lab.chart.checks import findings

TOY = """
[features]
v
k
[types]
town: v=?v
way < piece: frame _ (town[v=?v]) ("please"); k=?k; means {way: {kind: ?k, town: ?v}}
back < way: means {back: true, all: @1}
pair < piece: frame town _ town; means {@1, sum: [@1, @2]}
big < town: means {big: ?v}
quick: modifies way _; means {quick: true}
[words]
to : way[k=goal]
from : way[k=source]; means {from: ?v}
back : back
and : pair
bonn : big[v=bonn]
now : quick
"""
ODD = """[features]
n: x, y
[types]
a < piece
b
c: frame _ b
lost
d
e < piece
[words]
u : a
u, w : a
w : d
v : c
w : e[n=y]
[rules]
one: a -> d
two: d -> a
fine: e[n=x] -> e[n=y]
idle: lost -> a a
[units]
keep town
*.a, *.b -> {a}:{b}
"""
HEAD = "[features]\nn: x, y\nv\n[types]\n"


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("hello : a", 1, "'hello : a' stands in no section"),
        ("[word]", 1, "no section [word]"),
        ("[types]\na < b\nb < c\nc < a", 4, "a < b < c < a is a circle"),
        ("[types]\na < zz", 2, "no type 'zz'"),
        ("[types]\na\nb\na", 4, "type a is declared again"),
        (HEAD + "a: n=x\nb: n=y\nc < a, b", 7, "c: feature n is x, and y"),
        (HEAD + "a: n=x\n[words]\nw : a[n=y]", 7, "a: feature n is x, and y"),
        (HEAD + "a: n=x\nb: frame _ a[n=y]", 6, "a: feature n is x, and y"),
        (HEAD + "a: n=z", 5, "feature n is never 'z'"),
        (HEAD + "a: m=z", 5, "no feature 'm'"),
        (HEAD + "a: frame _ a\nb: frame a _\nc < a, b", 7, "c has frame from a and from b"),
        (HEAD + "a: frame a", 5, "frame without one _ for the word itself"),
        (HEAD + "a: modifies _ a a", 5, "modifies is about one other sign"),
        (HEAD + "a: colour", 5, "'colour' is no clause"),
        (HEAD + "a: importance 1; importance 2", 5, "importance is said twice"),
        (HEAD + "a\n[words]\nw : a; modifies _ a", 7, "modifies at a word"),
        (HEAD + "a\n[words]\nv : a; importance 2\nw : a; importance 3", 8, "a word of a with another importance"),
        (HEAD + "a: means {x: @1}", 5, "@1, where there are 0 other parts"),
        (HEAD + "a: where ?v = exec(1)", 5, "no function 'exec'"),
        (HEAD + "a: where ?v = clock(1, 2, 3)", 5, "clock of 3 values"),
        (HEAD + "a: v=09", 5, "the number 09"),
        (HEAD + "a: means {x: ?q}\n[words]\n# the type alone would do\nw : a", 8, "?q never has a value"),
        (HEAD + "a: v=?t; where ?q in 1..2\n[words]\nw : a", 7, "?q has no value where it is asked for"),
        (HEAD + "a: v=?t; where ?t in 1..2\n[words]\nw : a[v=3]", 7, "'w' never meets its conditions"),
        (HEAD + "a\n[words]\n(w) : a", 7, "an empty form"),
        (HEAD + "a\n[words]\nw (x : a", 7, "the parentheses in 'w (x'"),
        (HEAD + "a\n[words]\nw", 7, "'w' has no type"),
        (HEAD + "a\n[words]\n" + "(u|v|w) " * 6 + "w : a", 7, "stands for too many forms"),
        (HEAD + "a\n[rules]\nr: a -> (a)", 7, "everything may be left out"),
        (HEAD + "a\n[rules]\nr: a -> _ a", 7, "a rule has no word of its own"),
        (HEAD + "a\n[rules]\na -> a", 7, "'a -> a' has no name"),
        (HEAD + 'a\n[rules]\nr: a -> "" a', 7, "quotation marks with no word in them"),
        (HEAD + "a\n[names]\nnone.txt : a[v=?name]", 7, "no file none.txt"),
        ("[include]\ntoy.chart", 2, "toy.chart includes itself"),
        ("[units]\nmake a", 2, "'make a' is no rule"),
    ],
)
def test_what_is_wrong_has_its_line(tmp_path: Path, text: str, line: int, found: str) -> None:
    file = tmp_path / "toy.chart"
    file.write_text(text)
    with pytest.raises(InputError) as error:
        read_parser(file)
    assert (error.value.path, error.value.line) == (str(file), line)
    assert found in error.value.found


def test_files_that_a_grammar_names(tmp_path: Path) -> None:
    (tmp_path / "towns").mkdir()
    (tmp_path / "towns" / "towns.chart").write_text("[features]\nv\n[names]\ntowns.txt : town[v=?name]\n")
    (tmp_path / "towns" / "towns.txt").write_text("# all of them\ncologne | koln\nsaint louis\n")
    main = tmp_path / "main.chart"
    main.write_text(
        "[include]\ntowns/towns.chart\n[types]\ntown < piece: v=?t;\n  means {town: ?t}\n[units]\nkeep town\n"
    )
    parser = read_parser(main)
    assert parser.parse("koln saint louis").units == ("town:cologne", "town:saint louis")
    assert [Path(file).name for file in parser.compiled.grammar.files] == ["main.chart", "towns.chart", "towns.txt"]
    (tmp_path / "towns" / "towns.chart").write_text("[features]\nv\n[names]\ntowns.txt +'s : town[v=?name]\n")
    assert read_parser(main).parse("koln saint louis's").units == ("town:saint louis",)
    (tmp_path / "towns" / "towns.txt").write_text("cologne |\n")
    with pytest.raises(InputError, match=r"towns.txt:1: an empty name"):
        read_parser(main)


def test_what_a_type_and_a_word_say(tmp_path: Path) -> None:
    """Clauses are inherited, the nearest holds; a word may have its own; @ and ? name what is said."""
    file = tmp_path / "toy.chart"
    file.write_text(TOY)
    parser = read_parser(file)
    said = {
        text: parser.parse(text).structure
        for text in ("to bonn please", "to", "from bonn", "back bonn", "bonn and bonn", "to bonn now now")
    }
    assert said == {
        "to bonn please": [{"way": {"kind": "goal", "town": "bonn"}}],
        "to": [{"way": {"kind": "goal"}}],
        "from bonn": [{"from": "bonn"}],
        "back bonn": [{"back": True, "all": {"big": "bonn"}}],
        "bonn and bonn": [{"big": "bonn", "sum": [{"big": "bonn"}, {"big": "bonn"}]}],
        "to bonn now now": [{"way": {"kind": "goal", "town": "bonn"}}, {"quick": True}, {"quick": True}],
    }
    assert parser.parse("to").units is None


def test_what_is_odd(tmp_path: Path) -> None:
    file = tmp_path / "toy.chart"
    file.write_text(ODD)
    told = [str(each).removeprefix(f"{file}:") for each in findings(read_parser(file).compiled, ["city"])]
    circle = "a sign back to the like of it over the same words; let a feature tell what it was made of"
    assert told == [
        "error: [units] makes units of class 'town', which the task does not have; known: city",
        f"17: error: one leads from {circle}",
        f"18: error: two leads from {circle}",
        "5: warning: nothing is ever a b; give it words or a rule, or take it out",
        "12: warning: 'u' is a a already; see line 11 of " + str(file),
        "14: warning: c can never be: it wants a b, and nothing is one; give that words or a rule",
        "14: warning: c is never part of a piece; put it below piece, or let a frame or rule want it",
        "20: warning: idle is never part of a piece; put it below piece, or let a frame or rule want it",
    ]


def test_the_grammars_that_come_with_murho_are_sound() -> None:
    for file in Path(grammar_file("greetings")).parent.glob("*.chart"):
        assert findings(read_parser(file).compiled) == []

"""Templates: what is written is what is said, errors have their lines, shares are met by expressions that differ."""

from collections import Counter
from itertools import product

import pytest

from murho.core.errors import InputError
from murho.pipeline.runs.expressions import generate, read
from murho.sampling import Chance
from murho.sampling.expanding import cells, expressions, normal
from murho.sampling.templates import Templates, templates
from murho_lab.studies.parnax.tables import LENGTHS, STRUCTURES

TEXT = """# a request
meaning: {"show": "hours"}
meaning: "opening # times"
class E: [please ,] {tell} me the
    opening (hours|times)   # two ways
class E: {tell} me when you open
class G: when do you open [today | on mondays] ?
tell = tell | show
"""


def read_text(text: str) -> Templates:
    return templates(enumerate(text.splitlines(), 1), "r.templates")


def test_every_derivation_is_counted_and_can_be_had() -> None:
    found = read_text(TEXT)
    assert found.meanings == ({"show": "hours"}, "opening # times")
    assert found.counts("E") == {5: 6, 6: 4}
    assert found.counts("G") == {4: 1, 5: 1, 6: 1}
    texts = {one.text for one in expressions(found, 13, Chance(0))}
    said = {f"{a}{b} me the opening {c}" for a, b, c in product(("", "please, "), ("tell", "show"), ("hours", "times"))}
    said |= {"tell me when you open", "show me when you open"}
    assert texts == said | {"when do you open?", "when do you open today?", "when do you open on mondays?"}


def test_a_large_class_is_drawn_evenly_by_length() -> None:
    words = " ".join("(" + "|".join(f"w{place}{letter}" for letter in "abcdefgh") + ")" for place in range(5))
    found = read_text(f"class A: {words} [and more]\nclass B: one | two")
    assert found.counts("A") == {5: 8**5, 7: 8**5}
    drawn = expressions(found, 800, Chance(3), classes={"A": 1, "B": 0}, lengths={5: 3, 7: 1})
    assert Counter(one.length for one in drawn) == {5: 600, 7: 200}
    # Each of eight words stands first in an eighth of them, give or take 4.5 standard errors.
    first = Counter(one.text.split()[0] for one in drawn)
    assert all(abs(count - 100) < 4.5 * (800 * 7 / 64) ** 0.5 for count in first.values())
    assert [one.text for one in drawn] == [
        one.text for one in expressions(found, 800, Chance(3), classes={"A": 1, "B": 0}, lengths={5: 3, 7: 1})
    ]


def test_what_is_alike_counts_once() -> None:
    found = read_text("class A: Tell me! | tell me | go on\nclass B: TELL me | and you ?")
    assert sorted(normal(one.text) for one in expressions(found, 3, Chance(1))) == ["and you", "go on", "tell me"]
    with pytest.raises(InputError, match=r"only 3 expressions that differ; 4 are wanted"):
        expressions(found, 4, Chance(1))


def test_both_shares_are_met_where_there_is_little_room() -> None:
    room = {("A", 1): 2, ("A", 2): 9, ("A", 3): 9, ("B", 1): 9, ("B", 2): 1, ("C", 3): 4}
    found = cells(room, 12, {"A": 6, "B": 4, "C": 2}, {1: 4, 2: 4, 3: 4}, "x")
    assert all(found[cell] <= room[cell] for cell in found)
    by_class, by_length = Counter[str](), Counter[int]()
    for (name, length), number in found.items():
        by_class[name] += number
        by_length[length] += number
    assert (by_class, by_length) == ({"A": 6, "B": 4, "C": 2}, {1: 4, 2: 4, 3: 4})
    with pytest.raises(InputError, match=r"only 5 expressions of class B|not these lengths in these classes"):
        cells({("A", 1): 9, ("B", 2): 9}, 4, {"A": 1, "B": 1}, {1: 3, 2: 1}, "x")


@pytest.mark.parametrize("n", [500, pytest.param(5000, marks=pytest.mark.slow)])
def test_the_bundled_request_has_the_shares_of_the_source(n: int) -> None:
    made = generate("birth-dates", n, seed=1)
    told = made.as_json()
    times = n // 500
    assert told["classes"] == {name: times * count for name, count in sorted(STRUCTURES.items())}
    assert told["lengths"] == {str(length): times * count for length, count in LENGTHS.items()}
    assert len({normal(text) for text in made.cases.texts}) == n
    assert made.cases.references[0] == ({"show": ["DATE-OF-BIRTH"], "where": {"DEGREE": "master in mathematics"}},)
    assert read("birth-dates").class_shares == STRUCTURES
    assert read("birth-dates").length_shares == LENGTHS


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("class A: {b}", 1, "no phrase 'b'; write a line `b = ...`"),
        ("class A: {tel}\ntell = x", 1, "no phrase 'tel'; did you mean {tell}?"),
        ("class A: (x | y", 1, "'(' is not closed; write ')'"),
        ("class A: a\n  [x\n  | y)", 3, "')' closes '['; write ']'"),
        ("class A: x ]", 1, "']' closes nothing"),
        ("class A: x |\n  | y", 2, "an alternative without words"),
        ("class A: x\n  {y", 2, "'{' alone; write a phrase as {name}"),
        ("class A: {b}\nb = x\nb = y", 3, "phrase 'b' stands in line 2 already; join both by |"),
        ("class A: x\nb = y", 2, "phrase 'b' is used nowhere"),
        ("class A: {b}\nb = {c}\nc = x {b}", 2, "made of itself: b > c > b"),
        ("class A: x\nwhat is this", 2, "neither a class nor a phrase: 'what is this'"),
        ("  class A: x", 1, "a line that goes on with none"),
        ("class A: x\nmeaning: {", 2, "no JSON"),
        ("class A: x\nclasses: B 2", 2, "no class 'B'; classes here: A"),
        ("class A: x\nlengths: five 2", 2, "'five 2' is no share of lengths; write as in 5 2, 6 7"),
        ("class A: x\nlengths: 5 2\nlengths: 6 1", 3, "`lengths:` for the second time; it stands in line 2"),
    ],
)
def test_errors_have_their_lines(text: str, line: int, found: str) -> None:
    with pytest.raises(InputError) as error:
        read_text(text)
    assert str(error.value).startswith(f"r.templates:{line}: ")
    assert found in str(error.value)


def test_a_file_without_a_class_or_without_a_file() -> None:
    with pytest.raises(InputError, match=r"r.templates: no class"):
        read_text("# nothing")
    with pytest.raises(InputError, match=r"none.templates: no such file; give a file .* bundled one: birth-dates"):
        read("none.templates")

"""Texts compared by their strategies, in the terminal and as views."""

from collections.abc import Callable

import pytest

from murho.views.as_json import as_json
from murho_lab.atn import Grammar, bundled
from murho_lab.atn.texts.comparison import Comparison, compare_texts
from murho_lab.atn.texts.course import Course, course
from murho_lab.atn.texts.style import contrasts
from murho_lab.atn.texts.terminal import show_course, show_texts
from murho_lab.atn.texts.text import Text
from murho_lab.atn.texts.view import discrepancy_in_words, matrix, orders, pairs, styles

Seen = Callable[..., str]


@pytest.fixture(scope="module")
def texts() -> tuple[Grammar, list[Text]]:
    grammar, lexicon = bundled("english")

    def text(name: str, *lines: str) -> Text:
        return Text(name, tuple(map(lexicon.sentence, lines)), lines, ("",) * len(lines))

    asked = text("[asked]", "what did he see", "who saw mary", "which book did mary read")
    return grammar, [asked, text("told", "the man slept", "he saw the dog in the park")]


@pytest.fixture(scope="module")
def compared(texts: tuple[Grammar, list[Text]]) -> Comparison:
    return compare_texts(*texts)


@pytest.fixture(scope="module")
def both(texts: tuple[Grammar, list[Text]]) -> Course:
    grammar, read = texts
    return course(grammar, *read, most=4)


def test_the_matrix_is_that_of_the_comparison(seen: Seen, compared: Comparison) -> None:
    shown = matrix(compared)
    assert shown.names == ("[asked]", "told")
    assert (shown.sentences, shown.accepted) == ((3, 2), (3, 2))
    for i in (0, 1):
        assert shown.left_out[i] == compared.left_out(i)
        assert [cell == compared.penetrance(i, j) for j, cell in enumerate(shown.cells[i])] == [True, True]
    lines = seen(show_texts, compared, width=120).splitlines()
    assert lines[0] == "A  [asked]: 3 sentences, 3 with an analysis"
    cells = [f"{cell.value:.4f} [{cell.low:.3f}, {cell.high:.3f}]" for cell in shown.cells[0]]
    assert next(line for line in lines if line.startswith("Σ of A")).split("  ")[-2:] == cells


def test_pairs_are_taken_both_ways(seen: Seen, compared: Comparison) -> None:
    first, second = pairs(compared)
    assert (first.own, first.other, second.own, second.other) == (0, 1, 1, 0)
    assert first.in_sample == compared.discrepancy(1, 0)
    assert first.left_out == compared.discrepancy(1, 0, left_out=True)
    assert first.in_sample.value != second.in_sample.value
    assert (first.kendall, first.jensen_shannon) == (compared.kendall[0, 1], compared.jensen_shannon[0, 1])
    (line,) = [line for line in seen(show_texts, compared, width=120).splitlines() if line.startswith("A, B")]
    assert line.split()[2] == f"{first.in_sample.value:.4f}"
    said = discrepancy_in_words(compared)
    assert f"the penetrance of [asked] falls by {first.in_sample.value:.3f} [" in said
    assert f"{first.kendall:.3f} apart (weighted Kendall)" in said


def test_orders_stand_one_above_the_other(seen: Seen, both: Course) -> None:
    shown = orders(both)
    assert len(shown.parses) == 3
    assert shown.parses[2][1] == "", "the second text has two sentences"
    assert "the start" in {row.arrival for row in shown.rows}
    lines = seen(show_course, both).splitlines()
    assert lines[0] == "orders of the arcs, above [asked], below told"
    assert lines[1].endswith(f"; 4 of {both.changing} rows that change")
    heads = [line.split() for line in lines[3:6]]
    assert heads[0] == ["S1", "S2", "S3"]
    assert heads[1] == [f"-{count}" for count, _ in shown.parses]
    row = shown.rows[0]
    assert lines[6].startswith(row.node)
    assert lines[7].startswith(f"← {row.arrival}")
    assert lines[6].split()[1:] == [cell for cell in row.above if cell]


def test_orders_are_parted_where_there_is_no_room(seen: Seen, both: Course) -> None:
    lines = seen(show_course, both, width=30).splitlines()
    table = lines[lines.index("") :]
    heads = [line.split() for line in table if line.startswith(" ") and "S" in line]
    assert len(heads) > 1
    assert [name for head in heads for name in head] == ["S1", "S2", "S3"]
    assert max(map(len, table)) <= 30


def test_styles_and_all_of_it_as_json(compared: Comparison, both: Course) -> None:
    shown = styles(compared)
    assert {shown.a, shown.b} == {"[asked]", "told"}
    assert len(shown.arcs) <= 8
    numbers = {name: number for number, name in enumerate(compared.names)}
    first, second = (compared.texts[numbers[name]].strategies for name in (shown.a, shown.b))
    assert shown.arcs[0] == (str(contrasts(first, second)[0].arc), *contrasts(first, second)[0][1:])
    assert abs(shown.arcs[0][1] - shown.arcs[0][2]) == max(abs(a - b) for _, a, b in shown.arcs)
    told = as_json({"matrix": matrix(compared), "orders": orders(both), "styles": shown})
    assert told["matrix"]["cells"][0][1] == compared.penetrance(0, 1).as_json()
    assert told["orders"]["rows"][0]["above"] == list(both.rows[0].upper)
    assert told["styles"]["groups"]["names"] == ["[asked]", "told"]

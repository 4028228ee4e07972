"""Columns of an alignment: equal widths on a screen, blocks that fit, nothing lost."""

from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from murho.measures.text.lattice import Step
from murho.sheets.screen_columns import Column, blanks, blocks, columns, padded, runs_leftwards, shown, width

WORDS = st.one_of(
    st.sampled_from(["a", "berlin", "北京", "cafe\u0301", "שלום", "عليكم", "می\u200cخواهم", "👩", "*", "***"]),
    st.text(st.characters(exclude_categories=["Z", "Cs"]), min_size=1, max_size=12),
)


def step(draw: tuple[str, str, str]) -> Step:
    operation, reference, answer = draw
    return Step(operation, None if operation == "I" else reference, None if operation == "D" else answer)


STEPS = st.lists(st.tuples(st.sampled_from("=SDI"), WORDS, WORDS).map(step), max_size=12)


@given(STEPS, st.integers(1, 60))
def test_blocks_fit_and_keep_columns_together(steps: list[Step], room: int) -> None:
    drawn = list(columns(steps))
    cut = list(blocks(drawn, room))
    for block in cut:
        assert block
        wide = sum(column.width for column in block) + len(block) - 1
        assert wide <= max(room, 2) or len(block) == 1
    pieces = [column for block in cut for column in block]
    for side in (0, 1):
        assert "".join(column[side] for column in pieces) == "".join(column[side] for column in drawn)
    if all(column.width <= room for column in drawn):
        assert pieces == drawn


@given(STEPS)
@example([Step("S", "a\u200d", "bonn")])
@example([Step("S", "\u200dא\u200d\u200d", "bonn")])
def test_every_cell_is_as_wide_as_its_column(steps: list[Step]) -> None:
    for column in columns(steps):
        for text in column.rows:
            assert cell_len(padded(text, column.width)) == column.width
        assert column.operation in ("", "S", "D", "I")


def test_gaps() -> None:
    steps = [
        Step("D", "a", None),
        Step("I", None, "berlin"),
        Step("=", "uh", None),
        Step("=", None, "um"),
        Step("S", "北京", "x" * 60),
    ]
    assert [column.rows for column in columns(steps)] == [
        ("a", "***", "D"),
        ("***", "berlin", "I"),
        ("(uh)", "", ""),
        ("", "(um)", ""),
        ("北京", "x" * 60, "S"),
    ]
    assert [column.rows[:2] for column in columns(steps[:2], gap=None)] == [("a", "*"), ("******", "berlin")]
    ((_, stars, _),) = [column.rows for column in columns([Step("D", "x" * 60, None)], gap=None)]
    assert stars == "*" * 40


def test_widths_are_those_on_a_screen() -> None:
    assert [width(text) for text in ("bonn", "北京", "cafe\u0301", "می\u200cخواهم")] == [4, 4, 4, 7]
    assert blanks("北京", 6) == "  "


def test_what_runs_leftwards_is_isolated() -> None:
    assert padded("שלום", 6) == "\u2068שלום\u2069  "
    assert padded("bonn", 6) == "bonn  "
    assert [runs_leftwards(text) for text in ("bonn", "Köln", "שלום", "عليكم", "a שלום")] == [
        False,
        False,
        True,
        True,
        True,
    ]


def test_nothing_invisible_and_nothing_to_act_on() -> None:
    assert shown("a\x1b[31m\u202eb") == "a\\x1b[31m\\u202eb"
    assert shown("می\u200cخواهم") == "می\u200cخواهم"
    assert [shown(text) for text in ("👩\u200d👧", "a\u200d", "\u200d\u200d")] == [
        "👩\u200d👧",
        "a\\u200d",
        "\\u200d\\u200d",
    ]
    assert shown("next week") == "next␣week"
    assert shown("\ud800") == "\\ud800"


def test_a_word_longer_than_the_line_is_cut_into_pieces_of_its_column() -> None:
    cut = list(blocks(columns([Step("S", "x" * 25, "y" * 12), Step("=", "ok", "ok")]), 10))
    assert cut == [
        [Column("x" * 10, "y" * 10, "S", 10)],
        [Column("x" * 10, "yy", "S", 10)],
        [Column("x" * 5, "", "S", 5), Column("ok", "ok", "", 2)],
    ]

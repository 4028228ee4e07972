"""The functions of the page, and what they refuse."""

import pytest

from murho_lab.chart.functions import FUNCTIONS


@pytest.mark.parametrize(
    ("function", "given", "value"),
    [
        ("sum", (20, 1), 21), ("sum", (20, None), 20), ("sum", (20, "1"), None),
        ("difference", (60, 5), 55), ("difference", (5, 60), None), ("difference", (5, None), None),
        ("product", (2, 7), 14), ("product", (2, None), None),
        ("join", (5, 5, 2), "552"), ("join", ("+", None), None),
        ("number", ("552",), 552), ("number", ("5x",), None), ("number", ("٣",), None), ("number", ("9" * 16,), None),
        ("padded", (5, 2), "05"), ("padded", ("5", 2), None), ("padded", (5, 10**9), "0" * 14 + "5"),
        ("clock", (9, 5), "09:05"), ("clock", (24, 0), "00:00"), ("clock", (24, 1), None), ("clock", (9, 60), None),
        ("clock", (None, 5), "00:05"), ("clock", (9,), "09:00"),
        ("pm", ("05:00",), "17:00"), ("pm", ("12:30",), "12:30"), ("pm", ("25:00",), None), ("pm", (None,), None),
        ("later", ("23:50", 20), "00:10"), ("later", ("23:50", "20"), None), ("earlier", ("09:00", 5), "08:55"),
        ("earlier", ("09:00", None), None), ("earlier", ("00:00", 5), "23:55"),
        ("duration", (0, 90), "01:30"), ("duration", (1,), "01:00"), ("duration", ("1",), None),
        ("date", (5, 22), "05-22"), ("date", (2, 29), "02-29"), ("date", (2, 30), None), ("date", (13, 1), None),
        ("date", (0, 1), None), ("date", (5, None), None),
    ],
)  # fmt: skip
def test_values(function: str, given: tuple[object, ...], value: object) -> None:
    assert FUNCTIONS[function](*given) == value  # type: ignore[arg-type]

"""murho study parnax --ask, and what is refused."""

from pathlib import Path
from typing import Any

import pytest


def test_a_question_that_is_typed(told: Any) -> None:
    found = told("study", "parnax", "--ask", "Chi lavora in produzione?", "--ask", "Quanti sono?", "--json").json
    assert found["queries"] == ["SELECT COUNT(*) FROM employee WHERE department = 'production'"]
    assert (len(found["rows"]), found["undefined"]) == (1, None)
    assert "outside the domain" in told("study", "parnax", "--ask", "Who is married?").out
    assert "not understood" in told("study", "parnax", "--ask", "than before between").out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["slopes", "--live"], "no live systems"),
        (["parnax", "--live", "--ask", "x"], "asks its own questions"),
        (["parnax", "--ask", " "], "without a question"),
        (["parnax", "--ask", "x", "-o", "x"], "an answer has no page"),
        (["parnax", "--page", "-o", "x"], "--page is served alone"),
    ],
)
def test_what_cannot_be_asked(told: Any, typed: list[str], said: str) -> None:
    assert said in told("study", *typed).line(2)


def test_the_printed_cases_as_a_page(told: Any, here: Path) -> None:
    assert "wrote then.html" in told("study", "parnax", "-o", "then.html").out
    page = (here / "then.html").read_text(encoding="utf-8")
    assert page.count('<svg class="mosaic"') == 4
    assert "μ=1, ρ 1: 59.0 %" in page
    assert told("study", "parnax", "-o", "folder", "--json").json["study"] == "parnax"
    assert (here / "folder" / "parnax.html").is_file()

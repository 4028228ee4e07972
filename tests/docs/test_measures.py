"""The tables of measures and weightings are those of the records; the commands of the page are understood."""

from pathlib import Path

import pytest

from murho import measures, weighting
from murho.terminal.plug_tables import measure_table, option_table, weighting_table

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "measures.md").read_text(encoding="utf-8")
MEASURES = [one for one in measures.SHELF.all() if one.source == "murho"]
WEIGHTINGS = [one for one in weighting.SHELF.all() if one.source == "murho"]


@pytest.mark.parametrize(
    ("title", "table"),
    [
        ("Measures", measure_table(MEASURES)),
        ("Options of measures", option_table(MEASURES)),
        ("Weightings", weighting_table(WEIGHTINGS)),
        ("Options of weightings", option_table(WEIGHTINGS)),
    ],
)
def test_a_table_says_what_the_records_say(title: str, table: str) -> None:
    section = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    shown = "\n".join(line for line in section.splitlines() if line.startswith("|"))
    assert shown == table, f"docs/measures.md, {title}: write what murho.terminal.plug_tables makes"

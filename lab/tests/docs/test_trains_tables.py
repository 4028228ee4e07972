"""The figures of lab/docs/trains.md have their places."""

import re

from .trains_tables import PAGE, TABLES


def test_each_table_has_one_place_and_is_filled() -> None:
    page = PAGE.read_text("utf-8")
    for name in TABLES:
        (between,) = re.findall(f"<!-- {name} -->\n(.*?)\n<!-- end of {name} -->", page, re.DOTALL)
        assert "|---|" in between
    assert len(re.findall(r"<!-- \w+ -->", page)) == len(TABLES)

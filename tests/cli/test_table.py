"""`--table`: the figures of `score`, `show` and `compare` as CSV and LaTeX."""

from pathlib import Path
from typing import Any

import pytest

from .conftest import jsonl


@pytest.fixture
def runs(told: Any, here: Path) -> None:
    rows = range(8)
    jsonl("cases.jsonl", *({"id": f"{i}", "expression": "x", "reference": ["a"], "k_%": "uv"[i % 2]} for i in rows))
    for name, wrong in (("one", 4), ("two", 2)):
        jsonl(f"{name}.jsonl", *({"id": f"{i}", "answer": ["b" if i < wrong else "a"]} for i in rows))
        told("run", "cases.jsonl", "--system", f"{name}.jsonl", "-m", "labels", "-o", name)


@pytest.mark.parametrize(
    ("arguments", "head", "first"),
    [
        (("show", "one", "--by", "k_%"), "measure,feature,group,n,value", "labels,,,8,0.5,"),
        (("score", "labels", "cases.jsonl", "two.jsonl"), "feature,group,n,value", ",,8,0.25,"),
        (("compare", "one", "two"), "measure,a,b,feature,group,pairs", "labels,one,two,,,8,0.5,0.25,-0.25,"),
    ],
    ids=["show", "score", "compare"],
)
def test_the_whole_stands_first(told: Any, runs: None, arguments: tuple[str, ...], head: str, first: str) -> None:
    said = told(*arguments, "--table", "figures.csv")
    assert said.status == 0, said
    lines = [line.replace('"', "") for line in Path("figures.csv").read_text().splitlines()]
    assert head in lines[0]
    assert first in lines[1]


def test_latex(told: Any, runs: None) -> None:
    assert told("show", "one", "--by", "k_%", "--table", "figures.tex").status == 0
    text = Path("figures.tex").read_text()
    assert text.startswith("\\begin{tabular}{lllrrrrrrr}\n\\toprule\nmeasure & feature & group & n & value &")
    assert "labels & k\\_\\% & u & 4 & 0.5000 &" in text


def test_another_name_tells_no_table(told: Any, runs: None) -> None:
    said = told("show", "one", "--table", "figures.xls")
    assert "--table figures.xls: its name tells no table; known: .csv, .tex, .parquet" in said.line(2)

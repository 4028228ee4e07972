"""`--table`: figures, and any view of them, as CSV and LaTeX."""

from pathlib import Path
from typing import Any

import pytest

import murho
from murho.core.errors import UsageError

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
    assert text.startswith("\\begin{tabular}{lllrrrrrrrrr}\n\\toprule\nmeasure & feature & group & n & value &")
    assert "labels & k\\_\\% & u & 4 & 0.5000 &" in text


VIEWS = {
    "classes": (("show", "one", "--classes"), "label,precision,recall,f1,right,given,gold", "a,1,0.5,"),
    "confusion": (("score", "labels", "cases.jsonl", "two.jsonl", "--classes"), "gold,given,importance", "a,b,2"),
    "averages": (("show", "one", "--classes"), "name,value,low,high", "macro_f1,0.333"),
    "profile": (("show", "one", "--profile", "k_%"), "k_%,share,n,value", "u,0.5,4,0.5"),
    "competence": (("show", "one", "--competence"), "name,value,count,importance,items", "bound,0,,,"),
    "by": (("show", "one", "--by", "k_%"), "feature,group,", "k_%,u,"),
    "ranking": (("compare", "one", "two", "one"), "system,value,rank_low,rank_high,groups", "two,0.25,1,"),
    "figures": (("trust", "one", "--replications", "100"), "measure,value,low,high,", "labels,0.5,"),
    "designs": (("plan", "cases.jsonl", "--margin", "0.3"), "design,n,", "simple("),
    "agreement": (("evaluate", "one", "--status"), "name,value,low,high", "cases,0,,"),
    "most": (
        ("align", "cases.jsonl", "one.jsonl", "--confusions", "--by", "k_%"),
        "name,reference,answer,count",
        "pairs,a,b,4",
    ),
}
"""Of each view the command, how the head of its table begins, and its first line."""


@pytest.mark.parametrize("view", VIEWS)
def test_any_view(told: Any, runs: None, view: str) -> None:
    command, head, first = VIEWS[view]
    said = told(*command, "--table", f"{view}=view.csv", "--table", f"{view}=view.tex")
    assert said.status == 0, said
    lines = [line.replace('"', "") for line in Path("view.csv").read_text().splitlines()]
    assert lines[0].startswith(head)
    assert lines[1].startswith(first)
    assert Path("view.tex").read_text().startswith("\\begin{tabular}{")


def test_of_several_measures_each_row_says_which(told: Any, runs: None) -> None:
    assert told("show", "one", "-m", "labels", "-m", "words", "--by", "k_%", "--table", "by=by.csv").status == 0
    lines = [line.replace('"', "") for line in Path("by.csv").read_text().splitlines()]
    assert [line[: line.index(",k_%,") + 6] for line in lines[1:]] == [
        f"{name},k_%,{group}" for name in ("labels", "words") for group in "uv"
    ]


def test_where_no_view_is_named(told: Any, runs: None) -> None:
    """The designs of a plan."""
    assert told("plan", "cases.jsonl", "--margin", "0.3", "--table", "plan.csv").status == 0
    assert Path("plan.csv").read_text().startswith('"design","n"')


def test_a_view_that_is_not_there(told: Any, runs: None) -> None:
    said = told("show", "one", "--classes", "--table", "clases=x.csv")
    assert said.line(2) == (
        "no view 'clases' in what was found; did you mean classes? "
        "there are: figures, headline, counts, averages, classes, confusion"
    )
    assert "--table goes with --status" in told("evaluate", "one", "--table", "x.csv").err


def test_a_view_without_rows_is_a_table_all_the_same(told: Any, runs: None) -> None:
    """Nobody has judged yet: a job that reads the tables goes on."""
    assert told("evaluate", "one", "--status", "--table", "people=people.csv", "--table", "people=p.tex").status == 0
    assert Path("people.csv").read_text() == '"people"\n'
    assert "{l}\n\\toprule\npeople \\\\\n\\midrule\n\\bottomrule" in Path("p.tex").read_text()


def test_a_view_from_python(told: Any, runs: None) -> None:
    scores = murho.show("one", classes=True)
    assert scores.frame(view="confusion").to_pylist() == [{"gold": "a", "given": "b", "importance": 4.0}]
    scores.save("classes.tex", view="classes")
    assert "label & precision" in Path("classes.tex").read_text()
    with pytest.raises(UsageError, match="a view is written as a table; give a name"):
        scores.save("classes.json", view="classes")


def test_another_name_tells_no_table(told: Any, runs: None) -> None:
    said = told("show", "one", "--table", "figures.xls")
    assert "--table figures.xls: its name tells no table; known: .csv, .tex, .parquet" in said.line(2)

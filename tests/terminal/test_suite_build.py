"""What building a suite says in the terminal: each part where there is something to say, and nothing else."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from murho.formats import conllu
from murho.pipeline.suites.build import Built, build
from murho.suites.building.annotation import Agreement
from murho.suites.building.filling import Filled
from murho.suites.model import Suite
from murho.terminal.suite_build import show_built
from murho.views.as_json import as_json
from murho.views.suite_building import building

Seen = Callable[..., str]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def looked_at(tmp_path: Path) -> Built:
    return build(str(tmp_path / "out"), treebanks=[str(ROOT / "tests" / "kept" / "inputs" / "es_a.conllu")])


def test_treebanks_that_were_looked_at(seen: Seen, looked_at: Built) -> None:
    lines = [line.rstrip() for line in seen(show_built, replace(looked_at, written=["out/links.tsv"])).splitlines()]
    assert lines[0] == "es_a  3 sentences, 9 words"
    assert "v-n   noun under main verb  1.000000  6  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇" in lines
    assert "subj#v#dobj  np#v#np  active        subj#v#obj  1.000000  3" in lines
    assert lines[-2] == "wrote out/links.tsv"
    assert lines[-1] == "edit the .tsv files in a spreadsheet, then give them back with --review"
    assert not any("test sentence" in line for line in lines)


def test_each_part_is_told_where_there_is_something(seen: Seen, looked_at: Built) -> None:
    assert seen(show_built, Built()).split() == []
    trees = tuple(conllu.read_trees(str(ROOT / "examples" / "parsing" / "gold.conllu")))[:2]
    both = Built(trees=trees, words=8, corrected=2, agreement=Agreement(8, 7, 6, ("s1:3",)))
    assert seen(show_built, both).splitlines() == [
        "",
        "trees  2 sentences; 2 of 8 words corrected (25.0 %)",
        "  two reviews of 8 words: the same head in 87.50 %, head and relation in 75.00 %",
        "  they differ at s1:3",
        "",
    ]
    alone = replace(both, agreement=Agreement(0, 0, 0, ()))
    assert seen(show_built, alone).splitlines()[1:] == ["trees  2 sentences; 2 of 8 words corrected (25.0 %)", ""]
    filled = Filled(Suite(()), {"structure": {"filled": 2, "left null": 0}, "order": {"filled": 0}}, ("a [1]", "b"))
    assert seen(show_built, Built(filled=filled)).splitlines() == [
        "",
        "frequencies filled in",
        "  structure: 2 filled",
        "  not found: a [1], b",
        "",
    ]


def test_a_suite_without_reviewed_trees_says_nothing_of_trees(seen: Seen, looked_at: Built, tmp_path: Path) -> None:
    heads, *rows = (line.split("\t") for line in (tmp_path / "out" / "schemas.tsv").read_text("utf-8").splitlines())
    places = {name: place for place, name in enumerate(heads)}
    for row in rows:
        row[places["decision"]], row[places["test"]] = "keep", "Ana come pan."
    mine = tmp_path / "mine.tsv"
    mine.write_text("".join("\t".join(row) + "\n" for row in (heads, *rows)), "utf-8")
    built = build(str(tmp_path / "suite"), reviews=[str(mine)], code="es")
    told = "suite  1 realization with 1 test sentence; 0 kept ones have none yet"
    assert seen(show_built, built, width=200).splitlines()[:3] == ["", told, ""]
    trees = tuple(conllu.read_trees(str(ROOT / "examples" / "parsing" / "gold.conllu")))
    lines = seen(show_built, replace(built, trees=trees), width=200).splitlines()
    assert lines[lines.index(told) + 1] == "  note  1 test sentence without a reviewed tree"


def test_links_that_are_too_rare_have_no_frequency(seen: Seen, looked_at: Built) -> None:
    assert looked_at.survey is not None
    (first, *_) = looked_at.survey.links
    rare = replace(looked_at.survey, links=(first, replace(first, link="v-x", freq=None)))
    lines = [line.rstrip() for line in seen(show_built, replace(looked_at, survey=rare)).splitlines()]
    assert "v-x   auxiliary under main verb      null  6" in lines
    assert "  2 links; 1 too rare or unclear to tell a frequency: null" in lines


def test_the_same_as_json(looked_at: Built) -> None:
    told = as_json(building(looked_at))
    assert told["surveyed"]["links"] == [{"link": "v-n", "reads": "noun under main verb", "freq": 1.0, "count": 6}]
    assert told["surveyed"]["shares"]["subject"] == [{"name": "full", "share": 1.0, "count": 3}]
    assert (told["reviewed"], told["written"], told["parsed"], told["filled"]) == (None, None, None, None)

"""Texts compared on the command line, what arcs cost, and the study."""

from importlib import resources
from pathlib import Path

import pytest

from .conftest import Command

ENGLISH = str(resources.files("murho_lab.atn") / "grammars" / "english.atn")
WORDS = str(resources.files("murho_lab.atn") / "grammars" / "english.tsv")
UD = str(resources.files("murho_lab.atn") / "grammars" / "ud.atn")
OWN = resources.files("murho_lab.studies.strategies") / "data"


@pytest.fixture
def texts(here: Path) -> Path:
    (here / "asked.txt").write_text("what did he see\nwho saw mary\nwhich book did mary read\n")
    (here / "told.txt").write_text("the man slept\nhe saw the dog in the park\nmary read the book\n")
    return here


def test_compare_prints_the_fields(told: Command, texts: Path) -> None:
    said = told("atn", "compare", ENGLISH, "asked.txt", "told.txt", "--lexicon", WORDS, "--json").json
    (own, _), (foreign, _) = said["penetrance"]
    assert said["discrepancy"] == pytest.approx(own - foreign)
    assert own > foreign
    assert set(said["distance"]) == {"kendall", "jensen_shannon"}
    assert all(0 < distance < 1 for distance in said["distance"].values())
    assert [text["name"] for text in said["texts"]] == ["asked.txt", "told.txt"]
    assert said["settings"]["longest"] == 15


def test_compare_shows_the_table_and_the_matrix(told: Command, texts: Path) -> None:
    said = told(
        "atn", "compare", "english", "asked.txt", "told.txt", "--lexicon", WORDS, "-o", "page.html", "--level", "0.9"
    )
    assert said.status == 0
    lines = [line.split() for line in said.out.splitlines()]
    assert ["S1", "S2", "S3"] in lines
    assert ["-1", "-2", "-1"] in lines
    assert ["S/", "3124"] in lines
    assert any(line.startswith("Σ of A") for line in said.out.splitlines())
    page = Path("page.html").read_text()
    assert 'class="course"' in page
    assert "dendrogram" in page
    assert "Intervals of 90 % by sentence. Sentences: asked.txt: 3; told.txt: 3." in page


def test_compare_takes_parts_of_treebanks(told: Command, here: Path) -> None:
    story = str(OWN / "en_story.conllu")
    said = told("atn", "compare", UD, f"{story}:*-1,*-5", f"{story}:en_story-1?", story, "--json").json
    assert [text["sentences"] for text in said["texts"]] == [2, 7, 16]
    assert len(said["distances"]["kendall"]) == 3


def test_what_cannot_be_compared(told: Command, texts: Path) -> None:
    alone = told("atn", "compare", ENGLISH, "asked.txt", "--lexicon", WORDS)
    assert "name two texts or more" in alone.line(2)
    none = told("atn", "compare", UD, f"{OWN / 'en_story.conllu'}:x*", str(OWN / "en_recipes.conllu"))
    assert "no sentence of at most 15 words matches x*" in none.line(1)


def test_costs_are_printed_by_type(told: Command, here: Path) -> None:
    said = told("atn", "costs", UD, str(OWN / "en_recipes.conllu"))
    assert said.status == 0
    assert {line.split()[0] for line in said.out.splitlines()} >= {"CAT", "PUSH", "JUMP", "POP", "word", "sentence"}
    assert "of the variance" in said.err


def test_a_study_that_takes_no_data(told: Command, here: Path) -> None:
    assert "parnax takes no data" in told("study", "parnax", "--data", "x").line(2)
    assert "no such treebank" in told("study", "strategies", "--data", ".").line(1)

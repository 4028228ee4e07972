"""The tables of parse scores in the terminal."""

from collections.abc import Callable
from pathlib import Path

from murho.measures.dependencies.counts import TITLES
from murho.measures.dependencies.dependencies import dependencies
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score
from murho.pipeline.scoring.tree_files import score_trees
from murho.terminal.parsing import groups_table, official_table
from murho.views.parse_scores import parse_scores, word_groups

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "parsing"
Seen = Callable[..., str]


def scored() -> Score:
    files = str(EXAMPLE / "gold.conllu"), str(EXAMPLE / "system.conllu")
    return score_trees(dependencies(), *files, "conllu", Reading(by=("upos",)))


def test_a_line_for_every_metric(seen: Seen) -> None:
    lines = seen(lambda made, out: out.print(made), official_table(parse_scores(scored().also))).splitlines()
    assert lines[0].split() == ["metric", "precision", "recall", "F1", "interval", "aligned"]
    assert [line.split()[0] for line in lines[1:]] == list(TITLES.values())
    assert lines[10].split()[:4] == ["LAS", "79.31", "76.67", "77.97"]
    assert lines[1].split()[-1] == "–", "tokens are not aligned"


def test_groups_of_words_have_a_bar_for_their_errors(seen: Seen) -> None:
    score = scored()
    groups = word_groups("upos", score.by["upos"], score.also_by["upos"])
    text = seen(lambda made, out: out.print(made), groups_table(groups))
    heads, *lines = text.splitlines()
    assert heads.split() == ["upos", "words", "UAS", "LAS", "LA", "LAS", "interval"]
    (interjections,) = [line for line in lines if line.startswith("INTJ")]
    assert interjections.split()[:5] == ["INTJ", "1", "0.00", "0.00", "0.00"]
    assert interjections.split()[-2:] == ["██████████", "!"]
    assert lines[-1].strip() == "! rests on little: see the flags with --json"

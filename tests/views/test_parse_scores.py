"""Parse scores as they are shown: which of them there are, and of which groups."""

from pathlib import Path

from murho.measures.dependencies.counts import TITLES
from murho.measures.dependencies.dependencies import dependencies
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.tree_files import score_trees
from murho.views.parse_scores import metrics, parse_scores, word_groups

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "parsing"
FILES = str(EXAMPLE / "gold.conllu"), str(EXAMPLE / "system.conllu")


def test_the_metrics_that_there_are() -> None:
    score = score_trees(dependencies(), *FILES, "conllu", Reading(by=("upos",)))
    assert list(metrics(score.also)) == list(TITLES.values())
    assert [one.title for one in parse_scores(score.also)] == list(TITLES.values())
    las = next(one for one in parse_scores(score.also) if one.title == "LAS")
    assert (las.precision, las.recall, las.f1) == tuple(
        score.also["las"][name] for name in ("precision", "recall", "f1")
    )
    assert round(las.precision or 0, 2) == 79.31
    assert metrics({"las": 3.0, "uas": {"value": 1}}) == {}


def test_groups_have_gold_words_and_their_own_scores() -> None:
    score = score_trees(dependencies(), *FILES, "conllu", Reading(by=("upos",)))
    shown = word_groups("upos", score.by["upos"], score.also_by["upos"])
    assert shown.titles == ("UAS", "LAS", "LA")
    assert shown.flagged
    nouns = next(group for group in shown.groups if group.name == "NOUN")
    also = score.also_by["upos"]["NOUN"]
    assert nouns.words == score.by["upos"]["NOUN"].counts["gold_words"]
    assert nouns.f1 == tuple(also[name]["f1"] for name in ("uas", "las", "la"))
    assert nouns.las_interval == also["las"]["interval"]
    assert word_groups("upos", score.by["upos"], {name: {} for name in score.by["upos"]}).titles == ()

"""Alignments of batches and of two files: what each knows of its case, and what is counted unless more is asked for."""

from pathlib import Path

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.pipeline.aligning.alignment_counts import align_batches, look_through
from murho.pipeline.scoring.reading import Reading

IDS = ["a", "b", "c"]
CASES = Cases(
    IDS,
    ["to bonn", "yes", "no"],
    [("to bonn",), ("yes",), ("no",)],
    clusters=["x", None, "y"],
    features={"topic": [["way", "city", "way"], [], None], "speaker": ["anna", "bo", None]},
)


def test_groups_failures_and_lines() -> None:
    answers = Answers(IDS, [("to born",), UNDEFINED, ("no",)], failures=[None, "crashed", None], lines=[3, 0, 5])
    first, second, third = align_batches(measure("words"), [(CASES, answers)], ["topic"], ["speaker", "age"])
    assert first.groups == {"topic": ("way", "city"), "speaker": ("anna",)}
    assert second.groups == {"topic": ("(none)",), "speaker": ("bo",)}
    assert third.groups == {"topic": ("(none)",), "speaker": ("(none)",)}
    assert [(one.id, one.undefined, one.failure) for one in (first, second, third)] == [
        ("a", False, None),
        ("b", True, "crashed"),
        ("c", False, None),
    ]
    assert [(one.cluster, one.line) for one in (first, second, third)] == [("x", 3), (None, None), ("y", 5)]
    assert [(one.errors, one.units) for one in (first, second, third)] == [(1, 2), (1, 1), (0, 1)]


def test_a_feature_that_is_asked_for_has_to_be_there() -> None:
    answers = Answers(IDS, [("to born",), ("yes",), ("no",)])
    (first, *_) = align_batches(measure("words"), [(CASES, answers)])
    assert (first.groups, first.failure, first.line) == ({}, None, None)
    with pytest.raises(InputError, match="age"):
        list(align_batches(measure("words"), [(CASES, answers)], ["age"]))


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "said.txt").write_text("to bonn\nwhen\n")
    (tmp_path / "heard.txt").write_text("to born\nwhen\n")
    return str(tmp_path / "said.txt"), str(tmp_path / "heard.txt")


def test_confusions_alone_unless_more_is_asked_for(files: tuple[str, str]) -> None:
    passing, found = look_through(measure("words"), *files)
    assert [one.id for one in passing] == ["1", "2"]
    assert (found.spotting, found.rarity, found.undefined) == (None, None, 0)
    said = found.as_json()
    assert not {"keywords", "by_frequency"} & set(said)
    assert (said["n"], said["in_error"], said["errors"], said["by"]) == (2, 1, 1, {})
    assert "level:" not in found.signature
    assert "|references:sha256:" in found.signature


def test_words_by_frequency_and_keywords(files: tuple[str, str], tmp_path: Path) -> None:
    passing, found = look_through(measure("words"), *files, Reading(level=0.9), rare=True)
    list(passing)
    assert found.rarity is not None
    assert [row["words"] for row in found.as_json()["by_frequency"]][-1] == 3
    assert "level:0.9" in found.signature
    (tmp_path / "keywords").write_text("bonn\n")
    passing, found = look_through(measure("words"), *files, keywords=str(tmp_path / "keywords"))
    list(passing)
    assert found.rarity is None
    total = found.as_json()["keywords"]["total"]
    assert (total["hits"], total["misses"], total["false_alarms"]) == (0, 1, 0)
    assert "level:0.95" in found.signature

"""What is counted of alignments: sums, rates, lists that say how much they leave out, keywords as what is kept."""

from pathlib import Path
from typing import Any

import pytest

from murho.measures import measure
from murho.pipeline.aligning.alignment_counts import look_through
from murho.pipeline.scoring.reading import Reading
from murho.views.alignment_counts import AlignmentCounts, alignment_counts


def counted(folder: Path, said: str, heard: str, most: int | None = None, **asked: Any) -> AlignmentCounts:
    files = [folder / name for name in ("said.txt", "heard.txt")]
    for file, text in zip(files, (said, heard), strict=True):
        file.write_text(text)
    lists = {name: asked.pop(name) for name in ("confusions", "by_group") if name in asked}
    reading = Reading(by=asked.pop("by", ()))
    passing, findings = look_through(measure("words"), *map(str, files), reading, **asked)
    assert list(passing)
    return alignment_counts(findings, most, **lists)


def test_sums_and_rates(tmp_path: Path) -> None:
    found = counted(tmp_path, "to bonn now\nyes\n\n", "to born\nyes\nuh\n")
    whole = found.whole
    assert (whole.utterances, whole.in_error, whole.units, whole.right) == (3, 2, 4, 2)
    assert (whole.substitutions, whole.deletions, whole.insertions, whole.errors) == (1, 1, 1, 3)
    assert (whole.rate, whole.rate_in_error) == (0.75, 2 / 3)
    assert (found.unit, found.undefined, found.missing_answers, found.keywords, found.rare) == (
        "word",
        0,
        0,
        None,
        None,
    )
    assert counted(tmp_path, "\n", "uh\n").whole.rate is None


def test_lists_say_what_they_leave_out(tmp_path: Path) -> None:
    pairs, deleted, inserted, *_ = counted(tmp_path, "a b\na c\na\n", "x b\nx d\n\n", 1).confusions
    assert (pairs.title, pairs.entries, pairs.total, pairs.different, pairs.left_out) == (
        "confusion pairs", ((("a", "x"), 2),), 3, 2, 1,
    )  # fmt: skip
    assert (deleted.entries, deleted.left_out, inserted.entries) == (((("a",), 1),), 0, ())
    assert counted(tmp_path, "a\n", "b\n", confusions=False).confusions == ()


def test_keywords_are_what_is_kept_of_them(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("bonn\nulm\n")
    found = counted(tmp_path, "to bonn\nto bonn\n", "to bonn\nto born\n", keywords=str(tmp_path / "keys")).keywords
    assert found is not None
    bonn, ulm = found.each
    assert (bonn.occurrences, bonn.hits, bonn.misses, bonn.false_alarms) == (2, 1, 1, 0)
    assert (bonn.precision.value, bonn.recall.value, bonn.f1.value) == (1, 0.5, pytest.approx(2 / 3))
    assert bonn.recall.low < 0.5 < bonn.recall.high
    assert ulm.recall.value is None
    assert (found.total.occurrences, found.level) == (2, 0.95)


def test_groups_stand_in_the_order_of_readers(tmp_path: Path) -> None:
    for name, lines in {"ref.trn": "a b (x-1)\nc (b-1)\n", "hyp.trn": "a (x-1)\nc (b-1)\n"}.items():
        (tmp_path / name).write_text(lines)
    files = (str(tmp_path / "ref.trn"), str(tmp_path / "hyp.trn"))
    passing, findings = look_through(measure("words"), *files, Reading(by=("speaker",)))
    assert list(passing)
    found = alignment_counts(findings, by_group=True)
    assert [(name, one.errors, one.units) for name, one in found.groups["speaker"].items()] == [
        ("b", 0, 1),
        ("x", 1, 2),
    ]
    assert found.confusions_by["speaker"]["x"][1].entries == ((("b",), 1),)
    assert alignment_counts(findings).confusions_by == {}

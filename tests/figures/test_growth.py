"""How time grows with length: the exponent of a power law, its interval, what tells nothing of it."""

import random
from math import log2
from pathlib import Path
from typing import Any

import pytest

import murho
from murho.core.case import Answers, Cases
from murho.figures.efficiency import growth
from murho.figures.efficiency.growth import grown, growth_in, growth_of
from murho.store import open_run


def timed(power: float, noise: float, seed: int, size: int = 60) -> tuple[list[int], list[float | None]]:
    """Words and seconds of answers that take 0.01·words^power, each off by a factor."""
    drawn = random.Random(seed)
    words = [1 + i % 12 for i in range(size)]
    return words, [0.01 * n**power * drawn.lognormvariate(0, noise) for n in words]


def test_a_power_is_found_whatever_the_unit() -> None:
    words, seconds = timed(3, 0, 1)
    found = grown(words, seconds)
    assert found is not None
    assert found.exponent == pytest.approx(3)
    assert found.lengths[1].seconds == pytest.approx(0.08)
    assert sum(one.answers for one in found.lengths) == 60
    slower = grown(words, [None if one is None else 60 * one for one in seconds])
    assert slower is not None
    assert slower.exponent == pytest.approx(3)


def test_the_interval_holds_the_power_as_often_as_it_says() -> None:
    ends = [grown(*timed(1.5, 0.5, seed)) for seed in range(300)]
    held = sum(
        one is not None and one.interval is not None and one.interval[0] <= 1.5 <= one.interval[1] for one in ends
    )
    assert 276 <= held <= 294  # 285 expected; 2.4 standard deviations to either side


def test_answers_to_one_case_are_not_many() -> None:
    words, seconds = timed(1, 0.5, 2)
    alone = grown(words, seconds)
    together = grown(words * 4, seconds * 4, [i % 60 for i in range(240)])
    assert alone is not None
    assert together is not None
    assert alone.interval is not None
    assert together.interval is not None
    width, wide = (high - low for low, high in (alone.interval, together.interval))
    assert together.exponent == pytest.approx(alone.exponent)
    assert wide > 0.9 * width


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ([1, 2, 3] * 3, [0.1] * 9),
        ([1, 2] * 9, [0.1] * 18),
        ([1, 2, 3] * 9, [None, 0.0, 0.1] * 9),
        ([0] * 20, [0.1] * 20),
    ],
    ids=["few answers", "two lengths", "without times", "no words"],
)
def test_too_little_tells_nothing(words: list[int], seconds: list[Any]) -> None:
    assert grown(words, seconds) is None


def test_an_expression_without_a_word_tells_nothing() -> None:
    words, seconds = timed(1, 0.5, 2)
    assert grown([*words, 0, 0], [*seconds, 0.1, 9.0]) == grown(words, seconds)


def test_of_very_many_some_from_all_over_the_suite_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "MOST_ANSWERS", 30)
    words, seconds = timed(1, 0.5, 2, size=90)
    clusters = [f"d{i // 9}" for i in range(90)]
    assert grown([0, *words], [0.1, *seconds]) == grown(words[::3], seconds[::3])
    assert grown(words, seconds, clusters) == grown(words[::3], seconds[::3], clusters[::3])


def test_cases_of_one_cluster_stand_together() -> None:
    words, seconds = timed(1, 0.5, 2)
    ids = [f"q{i}" for i in range(len(words))]
    clusters = [f"d{i // 3}" if i % 2 else None for i in range(len(words))]
    cases = Cases(ids, ["word " * n for n in words], [("x",)] * len(ids), clusters=clusters)
    found = growth_in(cases, Answers(ids, [("x",)] * len(ids), seconds=seconds))
    together = [name or (id,) for name, id in zip(clusters, ids, strict=True)]
    assert found == grown(words, seconds, together)
    assert found != grown(words, seconds)


def test_of_a_run(tmp_path: Path) -> None:
    cases = [{"expression": " ".join(["word"] * (1 + i % 4)), "reference": ["x"]} for i in range(20)]
    run = murho.run(cases, "builtins:len", folder=tmp_path / "run")
    found = growth_of(open_run(tmp_path / "run"), 0.9)
    assert found is not None
    assert [(one.words, one.answers) for one in found.lengths] == [(1, 5), (2, 5), (3, 5), (4, 5)]
    told = run.show(efficiency=True, level=0.9).as_json()["efficiency"]["growth"]
    assert (told["exponent"], told["answers"], told["level"]) == (found.exponent, 20, 0.9)
    assert log2(told["lengths"][3]["words"]) == 2

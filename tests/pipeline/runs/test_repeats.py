"""Cases that are asked several times: numbered, resumed, extended, counted by case."""

from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import murho
from murho.core.errors import UsageError
from murho.store import open_run

CASES = [
    {"id": "a", "expression": "a", "reference": ["x"]},
    {"id": "b", "expression": "b", "reference": ["x"], "weight": 0.5},
    {"id": "c", "expression": "c", "reference": ["x"], "weight": 0.5},
]
SAID = {"a": ["x", "x", "x"], "b": ["x", "y", "x"], "c": ["y", "z", None]}


class Changing:
    """Answers what comes next to the same expression."""

    def __init__(self) -> None:
        self.asked = Counter[str]()

    def __call__(self, expression: str) -> Any:
        self.asked[expression] += 1
        return SAID[expression][self.asked[expression] - 1]


def test_each_case_so_often(tmp_path: Path) -> None:
    changing = Changing()
    run = murho.run(CASES, changing, repeat=3, folder=tmp_path / "run")
    assert set(changing.asked.values()) == {3}
    kept = open_run(tmp_path / "run")
    assert list(kept.suite().whole().ids) == ["a", "a#2", "a#3", "b", "b#2", "b#3", "c", "c#2", "c#3"]
    assert kept.suite().whole().clusters == ["a"] * 3 + ["b"] * 3 + ["c"] * 3
    score = run.score.as_json()
    assert score["value"] == (0 * 2 + 1 + 3) / 12
    assert score["clusters"] == 3
    told = score["repeats"]
    assert told["askings"] == 3
    assert told["right_at_least_once"]["value"] == 3 / 4
    assert told["right_always"]["value"] == 2 / 4
    assert told["agreement_with_itself"]["value"] == pytest.approx((2 * 1 + 1 / 3 + 0) / 4)
    assert told["right_at_least_once_in"] == pytest.approx([(2 + 2 / 3) / 4, 3 / 4, 3 / 4])
    assert told["right_always_in"] == pytest.approx([(2 + 2 / 3) / 4, (2 + 1 / 3) / 4, 2 / 4])
    # d of b: 1/12 · (−1/3, 2/3, −1/3) about their mean, of c nothing varies
    assert told["variance_within_cases"] == pytest.approx(3 * (1 / 3) / 144)
    # Three more questions of each case change the part within alone, as many on new cases both parts.
    between, within = told["variance_between_cases"], told["variance_within_cases"]
    unit = told["margin"] / sqrt(between + within)
    assert told["margin_with_one_more_repetition"] == pytest.approx(unit * sqrt(between + within * 3 / 4))
    assert told["margin_with_as_many_questions_on_new_cases"] == pytest.approx(unit * sqrt((between + within) * 3 / 4))
    assert run.show().as_json() == score


def test_a_run_of_fewer_goes_on(tmp_path: Path) -> None:
    changing = Changing()
    for repeat in (1, 2, 3):
        run = murho.run(CASES, changing, repeat=repeat, folder=tmp_path / "run")
        assert set(changing.asked.values()) == {repeat}
    assert run.score.value == 4 / 12
    with pytest.raises(UsageError, match="repeat was 3, now 2"):
        murho.run(CASES, changing, repeat=2, folder=tmp_path / "run")
    limited = murho.run(CASES, Changing(), repeat=2, limit=2, folder=tmp_path / "limited")
    assert len(limited.kept.suite()) == 4


def test_what_cannot_be_repeated(tmp_path: Path) -> None:
    (tmp_path / "said.jsonl").write_text('{"id": "a", "answer": ["x"]}\n')
    with pytest.raises(UsageError, match="recorded answers would be the same each time; leave repeat= out"):
        murho.run(CASES[:1], str(tmp_path / "said.jsonl"), repeat=2)
    with pytest.raises(UsageError, match="the cases have a feature 'repetition' already"):
        murho.run([{**CASES[0], "repetition": 1}], Changing(), repeat=2)


def test_what_went_before_is_that_of_the_case(tmp_path: Path) -> None:
    heard = []

    def understand(expression: str, before: list[str]) -> str:
        heard.append((expression, tuple(before)))
        return "x"

    turns = [{**case, "cluster": "dialogue"} for case in CASES]
    run = murho.run(turns, understand, repeat=2, folder=tmp_path / "run")
    assert sorted(heard) == [("a", ()), ("a", ()), ("b", ("a",)), ("b", ("a",)), ("c", ("a", "b")), ("c", ("a", "b"))]
    assert run.score.as_json()["clusters"] == 1


def test_a_difference_within_its_own_noise_is_called_that(tmp_path: Path) -> None:
    texts = [f"{number}" for number in range(40)]
    cases = [{"id": text, "expression": text, "reference": ["x"]} for text in texts]

    def sampled(seed: int, wrong: float) -> Any:
        import random

        chance = random.Random(seed)
        return lambda _: "y" if chance.random() < wrong else "x"

    runs = [
        murho.run(cases, sampled(seed, wrong), repeat=3, folder=tmp_path / f"{seed}")
        for seed, wrong in ((1, 0.3), (2, 0.3), (3, 0.9))
    ]
    same, other = runs[0].compare(runs[1]), runs[0].compare(runs[2])
    noise = same.as_json()["own_noise"]
    assert 0.05 < noise < 0.2
    assert any(flag.startswith("within the systems' own noise") for flag in same.as_json()["flags"])
    assert not any("own noise" in flag for flag in other.as_json()["flags"])
    assert same.as_json()["clusters"] == 40


def test_an_unrepeated_run_is_compared_on_the_first_askings(tmp_path: Path) -> None:
    one = murho.run(CASES, Changing(), folder=tmp_path / "one")
    two = murho.run(CASES, Changing(), repeat=3, folder=tmp_path / "two")
    found = one.compare(two).as_json()
    assert (found["asked_by_both"], found["only_b"], found["difference"]) == (3, 6, 0.0)
    assert "own_noise" not in found

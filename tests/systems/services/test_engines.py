"""Trained engines of intents behind uvicorn: what a run says of them is what they are, also where they draw answers."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import murho
from murho.cli import status
from murho.core.intervals import critical

from .engines import Engine, lines, padatious, textcat
from .serving import Served, serving

# What the packages warn of among themselves is theirs, and no error.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]
ASKINGS = 5


@contextmanager
def behind(engine: Engine, *, draw: bool = False) -> Iterator[Served]:
    """An engine behind an address: its best intent, or one drawn by its confidences, alike on every machine."""

    async def parse(body: Any, request: Request, served: Served) -> Response:
        found = engine(body["text"])
        name = max(found, key=lambda one: found[one])
        if draw:
            chance = random.Random(f"{body['text']} {served.asked.count(body)}")
            name = chance.choices(list(found), list(found.values()))[0]
        return JSONResponse({"intent": {"name": name, "confidence": found[name]}, "text": body["text"]})

    with serving(parse) as served:
        yield served


@pytest.mark.parametrize("made", [padatious, textcat], ids=["ovos-padatious", "spaCy"])
def test_a_run_says_what_the_engine_is(
    made: Callable[[], Engine], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = made()
    monkeypatch.chdir(tmp_path)
    cases = lines("service/intents.jsonl")
    Path("suite.jsonl").write_text("".join(f"{json.dumps(case)}\n" for case in cases))
    Path("body.json").write_text('{"text": "{{ expression }}"}')
    with behind(engine) as served:
        command = ["run", "suite.jsonl", "--system", f"{served.url}/parse", "--request", "body.json"]
        more = ["--response", "$.intent.name", "-m", "labels", "--workers", "4", "-o", "run", "--json"]
        assert status([*command, *more]) == 0
    said = json.loads(capsys.readouterr().out)
    best = [max(found, key=lambda one: found[one]) for found in (engine(case["expression"]) for case in cases)]
    right = sum([name] == case["reference"] for name, case in zip(best, cases, strict=True))
    (figure,) = said["figures"].values()
    assert figure["value"] == pytest.approx(1 - right / len(cases))
    assert 0.3 < right / len(cases) < 0.7, "it has learned, and not everything"
    assert said["efficiency"]["seconds"]["answers"] == len(cases) == len(served.asked)
    answers = murho.open("run").kept.answers()
    assert answers.for_cases([case["id"] for case in cases]).answers == [(name,) for name in best]


def test_what_repetitions_say_is_what_the_engine_draws_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each figure against its expectation by the engine's own probabilities, within five of its standard errors."""
    engine = textcat()
    monkeypatch.chdir(tmp_path)
    Path("body.json").write_text('{"text": "{{ expression }}"}')
    drawn = lines("service/intents.jsonl")[:150]
    cases = [{name: case[name] for name in ("id", "expression", "reference")} for case in drawn]
    with behind(engine, draw=True) as served:
        system = f"{served.url}/parse request=body.json response=$.intent.name"
        runs = [murho.run(cases, system, measures="labels", repeat=ASKINGS, workers=4, folder=to) for to in "ab"]
        assert len(served.asked) == 2 * len(cases) * ASKINGS
    said: dict[str, Any] = runs[0].score.as_json()
    told = said["repeats"]
    probabilities = [engine(case["expression"]) for case in cases]
    right = np.array([found.get(case["reference"][0], 0.0) for found, case in zip(probabilities, cases, strict=True)])
    n, varies = len(cases), right * (1 - right)
    assert varies.mean() > 0.08, "it draws indeed"

    def near(found: float, each: Any, deviations: Any) -> None:
        """Whether a mean over cases is what it should be, each case being off by so much (its standard deviation)."""
        expected = float(np.mean(each))
        assert abs(found - expected) < 5 * float(np.sqrt(np.sum(np.square(deviations)))) / n, (found, expected)

    def share(found: float, chance: Any) -> None:
        near(found, chance, np.sqrt(chance * (1 - chance)))

    near(said["value"], 1 - right, np.sqrt(varies / ASKINGS))
    share(told["right_at_least_once"]["value"], 1 - (1 - right) ** ASKINGS)
    share(told["right_always"]["value"], right**ASKINGS)
    for few in range(1, ASKINGS + 1):
        share(told["right_at_least_once_in"][few - 1], 1 - (1 - right) ** few)
        share(told["right_always_in"][few - 1], right**few)
    share(
        told["agreement_with_itself"]["value"],
        np.array([sum(one**2 for one in found.values()) for found in probabilities]),
    )
    # The variance of a few draws is at most this much; the part within is its mean over cases by n and by askings.
    most = ASKINGS / (4 * (ASKINGS - 1))
    near(told["variance_within_cases"] * n * ASKINGS, varies, np.sqrt(varies * most))
    off, of_mean = right - right.mean(), varies / ASKINGS
    near(told["variance_between_cases"] * (n - 1), off**2, np.sqrt(4 * off**2 * of_mean + 2 * of_mean**2))
    noise = critical(0.95, n * (ASKINGS - 1)) * sqrt(told["variance_within_cases"])
    assert told["own_noise"] == pytest.approx(float(noise))
    found = runs[0].compare(runs[1]).as_json()
    own = critical(0.95, n * (ASKINGS - 1)) * sqrt(2 * varies.sum() / ASKINGS) / n
    assert found["own_noise"] == pytest.approx(float(own), rel=0.2)
    assert abs(found["difference"]) < 2.5 * found["own_noise"], "five standard errors of what is no difference"

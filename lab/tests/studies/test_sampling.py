"""The study of sampling: its intervals and samples are the ones users get, and what it finds of real runs."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from murho.cli import status
from murho.core.estimate import estimate
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.sampling import Chance, proportional, simple, stratified
from murho.sampling import Population as Suite
from murho.sampling.estimating import Unit, Units
from murho_lab.studies.sampling.looks import Sample, read
from murho_lab.studies.sampling.populations import Population, agreement
from murho_lab.studies.sampling.ways import PILOT, WAYS, Chances, _of_strata, totals

SIZE = 1200
RNG = np.random.default_rng(5)
STRATA = RNG.choice(3, SIZE, p=[0.6, 0.3, 0.1])
POPULATION = Population(
    "a",
    "uneven",
    (RNG.random(SIZE) < np.array([0.1, 0.4, 0.7])[STRATA]) * 1.0,
    RNG.choice([0.2, 0.5, 1.0], SIZE),
    STRATA,
    ("x", "y", "z"),
    np.arange(SIZE) // 4,
    STRATA * 2 + np.arange(SIZE) % 2,
)
ASKED = {
    "simple(n)": simple(90),
    "simple(n, replace=True)": simple(400, replace=True),
    "proportional(n)": proportional(90),
    "proportional(n, replace=True)": proportional(90, replace=True),
    "strata": stratified(90, by="part"),
    "strata, within='proportional'": stratified(90, by="part", within="proportional"),
    "strata, adaptive": stratified(90, by="part", within="proportional", allocation="adaptive"),
}


@pytest.mark.parametrize("name", ASKED)
def test_its_intervals_are_the_ones_that_users_get(name: str) -> None:
    asked, rho = ASKED[name], POPULATION.rho
    strata = [POPULATION.names[number] for number in STRATA]
    known: dict[str, Any] = {}
    if asked.learned:
        pilot = stratified(30, by="part", within="proportional").draw(Suite(SIZE, rho.tolist(), strata), Chance(2))
        known = {"deviations": {"x": 0.3, "y": 0.5, "z": 0.4}, "held": pilot.places}
    drawn = asked.draw(Suite(SIZE, rho.tolist(), strata, **known), Chance(2))
    often = drawn.draws or [1] * len(drawn.places)
    expansion = np.array(often) / np.array(drawn.expected_draws or drawn.inclusion)
    names = [str(place) for place in drawn.places]
    units = Units()
    for place, name_ in enumerate(names):
        units[name_] = Unit("" if drawn.stratum is None else drawn.stratum[place], drawn.inclusion[place], often[place])
    weights = rho[drawn.places] * expansion
    found = tally(Judgements.of(POPULATION.losses[drawn.places]), weights / weights.max(), names, complete=False)
    users = estimate(found.close().closed, effect=units.by_design(found, asked).effect, level=0.95)
    replaced = None if drawn.draws is None else np.array(drawn.draws, float)
    numbers = None if drawn.stratum is None else np.unique(drawn.stratum, return_inverse=True)[1]
    left = 1 - np.array(drawn.inclusion)
    sample = Sample(np.array(drawn.places), expansion, left, len(names), numbers, replaced, asked.learned)
    look = read(sample, *totals(POPULATION, clusters=False))
    assert tuple(look) == pytest.approx((users.value, users.low, users.high), rel=1e-9)


@pytest.mark.parametrize("way", WAYS, ids=[way.name for way in WAYS])
def test_a_design_grows_and_its_inclusions_are_its_own(way: object) -> None:
    assert isinstance(way, type(WAYS[0]))
    path = way.grow(POPULATION, Chances(POPULATION, np.random.default_rng(4)), 0.05)
    few, many = path.sample(max(path.first, 160)), path.sample(max(path.first, 300))
    if way.nested:
        assert {*few.units.tolist()} <= {*many.units.tolist()}
    _, den, _ = totals(POPULATION, way.clusters)
    if "proportional" in way.name:
        assert many.expansion @ den[many.units] == pytest.approx(den.sum())
    if way.name == "simple(n)":
        assert {*many.expansion.tolist()} == {SIZE / 300}
    if path.planned is not None:
        kept = "adaptive" in way.name
        assert path.first == (PILOT if kept else 0) + 6
        assert many.judged == len(many.units) + (0 if kept else PILOT)


@pytest.mark.parametrize("within", ["simple", "proportional"])
def test_its_adaptive_samples_are_the_ones_that_users_draw(within: str) -> None:
    rho, strata = POPULATION.rho.tolist(), [POPULATION.names[number] for number in STRATA]
    pilot = stratified(60, by="part", within=within).draw(Suite(SIZE, rho, strata), Chance(2)).places
    suite = Suite(SIZE, rho, strata, deviations={"x": 0.3, "y": 0.5, "z": 0.4}, held=pilot)
    drawn = stratified(200, by="part", within=within, allocation="adaptive").draw(suite, Chance(2))
    orders, sizes, held = [], {}, {}
    for name in POPULATION.names:
        mine = [place for place in drawn.places if strata[place] == name]
        orders.append(np.array(sorted(mine, key=lambda place: place not in pilot)))
        sizes[name], held[name] = len(mine), sum(place in pilot for place in mine)
    found = _of_strata(POPULATION, orders, within, sizes, held)
    expansion = dict(zip(found.units.tolist(), found.expansion, strict=True))
    assert expansion == pytest.approx({p: 1 / i for p, i in zip(drawn.places, drawn.inclusion, strict=True)})
    assert found.strata is not None
    assert len({*found.strata.tolist()}) == len({*(drawn.stratum or ())}) == 6


def test_which_systems_agree() -> None:
    said = [("a", "a", "a"), ("a", "a", "b"), ("b", "a", "a"), ("a", "b", "c")]
    assert [*map(agreement, said)] == ["same", "1 1 3", "1 2 2", "1 2 3"]


@pytest.mark.slow
def test_the_command_and_its_page(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["study", "sampling", "--data", str(data / "slurp"), "--quick", "--repetitions", "20", "--seed", "3"]
    assert status([*command, "--json", "-o", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["cases"], told["repetitions"], len(told["found"])) == (12392, 20, 3 * len(WAYS))
    found = {(one["weights"], one["design"]): one for one in told["found"]}
    assert found["equal", "simple(n)"]["fixed"]["judgements"] == 1420
    assert found["rarest word", "simple(n)"]["total"] == 6582
    for weights, least in (("equal", 1.6), ("length", 2.1), ("rarest word", 4.0)):
        assert found[weights, "strata, adaptive, within='proportional'"]["times"] >= least
    assert "| simple(n) | 1,420 |" in (tmp_path / "sampling-tables.md").read_text("utf-8")


def test_without_its_data_it_says_what_it_needs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["study", "sampling", "--data", str(tmp_path)]) == 1
    assert "no test.jsonl.gz here; give the folder of the SLURP data with --data" in capsys.readouterr().err

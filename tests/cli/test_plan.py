"""murho plan: how many judgements a margin takes, checked against samples of that size."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from murho.cli import status
from murho.sampling import Chance, Population, design
from murho.sampling.allocating import deviations
from murho.sampling.estimating import Unit, Units
from murho.sampling.planning import Known, Pilot, planned, ways_of_the_source

GENERATOR = np.random.default_rng(1)
SIZE = 3000
RHO = GENERATOR.choice([0.1, 0.3, 1.0], SIZE)
STRATA = GENERATOR.choice(["easy", "hard"], SIZE, p=[0.8, 0.2]).tolist()
LOSS = (GENERATOR.random(SIZE) < np.where(np.array(STRATA) == "hard", 0.5, 0.03)).astype(float)


def known() -> Known:
    return Known(RHO, STRATA, "part", Pilot(LOSS, np.ones(SIZE), RHO, np.ones(SIZE), STRATA))


def test_by_cochran() -> None:
    """Of equal cases n0 = z²·p(1 − p)/d² = 1850 at p = .26, and of 12,392 cases n0/(1 + n0/N)."""
    simple, proportional = planned(Known(np.ones(12392)), 0.02, expect=0.26, level=0.95)
    zero = 1.959964**2 * 0.26 * 0.74 / 0.02**2
    assert simple.n == proportional.n == int(np.ceil(zero / (1 + zero / 12392)))
    assert proportional.saving == 0


def test_each_design_saves_what_it_can() -> None:
    plans = planned(known(), 0.02, level=0.95)
    by = {plan.design.split("(")[0] + plan.design.partition(",")[2]: plan for plan in plans}
    simple = by["simple"].n
    assert all(plan.saving == 1 - plan.n / simple for plan in plans)
    assert by["proportional"].n < simple
    assert by["stratified by='part', allocation='neyman')"].n < by["stratified by='part')"].n < simple
    assert min(plans, key=lambda plan: plan.n).design.endswith("allocation='neyman', within='proportional')")
    assert by["stratified by='part', allocation='adaptive')"].n == SIZE  # its pilot judged all, and is kept
    for plan in plans[2:]:
        assert plan.by_stratum is not None
        assert sum(plan.by_stratum.values()) == plan.n


@pytest.mark.slow
def test_samples_of_that_size_are_as_certain_as_was_wanted() -> None:
    truth, deviations = float((RHO * LOSS).sum() / RHO.sum()), {"easy": 0.17, "hard": 0.5}
    for plan in planned(known(), 0.03, level=0.95):
        if "adaptive" in plan.design:
            continue
        found = []
        for seed in range(400):
            drawn = design(plan.design).draw(
                Population(SIZE, RHO.tolist(), STRATA, deviations=deviations), Chance(seed)
            )
            weight = RHO[drawn.places] / np.array(drawn.inclusion)
            found.append((weight * LOSS[drawn.places]).sum() / weight.sum())
        error = np.array(found) - truth
        # The standard error that ±0.03 at 95 % asks for, give or take what 400 draws and rounding tell.
        assert error.std() == pytest.approx(0.03 / 1.96, rel=0.15), plan


@pytest.mark.parametrize("within", ["simple", "proportional"])
def test_an_adaptive_sample_of_that_size_has_the_interval_that_was_wanted(within: str) -> None:
    """The pilot is drawn, judged and kept; the variance that figures tell, with its standard error, is as planned."""
    wide = []
    for seed in range(12):
        first = design(f"stratified(150, by='part', within={within!r})").draw(
            Population(SIZE, RHO.tolist(), STRATA), Chance(seed)
        )
        of = [STRATA[place] for place in first.places]
        count = 1 / np.array(first.inclusion, np.float64)
        pilot = Pilot(LOSS[first.places], np.ones(150), RHO[first.places], count, of)
        plans = planned(Known(RHO, STRATA, "part", pilot), 0.03, level=0.95)
        by = {one.design.partition(",")[2]: one for one in plans}
        end = "" if within == "simple" else ", within='proportional'"
        neyman, adaptive = (by[f" by='part', allocation={name!r}{end})"] for name in ("neyman", "adaptive"))
        assert neyman.n < adaptive.n < 1000
        assert adaptive.by_stratum is not None
        assert all(adaptive.by_stratum[name] >= of.count(name) + 2 for name in ("easy", "hard"))
        found = deviations(of, pilot.loss, pilot.units, pilot.rho, within=within)
        held = Population(SIZE, RHO.tolist(), STRATA, deviations=found, held=first.places)
        drawn = design(adaptive.design).draw(held, Chance(seed))
        weight = RHO[drawn.places] / np.array(drawn.inclusion, np.float64)
        pi = (weight * LOSS[drawn.places]).sum() / weight.sum()
        assert drawn.stratum is not None
        units = Units(
            {str(at): Unit(*one, 1) for at, *one in zip(drawn.places, drawn.stratum, drawn.inclusion, strict=True)}
        )
        terms = dict(zip(map(str, drawn.places), weight * (LOSS[drawn.places] - pi) / weight.sum(), strict=True))
        wide.append(1.96 * (units.variance(terms) + units.variance_error(terms)) ** 0.5)
    assert np.median(wide) == pytest.approx(0.03, rel=0.1)


def test_what_the_ways_of_the_source_cover() -> None:
    equal = ways_of_the_source(Known(np.ones(100)), 0.05, expect=0.3, level=0.95)
    for way in equal:
        assert 0.93 < way.covers < 0.97
        assert way.covers_weighted == pytest.approx(way.covers)
    for way in ways_of_the_source(Known(RHO), 0.05, expect=0.3, level=0.95):
        assert way.covers_weighted < 0.9


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    for name, every in (("a", 4), ("b", 5)):
        rows = [{"id": str(i), "answer": ["no" if i % every == 0 else "yes"]} for i in range(60)]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    cases = [{"id": str(i), "expression": "x", "reference": ["yes"], "part": "xy"[i % 2]} for i in range(60)]
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in cases))
    for name in "ab":
        run = ["run", str(tmp_path / "cases.jsonl"), "--system", str(tmp_path / f"{name}.jsonl"), "-m", "labels"]
        assert status([*run, "-o", str(tmp_path / name)]) == 0
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *words: Any) -> dict[str, Any]:
    capsys.readouterr()
    assert status([*map(str, words), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_what_is_printed(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["plan", suite / "cases.jsonl", "--margin", 0.1, "--stratify", "part"]
    found = told(capsys, *command, "--pilot", suite / "a", "--pilot", suite / "b")
    shown = ["design", "n", "by_stratum", "saving"]
    assert [list(one) for one in found["designs"]] == [shown] * 4 + [[*shown, "note"]] + [shown] * 2 + [
        [*shown, "note"]
    ]
    assert "the 60 judgements of the pilot among them" in found["designs"][4]["note"]
    assert found["population"] == 60
    assert found["difference"][0]["n"] > 1
    a, b = (np.arange(60) % every == 0 for every in (4, 5))
    assert found["correlation"] == pytest.approx(np.corrcoef(a, b)[0, 1])
    # All errors are in one part: a sample of fixed sizes has less to be uncertain of.
    simple, _, strata, neyman, *_ = found["designs"]
    assert neyman["n"] <= strata["n"] < simple["n"]
    assert status([*map(str, command)]) == 0
    assert "judgements for ±0.1 at 95 %, of 60 cases" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--margin", "0"], "margin 0.0"),
        (["--margin", "0.1", "--stratify", "colour"], "no feature 'colour'"),
        (["--margin", "0.1", "--pilot", "none"], "no run here"),
        (["--margin", "0.1", "--pilot", "a", "--pilot", "b", "--pilot", "a"], "give one, or two"),
        (["--margin", "0.1", "--agreement", "a"], "agreement is that of two runs or more"),
    ],
)
def test_bad_input_is_one_line(suite: Path, capsys: pytest.CaptureFixture[str], words: list[str], found: str) -> None:
    capsys.readouterr()
    named = [str(suite / word) if word in ("a", "b", "none") else word for word in words]
    assert status(["plan", str(suite / "cases.jsonl"), *named]) in (1, 2)
    (line,) = capsys.readouterr().err.splitlines()
    assert found in line

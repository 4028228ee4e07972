"""murho trust: how often the interval of a run holds, on samples drawn from it."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import murho
from murho.cli import status
from murho.core.coverage import Population, draws
from murho.core.coverage import _kinds as kinds_of
from murho.figures.trust import Trust
from murho.pipeline.runs.show import counted
from murho.pipeline.scoring.reading import Reading

CLUSTERS = [4, 1, 3, 6, 2, 5, 1, 4, 3, 2]
"""Cases of each dialogue."""


def rows() -> list[dict[str, Any]]:
    """Dialogues of unequal length, weights that differ, a case of no dialogue."""
    names = [f"d{place}" for place, size in enumerate(CLUSTERS) for _ in range(size)]
    made = [
        {"id": str(i), "expression": str(i), "reference": ["yes"], "cluster": name, "weight": (1 + i % 3) / 4}
        for i, name in enumerate(names)
    ]
    return [*made, {"id": "alone", "expression": "33", "reference": ["yes"], "weight": 0.5}]


def wrong(text: str) -> str:
    return "no" if int(text) % 7 in (0, 3) else "yes"


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> murho.Run:
    folder = tmp_path_factory.mktemp("runs") / "desk"
    return murho.run(rows(), wrong, measures="labels", folder=folder)


def told(capsys: pytest.CaptureFixture[str], *arguments: Any) -> dict[str, Any]:
    assert status(["trust", *map(str, arguments), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("weight", ["given", "constant"])
def test_it_is_what_score_says_of_the_rows_that_were_drawn(
    saved: murho.Run, capsys: pytest.CaptureFixture[str], weight: str
) -> None:
    """The same draws, but every row written down anew and given to murho.score, one sample after the other."""
    found = told(capsys, saved.path, "--weight", weight, "--replications", 120, "--seed", 3)
    of_cluster: dict[str, list[dict[str, Any]]] = {}
    for row in rows():
        of_cluster.setdefault(row.get("cluster", row["id"]), []).append(row)
    _, book = counted(saved.kept, murho.face.score.measures_of("labels")[0], _reading(weight), "undefined")
    population = Population(*book.clusters())
    kinds, sizes = kinds_of(population)
    held: dict[tuple[float, float, float], list[list[dict[str, Any]]]] = {}
    for name in sorted(of_cluster, key=lambda name: "\0" + name if name == "alone" else name):
        its = of_cluster[name]
        rho = [1.0 if weight == "constant" else float(row["weight"]) for row in its]
        loss = [float(wrong(row["expression"]) != "yes") for row in its]
        sums = (sum(r * one for r, one in zip(rho, loss, strict=True)), sum(rho), sum(r * r for r in rho))
        held.setdefault(sums, []).append(its)
    unit = float(population.den.mean())
    rng, covered, widths, flagged = np.random.default_rng(3), 0, [], 0
    counts = np.concatenate([part for _, part in draws(sizes, 120, rng)], axis=1)
    for sample in counts.tolist():
        drawn: list[tuple[str, dict[str, Any]]] = []
        for kind, times in enumerate(sample):
            sums = kinds.num[kind] * unit, kinds.den[kind] * unit, kinds.square[kind] * unit * unit
            (its,) = [clusters[0] for key, clusters in held.items() if key == pytest.approx(sums)]
            drawn += [(f"{kind} {copy}", row) for copy in range(times) for row in its]
        score = murho.score(
            "labels",
            ["yes"] * len(drawn),
            [wrong(row["expression"]) for _, row in drawn],
            sample_weight=[1.0 if weight == "constant" else row["weight"] for _, row in drawn],
            clusters=[name for name, _ in drawn],
        )
        low, high = score.interval or (0.0, 0.0)
        covered += low <= found["value"] <= high
        flagged += bool(score.figure.flags)
        widths.append(high - low)
    assert found["coverage"] == covered / 120
    assert found["width"] == pytest.approx(float(np.median(widths)), rel=1e-7)
    assert found["flagged"] == flagged / 120
    assert found["value"] == saved.show(weight=weight).value
    assert found["interval"] == list(saved.show(weight=weight).main.interval or ())


def _reading(weight: str) -> Reading:
    from murho.weighting import weighting

    return Reading(weighting(weight), keep_clusters=True)


def test_json_has_what_it_rests_on(saved: murho.Run, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, saved.path, "--margin", 0.05, "--level", 0.9, "--seed", 2)
    assert (found["n"], found["clusters"], found["replications"]) == (32, 11, 2000)
    assert (found["level"], found["margin"], found["seed"], found["measure"]) == (0.9, 0.05, 2, "labels")
    assert found["coverage"] + found["above"] + found["below"] == pytest.approx(1)
    assert found["coverage_interval"][0] < found["coverage"] < found["coverage_interval"][1]
    low, high = found["interval"]
    needed = 32 * ((high - low) / 2 / 0.05) ** 2
    assert needed <= 32 + found["more_cases"] < needed + 1
    assert "|level:0.9|replications:2000|margin:0.05|seed:2|" in found["signature"]
    assert found["without_interval"] == 0


def test_half_the_width_takes_three_times_the_cases(saved: murho.Run, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, saved.path, "--replications", 100)
    low, high = found["interval"]
    assert found["margin"] == pytest.approx((high - low) / 4)
    assert found["more_cases"] == 3 * 32


def test_python_gives_the_same(saved: murho.Run, capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["--margin", 0.1, "--weight", "constant", "--level", 0.8, "--seed", 4, "--replications", 300]
    printed = told(capsys, saved.path, *typed)
    given: dict[str, Any] = {"margin": 0.1, "weight": "constant", "level": 0.8, "seed": 4, "replications": 300}
    found = saved.trust(**given, progress=False)
    assert found.as_json() == printed
    assert murho.trust(saved.path, **given).as_json() == printed
    assert (found.coverage, found.more_cases) == (printed["coverage"], printed["more_cases"])
    row = {name: value for name, value in found.main.table().to_pylist()[0].items() if name in printed}
    assert row == {name: printed[name] for name in row}
    assert isinstance(found.main, Trust)
    assert f"{found.coverage:.4f}" in found._repr_html_()
    both = saved.trust(measures=["labels", "graded"], replications=100)
    assert [one.measure for one in both] == ["labels", "graded('json')"]


def test_a_function_is_told_how_far_it_is(saved: murho.Run) -> None:
    seen: list[tuple[int, int]] = []
    saved.trust(replications=300, progress=lambda done, of: seen.append((done, of)))
    assert seen == [(0, 300), (256, 300), (300, 300)]


def test_the_terminal_says_it_in_a_table(saved: murho.Run, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, saved.path, "--replications", 200, "--margin", 0.1)
    assert status(["trust", str(saved.path), "--replications", "200", "--margin", "0.1"]) == 0
    shown = capsys.readouterr()
    lines = shown.out.splitlines()
    low, high = found["interval"]
    assert lines[0] == "trust in labels  how often the 95 % interval holds π, on samples drawn from the run"
    assert lines[8] == f"  π of the run {found['value']:.4f} [{low:.4f}, {high:.4f}], cases 32, clusters 11"
    assert lines[1].startswith("200 samples of the run")
    low, high = found["coverage_interval"]
    table = [line.split() for line in lines[2:8]]
    assert table[0] == ["interval", "holds", "π", f"{found['coverage']:.4f}", f"[{low:.4f},", f"{high:.4f}]"]
    assert [row[-1] for row in table[1:]] == [
        f"{found[name]:.4f}" for name in ("above", "below", "flagged", "without_interval", "width")
    ]
    clusters = -(-found["more_cases"] * 11 // 32)
    assert lines[9] == f"  ±0.1000 takes {found['more_cases']} cases more, {clusters} clusters like these"
    assert shown.err == ""


@pytest.mark.parametrize("bounded", [True, False])
def test_where_nothing_failed_the_coverage_says_nothing(tmp_path: Path, bounded: bool) -> None:
    right = murho.run(rows(), lambda _: "yes", measures="labels" if bounded else "words", folder=tmp_path / "right")
    found = right.trust(replications=100)
    assert found.coverage == 1
    assert any("came out alike" in flag for flag in found.main.flags)


def test_a_single_cluster_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = [{**row, "cluster": "all"} for row in rows()]
    murho.run(one, wrong, measures="labels", folder=tmp_path / "one")
    assert status(["trust", str(tmp_path / "one")]) == 1
    shown = capsys.readouterr()
    (line,) = shown.err.splitlines()
    assert line == (
        f"{tmp_path / 'one'}: no interval to trust: only 1 cluster: how much clusters differ is unknown; "
        "trust draws clusters: give a run with several"
    )
    assert shown.out == ""


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (["--margin", "0"], "margin 0.0; give half the width that the interval should have, such as 0.02"),
        (["--margin", "-1"], "margin -1.0; give half the width"),
        (["--margin", "nan"], "margin nan; give half the width"),
        (["--margin", "wide"], "'wide' is not a valid float"),
        (["--replications", "99"], "99 replications are too few to tell a coverage; give at least 100"),
        (["--level", "1"], "confidence level 1.0; give a number between 0 and 1, such as 0.95"),
        (["--with", "n=3"], "--with n: "),
    ],
)
def test_what_does_not_fit_is_refused(
    saved: murho.Run, capsys: pytest.CaptureFixture[str], typed: list[str], says: str
) -> None:
    assert status(["trust", str(saved.path), *typed]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert says in line


def test_no_run_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["trust", str(tmp_path)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1

"""murho sample: what is written, and what figures of a sample say of all cases."""

import json
from pathlib import Path
from typing import Any

import pytest

import murho
from murho.cli import status
from murho.core.case import Cases
from murho.sampling.estimating import Sampled, Units

SIZE = 240


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three parts, of which the first is the hardest; ρ and clusters; a run of all."""
    folder = tmp_path_factory.mktemp("suite")
    cases, answers = [], []
    for i in range(SIZE):
        part = "abc"[i % 3]
        wrong = (i * 7) % 20 < {"a": 10, "b": 3, "c": 1}[part]
        case = {"id": str(i), "expression": "w " * (1 + i % 7), "reference": ["yes"], "part": part}
        cases.append({**case, "weight": (1 + i % 4) / 4, "cluster": f"c{i // 5}"})
        answers.append({"id": str(i), "answer": ["no" if wrong else "yes"]})
    for name, rows in (("cases", cases), ("answers", answers)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = [
        "run",
        folder / "cases.jsonl",
        "--system",
        folder / "answers.jsonl",
        "-m",
        "labels",
        "-o",
        folder / "all",
    ]
    assert status([str(word) for word in command]) == 0
    return folder


def told(capsys: pytest.CaptureFixture[str], *words: Any) -> dict[str, Any]:
    capsys.readouterr()
    assert status([*map(str, words), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_what_is_written(files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "sample.jsonl"
    asked = "stratified(30, by='part')"
    found = told(capsys, "sample", files / "cases.jsonl", "--design", asked, "-o", out, "--seed", 4)
    strata = {name: {"size": 80, "n": 10, "importance": 50.0, "largest": 1.0} for name in "abc"}
    assert found == {
        "n": 30,
        "design": asked,
        "population": SIZE,
        "total_importance": 150.0,
        "strata": strata,
        "seed": 4,
        "weight": "given",
    }
    rows = lines(out)
    originals = {row["id"]: row for row in lines(files / "cases.jsonl")}
    for row in rows:
        assert (row.pop("inclusion"), row.pop("stratum"), row.pop("stratum_size")) == (10 / 80, row["part"], 80)
        assert row == originals[row["id"]]
    record = json.loads((tmp_path / "sample.design.json").read_text())
    assert (record["design"], record["population"], record["strata"]) == (asked, SIZE, strata)


def test_the_suite_is_not_written_over(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    suite, before = str(files / "cases.jsonl"), (files / "cases.jsonl").read_bytes()
    answers = str(files / "answers.jsonl")
    for typed in (
        ["sample", suite, "--design", "simple(9)", "-o"],
        ["score", "labels", suite, answers, "-o"],
        ["compare", "--references", suite, answers, answers, "-m", "labels", "-o"],
    ):
        assert status([*typed, suite]) == 2
        assert f"{suite} is what is read, and would be lost; write to another file" in capsys.readouterr().err
    assert (files / "cases.jsonl").read_bytes() == before
    log = files / "log.csv"
    log.write_text("reference,answer\na b,a\n")
    for typed in (["plan", str(log), "--margin", "0.1"], ["align", str(log), "-m", "words"]):
        assert status([*typed, "--table", str(log)]) == 2
        assert f"{log} is what is read, and would be lost" in capsys.readouterr().err


def test_a_simple_sample_is_what_limit_asks(files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "sample", files / "cases.jsonl", "--design", "simple(20)", "-o", tmp_path / "s.jsonl", "--seed", 3)
    run = [
        "run",
        files / "cases.jsonl",
        "--system",
        files / "answers.jsonl",
        "-m",
        "labels",
        "--limit",
        20,
        "--seed",
        3,
    ]
    told(capsys, *run, "--extra", "ignore", "-o", tmp_path / "run")
    shown = told(capsys, "show", tmp_path / "run", "--per-case")
    (score,) = shown.values() if "value" not in shown else [shown]
    assert [row["id"] for row in score["per_case"]] == [row["id"] for row in lines(tmp_path / "s.jsonl")]


def test_with_replacement_draws_are_told(files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = "proportional(300, replace=True)"
    told(capsys, "sample", files / "cases.jsonl", "--design", asked, "-o", tmp_path / "s.jsonl")
    rows = lines(tmp_path / "s.jsonl")
    assert sum(row["draws"] for row in rows) == 300
    for row in rows:
        assert row["expected_draws"] == pytest.approx(300 * row["weight"] / 150)
        assert row["inclusion"] == pytest.approx(1 - (1 - row["weight"] / 150) ** 300)


def test_thinned(files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    suite = tmp_path / "cases.jsonl"
    meant = [{"city": "rome"}, {"city": "rome"}, {"city": "bonn"}, {"day": "monday"}, None]
    suite.write_text(
        "".join(
            json.dumps({"id": str(i), "expression": "x", "reference": None if meaning is None else [meaning]}) + "\n"
            for i, meaning in enumerate(meant)
        )
    )
    for how, multiplicities in (("meanings", [2, 1, 1, 1]), ("values", [3, 1, 1])):
        design = f"simple({len(multiplicities)})"
        told(capsys, "sample", suite, "--design", design, "--thin", how, "-o", tmp_path / "thin.jsonl")
        assert [row["m"] for row in lines(tmp_path / "thin.jsonl")] == multiplicities
        assert {row["inclusion"] for row in lines(tmp_path / "thin.jsonl")} == {1.0}


@pytest.mark.parametrize(
    ("design", "half"),
    [("simple(240)", 0.0), ("proportional(60)", 0.12), ("stratified(60, by='part')", 0.12), ("clusters(12)", 0.18)],
)
def test_a_sample_tells_of_all(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], design: str, half: float
) -> None:
    out, folder = tmp_path / "s.jsonl", tmp_path / "run"
    truth = told(capsys, "show", files / "all")["value"]
    told(capsys, "sample", files / "cases.jsonl", "--design", design, "-o", out, "--seed", 1)
    answers = ["--extra", "ignore"]
    scored = told(capsys, "score", "labels", out, files / "answers.jsonl", *answers, "--by", "part")
    run = ["run", out, "--system", files / "answers.jsonl", *answers, "-m", "labels", "-o", folder]
    assert told(capsys, *run)["figures"]["labels"]["value"] == scored["value"]
    shown = told(capsys, "show", folder, "--by", "part")
    for name in ("value", "interval", "denominator", "by", "method"):
        assert shown[name] == scored[name]
    assert shown["sample"] == {
        "design": design,
        "of": SIZE,
        "population": "finite",
        "variance": json.loads((tmp_path / "s.design.json").read_text())["variance"],
    }
    low, high = shown["interval"]
    assert low <= truth <= high
    assert (high - low) / 2 <= half
    wider = told(capsys, "show", folder, "--population", "super")
    assert wider["value"] == shown["value"]
    assert wider["interval"][1] - wider["interval"][0] > (high - low)
    assert wider["sample"]["population"] == "super"


def test_drawn_in_proportion_the_mean_of_losses_is_the_figure(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "s.jsonl"
    told(capsys, "sample", files / "cases.jsonl", "--design", "proportional(60)", "-o", out)
    scored = told(capsys, "score", "labels", out, files / "answers.jsonl", "--extra", "ignore", "--per-case")
    assert scored["value"] == pytest.approx(sum(row["loss"] for row in scored["per_case"]) / 60)
    assert scored["importance"] if "importance" in scored else scored["denominator"] == pytest.approx(150)
    assert {row["weight"] for row in scored["per_case"]} == {0.25, 0.5, 0.75, 1.0}


def test_a_pilot_and_agreement(files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = "stratified(60, by='part', allocation='neyman')"
    out = tmp_path / "s.jsonl"
    found = told(capsys, "sample", files / "cases.jsonl", "--design", asked, "--pilot", files / "all", "-o", out)
    drawn = {name: stratum["n"] for name, stratum in found["strata"].items()}
    assert drawn["a"] > drawn["b"] > drawn["c"] >= 2
    command = ["--agreement", files / "all", "--agreement", files / "all"]
    found = told(
        capsys, "sample", files / "cases.jsonl", "--design", "stratified(9, by='agreement')", *command, "-o", out
    )
    assert found["strata"] == {"same": {"size": SIZE, "n": 9, "importance": 150.0, "largest": 1.0}}


def test_a_pilot_is_not_drawn_again_by_the_same_seed(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the same draws the sample of the first stratum would hold all of its pilot, which decided how large it is."""
    drawn = []
    for allocation in ("proportional", "neyman"):
        asked = f"stratified(120, by='part', allocation='{allocation}')"
        given = ["--pilot", files / "all"] if allocation == "neyman" else []
        told(capsys, "sample", files / "cases.jsonl", "--design", asked, *given, "-o", tmp_path / "s.jsonl")
        drawn.append({row["id"] for row in lines(tmp_path / "s.jsonl") if row["part"] == "a"})
    assert len(drawn[0]) == 40 < len(drawn[1])
    assert len(drawn[0] & drawn[1]) < 38


def test_the_record_has_the_heaviest_cluster(files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "sample", files / "cases.jsonl", "--design", "clusters(5)", "-o", tmp_path / "s.jsonl")
    record = json.loads((tmp_path / "s.design.json").read_text())
    assert (record["clusters"], record["largest_cluster"]) == (48, 3.5)  # 1 + .25 + .5 + .75 + 1


def test_which_runs_agree(files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = {"a": "xxxyy", "b": "xxyyy", "c": "xyyxy"}
    rows = [{"id": str(i), "expression": "e", "reference": ["x"]} for i in range(5)]
    (tmp_path / "five.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    command: list[Any] = ["sample", tmp_path / "five.jsonl", "--design", "stratified(5, by='agreement')"]
    for name, answers in said.items():
        recorded = [{"id": str(i), "answer": [answer]} for i, answer in enumerate(answers)]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in recorded))
        run = ["run", tmp_path / "five.jsonl", "--system", tmp_path / f"{name}.jsonl", "-m", "labels"]
        told(capsys, *run, "-o", tmp_path / name)
        command += ["--agreement", tmp_path / name]
    told(capsys, *command, "-o", tmp_path / "s.jsonl")
    assert [row["agreement"] for row in lines(tmp_path / "s.jsonl")] == ["same", "1 2|3", "1|2 3", "1 2|3", "same"]


def test_a_pilot_in_proportion_to_importance_grows(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases, answers = files / "cases.jsonl", ["--system", files / "answers.jsonl", "--extra", "ignore", "-m", "labels"]
    by = "by='part', within='proportional'"
    told(capsys, "sample", cases, "--design", f"stratified(24, {by})", "-o", tmp_path / "p.jsonl", "--seed", 5)
    told(capsys, "run", tmp_path / "p.jsonl", *answers, "-o", tmp_path / "pilot")
    asked = ["--design", f"stratified(80, {by}, allocation='adaptive')", "--pilot", tmp_path / "pilot"]
    found = told(capsys, "sample", cases, *asked, "-o", tmp_path / "s.jsonl", "--seed", 5)
    rows = {row["id"]: row for row in lines(tmp_path / "s.jsonl")}
    assert {row["id"] for row in lines(tmp_path / "p.jsonl")} < rows.keys()
    assert sum(stratum["n"] for stratum in found["strata"].values()) == len(rows) == 80
    assert sum(row["weight"] / row["inclusion"] for row in rows.values()) == pytest.approx(150)
    told(capsys, "run", tmp_path / "s.jsonl", *answers, "-o", tmp_path / "grown")
    low, high = told(capsys, "show", tmp_path / "grown")["interval"]
    assert low <= told(capsys, "show", files / "all")["value"] <= high
    assert status([*map(str, ["sample", cases, *asked, "-o", tmp_path / "t.jsonl", "--seed", 6])]) == 2
    assert "the pilot is not the beginning of this sample" in capsys.readouterr().err


def test_what_a_machine_says_makes_strata(files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = [
        {"id": str(i), "answer": None if i % 8 == 0 else ["bad" if i % 3 == 0 else "good"], "confidence": i / SIZE}
        for i in range(SIZE)
    ]
    (tmp_path / "judge.jsonl").write_text("".join(json.dumps(row) + "\n" for row in said))
    run = ["run", files / "cases.jsonl", "--system", tmp_path / "judge.jsonl", "-m", "labels", "-o", tmp_path / "judge"]
    told(capsys, *run)
    given = ["--told", f"verdict={tmp_path / 'judge'}", "--told", f"sure={tmp_path / 'judge'}:confidence"]
    out = tmp_path / "s.jsonl"
    asked = ["sample", files / "cases.jsonl", *given, "-o", out]
    found = told(capsys, *asked, "--design", "stratified(60, by='verdict')")
    assert {name: of["size"] for name, of in found["strata"].items()} == {"bad": 70, "good": 140, "⊥": 30}
    found = told(capsys, *asked, "--design", "poststratified(60, by='sure')")
    assert {name: of["size"] for name, of in found["strata"].items()} == {f"{fifth} of 5": 48 for fifth in range(1, 6)}
    rows = lines(out)
    counts = {name: of["n"] for name, of in found["strata"].items()}
    assert all(row["inclusion"] == counts[row["sure"]] / 48 for row in rows)
    scored = told(capsys, "score", "labels", out, files / "answers.jsonl", "--extra", "ignore", "--weight", "constant")
    assert scored["denominator"] == pytest.approx(SIZE)
    plan = ["plan", files / "cases.jsonl", "--margin", 0.05, "--stratify", "verdict", "--pilot", files / "all"]
    assert {*told(capsys, *plan, *given)["designs"][2]["by_stratum"]} == {"bad", "good", "⊥"}
    python = murho.sample(
        files / "cases.jsonl",
        "poststratified(60, by='sure')",
        told={"verdict": tmp_path / "judge", "sure": (tmp_path / "judge", "confidence")},
    )
    assert python.rows == rows
    for words, error in ((["--told", "x"], "give NAME=RUN"), (["--told", f"x={tmp_path / 'judge'}:y"], "confidence")):
        assert status([*map(str, [*asked, *words, "--design", "simple(3)"])]) == 2
        assert error in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--design", "simple(241)"], "simple(241): there are only 240 cases; give n up to 240"),
        (["--design", "proportional(200)"], "give n up to 150, or replace=True"),
        (["--design", "stratified(9, by='colour')"], "no feature 'colour'"),
        (["--design", "stratified(9, by='part', allocation='neyman')"], "--pilot RUN"),
        (["--design", "simple(9)", "--agreement", "all"], "agreement is that of two runs or more"),
        (["--design", "simple(9)", "--pilot", "all"], "it goes with stratified(...)"),
        (["--design", "most(9)"], "no design 'most'"),
        (["--design", "simple(9)", "-o", "sample.txt"], "name it so, as in -o sample.jsonl"),
    ],
)
def test_bad_input_is_one_line(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    words: list[str], found: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    named = [str(files / word) if word == "all" else word for word in words]
    capsys.readouterr()
    assert status(["sample", str(files / "cases.jsonl"), "-o", "sample.jsonl", *named]) in (1, 2)
    (line,) = capsys.readouterr().err.splitlines()
    assert found in line
    assert not (tmp_path / "sample.jsonl").exists()


def test_what_knows_nothing_of_inclusions_says_so(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, folder = tmp_path / "s.jsonl", str(tmp_path / "run")
    told(capsys, "sample", files / "cases.jsonl", "--design", "simple(50)", "-o", out)
    run = ["run", str(out), "--system", str(files / "answers.jsonl"), "--extra", "ignore", "-m", "labels", "-o", folder]
    assert status(run) == 0
    refused = [
        ["compare", folder, folder],
        ["trust", folder],
        ["report", folder, "-o", str(tmp_path / "report.html")],
        ["show", folder, "--profile", "loss"],
        ["show", folder, "--competence"],
    ]
    for command in refused:
        capsys.readouterr()
        assert status(command) == 1, command
        assert "knows nothing of inclusions" in capsys.readouterr().err
    assert status(["show", folder, "--divide-by", "expressions"]) == 2
    assert status(["show", folder, "--method", "bootstrap"]) == 2
    assert status(["show", folder, "--weight", "frequency"]) == 2
    assert status(["sample", str(out), "--design", "simple(5)", "-o", str(tmp_path / "t.jsonl")]) == 1
    assert "they are a sample already" in capsys.readouterr().err
    assert status([*run[:-1], str(tmp_path / "other"), "--limit", "5"]) == 2
    text = out.read_text().replace('"inclusion":0.', '"inclusion":5.', 1)
    out.write_text(text)
    capsys.readouterr()
    assert status(["score", "labels", str(out), str(files / "answers.jsonl"), "--extra", "ignore"]) == 1
    assert "s.jsonl:1: case" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["stratum", "stratum_size", "draws", "expected_draws"])
def test_a_field_of_the_cases_is_not_taken_for_one_of_the_sample(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """A field `stratum` made the interval of a simple sample as narrow as strata would have been."""
    cases = tmp_path / "cases.jsonl"
    cases.write_text(json.dumps({"id": "1", "expression": "a", "reference": ["yes"], name: 1}) + "\n")
    for design in ("simple(1)", "systematic(1)", "stratified(1, by='id', least=1)"):
        assert status(["sample", str(cases), "--design", design, "-o", str(tmp_path / "s.jsonl")]) == 1
        assert f"the cases have a field {name!r}; rename it, as in" in capsys.readouterr().err


def test_strata_are_read_only_where_the_design_has_them() -> None:
    cases = Cases(
        ["a", "b"], ["", ""], [("x",)] * 2, features={"inclusion": [0.5, 0.5], "stratum": ["p", "q"], "draws": [2, 3]}
    )
    for design, wanted in (
        ("simple(2)", [("", 1), ("", 1)]),
        ("simple(2, replace=True)", [("", 2), ("", 3)]),
        ("stratified(2, by='part')", [("p", 1), ("q", 1)]),
        ("poststratified(2, by='part')", [("p", 1), ("q", 1)]),
    ):
        units = Units()
        units.add(cases, Sampled(design, 4))
        assert [(unit.stratum, unit.draws) for unit in units.values()] == wanted

"""murho generate: what it writes can be run, and what is typed wrong is one line."""

import json
from pathlib import Path

import pytest

import murho
from murho.cli import status


def test_what_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "cases.jsonl"
    shares = ["--classes", "E 3, G 1", "--lengths", "10 1, 11 1"]
    assert status(["generate", "birth-dates", "-n", "40", "--seed", "2", *shares, "-o", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["n"], told["classes"], told["lengths"]) == (40, {"E": 30, "G": 10}, {"10": 20, "11": 20})
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert {len(row["expression"].split()) for row in rows} == {10, 11}
    made = murho.generate("birth-dates", 40, seed=2, classes={"E": 3, "G": 1}, lengths={10: 1, 11: 1})
    assert made.as_json() == told
    assert made.rows == rows
    made.save(tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == out.read_bytes()
    assert len(made.frame()) == len(made) == 40
    assert "no two alike" in made._repr_html_()
    run = murho.run(made.rows, lambda text: rows[0]["reference"] if "?" in text else None, weight="structure")
    assert run.score.value == pytest.approx(0.75**2 / (0.75**2 + 0.25**2))


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["birth-dates", "--classes", "E"], "--classes: 'E' is no share of classes"),
        (["birth-dates", "--classes", "X 1"], "no class 'X'; classes there: T, D"),
        (["birth-dates", "--lengths", "90 1"], "only 0 expressions of 90 words that differ"),
        (["birth-dates", "-n", "30000000", "--classes", "T 1", "--lengths", "even"], "of class T that differ"),
        (["nothing"], "nothing: no such file"),
        (["birth-dates", "-o", "cases.txt"], "name it so, as in -o cases.jsonl"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    found: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert status(["generate", "-o", "cases.jsonl", *words]) in (1, 2)
    (line,) = capsys.readouterr().err.splitlines()
    assert found in line

"""`murho init` and `murho explain`: what to begin with, and what words mean."""

import io
import json
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize("system", ["python", "command"])
@pytest.mark.parametrize(("measure", "value"), [("labels", 2 / 6), ("words", 1 / 14), ("meanings", 2 / 4)])
def test_what_is_written_runs(
    told: Any, here: Path, measure: str, value: float, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = told("init", "desk", "--measure", measure, "--system", system)
    assert said.out.splitlines()[:3] == ["wrote desk/suite.jsonl", "wrote desk/system.py", "wrote desk/murho.toml"]
    monkeypatch.chdir("desk")
    (figure,) = told("run", "--config", "murho.toml", "--json").json["figures"].values()
    assert figure["value"] == pytest.approx(value)
    assert told("check", "suite.jsonl").status == 0


def test_nothing_is_overwritten(told: Any, here: Path) -> None:
    Path("system.py").write_text("mine")
    said = told("init", ".", "--measure", "labels", "--system", "python")
    assert said.line() == "system.py: is there already, and nothing was written; name another folder"
    assert [path.name for path in Path().iterdir()] == ["system.py"]


@pytest.mark.parametrize(
    ("given", "stdin"),
    [((), io.StringIO("")), (("desk", "--measure", "labels"), io.StringIO("")), ((), None)],
    ids=["folder", "system", "closed"],
)
def test_a_question_that_nobody_answers_says_what_to_type(
    told: Any, here: Path, given: tuple[str, ...], stdin: io.StringIO | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", stdin)
    said = told("init", *given)
    assert said.status == 2
    assert "nobody answers the question for the " in said.err
    assert "murho init FOLDER --measure labels --system python" in said.err
    assert list(here.iterdir()) == []


def test_terms_are_explained(told: Any) -> None:
    said = told("explain", "effective", "size").out
    assert said.startswith("effective n  (also: effective size)\nHow many independent, equally heavy cases")
    assert "\n  (Σρ)² / Σρ² by Kish" in said
    assert told("explain", "WER").out.startswith("word error rate")
    assert "A measure." in told("explain", "frames").out
    for measure in ("labels", "words", "Labels"):
        assert told("explain", measure).out.startswith(measure.lower()), "and no term in the plural"
    assert told("explain", "utterances").out.startswith("utterance")
    assert "did you mean habitability?" in told("explain", "habitabilty").line(2)
    every = json.loads(told("explain", "--json").out)
    pages = {one["page"] for one in every if one["page"]}
    root = Path(__file__).parents[2]
    assert [page for page in pages if not (root / page).exists()] == []
    names = [name.casefold() for one in every for name in (one["term"], *one["also"])]
    assert len(set(names)) == len(names), "no name stands for two terms"

"""What a function gives is what the command of its name prints, field by field."""

from pathlib import Path
from typing import Any

import pytest

import murho

from .conftest import CASES, MEASURES, PARSED, SPOKEN, SYSTEM, Told


def test_run(told: Told, tmp_path: Path) -> None:
    named = [word for measure in MEASURES for word in ("-m", measure)]
    asked = ["run", CASES, "--system", SYSTEM, *named, "--by", "scenario", "--limit", "40", "--seed", "3"]
    printed = told(*asked, "-o", tmp_path / "command")
    found = murho.run(
        CASES, SYSTEM, measures=MEASURES, by="scenario", limit=40, seed=3, folder=tmp_path / "python"
    ).as_json()
    assert found.pop("run") == str(tmp_path / "python")
    assert printed.pop("run") == str(tmp_path / "command")
    assert found == printed
    assert len(found["figures"]) == 2


@pytest.mark.parametrize(
    ("typed", "given"),
    [
        ([], {}),
        (["--by", "scenario", "--by", "length"], {"by": ["scenario", "length"]}),
        (["-m", "meanings", "--with", "shifting=mu2(0.25)"], {"measures": "meanings", "shifting": "mu2(0.25)"}),
        (["--weight", "frequency('count')", "--level", "0.9"], {"weight": "frequency('count')", "level": 0.9}),
        (["--profile", "scenario", "--causes"], {"profile": "scenario", "causes": True}),
        (["--competence", "--bound", "0.2"], {"competence": True, "bound": 0.2}),
        (["--per-case", "--divide-by", "expressions"], {"per_case": True, "divide_by": "expressions"}),
        (["--method", "bootstrap", "--seed", "4"], {"method": "bootstrap", "seed": 4}),
    ],
)
def test_show(told: Told, desk: murho.Run, typed: list[str], given: dict[str, Any]) -> None:
    printed = told("show", desk.path, *typed)
    assert desk.show(**given).as_json() == printed
    assert murho.show(desk.path, **given).as_json() == printed


@pytest.mark.parametrize(
    ("typed", "given"),
    [
        ([], {}),
        (["--by", "scenario", "-m", "graded"], {"by": "scenario", "measures": "graded"}),
        (["--tests", "mcnemar,sign", "--pairs", "scenario"], {"tests": ["mcnemar", "sign"], "pairs": "scenario"}),
        (["--missing", "undefined", "--resamples", "200"], {"missing": "undefined", "resamples": 200}),
        (["--weight", "frequency('count')", "--seed", "2"], {"weight": "frequency('count')", "seed": 2}),
    ],
)
def test_compare(told: Told, desk: murho.Run, part: murho.Run, typed: list[str], given: dict[str, Any]) -> None:
    printed = told("compare", desk.path, part.path, *typed)
    assert desk.compare(part, **given).as_json() == printed
    assert murho.compare(desk.path, str(part.path), **given).as_json() == printed


def test_compare_files(told: Told) -> None:
    said, heard = SPOKEN
    printed = told("compare", "--references", said, heard, said, "-m", "words", "--costs", "sclite")
    found = murho.compare(heard, said, references=said, measures="words", costs="sclite")
    assert found.as_json() == printed
    assert found.value == -found.main.whole.pi_a


def test_compare_files_in_a_format_that_their_names_do_not_tell(told: Told, tmp_path: Path) -> None:
    gold, system = (tmp_path / file.stem for file in PARSED)
    for file, copy in zip(PARSED, (gold, system), strict=True):
        copy.write_bytes(file.read_bytes())
    asked = ["--references", gold, system, gold, "-m", "dependencies", "--format", "conllu"]
    found = murho.compare(system, gold, references=gold, measures="dependencies", format="conllu")
    assert found.as_json() == told("compare", *asked)


@pytest.mark.parametrize(
    ("typed", "given"),
    [
        ([], {}),
        (["--costs", "sclite", "--by", "speaker"], {"costs": "sclite", "by": "speaker"}),
        (["--with", "normalize=lower|no_punctuation"], {"normalize": "lower|no_punctuation"}),
        (["--level", "0.8", "--per-case"], {"level": 0.8, "per_case": True}),
        (["--weight", "length", "--missing", "skip"], {"weight": "length", "missing": "skip"}),
        (["--method", "bootstrap", "--seed", "5"], {"method": "bootstrap", "seed": 5}),
    ],
)
def test_score(told: Told, typed: list[str], given: dict[str, Any]) -> None:
    assert murho.score("words", *SPOKEN, **given).as_json() == told("score", "words", *SPOKEN, *typed)


def test_score_of_trees(told: Told) -> None:
    found = murho.score("dependencies", *PARSED, by="deprel", punctuation="drop")
    assert found.as_json() == told("score", "dependencies", *PARSED, "--by", "deprel", "--punctuation", "drop")


@pytest.mark.parametrize(
    ("typed", "given"),
    [
        ([], {}),
        (["--costs", "sclite", "--worst", "3", "--rank", "rate"], {"costs": "sclite", "worst": 3, "rank": "rate"}),
        (["--confusions", "--most", "1", "--by", "speaker"], {"confusions": True, "most": 1, "by": ["speaker"]}),
        (["--errors-only", "--rare"], {"errors_only": True, "rare": True}),
        (["--keywords", "examples/spoken/cities.txt"], {"keywords": "examples/spoken/cities.txt"}),
    ],
)
def test_align(told: Told, typed: list[str], given: dict[str, Any]) -> None:
    assert murho.align("words", *SPOKEN, **given).as_json() == told("align", *SPOKEN, *typed)


def test_words_and_frequencies_given_are_those_of_a_file(told: Told, tmp_path: Path) -> None:
    """To the signature: a list of words is the file that has them line by line."""
    (listed := tmp_path / "words").write_text("to\nplease\n")
    (counted := tmp_path / "counts").write_text("to 100\nplease 3\n")
    typed = ["--keywords", str(listed), "--rare", "--frequencies", str(counted)]
    given: dict[str, Any] = {"rare": True, "frequencies": {"to": 100, "please": 3}}
    printed = told("align", *SPOKEN, *typed)
    assert printed["keywords"]["total"]["hits"] > 0
    assert [row["frequency"] for row in printed["by_frequency"]] == ["0", "2-4", "100-999"]
    assert murho.align("words", *SPOKEN, keywords=["to", "please"], **given).as_json() == printed
    of_a_set = murho.align("words", *SPOKEN, keywords={"to", "please"}, **given).as_json()
    assert [row["keyword"] for row in of_a_set["keywords"]["each"]] == ["please", "to"]
    assert of_a_set["keywords"]["total"] == printed["keywords"]["total"]


@pytest.mark.parametrize("layout", ["pra", "prf", "sys", "raw"])
def test_layouts_of_sclite(layout: str, tmp_path: Path) -> None:
    from murho.cli import status

    paths = [str(path) for path in SPOKEN]
    for typed, given in (([], {}), (["--by", "speaker"], {"by": "speaker"})):
        asked = ["align", *paths, "--costs", "sclite", "--layout", layout, "-o", str(tmp_path / "typed"), *typed]
        assert status(asked) == 0
        found = murho.align("words", *SPOKEN, costs="sclite", worst=1, **given)
        found.save(tmp_path / f"written.{layout}")
        written = (tmp_path / f"written.{layout}").read_text()
        assert written == found.layout(layout) == (tmp_path / "typed").read_text(), "all utterances, also of the worst"
        assert len(found) == 1


def test_a_layout_of_columns() -> None:
    found = murho.align("words", ["a b", "c"], ["a", "c d"], features={"day": ["mon", "tue"], "speaker": ["x", "y"]})
    assert "Speakers: \n    0:  mon\n    1:  tue\n" in found.layout("pra"), "the first feature that is counted by"
    plain = murho.align("words", ["a b", "c"], ["a", "c d"], features={"speaker": ["x", "y"]}, by=())
    assert "Speaker sentences   1:  y   #utts: 1\nid: (2)\nScores: (#C #S #D #I) 1 0 0 1\n" in plain.layout("pra")


def test_align_trees(told: Told) -> None:
    printed = told("align", *PARSED, "--worst", "2")
    assert murho.align("dependencies", *PARSED, worst=2).as_json() == printed


def test_report(desk: murho.Run, tmp_path: Path) -> None:
    from murho.cli import status

    (users := tmp_path / "users.txt").write_text("open on friday?\nrenew my books\n")
    asked = ["report", str(desk.path), "-o", str(tmp_path / "command.html"), "--by", "scenario", "--worst", "3"]
    asked += ["--users", str(users), "--bound", "0.1", "--weight", "frequency('count')", "--weight", "constant"]
    assert status(asked) == 0
    weights = ["frequency('count')", "constant"]
    page = desk.report(tmp_path / "python.html", by="scenario", worst=3, users=users, bound=0.1, weights=weights)
    assert page.path.read_text() == (tmp_path / "command.html").read_text()


@pytest.mark.parametrize(
    ("typed", "given"),
    [
        (["--design", "simple(40)", "--seed", "3"], {"design": "simple(40)", "seed": 3}),
        (
            ["--design", "proportional(40)", "--weight", "length", "--thin", "meanings"],
            {"design": "proportional(40)", "weight": "length", "thin": "meanings"},
        ),
    ],
)
def test_sample(told: Told, tmp_path: Path, typed: list[str], given: dict[str, Any]) -> None:
    printed = told("sample", CASES, *typed, "-o", tmp_path / "command.jsonl")
    drawn = murho.sample(CASES, **given)
    assert drawn.as_json() == printed
    drawn.save(tmp_path / "python.jsonl")
    for suffix in (".jsonl", ".design.json"):
        assert (tmp_path / f"python{suffix}").read_bytes() == (tmp_path / f"command{suffix}").read_bytes()
    asked = told("run", tmp_path / "command.jsonl", "--system", SYSTEM, "-o", tmp_path / "run")
    found = murho.run(drawn, SYSTEM)
    assert found.scores.as_json()["sample"]["design"] == given["design"]
    (mine,), (command,) = found.as_json()["figures"].values(), asked["figures"].values()
    for name in ("value", "interval", "sample", "denominator"):
        assert mine[name] == command[name]


def test_strata_and_plans(told: Told, desk: murho.Run, part: murho.Run, tmp_path: Path) -> None:
    both = ["--agreement", desk.path, "--agreement", part.path]
    asked = "stratified(60, by='agreement', allocation='neyman')"
    printed = told("sample", CASES, "--design", asked, *both, "--pilot", desk.path, "-o", tmp_path / "s.jsonl")
    drawn = murho.sample(CASES, asked, agreement=[desk, part.path], pilot=desk)
    assert drawn.as_json() == printed
    assert [row["agreement"] for row in drawn.rows] == drawn.frame().column("agreement").to_pylist()
    typed = ["plan", CASES, "--margin", "0.05", "--stratify", "scenario", "--pilot", desk.path, "--pilot", part.path]
    planned = murho.plan(CASES, 0.05, stratify="scenario", pilot=[desk, part])
    assert planned.as_json() == told(*typed)
    assert planned.best.n == min(one.n for one in planned.designs if one.by_stratum is not None)
    assert len(planned.frame()) == len(planned.designs) + len(planned.difference or ())
    assert "0.05" in planned._repr_html_()

"""Measures and weightings of one's own through the command line, and the options of all of them."""

import json
from pathlib import Path
from typing import Any

import pytest

MINE = """
from dataclasses import dataclass
from pathlib import Path
import numpy as np
from murho.core.judgement import Judgements
from murho.measures import Measure, Record
from murho.plugs import option
from murho.weighting import Weighting

Path("imported").write_text("yes")

@dataclass(frozen=True)
class late(Measure):
    n: int = option(1, help="What a wrong answer costs.")
    bounded = False
    kind = "label"
    def judge(self, references, answers):
        return Judgements.of([self.n * (a != r) for r, a in zip(references, answers, strict=True)])

MEASURE = Record(make=late, name="late", title="Late answers", loss="lateness", accuracy="punctuality")

@dataclass(frozen=True)
class half(Weighting):
    def weigh(self, cases):
        return np.full(len(cases), 0.5)

def nothing():
    return 3
"""


@pytest.fixture
def mine(here: Path) -> Path:
    """A module of one's own in the working directory; what it leaves there when it is imported."""
    (here / "my_late_plugs.py").write_text(MINE)
    return here / "imported"


@pytest.fixture
def texts(here: Path) -> tuple[str, str]:
    Path("r.txt").write_text("To bonn\nno thanks\n")
    Path("h.txt").write_text("to Bonn\nno no thanks\n")
    return "r.txt", "h.txt"


def test_measures_by_the_names_that_people_bring(told: Any, texts: tuple[str, str]) -> None:
    one, other = (told("score", name, *texts, "--json") for name in ("wer", "words"))
    assert one.out == other.out
    assert one.json["measure"] == "words"
    assert one.json["value"] == 0.75
    assert told("score", "wer", *texts, "--fail-above", "0.7").status == 100
    assert told("score", "accuracy", *texts, "--json").json["measure"] == "labels"


@pytest.mark.parametrize(
    "options",
    [("--normalize", "lower"), ("--with", "normalize=lower"), ("--costs", "sclite"), ("--with", "costs=sclite")],
)
def test_options_reach_through_a_measure_around(told: Any, texts: tuple[str, str], options: tuple[str, str]) -> None:
    for name in ("words", "oracle(words)"):
        found = told("score", name, *texts, *options, "--json").json
        assert found["value"] == 0.25
        key, _, value = options[1].partition("=") if options[0] == "--with" else (options[0][2:], "", options[1])
        assert found["measure"] == name.replace("words", f"words({key}={value!r})")


def test_what_has_no_such_option_says_what_has(told: Any, texts: tuple[str, str]) -> None:
    refused = told("score", "labels", *texts, "--with", "costs=sclite").line(2)
    assert refused.startswith("--with costs: only for the measures characters, mer, sentences, wil, words, not labels")
    assert told("score", "words", *texts, "--with", "costs").line(2).startswith(
        "--with costs: write an option and its value, as in --with costs=sclite"
    )  # fmt: skip


def test_an_option_is_given_once(told: Any, texts: tuple[str, str]) -> None:
    typed = ("score", "words", *texts, "--with", "normalize=lower")
    for other in (("--normalize", "nfkc"), ("--with", "normalize=nfkc")):
        assert "normalize is " in (line := told(*typed, *other).line(2)), line
        assert "already; give it once" in line
    assert told(*typed, "--normalize", "lower", "--json").json["measure"] == "words(normalize='lower')"


def test_with_in_every_verb(told: Any, here: Path, suite: tuple[str, str]) -> None:
    """On a run with two measures of which one has the option."""
    ran = ("run", suite[0], "--system", suite[1], "-m", "meanings", "-m", "labels", "-o", "one", "--json")
    found = told(*ran, "--with", "shifting=mu2(0.25)").json["figures"]
    assert list(found) == ["meanings(shifting=mu2(0.25))", "labels"]
    shown = told("show", "one", "--with", "shifting=mu1", "--json").json["figures"]
    assert list(shown) == ["meanings(shifting=mu1())", "labels"]
    assert shown["meanings(shifting=mu1())"]["value"] == 0.5
    assert found["meanings(shifting=mu2(0.25))"]["value"] == 0.3125
    judged = told("judge", "one", "-m", "graded", "--with", "undefined=0.5", "--json").json
    assert (judged["measure"], judged["value"]) == ("graded('json', undefined=0.5)", 0.375)
    compared = told("compare", "one", "one", "-m", "graded", "--with", "distance=exact", "--json").json
    assert compared["measure"] == "graded('exact')"
    assert told("report", "one", "-o", "one.html", "--with", "shifting=mu1").status == 0
    assert "meanings(shifting=mu1())" in Path("one.html").read_text()


def test_with_in_align_and_compared_files(told: Any, texts: tuple[str, str]) -> None:
    found = told("align", *texts, "-m", "oracle(words)", "--with", "normalize=lower", "--json").json
    assert found["measure"] == "oracle(words(normalize='lower'))"
    assert found["counts"]["insertions"] == found["errors"] == 1
    both = told("compare", "--references", *texts, "r.txt", "-m", "words", "--with", "costs=sclite", "--json").json
    assert both["measure"] == "words(costs='sclite')"


def test_align_shows_the_best_answer(told: Any, write: Any) -> None:
    cases = write("c.jsonl", {"id": "a", "expression": "x", "reference": ["to bonn"]})
    said = write("a.jsonl", {"id": "a", "answer": ["to berlin now", "uh to bonn", "bonn"]})
    first, best = (told("align", cases, said, "-m", name, "--json").json for name in ("words", "oracle(words)"))
    assert (first["errors"], best["errors"], best["counts"]["insertions"]) == (2, 1, 1)
    assert best["alignments"][0]["steps"][0] == ["I", None, "uh"]
    assert told("score", "oracle(words)", cases, said, "--json").json["numerator"] == 1


def test_a_measure_and_a_weighting_of_ones_own(told: Any, suite: tuple[str, str], mine: Path) -> None:
    given = ("score", "my_late_plugs:late(n=3)", *suite, "--weight", "my_late_plugs:half * domain", "--json")
    found = told(*given).json
    assert found["measure"] == "my_late_plugs:late(n=3)"
    assert (found["value"], found["numerator"]) == (2.0, 3.0)
    assert "|weight:my_late_plugs:half * domain|" in found["signature"]
    assert told("score", "oracle(my_late_plugs:late)", *suite, "--with", "n=4", "--json").json["measure"] == (
        "oracle(my_late_plugs:late, n=4)"  # the nearest that has it
    )


def run_of_a_stranger(told: Any, suite: tuple[str, str], *more: str) -> None:
    ran = ("run", suite[0], "--system", suite[1], "-m", "my_late_plugs:late(n=3)", "-m", "labels", "-o", "run", *more)
    assert told(*ran).status == 0


def test_opening_a_run_never_imports_the_code_that_it_names(told: Any, suite: tuple[str, str], mine: Path) -> None:
    run_of_a_stranger(told, suite)
    assert mine.exists()
    record = json.loads(Path("run/run.json").read_text())
    assert record["measure_facts"] == {
        "my_late_plugs:late(n=3)": {
            "bounded": False,
            "fixed_units": True,
            "kind": "label",
            "whole_suite": False,
            "title": "Late answers",
            "loss": "lateness",
            "accuracy": "punctuality",
        }
    }
    before = record["figures"]["my_late_plugs:late(n=3)"]
    mine.unlink()
    shown = told("show", "run", "--json").json["figures"]["my_late_plugs:late(n=3)"]
    assert {name: shown[name] for name in ("value", "interval", "n")} == {
        name: before[name] for name in ("value", "interval", "n")
    }
    assert told("show", "run", "--by", "scenario").status == 0
    assert told("report", "run", "-o", "run.html").status == 0
    page = Path("run.html").read_text()
    assert "Late answers" in page
    assert "lateness" in page
    asked = (
        "my_late_plugs:late(n=3): code that a record names is not imported by itself; to allow it, "
        "type -m 'my_late_plugs:late(n=3)'"
    )
    assert told("judge", "run", "-m", "labels").status == 0
    for part in Path("run").glob("judgements/my-late*/part-*.parquet"):
        part.unlink()
    assert told("show", "run").line(2).startswith(asked)
    assert not mine.exists()
    typed = told("show", "run", "-m", "my_late_plugs:late(n=2)", "--json").json
    assert (typed["measure"], typed["value"]) == ("my_late_plugs:late(n=2)", before["value"] * 2 / 3)
    assert mine.exists()


def test_nor_does_it_import_a_weighting(told: Any, suite: tuple[str, str], mine: Path) -> None:
    run_of_a_stranger(told, suite, "--weight", "my_late_plugs:half")
    mine.unlink()
    asked = (
        "my_late_plugs:half: code that a record names is not imported by itself; to allow it, "
        "type --weight 'my_late_plugs:half'"
    )
    for command in (("show", "run"), ("report", "run", "-o", "run.html"), ("judge", "run", "-m", "meanings")):
        assert told(*command).line(2).startswith(asked)
    for command in (("show", "run"), ("judge", "run", "-m", "meanings")):
        assert told(*command, "--weight", "constant").status == 0
    assert not mine.exists()
    assert "meanings(shifting=mu1())" not in json.loads(Path("run/run.json").read_text())["figures"]  # by another ρ
    assert told("judge", "run", "-m", "meanings", "--weight", "my_late_plugs:half").status == 0
    assert "meanings(shifting=mu1())" in json.loads(Path("run/run.json").read_text())["figures"]
    mine.unlink()
    assert told("show", "run", "--weight", "my_late_plugs:half").status == 0
    assert mine.exists()


def test_a_record_may_say_anything(told: Any, suite: tuple[str, str], mine: Path) -> None:
    """What is made of it is shown, and nothing is run."""
    assert told("run", suite[0], "--system", suite[1], "-m", "labels", "-o", "run").status == 0
    record = json.loads(Path("run/run.json").read_text())
    for name in ("my_late_plugs:late", "oracle(my_late_plugs:late, 2)", "my_late_plugs:nothing()"):
        record["settings"]["measures"] = [name]
        for facts in ({}, {name: {"title": ["<b>"], "whole_suite": 1}}, {name: 3}, 7):
            Path("run/run.json").write_text(json.dumps({**record, "measure_facts": facts}))
            assert "code that a record names is not imported" in told("show", "run").line(2)
            assert "code that a record names is not imported" in told("report", "run", "-o", "x.html").line(2)
    assert not mine.exists()


def test_what_cannot_be_read_back_is_refused_before_anything_is_asked(here: Path, suite: tuple[str, str]) -> None:
    from dataclasses import dataclass

    from murho.core.errors import UsageError
    from murho.core.judgement import Judgements
    from murho.measures import Measure, measure
    from murho.measures.distances.distance import units_distance
    from murho.measures.meanings import graded
    from murho.pipeline.runs.plan import Plan
    from murho.pipeline.runs.run import run
    from murho.pipeline.scoring.reading import Reading
    from murho.pipeline.sources import read_cases, system_of
    from murho.weighting import Weighting

    @dataclass(frozen=True)
    class mine(Measure):  # noqa: N801
        def judge(self, references: Any, answers: Any) -> Judgements:
            return Judgements.of([0.0] * len(references))

    class older:  # noqa: N801
        bounded, fixed_units, kind = True, True, "json"
        judge = mine.judge

    @dataclass(frozen=True)
    class light(Weighting):  # noqa: N801
        def weigh(self, cases: Any) -> Any:
            return [1.0] * len(cases)

    plans = [Plan([how]) for how in (mine(), older(), graded(units_distance))]  # type: ignore[list-item]
    for plan in [*plans, Plan([measure("labels")], Reading(light()))]:
        asked = system_of(suite[1], suite[0], None, measure("labels"))
        with pytest.raises(UsageError, match=r"cannot be read back, so that a run could not be .*; put it into a"):
            run(read_cases(suite[0]), asked, "run", plan)
        assert not Path("run").exists()

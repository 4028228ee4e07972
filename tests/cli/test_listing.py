"""What there is, listed and completed; plugs that are really installed."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from murho.cli.score import score
from murho.measures import SHELF
from murho.measures.dependencies.rules import RULES, Rules
from murho.plugs import options_of

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "plugs"
ROOMS = ["measures", "weightings", "formats", "systems", "engines", "figures"]


def test_the_whole_list(told: Any) -> None:
    found = told("list", "--json").json
    assert list(found) == ROOMS
    for one in (plug for plugs in found.values() for plug in plugs):
        assert {"name", "aliases", "title", "source", "options"} <= one.keys()
        assert all({"name", "type", "default", "help"} <= option.keys() for option in one["options"])
        assert one["help"], one["name"]
        assert "see the module" not in one["help"]
    command = next(one for one in found["systems"] if one["name"] == "cmd")
    assert [(option["name"], option["choices"]) for option in command["options"]] == [("before", ["yes"])]
    words = next(one for one in found["measures"] if one["name"] == "words")
    assert (words["aliases"], words["source"], words["loss"]) == (
        ["wer", "word_error_rate"],
        "murho",
        "word error rate",
    )
    assert words["options"][4]["choices"] == ["words", "cjk", "characters", "graphemes"]
    assert words["options"][0]["default"] == "equal"
    assert [one["name"] for one in found["weightings"]] == [
        "column", "constant", "domain", "frequency", "given", "information", "length", "semantic", "structure",
    ]  # fmt: skip


def test_one_kind_is_shown_with_its_options(told: Any) -> None:
    shown = told("list", "measures").out
    assert "wer, word_error_rate" in shown
    assert "normalize" in shown
    assert "weightings" not in shown
    assert "normalize" not in told("list").out
    assert list(told("list", "weightings", "--json").json) == ["weightings"]
    assert "'colours' is not one of 'measures', 'weightings'" in told("list", "colours").line(2)


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["score", "sl"], ["slots", "slu"]),
        (["show", "run", "-m", "oracle(wo"], ["oracle(words"]),
        (["align", "a", "b", "-m", "wi"], ["wil"]),
        (["show", "run", "--weight", "domain * s"], ["domain * semantic", "domain * structure"]),
        (["report", "run", "--weight", "con"], ["constant"]),
    ],
)
def test_a_shell_completes_names(murho: Any, words: list[str], completed: list[str]) -> None:
    line = " ".join(f"'{word}'" if " " in word or "(" in word else word for word in ["murho", *words])
    asked = {"_MURHO_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words))}
    said = murho(env={**os.environ, **asked})
    assert said.out.splitlines() == [f"plain,{word}" for word in completed]


FLAGS = {option.name: option for option in score.params if isinstance(option, click.Option)}


@pytest.mark.parametrize(
    "name", ["costs", "normalize", "shifting", "database", "final", "rules", "punctuation", "subtypes", "score"]
)
def test_the_help_of_an_option_names_the_measures_that_have_it(name: str) -> None:
    """It is written out, so that a page of help imports no measure."""
    inside = {one.name for one in options_of(Rules)}
    wanted = "rules" if name in inside else name
    having = {one.name for one in SHELF.all() if any(known.name == wanted for known in one.options)}
    named = (FLAGS[name].help or "").partition(":")[0].removeprefix("For ").replace(" and ", ", ").replace("`", "")
    assert set(named.split(", ")) == having


def test_the_choices_of_an_option_are_those_of_the_measure() -> None:
    known = {option.name: option.choices for record in SHELF.all() for option in record.options}
    known |= {option.name: option.choices for option in options_of(Rules)} | {"rules": tuple(RULES)}
    for name in ("final", "punctuation", "subtypes", "rules"):
        choice = FLAGS[name].type
        assert isinstance(choice, click.Choice)
        assert tuple(choice.choices) == known[name]
    metrics = FLAGS["score"].type
    assert isinstance(metrics, click.Choice)
    assert set(metrics.choices) < set(known["score"])


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a Python that has the package of examples."""
    folder = tmp_path_factory.mktemp("plugs")
    shutil.copytree(EXAMPLE, folder / "source")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]
    target = ["--no-build-isolation", "--target", str(folder / "site"), str(folder / "source")]
    subprocess.run([*pip, *target], check=True, timeout=100)
    path = os.pathsep.join(filter(None, (str(folder / "site"), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path}


@pytest.mark.slow
def test_plugs_that_are_installed(murho: Any, told: Any, installed: dict[str, str], here: Path) -> None:
    cases = [{"id": str(i), "expression": text, "reference": [text], "year": 2024 - i} for i, text in enumerate("ab")]
    (here / "c.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
    (here / "a.jsonl").write_text('{"id": "0", "answer": ["a"]}\n{"id": "1", "answer": ["c"]}\n')

    found = murho("list", "--json", env=installed).json
    others = {room: [one["name"] for one in plugs if one["source"] != "murho"] for room, plugs in found.items()}
    assert others["measures"] == ["chrf"]
    assert others["weightings"] == ["recent"]
    chrf = next(one for one in found["measures"] if one["name"] == "chrf")
    assert (chrf["source"], chrf["title"], chrf["meaning"]) == ("murho-example-plugs", "Character n-grams", "text")
    assert chrf["options"] == [
        {"name": "n", "type": "whole number", "default": 6, "help": "Characters of an n-gram."}
    ]  # fmt: skip
    assert "murho-example-plugs" in murho("list", "measures", env=installed).out

    scored = ("score", "chrf(n=1)", "c.jsonl", "a.jsonl", "--json")
    plain = murho(*scored, env=installed).json
    assert (plain["measure"], plain["value"]) == ("chrf(n=1)", 0.5)
    weighed = murho(*scored, "--weight", "recent", env=installed).json
    assert weighed["value"] == 1 / 3
    assert "|weight:recent|" in weighed["signature"]
    by_module = murho("score", "murho_example_plugs.chrf:chrf", *scored[2:], "--with", "n=1", env=installed).json
    assert by_module["measure"] == "chrf(n=1)", "its name as a plug"
    assert (
        murho("score", "chfr", *scored[2:], env=installed).line(2).startswith("no measure 'chfr'; did you mean chrf?")
    )

    ran = murho("run", "c.jsonl", "--system", "a.jsonl", "-m", "chrf(n=1)", "-m", "labels", "-o", "r", env=installed)
    assert ran.status == 0
    facts = json.loads((here / "r" / "run.json").read_text())["measure_facts"]["chrf(n=1)"]
    assert (facts["source"], facts["loss"]) == ("murho-example-plugs", "1 − chrF")
    assert murho("show", "r", "-m", "chrf(n=2)", "--json", env=installed).json["value"] is None
    # where it is not installed, what was judged is shown, and no more
    assert told("show", "r", "--json").json["figures"]["chrf(n=1)"]["value"] == 0.5
    assert told("report", "r", "-o", "r.html").status == 0
    assert "Character n-grams" in (here / "r.html").read_text()
    assert told("show", "r", "-m", "chrf").line(2).startswith("no measure 'chrf'; ")
    for part in (here / "r").glob("judgements/chrf*/part-*"):
        part.unlink()
    asked = "no measure 'chrf(n=1)' is installed; install what brings it (murho-example-plugs)"
    assert told("show", "r").line(2) == asked

"""Whole views, every value of them: what is read of small runs of different measures, as it stands in `whole/`.

What a change moves here is meant or is a fault: look at it, then write the file anew from what the failing test has
(`python -m pytest tests/views/test_whole.py --basetemp=FOLDER` leaves it in FOLDER).
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.core.meaning import UNDEFINED
from murho.figures import reported
from murho.pipeline.runs.plan import Plan
from murho.pipeline.suites.phenomena import compare_suites
from murho.pipeline.suites.runs import SuitePart, SuiteStages, run_suite
from murho.store import Run, open_run
from murho.version import __version__
from murho.views.evidence import Evidence, gather
from murho.views.report import report

WHOLE = Path(__file__).parent / "whole"
EXAMPLES = Path(__file__).parents[2] / "examples" / "suites"
OF_THE_DAY = ("about", "settings", "command", "name", "signatures", "a", "b")
"""What tells of times, versions and folders."""


def as_written(values: Any) -> Any:
    """Numbers to eight digits, signatures without version, folder and digest of the system."""
    if isinstance(values, float):
        return float(f"{values:.8g}")
    if isinstance(values, str):
        unsigned = re.sub(r"(\|system:[^|]*) sha256:\w+", r"\1", values)  # the digest is of the folder, too
        return unsigned.replace(f"version:{__version__}", "version:").replace(f"{EXAMPLES}/", "")
    if isinstance(values, dict):
        return {name: as_written(value) for name, value in values.items()}
    return [as_written(value) for value in values] if isinstance(values, list) else values


def reported_as_json(evidence: Evidence, **options: Any) -> dict[str, Any]:
    """All that a report has on this evidence, the figures last."""
    view = report(evidence, **options)
    return view.as_json() | {section.kind.name: section.value.as_json() for section in reported(evidence)}


def hold(view: dict[str, Any], name: str, folder: Path) -> None:
    """Compare a view with what is kept of it."""
    whole = json.loads(json.dumps(view, allow_nan=False))
    found = {part: as_written(value) for part, value in whole.items() if part not in OF_THE_DAY}
    if isinstance(phenomena := found.get("phenomena"), dict):
        del phenomena["run"]  # its path
    lines = [f"{json.dumps(part)}: {json.dumps(value, ensure_ascii=False)}" for part, value in found.items()]
    (folder / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    kept = json.loads((WHOLE / f"{name}.json").read_text("utf-8"))
    assert list(found) == list(kept)
    for part in kept:
        assert found[part] == kept[part], part


def test_questions(plain: Run, tmp_path: Path) -> None:
    hold(reported_as_json(gather(plain, None, ["given", "constant"]), worst=12), "questions", tmp_path)


def test_words(record: Callable[..., Run], tmp_path: Path) -> None:
    ids = ["a", "b", "c", "d", "e"]
    said = ["to Bonn now", "to Ulm", "from Bonn to Ulm", "yes", "no"]
    heard: list[Any] = [("to born",), ("to Ulm",), ("from Bonn to to Ulm",), UNDEFINED, ()]
    cases = Cases(
        ids,
        said,
        [(text,) for text in said],
        clusters=["x", "x", "y", None, "y"],
        features={"speaker": ["anna", "anna", "bo", "bo", "cy"], "loud": [0.5, 1.5, None, 2.5, 0.5]},
    )
    answers = Answers(
        ids, heard, seconds=[0.1, 0.2, None, 0.4, 0.8], failures=[None, None, None, "crashed: at start", None],
        extras={"note": ["late", None, None, None, None]},
    )  # fmt: skip
    kept = record(tmp_path / "run", cases, answers, ("words", "characters"))
    hold(reported_as_json(gather(kept, None, None)), "words", tmp_path)


def test_labels(record: Callable[..., Run], tmp_path: Path) -> None:
    gold = ["red", "red", "blue", "green", "blue", "red", "green", "grey"]
    given: list[Any] = ["red", "blue", "blue", "red", "green", "red", UNDEFINED, "green"]
    ids = [str(i) for i in range(8)]
    cases = Cases(ids, [f"flower {i}" for i in ids], [(one,) for one in gold], features={"size": list(range(8))})
    answers = Answers(ids, [one if one is UNDEFINED else (one,) for one in given])
    kept = record(tmp_path / "run", cases, answers, ("labels",))
    hold(reported_as_json(gather(kept, None, None), by=["size"]), "labels", tmp_path)


@pytest.fixture(scope="module")
def suite_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("suite")
    run = run_suite(
        SuitePart(str(EXAMPLES / "small.xml")),
        SuiteStages([str(EXAMPLES / "parsed.conllu")]),
        str(folder / "run"),
        Plan([]),
    )
    return open_run(run.path)


def test_a_suite(suite_run: Run, tmp_path: Path) -> None:
    hold(reported_as_json(gather(suite_run, None, None)), "suite", tmp_path)


def test_two_parsers(suite_run: Run, tmp_path: Path) -> None:
    """The second has the same trees, but for those of the sentences whose first word is long."""
    text = (EXAMPLES / "parsed.conllu").read_text("utf-8")
    other = tmp_path / "other.conllu"
    other.write_text(text.replace("\tdet\t", "\tdep\t"), "utf-8")
    second = run_suite(
        SuitePart(str(EXAMPLES / "small.xml")), SuiteStages([str(other)]), str(tmp_path / "second"), Plan([])
    )
    hold(compare_suites(suite_run, open_run(second.path)).as_json(), "two-parsers", tmp_path)


def test_trees(record: Callable[..., Run], tmp_path: Path) -> None:
    """Scores of dependencies, their tables by word, and worst items with both trees."""
    rows = [
        "1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\tdog\tdog\tNOUN\t_\t_\t3\tnsubj\t_\t_\n3\tsleeps\tsleep\tVERB\t_\t_\t0\troot\t_\t_\n",
        "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n2\thome\thome\tADV\t_\t_\t1\tadvmod\t_\t_\n",
    ]
    wrong = [rows[0].replace("3\tnsubj", "3\tobj").replace("2\tdet", "3\tdet"), rows[1]]
    cases = Cases(["s1", "s2"], ["The dog sleeps", "Go home"], [(row,) for row in rows])
    kept = record(tmp_path / "run", cases, Answers(["s1", "s2"], [(row,) for row in wrong]), ("dependencies",))
    hold(reported_as_json(gather(kept, None, None)), "trees", tmp_path)

"""What goes to Label Studio fits the labelling interface that the documentation shows, by Label Studio's own code."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho.evaluator import assigning, exchange, people
from murho.evaluator.evaluation import Evaluation, open_evaluation
from murho.store import Run

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "evaluator.md").read_text(encoding="utf-8")
INTERFACE = PAGE.partition("```xml\n")[2].partition("```")[0]
LINES = [
    {"id": "q0", "evaluator": "anna", "reference": [], "seconds": 2.5},
    {"id": "q1", "evaluator": "anna", "verdict": "equal", "comment": "sure"},
    {"id": "q1", "evaluator": "ben", "verdict": "some", "reference": ["hours", "[1"], "seconds": 4.0},
    {"id": "q2", "evaluator": "ben", "verdict": "disjoint", "cause": "linguistic/ellipsis"},
    {"id": "q2", "evaluator": "ben", "verdict": "more", "repeat": True},
    {"id": "q2", "evaluator": "anna", "verdict": "equal"},
]


@pytest.fixture
def exported(tmp_path: Path, open_run: Callable[[int], Run]) -> tuple[Evaluation, Path]:
    """Judgements of every kind, and the tasks that they are written as."""
    evaluation = open_evaluation(open_run(5))
    (tmp_path / "said.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in LINES))
    exchange.read_judgements(evaluation.storage, str(tmp_path / "said.jsonl"))
    assigning.settle(evaluation.storage, people.known(evaluation.storage, people.OWNER), 2, "anna")
    exchange.write_judgements(evaluation.storage, str(tmp_path / "tasks.json"), evaluation.material)
    return evaluation, tmp_path / "tasks.json"


def told(evaluation: Evaluation) -> list[str]:
    return sorted(json.dumps(one.as_json(), sort_keys=True) for one in assigning.judgements(evaluation.storage))


def test_the_interface_has_a_control_for_all_that_is_written(exported: tuple[Evaluation, Path]) -> None:
    results = [
        result
        for task in json.loads(exported[1].read_text())
        for annotation in task["annotations"]
        for result in annotation["result"]
    ]
    named = {(result["from_name"], result["to_name"], result["type"]) for result in results}
    controls = re.findall(r'<(Choices|TextArea) name="(\w+)" toName="(\w+)"', INTERFACE)
    assert named == {(name, to, kind.lower()) for kind, name, to in controls}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # its own
def test_label_studio_takes_what_is_written_and_what_it_writes_is_read(
    exported: tuple[Evaluation, Path], open_run: Callable[[int], Run], tmp_path: Path
) -> None:
    why = "label-studio-sdk is not installed: with it everything would have to do with an older NumPy (docs/design.md)"
    interfaces = pytest.importorskip("label_studio_sdk.label_interface", reason=why)
    converter = pytest.importorskip("label_studio_sdk.converter", reason=why)
    evaluation, path = exported
    interface: Any = interfaces.LabelInterface(INTERFACE)
    interface.validate()
    tasks = json.loads(path.read_text())
    for task in tasks:
        assert interface.validate_task({"data": task["data"]})
        for annotation in task["annotations"]:
            assert interface.validate_annotation(annotation), annotation
    converter.Converter(INTERFACE, str(tmp_path), download_resources=False).convert(
        str(path), str(tmp_path / "converted"), "JSON", is_dir=False
    )
    other = open_evaluation(open_run(6))
    (written,) = (tmp_path / "converted").rglob("*.json")
    assert exchange.read_judgements(other.storage, str(written)) == len(LINES)
    assert told(other) == told(evaluation)
    # An annotation that the program makes up: every control, ids of regions, whoever completed it.
    made = interface.generate_sample_annotation()
    made["result"] = [one for one in made["result"] if one["from_name"] not in ("cause", "evaluator", "repeat")]
    tasks[3]["annotations"] = [made]
    path.write_text(json.dumps(tasks[3:4]))
    assert exchange.read_judgements(other.storage, str(path)) == 1
    (said,) = (one for one in assigning.judgements(other.storage) if one.id == "q3")
    value = {one["from_name"]: next(iter(one["value"].values())) for one in made["result"]}
    assert (said.evaluator, said.verdict) == ("annotator -1", value["verdict"][0])
    assert said.comment == value["comment"][0]
    assert list(said.reference or ()) == value["reference"]

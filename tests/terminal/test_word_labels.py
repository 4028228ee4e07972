"""The slices of a page by labels of words."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from murho.cli import status
from murho.store import open_run
from murho.views.evidence import Evidence, gather
from murho.views.slices import default_features, slices


@pytest.fixture
def evidence(tmp_path: Path) -> Evidence:
    said = [("ask anna", ["O", "PERSON"]), ("no", ["O"]), ("well", None)]
    heard = ["ask hanna please", "no", "well"]
    with open(tmp_path / "cases.jsonl", "w") as cases, open(tmp_path / "heard.jsonl", "w") as answers:
        for i, ((text, labels), answer) in enumerate(zip(said, heard, strict=True)):
            more = {"labels": {"entity": labels, "lemma": [f"{i}{k}" for k in labels]}} if labels else {}
            cases.write(json.dumps({"id": i, "expression": text, "reference": [text], **more}) + "\n")
            answers.write(json.dumps({"id": i, "answer": [answer]}) + "\n")
    how = ["-m", "words", "-m", "mer", "-m", "sentences"]
    files = [str(tmp_path / "cases.jsonl"), "--system", str(tmp_path / "heard.jsonl")]
    assert status(["run", *files, *how, "-o", str(tmp_path / "run")]) == 0
    return gather(open_run(tmp_path / "run"), None, None)


def test_groups_of_words_under_every_measure_that_judges_words(evidence: Evidence) -> None:
    (table,) = slices(evidence, ["entity"], []).tables
    assert [(group.name, group.figure.value, group.others) for group in table.groups] == [
        ("O", 0, [0, None]),
        ("PERSON", 1, [1, None]),
        ("insertions", None, [1, None]),
        ("(none)", 0, [0, None]),
    ]
    assert table.note == "words of the references; an expression belongs to the group of each of its words"


def test_labels_are_sliced_by_where_words_are_judged(evidence: Evidence) -> None:
    words, mer, sentences = evidence.measures
    found = [default_features(replace(evidence, measures=(one,)))[0] for one in (words, mer, sentences)]
    assert found == [["entity", "lemma", "length"]] * 2 + [["length"]]

"""Results that promptfoo wrote itself (tests/formats/logs)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import murho
from murho.cli import status
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.formats import promptfoo
from murho.formats.likely import likely

LOGS = Path(__file__).parent / "logs" / "promptfoo"
RESULTS = LOGS / "results.json"


def test_both_sides_of_a_provider() -> None:
    (cases,), (answers,) = promptfoo.read_cases(RESULTS), promptfoo.read_answers(RESULTS, system="small")
    assert cases.ids == answers.ids == ["1", "2", "3"]
    assert cases.expressions[0] == "What is the intent of: Are you open at nine?"
    assert cases.references == [("hours",), ("renew",), ("goodbye",)]
    assert (cases.features["channel"], cases.features["turn"]) == (["web", "phone", "web"], [1, None, 2])
    assert cases.features["metadata.id"] == ["open", "renew", "bye"]
    # An assertion that failed is an answer, an error is none.
    assert answers.answers == [("hours",), ("extend",), UNDEFINED]
    assert answers.failures == [None, None, "the service is down"]
    assert (answers.extras["tokens_in"], answers.extras["tokens_out"]) == ([12, 12, None], [2, 2, None])
    assert answers.extras["scores"] == [{"success": True}, {"success": False}, {"success": False}]
    large = [next(promptfoo.read_answers(RESULTS, system=name)).answers for name in ("large", "2")]
    assert large == [[("loans",), ("renew",), ("goodbye",)]] * 2


def test_two_systems_need_a_choice() -> None:
    with pytest.raises(InputError) as caught:
        list(promptfoo.read_answers(RESULTS))
    todo = "choose one, as in --format \"promptfoo(system='small')\""
    assert str(caught.value) == f"{RESULTS}:1: the answers of 2 systems, 1 (small), 2 (large); {todo}"
    with pytest.raises(UsageError, match=r"no system 'smal'; the columns are: 1 \(small\), 2 \(large\)$"):
        list(promptfoo.read_answers(RESULTS, system="smal"))


def test_a_test_that_is_there_twice_is_one_case() -> None:
    (cases,), (answers,) = promptfoo.read_cases(LOGS / "twice.json"), promptfoo.read_answers(LOGS / "twice.json")
    assert cases.ids == ["1", "1#2", "3", "3#2", "5", "5#2"]
    assert (cases.clusters, cases.features["repetition"]) == (["1", "1", "3", "3", "5", "5"], [1, 2] * 3)
    assert answers.answers == [("hours",)] * 2 + [("extend",)] * 2 + [UNDEFINED] * 2


def test_two_systems_of_one_file_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results.json").write_bytes(RESULTS.read_bytes())
    for name in ("small", "large"):
        how = ["--format", f"promptfoo,promptfoo(system='{name}')", "-m", "labels", "-o", name]
        assert status(["run", "results.json", "--system", "recorded:results.json", *how]) == 0
    capsys.readouterr()
    assert status(["compare", "small", "large", "--json"]) == 0
    compared = json.loads(capsys.readouterr().out)
    assert (compared["pi_a"], compared["pi_b"]) == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert murho.score("labels", RESULTS, format="promptfoo(system='small')").value == pytest.approx(2 / 3)


def changed(tmp_path: Path, change: Callable[[Any], Any]) -> Path:
    """The results of the first provider, each changed."""
    whole = json.loads(RESULTS.read_text())
    rows = [row for row in whole["results"]["results"] if row["promptIdx"] == 0]
    for row in rows:
        change(row)
    path = tmp_path / "results.json"
    path.write_text(json.dumps(whole | {"results": {"version": 3, "results": rows}}))
    return path


def test_what_is_right_stands_elsewhere(tmp_path: Path) -> None:
    path = changed(tmp_path, lambda row: row["testCase"].update(assert_=row["testCase"].pop("assert")))
    with pytest.raises(InputError) as caught:
        list(promptfoo.read_cases(path))
    assert str(caught.value).endswith(
        "no test has a variable or an assertion 'equals' that says what is right; name one, as in --format "
        "\"promptfoo(reference='VARIABLE')\"; the variables are: id, text, channel"
    )
    (cases,) = promptfoo.read_cases(path, reference="channel")
    assert cases.references == [("web",), ("phone",), ("web",)]
    assert "channel" not in cases.features
    path = changed(tmp_path, lambda row: row["vars"].update(channel=None) if row["testIdx"] == 1 else None)
    # It was the text 'null', which no answer can be.
    assert next(promptfoo.read_cases(path, reference="channel")).references == [("web",), None, ("web",)]
    inside = [
        {"type": "assert-set", "assert": [{"type": "equals", "value": {"a": 1}}, {"type": "contains", "value": "x"}]}
    ]
    path = changed(tmp_path, lambda row: row["testCase"].update({"assert": inside}))
    assert next(promptfoo.read_cases(path)).references == [('{"a": 1}',)] * 3
    assert next(promptfoo.read_cases(path, reference="contains")).references == [("x",)] * 3


def test_an_answer_of_another_place_and_an_open_case(tmp_path: Path) -> None:
    def change(row: Any) -> None:
        row["response"]["metadata"] = {"intent": {"name": row["vars"]["id"]}}
        if row["testIdx"] == 0:
            row["testCase"]["assert"] = []

    path = changed(tmp_path, change)
    (answers,) = promptfoo.read_answers(path, answer="metadata.intent.name")
    assert answers.answers == [("open",), ("renew",), UNDEFINED]
    (cases,) = promptfoo.read_cases(path)
    assert cases.references == [None, ("renew",), ("goodbye",)]
    assert cases.notes == [f"{path}: 1 of 3 tests do not say what is right by 'equals'"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "no JSON: "),
        ("[]", "no results with a version; give results of promptfoo: promptfoo eval -o results.json"),
        ('{"results": {"version": 4}}', "results of version 4, of which 3 is known here; update murho, or "),
        ('{"results": {"version": 2}}', "results of version 2, of which 3 is known here; give results of promptfoo"),
        ('{"results": {"version": 3, "results": []}}', "no results; "),
        ('{"results": {"version": 3, "results": [{}]}}', "result 1 is none of promptfoo's: testIdx is missing; "),
    ],
)
def test_what_is_no_such_file(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text(content)
    with pytest.raises(InputError) as caught:
        list(promptfoo.read_cases(path))
    assert str(caught.value).startswith(f"{path}:1: {message}")


def test_the_beginning_tells() -> None:
    assert likely(RESULTS.read_text().split("\n")[:20])[0] == "promptfoo"

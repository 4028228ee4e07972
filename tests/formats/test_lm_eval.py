"""Samples that lm-evaluation-harness wrote itself (tests/formats/logs)."""

import json
from pathlib import Path
from typing import Any

import pytest

import murho
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.formats import by_name, lm_eval
from murho.formats.likely import likely

LOGS = Path(__file__).parent / "logs" / "lm_eval"
FIRST = json.loads((LOGS / "samples_intents.jsonl").read_text().partition("\n")[0])


def read(path: Path, **how: Any) -> Any:
    """The cases and the answers of a file."""
    (cases,), (answers,) = lm_eval.read_cases(path, **how), lm_eval.read_answers(path, **how)
    assert cases.ids == answers.ids
    return cases, answers


def test_what_was_generated() -> None:
    cases, answers = read(LOGS / "samples_intents.jsonl")
    assert cases.ids == ["0", "1", "2"]
    assert cases.expressions[0] == "Say the intent of: Are you open at nine?"
    assert cases.references == [("hours",), ("renew",), ("goodbye",)]
    assert cases.features["channel"] == ["web", "phone", "web"]
    assert answers.answers == [("hours",), ("extend",), ("goodbye",)]
    assert answers.extras["scores"] == [{"exact_match": 1.0}, {"exact_match": 0.0}, {"exact_match": 1.0}]
    found = read(LOGS / "samples_other.jsonl")[1]
    assert (found.answers[2], found.failures[2]) == (UNDEFINED, "an empty answer")


def test_a_filter_is_chosen() -> None:
    path = LOGS / "samples_filters.jsonl"
    with pytest.raises(InputError) as caught:
        list(lm_eval.read_answers(path))
    ways = " or ".join(f"--format \"lm-eval(filter='{name}')\"" for name in ("strict", "flexible"))
    assert str(caught.value) == f"{path}: the answers of 2 filters; choose one: {ways}"
    with pytest.raises(UsageError, match=r"no filter 'strikt'; did you mean strict[?] the file has: strict, flexible"):
        list(lm_eval.read_answers(path, filter="strikt"))
    _, strict = read(path, filter="strict")
    assert strict.answers == [("hours",), UNDEFINED, ("goodbye",)]
    assert strict.failures == [None, "the filter 'strict' found nothing", None]
    assert strict.extras["response"] == ["INTENT: hours", "It is renew.", "INTENT: goodbye"]
    assert read(path, filter="flexible")[1].answers[1] == ("renew",)
    assert read(path, filter="strict", answer="resps")[1].answers[1] == ("It is renew.",)
    assert len(next(lm_eval.read_cases(path))) == 3


def test_the_likeliest_choice_by_its_text() -> None:
    cases, answers = read(LOGS / "samples_choices.jsonl")
    assert cases.references == answers.answers == [("four",), ("four",)]
    assert answers.extras["scores"] == [{"acc": 1.0}, {"acc": 1.0}]


def test_answers_to_one_document_are_askings_of_a_case() -> None:
    cases, answers = read(LOGS / "samples_repeats.jsonl")
    assert cases.ids == ["0", "0#2", "1", "1#2", "2", "2#2"]
    assert cases.clusters == ["0", "0", "1", "1", "2", "2"]
    assert cases.features["repetition"] == [1, 2] * 3
    assert answers.answers == [("hours",)] * 2 + [("extend",)] * 2 + [("goodbye",)] * 2


def test_scored_and_compared_as_the_program_has_it() -> None:
    """The share that is wrong is 1 less the mean of the program's own `exact_match`."""
    for name in ("intents", "other"):
        path = LOGS / f"samples_{name}.jsonl"
        own = [json.loads(line)["exact_match"] for line in path.read_text().splitlines()]
        assert murho.score("labels", path, format="lm-eval").value == pytest.approx(1 - sum(own) / len(own))


LIKELIHOODS = {
    "resps": [[["-2.5", "False"]], [["-0.5", "True"]]],
    "filtered_resps": [["-2.5", "False"], ["-0.5", "True"]],
}
BOTH = {"gen_args_0": {"arg_0": "Q", "arg_1": " no"}, "gen_args_1": {"arg_0": "Q", "arg_1": " yes"}}


# How likely each choice is with the question, then without it.
FOUR = {
    "filtered_resps": [["-2", "False"], ["-3", "False"], ["-1", "False"], ["-1", "False"]],
    "metrics": ["acc_mutual_info"],
}
TWICE = {"arguments": [["Q", " no"], ["Q", " yes"], ["", " no"], ["", " yes"]], "acc_mutual_info": 1.0, "target": "1"}


@pytest.mark.parametrize(
    ("fields", "reference", "answer"),
    [
        (LIKELIHOODS | {"arguments": BOTH, "target": "0"}, ("no",), ("yes",)),
        (LIKELIHOODS | {"arguments": BOTH, "target": "yes"}, ("yes",), ("yes",)),
        (LIKELIHOODS | {"arguments": BOTH, "target": "[0, 1]"}, ("no", "yes"), ("yes",)),
        (LIKELIHOODS | {"arguments": [["Q", " same"], ["P", " same"]], "target": "0"}, ("0",), ("1",)),
        ({"filtered_resps": [["-0.5", "True"]], "arguments": [["Q", " bonn"]]}, ("bonn",), ("bonn",)),
        ({"filtered_resps": [["-0.5", "False"]], "arguments": [["Q", " bonn"]]}, ("bonn",), UNDEFINED),
        (FOUR | TWICE, ("yes",), ("no",)),
        ({"target": "['hours', 'times']"}, ("hours", "times"), ("hours",)),
        ({"target": "[hours"}, ("[hours",), ("hours",)),
        ({"target": ""}, None, ("hours",)),
    ],
    ids=["number", "text", "several", "same text", "greedy", "not greedy", "mutual", "targets", "no list", "open"],
)
def test_targets_and_answers(fields: dict[str, Any], reference: Any, answer: Any, tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_text(json.dumps(FIRST | fields))
    cases, answers = read(path)
    assert (cases.references, answers.answers) == ([reference], [answer])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"doc": 1}, "2: doc is a number (1); give samples of lm-evaluation-harness"),
        ({"arguments": {}}, "2: arguments are an object ({})"),
        ({"arguments": {"gen_args_0": {"arg_0": "Q"}}}, "2: log likelihoods of whole texts, which are no answers"),
        ({"filtered_resps": [1]}, "2: filtered_resps is a list ([1])"),
        (LIKELIHOODS | {"arguments": BOTH, "target": "2"}, "2: the target '2' is none of 2 choices"),
        (LIKELIHOODS, "2: 2 log likelihoods of 1 arguments"),
        ({"doc_id": 0}, "2: id '0' a second time, first on line 1"),
    ],
)
def test_what_is_wrong_has_its_line(fields: dict[str, Any], message: str, tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_text(json.dumps(FIRST) + "\n" + json.dumps(FIRST | {"doc_id": 1} | fields))
    with pytest.raises(InputError) as caught:
        list(lm_eval.read_cases(path))
    assert str(caught.value).startswith(f"{path}:{message}")


def test_a_field_that_is_missing_and_the_name(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_text(json.dumps({name: value for name, value in FIRST.items() if name != "filtered_resps"}))
    with pytest.raises(InputError, match="1: no field 'filtered_resps'; "):
        list(lm_eval.read_cases(path))
    assert by_name("lm-eval(filter='a')").arguments(None) == {"filter": "a"}
    assert likely([json.dumps(FIRST)]) == ("lm_eval", "jsonl")

"""Samples that lm-evaluation-harness wrote itself (tests/formats/logs)."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import murho
from murho.cli import status
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.formats import by_name
from murho.formats.format import likely
from murho.formats.logs import (
    read_inspect_answers,
    read_inspect_cases,
    read_lm_eval_answers,
    read_lm_eval_cases,
    read_promptfoo_answers,
    read_promptfoo_cases,
)

LOGS = Path(__file__).parent / "logs" / "lm_eval"
FIRST = json.loads((LOGS / "samples_intents.jsonl").read_text().partition("\n")[0])


def read(path: Path, **how: Any) -> Any:
    """The cases and the answers of a file."""
    (cases,), (answers,) = read_lm_eval_cases(path, **how), read_lm_eval_answers(path, **how)
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
        list(read_lm_eval_answers(path))
    ways = " or ".join(f"--format \"lm-eval(filter='{name}')\"" for name in ("strict", "flexible"))
    assert str(caught.value) == f"{path}: the answers of 2 filters; choose one: {ways}"
    with pytest.raises(UsageError, match=r"no filter 'strikt'; did you mean strict[?] the file has: strict, flexible"):
        list(read_lm_eval_answers(path, filter="strikt"))
    _, strict = read(path, filter="strict")
    assert strict.answers == [("hours",), UNDEFINED, ("goodbye",)]
    assert strict.failures == [None, "the filter 'strict' found nothing", None]
    assert strict.extras["response"] == ["INTENT: hours", "It is renew.", "INTENT: goodbye"]
    assert read(path, filter="flexible")[1].answers[1] == ("renew",)
    assert read(path, filter="strict", answer="resps")[1].answers[1] == ("It is renew.",)
    assert len(next(read_lm_eval_cases(path))) == 3


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
        list(read_lm_eval_cases(path))
    assert str(caught.value).startswith(f"{path}:{message}")


def test_a_field_that_is_missing_and_the_name(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_text(json.dumps({name: value for name, value in FIRST.items() if name != "filtered_resps"}))
    with pytest.raises(InputError, match="1: no field 'filtered_resps'; "):
        list(read_lm_eval_cases(path))
    assert by_name("lm-eval(filter='a')").arguments(None) == {"filter": "a"}
    assert likely([json.dumps(FIRST)]) == ("lm_eval", "jsonl")


# Results that promptfoo wrote itself (tests/formats/logs).


PROMPTFOO_LOGS = Path(__file__).parent / "logs" / "promptfoo"
RESULTS = PROMPTFOO_LOGS / "results.json"


def test_both_sides_of_a_provider() -> None:
    (cases,), (answers,) = read_promptfoo_cases(RESULTS), read_promptfoo_answers(RESULTS, system="small")
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
    large = [next(read_promptfoo_answers(RESULTS, system=name)).answers for name in ("large", "2")]
    assert large == [[("loans",), ("renew",), ("goodbye",)]] * 2


def test_two_systems_need_a_choice() -> None:
    with pytest.raises(InputError) as caught:
        list(read_promptfoo_answers(RESULTS))
    todo = "choose one, as in --format \"promptfoo(system='small')\""
    assert str(caught.value) == f"{RESULTS}:1: the answers of 2 systems, 1 (small), 2 (large); {todo}"
    with pytest.raises(UsageError, match=r"no system 'smal'; the columns are: 1 \(small\), 2 \(large\)$"):
        list(read_promptfoo_answers(RESULTS, system="smal"))


def test_a_test_that_is_there_twice_is_one_case() -> None:
    (cases,), (answers,) = (
        read_promptfoo_cases(PROMPTFOO_LOGS / "twice.json"),
        read_promptfoo_answers(PROMPTFOO_LOGS / "twice.json"),
    )
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
        list(read_promptfoo_cases(path))
    assert str(caught.value).endswith(
        "no test has a variable or an assertion 'equals' that says what is right; name one, as in --format "
        "\"promptfoo(reference='VARIABLE')\"; the variables are: id, text, channel"
    )
    (cases,) = read_promptfoo_cases(path, reference="channel")
    assert cases.references == [("web",), ("phone",), ("web",)]
    assert "channel" not in cases.features
    path = changed(tmp_path, lambda row: row["vars"].update(channel=None) if row["testIdx"] == 1 else None)
    # It was the text 'null', which no answer can be.
    assert next(read_promptfoo_cases(path, reference="channel")).references == [("web",), None, ("web",)]
    inside = [
        {"type": "assert-set", "assert": [{"type": "equals", "value": {"a": 1}}, {"type": "contains", "value": "x"}]}
    ]
    path = changed(tmp_path, lambda row: row["testCase"].update({"assert": inside}))
    assert next(read_promptfoo_cases(path)).references == [('{"a": 1}',)] * 3
    assert next(read_promptfoo_cases(path, reference="contains")).references == [("x",)] * 3


def test_an_answer_of_another_place_and_an_open_case(tmp_path: Path) -> None:
    def change(row: Any) -> None:
        row["response"]["metadata"] = {"intent": {"name": row["vars"]["id"]}}
        if row["testIdx"] == 0:
            row["testCase"]["assert"] = []

    path = changed(tmp_path, change)
    (answers,) = read_promptfoo_answers(path, answer="metadata.intent.name")
    assert answers.answers == [("open",), ("renew",), UNDEFINED]
    (cases,) = read_promptfoo_cases(path)
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
        list(read_promptfoo_cases(path))
    assert str(caught.value).startswith(f"{path}:1: {message}")


def test_the_beginning_tells() -> None:
    assert likely(RESULTS.read_text().split("\n")[:20])[0] == "promptfoo"


# Logs that Inspect wrote itself (tests/formats/logs).


INSPECT_LOGS = Path(__file__).parent / "logs" / "inspect"
SAMPLE = {"id": "q", "input": "Hm?", "target": "yes", "output": {"choices": [{}], "completion": "yes"}}


def by_id(name: str, **how: Any) -> dict[str, dict[str, Any]]:
    """What the log of this name says of each sample."""
    (cases,), (answers,) = read_inspect_cases(INSPECT_LOGS / name), read_inspect_answers(INSPECT_LOGS / name, **how)
    assert cases.ids == answers.ids
    rows = zip(cases.ids, cases.expressions, cases.references, answers.answers, answers.failures or [], strict=True)
    return {name: dict(zip(("input", "targets", "answer", "failure"), row, strict=True)) for name, *row in rows}


@pytest.mark.parametrize("name", ["intents.eval", "intents.json"])
def test_an_archive_and_json_say_the_same(name: str) -> None:
    assert by_id(name) == {
        "open": {"input": "Are you open at nine?", "targets": ("hours",), "answer": ("hours",), "failure": None},
        "renew": {
            "input": "I want it for longer.",
            "targets": ("renew", "extend"),
            "answer": ("extend",),
            "failure": None,
        },
        "bye": {
            "input": "That is all.",
            "targets": ("goodbye",),
            "answer": UNDEFINED,
            "failure": "ValueError('the tool is gone')",
        },
    }


def test_features_and_what_comes_along() -> None:
    (cases,), (answers,) = (
        read_inspect_cases(INSPECT_LOGS / "intents.eval"),
        read_inspect_answers(INSPECT_LOGS / "intents.eval"),
    )
    at = {name: place for place, name in enumerate(cases.ids)}
    assert cases.clusters is None
    assert [cases.features["channel"][at[name]] for name in ("open", "renew", "bye")] == ["web", "phone", "web"]
    assert [cases.features["turn"][at[name]] for name in ("open", "renew", "bye")] == [1, None, 2]
    one = {name: column[at["open"]] for name, column in answers.extras.items()}
    assert one == {"tokens_in": 12, "tokens_out": 2, "scores": {"pattern": "C"}, "completion": "INTENT: hours"}
    assert answers.seconds is not None
    assert 0 < float(answers.seconds[at["open"]] or 0) < 60


def test_what_a_scorer_could_not_take_out_is_undefined() -> None:
    found = by_id("other.eval")["renew"]
    assert found["answer"] is UNDEFINED
    assert found["failure"] == "pattern: Scoring pattern not matched in output: I do not know."
    assert by_id("other.eval", answer="completion")["renew"]["answer"] == ("I do not know.",)


def test_epochs_are_askings_of_one_case() -> None:
    (cases,) = read_inspect_cases(INSPECT_LOGS / "epochs.eval")
    assert sorted(cases.ids) == ["bye", "bye#2", "open", "open#2", "renew", "renew#2"]
    assert cases.clusters == [name.removesuffix("#2") for name in cases.ids]
    assert cases.features["repetition"] == [1 + name.endswith("#2") for name in cases.ids]
    assert {name for name, found in by_id("epochs.eval").items() if found["answer"][0] not in found["targets"]} == {
        "open#2"
    }
    assert murho.score("labels", INSPECT_LOGS / "epochs.eval").value == pytest.approx(1 / 6)


def test_two_scorers_need_a_choice() -> None:
    with pytest.raises(InputError) as caught:
        list(read_inspect_answers(INSPECT_LOGS / "choices.eval"))
    ways = " or ".join(f"--format \"inspect(answer='{name}')\"" for name in ("choice", "match", "completion"))
    assert str(caught.value) == f"{INSPECT_LOGS / 'choices.eval'}: 2 scorers gave answers; choose one: {ways}"
    with pytest.raises(UsageError, match=r"no scorer 'choise'; did you mean choice[?] the log has: completion, choice"):
        list(read_inspect_answers(INSPECT_LOGS / "choices.eval", answer="choise"))
    assert [one["answer"] for one in by_id("choices.eval", answer="choice").values()] == [("B",), ("B",)]


def test_compared_without_running_again(capsys: pytest.CaptureFixture[str]) -> None:
    """One is right on two samples of three, the other on one."""
    one, other = str(INSPECT_LOGS / "intents.eval"), str(INSPECT_LOGS / "other.eval")
    assert status(["score", "labels", one, "--by", "channel", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["value"], told["by"]["channel"]["phone"]["value"]) == (pytest.approx(1 / 3), 0)
    assert f"{one}: took what the scorer 'pattern' took out of the model's text as the answer" in told["notes"]
    assert status(["compare", "--references", one, one, other, "-m", "labels", "--json"]) == 0
    compared = json.loads(capsys.readouterr().out)
    assert (compared["difference"], compared["asked_by_both"]) == (pytest.approx(1 / 3), 3)


def altered(tmp_path: Path, **header: Any) -> Path:
    """An archive as Inspect's, but for some fields of its header; without one where a field is None."""
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_journal/start.json", json.dumps({"version": 2, "eval": {}}))
        archive.writestr("samples/q_epoch_1.json", json.dumps(SAMPLE))
        if None not in header.values():
            archive.writestr("header.json", json.dumps({"version": 2, "status": "success"} | header))
    return path


def test_a_log_of_another_version_is_refused(tmp_path: Path) -> None:
    newer = altered(tmp_path, version=3)
    with pytest.raises(InputError, match="a log of version 3 of Inspect's schema, of which 2 is known here; update "):
        list(read_inspect_cases(newer))
    with pytest.raises(InputError, match=r"version 1 of .*, of which 2 is read here; .*: inspect log convert$"):
        list(read_inspect_cases(altered(tmp_path, version=1)))


def test_unfinished_and_invalid_samples_are_said(tmp_path: Path) -> None:
    path = altered(tmp_path, status=None)
    assert next(read_inspect_cases(path)).notes == [f"{path}: the log's status is 'started'; it has 1 samples"]
    path = tmp_path / "log.json"
    samples = [SAMPLE, SAMPLE | {"id": "r", "invalidation": {"author": "anna"}}]
    path.write_text(json.dumps({"version": 2, "status": "success", "samples": samples}))
    (cases,) = read_inspect_cases(path)
    assert (cases.ids, cases.notes) == (["q"], [f"{path}: left out 1 samples that were declared invalid"])


@pytest.mark.parametrize(
    ("fields", "answer", "failure"),
    [
        ({"limit": {"type": "token", "limit": 5}, "output": {"choices": []}}, UNDEFINED, "limit: token 5"),
        ({"output": {"choices": [], "error": "refused"}}, UNDEFINED, "refused"),
        ({"output": {"choices": [{}], "completion": " \n"}}, UNDEFINED, "an empty answer"),
        ({"output": {"choices": [{}], "completion": "attachment://1"}, "attachments": {"1": "long"}}, ("long",), None),
        ({"scores": {"judge": {"value": float("nan"), "answer": "no"}}}, ("no",), None),
    ],
    ids=["limit", "refusal", "empty", "attachment", "nan"],
)
def test_what_stands_in_samples(fields: dict[str, Any], answer: Any, failure: str | None, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"version": 2, "status": "success", "samples": [SAMPLE | fields]}))
    (answers,) = read_inspect_answers(path)
    assert (answers.answers, answers.failures) == ([answer], [failure])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{}", "the log is not as Inspect writes it: Object missing required field `version`"),
        (b'{"version": 2', "the log is no JSON ("),
        (b'{"version": 2, "samples": []}', "a log without samples; evaluate with log_samples"),
        (b'{"version": 2, "samples": [{"id": []}]}', "the log is not as Inspect writes it: Expected `int | str`"),
        (
            (INSPECT_LOGS / "intents.eval").read_bytes()[:3000],
            "no archive that can be read (File is not a zip file); copy",
        ),
    ],
    ids=["other", "broken", "empty", "wrong", "cut"],
)
def test_what_is_no_log(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        list(read_inspect_cases(path))
    assert str(caught.value).startswith(f"{path}: {message}")


@pytest.mark.parametrize("place", ["content", "checksum"])
def test_damage_within_an_archive_is_found(place: str, tmp_path: Path) -> None:
    data = bytearray((INSPECT_LOGS / "intents.eval").read_bytes())
    # The first name is the member's own, before its content; the last stands in the directory, behind the checksum.
    at = data.index(b"samples/") + 60 if place == "content" else data.rindex(b"samples/") - 46 + 16
    data[at] ^= 0xFF
    path = tmp_path / "log.eval"
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"no archive that can be read .*; copy or download the file again"):
        list(read_inspect_cases(path))


@pytest.mark.parametrize(
    ("places", "found"), [(1, "has another name where it stands"), (2, "2 samples, of 3 that were evaluated; copy")]
)
def test_a_damaged_name_hides_no_sample(places: int, found: str, tmp_path: Path) -> None:
    whole = (INSPECT_LOGS / "intents.eval").read_bytes()
    with zipfile.ZipFile(INSPECT_LOGS / "intents.eval") as archive:
        name = next(name for name in archive.namelist() if name.startswith("samples/")).encode()
    path = tmp_path / "log.eval"
    path.write_bytes(whole.replace(name, b"r" + name[1:], places))  # where it stands, and in the directory
    with pytest.raises(InputError, match=found):
        list(read_inspect_cases(path))


def test_without_a_target_a_case_is_open(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"version": 2, "status": "success", "samples": [SAMPLE | {"target": ""}]}))
    assert next(read_inspect_cases(path)).references == [None]


def test_the_beginning_tells_of_inspect() -> None:
    begins = [name.read_bytes()[:400].decode(errors="replace") for name in sorted(INSPECT_LOGS.glob("intents.*"))]
    assert [likely(text.split("\n"))[0] for text in begins] == ["inspect", "inspect"]

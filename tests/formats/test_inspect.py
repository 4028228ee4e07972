"""Logs that Inspect wrote itself (tests/formats/logs)."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

import murho
from murho.cli import status
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.formats import inspect
from murho.formats.likely import likely

LOGS = Path(__file__).parent / "logs" / "inspect"
SAMPLE = {"id": "q", "input": "Hm?", "target": "yes", "output": {"choices": [{}], "completion": "yes"}}


def by_id(name: str, **how: Any) -> dict[str, dict[str, Any]]:
    """What the log of this name says of each sample."""
    (cases,), (answers,) = inspect.read_cases(LOGS / name), inspect.read_answers(LOGS / name, **how)
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
    (cases,), (answers,) = inspect.read_cases(LOGS / "intents.eval"), inspect.read_answers(LOGS / "intents.eval")
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
    (cases,) = inspect.read_cases(LOGS / "epochs.eval")
    assert sorted(cases.ids) == ["bye", "bye#2", "open", "open#2", "renew", "renew#2"]
    assert cases.clusters == [name.removesuffix("#2") for name in cases.ids]
    assert cases.features["repetition"] == [1 + name.endswith("#2") for name in cases.ids]
    assert {name for name, found in by_id("epochs.eval").items() if found["answer"][0] not in found["targets"]} == {
        "open#2"
    }
    assert murho.score("labels", LOGS / "epochs.eval").value == pytest.approx(1 / 6)


def test_two_scorers_need_a_choice() -> None:
    with pytest.raises(InputError) as caught:
        list(inspect.read_answers(LOGS / "choices.eval"))
    ways = " or ".join(f"--format \"inspect(answer='{name}')\"" for name in ("choice", "match", "completion"))
    assert str(caught.value) == f"{LOGS / 'choices.eval'}: 2 scorers gave answers; choose one: {ways}"
    with pytest.raises(UsageError, match=r"no scorer 'choise'; did you mean choice[?] the log has: completion, choice"):
        list(inspect.read_answers(LOGS / "choices.eval", answer="choise"))
    assert [one["answer"] for one in by_id("choices.eval", answer="choice").values()] == [("B",), ("B",)]


def test_compared_without_running_again(capsys: pytest.CaptureFixture[str]) -> None:
    """One is right on two samples of three, the other on one."""
    one, other = str(LOGS / "intents.eval"), str(LOGS / "other.eval")
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
        list(inspect.read_cases(newer))
    with pytest.raises(InputError, match=r"version 1 of .*, of which 2 is read here; .*: inspect log convert$"):
        list(inspect.read_cases(altered(tmp_path, version=1)))


def test_unfinished_and_invalid_samples_are_said(tmp_path: Path) -> None:
    path = altered(tmp_path, status=None)
    assert next(inspect.read_cases(path)).notes == [f"{path}: the log's status is 'started'; it has 1 samples"]
    path = tmp_path / "log.json"
    samples = [SAMPLE, SAMPLE | {"id": "r", "invalidation": {"author": "anna"}}]
    path.write_text(json.dumps({"version": 2, "status": "success", "samples": samples}))
    (cases,) = inspect.read_cases(path)
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
    (answers,) = inspect.read_answers(path)
    assert (answers.answers, answers.failures) == ([answer], [failure])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{}", "the log is not as Inspect writes it: Object missing required field `version`"),
        (b'{"version": 2', "the log is no JSON ("),
        (b'{"version": 2, "samples": []}', "a log without samples; evaluate with log_samples"),
        (b'{"version": 2, "samples": [{"id": []}]}', "the log is not as Inspect writes it: Expected `int | str`"),
        ((LOGS / "intents.eval").read_bytes()[:3000], "no archive that can be read (File is not a zip file); copy"),
    ],
    ids=["other", "broken", "empty", "wrong", "cut"],
)
def test_what_is_no_log(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        list(inspect.read_cases(path))
    assert str(caught.value).startswith(f"{path}: {message}")


@pytest.mark.parametrize("place", ["content", "checksum"])
def test_damage_within_an_archive_is_found(place: str, tmp_path: Path) -> None:
    data = bytearray((LOGS / "intents.eval").read_bytes())
    # The first name is the member's own, before its content; the last stands in the directory, behind the checksum.
    at = data.index(b"samples/") + 60 if place == "content" else data.rindex(b"samples/") - 46 + 16
    data[at] ^= 0xFF
    path = tmp_path / "log.eval"
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"no archive that can be read .*; copy or download the file again"):
        list(inspect.read_cases(path))


@pytest.mark.parametrize(
    ("places", "found"), [(1, "has another name where it stands"), (2, "2 samples, of 3 that were evaluated; copy")]
)
def test_a_damaged_name_hides_no_sample(places: int, found: str, tmp_path: Path) -> None:
    whole = (LOGS / "intents.eval").read_bytes()
    with zipfile.ZipFile(LOGS / "intents.eval") as archive:
        name = next(name for name in archive.namelist() if name.startswith("samples/")).encode()
    path = tmp_path / "log.eval"
    path.write_bytes(whole.replace(name, b"r" + name[1:], places))  # where it stands, and in the directory
    with pytest.raises(InputError, match=found):
        list(inspect.read_cases(path))


def test_without_a_target_a_case_is_open(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"version": 2, "status": "success", "samples": [SAMPLE | {"target": ""}]}))
    assert next(inspect.read_cases(path)).references == [None]


def test_the_beginning_tells() -> None:
    begins = [name.read_bytes()[:400].decode(errors="replace") for name in sorted(LOGS.glob("intents.*"))]
    assert [likely(text.split("\n"))[0] for text in begins] == ["inspect", "inspect"]

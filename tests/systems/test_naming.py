"""Systems by what is written on the command line."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers
from murho.core.errors import InputError, MurhoError, UsageError
from murho.core.meaning import UNDEFINED
from murho.systems import Command, Function, Isolated, Recorded, system
from murho.systems.naming import stage

from .conftest import SCRIPTS, make_cases

Ask = Callable[..., Answers]


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SCRIPTS)
    monkeypatch.setattr(sys, "path", list(sys.path))


@pytest.mark.parametrize(
    ("spec", "options", "kind"),
    [
        ("parsers:words", {}, Function),
        ("parsers:words", {"batch": 4}, Function),
        ("parsers:words", {"workers": 2}, Isolated),
        ("parsers:words", {"timeout": 3.0}, Isolated),
        ("cmd:./parser --fast", {"workers": 2, "timeout": 3.0}, Command),
        ("cmd: ./parser", {}, Command),
        ("recorded:said.jsonl", {}, Recorded),
        ("recorded:said.parquet", {}, Recorded),
        ("said.jsonl.gz", {}, Recorded),
        ("runs/said.parquet", {}, Recorded),
    ],
)
def test_kinds(spec: str, options: dict[str, Any], kind: type) -> None:
    assert type(system(spec, **options)) is kind


@pytest.mark.parametrize(
    ("spec", "options", "text"),
    [
        ("./parser", {}, "is not a system; write a Python function as my_parser:parse"),
        ("", {}, "is not a system"),
        ("parsers.py:words", {}, "name its function as parsers:words"),
        ("sub/parsers.py", {}, "in sub, name its function as parsers:FUNCTION"),
        ("ftp://localhost/parse", {}, "is not a system"),
        ("cmd:", {}, "empty command"),
        ("recorded:said.docx", {}, "the name does not tell the format"),
        ("parsers:nothing", {}, "has no 'nothing'"),
        ("cmd:./parser", {"batch": 3}, "only Python functions take batches"),
        ("said.jsonl", {"batch": 3}, "only Python functions take batches"),
        ("parsers:words", {"batch": 3, "workers": 2}, "one at a time"),
        ("parsers:words", {"workers": 0}, "0 workers"),
        ("parsers:words", {"timeout": 0.0}, "time-out of 0"),
    ],
)
def test_what_names_no_system(spec: str, options: dict[str, Any], text: str) -> None:
    with pytest.raises(UsageError) as error:
        system(spec, **options)
    assert text in str(error.value)


def test_recorded_answers_from_a_file(tmp_path: Path, answers_of: Ask) -> None:
    path = tmp_path / "said.jsonl"
    path.write_text('{"id": "q2", "answer": ["b"], "cost": 1}\n{"id": "q1", "answer": null, "failure": "late"}\n')
    for spec in (str(path), f"recorded:{path}"):
        answers = answers_of(system(spec), "", "", "")
        assert answers.answers == [UNDEFINED, ("b",), UNDEFINED]
        assert answers.failures == ["late", None, "missing"]
    path.write_text('{"id": "q2", "answer": ["b"]}\n{"id": "q1", "answer": \n')
    with pytest.raises(InputError, match=r"said.jsonl:2: "):
        answers_of(system(str(path)), "", "")


def test_a_command_without_its_mark_is_told_how_to_write_it() -> None:
    with pytest.raises(UsageError, match=r"^'python3 a/desk.py' looks like a command; write 'cmd:python3 a/desk.py'$"):
        system("python3 a/desk.py")


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(MurhoError, match="no such file"), system("nowhere.jsonl") as recorded:
        list(recorded.answer(make_cases("a")))


@pytest.mark.parametrize(
    ("spec", "found"),
    [
        ("heard=asr:recognise", ("heard", "asr:recognise")),
        (" heard = asr:recognise", ("heard", "asr:recognise")),
        ("heard=cmd:./asr --beam=8", ("heard", "cmd:./asr --beam=8")),
        ("heard=said.jsonl", ("heard", "said.jsonl")),
        ("cmd:./asr --beam=8", (None, "cmd:./asr --beam=8")),
        ("cmd:before=yes ./asr", (None, "cmd:before=yes ./asr")),
        ("conllu:input=words ./parse", (None, "conllu:input=words ./parse")),
        ("2nd=asr:recognise", (None, "2nd=asr:recognise")),
        ("heard=", (None, "heard=")),
        ("asr:recognise", (None, "asr:recognise")),
    ],
)
def test_the_name_of_a_stage(spec: str, found: tuple[str | None, str]) -> None:
    assert stage(spec) == found


def test_a_file_may_have_an_equals_sign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert stage("beam=8.jsonl") == ("beam", "8.jsonl")
    Path("beam=8.jsonl").touch()
    assert stage("beam=8.jsonl") == (None, "beam=8.jsonl")

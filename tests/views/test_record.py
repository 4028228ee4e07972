"""What the record of a run says, in words and as commands."""

from dataclasses import replace
from typing import Any

import pytest

from murho.store import Run
from murho.version import __version__
from murho.views.evidence import Evidence, gather
from murho.views.record import about, command, settings, spec


@pytest.fixture
def evidence(plain: Run) -> Evidence:
    return gather(plain, None, None)


def told(evidence: Evidence, **record: Any) -> Evidence:
    """The same with another record."""
    return replace(evidence, record={**evidence.record, **record})


@pytest.mark.parametrize(
    ("system", "said"),
    [
        ("murho", "murho"),
        ({"spec": "./parse"}, "./parse"),
        ({"kind": "command"}, "command"),
        ({"spec": "", "kind": "function"}, "function"),
        ({}, ""),
        ({"stages": [{"spec": "asr", "name": "hears"}, {"spec": "parse"}]}, "hears=asr → parse"),
        ({"stages": ["asr", {"name": "parses", "kind": "atn"}]}, "asr → parses=atn"),
        ({"stages": "two", "spec": "both"}, "both"),
    ],
)
def test_a_system_in_a_few_words(system: Any, said: str) -> None:
    assert spec(system) == said


def test_what_the_run_was(evidence: Evidence) -> None:
    changed = told(
        evidence,
        system={"spec": "./parse"},
        data={"cases": "cases.jsonl"},
        about={"goal": "to see", "sample": "all"},
        started="2024-05-01T10:00:00+00:00",
        finished="2024-05-01T10:02:00+00:00",
    )
    assert about(changed) == [
        ("System", "./parse"),
        ("Suite", "cases.jsonl"),
        ("Goal", "to see"),
        ("Sample", "all"),
        ("Run", "2024-05-01 10:00 UTC, 2 min"),
    ]
    at_once = told(changed, finished="2024-05-01T10:00:00.2+00:00")
    assert about(at_once)[-1] == ("Run", "2024-05-01 10:00 UTC, 1 s")
    going_on = told(changed, finished=None)
    assert about(going_on)[-1] == ("Run", "2024-05-01 10:00 UTC")
    assert about(told(changed, started="once"))[-1] == ("Sample", "all")


def test_every_setting(evidence: Evidence) -> None:
    changed = told(
        evidence,
        data={"cases": "c", "limit": None},
        system={"spec": "s"},
        systems=[{"digest": "sha256:12", "spec": "s", "files": {"s.py": "sha256:34"}}],
        versions={"numpy": "2"},
        state="complete",
    )
    assert settings(changed) == [
        ("measures", "meanings(shifting=mu3(0.1, 0.2, 0.3, 0.4, 0.7)), graded('json')"),
        ("weighting", "given"),
        ("missing answers", "undefined"),
        ("level", "0.95"),
        ("interval method", "auto"),
        ("seed", "0"),
        ("data: cases", "c"),
        ("system: spec", "s"),
        ("system: digest", "sha256:12"),
        ("system: files", '{"s.py": "sha256:34"}'),
        ("version: numpy", "2"),
        ("state of the run", "complete"),
        ("page written by", f"murho {__version__}"),
    ]


def test_the_commands(evidence: Evidence) -> None:
    run, report = command(
        told(
            evidence,
            system={"stages": [{"spec": "asr", "name": "hears"}, {"spec": "parse"}], "carry": "all"},
            data={"cases": "cases.jsonl", "limit": 5},
            settings={"measures": ["words"], "seed": 7, "level": 0.95},
            about={"goal": "see all"},
        )
    )
    assert run.startswith("murho run cases.jsonl --system hears=")
    assert " --then " in run
    assert " --carry all -m words --seed 7 --limit 5 " in run
    assert "--level" not in run
    assert "--goal 'see all'" in run
    assert report.startswith("murho report run")

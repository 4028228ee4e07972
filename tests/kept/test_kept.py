"""Every figure that a command printed before it prints now, to the last digit; see CONTRIBUTING.md."""

import json
from itertools import islice

import pytest

from .running import ABSENT, OUTPUTS, Command, Folder, commands, moved, shortened, steady

COMMANDS = commands()
TOLD = 10


@pytest.mark.parametrize(
    "command",
    [pytest.param(one, id=one.name, marks=[pytest.mark.slow] if one.slow else []) for one in COMMANDS.values()],
)
def test_figures_are_what_they_were(folder: Folder, command: Command) -> None:
    if command.missing:
        pytest.skip(command.missing)
    was, now = json.loads(command.path.read_text("utf-8")), folder.said(command)
    changes = [str(change) for change in islice(moved(was, now), TOLD + 1)]
    if changes:
        more = ["..."] if len(changes) > TOLD else []
        pytest.fail("\n".join([f"murho {command.run}", *changes[:TOLD], *more]), pytrace=False)


def test_outputs_and_commands_belong_together() -> None:
    assert {path.stem for path in OUTPUTS.glob("*.json")} == set(COMMANDS)
    assert len(COMMANDS) >= 70


def test_what_moved_is_told_by_its_place() -> None:
    was = {"value": 0.1, "by": {"a b": [1, {"n": 2}]}, "gone": None}
    now = {"value": 0.1 + 2**-56, "by": {"a b": [1.0, {"n": 2}, 3]}, "new": True}
    assert [(change.path, change.was, change.now) for change in moved(was, now)] == [
        ("$.value", 0.1, 0.1 + 2**-56),
        ("$.by['a b'][0]", 1, 1.0),
        ("$.by['a b'][2]", ABSENT, 3),
        ("$.gone", None, ABSENT),
        ("$.new", ABSENT, True),
    ]
    assert list(moved(was, json.loads(json.dumps(was)))) == []


def test_a_large_output_is_kept_by_digest_and_still_seen_to_move() -> None:
    rows = [{"id": str(i), "loss": i / 7} for i in range(1000)]
    was, now = (shortened({"value": 0.5, "per_case": kept}, False) for kept in (rows, [*rows[:-1], rows[0]]))
    assert (was["value"], was["per_case"]["entries"]) == (0.5, 1000)
    assert [change.path for change in moved(was, now)] == ["$.per_case.sha256"]


def test_no_text_of_real_data_is_kept() -> None:
    said = {"value": 0.25, "interval": [0.1, 0.4], "worst": ["a sentence"], "by": {"far": {"n": 3}}}
    assert shortened(said, True) == said | {"worst": shortened(said, True)["worst"]}
    assert set(shortened(said, True)["worst"]) == {"entries", "sha256"}


def test_times_and_versions_are_no_figures() -> None:
    said = {"signature": "murho|seed:0|version:0.1.0", "seconds": 0.25, "versions": {"numpy": "2"}, "value": 0.25}
    assert steady(said) == {"signature": "murho|seed:0|version:*", "seconds": "*", "versions": "*", "value": 0.25}
    assert steady({"seconds": None, "at": "2026-01-02T03:04:05+00:00"}) == {"seconds": None, "at": "(time)"}

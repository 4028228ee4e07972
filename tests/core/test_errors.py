"""Errors: one form, a place where it is known, and a way through a process pool."""

import pickle

import pytest

from murho.core.errors import InputError, MeaningError, MurhoError, UsageError


@pytest.mark.parametrize(
    ("path", "line", "expected"),
    [
        (None, None, "no id; give one"),
        ("cases.jsonl", None, "cases.jsonl: no id; give one"),
        ("cases.jsonl", 3, "cases.jsonl:3: no id; give one"),
    ],
)
def test_the_place_stands_before_what_was_found(path: str | None, line: int | None, expected: str) -> None:
    assert str(InputError("no id", "give one", path=path, line=line)) == expected


def test_exit_statuses() -> None:
    assert (InputError("a", "b").exit_status, UsageError("a").exit_status) == (1, 2)
    assert issubclass(InputError, MurhoError)
    assert issubclass(UsageError, MurhoError)


@pytest.mark.parametrize("error", [InputError("a", "b"), MeaningError(4, "answer", "a", "b")])
def test_the_place_can_come_later(error: InputError) -> None:
    assert str(error.at("x.jsonl", 7)) == "x.jsonl:7: a; b"


@pytest.mark.parametrize(
    "error", [InputError("a", "b", path="x.jsonl", line=7), MeaningError(4, "answer", "a", "b"), UsageError("a")]
)
def test_errors_survive_the_way_back_from_another_process(error: MurhoError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)

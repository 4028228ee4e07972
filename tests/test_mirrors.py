"""Every module has tests in the file of its name, or stands in mirrors.toml with those that it has."""

from typing import Any

import pytest

from .mirrors import faults, listed

LIST = listed()
OWN = "src/murho/core/tally.py"
"""A module with a test file of its own."""
LISTED = next(module for module in LIST["modules"] if module.startswith("src/murho/core/"))


def test_the_list_is_what_the_code_needs() -> None:
    found = "\n".join(faults(LIST["modules"], LIST["folders"]))
    assert not found, f"tests/mirrors.toml is not right; `python tests/mirrors.py` corrects [modules]\n{found}"


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({OWN: ["tests/core/test_ledger.py"]}, f'delete "{OWN}": it has tests/core/test_tally.py'),
        ({"src/murho/core/gone.py": ["tests/core/test_tally.py"]}, "there is no such module"),
        ({LISTED: []}, f'change "{LISTED}": name the files that test it'),
        ({LISTED: ["tests/core/test_gone.py"]}, f'change "{LISTED}": tests/core/test_gone.py holds no tests'),
        ({LISTED: ["tests/core/conftest.py"]}, f'change "{LISTED}": tests/core/conftest.py holds no tests'),
        ({LISTED: ["tests/test_mirrors.py"]}, f'change "{LISTED}": the imports of tests/test_mirrors.py do not lead'),
    ],
)
def test_a_wrong_line_is_found(changed: dict[str, list[str]], line: str) -> None:
    assert line in _new_fault({**LIST["modules"], **changed})


def test_a_missing_module_is_found_with_the_line_to_add() -> None:
    modules = {module: files for module, files in LIST["modules"].items() if module != LISTED}
    assert _new_fault(modules).startswith(f'add   "{LISTED}" = ["tests/')


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        ({"tests": ["tests/core/test_tally.py"], "because": "none"}, "every module in it has tests of its own"),
        ({"tests": ["tests/core/test_tally.py"]}, "say why"),
    ],
)
def test_a_folder_needs_modules_and_a_reason(entry: dict[str, Any], line: str) -> None:
    found = faults(LIST["modules"], {**LIST["folders"], "src/murho/core": entry})
    assert any(line in fault for fault in found)


def _new_fault(modules: dict[str, list[str]]) -> str:
    """The only fault that this list has and the real one has not."""
    (found,) = set(faults(modules, LIST["folders"])) - set(faults(LIST["modules"], LIST["folders"]))
    return found

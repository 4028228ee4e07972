"""Files to begin with: a suite, a system and settings that run as they are, to be filled with one's own.

>>> import pathlib, tempfile
>>> folder = pathlib.Path(tempfile.mkdtemp(), "desk")
>>> [path.name for path in write_skeleton(folder, "labels", "python")]
['suite.jsonl', 'system.py', 'murho.toml']
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from murho.core.errors import InputError, UsageError
from murho.formats.saving import writing

Rows = Sequence[Mapping[str, Any]]

SUITES: Mapping[str, Rows] = {
    "labels": [
        {"id": "1", "expression": "when do you open on sunday", "reference": ["hours"], "topic": "visit"},
        {"id": "2", "expression": "are you open today", "reference": ["hours"], "topic": "visit"},
        {"id": "3", "expression": "please renew my book", "reference": ["renew"], "topic": "loans"},
        {"id": "4", "expression": "i want to keep it a week longer", "reference": ["renew"], "topic": "loans"},
        {"id": "5", "expression": "what do i owe", "reference": ["fees"], "topic": "loans"},
        {"id": "6", "expression": "how much is the fine", "reference": ["fees"], "topic": "loans"},
    ],
    "words": [
        {"id": "1", "expression": "when do you open on sunday", "reference": ["when do you open on sunday"]},
        {"id": "2", "expression": "please renew my book", "reference": ["please renew my book"]},
        {"id": "3", "expression": "what do i owe", "reference": ["what do i owe"]},
    ],
    "meanings": [
        {"id": "1", "expression": "renew it", "reference": [{"act": "renew", "item": "book"}], "topic": "loans"},
        {"id": "2", "expression": "renew my card", "reference": [{"act": "renew", "item": "card"}], "topic": "loans"},
        {"id": "3", "expression": "are you open", "reference": [{"act": "hours"}], "topic": "visit"},
        {"id": "4", "expression": "tell me a joke", "reference": [], "topic": "other"},
    ],
}
"""A small suite for each measure that one may begin with."""
BODIES = {
    "labels": """    for word, label in (("open", "hours"), ("renew", "renew"), ("owe", "fees")):
        if word in expression:
            return label
    return None  # no answer, which is ⊥""",
    "words": """    return expression.replace("sunday", "monday")  # what was heard: text""",
    "meanings": """    if "renew" in expression:
        return [{"act": "renew", "item": "book"}]
    return []  # it means nothing here; None would be ⊥, no answer""",
}
SYSTEMS = ("python", "command")


def write_skeleton(folder: Path, measure: str, system: str) -> list[Path]:
    """Write the files into a folder, none of which may be there; the paths written.

    Args:
        folder: made where it is not there.
        measure: `labels`, `words` or `meanings`.
        system: `python`, a function, or `command`, a program that is asked line by line.

    Raises:
        UsageError: there is no such measure or system.
        InputError: a file is there already, or cannot be written.
    """
    if measure not in SUITES or system not in SYSTEMS:
        raise UsageError(f"nothing to begin with for {measure!r}, {system!r}; known: {', '.join((*SUITES, *SYSTEMS))}")
    suite = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in SUITES[measure])
    texts = {"suite.jsonl": suite, "system.py": _system(measure, system), "murho.toml": _settings(measure, system)}
    for name in texts:
        if (folder / name).exists():
            raise InputError(
                "is there already, and nothing was written", "name another folder", path=str(folder / name)
            )
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        with writing(str(folder / name)) as file:
            file.write(text.encode())
    return [folder / name for name in texts]


def _system(measure: str, system: str) -> str:
    says = {"labels": "the label", "words": "the words", "meanings": "the list of meanings"}[measure]
    text = f'''"""The system that is measured: put your own in its place."""


def understand(expression: str):
    """What the expression means: {says}; None where there is no answer."""
{BODIES[measure]}
'''
    if system == "python":
        return text
    wrapped = "found" if measure == "meanings" else "None if found is None else [found]"
    return f"""{text}

if __name__ == "__main__":
    import json
    import sys

    for line in sys.stdin:  # one JSON object on each line, and one in answer to it: a list of meanings, or null
        case = json.loads(line)
        found = understand(case["expression"])
        print(json.dumps({{"id": case["id"], "answer": {wrapped}}}), flush=True)
"""


def _settings(measure: str, system: str) -> str:
    named = {"python": "system:understand", "command": "cmd:python3 system.py"}[system]
    return f'''# Settings of murho's verbs; what stands on the command line wins. `murho run --config murho.toml`
[run]
cases = "suite.jsonl"
system = "{named}"
measure = ["{measure}"]
out = "my-run"
'''

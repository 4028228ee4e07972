"""File formats: one module for each, all with the same functions, those it can do.

- `read_cases(path, *, batch=8192)` gives `Cases`, `read_answers(path, *, batch=8192)` gives `Answers`, in batches;
- `write_cases(path, batches)` and `write_answers(path, batches)` write them.

A module may also say `BY_LINE = True` (two files belong together line by line, or utterance by utterance),
`UTTERANCES = True` (answers bring their words, which must be those of the cases), `BY_WORD = True` (with a token on
every line), `SENTENCES = True` (they hold trees, and belong together by id where both have ids, or else by place),
`FOLDED_IDS = True` (ids match without regard to case), and `EXTRA = "ignore"` (answers without a case are usual in this
format, and not an error unless it is asked for).

A new format is a module here with such functions and a line in `_SUFFIXES`. Compressed files (`.gz`, `.zst`) and
standard input (`-`) are read by all that read lines.

>>> FORMATS
('jsonl', 'parquet', 'text', 'slurp', 'trn', 'stm', 'ctm', 'seglst', 'lines', 'inline', 'helsinki', 'textgrid', \
'festival', 'conllu', 'conllx')
>>> guess("runs/answers.jsonl.zst"), by_name("text").__name__
('jsonl', 'murho.formats.text')
"""

import json
from importlib import import_module
from types import ModuleType
from typing import Any

from murho.core.errors import UsageError
from murho.formats.opening import Path, plain_name

_SUFFIXES = {
    "jsonl": (".jsonl", ".ndjson"),
    "parquet": (".parquet", ".pq"),
    "text": (".txt",),
    "slurp": (),
    "trn": (".trn",),
    "stm": (".stm",),
    "ctm": (".ctm",),
    "seglst": (".seglst.json", ".seglst"),
    "lines": (),
    "inline": (),
    "helsinki": (),
    "textgrid": (".textgrid",),
    "festival": (),
    "conllu": (".conllu",),
    "conllx": (".conll", ".conllx"),
}

FORMATS = tuple(_SUFFIXES)
"""The names of all formats."""


def by_name(name: str) -> ModuleType:
    """The module of a format.

    Raises:
        UsageError: there is no such format.
    """
    if name not in FORMATS:
        raise UsageError(f"unknown format {name!r}; the formats are: {', '.join(FORMATS)}")
    return import_module(f"{__name__}.{name}")


def guess(path: Path) -> str:
    """The format that the name of a file tells.

    Raises:
        UsageError: it tells none.
    """
    for name, suffixes in _SUFFIXES.items():
        if plain_name(path).endswith(suffixes):
            return name
    raise UsageError(f"{path}: the name does not tell the format; give one of: {', '.join(FORMATS)}")


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a line of JSON: `case` or `answer`.

    >>> schema("answer")["required"]
    ['id', 'answer']

    Raises:
        UsageError: there is no such schema.
    """
    if name not in ("case", "answer"):
        raise UsageError(f"unknown schema {name!r}; the schemas are: case, answer")
    from pathlib import Path as FilePath

    text = FilePath(__file__).with_name("schemas").joinpath(f"{name}.schema.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found

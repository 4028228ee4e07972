"""File formats: the functions of each and, beside them, the record that says what they can do.

- `read_cases(path, *, batch=8192)` gives `Cases`, `read_answers(path, *, batch=8192)` gives `Answers`, in batches;
- `write_cases(path, batches)` and `write_answers(path, batches)` write them;
- `FORMAT`, a `Format`, names them, and says how files of the format are told, paired and read; in a module of several
  formats the names of one are `read_vtt_cases`, `FORMAT_VTT`.

A new format is a module here, or a record in that of its kin; nothing else knows it by name. Others bring theirs as
`module:attribute`, or install them under the entry points `murho.formats`. Compressed files (`.gz`, `.zst`) and
standard input (`-`) are read by all that read lines.

>>> from murho.formats import FORMATS
>>> FORMATS
('bio', 'conllu', 'conllx', 'csv', 'ctm', 'festival', 'helsinki', 'inline', 'inspect', 'jsonl', 'kaldi', 'lines', \
'lm_eval', 'nemo', 'parquet', 'promptfoo', 'rasa', 'seglst', 'slf', 'slurp', 'snips', 'spider', 'srt', 'stm', 'text', \
'textgrid', 'trn', 'tsv', 'verdicts', 'vtt', 'whisper')
>>> guess("runs/answers.jsonl.zst"), by_name("text").title
('jsonl', 'Text')
"""

import json
from typing import Any

from murho.core.errors import UsageError
from murho.formats.format import ANY, SHELF, Beside, Format, How, by_name, guess

__all__ = ["ANY", "FORMATS", "SHELF", "Beside", "Format", "How", "by_name", "guess", "schema"]


def __getattr__(name: str) -> tuple[str, ...]:
    """`FORMATS`, the names of all formats, which imports every one of them."""
    if name != "FORMATS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return tuple(record.name for record in SHELF.all())


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
    loaded: dict[str, Any] = json.loads(text)
    return loaded

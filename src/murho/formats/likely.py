r"""A file whose name does not tell its format: how it begins, and the two ways in which it is most likely read.

>>> likely(["anna-01 to bonn", "anna-02 yes"]), likely(["text;gold", "to bonn;travel"])
(('kaldi', 'text'), ('csv', 'text'))
>>> likely(['{"audio_filepath": "a.wav", "text": "to bonn"}']), likely(["WEBVTT"])
(('nemo', 'jsonl'), ('vtt', 'text'))
"""

import os
import re
import shlex
from collections.abc import Sequence

from murho.core.errors import InputError, UsageError, shortened
from murho.formats.opening import Path, is_pipe, is_url, line_blocks, plain_suffix

_LINES = 20
"""Of the beginning of a file, by which it is told."""
_ALL = (
    ("parquet", r"PAR1"),
    ("inspect", r"PK.*_journal/|\{\s*\"version\": ?\d+,\s*\"status\":"),
    ("vtt", r"WEBVTT\b"),
    ("textgrid", r"File type = ."),
    ("srt", r"\d+\n\d+:\d\d:\d\d,\d+ -->"),
    ("nemo", r"\{.*\"audio_filepath\""),
    ("lm_eval", r"\{.*\"doc_id\".*\"filtered_resps\""),
    ("jsonl", r"\{.*\}(\n|$)"),
    ("promptfoo", r"\{\s*\"evalId\":"),
    ("seglst", r"\[[\s\S]*\"session_id\""),
    ("rasa", r"[\[{][\s\S]*\"(rasa_nlu_data|entities)\""),
    ("snips", r"[\[{][\s\S]*\"(utterances|slots|data)\""),
    ("jsonl", r"\[\s*\{"),
    ("whisper", r"\{[\s\S]*\"(segments|text)\""),
    ("conllu", r"# (sent_id|newdoc|text)|1\t([^\t\n]*\t){8}"),
    ("stm", r";; (CATEGORY|LABEL)|\S+ \S+ \S+ \d+(\.\d+)? \d+(\.\d+)? "),
    ("ctm", r"\S+ \S+ \d+(\.\d+)? \d+(\.\d+)? \S+"),
    ("tsv", r"[^\t\n]+\t[^\n]*\n[^\t\n]*\t"),
    ("csv", r"[^\n,]+,[^\n ][^\n]*\n[^\n]*,|[^\n;]+;[^\n ][^\n]*\n[^\n]*;"),
)
"""How the beginning of a file in each format looks; the first that fits is the likeliest."""
_EACH = (
    ("trn", r".*\([^()\s]+\)\s*"),
    ("bio", r"\S+(\s\S+)*\s(O|[BIESLU]-\S+)"),
    ("kaldi", r"(?=\S*\d)(?=\S*[-_])\S+(\s.*)?"),
)
"""How every line looks in formats that are told only so."""

_WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".ods")


def unknown(path: Path) -> UsageError:
    """The error for a file whose name does not tell its format."""
    if is_url(path) or is_pipe(path) or not os.path.isfile(path):
        todo = "say it with --format (murho list formats shows all)"
        if not (is_url(path) or is_pipe(path) or os.path.exists(path)):
            todo += "; and there is no such file: check the name and the working directory"
        return UsageError(f"{path}: the name does not tell the format; {todo}")
    if plain_suffix(path) in _WORKBOOKS:
        return UsageError(f"{path}: workbooks are not read; save the sheet from there as CSV (UTF-8)")
    try:
        _, block = next(line_blocks(path, _LINES), (1, []))
    except InputError as error:
        return UsageError(str(error))
    lines = [line.decode(errors="replace") for line in block[:_LINES]]
    shown = shortened(next(filter(str.strip, lines), ""), 60)
    first, second = likely(lines)
    if first == "jsonl" and shown.startswith("["):
        name = os.path.basename(path)
        source, target = shlex.quote(name), shlex.quote(f"{os.path.splitext(name)[0]}.jsonl")
        todo = f"write each object on a line of its own: jq -c '.[]' {source} > {target}"
        return UsageError(f"{path}: a list in JSON; {todo}")
    begins = f"its first line is {shown!r}" if shown else "it is empty"
    ways = f"give --format {first}, or --format {second} (murho list formats shows all)"
    return UsageError(f"{path}: the name does not tell the format; {begins}; {ways}")


def is_table(path: Path) -> str:
    """The format of a table, `tsv` or `csv`, if a file begins like one, or nothing."""
    _, block = next(line_blocks(path, _LINES), (1, []))
    first, _ = likely([line.decode(errors="replace") for line in block[:_LINES]])
    return first if first in ("tsv", "csv") else ""


def likely(lines: Sequence[str]) -> tuple[str, str]:
    """The names of the two likeliest formats of a file that begins with these lines."""
    filled = [line for line in lines if line.strip()]
    start = "\n".join(filled)
    found = [name for name, pattern in _ALL if re.match(pattern, start)]
    found += [name for name, pattern in _EACH if filled and all(re.fullmatch(pattern, line) for line in filled)]
    first, second = [*found, "text", "jsonl"][:2]
    return first, second

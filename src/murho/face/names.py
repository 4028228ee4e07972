"""Names that type checkers know, read off the shelves: written by `python3 dev.py types`.

A measure of one's own is a value, which `murho.measure("module:name")` makes of its name.
"""

from typing import Any, Literal, TypedDict

MeasureName = Literal[
    "acceptance",
    "accuracy",
    "any_of",
    "breaks",
    "cer",
    "character_error_rate",
    "characters",
    "concept_bag",
    "concept_error_rate",
    "concepts",
    "cp_wer",
    "cpwer",
    "dependencies",
    "f1",
    "frame_error_rate",
    "frames",
    "graded",
    "labels",
    "las",
    "links",
    "mapped",
    "match_error_rate",
    "meanings",
    "mer",
    "oracle",
    "sentence_error_rate",
    "sentences",
    "slot_f1",
    "slots",
    "slu",
    "slu_f1",
    "spider_exact",
    "sql",
    "verdict",
    "wer",
    "wil",
    "word_error_rate",
    "word_information_lost",
    "words",
]
"""A measure by its name."""

WeightingName = Literal[
    "column",
    "constant",
    "domain",
    "frequency",
    "given",
    "information",
    "length",
    "semantic",
    "structure",
]
"""A weighting by its name."""

FormatName = Literal[
    "bio",
    "conll",
    "conll-u",
    "conll-x",
    "conllu",
    "conllx",
    "csv",
    "ctm",
    "festival",
    "helsinki",
    "inline",
    "inspect",
    "jsonl",
    "kaldi",
    "lat",
    "lattice",
    "lines",
    "lm-eval",
    "lm_eval",
    "ndjson",
    "nemo",
    "parquet",
    "pq",
    "praat",
    "promptfoo",
    "rasa",
    "seglst",
    "slf",
    "slurp",
    "snips",
    "spider",
    "srt",
    "stm",
    "text",
    "textgrid",
    "trn",
    "tsv",
    "txt",
    "verdicts",
    "vtt",
    "webvtt",
    "whisper",
    "whisperx",
]
"""A format by its name."""

EngineName = Literal[
    "dask",
    "local",
]
"""Where work is done."""


class MeasureOptions(TypedDict, total=False):
    """Options of measures, as `--with` takes them."""

    alternates: Any
    costs: Any
    database: Any
    dialect: Any
    distance: Any
    file: Any
    final: Any
    graphemes: Any
    instances: Any
    memory: Any
    most_rows: Any
    n: Any
    no_break: Any
    normalize: Any
    only: Any
    optional: Any
    punctuation: Any
    rows: Any
    rules: Any
    score: Any
    seconds: Any
    shifting: Any
    side: Any
    spaces: Any
    split: Any
    subtypes: Any
    tables: Any
    tolerance: Any
    types: Any
    undefined: Any
    version: Any
    without: Any


class ShowOptions(MeasureOptions, total=False):
    """Options of figures, and of measures."""

    bound: Any
    causes: Any
    competence: Any
    content: Any
    efficiency: Any
    profile: Any
    shares: Any
    users: Any

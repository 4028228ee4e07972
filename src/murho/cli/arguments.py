"""How arguments of murho's functions are typed: what the command line alone knows of them, and what they are for.

A verb is made of its function (`murho.cli.verb`): types, defaults and help come from there. Here stands, once for all
verbs and by the names that arguments have in Python, what Python has no need of: short names, what stands for a value
in help, how a shell completes it, and in which part of the help it is found.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from murho.cli import completion, options, plug_options, written
from murho.core.errors import UsageError

READ = "What is read"
COUNTED = "What is counted, and how"
FIGURES = "Further figures"
PRINTED = "What is printed and written"
MEASURES = "Options of measures"
SERVICE = "Services"
GATES = "Gates"
EXPERTS = "For experts"
GROUPS = ("Options", FIGURES, READ, COUNTED, MEASURES, SERVICE, PRINTED, GATES, EXPERTS)
"""The parts of the help, in this order: first what matters to most."""


@dataclass(frozen=True)
class Typed:
    """What the command line alone knows of an argument; what is left out is made of the function's signature."""

    names: tuple[str, ...] = ()
    """As they are typed: `-m`, `--measure`; without a hyphen what a positional one is called in help."""
    metavar: str | None = None
    help: str = ""
    """Where the function's own words are those of Python."""
    group: str = GROUPS[0]
    type: Any = None
    required: bool = False
    """It has to be typed, though Python need not give it."""
    computed: bool = False
    """Nobody types it: it is made of what else was typed."""
    optional: bool = False
    """It need not be typed, though Python has to give it."""
    several: bool = False
    """It may be repeated, and comes as a list."""
    read: Callable[[Any], Any] | None = None
    """Makes what the function takes of what is typed."""
    made_by: Callable[..., Any] = click.Option
    more: Mapping[str, Any] = field(default_factory=dict)
    """What else click takes."""


def formats(before: str = "", both: str = "") -> Typed:
    """`--format`; `both` is how two of them are written where each of two files can have its own."""
    two = f"; two of them as {both}" if both else ""
    text = f"{before}{{names}}, or module:attribute{two}. By default told by the names of the files."
    return Typed(help=text, group=READ, made_by=plug_options.Formats, more={"shelf": plug_options.FORMATS})


FILE = click.Path(dir_okay=False)
FOLDER = click.Path(file_okay=False)


@dataclass(frozen=True)
class Named:
    """A file, as it was named: a `Path` would write s3://bucket/file in another way."""

    path: str

    def __fspath__(self) -> str:
        return self.path


def told_of(typed: Sequence[str]) -> dict[str, Any]:
    """Features for strata by their names, each of a run, or of a run and a field beside its answers.

    >>> told_of(["verdict=judge-run", "sure=my-run:confidence"])
    {'verdict': 'judge-run', 'sure': ('my-run', 'confidence')}

    Raises:
        UsageError: a text says something else.
    """
    found: dict[str, Any] = {}
    for text in typed:
        name, _, place = text.partition("=")
        if not name or not place:
            raise UsageError(f"--told {text!r}; give NAME=RUN or NAME=RUN:FIELD, as in sure=my-run:confidence")
        run, _, field = (place, "", "") if os.path.isdir(place) or ":" not in place else place.rpartition(":")
        found[name] = (run, field) if field else run
    return found


ARGUMENTS: dict[str, Typed | None] = {
    "run": Typed(("run",), type=FOLDER),
    "measures": Typed(
        ("-m", "--measure"),
        "MEASURE",
        "words, concepts, labels, meanings(shifting=mu3()), graded, slots...; may be repeated. `murho list measures` "
        "shows all; code of one's own is module:name; words@heard judges the stage of a chain that is called so.",
        several=True,
        more={"shell_complete": completion.measure_names},
    ),
    "weight": Typed(
        metavar="WEIGHT",
        help="Importance ρ: constant, domain, frequency('count'), length(...), a numeric feature, or a product a*b; "
        "`murho list weightings` shows all.",
        more={"shell_complete": completion.weighting_names},
    ),
    "by": Typed(metavar="FEATURE", several=True),
    "format": formats(),
    "columns": Typed(
        metavar="ROLE=COLUMN,...",
        help="For csv, tsv, jsonl and parquet: which column is what, as in "
        "'expression=utterance,reference=true_intent,answer=predicted_intent,cluster=user_id'. What is not said is "
        "guessed by its name; all other columns are features.",
        group=READ,
    ),
    "encoding": Typed(metavar="NAME", group=READ),
    "missing": Typed(group=READ),
    "extra": Typed(group=READ),
    "tiers": Typed(metavar="WORDS,BREAKS", group=READ),
    "level": Typed(group=COUNTED),
    "method": Typed(group=COUNTED),
    "seed": Typed(group=COUNTED),
    "population": Typed(group=COUNTED),
    "divide_by": Typed(group=COUNTED),
    "scale": Typed(metavar="SCALE", group=COUNTED),
    "bound": Typed(metavar="λ", group=COUNTED),
    "users": Typed(metavar="FILE", type=FILE, group=READ),
    "per_case": Typed(group=PRINTED),
    "agreement": Typed(metavar="RUN", type=FOLDER, several=True, group=READ),
    "told": Typed(
        metavar="NAME=RUN[:FIELD]",
        help="A feature for strata: what RUN answered, as a machine that judges, or a FIELD beside its answers, as "
        "their confidence. Numbers are cut into fifths.",
        several=True,
        read=told_of,
        group=READ,
    ),
    "progress": None,
    "engine": Typed(
        metavar="ENGINE",
        help="Where the work is done: local, this process (the default), or dask, or dask(processes=4, patience=600); "
        "`murho list engines` shows all. No figure depends on it.",
        group=EXPERTS,
    ),
}
"""By the name of the argument; None for what only Python gives."""


def _of_measures(help: str, *choices: str, metavar: str | None = None) -> Typed:
    return Typed(metavar=metavar, help=help, group=MEASURES, type=click.Choice(choices) if choices else str)


FLAGS = {
    "shifting": _of_measures("For `meanings`, `sql`, `verdict`: μ, as in mu1, mu2(0.5), mu3(...).", metavar="μ"),
    "final": _of_measures(
        "For `breaks`: the end of an utterance is a juncture (keep, the default) or not.", "keep", "skip"
    ),
    "costs": _of_measures(
        "For words, characters, sentences, mer, wil: what errors cost: all the same (the default), or as in sclite, "
        "4, 3, 3, with words in lower case and { a / b / @ } read as alternatives.",
        "equal",
        "sclite",
    ),
    "normalize": _of_measures(
        "For words, characters, sentences, mer, wil: steps for both sides, as in 'lower|no_punctuation' "
        "(docs/words.md); none by default.",
        metavar="CHAIN",
    ),
    "database": _of_measures(
        "For `sql`: a database of SQLite or DuckDB on which queries run, or a folder with NAME/NAME.sqlite for the "
        "field `db` of the cases.",
        metavar="FILE|FOLDER",
    ),
    "rules": _of_measures(
        "For `dependencies` and `links`: what counts as right; conll2018, or conllx for files of that format.",
        "conll2018",
        "conll2017",
        "conllx",
    ),
    "punctuation": _of_measures(
        "For `dependencies` and `links`: score words of punctuation like others, or leave them out; by default as the "
        "rules do.",
        "keep",
        "drop",
    ),
    "subtypes": _of_measures(
        "For `dependencies` and `links`: compare relations up to the colon, or all of them; by default as the rules "
        "do.",
        "strip",
        "keep",
    ),
    "score": _of_measures(
        "For `dependencies`: the score that makes the value; las by default. All of them are printed.",
        *("las", "uas", "la", "clas", "mlas", "blex", "upos", "xpos", "ufeats", "all_tags", "lemmas"),
    ),
}
"""Options of measures that have a flag of their own, by their names in Python."""
OPTIONS = Typed(
    ("--with",),
    "OPTION=VALUE",
    "An option of a measure, as in --with n=3; it goes to all that have it, around others or inside. May be repeated; "
    "`murho list measures` shows them.",
    group=MEASURES,
    several=True,
    more={"shell_complete": completion.option_names},
)
"""For `**options`."""
SCHEDULER = Typed(
    metavar="URL",
    help="For --engine dask: the address of a scheduler, tcp://HOST:PORT; without it processes are started here.",
    type=str,
    group=EXPERTS,
)
PAGE = {
    "out": Typed(
        ("-o", "--out"),
        "FILE",
        "Write the report, too: the page that `murho report` makes of a run; a name with .pdf is printed by Chromium.",
        type=written.PAGE,
        group=PRINTED,
    ),
    "title": Typed(metavar="TEXT", help="What the page of -o is called; the answers by default.", group=PRINTED),
}
GATE = {
    "fail_above": Typed(
        metavar=options.LIMIT,
        help=options.FAIL_ABOVE,
        several=True,
        group=GATES,
        more={"callback": options.limits},
    ),
    "confident": Typed(
        help="Fail only if the interval's lower end is above X, too: not by chance.", type=bool, group=GATES
    ),
}
TABLE = Typed(
    ("--table",),
    "[VIEW=]FILE",
    "Write the figures as a table, too: .csv, .tex (LaTeX, with booktabs) or .parquet, by the name. VIEW is any other "
    "list that --json has, by its name there; may be repeated.",
    type=written.TABLE,
    several=True,
    group=PRINTED,
)
JSON = Typed(("--json",), help="Print one JSON object.", type=bool, group=PRINTED)

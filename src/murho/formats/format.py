"""What a file format says of itself: one record, `FORMAT`, beside the functions that read and write it.

>>> by_name("trn").suffixes, by_name("textgrid(tiers='words,breaks')").given, guess("runs/answers.jsonl.zst")
(('.trn',), {'tiers': 'words,breaks'}, 'jsonl')
>>> by_name("jsnl")
Traceback (most recent call last):
murho.core.errors.UsageError: no format 'jsnl'; did you mean jsonl? known: bio, conllu, conllx, csv, ctm, \
festival, helsinki, inline, inspect, jsonl, kaldi, lines, lm_eval, nemo, parquet, promptfoo, rasa, seglst, slf, \
slurp, snips, spider, srt, stm, text, textgrid, trn, tsv, verdicts, vtt, whisper

A file whose name does not tell its format: how it begins, and the two ways in which it is most likely read.

>>> likely(["anna-01 to bonn", "anna-02 yes"]), likely(["text;gold", "to bonn;travel"])
(('kaldi', 'text'), ('csv', 'text'))
>>> likely(['{"audio_filepath": "a.wav", "text": "to bonn"}']), likely(["WEBVTT"])
(('nemo', 'jsonl'), ('vtt', 'text'))
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Protocol

from murho.core import notation
from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError, shortened
from murho.core.spelling import argument, setting
from murho.formats.opening import Path, is_pipe, is_url, line_blocks, plain_name, plain_suffix
from murho.plugs import Plug, Shelf, import_attribute, is_name

ANY = "any"
"""Held by formats that can hold every kind of meaning."""
_WORDS = {
    "label": "labels",
    "text": "texts",
    "units": "units of meaning",
    "json": "sets of meanings",
    "breaks": "phrase breaks",
    "tree": "trees",
    "speakers": "sessions of several speakers",
    "verdict": "verdicts of people",
}
"""The kinds of meaning, as an error calls them."""


class How(Protocol):
    """As much of a measure as every format may ask for; its further members are asked for with `getattr`."""

    @property
    def kind(self) -> str:
        """What a meaning is to it; see `murho.measures.Measure`."""


class Beside(NamedTuple):
    """Two files that belong together, for a format that has to know of the other one to read its own."""

    cases: str
    answers: str
    """Both are paths, `-` for standard input."""
    formats: tuple[str, str]
    """The names of the formats of both."""
    notes: list[str]
    """Gets what there is to say of the reading: what was left out, or dealt out otherwise than it stood."""
    fixed: bool = False
    """The cases are read as they stand, without a look at the answers: those have to suit them."""


def _nothing(_: Any) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Format(Plug):
    """A file format. What a function or a hook is not given, the format has not.

    Hooks return arguments for `read_cases` and `read_answers`, by name.
    """

    make: Callable[..., Any] = field(init=False, repr=False)
    """`read_cases`, which takes the options."""
    read_cases: Callable[..., Iterator[Cases]]
    """`read_cases(path, *, batch=8192)`, and options; in batches, errors with their lines."""
    read_answers: Callable[..., Iterator[Answers]]
    """`read_answers(path, *, batch=8192)`, and options; in batches, errors with their lines."""
    write_cases: Callable[[Path, Iterable[Cases]], None] | None = None
    write_answers: Callable[[Path, Iterable[Answers]], None] | None = None
    read_trees: Callable[..., Iterator[Any]] | None = None
    """Of formats that hold trees: the sentences as `murho.core.tree` has them."""
    write_trees: Callable[..., None] | None = None
    read_texts: Callable[..., Iterator[Any]] | None = None
    """Of formats that have columns: `read_texts(path, name, beside)`, as `murho.formats.parquet` has them."""
    suffixes: tuple[str, ...] = ()
    """Ends of names that tell the format, in lower case, each with its dot; those of compression come after them."""
    holds: tuple[str, ...] = ("text",)
    """The kinds of meaning that it has (see `murho.measures.Measure.kind`), or `ANY`.

    Two that hold `breaks` have their words compared, two that hold `tree` are paired as `pairing` says.
    """
    strict: bool = False
    """Measures of another kind are refused before anything is read; else they say themselves what they cannot read."""
    pairing: Literal["id", "place"] = "id"
    """How two files belong together, if it is said of both: by their ids, or line by line, utterance by utterance."""
    folds_ids: bool = False
    """Ids are in lower case: those of a partner in another format are folded too before they are compared."""
    cut: Literal["", "lines", "rows"] = ""
    """A part of the file can be read by itself, given in place of the path as an `opening.Piece`: where every line
    stands for itself, or every row group."""
    by_word: bool = False
    """There is a token on every line, so that an error knows the line of a word."""
    extra: Literal["error", "ignore"] = "error"
    """What answers without a case are, unless it is asked for otherwise."""
    both_sides: bool = False
    """A file may hold references and answers, and then be given alone."""
    partners: tuple[str, ...] = ()
    """Formats that go with it: where it is named for two files, their names tell which of them each is."""
    usual: str = ""
    """The measure for such cases where nobody names one."""
    wants: Mapping[str, str] = field(default_factory=dict)
    """Options that a measure of this kind gets where nobody gives them."""
    whole_text: bool = False
    """Trees of two such files are scored over all their text, however they cut it into sentences."""
    reading: Callable[[How], Mapping[str, Any]] = _nothing
    """Given the measure: how its meanings are read, where the format has several to give."""
    cases_beside: Callable[[Beside], Mapping[str, Any]] = _nothing
    """What reading the cases needs to know of the answers."""
    answers_beside: Callable[[Beside], Mapping[str, Any]] = _nothing
    """What reading the answers needs to know of the cases."""
    given: Mapping[str, Any] = field(default_factory=dict)
    """Options that were given."""

    def __post_init__(self) -> None:
        # The record is frozen. What is made of a format's options are the arguments of `read_cases`.
        object.__setattr__(self, "make", self.read_cases)
        super().__post_init__()

    def has(self, option: str) -> bool:
        """Whether the format has an option of this name."""
        return any(known.name == option for known in self.options)

    def having(self, **given: Any) -> "Format":
        """This format, read with these options from now on, besides those it was given before.

        Raises:
            UsageError: it has no option of that name, or not with that value.
        """
        known = {known_option.name: known_option for known_option in self.options}
        for name, value in given.items():
            if name not in known:
                has = f"it has: {', '.join(known)}" if known else "it has none"
                raise UsageError(f"format {self.name}: no option {name!r}; {has}")
            if (choices := known[name].choices) and value not in choices:
                raise UsageError(f"format {self.name}: {name}={value!r}; known: {', '.join(choices)}")
        return replace(self, given={**self.given, **given})

    def arguments(self, measure: How | None) -> dict[str, Any]:
        """How to read it for what a measure judges, with the options that were given.

        Raises:
            UsageError: the format holds nothing that the measure judges.
        """
        if measure is None:
            return dict(self.given)
        if self.strict and measure.kind not in self.holds:
            held = ", ".join(_WORDS.get(kind, kind) for kind in self.holds)
            todo = f"name the measure {self.usual.partition('(')[0]}" if self.usual else "name another measure"
            raise UsageError(f"{self.name} holds {held}, which {measure} cannot judge; {todo}")
        if measure.kind == "speakers" and not {measure.kind, ANY}.intersection(self.holds):
            fitting = ", ".join(other.name for other in SHELF.all() if measure.kind in other.holds)
            raise UsageError(
                f"{measure} judges {_WORDS[measure.kind]}; give them as {fitting} or jsonl, not as {self.name}"
            )
        # What was given goes before what suits the measure.
        return {**self.reading(measure), **self.given}

    def cases(self, path: Path, measure: How | None = None, **more: Any) -> Iterator[Cases]:
        """The cases of a file, read for what a measure judges."""
        return self.read_cases(path, **self.arguments(measure), **more)

    def answers(self, path: Path, measure: How | None = None, **more: Any) -> Iterator[Answers]:
        """The answers of a file, read for what a measure judges."""
        return self.read_answers(path, **self.arguments(measure), **more)


class Formats(Shelf[Format]):
    """Formats by name, and by the names of files."""

    def told_by(self, path: Path) -> Format | None:
        """The format whose suffix a file has; those of other distributions come after murho's own.

        Of its own only those are imported in whose file the suffix stands.
        """
        name = os.path.basename(plain_name(path))
        # The longest first, as .seglst.json is.
        endings = [name[at:] for at, sign in enumerate(name) if sign == "."]
        for ending in endings:
            # As the suffix stands in the code of its format: names need not be UTF-8.
            quoted = f'"{ending}"'.encode(errors="surrogateescape")
            for module, text in self._texts.items():
                if quoted in text:
                    for own in self._records(module):
                        if ending in own.suffixes:
                            return own
        return next((record for ending in endings for record in self.all() if ending in record.suffixes), None)


SHELF = Formats("format", "murho.formats", "FORMAT", "murho.formats", Format)


def by_name(word: str) -> Format:
    """The format that a word denotes: a name, `module:attribute`, either with options as in `slurp(content='action')`.

    Raises:
        UsageError: there is no such format, or no such option.
    """
    name, bracket, rest = word.partition("(")
    name = name.strip()
    record = _imported(name) if is_name(name) else SHELF.named(name)
    if not bracket:
        return record
    made: Format = notation.read(f"{record.name}({rest}", {record.name: record.having}, what="format")
    return made


def guess(path: Path) -> str:
    """The format that the name of a file tells.

    Raises:
        UsageError: no format has that suffix.
    """
    record = SHELF.told_by(path)
    if record is None:
        raise unknown(path)
    return record.name


def _imported(spec: str) -> Format:
    record = import_attribute(spec)
    if not isinstance(record, Format):
        raise UsageError(f"{spec} is no format but a {type(record).__name__}; make it a murho.formats.Format")
    return record


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
        todo = f"say it with {argument('format')} (murho list formats shows all)"
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
        import shlex

        name = os.path.basename(path)
        source, target = shlex.quote(name), shlex.quote(f"{os.path.splitext(name)[0]}.jsonl")
        todo = f"write each object on a line of its own: jq -c '.[]' {source} > {target}"
        return UsageError(f"{path}: a list in JSON; {todo}")
    begins = f"its first line is {shown!r}" if shown else "it is empty"
    ways = f"give {setting('format')}{first}, or {setting('format')}{second} (murho list formats shows all)"
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

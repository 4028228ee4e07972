"""Verdicts of people, one on each line: JSON lines, or a table with a header where the name ends in `.csv` or `.tsv`.

A line has `id` and `verdict`, and may have `evaluator`, `weight`, `cluster`, `expression`; what else it has is a
feature of the case, but for what `murho evaluate --export` writes beside: `reference`, `seconds`, `comment`, `cause`. A
line of what somebody was asked once more (`repeat`) is left out, and so is one of a meaning without a verdict. What a
line says that is marked with `ruling` holds in the place of what people said. Several
lines of one id are several people's, and have one weight and one cluster. Each case has the reference `equal`: what a
right answer gets.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "said.csv")
>>> _ = path.write_text("id,evaluator,verdict,topic\\nq1,anna,right,fees\\nq1,ben,some,fees\\nq2,ben,wrong,hours\\n")
>>> (cases,), (answers,) = read_cases(path), read_answers(path)
>>> cases.ids, cases.references, cases.features, answers.answers[1]
(['q1', 'q2'], [('equal',), ('equal',)], {'topic': ['fees', 'hours']}, ({'verdict': 'wrong', 'evaluator': 'ben'},))
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.csv import rows_by_name
from murho.formats.format import Format
from murho.formats.jsonvalue import Row, decode_lines, described
from murho.formats.opening import Path, line_blocks, plain_suffix

_TODO = 'give lines such as {"id": "q1", "evaluator": "anna", "verdict": "equal"}'
_BESIDE = {"id", "verdict", "evaluator", "weight", "cluster", "expression"}
_BESIDE |= {"reference", "seconds", "comment", "cause", "repeat", "ruling"}
_OF_THE_CASE = ("weight", "cluster")
"""What moves figures and is one for all people."""
_NO = ("no", "false", "0")


class _Said(NamedTuple):
    """What is said of one case."""

    row: Row
    """Its first line."""
    line: int
    verdicts: dict[str, str]
    """By evaluator."""
    ruling: set[str]
    """Whose of them holds in the place of the others'."""


def read_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every id that has a verdict.

    Raises:
        InputError: a line says no verdict, or one person twice of one case.
    """
    for said in _batches(_cases(path), batch):
        rows = [answer.row for answer in said]
        names = dict.fromkeys(name for row in rows for name in row if name not in _BESIDE)
        clusters = [_text(answer.row.get("cluster")) for answer in said]
        weights = [_weight(answer, path) for answer in said] if any("weight" in row for row in rows) else None
        yield Cases(
            [str(row["id"]) for row in rows],
            [_text(row.get("expression")) or str(row["id"]) for row in rows],
            [("equal",)] * len(said),
            clusters=clusters if any(cluster is not None for cluster in clusters) else None,
            weights=weights,
            features={name: [row.get(name) for row in rows] for name in names},
            path=str(path),
            lines=[answer.line for answer in said],
        )


def read_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """For every such id what people said, each an object with `verdict` and `evaluator`.

    Raises:
        InputError: a line says no verdict, or one person twice of one case.
    """
    for said in _batches(_cases(path), batch):
        yield Answers(
            [str(answer.row["id"]) for answer in said],
            [
                tuple(
                    {"verdict": text, "evaluator": name, **({"ruling": True} if name in answer.ruling else {})}
                    for name, text in answer.verdicts.items()
                )
                for answer in said
            ],
            path=str(path),
            lines=[answer.line for answer in said],
        )


def _batches(found: Sequence[_Said], batch: int) -> Iterator[Sequence[_Said]]:
    for start in range(0, len(found), batch):
        yield found[start : start + batch]


def _cases(path: Path) -> list[_Said]:
    results: dict[str, _Said] = {}
    for row, line in _rows(path):
        name, verdict = row.get("id"), row.get("verdict")
        if name is None or (verdict is None and row.get("reference") is None):
            raise InputError(f"no field {'id' if name is None else 'verdict'!r}", _TODO, path=path, line=line)
        if verdict is None or is_marked(row, "repeat"):
            continue
        if not isinstance(verdict, str):
            raise InputError(f"the verdict is {described(verdict)}", _TODO, path=path, line=line)
        one = results.setdefault(str(name), _Said(row, line, {}, set()))
        if differing := [of for of in _OF_THE_CASE if row.get(of, before := one.row.get(of)) != before]:
            told = f"{name!r} has another {differing[0]} than on line {one.line}"
            raise InputError(told, "give all lines of a case the same, or only the first", path=path, line=line)
        person = _text(row.get("evaluator")) or f"person {len(one.verdicts) + 1}"
        if person in one.verdicts:
            todo = "leave one of both lines out, or mark the later one with repeat"
            if is_marked(row, "ruling"):
                todo = "give who rules a name of its own, such as owner"
            raise InputError(f"{person} judged {name!r} a second time", todo, path=path, line=line)
        one.verdicts[person] = verdict
        if is_marked(row, "ruling"):
            one.ruling.add(person)
    return list(results.values())


def _rows(path: Path) -> Iterator[tuple[Row, int]]:
    """Each row with its line; an empty field of a table says nothing."""
    if plain_suffix(path) not in (".csv", ".tsv"):
        for first, block in line_blocks(path):
            yield from zip(*decode_lines(block, path, first), strict=True)
        return
    yield from ((row, line) for line, row in rows_by_name(path, ("id", "verdict")))


def is_marked(row: Row, name: str) -> bool:
    """Whether it is what somebody said when asked once more (`repeat`), or a `ruling`; a table says so in a word."""
    said = row.get(name)
    return bool(said) and not (isinstance(said, str) and said.casefold() in _NO)


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _weight(said: _Said, path: Path) -> float:
    try:
        return float(said.row.get("weight", 1.0))
    except (TypeError, ValueError):
        found = f"the weight is {described(said.row['weight'])}"
        raise InputError(found, "give a number", path=path, line=said.line) from None


FORMAT = Format(
    name="verdicts",
    title="Verdicts of people",
    holds=("verdict",),
    both_sides=True,
    usual="verdict",
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score verdict judgements.jsonl",
)

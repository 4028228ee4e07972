"""`murho.generate`: one request in many words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.spelling import argument
from murho.face.given import Path, at_least, path_of, written_path
from murho.face.panels import Panel, Row, Table
from murho.face.result import Result
from murho.formats.opening import plain_suffix
from murho.pipeline.runs import expressions
from murho.pipeline.runs.expressions import STRUCTURE
from murho.sampling.templates import example_of, shares
from murho.sheets.frame import arrow
from murho.sheets.legible import count

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, eq=False, repr=False)
class Generated(Result):
    """Expressions of a request; `murho.run(generated.rows, system)` asks them."""

    kept: expressions.Generated

    def __repr__(self) -> str:
        return f"<Generated {len(self)} expressions of {self.kept.templates}>"

    def __len__(self) -> int:
        return len(self.cases)

    @property
    def cases(self) -> Cases:
        """The cases."""
        return self.kept.cases

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A dict for each case, as the lines of its file."""
        cases = self.cases
        columns = (cases.ids, cases.texts, cases.references, cases.features[STRUCTURE])
        names = ("id", "expression", "reference", STRUCTURE)
        return [
            {
                name: list(value) if name == "reference" and value is not None else value
                for name, value in zip(names, row, strict=True)
            }
            for row in zip(*columns, strict=True)
        ]

    def as_json(self) -> dict[str, Any]:
        """What `murho generate --json` prints."""
        return self.kept.as_json()

    def table(self) -> "pa.Table":
        """A row for each case."""
        cases = self.cases
        return arrow({"id": cases.ids, "expression": cases.texts, STRUCTURE: cases.features[STRUCTURE]})

    def panels(self) -> list[Panel]:
        """How many there are of each class and length."""
        told = self.as_json()
        tables = [
            Table((head, "expressions"), [Row(name, (count(number),)) for name, number in told[kind].items()])
            for head, kind in (("class", "classes"), ("words", "lengths"))
        ]
        return [Panel(self.kept.templates, "expressions", count(len(self)), "no two alike", tables=tables)]

    def save(self, path: Path, view: str | None = None, *, title: str = "") -> None:
        """Write it: .jsonl and .parquet are the cases; else as every result."""
        name = written_path(path)
        if plain_suffix(name) in (".jsonl", ".parquet"):
            self.kept.save(name)
        else:
            super().save(name, view, title=title)


def generate(
    templates: Path,
    n: int = 500,
    *,
    seed: int = 0,
    classes: Mapping[str, float] | str | None = None,
    lengths: Mapping[int, float] | str | None = None,
) -> Generated:
    """Write one request in many words, no two of them alike, each with its structural class.

    Args:
        templates: a file of templates (docs/sampling.md), or the name of a bundled one, `birth-dates`.
        n: how many expressions.
        seed: the seed of everything drawn at random.
        classes: shares of the structural classes, as in `E 3, G 1`, or `even`: as many of each; by default as the
            templates say.
        lengths: shares of the lengths in words, as in `8 1, 9 2`, or `even`: of each class as many of each; by default
            as the templates say.

    >>> generate("birth-dates", 50).as_json()["classes"]["E"]
    17

    Raises:
        InputError: the templates are malformed, or have not as many that differ.
        UsageError: a class is not there.
    """
    at_least(n, 1, "n")
    wanted = shares_of(lengths, "lengths")
    return Generated(
        expressions.generate(
            path_of(templates, "templates"),
            n,
            seed=seed,
            classes=shares_of(classes, "classes"),
            lengths=None if wanted is None else {int(length): share for length, share in wanted.items()},
        )
    )


def shares_of(given: Mapping[Any, float] | str | None, called: str) -> Mapping[Any, float] | None:
    """Shares, as they are written or as a mapping; empty for as many of each.

    Raises:
        UsageError: the text holds no shares.
    """
    if not isinstance(given, str):
        return given
    try:
        return {} if given == "even" else shares(given, called)
    except ValueError as error:
        raise UsageError(f"{argument(called).rstrip('=')}: {error}; {example_of(called)}") from None

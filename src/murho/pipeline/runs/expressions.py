"""The GENERATOR of expressions: templates of a request become cases, each with its structural class."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from murho.core.case import Cases
from murho.core.errors import InputError, UsageError
from murho.formats.opening import text_lines
from murho.pipeline.runs.generating import writer_of
from murho.sampling import Chance
from murho.sampling.expanding import expressions
from murho.sampling.templates import Templates, templates

STRUCTURE = "structure"
"""The feature of the class, by which `--weight structure` weighs."""
_BUNDLED = files("murho.sampling") / "bundled"
_SUFFIX = ".templates"


@dataclass(frozen=True)
class Generated:
    """Cases of one request in many words."""

    cases: Cases
    seed: int
    templates: str

    def as_json(self) -> dict[str, Any]:
        """What `murho generate --json` prints."""
        lengths = Counter(len_of(text) for text in self.cases.texts)
        return {
            "n": len(self.cases),
            "templates": self.templates,
            "seed": self.seed,
            "classes": dict(sorted(Counter(self.cases.features[STRUCTURE]).items())),
            "lengths": {str(length): lengths[length] for length in sorted(lengths)},
        }

    def save(self, path: str) -> None:
        """Write the cases.

        Raises:
            OutputError: the file cannot be written.
            UsageError: the name tells a format that holds no cases.
        """
        writer_of(path, "cases.jsonl")(path, [self.cases])


def len_of(text: str) -> int:
    """How many words a text has, as the weighting by length counts them."""
    return len(text.split())


def generate(
    spec: str,
    n: int,
    *,
    seed: int = 0,
    classes: Mapping[str, float] | None = None,
    lengths: Mapping[int, float] | None = None,
) -> Generated:
    """So many expressions of a request, no two alike in normal form.

    Args:
        spec: a file of templates, or the name of a bundled one.
        n: how many.
        seed: of what is drawn.
        classes: shares of the structural classes; by default those of the templates, else as many of each; empty: as
            many of each.
        lengths: shares of the lengths in words; by default those of the templates, else of each class as many of each;
            empty: so, whatever the templates say.

    Raises:
        InputError: the templates are malformed, or have not as many that differ.
        UsageError: a class is not there.
    """
    if n < 1:
        raise UsageError(f"n is {n}; give a whole number of at least 1")
    found = read(spec)
    for name in classes or ():
        if name not in found.classes:
            raise UsageError(f"{found.path} has no class {name!r}; classes there: {', '.join(found.classes)}")
    drawn = expressions(found, n, Chance(seed), classes=classes, lengths=lengths)
    cases = Cases(
        [str(number) for number in range(1, n + 1)],
        [one.text for one in drawn],
        [found.meanings] * n,
        features={STRUCTURE: [one.structure for one in drawn]},
    )
    return Generated(cases, seed, spec)


def read(spec: str) -> Templates:
    """The templates of a file, or the bundled ones of this name.

    Raises:
        InputError: there are none, or they are malformed.
    """
    known = sorted(Path(one.name).stem for one in _BUNDLED.iterdir() if one.name.endswith(_SUFFIX))
    if spec in known and not Path(spec).exists():
        text = (_BUNDLED / f"{spec}{_SUFFIX}").read_text("utf-8")
        return templates(enumerate(text.splitlines(), 1), spec)
    if not Path(spec).exists():
        raise InputError(
            "no such file", f"give a file of templates, or the name of a bundled one: {', '.join(known)}", path=spec
        )
    return templates(text_lines(spec), spec)

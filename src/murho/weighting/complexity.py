"""Importance by how complex an expression is: its length, its information, its meaning, its structure.

ρ3: by length.

>>> cases = Cases(["1", "2"], ["a b c", "a b c d e f"], [("m",), ()])
>>> length(cuts=(4,), weights=(0.25, 0.75)).weigh(cases).tolist(), length().weigh(cases).tolist()
([0.25, 0.75], [0.5, 1.0])

Importance by what an expression says: its length when compressed, over the largest of the suite.

Guida and Mauri (1984, section 4) sketch the information content of an expression in Kolmogorov's sense. That cannot be
computed; the length after compression is the usual upper bound and stands in for it.

>>> cases = Cases(["1", "2"], ["no no no no no no", "renew the atlas by Sunday"], [("n",), ("c",)])
>>> information().weigh(cases).round(2).tolist()
[0.2, 1.0]

Importance by what is meant: the size of the correct meanings, over the largest of the suite.

Guida and Mauri (1984, section 4) sketch semantic complexity, defined on the representation.

>>> meant = [("n",), ({"a": 1, "b": [2, 3]}, "c")]
>>> semantic().weigh(Cases(["1", "2"], ["no", "renew the atlas by Sunday"], meant)).tolist()
[0.25, 1.0]

ρ4: by structure.

>>> cases = Cases(["1", "2"], ["a b c", "a b c d e f"], [("m",), ()], features={"type": ["D", "G"]})
>>> structure("type").weigh(cases).tolist()
[0.5, 0.5]
>>> cases = Cases(["1", "2", "3"], ["Who is it?", "Where is it?", "Tell me."], [("m",), (), ()])
>>> structure("structure_en").weigh(cases).round(2).tolist()
[0.67, 0.67, 0.33]
"""

import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.case import IN_TEXTS, Cases
from murho.core.errors import UsageError
from murho.core.meaning import Meaning, canonical
from murho.plugs import option
from murho.weighting.interface import Floats, Record, Weighting, in_unit, scaled


@dataclass(frozen=True)
class length(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """ρ3: by length in words. `cuts` c_1 < c_2 < ... end the classes (inclusive), the last class is unbounded.

    A class may be a union of intervals: give both the same weight. Without cuts ρ grows with the length: words over
    the most words of the suite.
    """

    cuts: tuple[int, ...] = option((), type="whole numbers", help="Where classes of lengths end, inclusive.")
    weights: tuple[float, ...] = option((), type="numbers", help="One for each class: one more than cuts.")
    reads_expressions = True

    @property
    def whole_suite(self) -> bool:
        """Whether the longest expression of the suite must be known: it must where there are no cuts."""
        return not self.weights

    def __post_init__(self) -> None:
        if not self.cuts and not self.weights:
            return
        if len(self.weights) != len(self.cuts) + 1 or sorted(set(self.cuts)) != list(self.cuts):
            raise UsageError(
                f"{self}: n rising cuts make n + 1 classes, one weight each, as in length(cuts=(6, 16), "
                "weights=(0.1, 1, 0.5)): up to 6 words, 7 to 16, more"
            )
        in_unit(self, self.weights)

    def weigh(self, cases: Cases) -> Floats:
        """ρ of each case (cases,): the weight of its class, or without cuts its words over the most words."""
        if not self.weights:
            words = np.array([len(expression.split()) for expression in cases.texts], np.float64)
            return words / max(float(words.max(initial=0.0)), 1.0)
        # bisect_left: a length that equals a cut is still in the class that ends there.
        return np.array([self.weights[bisect_left(self.cuts, len(e.split()))] for e in cases.texts], np.float64)


WEIGHTING_LENGTH = Record(
    make=length,
    name="length",
    title="Length",
    phrase="by length",
    example="length((6, 16), (0.1, 1, 0.5))",
)


@dataclass(frozen=True)
class information(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """Bytes the expression adds when compressed; `codec` is zlib (raw deflate, level 9) or zstd (level 19)."""

    codec: str = option("zlib", choices=("zlib", "zstd"), positional=True, help="What compresses.")
    whole_suite = True
    reads_expressions = True

    def __post_init__(self) -> None:
        if self.codec not in ("zlib", "zstd"):
            raise UsageError(f"information: codec {self.codec!r}; known: zlib, zstd")

    def weigh(self, cases: Cases) -> Floats:
        """Compressed length beyond that of the empty text, over the largest."""
        size = _deflated if self.codec == "zlib" else _zstd
        # What even the empty text takes says nothing of an expression.
        empty = size(b"")
        # surrogatepass: half a surrogate pair has a length, too, and nothing is written here.
        return scaled([size(expression.encode("utf-8", "surrogatepass")) - empty for expression in cases.texts])


def _deflated(text: bytes) -> int:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)  # negative: no header and no checksum
    return len(squeeze.compress(text) + squeeze.flush())


def _zstd(text: bytes) -> int:
    import pyarrow

    return len(pyarrow.Codec("zstd", compression_level=19).compress(text, asbytes=True))


WEIGHTING_INFORMATION = Record(
    make=information,
    name="information",
    title="Information",
    phrase="by information",
    example="information('zstd')",
)


def leaves(meaning: Meaning) -> int:
    """The number of atoms in a JSON value: texts, numbers, truth values, nulls.

    >>> leaves({"act": "renew", "items": [1, 2]})
    3
    """
    if isinstance(meaning, dict):
        return sum(leaves(value) for value in meaning.values())
    if isinstance(meaning, list | tuple):
        return sum(leaves(value) for value in meaning)
    return 1


SIZES: dict[str, Callable[[Meaning], int]] = {
    "leaves": leaves,
    "units": lambda meaning: len(meaning) if isinstance(meaning, list | tuple | dict) else 1,
    "words": lambda meaning: len(meaning.split()) if isinstance(meaning, str) else leaves(meaning),
    "meanings": lambda _: 1,
}


@dataclass(frozen=True)
class semantic(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """Size of the correct meanings; `size` is leaves (of the JSON), units (of lists), words (of texts) or meanings."""

    size: str = option("leaves", choices=tuple(SIZES), positional=True, help="What is counted.")
    whole_suite = True

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise UsageError(f"semantic: size {self.size!r}; known: {', '.join(SIZES)}")

    def weigh(self, cases: Cases) -> Floats:
        """The size of ĝ(e), all its meanings together, over the largest."""
        size = SIZES[self.size]
        # `itself`: the importance belongs to the expression, whichever stage of a chain is looked at.
        return scaled([sum(size(meaning) for meaning in reference) for reference in cases.itself.meant])


WEIGHTING_SEMANTIC = Record(
    make=semantic,
    name="semantic",
    title="Size of the meaning",
    phrase="by size of the meaning",
    example="semantic('units')",
)


@dataclass(frozen=True)
class structure(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """ρ4: by structural class, a feature of the cases; without weights, the share of the cases in the class.

    The class may be a set of features that the expression shows, as in `["T", "M"]`: its name is then `M+T`. Of
    English, Spanish and Italian texts classes are found where nobody gave any: they are the features `structure_en`,
    `structure_es` and `structure_it`, or `finer_structure_en`, `finer_structure_es` and `finer_structure_it`.
    """

    feature: str = option("structure", positional=True, always=True, help="The feature that holds the class.")
    weights: Mapping[str, float] | None = option(
        None, type="weights by class", positional=True, help="By default the share of the cases in the class."
    )

    @property
    def whole_suite(self) -> bool:
        """Whether shares are counted over the whole suite: they are where no weights are given."""
        return self.weights is None

    @property
    def reads_expressions(self) -> bool:
        """Whether the classes are found in what was said."""
        return self.feature in IN_TEXTS

    def __post_init__(self) -> None:
        if self.weights is not None:
            in_unit(self, tuple(self.weights.values()))

    def __hash__(self) -> int:
        # A mapping has no hash of its own.
        return hash((self.feature, None if self.weights is None else frozenset(self.weights.items())))

    def weigh(self, cases: Cases) -> Floats:
        """ρ of each case (cases,): the weight of its class, or the share of cases in it.

        Raises:
            InputError: a class has no weight; the first case of such a class is named.
        """
        classes = [_class(value) for value in cases.feature(self.feature)]
        if self.weights is None:
            share = Counter(classes)
            return np.array([share[name] / len(cases) for name in classes], np.float64)
        for i, name in enumerate(classes):
            if name not in self.weights:
                raise cases.error(i, f"{self.feature} {name!r} has no weight", "give every class a weight")
        return np.array([self.weights[name] for name in classes], np.float64)


def _class(value: Any) -> Any:
    """A class that can be counted: a list is the set of what it holds, in no order; an object is its text."""
    if isinstance(value, list | tuple):
        return "+".join(sorted({str(_class(item)) for item in value}))
    return canonical(value) if isinstance(value, dict) else value


WEIGHTING_STRUCTURE = Record(
    make=structure,
    name="structure",
    title="Structure",
    phrase="by structure",
    example="structure('type', {'D': 0.5, 'G': 1})",
)

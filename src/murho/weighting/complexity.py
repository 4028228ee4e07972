"""Importance by complexity: of the expression, and of what it means.

The paper sketches two more importances: the information content of an expression in Kolmogorov's sense, and its
semantic complexity, defined on the representation. Kolmogorov complexity cannot be computed; the length after
compression is the usual upper bound and stands in for it here. Both are divided by the largest of the suite.

>>> meant = [("n",), ({"a": 1, "b": [2, 3]}, "c")]
>>> cases = Cases(["1", "2"], ["no no no no no no", "renew the atlas by Sunday"], meant)
>>> information().weigh(cases).round(2).tolist(), semantic().weigh(cases).tolist()
([0.2, 1.0], [0.25, 1.0])
"""

import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.meaning import Meaning


@dataclass(frozen=True, repr=False)
class information:  # noqa: N801  a weighting is typed and printed in lower case
    """Bytes the expression adds when compressed; `codec` is zlib (raw deflate, level 9) or zstd (level 19)."""

    codec: str = "zlib"
    whole_suite = True
    reads_expressions = True

    def __post_init__(self) -> None:
        if self.codec not in ("zlib", "zstd"):
            raise UsageError(f"information: codec {self.codec!r}; known: zlib, zstd")

    def __repr__(self) -> str:
        return "information" if self.codec == "zlib" else f"information({self.codec!r})"

    def weigh(self, cases: Cases) -> NDArray[np.float64]:
        """Compressed length beyond that of the empty text, over the largest."""
        size = _deflated if self.codec == "zlib" else _zstd
        empty = size(b"")
        return _scaled([size(expression.encode("utf-8", "surrogatepass")) - empty for expression in cases.texts])


def _deflated(text: bytes) -> int:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    return len(squeeze.compress(text) + squeeze.flush())


def _zstd(text: bytes) -> int:
    import pyarrow

    return len(pyarrow.Codec("zstd", compression_level=19).compress(text, asbytes=True))


@dataclass(frozen=True, repr=False)
class semantic:  # noqa: N801
    """Size of the correct meanings; `size` is leaves (of the JSON), units (of lists), words (of texts) or meanings."""

    size: str = "leaves"
    whole_suite = True

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise UsageError(f"semantic: size {self.size!r}; known: {', '.join(SIZES)}")

    def __repr__(self) -> str:
        return "semantic" if self.size == "leaves" else f"semantic({self.size!r})"

    def weigh(self, cases: Cases) -> NDArray[np.float64]:
        """The size of ĝ(e), all its meanings together, over the largest."""
        size = SIZES[self.size]
        return _scaled([sum(size(meaning) for meaning in reference) for reference in cases.meant])


def leaves(meaning: Meaning) -> int:
    """Atoms of a JSON value.

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


def _scaled(sizes: list[int]) -> NDArray[np.float64]:
    values = np.array(sizes, np.float64)
    return values / max(float(values.max(initial=0.0)), 1.0)

"""Importance by what an expression says: its length when compressed, over the largest of the suite.

Guida and Mauri (1984, section 4) sketch the information content of an expression in Kolmogorov's sense. That cannot be
computed; the length after compression is the usual upper bound and stands in for it.

>>> cases = Cases(["1", "2"], ["no no no no no no", "renew the atlas by Sunday"], [("n",), ("c",)])
>>> information().weigh(cases).round(2).tolist()
[0.2, 1.0]
"""

import zlib
from dataclasses import dataclass

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.plugs import option
from murho.weighting.bounds import scaled
from murho.weighting.interface import Floats, Record, Weighting


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


WEIGHTING = Record(
    make=information,
    name="information",
    title="Information",
    phrase="by information",
    example="information('zstd')",
)

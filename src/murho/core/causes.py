"""Causes of failure: why an answer was wrong, as far as someone can tell.

The three branches are the paper's (conceptual, linguistic, implementational; Guida and Mauri 1984, section 6, after
Tennant's abstract analysis); the leaves are murho's. A cause is written as a path, `linguistic/ellipsis`; a branch
alone is allowed where nobody looked closer, and a leaf of one's own below a known branch.

>>> parse("linguistic/ellipsis")
('linguistic', 'ellipsis')
>>> parse("bad luck")
Traceback (most recent call last):
murho.core.errors.UsageError: cause 'bad luck': start with one of conceptual, linguistic, implementational
"""

from collections.abc import Mapping, Sequence

from murho.core.errors import UsageError

TAXONOMY: Mapping[str, Sequence[str]] = {
    "conceptual": (
        "unknown concept",
        "wrong relation",
        "missing inference",
        "out of domain",
        "world knowledge",
    ),
    "linguistic": (
        "unknown word",
        "word sense",
        "morphology",
        "syntax",
        "attachment",
        "coordination",
        "negation",
        "quantifier",
        "ellipsis",
        "pronoun",
        "recognition",
    ),
    "implementational": ("crash", "time-out", "bound met", "bad output", "bug"),
}


def parse(cause: str) -> tuple[str, ...]:
    """The path of a cause, its branch checked."""
    path = tuple(part.strip() for part in cause.split("/") if part.strip())
    if not path or path[0] not in TAXONOMY:
        raise UsageError(f"cause {cause!r}: start with one of {', '.join(TAXONOMY)}")
    return path

"""Measures how well a system understands language.

>>> import murho
>>> result = murho.score("words", references=["i want to go to berlin"], predictions=["want to go to bonn"])
>>> round(result.value, 4), result.counts["substitutions"], result.counts["deletions"]
(0.3333, 1, 1)

Every verb of the command line that measures is a function: `run` puts cases before a system, `open` opens a run that
is saved, `show`, `compare`, `trust` and `report` look at runs; `sample` and `plan` say which cases are asked, and how
many, `generate` writes them; `score`, `words` and `align` take texts, columns or files (docs/python.md). `UNDEFINED` is
⊥, the answer of a system that failed. Everything else is in the rooms described by docs/design.md and imported from
there.
"""

from murho.version import __version__

TYPE_CHECKING = False  # as type checkers know it; `typing` is dear to who asks for nothing but the version
if TYPE_CHECKING:
    from typing import Any

    from murho.core.corrected import corrected
    from murho.core.meaning import UNDEFINED
    from murho.face.align import align
    from murho.face.check import check
    from murho.face.compare import compare
    from murho.face.generate import generate
    from murho.face.judge import judge
    from murho.face.plan import plan
    from murho.face.report import report
    from murho.face.run import run
    from murho.face.sample import sample
    from murho.face.saved import Run, open
    from murho.face.score import Score, score, words
    from murho.face.show import show
    from murho.face.trust import trust
    from murho.face.verify import verify
    from murho.measures import measure

__all__ = [
    "UNDEFINED",
    "Run",
    "Score",
    "__version__",
    "align",
    "check",
    "compare",
    "corrected",
    "generate",
    "judge",
    "measure",
    "open",
    "plan",
    "report",
    "run",
    "sample",
    "score",
    "show",
    "trust",
    "verify",
    "words",
]

_LATE = {
    "UNDEFINED": "core.meaning",
    "Run": "face.saved",
    "Score": "face.score",
    "align": "face.align",
    "check": "face.check",
    "compare": "face.compare",
    "corrected": "core.corrected",
    "generate": "face.generate",
    "judge": "face.judge",
    "measure": "measures",
    "open": "face.saved",
    "plan": "face.plan",
    "report": "face.report",
    "run": "face.run",
    "sample": "face.sample",
    "score": "face.score",
    "show": "face.show",
    "trust": "face.trust",
    "verify": "face.verify",
    "words": "face.score",
}
"""Names by the module that has them."""


def __getattr__(name: str) -> "Any":
    """Names whose modules are imported when they are first used, so that `import murho` is quick."""
    if name in _LATE:
        from importlib import import_module

        return getattr(import_module(f"murho.{_LATE[name]}"), name)
    raise AttributeError(f"module 'murho' has no attribute {name!r}")


def __dir__() -> list[str]:
    """All names, also those that are not imported yet."""
    return sorted({*globals(), *__all__})

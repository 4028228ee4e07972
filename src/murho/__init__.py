"""Measures how well a system understands language.

>>> import murho
>>> result = murho.score("words", references=["i want to go to berlin"], predictions=["want to go to bonn"])
>>> round(result.value, 4), result.counts["substitutions"], result.counts["deletions"]
(0.3333, 1, 1)

`score` and `words` take lists, arrays and columns; `UNDEFINED` is ⊥, the answer of a system that failed. Everything
else is in the rooms described by docs/design.md and imported from there.
"""

from typing import TYPE_CHECKING, Any

from murho.core.meaning import UNDEFINED

if TYPE_CHECKING:
    from murho.pipeline.columns import score
    from murho.pipeline.score import Score
    from murho.pipeline.words import words

__version__ = "0.1.0"
__all__ = ["UNDEFINED", "Score", "__version__", "score", "words"]

_LATE = {"score": "murho.pipeline.columns", "Score": "murho.pipeline.score", "words": "murho.pipeline.words"}


def __getattr__(name: str) -> Any:
    """Names whose modules are imported when they are first used, so that `import murho` is quick."""
    if name in _LATE:
        from importlib import import_module

        return getattr(import_module(_LATE[name]), name)
    raise AttributeError(f"module 'murho' has no attribute {name!r}")

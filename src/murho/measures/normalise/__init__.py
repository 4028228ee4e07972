"""Normalisation of texts: a chain of steps that is written out, and part of every signature.

Nothing is normalised unless asked. A chain is typed as it prints, steps divided by `|` and applied from the left:

>>> tidy = chain("lower | no_punctuation | map('numbers.tsv')")
>>> tidy
lower|no_punctuation|map('numbers.tsv')
>>> chain("nfkc|lower")("Ｃafé IS")
'café is'

| step | what it does |
|---|---|
| `lower`, `casefold` | letters in lower case; `casefold` goes further (ß becomes ss) |
| `nfc`, `nfd`, `nfkc`, `nfkd` | Unicode normalisation forms |
| `no_punctuation(keep="'’-‐‑", by='')` | characters of the categories P* taken out, but not `keep` inside a word |
| `no_symbols(by='')` | characters of the categories S* taken out: currency signs, +, =, ~, emoji |
| `no_marks` | marks (category Mn) taken out, then NFC: é becomes e; not for scripts of India, whose vowels are marks |
| `hyphens_to_spaces` | hyphens inside words |
| `spaces` | white space at the ends taken out, elsewhere one blank |
| `fillers('uh um')` | words taken out; without an argument English hesitations |
| `map('file.tsv')` | phrases replaced as a file of two columns says |
| `glm('file.glm')` | the rules of a NIST global map file |
| `whisper_english` | what Whisper's English normaliser does (extra `whisper`) |

Both sides, references and answers, go through the chain. A step that reads a file does so when it is first used.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from os import fspath
from typing import Any, Protocol, runtime_checkable

from murho.core import notation
from murho.core.errors import UsageError

__all__ = ["Chain", "Step", "chain"]


@runtime_checkable
class Step(Protocol):
    """One step; its repr is its notation."""

    def __call__(self, text: str) -> str:
        """The text, changed."""


@lru_cache(maxsize=1)
def named_steps() -> dict[str, Callable[..., Step]]:
    """Every step by name; imported when a chain is first read, since most texts are taken as they stand."""
    from murho.measures.normalise.glm import glm
    from murho.measures.normalise.steps import (
        PLAIN,
        fillers,
        map_file,
        no_punctuation,
        no_symbols,
        plain,
        whisper_english,
    )

    return {
        **{name: partial(plain, name) for name in PLAIN},
        "no_punctuation": no_punctuation,
        "no_symbols": no_symbols,
        "fillers": fillers,
        "map": map_file,
        "glm": glm,
        "whisper_english": whisper_english,
    }


@dataclass(frozen=True)
class Chain:
    """Steps that are applied one after the other."""

    steps: tuple[Step, ...] = ()

    def __repr__(self) -> str:
        return "|".join(map(repr, self.steps))

    def __call__(self, text: str) -> str:
        """The text after all steps."""
        for step in self.steps:
            text = step(text)
        return text

    def on(self, side: str) -> "Chain":
        """The chain for one side, `reference` or `answer`, its files as they are now: a rule may apply to one only."""
        return Chain(tuple(step.on(side) if hasattr(step, "on") else step for step in self.steps))

    @property
    def files(self) -> tuple[str, ...]:
        """The files that the steps read."""
        return tuple(fspath(step.path) for step in self.steps if hasattr(step, "path"))

    @property
    def marks(self) -> bool:
        """Whether a step may write alternatives into a text."""
        return any(getattr(step, "marks", False) for step in self.steps)


@lru_cache(maxsize=64)
def chain(text: str) -> Chain:
    """The chain that `text` denotes, as typed on the command line; of an empty text one that changes nothing.

    Raises UsageError for a step that is none.
    """
    if not text.strip():
        return Chain()
    return Chain(tuple(_step(part) for part in notation.split(text, "|")))


def _step(text: str) -> Step:
    step: Any = notation.read(text, named_steps(), what="normalisation step")
    if not isinstance(step, Step):
        raise UsageError(f"{text.strip()} is not a normalisation step; known: {', '.join(named_steps())}")
    checked: Step = step
    return checked

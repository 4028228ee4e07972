"""Systems, the U of the theory: given expressions, each gives for every one a set of meanings, or ⊥.

- `Function`: a Python function, plain, async or taking batches (`batch`), in this process;
- `Isolated`: the same in processes of its own, with a time-out and several workers;
- `Command`: a program in any language that answers JSON lines;
- `Recorded`: answers from a file;
- `Composed`: systems one after the other, the answers in between kept; `compose` makes one.

`system` makes one from what is written on the command line; `SHELF` has the kinds that can be written, each a `Kind`.
All are used alike (`System`):

>>> from murho.core.case import Cases
>>> def understand(expression):
...     return "hours" if "open" in expression else []
>>> cases = Cases(["q1", "q2"], ["Are you open?", "Tell me a joke"], [("hours",), ()])
>>> with Function(understand) as asked:
...     answers = gather(cases, asked.answer(cases))
>>> answers.answers
[('hours',), ()]
"""

from murho.systems.command import Command, Isolated
from murho.systems.composed import Composed, compose
from murho.systems.function import Function, batch
from murho.systems.interface import Answer, System, gather, parts
from murho.systems.kinds import SHELF, Kind
from murho.systems.naming import system
from murho.systems.recorded import Recorded

__all__ = [
    "SHELF",
    "Answer",
    "Command",
    "Composed",
    "Function",
    "Isolated",
    "Kind",
    "Recorded",
    "System",
    "batch",
    "compose",
    "gather",
    "parts",
    "system",
]

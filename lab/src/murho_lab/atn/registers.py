"""Registers: where a grammar's names are, and how a level's registers are laid out.

A frame holds the registers of one level in a tuple that is never changed. Names are turned into places in it when the
grammar is read.

>>> from murho_lab.atn.notation import Atom
>>> names = Names("toy.atn")
>>> register(Atom("SUBJ", 3, 5), names, sets=True), register(Atom("SUBJ", 4, 9), names), names.set_somewhere
(6, 6, {'SUBJ'})
>>> print(names.error(Atom("SUBJ", 3, 5), "no such thing", "take it out"))
toy.atn:3: column 5: no such thing; take it out
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from murho.core.errors import InputError
from murho_lab.atn.making import Made
from murho_lab.atn.notation import Atom, Expression, is_quotation
from murho_lab.atn.values import Value

Frame = tuple[Any, ...]
"""The registers of one level. The first slots are the engine's own; a grammar's registers follow."""
HEAD, PENDING, LINKS, LIFTED, HELD, FEATURES = range(6)
OWN_SLOTS = 6
Form = Callable[[Frame, Value, Made], Value]


@dataclass
class Names:
    """What a grammar names: its registers, each with a slot, and who reads and sets them; errors know the file."""

    path: str | None = None
    slots: dict[str, int] = field(default_factory=dict)
    set_somewhere: set[str] = field(default_factory=set)
    read_at: dict[str, int] = field(default_factory=dict)
    """The line on which a register is first read."""
    bare: dict[str, Atom] = field(default_factory=dict)
    """Names that stand for themselves in a form, each where it was first met."""

    def slot(self, name: str) -> int:
        """The slot of a register."""
        return self.slots.setdefault(name, OWN_SLOTS + len(self.slots))

    def error(self, at: Expression, found: str, todo: str) -> InputError:
        """The error with its place."""
        column = f"column {at.column}: " if at.column else ""
        return InputError(f"{column}{found}", todo, path=self.path, line=at.line or None)


def atom(expression: Expression, names: Names, what: str) -> str:
    """The text of an atom, where only an atom will do; `'s` counts as one, because words look like that."""
    if isinstance(expression, Atom):
        return expression.text
    if is_quotation(expression) and isinstance(expression.items[1], Atom):
        return f"'{expression.items[1].text}"
    raise names.error(expression, f"{expression} where {what} belongs", f"write {what}")


def register(expression: Expression, names: Names, *, sets: bool = False) -> int:
    """The slot of the register named."""
    name = atom(expression, names, "the name of a register")
    if sets:
        names.set_somewhere.add(name)
    else:
        names.read_at.setdefault(name, expression.line)
    return names.slot(name)

"""A grammar: a network of states and arcs in Woods' notation, compiled into a table of arcs.

    (STATE arc ...) ...                                  the first state is the start
    (CAT category test action ... (TO STATE))            a word with a reading of the category, or of (one of several)
    (WRD word test action ... (TO STATE))                this word, in upper or lower case
    (MEM (word ...) test action ... (TO STATE))          one of these words
    (TST label test action ... (TO STATE))               any word, if the test says so
    (PUSH STATE test action ... (TO STATE))              a constituent, found by the network that begins there
    (VIR category test action ... (TO STATE))            a constituent held earlier; VIRT is the same
    (JUMP STATE test action ...)                         nothing
    (POP form test)                                      the end of a constituent, whose structure is the form's value

`T` is the true test, `*` the current item, `;` begins a comment. In place of `(TO STATE)`, `(JUMP STATE)` at the end of
an arc looks at the word without passing over it. Forms and tests stand in `murho_lab.atn.forms`, actions in
`murho_lab.atn.actions`.

>>> toy = grammar('''
... (S/    (PUSH NP/ T (SETR SUBJ *) (TO S/NP)))
... (S/NP  (CAT V T (SETR V *) (TO S/END)))
... (S/END (POP (BUILDQ (S + +) SUBJ V) T))
... (NP/   (CAT DET T (SETR DET *) (TO NP/N)))
... (NP/N  (CAT N T (SETR N *) (TO NP/END)))
... (NP/END (POP (BUILDQ (NP + +) DET N) T))
... ''')
>>> len(toy.states), len(toy.arcs), str(toy.arcs[0]), toy.states["S/"].line
(6, 6, 'S/:1 PUSH NP/', 2)
"""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike, fspath
from typing import Any

from murho.core.errors import InputError
from murho_lab.atn.actions import action, name_of, sending
from murho_lab.atn.checks import refuse
from murho_lab.atn.forms import form, test
from murho_lab.atn.network import CAT, JUMP, POP, PUSH, TST, VIR, WRD, Arc, Grammar, State, file_order
from murho_lab.atn.notation import Atom, Expression, Group, read, written
from murho_lab.atn.registers import Names, atom

_KINDS = {
    "CAT": CAT,
    "WRD": WRD,
    "MEM": WRD,
    "PUSH": PUSH,
    "JUMP": JUMP,
    "POP": POP,
    "VIR": VIR,
    "VIRT": VIR,
    "TST": TST,
}
_SHAPES = {
    "CAT": "(CAT category test action ... (TO STATE))",
    "WRD": "(WRD word test action ... (TO STATE))",
    "MEM": "(MEM (word ...) test action ... (TO STATE))",
    "PUSH": "(PUSH STATE test action ... (TO STATE))",
    "JUMP": "(JUMP STATE test action ...)",
    "POP": "(POP form test)",
    "VIR": "(VIR category test action ... (TO STATE))",
    "VIRT": "(VIRT category test action ... (TO STATE))",
    "TST": "(TST label test action ... (TO STATE))",
}


def read_grammar(path: str | PathLike[str], *, check: bool = True) -> Grammar:
    """The grammar in a file.

    Args:
        path: of the file, in the notation of this module.
        check: refuse what would not work: undefined states, JUMP cycles, left recursion, constituents without an end.

    Raises:
        InputError: FILE:LINE: what is wrong there; what to do.
    """
    from murho.formats.opening import text_lines

    text = "\n".join(line for _, line in text_lines(path))
    return grammar(text, path=fspath(path), check=check)


def grammar(
    source: str | Mapping[str, Iterable[Any]] | Sequence[Any], *, path: str | None = None, check: bool = True
) -> Grammar:
    """The grammar of a text, or of Python lists: each state with its arcs, atoms being strings.

    >>> greeting = grammar({"G": [["WRD", "hello", "T", ["TO", "G/END"]]], "G/END": [["POP", "'greeting", "T"]]})
    >>> list(greeting.states)
    ['G', 'G/END']

    Raises:
        InputError: what is wrong, with its file and line as far as known; what to do.
    """
    names = Names(path)
    table: dict[str, list[Arc]] = {}
    lines: dict[str, int] = {}
    count = 0
    for group in _groups(source, path):
        state, *rest = group.items or (Atom("", group.line, group.column),)
        name = atom(state, names, "the name of a state")
        if not name:
            raise names.error(group, "an empty list", "write (STATE arc ...)")
        if name in table:
            raise names.error(
                group, f"state {name} a second time (first on line {lines[name]})", "join the two, or rename one"
            )
        table[name], lines[name] = [], group.line
        for each in rest:
            table[name].append(_arc(each, name, len(table[name]) + 1, count, names))
            count += 1
    if not table:
        raise InputError("no state", "write (STATE arc ...), the start first", path=path)
    _refuse_bare_registers(names)  # only now are all registers known
    states = {name: State(name, tuple(arcs), lines[name]) for name, arcs in table.items()}
    arcs = tuple(arc for state in states.values() for arc in state.arcs)
    start = next(iter(states))
    made = Grammar(states, arcs, start, names, path, file_order(states, arcs, start))
    if check:
        refuse(made)
    return made


def _groups(source: str | Mapping[str, Iterable[Any]] | Sequence[Any], path: str | None) -> list[Group]:
    if isinstance(source, str):
        return read(source, path=path)
    rows = [[name, *arcs] for name, arcs in source.items()] if isinstance(source, Mapping) else list(source)
    groups = [written(row) for row in rows]
    if not all(isinstance(group, Group) for group in groups):
        raise InputError("an atom among the states", "give each state as [STATE, arc, ...]")
    return groups  # type: ignore[return-value]


def _arc(expression: Expression, state: str, number: int, index: int, names: Names) -> Arc:
    kind = name_of(expression)
    if kind not in _KINDS or isinstance(expression, Atom):
        raise names.error(expression, f"{expression} where an arc belongs", f"known: {', '.join(_KINDS)}")
    items = expression.items
    if len(items) < 3 or (kind == "POP" and len(items) > 3):
        raise names.error(expression, f"{expression}: {len(items)} parts", f"write {_SHAPES[kind]}")
    what, condition, rest = items[1], items[2], list(items[3:])
    target, advance = "", 0
    if kind == "JUMP":
        target = atom(what, names, "the name of a state")
    elif kind != "POP":
        last = rest.pop() if rest else condition
        if name_of(last) not in ("TO", "JUMP") or len(last.items) != 2:  # type: ignore[union-attr]
            raise names.error(last, f"{last} at the end of an arc", "end it with (TO STATE)")
        target = atom(last.items[1], names, "the name of a state")  # type: ignore[union-attr]
        advance = int(name_of(last) == "TO" and kind not in ("PUSH", "VIR", "VIRT"))
    sends = tuple(sending(each, names) for each in rest if kind == "PUSH" and name_of(each) == "SENDR")
    actions = tuple(action(each, names) for each in rest if kind != "PUSH" or name_of(each) != "SENDR")
    spoken = () if kind in ("JUMP", "POP") else _names(what, kind, names)
    label = {"JUMP": f"JUMP {target}", "POP": "POP"}.get(kind) or f"{kind} {what}"
    return Arc(
        index, _KINDS[kind], spoken, test(condition, names), actions, sends, advance,
        form(what, names) if kind == "POP" else None, target, spoken[0] if kind == "PUSH" else "",
        state, number, "VIR" if kind == "VIRT" else kind, label, expression.line, expression,
    )  # fmt: skip


def _names(what: Expression, kind: str, names: Names) -> tuple[str, ...]:
    several = kind in ("CAT", "MEM", "VIR", "VIRT") and isinstance(what, Group) and name_of(what) != "QUOTE"
    if several and isinstance(what, Group):
        texts = tuple(atom(item, names, "a name") for item in what.items)
        if not texts:
            raise names.error(what, f"{kind} with an empty list", f"write {_SHAPES[kind]}")
    else:
        texts = (atom(what, names, "a name"),)
    return tuple(name.lower() for name in texts) if _KINDS[kind] == WRD else texts


def _refuse_bare_registers(names: Names) -> None:
    """Raise where a form has a bare name, which is itself there, that is also the name of a register."""
    for name, first_use in names.bare.items():
        if name in names.set_somewhere:
            raise names.error(
                first_use, f"{name} may be the register or the name itself", f"write (GETR {name}) or '{name}"
            )

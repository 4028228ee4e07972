"""Actions: what crossing an arc changes, each compiled to a function from a frame to a new one.

| action | effect |
|---|---|
| `(SETR register form)` | sets the register |
| `(ADDR register form ...)`, `(ADDL register form ...)` | adds to the right, or left, end of the list in it |
| `(SENDR register [form])` | on a PUSH: sets it in the level below, before that begins |
| `(LIFTR register [form])` | sets it in the level above, once this level is popped |
| `(HOLD [category] [form])` | puts the item, or the form's value, on the HOLD list, from where VIR takes it |
| `(HEAD form)` | the head of this constituent is this word, or the head of this constituent |
| `(DEP relation form [governor])` | makes its head word depend on this constituent's head, or on the governor's |
| `(SETF feature form)` | a feature of this constituent, which otherwise has those of its head |

HEAD, DEP and SETF are murho's; the others are those of Woods (1970).
"""

from collections.abc import Callable, Sequence

from murho_lab.atn.forms import form, operand
from murho_lab.atn.making import Made, added, cell
from murho_lab.atn.notation import Atom, Expression, Group
from murho_lab.atn.registers import FEATURES, HEAD, HELD, LIFTED, PENDING, Form, Frame, Names, atom, register
from murho_lab.atn.values import Value, head_of, label, text_of

Action = Callable[[Frame, Value, Made, object], Frame]
"""The frame, the current item, where values are made, the level that owns what is held; gives the new frame."""


def name_of(expression: Expression) -> str:
    """The upper-case name of an action or form; empty where there is none."""
    if isinstance(expression, Group) and expression.items and isinstance(expression.items[0], Atom):
        return expression.items[0].text.upper()
    return ""


def action(expression: Expression, names: Names) -> Action:
    """The function that carries out an action.

    Raises:
        InputError: an unknown action, or one with too few or too many arguments, with its place.
    """
    name = name_of(expression)
    if name == "SENDR":
        raise names.error(expression, f"{expression} on an arc that pushes nothing", "send registers on a PUSH")
    if name not in _ACTIONS or isinstance(expression, Atom):
        raise names.error(expression, f"{expression} is no action", f"known: {', '.join(_ACTIONS)}, SENDR, TO")
    fewest, most, build = _ACTIONS[name]
    arguments = expression.items[1:]
    if not fewest <= len(arguments) <= (most or len(arguments)):
        count = f"{fewest}" if fewest == most else f"{fewest} or more" if most is None else f"{fewest} to {most}"
        raise names.error(expression, f"{name} with {len(arguments)} arguments", f"give it {count}")
    return build(arguments, names)


def sending(expression: Expression, names: Names) -> tuple[int, Form]:
    """The slot and the form of a SENDR."""
    arguments = expression.items[1:] if isinstance(expression, Group) else ()
    if not 1 <= len(arguments) <= 2:
        raise names.error(expression, f"SENDR with {len(arguments)} arguments", "write (SENDR register form)")
    value = form(arguments[1], names) if len(arguments) == 2 else operand(arguments[0], names)
    return register(arguments[0], names, sets=True), value


def put(frame: Frame, slot: int, value: object) -> Frame:
    """The frame with one slot changed."""
    return (*frame[:slot], value, *frame[slot + 1 :])


def _setr(arguments: Sequence[Expression], names: Names) -> Action:
    slot, value = register(arguments[0], names, sets=True), form(arguments[1], names)
    if isinstance(arguments[1], Atom) and arguments[1].text == "*":
        # `put` without the two calls: most actions of a grammar are of this kind.
        return lambda frame, star, made, owner: (*frame[:slot], star, *frame[slot + 1 :])
    return lambda frame, star, made, owner: put(frame, slot, value(frame, star, made))


def _adding(*, right: bool) -> Callable[[Sequence[Expression], Names], Action]:
    def build(arguments: Sequence[Expression], names: Names) -> Action:
        slot, parts = register(arguments[0], names, sets=True), [form(each, names) for each in arguments[1:]]

        def act(frame: Frame, star: Value, made: Made, owner: object) -> Frame:
            elements = frame[slot]
            for part in parts if right else reversed(parts):
                elements = added(elements, part(frame, star, made), made, right=right)
            return put(frame, slot, elements)

        return act

    return build


def _liftr(arguments: Sequence[Expression], names: Names) -> Action:
    value = form(arguments[1], names) if len(arguments) == 2 else operand(arguments[0], names)
    slot = register(arguments[0], names, sets=True)
    return lambda frame, star, made, owner: put(
        frame, LIFTED, cell((slot, value(frame, star, made)), frame[LIFTED], made)
    )


def _hold(arguments: Sequence[Expression], names: Names) -> Action:
    category: str | None = None
    if len(arguments) == 2 or (arguments and isinstance(arguments[0], Atom) and arguments[0].text != "*"):
        category, arguments = atom(arguments[0], names, "a category"), arguments[1:]
    value = operand(arguments[0] if arguments else Atom("*"), names)

    def act(frame: Frame, star: Value, made: Made, owner: object) -> Frame:
        item, held = value(frame, star, made), frame[HELD] or ()
        made.spend(len(held) + 1)
        return put(frame, HELD, (*held, (category or label(item), item, owner)))

    return act


def _head(arguments: Sequence[Expression], names: Names) -> Action:
    value = operand(arguments[0], names)
    return lambda frame, star, made, owner: put(frame, HEAD, head_of(value(frame, star, made)))


def _dep(arguments: Sequence[Expression], names: Names) -> Action:
    relation, value = form(arguments[0], names), operand(arguments[1], names)
    governor = operand(arguments[2], names) if len(arguments) == 3 else None

    def act(frame: Frame, star: Value, made: Made, owner: object) -> Frame:
        dependent = head_of(value(frame, star, made))
        if dependent is None:  # a list has no head, so nothing can be said of it
            return frame
        name = text_of(relation(frame, star, made)) or "dep"
        above = None if governor is None else head_of(governor(frame, star, made))
        return put(frame, PENDING, cell((name, dependent, above), frame[PENDING], made))

    return act


def _setf(arguments: Sequence[Expression], names: Names) -> Action:
    feature, value = atom(arguments[0], names, "the name of a feature"), form(arguments[1], names)

    def act(frame: Frame, star: Value, made: Made, owner: object) -> Frame:
        text = text_of(value(frame, star, made)) or ""
        return put(frame, FEATURES, cell((feature, text), frame[FEATURES], made))

    return act


_ACTIONS: dict[str, tuple[int, int | None, Callable[[Sequence[Expression], Names], Action]]] = {
    "SETR": (2, 2, _setr),
    "ADDR": (2, None, _adding(right=True)),
    "ADDL": (2, None, _adding(right=False)),
    "LIFTR": (1, 2, _liftr),
    "HOLD": (0, 2, _hold),
    "HEAD": (1, 1, _head),
    "DEP": (2, 3, _dep),
    "SETF": (2, 2, _setf),
}

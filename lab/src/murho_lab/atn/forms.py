"""Forms and tests: what is computed on an arc, each compiled to one Python function of a frame and the current item.

| form | value |
|---|---|
| `*` | the current item: the word, or after PUSH what was popped, or after VIR what was held |
| `T`, `NIL`, `()` | true; empty, which is false |
| `'x`, `(QUOTE x)`, and a bare name that is no register | itself |
| `(GETR register)` | what the register holds, `()` where it is unset |
| `(GETF feature [form])` | a feature of the item, or of the form's value |
| `(BUILDQ pattern register-or-form ...)` | the pattern, each `+` replaced by the next of the others, `*` by the item |
| `#` in a pattern | the value of the next of the others, which is a form and never the bare name of a register |
| `(@ pattern ...)` in a pattern | lists put end to end |
| `(LIST form ...)`, `(APPEND form ...)` | a list; lists end to end |
| `(AND ...)`, `(OR ...)`, `(NOT form)`, `(NULLR register)` | logic |
| `(EQ form form)`, `(MEMQ form (atom ...))` | written alike; alike to one of these |
| `(AGREE form form feature ...)` | no feature that both have differs |
| `(CAT category ...)` | a reading of the current word has one of the categories |
| `(WRD word ...)` | the current word is one of these |

The source is Woods, Transition network grammars for natural language analysis, CACM 13 (1970), section 4; GETF with a
second argument, AGREE, CAT and WRD as tests are murho's.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from murho_lab.atn.making import Made, same, structure
from murho_lab.atn.notation import Atom, Expression, Group, is_quotation
from murho_lab.atn.registers import Form, Frame, Names, atom, register
from murho_lab.atn.values import TRUE, Structure, Value, Word, features_of, items_of, plain, text_of


def form(expression: Expression, names: Names) -> Form:
    """The function that computes a form.

    Raises:
        InputError: an unknown form, or one with too few or too many arguments, with its place.
    """
    if isinstance(expression, Atom):
        return _atomic(expression, names)
    if not expression.items:
        return _constant(None)
    first, arguments = expression.items[0], expression.items[1:]
    name = first.text.upper() if isinstance(first, Atom) else str(first)
    if name not in _FORMS:
        raise names.error(expression, f"no form {name!r}", f"known: {', '.join(_FORMS)}")
    fewest, most, build = _FORMS[name]
    if not fewest <= len(arguments) <= (most or len(arguments)):
        count = f"{fewest}" if fewest == most else f"{fewest} or more" if most is None else f"{fewest} to {most}"
        raise names.error(expression, f"{name} with {len(arguments)} arguments", f"give it {count}")
    return build(arguments, names)


def test(expression: Expression, names: Names) -> Form | None:
    """The function that computes a test; None where it is always true."""
    if isinstance(expression, Atom) and expression.text in ("T", "t"):
        return None
    return form(expression, names)


def _constant(value: Value) -> Form:
    return lambda frame, star, made: value


def _item(frame: Frame, star: Value, made: Made) -> Value:
    return star


def _atomic(expression: Atom, names: Names) -> Form:
    if expression.text == "*":
        return _item
    if expression.text in ("T", "t"):
        return _constant(TRUE)
    if expression.text.upper() == "NIL":
        return _constant(None)
    names.bare.setdefault(expression.text, expression)  # refused later if a register turns out to be called so
    return _constant(expression.text)


def literal(expression: Expression) -> Value:
    """A quoted expression as a value."""
    if isinstance(expression, Atom):
        return expression.text
    return Structure(tuple(literal(item) for item in expression.items)) if expression.items else None


def _quote(arguments: Sequence[Expression], names: Names) -> Form:
    return _constant(literal(arguments[0]))


def _getr(arguments: Sequence[Expression], names: Names) -> Form:
    slot = register(arguments[0], names)
    return lambda frame, star, made: frame[slot]


def _nullr(arguments: Sequence[Expression], names: Names) -> Form:
    slot = register(arguments[0], names)
    return lambda frame, star, made: TRUE if frame[slot] is None else None


def _getf(arguments: Sequence[Expression], names: Names) -> Form:
    feature = atom(arguments[0], names, "the name of a feature")
    if len(arguments) == 1:
        return lambda frame, star, made: features_of(star).get(feature)
    of = operand(arguments[1], names)
    return lambda frame, star, made: features_of(of(frame, star, made)).get(feature)


def operand(expression: Expression, names: Names) -> Form:
    """A register by its bare name, `*`, or a form: what BUILDQ, GETF, HEAD and DEP take."""
    if isinstance(expression, Atom) and expression.text != "*":
        slot = register(expression, names)
        return lambda frame, star, made: frame[slot]
    return form(expression, names)


def _list(arguments: Sequence[Expression], names: Names) -> Form:
    parts = [form(argument, names) for argument in arguments]
    return lambda frame, star, made: structure(tuple([part(frame, star, made) for part in parts]), made)


def _joined(parts: Sequence[Form]) -> Form:
    def build(frame: Frame, star: Value, made: Made) -> Value:
        lists = [items_of(part(frame, star, made)) for part in parts]
        made.spend(sum(map(len, lists)))
        return structure(tuple(item for each in lists for item in each), made)

    return build


def _append(arguments: Sequence[Expression], names: Names) -> Form:
    return _joined([form(argument, names) for argument in arguments])


def _buildq(arguments: Sequence[Expression], names: Names) -> Form:
    rest = iter(arguments[1:])
    built = _pattern(arguments[0], rest, names)
    if next(rest, None) is not None:
        raise names.error(arguments[0], "BUILDQ has more registers than its pattern has +", "write a + for each")
    return built


def _pattern(pattern: Expression, rest: Iterator[Expression], names: Names) -> Form:
    if isinstance(pattern, Atom):
        if pattern.text == "*":
            return _item
        if pattern.text not in ("+", "#"):
            return _constant(pattern.text)
        filler = next(rest, None)
        if filler is None:
            found = f"BUILDQ has more {pattern.text} than registers"
            raise names.error(pattern, found, "name a register for each, after the pattern")
        return operand(filler, names) if pattern.text == "+" else form(filler, names)
    if not pattern.items:
        return _constant(None)
    spliced = isinstance(pattern.items[0], Atom) and pattern.items[0].text == "@"
    parts = [_pattern(item, rest, names) for item in pattern.items[spliced:]]
    if spliced:
        return _joined(parts)
    return lambda frame, star, made: structure(tuple([part(frame, star, made) for part in parts]), made)


def _and(arguments: Sequence[Expression], names: Names) -> Form:
    parts = [form(argument, names) for argument in arguments]

    def build(frame: Frame, star: Value, made: Made) -> Value:
        value: Value = TRUE
        for part in parts:
            value = part(frame, star, made)
            if value is None:
                return None
        return value

    return build


def _or(arguments: Sequence[Expression], names: Names) -> Form:
    parts = [form(argument, names) for argument in arguments]

    def build(frame: Frame, star: Value, made: Made) -> Value:
        return next((value for part in parts if (value := part(frame, star, made)) is not None), None)

    return build


def _not(arguments: Sequence[Expression], names: Names) -> Form:
    part = form(arguments[0], names)
    return lambda frame, star, made: TRUE if part(frame, star, made) is None else None


def _eq(arguments: Sequence[Expression], names: Names) -> Form:
    left, right = (form(argument, names) for argument in arguments)
    return lambda frame, star, made: TRUE if same(left(frame, star, made), right(frame, star, made), made) else None


def _memq(arguments: Sequence[Expression], names: Names) -> Form:
    tested = form(arguments[0], names)
    atoms = arguments[1].items[1] if is_quotation(arguments[1]) else arguments[1]  # type: ignore[union-attr]
    if not isinstance(atoms, Group):
        raise names.error(atoms, f"{atoms} where a list of atoms belongs", "write (MEMQ form (a b c))")
    # Below, a loop over one value, which computes it once for all members.
    members = [atom(item, names, "an atom") for item in atoms.items]
    return lambda frame, star, made: (
        TRUE if any(same(value, member, made) for value in (tested(frame, star, made),) for member in members) else None
    )


def _agree(arguments: Sequence[Expression], names: Names) -> Form:
    left, right = operand(arguments[0], names), operand(arguments[1], names)
    features = [atom(argument, names, "the name of a feature") for argument in arguments[2:]]

    def build(frame: Frame, star: Value, made: Made) -> Value:
        a, b = features_of(left(frame, star, made)), features_of(right(frame, star, made))
        return TRUE if agree(a, b, features) else None

    return build


def agree(one: Mapping[str, str], other: Mapping[str, str], features: Sequence[str]) -> bool:
    """Whether no feature that both have differs; several values are written with commas, and one in common will do.

    >>> agree({"Number": "Sing", "Gender": "Fem,Masc"}, {"Gender": "Masc"}, ["Number", "Gender"])
    True
    """
    for feature in features:
        a, b = one.get(feature), other.get(feature)
        if a is not None and b is not None and a != b and not set(a.split(",")) & set(b.split(",")):
            return False
    return True


def _cat(arguments: Sequence[Expression], names: Names) -> Form:
    wanted = frozenset(atom(argument, names, "a category") for argument in arguments)

    def build(frame: Frame, star: Value, made: Made) -> Value:
        word = plain(star)
        return TRUE if isinstance(word, Word) and not wanted.isdisjoint(word.categories) else None

    return build


def _wrd(arguments: Sequence[Expression], names: Names) -> Form:
    wanted = frozenset(atom(argument, names, "a word").lower() for argument in arguments)
    return lambda frame, star, made: TRUE if (text_of(star) or "").lower() in wanted else None


_FORMS: dict[str, tuple[int, int | None, Callable[[Sequence[Expression], Names], Form]]] = {
    "QUOTE": (1, 1, _quote),
    "GETR": (1, 1, _getr),
    "GETF": (1, 2, _getf),
    "BUILDQ": (1, None, _buildq),
    "LIST": (0, None, _list),
    "APPEND": (0, None, _append),
    "AND": (0, None, _and),
    "OR": (0, None, _or),
    "NOT": (1, 1, _not),
    "NULLR": (1, 1, _nullr),
    "EQ": (2, 2, _eq),
    "MEMQ": (2, 2, _memq),
    "AGREE": (3, None, _agree),
    "CAT": (1, None, _cat),
    "WRD": (1, None, _wrd),
}

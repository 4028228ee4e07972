"""How much each word matters, from a file: ρ on units, where a weighting gives ρ of whole expressions.

    <function>	0.2
    the	<function>
    of	<function>
    berlin	3
    *	1

A line holds a word, a tab and its weight (0 or more), or its class in angle brackets; a line that starts with a class
gives the weight of the class. `*` stands for all other words, which weigh 1 unless the file says so. A line without a
tab that starts with `#` is a comment; blank lines are passed over. Words are compared after normalisation.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "weights.tsv")
>>> _ = path.write_text("<function>\\t0.2\\nthe\\t<function>\\nberlin\\t3\\n")
>>> [word_weights(str(path))(word) for word in ("the", "berlin", "to")]
[0.2, 3.0, 1.0]
"""

import math
from collections.abc import Callable
from functools import lru_cache

from murho.core.errors import InputError
from murho.formats.opening import Held, Path, held, text_lines

OTHERS = "*"


def word_weights(path: Path, fold: bool = False) -> Callable[[str], float]:
    """The weight of a word; with `fold` the words of the file are put in lower case.

    Raises InputError that names file and line for what is no weight, for a class without one, a word with two.
    """
    return _read(held(path), fold)


@lru_cache(maxsize=16)
def _read(path: Held, fold: bool) -> Callable[[str], float]:
    weights: dict[str, float] = {}
    classes: dict[str, tuple[str, int]] = {}
    of_class: dict[str, float] = {}
    for number, line in text_lines(path):
        cells = [cell.strip() for cell in line.split("\t")]
        if not line.strip() or (len(cells) == 1 and line.startswith("#")):
            continue

        def wrong(found: str, todo: str, number: int = number) -> InputError:
            return InputError(found, todo, path=path, line=number)

        if len(cells) != 2 or not cells[0]:
            raise wrong("not two columns", "write a word, a tab and its weight, or its class as in <function>")
        word, value = cells[0].lower() if fold and not _is_class(cells[0]) else cells[0], cells[1]
        if word in weights or word in classes or word in of_class:
            raise wrong(f"{word!r} has a weight already", "keep one of them")
        if _is_class(value) and not _is_class(word):
            classes[word] = value, number
        else:
            table = of_class if _is_class(word) else weights
            table[word] = _weight(value, wrong)
    for word, (name, number) in classes.items():
        if name not in of_class:
            found, todo = f"the class {name} has no weight", f"add a line {name}, tab, weight"
            raise InputError(found, todo, path=path, line=number)
        weights[word] = of_class[name]
    others = weights.pop(OTHERS, 1.0)
    return lambda word: weights.get(word, others)


def _is_class(cell: str) -> bool:
    return len(cell) > 2 and cell[0] == "<" and cell[-1] == ">"


def _weight(value: str, wrong: Callable[[str, str], InputError]) -> float:
    try:
        weight = float(value)
    except ValueError:
        weight = math.nan
    if not 0 <= weight < math.inf:
        raise wrong(f"{value!r} is not a weight", "give a number, 0 or more")
    return weight

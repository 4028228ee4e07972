r"""Labels out of what an engine answers: a file says where they stand, and what the engine calls them.

The notation is that of semantic units (`murho.measures.units.mapping`), the only attribute being `label`:

    intent.name                          -> label
    topic.area, topic.wish               -> label:{area}_{wish}
    handled=false                        -> label:fallback
    lower label
    value label: bookflight | fly = book_flight
    value label: none =

- Several labels are ranked: those of an earlier line before those of a later one, those of one line as they stand in a
  list. The first is judged, all by `oracle`. Where a line with `*` finds different labels under different keys, their
  order says nothing, and that is an error.
- What no rule takes does not matter: an engine says much besides. An answer in which no rule finds anything is an
  error, lest a slip in a way pass for a bad engine; but null, or an empty list, at a way says that nothing was
  understood, the empty set.
- A text is a label by itself, and goes through `lower`, `strip` and `value` as others do; one that begins with `{` or
  `[`, as in a column of a table, is JSON. A `value` with nothing behind `=` makes the empty set of a label.

>>> import pathlib, tempfile
>>> file = pathlib.Path(tempfile.mkdtemp(), "engine.map")
>>> _ = file.write_text("intents.name -> label\nvalue label: BookFlight = book_flight\nvalue label: None =")
>>> read = label_map(file)
>>> read({"text": "to bonn", "intents": [{"name": "BookFlight", "sure": 0.9}, {"name": "Greet", "sure": 0.1}]})
('book_flight', 'Greet')
>>> read("BookFlight"), read({"intents": []}), read('{"intents": {"name": "None"}}')
(('book_flight',), (), ())
>>> read({"intent": {"name": "BookFlight"}})
Traceback (most recent call last):
murho.core.errors.InputError: no label at intents.name (found: intent.name); mend the way in .../engine.map
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from os import PathLike
from typing import Any

import msgspec

from murho.core.errors import InputError
from murho.core.meaning import Meaning, Meanings
from murho.measures.units.mapping import UnitMap, mapping
from murho.measures.units.restructure import Keys, Made, Rule, leads_to, leaves, made

LABEL = "label"
_SHOWN = 5
"""Ways of an answer that an error lists."""


@dataclass(frozen=True)
class LabelMap:
    """Makes labels of what an engine answers."""

    units: UnitMap

    def __call__(self, answer: Meaning) -> Meanings:
        """The labels in an answer, the best first.

        Raises:
            InputError: no rule finds anything in it.
        """
        answer = _decoded(answer)
        if isinstance(answer, str):
            results = [(LABEL, answer)]
        else:
            units, _ = made(answer, self.units.rules)
            if not units and not self._nothing_in(answer):
                raise self._missed(answer)
            self._check_ranked(units)
            results = [unit.unit for unit in units]
        return tuple(value for _, value in self.units.changed(results) if value)

    def _check_ranked(self, units: Sequence[Made]) -> None:
        """Refuse different labels that one rule found under different keys: the order of keys is no ranking.

        What they are renamed to is compared, and what is renamed to nothing is none.
        """
        ranked: dict[int, dict[Keys, list[str]]] = {}
        for unit in units:
            labels = [value for _, value in self.units.changed([unit.unit]) if value]
            if labels:
                ranked.setdefault(unit.rule, {}).setdefault(unit.way, []).extend(labels)
        for by_way in ranked.values():
            for before, after in pairwise(by_way):
                if by_way[before] != by_way[after]:
                    ways = f"{'.'.join(before)} and at {'.'.join(after)}"
                    found = f"labels at {ways}, by one line, and the order of keys is no ranking"
                    raise InputError(found, f"write a line for each into {self.units.path}, the one that counts first")

    def _nothing_in(self, answer: Any) -> bool:
        """Whether null, or an empty list, stands where a label would."""
        ways = [way.keys for rule in self._rules() for way in rule.paths if way.value is None]
        return any(leads_to(way, keys) for keys in _empty(answer) for way in ways)

    def _missed(self, answer: Any) -> InputError:
        ways = ", ".join(dict.fromkeys(".".join(way.keys) for rule in self._rules() for way in rule.paths))
        there = list(dict.fromkeys(".".join(leaf.keys) or "a bare value" for leaf in leaves(answer)))
        shown = ", ".join(there[:_SHOWN]) + (f" and {len(there) - _SHOWN} more" if len(there) > _SHOWN else "")
        todo = f"mend the way in {self.units.path}" if ways else f"write WAY -> {LABEL} into {self.units.path}"
        return InputError(f"no label{f' at {ways}' if ways else ''} (found: {shown or 'nothing'})", todo)

    def _rules(self) -> Iterator[Rule]:
        return (rule for rule in self.units.rules if rule.unit is not None)


def label_map(path: str | PathLike[str]) -> LabelMap:
    """The mapping that a file describes.

    Raises:
        InputError: a line that cannot be read, or makes something else than a label; it names file and line.
    """
    return LabelMap(mapping(path, only=LABEL))


def _decoded(answer: Meaning) -> Any:
    if not isinstance(answer, str) or not answer.lstrip().startswith(("{", "[")):
        return answer
    try:
        return msgspec.json.decode(answer)
    except (msgspec.DecodeError, RecursionError):
        return answer  # then it is a text, and a label like any other


def _empty(structure: Any, keys: Keys = ()) -> Iterator[Keys]:
    """The ways to null and to what holds nothing."""
    if structure is None or structure == [] or structure == {}:
        yield keys
    elif isinstance(structure, dict):
        for key, value in structure.items():
            yield from _empty(value, (*keys, key))
    elif isinstance(structure, list | tuple):
        for value in structure:
            yield from _empty(value, keys)

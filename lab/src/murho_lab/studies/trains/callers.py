"""What callers in further voices said: a second training text, of people instead of a grammar, and what it means.

`material/callers.txt` was written by twelve callers who had seen nothing of the material, neither utterances nor
grammars; `material/said.txt` by seven who knew the grammar of the parser. Both have semantic units, which show what
the grammar makes of people who are in neither half. From the training text is left out what was said with other values
in either half of the material.

>>> text = texts()
>>> len(text) > 1400, text[1]
(True, 'like friday')
>>> annotated("callers.txt")[3]
('after my last lecture so about half four', ['time:around 04:30'])
"""

import re
from collections.abc import Collection
from importlib import resources

from murho.formats.opening import text_lines
from murho_lab.studies.trains import task, utterances
from murho_lab.studies.trains.frames import framing

FILES = {"callers.txt": ("\t", 1), "said.txt": (" | ", 0)}
"""Each file with what parts the columns of its lines, and the column of the words; units stand in the next, which is
missing where there are none. `#` begins a remark."""


def texts() -> list[str]:
    """The utterances, without those whose frames are in the material."""
    return without(everything(), utterances.bundled().texts)


def everything() -> list[str]:
    """All utterances, as often as they were said."""
    return [text for name in FILES for text, _ in annotated(name)]


def annotated(name: str) -> list[tuple[str, list[str]]]:
    """The utterances of one of the `FILES`, each with its units."""
    parted_by, column = FILES[name]
    unit = re.compile(rf" (?=(?:{'|'.join(task.bundled().classes)}):)")
    with resources.as_file(resources.files("murho_lab.studies.trains") / "material") as folder:
        lines = [text for _, text in text_lines(folder / name) if text and not text.startswith("#")]
    columns = [line.split(parted_by)[column : column + 2] for line in lines]
    return [(text, unit.split(units[0]) if units and units[0] else []) for text, *units in columns]


def without(said: Collection[str], others: Collection[str]) -> list[str]:
    """What was said without what has the frame of others.

    >>> without(["to bonn", "from bonn to ulm"], ["to kiel"])
    ['from bonn to ulm']
    """
    frame = framing(task.bundled().names)
    left_out = set(map(frame, others))
    return [text for text in said if frame(text) not in left_out]

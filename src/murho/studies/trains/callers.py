"""What callers in further voices said: a second training text, of people instead of a grammar.

`material/callers.txt` was written by twelve callers who had seen nothing of the material, neither utterances nor
grammars; `material/said.txt` by seven who knew the grammar of the parser, and has semantic units, too, which are not
looked at here. What was said with other values in either half of the material is left out.

>>> text = texts()
>>> len(text) > 1400, text[1]
(True, 'like friday')
"""

from collections.abc import Collection
from importlib import resources

from murho.formats.opening import text_lines
from murho.studies.trains import task, utterances
from murho.studies.trains.frames import framing

FILES = {"callers.txt": ("\t", 1), "said.txt": (" | ", 0)}
"""Each file with what parts the columns of its lines, and the column of the words; `#` begins a remark."""


def texts() -> list[str]:
    """The utterances, without those whose frames are in the material."""
    return without(everything(), utterances.bundled().texts)


def everything() -> list[str]:
    """All utterances, as often as they were said."""
    found = []
    with resources.as_file(resources.files("murho.studies.trains") / "material") as folder:
        for name, (parted_by, column) in FILES.items():
            lines = (text for _, text in text_lines(folder / name) if text and not text.startswith("#"))
            found += [line.split(parted_by)[column] for line in lines]
    return found


def without(said: Collection[str], others: Collection[str]) -> list[str]:
    """What was said without what has the frame of others.

    >>> without(["to bonn", "from bonn to ulm"], ["to kiel"])
    ['from bonn to ulm']
    """
    frame = framing(task.bundled().names)
    left_out = set(map(frame, others))
    return [text for text in said if frame(text) not in left_out]

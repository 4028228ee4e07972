"""The names that type checkers know, as src/murho/face/names.py has them: `python3 dev.py types` writes it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from murho import figures
from murho.cli.signature import signature
from murho.engines import SHELF as ENGINES
from murho.formats import SHELF as FORMATS
from murho.measures import SHELF as MEASURES
from murho.measures.naming import _reachable as reachable
from murho.weighting import SHELF as WEIGHTINGS

FILE = Path(__file__).resolve().parents[2] / "src" / "murho" / "face" / "names.py"
VERBS = ("align", "compare", "judge", "plan", "report", "run", "sample", "score", "show", "trust")
HEAD = '''"""Names that type checkers know, read off the shelves: written by `python3 dev.py types`.

A measure of one's own is a value, which `murho.measure("module:name")` makes of its name.
"""

from typing import Any, Literal, TypedDict
'''


def text() -> str:
    """What the file holds, whatever else is installed."""
    with patch("murho.plugs.entry_points", return_value=()):
        known = {
            "MeasureName": (MEASURES, "A measure by its name."),
            "WeightingName": (WEIGHTINGS, "A weighting by its name."),
            "FormatName": (FORMATS, "A format by its name."),
            "EngineName": (ENGINES, "Where work is done."),
        }
        parts = [HEAD]
        for name, (shelf, help) in known.items():
            plugs: Iterable[Any] = shelf.all()
            names = sorted({one for plug in plugs for one in (plug.name, *plug.aliases)})
            listed = "".join(f'    "{one}",\n' for one in names)
            parts.append(f'{name} = Literal[\n{listed}]\n"""{help}"""\n')
        taken = {argument.name for verb in VERBS for argument in signature(verb).arguments}
        measured = sorted({one.name for plug in MEASURES.all() for one in options_of(plug)} - taken)
        parts.append(typed_dict("MeasureOptions", "Options of measures, as `--with` takes them.", measured))
        own = {argument.name for argument in signature("show").arguments}
        shown = sorted(set(figures.options()) - own - set(measured))
        parts.append(typed_dict("ShowOptions", "Options of figures, and of measures.", shown, "MeasureOptions"))
    return "\n".join(parts)


def options_of(plug: Any) -> list[Any]:
    """The options of a measure, and of what it holds: the rules of trees, say."""
    try:
        return [*plug.options, *reachable(plug.make())]
    except TypeError:  # it cannot be made without its options
        return list(plug.options)


def typed_dict(name: str, help: str, keys: list[str], above: str = "TypedDict") -> str:
    """A class with a key for each option, none of which has to be given."""
    lines = "".join(f"    {key}: Any\n" for key in keys)
    return f'\nclass {name}({above}, total=False):\n    """{help}"""\n\n{lines}'


def main() -> None:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Strategies in a file: a table to read, with a line for every pair of arcs that was seen.

    # sentences=2 accepted=2 smoothing=0.5
    node    arrival    arc      count    label
    S/      START      S/:3     2        PUSH NPQ/

Arcs are named by their node and number; START is the start of a sentence. The label is there for people, and to find a
file that was learned with another grammar.

>>> import pathlib, tempfile
>>> from murho_lab.atn import bundled
>>> from murho_lab.atn.strategies import learn
>>> toy, lexicon = bundled("english")
>>> learned, path = learn(toy, [lexicon.sentence("who saw mary")]), pathlib.Path(tempfile.mkdtemp(), "text.strategies")
>>> save_strategies(learned, path)
>>> path.read_text().splitlines()[2].split()
['S/', 'START', 'S/:3', '1', 'PUSH', 'NPQ/']
>>> read_strategies(toy, path).counts == learned.counts
True
"""

from collections.abc import Mapping
from os import PathLike, fspath

from murho.core.errors import InputError
from murho_lab.atn.network import Arc, Grammar
from murho_lab.atn.strategies import Counts, Strategies

HEADER = "node\tarrival\tarc\tcount\tlabel"
START = "START"


def save_strategies(strategies: Strategies, path: str | PathLike[str]) -> None:
    """Write strategies as a table: a line for every pair of arcs that was seen, in the grammar's order."""
    from murho.formats.saving import writing

    lines = [
        f"# sentences={strategies.sentences} accepted={strategies.accepted} smoothing={strategies.smoothing!r}",
        HEADER,
    ]

    def in_grammar_order(key: tuple[Arc | None, Arc]) -> tuple[int, int]:
        return key[1].index, -1 if key[0] is None else key[0].index

    for key in sorted(strategies.counts, key=in_grammar_order):
        arrival, arc = key
        came = START if arrival is None else arrival.name
        count = strategies.counts[key]
        number = str(int(count)) if count == int(count) else repr(count)
        lines.append("\t".join([arc.state, came, arc.name, number, arc.label]))
    with writing(path) as file:
        file.write(("\n".join(lines) + "\n").encode())


def read_strategies(grammar: Grammar, path: str | PathLike[str]) -> Strategies:
    """The strategies in a file.

    Raises:
        InputError: FILE:LINE: it is not such a file, or of another grammar.
    """
    from murho.formats.opening import text_lines

    by_name = {arc.name: arc for arc in grammar.arcs}
    counts: Counts = {}
    settings: dict[str, str] = {}
    for number, line in text_lines(path):
        try:
            if number == 1 and line.startswith("#"):
                settings = dict(pair.split("=", 1) for pair in line[1:].split() if "=" in pair)
            elif number == 2:
                if line != HEADER:
                    raise InputError("no strategies", f"write the columns {' '.join(HEADER.split())}, as `learn` does")
            elif line.strip():
                key, count = _row(line, by_name)
                counts[key] = counts.get(key, 0) + count
        except InputError as error:
            raise error.at(fspath(path), number) from None
    try:
        header = int(settings["sentences"]), int(settings["accepted"]), float(settings["smoothing"])
    except (KeyError, ValueError):
        todo = "begin with '# sentences=N accepted=N smoothing=X', as `learn` does"
        raise InputError("no strategies", todo, path=fspath(path), line=1) from None
    if not header[2] > 0:
        raise InputError(f"smoothing {header[2]}", "give a number above 0", path=fspath(path), line=1)
    return Strategies(grammar, counts, *header)


def _row(line: str, by_name: Mapping[str, Arc]) -> tuple[tuple[Arc | None, Arc], float]:
    columns = line.split("\t")
    if len(columns) != 5:
        raise InputError(f"{len(columns)} columns", f"write the columns {' '.join(HEADER.split())}")
    node, came, left, written, label = columns
    arc, arrival = by_name.get(left), by_name.get(came)
    if arc is None or (arrival is None and came != START) or arc.label != label or arc.state != node:
        name = left if arc is None or arc.label != label or arc.state != node else came
        raise InputError(f"the grammar has no arc {name} ({label})", "learn the strategies anew with this grammar")
    # A POP leads back to the PUSH, so arcs of arrival are those that lead to the node or push to it.
    if arrival is not None and node not in (arrival.target, arrival.below):
        raise InputError(f"arc {came} does not lead to {node}", "learn the strategies anew with this grammar")
    try:
        count = float(written)
    except ValueError:
        count = -1.0
    if not 0 <= count < float("inf"):
        raise InputError(f"count {written!r}", "give a number, 0 or more")
    return (arrival, arc), count

"""Comparisons as a page: who is better, what B fixes and breaks, slice by slice and case by case."""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.formats.opening import Path
from murho.pages.drawing.spending import spending
from murho.pages.finder import blob
from murho.pages.rendering import write_page
from murho.sheets.drawing.whiskers import Whisker, shift, widest
from murho.views.changed import Changed, ChangedSystems
from murho.views.gate import Told


@dataclass(frozen=True)
class Drawn:
    """The whiskers of a pair, all on one scale."""

    whole: Whisker | None
    groups: dict[str, list[Whisker | None]]


def write_compared(shown: Sequence[ChangedSystems], path: Path, *, title: str = "", gate: Sequence[Told] = ()) -> None:
    """Write comparisons, one for each measure, as one page that needs no network, whole or not at all.

    The cases of each pair can be searched. `gate` is what a gate says of them.

    Raises:
        OutputError: the file cannot be written.
    """
    from markupsafe import Markup

    pairs = [(one, pair, _drawn(pair)) for one in shown for pair in one.pairs]
    first = pairs[0][1]
    names = {system: name for _, pair, _ in pairs for system, name in _named(pair)}
    others = {pair.names[1] for _, pair, _ in pairs}
    name = f"{first.names[1]} beside {first.names[0]}" if len(others) == 1 else f"{len(others) + 1} systems"
    write_page(
        path,
        "compared.html",
        name=title or name,
        shown=shown,
        pairs=[(number, *one) for number, one in enumerate(pairs, 1)],
        flags=list(dict.fromkeys(flag for one in shown for flag in one.compared.flags)),
        gate=gate,
        spendings=[
            (one.spending, Markup(spending(one.spending, names)), one.compared.measure) for one in shown if one.spending
        ],
        names=names,
        searched=first.cases,
        several=len(pairs) > 1,
        blob=blob(*((_chosen(one, pair, len(shown)), pair.cases) for one, pair, _ in pairs)),
    )


def _chosen(one: ChangedSystems, pair: Changed, measures: int) -> str:
    """What a pair is called where the reader chooses one."""
    name = f"{pair.names[1]} beside {pair.names[0]}"
    return f"{name}, {one.compared.measure}" if measures > 1 else name


def _named(pair: Changed) -> tuple[tuple[str, str], tuple[str, str]]:
    return (pair.shown.a, pair.names[0]), (pair.shown.b, pair.names[1])


def _drawn(pair: Changed) -> Drawn:
    groups = {feature: [one.line.difference for one in lines] for feature, lines in pair.groups.items()}
    whole = pair.shown.whole.difference
    return Drawn(
        shift(whole, widest([whole])),
        {name: [shift(one, widest(found)) for one in found] for name, found in groups.items()},
    )

"""The trees of gold and system as one SVG: gold arcs above the words, those of the system below.

What is wrong is told three times, never by colour alone: the line of a wrong arc is dashed, its label bears a cross
(`✗`, wrong head) or a crossed equals sign (`≠`, right head but another label), and each arc says in words what it is
where it is pointed at. The gold arcs that the system missed are heavier. Text in a script that runs from right to left
is drawn so.

>>> from murho.measures.dependencies.word_pairs import Place, Side
>>> dogs = Place(Side("dogs", "NOUN", 1, "nsubj"), Side("dogs", "NOUN", 1, "obj"), True, False)
>>> bark = Place(Side("bark", "VERB", -1, "root"), Side("bark", "VERB", -1, "root"), True, True)
>>> drawing = tree([dogs, bark], "q1")
>>> drawing.startswith("<svg"), drawing.count('<g class="arc'), "≠ obj" in drawing
(True, 4, True)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from unicodedata import bidirectional

from murho.measures.dependencies.word_pairs import Place, Side
from murho.sheets.legible import legible, short
from murho.sheets.screen_columns import width

SIGN, GAP, STEP, ROW = 7.4, 16, 26, 18
"""Width of a letter, room between words, height of an arc above another one, height of a line of text."""
MOST = 250
"""Words of a sentence that is drawn; the picture of a longer one helps nobody."""
LONGEST = 28
"""Letters of a word or label that are shown."""


@dataclass(frozen=True)
class Arc:
    """An arc between two places, or from above (`head` is -1) for a root."""

    head: int
    word: int
    label: str
    mark: str
    """`right`, `missed` (gold), `label` or `head` (what is wrong of the system's), `unscored`."""
    title: str
    """The arc in words."""

    @property
    def ends(self) -> tuple[int, int]:
        """From left to right."""
        return (self.word, self.word) if self.head < 0 else (min(self.head, self.word), max(self.head, self.word))


def draw(value: tuple[Sequence[Place], str]) -> str:
    """The trees of a `murho.sheets.Picture`: the words of a sentence, and its name."""
    return tree(*value)


def tree(places: Sequence[Place], name: str, title: str = "") -> str:
    """The SVG of a sentence, one place for each word of gold or system; empty where there are none or too many.

    Texts are escaped; nothing is fetched. It is as wide as the words need: put it where it can be scrolled.
    """
    if not 0 < len(places) <= MOST:
        return ""
    above = [_arc(place.gold, at, _mark(place, "missed")) for at, place in enumerate(places)]
    below = [
        _arc(place.system, at, _mark(place, "label" if place.head_right else "head")) for at, place in enumerate(places)
    ]
    gold, system = ([arc for arc in side if arc is not None] for side in (above, below))
    at = _positions(places, [*gold, *system])
    levels, depths = _levels(gold), _levels(system)
    rows = _rows(places)
    top = STEP * (max(levels.values(), default=0) + 1) + 6
    words = ROW * rows
    tall = top + words + 14 + (STEP * (max(depths.values(), default=0) + 1) + 6 if system else 0)
    wide = round(at[-1] + _half(places[-1]) + GAP)
    kind = "trees"
    if _runs_left(places):
        at, kind = [round(wide - x, 1) for x in at], "trees leftwards"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" width="{wide}" height="{tall}" '
        f'viewBox="0 0 {wide} {tall}" role="img" aria-label="{_text(title or _spoken(places, name))}">',
        f"<style>{STYLE}</style>",
        *(_drawn(arc, at, top, levels[arc], -1) for arc in _highest_first(levels)),
        *(_drawn(arc, at, top + words + 8, depths[arc], 1) for arc in _highest_first(depths)),
    ]
    for x, place in zip(at, places, strict=True):
        if rows == 4:
            parts += _named(place.gold, x, top + ROW - 3, place.system is not None)
            parts += _named(place.system, x, top + 3 * ROW - 1, place.gold is not None)
        else:
            parts += _named(place.gold or place.system, x, top + ROW - 3, True)
            if place.gold and place.system and place.gold.upos != place.system.upos:
                parts.append(_small(f"≠ {place.system.upos}", x, top + 3 * ROW - 6, "pos other"))
    return "".join([*parts, "</svg>"])


def _runs_left(places: Sequence[Place]) -> bool:
    """Whether most words that have a direction are of a script that runs from right to left."""
    ways = [_direction(side.form) for place in places if (side := place.gold or place.system)]
    return ways.count("left") > ways.count("right")


def _direction(form: str) -> str:
    """Where the first letter with a direction runs to; empty if there is none."""
    kinds = (bidirectional(letter) for letter in form)
    return next(("right" if kind == "L" else "left" for kind in kinds if kind in ("L", "R", "AL")), "")


def _rows(places: Sequence[Place]) -> int:
    """Lines of text: words and parts of speech, a third one where these differ, of both sides where the words do."""
    both = [(place.gold, place.system) for place in places if place.gold and place.system]
    lone = len(both) < len(places) and any(place.system for place in places)
    if lone or any(gold.form != system.form for gold, system in both):
        return 4
    return 3 if any(gold.upos != system.upos for gold, system in both) else 2


def _mark(place: Place, wrong: str) -> str:
    if not place.scored:
        return "unscored"
    return "right" if place.right else wrong


def _arc(side: Side | None, at: int, mark: str) -> Arc | None:
    if side is None or side.head in (None, at):
        return None
    told = {
        "right": "right",
        "missed": "not found by the system",
        "label": "the head is right, the label is not",
        "head": "the head is wrong",
        "unscored": "not scored",
    }[mark]
    return Arc(side.head, at, side.deprel, mark, told)


def _half(place: Place) -> float:
    """Half the width of a word with its part of speech."""
    texts = [text for side in (place.gold, place.system) if side for text in (side.form, side.upos)]
    return max([min(width(legible(text)), LONGEST) for text in texts] + [2]) * SIGN / 2


def _shown(arc: Arc) -> str:
    return {"label": "≠ ", "head": "✗ "}.get(arc.mark, "") + short(legible(arc.label), LONGEST)


def _positions(places: Sequence[Place], arcs: Sequence[Arc]) -> list[float]:
    """The middle of every word: words do not touch, and every arc has room for its label."""
    at: list[float] = []
    reach: dict[int, list[Arc]] = {}
    for arc in arcs:
        reach.setdefault(arc.ends[1], []).append(arc)
    for i, place in enumerate(places):
        x = at[-1] + _half(places[i - 1]) + _half(place) + GAP if at else _half(place) + GAP
        for arc in reach.get(i, ()):
            needed = width(_shown(arc)) * SIGN * 0.92 + 26
            x = max(x, at[arc.ends[0]] + needed) if arc.head >= 0 else max(x, needed / 2)
        at.append(round(x, 1))
    return at


def _levels(arcs: Sequence[Arc]) -> Mapping[Arc, int]:
    """How high each arc runs: above every shorter one that it overlaps; roots come from above all."""
    levels: dict[Arc, int] = {}
    for arc in sorted((arc for arc in arcs if arc.head >= 0), key=lambda arc: (arc.ends[1] - arc.ends[0], arc.ends)):
        left, right = arc.ends
        under = (level for other, level in levels.items() if other.ends[0] < right and left < other.ends[1])
        levels[arc] = 1 + max(under, default=0)
    highest = 1 + max(levels.values(), default=0)
    return levels | {arc: highest for arc in arcs if arc.head < 0}


def _highest_first(levels: Mapping[Arc, int]) -> list[Arc]:
    """The order to draw in: so no line runs over the label of an arc that it passes by."""
    return sorted(levels, key=lambda arc: -levels[arc])


def _drawn(arc: Arc, at: Sequence[float], foot: float, level: int, way: int) -> str:
    """An arc that stands on `foot`, upwards (`way` -1) or downwards (1)."""
    y = foot + way * level * STEP
    tip = at[arc.word]
    if arc.head < 0:
        line, middle = f"M{tip} {y}V{foot}", tip
    else:
        side = 1 if tip > at[arc.head] else -1
        start = at[arc.head] + 6 * side
        bend = 7 * side
        line = (
            f"M{start} {foot}V{y - 7 * way}Q{start} {y} {start + bend} {y}"
            f"H{tip - bend}Q{tip} {y} {tip} {y - 7 * way}V{foot}"
        )
        middle = round((start + tip) / 2, 1)
    arrow = f"M{tip} {foot}l-3.5 {7 * way}h7z"
    kind = f"arc {arc.mark}"
    return (
        f'<g class="{kind}"><title>{_text(f"{arc.label}: {arc.title}")}</title><path d="{line}"/>'
        f'<path class="tip" d="{arrow}"/><text x="{middle}" y="{y + 4}">{_text(_shown(arc))}</text></g>'
    )


def _named(side: Side | None, x: float, y: float, paired: bool) -> list[str]:
    """A word and its part of speech; one that the other side lacks is marked."""
    if side is None:
        return [f'<text class="none" x="{x}" y="{y}">–</text>']
    kind = "word" if paired else "word alone"
    return [
        f'<text class="{kind}" x="{x}" y="{y}">{_text(short(side.form, LONGEST))}</text>',
        _small(side.upos, x, y + ROW - 3, "pos"),
    ]


def _small(text: str, x: float, y: float, kind: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{_text(short(text, LONGEST))}</text>'


def _spoken(places: Sequence[Place], name: str) -> str:
    gold = [place for place in places if place.gold is not None and place.scored]
    heads = sum(place.head_right for place in gold)
    both = sum(place.right for place in gold)
    return (
        f"{name}: trees of gold (above) and system (below); of {len(gold)} words {heads} have the right head, "
        f"{both} head and label"
    )


def _text(text: str) -> str:
    return escape(legible(text))


STYLE = (
    ".trees{--ground:#fff;--ink:#1b1f24;--muted:#59616c;--line:#9aa3ae;--accent:#1d5fa6;--warm:#9a3412;"
    'font-family:system-ui,"Segoe UI",Roboto,"Noto Sans","Liberation Sans","DejaVu Sans",sans-serif}'
    "@media screen and (prefers-color-scheme:dark){.trees{--ground:#14171b;--ink:#e6e9ed;--muted:#a3abb6;"
    "--line:#69727e;--accent:#7fb2ec;--warm:#ffa27a}}"
    ".trees text{text-anchor:middle;fill:var(--ink);font-size:13px}"
    ".trees .word{font-weight:600}.trees .alone{text-decoration:underline dotted}"
    ".trees .pos,.trees .none{font-size:10.5px;fill:var(--muted)}.trees .other{fill:var(--warm);font-weight:600}"
    ".trees .arc path{fill:none;stroke:var(--line);stroke-width:1.2}"
    ".trees .arc .tip{fill:var(--line);stroke:none}"
    ".trees .arc text{font-size:11.5px;fill:var(--muted);paint-order:stroke;stroke:var(--ground);stroke-width:6px;"
    "stroke-linejoin:round}"
    ".trees .missed path{stroke:var(--accent);stroke-width:2.2}.trees .missed .tip{fill:var(--accent)}"
    ".trees .missed text{fill:var(--accent);font-weight:600}"
    ".trees .head path,.trees .label path{stroke:var(--warm);stroke-width:1.8;stroke-dasharray:5 3}"
    ".trees .label path{stroke-dasharray:1.5 3}"
    ".trees .arc .tip{stroke:none}.trees .head .tip,.trees .label .tip{fill:var(--warm)}"
    ".trees .head text,.trees .label text{fill:var(--warm);font-weight:600}"
    ":has(>.trees.leftwards){direction:rtl}"  # so that what scrolls begins with the first word
    ".trees.leftwards{direction:ltr}.trees.leftwards .word{direction:rtl}"
    "@media print{.trees{max-width:100%;height:auto}}"
)
"""The style of a drawing, which stands in it."""

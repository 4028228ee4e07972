"""The tables, sentences and drawing of the experiment."""

from murho.core.regression import Line
from murho.sheets.drawing.scatter import Plot, Point, scatter
from murho.sheets.legible import NO_VALUE
from murho.views.sheets import Grid
from murho_lab.chart.graphs import CUTS
from murho_lab.studies.trains import hearing, line
from murho_lab.studies.trains.experiment import GRAMMAR, Experiment
from murho_lab.studies.trains.rescoring import WHEN
from murho_lab.studies.trains.table import Table, accuracy, ends, gained
from murho_lab.studies.trains.understanding import Rate

SUFFERING = 10
"""Classes of units that are shown."""
SPEECH = f"In percent, of the half that is held out, intervals at 95 % over dialogues; {hearing.SYNTHETIC}."


def results(found: Experiment) -> list[Table]:
    """All tables of the experiment, in the order in which they are shown."""
    return [
        _settings(found),
        _misheard(found),
        _line(found),
        _systems(found),
        _phenomena(found),
        _content(found),
        *(_suffering(found, noise) for noise in found.shares),
        _graphs(found),
        _rescoring(found),
    ]


def sentences(found: Experiment) -> list[str]:
    """What it all comes to."""
    said = []
    if found.line is not None:
        said.append(
            f"A point of word accuracy is worth {_slope(found.line)} points of concept accuracy, r {_r(found.line)}; "
            f"in the source it was {_slope(line.source())}, r {_r(line.source())}. This is {hearing.SYNTHETIC}."
        )
    said.append(f"Rescoring of word graphs by understanding gains {gained(found.gain)} points of concept accuracy.")
    return said


def against(found: Experiment) -> str:
    """The picture of concept accuracy against word accuracy, the source's points beside it."""
    points = [
        Point(
            _value(p.words),
            _value(p.concepts[GRAMMAR]),
            f"1e-{p.setting.beam} {p.setting.noise}",
            1,
            _ends(p.words),
            _ends(p.concepts[GRAMMAR]),
        )
        for p in found.points
    ]
    points += [Point(x, y, "source") for x, y in line.SOURCE]
    plot = Plot("CA against WA, synthetic speech", "word accuracy", "concept accuracy")
    return scatter(points, plot, found.line)


def _settings(found: Experiment) -> Table:
    rows = []
    off_line: list[float | None] = [*found.residuals] or [None] * len(found.points)
    for point, off in zip(found.points, off_line, strict=True):
        cells = [
            accuracy(point.words.figure),
            accuracy(point.concepts[GRAMMAR].figure),
            NO_VALUE if off is None else f"{off:+.1f}".replace("-", "−"),
            f"{point.cpu_seconds:.0f}",
            str(point.failed),
        ]
        rows.append((f"1e-{point.setting.beam}, {point.setting.noise}", cells))
    grid = Grid(["beam, noise", "word accuracy", "concept accuracy", "off the line", "CPU s", "failed"], rows)
    note = (
        f"The grammar, on the best text. {SPEECH} Of the recogniser's language model the training text "
        f"has a share of {hearing.SHARES['text']:g}, what other callers said one of {hearing.SHARES['callers']:g}, and "
        f"general English one of {hearing.SHARES['english']:g}; its perplexity is "
        f"{found.foreseen.perplexity:.1f}, and {100 * found.foreseen.out_of_vocabulary:.2f} % of the words are unknown."
    )
    return Table("settings", "Heard and understood at each setting", grid, note)


def _misheard(found: Experiment) -> Table:
    groups = {**found.misheard, "without adaptation to the voices": found.unadapted}
    rows = [(name, [f"{group.figure.denominator:.0f}", accuracy(group.figure)]) for name, group in groups.items()]
    note = f"With the widest beam in silence. Unknown words are no part of the language model. {SPEECH}"
    return Table("misheard", "Where words are lost", Grid(["", "words", "word accuracy"], rows), note)


def _line(found: Experiment) -> Table:
    rows = []
    lines = {**({} if found.line is None else {"here": found.line}), "the source": line.source()}
    for name, one in lines.items():
        rows.append((name, [_slope(one), ends(one.intercept, one.intercept_interval, 1), _r(one), str(one.n)]))
    note = (
        "CA = intercept + slope · WA, in points. Here intervals are of dialogues drawn with replacement, the same ones "
        f"at all settings ({line.RESAMPLES:,} times); those of the source are of its six points. "
        f"{hearing.SYNTHETIC.capitalize()}."
    )
    return Table("fitted", "The line", Grid(["", "slope", "intercept", "r", "points"], rows), note)


def _systems(found: Experiment) -> Table:
    clean = max(found.points, key=lambda p: (p.setting.ratio is None, p.setting.beam))
    widest = [p for p in found.points if p.setting.beam == clean.setting.beam]
    rows = []
    for name, system in found.systems.items():
        cells = [accuracy(system.coverage.figure)]
        for point in widest:
            cells.append(accuracy(point.concepts[name].figure))
            cells.append(f"{100 * _value(point.concepts[name]) / _value(system.coverage):.1f}")
        rows.append((name, [*cells, NO_VALUE if system.line is None else _slope(system.line)]))
    head = ["", "transliterations"]
    for point in widest:
        head += [point.setting.noise, "kept, %"]
    note = (
        f"Concept accuracy with a beam of 1e-{clean.setting.beam}; what is kept is its share of that on "
        f"transliterations; the slope is over all settings: points of concept accuracy for a point of word accuracy. "
        f"{SPEECH}"
    )
    return Table("systems", "Systems compared", Grid([*head, "slope"], rows), note)


def _phenomena(found: Experiment) -> Table:
    rows = [(name, [gained(phenomenon), str(phenomenon.pairs)]) for name, phenomenon in found.phenomena.items()]
    note = "On transliterations, in points of concept accuracy, intervals at 95 % over dialogues."
    return Table("phenomena", "The grammar above the spotter", Grid(["", "above", "utterances"], rows), note)


def _content(found: Experiment) -> Table:
    all_of_them = ("all settings", found.content)
    each = [(f"1e-{p.setting.beam}, {p.setting.noise}", p.content) for p in found.points]
    rows = []
    for name, one in [all_of_them, *each]:
        rates = [one.carrying.value, one.others.value]
        rows.append(
            (name, [*(NO_VALUE if rate is None else f"{100 * rate:.1f}" for rate in rates), gained(one.difference)])
        )
    note = (
        "Substituted and deleted words in percent. A word carries meaning if the grammar finds other units in the "
        f"transliteration without it. {SPEECH}"
    )
    grid = Grid(["", "words that carry meaning", "others", "more"], rows)
    return Table("content", "Which words are misheard", grid, note)


def _suffering(found: Experiment, noise: str) -> Table:
    shares = found.shares[noise]
    rows = [
        (group.name, [f"{group.units:.0f}", _percent(group.right), _percent(group.heard), f"{100 * group.cost:.1f}"])
        for group in shares.classes[:SUFFERING]
    ]
    due, own = shares.last.due, shares.own.points
    note = (
        f"Errors in percent of the units of a class, on transliterations and on what was heard; the cost is in points "
        f"of concept accuracy. Of {_percent(shares.whole.value)} points lost in all {gained(own)} are lost on "
        f"transliterations, {gained(due)} by what was heard. {SPEECH}"
    )
    grid = Grid(["", "units", "transliterations", "heard", "cost"], rows)
    return Table(f"units-{noise.replace(' ', '-')}", f"Which units suffer first: {noise}, widest beam", grid, note)


def _graphs(found: Experiment) -> Table:
    rows = []
    for point in found.points:
        one = point.graphs
        shares = [f"{100 * count / one.utterances:.1f}" for count in (one.right, one.held, one.found)]
        cells = [accuracy(point.words.figure), accuracy(one.oracle.figure), *shares, str(one.cut), str(one.unread)]
        rows.append((f"1e-{point.setting.beam}, {point.setting.noise}", cells))
    note = (
        "The oracle is the word accuracy of the way through each graph that is nearest to what was said. Then "
        "utterances in percent: those whose best text is what was said, whose graph holds it, where the analysis found "
        "it in the graph (hesitations aside): the sentence recognition accuracy of the source. The analysis sees links "
        f"with a posterior of {CUTS[0]:g} or more; cut are graphs whose charts were too large with them, unread "
        f"those through which no such way leads: there the best text stands. {SPEECH}"
    )
    head = ["beam, noise", "word accuracy", "oracle", "best text right", "in the graph", "found", "cut", "unread"]
    return Table("graphs", "What word graphs hold", Grid(head, rows), note)


def _rescoring(found: Experiment) -> Table:
    rows = [("all settings", ["", "", gained(found.gain)])]
    rows += [(noise, ["", "", gained(gain)]) for noise, gain in found.gains.items()]
    for point in found.points:
        cells = [accuracy(point.concepts[GRAMMAR].figure), accuracy(point.graphs.rescored.figure)]
        rows.append((f"1e-{point.setting.beam}, {point.setting.noise}", [*cells, gained(found.gain_of([point]))]))
    chosen = found.tuned.chosen
    way = chosen.way
    note = (
        f"Concept accuracy. Tuned on the development half, from {found.tuned.best_text:.1f} to {chosen.ca:.1f}: a word "
        f"that no piece covers costs {way.weights.word:g}, a piece {way.weights.piece:g}, a point of importance gains "
        f"{way.weights.importance:g}; the graph decides {WHEN[way.when]}. {SPEECH}"
    )
    return Table("rescoring", "Word graphs rescored", Grid(["", "best text", "graph", "gain"], rows), note)


def _value(rate: Rate) -> float:
    assert rate.figure.value is not None, "there are units"
    return 100 - 100 * rate.figure.value


def _ends(rate: Rate) -> tuple[float, float]:
    return 100 - 100 * rate.figure.high, 100 - 100 * rate.figure.low


def _slope(one: Line) -> str:
    return ends(one.slope, one.slope_interval, 1, 2)


def _r(one: Line) -> str:
    return NO_VALUE if one.r is None else ends(one.r, one.r_interval, 1, 3)


def _percent(value: float | None) -> str:
    return NO_VALUE if value is None else f"{100 * value:.1f}"

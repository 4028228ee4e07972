"""The tables of lab/docs/trains.md that are of what was heard, from what the study found:

    murho study trains --data FOLDER --json > found.json
    python lab/tests/docs/trains_tables.py found.json

Each stands between two comments, `<!-- NAME -->` and `<!-- end of NAME -->`, and so do sentences that are all figures.
"""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "trains.md"
Found = dict[str, Any]


def number(value: float, digits: int = 1) -> str:
    return f"{value:.{digits}f}".replace("-", "−")


def ends(value: float, interval: Sequence[float] | None, digits: int = 1) -> str:
    if interval is None:
        return number(value, digits)
    return f"{number(value, digits)} ({number(interval[0], digits)} to {number(interval[1], digits)})"


def accuracy(one: Found) -> str:
    return ends(one["value"], one["interval"])


def gained(one: Found) -> str:
    return ends(one["gain"], one["interval"])


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |".replace("|  |", "| |") for cells in lines).replace(" --- ", "---")


def settings(found: Found) -> str:
    held = found["coverage"]["trains"]["grammar"]["held_out"]
    size = f"{held['utterances']} utterances; intervals at 95 % over {held['dialogues']} dialogues"
    filled = table(
        ["beam", "noise", "WA, %", "CA, %", "off the line", "CPU s"],
        [
            [
                f"1e-{one['beam']}",
                one["noise"],
                accuracy(one["wa"]),
                accuracy(one["ca"]),
                f"{off:+.1f}".replace("-", "−"),
                f"{one['cpu_seconds']:.0f}",
            ]
            for one, off in zip(found["settings"], found["line"]["residuals"], strict=True)
        ],
    )
    return f"{filled}\n\n{size}; CPU seconds of a busy machine."


def misheard(found: Found) -> str:
    whole = widest(found)["clean"]["wa"]
    words = sum(one["words"] for name, one in found["misheard"].items() if name.startswith("flite"))
    rows = [
        [f"all{how}", f"{words:,.0f}", accuracy(one)]
        for how, one in (("", whole), (", not adapted", found["unadapted"]))
    ]
    rows += [[name, f"{one['words']:,.0f}", accuracy(one)] for name, one in found["misheard"].items()]
    return table(["", "words", "WA, %"], rows)


def line(found: Found) -> str:
    lines = {"the grammar": (found["line"], len(found["settings"])), "the source": (found["source"]["line"], 6)}
    return table(
        ["", "slope", "intercept", "r", "points"],
        [
            [
                name,
                ends(one["slope"], one["slope_interval"], 2),
                ends(one["intercept"], one["intercept_interval"]),
                ends(one["r"], one["r_interval"], 4),
                str(points),
            ]
            for name, (one, points) in lines.items()
        ],
    )


def content(found: Found) -> str:
    groups = {"all settings": found, **{f"widest beam, {noise}": one for noise, one in widest(found).items()}}
    rows = []
    for name, group in groups.items():
        one = group["content_words"]
        difference = ends(100 * one["difference"], [100 * end for end in one["interval"]])
        rates = [number(100 * one[which]["value"]) for which in ("carrying", "others")]
        rows.append([name, *rates, difference])
    return table(["substituted or deleted, %", "words that carry meaning", "others", "more"], rows)


def shares(found: Found) -> str:
    rows = []
    for noise, one in found["shares"].items():
        parts = [one["whole"]["value"], one["own"]["value"], one["steps"][-1]["due"]["value"]]
        suffers = ", ".join(
            f"`{unit['class']}` {100 * unit['right']:.0f} and {100 * unit['heard']:.0f} % of {unit['units']:.0f}"
            for unit in one["classes"][:4]
            if unit["right"] is not None
        )
        rows.append([noise, *(number(100 * part) for part in parts), suffers])
    head = ["widest beam", "points of CA lost", "on transliterations", "by what was heard", "what suffers first"]
    return table(head, rows)


def systems(found: Found) -> str:
    rows = []
    for name, one in found["systems"].items():
        right, cells = one["transliterations"], []
        for setting in widest(found).values():
            value = setting["systems"][name]["value"]
            cells += [number(value), f"{100 * value / right['value']:.0f} %"]
        rows.append([name, accuracy(right), *cells, ends(one["line"]["slope"], one["line"]["slope_interval"], 2)])
    noises = [cell for noise in widest(found) for cell in (noise, "kept")]
    return table(["", "transliterations", *noises, "slope"], rows)


def graphs(found: Found) -> str:
    rows, utterances = [], found["coverage"]["trains"]["grammar"]["held_out"]["utterances"]
    for noise, one in widest(found).items():
        held = one["graphs"]
        parts = [f"{100 * held[name] / utterances:.1f} %" for name in ("right", "held", "found", "cut")]
        rows.append([noise, accuracy(one["wa"]), accuracy(held["oracle"]), *parts])
    head = ["best text is what was said", "the graph holds it", "the analysis found it", "cut"]
    return table(["widest beam", "WA", "oracle", *head], rows)


def rescoring(found: Found) -> str:
    one = found["rescoring"]
    tuned, chosen = one["development"], one["chosen"]
    best = {when: max(way["ca"] for way in one["tried"] if way["when"] == when) for when in ways(found)}
    rows = [["all settings", gained(one)], *([noise, gained(part)] for noise, part in one["by_noise"].items())]
    rows += [[f"widest beam, {noise}", gain_of(point)] for noise, point in widest(found).items()]
    return (
        f"{len(one['tried'])} combinations were tried.\n"
        f"On the development half the best text has a CA of {number(tuned['best_text'])}; the best weights have "
        f"{number(best['always'])} where the graph decides\nalways, {number(best['incomplete'])} where it does if the "
        f"best text is not covered wholly, and {number(best['completed'])} where a way through the graph has to be\n"
        f"covered wholly, too. Chosen: *{chosen['when']}*; a word costs {chosen['word']:g}, a piece "
        f"{chosen['piece']:g}, a point of importance gains {chosen['importance']:g}.\nOn the half that is held out "
        f"this gains, in points of CA:\n\n{table(['', 'gain'], rows)}"
    )


def ways(found: Found) -> list[str]:
    return list(dict.fromkeys(way["when"] for way in found["rescoring"]["tried"]))


def gain_of(point: Found) -> str:
    return number(point["graphs"]["rescored"]["value"] - point["ca"]["value"])


def widest(found: Found) -> dict[str, Found]:
    """The settings with the widest beam, by noise."""
    beam = max(one["beam"] for one in found["settings"])
    return {one["noise"]: one for one in found["settings"] if one["beam"] == beam}


TABLES: dict[str, Callable[[Found], str]] = {
    made.__name__: made for made in (settings, misheard, line, content, shares, systems, graphs, rescoring)
}


def filled(page: str, found: Found) -> str:
    """The page with the tables of what was found; ValueError where a place for one is not there, or there twice."""
    for name, made in TABLES.items():
        first, last = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
        if (page.count(first), page.count(last)) != (1, 1):
            raise ValueError(f"no place, or several, for {name}")
        before, rest = page.split(first)
        page = f"{before}{first}\n{made(found)}\n{last}{rest.split(last)[1]}"
    return page


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8"), json.loads(Path(sys.argv[1]).read_text("utf-8"))), "utf-8")

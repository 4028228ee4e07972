"""The page: evidence gathered, views made, templates filled, one file written.

    write_report(open_run("my-run"), "report.html", weights=["constant", "frequency('count')"])
"""

import base64
import hashlib
import shlex
from collections.abc import Sequence
from importlib import resources
from os import PathLike, fspath
from typing import Any

from murho import __version__
from murho.core.case import Cases
from murho.formats.saving import writing
from murho.measures import Measure
from murho.report.html import drawing, headline, legible, phrases
from murho.report.html.evidence import Evidence, gather
from murho.report.html.heat import maps
from murho.report.html.outcomes import outcomes
from murho.report.html.slices import default_features, slices
from murho.report.html.worst import worst as worst_items
from murho.store import Run
from murho.weighting import Weighting


def write_report(
    run: Run,
    path: str | PathLike[str],
    *,
    measures: Sequence[Measure | str] | None = None,
    weights: Sequence[Weighting | str] | None = None,
    by: Sequence[str] | None = None,
    axes: Sequence[Sequence[str]] | None = None,
    worst: int = 20,
) -> None:
    """Write a run as one HTML file that needs no network and no other file; it appears whole or not at all.

    Args:
        run: the run; a measure that has not judged it yet does so now, from the saved answers.
        path: the file; `.gz` and `.zst` compress it, `-` is standard output.
        measures: those of the run, unless given. The first is the main one: profile, slices, outcomes and worst items
            are about it; all of them stand in the table of every μ and ρ.
        weights: that of the run, unless given. The first is the main one.
        by: the features to slice by; by default those with 2 to 30 groups, and numbers, cut into classes.
        axes: pairs of `loss`, `weight` or features, each a map; by default μ against ρ, and two features.
        worst: how many of the worst items to show.

    Raises UsageError for unknown measures and weightings, InputError for an unknown feature, OutputError where the file
    cannot be written.
    """
    text = page(gather(run, measures, weights), by=by, axes=axes, worst=worst)
    with writing(fspath(path)) as file:
        file.write(text.encode("utf-8", "backslashreplace"))


def page(
    evidence: Evidence, *, by: Sequence[str] | None, axes: Sequence[Sequence[str]] | None, worst: int
) -> str:
    """The page as text."""
    features, skipped = default_features(evidence.cases) if by is None else (list(by), [])
    script = _packaged("report.js")
    policy = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    whole = evidence.figure_under(0, 0)
    ready = evidence.record.get("state") == "complete"
    return _environment().get_template("report.html").render(
        style=_markup(_packaged("report.css")),
        script=_markup(script),
        policy=policy,
        name=run_name(evidence.run),
        about=headline.about(evidence),
        ready=ready,
        headlines=headline.headlines(evidence),
        crossed=headline.crossed(evidence),
        main=phrases.measure_title(repr(evidence.measure)),
        main_notation=repr(evidence.measure),
        weight=phrases.weighting_title(repr(evidence.weightings[0])),
        weight_notation=repr(evidence.weightings[0]),
        others=[phrases.measure_title(repr(how)) for how in evidence.measures[1:]],
        whole=whole,
        level=f"{100 * evidence.level:g} %",
        missing=_missing(evidence),
        maps=maps(evidence, _first_for_maps(evidence.cases, features), axes),
        slices=slices(evidence, features, skipped),
        outcomes=outcomes(evidence),
        running=drawing.running(
            evidence.rho * evidence.loss, evidence.rho * evidence.units, whole, evidence.measure.bounded
        ),
        times=drawing.times(evidence.answers.seconds or []),
        worst=worst_items(evidence, worst),
        settings=settings(evidence),
        command=command(evidence),
        version=__version__,
    )


def run_name(run: Run) -> str:
    """The folder's own name."""
    return run.path.resolve().name


def _first_for_maps(cases: Cases, features: Sequence[str]) -> list[str]:
    """The features in the order in which maps use them: names before numbers, lists last."""
    columns = {name: cases.features.get(name, [0]) for name in features}

    def rank(name: str) -> int:
        kinds = {type(value) for value in columns[name] if value is not None}
        return 2 if list in kinds else 1 if kinds <= {int, float} else 0

    return sorted(features, key=rank)


def _missing(evidence: Evidence) -> int:
    return sum(failure == "missing" for failure in evidence.answers.failures or ())


def settings(evidence: Evidence) -> list[tuple[str, str]]:
    """Everything the figures depend on, for the record."""
    record = evidence.record
    data = record.get("data", {})
    found = {
        "measures": ", ".join(map(repr, evidence.measures)),
        "weighting": ", ".join(map(repr, evidence.weightings)),
        "missing answers": evidence.missing,
        "level": f"{evidence.level:g}",
        "interval method": evidence.method,
        "seed": evidence.seed,
        **{f"data: {name}": value for name, value in data.items()},
        **{f"system: {name}": value for name, value in record.get("system", {}).items()},
        **{f"version: {name}": value for name, value in record.get("versions", {}).items()},
        "state of the run": record.get("state"),
        "page written by": f"murho {__version__}",
    }
    return [(name, legible.as_text(value)) for name, value in found.items() if value is not None]


def command(evidence: Evidence) -> list[str]:
    """The commands that make this run and this page again."""
    record = evidence.record
    system, data, was = record.get("system", {}), record.get("data", {}), record.get("settings", {})
    stages = system.get("stages") or [system]
    run = ["murho", "run", legible.as_text(data.get("cases") or "CASES")]
    for option, stage in zip(["--system", *["--then"] * len(stages)], stages, strict=False):
        run += [option, headline.spec(stage) or "SYSTEM"]
    for how in was.get("measures", []):
        run += ["-m", how]
    for option, usual in (("weight", "given"), ("missing", "undefined"), ("level", 0.95), ("method", "auto"), ("seed", 0)):
        if was.get(option, usual) != usual:
            run += [f"--{option}", str(was[option])]
    run += ["--limit", str(data["limit"])] if data.get("limit") else []
    name = run_name(evidence.run)
    report = ["murho", "report", name, "-o", "report.html"]
    for how in evidence.measures if list(map(repr, evidence.measures)) != was.get("measures") else ():
        report += ["-m", repr(how)]
    for rho in evidence.weightings if list(map(repr, evidence.weightings)) != [was.get("weight")] else ():
        report += ["--weight", repr(rho)]
    return [shlex.join([*run, "-o", name]), shlex.join(report)]


def _packaged(name: str) -> str:
    return (resources.files("murho.report.html") / "templates" / name).read_text(encoding="utf-8")


def _markup(text: str) -> Any:
    from markupsafe import Markup

    return Markup(text)  # noqa: S704  the package's own style and script, nothing from data


def _environment() -> Any:
    """Jinja with everything escaped, and made legible first, wherever it is printed."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    def seen(value: Any) -> Any:
        return legible.legible(value) if isinstance(value, str) and not isinstance(value, Markup) else value

    found = Environment(
        loader=PackageLoader("murho.report.html", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=seen,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters |= {
        "fraction": legible.fraction,
        "percent": legible.percent,
        "count": legible.count,
        "amount": legible.amount,
        "fold": legible.fold,
    }
    return found

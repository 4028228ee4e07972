"""The templates filled: everything from data is made legible and escaped, wherever it is printed."""

import base64
import hashlib
import re
from importlib import resources
from typing import Any

from murho.formats.opening import Path, plain_suffix
from murho.formats.saving import writing
from murho.pages.drawing import colours, trees, whiskers
from murho.pages.finder import asked
from murho.pages.printing import browser, printed
from murho.store.belonging import refuse_files_of_a_run
from murho.version import __version__
from murho.views import legible, numbers, spending
from murho.views.glossary import explain
from murho.views.phenomena import branch_name, coverage, outcome_told, right_by_frequency


def write_page(path: Path, template: str, **context: Any) -> None:
    """Write the page that a template makes of `context` as one file, which appears whole or not at all.

    `path` may end in `.gz` or `.zst`, or be `-` for standard output; one that ends in `.pdf` is printed by a browser.
    What UTF-8 cannot hold is written as an escape.

    Raises OutputError where the file cannot be written, UsageError where a run is made of that file, and for a PDF
    where no browser is installed.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "texts.html")
    >>> write_page(path, "sheets.html", name="Novels & news", eyebrow="", headline=[], sheets=[], signature="")
    >>> [line for line in path.read_text(encoding="utf-8").splitlines() if "<title>" in line]
    ['<title>Novels &amp; news · murho</title>']
    """
    refuse_files_of_a_run(path)
    is_pdf = plain_suffix(str(path)) == ".pdf"
    if is_pdf:
        browser()  # before anything is made that could not be printed
    text = render(template, **context)
    made = printed(text) if is_pdf else text.encode("utf-8", "backslashreplace")
    with writing(path) as file:
        file.write(made)


def render(page: str = "report.html", **context: Any) -> str:
    """A page by its template; style and script are the package's own, and no other script may run.

    The template is given `context`, and the `version` of the package.
    """
    from markupsafe import Markup

    style, script = _packaged("report.css"), _packaged("report.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    template = _environment().get_template(page)
    given = {"version": __version__, **context}
    return str(template.render(style=Markup(style), script=Markup(script), policy=digest, **given))


def _packaged(name: str) -> str:
    return (resources.files("murho.pages") / "templates" / name).read_text(encoding="utf-8")


def _environment() -> Any:
    """Jinja with everything escaped, and made legible first."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup, escape

    def breakable(text: str) -> Markup:
        """The text with places to break a line behind signs that join words."""
        return Markup(re.sub(r"([_+/.|:])", r"\1<wbr>", str(escape(legible.legible(text)))))

    def seen(value: Any) -> Any:
        return legible.legible(value) if isinstance(value, str) and not isinstance(value, Markup) else value

    environment = Environment(
        loader=PackageLoader("murho.pages", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=seen,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "fraction": legible.fraction,
        "signed": legible.signed,
        "percent": legible.percent,
        "count": legible.count,
        "amount": legible.amount,
        "fold": legible.fold,
        "short": legible.short,
        "text": legible.as_text,
        "listed": legible.listed,
        "hundredths": numbers.hundredths,
        "p_value": numbers.p_value,
        "breakable": breakable,
        "whisker": whiskers.whisker,
        "tree": trees.tree,
        "outcome": outcome_told,
        "branch_name": branch_name,
        "coverage": coverage,
        "right_by_frequency": right_by_frequency,
        "asked": asked,
        "hue": colours.hue,
        "step": colours.step,
        "spent_on": spending.title_of,
        "spent": lambda value, found: spending.amount_of(found, value),
        "spent_ends": lambda mean, found: spending.ends_of(found, mean),
    }
    environment.globals |= {"legend": colours.legend, "explained": explain}
    return environment

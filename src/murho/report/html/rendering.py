"""The templates filled: everything from data is made legible and escaped, wherever it is printed."""

import base64
import hashlib
import re
from importlib import resources
from typing import Any

from murho.report.html import legible


def render(page: str = "report.html", **context: Any) -> str:
    """A page by its template; style and script are the package's own, and no other script may run."""
    from markupsafe import Markup

    style, script = _packaged("report.css"), _packaged("report.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    template = _environment().get_template(page)
    return str(template.render(style=Markup(style), script=Markup(script), policy=digest, **context))


def _packaged(name: str) -> str:
    return (resources.files("murho.report.html") / "templates" / name).read_text(encoding="utf-8")


def _environment() -> Any:
    """Jinja with everything escaped, and made legible first."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup, escape

    def breakable(text: str) -> Markup:
        """The text with places to break a line behind signs that join words."""
        return Markup(re.sub(r"([_+/.|:])", r"\1<wbr>", str(escape(legible.legible(text)))))

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
        "short": legible.short,
        "breakable": breakable,
    }
    return found

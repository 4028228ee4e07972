"""The templates filled: all that comes from data is escaped, and what a reader could not see is written out."""

from functools import cache
from importlib import resources
from typing import Any

from murho.sheets import legible

HERE = "murho.evaluator.web"


def render(template: str, package: str = HERE, **context: Any) -> bytes:
    """A page by its template, which is in the folder `templates` of a package, in UTF-8."""
    return str(_environment(package).get_template(template).render(**context)).encode("utf-8", "backslashreplace")


@cache
def packaged(name: str) -> bytes:
    """A file that pages ask for, as it comes with murho."""
    return (resources.files(HERE) / "static" / name).read_bytes()


@cache
def _environment(package: str) -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup, escape

    def seen(value: Any) -> Any:
        return legible.legible(value) if isinstance(value, str) and not isinstance(value, Markup) else value

    environment = Environment(
        loader=PackageLoader(package, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=seen,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # What a form sends back must be what was typed, to the letter: escaped, and not made legible.
    environment.filters |= {"exact": lambda text: Markup(escape(text)), "fraction": legible.fraction}
    environment.filters |= {"fold": legible.fold, "count": legible.count}
    return environment

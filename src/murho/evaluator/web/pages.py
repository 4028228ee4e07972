"""The templates filled, and what the page of a case shows: the request, the system's meaning, a form as it was left.

All that comes from data is escaped, and what a reader could not see is written out.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED, Answered
from murho.evaluator import forms
from murho.evaluator.assigning import Given
from murho.evaluator.judgement import OFFERED, offered
from murho.evaluator.material import Case, Material, Rows
from murho.evaluator.representation import Representation, lines
from murho.measures.dependencies.word_pairs import Place, Side
from murho.sheets import legible
from murho.sheets.drawing import trees

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


LABEL_KEYS = "abdefhijklopqrtvxyz"
"""Letters that choose a label; the others are commands."""
_FREE_LINES = 2
"""Empty lines for attributes behind those that are filled."""


def case_page(
    material: Material, given: Given, ask: str, taxonomy: Mapping[str, Sequence[str]], problem: str = ""
) -> dict[str, Any]:
    """What the template is given."""
    case, known, typed = material.cases[given.place], material.representation, given.fields
    verdicts = [OFFERED[-1]] if ask == "meanings" else offered(case.answer)
    return {
        "case": case,
        "round": given.round,
        "ask": ask,
        "answer": readings_shown(case.answer, material, case.place),
        "verdicts": verdicts,
        "chosen": forms.one(typed, "verdict"),
        "known": known,
        "queries": material.queries is not None,
        "readings": [reading(number, case, material, typed, ask) for number in range(1, forms.readings_in(typed) + 1)],
        "more": forms.readings_in(typed) < forms.MOST_READINGS and known.kind != "tree",
        "nothing": forms.one(typed, "nothing"),
        "began": any(forms.is_of_a_reading(name) and any(values) for name, values in typed.items()),
        "causes": taxonomy,
        "cause": forms.one(typed, "cause"),
        "comment": forms.one(typed, "comment"),
        "problem": problem,
    }


def readings_shown(answer: Answered, material: Material, place: int) -> dict[str, Any]:
    """An answer, or a set of meanings, to look at: of each its lines, a drawing of a tree, the rows of a query."""
    if answer is UNDEFINED:
        return {"failed": True, "readings": []}
    return {"failed": False, "readings": [_shown(meaning, material, place) for meaning in answer]}


def _shown(meaning: Any, material: Material, place: int) -> dict[str, Any]:
    if isinstance(meaning, str) and (drawn := drawing(meaning)):
        return {"drawing": drawn, "lines": [], "rows": None}
    return {"drawing": "", "lines": lines(meaning), "rows": _rows(meaning, material, place)}


def _rows(meaning: Any, material: Material, place: int) -> Rows | None:
    """What a query gives; None where meanings are no queries."""
    return material.queries.rows(place, meaning) if material.queries and isinstance(meaning, str) and meaning else None


def drawing(tree: str) -> str:
    """The drawing of a tree in CoNLL-U, as markup; empty for any other text."""
    from markupsafe import Markup

    rows = [line.split("\t") for line in tree.splitlines()]
    words = [row for row in rows if len(row) == 10 and row[0].isdecimal()]
    if not words:
        return ""
    at = {row[0]: number for number, row in enumerate(words)}
    sides = [Side(row[1], row[3], -1 if row[6] == "0" else at.get(row[6]), row[7]) for row in words]
    return Markup(trees.tree([Place(side, None, True, True) for side in sides], "tree"))


def reading(
    number: int, case: Case, material: Material, typed: Mapping[str, Sequence[str]], ask: str
) -> dict[str, Any]:
    """One reading of the form, as it was left."""
    known = material.representation

    def value(name: str) -> str:
        return forms.one(typed, f"r{number}.{name}")

    shown: dict[str, Any] = {"number": number} | {name: value(name) for name in ("label", "text", "copied")}
    shown["rows"] = _rows(value("text"), material, case.place)
    if known.kind == "label":
        shown["keys"] = dict(zip(known.labels, LABEL_KEYS, strict=False)) if number == 1 else {}
    if known.kind in ("fields", "units"):
        shown["lines"] = _lines(known, value)
    if known.kind == "tree":
        shown |= _tree(case, typed, value, ask)
    return shown


def _lines(known: Representation, value: Any) -> list[tuple[int, str, str]]:
    """Number, attribute and value of each line."""
    filled = [(at, value(f"a{at}"), value(f"v{at}")) for at in range(1, forms.MOST_LINES + 1)]
    last = max((at for at, attribute, text in filled if attribute or text), default=0)
    if not last and known.kind == "fields":
        first = forms.prefilled(known)
        filled = [(at, attribute, "") for at, attribute in enumerate(first, 1)] + filled[len(first) :]
        last = len(first)
    return filled[: min(forms.MOST_LINES, last + _FREE_LINES)]


def _tree(case: Case, typed: Mapping[str, Sequence[str]], value: Any, ask: str) -> dict[str, Any]:
    """The words of a tree with heads and relations: as typed, or else those of the answer, where it may be seen."""
    expression = case.turns[-1]
    answer = case.answer[0] if isinstance(case.answer, tuple) and case.answer and ask != "meanings" else None
    rows = forms.words(answer, expression)
    if forms.one(typed, "r1.words"):
        forms_of_words = forms.one(typed, "r1.words").split("\t")
        rows = [(form, value(f"t{at}"), value(f"h{at}"), value(f"d{at}")) for at, form in enumerate(forms_of_words, 1)]
    drawn, wrong = "", ""
    try:
        meant = forms.read(typed, Representation("tree", values={}, scalars={}), expression)
        drawn = drawing(meant[0]) if meant else ""
    except UsageError as error:
        wrong = str(error)
    return {
        "rows": rows[: forms.MOST_WORDS],
        "words": "\t".join(row[0] for row in rows),
        "drawing": drawn,
        "wrong": wrong,
    }

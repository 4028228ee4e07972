"""Templates of questions: JSON whose texts are templates, or a text.

In a text stand `{{ expression }}`, `{{ id }}` and `{{ before }}`, what went before in the dialogue, by Jinja, so that
there are loops and conditions, too. A text that is nothing but one of them becomes the value itself, a list for
`before`. A value is put into a text as it is, so that no quotation mark in an expression breaks the JSON.

>>> template = Template({"text": "{{ expression }}", "context": "{{ before }}", "n": 1})
>>> template.filled(expression='say "hi"', id="q1", before=["hello"])
{'text': 'say "hi"', 'context': ['hello'], 'n': 1}
>>> sorted(template.names)
['before', 'expression']
"""

import json
import re
from collections.abc import Callable
from typing import Any

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2 import meta as about
from jinja2.sandbox import ImmutableSandboxedEnvironment

from murho.core.errors import InputError
from murho.formats.opening import LONGEST_LINE

NAMES = ("expression", "id", "before")
_ALONE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_JINJA = ImmutableSandboxedEnvironment(undefined=StrictUndefined, keep_trailing_newline=False, autoescape=False)


class Template:
    """A template of JSON; `path` is where it stands, for errors.

    Raises:
        InputError: a text in it is no template, or names what there is not.
    """

    def __init__(self, value: Any, path: str | None = None):
        self._names: set[str] = set()
        self._path = path
        self._fill = self._compiled(value)
        self.names = frozenset(self._names)
        """What of a case it holds."""

    def filled(self, **case: Any) -> Any:
        """The JSON of a case.

        Raises:
            InputError: a template cannot be filled with it.
        """
        try:
            return self._fill(case)
        except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
            raise InputError(f"cannot be filled ({error})", "mend the template", path=self._path) from None

    def _compiled(self, value: Any) -> Callable[[dict[str, Any]], Any]:
        if isinstance(value, dict):
            fields = {name: self._compiled(one) for name, one in value.items()}
            return lambda case: {name: fill(case) for name, fill in fields.items()}
        if isinstance(value, list):
            items = [self._compiled(one) for one in value]
            return lambda case: [fill(case) for fill in items]
        if not isinstance(value, str):
            return lambda case: value
        try:
            names = about.find_undeclared_variables(_JINJA.parse(value))
            template = _JINJA.from_string(value)
        except TemplateSyntaxError as error:
            found, todo = f"is no template ({error})", "write the expression as {{ expression }}"
            raise InputError(found, todo, path=self._path, line=error.lineno) from None
        if unknown := sorted(names.difference(NAMES)):
            raise InputError(f"no {unknown[0]!r} is known of a case", f"known: {', '.join(NAMES)}", path=self._path)
        self._names |= names
        if match := _ALONE.fullmatch(value):
            return lambda case: case[match[1]]
        return lambda case: template.render(**{**case, "expression": as_text(case["expression"])})


def as_text(expression: Any) -> str:
    """An expression within a text; the utterances of a dialogue stand on lines of their own."""
    return expression if isinstance(expression, str) else "\n".join(expression)


def text_of(path: str) -> str:
    """The text of a small file.

    Raises:
        InputError: it cannot be read, or is not UTF-8.
    """
    try:
        with open(path, "rb") as file:
            return file.read(LONGEST_LINE).decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", "check the name", path=path) from None
    except UnicodeDecodeError:
        raise InputError("is not UTF-8", "save it as UTF-8", path=path) from None


def json_of(path: str) -> Any:
    """The JSON in a small file.

    Raises:
        InputError: it cannot be read, or is no JSON.
    """
    try:
        return json.loads(text_of(path))
    except json.JSONDecodeError as error:
        todo = "mend it, or try it with `python3 -m json.tool`"
        raise InputError(f"is no JSON ({error.msg})", todo, path=path, line=error.lineno) from None
    except RecursionError:
        raise InputError("is nested too deep", "make it flatter", path=path) from None

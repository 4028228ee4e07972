"""A JSON schema that a reply has to fit: an endpoint may be asked to keep to it, and need not do so."""

from collections.abc import Iterator
from typing import Any

from murho.core.errors import InputError, shortened
from murho.formats.jsonvalue import described
from murho.systems.services.client import library
from murho.systems.services.faults import FaultError
from murho.systems.services.template import json_of


class Schema:
    """The schema in a file, of the draft that its `$schema` names, and of 2020-12 where it names none.

    A `$ref` to another address is refused: nothing is fetched.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "schema.json")
    >>> _ = path.write_text('{"properties": {"day": {"enum": ["mo", "tu"]}}, "required": ["intent"]}')
    >>> Schema(str(path)).fitting({"intent": "hours", "day": "mo"})
    {'intent': 'hours', 'day': 'mo'}
    >>> Schema(str(path)).fitting({"intent": "hours", "day": "we"})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    murho.systems.services.faults.FaultError: no answer: ... at $.day ('we' is not one of ['mo', 'tu'])

    Raises:
        InputError: the file holds no schema.
    """

    def __init__(self, path: str):
        library()
        import jsonschema
        from referencing import Registry

        self.path, self.value = path, json_of(path)
        if not isinstance(self.value, dict):
            raise InputError("is no JSON schema", 'begin with {"type": "object", ...}', path=path)
        if not isinstance(draft := self.value.get("$schema", ""), str):
            told, todo = f"$schema is {described(draft)}", "name a draft, or leave $schema out"
            raise InputError(told, todo, path=path)
        kind = jsonschema.validators.validator_for(self.value, default=jsonschema.Draft202012Validator)
        try:
            kind.check_schema(self.value)
        except jsonschema.SchemaError as error:
            told = f"is no JSON schema, at {error.json_path}: {shortened(error.message, 200)}"
            raise InputError(told, "mend it there", path=path) from None
        if (elsewhere := next(_elsewhere(self.value), None)) is not None:
            told = f"refers to {shortened(elsewhere, 100)}, which is not in it"
            raise InputError(told, 'put that under $defs, and write {"$ref": "#/$defs/NAME"}', path=path)
        # A registry of nothing: the default one fetches what a reference names.
        self._validator = kind(self.value, registry=Registry())

    def fitting(self, value: Any) -> Any:
        """The value of a reply, where it fits.

        Raises:
            FaultError: it does not; at which place, and why.
        """
        import jsonschema
        from referencing.exceptions import Unresolvable

        try:
            error = jsonschema.exceptions.best_match(self._validator.iter_errors(value))
        except Unresolvable as missing:
            raise FaultError(
                f"no answer: the schema refers to {shortened(missing.ref, 100)}, which it has not"
            ) from None
        except RecursionError:
            raise FaultError("no answer: the reply is nested too deep for its schema") from None
        if error is not None:
            why = shortened(error.message, 200)
            raise FaultError(f"no answer: the reply does not fit the schema at {error.json_path} ({why})")
        return value


def _elsewhere(schema: Any) -> Iterator[str]:
    """The references that lead out of a schema."""
    inside = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    if isinstance(reference, str) and not reference.startswith("#"):
        yield reference
    for part in inside:
        yield from _elsewhere(part)

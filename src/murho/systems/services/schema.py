"""A JSON schema that a reply has to fit: an endpoint may be asked to keep to it, and need not do so."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from murho.core.errors import InputError, shortened
from murho.formats.jsonvalue import described
from murho.systems.services.client import library
from murho.systems.services.faults import FaultError
from murho.systems.services.template import json_of

if TYPE_CHECKING:
    from referencing import Specification
    from referencing._core import Resolver


class Schema:
    """The schema in a file, of the draft that its `$schema` names, and of 2020-12 where it names none.

    A `$ref` that leads out of it, or nowhere in it, is refused before anything is asked: nothing is fetched.

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
        from referencing.jsonschema import DRAFT202012, specification_with

        self.path, self.value = path, json_of(path)
        if not isinstance(self.value, dict):
            raise InputError("is no JSON schema", 'begin with {"type": "object", ...}', path=path)
        if not isinstance(draft := self.value.get("$schema", ""), str):
            told, todo = f"$schema is {described(draft)}", "name a draft, or leave $schema out"
            raise InputError(told, todo, path=path)
        kind = jsonschema.validators.validator_for(self.value, default=jsonschema.Draft202012Validator)
        # A registry of nothing: the default one fetches what a reference names.
        self._validator = kind(self.value, registry=(nothing := Registry()))
        form = specification_with(kind.META_SCHEMA["$schema"], default=DRAFT202012)
        try:
            kind.check_schema(self.value)
            root = nothing.resolver_with_root(form.create_resource(self.value))
            astray = next(_astray(form, kind.check_schema, self.value, root, set()), None)
        except jsonschema.SchemaError as error:
            told = f"is no JSON schema, at {error.json_path}: {shortened(error.message, 200)}"
            raise InputError(told, "mend it there", path=path) from None
        except RecursionError:
            raise InputError("is nested too deep", "make it flatter", path=path) from None
        if astray is not None:
            reference, why = astray
            told = f"refers to {shortened(reference, 100)}, which {why}"
            raise InputError(
                told, 'put the schema that is meant under $defs, and write {"$ref": "#/$defs/NAME"}', path=path
            )

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
            told = f"the schema refers to {shortened(missing.ref, 100)}, which it has not"
            raise FaultError(f"no answer: {told}") from None
        except RecursionError:
            raise FaultError("no answer: the reply is nested too deep for its schema") from None
        except (TypeError, AttributeError, jsonschema.exceptions.UnknownType) as error:
            told = f"the schema cannot be applied ({shortened(str(error).partition(chr(10))[0], 100)})"
            raise FaultError(f"no answer: {told}") from None
        if error is not None:
            why = shortened(error.message, 200)
            raise FaultError(f"no answer: the reply does not fit the schema at {error.json_path} ({why})")
        return value


def _astray(
    form: "Specification[Any]",
    check: Callable[[Any], None],
    part: Any,
    resolver: "Resolver[Any]",
    seen: set[int],
) -> Iterator[tuple[str, str]]:
    """The references of a part of a schema, and of all they lead to, that lead to no schema in it; each with why."""
    from jsonschema import SchemaError
    from referencing.exceptions import Unresolvable

    if not isinstance(part, dict) or id(part) in seen:
        return
    seen.add(id(part))
    for name in ("$ref", "$dynamicRef"):
        if isinstance(reference := part.get(name), str):
            try:
                there = resolver.lookup(reference)
                if id(there.contents) not in seen:  # it may stand where the check of the whole saw no schema
                    check(there.contents)
            except (Unresolvable, ValueError, TypeError):  # a pointer into a number raises what indexing raises
                yield reference, "is not in it"
            except SchemaError as error:
                yield reference, f"is no schema ({shortened(error.message, 100)})"
            else:
                yield from _astray(form, check, there.contents, there.resolver, seen)
    for inside in form.create_resource(part).subresources():
        yield from _astray(form, check, inside.contents, resolver.in_subresource(inside), seen)

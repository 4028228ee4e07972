"""A model behind a chat endpoint that speaks as OpenAI's does, as a system: `openai:MODEL base-url=URL prompt=FILE`.

See `murho.systems.services`, and docs/services.md.

The prompt is a file; a reply is text, or JSON by a schema, which an endpoint may be asked to keep to and need not keep.
"""

import json
import math
import os
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from murho.core.errors import InputError, UsageError, shortened
from murho.core.meaning import UNDEFINED, Answered
from murho.formats.jsonvalue import described
from murho.plugs import Option
from murho.systems.coerce import NotMeaningsError, meanings_of
from murho.systems.kinds import Kind
from murho.systems.services.client import FaultError, Request, error_told, library, why_no_json
from murho.systems.services.dialect import Place, Read, Words, kept
from murho.systems.services.limits import Price, price_of
from murho.systems.services.secrets import refuse_written_address, refuse_written_header
from murho.systems.services.service import ASKING, Service
from murho.systems.services.template import Template, json_of, text_of

if TYPE_CHECKING:
    from referencing import Specification
    from referencing._core import Resolver
BASE = "https://api.openai.com/v1"
KEY = "OPENAI_API_KEY"
OPTIONS = (
    Option("base-url", "text", BASE, "Where the endpoint is, without /chat/completions."),
    Option("prompt", "file", None, "The prompt, with {{ expression }}: a text, or a list of messages in a .json file."),
    Option("schema", "file", None, "A JSON schema, which is sent, and which a reply has to fit."),
    Option("response", "text", None, "Where the answer stands in a reply that is JSON, as a JSONPath."),
    Option("parse", "text", None, "How a reply is read: text, lines, json, or match:REGEX."),
    Option("key-from", "text", KEY, "The variable that holds the key."),
    Option("header", "text", None, "A further header, 'NAME: ${VARIABLE}'; may be repeated."),
    Option("temperature", "number", None, "Sent as it is; not sent where nobody gives it."),
    Option("top-p", "number", None, "The same."),
    Option("max-tokens", "whole number", None, "The same."),
    Option("seed", "whole number", None, "The same."),
)
_FENCED = re.compile(r"\s*```\w*\s*\n(.*?)\n?\s*```\s*", re.DOTALL)
_MANY = 1 << 53
"""More tokens than these are no count."""
_ENDED = {
    "length": "cut: the reply is longer than max-tokens",
    "content_filter": "refused: the endpoint's filter held the reply back",
    "tool_calls": "no answer: the reply calls a tool",
    "function_call": "no answer: the reply calls a function",
    "error": "failed: the endpoint could not end the reply",
}
"""Why a reply that cannot be read ended, by its `finish_reason`."""
Parse = Callable[[str], Answered]


class Chat:
    """How such an endpoint is asked, of what was typed.

    Raises:
        UsageError, InputError: the words do not fit, or a file is none of its kind.
    """

    def __init__(self, words: Words):
        self.model = words.first
        base = refuse_written_address(words.get("base-url") or BASE, "--base-url")
        path, sign, query = base.partition("?")
        self._url = f"{path.rstrip('/')}/chat/completions{sign}{query}"
        if (prompt := words.get("prompt")) is None:
            raise UsageError(
                f"openai:{self.model}: no prompt; write one with {{{{ expression }}}} and name it, --prompt FILE"
            )
        self._template = Template(_messages(prompt), prompt)
        self.names = self._template.names
        if "expression" not in self.names:
            raise InputError(
                "holds no {{ expression }}", "put it where the text stands that is asked about", path=prompt
            )
        self._settings = {"model": self.model, **_settings(words)}
        self._parse = _parsing(words)
        key = words.get("key-from") or KEY
        if not re.fullmatch(r"\w+", key, re.ASCII):  # as likely as not it is the key itself, and not to be repeated
            raise UsageError("openai: key-from is no name of a variable; name the one that holds the key")
        self._headers = dict(map(refuse_written_header, words.given.get("header", ())))
        self._key = key
        # One's own server may want no key; one that is asked for by name, or OpenAI's, has to be there.
        if key in os.environ or "key-from" in words.given or urlsplit(base).hostname == urlsplit(BASE).hostname:
            self._headers = {"Authorization": f"Bearer ${{{key}}}", **self._headers}

    def price(self, path: str) -> Price:
        """What tokens cost, by a file of prices."""
        return price_of(path, self.model)

    def request(self, **case: Any) -> Request:
        """The question about a case."""
        messages = self._template.filled(**case)
        return Request(self._url, self._headers, {**self._settings, "messages": messages}, self._key)

    def read(self, value: Any, text: str) -> Read:
        """What a reply says."""
        tokens = _tokens(value)
        try:
            choice = value["choices"][0]
            said, refusal = _said(choice["message"].get("content")), choice["message"].get("refusal")
        except (TypeError, KeyError, IndexError, AttributeError):
            told = "no answer: the reply has no choices[0].message; is this an OpenAI-compatible endpoint?"
            if isinstance(value, dict) and value.get("error"):  # gateways say so under a status of success
                told = f"no answer: an error stands in the reply ({error_told(text)})"
            return Read(UNDEFINED, told, kept(text), *tokens)
        if refusal:
            return Read(UNDEFINED, "refused: the model declined", kept(str(refusal)), *tokens)
        why = _ENDED.get(str(choice.get("finish_reason")))
        if said is None or (why and not said.strip()):
            return Read(UNDEFINED, why or "no answer: the reply has no text", kept(text), *tokens)
        try:
            return Read(self._parse(said), None, None, *tokens)
        except (FaultError, NotMeaningsError) as error:
            return Read(UNDEFINED, why or str(error), kept(said), *tokens)


def _messages(path: str) -> Any:
    """The messages of a prompt.

    Raises:
        InputError: a file of JSON holds no list of messages.
    """
    if not path.endswith(".json"):
        return [{"role": "user", "content": text_of(path).strip()}]
    messages = json_of(path)
    if (
        isinstance(messages, list)
        and messages
        and all(isinstance(message, dict) and "role" in message for message in messages)
    ):
        return messages
    todo = 'write [{"role": "system", "content": ...}, {"role": "user", "content": ...}]'
    raise InputError("is no list of messages", todo, path=path)


def _settings(words: Words) -> dict[str, Any]:
    """What is sent besides the messages."""
    settings: dict[str, Any] = {}
    for name, read in (("temperature", float), ("top-p", float), ("max-tokens", int), ("seed", int)):
        if (text := words.get(name)) is not None:
            try:
                settings[name.replace("-", "_")] = value = read(text)
                if not math.isfinite(value):
                    raise ValueError
            except (ValueError, OverflowError):
                raise UsageError(f"openai: {name}={text}: give a number") from None
    if (path := words.get("schema")) is not None:
        form = {"name": "answer", "schema": Schema(path).value, "strict": True}
        settings["response_format"] = {"type": "json_schema", "json_schema": form}
    return settings


def _parsing(words: Words) -> Parse:
    """How the text of a reply is read.

    Raises:
        UsageError: there is no such rule, or it does not go with a response path.
    """
    as_json = words.get("schema") is not None or words.get("response") is not None
    rule = words.get("parse") or ("json" if as_json else "text")
    if as_json and rule != "json":
        raise UsageError(
            f"openai: parse={rule} goes with a reply that is text; leave parse out, or schema and response"
        )
    if rule == "json":
        place = Place(words.get("response") or "$")
        if (path := words.get("schema")) is not None:
            schema = Schema(path)
            return lambda said: place.answer(schema.fitting(_json_in(said)))
        return lambda said: place.answer(_json_in(said))
    if rule == "text":
        return lambda said: meanings_of(_not_empty(said))
    if rule == "lines":
        return lambda said: meanings_of([line.strip() for line in said.splitlines() if line.strip()])
    word, _, pattern = rule.partition(":")
    if word != "match" or not pattern:
        raise UsageError(f"openai: parse={rule}: write text, lines, json, or match:REGEX")
    try:
        expression = re.compile(pattern, re.MULTILINE)
    except re.error as error:
        raise UsageError(f"openai: parse={rule}: no regular expression ({error})") from None
    return lambda said: _matched(expression, said)


def _said(content: Any) -> str | None:
    """The text of a message, which some endpoints send in parts; None where it has none."""
    if isinstance(content, list):
        parts = [part["text"] for part in content if part.get("type") == "text"]
        return "".join(parts) if parts else None
    return content if isinstance(content, str) else None


def _not_empty(said: str) -> str:
    if not (text := said.strip()):
        raise FaultError("no answer: the reply is empty")
    return text


def _json_in(said: str) -> Any:
    """The JSON of a reply, also where it stands between the fences that models like."""
    fenced = _FENCED.fullmatch(said)
    try:
        return json.loads(fenced[1] if fenced else said)
    except RecursionError:
        raise FaultError("no answer: the reply is no JSON (nested too deep)") from None
    except ValueError as error:
        raise FaultError(f"no answer: the reply is no JSON ({why_no_json(error)})") from None


def _matched(expression: re.Pattern[str], said: str) -> Answered:
    if (match := expression.search(said)) is None:
        raise FaultError(f"no answer: nothing in the reply matches {expression.pattern}")
    return meanings_of(match[1] if expression.groups and match[1] is not None else match[0])


def _tokens(value: Any) -> tuple[int, int]:
    """The tokens that a reply says it took, sent and given; 0 where it says nothing."""
    usage = value.get("usage") if isinstance(value, dict) else None
    counts = [usage.get(name) if isinstance(usage, dict) else 0 for name in ("prompt_tokens", "completion_tokens")]
    sent, given = (count if type(count) is int and 0 <= count < _MANY else 0 for count in counts)
    return sent, given


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
    murho.systems.services.client.FaultError: no answer: ... at $.day ('we' is not one of ['mo', 'tu'])

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


def _made(spec: str, *, workers: int, timeout: float | None) -> Service:
    """A language model behind an OpenAI-compatible chat endpoint."""
    words = Words.of("openai", spec, (*OPTIONS, *ASKING))
    # By which key it is asked makes it no other system.
    written = words.written([option.name for option in OPTIONS if option.name != "key-from"])
    return Service("openai", written, Chat(words), words, workers=workers, timeout=timeout)


def _files(spec: str) -> list[str]:
    """The prompt and the schema."""
    words = Words.of("openai", spec, OPTIONS)
    return [path for path in map(words.get, ("prompt", "schema")) if path is not None]


SYSTEM = Kind(
    make=_made,
    name="openai",
    title="Model behind a chat endpoint",
    options=(*OPTIONS, *ASKING),
    takes=("workers", "timeout"),
    code=_files,
    is_service=True,
    example="openai:small-model base-url=http://localhost:8000/v1 prompt=prompt.md",
)

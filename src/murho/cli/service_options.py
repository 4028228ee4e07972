"""Options of services, which are written behind the system for whoever types them: `--prompt FILE` is `prompt=FILE`."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

import click

from murho.cli.arguments import SERVICE, Typed

KINDS = ("http", "https", "openai")
TEXTS = {
    "request": ("FILE", 'Of a service: what it is sent, as JSON: {"text": "{{ expression }}"}.'),
    "response": ("PATH", "Of a service: where the answer stands in a reply, as a JSONPath: $.intent.name."),
    "header": (
        "'NAME: ${VARIABLE}'",
        "Of a service: a header; what is secret stands in the environment. May be repeated.",
    ),
    "base-url": ("URL", "Of an OpenAI-compatible endpoint, without /chat/completions."),
    "prompt": ("FILE", "The prompt, with {{ expression }}; a .json file holds a list of messages."),
    "schema": ("FILE", "A JSON schema for the reply of a model."),
    "parse": ("RULE", "How the reply of a model is read: text, lines, json, match:REGEX."),
    "key-from": ("NAME", "The variable that holds the key; OPENAI_API_KEY by default."),
    "rpm": ("N", "Of a service: requests a minute, at most."),
    "tpm": ("N", "Of a service: tokens a minute, at most."),
    "attempts": ("N", "Of a service: times a question is asked while it is busy or cut off; 5 by default."),
    "budget": ("WHAT", "Of a service: what this command may use: requests=N,tokens=N,money=X,minutes=X."),
    "cache": ("PATH", "Of a service: a file or folder that keeps replies for other runs; none by default."),
    "prices": ("FILE", "Of a service: what tokens and requests cost, in TOML."),
}


SERVICES = {
    f"service_{name.replace('-', '_')}": Typed((f"--{name}",), metavar, text, group=SERVICE, several=name == "header")
    for name, (metavar, text) in TEXTS.items()
}
"""The same, as a verb has them."""


def written(stages: Sequence[tuple[str | None, str]], given: Mapping[str, Any]) -> list[tuple[str | None, str]]:
    """The stages, with these options written behind the one that is a service.

    Raises:
        click.UsageError: there is none, or there are several.
    """
    words = []
    for name in TEXTS:
        value = given.get(f"service_{name.replace('-', '_')}")
        values = value if isinstance(value, tuple | list) else [] if value is None else [value]
        words += [(name, shlex.quote(f"{name}={one}")) for one in values]
    if not words:
        return list(stages)
    services = [index for index, (_, spec) in enumerate(stages) if spec.removeprefix("kind:").split(":")[0] in KINDS]
    if len(services) != 1:
        found = (
            "there is none here" if not services else f"there are {len(services)}; write {words[0][1]} behind its own"
        )
        raise click.UsageError(f"--{words[0][0]} is of a service, {found}", click.get_current_context())
    (index,) = services
    stage, spec = stages[index]
    more = " ".join(word for _, word in words)
    return [*stages[:index], (stage, f"{spec} {more}"), *stages[index + 1 :]]

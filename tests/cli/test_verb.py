"""Verbs made of functions: each option that is typed comes to the function as the argument of its name."""

from collections.abc import Iterator
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import click
import pytest

import murho
from murho.cli import VERBS
from murho.cli.app import app
from murho.cli.arguments import FLAGS, GROUPS
from murho.cli.signature import REQUIRED
from murho.cli.signature import signature as read_off
from murho.cli.verb import Command
from murho.cli.written import Table, Written
from murho.engines.local import local

CONTEXT = click.Context(app, **app.context_settings)
COMMANDS = {name: command for name in VERBS if isinstance(command := app.get_command(CONTEXT, name), Command)}
NOT_TYPED = {"progress"}
"""What is for Python alone; and columns, which come from files."""
COLUMNS = {"sample_weight", "expressions", "clusters", "features", "labels"}


class CalledError(Exception):
    """Stands for the work of a function."""


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """What a command calls its function with: the arguments by name."""
    monkeypatch.chdir(tmp_path)

    def call(command: Command, *typed: str) -> dict[str, Any]:
        name, found = str(command.name), {}
        function = getattr(murho, name)

        def stand_in(*places: Any, **named: Any) -> None:
            found.update(signature(function).bind(*places, **named).arguments)
            raise CalledError

        monkeypatch.setattr(murho, name, stand_in)
        with pytest.raises(CalledError):
            app.main([name, *needed(command, typed), *typed], standalone_mode=False)
        monkeypatch.setattr(murho, name, function)
        found.update(found.pop("options", {}))
        return found

    return call


def needed(command: Command, typed: tuple[str, ...]) -> Iterator[str]:
    """What has to be typed besides."""
    for parameter in command.params:
        if isinstance(parameter, click.Argument) and parameter.required:
            yield from ["one", "two"] if parameter.nargs == -1 else [f"a-{parameter.name}"]
        elif parameter.required and not set(parameter.opts) & set(typed):
            yield from [parameter.opts[-1], sample_of(parameter)[0]]


def sample_of(option: click.Parameter) -> tuple[str, Any]:
    """A value that is typed, which is not the default, and what it is for click."""
    if isinstance(option.type, click.Choice):
        value = next(choice for choice in option.type.choices if choice != option.default)
        return value, value
    if isinstance(option.type, Table):
        return "by=figures.csv", ("by", "figures.csv")
    if isinstance(option.type, Written):
        return "written.jsonl", "written.jsonl"
    if option.name == "engine":
        return "local", "local"
    if option.type is click.INT:
        return "7", 7
    if option.type is click.FLOAT:
        return "0.25", 0.25
    return f"a={option.name}", f"a={option.name}"


def options() -> list[Any]:
    """Every option of every verb that is one of its function."""
    found = []
    for name, command in COMMANDS.items():
        known = {argument.name: how for argument, how in command.verb.typable(read_off(name))}
        names = {*known, *FLAGS, *command.verb.as_options}
        for option in command.params:
            if isinstance(option, click.Option) and option.name in names:
                found.append(pytest.param(name, option, known.get(str(option.name)), id=f"{name} {option.opts[-1]}"))
    return found


def test_the_verbs_that_are_made_so() -> None:
    assert set(COMMANDS) == {
        *("run", "score", "show", "align", "compare", "trust", "plan", "sample", "generate", "judge", "report"),
        *("check", "verify"),
    }
    assert len(options()) > 150


@pytest.mark.parametrize(("verb", "option", "how"), options())
def test_an_option_is_the_argument_of_its_name(called: Any, verb: str, option: click.Option, how: Any) -> None:
    command, name = COMMANDS[verb], str(option.name)
    if name in ("then", "system"):  # stages are put together; see test_stages
        return
    plain = called(command)
    if option.is_flag:
        typed = [option.secondary_opts[0] if option.secondary_opts else option.opts[-1]]
        value = not option.secondary_opts
    else:
        text, value = sample_of(option)
        typed = [option.opts[-1], text]
        if option.multiple:
            typed, value = typed * 2, [value, value]
        if how is not None and how.read is not None:
            value = how.read(value)
    given = called(command, *typed)
    given[name] = list(given[name]) if isinstance(given[name], tuple) else given[name]
    assert given[name] == (local() if name == "engine" else value)
    assert {**plain, name: None} == {**given, name: None}, "and nothing else is another"
    assert plain.get(name) != given[name] or option.required


@pytest.mark.parametrize("verb", COMMANDS)
def test_every_argument_can_be_typed_and_has_the_default_of_the_function(called: Any, verb: str) -> None:
    command, function = COMMANDS[verb], getattr(murho, verb)
    typed = {str(parameter.name) for parameter in command.params}
    computed = {argument.name for argument, how in command.verb.typable(read_off(verb)) if how.computed}
    parameters = signature(function).parameters
    own = {name for name, one in parameters.items() if one.kind is not Parameter.VAR_KEYWORD}
    assert own - typed - computed <= NOT_TYPED | COLUMNS
    given = called(command)
    for name, value in given.items():
        default = parameters[name].default if name in parameters else None
        if default is Parameter.empty or name in ("path", "folder", "margin", "design"):
            continue
        assert value == default or (value in ({}, None) and not default), name


@pytest.mark.parametrize("verb", COMMANDS)
def test_what_is_read_off_the_file_is_what_python_knows(verb: str) -> None:
    read, parameters = read_off(verb), signature(getattr(murho, verb)).parameters
    known = [one for one in parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
    assert [argument.name for argument in read.arguments] == [one.name for one in known]
    for argument, one in zip(read.arguments, known, strict=True):
        assert argument.default == (REQUIRED if one.default is Parameter.empty else one.default)
        assert argument.help, f"murho.{verb} says nothing of {argument.name}"
    assert read.summary == (getattr(murho, verb).__doc__ or "").strip().partition("\n\n")[0].replace("\n    ", "\n")


@pytest.mark.parametrize("verb", COMMANDS)
def test_the_help_begins_with_what_matters(verb: str) -> None:
    command = COMMANDS[verb]
    groups = [getattr(option, "group", GROUPS[0]) for option in command.params if isinstance(option, click.Option)]
    assert set(groups) <= set(GROUPS)
    assert groups.count(GROUPS[0]) <= 14
    shown = command.get_help(click.Context(command, info_name=verb, parent=CONTEXT))
    heads = [line.removesuffix(":") for line in shown.splitlines() if line.removesuffix(":") in GROUPS]
    assert heads == [group for group in GROUPS if group in groups or group == GROUPS[0]]
    if verb == "score":
        assert groups.count(GROUPS[0]) == 10


def test_an_error_names_arguments_as_they_are_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from murho.cli import status
    from murho.core.errors import UsageError

    (table := tmp_path / "log.txt").write_text("open?\n")
    assert status(["check", str(table), "--columns", "reference=act"]) == 2
    assert capsys.readouterr().err.startswith("--columns: only for ")
    with pytest.raises(UsageError, match=r"^columns: only for "):
        murho.check(table, columns={"reference": "act"})
    assert status(["compare", "a", "b", "--classes", "day"]) == 2
    assert capsys.readouterr().err.startswith("--classes and --refine go with --robust")
    with pytest.raises(UsageError, match=r"^classes= and refine= go with robust=True$"):
        murho.compare("a", "b", classes="day")
    assert status(["trust", "a", "--replications", "0"]) == 2
    assert capsys.readouterr().err.startswith("--replications 0; give a whole number from 1 on")
    with pytest.raises(UsageError, match=r"^replications=0; give a whole number"):
        murho.trust("a", replications=0)

"""Kinds of systems: what their records say, how they are named, and those that others bring."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from murho.core.errors import UsageError
from murho.installed import LABORATORY_SYSTEMS
from murho.systems import SHELF, Kind, system
from murho.systems.identity import identity
from murho.systems.kinds import kind_of, named

OWN = ("cmd", "conllu", "function", "http", "https", "openai", "recorded", "spacy", "udpipe", *LABORATORY_SYSTEMS)
PLUGS = """
from murho.systems import Kind
from murho.systems.interface import Answer


class Echo:
    def __init__(self, spec, **asked):
        self.spec, self.asked = spec, asked

    def describe(self):
        return {"kind": "echo", "spec": self.spec, **self.asked}

    def answer(self, cases):
        for position, expression in enumerate(cases.expressions):
            yield Answer(position, (self.spec + expression,))

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return None


def thing(expression):
    return "a function"


echo = Kind(name="echo", title="Echo", make=Echo, takes=("timeout",), code=lambda spec: [__file__])
spacy = Kind(name="spacy", title="Another", make=Echo)
broken = Kind(name="broken", title="Makes no system", make=len)
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in; what is imported from it is forgotten."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in ("plugged", "echo"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    Path("plugged.py").write_text(PLUGS)
    return tmp_path


@pytest.fixture
def installed(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A distribution whose entry points are the kinds of `plugged`."""
    info = here / "some_plugs-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-plugs\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[murho.systems]\necho = plugged:echo\n")
    monkeypatch.syspath_prepend(str(here))
    for name in ("installed", "_all"):
        monkeypatch.delitem(SHELF.__dict__, name, raising=False)


@pytest.fixture(autouse=True)
def _forget_what_was_installed(monkeypatch: pytest.MonkeyPatch) -> Any:
    yield
    for name in ("installed", "_all"):
        SHELF.__dict__.pop(name, None)


def test_names_are_found_without_importing() -> None:
    assert SHELF.names() == [one.name for one in SHELF.all()] == list(OWN)


@pytest.mark.parametrize("name", OWN)
def test_a_record_stands_in_a_file_and_has_an_example(name: str) -> None:
    (kind,) = (one for one in SHELF.all() if one.name == name)
    found = named(kind.example)
    assert found is not None
    assert found[0] is kind
    assert kind.title
    assert kind.source == ("murho-lab" if name in LABORATORY_SYSTEMS else "murho")


@pytest.mark.parametrize(
    ("described", "written"),
    [
        ({"kind": "command", "spec": "./parser --fast"}, "cmd:./parser --fast"),
        ({"kind": "function", "spec": "my:parse"}, "my:parse"),
        ({"kind": "recorded", "spec": "said.jsonl"}, "said.jsonl"),
        ({"kind": "atn", "spec": "ud output=units"}, "atn:ud output=units"),
        ({"kind": "spacy", "spec": "es"}, "spacy:es"),
        ({"kind": "udpipe", "spec": "m.udpipe", "input": "text"}, "udpipe:m.udpipe"),
        ({"kind": "udpipe", "spec": "m.udpipe", "input": "words"}, "udpipe:input=words m.udpipe"),
        ({"kind": "conllu", "spec": "input=words cat", "input": "words"}, "conllu:input=words cat"),
    ],
)
def test_how_a_system_was_written(described: dict[str, Any], written: str) -> None:
    kind = kind_of(described)
    assert kind is not None
    assert kind.typed(described, described["spec"]) == written


@pytest.mark.parametrize("name", ["nothing", "json:loads", None, 3])
def test_no_kind_at_all(name: Any) -> None:
    assert kind_of({"kind": name, "spec": "x"}) is None


@pytest.mark.parametrize(
    ("spec", "asked", "text"),
    [
        ("spacy:x", {"workers": 2}, "spacy: answers in this process; leave --workers and --timeout out"),
        ("udpipe:x", {"timeout": 1.0}, "udpipe: answers in this process; leave --workers and --timeout out"),
        ("atn:x", {"timeout": 1.0}, "atn: answers .* leave --workers and --timeout out, bound it with steps=N"),
        ("conllu:x", {"workers": 2}, "conllu: one process at a time; leave --workers out"),
        ("spacy:x", {"batch": 2}, "spacy:x: only Python functions take batches; leave batch= out"),
        ("recorded:x.jsonl", {"batch": 2}, "x.jsonl: only Python functions take batches"),
    ],
)
def test_what_a_kind_does_not_take_is_refused(spec: str, asked: dict[str, Any], text: str) -> None:
    with pytest.raises(UsageError, match=text):
        system(spec, **asked)


def test_recorded_answers_do_not_mind_how_they_are_asked() -> None:
    assert system("said.jsonl", workers=3, timeout=2.0).describe() == {"kind": "recorded", "spec": "said.jsonl"}


def test_a_kind_of_a_module(here: Path, answers_of: Callable[..., Any]) -> None:
    one = system("plugged:echo:so: ", timeout=3.0)
    assert one.describe() == {"kind": "plugged:echo", "spec": "so: ", "timeout": 3.0}
    assert answers_of(one, "yes").answers == [("so: yes",)]
    assert list(identity(one).files) == ["plugged.py"]
    with pytest.raises(UsageError, match=r"plugged:echo: answers in this process, .* leave --workers out"):
        system("plugged:echo:x", workers=2)


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("plugged:echo", "plugged:echo is a kind of system; write what it has to know behind it: 'plugged:echo:...'"),
        ("plugged:thing:x", "plugged:thing is no kind of system but a function; make it a murho.systems.Kind"),
        ("plugged:absent:x", "'plugged' has no 'absent'"),
        ("plugged:broken:x", "plugged:broken: a int is no system; it lacks describe, answer, __enter__, __exit__"),
        ("kind:ehco:x", "no kind of system 'ehco'; known: cmd, conllu, "),
        ("kind:spacey:x", "no kind of system 'spacey'; did you mean spacy[?]"),
    ],
)
def test_what_is_no_kind(here: Path, spec: str, text: str) -> None:
    with pytest.raises(UsageError, match=text):
        system(spec)


def test_functions_are_named_as_ever(here: Path) -> None:
    assert system("plugged:thing").describe()["kind"] == "function"
    assert system("kind:function:plugged:thing").describe() == system("plugged:thing").describe()
    Path("function.py").write_text("def words(text): return text\n")
    Path("command.py").write_text("def words(text): return text\n")
    for module in ("function", "command"):
        assert system(f"{module}:words").describe()["spec"] == f"{module}:words", "no kind: a module of that name"


@pytest.mark.usefixtures("installed")
def test_a_kind_that_is_installed() -> None:
    assert SHELF.names() == [*OWN[:-1], "echo", "sphinx"]
    assert [one.source for one in SHELF.all() if one.name == "echo"] == ["some-plugs"]
    described = system("echo:thing", timeout=2.0).describe()
    assert described == {"kind": "echo", "spec": "thing", "timeout": 2.0}
    assert system("echo:./some thing").describe()["spec"] == "./some thing"
    kind = kind_of(described)
    assert kind is not None
    assert kind.typed(described, "thing") == "echo:thing"


@pytest.mark.usefixtures("installed")
def test_a_kind_that_is_installed_never_shadows_a_function() -> None:
    Path("echo.py").write_text("def thing(expression): return 'function'\n")
    text = r"'echo:thing' could be the installed kind echo \(of some-plugs\) and attribute 'thing' of the module echo; "
    with pytest.raises(UsageError, match=text + "write 'kind:echo:thing' or 'kind:function:echo:thing'"):
        system("echo:thing")
    assert system("kind:echo:thing").describe()["kind"] == "echo"
    assert system("kind:function:echo:thing").describe()["kind"] == "function"
    assert system("echo:nothing").describe()["kind"] == "echo", "the module has no such attribute"
    assert system("echo:two words").describe()["kind"] == "echo", "no name of a function"
    with pytest.raises(UsageError, match=r"'echo:thing:x' could be .* write 'kind:echo:thing:x' or rename the module"):
        system("echo:thing:x")
    assert system("kind:echo:thing:x").describe()["spec"] == "thing:x"


@pytest.mark.usefixtures("installed")
def test_a_module_that_does_not_import_is_not_passed_over() -> None:
    Path("echo.py").write_text("import nowhere\n")
    with pytest.raises(UsageError, match=r"module 'echo' does not import: .*nowhere"):
        system("echo:thing")


@pytest.mark.usefixtures("installed")
def test_a_kind_that_is_installed_never_takes_the_name_of_ours(here: Path) -> None:
    (here / "some_plugs-1.dist-info" / "entry_points.txt").write_text("[murho.systems]\nspacy = plugged:spacy\n")
    with pytest.warns(UserWarning, match="some-plugs: kind of system 'spacy' is left out: the name is taken"):
        (spacy,) = (one for one in SHELF.all() if one.name == "spacy")
    assert spacy.source == "murho"


def test_no_other_kind_is_imported_for_one() -> None:
    found = named("cmd:x")
    assert found is not None
    assert found[0] is import_module("murho.systems.command").SYSTEM
    assert isinstance(found[0], Kind)

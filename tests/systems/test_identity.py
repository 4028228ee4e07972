"""Who answers: what makes a system another one, and what does not."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.face.systems import system_of
from murho.systems import Answer, Isolated, System, compose, system
from murho.systems.composed import Once
from murho.systems.identity import change, identity, settings_of

Made = Callable[[Mapping[str, str]], Path]
FUNCTION = {
    "ours_rules.py": "import ours_helper\ndef understand(text): return text\nunderstand.files = ['model.bin']",
    "ours_helper.py": "from ours_far import x",
    "ours_far.py": "x = 1",
    "model.bin": "1",
    "unused.py": "",
}
COMMAND = {
    "run.sh": "#!/bin/sh\nexec python3 -m pkg\n",
    "pkg/__init__.py": "",
    "pkg/__main__.py": "from . import work",
    "pkg/work.py": "",
}
GRAMMAR = """
(S/ (CAT v T (TO S/END)))
(S/END (POP (BUILDQ (S)) T))
"""


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    """Makes files in a folder to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))

    def make(files: Mapping[str, str]) -> Path:
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
            (tmp_path / name).chmod(0o755)
        return tmp_path

    yield make
    for name in [name for name in sys.modules if name.startswith("ours_")]:
        del sys.modules[name]


def edited(make: Callable[[], System], *files: str) -> dict[str, bool]:
    """Whether a system is another one when a line is added to each of these files."""
    found = {}
    for name in files:
        path = Path(name)
        before = identity(make())
        path.write_text(path.read_text() + "\n")
        after = identity(make())
        found[name] = before.digest != after.digest
        assert found[name] == (before.files != after.files)
    return found


def test_a_function_is_all_that_it_imports_and_declares(made: Made) -> None:
    made(FUNCTION)
    for asked in ({"workers": 2}, {"timeout": 3.0}, {}):  # here last, since only then it is imported
        found = edited(lambda asked=asked: system("ours_rules:understand", **asked), *FUNCTION)  # type: ignore[misc]
        assert found == {name: name != "unused.py" for name in FUNCTION}
        assert asked == {} or "ours_rules" not in sys.modules


def test_how_a_function_is_asked_does_not_matter(made: Made) -> None:
    made(FUNCTION)
    asked: list[dict[str, Any]] = [{}, {"workers": 2}, {"timeout": 3.0}, {"batch": 4}]
    found = [identity(system("ours_rules:understand", **one)) for one in asked]
    assert len({one.digest for one in found}) == 1
    assert found[0].settings == {"kind": "function", "spec": "ours_rules:understand"}
    assert list(found[0].files) == ["ours_far.py", "ours_helper.py", "ours_rules.py", "model.bin"]
    given = system_of(sys.modules["ours_rules"].understand)
    assert identity(given).digest == found[0].digest, "given as an object it is the same"
    assert identity(Once(given)).digest == found[0].digest


def test_a_module_is_where_it_is_asked(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """What this process imported from elsewhere answers here; another process imports what is here now."""
    here = made({"one/ours_rules.py": "def u(x): ...", "other/ours_rules.py": "def u(x): return x"})
    monkeypatch.chdir(here / "one")
    first = identity(system("ours_rules:u"))
    monkeypatch.chdir(here / "other")
    assert identity(system("ours_rules:u")).digest == first.digest
    assert identity(system("ours_rules:u", workers=2)).digest != first.digest


def test_another_function_of_the_module_is_another_system(made: Made) -> None:
    made({"ours_rules.py": "def one(x): ...\ndef other(x): ..."})
    assert identity(Isolated("ours_rules:one")).digest != identity(Isolated("ours_rules:other")).digest


def test_a_function_in_no_file_is_its_text() -> None:
    names: dict[str, Any] = {"__name__": "nowhere"}
    exec("def one(x): return 1\ndef other(x): return 2\nother.__qualname__ = 'one'", names)  # noqa: S102
    first, second = (identity(system_of(names[name])) for name in ("one", "other"))
    assert list(first.files) == list(second.files) == ["nowhere:one"]
    assert first.digest != second.digest


@pytest.mark.parametrize("kind", ["cmd:", "conllu:", "conllu:input=words ", "cmd:before=yes "])
def test_a_command_is_the_package_behind_its_wrapper(made: Made, kind: str) -> None:
    made(COMMAND)
    assert edited(lambda: system(f"{kind}./run.sh"), *COMMAND) == dict.fromkeys(COMMAND, True)
    assert set(edited(lambda: system(f"{kind}python3 -m pkg.work"), "pkg/__init__.py", "pkg/work.py").values()) == {
        True
    }
    one, other = (identity(system(f"{kind}./run.sh", timeout=seconds)) for seconds in (1.0, 2.0))
    assert one.digest == other.digest
    assert one.spec == f"{kind}./run.sh"


def test_a_grammar_is_its_file_its_words_and_its_order(made: Made) -> None:
    made({"g.atn": GRAMMAR, "g.tsv": "go\tv\n", "words.tsv": "go\tv\n"})
    assert edited(lambda: system("atn:g.atn"), "g.atn", "g.tsv", "words.tsv") == {
        "g.atn": True,
        "g.tsv": True,
        "words.tsv": False,
    }
    assert edited(lambda: system("atn:g.atn lexicon=words.tsv"), "words.tsv", "g.tsv") == {
        "words.tsv": True,
        "g.tsv": False,
    }
    assert sorted(identity(system("atn:english")).files) == ["english.atn", "english.tsv"]
    assert sorted(identity(system("atn:ud output=conllu")).files) == ["ud.atn"]


def test_a_chain_is_each_of_its_stages(made: Made) -> None:
    made({**FUNCTION, **COMMAND})

    def chain() -> System:
        return compose(Isolated("ours_rules:understand"), system("cmd:./run.sh"), names=("heard", None))

    assert edited(chain, "ours_far.py", "pkg/work.py", "unused.py") == {
        "ours_far.py": True,
        "pkg/work.py": True,
        "unused.py": False,
    }
    assert identity(chain()).spec == "ours_rules:understand then cmd:./run.sh"
    turned = compose(system("cmd:./run.sh"), Isolated("ours_rules:understand"))
    assert identity(turned).digest != identity(chain()).digest


def test_stages_may_have_other_files_of_one_name(made: Made) -> None:
    made({"one/a.py": "import b", "one/b.py": "1", "a.py": "import b", "b.py": "2"})
    Path("other").mkdir()
    found = identity(compose(system("cmd:python3 a.py"), system("cmd:python3 one/a.py")))
    assert sorted(found.files) == ["a.py", "b.py", "one/a.py", "one/b.py"]


def test_files_of_one_name_in_two_stages(made: Made) -> None:
    """A file that the machine has placed somewhere is called by its own name."""
    kind = "from murho.systems import Kind\nfrom murho.systems.command import Command\n"
    kind += "class Echo(Command):\n    def describe(self): return {'kind': 'ours_kind:echo', 'spec': self._spec}\n"
    kind += "echo = Kind(name='echo', make=Echo, title='Echo', code=lambda spec: [spec])\n"
    here = made({"ours_kind.py": kind, "one/m.bin": "1", "other/m.bin": "2", "same/m.bin": "1"})
    one, other, same = (system(f"ours_kind:echo:{here / name / 'm.bin'}") for name in ("one", "other", "same"))
    assert list(identity(compose(one, other)).files) == ["m.bin", "stage 2: m.bin"]
    assert list(identity(compose(one, same)).files) == ["m.bin"]


class Mine:
    """A system that somebody made in Python."""

    def describe(self) -> dict[str, Any]:
        return {"kind": "mine", "spec": "x"}

    def answer(self, cases: Cases) -> Iterator[Answer]:
        yield from ()

    def __enter__(self) -> "Mine":
        return self

    def __exit__(self, *exception: Any) -> None:
        return None


def test_an_object_is_the_module_of_its_class() -> None:
    assert [Path(name).name for name in identity(Mine()).files] == ["test_identity.py"]
    assert identity(Mine()).spec == "x"
    assert identity(Once(Mine())) == identity(Mine())  # type: ignore[arg-type]


def test_files_that_the_user_declares(made: Made) -> None:
    made({"m/a.bin": "1", "m/b.bin": "1", "c.bin": "1"})

    def digest(*files: str) -> str:
        return identity(system("cmd:no-such-program"), files).digest

    first = digest("m", "c.bin")
    assert digest("c.bin", "m") == first
    assert len({first, digest("m"), digest()}) == 3
    Path("m/b.bin").write_text("2")
    assert digest("m", "c.bin") != first
    with pytest.raises(InputError, match=r"gone\.bin: is no file and no folder; check the name"):
        digest("gone.bin")


def test_what_cannot_be_read_is_told(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    made({"ours_rules.py": "import ours_broken", "ours_broken.py": "def f(:", "closed.bin": ""})
    found = identity(Isolated("ours_rules:f"))
    assert found.notes == ("ours_broken.py: line 1: invalid syntax; what it imports is not known",)
    assert sorted(found.files) == ["ours_broken.py", "ours_rules.py"]

    def closed(path: str) -> str:
        raise InputError("cannot be read (Permission denied)", "check the name", path=path)

    monkeypatch.setattr("murho.systems.identity.digest", closed)
    found = identity(system("cmd:no-such-program closed.bin"))
    assert found.files == {"closed.bin": "unreadable"}
    assert found.notes == ("closed.bin: unreadable; what is in it is not known",)


@pytest.mark.slow
def test_a_large_package_takes_no_time_the_second_time(made: Made) -> None:
    """By the state of its files: what has not changed is not read again."""
    made({f"ours_{i}.py": f"import ours_{i + 1}\n" + "x = [1, 2, 3]\n" * 200 for i in range(300)})
    spent = []
    for _ in range(4):
        began = time.process_time()
        assert len(identity(Isolated("ours_0:f")).files) == 300
        spent.append(time.process_time() - began)
    assert min(spent[1:]) < spent[0] / 2


# --- what records say


def record(digest: str | None, spec: str = "rules:u", **files: str) -> dict[str, Any]:
    system = {"kind": "function", "spec": spec}
    return {"system": system, "systems": [{"digest": digest, "spec": spec, "files": files}]}


@pytest.mark.parametrize(
    ("was", "now", "text"),
    [
        (record("1", a="x"), record("1", a="x"), ""),
        (record("1", a="x"), record("2", a="y"), "a was x, now y"),
        (record("1", a="x"), record("2", a="x", b="y"), "b was no part, now y"),
        (record("1", a="x"), record("2"), "a was x, now no part"),
        (record("1", a="x"), record("2", "other:u", a="y"), 'spec was "rules:u", now "other:u"'),
        (
            record("1", a="x", b="x", c="x", d="x", e="x"),
            record("2", a="y", b="y", c="y", d="y", e="y"),
            "a was x, now y; b was x, now y; c was x, now y; and 2 more files",
        ),
        # one that has answered before may answer again
        ({**record("1"), "systems": [{"digest": "1"}, {"digest": "2"}]}, record("1", a="x"), ""),
        # version 1: by the names of a few files, if it knew any
        ({"system": {"kind": "function", "spec": "rules:u", "isolated": True}}, record("1", a="x"), ""),
        (
            {"system": {"kind": "function", "spec": "rules:u", "async": False, "batch": 3, "code": {"a.py": "x"}}},
            {**record("1"), "systems": [{"digest": "1", "files": {"deep/a.py": "x", "b.py": "y"}}]},
            "",
        ),
        (
            {"system": {"kind": "function", "spec": "rules:u", "code": {"a.py": "x"}}},
            {**record("1"), "systems": [{"digest": "1", "files": {"deep/a.py": "y"}}]},
            "a.py was x, now y",
        ),
        ({"system": {"kind": "function", "spec": "other:u"}}, record("1"), 'spec was "other:u", now "rules:u"'),
        ({}, {}, ""),
        ({"system": "odd"}, record("1"), 'was "odd", now {"kind": "function", "spec": "rules:u"}'),
    ],
)
def test_what_has_changed(was: dict[str, Any], now: dict[str, Any], text: str) -> None:
    assert change(was, now) == text


def test_settings_without_how_a_system_is_asked() -> None:
    stage = {"kind": "command", "spec": "x", "workers": 2, "timeout": 3.0, "before": True}
    assert settings_of({"kind": "composed", "carry": "best", "stages": [stage]}) == {
        "kind": "composed",
        "carry": "best",
        "stages": [{"kind": "command", "spec": "x", "before": True}],
    }

"""The files that a module is made of: found by names in folders, without importing anything."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from murho.systems import closure
from murho.systems.closure import Place, Sources, declared, of_code, of_folder, of_module, of_script, search_path

Made = Callable[[Mapping[str, str]], Path]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    """Makes files in a folder to work in; what is imported of them would end the test."""
    monkeypatch.chdir(tmp_path)

    def make(files: Mapping[str, str]) -> Path:
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        return tmp_path

    return make


def files(name: str, **more: bool) -> list[str]:
    return sorted(of_module(name, search_path(), **more).files)


ONE = {
    "rules.py": "import helper\nraise SystemExit('imported')",
    "helper.py": "def f():\n    from deep.inner import W",
    "deep/__init__.py": "",
    "deep/inner.py": "W = 1",
    "unused.py": "",
}


@pytest.mark.parametrize(
    ("wanted", "there"),
    [
        (["deep/__init__.py", "deep/inner.py", "helper.py", "rules.py"], ONE),
        (["rules.py"], {"rules.py": "import json, numpy, murho.core.case, no_such_module"}),
        # namespace packages: of one folder, of folders in folders, with and without names that are modules
        (["rules.py", "space/a.py"], {"rules.py": "import space.a", "space/a.py": "", "space/b.py": ""}),
        (["rules.py", "space/far/a.py"], {"rules.py": "from space.far import a, b", "space/far/a.py": ""}),
        # relative imports
        (
            ["rules/__init__.py", "rules/a.py", "rules/b.py", "rules/deep/__init__.py", "rules/deep/c.py"],
            {
                "rules/__init__.py": "from . import a",
                "rules/a.py": "from .deep.c import x",
                "rules/deep/__init__.py": "",
                "rules/deep/c.py": "from .. import b\nfrom ..... import far",
                "rules/b.py": "from .nothing import x",
                "b.py": "",
                "far.py": "",
            },
        ),
        # cycles
        (["a.py", "b.py", "rules.py"], {"rules.py": "import a", "a.py": "import b", "b.py": "import a, rules"}),
        (["rules.py"], {"rules.py": "import rules"}),
        # a package goes before a module, names in __all__ are modules, too
        (["a/__init__.py", "rules.py"], {"rules.py": "import a", "a.py": "", "a/__init__.py": ""}),
        (["a.py", "rules.py"], {"rules.py": "import a", "a.py": "", "a/data.txt": ""}),
        (
            ["a/__init__.py", "a/one.py", "rules.py"],
            {"rules.py": "from a import *", "a/__init__.py": "__all__ = ['one']", "a/one.py": "", "a/two.py": ""},
        ),
        # what is here goes before what is installed, or the standard library
        (["numpy.py", "rules.py"], {"rules.py": "import numpy.linalg", "numpy.py": ""}),
        (["colorsys.py", "rules.py"], {"rules.py": "import colorsys", "colorsys.py": ""}),
        # compiled code is a file like any other
        (["fast.cpython-311-x86_64-linux-gnu.so", "rules.py"],
         {"rules.py": "import fast", "fast.cpython-311-x86_64-linux-gnu.so": "\0", "fast.py": ""}),
    ],
)  # fmt: skip
def test_the_files_of_a_module(made: Made, wanted: list[str], there: dict[str, str]) -> None:
    made(there)
    before = set(sys.modules)
    assert files("rules") == wanted
    assert {"rules", "helper", "a", "space"}.isdisjoint(set(sys.modules) - before), "nothing was imported"


def test_a_namespace_package_lies_in_several_folders(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    here = made({"rules.py": "import space.a, space.b", "space/a.py": "", "more/space/b.py": ""})
    monkeypatch.syspath_prepend(str(here / "more"))
    assert files("rules") == ["rules.py", "space/a.py", "space/b.py"]


def test_a_module_deep_in_a_package_has_those_above_it(made: Made) -> None:
    made({"a/__init__.py": "import b", "a/c/__init__.py": "", "a/c/d.py": "", "b.py": "", "a/e.py": ""})
    assert files("a.c.d") == ["a/__init__.py", "a/c/__init__.py", "a/c/d.py", "b.py"]


def test_a_package_that_is_run_is_its_main(made: Made) -> None:
    made({"a/__init__.py": "", "a/__main__.py": "from .work import x", "a/work.py": "", "b.py": ""})
    assert files("a", as_program=True) == ["a/__init__.py", "a/__main__.py", "a/work.py"]
    assert files("b", as_program=True) == ["b.py"]
    assert files("a") == ["a/__init__.py"]


def test_what_is_installed_is_part_only_where_it_is_named(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    package = {"__init__.py": "from . import rules", "rules.py": "import other, here", "unused.py": ""}
    here = made({f"lib/site-packages/parser/{name}": text for name, text in package.items()} | {"here.py": ""})
    made({"lib/site-packages/other.py": "", "mine.py": "import parser, other"})
    monkeypatch.syspath_prepend(str(here / "lib/site-packages"))
    assert files("parser.rules") == ["here.py", "parser/__init__.py", "parser/rules.py"]
    assert files("mine") == ["mine.py"]


def test_the_standard_library_and_murho_are_what_systems_stand_on(made: Made) -> None:
    assert "json/encoder.py" in files("json")
    assert not [name for name in files("json") if not name.startswith("json/")]
    assert files("murho.systems.closure") == []
    assert files("sys") == files("no_such_module") == files("no.such.module") == []


def test_a_module_that_was_imported_is_where_it_came_from(made: Made) -> None:
    here = made({"elsewhere/rules.py": "import helper", "helper.py": ""})
    found = of_module("rules", search_path(), str(here / "elsewhere" / "rules.py"))
    assert sorted(found.files) == ["elsewhere/rules.py", "helper.py"]


def test_an_editable_install_is_the_users_own(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by a finder that was installed, not by a folder of the path."""
    from importlib.machinery import ModuleSpec
    from importlib.util import spec_from_file_location

    here = made({"src/mine/__init__.py": "from . import a", "src/mine/a.py": "", "rules.py": "import mine"})

    class Finder:
        @staticmethod
        def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
            if name == "broken":
                raise RuntimeError("somebody else's")
            folder = str(here / "src" / "mine")
            return spec_from_file_location(name, f"{folder}/__init__.py", submodule_search_locations=[folder]) \
                if name == "mine" else None  # fmt: skip

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder])
    assert files("rules") == ["mine/__init__.py", "mine/a.py", "rules.py"]
    assert files("broken") == []


def test_trouble_is_told(made: Made) -> None:
    here = made({"rules.py": "import broken, closed, odd", "broken.py": "def f(:", "closed.py": "import x"})
    (here / "odd.py").write_bytes(b"\xff\xfe\0")
    found = of_module("rules", search_path())
    assert sorted(found.files) == ["broken.py", "closed.py", "odd.py", "rules.py"]
    assert [note.split(":")[0] for note in found.notes] == ["broken.py", "odd.py"]
    assert found.notes[0] == "broken.py: line 1: invalid syntax; what it imports is not known"


def test_there_is_an_end_to_it(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closure, "MOST", 3)
    made({"rules.py": "import m0", **{f"m{i}.py": f"import m{i + 1}" for i in range(9)}})
    found = of_module("rules", search_path())
    assert list(found.files) == ["m0.py", "m1.py", "rules.py"]
    assert found.notes == ["rules: more than 3 modules; those beyond are not looked at"]
    assert len(of_folder(".", "here").files) == 3
    assert of_folder(".", "here").notes == ["here: more than 3 files; those beyond are not looked at"]


def test_a_script_imports_from_its_own_folder(made: Made) -> None:
    made({"tools/run.py": "import helper\nfrom . import nothing", "tools/helper.py": "", "helper.py": ""})
    assert sorted(of_script("tools/run.py", "tools/").files) == ["tools/helper.py", "tools/run.py"]
    found = of_code("import helper", [Place(os.getcwd())])
    assert list(found.files) == ["helper.py"]


def test_a_folder_is_all_that_is_in_it(made: Made) -> None:
    made({"model/a.bin": "", "model/in/b.bin": "", "model/__pycache__/c.pyc": "", "model/.git/d": ""})
    assert list(of_folder("model", "model").files) == ["model/a.bin", "model/in/b.bin"]
    assert list(of_folder("model", "model/").files) == ["model/a.bin", "model/in/b.bin"]


def test_declared_files(made: Made) -> None:
    text = "agent.files = ['model', 'gone.bin']\nother.files = ['x']\nparse.files = names\n"
    made({"rules.py": text, "model/a.bin": ""})
    found = declared("rules.py", "agent.answer")
    assert found.files == {"model/a.bin": os.path.join("model", "a.bin"), "gone.bin": "gone.bin"}
    assert found.notes == ["rules.py: line 1: agent.files names gone.bin, which is not there"]
    assert declared("rules.py", "parse").notes == [
        "rules.py: line 3: parse.files is no list of texts; write the names of files there"
    ]
    assert declared("rules.py", "answer") == Sources()


def test_two_files_of_one_name_are_told_apart() -> None:
    one = Sources({"a.py": "/one/a.py"}, ["n"])
    one.add(Sources({"a.py": "/other/a.py", "b.py": "/b.py"}, ["n", "m"]))
    assert one == Sources({"a.py": "/one/a.py", "/other/a.py": "/other/a.py", "b.py": "/b.py"}, ["n", "m"])

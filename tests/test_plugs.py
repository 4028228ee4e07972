"""Records, and the shelf that finds them: what others have installed never harms what is there."""

import sys
import zipfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from murho.core.errors import UsageError
from murho.plugs import Option, Plug, Shelf, import_attribute, is_name, option, options_of


@dataclass(frozen=True)
class close:  # noqa: N801
    """How near.

    More of it.
    """

    within: float = option(0.5, help="Distance that still counts as right.")
    names: tuple[str, ...] = option((), help="Names.", type="names")
    strict: bool | None = option(None, help="Nothing else counts.")
    hidden: int = field(default=3)
    made: list[int] = option(factory=list, help="Made anew.")
    given: str = option(help="Has to be given.", kw_only=True)


def test_options_are_the_fields_that_say_so() -> None:
    found = [(one.name, one.type, one.default) for one in options_of(close)]
    assert found == [
        ("within", "number", 0.5),
        ("names", "names", ()),
        ("strict", "yes or no", None),
        ("made", "list", []),
        ("given", "text", None),
    ]
    assert options_of(print) == ()


def test_what_is_listed_of_a_plug() -> None:
    plug = Plug(make=close, name="close", title="Close", aliases=("near",), example="close(0.1)")
    assert plug.help == "How near."
    listed = plug.as_json()
    assert listed["options"][1] == {"name": "names", "type": "names", "default": "()", "help": "Names."}
    del listed["options"]
    assert listed == {
        "name": "close",
        "aliases": ["near"],
        "title": "Close",
        "help": "How near.",
        "source": "murho",
        "example": "close(0.1)",
    }
    assert Plug(make=close, name="x", title="X", options=(Option("n", "text", None, "N."),)).options[0].name == "n"


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("text", " as it is ", " as it is "),
        ("file", "a,b.txt", "a,b.txt"),
        ("yes or no", "Yes", True),
        ("yes or no", "0", False),
        ("whole number", "-3", -3),
        ("number", "1e-3", 0.001),
        ("names", "date", "date"),
        ("names", "('date', 'time')", ("date", "time")),
        ("names", "", ()),
        ("numbers", "0.1, 1", (0.1, 1.0)),
        ("whole numbers", "(6, 16)", (6, 16)),
        ("name or numbers", "sclite", "sclite"),
        ("name or numbers", "4,3,3", (4, 3, 3)),
        ("colour", "red", "red"),
    ],
)
def test_a_value_is_read_by_its_type(kind: str, text: str, value: Any) -> None:
    found = Option("one", kind, "", "Help.").read(text)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("yes or no", "maybe"),
        ("whole number", "3.5"),
        ("number", "far"),
        ("numbers", "1,x"),
        ("name or numbers", "a,b"),
    ],
)
def test_what_is_no_such_value_is_refused_with_the_help(kind: str, text: str) -> None:
    with pytest.raises(UsageError, match=f"one: {text!r} is no {kind}; Help."):
        Option("one", kind, "", "Help.").read(text)


def test_choices_and_what_may_be_none() -> None:
    chosen = Option("one", "text", "a", "Help.", ("a", "b"))
    assert chosen.read("b") == "b"
    with pytest.raises(UsageError, match="one: no 'c'; known: a, b"):
        chosen.read("c")
    assert Option("n", "whole number", None, "Help.").read("none") is None
    with pytest.raises(UsageError, match="'none' is no whole number"):
        Option("n", "whole number", 3, "Help.").read("none")
    assert Option("n", "shifting", None, "Help.").read("mu1", str.upper) == "MU1"


SHELL = """
from dataclasses import dataclass
from pathlib import Path
from murho.plugs import Plug
{imported}

@dataclass(frozen=True)
class {name}:
    pass

PLUG = Plug(make={name}, name="{name}", title="T", aliases={aliases})
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf[Plug]:
    """A package of two plugs, and three distributions that bring some."""
    package = tmp_path / "thepackage"
    (package / "deep").mkdir(parents=True)
    for folder in (package, package / "deep"):
        (folder / "__init__.py").write_text("")
    (package / "one.py").write_text(SHELL.format(name="one", aliases='("eins",)', imported=""))
    (package / "deep" / "two.py").write_text(
        SHELL.format(name="two", aliases="()", imported=f"Path({str(tmp_path / 'imported')!r}).touch()")
    )
    (package / "none.py").write_text("# PLUG = nothing\nSPLUG = 3\n")
    (tmp_path / "theirs.py").write_text(
        SHELL.format(name="three", aliases='("one", "drei")', imported="")
        + "TAKEN = Plug(make=three, name='eins', title='T')\nWRONG = 3\n"
    )
    for name, points in {
        "good": "three = theirs:PLUG",
        "rude": "eins = theirs:TAKEN",
        "lost": "gone = nowhere_at_all:PLUG\nwrong = theirs:WRONG",
    }.items():
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[thegroup]\n{points}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for module in (
        "thepackage",
        "thepackage.one",
        "thepackage.fruit",
        "thepackage.deep",
        "thepackage.deep.two",
        "theirs",
    ):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return Shelf("thing", "thepackage", "PLUG", "thegroup")


def test_what_is_asked_for_by_its_name_is_all_that_is_imported(shelf: Shelf[Plug], tmp_path: Path) -> None:
    assert shelf.named("one").name == "one"
    assert shelf.named("eins") is shelf.named("one")
    assert not (tmp_path / "imported").exists()
    assert shelf.named("two").name == "two"
    assert (tmp_path / "imported").exists()


@pytest.mark.filterwarnings("ignore:(lost|rude)")
def test_all_of_them(shelf: Shelf[Plug]) -> None:
    assert [(one.name, one.source) for one in shelf.all()] == [("one", "murho"), ("two", "murho"), ("three", "good")]
    assert shelf.named("drei").name == "three"
    assert shelf.named("one").source == "murho", "a name that is taken stays"
    with pytest.raises(UsageError, match=r"^no thing 'thre'; did you mean three\? known: one, two, three$"):
        shelf.named("thre")
    with pytest.raises(UsageError, match=r"^no thing 'none'; did you mean three\? known: one, two, three$"):
        shelf.named("none")


@pytest.mark.filterwarnings("ignore:(lost|rude)")
def test_a_file_may_hold_several_plugs(shelf: Shelf[Plug], tmp_path: Path) -> None:
    both = SHELL.format(name="pear", aliases='("birne",)', imported="").replace("PLUG =", "PLUG_PEAR =")
    fig = 'PLUG_FIG: Plug = Plug(make=print, name="fig", title="F")\n'
    (tmp_path / "thepackage" / "fruit.py").write_text(f"{both}{fig}PLUGGED = 3\n")
    assert shelf.names()[:4] == ["fig", "one", "pear", "two"]
    assert "thepackage.fruit" not in sys.modules
    assert [shelf.named(name).name for name in ("fig", "pear", "birne")] == ["fig", "pear", "pear"]
    assert not (tmp_path / "imported").exists()
    assert [plug.name for plug in shelf.all() if plug.source == "murho"] == ["fig", "one", "pear", "two"]


def test_what_others_brought_and_cannot_be_had_is_told(shelf: Shelf[Plug]) -> None:
    with pytest.warns(UserWarning, match=r"^(lost|rude): ") as told:
        shelf.all()
    assert [str(one.message) for one in told] == [
        "lost: thing 'gone' does not load: ModuleNotFoundError: No module named 'nowhere_at_all'",
        "lost: thing 'wrong': theirs:WRONG is no record of a thing",
        "rude: thing 'eins' is left out: the name is taken",
    ]


@pytest.mark.filterwarnings("ignore:(lost|rude)")
def test_what_others_brought_is_imported_for_its_own_name_alone(shelf: Shelf[Plug]) -> None:
    assert shelf.brought("one") is None
    assert shelf.brought("drei") is None
    assert "theirs" not in sys.modules
    found = shelf.brought("three")
    assert found is not None
    assert (found.name, found.source) == ("three", "good")


def test_names_are_found_without_an_import(shelf: Shelf[Plug], tmp_path: Path) -> None:
    assert shelf.names()[:2] == ["one", "two"]
    assert "three" in shelf.names()
    assert not (tmp_path / "imported").exists()
    assert "theirs" not in sys.modules


def test_entry_points_in_archives_are_found(
    shelf: Shelf[Plug], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = replace(shelf, group="othergroup")
    assert others.names() == ["one", "two"]
    with zipfile.ZipFile(tmp_path / "packed.zip", "w") as packed:
        packed.writestr("packed-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: packed\nVersion: 1.0\n")
        packed.writestr("packed-1.0.dist-info/entry_points.txt", "[othergroup]\nfour = theirs:PLUG\n")
    monkeypatch.syspath_prepend(str(tmp_path / "packed.zip"))
    assert others.names() == ["one", "two", "four"]


def test_names_of_code() -> None:
    assert is_name("my.module:some.attribute")
    assert not any(map(is_name, ("name", "a:b(3)", "3a:b", "a:", "a b:c", "C:\\file")))
    assert import_attribute("json:decoder.JSONDecoder.decode").__name__ == "decode"
    with pytest.raises(UsageError, match=r"json:lods: 'json' has no 'lods'; did you mean 'loads'\?"):
        import_attribute("json:lods")

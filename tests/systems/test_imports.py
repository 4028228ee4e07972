"""What a Python file imports, read off its text."""

from pathlib import Path

import pytest

from murho.systems.imports import Import, read, told_by


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import a, b.c as d", [Import("a"), Import("b.c")]),
        ("from a.b import c, d as e", [Import("a.b", ("c", "d"))]),
        ("from . import a\nfrom ..b import *", [Import(".", ("a",)), Import("..b", ("*",))]),
        ("def f():\n    if x:\n        import lazy", [Import("lazy")]),
        ("class A:\n    import inside", [Import("inside")]),
        ("try:\n    import a\nexcept ImportError:\n    import b\nfinally:\n    import c", [*map(Import, "abc")]),
        ("match x:\n    case 1:\n        import a", [Import("a")]),
        ("for x in y: import a\nelse: import b", [Import("a"), Import("b")]),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a\nelse:\n    import b",
         [Import("typing", ("TYPE_CHECKING",)), Import("b")]),
        ("import typing\nif typing.TYPE_CHECKING:\n    import a", [Import("typing")]),
        ("x = __import__('a.b')", [Import("a.b")]),
        ("import importlib\nm = importlib.import_module('.c', __package__)", [Import("importlib"), Import(".c")]),
        ("import_module(name)", []),
        ("'''\nimport not_me\n'''\n# import nor_me", []),
    ],
)  # fmt: skip
def test_imports(text: str, found: list[Import]) -> None:
    assert list(told_by(text).imports) == found


def test_what_a_module_declares() -> None:
    text = "f.files = ['a.bin', 'b']\nagent.answer.files = ('c',)\ng.files = 'd'\nh.files = [one for one in x]\n"
    assert told_by(text).declared == (
        ("f", 1, ("a.bin", "b")),
        ("agent.answer", 2, ("c",)),
        ("g", 3, ("d",)),
        ("h", 4, None),
    )
    assert told_by("__all__ = ['a', 'b']").public == ("a", "b")
    assert told_by("__all__ = names()").public == ()


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        (b"x = 1\nimport (", "line 2: invalid syntax"),
        (b"x = '\0'", "null bytes"),
        (b"# coding: no-such-code\n", "no-such-code"),
        (b"x = '\xff'", "line 1: "),
        (b"(" * 5000, ""),
    ],
)
def test_what_is_no_python_is_told(text: bytes, trouble: str) -> None:
    found = told_by(text)
    assert trouble in found.trouble
    assert found.trouble
    assert found.imports == ()


def test_a_file_is_read_again_once_it_is_another(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("import one")
    assert read(str(path)).imports == (Import("one"),)
    path.write_text("import other")
    assert read(str(path)).imports == (Import("other"),)
    path.unlink()
    assert read(str(path)).trouble == "cannot be read (No such file or directory)"

"""Suites by what names them, and those in JSON lines."""

from pathlib import Path

import pytest

from murho.core.errors import InputError, UsageError
from murho.suites.model import Item
from murho.suites.reading import bundled, path_of, read_lines, read_suite

DATA = Path(__file__).parents[2] / "examples" / "suites"


def test_by_what_the_name_tells(tmp_path: Path) -> None:
    assert read_suite(str(DATA / "small.xml")).name == "small"
    (tmp_path / "m.jsonl").write_text('{"id": 1, "expression": "x", "phenomenon": "a"}\n')
    assert [leaf.id for _, leaf in read_suite(str(tmp_path / "m.jsonl")).leaves()] == ["1"]


@pytest.mark.parametrize("name", ["nothing", "nothing.xml", "."])
def test_what_is_none(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=f"no suite '{name}'"):
        read_suite(name)


def test_a_file_of_another_kind(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(UsageError, match=r"suites are \.xml or \.jsonl"):
        path_of(str(tmp_path / "a.txt"))


@pytest.mark.parametrize("name", bundled())
def test_what_comes_with_murho_has_no_error(name: str) -> None:
    from murho.suites.checks import check_file

    assert [str(one) for one in check_file(path_of(name))[2] if one.error] == []


def written(tmp_path: Path, text: str) -> str:
    (tmp_path / "mine.jsonl").write_text(text, encoding="utf-8")
    return str(tmp_path / "mine.jsonl")


def test_paths_and_flags(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '{"id": "a", "expression": "Llueve.", "phenomenon": "x/y"}\n'
        '{"id": 2, "expression": "Llueven.", "phenomenon": ["x", "y/z"], "wellformed": false}\n'
        '{"id": "c", "expression": "Nieva.", "phenomenon": "x", "wellformed": null, "reference": ["s"], "freq": 0.5}\n',
    )
    suite = read_lines(path)
    assert suite.name == "mine"
    assert [where for where, _ in suite.leaves()] == [
        ("phenomena", "x", "y"),
        ("phenomena", "x", "y/z"),
        ("phenomena", "x"),
    ]
    assert [leaf for _, leaf in suite.leaves()] == [
        Item("a", test="Llueve."),
        Item("2", test="Llueven.", wellformed=False),
        Item("c", test="Nieva.", wellformed=None, reference=("s",), freq=0.5),
    ]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('{"id": "a"', "mine.jsonl:2:"),
        ('{"expression": "x", "phenomenon": "x"}', "no field 'id'"),
        ('{"id": "b", "phenomenon": "x"}', "no field 'expression'; give the sentence"),
        ('{"id": "b", "expression": "x"}', "no field 'phenomenon'"),
        ('{"id": "b", "expression": "x", "phenomenon": ""}', "phenomenon is ''"),
        ('{"id": "b", "expression": "x", "phenomenon": ["a", 1]}', "phenomenon is ['a', 1]"),
        ('{"id": "b", "expression": "x", "phenomenon": "a//b"}', "phenomenon is 'a//b'"),
        (f'{{"id": "b", "expression": "x", "phenomenon": "a{"/a" * 100}"}}', "phenomena below more than 100 others"),
        ('{"id": "b", "expression": 3, "phenomenon": "a"}', "expression is 3"),
        ('{"id": true, "expression": "x", "phenomenon": "a"}', "id is True"),
        ('{"id": "b", "expression": "x", "phenomenon": "a", "wellformed": 1}', "wellformed is 1; give true or false"),
        ('{"id": "b", "expression": "x", "phenomenon": "a", "colour": 1}', "unknown field 'colour'"),
        ('{"id": "b", "expression": "x", "phenomenon": "a", "reference": "y"}', "reference is 'y'"),
    ],
)
def test_what_is_wrong(tmp_path: Path, line: str, found: str) -> None:
    path = written(tmp_path, '{"id": "a", "expression": "x", "phenomenon": "x"}\n' + line + "\n")
    with pytest.raises(InputError) as error:
        read_lines(path)
    assert "mine.jsonl:2: " in str(error.value)
    assert found in str(error.value)

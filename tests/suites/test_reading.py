from pathlib import Path

import pytest

from murho.core.errors import UsageError
from murho.suites.reading import bundled, path_of, read_suite

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

"""Maps of phrases."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import InputError
from murho.measures.normalise import chain


@pytest.fixture
def mapped(tmp_path: Path) -> Callable[[str], Callable[[str], str]]:
    def read(content: str) -> Callable[[str], str]:
        path = tmp_path / f"map{abs(hash(content))}.tsv"
        path.write_text(content, encoding="utf-8")
        return chain(f"map({str(path)!r})")

    return read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("twenty one", "21"),
        ("twenty", "20"),
        ("twenty twenty one", "20 21"),
        ("one twenty", "1 20"),
        ("a hundred and one", "101"),
        ("a hundred and", "a hundred and"),
        ("ones", "ones"),
        ("Twenty", "Twenty"),
        ("well one", "1"),
        ("#", "number"),
        ("", ""),
    ],
)
def test_the_longest_phrase_of_whole_words(mapped: Callable, text: str, expected: str) -> None:
    numbers = "# numbers\n\none\t1\ntwenty\t20\ntwenty one\t21\na hundred and one\t101\nwell\t\n#\tnumber\n"
    assert mapped(numbers)(text) == expected


def test_what_was_put_in_is_not_looked_at_again(mapped: Callable) -> None:
    assert mapped("a\tb c\nb\td\n")("a b") == "b c d"


@pytest.mark.parametrize(
    ("content", "line", "found"),
    [
        ("a\tb\nno tab\n", 2, "1 columns"),
        ("a\tb\tc\n", 1, "3 columns"),
        ("\tb\n", 1, "no phrase before the tab"),
        ("a b\tx\na  b\ty\n", 2, "'a  b' has another replacement above"),
    ],
)
def test_what_is_no_line_of_a_map_is_named(mapped: Callable, content: str, line: int, found: str) -> None:
    with pytest.raises(InputError) as error:
        mapped(content)("a")
    assert f".tsv:{line}: {found}; " in str(error.value)


def test_the_same_line_twice_is_no_error(mapped: Callable) -> None:
    assert mapped("a\tb\na\tb\n")("a") == "b"


@given(st.lists(st.sampled_from(["one", "two", "twenty", "x"])))
def test_into_digits_twice_is_once(words: list[str]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "map.tsv")
        path.write_text("one\t1\ntwo\t2\ntwenty\t20\ntwenty one\t21\ntwenty two\t22\n")
        how = chain(f"map({str(path)!r})")
        once = how(" ".join(words))
        assert how(once) == once

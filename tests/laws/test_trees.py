"""Trees in files: in both formats what is written is read back as it was, and all that is no tree is refused."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho.core.errors import InputError
from murho.core.tree import EmptyNode, Multiword, Rest, Tree, Word, fault
from murho.formats import by_name, conllu

CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0\t\n\r")
SOLID = st.text(CHARACTERS.filter(lambda one: one != " "), min_size=1, max_size=6).filter(
    lambda text: not text.isspace()
)
LOOSE = st.one_of(st.just("_"), st.text(CHARACTERS, max_size=6))
FORM = st.text(CHARACTERS, min_size=1, max_size=6).filter(lambda text: not text.isspace())


@st.composite
def heads(draw: st.DrawFn, one_root: bool) -> list[int]:
    """Every word hangs from one that was drawn before, or is a root."""
    order = draw(st.integers(1, 8).flatmap(lambda size: st.permutations(range(1, size + 1))))
    found = {order[0]: 0}
    for place, word in enumerate(order[1:], 1):
        found[word] = draw(st.sampled_from([*order[:place], *[0] * (not one_root)]))
    return [found[word] for word in sorted(found)]


@st.composite
def words(draw: st.DrawFn, one_root: bool, column: st.SearchStrategy[str], form: st.SearchStrategy[str]) -> list[Word]:
    found = []
    for id, head in enumerate(draw(heads(one_root)), 1):
        columns = [draw(column) for _ in range(4)]
        found.append(Word(id, draw(form), *columns, head, draw(column)))
    return found


@st.composite
def conllu_trees(draw: st.DrawFn) -> Tree:
    some = [replace(one, deps=draw(LOOSE), misc=draw(LOOSE)) for one in draw(words(True, LOOSE, FORM))]
    rest = st.tuples(*[LOOSE] * 8)
    cuts = draw(st.sets(st.integers(0, len(some)), max_size=4).map(sorted))
    multiwords = [
        Multiword(first + 1, last, draw(FORM), draw(rest))
        for first, last in zip(cuts[::2], cuts[1::2], strict=False)
    ]  # fmt: skip
    nodes = [
        EmptyNode(after, number, draw(FORM), draw(rest))
        for after in sorted(draw(st.sets(st.integers(0, len(some)), max_size=2)))
        for number in range(1, draw(st.integers(1, 2)) + 1)
    ]
    comment = st.text(CHARACTERS, max_size=8).map(lambda text: f"#{text}")
    plain = comment.filter(lambda text: "global.columns" not in text)
    return Tree(tuple(some), tuple(multiwords), tuple(nodes), tuple(draw(st.lists(plain, max_size=3))))


@st.composite
def conllx_trees(draw: st.DrawFn) -> Tree:
    some = draw(words(False, SOLID, SOLID))
    phead = st.one_of(st.none(), st.integers(0, len(some)))
    return Tree(tuple(replace(one, phead=draw(phead), pdeprel=draw(SOLID)) for one in some))


def test_the_rest_has_eight_columns() -> None:
    assert len(Rest.__args__) == 8  # type: ignore[attr-defined]


@given(st.lists(conllu_trees(), max_size=3))
def test_conllu_is_read_as_it_was_written(trees: list[Tree]) -> None:
    text = "".join(map(conllu.serialise, trees))
    assert conllu.parse(text) == trees
    assert "".join(map(conllu.serialise, conllu.parse(text.replace("\n", "\r\n")))) == text


@given(st.lists(conllx_trees(), max_size=3))
def test_conllx_is_read_as_it_was_written(trees: list[Tree]) -> None:
    text = "".join(map(conllu.conllx_serialise, trees))
    assert conllu.conllx_parse(text) == trees


@given(st.lists(conllu_trees(), min_size=1, max_size=3))
def test_lines_are_those_of_the_file(tmp_path: Path, trees: list[Tree]) -> None:
    path = tmp_path / "a.conllu"
    conllu.write_trees(path, trees)
    lines = path.read_bytes().decode().split("\n")
    for tree in conllu.read_trees(path):
        for word in tree.words:
            assert lines[tree.line_of(word.id) - 1].startswith(f"{word.id}\t{word.form}\t")


@given(st.one_of(conllu_trees(), conllx_trees()))
def test_a_way_between_the_formats_loses_nothing_or_is_refused(tree: Tree) -> None:
    ways: list[tuple[Callable[[Tree], str], Callable[[str], list[Tree]]]] = [
        (conllu.serialise, conllu.parse), (conllu.conllx_serialise, conllu.conllx_parse)
    ]  # fmt: skip
    gone = 0
    for serialise, parse in ways:
        try:
            text = serialise(tree)
        except InputError:
            continue
        gone += 1
        assert parse(text) == [tree]
    assert gone >= 1  # the format that it is from


@given(conllu_trees(), st.data())
def test_heads_that_are_no_tree_are_refused(tree: Tree, data: st.DataObject) -> None:
    given = data.draw(st.lists(st.integers(-1, len(tree) + 1), min_size=len(tree), max_size=len(tree)))
    changed = replace(tree, words=tuple(replace(one, head=head) for one, head in zip(tree.words, given, strict=True)))
    hanging = (
        given.count(0) == 1 and all(0 <= head <= len(tree) for head in given) and len(changed.subtree(0)) == len(tree)
    )
    assert (fault(given) is None) == hanging
    if hanging:
        assert conllu.parse(conllu.serialise(changed)) == [changed]
    else:
        with pytest.raises(InputError):
            conllu.serialise(changed)


PIECES = st.sampled_from([
    b"1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n", b"2\tb\t_\t_\t_\t_\t1\tdep\t_\t_\n", b"2\tb\t_\t_\t_\t_\t0\tdep\t2\t_\n",
    b"1\ta\t_\t_\t_\t_\t2\tdep\t_\t_\n", b"1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n", b"2-3\tbc\t_\t_\t_\t_\t_\t_\t_\t_\n",
    b"1.1\te\t_\t_\t_\t_\t_\t_\t1:x\t_\n", b"0.1\te\t_\t_\t_\t_\t_\t_\t1:x\t_\n", b"# sent_id = a\n",
    b"# sent_id = b\n", b"# newdoc id = d\n", b"# text = a b\n", b"# global.columns = ID FORM\n", b"#\n", b"\n",
    b"\n\n", b"\r\n", b"\r", b"\t", b" ", b"_", b"0", b"1", b"-", b".", b"9999999999",
    b"\xd9\xa1", b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff",
    b"\xe2\x80\xa8", b"\x1f\x8b", b"\x28\xb5\x2f\xfd",
])  # fmt: skip
FILES = st.one_of(st.lists(PIECES, max_size=14).map(b"".join), st.binary(max_size=100))
FILES |= FILES.map(lambda raw: raw.decode("utf-8", "replace").encode("utf-16"))


@pytest.mark.parametrize("name", ["conllu", "conllx"])
@given(raw=FILES)
@settings(max_examples=settings().max_examples * 5)
def test_whatever_is_in_the_file(tmp_path: Path, name: str, raw: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(raw)
    form = by_name(name)
    read_trees, serialise = form.read_trees, {"conllu": conllu.serialise, "conllx": conllu.conllx_serialise}[name]
    assert read_trees is not None
    trees = _read_or_refused(lambda: read_trees(path), path)
    for read in (form.read_cases, form.read_answers):
        batches = _read_or_refused(lambda read=read: read(path), path)
        if batches is not None:
            assert trees is not None
            assert sum(map(len, batches)) == len(trees) > 0
            assert [batch.lines for batch in batches] == [[tree.line for tree in trees]]
    if trees is not None:
        written = "".join(map(serialise, trees)).encode()
        in_utf8 = raw.decode("utf-16").encode() if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else raw
        plain = re.sub(rb"\r(?=\n|\Z)", b"", in_utf8.removeprefix(b"\xef\xbb\xbf"))
        assert written.rstrip(b"\n") == plain.rstrip(b"\n")


def _read_or_refused(read: Callable[[], Iterable[Any]], path: Path) -> list[Any] | None:
    try:
        return list(read())
    except InputError as refused:
        error = str(refused)
    assert error.startswith(f"{path}:")
    assert "\n" not in error
    return None

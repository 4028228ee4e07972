import pytest

from murho.suites.model import Item, Order, Phenomenon, Section, Structure, Suite, grown, masses, path_text


def test_leaves_that_share_a_link_share_its_mass() -> None:
    leaves = {
        "1": Structure("1", link="v-x", freq=0.5, test="a"),
        "2": Structure("2", link="v-x", freq=0.5, test="b"),
        "3": Structure("3", link="v-n", freq=0.25, test="c"),
        "4": Structure("4", link="v-n", test="d"),
    }
    assert masses(leaves) == {"1": 0.25, "2": 0.25, "3": 0.25, "4": None}


def test_a_frequency_without_a_link_is_its_own() -> None:
    leaves = {"1": Structure("1", freq=0.5, test="a"), "2": Structure("2", freq=0.5, test="b")}
    assert masses(leaves) == {"1": 0.5, "2": 0.5}


def test_schemas_that_are_told_alike_share() -> None:
    one = Order("1", func="subj#v", cat="np#v", freq=0.2, test="a")
    same = Order("2", func="subj#v", cat="np#v", freq=0.2, test="b")
    other = Order("3", func="subj#v", cat="s#v", freq=0.2, test="c")
    assert masses({"1": one, "2": same, "3": other}) == {"1": 0.1, "2": 0.1, "3": 0.2}


def test_any_depth() -> None:
    path = tuple(f"p{n}" for n in range(3000))
    suite = Suite((Section("phenomena"),))
    assert list(suite.leaves()) == []
    deep: Section = Section("phenomena", (Item("1", test="x"),))
    for name in reversed(path):
        deep = Section("phenomena", (Phenomenon("phenomenon", name, deep.parts),))
    [(found, leaf)] = Suite((deep,)).leaves()
    assert found == ("phenomena", *path)
    assert leaf.id == "1"


def test_an_item_in_two_places_is_one() -> None:
    item = Item("1", test="x")
    suite = Suite((grown("phenomena", [(("a",), item), (("b", "c"), item)]),))
    assert suite.of_section("phenomena") == {"1": item}
    assert suite.paths() == {"1": [("phenomena", "a"), ("phenomena", "b", "c")]}


def test_the_line_is_no_part_of_a_leaf() -> None:
    assert Item("1", test="x", line=3) == Item("1", test="x", line=4)


@pytest.mark.parametrize(("names", "text"), [(("a", "b"), "a/b"), (("a/b", "c"), "a∕b/c")])
def test_paths_as_text(names: tuple[str, ...], text: str) -> None:
    assert path_text(names) == text

from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.suites import tsdb

RELATIONS = """item:
  i-id :integer :key
  i-input :string
  i-wf :integer

phenomenon:
  p-id :integer :key
  p-name :string
  p-supertypes :string

item-phenomenon:
  ip-id :integer :key
  i-id :integer :key
  p-id :integer :key

parse:
  parse-id :integer :key
  i-id :integer :key
  readings :integer
  total :integer
  error :string
"""
TABLES = {
    "relations": RELATIONS,
    "item": "1@Llueve.@1\n2@Llueven.@0\n3@Nieva quizás.@2\n4@Ve a Ana.@1\n",
    "phenomenon": "10@verb@\n20@negation@verb\n30@object@verb&other\n",
    "item-phenomenon": "1@1@10\n2@2@10\n3@4@30\n4@4@20\n",
    "parse": "1@1@3@120@\n2@2@0@8@\n3@4@-1@-1@time-out\n",
}


@pytest.fixture
def skeleton(tmp_path: Path) -> Path:
    for name, text in TABLES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_items_below_their_phenomena(skeleton: Path) -> None:
    suite = tsdb.read(str(skeleton))
    assert [(where[1:], leaf.id) for where, leaf in suite.leaves()] == [
        (("verb",), "1"),
        (("verb",), "2"),
        (("verb", "negation"), "4"),
        (("verb", "object"), "4"),
        ((), "3"),
    ]
    items = suite.of_section("phenomena")
    assert [getattr(items[name], "wellformed", "") for name in "1234"] == [True, False, None, True]


def test_results(skeleton: Path) -> None:
    said = tsdb.read_results(str(skeleton))
    assert said.ids == ["1", "2", "4"]
    assert said.answers == [("accepted",), (), UNDEFINED]
    assert said.failures == [None, None, "time-out"]
    assert said.seconds == [0.12, 0.008, None]
    assert said.extras == {"readings": [3, 0, -1]}


def test_without_phenomena(skeleton: Path) -> None:
    for name in ("phenomenon", "item-phenomenon"):
        (skeleton / name).unlink()
    assert {where for where, _ in tsdb.read(str(skeleton)).leaves()} == {("phenomena",)}


@pytest.mark.parametrize(
    ("table", "text", "found"),
    [
        ("item", "1@Llueve.\n", "item:1: no row of 'item'"),
        ("item", "1@Llueve.@yes\n", "item:1: no row of 'item'"),
        ("item", "1@Llueve.@1\n1@Nieva.@1\n", "item:2: item 1 stands here again"),
        ("item", "1@@1\n", "item:1: item 1 has no i-input"),
        ("item-phenomenon", "1@9@10\n", "item-phenomenon:1: i-id 9 is in no table"),
        ("item-phenomenon", "1@1@99\n", "item-phenomenon:1: p-id 99 is in no table"),
        ("relations", "nonsense", "no schema of tables"),
    ],
)
def test_what_is_wrong(skeleton: Path, table: str, text: str, found: str) -> None:
    (skeleton / table).write_text(text)
    with pytest.raises(InputError) as error:
        tsdb.read(str(skeleton))
    assert found in str(error.value)


def test_supertypes_that_go_round_in_a_circle(skeleton: Path) -> None:
    (skeleton / "phenomenon").write_text("10@verb@negation\n20@negation@verb\n30@object@\n")
    assert {where[1:] for where, _ in tsdb.read(str(skeleton)).leaves()} >= {("negation", "verb"), ("object",)}


def test_not_latin_1(skeleton: Path) -> None:
    (skeleton / "item").write_bytes("1@Lluévé.@1\n".encode("latin-1"))
    with pytest.raises(InputError, match="item:1: not UTF-8"):
        tsdb.read(str(skeleton))


def test_no_results(skeleton: Path) -> None:
    (skeleton / "parse").unlink()
    with pytest.raises(InputError, match="no table 'parse'"):
        tsdb.read_results(str(skeleton))


def test_parsed_twice(skeleton: Path) -> None:
    (skeleton / "parse").write_text("1@1@3@120@\n2@1@0@8@\n")
    with pytest.raises(InputError, match="parse:2: item 1 was parsed twice"):
        tsdb.read_results(str(skeleton))


def test_the_spanish_suite(data: Path) -> None:
    suite = tsdb.read(str(data / "testsuites" / "srg-mrs"))
    items = suite.of_section("phenomena")
    assert len(items) == 107
    assert items["11"].test == "Llueve."
    assert all(getattr(item, "wellformed", None) for item in items.values())


def test_a_lattice_of_supertypes_is_refused_before_it_fills_the_memory(skeleton: Path) -> None:
    """Forty layers of two phenomena, each below both of the layer above: 2 to the power of 40 paths."""
    rows = [f"{2 * n + i}@{'ab'[i]}{n}@{f'a{n - 1} b{n - 1}' * (n > 0)}" for n in range(40) for i in (0, 1)]
    (skeleton / "phenomenon").write_text("\n".join(rows) + "\n")
    with pytest.raises(
        InputError, match=r"phenomenon: phenomenon 'a10' stands in more than 1000 places; give it fewer"
    ):
        tsdb.read(str(skeleton))
    chain = [f"{n}@p{n}@{f'p{n - 1}' * (n > 0)}" for n in range(102)]
    (skeleton / "phenomenon").write_text("\n".join(chain) + "\n")
    with pytest.raises(InputError, match="phenomena below more than 100 others"):
        tsdb.read(str(skeleton))

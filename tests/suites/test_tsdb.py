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
        (("other", "object"), "4"),
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
        ("item", "@Llueve.@1\n", "item:1: no row of 'item': i-id is empty; mend the table"),
        ("item", "1@Llueve.@1@\n", "item:1: no row of 'item': 4 fields, where relations has 3"),
        ("phenomenon", "10@@\n", "phenomenon:1: no row of 'phenomenon': p-name is empty"),
        ("item-phenomenon", "1@1@\n", "item-phenomenon:1: no row of 'item-phenomenon': p-id is empty"),
        ("item", "1@Llueve.@1\n2@Nieva\\q.@1\n", "item:2: no row of 'item': invalid escape sequence: \\q; mend"),
        ("item", "1@Llueve.@1\\\n", "item:1: no row of 'item': invalid escape at end-of-string"),
        (
            "relations",
            RELATIONS.replace("i-wf :integer", "i-wf :whole"),
            "/relations: column 'i-wf' of table 'item' is of type ':whole'; give it one of :integer, :string, :float, ",
        ),
        ("relations", "nonsense", "no schema of tables"),
        ("relations", "i-id :integer\n" + RELATIONS, "no schema of tables: invalid line"),
        (
            "relations",
            RELATIONS.replace("i-wf :integer", "i-wf"),
            "relations: no schema of tables: a column has no type",
        ),
    ],
)
def test_what_is_wrong(skeleton: Path, table: str, text: str, found: str) -> None:
    (skeleton / table).write_text(text)
    with pytest.raises(InputError) as error:
        tsdb.read(str(skeleton))
    assert found in str(error.value)


@pytest.mark.parametrize(
    ("table", "column"),
    [
        *(("item", column) for column in ("i-id", "i-input", "i-wf")),
        *(("phenomenon", column) for column in ("p-id", "p-name")),
        *(("item-phenomenon", column) for column in ("i-id", "p-id")),
        *(("parse", column) for column in ("i-id", "readings")),
    ],
)
def test_a_column_that_is_not_declared(skeleton: Path, table: str, column: str) -> None:
    before, name, behind = RELATIONS.partition(f"\n{table}:\n") if table != "item" else ("", "item:\n", RELATIONS[6:])
    columns, gap, rest = behind.partition("\n\n")
    kept = "\n".join(line for line in columns.splitlines() if line.split()[0] != column)
    (skeleton / "relations").write_text(before + name + kept + gap + rest)
    with pytest.raises(InputError) as error:
        (tsdb.read_results if table == "parse" else tsdb.read)(str(skeleton))
    wanted = f"{skeleton}/relations: table {table!r} has no column {column!r}; declare it, and fill it"
    assert str(error.value) == wanted


def test_without_the_columns_that_it_can_do_without(skeleton: Path) -> None:
    lines = [
        line for line in RELATIONS.splitlines() if line.split()[:1] not in (["p-supertypes"], ["total"], ["error"])
    ]
    (skeleton / "relations").write_text("\n".join(lines))
    (skeleton / "phenomenon").write_text("10@verb\n20@negation\n30@object\n")
    (skeleton / "parse").write_text("1@1@3\n3@4@-1\n")
    assert [where[1:] for where, _ in tsdb.read(str(skeleton)).leaves()][-1:] == [()]
    said = tsdb.read_results(str(skeleton))
    assert (said.answers, said.failures, said.seconds) == (
        [("accepted",), UNDEFINED],
        [None, "no result"],
        [None, None],
    )


def test_values_of_other_types_than_usual(skeleton: Path) -> None:
    """Only the columns that are used are looked at: not a date that is none, and not what a number is called."""
    odd = RELATIONS.replace("i-wf :integer", "i-wf :integer\n  i-date :date").replace(
        "i-input :string", "i-input :integer"
    )
    (skeleton / "relations").write_text(odd.replace("readings :integer", "readings :string"))
    (skeleton / "item").write_text("1@12@1@31-foo-97\n")
    (skeleton / "item-phenomenon").write_text("")
    assert tsdb.read(str(skeleton)).of_section("phenomena")["1"].test == "12"
    with pytest.raises(InputError, match="parse:1: no row of 'parse': readings is '3', which is no number; mend"):
        tsdb.read_results(str(skeleton))


def test_a_row_that_points_nowhere_is_left_out_and_told(skeleton: Path) -> None:
    whole = tsdb.read(str(skeleton))
    assert (whole.left_out, whole.notes) == ((), [])
    rows = TABLES["item-phenomenon"].splitlines()
    (skeleton / "item-phenomenon").write_text("\n".join([rows[0], "9@77@10", *rows[1:], "10@1@99"]) + "\n")
    suite = tsdb.read(str(skeleton))
    assert suite == whole
    table = skeleton / "item-phenomenon"
    assert [str(one) for one in suite.left_out] == [
        f"{table}:2: warning: i-id 77 is in no table; the row is left out; mend the table",
        f"{table}:6: warning: p-id 99 is in no table; the row is left out; mend the table",
    ]
    assert suite.notes == [f"2 rows that point nowhere left out (first {table}:2: i-id 77 is in no table)"]
    with pytest.raises(InputError, match=r"item-phenomenon:2: i-id 77 is in no table; mend the table"):
        tsdb.read(str(skeleton), strict=True)


def test_supertypes_without_rows_are_phenomena(skeleton: Path) -> None:
    rows = ["10@C_Active@C_Diathesis", "20@C_Passive@C_Diathesis C_Diathesis", "30@NP_Agreement@NP, C_Active"]
    (skeleton / "phenomenon").write_text("\n".join(rows) + "\n")
    assert [(where[1:], leaf.id) for where, leaf in tsdb.read(str(skeleton)).leaves()] == [
        (("C_Diathesis", "C_Active"), "1"),
        (("C_Diathesis", "C_Active"), "2"),
        (("C_Diathesis", "C_Active", "NP_Agreement"), "4"),
        (("C_Diathesis", "C_Passive"), "4"),
        (("NP", "NP_Agreement"), "4"),
        ((), "3"),
    ]


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

"""What a person does to a table in a spreadsheet, well and badly."""

from dataclasses import replace
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.suites.building import review
from murho.suites.building.review import Reviewed, ReviewedLink
from murho.suites.building.schemas import Key
from murho.suites.building.survey import Link

EATS = Reviewed(
    Key("subj#v#dobj", "np#v#np", "active", "full"),
    keep=True,
    count=7,
    freq=0.25,
    ids="a#b#c",
    suggestions=("Ana come pan", '- "¿Sí?" -dijo', "=1+1"),
    test="Eva come pan.",
    parent="comer",
    children="Eva#pan",
    comment="bien",
    corpus="es_mine",
)
RAINS = Reviewed(Key("v", "v", "impersonal", "empty"), keep=False, count=1, freq=0.05, suggestions=("Llueve", "", ""))


def _written(path: Path) -> Path:
    review.write_schemas(path / "schemas.tsv", [EATS, RAINS])
    return path / "schemas.tsv"


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    assert review.read_schemas(_written(tmp_path)) == [replace(EATS, line=2), replace(RAINS, line=3)]


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    cells = _written(tmp_path).read_text("utf-8").replace("\n", "\t").split("\t")
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


def test_columns_in_any_order_cells_missing_at_the_end_empty_rows_and_commas(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text(
        "\ufefffunc\tcat\tconstr\tsbjtype\tdecision\tfreq\tcomment\r\n\t\t\t\t\t\t\r\n"
        'v\tv\tactive\telliptic\tkeep\t0,5\t"on two\nlines"\r\nv#subj\tv#np\tactive\tfull\tdrop\r\n',
        "utf-8",
        newline="",
    )
    one, two = review.read_schemas(path)
    assert (one.freq, one.comment, one.line, two.line, two.keep) == (0.5, "on two lines", 3, 5, False)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("keep\t", "maybe\t", "2: decision is 'maybe'; write one of: keep, drop"),
        ("subj#v#dobj\tnp#v#np", "subj#v#thing\tnp#v#np", "2: func has 'thing'; write some of: subj, csubj, dobj"),
        ("subj#v#dobj\tnp#v#np", "subj#v#dobj\tnp#v#xp", "2: cat has 'xp'; write some of: np, pp"),
        ("subj#v#dobj\tnp#v#np", "subj#dobj\tnp#np", "2: func 'subj#dobj' has 0 verbs; write v once"),
        ("subj#v#dobj\tnp#v#np", "subj#v#dobj\tnp#v", "2: func 'subj#v#dobj' and cat 'np#v' do not go together"),
        ("subj#v#dobj\tnp#v#np", "subj#v#dobj\tv#np#np", "2: func 'subj#v#dobj' and cat 'v#np#np' do not go together"),
        ("\tactive\t", "\tmiddle\t", "2: constr is 'middle'; write one of: active, passive"),
        ("\tfull\t", "\tsaid\t", "2: sbjtype is 'said'; write one of: full, elliptic"),
        ("\tsubj#v#obj\tsubj#v#obj\t", "\tsubj#v\tsubj#v#obj\t", "2: class is 'subj#v', but func"),
        ("\t7\t", "\tseven\t", "2: count is 'seven'; write a whole number"),
        ("\t0.250000\t", "\t25\t", "2: freq is '25'; write a number from 0 to 1, or null"),
        ("\t0.250000\t", "\tnan\t", "2: freq is 'nan'; write a number from 0 to 1, or null"),
        ("es_mine\n", "es_mine\tmore\n", "2: 19 cells where the header has 18; is there a tab within a cell?"),
        ("decision\t", "choice\t", "1: no column 'decision'; save the table tab-separated"),
        ("\tcomment\t", "\tnotes\t", "1: unknown column 'notes'; put what it says into the column comment"),
        ("\tcomment\t", "\ttest\t", "1: a second column 'test'; leave one of them"),
        ("keep\t", 'keep"\t"', "2: no cell ends here"),
    ],
)  # fmt: skip
def test_a_bad_edit_is_told_with_its_line(old: str, new: str, message: str, tmp_path: Path) -> None:
    path = _written(tmp_path)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(InputError) as caught:
        review.read_schemas(path)
    assert str(caught.value).startswith(f"{path}:{message}")


def test_a_table_saved_with_semicolons(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text("decision;func;cat;constr;sbjtype\nkeep;v;v;active;full\n", "utf-8")
    with pytest.raises(InputError, match=r"mine.tsv:1: no tabs in the header; save the table tab-separated"):
        review.read_schemas(path)


def test_one_realization_on_two_lines(tmp_path: Path) -> None:
    path = _written(tmp_path)
    with path.open("a", encoding="utf-8") as file:
        file.write(path.read_text("utf-8").splitlines()[1] + "\n")
    with pytest.raises(InputError, match=r"schemas.tsv:4: the same realization as on line 2"):
        review.read_schemas(path)


def test_merging_keeps_what_a_person_did_and_takes_fresh_counts() -> None:
    fresh = [replace(RAINS, keep=True, count=9, freq=0.9)]
    (rains, eats) = review.merged([replace(EATS, line=2), replace(RAINS, keep=False, test="Nieva.")], fresh)
    assert (rains.keep, rains.test, rains.count, rains.freq) == (False, "Nieva.", 9, 0.9)
    assert (eats.test, eats.count, eats.freq, eats.ids, eats.keep) == ("Eva come pan.", 0, None, "", True)


def test_links_are_read_back_and_what_is_dropped_is_null(tmp_path: Path) -> None:
    rows = review.proposed_links([Link("v-n", "", 8, 0.8, ("comer pan",)), Link("v-x", "", 2, None, ())])
    assert [row.keep for row in rows] == [True, False]
    review.write_links(tmp_path / "links.tsv", [replace(rows[0], keep=False, comment="too many senses"), rows[1]])
    read = review.read_links(tmp_path / "links.tsv")
    assert review.frequencies(read) == {"v-n": None, "v-x": None}
    merged = review.merged_links([*read, ReviewedLink("v-z", "", True, 3, 0.1)], review.proposed_links([]))
    assert [(row.link, row.count, row.freq) for row in merged] == [("v-n", 0, None), ("v-x", 0, None), ("v-z", 0, None)]
    (again, _) = review.merged_links(read, rows)
    assert (again.keep, again.freq, again.comment) == (False, 0.8, "too many senses")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("keep\tvn\t0.1", "link is 'vn'; write two letters, as in v-n"),
        ("keep\tv-n\t2", "freq is '2'"),
        ("yes\tv-n\t0.1", "decision is 'yes'"),
    ],
)
def test_bad_links(row: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "links.tsv").write_text(f"decision\tlink\tfreq\nkeep\tv-p\t0.1\n{row}\n", "utf-8")
    with pytest.raises(InputError, match=message) as caught:
        review.read_links(tmp_path / "links.tsv")
    assert caught.value.line == 3


def test_a_spreadsheet_may_make_capitals(tmp_path: Path) -> None:
    (tmp_path / "links.tsv").write_text("decision\tlink\tfreq\nKeep\tv-p\t0.1\nDROP\tv-n\t0.1\n", "utf-8")
    assert [row.keep for row in review.read_links(tmp_path / "links.tsv")] == [True, False]


def test_a_table_is_known_by_its_header(tmp_path: Path) -> None:
    assert review.kind(_written(tmp_path)) == "schemas"
    (tmp_path / "x.tsv").write_text("a\tb\n", "utf-8")
    with pytest.raises(InputError, match=r"x.tsv:1: no table to review; give schemas.tsv, links.tsv or trees.tsv"):
        review.kind(tmp_path / "x.tsv")
    (tmp_path / "x.tsv").write_text("decision,test,func,cat\n", "utf-8")
    with pytest.raises(InputError, match=r"x.tsv:1: no tabs in the header; save the table tab-separated"):
        review.kind(tmp_path / "x.tsv")
    (tmp_path / "x.tsv").write_text("", "utf-8")
    with pytest.raises(InputError, match="an empty file"):
        review.kind(tmp_path / "x.tsv")

"""Everything a check can find is found, at its line, and nothing else."""

import shutil
from pathlib import Path

import pytest

from murho.suites import checks
from murho.suites.checks import check_file, summary
from murho.suites.model import Item, Phenomenon, Section, Suite

DATA = Path(__file__).parents[2] / "examples" / "suites"


def found(folder: Path, *changes: tuple[str, str], data: tuple[tuple[str, str], ...] = ()) -> list[str]:
    """What is found in the small suite with these changes to it and to its test data."""
    for name, edits in (("small.xml", changes), ("small.conllu", data)):
        text = (DATA / name).read_text("utf-8")
        for old, new in edits:
            assert old in text
            text = text.replace(old, new, 1)
        (folder / name).write_text(text, encoding="utf-8")
    _, _, findings = check_file(str(folder / "small.xml"))
    return [str(one).removeprefix(f"{folder}/") for one in findings]


def test_nothing_is_wrong_with_the_small_suite(tmp_path: Path) -> None:
    assert found(tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('id="0003"', 'id="0002"', "small.xml:12: error: the id '0002' stands twice, first in line 11"),
        ('"intrachunk"', '"chunk"', "small.xml:18: error: unknown level 'chunk'"),
        ('hierarchy name="head"', 'hierarchy name="top"', "small.xml:7: error: unknown hierarchy 'top'"),
        ('freq="0.131629"', 'freq="1.5"', "small.xml:13: error: freq is 1.5; a relative frequency lies in [0, 1]"),
        ('freq="0.131629"', 'freq="-0.1"', "small.xml:13: error: freq is -0.1"),
        ('freq="0.131629"', 'freq="NaN"', "small.xml:13: error: freq is nan"),
        ('freq="0.131629"', 'freq="inf"', "small.xml:13: error: freq is inf"),
        ('freq="0.131629"', 'freq="rare"', "small.xml:13: error: freq is 'rare'; write a number"),
        ('test="Es acusada."', 'test="Es leída."', ":12: error: test sentence 'Es leída.' is not in the test data"),
        ('parent="acusar"', 'parent="robar"', ":12: error: realization '0003': lemma 'robar' is not in the tree"),
        ('child="haber"', 'child="tener"', "small.xml:11: error: realization '0002': lemma 'tener' is not in the tree"),
        (
            'parent="vender" child="casa"',
            'parent="haber" child="casa"',
            "small.xml:13: error: realization '0004': no 'casa' hangs from 'haber' in the tree",
        ),
        (
            'link="n-d"',
            'link="n-a"',
            "small.xml:21: error: realization '0006': link 'n-a', but the tree has n-d between 'taza' and 'el'",
        ),
        ('link="n-d"', 'link="n-q"', "small.xml:21: error: link 'n-q'; write the letters of parent and child"),
        ('link="v-n" parent="vender"', 'link="v-x" parent="vender"', "the tree has v-n between 'vender' and"),
        (
            'child="ser" freq="0.010655"',
            'child="ser" freq="0.02"',
            "small.xml:12: error: link v-x has freq 0.02, but 0.010655 in line 11",
        ),
        ('child="casa" freq', 'child="null" freq', ":13: error: realization '0004': link 'v-n' without a child"),
        ('parent="salir"', 'parent="null"', "small.xml:8: error: realization '0001': no parent"),
        ('func="subj#v#attr"', 'func="subj#attr"', "small.xml:34: error: func 'subj#attr'"),
        ('cat="np#v#adjp"', 'cat="np#v"', "small.xml:34: error: cat 'np#v' beside func 'subj#v#attr'"),
        ('cat="np#v#adjp"', 'cat="v#np#adjp"', "small.xml:34: error: cat 'v#np#adjp'"),
        (
            'children="casa#caro"',
            'children="caro#casa"',
            "small.xml:34: error: realization '0102': the tree has no 'caro ser casa' in this order",
        ),
        ('children="casa#caro"', 'children="casa"', ":34: error: realization '0102': func 'subj#v#attr' with 1"),
        ('constr="active"', 'constr="lively"', "small.xml:34: warning: constr 'lively'; usual are: active"),
        ('idsensem="4#5#6"', 'idsensem="4#5"', "small.xml:34: warning: idsensem '4#5'; give three sentence ids"),
        ('language="es"', 'tongue="es"', "small.xml:3: error: unknown attribute 'tongue'"),
        ('language="es"', 'data="none.conllu"', "small.xml: error: no test data 'none.conllu'"),
        ('name="subj#v#obj">\n      <schema', 'name="subj#v">\n      <schema', "'subj#v' stands 2 times in 'order'"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_the_suite(tmp_path: Path, old: str, new: str, told: str) -> None:
    findings = found(tmp_path, (old, new))
    assert [one for one in findings if told in one], findings


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "# text = Es acusada.",
            "# text = Saldrán.",
            "small.conllu:14: error: 'Saldrán.' stands here again, first in line 1",
        ),
        ("# sent_id = s2", "# sent_id = s1", "small.conllu:6: error: the id 's1' stands 2 times"),
        ("# text = Es acusada.", "# text = Es otra.", "small.conllu:14: warning: 'Es otra.' is used by no realization"),
        ("1\tEs\tser", "1\tEs\testar", "small.xml:12: error: realization '0003': lemma 'ser' is not in the tree"),
        ("2\tvendido", "3\tvendido", "small.conllu:9: error:"),
        ("\t0\troot", "\t9\troot", "small.conllu:3: error:"),
    ],
)
def test_what_is_wrong_in_the_test_data(tmp_path: Path, old: str, new: str, told: str) -> None:
    findings = found(tmp_path, data=((old, new),))
    assert [one for one in findings if told in one], findings


def test_all_of_it_at_once_and_in_order(tmp_path: Path) -> None:
    findings = found(
        tmp_path,
        ('freq="0.131629"', 'freq="2"'),
        ('child="haber"', 'child="tener"'),
        ('test="Es acusada."', 'test="No."'),
        data=(("# sent_id = s2", "# sent_id = s1"),),
    )
    assert [one.partition(" ")[0] for one in findings] == [
        "small.xml:11:",
        "small.xml:12:",
        "small.xml:13:",
        "small.conllu:6:",
        "small.conllu:14:",
    ]


def test_a_sentence_that_fits_twice_is_a_warning(tmp_path: Path) -> None:
    twice = ("3\tla\tel\tDET\t_\t_\t4\tdet", "3\tla\tcasa\tNOUN\t_\t_\t2\tnsubj")
    findings = found(tmp_path, data=(twice,))
    assert findings == [
        "small.xml:13: warning: realization '0004' fits 2 places in its sentence; the first is scored; a sentence that "
        "shows it once is better"
    ]


def test_words_that_do_not_spell_the_text(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, data=(("3\tla\tel", "3\tuna\tel"),))
    assert finding.startswith("small.conllu:6: error: the words of 'Habrán vendido la casa.' are: Habrán vendido una")


def test_what_is_no_frequency_is_told_once(tmp_path: Path) -> None:
    findings = found(
        tmp_path, ('freq="0.131629"', 'freq="nan"'), ('child="haber" freq="0.010655"', 'child="haber" freq="7"')
    )
    assert [one.partition(";")[0] for one in findings] == [
        "small.xml:11: error: freq is 7.0",
        "small.xml:13: error: freq is nan",
    ]


def test_realizations_of_one_order_have_one_frequency(tmp_path: Path) -> None:
    row = next(line for line in (DATA / "small.xml").read_text("utf-8").splitlines() if 'id="0102"' in line)
    again = row.replace("0102", "0103").replace('freq="0.025000"', 'freq="0.3"')
    (finding,) = found(tmp_path, (row, f"{row}\n{again}"))
    assert finding == (
        "small.xml:35: error: order subj#v#attr np#v#adjp active full has freq 0.3, but 0.025 in line 34; "
        "one order has one frequency: print the same, or null"
    )
    assert found(tmp_path, (row, f"{row}\n{again.replace('0.3', 'null')}")) == []


def test_an_empty_id(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, ('id="0003"', 'id=" "'))
    assert finding == "small.xml:12: error: an empty id; give every realization an id of its own"


def test_no_test_data(tmp_path: Path) -> None:
    shutil.copy(DATA / "small.xml", tmp_path)
    _, data, findings = check_file(str(tmp_path / "small.xml"))
    assert data is None
    assert [str(one).removeprefix(f"{tmp_path}/") for one in findings] == [
        "small.xml: error: no test data; put a file of the same name beside it (.conllu, .conll, .txt), or name one "
        "in the attribute data"
    ]


def test_plain_text_is_checked_by_its_sentences_alone(tmp_path: Path) -> None:
    shutil.copy(DATA / "small.xml", tmp_path)
    lines = ["Saldrán.", "Habrán vendido la casa.", "Es acusada.", "La taza se rompió.", "La casa es cara."]
    (tmp_path / "small.txt").write_text("\n".join(lines))
    assert check_file(str(tmp_path / "small.xml"))[2] == []
    (tmp_path / "small.txt").write_text("\n".join(lines[1:]))
    assert [one.line for one in check_file(str(tmp_path / "small.xml"))[2]] == [8]


def test_a_suite_without_realizations() -> None:
    assert [str(one) for one in checks.findings(Suite())] == ["error: no realization at all; give at least one"]


def test_an_empty_phenomenon_is_odd() -> None:
    parts = (Phenomenon("phenomenon", "a"), Item("1", test="x"))
    assert [one.found for one in checks.findings(Suite((Section("phenomena", parts),)))] == ["phenomenon 'a' is empty"]


def test_the_summary(tmp_path: Path) -> None:
    suite, data, _ = check_file(str(DATA / "small.xml"))
    assert suite is not None
    assert summary(suite, data) == {
        "sections": {"structure": 6, "order": 2},
        "realizations": 8,
        "sentences": 5,
        "phenomena": 17,
        "test_data": 5,
        "links": 3,
        "without_frequency": 2,
        "wellformed": 0,
        "illformed": 0,
    }

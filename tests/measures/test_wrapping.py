"""Structures judged as units."""

from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.errors import InputError, MeaningError, UsageError
from murho.core.meaning import UNDEFINED
from murho.measures import fine_enough, measure
from murho.measures.adopted import Adopted
from murho.measures.mapped import mapped
from murho.measures.naming import configured, parted
from murho.measures.unopened import Unopened, recorded
from murho.measures.wrapping import At

LINES = ("to.city -> goalcity", "no=true -> dm_marker:no", "keep *", "lower *")
GOLD = (["dm_marker:no", "goalcity:bonn"],)
SAID = ({"no": True, "to": {"city": "Bonn"}},)


@pytest.fixture
def sil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.chdir(tmp_path)
    Path("sil.map").write_text("\n".join(LINES))
    return "sil.map"


@pytest.mark.parametrize("name", ["concepts", "concept_bag", "slots", "slu", "frames", "oracle(concepts)"])
def test_every_measure_of_units_can_be_mapped(sil: str, name: str) -> None:
    how = measure(f"mapped({name}, {sil!r})")
    wrong = ({"no": True, "to": {"city": "Berlin"}},)
    judged = how.judge([GOLD, GOLD, GOLD, ()], [SAID, wrong, UNDEFINED, ()])
    assert judged.loss[0] == 0
    assert (judged.loss[1:3] > 0).all()
    assert judged.undefined.tolist() == [False, False, True, False]
    assert measure(repr(how)) == how
    assert how.files == (sil,)  # type: ignore[attr-defined]


def test_sides(sil: str) -> None:
    shout = (["dm_marker:NO", "goalcity:BONN"],)
    for side, reference, answer in (
        ("answers", GOLD, SAID),
        ("answers", GOLD, shout),
        ("references", SAID, GOLD),
        ("both", SAID, shout),
    ):
        assert measure(f"mapped(concepts, {sil!r}, side={side!r})").judge([reference], [answer]).loss.tolist() == [0]


def test_several_answers_are_mapped_one_by_one(sil: str) -> None:
    said = ({"to": {"city": "Berlin"}}, *SAID)
    assert measure(f"mapped(concepts, {sil!r})").judge([GOLD], [said]).loss.tolist() == [2]
    assert measure(f"mapped(oracle(concepts), {sil!r})").judge([GOLD], [said]).loss.tolist() == [0]
    assert measure(f"oracle(mapped(concepts, {sil!r}))").judge([GOLD], [said]).loss.tolist() == [0]


def test_rows_of_units(sil: str) -> None:
    how = fine_enough(measure(f"mapped(concepts, {sil!r})"), ["attribute"])
    assert how.judge([GOLD], [SAID]).labels["attribute"] == ["dm_marker", "goalcity"]


def test_what_no_rule_takes_is_named_by_its_case(sil: str) -> None:
    with pytest.raises(MeaningError) as error:
        measure(f"mapped(concepts, {sil!r})").judge([GOLD, GOLD], [SAID, ({"from": {"city": "Bonn"}},)])
    assert (error.value.index, error.value.side) == (1, "answer")
    assert error.value.found == 'answer: no rule takes "Bonn" at from.city'
    with pytest.raises(MeaningError, match="reference: no rule takes") as error:
        measure(f"mapped(concepts, {sil!r}, 'references')").judge([("hours",)], [UNDEFINED])
    assert error.value.side == "reference"


def test_a_file_that_is_missing_is_missed_at_once() -> None:
    with pytest.raises(InputError, match=r"none\.map: no such file"):
        measure("mapped(concepts, 'none.map')").judge([], [])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mapped(words, 'f')", "words judges neither labels nor semantic units nor trees"),
        ("mapped(concepts, 'f', 'left')", "side='left'; known: answers, references, both"),
        ("mapped(concepts)", "measure mapped: "),
        ("mapped('concepts', 'f')", "'concepts' is not a measure; write it without quotes"),
    ],
)
def test_a_mapping_that_is_none(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        measure(text)


def test_what_is_mapped_is_a_measure_or_a_value_that_judges(sil: str) -> None:
    """Given from Python, where no name is looked up."""
    with pytest.raises(UsageError, match=r"^mapped: 'concepts' is not a measure; write it without quotes"):
        mapped("concepts", sil)  # type: ignore[arg-type]

    class Counted:
        bounded, fixed_units, kind = True, True, "units"

        def judge(self, references: object, answers: object) -> object:
            return references, answers

    around = mapped(Counted(), sil)  # type: ignore[arg-type]
    assert isinstance(around.measure, Adopted)
    assert around.inside is around.measure


def test_trees_of_another_annotation(tmp_path: Path) -> None:
    gold, own = (
        "\t".join(("1", "Go", "_", "VERB", "_", "_", "0", deprel, "_", "_")) + "\n\n" for deprel in ("root", "top")
    )
    (tmp_path / "own.map").write_text("deprel=top -> deprel=root")
    how = measure(f"mapped(dependencies, {str(tmp_path / 'own.map')!r})")
    assert measure("dependencies").judge([(gold,)], [(own,)]).loss.tolist() == [2]
    assert how.judge([(gold,)], [(own,)]).loss.tolist() == [0]
    with pytest.raises(MeaningError, match="no rule takes the deprel 'root'"):
        how.judge([(gold,)], [(gold,)])
    with pytest.raises(MeaningError, match="a text in CoNLL-U belongs"):
        how.judge([(gold,)], [(3,)])


def test_what_is_aligned_is_what_units_become(sil: str) -> None:
    how, other = measure(f"mapped(concepts, {sil!r})"), (["dm_marker:yes", "goalcity:bonn"],)
    assert how.aligned([other], [SAID]) == measure("concepts").aligned([other], [GOLD])
    assert [step.operation for step in how.aligned([other], [SAID])[0]] == ["S", "="]


def test_what_wraps_a_measure_passes_on_what_that_offers() -> None:
    inside = measure("breaks")
    around = measure("oracle(breaks)")
    rows = inside.judge([(["0", "1", "0"],)], [(["1", "0", "0"],)])
    assert inside.floors(rows.counts)
    assert {name: dict(one) for name, one in around.floors(rows.counts).items()} == {
        name: dict(one) for name, one in inside.floors(rows.counts).items()
    }
    assert around.criteria(rows.counts).keys() == inside.criteria(rows.counts).keys()
    assert around.tokens_of("a | b") == inside.tokens_of("a | b")


def test_labels_out_of_an_engines_json(tmp_path: Path) -> None:
    file = tmp_path / "engine.map"
    file.write_text("intents.name -> label\nlower label\nvalue label: bookflight = book_flight\nvalue label: none =")
    how = measure(f"mapped(labels, {str(file)!r})")
    right = ({"intents": [{"name": "BookFlight", "sure": 0.5}, {"name": "greet", "sure": 0.1}]},)
    judged = how.judge([("book_flight",), ("greet",), (), ("greet",)], [right, right, ({"intents": []},), UNDEFINED])
    assert judged.loss.tolist() == [0, 1, 0, 1]
    assert judged.labels == {
        "gold": ["book_flight", "greet", "∅", "greet"],
        "given": ["book_flight", "book_flight", "∅", "⊥"],
    }
    assert measure(f"mapped(oracle(labels), {str(file)!r})").judge([("greet",)], [right]).loss.tolist() == [0]
    with pytest.raises(MeaningError) as error:
        how.judge([("greet",), ("greet",)], [right, ({"intent": {"name": "greet"}},)])
    assert (error.value.index, error.value.found) == (1, "answer: no label at intents.name (found: intent.name)")


# Measures of one stage of a chain: their notation, and that they judge as the measure inside.


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("words@heard", "words@heard"),
        ("wer@heard", "words@heard"),
        (" words @ heard ", "words@heard"),
        ("oracle(words, 2)@heard", "oracle(words, n=2)@heard"),
        ("words(normalize='lower')@heard", "words(normalize='lower')@heard"),
        ("mapped(concepts, 'a@b.map')@meant", "mapped(concepts, 'a@b.map')@meant"),
    ],
)
def test_the_notation_reads_back(text: str, shown: str) -> None:
    how = measure(text)
    assert repr(how) == shown
    assert measure(shown) == how == recorded(shown)
    assert isinstance(how, At)
    assert (how.stage, how) != (measure("words@seen").stage, measure("words@seen"))


def test_what_is_no_stage() -> None:
    assert parted("mapped(concepts, 'a@b')") == ("mapped(concepts, 'a@b')", None)
    assert measure("mapped(concepts, 'a@b')").stage is None
    with pytest.raises(UsageError, match="cannot be read"):
        measure("words@2nd")
    with pytest.raises(UsageError, match="one stage is judged at a time; write words@heard"):
        measure("words@heard@seen")
    with pytest.raises(UsageError, match="no measure 'wrds'; did you mean words"):
        measure("wrds@heard")
    with pytest.raises(UsageError, match=r"stands behind the whole measure; write oracle\(words, 2\)@heard$"):
        measure("oracle(words@heard, 2)")


@pytest.mark.parametrize("stage", ["", "2nd", "as heard"])
def test_a_stage_has_a_name(stage: str) -> None:
    with pytest.raises(UsageError, match=f"^words@{stage}: a stage has a name, as in words@heard$"):
        At(measure("words"), stage=stage)


def test_many_stages_are_refused_in_one_line() -> None:
    with pytest.raises(UsageError, match=r"^words@x@x: one stage is judged at a time; write words@x$"):
        measure("words" + "@x" * 5000)


def test_it_is_as_the_measure_inside() -> None:
    how, inside = measure("concepts@meant"), measure("concepts")
    references, answers = [(["a:1", "b:2"],)], [(["a:1", "b:3"],)]
    assert how.judge(references, answers).loss.tolist() == inside.judge(references, answers).loss.tolist() == [1]
    assert repr(how.aligned(references, answers)) == repr(inside.aligned(references, answers))
    assert (how.kind, how.bounded, how.aligning, how.unit) == ("units", False, True, "unit")
    assert repr(fine_enough(how, ["attribute"])) == "concepts(rows='units')@meant"
    assert fine_enough(how, ["attribute"]).stage == "meant"
    assert repr(configured(measure("words@heard"), {"costs": "sclite"})) == "words(costs='sclite')@heard"
    assert measure("words@heard").titles.title == "Words, as heard"
    assert measure("words@heard").titles.loss == "word error rate"


def test_a_measure_whose_code_is_not_imported_keeps_its_stage() -> None:
    how = recorded("chat:chrf@heard", {"chat:chrf@heard": {"kind": "text", "bounded": False}})
    assert isinstance(how, At)
    assert isinstance(how.inside, Unopened)
    assert (repr(how), how.stage, how.kind, how.bounded) == ("chat:chrf@heard", "heard", "text", False)

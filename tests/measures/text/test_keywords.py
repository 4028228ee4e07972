"""Keywords: hits, misses and false alarms, in the place where they were said."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import InputError
from murho.measures import measure
from murho.measures.text.keywords import ByFrequency, Class, Spotted, Spotting, read_frequencies, read_keywords


def spot(keywords: list[str], said: list[str], heard: list[str], how: str = "words") -> Spotting:
    found = Spotting([keyword.split() for keyword in keywords], level=0.95)
    for steps in measure(how).aligned([(text,) for text in said], [(text,) for text in heard]):
        found.add(steps)
    return found


def counts(row: Spotted) -> tuple[int, int, int]:
    return row.hits, row.misses, row.false_alarms


def test_hits_misses_and_false_alarms() -> None:
    found = spot(
        ["bonn", "berlin"], ["to bonn", "to bonn", "no", "to bonn"], ["to bonn", "to born", "bonn", "to berlin"]
    )
    bonn, berlin = found.rows()
    assert counts(bonn) == (1, 2, 1)
    assert counts(berlin) == (0, 0, 1)
    assert counts(found.total()) == (1, 2, 2)
    assert 1 - (bonn.recall.value or 0) == pytest.approx(1 / 3)
    assert 1 - (bonn.precision.value or 0) == pytest.approx(1 / 2)
    assert 1 - (bonn.f1.value or 0) == pytest.approx(2 / 5)
    assert berlin.recall.value is None
    assert berlin.as_json()["recall"] is None
    total = found.total().as_json()
    assert total["recall_interval"][0] < total["recall"] < total["recall_interval"][1]


def test_the_place_counts() -> None:
    """Said at the start and heard at the end is no hit, though the word is in both."""
    (row,) = spot(["bonn"], ["bonn x y z"], ["x y z bonn"]).rows()
    assert counts(row) == (0, 1, 1)


def test_a_phrase_is_hit_whole() -> None:
    said = ["new york now", "new york", "new york", "old"]
    heard = ["new york now", "new yolk", "new big york", "new york"]
    found = spot(["new york"], said, heard)
    assert counts(found.rows()[0]) == (1, 2, 1)


def test_phrases_may_overlap_and_keywords_repeat() -> None:
    found = spot(["a a", "a", "a a"], ["a a a"], ["a a a"])
    assert [(row.keyword, *counts(row)) for row in found.rows()] == [("a a", 2, 0, 0), ("a", 3, 0, 0)]


def test_an_optional_word_that_was_left_out_was_not_said() -> None:
    found = spot(["please"], ["(please) go", "(please) go"], ["go", "please go"], "words(optional=True)")
    assert counts(found.rows()[0]) == (1, 0, 0)
    found = spot(["please"], ["go", "(please) go"], ["(please) go", "(please) go"], "words(optional=True)")
    assert counts(found.rows()[0]) == (1, 0, 0)


def test_nothing_found_at_all() -> None:
    found = spot(["zurich"], ["to bonn"], ["to bonn"])
    assert counts(found.total()) == (0, 0, 0)
    assert found.total().f1.value is None


words = st.lists(st.sampled_from("abc"), max_size=6)


@given(st.lists(st.tuples(words, words), min_size=1, max_size=5))
def test_single_words_add_up_to_all_words(pairs: list[tuple[list[str], list[str]]]) -> None:
    said, heard = ([" ".join(text) for text in side] for side in zip(*pairs, strict=True))
    found = spot(["a", "b", "c"], said, heard)
    total = found.total()
    judged = measure("words").judge([(text,) for text in said], [(text,) for text in heard]).counts
    assert total.hits == int(judged["hits"].sum())
    assert total.misses == int((judged["substitutions"] + judged["deletions"]).sum())
    assert total.false_alarms == int((judged["substitutions"] + judged["insertions"]).sum())


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "keywords.txt"
    path.write_text("# cities\n\n bonn \nnew york\n")
    assert read_keywords(path) == [(3, "bonn"), (4, "new york")]
    path.write_text("# nothing\n")
    with pytest.raises(InputError, match="no keyword at all"):
        read_keywords(path)


# Error by frequency: classes, given frequencies, and sums that agree with the measure.


def classes(said: list[str], heard: list[str], given: dict[str, int] | None = None) -> list[Class]:
    counted = ByFrequency(given, level=0.95)
    for steps in measure("words").aligned([(text,) for text in said], [(text,) for text in heard]):
        counted.add(steps)
    return counted.rows()


def test_given_frequencies_tell_what_training_has_not_seen() -> None:
    rows = classes(["to bonn", "to berlin"], ["to born", "to berlin"], {"to": 20_000, "berlin": 7})
    assert [(row.name, row.different, row.words, row.substitutions, row.falsely_recognised) for row in rows] == [
        ("0", 2, 1, 1, 1),
        ("5–9", 1, 1, 0, 0),
        ("10000+", 1, 2, 0, 0),
    ]
    assert [row.figure.value for row in rows] == [1, 0, 0]
    assert rows[0].as_json()["frequency"] == "0"
    assert rows[1].as_json()["frequency"] == "5-9"


def test_insertions_belong_to_the_word_that_was_inserted() -> None:
    rows = {row.name: row for row in classes(["a a b"], ["a a b b z"])}
    assert (rows["1"].insertions, rows["0"].insertions, rows["2–4"].insertions) == (1, 1, 0)
    assert rows["0"].figure.value is None


words_of_rarity = st.lists(st.sampled_from("aaaabbcdefg"), max_size=8)


@given(st.lists(st.tuples(words_of_rarity, words_of_rarity), min_size=1, max_size=6))
def test_the_classes_add_up_to_the_whole(pairs: list[tuple[list[str], list[str]]]) -> None:
    said, heard = ([" ".join(text) for text in side] for side in zip(*pairs, strict=True))
    rows = classes(said, heard)
    judged = measure("words").judge([(text,) for text in said], [(text,) for text in heard]).counts
    for name in ("substitutions", "deletions", "insertions"):
        assert sum(getattr(row, name) for row in rows) == int(judged[name].sum())
    assert sum(row.words for row in rows) == int(judged["units"].sum())
    assert sum(row.falsely_recognised for row in rows) == int(judged["substitutions"].sum())
    for row in rows:
        assert row.figure.numerator == row.substitutions + row.deletions
        assert row.figure.denominator == row.words


def test_clusters_widen_the_interval() -> None:
    """Ten speakers of ten utterances each, who have a word right or wrong throughout."""
    alone, together = ByFrequency(level=0.95), ByFrequency(level=0.95)
    for speaker in range(10):
        for _ in range(10):
            (steps,) = measure("words").aligned([("bonn",)], [("bonn" if speaker % 2 else "born",)])
            alone.add(steps)
            together.add(steps, cluster=str(speaker))
    one, other = alone.rows()[-1].figure, together.rows()[-1].figure
    assert other.high - other.low > 2 * (one.high - one.low)


def test_files_of_rarity(tmp_path: Path) -> None:
    path = tmp_path / "frequencies.txt"
    path.write_text("# word and count\nto\t120\n\n# 3\nberlin 7\n")
    assert read_frequencies(path) == {"to": 120, "#": 3, "berlin": 7}
    for wrong in ("berlin", "berlin many", "berlin 7 8", "berlin -1"):
        path.write_text(f"to 1\n{wrong}\n")
        with pytest.raises(InputError, match=r"frequencies\.txt:2: .* is no word with its frequency"):
            read_frequencies(path)
    path.write_text("to 1\nto 2\n")
    with pytest.raises(InputError, match=":2: 'to' a second time"):
        read_frequencies(path)

"""Error by frequency: classes, given frequencies, and sums that agree with the measure."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import InputError
from murho.measures import measure
from murho.measures.text.rarity import ByFrequency, Class, read_frequencies


def classes(said: list[str], heard: list[str], given: dict[str, int] | None = None) -> list[Class]:
    counted = ByFrequency(given)
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


words = st.lists(st.sampled_from("aaaabbcdefg"), max_size=8)


@given(st.lists(st.tuples(words, words), min_size=1, max_size=6))
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
    alone, together = ByFrequency(), ByFrequency()
    for speaker in range(10):
        for _ in range(10):
            (steps,) = measure("words").aligned([("bonn",)], [("bonn" if speaker % 2 else "born",)])
            alone.add(steps)
            together.add(steps, cluster=str(speaker))
    one, other = alone.rows()[-1].figure, together.rows()[-1].figure
    assert other.high - other.low > 2 * (one.high - one.low)


def test_files(tmp_path: Path) -> None:
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

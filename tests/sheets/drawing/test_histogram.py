"""The histogram of times."""

from murho.figures.course.running import times
from murho.sheets.drawing.histogram import Counts, draw, geometry


def drawn(*seconds: float | None) -> Counts:
    found = times(seconds)
    assert found is not None
    return Counts(found.counts, found.edges)


def test_bars_stand_on_a_scale_of_powers() -> None:
    found = geometry(drawn(0.001, 0.002, 0.004, None, 1.0))
    assert max(bar.height for bar in found.bars) == 100
    assert all(0 <= bar.left <= bar.left + bar.width <= 100.1 for bar in found.bars)
    assert [bar.title.rpartition(": ")[2] for bar in found.bars] == ["1", "1", "1", "1"]
    assert [text for _, text in found.marks] == ["1 ms", "10 ms", "100 ms", "1 s"]


def test_a_bar_is_as_high_as_its_share_of_the_highest() -> None:
    first, second = geometry(Counts([1, 4], [0.0, 0.5, 1.0])).bars
    assert (first.height, second.height) == (25, 100)
    assert second.title == "3.16 s to 10 s: 4"
    assert '<rect x="0.0%" y="75%" width="46.0%" height="25.0%"><title>1 s to 3.16 s: 1</title>' in draw(
        Counts([1, 4], [0.0, 0.5, 1.0])
    )


def test_what_took_no_time_has_a_bar() -> None:
    assert geometry(drawn(0.0, 0.0, 0.0)).bars[0].height == 100

"""Word graphs, of which the grammar takes the way that it understands."""

import pytest

from murho.core.word_graph import Link, WordGraph
from murho_lab.chart import bundled, graphs

TRAINS = bundled("trains")


def graph(*links: tuple[int, int, str | None, float]) -> WordGraph:
    """A word graph of links with posteriors."""
    last = max(end for _, end, _, _ in links)
    made = [Link(start, end, word, posterior=posterior) for start, end, word, posterior in links]
    return WordGraph.of([None] * (last + 1), made, 0, last)


def test_improbable_links_are_left_out_only_where_the_chart_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = graph((0, 1, "to", 1.0), (1, 2, "bonn", 0.995), (1, 2, "ulm", 0.005))
    whole = graphs.charted(TRAINS, wide)
    assert whole is not None
    assert whole.cut == graphs.CUTS[0]
    signs = sum(len({id(edge) for edges in at.values() for edge in edges}) for at in whole.chart.at)
    monkeypatch.setattr(graphs, "MOST_SIGNS", signs - 1)
    cut = graphs.charted(TRAINS, wide)
    assert cut is not None
    assert cut.cut == 0.01
    monkeypatch.setattr(graphs, "MOST_SIGNS", 1)
    assert graphs.charted(TRAINS, wide) is None


def test_a_graph_of_silence_has_no_chart() -> None:
    assert graphs.charted(TRAINS, graph((0, 1, None, 1.0))) is None

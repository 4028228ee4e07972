"""The best set of pieces, beside all sets there are; corrections between pieces."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho_lab.chart import Weights, bundled, read_parser
from murho_lab.chart.engine import Chart, chart, text_links
from murho_lab.chart.partial import best_pieces

PARSER = bundled("greetings")
WORDS = "uh to bonn no berlin tomorrow at nine from half ten in three weeks not via xx please".split()  # noqa: SIM905


def all_costs(made: Chart, node: int = 0) -> Iterator[tuple[int, int, int]]:
    """Words that nothing covers, pieces and importance, negative, of every set of pieces."""
    if node == made.last:
        yield 0, 0, 0
        return
    ready = made.compiled
    steps = [(end, 0, 0, 0) for end, _ in made.skips[node]] + [(end, 1, 0, 0) for end, _, _ in made.links[node]]
    steps += [(edge.end, 0, 1, -ready.importance[edge.kind]) for edge in made.edges(node, ready.piece)]
    steps += [(edge.end, 0, 1, 0) for edge in made.edges(node, ready.correction)]
    for end, *own in steps:
        for behind in all_costs(made, end):
            yield tuple(map(sum, zip(own, behind, strict=True)))  # type: ignore[misc]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=6))
def test_the_best_of_all_sets(words: list[str]) -> None:
    made = chart(PARSER.compiled, text_links(words))
    pieces = best_pieces(made)
    importance = {PARSER.compiled.names[kind]: worth for kind, worth in PARSER.compiled.importance.items()}
    worth = sum(importance[piece.type] for piece in pieces if piece.type not in (None, "correction"))
    found = (sum(p.type is None for p in pieces), sum(p.type is not None for p in pieces), -worth)
    assert found == min(all_costs(made))
    assert [piece.start for piece in pieces] == sorted(piece.start for piece in pieces)


@pytest.mark.parametrize(
    ("text", "units", "complete"),
    [
        ("uh to bonn no to berlin tomorrow", ["goal:berlin", "date:tomorrow"], True),
        ("to bonn no berlin", ["goal:berlin"], True),
        ("berlin no to bonn", ["goal:bonn"], True),
        ("from kassel to bonn no from cologne", ["goal:bonn", "source:cologne"], True),
        ("bonn to berlin no sorry berlin to bonn", ["source:berlin", "goal:bonn"], True),
        ("kassel xx xx no bonn", ["city:bonn"], False),
        ("in two no three weeks", ["date:+21"], True),
        ("at nine no half ten no tomorrow", ["date:tomorrow"], True),
        ("no to bonn", ["marker:no", "goal:bonn"], True),
        ("to bonn no", ["goal:bonn", "marker:no"], True),
        ("to bonn i mean", ["goal:bonn"], True),
        ("yes no tomorrow", ["marker:yes", "marker:no", "date:tomorrow"], True),
        ("not via kassel via bonn", ["via:not kassel", "via:bonn"], True),
        ("to to um bonn", ["goal:bonn"], False),
        ("all the way um to uh frankfurt er airport", ["goal:frankfurt airport"], True),
        ("at nine fifteen", ["time:09:15"], True),
        ("at thirty", [], False),
        ("", [], True),
        ("um", [], True),
        ("xx", [], False),
    ],
)
def test_what_is_understood(text: str, units: list[str], complete: bool) -> None:
    parsed = PARSER.parse(text)
    assert (list(parsed.units or ()), parsed.complete) == (units, complete)


def test_a_text_and_its_graph_are_one() -> None:
    for text in ("uh to bonn no to berlin tomorrow xx", "half ten um please"):
        graph = PARSER.parse_graph([(*link[:3], -1.0) for link in text_links(text.split())])
        assert graph.as_json() == PARSER.parse(text).as_json()
        assert PARSER.parse_best([(text, -3.0)]).units == PARSER.parse(text).units


def test_what_makes_sense_wins_over_what_is_little_likelier() -> None:
    #   0 to 1 bonn 2 tomorrow 3, beside "two" for "to" and a word that nothing covers
    graph = [
        (0, 1, "two", -1.0),
        (0, 1, "to", -2.0),
        (1, 2, "bonn", -1.0),
        (2, 3, "mourning", -1.0),
        (2, 3, "tomorrow", -4.0),
    ]
    assert PARSER.parse_graph(graph).units == ("goal:bonn", "date:tomorrow")
    assert PARSER.parse_graph(graph, Weights(word=0, piece=0, importance=0)).words == "two bonn mourning"
    # Paths that skip hesitations cost what the words of these cost.
    skipping = [(0, 1, "um", -9.0), (0, 1, "yes", -10.0), (1, 2, "bye", -1.0)]
    assert PARSER.parse_graph(skipping, Weights(importance=0)).units == ("marker:bye",)
    assert PARSER.parse_graph(skipping, Weights(importance=3)).units == ("marker:yes", "marker:bye")


SAID_WHERE = """\
[features]
value
[types]
marker < piece: value=?v; means {marker: ?v}
period < piece: value=?v; means {period: ?v}
greeting < piece: first; importance 2
um < skip
[words]
lovely : marker[value=yes]; unsure
bonn : marker[value=bonn]
sorry : marker[value=repeat]; alone
morning : greeting
morning : period[value=morning]; alone; importance 3
morning : period[value=morning]
uh : um
"""


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("sorry", [{"marker": "repeat"}]),
        ("uh sorry uh", [{"marker": "repeat"}]),
        ("sorry bonn", [{"marker": "bonn"}]),
        ("morning", [{"period": "morning"}]),
        ("uh morning bonn", [{"marker": "bonn"}]),
        ("bonn morning", [{"marker": "bonn"}, {"period": "morning"}]),
        ("lovely uh bonn", [{"marker": "yes"}, {"marker": "bonn"}]),
        ("bonn lovely uh voice", [{"marker": "bonn"}]),
        ("a lovely bonn", [{"marker": "bonn"}]),
    ],
)
def test_some_pieces_stand_alone_or_first_or_beside_others(tmp_path: Path, text: str, means: list[object]) -> None:
    path = tmp_path / "said.chart"
    path.write_text(SAID_WHERE)
    assert read_parser(path).parse(text).structure == means

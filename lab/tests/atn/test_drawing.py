"""Graphs and traces."""

from shutil import which

import pytest

from murho.core.errors import InputError
from murho_lab.atn import Bounds, bundled
from murho_lab.atn.drawing import dot, svg
from murho_lab.atn.strategies import learn
from murho_lab.atn.tracing import trace

NETS, LEXICON = bundled("english")


def test_a_graph_has_every_arc_that_leads_somewhere() -> None:
    drawn = dot(NETS)
    assert drawn.count(" -> ") == sum(arc.type != "POP" for arc in NETS.arcs)
    assert drawn.count("doublecircle") == sum(any(arc.type == "POP" for arc in s.arcs) for s in NETS.states.values())


def test_learned_arcs_are_drawn_by_weight() -> None:
    learned = learn(NETS, [LEXICON.sentence("who saw mary")])
    lines = [line for line in dot(NETS, learned).splitlines() if '"S/" -> ' in line]
    assert 'label="3 PUSH NPQ/  0.' in lines[2]
    assert float(lines[2].split("penwidth=")[1].split("]")[0]) > 3 > float(lines[0].split("penwidth=")[1].split("]")[0])


def test_graphviz_draws_it_or_is_missed() -> None:
    if which("dot"):
        assert svg(NETS).lstrip().startswith(b"<?xml")
    else:
        with pytest.raises(InputError, match="Graphviz"):
            svg(NETS)


def test_a_trace_tells_every_choice_and_going_back() -> None:
    lines: list[str] = []
    trace(NETS, LEXICON.sentence("who saw mary"), lines.append)
    numbered = [line for line in lines if line[:4].strip().isdigit()]
    assert [int(line[:4]) for line in numbered] == list(range(1, len(numbered) + 1))
    assert all(line.endswith(("  crossed", "  -")) for line in numbered)
    assert any("back to S/ at who" in line for line in lines)
    assert lines[-1].strip() == "analysis 1: (S Q (NP who) (VP saw (NP mary)))"


def test_a_trace_without_an_analysis() -> None:
    lines: list[str] = []
    trace(NETS, LEXICON.sentence("saw"), lines.append, wanted=None)
    assert lines[-1].startswith("no analysis (")
    assert lines[-2].endswith("  -")
    trace(NETS, LEXICON.sentence("saw"), lines.append, bounds=Bounds(steps=2))
    assert lines[-1] == "UNDEFINED: more than 2 steps"

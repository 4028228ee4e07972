"""Laws of the ATN engine, over random grammars and sentences.

It equals its slow twin, neither the order of arcs nor the memory changes an analysis, and no register leaks between
branches.
"""

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from murho_lab.atn import Bounds, Grammar, Parsed, Reading, Sentence, Token, grammar, parse
from murho_lab.atn.checks import findings
from murho_lab.atn.network import Order
from murho_lab.atn.oracle import Oracle
from murho_lab.atn.parsing import identity, links
from murho_lab.atn.strategies import Strategies, learn
from murho_lab.atn.values import bracketed

BOUNDS = Bounds(steps=20_000, parses=200)

registers = st.sampled_from(["r", "s"])
forms = st.sampled_from(
    ["*", "'k", ["GETR", "r"], ["BUILDQ", ["f", "+", "*"], "s"], ["APPEND", ["GETR", "r"], "*"], ["GETF", "num", "r"]]
)
tests = st.sampled_from(
    ["T"] * 8
    + [["NULLR", "r"], ["NOT", ["GETR", "s"]], ["AGREE", "*", "r", "num"], ["EQ", ["GETF", "num"], "'1"]]
    + [["OR", ["CAT", "a"], ["WRD", "x"]], ["AND", ["GETR", "r"], "T"], ["MEMQ", "*", ["x", "y"]]]
)
actions = st.one_of(
    st.tuples(st.sampled_from(["SETR", "ADDR", "ADDL"]), registers, forms),
    st.tuples(st.just("LIFTR"), registers, forms),
    st.tuples(st.just("HOLD"), st.just("h"), st.just("*")),
    st.tuples(st.just("HEAD"), st.just("*")),
    st.tuples(st.just("DEP"), st.sampled_from(["d", "e"]), st.just("*")),
    st.tuples(st.just("DEP"), st.just("g"), st.just("r"), st.just("*")),
    st.tuples(st.just("SETF"), st.just("num"), st.sampled_from(["'1", "'2"])),
)


@st.composite
def networks(draw: st.DrawFn) -> Grammar:
    """A grammar that may be used: three networks of three states.

    The first state pushes to later networks only. The second is reached by a word only, and may push to any network.
    The third takes words, and pops.
    """
    states: dict[str, list[Any]] = {}
    for network in range(3):
        for place in range(3):
            arcs: list[Any] = [["CAT", draw(st.sampled_from("ab")), "T", ["TO", f"{network}.2"]]] if place < 2 else []
            silent = ["PUSH", "PUSH", "JUMP", "VIR"] if place == 1 or (place == 0 and network < 2) else []
            for _ in range(draw(st.integers(1, 2))):
                kind = draw(st.sampled_from(["CAT", "WRD", "MEM", "TST", *silent]))
                first = network + 1 if place == 0 else 0
                what: Any = {
                    "CAT": st.sampled_from(["a", "b", ["a", "b"]]),
                    "WRD": st.sampled_from(["x", "y"]),
                    "MEM": st.just(["x", "z"]),
                    "TST": st.just("any"),
                    "PUSH": st.integers(min(first, 2), 2).map(lambda number: f"{number}.0"),
                    "JUMP": st.just(f"{network}.2"),
                    "VIR": st.just("h"),
                }[kind]
                told = [list(one) for one in draw(st.lists(actions, max_size=2))]
                if kind == "PUSH" and draw(st.booleans()):
                    told.append(["SENDR", draw(registers), draw(forms)])
                to = 2 if kind in ("PUSH", "VIR") else draw(st.integers(0, 2))
                end = [] if kind == "JUMP" else [["TO", f"{network}.{to}"]]
                arcs.append([kind, draw(what), draw(tests), *told, *end])
            states[f"{network}.{place}"] = draw(st.permutations(arcs))
        pop = ["POP", draw(st.sampled_from([["BUILDQ", ["n", "+", "+"], "r", "s"], ["GETR", "r"], "'c"])), draw(tests)]
        states[f"{network}.2"].insert(0, pop)
    made = grammar(states, check=False)
    assert not any(one.error for one in findings(made))
    return made


readings = st.builds(Reading, st.sampled_from("ab"), st.sampled_from([{}, {"num": "1"}, {"num": "2"}]))
words = st.builds(Token, st.sampled_from(["x", "y", "z", "X"]), st.lists(readings, min_size=1, max_size=2).map(tuple))
sentences = st.lists(words, max_size=5).map(Sentence)


def shuffled(draw: st.DrawFn, nets: Grammar) -> Order:
    """A random order for every node and arc of arrival."""

    def rows(row: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(draw(st.permutations(row)))

    order = nets.order
    return Order(rows(order.start), tuple(map(rows, order.after)), tuple(map(rows, order.into)))


def analyses(parsed: Parsed) -> set[Any]:
    """What was found, as a set."""
    return {identity(one) for one in parsed.analyses}


@given(networks(), sentences)
def test_the_engine_equals_its_slow_twin(nets: Grammar, sentence: Sentence) -> None:
    parsed = parse(nets, sentence, wanted=None, bounds=BOUNDS)
    assume(parsed.undefined is None)
    oracle = Oracle(nets, sentence)
    found: dict[Any, int] = {}
    for value, told in oracle.analyses():
        found.setdefault((bracketed(value), frozenset(told)), oracle.choices)
    assert [identity(one) for one in parsed.analyses] == list(found)
    assert parsed.choices == oracle.choices
    first = parse(nets, sentence, bounds=BOUNDS)
    assert first.choices == next(iter(found.values()), oracle.choices)


@given(st.data(), networks(), sentences)
def test_the_order_of_arcs_changes_no_analysis(data: st.DataObject, nets: Grammar, sentence: Sentence) -> None:
    order = data.draw(st.composite(lambda draw: shuffled(draw, nets))())
    usual = parse(nets, sentence, wanted=None, bounds=BOUNDS)
    other = parse(nets, sentence, wanted=None, order=order, bounds=BOUNDS)
    assume(usual.undefined is None and other.undefined is None)
    assert analyses(usual) == analyses(other)
    assert usual.choices == other.choices  # an exhaustive search makes the same choices in any order


@given(st.data(), networks(), sentences)
def test_the_memory_changes_no_analysis(data: st.DataObject, nets: Grammar, sentence: Sentence) -> None:
    order = data.draw(st.composite(lambda draw: shuffled(draw, nets))())
    usual = parse(nets, sentence, wanted=None, bounds=BOUNDS)
    remembered = parse(nets, sentence, wanted=None, memory=True, order=order, bounds=BOUNDS)
    assume(usual.undefined is None and remembered.undefined is None)
    assert analyses(usual) == analyses(remembered)


@given(networks(), sentences)
def test_registers_do_not_leak_between_branches(nets: Grammar, sentence: Sentence) -> None:
    """Following the arcs of an accepted way alone, with nothing tried beside it, builds the same."""
    for one in parse(nets, sentence, wanted=3, bounds=BOUNDS).analyses:
        way = one.arcs()
        kept = {arc for _, arc in way}
        only = {name: [arc for arc in state.arcs if arc in kept] for name, state in nets.states.items()}
        oracle = Oracle(nets, sentence, only)
        values = {(bracketed(value), frozenset(told)) for value, told in oracle.analyses()}
        assert identity(one) in values


@given(networks(), sentences)
def test_an_accepted_way_is_one(nets: Grammar, sentence: Sentence) -> None:
    parsed = parse(nets, sentence, bounds=BOUNDS)
    for one in parsed.analyses:
        way = one.arcs()
        assert len(way) == parsed.on_solution <= parsed.choices
        assert parsed.penetrance == parsed.on_solution / parsed.choices
        assert way[0][0] is None
        assert way[-1][1].type == "POP"
        for arrival, arc in way[1:]:
            assert arrival is not None
            assert arc.state in (arrival.target, arrival.below)
        levels = 0
        for _, arc in way:
            levels += {"PUSH": 1, "POP": -1}.get(arc.type, 0)
        assert levels == -1
        assert sum(arc.advance for _, arc in way) == len(sentence.words)
        assert list(links(one)) is not None


@given(networks(), st.lists(sentences, max_size=3), st.lists(sentences, max_size=3))
def test_strategies_add_up(nets: Grammar, one: list[Sentence], other: list[Sentence]) -> None:
    apart = learn(nets, one, bounds=BOUNDS) + learn(nets, other, bounds=BOUNDS)
    together = learn(nets, [*one, *other], bounds=BOUNDS)
    assert apart.counts == together.counts
    assert (apart.sentences, apart.accepted) == (together.sentences, together.accepted)
    nothing = Strategies(nets) + together
    assert nothing.order() == together.order()
    for state in nets.states.values():
        for arrival in (None, *nets.arcs):
            total = sum(together.probability(arrival, arc) for arc in state.arcs)
            assert abs(total - 1) < 1e-9

"""What distances between meanings must keep to: those that are called metrics are, also of sets."""

import re
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho.measures.distances.logic import BAGS, BINDERS, Part, _Reader
from murho.measures.distances.naming import named
from murho.measures.distances.sets import set_distance
from murho.measures.distances.structures import _facts, _read, _Whole

atoms = st.sampled_from(["a", "x", "y", "z"])
forms = st.recursive(
    st.lists(atoms, min_size=1, max_size=3).map(lambda words: f"({' '.join(['p', *words])})"),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["and", "or", "f"]), st.lists(inner, min_size=1, max_size=3)).map(
            lambda made: f"({made[0]} {' '.join(made[1])})"
        ),
        st.tuples(st.sampled_from(["lambda", "exists"]), st.sampled_from(["x", "y", "(x y)"]), inner).map(
            lambda made: f"({' '.join(made)})"
        ),
    ),
    max_leaves=5,
)
heads = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.tuples(st.integers(0, n), st.sampled_from("st")).map(list), min_size=n, max_size=n)
)


def _written(structure: Any) -> str:
    """A structure with square brackets; a tag may stand in several places."""
    if isinstance(structure, str):
        return structure
    return f"[{', '.join(f'{name}: {_written(value)}' for name, value in structure.items())}]"


trees = st.recursive(
    st.sampled_from(["(a)", "(b)"]),
    lambda inner: st.lists(inner, min_size=1, max_size=3).map(lambda below: f"(a {' '.join(below)})"),
    max_leaves=5,
)
atoms_or_tags = st.sampled_from(["x", "y", "#1", "#2", "[]"])
structures = st.recursive(
    st.dictionaries(st.sampled_from("abc"), atoms_or_tags, max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), st.one_of(inner, atoms_or_tags), max_size=3),
    max_leaves=4,
).map(lambda one: _written(one))
METRICS = {
    "logic": forms,
    "structure": structures,
    "dependencies": heads,
    "dependencies(labelled=False)": heads,
    "dependencies(by='edits')": heads,
    "tree": trees,
    "set": st.lists(st.sampled_from("abc"), max_size=4),
    "units": st.lists(st.sampled_from("abc"), max_size=4),
    "number": st.integers(-3, 3).map(lambda n: n / 4),
    "exact": st.sampled_from("abc"),
}
three = st.sampled_from(sorted(METRICS)).flatmap(
    lambda name: st.tuples(st.just(name), *[st.one_of(METRICS[name], st.just("neither"))] * 3)
)
three_sets = st.sampled_from(sorted(METRICS)).flatmap(
    lambda name: st.tuples(st.just(name), *[st.lists(METRICS[name], max_size=3).map(tuple)] * 3)
)


@given(three)
@settings(max_examples=settings().max_examples * 10 // 3)
def test_metrics_are_metrics(drawn: tuple[str, Any, Any, Any]) -> None:
    name, one, two, other = drawn
    between = named(name).between
    assert between(one, one) == 0
    assert 0 <= between(one, two) <= 1
    assert between(one, two) == pytest.approx(between(two, one))
    assert between(one, other) <= between(one, two) + between(two, other) + 1e-12


@given(three)
def test_what_is_shared_tells_what_is_at_no_distance(drawn: tuple[str, Any, Any, Any]) -> None:
    name, one, two, _ = drawn
    distance = named(name)
    assert distance.metric
    if distance.alike is not None:
        assert (distance.between(one, two) == 0) == (distance.alike(one) == distance.alike(two))


@given(three_sets)
@settings(max_examples=settings().max_examples * 5 // 2)
def test_their_sets_have_the_triangle_inequality(drawn: tuple[str, Any, Any, Any]) -> None:
    name, one, two, other = drawn
    between = named(name).between

    def apart(a: Any, b: Any) -> float:
        return set_distance(a, b, between)

    assert 0 <= apart(one, two) <= 1
    assert apart(one, two) == pytest.approx(apart(two, one))
    assert apart(one, other) <= apart(one, two) + apart(two, other) + 1e-9


@given(structures, structures)
def test_facts_of_structures_are_counted_as_they_are_written(one: str, two: str) -> None:
    read = [whole for whole in map(_read, (one, two)) if isinstance(whole, _Whole)]
    facts = [_facts(whole.root) for whole in read]
    assert [whole.facts for whole in read] == list(map(len, facts))
    if len(facts) == 2 and facts[0] | facts[1]:
        share = len(facts[0] & facts[1]) / len(facts[0] | facts[1])
        assert named("structure").between(one, two) == pytest.approx(1 - share)


@given(forms, st.permutations(["u", "v", "w"]))
def test_names_of_bound_variables_do_not_matter(form: str, names: Sequence[str]) -> None:
    bound = f"(lambda (x y z) {form})"
    renamed = re.sub(r"\b[xyz]\b", lambda found: names["xyz".index(found[0])], bound)
    assert named("logic").between(bound, renamed) == 0
    assert not named("logic").told(bound, renamed)


@given(forms, forms)
def test_forms_at_no_distance_have_one_canonical_text(one: str, two: str) -> None:
    read = _Reader(BINDERS, BAGS)
    texts = [canonical(part) for part in map(read, (one, two)) if part is not None]
    assert (named("logic").between(one, two) == 0) == (texts[0] == texts[1])


def canonical(part: Part) -> str:
    """By the definition: variables by their numbers, the parts of a bag sorted."""
    if len(part.conditions) == 1 and part.conditions[0] is not part:
        return canonical(part.conditions[0])
    inner = [canonical(one) for one in part.parts]
    return f"({part.kind} {part.name} {' '.join(sorted(inner) if part.kind == 'bag' else inner)})"


@given(forms, forms)
@settings(max_examples=settings().max_examples * 5 // 2)
def test_no_correspondence_has_more_nodes(one: str, two: str) -> None:
    read = _Reader(BINDERS, BAGS)
    right, said = read(one), read(two)
    assert right is not None
    assert said is not None
    most = by_trying(right, said)
    assert named("logic").between(one, two) == pytest.approx(1 - most / (right.size + said.size - most))


def by_trying(one: Part, other: Part) -> int:
    """The most nodes that correspond, over all ways to pair parts."""
    sides = one.conditions, other.conditions
    if sides != ((one,), (other,)):
        return paired(*sides, ordered=False)
    if one.kind != other.kind or (one.kind not in ("list", "binder") and one.name != other.name):
        return 0
    own = 1 + (one.kind == "binder" and one.name == other.name)
    return own + paired(one.parts, other.parts, ordered=one.kind != "bag")


def paired(one: Sequence[Part], other: Sequence[Part], ordered: bool) -> int:
    most = 0
    for size in range(1, min(len(one), len(other)) + 1):
        for left in combinations(one, size):
            for right in combinations(other, size) if ordered else permutations(other, size):
                most = max(most, sum(map(by_trying, left, right)))
    return most

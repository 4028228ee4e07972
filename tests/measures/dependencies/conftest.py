"""Small treebanks: of three sentences for examples, and any for properties."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import strategies as st

Rows = list[tuple[str, int, str]]
"""Form, head and relation of every word."""


def sentence(rows: Rows) -> str:
    """A sentence in CoNLL-U; the part of speech goes with the relation."""
    pos = {"nsubj": "NOUN", "obj": "NOUN", "root": "VERB", "punct": "PUNCT", "det": "DET"}
    lines = [
        (str(number), form, form.lower(), pos.get(relation, "X"), "_", "_", str(head), relation, "_", "_")
        for number, (form, head, relation) in enumerate(rows, 1)
    ]
    return "".join("\t".join(line) + "\n" for line in lines) + "\n"


@pytest.fixture(scope="session")
def written() -> Callable[[Rows], str]:
    """A sentence in CoNLL-U, of form, head and relation of every word."""
    return sentence


RELATIONS = ("nsubj", "obj", "det", "punct", "nmod", "nsubj:pass", "conj")


@st.composite
def trees(draw: st.DrawFn, forms: list[str]) -> str:
    """Any tree over these words."""
    order = draw(st.permutations(range(1, len(forms) + 1)))
    head = {order[0]: 0}
    for place, word in enumerate(order[1:], 1):
        head[word] = order[draw(st.integers(0, place - 1))]
    rows = [
        (form, head[i], "root" if head[i] == 0 else draw(st.sampled_from(RELATIONS))) for i, form in enumerate(forms, 1)
    ]
    return sentence(rows)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    """A text as gold and system have it, each with tokens of its own."""
    text = draw(st.text("abC,.", min_size=1, max_size=8))
    return draw(trees(draw(tokens(text)))), draw(trees(draw(tokens(text))))


@st.composite
def tokens(draw: st.DrawFn, text: str) -> list[str]:
    """The text cut into tokens."""
    inside = draw(st.sets(st.integers(1, len(text) - 1))) if len(text) > 1 else set[int]()
    cuts = [0, *sorted(inside), len(text)]
    return [text[start:end] for start, end in pairwise(cuts)]


@pytest.fixture(scope="session")
def any_pairs() -> st.SearchStrategy[tuple[str, str]]:
    """Gold and system, for properties."""
    return pairs()

"""The kernel's laws: the compiled one counts what its twin does, and the twin what a search of all alignments finds."""

from array import array
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import accumulate
from random import Random
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho.measures.kernel import Costs, twin

Tokens = Sequence[Hashable]
Lists = list[list[int]]

COSTS = st.sampled_from([(1, 1, 1), (4, 3, 3), (2, 1, 1), (3, 1, 1), (1, 2, 3), (5, 1, 2), (10**6, 1, 10**6)])
SPACES = [chr(c) for c in range(0x110000) if chr(c).isspace()]
WORDS = st.one_of(
    st.text("ab\0é", min_size=1, max_size=3),
    st.text("aж\u200b\ud800😀", min_size=1, max_size=9),
    st.sampled_from(["abcdefg", "abcdefgh", "abcdefghi", "x" * 16, "x" * 17, "x" * 16 + "y"]),
)
RANDOM = st.randoms(use_true_random=False)
SEEDS = st.integers(0, 2**32)


@pytest.fixture(scope="module")
def compiled() -> ModuleType:
    return pytest.importorskip("murho.measures.kernel._kernel", reason="the extension is not compiled")


def written(words: Sequence[str], random: Random) -> str:
    """The words with white space of some kind between them, and around them or not."""
    kinds = random.choice([[" "], [" ", "\u2003"], SPACES])
    text = "".join(word + "".join(random.choices(kinds, k=random.choice([1, 1, 2]))) for word in words)
    return random.choice([text, text.strip(), random.choice(kinds) + text])


def changed(tokens: Tokens, random: Random, rate: float, kinds: Tokens) -> list[Hashable]:
    out: list[Hashable] = []
    for token in tokens:
        new = random.choice(kinds)
        edited = {"S": [new], "D": [], "I": [token, new]}[random.choice("SDI")]
        out += edited if random.random() < rate else [token]
    return out


def pairs_of(kinds: Tokens, length: int, random: Random) -> tuple[list[Hashable], list[Hashable]]:
    """Two sequences, in one way or another alike or not at all."""
    reference = random.choices(kinds, k=length)
    middle = random.randint(0, length)
    other = [
        lambda: changed(reference, random, random.choice([0.02, 0.1, 0.4]), kinds),
        lambda: random.choices(kinds, k=random.choice([0, 1, length, 2 * length])),
        lambda: reference[middle:] + reference[:middle],
        lambda: reference[middle:],
        lambda: reference[::-1],
        lambda: [("else", token) for token in reference],
    ]
    return reference, random.choice([*other, other[0], other[0]])()


def counted(count: Callable[..., None], references: object, hypotheses: object, costs: Costs, pairs: int) -> Lists:
    arrays = [array("i", [0]) * pairs for _ in range(4)]
    count(references, hypotheses, costs, 0, pairs, *arrays)
    return [values.tolist() for values in arrays]


@given(st.lists(WORDS, min_size=1, max_size=6), st.sampled_from([1, 3, 8, 20, 70]), RANDOM, COSTS)
def test_texts(compiled: ModuleType, words: list[str], length: int, random: Random, costs: Costs) -> None:
    """As strings of every width, and as bytes that need not be UTF-8."""
    texts: list[tuple[str, str]] = []
    for _ in range(4):
        r, h = pairs_of(words, random.randint(0, length), random)
        texts.append((written([str(word) for word in r], random), written([str(word) for word in h], random)))
    references, hypotheses = (list(side) for side in zip(*texts, strict=True))
    expected = counted(twin.count_strings, references, hypotheses, costs, 4)
    assert counted(compiled.count_strings, references, hypotheses, costs, 4) == expected

    def column(texts: list[str]) -> "tuple[bytes, array[int]]":
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        broken = [bytes(b for b in text if random.random() < 0.99) for text in encoded]
        return b"".join(broken), array(random.choice("iq"), [0, *accumulate(map(len, broken))])

    columns = column(references), column(hypotheses)
    assert counted(compiled.count_utf8, *columns, costs, 4) == counted(twin.count_utf8, *columns, costs, 4)


@given(st.sampled_from([1, 2, 5, 30]), st.integers(0, 40), RANDOM, COSTS)
def test_tokens(compiled: ModuleType, kinds: int, length: int, random: Random, costs: Costs) -> None:
    r, h = pairs_of(range(kinds), length, random)
    expected = counted(twin.count_sequences, [r], [h], costs, 1)
    assert counted(compiled.count_sequences, [r], [h], costs, 1) == expected
    for by_path in False, True:
        assert compiled.align(r, h, costs, by_path) == twin.align(r, h, costs, by_path)


@given(st.sampled_from([2, 4, 30, 1000]), st.sampled_from([63, 64, 65, 128, 200, 500]), SEEDS, COSTS)
@settings(max_examples=15)
def test_long_sequences(compiled: ModuleType, kinds: int, length: int, seed: int, costs: Costs) -> None:
    r, h = pairs_of(range(kinds), length, Random(seed))
    expected = counted(twin.count_sequences, [r], [h], costs, 1)
    assert counted(compiled.count_sequences, [r], [h], costs, 1) == expected
    path = compiled.align(r, h, costs, False)
    assert [[path.count(code)] for code in "=SDI"] == expected


@given(st.sampled_from([3, 30, 3000]), st.sampled_from([200, 1000, 3000]), SEEDS)
def test_two_ways_to_count(compiled: ModuleType, kinds: int, length: int, seed: int) -> None:
    """Costs k + 1, k, k order alignments as equal costs do when k is large, but are not computed by bits."""
    r, h = pairs_of(range(kinds), length, Random(seed))
    by_bits = counted(compiled.count_sequences, [r], [h], (1, 1, 1), 1)
    assert by_bits == counted(compiled.count_sequences, [r], [h], (10**5 + 1, 10**5, 10**5), 1)
    path = compiled.align(r, h, (1, 1, 1), False)
    assert [[path.count(code)] for code in "=SDI"] == by_bits


SHORT = st.lists(st.sampled_from("abc"), max_size=4)


@given(SHORT, SHORT, st.tuples(*[st.integers(1, 9)] * 3))
def test_the_twin_finds_the_best_of_all_alignments(r: list[str], h: list[str], costs: Costs) -> None:
    def measure(path: str) -> tuple[int, int, int]:
        subs, insertions, deletions = (path.count(code) for code in "SID")
        cost = sum(c * k for c, k in zip(costs, (subs, insertions, deletions), strict=True))
        return cost, subs + insertions + deletions, subs

    every = list(paths(r, h))
    best = min(measure(path) for path in every)
    (hits,), (subs,), (deletions,), (insertions,) = counted(twin.count_sequences, [r], [h], costs, 1)
    assert {tuple(map(path.count, "=SDI")) for path in every if measure(path) == best} == {
        (hits, subs, deletions, insertions)
    }

    def order(path: str) -> list[int]:  # from the end: pairs, then insertions, then deletions
        return [2 if code == "D" else code == "I" for code in reversed(path)]

    assert twin.align(r, h, costs, False) == min((p for p in every if measure(p) == best), key=order)
    assert twin.align(r, h, costs, True) == min((p for p in every if measure(p)[0] == best[0]), key=order)


def paths(r: list[str], h: list[str]) -> Iterator[str]:
    if r and h:
        yield from (path + ("=" if r[-1] == h[-1] else "S") for path in paths(r[:-1], h[:-1]))
    if r:
        yield from (path + "D" for path in paths(r[:-1], h))
    if h:
        yield from (path + "I" for path in paths(r, h[:-1]))
    if not r and not h:
        yield ""

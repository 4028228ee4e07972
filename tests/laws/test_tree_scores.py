"""Laws of the scores of dependency trees: the compiled ones are the twin's, count by count and word by word."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho.core.errors import InputError
from murho.measures.dependencies import compiled, twin
from murho.measures.dependencies.counts import COUNTS
from murho.measures.dependencies.reading import Segment, lines_of, sentences
from murho.measures.dependencies.rules import Rules, conll2017, conll2018, conllx
from murho.measures.dependencies.scoring import Scored, score_files, score_text

RELATIONS = ["nsubj", "obj", "punct", "det", "case", "aux:pass", "nsubj:pass", "dobj", "conj", "cc", "mark", "_"]
FEATURES = ["_", "Case=Nom", "Number=Sing|Case=Nom", "Case=Nom|Number=Sing", "Foo=Bar|Case=Acc", "Case", "", "|"]
FORMS = ["a", "b", "É", "é", "ΑΣ", "ας", "İ", "i̇", "ab", "", ".", "a b"]
RULES = st.sampled_from(
    [
        conll2018(),
        conll2017(),
        conll2018("drop"),
        conll2017("drop", "keep"),
        conllx(),
        conllx("keep", "strip"),
    ]
)
RANDOM = st.randoms(use_true_random=False)
Token = tuple[str, list[str]]
"""What it covers, and its words, if it is a multiword token."""


@pytest.fixture(autouse=True)
def both(request: pytest.FixtureRequest) -> None:
    if not compiled.FOUND:
        pytest.skip("the extension is not compiled")


def heads(n: int, random: Random) -> list[int]:
    """Of a tree of so many words."""
    order = random.sample(range(n), n)
    found = [0] * n
    for place, word in enumerate(order[1:], 1):
        found[word] = order[random.randrange(place)] + 1
    return found


def written(tokens: list[Token], random: Random, empty_nodes: bool = True) -> str:
    """A sentence of these tokens with a tree, tags and features at random."""
    above = heads(sum(len(words) or 1 for _, words in tokens), random)
    lines = ["# sent_id = 1\n"] * (random.random() < 0.3)
    number = 0
    for form, words in tokens:
        if words:
            lines.append(f"{number + 1}-{number + len(words)}\t{form}" + "\t_" * 8 + "\n")
        for word in words or [form]:
            number += 1
            tags = random.choice("_lm"), random.choice("NV"), random.choice("xy"), random.choice(FEATURES)
            columns = [str(number), word, *tags, str(above[number - 1]), random.choice(RELATIONS), "_", "_"]
            lines.append("\t".join(columns) + "\n")
            if empty_nodes and random.random() < 0.05:
                lines.append(f"{number}.1" + "\te" * 9 + "\n")
    return "".join(lines) + "\n"


def divided(text: str, random: Random, spaces: str, multiword: float) -> Iterator[list[Token]]:
    """Sentences of tokens that cover the text, with spaces in some of them."""
    sentence: list[Token] = []
    while text:
        size = random.choice([1, 1, 2, 2, 3, 5])
        form, text = text[:size], text[size:]
        within = [form, form.lower(), form[:1], form[-1:], *FORMS]
        words = random.choices(within, k=random.choice([1, 2, 2, 3])) if random.random() < multiword else []
        if random.random() < 0.1:
            form = form[:1] + random.choice(spaces) + form[1:]
        sentence.append((form, words))
        if random.random() < 0.3 or not text:
            yield sentence
            sentence = []


def pair(random: Random, rules: Rules) -> tuple[str, str]:
    """Two analyses of one text."""
    text = "".join(random.choices("abAéÉςΣİ😀.»", k=random.choice([0, 1, 3, 8, 20, 60])))
    if rules.equal_tokens:
        same = list(divided(text, random, "_", 0))
        gold, system = ("".join(written(tokens, random, empty_nodes=False) for tokens in same) for _ in range(2))
        return gold, system
    spaces = "\u0020\u00a0\u2003\u3000" if rules.all_spaces else " "
    gold, system = (
        "".join(written(tokens, random) for tokens in divided(text, random, spaces, random.choice([0, 0.1, 0.5])))
        for _ in range(2)
    )
    return gold, random.choice([system, system, gold])


def mutated(text: bytes, random: Random) -> bytes:
    """Damaged in one place or two, or not at all."""
    for _ in range(random.choice([0, 1, 1, 2])):
        place = random.randrange(len(text) + 1)
        lines = text.split(b"\n")
        line = random.randrange(len(lines))
        columns = lines[line].split(b"\t")
        columns[random.choice([0, 6, 6, -3, 1]) % len(columns)] = random.choice(
            [b"0", b"1", b"2", b"99", b"", b"_", b"-1", b"1-2", b"1.1", b"01", b"1234567890", b"\xc3", "ß".encode()]
        )
        text = random.choice(
            [
                text[:place],
                text[:place] + text[place + random.choice([1, 3, 40]) :],
                text[:place] + random.choice([b"\t", b"\n", b"\r", b"\r\n", b"\0", b" ", b"\xff", b"#"]) + text[place:],
                text.replace(b"\n", b"\r\n"),
                b"\n".join(lines[:line] + lines[line + 1 :]),
                b"\n".join([*lines[:line], random.choice(lines), *lines[line:]]),
                b"\n".join([*lines[:line], b"\t".join(columns), *lines[line + 1 :]]),
            ]
        )
    return text


def plain(scored: Scored) -> Any:
    """Everything in it as lists; labels by name."""
    assert scored.rows is not None
    rows = {name: column.tolist() for name, column in scored.rows.items()}
    return {name: column.tolist() for name, column in scored.counts.items()}, rows, scored.labels


def outcome(gold: bytes, system: bytes, rules: Rules) -> Any:
    try:
        return plain(score_text(gold, system, rules, rows=True))
    except InputError as error:
        return str(error)


def joined(paths: tuple[Path, Path], rules: Rules) -> Any:
    """The counts of two files as one list each, or what is wrong with them, the names of the files taken out."""
    try:
        parts = [part.counts for part in score_files(*paths, rules)]
    except InputError as error:
        return str(error).replace(f"{paths[0].parent}/", "")
    return {name: np.concatenate([p[name] for p in parts]).tolist() if parts else [] for name in COUNTS}


def by_twin(gold: bytes, system: bytes, rules: Rules) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "FOUND", False)
        return outcome(gold, system, rules)


@given(RANDOM, RULES)
@settings(max_examples=settings().max_examples * 5 // 2)
def test_compiled_and_twin_are_one(random: Random, rules: Rules) -> None:
    """Counts, rows and labels."""
    gold, system = (side.encode() for side in pair(random, rules))
    found = outcome(gold, system, rules)
    assert not isinstance(found, str)
    assert found == by_twin(gold, system, rules)


@given(RANDOM, RULES)
@settings(max_examples=settings().max_examples * 5 // 2)
def test_damaged_files(random: Random, rules: Rules) -> None:
    """Refused by both with the same words, or scored by both alike."""
    gold, system = (side.encode() for side in pair(random, rules))
    gold = mutated(gold, random) if random.random() < 0.4 else gold
    system = mutated(system, random)
    assert outcome(gold, system, rules) == by_twin(gold, system, rules)


@given(RANDOM, RULES)
def test_segments_change_nothing(random: Random, rules: Rules) -> None:
    """As counted over all sentences at once, which is how the official evaluators work."""
    gold, system = (side.encode() for side in pair(random, rules))
    sides = [list(sentences(lines_of(side), rules, "")) for side in (gold, system)]
    counts = twin.score(Segment(sides[0], sides[1], ""), rules)[0] if sides[0] else []
    found = score_text(gold, system, rules).counts
    assert {name: [row[name] for row in counts] for name in COUNTS} == {n: c.tolist() for n, c in found.items()}


@given(RANDOM, RULES, st.sampled_from([3, 50, 400]))
@settings(max_examples=40)
def test_blocks_change_nothing(
    tmp_path_factory: pytest.TempPathFactory, random: Random, rules: Rules, size: int
) -> None:
    """Files that are read piece by piece; an error is the same as well."""
    folder = tmp_path_factory.mktemp("blocks", numbered=True)
    gold, system = (side.encode() for side in pair(random, rules))
    system = mutated(system, random) if random.random() < 0.3 else system
    paths = Path(folder, "gold"), Path(folder, "system")
    for path, side in zip(paths, (gold, system), strict=True):
        path.write_bytes(side)
    whole = outcome(gold, system, rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "BLOCK", size)
        patch.setattr("murho.formats.opening.BLOCK", max(3, size // 2))
        assert joined(paths, rules) == (whole if isinstance(whole, str) else whole[0])


@given(RANDOM, RULES)
def test_gold_against_itself_is_all_right(random: Random, rules: Rules) -> None:
    gold = pair(random, rules)[0].encode()
    found = score_text(gold, gold, rules).counts
    for names, total in (
        (["tokens", "system_tokens"], "gold_tokens"),
        (["sentences", "system_sentences", "exact_uas", "exact_las"], "gold_sentences"),
        (["aligned", "upos", "xpos", "ufeats", "all_tags", "lemmas", "uas", "las", "la"], "gold_words"),
        (["system_content", "aligned_content", "clas", "mlas", "blex"], "gold_content"),
        (["roots"], "gold_roots"),
    ):
        for name in names:
            assert found[name].tolist() == found[total].tolist(), name


@given(RANDOM, RULES)
def test_numbers_of_sentences_do_not_matter(random: Random, rules: Rules) -> None:
    gold, system = pair(random, rules)
    renumbered = "".join(f"# sent_id = {i}\n{block}\n\n" for i, block in enumerate(system.split("\n\n")[:-1], 7))
    assert outcome(gold.encode(), renumbered.encode(), rules) == outcome(gold.encode(), system.encode(), rules)


def same_words(random: Random, words: list[str]) -> str:
    """A tree over these words, some neighbours of which are written as one multiword token that spells them out."""
    tokens: list[Token] = []
    while words:
        size = random.choice([1, 1, 2, 3])
        some, words = words[:size], words[size:]
        tokens.append(("".join(some), some) if len(some) > 1 or random.random() < 0.2 else (some[0], []))
    return written(tokens, random)


def spelt_out(text: str) -> str:
    """The same without its multiword tokens."""
    return re.sub(r"(?m)^\d+-\d+\t.*\n", "", text)


@given(RANDOM, st.sampled_from([conll2018(), conll2017(), conll2018("drop")]))
def test_multiword_tokens_that_spell_their_words_out(random: Random, rules: Rules) -> None:
    """On either side, written so or as tokens, where both have the same words: all but the tokens stays the same.

    It must hold there only: where the words differ, those in a multiword token are aligned by form, others by place.
    """
    words = [random.choice(["a", "b", "ab", "É", "."]) for _ in range(random.randint(1, 12))]
    gold, system = same_words(random, words), same_words(random, words)
    expected = score_text(spelt_out(gold).encode(), spelt_out(system).encode(), rules).counts
    for sides in (gold, system), (spelt_out(gold), system), (gold, spelt_out(system)):
        found = score_text(*(side.encode() for side in sides), rules).counts
        assert found["aligned"].tolist() == found["gold_words"].tolist()
        for name in COUNTS:
            if not name.endswith("tokens"):
                assert found[name].tolist() == expected[name].tolist(), name

"""The links of a suite, judged: positions by characters, kinds anywhere, what is refused."""

import pytest

from murho.core.errors import MeaningError, UsageError
from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.measures.dependencies.rules import conllx
from murho.measures.links import links


def block(*words: tuple[str, str, int, str], checked: str = "") -> str:
    lines = [f"# checked = {checked}"] if checked else []
    lines += [
        f"{i}\t{form}\t{form}\t{upos}\t_\t_\t{head}\t{rel}\t_\t_" for i, (form, upos, head, rel) in enumerate(words, 1)
    ]
    return "\n".join(lines) + "\n\n"


GOLD = (
    ("una", "DET", 2, "det"),
    ("taza", "NOUN", 3, "nsubj"),
    ("cayó", "VERB", 0, "root"),
    ("hoy", "ADV", 3, "advmod"),
)


def judged(answer: str, checked: str = "2", how: links | None = None) -> tuple[dict[str, int], str]:
    rows = (how or links()).judge([(block(*GOLD, checked=checked),)], [(answer,)])
    return {name: int(column[0]) for name, column in rows.counts.items()}, rows.labels["outcome"][0]


def changed(place: int, *word: str | int) -> str:
    words = list(GOLD)
    words[place - 1] = (words[place - 1][0], *word)  # type: ignore[assignment]
    return block(*words)


@pytest.mark.parametrize(
    ("answer", "found", "outcome"),
    [
        (block(*GOLD), (1, 1, 1, 1), "right"),
        (changed(2, "NOUN", 3, "obj"), (0, 0, 1, 0), "wrong label"),
        (changed(2, "NOUN", 4, "nsubj"), (0, 0, 0, 1), "wrong head"),
        (changed(2, "NOUN", 4, "obj"), (0, 0, 0, 0), "wrong head and label"),
        (changed(2, "PROPN", 3, "nsubj:pass"), (1, 1, 1, 1), "right"),
        (changed(2, "PRON", 3, "nsubj"), (1, 1, 1, 1), "right"),
        (changed(2, "_", 3, "nsubj"), (1, 1, 1, 1), "right"),
        (changed(1, "NOUN", 3, "nsubj"), (1, 1, 1, 1), "right"),
    ],
    ids=["equal", "label", "head", "both", "subtype", "other-pos", "no-pos", "another-word"],
)
def test_one_link(answer: str, found: tuple[int, ...], outcome: str) -> None:
    counts, named = judged(answer)
    assert tuple(counts[name] for name in ("right", "covered", "attached", "labelled")) == found
    assert named == outcome


def test_covered_elsewhere_though_wrong_here() -> None:
    words = (("una", "NOUN", 3, "nsubj"), ("taza", "NOUN", 3, "obj"), *GOLD[2:])
    counts, outcome = judged(block(*words))
    assert (counts["right"], counts["covered"], outcome) == (
        0,
        0,
        "wrong label",
    )  # a determiner is no noun, whoever says so
    gold = (("niña", "NOUN", 3, "nsubj"), ("pan", "NOUN", 3, "obj"), ("come", "VERB", 0, "root"))
    said = (("niña", "NOUN", 3, "obj"), ("pan", "NOUN", 3, "nsubj"), ("come", "VERB", 0, "root"))
    rows = links().judge([(block(*gold, checked="1"),)], [(block(*said),)])
    assert (rows.loss.tolist(), rows.counts["covered"].tolist()) == ([1], [1])


def test_a_head_is_checked_by_its_own_head() -> None:
    assert judged(block(*GOLD), "3")[1] == "right"
    words = (
        ("una", "DET", 2, "det"),
        ("taza", "NOUN", 0, "root"),
        ("cayó", "VERB", 2, "acl"),
        ("hoy", "ADV", 3, "advmod"),
    )
    counts, outcome = judged(block(*words), "3")
    assert (counts["covered"], outcome) == (0, "wrong head and label")


def test_several_words_are_right_together() -> None:
    assert judged(block(*GOLD), "2 4")[0]["right"] == 1
    counts, outcome = judged(changed(4, "ADV", 3, "obl"), "2 4")
    assert (counts["attached"], counts["labelled"], counts["covered"], outcome) == (1, 0, 0, "wrong label")


def test_the_same_kind_twice_must_be_built_twice() -> None:
    words = (("a", "NOUN", 3, "nsubj"), ("b", "NOUN", 3, "nsubj"), ("c", "VERB", 0, "root"))
    other = (*words[:1], ("b", "NOUN", 3, "obj"), *words[2:])
    rows = links().judge([(block(*words, checked="1 2"),)] * 2, [(block(*words),), (block(*other),)])
    assert rows.counts["covered"].tolist() == [1, 0]


def test_subtypes_count_if_they_are_kept() -> None:
    how = measure("links(rules=conll2018(subtypes='keep'))")
    assert repr(how) == "links(rules=conll2018(subtypes='keep'))"
    assert isinstance(how, links)
    assert judged(changed(2, "NOUN", 3, "nsubj:pass"), how=how)[1] == "wrong label"


def test_words_are_matched_by_their_characters() -> None:
    split = block(
        ("un", "DET", 3, "det"), ("a", "X", 1, "fixed"), *((f, u, h + 1 if h else 0, r) for f, u, h, r in GOLD[1:])
    )
    assert judged(split)[1] == "right"


def test_punctuation_is_checked_like_any_word() -> None:
    gold = (("no", "INTJ", 0, "root"), (".", "PUNCT", 1, "punct"))
    how = measure("links(rules=conll2018(punctuation='drop'))")
    rows = how.judge([(block(*gold, checked="2"),)], [(block(*gold),)])
    assert rows.loss.tolist() == [0]


def test_failures_and_nothing() -> None:
    rows = links().judge([(block(*GOLD, checked="2"),)] * 2, [UNDEFINED, ()])
    assert rows.loss.tolist() == [1, 1]
    assert rows.undefined.tolist() == [True, False]
    assert rows.labels["outcome"] == ["undefined", "nothing"]
    assert rows.counts["covered"].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("reference", "answer", "found"),
    [
        (block(*GOLD), block(*GOLD), "words to check: none"),
        (block(*GOLD, checked="9"), block(*GOLD), "words to check: 9"),
        (block(*GOLD, checked="0"), block(*GOLD), "words to check: 0"),
        (block(*GOLD, checked="2") * 2, block(*GOLD), "2 sentences"),
        (block(*GOLD, checked="2"), block(*GOLD[:3]), "text"),
        (block(*GOLD, checked="2"), "not a tree", "line 1: "),
        (block(*GOLD, checked="2"), 3, "answer '3' is no tree"),
    ],
    ids=["unchecked", "beyond", "root", "two", "cut", "no-tree", "number"],
)
def test_what_is_refused(reference: str, answer: object, found: str) -> None:
    with pytest.raises(MeaningError) as error:
        links().judge([(reference,)], [(answer,)])
    assert found in str(error.value)


def test_no_reference_or_two_is_refused() -> None:
    for reference in ((), (block(*GOLD, checked="2"),) * 2):
        with pytest.raises(MeaningError, match="give one tree"):
            links().judge([reference], [(block(*GOLD),)])


def test_rules_are_given_by_name() -> None:
    """As everywhere, so that what a notation says can be read."""
    assert repr(measure("links(rules=conllx())")) == repr(links(rules=conllx()))
    with pytest.raises(UsageError):
        measure("links(conllx())")

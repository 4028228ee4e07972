"""Trees side by side agree with the scores."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import InputError
from murho.measures.dependencies.rules import conll2018, conllx
from murho.measures.dependencies.scoring import score_text
from murho.measures.dependencies.word_pairs import beside


@given(st.data())
def test_what_is_shown_is_what_is_scored(any_pairs: st.SearchStrategy[tuple[str, str]], data: st.DataObject) -> None:
    gold, said = data.draw(any_pairs)
    places = beside(gold, said, conll2018())
    counts = {name: int(c.sum()) for name, c in score_text(gold.encode(), said.encode(), conll2018()).counts.items()}
    assert sum(place.gold is not None for place in places) == counts["gold_words"]
    assert sum(place.system is not None for place in places) == counts["system_words"]
    assert sum(place.gold is not None and place.system is not None for place in places) == counts["aligned"]
    assert sum(place.head_right for place in places) == counts["uas"]
    assert sum(place.label_right for place in places) == counts["la"]
    assert sum(place.right for place in places) == counts["las"]
    assert [place.gold.form for place in places if place.gold] == forms(gold)
    assert [place.system.form for place in places if place.system] == forms(said)


@given(st.data())
def test_what_is_not_scored_is_marked(any_pairs: st.SearchStrategy[tuple[str, str]], data: st.DataObject) -> None:
    gold, said = data.draw(any_pairs)
    rules = conll2018(punctuation="drop")
    places = [place for place in beside(gold, said, rules) if place.scored]
    counts = {name: int(c.sum()) for name, c in score_text(gold.encode(), said.encode(), rules).counts.items()}
    assert sum(place.gold is not None for place in places) == counts["gold_words"]
    assert sum(place.system is not None for place in places) == counts["system_words"]
    assert sum(place.right for place in places) == counts["las"]


def forms(text: str) -> list[str]:
    return [line.split("\t")[1] for line in text.rstrip("\n").split("\n")]


def test_heads_are_places(written: Callable[..., str]) -> None:
    gold = written([("del", 2, "case"), ("puesto", 0, "root")])
    said = "1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n1\tde\t_\tADP\t_\t_\t3\tcase\t_\t_\n2\tel\t_\tDET\t_\t_\t3\tdet\t_\t_\n"
    said += "3\tpuesto\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
    places = beside(gold, said, conll2018())
    assert [place.gold.form if place.gold else None for place in places] == ["del", None, None, "puesto"]
    assert [place.gold.head for place in places if place.gold] == [3, -1]
    assert [place.system.head for place in places if place.system] == [3, 3, -1]


def test_gold_stands_alone_where_nothing_was_answered(written: Callable[..., str]) -> None:
    gold = written([("Go", 0, "root")])
    for said in (None, "", "\n"):
        (place,) = beside(gold, said, conll2018())
        assert (place.system, place.right) == (None, False)


def test_sentences_follow_each_other(written: Callable[..., str]) -> None:
    gold = written([("a", 2, "det"), ("b", 0, "root")]) + written([("c", 0, "root"), ("d", 1, "obj")])
    said = written([("a", 2, "det"), ("b", 0, "root"), ("c", 2, "conj"), ("d", 3, "obj")])
    places = beside(gold, said, conll2018())
    assert [place.gold.head for place in places if place.gold] == [1, -1, -1, 2]
    assert [place.right for place in places] == [True, True, False, True]


def test_subtypes_are_shown_and_compared_as_the_rules_say(written: Callable[..., str]) -> None:
    gold, said = (written([("a", 2, relation), ("b", 0, "root")]) for relation in ("nsubj:pass", "nsubj"))
    for rules, right in ((conll2018(), True), (conll2018(subtypes="keep"), False), (conllx(), False)):
        first, _ = beside(gold, said, rules)
        assert first.gold is not None
        assert first.gold.deprel == "nsubj:pass"
        assert first.label_right is right


def test_a_malformed_text_is_refused() -> None:
    with pytest.raises(InputError, match="column"):
        beside("Dogs bark", None, conll2018())

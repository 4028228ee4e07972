"""The texts of the study: how treebanks are cut into them, and which there are."""

from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho_lab.studies.strategies import texts
from murho_lab.studies.strategies.texts import PLANS, Language, Plan, _fits, _size, languages


def test_a_genre_is_cut_in_order_and_a_mixture_takes_what_is_left(language: Language) -> None:
    assert language.name == "Small"
    assert {text.text.name: " ".join(text.text.ids) for text in language.texts} == {
        "news 1": "n-1 n-2 n-3 n-4 n-5",
        "news 2": "n-6 n-7 n-8 n-9 n-10",
        "wiki 1": "w-1 w-2 w-3 w-4 w-5",
        "news 75, wiki 25": "n-11 n-12 n-13 n-14 w-6",
    }
    assert language.of == {"news 1": "news", "news 2": "news", "wiki 1": "wiki"}
    assert language.size == 5
    assert {genre: learned.text.name for genre, learned in language.genres.items()} == {"news": "news", "wiki": "wiki"}


def test_sentences_of_twenty_words_are_seen_and_longer_ones_are_not(language: Language) -> None:
    assert language.seen == {"news": (17, 16, 0), "wiki": (16, 16, 0)}
    assert [len(learned) for learned in language.genres.values()] == [16, 16]


def test_a_mixture_teaches_what_its_parts_teach(language: Language) -> None:
    mixed = language.texts[-1]
    assert mixed.strategies.sentences == mixed.strategies.accepted == 5
    assert mixed.unfinished == 0
    assert len(mixed.passages) == len(mixed.text.heads) == 5
    sums: dict[object, float] = {}
    for passages in mixed.passages:
        for key, count in passages.items():
            sums[key] = sums.get(key, 0) + count
    assert dict(mixed.strategies.counts) == pytest.approx(sums)


def test_a_genre_without_a_pattern_is_the_whole_file(treebanks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "PLANS", {"Whole": Plan("italian", {"all": ("both.conllu", "")}, {"all": 3})})
    told: list[str] = []
    (whole,) = languages(str(treebanks / "ud"), told.append)
    assert told == ["Whole: all"]
    assert whole.seen == {"all": (33, 32, 0)}
    assert [(text.text.name, text.text.ids[0], len(text)) for text in whole.texts] == [
        ("all 1", "n-1", 10),
        ("all 2", "n-11", 10),
        ("all 3", "w-5", 10),
    ]


def test_a_search_that_meets_the_bound_is_counted(treebanks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "PLANS", {"Whole": Plan("italian", {"all": ("both.conllu", "n-?")}, {"all": 1})})
    monkeypatch.setattr(texts, "BOUNDS", texts.Bounds(steps=300))
    (few,) = languages(str(treebanks))
    seen, accepted, unfinished = few.seen["all"]
    assert seen == 9
    assert accepted + unfinished == 9
    assert unfinished > 0
    assert few.size == accepted


@pytest.mark.parametrize(
    ("plan", "have", "size"),
    [
        (Plan("", {}, {"a": 2, "b": 1}, [("a", "b", 0.25)]), {"a": 16, "b": 16}, 5),
        (Plan("", {}, {"a": 2, "b": 1}), {"a": 17, "b": 8}, 8),
        (Plan("", {}, {"a": 2, "b": 1}), {"a": 17, "b": 7}, 7),
        # Of 7 two mixtures would take 4 each from b, which has 7; of 6 they take 3.
        (Plan("", {}, {"a": 1, "b": 0, "c": 1}, [("a", "b", 0.5), ("c", "b", 0.5)]), {"a": 99, "b": 7, "c": 99}, 6),
        # Of 5 they would leave 3 each to a, which has 5; of 4 they leave 2.
        (Plan("", {}, {"a": 0, "b": 1, "c": 1}, [("a", "b", 0.5), ("a", "c", 0.5)]), {"a": 5, "b": 99, "c": 99}, 4),
        (Plan("", {}, {"a": 1}), {"a": 0}, 0),
    ],
)
def test_the_size_is_the_greatest_for_which_no_sentence_is_taken_twice(
    plan: Plan, have: dict[str, int], size: int
) -> None:
    assert _size(plan, have) == size
    assert _fits(plan, have, size)


def test_what_is_taken_in_all() -> None:
    plan = Plan("", {}, {"a": 2, "b": 1}, [("a", "b", 0.25)])
    assert _fits(plan, {"a": 22, "b": 10}, 8)  # 16 and 6, 8 and 2
    assert not _fits(plan, {"a": 21, "b": 10}, 8)
    assert not _fits(plan, {"a": 22, "b": 9}, 8)


def test_the_texts_that_the_figures_in_the_documents_rest_on() -> None:
    """11 Italian texts, 15 Spanish ones, 11 English ones (lab/docs/strategies.md)."""
    news_and_wiki = [("news", "wiki", 0.2), ("news", "wiki", 0.4), ("news", "wiki", 0.6), ("news", "wiki", 0.8)]
    assert {name: (plan.grammar, dict(plan.texts), list(plan.mixtures)) for name, plan in PLANS.items()} == {
        "Italian": ("italian", {"news": 4, "wiki": 3}, news_and_wiki),
        "Spanish": (
            "spanish",
            {"news": 2, "wiki": 2, "ancora": 3, "web": 2, "speech": 3},
            [("ancora", "speech", 0.5), ("news", "speech", 0.25), ("wiki", "news", 0.5)],
        ),
        "English": ("ud", {"news": 4, "wiki": 3}, news_and_wiki),
    }


def test_our_own_genres_are_cut_in_the_middle() -> None:
    told: list[str] = []
    italian, *_ = languages(None, told.append)
    assert told[:2] == ["Italian: story", "Italian: recipes"]
    assert len(told) == 6
    story = italian.genres["story"].text.ids
    assert [text.text.ids for text in italian.texts[:2]] == [story[: len(story) // 2], story[len(story) // 2 :]]
    assert italian.of == {"story 1": "story", "story 2": "story", "recipes 1": "recipes", "recipes 2": "recipes"}
    assert italian.seen == {"story": (16, 16, 0), "recipes": (16, 16, 0)}


def test_a_treebank_that_is_missing_is_named(treebanks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "PLANS", {"None": Plan("italian", {"all": ("other.conllu", "n*")}, {"all": 1})})
    with pytest.raises(InputError, match=r"ud/other\.conllu: no such treebank; give the folder"):
        languages(str(treebanks))

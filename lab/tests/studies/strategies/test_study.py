"""The study of strategies: its texts, its questions, and that all of it runs."""

from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from murho.core.errors import InputError
from murho.pages.sheets import Grid
from murho_lab.atn.efficiency.costs import Cost, Costs, attempts
from murho_lab.atn.efficiency.penetrance import finished, penetrance, searched
from murho_lab.atn.texts.distances import between_arcs
from murho_lab.studies import strategies as study
from murho_lab.studies.strategies.halves import folds
from murho_lab.studies.strategies.orders import _spent
from murho_lab.studies.strategies.page import draw
from murho_lab.studies.strategies.relation import mantel, relation
from murho_lab.studies.strategies.shown import estimated, number
from murho_lab.studies.strategies.study import LanguageStudy, Study, _studied
from murho_lab.studies.strategies.tables import continuations
from murho_lab.studies.strategies.texts import BOUNDS, PLANS, Language, languages


@pytest.fixture(scope="module")
def own() -> list[Language]:
    return languages(None)


@pytest.fixture(scope="module")
def italian(own: list[Language]) -> LanguageStudy:
    return _studied(own[0], lambda _: None)


def test_our_own_texts_are_of_two_styles(own: list[Language]) -> None:
    assert [language.name for language in own] == ["Italian", "Spanish", "English"]
    for language in own:
        assert set(language.genres) == {"story", "recipes"}
        assert all(seen[0] == 16 and seen[1] >= 13 for seen in language.seen.values())
        story, recipes = (one.strategies for one in language.genres.values())
        assert between_arcs(story, recipes) > 0.02


def test_no_sentence_is_in_two_texts(own: list[Language]) -> None:
    for language in own:
        ids = [one for text in language.texts for one in text.text.ids]
        assert len(ids) == len(set(ids))


def test_halves_are_disjoint_and_whole(own: list[Language]) -> None:
    for learned in own[0].genres.values():
        one, other = folds(learned)
        assert sorted([*one, *other]) == list(range(len(learned)))
        assert min(len(one), len(other)) >= len(learned) // 3


def test_every_question_is_answered(italian: LanguageStudy) -> None:
    found = italian.as_json()
    assert len(found["texts"]) == 4
    assert found["claim"]["differences"]["own, in sample, against all others"]["value"] > 0
    assert set(found["relations"]) == {
        f"{distance}, {kind}" for distance in ("Kendall", "Jensen-Shannon") for kind in ("in sample", "left out")
    }
    assert found["efficiency"]["penetrance"]["gain"]["value"] > 0
    assert [order["name"] for order in found["orders"]][:2] == ["the grammar's own", "random"]
    assert found["orders"][0]["gain"] is None
    assert found["orders"][0]["choices"]["value"] == 1
    assert set(found["style"]) == {"linguistic", "technical"}
    errors = {name: one["value"] for name, one in found["attachment_errors"].items()}
    assert list(errors) == [order["name"] for order in found["orders"] if order["name"] != "random"]
    assert errors["the grammar's own"] <= min(errors.values()) + 0.01  # its arcs are in order of preference


def test_a_beginning_is_half_of_a_text_and_as_much_of_others(own: list[Language], italian: LanguageStudy) -> None:
    for each in italian.continuations:
        learned = own[0].genres[each.genre]
        (other,) = [one for name, one in own[0].genres.items() if name != each.genre]
        middle = len(learned) // 2
        assert each.learned[-1] == middle
        assert each.foreign is not None
        assert each.foreign.sentences == len(learned) - middle
        order = other.part(list(range(min(middle, len(other))))).order()
        far = searched(learned.strategies.grammar, learned.text.sentences[middle:], order=order, bounds=BOUNDS)
        assert each.foreign.value == penetrance(far, finished(far)).value


def test_what_a_beginning_teaches_stands_under_its_length(italian: LanguageStudy) -> None:
    (grid,) = continuations(italian)
    assert isinstance(grid, Grid)
    for each, (genre, cells) in zip(italian.continuations, grid.rows, strict=True):
        assert genre == each.genre
        shown = dict(zip(grid.head[1:], (cell.text for cell in cells), strict=True))
        for count, figure in zip(each.learned[:-1], each.figures, strict=False):
            assert shown[str(count)] == number(figure.value)
        assert shown["all of it"] == number(each.figures[-1].value)


def test_the_time_of_a_sentence_is_that_of_its_attempts(own: list[Language]) -> None:
    learned = own[0].genres["story"]
    grammar, sentences = learned.strategies.grammar, learned.text.sentences[:3]
    each = Cost(2.0, 1.0, 3.0, 1)
    costs = Costs({"CAT": each}, each, each, 1.0, 1, 1, 0.95)
    spent = _spent(grammar, sentences, [grammar.order] * 3, costs)
    assert spent.tolist() == [2.0 * attempts(grammar, one, bounds=BOUNDS).total() for one in sentences]


def test_it_is_shown_and_drawn(italian: LanguageStudy, tmp_path: Path) -> None:
    whole = Study([italian], False, "signature")
    screen = StringIO()
    study.show(whole, Console(file=screen, width=160))
    assert "small texts of our own" in screen.getvalue()
    assert "learned on one half, tested on the other" in screen.getvalue()
    best = max(italian.orders[1:], key=lambda one: one.penetrance.value or 0)
    lines = [" ".join(line.split()) for line in screen.getvalue().splitlines()]
    assert f"of the orders compared on held-out sentences “{best.name}” has the highest" in " ".join(lines)
    for one in italian.orders[1:]:
        (line,) = [line for line in lines if line.startswith(f"{one.name} {estimated(one.penetrance)} ")]
        assert one.gain is not None
        ratios = " ".join(estimated(ratio, 2) for ratio in (one.choices, one.typical, one.seconds))
        assert line == f"{one.name} {estimated(one.penetrance)} {estimated(one.gain)} {ratios} {one.unfinished:g}"
    (page,) = draw(whole, str(tmp_path / "out"))
    html = Path(page).read_text()
    assert html.count("<svg") >= 2
    assert "<script src" not in html
    for title in ("italian-texts", "italian-penetrance", "italian-orders", "italian-style"):
        assert f'id="{title}"' in html


def test_a_relation_is_found_where_there_is_one() -> None:
    rng = np.random.default_rng(3)
    places = rng.normal(size=(14, 2))
    distance = np.sqrt(((places[:, None] - places) ** 2).sum(axis=2))
    noise = rng.normal(0, 0.05, (14, 14))
    found = relation(distance, 0.3 * distance + noise * (distance > 0), resamples=400, permutations=499)
    assert found.line is not None
    assert found.line.slope_interval[0] < 0.3 < found.line.slope_interval[1]
    assert found.p_value < 0.01
    low, high = found.line.band(float(np.mean(found.x)))
    assert low < found.line.at(float(np.mean(found.x))) < high
    unrelated = rng.normal(size=(14, 14))
    assert relation(distance, unrelated, resamples=400, permutations=499).p_value > 0.01


@pytest.mark.parametrize(("permutations", "seed"), [(1, 0), (99, 1), (99, 2)])
def test_the_order_that_was_found_is_one_of_those_that_reach_it(permutations: int, seed: int) -> None:
    """Mantel's p is never 0: of no other order as extreme it is one in all, itself among them."""
    places = np.array([0.0, 1.0, 2.5, 4.0, 7.0, 13.0, 17.0, 30.0])
    distance = abs(places[:, None] - places)
    r, p = mantel(distance, distance**1.1, permutations=permutations, rng=np.random.default_rng(seed))
    assert (round(r, 2), p) == (1.0, 1 / (1 + permutations))


def test_a_relation_without_spread() -> None:
    flat = 1 - np.eye(5)
    found = relation(flat, flat)
    assert found.line is None
    assert (found.r, found.p_value) == (0, 1)


def test_data_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such treebank; give the folder"):
        languages(str(tmp_path))


@pytest.mark.slow
def test_texts_of_treebanks(data: Path) -> None:
    for language in languages(str(data)):
        plan = PLANS[language.name]
        assert len(language.texts) == sum(plan.texts.values()) + len(plan.mixtures) >= 10
        ids = [(text.text.name.split()[0], one) for text in language.texts for one in text.text.ids]
        assert len({one for _, one in ids}) == len(ids)
        assert {len(text) for text in language.texts} == {language.size}
        assert language.size >= 30
        for one, other, share in plan.mixtures:
            name = f"{one} {100 - round(100 * share)}, {other} {round(100 * share)}"
            (mixed,) = [text for text in language.texts if text.text.name == name]
            inside = set(language.genres[other].text.ids)
            assert sum(one in inside for one in mixed.text.ids) == round(language.size * share)


def test_the_claim_is_about_the_matrix(italian: LanguageStudy) -> None:
    found, n = italian.matrix, len(italian.matrix.texts)
    sizes = [int(found.rows(j).sum()) for j in range(n)]
    gaps = [np.mean([found.discrepancy(i, j).value or 0.0 for i in range(n) if i != j]) for j in range(n)]
    d = italian.claim.differences["own, in sample, against all others"]
    assert d.value == pytest.approx(np.average(gaps, weights=sizes))
    assert d.clusters == n
    pairs = italian.claim.falls["in sample"]
    assert pairs[2] == n * (n - 1)
    assert pairs[0] >= pairs[1]

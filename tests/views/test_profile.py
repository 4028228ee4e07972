"""A profile as shares: the order of cells, and which axis of a matrix stands where."""

import numpy as np

from murho.core.judgement import Judgements
from murho.core.profile import profile
from murho.views.profile import WIDEST, shares

LOSSES = [1, 0, 0, 1, 0]
DAYS = ["tue", "mon", None, "mon", "mon"]


def test_cells_are_in_the_order_of_their_classes() -> None:
    judged = Judgements.of(LOSSES)
    shown = shares(profile(judged, np.ones(5), {"day": DAYS, "loss": judged.loss}))
    assert [(cell.names, cell.share, cell.cases, cell.performance) for cell in shown.cells] == [
        (["mon", "0"], 0.4, 2, 0.0),
        (["mon", "1"], 0.2, 1, 1.0),
        (["tue", "1"], 0.2, 1, 1.0),
        (["(none)", "0"], 0.2, 1, 0.0),
    ]


def test_the_axis_of_more_classes_stands_down_whichever_comes_first() -> None:
    judged = Judgements.of(LOSSES)
    axes = {"loss": judged.loss, "day": DAYS}
    turned, straight = (shares(profile(judged, np.ones(5), {name: axes[name] for name in names})).matrix
                        for names in (("loss", "day"), ("day", "loss")))  # fmt: skip
    assert turned == straight
    assert straight is not None
    assert (straight.down, straight.across, straight.columns) == ("day", "loss", ["0", "1"])
    assert straight.rows == [("mon", [0.4, 0.2]), ("tue", [0.0, 0.2]), ("(none)", [0.2, 0.0])]


def test_only_two_axes_make_a_matrix() -> None:
    judged = Judgements.of(LOSSES)
    assert shares(profile(judged, np.ones(5), {"day": DAYS})).matrix is None
    three = {"day": DAYS, "loss": judged.loss, "weight": np.ones(5)}
    assert shares(profile(judged, np.ones(5), three)).matrix is None


def test_more_columns_than_anybody_looks_at_are_no_matrix() -> None:
    for count, is_shown in ((WIDEST, True), (WIDEST + 1, False)):
        judged = Judgements.of([0] * count)
        ids = list(map(str, range(count)))
        assert (shares(profile(judged, np.ones(count), {"id": ids, "text": ids})).matrix is not None) == is_shown

"""What an interval is worth, as a sheet; `tests/cli/test_trust` draws the samples."""

from dataclasses import replace

from murho.core.coverage import Coverage
from murho.core.figure import figure
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.figures.trust import Trust, sheet
from murho.sheets.writing import facts

RUN = figure(tally(Judgements.of([1, 0, 0, 1]), [1, 1, 1, 1]), level=0.95)
DRAWN = Coverage(0.5, 0.95, (0.94, 0.96), 0.03, 0.02, 0.8, 1.0, 0.0, 2000)
TRUST = Trust("labels", RUN, DRAWN, 0.2, 12, 0, ("few",), "murho|measure:labels")


def test_cases_that_stand_by_themselves_are_no_clusters() -> None:
    shown = sheet(TRUST)
    assert TRUST.more_clusters is None
    assert [name for name, _ in facts(shown)] == ["π of the run", "cases"]
    assert shown.conclusions == ["±0.2000 takes 12 cases more"]
    assert [row.cells[1] for row in shown.rows] == [0.95, 0.03, 0.02, 1.0, 0.0, 0.8]
    assert (shown.notes, shown.signature) == (("few",), "murho|measure:labels")


def test_clusters_more_are_like_those_of_the_run() -> None:
    two = figure(tally(Judgements.of([1, 0, 0, 1]), [1, 1, 1, 1], clusters=["a", "a", "a", "b"]), level=0.95)
    clustered = replace(TRUST, figure=two, more_cases=13)
    assert clustered.more_clusters == 7
    assert sheet(clustered).conclusions == ["±0.2000 takes 13 cases more, 7 clusters like these"]
    assert facts(sheet(clustered))[-1] == ("clusters", "2")

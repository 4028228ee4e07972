"""Criteria: beside each the same of floors and of people, in the order of the score."""

from murho.views.criteria import Agreement, Criterion, criteria

ALSO = {
    "breaks_correct": 0.9,
    "junctures_correct": None,
    "intervals": {"breaks_correct": [0.8, 0.95], "junctures_correct": None},
    "floors": {"never a break": {"breaks_correct": 0.0, "junctures_correct": 0.7}},
    "ceiling": {"annotators": 3, "breaks_correct": 0.97, "krippendorff_alpha": 0.8, "fleiss_kappa": None},
}


def test_people_stand_behind_the_floors() -> None:
    shown = criteria(ALSO)
    assert shown is not None
    assert shown.beside == ("never a break", "people")
    assert shown.lines == (
        Criterion("breaks correct", 0.9, [0.8, 0.95], (0.0, 0.97)),
        Criterion("junctures correct", None, None, (0.7, None)),
    )
    assert shown.agreement == Agreement(3, (("Krippendorff's α", 0.8), ("Fleiss' κ", None)))


def test_a_measure_without_criteria_has_none() -> None:
    assert criteria({"las": 1.0}) is None
    alone = criteria({"hits": 1.0, "intervals": {"hits": [1, 1]}})
    assert alone is not None
    assert (alone.beside, alone.agreement, alone.lines[0].beside) == ((), None, ())

"""Competence and causes in the terminal: figures with the first of their items."""

from collections.abc import Callable

import numpy as np

from murho.core.case import Cases
from murho.core.judgement import Judgements
from murho.pipeline.runs.causes import caused
from murho.pipeline.runs.competence import competence_of_cases
from murho.terminal.competence import show_causes, show_competence

Seen = Callable[..., str]


def cases(count: int) -> Cases:
    return Cases([str(i) for i in range(count)], [f"[{i}] ?" for i in range(count)], [("a",)] * count)


def test_twelve_items_are_named_and_the_rest_is_counted(seen: Seen) -> None:
    for wrong, more in ((12, []), (14, ["  and 2 more: --json names all"])):
        able = competence_of_cases(cases(20), Judgements.of([1] * wrong + [0] * (20 - wrong)), np.ones(20), bound=0.5)
        lines = [line.rstrip() for line in seen(show_competence, able).splitlines()]
        assert lines[2].split() == ["linguistic", "coverage,", "ρ", ">", "0.5", "20", "20"]
        assert next(line for line in lines if line.startswith("habitability")).split()[1] == f"{1 - wrong / 20:.4f}"
        at = lines.index(f"covered, not understood  {wrong} items")
        assert lines[at + 1 :] == [*(f"  {i} [{i}] ?" for i in range(12)), *more]
        assert not any("said by users" in line for line in lines)


def test_what_users_say_beyond_the_suite(seen: Seen) -> None:
    able = competence_of_cases(cases(2), Judgements.of([0, 0]), np.ones(2), users=["[0] ?", "else"])
    lines = [line.rstrip() for line in seen(show_competence, able).splitlines()]
    assert lines[-2:] == ["said by users, not covered  1 item", "  else"]
    assert [line.split()[-1] for line in lines if line.startswith(("said by users", "completeness"))][:3] == [
        "2", "1", "0.5000",
    ]  # fmt: skip


def test_leaves_are_indented_and_who_tagged_nothing_is_told_how(seen: Seen) -> None:
    two = Cases(["1", "2"], ["", ""], [()] * 2, features={"cause": ["linguistic/syntax", None]})
    lines = [line.rstrip() for line in seen(show_causes, caused(two, np.ones(2), np.array([1.0, 3.0]))).splitlines()]
    assert [line.split()[:2] for line in lines[2:]] == [
        ["linguistic", "1"], ["syntax", "1"], ["(not", "tagged)"], ["all", "wrong"],
    ]  # fmt: skip
    assert lines[3].startswith("  syntax")
    assert lines[2].split()[-2:] == ["25.0", "%"]
    untagged = seen(show_causes, caused(Cases(["1"], [""], [()]), np.ones(1), np.ones(1)))
    assert "tag items: murho judge RUN --causes FILE" in untagged

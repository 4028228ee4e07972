"""Causes of failure: three branches, leaves of murho's and of one's own."""

import pytest

from murho.core.causes import TAXONOMY, parse
from murho.core.errors import UsageError


@pytest.mark.parametrize("cause", [f"{branch}/{leaf}" for branch, leaves in TAXONOMY.items() for leaf in leaves])
def test_every_cause_of_the_taxonomy(cause: str) -> None:
    assert "/".join(parse(cause)) == cause


@pytest.mark.parametrize(
    ("cause", "path"),
    [
        ("conceptual", ("conceptual",)),
        (" linguistic / ellipsis ", ("linguistic", "ellipsis")),
        ("linguistic/ellipsis/gapping", ("linguistic", "ellipsis", "gapping")),
        ("implementational/our own", ("implementational", "our own")),
        ("conceptual/", ("conceptual",)),
    ],
)
def test_branches_and_leaves_of_ones_own(cause: str, path: tuple[str, ...]) -> None:
    assert parse(cause) == path


@pytest.mark.parametrize("cause", ["", "/", "ellipsis", "Linguistic", "ellipsis/linguistic"])
def test_a_cause_starts_with_a_branch(cause: str) -> None:
    with pytest.raises(UsageError, match="start with one of conceptual, linguistic, implementational"):
        parse(cause)

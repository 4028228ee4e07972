from pathlib import Path

import pytest

from murho.core.errors import InputError, UsageError
from murho.formats.roles import ANSWER_ROLES, CASE_ROLES, mapping, roles


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("", {}),
        (" reference = true , answer=pred ", {"reference": "true", "answer": "pred"}),
        ("reference='a, b',expression=\"x=y\"", {"reference": "a, b", "expression": "x=y"}),
        ("id=", {"id": ""}),
        ({"reference": "gold, true"}, {"reference": "gold, true"}),
    ],
)
def test_mappings(given: str, found: dict[str, str]) -> None:
    assert mapping(given) == found


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("refrence=gold", "columns: 'refrence=gold'; did you mean reference? write ROLE=COLUMN, the role being id, "),
        ("gold", "columns: 'gold'; write ROLE=COLUMN"),
        ("answer=a,answer=b", "columns: answer twice; name one column for it"),
    ],
)
def test_what_is_no_mapping(given: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        mapping(given)
    assert str(caught.value).startswith(message)


def test_what_is_said_goes_before_guesses_and_own_names_before_other_ones() -> None:
    found = roles(["ID", "text", "label", "Predicted Intent", "user_id"], {"reference": "text"}, CASE_ROLES, "a.csv")
    assert found.columns == {"id": "ID", "reference": "text", "cluster": "user_id"}
    assert found.others == {"Predicted Intent"}
    both = roles(["reference", "gold", "answer"], {}, CASE_ROLES, "a.csv")
    assert both.columns == {"reference": "reference"}
    assert both.note == ""


@pytest.mark.parametrize(
    ("names", "said", "wanted", "message"),
    [
        ("text gold intent", {}, CASE_ROLES, "'gold' and 'intent' could be the reference; write --columns refer"),
        ("text said", {}, CASE_ROLES, "no column is known to be the reference (columns: text, said); "),
        ("text gold", {}, ANSWER_ROLES, "no column is known to be the answer (columns: text, gold); "),
        ("text gold", {"reference": "gould"}, CASE_ROLES, "no column 'gould', which is to be the reference; "),
    ],
    ids=["two", "none", "no answer", "absent"],
)  # fmt: skip
def test_what_cannot_be_told_is_refused(
    names: str, said: dict[str, str], wanted: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as caught:
        roles(names.split(), said, wanted, "a.csv")
    assert str(caught.value).startswith(f"a.csv:1: {message}")


def test_a_cluster_that_could_be_two_columns_is_none_and_said() -> None:
    found = roles(["text", "gold", "user_id", "session_id"], {}, CASE_ROLES, "a.csv")
    assert "cluster" not in found.columns
    assert "'user_id' and 'session_id' could be the cluster; if one is, write --columns cluster=user_id" in found.note
    assert "cluster" not in roles(["gold", "user_id"], {"cluster": ""}, CASE_ROLES, "a.csv").columns

import pytest

from murho.core.errors import InputError
from murho.formats.spoken import seconds, span


@pytest.mark.parametrize(("value", "found"), [("0", 0.0), ("12.340", 12.34), (3, 3.0), ("1e2", 100.0)])
def test_seconds(value: str | float, found: float) -> None:
    assert seconds(value, "begin", "a.ctm", 1) == found


@pytest.mark.parametrize("value", ["-0.01", "nan", "inf", "1e9", "", "*", "0:12", -1, float("nan")])
def test_no_seconds(value: str | float) -> None:
    with pytest.raises(InputError, match=r"a.ctm:1: duration is .*; write seconds"):
        seconds(value, "duration", "a.ctm", 1)


def test_spans() -> None:
    assert span("1", "1", "a.stm", 1) == (1.0, 1.0)
    with pytest.raises(InputError, match=r"a.stm:3: a segment from 2 to 1.5 seconds; give an end that is not before"):
        span("2", "1.5", "a.stm", 3)

"""What the tests of the laboratory share with those of murho."""

from tests.conftest import (
    _own_surroundings,
    barriers,
    chromium,
    data,
    expect,
    free_port,
    plain,
    plain_suite,
    record,
)

__all__ = ["_own_surroundings", "barriers", "chromium", "data", "expect", "free_port", "plain", "plain_suite", "record"]

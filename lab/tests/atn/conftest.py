"""What stands in a terminal, and what a page holds, as the tests of murho's own look at them."""

from tests.pages.conftest import read
from tests.terminal.conftest import seen

__all__ = ["read", "seen"]

"""Scripts, cases and processes, as the tests of murho's own systems have them."""

from tests.systems.conftest import _nothing_left, answers_of, cases, collect_ignore, script

__all__ = ["_nothing_left", "answers_of", "cases", "collect_ignore", "script"]

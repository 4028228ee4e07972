"""The command itself and small files, as the tests of murho's own verbs have them."""

from tests.cli.conftest import Command, by_nobody, here, murho, suite, told, write

__all__ = ["Command", "by_nobody", "here", "murho", "suite", "told", "write"]

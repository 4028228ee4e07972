"""What stands in a terminal, as in `tests/sheets`."""

from ..sheets.conftest import Seen, seen

__all__ = ["Seen", "seen"]

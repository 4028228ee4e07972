"""Sheets: what there is to see of a figure, neutral, and each surface that draws it. What a sheet is stands in `sheet`.

Its names are found here as well, imported when they are first used: a figure on a terminal needs none of them.
"""

TYPE_CHECKING = False  # as in `murho`
if TYPE_CHECKING:
    from typing import Any

    from murho.sheets.sheet import (
        KINDS,
        Between,
        Column,
        Picture,
        Sheet,
        SheetCell,
        SheetItem,
        SheetRow,
        Span,
    )

__all__ = ["Between", "Column", "KINDS", "Picture", "Sheet", "SheetCell", "SheetItem", "SheetRow", "Span"]


def __getattr__(name: str) -> "Any":
    """What a sheet is made of."""
    if name not in __all__:
        raise AttributeError(f"module 'murho.sheets' has no attribute {name!r}")
    from murho.sheets import sheet

    return getattr(sheet, name)

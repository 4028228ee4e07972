"""Charts as inline SVG: each kind of `murho.sheets.Picture` in a module of its name."""

from importlib import import_module

from murho.sheets import Picture


def draw(picture: Picture) -> str:
    """The SVG of a picture, which stands alone: `draw` of the module that its kind names.

    >>> from murho.sheets.drawing.scatter import Plot, Point
    >>> draw(Picture("scatter", ([Point(1, 2)], Plot("Two", "one", "other"), None))).startswith("<svg")
    True
    """
    drawing: str = import_module(f"murho.sheets.drawing.{picture.kind}").draw(picture.value)
    return drawing

"""What the page and the terminal show of words against concepts: a table for each view, and how to read its drawing."""

from murho.sheets.drawing.scatter import fitted
from murho_lab.studies.slurp.words_concepts import View


def table(view: View) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the points that have a name; single recordings have none."""
    head = ["accuracy, %", "recordings", "words", "interval", "concepts", "interval"]
    rows = []
    for p in view.points:
        if p.name and p.x_ends and p.y_ends:
            # With a true minus: where many words are inserted an accuracy falls below 0.
            ends = (f"{low:.1f} to {high:.1f}".replace("-", "−") for low, high in (p.x_ends, p.y_ends))
            x, y = (f"{value:.1f}".replace("-", "−") for value in (p.x, p.y))
            rows.append([p.name, f"{p.weight:,}", x, next(ends), y, next(ends)])
    return head, rows


def note(view: View) -> str:
    """What stands below the drawing of a view."""
    dots = "the area of a dot shows how many recordings it stands for"
    if view.line is None:
        return f"{dots[0].upper()}{dots[1:]}. Two points leave no line to estimate."
    several = "whole sentences counting as one" if view.line.clusters < view.line.n else "each point with this weight"
    return (
        f"{dots[0].upper()}{dots[1:]}. Fitted line: {fitted(view.line)}, in the band that it may run in at "
        f"{100 * view.line.level:g} %, {several}; on the dashed line both accuracies are equal. Triangles lie beyond."
    )

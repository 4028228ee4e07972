"""murho trust"""

from typing import TYPE_CHECKING

from murho.cli.verb import Given, Verb

if TYPE_CHECKING:
    from murho.face.trust import Trusts

EXAMPLES = """
murho trust my-run
murho trust my-run --margin 0.02
murho trust my-run -m words --weight constant --replications 10000 --json
"""


def draw(found: "Trusts", given: Given) -> None:
    """What the interval is worth, measure by measure."""
    from murho.figures.trust import sheet
    from murho.sheets.console import console
    from murho.sheets.terminal import show_sheet

    out = console()
    for place, one in enumerate(found):
        show_sheet(sheet(one), out, gap=place > 0)


trust = Verb("trust", EXAMPLES, draw).command()

"""Options that name a plug, `--format` and `--system`: their help lists what there is, found when it is shown.

The names are read off files: for a page of help, and for the completion of a shell, nothing is imported.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from murho.plugs import Plug, Shelf

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

FORMATS: Shelf[Plug] = Shelf("format", "murho.formats", "FORMAT", "murho.formats")
KINDS: Shelf[Plug] = Shelf("kind of system", "murho.systems", "SYSTEM", "murho.systems")
Decorator = Callable[[Any], Any]


class _Listing(click.Option):
    """An option in whose help `{names}` are those of a shelf, but for those that are not typed."""

    def __init__(self, *declarations: Any, shelf: Shelf[Plug], untyped: tuple[str, ...] = (), **more: Any):
        super().__init__(*declarations, **more)
        self.shelf, self.untyped, self.template = shelf, untyped, self.help or ""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        names = ", ".join(name for name in self.shelf.names() if name not in self.untyped)
        self.help = self.template.replace("{names}", names)
        return super().get_help_record(ctx)


class Formats(_Listing):
    """Formats, of both files or one for each, with a comma between them."""

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Names that begin so, behind the comma if there is one."""
        from click.shell_completion import CompletionItem

        first, comma, last = incomplete.rpartition(",")
        return [CompletionItem(f"{first}{comma}{name}") for name in self.shelf.names() if name.startswith(last)]


class Kinds(_Listing):
    """Kinds of systems, of a stage with a name too; else a file of answers."""

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Kinds that begin so, behind the name of the stage if there is one; else a file."""
        from click.shell_completion import CompletionItem

        stage, sign, last = incomplete.rpartition("=")
        names = [name for name in self.shelf.names() if name.startswith(last) and name not in self.untyped]
        return [CompletionItem(f"{stage}{sign}{name}:") for name in names] or [CompletionItem(incomplete, type="file")]


def system_option(also: str = "") -> Decorator:
    """`--system`; `also` is what else can be named."""
    text = (
        "What to evaluate: a function, module:attribute; a file of answers; or what answers, as KIND:..., as in "
        f"'cmd:./parser --fast'{also}. Kinds: {{names}}."
    )
    # A function is written by its name alone, without a kind before it.
    untyped = ("function",)
    return click.option("--system", "system_name", required=True, cls=Kinds, shelf=KINDS, untyped=untyped, help=text)

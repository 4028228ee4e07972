"""Options that name a file to be written: whether it can be is found out before the work, not after it."""

import os
from typing import Any

import click

_WRITTEN = "murho.written"
"""Where a call keeps which option writes which file."""


class Written(click.Path):
    """The name of a file that will be written; `page` for one that a browser may have to print, as .pdf."""

    def __init__(self, page: bool = False, suffixes: tuple[str, ...] = ()):
        super().__init__(dir_okay=False)
        self.page, self.suffixes = page, suffixes

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name.

        Raises:
            OutputError: nothing can be written there.
            UsageError: its suffix tells no kind of file that is written here, it is a file that a run is made of or
                that another option writes, or there is no browser to print it.
        """
        return self._checked(value, str(value), param, ctx)

    def _checked(self, value: Any, said: str, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name, of which `said` tells what is written there."""
        path = super().convert(value, param, ctx)
        if not isinstance(path, str) or path == "-":
            return path
        from murho.formats.opening import plain_suffix
        from murho.formats.saving import check_writable
        from murho.store.belonging import refuse_files_of_a_run

        suffix = plain_suffix(path)
        if self.suffixes and suffix not in self.suffixes:
            option = param.opts[-1] if param is not None else ""
            known = ", ".join(self.suffixes)
            raise click.UsageError(f"{option} {path}: its name tells no table; known: {known}", ctx)
        refuse_files_of_a_run(path)
        _refuse_twice(path, said, param, ctx)
        check_writable(path)
        if self.page and suffix == ".pdf":
            from murho.sheets.printing import browser

            browser()
        return path


def refuse_what_is_read(written: str | None, *read: str | None) -> None:
    """Refuse to write over a file that is read: what is written is another thing, and the file may be the only one.

    Raises:
        click.UsageError: so it is.
    """
    if written is None or not os.path.isfile(written):
        return
    if any(path is not None and os.path.isfile(path) and os.path.samefile(path, written) for path in read):
        context = click.get_current_context()
        raise click.UsageError(f"{written} is what is read, and would be lost; write to another file", context)


def _refuse_twice(path: str, said: str, param: click.Parameter | None, ctx: click.Context | None) -> None:
    """Refuse to write two things to one file, of which the first would be lost."""
    from murho.formats.opening import is_pipe

    target = os.path.realpath(path)
    if ctx is None or param is None or is_pipe(target):
        return
    option = param.opts[-1]
    first = ctx.meta.setdefault(_WRITTEN, {}).setdefault(target, (option, said))
    if first != (option, said):
        raise click.UsageError(f"{path} would be written by {first[0]} and by {option}; name two files", ctx)


class Table(Written):
    """The file of a table, as `FILE` or `VIEW=FILE`: the view, or nothing, and the file."""

    def __init__(self) -> None:
        super().__init__(suffixes=(".csv", ".tex", ".parquet"))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The view and the name of the file.

        Raises:
            OutputError: nothing can be written there.
            UsageError: its suffix tells no kind of table.
        """
        if isinstance(value, tuple):
            return value
        view, equals, path = str(value).partition("=")
        if not equals or not view.isidentifier():
            view, path = "", str(value)
        return view, self._checked(path, str(value), param, ctx)


FILE = Written()
PAGE = Written(page=True)
TABLE = Table()

"""What `murho VERB... --help` prints, as files that it is printed from: `python3 dev.py help` writes them.

They are the pages of murho by itself: what others have installed, the laboratory among them, is left out.
"""

import os
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import click

from murho.cli import VERBS
from murho.cli.app import app, obey
from murho.cli.help import COLUMNS, PAGES


def pages() -> dict[str, str]:
    """The text of each page by the name of its file, as click lays it out for a terminal as wide as `COLUMNS` says."""
    with patch("murho.plugs.entry_points", return_value=()):
        return {f"{' '.join(words)}.txt": said(*words, "--help") for words in own_commands()}


def own_commands() -> list[tuple[str, ...]]:
    """The commands of murho's own verbs."""
    return [words for words in commands(app) if words[0] in VERBS]


def commands(group: click.Group, *above: str) -> Iterator[tuple[str, ...]]:
    """All verbs, and the commands of those that are groups."""
    context = click.Context(group)
    for name in group.list_commands(context):
        yield (*above, name)
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, *above, name)


def said(*words: str) -> str:
    """What click prints."""
    output = StringIO()
    with redirect_stdout(output):
        assert obey(list(words)) == 0
    return output.getvalue()


def main() -> None:
    """Write the pages, and take away those of commands that are gone."""
    folder = Path(PAGES)
    folder.mkdir(exist_ok=True)
    os.environ["COLUMNS"] = str(COLUMNS)
    found = pages()
    for file in folder.iterdir():
        if file.name not in found:
            file.unlink()
    for name, text in found.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

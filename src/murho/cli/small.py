"""`murho score words REFERENCES ANSWERS [--json]` of two small text files, which is answered before click is imported.

Whatever is typed otherwise, or is unusual about the files, is left to `murho.cli.app`: it prints the same.
"""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from murho.pipeline.scoring.score import Score


def obey(arguments: Sequence[str]) -> int | None:
    """Score the files and print the figure; the exit status, or None where nothing was done."""
    typed = [word for word in arguments if word != "--json"]
    if typed[:2] != ["score", "words"] or len(typed) != 4 or any(word.startswith("-") for word in typed):
        return None
    from murho.pipeline.scoring.small import scored

    score = scored(*typed[2:])
    if score is None:
        return None
    try:
        _print(score, as_json="--json" in arguments)
    except OSError:  # a full disk, a pipe that nobody reads: the verb meets it as well, and says so
        return None
    return 0


def _print(score: "Score", as_json: bool) -> None:
    if as_json:
        import json

        sys.stdout.write(f"{json.dumps(score.as_json())}\n")
        sys.stdout.flush()
    else:
        from murho.sheets.console import console
        from murho.terminal.score import show_score

        show_score(score, console())

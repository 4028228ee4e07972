"""Which part of a parser's output belongs to which expression: told by characters, as scorers align words.

A parser that was given many sentences at once may have cut them otherwise. White space does not count.

>>> one = "1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> two = "1\\tStay\\tstay\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> divided(["Go", "Stay"], one + two) == [one, two], divided(["Go Stay"], one + two) == [one + two]
(True, True)
>>> divided(["Go now", "Stay"], one + two)
Traceback (most recent call last):
murho.systems.parsers.split_output.AstrayError: wrote 'Stay' where the expression goes on with 'now'
"""

from collections.abc import Iterator, Sequence


class AstrayError(Exception):
    """The output is not a parse of the expressions; the text says where it departs from them."""


def divided(expressions: Sequence[str], output: str) -> list[str]:
    """The sentences of CoNLL-U that were made of each expression, each with the blank line that ends it.

    Raises:
        AstrayError: the words are not those of the expressions, or a sentence goes across two of them.
    """
    rest = sentences(output)
    outputs: list[str] = []
    for expression in expressions:
        left, parts = "".join(expression.split()), []
        while left:
            lines = next(rest, None)
            if lines is None:
                raise AstrayError(f"ended before {_shown(left)}")
            written = "".join(surface(lines))
            if not left.startswith(written):
                if written.startswith(left):
                    raise AstrayError(f"made one sentence of two expressions at {_shown(written)}")
                raise AstrayError(f"wrote {_shown(written)} where the expression goes on with {_shown(left)}")
            left = left[len(written) :]
            parts.append("\n".join([*lines, "", ""]))
        outputs.append("".join(parts))
    for lines in rest:
        if any(surface(lines)):
            raise AstrayError(f"wrote {_shown(''.join(surface(lines)))} after the last expression")
    return outputs


def sentences(output: str) -> Iterator[list[str]]:
    """The lines of each sentence."""
    lines: list[str] = []
    for line in [*output.replace("\r\n", "\n").split("\n"), ""]:
        if line.strip():
            lines.append(line)
        elif lines:
            yield lines
            lines = []


def surface(lines: Sequence[str]) -> Iterator[str]:
    """The forms as they stand in the text: of multiword tokens the whole, not the words; no empty nodes."""
    covered = 0
    for line in lines:
        if line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != 10:
            raise AstrayError(f"wrote {_shown(line)}, which is no line of CoNLL-U")
        number = columns[0]
        first, _, last = number.partition("-")
        if last.isdigit():
            covered = int(last)
        elif not first.isdigit() or int(first) <= covered:
            continue
        yield "".join(columns[1].split())


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")

"""Two files of trees, one or both of another annotation, scored over their whole text after a mapping.

The mapped trees go into a folder of their own for as long as they are scored: files are aligned as files.
"""

import os
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import Any

from murho.core.errors import InputError, UsageError
from murho.formats import by_name
from murho.formats.opening import is_pipe
from murho.measures import Measure
from murho.measures.dependencies.dependencies import dependencies
from murho.measures.dependencies.mapping import TreeMap, tree_map
from murho.measures.wrapping import SIDES
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score
from murho.pipeline.scoring.tree_files import score_trees
from murho.pipeline.sources import short_digest


def score_mapped_trees(
    measure: Measure,
    mapping: tuple[str, str],
    references: str,
    answers: str,
    of_trees: dependencies,
    format_name: str,
    reading: Reading,
    settings: dict[str, Any],
) -> Score:
    """The score of two files of trees by `of_trees`, the sides that the mapping names mapped first; see `score_trees`.

    Raises:
        InputError: FILE:LINE: a value that no rule takes; what `score_trees` raises, with the files' own names.
    """
    file, side_named = mapping
    mapped_by, sides = tree_map(file), SIDES[side_named]
    with TemporaryDirectory(prefix="murho-mapped-") as folder:
        files = {"reference": references, "answer": answers}
        for side in sides:
            files[side] = _mapped(mapped_by, files[side], format_name, os.path.join(folder, f"{side}.conllu"))
        made = {"map": f"{file} {short_digest(file)}", "map_side": side_named, **settings}
        try:
            score = score_trees(of_trees, files["reference"], files["answer"], format_name, reading, made)
        except InputError as error:
            # The mapped files are gone when this is read: users are told the names of their own.
            own = {files["reference"]: references, files["answer"]: answers}.get(error.path or "", error.path)
            text = error.found.replace(files["reference"], references).replace(files["answer"], answers)
            raise InputError(text, error.todo, path=own, line=error.line) from None
    return replace(score, measure=repr(measure))


def _mapped(mapping: TreeMap, path: str, format_name: str, target: str) -> str:
    """Write a file's trees to `target` as the mapping has them; returns `target`."""
    if is_pipe(path):
        raise UsageError("a file that is mapped is read before it is scored: give a file, not standard input")
    module: Any = by_name(format_name)

    def trees() -> Any:
        for tree in module.read_trees(path, shape="any"):
            try:
                yield mapping.tree(tree)
            except InputError as error:
                raise error.at(path, tree.line) from None

    module.write_trees(target, trees(), shape="any")
    return target

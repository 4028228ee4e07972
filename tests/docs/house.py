"""The drawing of the rooms in docs/design.md, made from the imports: `python3 dev.py rooms` writes it."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "murho"
WINGED = ("pipeline",)
"""Rooms whose wings are drawn, too."""


def floors() -> list[list[str]]:
    """The rooms of each floor, the highest first, as import-linter holds them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    return [
        [room.strip().removeprefix("murho.") for room in re.split("[:|]", layer)] for layer in contracts[0]["layers"]
    ]


def imported(file: Path) -> Iterator[str]:
    """The modules of murho that a file imports, wherever in it, without those that only types need."""
    tree = ast.parse(file.read_text("utf-8"))
    typed = {id(inner) for node in ast.walk(tree) if _is_type_checking(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in typed:
            continue
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "murho":
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("murho."))


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


@cache
def room_of(module: str) -> str:
    """The room of a module by its dotted name, or the wing where wings are drawn; empty for the package itself."""
    _, *names = module.split(".")
    if not names or not ((SOURCE / names[0]).is_dir() or (SOURCE / f"{names[0]}.py").is_file()):
        return ""
    wings = len(names) > 1 and names[0] in WINGED and (SOURCE / names[0] / names[1]).is_dir()
    return ".".join(names[: 1 + wings])


def drawing() -> str:
    """Each room and wing with what it imports, floor by floor."""
    imports: dict[str, set[str]] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        module = ".".join(("murho", *file.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
        if room := room_of(module):
            imports.setdefault(room, set()).update(map(room_of, imported(file)))
    order = [room for floor in floors() for room in floor]
    rank = {room: (order.index(room.split(".")[0]), room) for room in imports if room.split(".")[0] in order}
    lines = []
    for floor in floors():
        for room in sorted((room for room in rank if room.split(".")[0] in floor), key=rank.__getitem__):
            below = sorted((imports[room] & rank.keys()) - {room, room.split(".")[0]}, key=rank.__getitem__)
            lines.append(f"{room:18}  {' '.join(below) or '·'}")
        lines.append("─" * 18)
    return "\n".join(lines[:-1])


def main() -> None:
    """Write the drawing into docs/design.md."""
    page = ROOT / "docs" / "design.md"
    text = page.read_text("utf-8")
    start = text.index("```text\ncli ")
    end = text.index("```\n", start + 3)
    page.write_text(f"{text[:start]}```text\n{drawing()}\n{text[end:]}", "utf-8")


if __name__ == "__main__":
    main()

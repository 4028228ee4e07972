"""The drawing of the rooms in docs/design.md: its floors and what each room imports are what the code has."""

from .house import ROOT, SOURCE, drawing, floors


def test_the_drawing_is_what_the_code_imports() -> None:
    page = (ROOT / "docs" / "design.md").read_text("utf-8")
    block = f"```text\n{drawing()}\n```"
    assert block in page, "docs/design.md holds another drawing; python3 dev.py rooms writes this one"


def test_every_room_stands_on_a_floor() -> None:
    rooms = {room for floor in floors() for room in floor}
    modules = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert modules - rooms == {"__init__", "__main__"}

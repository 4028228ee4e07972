"""Reading suites in XML: everything that is wrong is told with its line, and reading goes on where it can."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from murho.core.errors import InputError, UsageError
from murho.suites.findings import Note
from murho.suites.layout import ATTRIBUTES, INSIDE, LEAF, NAMES, ROOT, WELLFORMED
from murho.suites.model import (
    LEVELS,
    ORDER,
    PHENOMENA,
    STRUCTURE,
    TOO_DEEP,
    Item,
    Leaf,
    Order,
    Phenomenon,
    Section,
    Structure,
    Suite,
)

_MAKE: Mapping[str, type[Structure | Order | Item]] = {STRUCTURE: Structure, ORDER: Order, PHENOMENA: Item}
BOM = b"\xef\xbb\xbf"
_PROLOGUE = re.compile(rb"\s*(?:<\?.*?\?>|<!--.*?-->)", re.DOTALL)
_DOCTYPE = re.compile(rb"\s*(<!DOCTYPE)")


def parsed(source: bytes, path: str) -> Any:
    """The root element, with nothing expanded and nothing fetched."""
    try:
        from lxml import etree
    except ImportError:
        raise UsageError(f"{path}: suites in XML need lxml; install it with: pip install 'murho[suites]'") from None

    if (start := _document_type(source)) is not None:
        line = source.count(b"\n", 0, start) + 1
        raise InputError("a document type", "leave <!DOCTYPE ...> out: entities are not read", path=path, line=line)
    # Documents are not trusted: no entities, no network, no trees of any size.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, encoding="utf-8")
    try:
        return etree.fromstring(source, parser)
    except etree.XMLSyntaxError as error:
        message = (error.msg or "empty").replace(", use XML_PARSE_HUGE option", "")
        found = re.sub(r", line \d+, column (\d+)$", r" at column \1", message)
        raise InputError(f"no XML: {found}", "mend it; suites are XML in UTF-8", path=path, line=error.lineno) from None


def _document_type(source: bytes) -> int | None:
    """Where a document type begins, if there is one: nothing but comments and instructions may stand before it."""
    position = 0
    while before := _PROLOGUE.match(source, position):  # one by one: a pattern for all of them might try for ever
        position = before.end()
    match = _DOCTYPE.match(source, position)
    return match.start(1) if match else None


class Reader:
    """A document being read: its source, and who is told what is wrong."""

    def __init__(self, source: bytes, path: str, note: Note):
        self.bom = source.startswith(BOM)
        source = source.removeprefix(BOM)
        self.root = parsed(source, path)
        self.path, self.note = path, note
        self.lines = source.split(b"\n")
        self.newline = "\r\n" if len(self.lines) > 1 and source.count(b"\r\n") == len(self.lines) - 1 else "\n"

    def suite(self) -> Suite:
        """The whole document."""
        root = self.root
        attributes = self._attributes(root, ROOT)
        sections: list[Section] = []
        for section, comments in self._children(root, (STRUCTURE, ORDER, PHENOMENA), "a suite"):
            if any(section.tag == other.kind for other in sections):
                self.note(f"a second section <{section.tag}>", "join it with the first", self._line(section))
                continue
            corpus = self._attributes(section, ("corpus",))["corpus"]
            parts = tuple(self._parts(section, section.tag, 1))
            sections.append(Section(section.tag, parts, corpus, comments, self._line(section)))
        around = [*reversed([*root.itersiblings(preceding=True)]), *root.itersiblings()]
        comments = tuple(map(_markup, around))
        layout = {"root": root.tag, "newline": self.newline, "bom": self.bom, "comments": comments}
        return Suite(tuple(sections), **{**attributes, **layout}, path=self.path)

    def _parts(self, above: Any, section: str, depth: int) -> Iterator[Phenomenon | Leaf]:
        for element, comments in self._children(above, INSIDE[above.tag], f"<{above.tag}>"):
            if element.tag == LEAF:
                if (leaf := self._leaf(element, comments, section)) is not None:
                    yield leaf
                continue
            name = self._attributes(element, ("name",))["name"]
            known = NAMES.get(element.tag)
            if name is None:
                self.note(f"<{element.tag}> without a name", 'write name="..."', self._line(element))
            elif known and name not in known:
                todo = f"it is one of: {', '.join(known)}"
                self.note(f"unknown {element.tag} {name!r}", todo, self._line(element))
            if depth > LEVELS:
                self.note(TOO_DEEP, "make the tree flatter", self._line(element))
                continue
            parts = tuple(self._parts(element, section, depth + 1))
            yield Phenomenon(element.tag, name or "", parts, comments, self._line(element))

    def _leaf(self, element: Any, comments: tuple[str, ...], section: str) -> Leaf | None:
        attributes = self._attributes(element, ATTRIBUTES[section])
        line = self._line(element)
        for _ in self._children(element, (), f"<{LEAF}>"):
            pass  # nothing may stand in a leaf, and each thing that does is noted on the way
        name, test = attributes.pop("id"), attributes.pop("test")
        for attribute, value in (("id", name), ("test", test)):
            if value is None:
                self.note(f"a realization without {attribute}", f'write {attribute}="..."', line)
        if name is None or test is None:
            return None
        values: dict[str, Any] = {"class_" if key == "class" else key: value for key, value in attributes.items()}
        values["freq"] = self._number(attributes["freq"], line)
        if section == PHENOMENA:
            values["wellformed"] = self._truth(attributes["wellformed"], line)
            values["reference"] = self._meanings(attributes["reference"], line)
        return _MAKE[section](name, test=test, comments=comments, line=line, **values)

    def _number(self, text: str | None, line: int) -> float | None:
        try:
            return None if text is None else float(text)
        except ValueError:
            self.note(f"freq is {text!r}", "write a number from 0 to 1, or null", line)
            return None

    def _truth(self, text: str | None, line: int) -> bool | None:
        if text not in (None, *WELLFORMED):
            self.note(f"wellformed is {text!r}", f"write one of: {', '.join(WELLFORMED)}", line)
        return WELLFORMED.get(text or "yes")

    def _meanings(self, text: str | None, line: int) -> tuple[Any, ...] | None:
        if text is None:
            return None
        try:
            meanings = json.loads(text)
        except (ValueError, RecursionError):
            meanings = None
        if not isinstance(meanings, list):
            self.note(f"reference is {text[:40]!r}", "write a list of meanings in JSON, or null", line)
            return None
        return tuple(meanings)

    def _attributes(self, element: Any, known: Sequence[str]) -> dict[str, str | None]:
        for name in element.attrib:
            if name not in known:
                todo = f"<{element.tag}> has: {', '.join(known)}"
                self.note(f"unknown attribute {name!r}", todo, self._line(element))
        return {name: None if (value := element.get(name)) == "null" else value for name in known}

    def _children(self, above: Any, known: Sequence[str], where: str) -> Iterator[tuple[Any, tuple[str, ...]]]:
        """The elements within one, each with the comments before it; nothing else may be there.

        Comments with nothing behind them go to the element before.
        """
        comments: list[str] = []
        last = max((index for index, child in enumerate(above) if isinstance(child.tag, str)), default=-1)
        trailing = [_markup(child) for child in above[last + 1 :]]
        self._refuse_text(above.text, above, int(above.sourceline or 1))
        for child in above:
            self._refuse_text(child.tail, above, _last_line(child))
        for index, child in enumerate(above[: last + 1]):
            if not isinstance(child.tag, str):
                comments.append(_markup(child))
                continue
            if child.tag not in known:
                todo = f"{where} holds: {', '.join(f'<{name}>' for name in known) or 'nothing'}"
                self.note(f"unknown element <{child.tag}>", todo, self._line(child))
                continue
            yield child, (*comments, *(trailing if index == last else ()))
            comments = []

    def _refuse_text(self, text: str | None, element: Any, line: int) -> None:
        """Note text where a suite has none; `line` is the one where the text begins, be it with a line break."""
        if text and (stripped := text.strip()):
            line += text[: text.index(stripped[0])].count("\n")
            todo = "everything a suite says stands in attributes"
            self.note(f"text {stripped[:40]!r} in <{element.tag}>", todo, line)

    def _line(self, element: Any) -> int:
        """The line where the tag begins; the parser knows the one where it ends."""
        line = int(element.sourceline or 1)
        opening = f"<{element.tag}".encode()
        return next((n for n in range(line, 0, -1) if opening in self.lines[n - 1]), line)


def _last_line(element: Any) -> int:
    """The line where an element ends, with all that is in it."""
    begun, rest = (_last_line(element[-1]), element[-1].tail) if len(element) else (element.sourceline, element.text)
    return int(begun or 1) + (rest or "").count("\n")


def _markup(node: Any) -> str:
    """A comment as its text, a processing instruction as it stands."""
    from lxml import etree

    if node.tag is etree.Comment:
        return node.text or ""
    return f"<?{node.target} {node.text}?>" if node.text else f"<?{node.target}?>"

"""Suites as XML: `suite.rng`, the schema beside this module, is the format; here it is read and written.

    <suite name="..." language="es" version="..." licence="...">
      <structure corpus="..."> <level name="intraclause"> <constituent name="verb phrase"> <hierarchy name="child">
        <realization id="0009" name="noun" class="null" subclass="default" link="v-n" parent="romper" child="taza"
                     freq="0.131629" test="La taza se rompió."/>
      <order corpus="..."> <class name="subj#v#obj"> <schema name="subj#obj#v#obj">
        <realization id="0140" func="subj#iobj#v#dobj" .../>
      <phenomena> <phenomenon name="negation"> ... <realization id="1" wellformed="no" test="..."/>

The root may have any name. `null`, or an absent attribute, is no value. What is written has one layout, attributes in
one order and every `null` spelled out, so that what was read from such a file is written byte for byte. Comments, line
ends and a byte order mark are kept. Documents are not trusted: a document type is refused, entities and network off.

>>> from murho.suites.model import Item, Phenomenon, Section
>>> suite = Suite((Section("phenomena", (Phenomenon("phenomenon", "negation", (Item("1", test="No llueve."),)),)),))
>>> print(text_of(suite), end="")
<?xml version="1.0" encoding="UTF-8"?>
<suite>
  <phenomena corpus="null">
    <phenomenon name="negation">
      <realization id="1" wellformed="yes" reference="null" freq="null" test="No llueve."/>
    </phenomenon>
  </phenomena>
</suite>

Everything that is wrong is reported with its line, and reading goes on where it can.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from os import fspath
from typing import Any

from murho.core.errors import InputError, UsageError
from murho.formats.opening import Path, whole
from murho.formats.saving import writing
from murho.suites.model import (
    LEVELS,
    ORDER,
    PHENOMENA,
    STRUCTURE,
    TOO_DEEP,
    Item,
    Leaf,
    Note,
    Order,
    Phenomenon,
    Section,
    Structure,
    Suite,
    raising,
)

ROOT = ("name", "language", "version", "licence", "data")
LEAF = "realization"
INSIDE: Mapping[str, tuple[str, ...]] = {
    STRUCTURE: ("level",),
    "level": ("constituent",),
    "constituent": ("hierarchy",),
    "hierarchy": (LEAF,),
    ORDER: ("class",),
    "class": ("schema",),
    "schema": (LEAF,),
    PHENOMENA: ("phenomenon", LEAF),
    "phenomenon": ("phenomenon", LEAF),
}
"""What each element may hold."""
NAMES = {"level": ("intrachunk", "intraclause"), "hierarchy": ("head", "child")}
"""Elements whose names are fixed."""
ATTRIBUTES: Mapping[str, tuple[str, ...]] = {
    STRUCTURE: ("id", "name", "class", "subclass", "link", "parent", "child", "freq", "test"),
    ORDER: ("id", "func", "cat", "parent", "children", "constr", "sbjtype", "freq", "idsensem", "test"),
    PHENOMENA: ("id", "wellformed", "reference", "freq", "test"),
}
"""The attributes of a realization by section, in the order in which they are written."""
WELLFORMED = {"yes": True, "no": False, "unknown": None}
"""How `wellformed` is written; without a value it is yes."""


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


_CONTROL = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read(path: Path, note: Note | None = None) -> Suite:
    """The suite of a file; `note` is told everything that is wrong in it, without one the first thing is raised.

    Raises:
        InputError: FILE:LINE: what is wrong there; what to do. Always for what is no XML.
    """
    name = fspath(path)
    return Reader(whole(path), name, note or raising(name)).suite()


def schema() -> bytes:
    """The RELAX NG schema of the format."""
    from importlib import resources

    return (resources.files("murho.suites") / "suite.rng").read_bytes()


def write(path: Path, suite: Suite) -> None:
    """Write a suite, whole or not at all.

    Raises:
        InputError: something in it cannot stand in XML: a control character, more than 100 levels.
        OutputError: the file cannot be written.
    """
    text = text_of(suite).replace("\n", suite.newline)
    with writing(path) as file:
        file.write(BOM * suite.bom + text.encode())


def text_of(suite: Suite) -> str:
    """The suite as its file has it, with plain line ends and no byte order mark."""
    attributes = {name: getattr(suite, name) for name in ROOT if getattr(suite, name) is not None}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', *map(_comment, suite.comments)]
    lines.append(_tag(suite.root, attributes, empty=not suite.sections))
    for section in suite.sections:
        lines += [f"  {_comment(comment)}" for comment in section.comments]
        lines.append("  " + _tag(section.kind, {"corpus": section.corpus}, empty=not section.parts))
        lines += _lines(section.parts, section.kind, "    ")
        lines += [f"  </{section.kind}>"] * bool(section.parts)
    lines += [f"</{suite.root}>"] * bool(suite.sections)
    return "\n".join(lines) + "\n"


def _lines(parts: Sequence[Phenomenon | Leaf], section: str, indent: str) -> Iterator[str]:
    # What is deeper could not be read back.
    if len(indent) > 2 * (LEVELS + 2):
        raise InputError(TOO_DEEP, "make the tree flatter")
    for part in parts:
        yield from (f"{indent}{_comment(comment)}" for comment in part.comments)
        if isinstance(part, Phenomenon):
            yield indent + _tag(part.kind, {"name": part.name}, empty=not part.parts)
            yield from _lines(part.parts, section, indent + "  ")
            yield from [f"{indent}</{part.kind}>"] * bool(part.parts)
        else:
            values = {name: getattr(part, "class_" if name == "class" else name) for name in ATTRIBUTES[section]}
            yield indent + _tag(LEAF, {name: _text(name, value) for name, value in values.items()}, empty=True)


def _text(name: str, value: Any) -> str | None:
    if name == "wellformed":
        return next(word for word, meant in WELLFORMED.items() if meant is value)
    if value is None:
        return None
    if name == "freq":
        # Six decimals, as people write them; all digits where those would not give the number back.
        six = f"{value:.6f}"
        return six if float(six) == value else repr(float(value))
    return json.dumps(list(value), ensure_ascii=False) if name == "reference" else value


_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
_ESCAPED = re.compile('[&<>"\t\n\r]')


def _tag(name: str, attributes: Mapping[str, str | None], *, empty: bool) -> str:
    values = "".join(f' {key}="{_escaped(value)}"' for key, value in attributes.items())
    return f"<{name}{values}/>" if empty else f"<{name}{values}>"


def _escaped(value: str | None) -> str:
    text = "null" if value is None else value
    if wrong := _CONTROL.search(text):
        raise InputError(f"{text[:40]!r} holds {wrong[0]!r}, which XML cannot", "leave it out")
    return _ESCAPED.sub(lambda sign: _ESCAPES[sign[0]], text)


def _comment(text: str) -> str:
    # What stands between tags is kept with the comments, instructions to programs too.
    return text if text.startswith("<?") else f"<!--{text}-->"

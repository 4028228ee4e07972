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
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from os import fspath
from typing import Any

from murho.core.errors import InputError
from murho.formats.opening import Path, whole
from murho.formats.saving import writing
from murho.suites.findings import Note, raising
from murho.suites.layout import ATTRIBUTES, LEAF, ROOT, WELLFORMED
from murho.suites.model import LEVELS, TOO_DEEP, Leaf, Phenomenon, Suite
from murho.suites.xml_reader import BOM, Reader

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

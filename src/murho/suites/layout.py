"""What suites in XML are made of: elements, their attributes, and the order in which these are written."""

from collections.abc import Mapping

from murho.suites.model import ORDER, PHENOMENA, STRUCTURE

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

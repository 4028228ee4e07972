"""Laws of suites: reading undoes writing, the schema takes what is written, what is broken is refused with its line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from murho.core.errors import InputError
from murho.suites import xml
from murho.suites.model import Finding, Item, Order, Phenomenon, Section, Structure, Suite, collecting, masses

SMALL = (Path(__file__).parents[2] / "examples" / "suites" / "small.xml").read_bytes()
RULES = etree.RelaxNG(etree.fromstring(xml.schema()))

text = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
    | st.sampled_from("\t\n\r\"'<&>#/"),
    max_size=12,
)
said = text.filter(lambda value: value != "null")
filled = said.filter(bool)
maybe = st.none() | said
freq = st.none() | st.floats(0, 1)
letters = st.sampled_from("vxnarpdscziftyw")
comments = st.lists(text.filter(lambda c: "--" not in c and not c.endswith("-") and "\r" not in c), max_size=2).map(
    tuple
)
structure = st.builds(
    Structure,
    filled,
    name=maybe,
    class_=maybe,
    subclass=maybe,
    link=st.none() | st.builds("{}-{}".format, letters, letters),
    parent=maybe,
    child=maybe,
    freq=freq,
    test=filled,
    comments=comments,
)
order = st.builds(
    Order,
    filled,
    func=maybe,
    cat=maybe,
    parent=maybe,
    children=maybe,
    constr=maybe,
    sbjtype=maybe,
    freq=freq,
    idsensem=maybe,
    test=filled,
)
json = st.recursive(
    st.none() | st.booleans() | st.integers() | text, lambda inner: st.lists(inner, max_size=2), max_leaves=4
)
item = st.builds(
    Item,
    filled,
    wellformed=st.sampled_from([True, False, None]),
    reference=st.none() | st.lists(json, max_size=2).map(tuple),
    freq=freq,
    test=filled,
)


def level(kind: str, name: st.SearchStrategy[str], inner: st.SearchStrategy[object]) -> st.SearchStrategy[Phenomenon]:
    return st.builds(Phenomenon, st.just(kind), name, st.lists(inner, max_size=2).map(tuple))


def section(kind: str, inner: st.SearchStrategy[object]) -> st.SearchStrategy[Section]:
    return st.builds(Section, st.just(kind), st.lists(inner, max_size=2).map(tuple), maybe, comments)


structures = section(
    "structure",
    level(
        "level",
        st.sampled_from(["intrachunk", "intraclause"]),
        level("constituent", filled, level("hierarchy", st.sampled_from(["head", "child"]), structure)),
    ),
)
orders = section("order", level("class", filled, level("schema", filled, order)))
phenomena = section("phenomena", st.recursive(item, lambda inner: level("phenomenon", filled, inner), max_leaves=5))
suites = st.builds(
    lambda sections, **more: Suite(tuple(one for one in sections if one), **more),
    st.tuples(st.none() | structures, st.none() | orders, st.none() | phenomena),
    name=maybe,
    language=maybe,
    licence=maybe,
    root=st.sampled_from(["suite", "partes", "x"]),
    comments=comments,
)


@given(suite=suites)
def test_what_is_written_is_read(suite: Suite, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "any.xml"
    xml.write(path, suite)
    found = xml.read(path)
    assert xml.text_of(found) == path.read_bytes().decode()
    assert found == suite
    assert RULES.validate(etree.parse(path)), RULES.error_log


@given(place=st.integers(0, len(SMALL) - 1), change=st.binary(max_size=3), cut=st.integers(0, 40))
def test_whatever_is_broken_is_a_clear_error(
    place: int, change: bytes, cut: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "broken.xml"
    path.write_bytes(SMALL[:place] + change + SMALL[place + cut :])
    found: list[Finding] = []
    suite: Suite | InputError
    try:
        suite = xml.read(path, collecting(found, str(path)))
    except InputError as error:
        suite = error
    if isinstance(suite, InputError):
        assert suite.path == str(path)
        assert suite.line is not None
    elif found:
        assert all(one.line for one in found)
    else:
        assert xml.read(path) == suite
        out_of_range = any(leaf.freq is not None and not 0 <= leaf.freq <= 1 for _, leaf in suite.leaves())
        links = [leaf.link for _, leaf in suite.leaves() if isinstance(leaf, Structure) and leaf.link]
        if not out_of_range and all(len(link) == 3 for link in links):
            again = path.with_name("again.xml")
            xml.write(again, suite)
            assert xml.read(again) == suite


@given(st.lists(st.tuples(st.sampled_from(["v-n", "n-d", None]), freq), max_size=12))
def test_links_weigh_what_their_realizations_say(drawn: list[tuple[str | None, float | None]]) -> None:
    by_link: dict[str, float] = {}
    leaves = {}
    for number, (link, value) in enumerate(drawn):
        if link is not None and value is not None:
            value = by_link.setdefault(link, value)  # a link has one frequency
        leaves[str(number)] = Structure(str(number), link=link, freq=value, test="x")
    found = masses(leaves)
    assert {name for name, mass in found.items() if mass is None} == {
        n for n, leaf in leaves.items() if leaf.freq is None
    }
    for link, value in by_link.items():
        shares = [found[name] for name, leaf in leaves.items() if leaf.link == link and leaf.freq is not None]
        assert sum(share or 0.0 for share in shares) == pytest.approx(value)

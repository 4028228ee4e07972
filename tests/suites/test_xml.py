from pathlib import Path

import pytest
from lxml import etree

from murho.core.errors import InputError
from murho.suites import xml
from murho.suites.model import Finding, Item, Phenomenon, Section, Structure, Suite, collecting

SMALL = Path(__file__).parents[2] / "examples" / "suites" / "small.xml"


def suite_of(tmp_path: Path, inside: str) -> Path:
    path = tmp_path / "s.xml"
    path.write_text(f"<suite>\n{inside}\n</suite>\n", encoding="utf-8")
    return path


def all_findings(path: Path) -> list[Finding]:
    found: list[Finding] = []
    xml.read(path, collecting(found, str(path)))
    return found


def test_all_levels_and_attributes() -> None:
    suite = xml.read(SMALL)
    assert (suite.name, suite.language, suite.version, suite.licence, suite.root) == (
        "small",
        "es",
        "1",
        "Apache-2.0",
        "suite",
    )
    assert [section.kind for section in suite.sections] == ["structure", "order"]
    leaf = suite.of_section("structure")["0002"]
    assert leaf == Structure(
        "0002",
        name="verb",
        class_="auxiliary",
        subclass="haber",
        link="v-x",
        parent="vender",
        child="haber",
        freq=0.010655,
        test="Habrán vendido la casa.",
    )
    assert leaf.line == 11
    assert suite.paths()["0002"] == [("structure", "intraclause", "verb phrase", "child", "verb")]
    assert suite.paths()["0101"] == [("order", "subj#v", "subj#v", "subj#expl#v")]


def test_byte_stable_round_trip() -> None:
    assert xml.text_of(xml.read(SMALL)).encode() == SMALL.read_bytes()


def test_write(tmp_path: Path) -> None:
    xml.write(tmp_path / "again.xml", xml.read(SMALL))
    assert (tmp_path / "again.xml").read_bytes() == SMALL.read_bytes()
    xml.write(tmp_path / "again.xml.gz", xml.read(SMALL))
    assert xml.read(tmp_path / "again.xml.gz") == xml.read(SMALL)


def test_another_layout_says_the_same(tmp_path: Path) -> None:
    root = etree.fromstring(SMALL.read_bytes())
    path = tmp_path / "flat.xml"
    for element in root.iter():
        element.text = element.tail = None
        if element.tag == "realization":
            for name, value in list(element.attrib.items()):
                if value == "null":
                    del element.attrib[name]
    path.write_bytes(etree.tostring(root))
    found = xml.read(path)
    assert xml.text_of(found) == xml.text_of(xml.read(SMALL)).replace("<!--A small suite to test with.-->\n", "")


def test_the_root_may_have_any_name(tmp_path: Path) -> None:
    path = tmp_path / "s.xml"
    path.write_text(SMALL.read_text().replace("<suite ", "<partes ").replace("</suite>", "</partes>"))
    assert xml.text_of(xml.read(path)) == path.read_text()


def test_the_schema_takes_it() -> None:
    rules = etree.RelaxNG(etree.fromstring(xml.schema()))
    assert rules.validate(etree.parse(SMALL)), rules.error_log


def test_other_hierarchies_of_any_depth(tmp_path: Path) -> None:
    item = Item("1", test="¿«Sí» & no?", wellformed=None, reference=({"act": "x"}, "y"), freq=1 / 3)
    node = Phenomenon("phenomenon", "deep", (item, Item("2", test="No.", wellformed=False)))
    for depth in range(99):
        node = Phenomenon("phenomenon", f"d{depth}", (node,))
    suite = Suite((Section("phenomena", (node,), corpus="c"),))
    xml.write(tmp_path / "deep.xml", suite)
    assert xml.read(tmp_path / "deep.xml") == suite
    rules = etree.RelaxNG(etree.fromstring(xml.schema()))
    assert rules.validate(etree.parse(tmp_path / "deep.xml")), rules.error_log


def test_too_deep_to_be_read_again() -> None:
    node = Phenomenon("phenomenon", "deep", (Item("1", test="x"),))
    for _ in range(100):
        node = Phenomenon("phenomenon", "d", (node,))
    with pytest.raises(InputError, match="below more than 100 others"):
        xml.text_of(Suite((Section("phenomena", (node,)),)))


def test_too_deep_to_be_read(tmp_path: Path) -> None:
    for name, levels in (("deep", 101), ("deeper", 300)):
        inside = '<realization id="1" test="x"/>'
        text = "<suite><phenomena>\n" + '<phenomenon name="d">\n' * levels + inside + "</phenomenon>" * levels
        (tmp_path / f"{name}.xml").write_text(f"{text}</phenomena></suite>")
    with pytest.raises(InputError, match=r"deep.xml:102: phenomena below more than 100 others; make the tree flatter"):
        xml.read(tmp_path / "deep.xml")
    with pytest.raises(InputError, match=r"deeper.xml:\d+: no XML: Excessive depth in document: \d+ at column \d+;"):
        xml.read(tmp_path / "deeper.xml")


def test_many_comments_before_the_root_take_no_time(tmp_path: Path) -> None:
    """Each may end at its own end or, for a careless pattern, at that of any later one."""
    (tmp_path / "x.xml").write_text("<!-- a -->\n" * 500 + SMALL.read_text("utf-8").partition("\n")[2], "utf-8")
    assert len(xml.read(tmp_path / "x.xml").comments) == 501
    (tmp_path / "y.xml").write_text("<!-- a -->\n" * 500 + "<!DOCTYPE suite>\n<suite/>")
    with pytest.raises(InputError, match=r"y.xml:501: a document type; leave"):
        xml.read(tmp_path / "y.xml")
    (tmp_path / "z.xml").write_text("<!-- <!DOCTYPE suite> -->\n<suite/>")
    assert xml.read(tmp_path / "z.xml").comments == (" <!DOCTYPE suite> ",)


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"], ids=["", "bom"])
@pytest.mark.parametrize("newline", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_line_ends_and_a_byte_order_mark_are_kept(tmp_path: Path, bom: bytes, newline: bytes) -> None:
    source = bom + SMALL.read_bytes().replace(b"<suite ", b"<!-- two\nlines -->\n<suite ").replace(b"\n", newline)
    (tmp_path / "x.xml").write_bytes(source)
    xml.write(tmp_path / "y.xml", xml.read(tmp_path / "x.xml"))
    assert (tmp_path / "y.xml").read_bytes() == source


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<suite>\n\nhello\n<phenomena/></suite>", 3),
        ("<suite>\n<phenomena>\n</phenomena>\n oh\n</suite>", 4),
        ('<suite>\n<phenomena>\n<phenomenon name="a">\n</phenomenon>\n</phenomena>\n\n oh\n</suite>', 7),
        ("<suite><phenomena/>\n<!-- c -->\n<![CDATA[\noh]]></suite>", 4),
        ('<suite><phenomena>\n<realization id="1"\n test="x">\n oh</realization></phenomena></suite>', 4),
    ],
)
def test_text_is_refused_where_it_stands(tmp_path: Path, text: str, line: int) -> None:
    (tmp_path / "x.xml").write_text(text)
    with pytest.raises(InputError, match=rf"x.xml:{line}: text '(hello|oh)' in <\w+>; everything"):
        xml.read(tmp_path / "x.xml")


def test_comments_and_instructions_are_kept(tmp_path: Path) -> None:
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-model href="suite.rng"?>\n<!--before-->\n<suite>\n'
        '  <!--of the section-->\n  <phenomena corpus="null">\n    <!--one-->\n    <!--two-->\n'
        '    <phenomenon name="a"/>\n  </phenomena>\n</suite>\n'
    )
    path = tmp_path / "s.xml"
    path.write_text(text)
    assert xml.text_of(xml.read(path)) == text


def test_a_last_comment_moves_before_the_element_it_follows(tmp_path: Path) -> None:
    path = suite_of(tmp_path, "<phenomena><phenomenon name='a'/><!--last--></phenomena>")
    once = xml.text_of(xml.read(path))
    assert "<!--last-->" in once
    path.write_text(once)
    assert xml.text_of(xml.read(path)) == once


def test_a_tag_over_several_lines_has_the_line_where_it_begins(tmp_path: Path) -> None:
    path = suite_of(tmp_path, "<phenomena>\n<realization\n id='1'\n test='x'\n freq='often'/></phenomena>")
    with pytest.raises(InputError, match=r"s\.xml:3: freq is 'often'; write a number"):
        xml.read(path)


WRONG = [
    (
        "<structure><level name='x'/></structure>",
        "2: error: unknown level 'x'; it is one of: intrachunk, intraclause",
    ),
    ("<structure><level/></structure>", "2: error: <level> without a name"),
    ("<structure><constituent name='x'/></structure>", "2: error: unknown element <constituent>"),
    (
        "<structure><level name='intrachunk'><constituent name='x'>\n<hierarchy name='parent'/></constituent>"
        "</level></structure>",
        "3: error: unknown hierarchy 'parent'; it is one of: head, child",
    ),
    ("<structure/>\n<structure/>", "3: error: a second section <structure>"),
    ("<phenomena><realization test='x'/></phenomena>", "2: error: a realization without id"),
    ("<phenomena><realization id='1' test='null'/></phenomena>", "2: error: a realization without test"),
    ("<phenomena><realization id='1' test='x' colour='y'/></phenomena>", "2: error: unknown attribute 'colour'"),
    ("<phenomena>words</phenomena>", "2: error: text 'words' in <phenomena>"),
    ("<phenomena><realization id='1' test='x' wellformed='no way'/></phenomena>", "wellformed is 'no way'"),
    ("<phenomena><realization id='1' test='x' reference='[1'/></phenomena>", "reference is '[1'"),
    ("<phenomena><realization id='1' test='x'><b/></realization></phenomena>", "unknown element <b>"),
    ("<p:order xmlns:p='urn:x'/>", "2: error: unknown element <{urn:x}order>"),
]


@pytest.mark.parametrize(("inside", "found"), WRONG)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, inside: str, found: str) -> None:
    findings = all_findings(suite_of(tmp_path, inside))
    assert [one for one in findings if found in str(one)], findings
    with pytest.raises(InputError):
        xml.read(tmp_path / "s.xml")


@pytest.mark.parametrize("inside", [inside for inside, found in WRONG if "reference" not in found])
def test_the_schema_refuses_it_too(inside: str) -> None:
    rules = etree.RelaxNG(etree.fromstring(xml.schema()))
    assert not rules.validate(etree.fromstring(f"<suite>{inside}</suite>"))


@pytest.mark.parametrize(
    ("attribute", "good"),
    [
        ("freq='1'", True),
        ("freq='1e-07'", True),
        ("freq='null'", True),
        ("freq='1.01'", False),
        ("freq='-0.1'", False),
        ("freq='NaN'", False),
        ("freq='INF'", False),
        ("link='v-n'", True),
        ("link='v-q'", False),
        ("link='vn'", False),
    ],
)
def test_what_the_schema_says_of_values(attribute: str, good: bool) -> None:
    rules = etree.RelaxNG(etree.fromstring(xml.schema()))
    leaf = f"<realization id='1' test='x' {attribute}/>"
    inner = f"<constituent name='c'><hierarchy name='head'>{leaf}</hierarchy></constituent>"
    levels = f"<level name='intrachunk'>{inner}</level>"
    assert rules.validate(etree.fromstring(f"<suite><structure>{levels}</structure></suite>")) is good


def test_everything_is_collected(tmp_path: Path) -> None:
    inside = "<order/>\n<order/>\n<phenomena>\n<realization/>\n<b/>\n</phenomena>"
    assert [one.line for one in all_findings(suite_of(tmp_path, inside))] == [3, 5, 5, 6]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (b"", "no XML"),
        (b"<suite>", "no XML"),
        (b"<suite>\n<a></b></suite>", "s.xml:2: no XML"),
        (b"<suite>\n<!-- \xff --></suite>", "s.xml:2: no XML"),
        (b"<suite>\x00</suite>", "no XML"),
        (b"not XML at all", "no XML"),
        ("<suite/>".encode("utf-16"), "no XML"),
        (
            b'<?xml version="1.0" encoding="utf-7"?>\n<!DOCTYPE suite [<!ENTITY a "b">]>\n<suite/>',
            "s.xml:2: a document type",
        ),
        (b'<!-- c --><?pi?> <!DOCTYPE suite SYSTEM "http://127.0.0.1:9/x.dtd"><suite/>', "s.xml:1: a document type"),
        (b"<suite>" * 300, "no XML"),
        (b"<suite name='&lol;'/>", "no XML"),
    ],
    ids=["empty", "cut", "crossed", "latin", "nul", "text", "utf-16", "entity", "network", "deep", "unknown-entity"],
)
def test_what_is_no_suite(tmp_path: Path, source: bytes, found: str) -> None:
    path = tmp_path / "s.xml"
    path.write_bytes(source)
    with pytest.raises(InputError) as error:
        xml.read(path)
    assert found in str(error.value)


def test_no_control_characters() -> None:
    with pytest.raises(InputError, match="which XML cannot"):
        xml.text_of(Suite((Section("phenomena", (Item("1", test="a\x0bb"),)),)))


@pytest.mark.parametrize(("freq", "text"), [(0.5, "0.500000"), (1 / 3, repr(1 / 3)), (1e-9, "1e-09"), (None, "null")])
def test_frequencies_as_they_are_written(freq: float | None, text: str) -> None:
    assert f'freq="{text}"' in xml.text_of(Suite((Section("phenomena", (Item("1", test="x", freq=freq),)),)))

"""Dendrograms of texts."""

from xml.etree import ElementTree

from murho_lab.atn.texts.dendrogram import dendrogram
from murho_lab.atn.texts.style import cluster

SVG = "{http://www.w3.org/2000/svg}"


def test_it_has_every_text_and_every_merge() -> None:
    names = ["news <1>", "news 2", "speech", "a name that is much too long for the room beside a drawing"]
    distances = [[0, 1, 4, 4], [1, 0, 4, 4], [4, 4, 0, 2], [4, 4, 2, 0]]
    drawn = ElementTree.fromstring(dendrogram(cluster(distances, names), "Styles", "distance"))
    texts = ["".join(text.itertext()) for text in drawn.iter(f"{SVG}text")]
    assert {"news <1>", "news 2", "speech"} <= set(texts)
    assert not any(len(text) > 40 for text in texts)
    joins = [path for path in drawn.iter(f"{SVG}path") if path.get("class") == "join"]
    assert len(joins) == 3


def test_texts_that_do_not_differ() -> None:
    drawn = dendrogram(cluster([[0, 0], [0, 0]], ["a", "b"]), "Styles", "distance")
    ElementTree.fromstring(drawn)
    assert "nan" not in drawn

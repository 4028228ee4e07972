"""A dendrogram of texts, as an SVG that stands alone, in light and dark.

>>> from murho_lab.atn.texts.style import cluster
>>> drawing = dendrogram(cluster([[0, 1, 4], [1, 0, 5], [4, 5, 0]], ["news", "web", "speech"]), "Styles", "distance")
>>> drawing.startswith("<svg"), drawing.count('class="join"'), "speech" in drawing
(True, 2, True)
"""

from html import escape

from murho.sheets.legible import legible, short
from murho_lab.atn.texts.style import Clusters

WIDTH, ROW, TOP, BOTTOM, RIGHT = 620, 22, 14, 42, 190
LEFT = 14


def dendrogram(clusters: Clusters, title: str, axis: str) -> str:
    """The SVG: texts at the right, joined where their clusters meet, the distance below."""
    deepest = max((merge.height for merge in clusters.merges), default=0.0) or 1.0
    bottom = TOP + ROW * len(clusters.leaves)
    across = WIDTH - RIGHT - LEFT

    def x(height: float) -> float:
        return round(LEFT + across * (1 - height / deepest), 1)

    rows = {name: round(TOP + ROW * (index + 0.5), 1) for index, name in enumerate(clusters.leaves)}
    places = [(0.0, rows[name]) for name in clusters.names]
    spoken = f"{title}: {len(clusters.names)} texts; from top to bottom {', '.join(clusters.leaves)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dendrogram" viewBox="0 0 {WIDTH} {bottom + BOTTOM}" '
        f'role="img" aria-label="{_text(spoken)}"><style>{_STYLE}</style>'
        f'<rect class="ground" width="{WIDTH}" height="{bottom + BOTTOM}"/>'
    ]
    for merge in clusters.merges:
        (one, upper), (other, lower) = places[merge.left], places[merge.right]
        at = x(merge.height)
        parts.append(
            f'<path class="join" d="M{x(one)} {upper}H{at}V{lower}H{x(other)}"><title>{merge.height:.3f}</title></path>'
        )
        places.append((merge.height, (upper + lower) / 2))
    for name, at in rows.items():
        parts.append(f'<text x="{WIDTH - RIGHT + 8}" y="{at + 4}">{_text(short(name, 30))}</text>')
    parts.append(f'<path class="axis" d="M{LEFT} {bottom + 6}H{WIDTH - RIGHT}"/>')
    for step in range(5):
        height = deepest * step / 4
        parts.append(f'<text class="tick" x="{x(height)}" y="{bottom + 22}" text-anchor="middle">{height:.2f}</text>')
    parts.append(
        f'<text class="tick" x="{LEFT + across / 2}" y="{bottom + 37}" text-anchor="middle">{_text(axis)}</text>'
    )
    return "".join([*parts, "</svg>\n"])


def _text(text: str) -> str:
    return escape(legible(text))


_STYLE = (
    ".dendrogram{--ground:#fff;--ink:#1b1f24;--muted:#59616c;--accent:#1d5fa6;"
    'max-width:100%;height:auto;font-family:system-ui,"Segoe UI",Roboto,"Liberation Sans","DejaVu Sans",sans-serif}'
    "@media screen and (prefers-color-scheme:dark){.dendrogram{--ground:#14171b;--ink:#e6e9ed;--muted:#a3abb6;"
    "--accent:#7fb2ec}}"
    ".dendrogram .ground{fill:var(--ground)}.dendrogram text{fill:var(--ink);font-size:12px}"
    ".dendrogram .tick{fill:var(--muted);font-size:11px}.dendrogram .axis{fill:none;stroke:var(--muted)}"
    ".dendrogram .join{fill:none;stroke:var(--accent);stroke-width:1.6}"
)

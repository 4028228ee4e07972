"""Charts as inline SVG, written by templates of murho's own.

So a page needs no network and no script, and a chart costs a few kilobytes where a chart library costs half a megabyte.
"""

"""The pages that people judge in: Starlette serves them, templates make them, nothing is fetched from elsewhere.

Pages are forms that work without a script; htmx spares the reload, and murho's own script is about keys. Addresses are
relative, so that the pages work below any prefix.
"""

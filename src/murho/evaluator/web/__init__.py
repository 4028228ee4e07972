"""The pages that people judge in: Starlette serves them, templates make them, nothing is fetched from elsewhere."""

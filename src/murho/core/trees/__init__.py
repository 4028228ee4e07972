"""Trees of dependencies: their words, heads and links."""

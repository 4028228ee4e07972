"""Phrase breaks: junctures between words, with or without a break; and what annotators agree on."""

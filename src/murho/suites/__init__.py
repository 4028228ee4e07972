"""Test suites: hierarchies of phenomena with a sentence for each, to see what a system can do and what it cannot.

Unlike a corpus, a suite is made: its sentences show one phenomenon each, are few enough to be read, and cover what the
language offers whether or not it is frequent; how frequent it is, is written beside it, as its weight.
"""

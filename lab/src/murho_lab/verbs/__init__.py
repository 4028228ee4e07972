"""The verbs that the laboratory brings, each a command that parses and calls.

The first line of a verb's module says what it does: `murho --help` prints it, without importing the module.
"""

"""murho from Python: a function for each verb of the command line, and the results that they give.

Each does what the command of its name does, by the same functions and with the same defaults. A result prints in a
line, shows itself in a notebook, gives its figures as a table (`frame`), is what `--json` prints (`as_json`), and goes
to a file (`save`). `import murho` knows them all as `murho.run`, `murho.open`, `murho.show`...; docs/python.md shows
them at work.
"""

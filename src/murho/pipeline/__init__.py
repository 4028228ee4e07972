"""The wiring, and the only one: score files, run systems, judge, show and compare what was saved."""

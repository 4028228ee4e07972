"""The report as one HTML page that needs nothing else: no network, no other file.

`page.write_report` gathers the evidence of a saved run, turns it into views (headline, profile, slices, outcomes, worst
items) and fills the templates. Everything from data passes `legible` and is escaped.
"""

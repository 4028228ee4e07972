"""Queries as meanings: SQL compared by its form, by what it gives on a database, or by its parts; docs/sql.md."""

"""Saved runs: made, gone on with, shown, compared."""

"""Views as HTML pages of one file that need no network."""

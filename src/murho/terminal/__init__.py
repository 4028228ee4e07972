"""Views in a terminal: tables, bars, alignments, sclite's layouts."""

"""Texts compared by the strategies they teach: distances, discrepancy, the paper's table, style and its clusters."""

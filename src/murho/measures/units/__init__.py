"""Measures over semantic units, `attribute:value` each: in order, as a bag, as F1, as whole frames.

`reading` says what a unit is, `unit_rows` judges unit by unit, `mapping` and `mapped` turn rich structures into units.
"""

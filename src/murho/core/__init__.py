"""The theory, and nothing that reads or writes: meanings, shifting, importance, tally, estimate.

Everything murho measures is one ratio, `π[μ,ρ](U) = Σ μ(g(e), ĝ(e))·ρ(e) / Σ ρ(e)` (Guida and Mauri 1984,
section 3): how far each answer is from the right one, weighed by how much it matters. The modules here
hold its parts, one each; see docs/design.md for how they meet.
"""

"""What learned strategies are worth: penetrance, the cost of arcs on this machine, load, and orders compared."""

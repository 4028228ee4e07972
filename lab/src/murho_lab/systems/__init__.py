"""The kinds of systems that the laboratory brings: grammars of the ATN and of the chart parser, and a recogniser."""

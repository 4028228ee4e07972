"""The experiments of the papers that murho follows, each computed again end to end; one package per study."""

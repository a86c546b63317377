"""Pictures: one moment of a match as SVG or PNG."""

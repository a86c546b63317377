"""How things look: colours, shapes, text, cards, charts, and the one writer of SVG."""

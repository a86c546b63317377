"""JSON with another value at one place."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


@st.composite
def damaged(draw: st.DrawFn, document: Any) -> Any:
    """A copy of `document` with another value anywhere in it."""
    changed = copy.deepcopy(document)
    place = changed
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = draw(st.sampled_from(keys))
        if not isinstance(place[key], (dict, list)) or not place[key] or draw(st.booleans()):
            break
        place = place[key]
    place[key] = draw(VALUES)
    return changed

"""What all tests share: how hypothesis looks for examples.

A run tries the same examples as the one before, and a slow machine is no failure. Others are
tried with `--hypothesis-profile search`.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "search", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("kifu", settings.get_profile("search"), derandomize=True)
settings.load_profile("kifu")

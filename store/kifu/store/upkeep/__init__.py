"""Upkeep: what keeps an archive whole, small and lawful."""

"""Editing: records compared, merged, cut and made anonymous."""

"""Editing: records rewritten in their files, made anonymous, as one viewer knows them."""

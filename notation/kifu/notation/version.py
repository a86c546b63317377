"""The version of the installed kifu."""

from importlib.metadata import version

__version__: str = version("kifu")

"""The site part of kifu: records as pages that people want to share."""

from kifu.site.viewer import render

__all__ = ["render"]

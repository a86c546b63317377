"""The site part of kifu: records as pages that people want to share."""

from kifu.site.page.viewer import render

__all__ = ["render"]

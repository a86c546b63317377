"""What people look at: replay pages, pictures of a moment, and sites of whole archives.

Each name is imported when it is first used.
"""

from typing import TYPE_CHECKING

from kifu.notation.public import publish

if TYPE_CHECKING:
    from kifu.site.page.viewer import render as render
    from kifu.site.picture.moment import picture as picture

__all__ = publish(__name__)

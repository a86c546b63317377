"""A page as a parser sees it, which is what a browser makes of it, payloads and all."""

from __future__ import annotations

from html.parser import HTMLParser


class Parsed(HTMLParser):
    """The elements of a page or of a part of one, their attributes, addresses, and what its tags
    for previews say.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: set[str] = set()
        self.links: set[str] = set()
        self.metas: dict[str, str] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.elements.append(tag)
        self.attributes |= values.keys()
        addresses = ("href", "src", "xlink:href")
        self.links |= {values[name] or "" for name in addresses if name in values}
        name = values.get("property") or values.get("name")
        if tag == "meta" and name:
            assert name not in self.metas, "said twice"
            self.metas[name] = values["content"] or ""

"""Licences: an id as SPDX writes it, and as Hugging Face's cards do."""

from __future__ import annotations

from difflib import get_close_matches

from kifu.notation.errors import UsageError

#: The usual licences of data, with what a card calls them.
USUAL = {
    "CC0-1.0": "cc0-1.0",
    "CC-BY-4.0": "cc-by-4.0",
    "CC-BY-SA-4.0": "cc-by-sa-4.0",
    "CC-BY-NC-4.0": "cc-by-nc-4.0",
    "CC-BY-NC-SA-4.0": "cc-by-nc-sa-4.0",
    "CC-BY-ND-4.0": "cc-by-nd-4.0",
    "CC-BY-NC-ND-4.0": "cc-by-nc-nd-4.0",
    "ODbL-1.0": "odbl",
    "PDDL-1.0": "pddl",
    "CDLA-Permissive-1.0": "cdla-permissive-1.0",
    "CDLA-Permissive-2.0": "cdla-permissive-2.0",
    "CDLA-Sharing-1.0": "cdla-sharing-1.0",
    "MIT": "mit",
    "Apache-2.0": "apache-2.0",
}


def licence(text: str) -> str:
    """The SPDX id that `text` means, ignoring case. Raises UsageError, which suggests similar ids,
    for any other text.

    >>> licence("cc-by-4.0")
    'CC-BY-4.0'
    >>> licence("ODbL")
    Traceback (most recent call last):
    kifu.notation.errors.UsageError: SPDX has no licence 'ODbL'; did you mean ODbL-1.0?
    """
    from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

    if text.replace("-", "").replace(".", "").isalnum() and not text.startswith("LicenseRef"):
        try:
            return str(canonicalize_license_expression(text))
        except InvalidLicenseExpression:
            pass
    known = {usual.lower(): usual for usual in USUAL}
    asked = "-".join(text[:100].lower().split())
    alike = [one for one in known if one.startswith(asked)] + get_close_matches(asked, known)
    near = [known[one] for one in dict.fromkeys(alike)][:3]
    hint = f"did you mean {' or '.join(near)}?" if near else "see https://spdx.org/licenses"
    raise UsageError(f"SPDX has no licence {text[:100]!r}; {hint}")


def address(licence: str) -> str:
    """The URL of the text of the licence with this SPDX id.

    >>> address("CC0-1.0")
    'https://spdx.org/licenses/CC0-1.0.html'
    """
    return f"https://spdx.org/licenses/{licence}.html"

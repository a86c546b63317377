"""Findings are capped as they are made, and are those that all of them would have listed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kifu.notation.diagnostics import Diagnostic, Findings, diagnostic, is_error

MOST = 3
KNOWN = frozenset({("KF406", "known")})


def one(code: str, token: str, variation: str) -> Diagnostic:
    return diagnostic(code, "words", token=token, variation=variation)


SOME = st.lists(
    st.builds(
        one,
        st.sampled_from(["KF406", "KF416", "KF504"]),
        st.sampled_from(["a", "b", "known"]),
        st.sampled_from(["", "", "1.1"]),
    ),
    max_size=9,
)


def listed_of_all(findings: list[Diagnostic]) -> list[Diagnostic]:
    """What is listed of findings that were all kept."""
    fresh = [one for one in findings if (one.code, one.token) not in KNOWN and one.code != "KF416"]
    listed, others = fresh[:MOST], fresh[MOST:]
    if not others:
        return listed
    grave = [one for one in others if is_error(one) and not one.variation]
    moved = grave[:1] if not any(is_error(one) and not one.variation for one in listed) else []
    count = len(others) - len(moved)
    more = diagnostic("KF013", f"{count} more findings in this record are not listed")
    more.severity = "error" if grave else "warning"
    return [*listed, *moved, more]


@given(SOME)
def test_an_error_that_is_only_counted_needs_no_words(findings: list[Diagnostic]) -> None:
    found = Findings(lambda code, token: (code, token) in KNOWN or code == "KF416", MOST)
    for finding in findings:
        say = not is_error(finding) or not found.counts(
            finding.code, finding.token, finding.variation
        )
        if say:
            found.append(finding)
    assert found.listed() == listed_of_all(findings)

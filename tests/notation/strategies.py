"""Hypothesis strategies: any record that can be written, and text that means to do harm."""

from __future__ import annotations

from hypothesis import strategies as st

from kifu.notation.record import Line, Note, Record

_SPECIAL = "棋譜「」\"\\{}()[];@%#!?$=*'\n\r\t\x01\x1b\x7f\x85\u2028\u3000\ufeff\U0001f0a1aZ09 .:,"

any_text = st.text(_SPECIAL, max_size=8) | st.text(
    st.characters(exclude_characters="\0", codec="utf-8"), max_size=4
)
_one_line = any_text.map(lambda text: text.replace("\n", " ").strip(" \t\r"))

_moves = st.one_of(
    st.integers(1, 104).map(str),
    st.sampled_from(["r1", ">2", "<3", "+12", "2:59", "a=b", "=x", "x/y~z^_-"]),
    st.sampled_from(
        ["5§9", "x.y", "棋", "2:=", "a\u3000b", "x" * 201, "a!b", "0:5", "59%00000000"]
    ),
)
_marks = st.one_of(
    st.integers(0, 999).map(lambda n: f"{n}."), st.integers(0, 99).map(lambda n: f"#{n}")
)
_glyphs = st.one_of(
    st.sampled_from(["!", "?", "!!", "??", "!?", "?!"]), st.integers(1, 255).map(lambda n: f"${n}")
)
_languages = st.sampled_from(["ja", "en", "zh-Hant-TW", "de-1996"])


def _trimmed(text: str) -> str:
    return Note(at=0, text=text).text or ""


def _plain_notes(at: int) -> st.SearchStrategy[Note]:
    return st.one_of(
        st.builds(Note, at=st.just(at), glyph=_glyphs),
        st.builds(Note, at=st.just(at), text=any_text, lang=st.none() | _languages),
        st.builds(Note, at=st.just(at), check=st.text("0123456789abcdef", min_size=8, max_size=8)),
        st.builds(Note, at=st.just(at), rem=_one_line),
    )


@st.composite
def lines(draw: st.DrawFn, depth: int = 2) -> tuple[str, list[Note]]:
    """A line of play: its words, and notes in order behind plies that it has."""
    words = draw(st.lists(_moves | _marks, max_size=5))
    plies = sum(not (word[-1] == "." or word[0] == "#") for word in words)
    notes = []
    for at in sorted(draw(st.lists(st.integers(0, plies), max_size=3))):
        if depth and draw(st.integers(0, 3)) == 0:
            moves, inner = draw(lines(depth - 1))
            note = Note(at=at, line=Line(moves, inner, draw(st.booleans())))
        else:
            note = draw(_plain_notes(at))
        notes.append(note)
    return " ".join(words), notes


_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=3,
)
_tags = st.one_of(
    st.tuples(st.sampled_from(["Date", "Event", "x_1", "Q"]), any_text),
    st.tuples(st.just(";"), _one_line),
)
_word = st.text("abcXYZ019_/-棋", min_size=1, max_size=6)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record that text can hold."""
    moves, notes = draw(lines())
    end = draw(st.sampled_from(["", "=", "*"]))
    numbers = st.none() | st.lists(st.integers(-999, 999), max_size=4)
    record = Record(
        kifu=draw(st.sampled_from([1, 1, 1, 2])),
        game=draw(st.sampled_from(["nimmt", "chronicle", ""]) | any_text),
        rules=draw(st.none() | st.integers(-5, 99)),
        options=draw(st.dictionaries(_word, _word | st.just(""), max_size=3)),
        seats=draw(st.lists(any_text, max_size=4)),
        tags=draw(st.lists(_tags, max_size=4)),
        result=draw(numbers),
        winner=draw(numbers),
        seed=draw(st.none() | any_text),
        commit=draw(st.none() | any_text),
        chance=draw(st.lists(st.tuples(_word, any_text.map(_trimmed_edges)), max_size=2)),
        moves=moves,
        notes=notes,
        end=end,
        tail=draw(st.lists(_one_line, max_size=2)) if end else [],
        extra=draw(
            st.dictionaries(
                any_text.filter(lambda name: name not in Record.__struct_fields__),
                _json,
                max_size=2,
            )
        ),
    )
    if record.rules is not None and draw(st.booleans()):
        record.tags.append(
            draw(st.sampled_from([("Rules", "7"), ("Result", "a b"), ("Field", "")]))
        )
    return record


def _trimmed_edges(text: str) -> str:
    return text.strip(" \t\r\n")

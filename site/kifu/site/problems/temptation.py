"""Temptation: what makes a mistake look good, from what its seat knew.

What a simple player would do, what the move brings at once, whether it brings more points where
wins count, and which sort of move it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from kifu.notation.words import LANGUAGES, Words
from kifu.replay.elements.mistakes import Marks
from kifu.replay.game import Game, IllegalMove
from kifu.replay.judgements.judgement import Judgement, Option
from kifu.replay.match import Match
from kifu.site.content.judgements import signed, value_words
from kifu.site.problems.candidates import kind_of
from kifu.site.problems.problem import Problem
from kifu.site.texts import PAGE


def temptations(problem: Problem) -> list[Words]:
    """One or more sentences that say why the move that was played is tempting; `{1}` in them is the
    name of seat 1, and so on.
    """
    match, judgement = problem.match, problem.judgement
    game = match.game
    assert game is not None
    best, played = best_and_played(judgement)
    marks = game.analysis.marks
    reasons = [
        *_at_first_sight(game, match, judgement),
        *_at_once(game, match, judgement),
        *_by_points(marks, best, played),
    ]
    later = _said("tempt_later", played=value(played, best, marks), best=value(best, played, marks))
    return [*(reasons or [later]), *_by_kind(game, match, judgement)]


def best_and_played(judgement: Judgement) -> tuple[Option, Option]:
    """The best option of a judgement, and the option that was played."""
    played = next(option for option in judgement.options if option.move == judgement.move)
    return judgement.options[0], played


def value(option: Option, other: Option, marks: Marks) -> Words:
    """The value of an option in words, in points or per cent, whichever `marks` are given by. Its
    distance from `other`, the option it is compared with, decides how many decimals it has.
    """
    apart = option.share - other.share
    return Words(*(value_words(option, apart, marks, language) for language in LANGUAGES))


def _said(key: str, **values: Words) -> Words:
    """The page's own words with this key, in both languages, with `values` filled in."""
    texts = (
        PAGE[key].text(language, **{name: said.text(language) for name, said in values.items()})
        for language in LANGUAGES
    )
    return Words(*texts)


def _at_first_sight(game: Game, match: Match, judgement: Judgement) -> Iterator[Words]:
    """At most one sentence: the simple player, who looks no further than this one move, would play
    it.
    """
    if game.greedy(match.position(judgement.ply - 1), judgement.seat) == judgement.move:
        yield PAGE["tempt_greedy"]


def _at_once(game: Game, match: Match, judgement: Judgement) -> Iterator[Words]:
    """At most one sentence: the seat has a better score right after the move played than after the
    best one.
    """
    best, played = best_and_played(judgement)
    after, better = (_score(match, judgement, option.move) for option in (played, best))
    if after is None or better is None or after == better:
        return
    if game.ranking.places([after, better], [])[0] == 1:
        yield _said(
            "tempt_at_once",
            seat=Words(*[f"{{{judgement.seat}}}"] * 2),
            n=Words(*[str(after)] * 2),
            best=Words(*[str(better)] * 2),
        )


def _score(match: Match, judgement: Judgement, move: str) -> int | None:
    """The score of the seat right after `move`; None if it is not known at once, because others
    choose at the same time or a card is drawn.
    """
    state = match.position(judgement.ply - 1)
    if state.at_once:
        return None
    try:
        state.play(move, judgement.seat)
    except IllegalMove:
        return None
    return None if state.missing else state.scores()[judgement.seat - 1]


def _by_points(marks: Marks, best: Option, played: Option) -> Iterator[Words]:
    """At most one sentence: the move played is better than the best one by points, where `marks`
    are given by win share. (By win share it is never better: see `Valuer.clear`.)
    """
    if not marks.by_points and played.points > best.points:
        played_, best_ = (
            Words(text, text) for text in (signed(played.points), signed(best.points))
        )
        yield _said("tempt_points", played=played_, best=best_)


def _by_kind(game: Game, match: Match, judgement: Judgement) -> Iterator[Words]:
    """At most one sentence: it names the kinds of the move played and the best one, if these
    differ.
    """
    best, played = best_and_played(judgement)
    kinds = [
        kind_of(match, judgement.ply, judgement.seat, option.move) for option in (played, best)
    ]
    classes = game.archive.classes
    if kinds[0] != kinds[1] and all(kind in classes for kind in kinds):
        yield _said("tempt_kind", played=classes[kinds[0]], best=classes[kinds[1]])

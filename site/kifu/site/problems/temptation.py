"""Temptation: what makes a mistake look good, from what its seat knew.

What a simple player would do, what the move brings at once, and whether it brings more points where
wins count.
"""

from __future__ import annotations

from kifu.notation.words import LANGUAGES, Words
from kifu.replay.game import IllegalMove
from kifu.replay.match import Match
from kifu.site.content.judgements import signed, value_words
from kifu.site.problems.problem import Problem
from kifu.site.texts import PAGE


def temptations(problem: Problem) -> list[Words]:
    """Why the move that was played is tempting, as one or more sentences, in which `{1}` is to be
    replaced by the name of seat 1, and so on: a simple player would play it; it scores better at
    once; it gets more points where wins count. If none of these is so, one sentence that it only
    costs later, with both values.

    By win share the move is never better than the best one (see `Valuer.clear`).
    """
    match, judgement, seat = problem.match, problem.judgement, problem.judgement.seat
    assert match.game is not None
    game, marks = match.game, match.game.analysis.marks
    best = judgement.options[0]
    played = next(option for option in judgement.options if option.move == judgement.move)
    reasons = []
    if game.greedy(match.position(judgement.ply - 1), seat) == judgement.move:
        reasons.append(PAGE["tempt_greedy"])
    after, better = (_score(match, judgement.ply, seat, each.move) for each in (played, best))
    is_known = after is not None and better is not None and after != better
    if is_known and game.ranking.places([after or 0, better or 0], [])[0] == 1:
        reasons.append(_said("tempt_at_once", seat=f"{{{seat}}}", n=after, best=better))
    if not marks.by_points and played.points > best.points:
        points = {"played": signed(played.points), "best": signed(best.points)}
        reasons.append(_said("tempt_points", **points))
    if not reasons:
        apart = played.share - best.share
        values = [Words(*(value_words(each, apart, marks, language) for language in LANGUAGES))
                  for each in (played, best)]  # fmt: skip
        reasons.append(_said("tempt_later", played=values[0], best=values[1]))
    return reasons


def _said(key: str, **values: Words | object) -> Words:
    """The page's own words with this key, in both languages, with `values` filled in."""
    texts = (
        PAGE[key].text(
            language,
            **{
                name: value.text(language) if isinstance(value, Words) else str(value)
                for name, value in values.items()
            },
        )
        for language in LANGUAGES
    )
    return Words(*texts)


def _score(match: Match, ply: int, seat: int, move: str) -> int | None:
    """The score of the seat right after `move`, played as ply `ply`. None if it is not known at
    once, because others choose at the same time or a card is drawn, or if the move is illegal.
    """
    state = match.position(ply - 1)
    if state.at_once:
        return None
    try:
        state.play(move, seat)
    except IllegalMove:
        return None
    return None if state.missing else state.scores()[seat - 1]

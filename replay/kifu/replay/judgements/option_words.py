"""The options of a judged decision in words, such as "take row 2"."""

from __future__ import annotations

from collections.abc import Iterator

from kifu.notation.words import Words
from kifu.replay.game import Game, State
from kifu.replay.judgements.judgement import Analysis, Judgement
from kifu.replay.match import Match
from kifu.replay.show.offers import offer

#: The words for passing in a game that has no move for it.
PASSES = Words("pass", "パスする")


def option_words(game: Game, state: State, judgement: Judgement) -> list[Words]:
    """Each option of a judgement in words, in its order, with `{1}` in place of seat 1's name.
    `state` is the position before the judged ply; an option that is not legal there keeps its
    token.
    """
    legal = frozenset(state.legal_moves(judgement.seat)) if judgement.options else frozenset()
    return [_words(game, state, judgement.seat, option.move, legal) for option in judgement.options]


def judged_options(match: Match, analysis: Analysis) -> Iterator[tuple[Judgement, list[Words]]]:
    """Every judgement of the analysis, with its options in words, up to the last ply that can be
    replayed. O(moves + legal moves at the judged plies).
    """
    if match.game is None:
        return
    judged = {judgement.ply: judgement for judgement in analysis.judgements}
    for ply, (seat, _) in enumerate(match.plies, 1):
        judgement = judged.get(ply)
        if judgement is not None and judgement.seat == seat:
            yield judgement, option_words(match.game, match.position(ply - 1), judgement)


def _words(game: Game, state: State, seat: int, move: str, legal: frozenset[str]) -> Words:
    if not move:
        return PASSES
    return offer(game, state, move, seat) if move in legal else Words(move, move)

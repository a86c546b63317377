"""A judgement in words: its lines in `kifu show`, why an option is worse, options as choices."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kifu.notation.rows import counted, printable
from kifu.notation.words import Words
from kifu.replay.authoring import AND
from kifu.replay.game import Game, Happening, State
from kifu.replay.judgements.judgement import Analysis, Judgement, Option, Reason
from kifu.replay.judgements.notes import shown_error
from kifu.replay.judgements.scale import level_in
from kifu.replay.judgements.written import seen_by
from kifu.replay.match import Match
from kifu.replay.ranking import sides
from kifu.replay.sentences import name_of, offer, sentence


def judgement_lines(match: Match, ply: int, viewer: int, language: str) -> list[str]:
    """Lines of text about ply `ply` (0: the start) from the match's analysis, as far as `viewer`
    (PUBLIC, a seat, ALL) may know it: each side's latest chance to win up to then, what the move
    lost, its options, and who judged. [] without an analysis, or if it has nothing for this viewer.
    `language` is "en" or "ja".

    Raises NotBegun or NoPosition if the viewer may see a judgement of this ply, and the match can't
    be replayed up to it.
    """
    whole = match.analysis
    if whole is None:
        return []
    analysis = seen_by(whole, viewer, ply)
    lines = [_chances(match, analysis, language)] if analysis.chances else []
    judgement = next((j for j in analysis.judgements if j.ply == ply), None)
    if judgement is not None:
        lines += _judged(match, judgement, language)
    if not lines:
        return []
    engine = printable(f"{whole.engine.name} {whole.engine.version}")
    return [*lines, _JUDGED_BY.text(language, engine, whole.engine.worlds)]


def headlines(match: Match, analysis: Analysis) -> list[str]:
    """A line in English for each seat that has a judgement, ascending: the points that it lost per
    choice (at least 0; ± half the 95 % interval), the number of choices, between which of kifu's
    players that is (if this was measured), the number of its marks `??`, `?` and `?!`, and in how
    many percent of the choices it played the best option. [] without judgements. Raises NotBegun if
    there are judgements and the match can't be set up.
    """
    lines = []
    for seat in analysis.seats:
        level = level_in(match, analysis.engine, seat).words
        lines.append(
            f"{printable(name_of(match.record, seat.seat))}: "
            f"{max(0.0, seat.points / seat.choices):.2f} ± "
            f"{1.96 * seat.points_se / seat.choices:.2f} points lost a choice in "
            f"{counted(seat.choices, 'choice')}{level and f' ({level})'}; {seat.blunders} ??, "
            f"{seat.mistakes} ?, {seat.doubtful} ?!; the best option in "
            f"{100 * seat.agreed / seat.choices:.0f} %"
        )
    return lines


_CHANCES = Words("Chance to win: {0}", "勝率: {0}")
_LOST = Words("{0} lost {1}. Best was: {2}", "{0}の手は{1}の損。最善: {2}")
#: At most six cards of a reason, with `+` between.
_CARDS = re.compile(r"\w{1,9}(\+\w{1,9}){0,5}", re.ASCII)
_NOT_SURE = Words(
    "{0} lost {1}, which is no sure mistake. The highest value: {2}",
    "{0}の手は{1}の損。はっきりしたミスではありません。値が最も高いのは: {2}",
)
_IN_POINTS = Words("{0} points (± {1})", "{0}点(± {1})")
_IN_SHARE = Words("{0} % (± {1})", "勝率で{0}%(± {1})")
_BEST = Words("{0} played the best option.", "{0}の手は最善でした。")
_OPTION = Words("  {0} {1}  {2} %  {3} points  {4}{5}", "  {0} {1}  {2}%  {3}点  {4}{5}")
_LOSES = Words("loses {0:>5} ± {1:>3}  ", "損{0:>5} ± {1:>3}  ")
_WHY = Words("  Why: {0}.", "  理由: {0}。")
_DEPENDS = Words(
    "How good they are depends on how the others play.",
    "どの手が良いかは、ほかの人の打ち方しだいです。",
)
_JUDGED_BY = Words("Judged by {0} in {1} worlds at most", "解析: {0}(最大{1}通り)")


def _chances(match: Match, analysis: Analysis, language: str) -> str:
    """A line with each side's chance to win in percent, from the last of the analysis's chances.
    Partners are named together, with one number for their side; without a game, each seat is named
    alone. Raises IndexError if there are no chances.
    """
    game, record = match.game, match.record
    shares = analysis.chances[-1][1]
    seats = range(1, len(shares) + 1)
    teams = [] if game is None else game.ranking.teams(match.options, len(shares))
    shown = []
    for side in sides(seats, teams):
        names = AND.text(language).join([name_of(record, seat) for seat in side])
        shown.append(f"{names} {100 * shares[side[0] - 1]:.0f} %")
    return _CHANCES.text(language, ", ".join(shown))


def _judged(match: Match, judgement: Judgement, language: str) -> list[str]:
    """The lines about one judgement, in this order: what the move lost and the best option, or that
    it was the best; the reasons, that of the move first; each option with its values (`*` is the
    best one, `>` the one played); and, if it depends on how the others play, a line that says so.
    The loss is in points or percent of win share, as the game marks, and at least 0. Without
    options, the best one is `?`, and there are no reasons. Raises NotBegun or NoPosition if the
    match can't be replayed up to the judged ply.
    """
    record, game = match.record, match.played.game
    options = judgement.options
    words = option_words(game, match.position(judgement.ply - 1), judgement)
    spoken = [printable(sentence(each, record, language)) for each in words]
    name = name_of(record, judgement.seat)
    best = options[0].move if options else "?"
    if best == judgement.move:
        lines = [_BEST.text(language, name)]
    else:
        lost, se, unit_words = 100 * judgement.loss, 100 * judgement.se, _IN_SHARE
        if game.analysis.marks.by_points:
            lost, se, unit_words = judgement.points, judgement.points_se, _IN_POINTS
        amount = unit_words.text(language, f"{max(0.0, lost):.1f}", shown_error(se))
        lost_words = _LOST if judgement.glyph else _NOT_SURE
        lines = [lost_words.text(language, name, amount, spoken[0] if spoken else best)]
    # The reason of the move that was played comes first.
    order = sorted(options, key=lambda option: option.move != judgement.move)
    found = [reason_words(game, option, best) for option in order]
    lines += [_WHY.text(language, printable(why[1].text(language))) for why in found if why]
    unit = 1 if game.analysis.marks.by_points else 100
    width = max([len(option.move) for option in options], default=0)
    for place, (option, text) in enumerate(zip(options, spoken, strict=True)):
        sign = judgement.glyph if option.move == judgement.move else ""
        mark = "*" if not place else ">" if option.move == judgement.move else " "
        share, points = f"{100 * option.share:5.1f}", f"{option.points:+6.1f}"
        loses = ""
        if option.loss is not None and option.se is not None:
            loss, error = f"{unit * max(0.0, option.loss):.1f}", shown_error(unit * option.se)
            loses = _LOSES.text(language, loss, error)
        said = f"{option.move:{width}}  {text}"
        lines.append(_OPTION.text(language, mark, f"{sign:2}", share, points, loses, said))
    return [*lines, _DEPENDS.text(language)] if judgement.depends else lines


_WAITING = Words("waiting", "見送り")
_HAPPENS = Words("{0} in {1} of {2}", "{2}回中{1}回、{0}ます")
_COUNTED = Words(
    "after {move}, {one} worlds{each}; after {best}, in {seldom}{lesser}",
    "{move}だと{one}{each}。{best}なら{seldom}回{lesser}です",
)
_MEAN = Words(
    "after {move}, {one}; after {best}, {mean}",
    "{move}だと{one}。{best}なら{mean}です",
)
_DOES = Words("{0}", "{0}ます")
_THEN = Words("{0} and then {1}", "{0}(続けて{1})")
_AND = Words("{0} and {1}", "{0}と{1}")
_SIZE = Words(" ({0})", "({0})")


def reason_words(
    game: Game, option: Option, best: str, called: tuple[Words, Words, Words] | None = None
) -> tuple[Words, Words] | None:
    """Why `option` is worse than the best option, whose move is `best`, in English and Japanese.
    Two texts: what happens after the option, in short; and the same compared with what happens
    after the best one. In the second, the option, the best one and the next moves after either are
    `called` so, or by their tokens if None.

    None if the option has no reason or is the best one, or if the game does not know that reason.

    >>> from kifu.replay.judgements.judgement import Reason
    >>> from kifu.replay.registry import game
    >>> why = Reason("take.4", 200, 186, 60, 9.3, 1.2)
    >>> short, whole = reason_words(game("nimmt"), Option("44", 0.2, -7.0, 0.4, 8.1, why), "99")
    >>> print(short.en)
    you take row 4 this turn in 186 of 200
    >>> print(whole.en.partition("; ")[0])
    after 44, you take row 4 this turn in 186 of 200 worlds (10 heads on average)
    >>> print(whole.ja.partition("。")[2])
    99なら60回(平均で牛4.0頭)です
    >>> why = Reason("wins", 200, 0, 150, 0.0, 0.75, "s5 t5", "d")
    >>> short, whole = reason_words(game("mutsugo"), Option("c1", 0.2, -7.0, 0.4, 8.1, why), "~1")
    >>> print(whole.en.partition(", ")[0], "...", whole.en.partition("; ")[2])
    after c1 and then d ... after ~1 and then s5 t5, in 150
    """
    why, table = option.reason, game.reasons.happenings
    if why is None or option.move == best:
        return None
    kind, _, cards = why.what.partition(":")
    happening = table.get(why.what, table.get(kind))
    # A text that names cards needs them, and a record may hold anything in their place.
    if happening is None or ("{cards}" in str(happening) and not _CARDS.fullmatch(cards)):
        return None
    own, other, then = called or (option.move or _WAITING, best or _WAITING, None)
    if why.own_then:
        own = _THEN.filled(own, then or why.own_then)
    if why.then:
        other = _THEN.filled(other, then or why.then)
    return _said(why, happening, cards, {"move": own, "best": other})


def _said(
    why: Reason, happening: Happening, cards: str, called: dict[str, Words | str]
) -> tuple[Words, Words]:
    """The two texts of `reason_words`. `cards` are those that the reason is about, with `+`
    between, `called` is what the texts call the option's move and the best one: `move` and `best`.

    They give the number of worlds in which it happens (by the game's `words`) or, if the game has
    none for that, the means (by its `amount`).
    """
    *first, last = cards.split("+")
    named = _AND.filled(", ".join(first), last) if first else last
    if happening.words is not None:
        (often, each), (seldom, lesser) = (
            (_number(many, why.worlds), _size(happening, mean * why.worlds / max(1, many)))
            for many, mean in ((why.often, why.mean), (why.best_often, why.best_mean))
        )
        one = _HAPPENS.filled(happening.words.filled(cards=named), often, why.worlds)
        return one, _COUNTED.filled(**called, one=one, each=each, seldom=seldom, lesser=lesser)
    assert happening.amount is not None
    means = why.mean, why.best_mean
    digits = 1 if round(means[0], 1) != round(means[1], 1) else 2
    mean, least = (f"{round(each, digits) + 0.0:.{digits}f}" for each in means)
    one = _DOES.filled(happening.amount.filled(n=mean, cards=named))
    return one, _MEAN.filled(**called, one=one, mean=least)


def _number(often: int, worlds: int) -> Words:
    """A number of worlds as text: its digits; but in English "none" for 0, and "all" if it is
    `worlds`, which must be at least 1.
    """
    number = str(often)
    return Words({0: "none", worlds: "all"}.get(often, number), number)


def _size(happening: Happening, mean: float) -> Words | str:
    """How large the happening is where it comes, `mean` on average, in brackets, ready to follow a
    word: in English with a space in front. "" if the game does not say it, or `mean` is 0.
    """
    if happening.each is None or not mean:
        return ""
    return _SIZE.filled(happening.each.filled(n=f"{mean:.{0 if mean >= 10 else 1}f}"))


def option_words(game: Game, state: State, judgement: Judgement) -> list[Words]:
    """Each option of a judgement in words, in its order, with `{1}` in place of seat 1's name.
    `state` is the position before the judged ply, and is not changed; an option that is not legal
    there appears as its token, or as "pass" if it has none. [] if the judgement has no options.
    Raises WrongActor if the match does not have the judgement's seat.
    """
    seat = judgement.seat
    legal = frozenset(state.legal_moves(seat))
    return [
        offer(game, state, option.move, seat)
        if option.move in legal
        else Words(option.move or "pass", option.move or "パスする")
        for option in judgement.options
    ]


def judged_options(match: Match, analysis: Analysis) -> Iterator[tuple[Judgement, list[Words]]]:
    """Yield every judgement of the analysis with its options in words (see `option_words`), in the
    order of plies, up to the last ply that can be replayed. Nothing if the record can't be
    replayed; a judgement of another seat than that which moved is left out. The match is replayed
    while the judgements are taken. O(moves + legal moves at the judged plies).
    """
    if match.game is None:
        return
    judged = {judgement.ply: judgement for judgement in analysis.judgements}
    for ply, (seat, _) in enumerate(match.plies, 1):
        judgement = judged.get(ply)
        if judgement is not None and judgement.seat == seat:
            yield judgement, option_words(match.game, match.position(ply - 1), judgement)

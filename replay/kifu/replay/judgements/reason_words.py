"""Why an option is worse than the best one, in words."""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.game import ENDS, KEPT, LATER, Game, Happening
from kifu.replay.judgements.judgement import Option

_PASSING = Words("passing", "パス")
_COUNTED = Words(
    "after {move}, {clause} in {often} of {worlds} worlds{each}; after {best}, {other}in {seldom}",
    "{move}だと{worlds}回中{often}回、{clause}ます{each}。{best}なら{other}{seldom}回です",
)
_MEAN = Words(
    "after {move}, {clause}; after {best}, {mean}", "{move}だと{clause}ます。{best}なら{mean}です"
)
_KEPT = Words("your {move} ", "残した{move}は")
_TIMES = Words("{clause} {{n}} times on average", "平均{{n}}回、{clause}")
#: Where the two differ in less than this part of the worlds, means are said.
_OFTEN = 0.2


def reason_words(game: Game, option: Option, best: str) -> Words | None:
    """Why `option` is worse than `best`, the move of the best one, as a clause in both languages.
    None if the option has no reason, or one that the game does not know or that does not fit it.

    >>> from kifu.replay.judgements.judgement import Reason
    >>> from kifu.replay.registry import game
    >>> why = Reason("take.4", 200, 186, 60, 9.3, 1.2)
    >>> print(reason_words(game("nimmt"), Option("44", 0.2, -7.0, 0.4, 8.1, why), "99").en)
    after 44, you take row 4 this turn in 186 of 200 worlds (10 heads on average); after 99, in 60
    """
    why, table = option.reason, game.reasons.happenings
    happening = table.get(why.what) if why is not None else None
    if why is None or happening is None or option.move == best:
        return None
    if not option.move and _is_kept(why.what, happening, best):  # who passes plays no other card
        return None
    en, ja = (_said(option, best, happening, language) for language in ("en", "ja"))
    return Words(en, ja)


def _said(option: Option, best: str, happening: Happening, language: str) -> str:
    why = option.reason
    assert why is not None
    names = {
        "move": option.move or _PASSING.text(language),
        "best": best or _PASSING.text(language),
    }
    words, amount = happening.words, happening.amount
    # Of a card that is kept since the other one was played: what becomes of the other card.
    is_exchanged = _is_kept(why.what, happening, best)
    is_close = abs(why.often - why.best_often) < _OFTEN * why.worlds
    if words is not None and (is_exchanged or happening.stage in (ENDS, LATER) or not is_close):
        each = ""
        if happening.each is not None and why.often:
            mean = why.mean * why.worlds / why.often
            said = happening.each.text(language).format(n=f"{mean:.{0 if mean >= 3 else 1}f}")
            each = f" ({said})" if language == "en" else f"({said})"
        second = _KEPT.text(language, **names) if is_exchanged else ""
        return _COUNTED.text(language).format(
            **names, clause=words.text(language), often=why.often, worlds=why.worlds, each=each,
            seldom=why.best_often, other=second,
        )  # fmt: skip
    if amount is None:
        assert words is not None
        amount = Words(
            *(_TIMES.text(each).format(clause=words.text(each)) for each in ("en", "ja"))
        )
    means = why.mean, why.best_mean
    digits = 1 if round(means[0], 1) != round(means[1], 1) else 2
    one, other = (f"{round(mean, digits) + 0.0:.{digits}f}" for mean in means)
    clause = amount.text(language).format(n=one)
    return _MEAN.text(language).format(**names, clause=clause, mean=other)


def _is_kept(what: str, happening: Happening, best: str) -> bool:
    """Whether the reason is about the best card, which is kept after the other one."""
    return happening.stage == KEPT and what.endswith(f":{best}")

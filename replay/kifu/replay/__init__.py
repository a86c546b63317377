"""Rules, chance and replay: from a record to every position of its match.

>>> from kifu.notation import loads
>>> from kifu.replay import replay
>>> match = replay(loads('''[Game "nimmt"]
... [Rules "1"]
... [Seat "Aki"]
... [Seat "Ben"]
... [Seed "shake256-1:00112233445566778899aabbccddeeff"]
...
... #1 1. 59 1
... *
... '''))
>>> match.state.scores(), match.findings
([66, 66], [])

Each name is imported when it is first used.
"""

from typing import TYPE_CHECKING

from kifu.notation.public import publish

if TYPE_CHECKING:
    from kifu.replay.analysis.decisions import NotJudged as NotJudged
    from kifu.replay.analysis.judge import judge as judge
    from kifu.replay.decision import Decision as Decision, decisions as decisions
    from kifu.replay.form import game_form as game_form
    from kifu.replay.game import State as State
    from kifu.replay.importers import Imported as Imported
    from kifu.replay.importers import sound_part as sound_part, source_tag as source_tag
    from kifu.replay.judgements.judgement import Analysis as Analysis, Judgement as Judgement
    from kifu.replay.match import (
        Match as Match,
        NoPosition as NoPosition,
        NotBegun as NotBegun,
        check as check,
        replay as replay,
    )
    from kifu.replay.players.asking import BadWish as BadWish
    from kifu.replay.players.bots import Turn as Turn
    from kifu.replay.players.new_match import NewMatch as NewMatch, new_match as new_match
    from kifu.replay.players.simulate import simulate as simulate
    from kifu.replay.recorder import Recorder as Recorder
    from kifu.replay.registry import (
        UnknownGame as UnknownGame,
        game as game,
        game_names as game_names,
    )
    from kifu.replay.rule_data import use_data as use_data
    from kifu.replay.codes.observation import Observation as Observation
    from kifu.replay.table import ALL as ALL, PUBLIC as PUBLIC
    from kifu.replay.timeline import (
        Timeline as Timeline,
        other_moves as other_moves,
        timeline as timeline,
        what_if as what_if,
    )
    from kifu.replay.verdict import is_sound as is_sound

__all__ = publish(__name__)

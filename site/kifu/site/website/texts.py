"""What the pages of a site say, but for the replay page."""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.site.page_texts import PAGE

#: By the keys that templates and scripts name.
SITE = {
    "matches": Words("Matches", "対戦"),
    "players": Words("Players", "プレイヤー"),
    "games": Words("Games", "ゲーム"),
    "events": Words("Events", "大会"),
    "annotated": Words("Annotated", "解説つき"),
    "event_prev": Words("Previous match of the event", "この大会の前の対戦"),
    "event_next": PAGE["next_match"],
    "feed": Words("Feed", "フィード"),
    "search": Words("Search", "検索"),
    "search_hint": Words("Players, event, place, date", "プレイヤー、大会、場所、日付"),
    "any_game": Words("Every game", "すべてのゲーム"),
    "any_year": Words("Every year", "すべての年"),
    "any_seats": Words("Any seats", "人数不問"),
    "seats_n": Words("{n} seats", "{n}人"),
    "only_annotated": Words("Annotated only", "解説つきのみ"),
    "show_results": Words("Show results", "結果を表示"),
    "latest_turn": Words("The latest turning point", "最新の勝負の分かれ目"),
    "results": Words("Results", "成績"),
    "latest_match": Words("The latest match", "最新の対戦"),
    "watch": Words("Watch this turn", "この場面を見る"),
    "chance": Words("{who}’s chance to win", "{who}の勝率"),
    "more_seats": Words("and {n} more", "ほか{n}人"),
    "match_1": Words("1 match", "対戦1局"),
    "match_n": Words("{n} matches", "対戦{n}局"),
    "game_1": Words("1 game", "ゲーム1種"),
    "game_n": Words("{n} games", "ゲーム{n}種"),
    "player_1": Words("1 player", "プレイヤー1人"),
    "player_n": Words("{n} players", "プレイヤー{n}人"),
    "found": Words("{n} of {of}", "{of}局中{n}局"),
    "more": Words("Show more", "さらに表示"),
    "nothing": Words("No match is like that.", "条件に合う対戦はありません。"),
    "lacking": Words(
        "The list can't be shown: a file of it is missing or damaged.",
        "一覧を表示できません。ファイルがないか、壊れています。",
    ),
    "no_script": Words(
        "Searching needs JavaScript. The newest matches are listed here; the pages of players, "
        "games and events lead to more.",
        "検索にはJavaScriptが必要です。ここには新しい対戦を並べています。ほかの対戦へは、プレイヤー、ゲーム、大会の各ページから進めます。",
    ),
    "playing": Words("being played", "対戦中"),
    "winner": PAGE["winner"],
    "draw": PAGE["draw"],
    "undated": Words("undated", "日付なし"),
    "remarks": Words("{n} notes", "解説{n}件"),
    "by": Words("by {names}", "解説: {names}"),
    "record": Words("Record", "棋譜"),
    "data": Words("Data", "データ"),
    "embed": Words("Embed", "埋め込み"),
    "embed_hint": Words(
        "Copy this into your own page:", "次のコードを自分のページに貼り付けてください。"
    ),
    "live_note": Words(
        "This match is still being played: the page shows what spectators see, and its "
        "record is not given away.",
        "この対戦はまだ続いています。観戦者に見えるものだけを表示し、棋譜は公開していません。",
    ),
    "moved": Words(
        "This match is over, and its page has another address:",
        "この対戦は終了し、ページの場所が変わりました。",
    ),
    "game": Words("Game", "ゲーム"),
    "player": Words("Player", "プレイヤー"),
    "played": Words("Matches", "対戦数"),
    "wins": Words("Wins", "勝ち"),
    "win_share": Words("Win share", "勝率"),
    "interval": Words("95 % interval", "95%区間"),
    "mean_score": Words("Mean score", "平均得点"),
    "median_score": Words("Median", "中央値"),
    "rating": Words("Rating", "レーティング"),
    "rating_hint": Words(
        "By the results of all matches at once (Plackett-Luce). The mean player has 1500; who has "
        "100 points more comes in first of the two in 64 % of matches. In brackets and as a band: "
        "the 95 % interval. Ranks go by its lower end. Where judged decisions give the narrower "
        "interval and do not contradict the results, the rating by decisions comes first.",
        "全対戦の結果からまとめて求めた値です(Plackett-Luceモデル)。全員の平均が1500で、100点差なら2人のうち64%の確率で上位になります。"
        "かっこ内と帯は95%区間で、順位はその下端の順です。"
        "手の評価のほうが区間が狭く、対戦結果と食い違わないときは、手の評価から求めた値を先に示します。",
    ),
    "by_decisions": Words("by decisions", "手の評価から"),
    "by_results": Words("by results", "対戦結果から"),
    "gain_points": Words(
        "gain a match over kifu’s own players, in points",
        "kifuのプレイヤーと比べた1対戦あたりの得(点)",
    ),
    "gain_share": Words(
        "gain a match over kifu’s own players, in % of a win",
        "kifuのプレイヤーと比べた1対戦あたりの得(勝率、%)",
    ),
    "ratings_differ": Words(
        "Decisions and results disagree more than chance explains.",
        "手の評価と対戦結果の差は、偶然では説明できない大きさです。",
    ),
    "rating_of": Words("Rating in {game}, month by month", "{game}のレーティングの推移"),
    "rank": Words("Rank", "順位"),
    "accuracy": Words("Accuracy", "正確さ"),
    "accuracy_hint": Words(
        "How many points a choice lost, and how much of what was at stake was kept: 100: always "
        "the best option, 0: as good as drawing lots. In brackets and as bands: 95 % intervals; "
        "each point is a match. Engines are never mixed.",
        "1手で失った点数と、正確さ(100は常に最善手、0はくじ引きと同じ)です。カッコ内と帯は95%区間、点は1対戦。エンジンごとに分けて集計しています。",
    ),
    "accuracy_of": Words("Accuracy in {game}, match by match", "{game}の正確さの推移"),
    "lost_a_choice": Words("Points lost a choice", "1手あたりの損(点)"),
    "too_few_choices": Words("Too few choices to say", "手数が少なく、まだ言えません"),
    "too_wide": Words("Interval too wide to say", "区間が広すぎて、まだ言えません"),
    "judged_by": Words("judged by {engine}", "{engine}による解析"),
    "sight_all": Words("The engine saw every hand", "全員の手札を見た解析"),
    "mistakes": Words("Mistakes", "悪手"),
    "mistakes_hint": Words(
        "By kind of move, the most expensive first: how many choices were judged, and how many "
        "were blunders (??), mistakes (?) or dubious (?!). Each link shows one of the worst as "
        "the player saw it.",
        "手の種類ごとに、損の大きい順に並べています。解析した手数と、そのうちの大悪手(??)、悪手(?)、疑問手(?!)の数です。"
        "リンクから、特に損の大きかった場面を本人の視点で見られます。",
    ),
    "any_kind": Words("all kinds", "すべての種類"),
    "of_choices": Words("Choices: {n};", "{n}手のうち"),
    "problems": Words("Problems", "問題"),
    "problems_hint": Words(
        "Positions of clear mistakes: a page shows what the player knew, and asks what is better.",
        "はっきりした悪手の場面です。本人に見えていたものだけを見て、もっと良い手を考えます。",
    ),
    "at_ply": PAGE["at_ply"],
    "opponent": Words("Opponent", "相手"),
    "opponents": Words("Against others", "対戦成績"),
    "ahead": Words("Ahead", "上位"),
    "ahead_share": Words("Share ahead", "上位率"),
    "behind": Words("Behind", "下位"),
    "level": Words("Level", "同位"),
    "seat": Words("Seat", "席"),
    "seats": Words("Seats", "人数"),
    "seat_wins": Words("Who wins by seat", "席ごとの勝率"),
    "even_share": Words("Even share", "均等な場合"),
    "turns": Words("Turns", "ターン"),
    "median_turns": Words("Turns (median)", "ターン数(中央値)"),
    "mean_rounds": Words("Rounds (mean)", "ラウンド数(平均)"),
    "lengths": Words("How long matches last", "対戦の長さ"),
    "lengths_of": Words(
        "Finished matches by number of turns, {seats} seats", "終局までのターン数({seats}人)"
    ),
    "standing": Words("Standing", "成績"),
    "newest": Words("Newest matches", "新しい対戦"),
    "every_match": Words("All matches", "すべての対戦"),
    "newest_of": Words("The newest {n} of {of}.", "{of}局のうち新しい{n}局です。"),
    "all_matches": Words("All of them, to search through", "すべての対戦を検索する"),
    "best": Words("Best mean place", "平均順位の良い順"),
    "mean_place": Words("Mean place", "平均順位"),
    "no_players": Words("Nobody has played yet.", "まだだれも対戦していません。"),
    "no_events": Words("No record names an event.", "大会名のある棋譜はありません。"),
    "no_annotated": Words(
        "No record has comments or glyphs yet.", "解説のついた棋譜はまだありません。"
    ),
    "no_matches": Words("There are no matches yet.", "対戦はまだありません。"),
    "result": PAGE["result"],
    "made_by": Words("Made by kifu {version}", "kifu {version} で作成"),
    "description": Words("Replays of {count} matches", "{count}局の棋譜"),
}

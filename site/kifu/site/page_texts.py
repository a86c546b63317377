"""What the replay page itself says."""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.states.game_words import AND, COMMON_TURN, GLYPHS, ROUND, TURN

_SAVE_PICTURE = Words("Save picture", "画像を保存")

#: By the keys that its scripts and templates name. `{n}` and the like are places for values.
PAGE = {
    "round": ROUND,
    "turn": COMMON_TURN,
    "counted": Words("{unit} {n}", "第{n}{unit}"),
    "more": Words("More", "その他"),
    "skip_transport": Words("To the playback", "再生ボタンへ"),
    "skip_moves": Words("To the moves", "棋譜へ"),
    "letter_keys": Words("Letters are keys, too", "文字キーで操作する"),
    "spoilers": Words("Hide or show what comes", "先の手を隠す・見せる"),
    "spoilers_off": Words(
        "No spoilers: moves, chart and marks end here", "ネタバレなし:今の手より先を隠す"
    ),
    "spoilers_on": Words("What comes is shown again", "先の手も表示します"),
    "goto": Words("Go to a turn or move", "手番・手数を選んで移動"),
    "return": Words("Back to where I was", "元の場面に戻る"),
    "turn_or_round": TURN,
    "move_number": Words("Move", "手数"),
    "go_there": Words("Go there", "移動"),
    "card_1": Words("1 card", "1枚"),
    "cards_n": Words("{n} cards", "{n}枚"),
    "view": Words("Seen by", "視点"),
    "everyone": Words("Everyone (open hands)", "全員(手札公開)"),
    "public": Words("Spectators", "観戦者"),
    "moves": Words("Moves", "棋譜"),
    "start": Words("The deal", "配札"),
    "start_sentence": Words(
        "The cards are dealt. {names} sit down to play.",
        "カードが配られました。{names}の対戦です。",
    ),
    "hidden_move": Words("{1} plays a card face down.", "{1}はカードを1枚伏せました。"),
    "to_move": Words("to move", "手番"),
    "may_act": Words("may act", "割り込み可"),
    "face_down": Words("face-down card", "伏せたカード"),
    "transport": Words("Playback", "再生"),
    "position": Words("Position", "位置"),
    "ply_of": Words("{n} / {of}", "{n} / {of}"),
    "play": Words("Play", "再生"),
    "pause": Words("Pause", "一時停止"),
    "speed": Words("Speed", "速さ"),
    "by_clock": Words("clock", "時計"),
    "next": Words("Next move", "次の手"),
    "back": Words("Previous move", "前の手"),
    "next_turn": Words("Next {turn}", "次の{turn}"),
    "back_turn": Words("Previous {turn}", "前の{turn}"),
    "next_round": Words("Next {round}", "次の{round}"),
    "back_round": Words("Previous {round}", "前の{round}"),
    "next_turning": Words("Next turning point", "次の分かれ目"),
    "back_turning": Words("Previous turning point", "前の分かれ目"),
    "next_note": Words("Next note", "次の解説"),
    "back_note": Words("Previous note", "前の解説"),
    "next_mistake": Words("Next mistake", "次の悪手"),
    "back_mistake": Words("Previous mistake", "前の悪手"),
    "next_event": Words("Next big event", "次の山場"),
    "back_event": Words("Previous big event", "前の山場"),
    "first": Words("To the start", "最初へ"),
    "last": Words("To the end", "最後へ"),
    "again": Words("Show this move again", "この手をもう一度見る"),
    "copy_link": Words("Copy link", "リンクをコピー"),
    "share": Words("Share this moment", "この場面を共有"),
    "share_link": Words("Link", "リンク"),
    "share_embed": Words("In a page of your own", "自分のページに埋め込む"),
    "share_picture": Words("Picture of this moment", "この場面の画像"),
    "save_moment": _SAVE_PICTURE,
    "save_story": _SAVE_PICTURE,
    "see_move": Words("See the move", "その手を見る"),
    "save_square": Words("Square picture", "正方形で保存"),
    "share_clip": Words("Clip (by a command)", "動画(コマンドで作成)"),
    "clip_from": Words("from move", "開始の手数"),
    "clip_to": Words("to move", "終了の手数"),
    "copy_command": Words("Copy the command", "コマンドをコピー"),
    "share_hint": Words(
        "The command reads the record that this page offers for download.",
        "コマンドは、このページからダウンロードできる棋譜を読みます。",
    ),
    "copy_embed": Words("Copy the code", "コードをコピー"),
    "whole_match": Words("Whole match:", "対戦の全体:"),
    "copied": Words("Copied", "コピーしました"),
    "copy_failed": Words(
        "Copying is not allowed here. Copy it from this box:",
        "ここではコピーできません。下の欄からコピーしてください。",
    ),
    "other_language": Words("日本語で表示", "Show in English"),
    "switch_language": Words("日本語", "EN"),
    "theme": Words("Light or dark", "明るい色・暗い色"),
    "theme_auto": Words("Colours: as the system", "配色:システムに合わせる"),
    "theme_light": Words("Colours: light", "配色:明るい"),
    "theme_dark": Words("Colours: dark", "配色:暗い"),
    "help": Words("Signs, actions and keys", "印・操作・キー"),
    "table_legend": Words(
        "On the table: ● is to move, ○ may act. A gold name acted or got cards. A white frame is a "
        "card that just came, a faded card has just left. ★ has won.",
        "卓の印: ●は手番、○は割り込みできる人。金色の名前は、いま動いた人かカードを得た人。"
        "白い枠は来たばかりのカード、薄いカードは離れたばかりのカード。★は勝者。",
    ),
    "just_left": Words("{card}, has just left", "{card}、離れたばかり"),
    "legend": Words(
        "Marks on the bar: ▲ mistake, ◆ big event, ● note or good move, │ new round.",
        "バーの印: ▲悪手、◆山場、●解説・好手、│新しいラウンド。",
    ),
    "noted": Words("note", "解説"),
    "close": Words("Close", "閉じる"),
    "next_view": Words("Next viewer", "次の視点"),
    "variation": Words("Variation", "変化"),
    "variation_hindsight": Words("Variation in hindsight", "変化(ほかの人の手が分かったあとで)"),
    "variation_on": Words("Continuation", "続き"),
    "in_variation": Words("You are in a variation.", "変化手順を見ています。"),
    "leave_variation": Words("Back to the game", "本譜へ戻る"),
    "variation_broken": Words(
        "This variation ends early: {reason}", "この変化はここで途切れます:{reason}"
    ),
    "what_if": Words("What if", "もしも"),
    "what_if_others": Words("What if:", "もしも:"),
    "what_if_next": Words("And then:", "続いて:"),
    "what_if_see": Words("What would follow?", "どうなったかを見る"),
    "what_if_not": Words("This is not what happened.", "実戦ではありません。"),
    "what_if_worth": Words("Worth {to} instead of {from}.", "{to}(実戦は{from})。"),
    "what_if_wins": Words("Win chance {to} instead of {from}.", "{to}(実戦は{from})。"),
    "what_if_back": Words("What happened", "実戦に戻る"),
    "what_if_keep": Words("Add to my notes", "解説に加える"),
    "what_if_kept": Words("In my notes", "解説に入っています"),
    "what_if_through": Words(
        "What other moves would have led to is on this page up to move {n}: it has room for {most} "
        "of them.",
        "「もしも」は{n}手目まで入っています(1ページに{most}通りまで)。",
    ),
    "scores": Words("Points, move by move", "得点の推移"),
    "chances": Words("Chance to win, as commented", "勝率の推移(解説による)"),
    "analysis": Words("Analysis", "解析"),
    "judged_better": Words(
        "Best for {1} was “{best}”: {to} against {from}",
        "{1}の最善は「{best}」: {to}(実戦は{from})",
    ),
    "judged_unsure": Words(
        "No sure mistake by {1}. The highest value: “{best}”, {to} against {from}",
        "{1}のはっきりしたミスではありません。値が最も高いのは「{best}」: {to}(実戦は{from})",
    ),
    "judged_share": Words("{n} %", "勝率{n}%"),
    "judged_points": Words("{n} points", "{n}点"),
    "judged_best": Words("The best option", "最善手です"),
    "judged_only": Words("The only move", "ほかに手はありません"),
    "judged_not": Words("Not judged", "解析していない手です"),
    "judged_luck": Words(
        "What looks best of many options is partly lucky. The loss allows for that, so it is not "
        "quite the difference of the two values.",
        "多くの候補のうち最善に見える手は、運よく高めに出ていることがあります。損はその分を引いたもので、"
        "2つの値の差とは少し違います。",
    ),
    "judged_depends": Words(
        "Depends on how others play: loses {n}", "ほかの人の打ち方しだい: 損は{n}"
    ),
    "judged_error": Words(
        "±: the error of how far an option is from the best (★).", "±: 最善の手(★)との差の誤差。"
    ),
    "judged_knew": Words(
        "{1} knew more than the chart, which shows what everyone knew: the two may be far apart.",
        "{1}は自分の手札を知っています。グラフは全員に見えていた情報からの値なので、大きく違うことがあります。",
    ),
    "could_choose": Words(
        "{1}’s options, by what {1} knew", "{1}の候補手({1}に見えていた情報から)"
    ),
    "could_choose_all": Words("{1}’s options (every hand seen)", "{1}の候補手(全員の手札を見た値)"),
    "wins": Words("wins", "勝率"),
    "points_ahead": Words("points", "得点差"),
    "mistakes_of": Words("Mistakes of {1}: {n} of {of}", "{1}のミス: {of}回中{n}回目"),
    "match_of": Words("The match", "対戦全体"),
    "accuracy": Words("accuracy", "正確さ"),
    "lost_a_choice": Words("points lost a choice", "1手あたりの損(点)"),
    "too_few_choices": Words("too few choices to say", "手数が少なく、まだ言えません"),
    "too_wide": Words("interval too wide to say", "区間が広すぎて、まだ言えません"),
    "match_too_short": Words(
        "One match is too little to rate anybody.", "1試合だけでは、だれの正確さも評価できません。"
    ),
    "judged_by": Words(
        "Judged by {engine}, {worlds} worlds at most for a move",
        "{engine}による解析(1手につき最大{worlds}通り)",
    ),
    "sight_all": Words(
        "The engine saw every hand. Nobody at the table could have played by these numbers.",
        "全員の手札を見た解析です。対戦中の人には分からない情報を使っています。",
    ),
    "sight_short": Words("(every hand seen)", "(全員の手札を見た値)"),
    "chances_all": Words("Chance to win (every hand seen)", "勝率の推移(全員の手札を見た値)"),
    "next_own": Words("Next mistake of this seat", "この人の次のミス"),
    "back_own": Words("Previous mistake of this seat", "この人の前のミス"),
    "learn": Words("Learn from mistakes", "ミスから学ぶ"),
    "learn_ask": Words(
        "{1} made a mistake here. What is better?", "{1}はここでミスをしました。もっと良い手は?"
    ),
    "learn_best": Words("The best option: {guess}, {to}.", "「{guess}」は{to}で、最善手です。"),
    "learn_good": Words(
        "Good: {guess}, {from}. The best option has {to}: {best}.",
        "「{guess}」は{from}で、良い手です。最善は「{best}」({to})です。",
    ),
    "learn_wrong": Words(
        "{guess}: {from}. Better: {best}, {to}.",
        "「{guess}」は{from}です。もっと良い手は「{best}」({to})です。",
    ),
    "learn_unknown": Words(
        "{guess} is no option here. Best: {best}, {to}.",
        "「{guess}」は候補にありません。最善は「{best}」({to})です。",
    ),
    "learn_shown": Words("Best: {best}, {to}.", "最善は「{best}」({to})です。"),
    "learn_match": Words("In this match: {1}", "この対戦では: {1}"),
    "learn_see": Words("See it", "見てみる"),
    "learn_next": Words("Next mistake", "次のミス"),
    "learn_over": Words(
        "That was the last mistake: {n} of {of} found.", "これで最後です。{of}問中{n}問正解でした。"
    ),
    "learn_count": Words("{n} of {of} found", "{of}問中{n}問正解"),
    "problems": Words("Problems", "問題集"),
    "problem_of": Words("{n} of {of}", "{of}問中{n}問目"),
    "problem_ask": Words("What is {1}’s best move?", "{1}の最善手は?"),
    "problem_played": Words("In the match {1} played: {move}", "実戦で{1}が選んだ手: {move}"),
    "problem_next": Words("Next problem", "次の問題"),
    "problem_list": Words("All problems", "問題の一覧"),
    "problem_record": Words("Record (.kifu)", "棋譜(.kifu)"),
    "problems_how": Words(
        "Each is from a real match, in which somebody went wrong. Tap the best move.",
        "どれも実戦で間違いのあった局面です。最善手を選んでください。",
    ),
    "problems_found": Words(
        "{n} of {of} solved, {answered} answered", "{of}問中{n}問正解({answered}問に回答)"
    ),
    "problems_again": Words("Start again", "最初からやり直す"),
    "phase_early": Words("early", "序盤"),
    "phase_middle": Words("middle", "中盤"),
    "phase_late": Words("late", "終盤"),
    "tempt_greedy": Words(
        "Who looks no further than this move plays it.", "目先だけを見ると、この手になります。"
    ),
    "tempt_at_once": Words(
        "Right after it {seat} has {n} points; after the best move {best}.",
        "この手の直後の{seat}の得点は{n}、最善手の直後は{best}です。",
    ),
    "tempt_points": Words(
        "It brings more points on average ({played}, the best move {best}), but wins less often.",
        "平均の得点は多いのですが({played}、最善手は{best})、勝つ回数は減ります。",
    ),
    "tempt_later": Words(
        "It costs nothing at once; only later is it {played} instead of {best}.",
        "すぐには損に見えませんが、最後には{best}が{played}になります。",
    ),
    "tempt_kind": Words(
        "Played: {played}. Best: {best}.", "実戦は「{played}」、最善は「{best}」。"
    ),
    "chances_judged": Words(
        "Chance to win, by what everyone knew", "勝率の推移(全員に見えていた情報から)"
    ),
    "quiz": Words("Quiz: guess the moves", "クイズ:次の手を当てる"),
    "quiz_leave": Words("Leave", "終了"),
    "quiz_seat": Words("Guess for", "だれの手"),
    "quiz_every": Words("every seat", "全員"),
    "quiz_ask": Words("{1}’s move?", "{1}の次の手は?"),
    "quiz_hint": Words("Cards or a move", "カードか手"),
    "quiz_choose": Words("Choose {n}:", "{n}枚選んでください:"),
    "quiz_guess": Words("Guess", "答える"),
    "quiz_show": Words("Show me", "答えを見る"),
    "quiz_right": Words("As played: {move}", "実戦と一致しました: {move}"),
    "quiz_wrong": Words("You said {guess}. Played was: {move}", "予想は{guess}。実戦: {move}"),
    "quiz_shown": Words("Played was: {move}", "実戦: {move}"),
    "quiz_count": Words("{n} of {of} as played", "{of}手中{n}手一致"),
    "guess": Words("Write a guess (in the quiz)", "予想を入力(クイズ中)"),
    "result": Words("Result", "結果"),
    "so_far": Words("So far", "ここまで"),
    "about": Words("About this game", "対戦情報"),
    "options": Words("Options", "オプション"),
    "defaults": Words("standard", "標準"),
    "rules": Words("Rules", "ルール"),
    "revision": Words("revision {n}", "第{n}版"),
    "seed": Words("Seed", "シード"),
    "commit": Words("Commitment", "コミット"),
    "check_deal": Words("Deal again and compare", "配り直して確かめる"),
    "deal_follows": Words(
        "These cards follow from this seed.", "カードはすべて、このシードから決まるとおりです。"
    ),
    "deal_promised": Words(
        "These cards follow from the seed, and the seed is the one that was promised by {commit}.",
        "カードはすべて、シードから決まるとおりです。シードも、事前に約束されたもの({commit})です。",
    ),
    "deal_broken": Words(
        "This seed is not the one that was promised: its own commitment is {commit}.",
        "このシードは約束されたものではありません。このシードのコミットは{commit}です。",
    ),
    "deal_differs": Words(
        "{label}, card {n}: the record says {card}, the seed gives {other}.",
        "{label}の{n}枚目: 棋譜では{card}ですが、シードからは{other}になります。",
    ),
    "deal_unknown": Words(
        "Cards that the record does not know, so that nobody can compare them: {n}.",
        "棋譜に書かれていないカードが{n}枚あり、比べられません。",
    ),
    "deal_no_seed": Words(
        "The deal was promised by {commit}. The record does not have the seed, without which "
        "nobody can check it.",
        "配札は{commit}で約束されています。棋譜にシードがないので、まだ確かめられません。",
    ),
    "record_end": Words("The record", "記録"),
    "end_=": Words("finished", "終局まで"),
    "end_*": Words("not finished", "途中"),
    "end_": Words("cut off", "途切れています"),
    "checks": Words("Checks", "検証"),
    "sound": Words(
        "Every move, mark and number in this record was replayed and is right.",
        "この棋譜のすべての手を再現し、記載に誤りがないことを確かめました。",
    ),
    "unsound": Words(
        "This record has errors. It is shown as far as it is good.",
        "この棋譜には誤りがあります。正しいところまでを表示しています。",
    ),
    "warned": Words(
        "The match is right. What was found does not change it:",
        "対戦に誤りはありません。次の指摘は対戦には影響しません。",
    ),
    "error": Words("error", "誤り"),
    "warning": Words("warning", "警告"),
    "at_ply": Words("move {n}", "{n}手目"),
    "checked_by": Words("Checked and drawn by kifu {version}.", "kifu {version} で検証・作成"),
    "redacted_public": Words(
        "This page shows what spectators saw. Hidden cards, comments and variations are "
        "not in the file.",
        "観戦者から見えたものだけのページです。伏せられたカード、解説、変化手順はこのファイルに含まれていません。",
    ),
    "redacted_seat": Words(
        "This page shows what {1} saw. Hidden cards, comments and variations are not in the file.",
        "{1}から見えたものだけのページです。伏せられたカード、解説、変化手順はこのファイルに含まれていません。",
    ),
    "notation": Words("Notation", "棋譜データ"),
    "copy_notation": Words("Copy the notation", "棋譜をコピー"),
    "download_notation": Words("Download (.kifu)", "ダウンロード(.kifu)"),
    "copy_log": Words("Copy the log (JSON)", "ログをコピー(JSON)"),
    "download_log": Words("Download (.jsonl)", "ダウンロード(.jsonl)"),
    "annotate": Words("Write a note", "解説を書く"),
    "glyphs": Words("Glyphs", "評価"),
    "comment": Words("Comment", "コメント"),
    "comment_n": Words("Comment {n}", "コメント{n}"),
    "any_language": Words("no language", "言語の指定なし"),
    "author": Words("Signed", "書いた人"),
    "add_comment": Words("One more comment", "コメントを追加"),
    "keep_notes": Words("Keep", "保存"),
    "undo_notes": Words("Undo my changes here", "ここの変更を取り消す"),
    "cancel": Words("Cancel", "キャンセル"),
    "unkept": Words(
        "What you wrote is not kept yet. Press Keep, or Esc once more to drop it.",
        "書いたものはまだ保存されていません。「保存」を押してください。もう一度Escを押すと破棄されます。",
    ),
    "no_brackets": Words("A name here has no square brackets.", "名前に角括弧 [ ] は使えません。"),
    "no_such_character": Words(
        "There is a character here that a record can't hold (NUL, or half of one).",
        "棋譜に書けない文字(NULまたは壊れた文字)が含まれています。",
    ),
    "notes": Words("Notes", "解説"),
    "archive": Words("Archive", "みんなの手"),
    "archive_start": Words(
        "At each move: what others chose in situations like it, and how often they won.",
        "1手ごとに、似た場面でほかの人が何を選び、どれだけ勝ったかを示します。",
    ),
    "archive_hidden": Words(
        "Only {1} knows what there was to decide.", "どんな場面だったかは、{1}だけが知っています。"
    ),
    "archive_missing": Words(
        "What others chose can't be shown: its file is missing or damaged.",
        "ほかの人の手を表示できません。ファイルがないか、壊れています。",
    ),
    "archive_few": Words(
        "There are too few decisions like this in the archive.",
        "似た場面がまだ少ししかありません。",
    ),
    "archive_of": Words("Of {n} decisions like this in the archive:", "似た場面での手{n}回のうち:"),
    "archive_kind": Words("Kind of move", "手の種類"),
    "archive_played": Words("Chosen", "選択率"),
    "archive_won": Words("Won", "勝率"),
    "archive_other": Words("others", "そのほか"),
    "archive_this": Words("chosen here", "この対戦での手"),
    "archive_hint": Words(
        "Alike are situations with about the same table and hand. What was won is told from 20 "
        "players on, with its 95 % interval.",
        "似た場面とは、場と手札がほぼ同じ場面です。勝率は20人以上が選んだ手だけに、95%区間をつけて示します。",
    ),
    "draft_kept": Words(
        "{n} moves annotated, kept in this browser until you download them.",
        "{n}手の解説を書きました。ダウンロードするまでは、このブラウザの中だけにあります。",
    ),
    "draft_kept_1": Words(
        "1 move annotated, kept in this browser until you download it.",
        "1手の解説を書きました。ダウンロードするまでは、このブラウザの中だけにあります。",
    ),
    "draft_saved": Words(
        "Moves annotated: {n}. The record that you downloaded or copied has your notes.",
        "{n}か所の解説を変更しました。ダウンロードまたはコピーした棋譜に入っています。",
    ),
    "draft_not_kept": Words(
        "Moves annotated: {n}. This browser can't keep your notes: download the record "
        "before you leave.",
        "{n}か所の解説を変更しました。このブラウザには残せないので、閉じる前にダウンロードしてください。",
    ),
    "draft_back": Words(
        "Your notes from last time are back. Moves annotated: {n}.",
        "前回書いた解説({n}か所)を表示しています。",
    ),
    "draft_unread": Words(
        "This browser kept notes for this match that can't be read. They are replaced "
        "when you keep others.",
        "このブラウザに残っていた解説は読み取れませんでした。新しく保存すると置き換わります。",
    ),
    "draft_gone": Words(
        "Your notes are gone from this page.", "書いた解説をこのページから消しました。"
    ),
    "discard": Words("Throw away my notes", "書いた解説を破棄"),
    "bring_back": Words("Bring them back", "元に戻す"),
    "clock": Words("clock {time}", "残り {time}"),
    "spent": Words("{time} s", "{time}秒"),
    "by": Words("by {name}", "{name}"),
    "no_script": Words(
        "Without JavaScript this page shows the last position, and every move with its notes.",
        "JavaScriptが使えないため、最終局面と、すべての手と解説を表示しています。",
    ),
    **{f"glyph_{glyph}": words for glyph, words in GLYPHS.items()},
    "glyph_other": Words("remark {n}", "記号{n}"),
    "winner": Words("winner", "勝者"),
    "draw": Words("draw", "引き分け"),
    "and": AND,
    "a_draw": Words("A draw", "引き分け"),
    "winner_alone": Words("{who} wins", "{who}の勝ち"),
    "winner_together": Words("{who} win together", "{who}のチームの勝ち"),
    "winner_shared": Words("{who} share the win", "{who}が勝ちを分け合いました"),
    "place_1": Words("1st", "1位"),
    "place_2": Words("2nd", "2位"),
    "place_3": Words("3rd", "3位"),
    "place_4": Words("{n}th", "{n}位"),
    "place_shared": Words("(shared)", "(同率)"),
    "turning_point": Words("The turning point", "勝負の分かれ目"),
    "turned_lead": Words(
        "From here on {who} led to the end.", "ここから最後まで{who}がリードしました。"
    ),
    "turned_last": Words("The last move decided it.", "最後の手で決まりました。"),
    "turned_chance": Words(
        "The chance that {who} would win rose from {before} % to {after} %.",
        "{who}の勝つ見込みが{before}%から{after}%に上がりました。",
    ),
    "last_cards": Words("The cards at the end", "最後の手札"),
    "next_match": Words("Next match of the event", "この大会の次の対戦"),
    "finale": Words("The result", "結果を見る"),
    "close_finale": Words("Back to the table", "卓に戻る"),
    "space_key": Words("Space", "スペース"),
    "tag_Event": Words("Event", "大会"),
    "tag_Site": Words("Place", "場所"),
    "tag_Date": Words("Date", "日付"),
    "tag_Time": Words("Time", "時刻"),
    "tag_Round": Words("Round of the event", "回戦"),
    "tag_Table": Words("Table", "卓"),
    "tag_Termination": Words("Ended by", "終了理由"),
    "tag_From": Words("Worth showing from move", "見どころの始まり(手)"),
    "tag_To": Words("Worth showing to move", "見どころの終わり(手)"),
    "tag_Annotator": Words("Annotated by", "解説者"),
    "tag_Source": Words("Source", "出典"),
    "tag_Id": Words("Id", "番号"),
    "own_name": Words("English", "日本語"),
    "language": Words("Language", "言語"),
    "colours": Words("Colours", "配色"),
    "lines": Words("What happened", "記録された手順"),
    "chronicle_checked": Words(
        "A chronicle has no rules: its form is right, and nothing else was checked.",
        "ルールのない棋譜です。書式に誤りはありません。それ以外は検査していません。",
    ),
}

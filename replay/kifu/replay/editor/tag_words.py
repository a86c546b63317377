"""What tags and glyphs mean, as an editor says it."""

from __future__ import annotations

from kifu.notation.words import Words

#: The tags that have a meaning, and those that are good to have, in the order of the plain form.
TAGS = {
    "Game": Words("The name of the game", "ゲームの名前"),
    "Kifu": Words("The version of the notation", "記法の版"),
    "Rules": Words("The revision of the game's rules", "ルールの版"),
    "Options": Words(
        "The options that differ from the default, as key=value",
        "標準と異なるオプション(名前=値)",
    ),
    "Seat": Words(
        "A player's name; one tag for each, in seat order", "プレイヤー名(席順に1つずつ)"
    ),
    "Result": Words("The scores after the last move, in seat order", "最後の手のあとの得点(席順)"),
    "Winner": Words("The numbers of the winning seats", "勝った席の番号"),
    "Seed": Words("The seed that every shuffle follows from", "シャッフルのもとになるシード"),
    "Commit": Words(
        "The hash of the seed, published before the match", "対戦前に公開したシードのハッシュ"
    ),
    "Chance": Words("The outcome of a deal or another chance event", "配札などの結果"),
    "Field": Words("A field of a log that kifu does not know", "kifuが知らないログの項目"),
    "Event": Words("The event, a tournament for example", "大会などの名前"),
    "Site": Words("Where the match was played", "対戦した場所"),
    "Date": Words("The date: 2026-11-21", "日付: 2026-11-21"),
    "Time": Words("The time of day: 20:05", "時刻: 20:05"),
    "Round": Words("The round of the event", "大会の何回戦か"),
    "Table": Words("The number of the table", "卓の番号"),
    "Termination": Words("How the match ended", "対戦の終わり方"),
    "Annotator": Words("Who wrote the comments", "コメントを書いた人"),
    "Source": Words("Where the record comes from", "棋譜の出どころ"),
    "Id": Words("An identifier of the match", "対戦の識別子"),
    "From": Words("The first ply worth showing", "見どころの最初の手"),
    "To": Words("The last ply worth showing", "見どころの最後の手"),
}

#!/bin/sh
# From logs to pages: what `make demo` does. Run it where `kifu` is on the PATH; it writes demo/.
set -eu
cd "$(dirname "$0")/.."

say() { printf '\n%s\n' "$*"; }
run() { # prints the command, with quotes where they are needed, and runs it
	printf '  $'
	for word in "$@"; do
		case $word in *[!A-Za-z0-9_./=:-]*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac
	done
	printf '\n'
	"$@"
}

rm -rf demo
mkdir demo

say "1. The example records are checked, move by move."
run kifu check examples/*.kifu --format table

say "2. Simple players play some hundred matches of five games, with several options and numbers of seats."
play() { # GAME[-KIND].FORM games seats options...
	name=$1 games=$2 seats=$3
	shift 3
	game=${name%%[-.]*}
	run kifu simulate "$game" --games "$games" --seats "$seats" --seed demo "$@" -o "demo/$name"
}
play nimmt.kifu 100 4
play nimmt-tactics.jsonl 60 3 --option deck=tactics
play nimmt-drafted.jsonl.gz 40 5 --option deck=tactics --option hands=drafted --option target=40
play nimmt-professional.jsonl.zst 60 6 --option placement=professional
play nimmt-short.kifu.zst 40 10 --option rounds=2
play nimmt-pairs.jsonl 60 2 --player greedy --player random
play atarayo.kifu 20 4 --player greedy
play atarayo-duel.jsonl 20 2 --option mode=duel --player greedy
play mutsugo.kifu 40 3 --player greedy
play magimiles.jsonl 40 4 --player greedy
play yuhodo.kifu 20 4 --option rules=advanced --player greedy

say "3. All of them are checked, too, whatever their form."
run kifu check demo/*.kifu demo/*.kifu.zst demo/*.jsonl demo/*.jsonl.gz demo/*.jsonl.zst --format table

say "4. Everything goes into an archive: one file, demo/archive.duckdb."
run kifu index demo/archive.duckdb examples demo

say "5. Matches are found again: those with drafted hands in which seat 5 has won."
run kifu find demo/archive.duckdb --option hands=drafted --winner "random 5" --limit 5 --format table

say "6. SQL answers what no filter does: how often does each kind of player win against the other?"
run kifu query demo/archive.duckdb "SELECT split_part(player, ' ', 1) AS kind, count(*) AS played,
    count(*) FILTER (won) AS won, round(avg(score), 1) AS mean_points
    FROM seats JOIN games ON games.match = seats.match
    WHERE games.game = 'nimmt' AND games.event = 'Simulation demo' AND games.seats = 2
    GROUP BY kind ORDER BY kind" --format table

say "7. Matches become pages, one file each."
for record in examples/*.kifu; do
	run kifu view "$record" -o "demo/$(basename "$record" .kifu).html"
done
run kifu view demo/nimmt-professional.jsonl.zst --record 7 -o demo/nimmt-professional.html
run kifu view demo/nimmt-drafted.jsonl.gz --record 3 --as 2 -o demo/nimmt-drafted-as-seat-2.html
run kifu view demo/magimiles.jsonl --record 5 --as 1 -o demo/magimiles-as-seat-1.html
run kifu view demo/yuhodo.kifu --record 2 -o demo/yuhodo.html

say "Done. Open one of these in a browser:"
for page in demo/*.html; do
	echo "  $page"
done

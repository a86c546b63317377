"""Lists: the pages of a site that speak of many matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from msgspec import Struct

from kifu.site.look.charts import BarChart, LineChart, bar_chart, line_chart
from kifu.site.look.colours import static
from kifu.site.texts import SITE, site_words
from kifu.site.website.figures import Figures, Row, is_by_points, kind_title, standings
from kifu.site.website.folder import Put, as_json
from kifu.site.website.fronts import Read, tales
from kifu.site.website.match import game_title, match_data
from kifu.site.website.matches import NamedMatch
from kifu.site.website.names import match_page_path, slug
from kifu.site.website.parts import part_files, put_parts
from kifu.site.website.settings import Page, Settings, page_context, rendered

#: The most matches on a page of one player, game or event; the index has all of them.
NEWEST = 200
#: The number of matches in the index without a script.
FIRST = 40
#: The number of matches with pictures on the front page; on a page of one player, game or event.
TALES, FEW = 6, 3
#: The most pictures on the pages that list games and events.
PICTURES = 24
#: What the script of the index says.
SCRIPTED = ("found", "nothing", "lacking")
#: The most rows in a list of a player's opponents, or of a game's best players.
ROWS = 50


class ListPage(Struct, frozen=True):
    """A page of the site, not written to the folder yet: where it goes, its HTML, and its data as
    JSON.
    """

    page: Page
    html: bytes
    twin: bytes


class Lists:
    """Makes the pages that are about many matches. `matches` come newest first; `by_player`,
    `by_game` and `by_event` group them, in the same order; a match without an event is in no group
    of `by_event`. `read` gives the content of a file of the site, by its path; None if there is
    none.
    """

    def __init__(
        self, settings: Settings, matches: Sequence[NamedMatch], figures: Figures, read: Read
    ) -> None:
        """Take what the pages are made of, and group the matches by player, game and event, each in
        the order of `matches`; no page is made yet, and nothing is read. `matches` must be sorted
        with the newest first, and `figures` be over these matches. `read` gives the content of a
        file of the site (see `Folder.read`); the pages use it to find the pictures of matches.
        """
        self.settings = settings
        self.read = read
        self.words = site_words(settings.language)
        self.matches = matches
        self.figures = figures
        #: Only pages of players who publish their mistakes lead to single moments.
        self.names = {match.id: name for name, match in matches if figures.mistakes}
        self.by_player: dict[str, list[NamedMatch]] = defaultdict(list)
        self.by_game: dict[str, list[NamedMatch]] = defaultdict(list)
        self.by_event: dict[str, list[NamedMatch]] = defaultdict(list)
        for named in matches:
            _, match = named
            self.by_game[match.game].append(named)
            if match.event:
                self.by_event[match.event].append(named)
            for person in dict.fromkeys(chair.person for chair in match.chairs):
                self.by_player[person].append(named)

    def pages(self, put: Put) -> Iterator[ListPage]:
        """Yield every page except those of matches, in a fixed order: index, players, games,
        events, annotated, then one for each player, game and event, by name. Each page is made when
        it is asked for; none is written to the folder. But `put` writes the files that the index
        loads, when the first page is asked for. Raises UsageError for a faulty template, and what
        `put` and `read` raise (those of `Folder`: KifuError, UsageError, OSError).
        """
        yield self.index(put)
        yield self.players()
        yield self.games()
        yield self.events()
        yield self.annotated()
        yield from (self.player(person) for person in sorted(self.by_player))
        yield from (self.game(name) for name in sorted(self.by_game))
        yield from (self.event(event) for event in sorted(self.by_event))

    def index(self, put: Put) -> ListPage:
        """The page of all matches, with a search; `put` writes the files that it loads, and the
        page itself is not written. Its HTML lists only the FIRST newest matches. Above them are
        pictures: a large one of the newest match whose cover has a sentence about its turning
        point, and up to TALES smaller ones of other matches. Only the first 1 + TALES matches with
        a cover are looked at, and these only among the newest ones (see `tales`); if none of them
        has a sentence, there is no large picture. Without matches, the page has neither pictures
        nor rows, and `put` writes only `index/columns.js`.

        Raises UsageError for a faulty template, and what `put` and `read` raise.
        """
        parts = put_parts(put, self.matches, self._rows, match_data, self._title)
        kinds = parts["kinds"]
        shown = tales(self.read, self.matches, 1 + TALES)
        hero = next((tale for tale in shown if tale.cover.sentence), None)
        others = [tale for tale in shown if tale is not hero]
        return self._written(
            "index",
            self.settings.title,
            self._replays_of(self.matches),
            {"parts": part_files(len(self.matches))},
            static("index.js"),
            counted=[
                self._counted("match", len(self.matches)),
                self._counted("game", len(self.by_game)),
                self._counted("player", len(self.by_player)),
            ],
            hero=hero,
            tales=others[:TALES],
            first=self._listed(self.matches[:FIRST]),
            years=[(year, year) for year in sorted({kind[1] for kind in kinds} - {""})[::-1]],
            seats=[
                (seats, self.words["seats_n"].replace("{n}", str(seats)))
                for seats in sorted({kind[2] for kind in kinds})
            ],
            data=parts | {"words": {key: self.words[key] for key in SCRIPTED}},
        )

    def players(self) -> ListPage:
        """The page that lists everyone who has played, those with most matches first, then by name.
        Each has the wins in all games (a shared win counts in part) and a rating in each game, if
        there is one. The page exists even if nobody has played. Raises UsageError for a faulty
        template.
        """
        rows: list[Row] = []
        for person, matches in self.by_player.items():
            ratings = [
                row | {"title": self._title(game), "headline": self._headline(game, row)}
                for game, row in _own(self.figures.ratings, person).items()
            ]
            rows.append(
                {
                    "player": person,
                    "page": f"players/{slug(person)}.html",
                    "matches": len(matches),
                    "wins": sum(row["wins"] for row in self.figures.players.get(person, [])),
                    "ratings": ratings,
                }
            )
        rows.sort(key=lambda row: (-row["matches"], row["player"]))
        return self._written("players", self.words["players"], "", {"players": rows}, rows=rows)

    def player(self, person: str) -> ListPage:
        """The page of the player with the present name `person`: results and rating in each game,
        opponents, the NEWEST matches, and mistakes if they are published; each is empty if there is
        none. Opponents are rows, one for each opponent and game. The page shows the ROWS with most
        matches, its JSON all of them, and the page names of all matches. There must be matches of
        `person`. Raises UsageError for a faulty template, and what `self.read` raises.
        """
        matches = self.by_player[person]
        results = self.figures.players.get(person, [])
        opponents = sorted(
            self.figures.opponents.get(person, []),
            key=lambda row: (-row["matches"], row["opponent"], row["game"]),
        )
        ratings = _own(self.figures.ratings, person)
        strengths = _own(self.figures.strengths, person)
        charts = [
            (self._title(game), rating, strengths.get(game), self._rating_chart(game, person))
            for game, rating in ratings.items()
        ]
        mistakes = [
            each | {"kinds": [self._with_pages(kind) for kind in each["kinds"]]}
            for each in self.figures.mistakes.get(person, [])
        ]
        return self._written(
            f"players/{slug(person)}",
            person,
            self._replays_of(matches),
            {"player": person, "results": results, "ratings": ratings, "strengths": strengths,
             "opponents": opponents, "mistakes": mistakes,
             "matches": [name for name, _ in matches]},
            results=results,
            charts=charts,
            mistakes=mistakes,
            is_by_points=is_by_points,
            kind_title=partial(kind_title, language=self.settings.language),
            opponents=opponents[:ROWS],
            **self._newest(matches),
        )  # fmt: skip

    def games(self) -> ListPage:
        """The page that lists every game that was played, those with most matches first, then by
        name. Each of the first PICTURES games has a picture if one of its newest matches has a
        cover (see `_pictured`). The page exists even if there are none. Raises UsageError for a
        faulty template, and what `self.read` raises.
        """
        rows: list[Row] = [
            {
                "game": game,
                "title": self._title(game),
                "page": f"games/{game}.html",
                "matches": len(matches),
                "players": len({chair.person for _, match in matches for chair in match.chairs}),
            }
            for game, matches in self.by_game.items()
        ]
        rows.sort(key=lambda row: (-row["matches"], row["game"]))
        pictured = self._pictured((row["page"], self.by_game[row["game"]]) for row in rows)
        return self._written(
            "games", self.words["games"], "", {"games": rows}, rows=rows, pictures=pictured
        )

    def game(self, name: str) -> ListPage:
        """The page of the game `name`: how long it lasts (a chart for each number of seats with
        which matches took different numbers of turns), who wins from which seat, the ROWS best
        players (by the lower end of their rating by results), and the NEWEST matches. Its JSON has
        all rated players, the best first, and the page names of all matches. There must be matches
        of the game. Raises UsageError for a faulty template, and what `self.read` raises.
        """
        matches = self.by_game[name]
        counted = self.figures.games.get(name, [])
        seats = self.figures.seats.get(name, [])
        lengths: dict[int, list[Row]] = defaultdict(list)
        for row in self.figures.lengths.get(name, []):
            lengths[row["seats"]].append(row)
        strengths = self.figures.strengths.get(name, {})
        best = [
            rating | {"strength": strengths.get(person)}
            for person, rating in self.figures.ratings.get(name, {}).items()
        ]
        return self._written(
            f"games/{name}",
            self._title(name),
            self._replays_of(matches),
            {"game": name, "counted": counted, "seats": seats, "best": best,
             "matches": [each for each, _ in matches]},
            game=name,
            counted=counted,
            seats=seats,
            lengths=[
                self._length_chart(number, rows)
                for number, rows in lengths.items()
                if len(rows) > 1
            ],
            best=best[:ROWS],
            judged=any(row["strength"] for row in best[:ROWS]),
            **self._newest(matches),
        )  # fmt: skip

    def events(self) -> ListPage:
        """The page that lists every event (a tournament, a club night) that a record names, each
        with its first and last day: the event with the latest last day first, those without a date
        last, equal ones by name. Each of the first PICTURES events has a picture if one of its
        newest matches has a cover (see `_pictured`). The page exists even if there are none. Raises
        UsageError for a faulty template, and what `self.read` raises.
        """
        rows: list[Row] = [
            {
                "event": event,
                "page": f"events/{slug(event)}.html",
                "matches": len(matches),
                "first": min((m.day for _, m in matches if m.day), default=None),
                "last": max((m.day for _, m in matches if m.day), default=None),
            }
            for event, matches in self.by_event.items()
        ]
        rows.sort(key=lambda row: row["event"])
        rows.sort(key=lambda row: row["last"] or "", reverse=True)
        pictured = self._pictured((row["page"], self.by_event[row["event"]]) for row in rows)
        return self._written(
            "events", self.words["events"], "", {"events": rows}, rows=rows, pictures=pictured
        )

    def event(self, event: str) -> ListPage:
        """The page of one event (a tournament, a club night): its standings, the sites where it was
        played, its days, and the NEWEST matches. Its JSON has the standings and the page names of
        all matches. There must be matches of it. Raises UsageError for a faulty template, and what
        `self.read` raises.
        """
        matches = self.by_event[event]
        standing = standings([match for _, match in matches])
        about = sorted({match.site for _, match in matches if match.site})
        days = sorted({match.day for _, match in matches if match.day})
        return self._written(
            f"events/{slug(event)}",
            event,
            self._replays_of(matches),
            {"event": event, "standing": standing, "matches": [name for name, _ in matches]},
            standing=standing,
            about=about,
            days=days,
            **self._newest(matches),
        )

    def annotated(self) -> ListPage:
        """The page that lists all matches in which people (not engines) wrote comments, the newest
        first. It exists even if there are none. Raises UsageError for a faulty template.
        """
        matches = [(name, match) for name, match in self.matches if match.remarks]
        return self._written(
            "annotated",
            self.words["annotated"],
            "",
            {"matches": [match_data(name, match) for name, match in matches]},
            listed=self._listed(matches),
        )

    def _written(
        self, name: str, heading: str, description: str, twin: Any, script: str = "", **values: Any
    ) -> ListPage:
        """The page at the path `name` (in the site's folder, without `.html`), such as "games" or
        "players/SLUG"; it is not written to the folder. `name` is used as it is: the caller makes
        the name of a player or event fit for a path (see `slug`). `heading` is the page's title,
        `description` is for its head ("": the site's title), `twin` the content of its JSON file,
        `script` the text of its script ("": that of lists). `values` are further variables of its
        template. The template is `site-NAME.html.j2`; for a page in the folder `players`, `games`
        or `events` it is `site-player.html.j2`, `site-game.html.j2` or `site-event.html.j2`
        (KeyError for another folder). Raises UsageError if the template is faulty.
        """
        page = Page(
            path=f"{name}.html",
            heading=heading,
            description=description or self.settings.title,
            twin=f"{name}.json",
        )
        kind = {"players": "player", "games": "game", "events": "event"}
        folder, slash, _ = name.partition("/")
        chosen = kind[folder] if slash else name
        context = page_context(self.settings, page, script or static("lists.js")) | values
        context |= {"slug": slug, "game_title": self._title}
        if name == "index":
            # Its script may load others, and no other's may.
            context["policy"] = context["policy"].replace("; style", " 'strict-dynamic'; style")
        html = rendered(self.settings, f"site-{chosen}.html.j2", context)
        return ListPage(page, html.encode("utf-8", "replace"), as_json(twin) + b"\n")

    def _title(self, game: str) -> str:
        """The title of a game, or of chronicles, in the site's language (see `game_title`); its
        name if it is not installed.
        """
        return game_title(game, self.settings.language)

    def _replays_of(self, matches: Sequence[NamedMatch]) -> str:
        """The description of a page about `matches`: a sentence that says how many they are."""
        return SITE["description"].text(self.settings.language, count=str(len(matches)))

    def _rating_chart(self, game: str, person: str) -> LineChart | None:
        """A chart of the rating of `person` in `game` by results: a point after each month in which
        anybody played the game, the earliest first, and a last one after the matches without a
        date, if there are any. None if the person has fewer than two points.
        """
        label = SITE["rating_of"].text(self.settings.language, game=self._title(game))
        history = self.figures.histories.get((game, person), [])
        return line_chart(history, label) if len(history) > 1 else None

    def _headline(self, game: str, rating: Row) -> float:
        """The number that is shown first for a player in a game: the strength (by decisions) if it
        is known and marked as the headline, otherwise the rating by results, from the row `rating`.
        """
        strength = self.figures.strengths.get(game, {}).get(rating["player"], {})
        by_decisions = strength.get("headline") == "strength"
        return float(strength["strength"] if by_decisions else rating["rating"])

    def _with_pages(self, kind: Row) -> Row:
        """A copy of the row of a kind of mistake, in which each of its `worst` mistakes has the
        path of its match's `page`; those in matches that have no page on the site are left out.
        """
        known = [one for one in kind["worst"] if one["match"] in self.names]
        paged = [one | {"page": match_page_path(self.names[one["match"]])} for one in known]
        return kind | {"worst": paged}

    def _length_chart(self, seats: int, rows: list[Row]) -> BarChart:
        """A chart of how many matches took how many turns: a column for each row (`turns`,
        `matches`), in the order of `rows`. There must be at least one row, and all must be of
        matches with this number of `seats`. Only the chart's label uses `seats`.
        """
        label = SITE["lengths_of"].text(self.settings.language, seats=str(seats))
        return bar_chart([(str(row["turns"]), row["matches"]) for row in rows], label)

    def _newest(self, matches: Sequence[NamedMatch]) -> dict[str, Any]:
        """The template's variables for a list of matches, which come newest first: `tales`, up to
        FEW matches with a picture (see `tales`); `listed`, the first NEWEST; and `total`, how many
        there are in all. Raises what `self.read` raises.
        """
        return {
            "tales": tales(self.read, matches, FEW),
            "listed": self._listed(matches[:NEWEST]),
            "total": len(matches),
        }

    def _pictured(self, groups: Iterable[tuple[str, Sequence[NamedMatch]]]) -> dict[str, str]:
        """A picture for each of the first PICTURES `groups`, which are (path of the group's page,
        its matches, the newest first): that path -> the path of the thumbnail of the newest match
        that has a cover. Only the first `fronts.LOOKED` matches of a group are looked at. A group
        is left out if none of these has a cover; {} if no group is left. Raises what `self.read`
        raises.
        """
        found = ((path, tales(self.read, own, 1)) for path, own in islice(groups, PICTURES))
        return {path: each[0].picture for path, each in found if each}

    def _rows(self, matches: Sequence[NamedMatch]) -> list[str]:
        """The rows of the index, in HTML, one text for each match, in their order: what its search
        shows. Raises UsageError if the template is faulty.
        """
        return [
            rendered(
                self.settings,
                "site-found.html.j2",
                {"it": each, "words": self.words, "slug": slug},
            )
            for each in self._listed(matches)
        ]

    def _counted(self, what: str, count: int) -> str:
        """`count` with its noun in the site's language: for "match" and 1024 "1,024 matches". The
        noun `what` must be one that the site's words have twice, as WHAT_1 and WHAT_n: "match",
        "game" or "player" (KeyError for others). Thousands are separated by commas in every
        language.
        """
        return self.words[f"{what}_{1 if count == 1 else 'n'}"].replace("{n}", f"{count:,}")

    def _listed(self, matches: Sequence[NamedMatch]) -> list[dict[str, Any]]:
        """For each match what the templates of lists need: the `name` and the path of its `page`,
        the `title` of its game, and the `match`.
        """
        return [
            {
                "name": name,
                "page": match_page_path(name),
                "title": self._title(match.game),
                "match": match,
            }
            for name, match in matches
        ]


def _own(rows: Mapping[str, Mapping[str, Row]], person: str) -> dict[str, Row]:
    """The rows about `person` by game, the games sorted. `rows` has them as `rows[game][person]`;
    games without a row about this person are left out.
    """
    return {game: each[person] for game, each in sorted(rows.items()) if person in each}

// The index: matches are searched and filtered without asking any server. What the reader chose
// is in the fragment, so that it can be sent to others.

import {
  at, begin, data, DATE, element, EVENT, form, GAME, list, more, NOTES, PLAYERS, row, showFront,
  SITE, STEP, words,
} from "./rows.ts";
import { folded } from "./search.ts";

const year = (match: ListedMatch) => /^\d{4}/.exec(match[DATE])?.[0] ?? "";
const byName = ([name]: string[]) => folded(name);
const players = data.players.map(byName), events = data.events.map(byName);
const games = data.games.map((named: string[]) => folded(named.join(" ")));
const sites = data.sites.map(folded);
const texts = data.matches.map((match: ListedMatch) => [
  ...match[PLAYERS].map((player) => players[player]),
  games[match[GAME]], events[match[EVENT]], sites[match[SITE]], folded(match[DATE]),
].join("\n"));
let found: number[] = [];
let shown = 0;

function show(number: number) {
  const rows = found.slice(shown, shown + number).map((place) => row(data.matches[place], data));
  list.firstElementChild.append(...rows);
  shown += rows.length;
  more.hidden = shown >= found.length;
}

function search() {
  const wanted = folded(form.q.value).split(/\s+/).filter(Boolean);
  const { game, seats, notes } = form;
  found = [];
  data.matches.forEach((match: ListedMatch, place: number) => {
    if (game.value && data.games[match[GAME]][0] !== game.value) return;
    if (form.year.value && year(match) !== form.year.value) return;
    if (seats.value && match[PLAYERS].length !== Number(seats.value)) return;
    if (notes.checked && !match[NOTES]) return;
    if (wanted.every((word) => texts[place].includes(word))) found.push(place);
  });
  showFront();
  list.replaceChildren(element("ol", "matches"));
  shown = 0;
  show(STEP);
  const count = words.found.replace("{n}", found.length).replace("{of}", data.matches.length);
  at("#found").textContent = found.length ? count : words.nothing;
}

if (list) {
  const kinds: MatchKind[] = data.matches.map((match: ListedMatch) => ["", year(match), match[PLAYERS].length, 0]);
  begin(kinds, search, () => show(STEP * 2));
}
document.body.dataset.ready = "";

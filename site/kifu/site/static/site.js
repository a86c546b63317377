// The index: matches are searched and filtered without asking any server. What the reader chose
// is in the fragment, so that it can be sent to others.

import {
  at, begin, data, DATE, element, EVENT, form, GAME, list, more, NOTES, PLAYERS, row, showFront,
  SITE, STEP, words,
} from "./rows.js";
import { folded } from "./search.js";

/** @param {ListedMatch} match */
const year = (match) => /^\d{4}/.exec(match[DATE])?.[0] ?? "";
/** @param {string[]} named */
const byName = ([name]) => folded(name);
const players = data.players.map(byName), events = data.events.map(byName);
const games = data.games.map((/** @type {string[]} */ named) => folded(named.join(" ")));
const sites = data.sites.map(folded);
const texts = data.matches.map((/** @type {ListedMatch} */ match) => [
  ...match[PLAYERS].map((player) => players[player]),
  games[match[GAME]], events[match[EVENT]], sites[match[SITE]], folded(match[DATE]),
].join("\n"));
/** @type {number[]} */
let found = [];
let shown = 0;

/** @param {number} number */
function show(number) {
  const rows = found.slice(shown, shown + number).map((place) => row(data.matches[place], data));
  list.firstElementChild.append(...rows);
  shown += rows.length;
  more.hidden = shown >= found.length;
}

function search() {
  const wanted = folded(form.q.value).split(/\s+/).filter(Boolean);
  const { game, seats, notes } = form;
  found = [];
  data.matches.forEach((/** @type {ListedMatch} */ match, /** @type {number} */ place) => {
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
  /** @type {MatchKind[]} */
  const kinds = data.matches.map((/** @type {ListedMatch} */ match) => ["", year(match), match[PLAYERS].length, 0]);
  begin(kinds, search, () => show(STEP * 2));
}
document.body.dataset.ready = "";

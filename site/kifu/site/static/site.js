// The index: matches are searched and filtered without asking any server. What the reader chose
// is in the fragment, so that it can be sent to others.

import {
  at, data, DATE, element, EVENT, form, GAME, list, more, NOTES, offer, PLAYERS, recall, remember,
  row, SITE, STEP, words,
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
  document.body.classList.toggle("hide-results", form.hide.checked);
  list.replaceChildren(element("ol", "matches"));
  shown = 0;
  show(STEP);
  const count = words.found.replace("{n}", found.length).replace("{of}", data.matches.length);
  at("#found").textContent = found.length ? count : words.nothing;
}

if (list) {
  /**
   * @template {string | number} T
   * @param {(match: ListedMatch) => T} of
   * @returns {T[]}
   */
  const every = (of) => [...new Set(data.matches.map(of))];
  offer(form.game, data.games);
  offer(form.year, every(year).filter(Boolean).sort().reverse().map((each) => [each, each]));
  offer(form.seats, every((match) => match[PLAYERS].length).sort((a, b) => a - b)
    .map((each) => [each, form.seats.dataset.text.replace("{n}", each)]));
  form.addEventListener("input", () => { search(); remember(); });
  form.addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  more.addEventListener("click", () => show(STEP * 2));
  addEventListener("hashchange", () => recall(search));
  form.hidden = false;
  recall(search);
}
document.body.dataset.ready = "";

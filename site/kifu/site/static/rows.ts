// Rows of the index, and what its two scripts have in common: one for a site whose matches are all
// in the page, one for a large site.

import { recallResults } from "./results.ts";

export const at = (selector: string): any => document.querySelector(selector);
export const data = JSON.parse(at("#data").textContent);
export const { words } = data;
export const form = at("#filters"), list = at("#list"), more = at("#more");
export const STEP = 60;
export const NAME = 0, GAME = 1, PLAYERS = 2, SCORES = 3, WINNERS = 4, DATE = 5, EVENT = 6, SITE = 7, NOTES = 8, PLAYING = 9, DRAWN = 10, FINISHED = 11;

export function element(name: string, className: string, ...inner: (Node | string | number)[]): any {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...(inner as (Node | string)[]));
  return made;
}

/** So many seats are named, where a match has more than `FEW`. */
const NAMED = 3, FEW = 4;

/** A match, whose texts are named by their places in `data`. */
export function row(match: ListedMatch, data: ListTexts) {
  const seats = match[PLAYERS].length;
  const who = element("a", "who", ...match[PLAYERS].map((player, seat) => chair(match, seat, data.players[player][0])));
  who.href = `matches/${match[NAME].slice(0, 2)}/${match[NAME]}.html`;
  if (seats > FEW) who.append(element("span", "others", words.more_seats.replace("{n}", seats - NAMED)));
  const about = element("span", "about");
  const event = data.events[match[EVENT]];
  if (event) {
    const link = element("a", "", event[0]);
    link.href = `events/${event[1]}.html`;
    link.dir = "auto";
    about.append(link);
  }
  if (match[NOTES]) about.append(element("span", "noted", words.remarks.replace("{n}", match[NOTES])));
  const made = element("li", seats > FEW ? "match many" : "match",
    element("span", "date", match[DATE] || words.undated), element("span", "game", data.games[match[GAME]][1]), who, about);
  if (match[PLAYING]) made.append(element("span", "chip live", words.playing));
  else if (match[FINISHED]) made.append(result(match));
  made.dataset.match = match[NAME];
  recallResults([made]);
  return made;
}

function chair(match: ListedMatch, seat: number, name: string) {
  const won = match[WINNERS].includes(seat), score = match[SCORES][seat];
  const made = element("span", won ? "chair won" : "chair", element("i", "", seat + 1), element("bdi", "", name));
  if (won) made.append(element("span", "sr", words.winner));
  if (score !== null) made.append(" ", element("b", "", score));
  made.dataset.seat = seat + 1;
  return made;
}

function result(match: ListedMatch) {
  const box = element("input", "");
  box.type = "checkbox";
  const made = element("label", "result", box, element("span", "", words.result));
  if (match[DRAWN]) made.append(element("b", "", words.draw));
  return made;
}

/** What is above the list gives way to what was found. */
export function showFront() {
  const asks = [...form.elements].some((field) => (field.type === "checkbox" ? field.checked : field.value));
  at("#front").hidden = asks;
}

function remember() {
  const chosen = new URLSearchParams();
  for (const field of form.elements) {
    if (field.type === "checkbox" ? field.checked : field.value) chosen.set(field.name, field.type === "checkbox" ? "1" : field.value);
  }
  const fragment = chosen.toString();
  history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname + location.search);
}

/** Sets the filters as the fragment has them, and searches. */
function recall(search: () => void) {
  const chosen = new URLSearchParams(location.hash.slice(1));
  for (const field of form.elements) {
    if (field.type === "checkbox") field.checked = chosen.get(field.name) === "1";
    else field.value = chosen.get(field.name) ?? "";
    if (field.selectedIndex === -1) field.selectedIndex = 0;
  }
  search();
}

function offer(select: any, choices: [value: string | number, text: string][]) {
  for (const [value, text] of choices) select.append(new Option(text, String(value)));
  select.parentElement.hidden = choices.length < 2;
}

/** Offers what the matches differ in, and searches whenever the reader asks for something else. */
export function begin(kinds: MatchKind[], search: () => void, showMore: () => void) {
  offer(form.game, data.games);
  const years = [...new Set(kinds.map(([, year]) => year))].filter(Boolean).sort().reverse();
  offer(form.year, years.map((year) => [year, year]));
  const seats = [...new Set(kinds.map(([, , chairs]) => chairs))].sort((a, b) => a - b);
  offer(form.seats, seats.map((number) => [number, form.seats.dataset.text.replace("{n}", number)]));
  for (const field of form.elements) field.addEventListener("input", () => { search(); remember() });
  form.addEventListener("submit", (event: Event) => event.preventDefault());
  more.addEventListener("click", showMore);
  addEventListener("hashchange", () => recall(search));
  form.hidden = at("#search").hidden = false;
  recall(search);
}

// Rows of the index: a match each.

import { recallResults } from "./results.ts";

export const at = (selector: string): any => document.querySelector(selector);
export const data = JSON.parse(at("#data").textContent);
export const { words } = data;

export function element(name: string, className: string, ...inner: (Node | string | number)[]): any {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...(inner as (Node | string)[]));
  return made;
}

/** So many seats are named, where a match has more than `FEW`. */
const NAMED = 3, FEW = 4;

/** A match of a part of the index, whose texts are named by their places in the part. */
export function row([name, game, players, scores, winners, date, event, notes, playing, drawn, finished]: ListedMatch, part: IndexPart) {
  const seats = players.length;
  const who = element("a", "who", ...players.map((player, seat) => chair(seat, part.players[player][0], scores[seat], winners.includes(seat))));
  who.href = `matches/${name.slice(0, 2)}/${name}.html`;
  if (seats > FEW) who.append(element("span", "others", words.more_seats.replace("{n}", seats - NAMED)));
  const about = element("span", "about");
  if (part.events[event]) {
    const [title, file] = part.events[event];
    about.append(Object.assign(element("a", "", title), { href: `events/${file}.html`, dir: "auto" }));
  }
  if (notes) about.append(element("span", "noted", words.remarks.replace("{n}", notes)));
  const made = element("li", seats > FEW ? "match many" : "match",
    element("span", "date", date || words.undated), element("span", "game", part.games[game][1]), who, about);
  if (playing) made.append(element("span", "chip live", words.playing));
  else if (finished) made.append(result(drawn));
  made.dataset.match = name;
  recallResults([made]);
  return made;
}

function chair(seat: number, name: string, score: string | number | null, won: boolean) {
  const made = element("span", won ? "chair won" : "chair", element("i", "", seat + 1), element("bdi", "", name));
  if (won) made.append(element("span", "sr", words.winner));
  if (score !== null) made.append(" ", element("b", "", score));
  made.dataset.seat = seat + 1;
  return made;
}

function result(drawn: number) {
  const box = element("input", "");
  box.type = "checkbox";
  const made = element("label", "result", box, element("span", "", words.result));
  if (drawn) made.append(element("b", "", words.draw));
  return made;
}

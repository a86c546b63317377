// Rows of the index, and what its two scripts have in common: one for a site whose matches are all
// in the page, one for a large site.

/**
 * @param {string} selector
 * @returns {any}
 */
export const at = (selector) => document.querySelector(selector);
export const data = JSON.parse(at("#data").textContent);
export const { words } = data;
export const form = at("#filters"), list = at("#list"), more = at("#more");
export const STEP = 60;
export const NAME = 0, GAME = 1, PLAYERS = 2, SCORES = 3, WINNERS = 4, DATE = 5, EVENT = 6, SITE = 7, NOTES = 8, PLAYING = 9, DRAWN = 10;

/**
 * @param {string} name
 * @param {string} className
 * @param {...(Node | string | number)} inner
 * @returns {any}
 */
export function element(name, className, ...inner) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(.../** @type {(Node | string)[]} */ (inner));
  return made;
}

/**
 * A match, whose texts are named by their places in `data`.
 * @param {ListedMatch} match
 * @param {ListTexts} data
 */
export function row(match, data) {
  const chairs = match[PLAYERS].map((player, seat) => {
    const won = match[WINNERS].includes(seat), score = match[SCORES][seat];
    const chair = element("span", won ? "chair won" : "chair", element("bdi", "", data.players[player][0]));
    if (won) chair.append(element("span", "sr", words.winner));
    if (score !== null) chair.append(" ", element("b", "", score));
    return chair;
  });
  const who = element("a", "who", ...chairs);
  who.href = `matches/${match[NAME].slice(0, 2)}/${match[NAME]}.html`;
  const what = element("p", "what", element("span", "chip", data.games[match[GAME]][1]));
  if (match[PLAYING]) what.append(" ", element("span", "chip live", words.playing));
  if (match[DRAWN]) what.append(" ", element("span", "chip drawn", words.draw));
  what.append(" ", element("span", "", match[DATE] || words.undated));
  const event = data.events[match[EVENT]];
  if (event) {
    const link = element("a", "", event[0]);
    link.href = `events/${event[1]}.html`;
    link.dir = "auto";
    what.append(" ", link);
  }
  if (match[NOTES]) what.append(" ", element("span", "noted", words.remarks.replace("{n}", match[NOTES])));
  return element("li", "match", who, what);
}

export function remember() {
  const chosen = new URLSearchParams();
  for (const field of form.elements) {
    if (field.type === "checkbox" ? field.checked : field.value) chosen.set(field.name, field.type === "checkbox" ? "1" : field.value);
  }
  const fragment = chosen.toString();
  history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname + location.search);
}

/**
 * Sets the filters as the fragment has them, and searches.
 * @param {() => void} search
 */
export function recall(search) {
  const chosen = new URLSearchParams(location.hash.slice(1));
  for (const field of form.elements) {
    if (field.type === "checkbox") field.checked = chosen.get(field.name) === "1";
    else field.value = chosen.get(field.name) ?? "";
    if (field.selectedIndex === -1) field.selectedIndex = 0;
  }
  search();
}

/**
 * @param {any} select
 * @param {[value: string | number, text: string][]} choices
 */
export function offer(select, choices) {
  for (const [value, text] of choices) select.append(new Option(text, String(value)));
  select.parentElement.hidden = choices.length < 2;
}

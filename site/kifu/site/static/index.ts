// The index: matches are searched and filtered without asking any server. Its parts are in the page or, for
// a large site, scripts beside it, which are loaded as they are needed, from disk too. Matches are numbered
// from the oldest on. What the reader chose is in the fragment, so that it can be sent to others.

import { recallResults } from "./results.ts";
import { folded } from "./search.ts";
import { shard } from "./shards.ts";

const at = (selector: string): any => document.querySelector(selector);
const data = JSON.parse(at("#data").textContent);
const { words } = data;

function element(name: string, className: string, ...inner: (Node | string | number)[]): any {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...(inner as (Node | string)[]));
  return made;
}

/** So many seats are named, where a match has more than `FEW`. */
const NAMED = 3, FEW = 4;

/** A match of a part of the index, whose texts are named by their places in the part. */
function row([name, game, players, scores, winners, date, event, notes, playing, drawn, finished]: ListedMatch, part: IndexPart) {
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

const form = at("#filters"), list = at("#list"), more = at("#more");
/** So many matches are shown at first; then twice as many. */
const STEP = 60;
let found: number[] = [];
let shown = 0, asked = 0;

/** A part of the index. */
const part = async (name: string) => data.parts?.[name] ?? shard(`index/${name}`, data.version);

const bucketOf = (word: string) => [...word].slice(0, word > "\u024f" ? 1 : 2).join("");
const partOf = (bucket: string) => part(["words", ...[...bucket].map((sign) => Number(sign.codePointAt(0)).toString(16))].join("-"));

/** Marks the matches that a word has: numbers as `kifu.site.website.parts` packs them. */
function mark(marks: Uint8Array, text: string) {
  let next = 0;
  for (const run of text.split(" ")) {
    const [gap, many = "1"] = run.split(".");
    const from = next + parseInt(gap, 36);
    next = from + parseInt(many, 36);
    marks.fill(1, from, next);
  }
}

/** Which matches have a word that begins as one that is looked for. */
async function having(wanted: string) {
  const start = [...wanted].slice(0, 40).join("");
  const bucket = bucketOf(start);
  const buckets = data.buckets.filter((each: string) => (start.length > bucket.length ? each === bucket : each.startsWith(start)));
  const marks = new Uint8Array(data.count);
  for (const held of await Promise.all(buckets.map(partOf))) {
    for (const [word, numbers] of held) if (word.startsWith(start)) mark(marks, numbers);
  }
  return marks;
}

/** Which matches the filters let through. */
async function filtered() {
  const { game, year, seats, notes } = form;
  const { kinds, of } = await part("columns");
  const open = kinds.map(([name, when, chairs, noted]: MatchKind) =>
    (!game.value || name === game.value) && (!year.value || when === year.value)
    && (!seats.value || chairs === Number(seats.value)) && (!notes.checked || noted > 0));
  return Uint8Array.from({ length: data.count }, (_, place) => open[parseInt(of.slice(2 * place, 2 * place + 2), 36)]);
}

async function show(number: number) {
  const turn = asked;
  const numbers = found.slice(shown, shown + number);
  const parts = await Promise.all(numbers.map((each) => part(`rows-${Math.floor(each / data.size)}`)));
  if (turn !== asked) return;
  const rows = parts.map((held, place) => row(held.matches[numbers[place] % data.size], held));
  list.firstElementChild.append(...rows);
  shown += rows.length;
  more.hidden = shown >= found.length;
}

async function search() {
  const turn = ++asked;
  const { game, year, seats, notes } = form;
  const wanted = folded(form.q.value).split(/\s+/).filter(Boolean);
  const asks = wanted.map(having);
  if (game.value || year.value || seats.value || notes.checked) asks.push(filtered());
  const marks = await Promise.all(asks);
  if (turn !== asked) return;
  found = [];
  for (let place = data.count - 1; place >= 0; place--) {
    if (marks.every((each) => each[place])) found.push(place);
  }
  at("#front").hidden = chosen().size > 0;
  list.replaceChildren(element("ol", "matches"));
  shown = 0;
  await show(STEP);
  if (turn !== asked) return;
  const count = words.found.replace("{n}", found.length).replace("{of}", data.count);
  at("#found").textContent = found.length ? count : words.nothing;
}

/** Says so where a part can't be loaded, or is not what it should be. */
function lacking() {
  list.replaceChildren();
  more.hidden = true;
  at("#found").textContent = words.lacking;
}

/** What the reader looks for, as the fragment has it. */
function chosen() {
  const asks = new URLSearchParams();
  for (const { type, name, value, checked } of form.elements) {
    if (type === "checkbox" ? checked : value) asks.set(name, type === "checkbox" ? "1" : value);
  }
  return asks;
}

/** Sets the filters as the fragment has them, and searches. */
function recall() {
  const asks = new URLSearchParams(location.hash.slice(1));
  for (const field of form.elements) {
    if (field.type === "checkbox") field.checked = asks.get(field.name) === "1";
    else field.value = asks.get(field.name) ?? "";
    if (field.selectedIndex === -1) field.selectedIndex = 0;
  }
  search().catch(lacking);
}

/** Offers what the matches differ in. */
function offer(select: HTMLSelectElement, choices: [value: string | number, text: string][]) {
  for (const [value, text] of choices) select.append(new Option(text, String(value)));
  if (select.parentElement) select.parentElement.hidden = choices.length < 2;
}

if (list) {
  const kinds: MatchKind[] = data.kinds;
  offer(form.game, data.games);
  const years = [...new Set(kinds.map(([, year]) => year))].filter(Boolean).sort().reverse();
  offer(form.year, years.map((year) => [year, year]));
  const seats = [...new Set(kinds.map(([, , chairs]) => chairs))].sort((a, b) => a - b);
  offer(form.seats, seats.map((number) => [number, form.seats.dataset.text.replace("{n}", number)]));
  form.onsubmit = (event: Event) => event.preventDefault();
  for (const field of form.elements) {
    field.oninput = () => {
      search().catch(lacking);
      history.replaceState(null, "", chosen().size ? `#${chosen()}` : location.pathname + location.search);
    };
  }
  more.onclick = () => show(STEP * 2).catch(lacking);
  onhashchange = recall;
  form.hidden = at("#search").hidden = false;
  recall();
}
document.body.dataset.ready = "";

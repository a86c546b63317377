// The index: matches are searched and filtered without asking any server. Its parts are scripts beside it,
// which are loaded as they are needed, from disk too. Matches are numbered from the oldest on. What the
// reader chose is in the fragment, so that it can be sent to others.

import "./results.ts";
import { folded } from "./search.ts";
import { shard } from "./shards.ts";

const at = (selector: string) => document.querySelector(selector) as Part;
/** What the page says of its parts, as `kifu.site.website.parts` makes them. */
const data: { words: Record<string, string>; version: string; buckets: string[]; count: number; size: number } = JSON.parse(at("#data").textContent);
const { words } = data;

const form = at("#filters"), list = at("#list"), more = at("#more");
const fields = ["q", "game", "year", "seats", "notes"].map((name) => at(`:is(#filters, #search) [name=${name}]`));
const [q, game, year, seats, notes] = fields;
/** So many matches are shown at first; then twice as many. */
const STEP = 60;
let found: number[] = [];
let shown = 0, asked = 0;

/** A part of the index. */
const part = <Content>(name: string) => shard<Content>(`index/${name}`, data.version);

const bucketOf = (word: string) => [...word].slice(0, word > "\u024f" ? 1 : 2).join("");
const partOf = (bucket: string) => part<[word: string, numbers: string][]>(["words", ...[...bucket].map((sign) => Number(sign.codePointAt(0)).toString(16))].join("-"));

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
  const buckets = data.buckets.filter((each) => (start.length > bucket.length ? each === bucket : each.startsWith(start)));
  const marks = new Uint8Array(data.count);
  for (const held of await Promise.all(buckets.map(partOf))) {
    for (const [word, numbers] of held) if (word.startsWith(start)) mark(marks, numbers);
  }
  return marks;
}

/** Which matches the filters let through. */
async function filtered() {
  const { kinds, of } = await part<{ kinds: [string, string, number, number][]; of: number[] }>("columns");
  const open = kinds.map(([name, when, chairs, noted]) =>
    (!game.value || name === game.value) && (!year.value || when === year.value)
    && (!seats.value || chairs === Number(seats.value)) && (!notes.checked || noted > 0));
  return Uint8Array.from(of, (kind) => Number(open[kind]));
}

async function show(number: number) {
  const turn = asked;
  const numbers = found.slice(shown, shown + number);
  const parts = await Promise.all(numbers.map((each) => part<string[]>(`rows-${Math.floor(each / data.size)}`)));
  if (turn !== asked) return;
  const rows = parts.map((held, place) => held[numbers[place] % data.size]);
  if (!rows.every(Boolean)) throw new TypeError("a part has other matches");
  // As the site's templates wrote them, which escape every text.
  // eslint-disable-next-line no-restricted-properties
  list.firstElementChild?.insertAdjacentHTML("beforeend", rows.join(""));
  shown += rows.length;
  more.hidden = shown >= found.length;
}

async function search() {
  const turn = ++asked;
  const wanted = folded(q.value).split(/\s+/).filter(Boolean);
  const asks = wanted.map(having);
  if (game.value || year.value || seats.value || notes.checked) asks.push(filtered());
  const marks = await Promise.all(asks);
  if (turn !== asked) return;
  found = [];
  for (let place = data.count - 1; place >= 0; place--) {
    if (marks.every((each) => each[place])) found.push(place);
  }
  at("#front").hidden = chosen().size > 0;
  list.replaceChildren(Object.assign(document.createElement("ol"), { className: "matches" }));
  shown = 0;
  await show(STEP);
  if (turn !== asked) return;
  const count = words.found.replace("{n}", String(found.length)).replace("{of}", String(data.count));
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
  for (const field of fields) {
    if (field === notes ? notes.checked : field.value) asks.set(field.name, field === notes ? "1" : field.value);
  }
  return asks;
}

/** Sets the filters as the fragment has them, and searches. */
function recall() {
  const asks = new URLSearchParams(location.hash.slice(1));
  for (const field of fields) {
    if (field === notes) notes.checked = asks.get(field.name) === "1";
    else field.value = asks.get(field.name) ?? "";
    if (field.selectedIndex === -1) field.selectedIndex = 0;
  }
  search().catch(lacking);
}

if (list) {
  form.onsubmit = (event) => event.preventDefault();
  for (const field of fields) {
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

// The index of a large site: its parts are scripts beside the page, which are loaded as they are
// needed, from disk too. Matches are numbered from the oldest on.

import { at, begin, data, element, form, list, more, row, showFront, STEP, words } from "./rows.ts";
import { folded } from "./search.ts";
import { shard } from "./shards.ts";

let found: number[] = [];
let shown = 0, asked = 0;

/** A part of the index. */
const part = (name: string) => shard(`index/${name}`, data.version);

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
  showFront();
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

begin(data.kinds, () => search().catch(lacking), () => show(STEP * 2).catch(lacking));
document.body.dataset.ready = "";

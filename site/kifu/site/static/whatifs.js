// What ifs: the other moves of decisions, and what each would have led to, as lines of the page. They
// are made by the rules, in Python; their part of the data is read at the first decision.

import { ALL, faces, main, moment, saying } from "./lines.js";
import { now } from "./now.js";
import { make, sentence, t, word } from "./words.js";

/** In steps: the card that the first move names. */
const OWN = /(?<=^| )\?(?= |$)/g;
const written = document.getElementById("kifu-what-ifs");
/** Whether the page has any. */
const hasWhatIfs = written !== null;

/** @type {{ heads: [seat?: number, facts?: Facts, kind?: string][], steps: StepOfOther[], others: Map<number, any[][]> } | null} */
let data = null;

/** What the page was given: the parts that steps share, and the other moves of each ply. */
function given() {
  if (data) return data;
  const [heads, steps, ...decisions] = JSON.parse(written?.textContent ?? "[[],[]]");
  return (data = { heads, steps, others: new Map(decisions.map((/** @type {any[]} */ [ply, ...moves]) => [ply, moves])) });
}

/** @type {Map<string, WhatIf>} */
const lines = new Map();

/**
 * The line of another move of a ply, by its number from 1, and of a next move of its seat; or null.
 * @param {number} ply
 * @param {number} number
 * @param {number} [next]
 * @returns {WhatIf | null}
 */
function whatIf(ply, number, next = 0) {
  const path = `${ply}!${number}${next ? `.${next}` : ""}`;
  const known = lines.get(path);
  if (known) return known;
  const other = hasWhatIfs && given().others.get(ply)?.[number - 1];
  const move = next && other ? other[next + 1] : other;
  if (!move) return null;
  const [said, moments, ...following] = move;
  const from = ply - 1;
  const before = next ? whatIf(ply, number)?.moments ?? [] : [...main.moments.slice(0, from), { ...main.moments[from], lines: [] }];
  const token = next ? before[ply].move : moments[0][1];
  const all = [...before, ...moments.map((/** @type {any} */ one, /** @type {number} */ nth) => expanded(one, before.length + nth, ply, token))];
  const { seat } = all[ply];
  const words = saying(said, String(seat), all[before.length].move);
  const line = {
    path, parent: main, from, on: false, reasons: [], moments: all, last: all.length - 1,
    whatIf: { seat, token, words, next: following.length },
  };
  lines.set(path, line);
  return line;
}

/**
 * A moment as the data have it, or the ply of one that happened in the same way.
 * @param {any[] | number} fields
 * @param {number} ply
 * @param {number} first - the ply of the decision
 * @param {string} token - the move in its place
 * @returns {Moment}
 */
function expanded(fields, ply, first, token) {
  const own = main.moments[ply];
  if (typeof fields === "number") return { ...own, notes: [], lines: [] };
  const { heads, steps } = given();
  const card = faces.has(token) ? token : token.slice(1);
  const [places, move = "", headline, scores, followed, said = "", late, veil] = fields;
  const made = moment([
    main.moments[first].seat, move, said || own?.said,
    places.map((/** @type {number} */ place) => {
      const [head, moved = [], apart] = steps[place];
      const [seat, facts, kind] = heads[head];
      return [moved.map((/** @type {string | number} */ cards) => (typeof cards === "string" ? cards.replace(OWN, card) : cards)), seat, facts, apart, kind];
    }),
    late?.length ? late : ply === first ? own.late : [], [], scores, followed, [], [], veil, headline,
  ]);
  if (move) return made;
  return { ...made, seat: own.seat, move: own.move, words: own.words, late: own.late, veil: own.veil };
}

/**
 * The line at a path such as "57!3", or null.
 * @param {string} path
 */
export function whatIfAt(path) {
  const found = /^(\d{1,6})!(\d{1,2})(?:\.(\d))?$/.exec(path);
  return found && whatIf(Number(found[1]), Number(found[2]), Number(found[3] ?? 0));
}

/**
 * The other moves of the decision that led to a ply.
 * @param {number} ply
 * @returns {WhatIf[]}
 */
export const others = (ply) => all(hasWhatIfs ? given().others.get(ply)?.length : 0, (number) => whatIf(ply, number));
/**
 * @param {number | undefined} count
 * @param {(number: number) => WhatIf | null} made
 * @returns {WhatIf[]}
 */
const all = (count = 0, made) => Array.from({ length: count }, (_, nth) => made(nth + 1)).filter((line) => line !== null);

/**
 * The same for those who may see what its seat held.
 * @param {number} ply
 */
export const othersAt = (ply) => (ply && !now.quiz && [ALL, main.moments[ply]?.seat].includes(now.viewer) ? others(ply) : []);

/**
 * What its seat may do next, where it has to decide after a what-if.
 * @param {Line} line
 */
export function nextOf({ path, from, whatIf: other }) {
  const number = Number(path.split("!")[1]);
  return all(other?.next, (next) => whatIf(from + 1, number, next));
}

/**
 * What was played in a line, as words of a record with their seats.
 * @param {Line} line
 */
export const wordsOf = ({ moments, from }) =>
  moments.slice(from + 1).map(({ seat, move }) => `${seat}:${move}`).join(" ");

/**
 * The other move of a ply that a variation of the reader's plays.
 * @param {number} ply
 * @param {string} words
 */
export const whatIfOf = (ply, words) =>
  others(ply).flatMap((line) => [line, ...nextOf(line)]).find((line) => wordsOf(line) === words);

/**
 * A button that shows what another move leads to.
 * @param {WhatIf} line
 */
export const whatIfButton = ({ path, whatIf }) =>
  make("button.if", { type: "button", "data-if": path, title: t("what_if_see") }, sentence(word(whatIf.words).split("; ")[0]));

// The reducer: steps folded into a table as one viewer sees them, exactly what as_seen and fold of
// kifu.replay.table do.

import { ALL, AT_END, data, EVERY, order, OUTSIDE, PUBLIC, SORTED, UNKNOWN } from "./lines.js";

/**
 * @param {number} mask
 * @param {number} viewer
 */
export const sees = (mask, viewer) => (mask >> viewer) & 1;

/**
 * @param {number} viewer
 * @returns {Table}
 */
function startTable(viewer) {
  const [zones, facts, apart] = data.start;
  const [ownZones, ownFacts] = apart[viewer];
  const cards = { ...zones, ...ownZones };
  return {
    zones: data.zones.map(([name]) => (cards[name] ? cards[name].split(" ") : [])),
    facts: { ...facts, ...ownFacts },
    turn: data.turn,
  };
}

/**
 * @param {Table} table
 * @param {Step} step
 * @param {number} viewer
 */
function fold(table, step, viewer) {
  for (const motion of step.motions) move(table.zones, motion, viewer);
  Object.assign(table.facts, factsTold(step, viewer));
  table.turn = factsTold(step, PUBLIC).to_move ?? table.turn;
}

/**
 * @param {Pick<Step, "facts" | "apart">} step
 * @param {number} viewer
 * @returns {Facts}
 */
export function factsTold({ facts, apart }, viewer) {
  const own = apart.filter(([mask]) => sees(mask, viewer)).map(([, told]) => told);
  return Object.assign({}, facts, ...own);
}

/**
 * @param {string[][]} zones
 * @param {Motion} motion
 * @param {number} viewer
 */
function move(zones, motion, viewer) {
  const { token, src, dst, index } = motion;
  if (!sees(motion.to, viewer)) return;
  if (token === EVERY) {
    zones[dst].push(...zones[src].map(() => UNKNOWN));
    zones[src] = [];
    return;
  }
  if (src !== OUTSIDE) {
    zones[src].splice(zones[src].indexOf(leaving(motion, zones[src], viewer)), 1);
  }
  if (dst !== OUTSIDE) enter(zones[dst], arriving(motion, viewer), index);
}

/**
 * What leaves a zone: the card where it is known there, else its back, else an unknown one.
 * @param {Pick<Motion, "token" | "was" | "back">} motion
 * @param {string[]} cards
 * @param {number} viewer
 * @returns {string}
 */
export function leaving({ token, was, back }, cards, viewer) {
  const looks = [sees(was, viewer) ? token : back, back];
  return looks.find((look) => cards.includes(look)) ?? UNKNOWN;
}

/**
 * @param {Pick<Motion, "token" | "seen" | "back">} motion
 * @param {number} viewer
 */
export const arriving = ({ token, seen, back }, viewer) => (sees(seen, viewer) ? token : back);

/**
 * @param {string[]} cards
 * @param {string} card
 * @param {number} index
 */
function enter(cards, card, index) {
  if (index === AT_END) cards.push(card);
  else if (index !== SORTED) cards.splice(index, 0, card);
  else {
    cards.splice(cards.filter((other) => rank(other) <= rank(card)).length, 0, card);
  }
}

/**
 * The place of a card in the canonical order; what is unknown comes last.
 * @param {string} token
 */
export const rank = (token) => order.get(token) ?? order.size;

/** @type {{ line: Line | null, viewer: number, ply: number, table: Table }} */
let memo = { line: null, viewer: ALL, ply: 0, table: startTable(data.viewer) };

/**
 * The table of a ply. Going on from the last one asked for, or from the start.
 * @param {Line} line
 * @param {number} ply
 * @param {number} viewer
 * @returns {Table}
 */
export function tableAt(line, ply, viewer) {
  const goesOn = memo.line === line && memo.viewer === viewer && memo.ply <= ply;
  if (!goesOn) memo = { line, viewer, ply: 0, table: startTable(viewer) };
  while (memo.ply < ply) {
    memo.ply += 1;
    for (const step of line.moments[memo.ply].steps) fold(memo.table, step, viewer);
  }
  return structuredClone(memo.table);
}

/**
 * Whether a viewer at `ply` knows the move that led to `place`.
 * @param {Line} line
 * @param {number} place
 * @param {number} ply
 * @param {number} viewer
 */
export function knows(line, place, ply, viewer) {
  const late = line.moments[place].late.find(([mask]) => sees(mask, viewer));
  return !late || (late[1] > 0 && place + late[1] <= ply);
}

// The reducer: steps folded into a table as one viewer sees them, exactly what as_seen and fold of
// kifu.replay.table do.

import { ALL, AT_END, data, EVERY, order, OUTSIDE, PUBLIC, SORTED, UNKNOWN } from "./lines.ts";

export const sees = (mask: number, viewer: number) => (mask >> viewer) & 1;

function startTable(viewer: number): Table {
  const [zones, facts, apart] = data.start;
  const [ownZones, ownFacts] = apart[viewer];
  const cards = { ...zones, ...ownZones };
  return {
    zones: data.zones.map(([name]) => (cards[name] ? cards[name].split(" ") : [])),
    facts: { ...facts, ...ownFacts },
    turn: data.turn,
  };
}

function fold(table: Table, step: Step, viewer: number) {
  for (const motion of step.motions) move(table.zones, motion, viewer);
  Object.assign(table.facts, factsTold(step, viewer));
  table.turn = factsTold(step, PUBLIC).to_move ?? table.turn;
}

export function factsTold({ facts, apart }: Step, viewer: number): Facts {
  const own = apart.filter(([mask]) => sees(mask, viewer)).map(([, told]) => told);
  return Object.assign({}, facts, ...own);
}

function move(zones: string[][], motion: Motion, viewer: number) {
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

/** What leaves a zone: the card where it is known there, else its back, else an unknown one. */
export function leaving({ token, was, back }: Motion, cards: string[], viewer: number): string {
  const looks = [sees(was, viewer) ? token : back, back];
  return looks.find((look) => cards.includes(look)) ?? UNKNOWN;
}

export const arriving = ({ token, seen, back }: Motion, viewer: number) => (sees(seen, viewer) ? token : back);

function enter(cards: string[], card: string, index: number) {
  if (index === AT_END) cards.push(card);
  else if (index !== SORTED) cards.splice(index, 0, card);
  else {
    cards.splice(cards.filter((other) => rank(other) <= rank(card)).length, 0, card);
  }
}

/** The place of a card in the canonical order; what is unknown comes last. */
export const rank = (token: string) => order.get(token) ?? order.size;

let memo: { line: Line | null; viewer: number; ply: number; table: Table } = { line: null, viewer: ALL, ply: 0, table: startTable(data.viewer) };

/** The table of a ply. Going on from the last one asked for, or from the start. */
export function tableAt(line: Line, ply: number, viewer: number): Table {
  const goesOn = memo.line === line && memo.viewer === viewer && memo.ply <= ply;
  if (!goesOn) memo = { line, viewer, ply: 0, table: startTable(viewer) };
  while (memo.ply < ply) {
    memo.ply += 1;
    for (const step of line.moments[memo.ply].steps) fold(memo.table, step, viewer);
  }
  return structuredClone(memo.table);
}

/** Whether a viewer at `ply` knows the move that led to `place`. */
export function knows(line: Line, place: number, ply: number, viewer: number) {
  const late = line.moments[place].late.find(([mask]) => sees(mask, viewer));
  return !late || (late[1] > 0 && place + late[1] <= ply);
}

// The reducer: steps folded into a table as one viewer sees it, exactly what as_seen and fold of
// kifu.replay.table do, and a table at rest, exactly what kifu.replay.resting_table does: what left an open zone in
// the last ply stays in sight, and a table that is cleared for a new round is not cleared yet.

import { AT_END, data, EVERY, order, OUTSIDE, PUBLIC, SORTED, UNKNOWN } from "./lines.ts";

export const sees = (mask: number, viewer: number) => (mask >> viewer) & 1;

/** What a fact says where there is nothing to be said. */
export const NOTHING = /^[-–]?$/;
const LASTING = ["row", "pool", "choice", "melds"];

/** The seat of a zone; 0 for the middle. */
export const owner = (place: number) => (place === OUTSIDE ? 0 : data.zones[place][2]);

export const lives = ({ left }: Entry) => left === undefined;

function startTable(viewer: number): Table {
  const [zones, facts, apart] = data.start;
  const [ownZones, ownFacts] = apart[viewer];
  const cards = { ...zones, ...ownZones };
  const known = { ...facts, ...ownFacts };
  return {
    zones: data.zones.map(([name]) => (cards[name] ? cards[name].split(" ").map((token) => ({ token })) : [])),
    facts: { ...known }, known, turn: data.turn, gains: [],
  };
}

let memo: { moments: Moment[]; viewer: number; ply: number; table: Table } | undefined;

/** The table of a ply. Going on from the last one asked for, which may be of a line that begins alike, or from the start. */
export function tableAt({ moments }: Line, ply: number, viewer: number): Table {
  const goesOn = memo?.viewer === viewer && memo.ply <= ply && moments.slice(0, memo.ply + 1).every(({ steps }, at) => steps === memo?.moments[at].steps);
  if (!memo || !goesOn) memo = { moments, viewer, ply: 0, table: startTable(viewer) };
  memo.moments = moments;
  const { table } = memo;
  while (memo.ply < ply) {
    memo.ply += 1;
    moments[memo.ply].steps.forEach((step, place) => happen(table, step, place, viewer));
  }
  clear(table);
  return structuredClone(table);
}

/** Takes away what a ply has left in sight. */
export function clear(table: Table) {
  table.zones = table.zones.map((cards) => cards.filter(lives));
  table.facts = { ...table.known };
  table.gains = [];
}

/** The table at rest after a ply; it has no phase where it is about to be cleared. */
export function heldAt(line: Line, ply: number, viewer: number): Table {
  const table = tableAt(line, Math.max(0, ply - 1), viewer);
  const { steps } = line.moments[ply];
  const shown = untilCleared(steps);
  steps.slice(0, shown).forEach((step, place) => happen(table, step, place, viewer));
  if (steps[shown]) table.facts.phase = "";
  return table;
}

/** How many steps of a ply its still shows: those before the table is cleared. */
export function untilCleared(steps: Step[]) {
  const clears = ({ motions }: Step) =>
    new Set(motions.filter(({ token }) => token === EVERY).map(({ src }) => src)).size > 1;
  const found = steps.findIndex(clears);
  return found < 0 ? steps.length : found;
}

/** Applies a step, the one at a `place` of its ply, to a table. */
export function happen(table: Table, step: Step, place: number, viewer: number) {
  const { zones } = table;
  const gone = [];
  for (const motion of step.motions.filter(({ to }) => sees(to, viewer))) {
    const { token, src, dst, index } = motion;
    if (token === EVERY) {
      zones[dst].push(...zones[src].filter(lives).map(() => ({ token: UNKNOWN })));
      zones[src] = [];
      continue;
    }
    const card = src !== OUTSIDE && part(zones, motion, place, viewer);
    if (card && !lives(card)) gone.push(motion);
    // What is turned up where it lies comes from where it came.
    if (dst !== OUTSIDE) join(zones[dst], { token: arriving(motion, viewer), from: card && src === dst ? card.from : owner(src) }, index);
  }
  const facts = factsTold(step, viewer);
  table.gains.push(...gainsOf(step, gone));
  Object.assign(table.known, facts);
  const owners = new Set(gone.map(({ src }) => owner(src)).filter(Boolean).map(String));
  for (const [name, fact] of Object.entries(facts)) {
    const spent = NOTHING.test(String(fact)) && owners.has(name.split("/")[1]);
    if (!spent || data.zones.some(([zone]) => zone === name)) table.facts[name] = fact;
  }
  table.turn = factsTold(step, PUBLIC).to_move ?? table.turn;
}

export function factsTold({ facts, apart }: Step, viewer: number): Facts {
  const own = apart.filter(([mask]) => sees(mask, viewer)).map(([, told]) => told);
  return Object.assign({}, facts, ...own);
}

/** Takes a card away, which is given back; it lives no more if it stays in sight. */
function part(zones: Entry[][], motion: Motion, place: number, viewer: number) {
  const { src, dst } = motion;
  const live = zones[src].filter(lives);
  const look = leaving(motion, live.map(({ token }) => token), viewer);
  const card = live.find(({ token }) => token === look) as Entry;
  if (src === dst || !LASTING.includes(data.zones[src][1])) zones[src].splice(zones[src].indexOf(card), 1);
  else {
    // Of what was swept away twice in a ply, the last is shown.
    zones[src] = zones[src].filter((each) => lives(each) || each.step === place);
    Object.assign(card, { left: dst, step: place });
  }
  return card;
}

/** What leaves a zone: the card where it is known there, else its back, else an unknown one. */
export function leaving({ token, was, back }: Motion, cards: string[], viewer: number): string {
  const looks = [sees(was, viewer) ? token : back, back];
  return looks.find((look) => cards.includes(look)) ?? UNKNOWN;
}

export const arriving = ({ token, seen, back }: Motion, viewer: number) => (sees(seen, viewer) ? token : back);

/** Puts a card in its place among those that lie there, after what has left before. */
function join(cards: Entry[], entry: Entry, index: number) {
  const live = cards.filter(lives);
  let at = index === AT_END ? live.length : index;
  if (index === SORTED) at = live.filter((other) => rank(other.token) <= rank(entry.token)).length;
  cards.splice(at < live.length ? cards.indexOf(live[at]) : cards.length, 0, entry);
}

/** The place of a card in the canonical order; what is unknown comes last. */
export const rank = (token: string) => order.get(token) ?? order.size;

/** What seats get in a step: from which zones into which. */
function gainsOf(step: Step, gone: Motion[]): Gain[] {
  return [...new Set(gone.map(({ dst }) => dst))].flatMap((into) => {
    const own = owner(into);
    // A pile of a team lies with one of it; who of it got the cards is the one whose step it is.
    const seat = own && data.sides[own - 1] === data.sides[step.seat - 1] ? step.seat : own;
    const out = [...new Set(gone.filter(({ dst }) => dst === into).map(({ src }) => src).filter((src) => owner(src) !== own))];
    const its = seat === step.seat || (into !== OUTSIDE && data.zones[into][1] === "pile");
    return seat && out.length && its ? [{ seat, out, into }] : [];
  });
}

/** Whether a viewer at `ply` knows the move that led to `place`. */
export function knows(line: Line, place: number, ply: number, viewer: number) {
  const late = line.moments[place].late.find(([mask]) => sees(mask, viewer));
  return !late || (late[1] > 0 && place + late[1] <= ply);
}

// The resting table: what lies on it at a ply, exactly as kifu.replay.show.resting_table makes it. What left an open zone in
// the ply stays in sight, and a table that is cleared for a new round is not cleared yet.

import { AT_END, data, EVERY, OUTSIDE, PUBLIC, SORTED, UNKNOWN } from "./lines.ts";
import { arriving, factsTold, leaving, rank, sees, tableAt } from "./fold.ts";

/** What a fact says where there is nothing to be said. */
export const NOTHING = /^[-–]?$/;
const LASTING = ["row", "pool", "choice", "melds"];

/** The seat of a zone; 0 for the middle. */
export const owner = (place: number) => (place === OUTSIDE ? 0 : data.zones[place][2]);

/** How many steps of a ply its still shows: those before the table is cleared. */
export function untilCleared(steps: Step[]) {
  const clears = ({ motions }: Step) =>
    new Set(motions.filter(({ token }) => token === EVERY).map(({ src }) => src)).size > 1;
  const found = steps.findIndex(clears);
  return found < 0 ? steps.length : found;
}

/**
 * A table to be drawn: for each card whether it lies there still (`left` is undefined) or where
 * it has gone.
 */
export function drawable({ zones, facts, turn }: Table): Shown {
  return { zones: zones.map((cards) => cards.map((token) => ({ token }))), facts, turn, gains: [] };
}

/** The table after a ply as its still shows it. */
export function heldAt(line: Line, ply: number, viewer: number): Shown {
  const shown = drawable(tableAt(line, Math.max(0, ply - 1), viewer));
  const { steps } = line.moments[ply];
  for (const [place, step] of steps.slice(0, untilCleared(steps)).entries()) {
    happen(shown, step, place, viewer);
  }
  return shown;
}

const zoneNames = new Set(data.zones.map(([name]) => name));
export const lives = ({ left }: Entry) => left === undefined;

/** Applies a step to a drawable table. */
export function happen(shown: Shown, step: Step, place: number, viewer: number) {
  const { zones } = shown;
  const gone = [];
  for (const motion of step.motions.filter(({ to }) => sees(to, viewer))) {
    const { token, src, dst, index } = motion;
    if (token === EVERY) {
      zones[dst].push(...zones[src].filter(lives).map(() => ({ token: UNKNOWN })));
      zones[src] = [];
      continue;
    }
    if (src !== OUTSIDE && part(zones, motion, place, viewer)) gone.push(motion);
    if (dst !== OUTSIDE) join(zones[dst], arriving(motion, viewer), index);
  }
  const facts = factsTold(step, viewer);
  shown.gains.push(...gainsOf(step, gone, facts, shown.facts));
  const owners = new Set(gone.map(({ src }) => owner(src)).filter(Boolean).map(String));
  for (const [name, fact] of Object.entries(facts)) {
    const spent = NOTHING.test(String(fact)) && owners.has(name.split("/")[1]);
    if (!spent || zoneNames.has(name)) shown.facts[name] = fact;
  }
  shown.turn = factsTold(step, PUBLIC).to_move ?? shown.turn;
}

/** Takes a card away; says whether it stays in sight. */
function part(zones: Entry[][], motion: Motion, place: number, viewer: number) {
  const { src, dst } = motion;
  const live = zones[src].filter(lives);
  const look = leaving(motion, live.map(({ token }) => token), viewer);
  const card = (live.find(({ token }) => token === look) as Entry);
  if (src === dst || !LASTING.includes(data.zones[src][1])) {
    zones[src].splice(zones[src].indexOf(card), 1);
    return false;
  }
  // Of what was swept away twice in a ply, the last is shown.
  zones[src] = zones[src].filter((each) => lives(each) || each.step === place);
  Object.assign(card, { left: dst, step: place });
  return true;
}

/** Puts a card in its place among those that lie there, after what has left before. */
function join(cards: Entry[], token: string, index: number) {
  const live = cards.filter(lives);
  let at = index === AT_END ? live.length : index;
  if (index === SORTED) at = live.filter((other) => rank(other.token) <= rank(token)).length;
  cards.splice(at < live.length ? cards.indexOf(live[at]) : cards.length, 0, { token });
}

/**
 * What seats get in a step: from which zones into which, how many cards, and by how much what
 * counts first for the seat has changed.
 */
function gainsOf(step: Step, gone: Motion[], facts: Facts, before: Facts): Gain[] {
  return [...new Set(gone.map(({ dst }) => dst))].flatMap((into) => {
    const seat = owner(into);
    const got = gone.filter(({ dst }) => dst === into);
    const out = [...new Set(got.map(({ src }) => src).filter((src) => owner(src) !== seat))];
    const its = seat === step.seat || (into !== OUTSIDE && data.zones[into][1] === "pile");
    if (!seat || !out.length || !its) return [];
    const changes = Object.keys(data.seatFacts).map((name) => `${name}/${seat}`)
      .filter((name) => [facts[name], before[name]].every(Number.isInteger))
      .map((name) => Number(facts[name]) - Number(before[name]));
    return [{ seat, out, into, cards: got.length, change: changes.find(Boolean) ?? 0 }];
  });
}

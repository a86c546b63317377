// The middle of the felt: a board of rows with its piles beside or below, or zones side by side.

import { at } from "./words.ts";
import { felt, zoneElements } from "./table.ts";
import { apart, most } from "./most.ts";
import { fitNamed, sizeOf } from "./fit.ts";
import { layTrick, trickIn, trickOf } from "./trick.ts";
import { box, cardsOf, kindOf, placeZone, placeZones, zonesOf } from "./spots.ts";

const [LEAD, GAP, BETWEEN] = [46, 4, 6];
/** How wide piles beside a board are, and how high those below one. */
const [BESIDE, BELOW] = [84, 27];

/**
 * What the middle holds: the rows of a board, zones that have their place while no row holds a card,
 * a trick of the seats, which are clockwise from the one at the bottom, and the rest.
 */
export function middleWanted(seats: number[]): Middle {
  const zones = zonesOf(0);
  const trick = trickOf(seats);
  const rows = felt.classList.contains("board") ? zones.filter((place) => kindOf(place) === "row") : [];
  const shared = zones.filter((place) => rows.length && kindOf(place) === "pool" && rows.every((row) => apart(row, place)));
  const rest = zones.filter((place) => !shared.includes(place) && !rows.includes(place));
  const slots = Math.max(...rows.map((row) => Math.min(most.cards[row], most.live[row] + 1)), 1);
  return { rows, shared: shared.map(cardsOf), rest: rest.map(cardsOf), slots, trick };
}

/** How wide the cards of a board are, and whether its piles are beside it. */
function boardOf({ rows, shared, rest, slots }: Middle, { w, h }: Size, largest: number) {
  const unitWith = (piles: number, foot: number) => Math.floor(Math.min(
    largest, (w - piles - LEAD + GAP) / slots - GAP, ((h - foot + BETWEEN) / rows.length - BETWEEN) / 1.25));
  const beside = !rest.length || (!shared.length && unitWith(BESIDE, 0) >= unitWith(0, BELOW));
  const [piles, foot] = rest.length ? (beside ? [BESIDE, 0] : [0, BELOW]) : [0, 0];
  return { unit: unitWith(piles, foot), beside, piles, foot };
}

/** How large the cards of the middle can be in a room. */
export function sizeOfMiddle(wanted: Middle, { kind, middle }: Regions, largest: number) {
  if (wanted.rows.length) return boardOf(wanted, middle, largest).unit;
  if (wanted.trick.length) return trickIn(wanted, middle, largest, kind === "ring").unit;
  return sizeOf(wanted.rest, middle, largest);
}

export function layMiddle(wanted: Middle, regions: Regions, largest: number) {
  const { rows, shared, rest, slots, trick } = wanted;
  const { middle } = regions;
  box(at(".commons", felt), middle);
  if (trick.length && !rows.length) {
    const { unit, rest: room, places } = trickIn(wanted, middle, largest, regions.kind === "ring");
    layTrick(trick, places, regions, unit);
    return placeZones(fitNamed(rest, room, unit), room.x, room.y, room);
  }
  for (const zone of shared) {
    const left = rest.length ? { w: middle.w, h: middle.h - 34 } : middle;
    placeZones(fitNamed([zone], left, 60), 0, 0);
    zoneElements[zone.place].shares = rows;
    for (const row of rows) zoneElements[row].yields = [zone.place];
  }
  if (!rows.length) return placeZones(fitNamed(rest, middle, largest), 0, 0, middle);
  const { unit, beside, piles, foot } = boardOf(wanted, middle, largest);
  const w = LEAD + slots * (unit + GAP) - GAP;
  const left = Math.max(0, (middle.w - piles - w) / 2);
  const step = unit * 1.25 + BETWEEN;
  const top = Math.max(0, (middle.h - foot - rows.length * step) / 2);
  const spot = beside
    ? { x: Math.min(left + w + 14, middle.w - piles), y: top, w: piles, h: middle.h }
    : { x: left + LEAD, y: middle.h - foot + 4, w: middle.w - LEAD, h: foot };
  // A row that is too long is squeezed before it comes to lie on the piles beside it.
  const end = beside && rest.length ? spot.x - 12 : middle.w;
  rows.forEach((row, nth) => {
    placeZone(row, { x: left, y: top + nth * step, w, h: unit * 1.25, unit, gap: GAP, columns: slots, lead: LEAD });
    zoneElements[row].dataset.room = end - left - LEAD;
  });
  const pile = rest.map((zone) => ({ ...zone, titled: beside }));
  placeZones(fitNamed(pile, spot, beside ? 44 : 18), spot.x, spot.y, null, !beside);
}

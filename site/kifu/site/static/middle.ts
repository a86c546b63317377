// The middle of the felt: a board of rows with its piles beside or below, or zones side by side.

import { at } from "./words.ts";
import { felt, instead, isPlayed, zoneElements } from "./table.ts";
import { apart, box, cardsOf, kindOf, most, placeZone, placeZones, zonesOf } from "./spots.ts";
import { fit, fitNamed, sizeOf } from "./room.ts";

const [LEAD, GAP, BETWEEN] = [46, 4, 4];
/** How wide piles beside a board are, and how high those below one. */
const [BESIDE, BELOW] = [84, 22];

/**
 * What the middle holds: the rows of a board, zones that have their place while no row holds a card,
 * a trick of the seats, which are clockwise from the one at the bottom, and the rest.
 */
export function middleWanted(seats: number[]) {
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

/** What is neither board nor trick has its place in a corner of the felt, where that is free. */
const corners = ({ rows, trick, rest }: Middle, corner: Box | null) => (corner && rows.length + trick.length && fit(rest, corner, 64)) || [];

/** How large the cards of the middle can be in a room. */
export function sizeOfMiddle(all: Middle, { kind, middle, corner }: Regions, largest: number) {
  const wanted = corners(all, corner).length ? { ...all, rest: [] } : all;
  if (wanted.rows.length) return boardOf(wanted, middle, largest).unit;
  if (wanted.trick.length) return trickIn(wanted, middle, largest, kind === "ring").unit;
  return sizeOf(wanted.rest, middle, largest);
}

export function layMiddle(all: Middle, regions: Regions, largest: number) {
  const { middle, corner } = regions;
  const aside = corners(all, corner);
  if (corner) placeZones(aside, corner.x - middle.x, corner.y - middle.y);
  const wanted = aside.length ? { ...all, rest: [] } : all;
  const { rows, shared, rest, slots, trick } = wanted;
  box(at(".commons", felt), middle);
  if (trick.length && !rows.length) {
    const { unit, rest: room, places } = trickIn(wanted, middle, largest, regions.kind === "ring");
    layTrick(trick, places, regions, unit);
    return placeZones(fitNamed(rest, room, unit), room.x, room.y, room);
  }
  for (const zone of shared) {
    const left = rest.length ? { w: middle.w, h: middle.h - 34 } : middle;
    placeZones(fitNamed([zone], left, 60), 0, 0);
    instead.set(zone.place, rows);
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
    zoneElements[row].dataset.room = String(end - left - LEAD);
  });
  const pile = rest.map((zone) => ({ ...zone, titled: beside }));
  placeZones(fitNamed(pile, spot, beside ? 44 : 16), spot.x, spot.y, null, !beside);
}

// The trick: the cards that seats have played, with what is laid on each beside it. They lie in the
// middle, each before its seat, or side by side where seats are strips.

/** How wide a card is that is laid on another, in widths of that one. */
const LAID = 0.69;
/** Of a card that is laid on another, so much is seen below the next one. */
const SEEN = 0.7;
const APART = 8;
/** Cards narrower than this can't be read. */
const SMALLEST = 18;
/** How high the mark of a seat is over its cards, where seats are strips. */
const MARK = 20;

/** The zones of a trick, for seats clockwise from the one at the bottom. */
const trickOf = (seats: number[]) => seats.flatMap((seat) => {
  const [card, laid] = ["choice", "row"].map((kind) => zonesOf(seat).find((place) => isPlayed(place) && kindOf(place) === kind));
  return card === undefined || laid === undefined ? [] : [{ seat, card, laid }];
});

/** How wide the cards of a seat are together, where those played are 1 wide. */
function widthOf(trick: Played[]) {
  const laid = Math.max(1, ...trick.map((played) => most.cards[played.laid]));
  return 1.06 + LAID * (1 + (laid - 1) * SEEN);
}

/** The largest cards with which a trick and the rest have room, and where they lie. */
function trickIn({ trick, rest }: Middle, room: Size, largest: number, around: boolean) {
  const wide = widthOf(trick);
  const lies = around ? liesAround : liesInLine;
  for (let unit = Math.floor(largest); ; unit -= 1) {
    const found = lies(trick.length, { w: unit * wide, h: unit * 1.25 }, room);
    const roomy = found.fits && (!rest.length || sizeOf(rest, found.rest, unit) >= unit * 0.8);
    if (roomy || unit <= SMALLEST) return { ...found, unit };
  }
}

/**
 * Each before its seat: the first below, those at the sides beside what else lies in the middle, the
 * others above.
 */
function liesAround(count: number, { w, h }: Size, room: Size) {
  const sides = count < 4 ? 0 : 1;
  const tops = count - 1 - 2 * sides;
  const inner = { x: sides * (w + APART), y: h + APART, w: room.w - 2 * sides * (w + APART), h: room.h - 2 * (h + APART) };
  const fits = inner.w >= w && inner.h >= h && tops * (w + APART) <= room.w + APART;
  const middle = (room.h - h) / 2;
  const places = [
    [(room.w - w) / 2, room.h - h],
    ...(sides ? [[0, middle]] : []),
    ...Array.from({ length: tops }, (_, nth) => [(room.w * (2 * nth + 1)) / (2 * tops) - w / 2, 0]),
    ...(sides ? [[room.w - w, middle]] : []),
  ];
  return { places, rest: inner, fits };
}

/** Side by side below the rest, each with the mark of its seat above. */
function liesInLine(count: number, { w, h }: Size, room: Size) {
  const [pitch, above] = [room.w / count, room.h - h - MARK - APART];
  const places = Array.from({ length: count }, (_, nth) => [nth * pitch + (pitch - w) / 2, room.h - h]);
  return { places, rest: { x: 0, y: 0, w: room.w, h: above }, fits: pitch >= w + APART && above >= h };
}

function layTrick(trick: Played[], places: number[][], { middle, seats }: Regions, unit: number) {
  trick.forEach(({ card, laid }, nth) => {
    const [x, y] = [places[nth][0] + middle.x - seats[nth].x, places[nth][1] + middle.y - seats[nth].y];
    const small = Math.round(unit * LAID);
    const [w, h] = [unit * widthOf(trick), unit * 1.25];
    placeZone(card, { x, y, w: unit, h, unit, gap: 0, columns: 1, titled: false });
    const beside = { x: x + unit * 1.06, y: y + h - small * 1.25, w: w - unit, h: small * 1.25 };
    placeZone(laid, { ...beside, unit: small, gap: -Math.round(small * (1 - SEEN)), columns: most.cards[laid], titled: false });
  });
}

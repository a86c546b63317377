// The trick: the cards that seats have played, with what is laid on each beside it. They lie in the
// middle, each before its seat, or side by side where seats are strips.

import { most } from "./most.ts";
import { sizeOf } from "./fit.ts";
import { isPlayed, kindOf, placeZone, zonesOf } from "./spots.ts";

/** How wide a card is that is laid on another, in widths of that one. */
const LAID = 0.69;
/** Of a card that is laid on another, so much is seen below the next one. */
const SEEN = 0.7;
const GAP = 8;
/** Cards narrower than this can't be read. */
const LEAST = 18;
/** How high the mark of a seat is over its cards, where seats are strips. */
const MARK = 20;

/** The zones of a trick, for seats clockwise from the one at the bottom. */
export const trickOf = (seats: number[]) => seats.flatMap((seat) => {
  const [card, laid] = ["choice", "row"].map((kind) => zonesOf(seat).find((place) => isPlayed(place) && kindOf(place) === kind));
  return card === undefined || laid === undefined ? [] : [{ seat, card, laid }];
});

/** How wide the cards of a seat are together, where those played are 1 wide. */
function widthOf(trick: Played[]) {
  const laid = Math.max(1, ...trick.map((played) => most.cards[played.laid]));
  return 1.06 + LAID * (1 + (laid - 1) * SEEN);
}

/** The largest cards with which a trick and the rest have room, and where they lie. */
export function trickIn({ trick, rest }: Middle, room: Size, largest: number, around: boolean): TrickIn {
  const wide = widthOf(trick);
  const lies = around ? liesAround : liesInLine;
  for (let unit = Math.floor(largest); ; unit -= 1) {
    const found = lies(trick.length, { w: unit * wide, h: unit * 1.25 }, room);
    const roomy = found.fits && (!rest.length || sizeOf(rest, found.rest, unit) >= unit * 0.8);
    if (roomy || unit <= LEAST) return { ...found, unit };
  }
}

/**
 * Each before its seat: the first below, those at the sides beside what else lies in the middle, the
 * others above.
 */
function liesAround(count: number, { w, h }: Size, room: Size) {
  const sides = count < 4 ? 0 : 1;
  const tops = count - 1 - 2 * sides;
  const inner = { x: sides * (w + GAP), y: h + GAP, w: room.w - 2 * sides * (w + GAP), h: room.h - 2 * (h + GAP) };
  const fits = inner.w >= w && inner.h >= h && tops * (w + GAP) <= room.w + GAP;
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
  const [pitch, above] = [room.w / count, room.h - h - MARK - GAP];
  const places = Array.from({ length: count }, (_, nth) => [nth * pitch + (pitch - w) / 2, room.h - h]);
  return { places, rest: { x: 0, y: 0, w: room.w, h: above }, fits: pitch >= w + GAP && above >= h };
}

export function layTrick(trick: Played[], places: number[][], { middle, seats }: Regions, unit: number) {
  trick.forEach(({ card, laid }, nth) => {
    const [x, y] = [places[nth][0] + middle.x - seats[nth].x, places[nth][1] + middle.y - seats[nth].y];
    const small = Math.round(unit * LAID);
    const [w, h] = [unit * widthOf(trick), unit * 1.25];
    placeZone(card, { x, y, w: unit, h, unit, gap: 0, columns: 1, titled: false });
    const beside = { x: x + unit * 1.06, y: y + h - small * 1.25, w: w - unit, h: small * 1.25 };
    placeZone(laid, { ...beside, unit: small, gap: -Math.round(small * (1 - SEEN)), columns: most.cards[laid], titled: false });
  });
}

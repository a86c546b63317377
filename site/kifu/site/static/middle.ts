// The middle of the felt: a board of rows, or zones side by side.

import { data } from "./lines.ts";
import { at } from "./words.ts";
import { felt, flag, instead, isPlayed, zoneElements } from "./table.ts";
import { apart, box, cardsOf, kindOf, most, placeZone, placeZones, zonesOf } from "./spots.ts";
import { fit, fitNamed, sizeOf } from "./room.ts";

const [LEAD, GAP, BETWEEN] = [46, 4, 4];

/**
 * What the middle holds: the rows of a board, or a trick of the seats, which are clockwise from the one at the bottom;
 * zones that have the place of those that are `held`, a row or a trick, while these hold no card; and the rest.
 */
export function middleWanted(seats: number[]) {
  const zones = zonesOf(0);
  const trick = trickOf(seats);
  const lines = zones.filter((place) => kindOf(place) === "row");
  const rows = felt.matches(".board") ? lines : [];
  const held = trick.length ? trick.flat().flatMap(({ card, laid }) => [card, laid]) : lines;
  const shared = zones.filter((place) => held.length && kindOf(place) === "pool" && held.every((other) => apart(other, place)));
  const isPile = (place: number) => Number(kindOf(place) === "pile");
  // Piles are last: what lies open has the first lines. Beside a board they are only said.
  const rest = zones.filter((place) => ![...shared, ...rows].includes(place) && !(rows.length && isPile(place))).sort((one, other) => isPile(one) - isPile(other));
  const slots = Math.max(...rows.map((row) => Math.min(most.cards[row], most.live[row] + 1)), data.takes);
  return { rows, held, shared: shared.map(cardsOf), rest: rest.map(cardsOf), slots, trick };
}

/** How wide the cards of a board are. */
const boardOf = ({ rows, slots }: Middle, { w, h }: Size, largest: number) =>
  Math.floor(Math.min(largest, (w - LEAD + GAP) / slots - GAP, ((h + BETWEEN) / rows.length - BETWEEN) / 1.25));

/** What is neither board nor trick has its place in a corner of the felt or beside the middle, where that is free. */
const corners = ({ rows, trick, rest }: Middle, corner: Box | null) => (corner && rows.length + trick.length && fit(rest, corner, 90)) || [];

/** How large the cards of the middle can be in a room. */
export function sizeOfMiddle(all: Middle, { middle, corner }: Regions, largest: number) {
  const wanted = corners(all, corner).length ? { ...all, rest: [] } : all;
  if (wanted.rows.length) return boardOf(wanted, middle, largest);
  if (wanted.trick.length) return trickIn(wanted, middle, largest).unit;
  return sizeOf(wanted.rest, middle, largest);
}

export function layMiddle(all: Middle, regions: Regions, largest: number) {
  const { middle, corner } = regions;
  const aside = corners(all, corner);
  if (corner) {
    // These are outside the ground of the middle.
    for (const { zone } of placeZones(aside, corner.x - middle.x, corner.y - middle.y)) zoneElements[zone.place].style.setProperty("--ground", "initial");
  }
  const wanted = aside.length ? { ...all, rest: [] } : all;
  const { rows, held, shared, rest, slots, trick } = wanted;
  const share = ({ x, y, w, h }: Box) => {
    placeZones(fitNamed(shared, { w, h }, 60), x, y, { w, h });
    for (const { place } of shared) instead.set(place, held);
  };
  box(at(".commons", felt), middle);
  if (trick.length && !rows.length) {
    const laid = trickIn(wanted, middle, largest);
    const { y, rest: room } = laid;
    layTrick(trick, regions, laid);
    share({ x: 0, y, w: middle.w, h: middle.h - y });
    return placeZones(fitNamed(rest, room, laid.unit), room.x, room.y, room);
  }
  if (!rows.length) {
    const placed = placeZones(fitNamed(rest, middle, largest), 0, 0, middle);
    for (const spot of placed.filter(({ zone }) => zone.place === held[0])) share(spot);
    return;
  }
  const unit = boardOf(wanted, middle, largest);
  share({ ...middle, x: 0, y: 0 });
  const w = LEAD + slots * (unit + GAP) - GAP;
  const left = Math.max(0, (middle.w - w) / 2);
  const step = unit * 1.25 + BETWEEN;
  const top = Math.max(0, (middle.h - rows.length * step) / 2);
  const columns = (middle.w - left - LEAD) / (unit + GAP);
  rows.forEach((row, nth) => placeZone(row, { x: left, y: top + nth * step, w, h: unit * 1.25, unit, gap: GAP, columns, lead: LEAD }));
}

// The trick: the cards that seats have played, with what is laid on each beside it, and below or beside what
// they come to. They lie side by side, each below the name of its seat.

/** How wide a card is that is laid on another, in widths of that one. */
const LAID = 0.69;
/** Of a card that is laid on another, so much is seen below the next one. */
const SEEN = 0.5;
const APART = 8;
/** Cards narrower than this can't be read. */
const SMALLEST = 18;
/** How high the name of a seat is over its cards. */
const NAME = 22;
/** The room for what cards come to, in widths of one: so high below them, or so wide beside them; in how many lines cards are laid on one then. */
const TOTALS = [[0.6, 0, 2], [0, 0.9, 1]];

/** The zones of a trick by column, from the seat at the bottom: seats whose cards never lie there at once share one. */
function trickOf(seats: number[]) {
  const columns: Played[][] = [];
  for (const [nth, seat] of seats.entries()) {
    const [card, laid] = ["choice", "row"].map((kind) => zonesOf(seat).find((place) => isPlayed(place) && kindOf(place) === kind));
    if (card === undefined || laid === undefined) continue;
    const column = columns.find((others) => others.every((other) => apart(card, other.card)));
    if (column) column.push({ nth, card, laid });
    else columns.push([{ nth, card, laid }]);
  }
  return columns;
}

/** How wide the cards of a seat are together, where those played are 1 wide. */
function widthOf(trick: Played[][], lines: number) {
  const laid = Math.max(1, ...trick.flat().map((played) => laidIn(played, lines)));
  return 1.06 + LAID * (1 + (laid - 1) * SEEN);
}

/** How many cards are in one of the lines of those laid on one. */
const laidIn = ({ laid }: Played, lines: number) => Math.ceil(most.cards[laid] / lines);

/** The largest cards with which a trick and, above it, the rest have room; where the cards lie, the rest, and the room beside the cards. */
function trickIn({ trick, rest }: Middle, room: Size, largest: number) {
  const pitch = room.w / trick.length;
  for (let unit = Math.floor(largest); ; unit -= 1) {
    for (const [below, aside, lines] of TOTALS) {
      const high = unit * (1.25 + below);
      const left = { x: 0, y: 0, w: room.w, h: room.h - high - NAME - APART };
      const fits = pitch >= unit * (widthOf(trick, lines) + aside) + APART && left.h >= 0;
      const y = rest.length ? room.h - high : (room.h - high + NAME) / 2;
      if (unit <= SMALLEST || (fits && (!rest.length || sizeOf(rest, left, unit) >= unit * 0.55))) return { unit, y, rest: left, aside: aside * unit, lines };
    }
  }
}

function layTrick(trick: Played[][], { middle, seats }: Regions, { unit, y: top, aside, lines }: ReturnType<typeof trickIn>) {
  const small = Math.round(unit * LAID);
  const [w, pitch] = [unit * widthOf(trick, lines), middle.w / trick.length];
  trick.forEach((column, place) => column.forEach((played) => {
    const { nth, card, laid } = played;
    const [x, y] = [middle.x + place * pitch + (pitch - w - aside) / 2 - seats[nth].x, middle.y + top - seats[nth].y];
    placeZone(card, { x, y, w: unit, h: unit * 1.25, unit, gap: 0, columns: 1, titled: false });
    const beside = { x: x + unit * 1.06, y, w: w - unit, h: small * 1.25 };
    placeZone(laid, { ...beside, unit: small, gap: -Math.round(small * (1 - SEEN)), columns: laidIn(played, lines), titled: false });
    flag(zoneElements[laid], { summed: aside });
    for (const [zone, room] of [[card, pitch - APART], [laid, (pitch + w + aside) / 2 - unit * 1.06]]) zoneElements[zone].style.setProperty("--pitch", `${room}px`);
  }));
}

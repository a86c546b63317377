// A seat: its head, and its zones beside or below that, or where seats unfold.

import { data } from "./lines.ts";
import { at } from "./words.ts";
import { felt, flag, instead, isFront, isPlayed, seatElements } from "./table.ts";
import { apart, box, cardsOf, kindOf, most, placeZone, placeZones, zonesOf } from "./spots.ts";
import { fitNamed, sizeOf, TALL } from "./room.ts";

const PAD = 8;
/** With cards narrower than this a seat that is unfolded has no titles. */
const TITLED = 32;

/** With more seats than this the hands of others are slips: cards without their lower half. */
const SLIPS = 6;
const SLIP_TALL = 0.69;

/**
 * The zones of a seat that are no piles: those side by side, as they are when the seat is `open`, and
 * goals, which have the place of the hand while that is empty. It is the `nth` from the bottom.
 */
export function seatWanted(seat: number, nth: number) {
  const { goals, own, lanes, fronts } = zonesAt(seat);
  const slips = nth > 0 && data.seats.length > SLIPS;
  const titled = data.seats.some((_, nth) => {
    const other = zonesAt(nth + 1);
    return other.lanes.length > 1 || other.fronts.length > (other.plays ? 0 : 1);
  });
  const wants = [...lanes, ...fronts].map((place) => {
    // A hand with nothing but a place before it needs no word, and that is smaller, most of all where the hand is large.
    const alone = titled && lanes.length < 2;
    const zone = { ...cardsOf(place), titled: titled && !(alone && lanes.includes(place)) };
    // Many sets leave a hand that is alone with them little room.
    const sets = zone.groups.length && lanes.length < 3 ? 0.5 : zone.scale;
    const scale = alone && isFront(place) ? (nth ? 0.8 : 0.6) : sets;
    return { ...zone, scale, lead: (nth && !slips) || titled || !isFront(place) ? 0 : zone.least + 6, tall: slips ? SLIP_TALL : 1.25 };
  });
  return { seat, slips, own, goals: goals.map(cardsOf), fronts, wants, open: wants.map((zone) => ({ ...zone, titled: zone.titled || isFront(zone.place), lead: 0, tall: 1.25 })) };
}

/** The zones of a seat that have a place with it, and whether it plays to a trick besides. */
function zonesAt(seat: number) {
  const all = zonesOf(seat).filter((place) => kindOf(place) !== "pile");
  const zones = all.filter((place) => !isPlayed(place));
  const goals = zones.filter((place) => kindOf(place) === "melds"
    && zones.some((other) => kindOf(other) === "hand" && apart(other, place)) && most.cards[place]);
  const own = zones.filter((place) => !goals.includes(place));
  return { goals, own, lanes: own.filter((place) => !isFront(place)), fronts: own.filter(isFront), plays: all.some(isPlayed) };
}

/** How large the cards of a seat can be in a place. */
export const sizeOfSeat = (wanted: SeatWanted, spot: Box, largest: number) => sizeOf(wanted.wants, partsOf(wanted, spot, largest).inner, largest);

/** The same for a seat that is unfolded, below a line of facts. */
export const sizeOfOpen = ({ open }: SeatWanted, { w, h }: Box, largest: number) => sizeOf(open, { w: w - 2 * PAD, h: h - 29 }, largest);

/** How wide a name may be before it ends in an ellipsis. */
const NAME = 104;
/** How wide the longest name is in the small type of a strip, as far as that counts. */
export function longestName() {
  const names = heads.map((head) => at("bdi", head));
  return Math.min(NAME, Math.max(...names.map((name) => (13 * name.scrollWidth) / parseFloat(getComputedStyle(name).fontSize))));
}

function isCut(head: HTMLElement) {
  const name = at("bdi", head);
  return name.clientWidth < Math.min(name.scrollWidth, NAME);
}

/** The heads of the seats, and the facts in them. */
const [heads, facts] = [".head", ".counts"].map((part) => seatElements.map((element) => at(part, element)));

/** The size of heads in this layout, by what was tried: to measure costs a browser time. */
export const headSizes = new Map<string, Size>();

/** Frees the heads of what an earlier layout gave them. */
export function freeHeads() {
  for (const each of facts) each.removeAttribute("style");
  for (const head of heads) flag(head, { slim: false });
}

/** What a head measures in one line above the cards, or beside them, in a width of CSS. */
function headIn(seat: number, line: boolean, width: string) {
  const head = heads[seat - 1];
  flag(head, { line });
  Object.assign(head.style, { height: "", width });
  const key = [seat, head.className, width].join();
  const known = headSizes.get(key);
  if (known) return known;
  const size = { w: head.offsetWidth, h: head.offsetHeight };
  headSizes.set(key, size);
  return size;
}

/** The head above the cards, in one line where it has room. */
function above(seat: number, spot: Size) {
  const w = spot.w - 2 * PAD;
  const { h } = headIn(seat, true, `${w}px`);
  return { line: true, head: { x: PAD, y: 4, w, h }, inner: { x: PAD, y: h + 6, w, h: spot.h - h - 12 } };
}

/** The head beside the cards, as narrow as its words allow or, where they are too high then, in as few lines as can be. */
function beside(seat: number, spot: Size) {
  const high = spot.h - 8;
  const [narrow, wide] = ["min-content", "max-content"].map((width) => headIn(seat, false, width));
  const wanted = (narrow.h > high ? wide : narrow).w + 1;
  const { w, h } = headIn(seat, false, `${Math.min(wanted, spot.w * 0.6)}px`);
  return {
    line: false, fits: Number(h <= high && w >= wanted), head: { x: PAD, y: 4, w, h: high },
    inner: { x: PAD + w + 10, y: 6, w: spot.w - w - 2 * PAD - 10, h: spot.h - 12 },
  };
}

/** The head beside the cards or above them, so that the cards are larger. */
function partsOf({ seat, wants }: SeatWanted, spot: Box, largest: number) {
  const size = ({ inner }: { inner: Box }) => sizeOf(wants, inner, largest);
  const parts = above(seat, spot);
  // Only a place that is wide or low has room beside the cards, or none above them.
  if (spot.w <= spot.h * 2.6 && spot.h >= 80) return parts;
  const other = beside(seat, spot);
  return size(other) * other.fits >= size(parts) ? other : parts;
}

/** Gives a seat its place. */
export function laySeat(wanted: SeatWanted, spot: Box, unfold: Box | null, nth: number, largest: number) {
  const seat = wanted.seat - 1;
  box(seatElements[seat], spot);
  seatElements[seat].dataset.place = String(nth);
  const parts = unfold ? unfolded(facts[seat], spot, unfold) : partsOf(wanted, spot, largest);
  const { line, inner } = parts;
  flag(heads[seat], { line });
  box(heads[seat], parts.head);
  const placed = unfold ? fitNamed(wanted.open, inner, largest, TITLED) : fitNamed(wanted.wants, inner, largest);
  for (const each of placed) if (isFront(each.zone.place)) each.x = inner.w - each.w;
  placeZones(placed, inner.x, inner.y);
  layGoals(wanted, placed, inner);
  flag(seatElements[seat], { mini: unfold && wanted.fronts.length && !zonesOf(wanted.seat).some(isPlayed), tall: unfold && spot.h === TALL });
}

/** Where names have no room, the change of the score goes, and the type is small. Gives how many those names are. */
export function narrowHeads() {
  const cut = heads.filter(isCut);
  // Strips are alike.
  for (const head of cut.length && felt.dataset.kind !== "ring" ? heads : cut) flag(head, { slim: true });
  return cut.length;
}

/** Makes the facts of every seat as high as they are where seats unfold; all have their width before one is measured. */
export function measureFacts({ w }: Box) {
  for (const { style } of facts) style.width = `${w - 2 * PAD}px`;
  const high = facts.map(({ offsetHeight }) => offsetHeight);
  facts.forEach(({ style }, nth) => (style.height = `${high[nth]}px`));
}

/** A seat that is a strip: its facts and cards have their place where seats unfold. */
function unfolded(counts: HTMLElement, spot: Box, unfold: Box) {
  const [x, y, w] = [unfold.x - spot.x + PAD, unfold.y - spot.y, unfold.w - 2 * PAD];
  const used = parseFloat(counts.style.height);
  box(counts, { x, y: y + 3, w, h: used });
  return {
    line: false, head: { x: 0, y: 0, w: spot.w, h: spot.h },
    inner: { x, y: y + 5 + used, w, h: unfold.h - used - 9 },
  };
}

function layGoals({ own, goals }: SeatWanted, placed: Placed[], inner: Box) {
  for (const goal of goals) {
    const hand = own.find((place) => kindOf(place) === "hand" && apart(place, goal.place)) ?? goal.place;
    instead.set(goal.place, [hand]);
    const spot = placed.find(({ zone }) => zone.place === hand) ?? placed[0];
    if (!spot) return; // nothing has its place on so small a felt
    const [fitted] = fitNamed([goal], spot, spot.unit);
    if (fitted) placeZone(goal.place, { ...fitted, titled: fitted.zone.titled, x: inner.x + spot.x, y: inner.y + spot.y });
  }
}

// A seat: its head, and its zones beside or below that, or where seats unfold.

import { owner } from "./held.js";
import { data } from "./lines.js";
import { at } from "./words.js";
import { flag, seatElements, zoneElements } from "./table.js";
import { apart, most } from "./most.js";
import { fitNamed, sizeOf } from "./fit.js";
import { box, cardsOf, isFront, isPlayed, kindOf, placeZone, placeZones, zonesOf } from "./spots.js";

const PAD = 8;

/**
 * The zones of a seat that are no piles: those side by side, and goals, which have the place of the
 * hand while that is empty.
 * @param {number} seat
 * @returns {SeatWanted}
 */
export function seatWanted(seat) {
  const { goals, own, lanes, fronts } = zonesAt(seat);
  const titled = data.seats.some((_, nth) => {
    const other = zonesAt(nth + 1);
    return other.lanes.length > 1 || other.fronts.length > (other.plays ? 0 : 1);
  });
  const wants = [...lanes, ...fronts].map((place) => {
    const alike = sameZones(place);
    const count = Math.max(...alike.map((other) => most.cards[other]), 1);
    const [groups, largest] = [most.groups, most.largest].map((each) => Math.max(...alike.map((other) => each[other])));
    return { ...cardsOf(place), count, groups, largest, titled };
  });
  return { seat, own, goals: goals.map(cardsOf), fronts, wants };
}

/**
 * The zones of a seat that have a place with it, and whether it plays to a trick besides.
 * @param {number} seat
 */
function zonesAt(seat) {
  const all = zonesOf(seat).filter((place) => kindOf(place) !== "pile");
  const zones = all.filter((place) => !isPlayed(place));
  const goals = zones.filter((place) => kindOf(place) === "melds"
    && zones.some((other) => kindOf(other) === "hand" && apart(other, place)) && most.cards[place]);
  const own = zones.filter((place) => !goals.includes(place));
  return { goals, own, lanes: own.filter((place) => !isFront(place)), fronts: own.filter(isFront), plays: all.some(isPlayed) };
}

/**
 * The zones of other seats that are what this one is to its own.
 * @param {number} place
 */
function sameZones(place) {
  const seat = owner(place);
  const nth = data.zones.slice(0, place).filter(([, kind, other]) => other === seat && kind === kindOf(place)).length;
  return data.seats.flatMap((_, other) =>
    [...data.zones.keys()].filter((each) => owner(each) === other + 1 && kindOf(each) === kindOf(place)).slice(nth, nth + 1));
}

/**
 * How large the cards of a seat can be in a place.
 * @param {SeatWanted} wanted
 * @param {Box} spot
 * @param {number} largest
 * @param {boolean} first
 */
export function sizeOfSeat(wanted, spot, largest, first) {
  const head = at(".head", seatElements[wanted.seat - 1]);
  return sizeOf(wanted.wants, partsOf(head, wanted, spot, largest, first).inner, largest);
}

/**
 * The same for a seat that is unfolded, below a line of facts.
 * @param {SeatWanted} wanted
 * @param {Box} unfold
 * @param {number} largest
 */
export const sizeOfOpen = ({ wants }, { w, h }, largest) => sizeOf(wants, { w: w - 2 * PAD, h: h - 29 }, largest);

/** How wide a name may be before it ends in an ellipsis. */
const NAME = 104;
/** @param {HTMLElement} name */
const isCut = (name) => name.clientWidth < Math.min(name.scrollWidth, NAME);

/** @param {Size} spot */
const isWide = ({ w, h }) => w > h * 2.6 || h < 80;

/**
 * The head above the cards, in one line where it has room.
 * @param {HTMLElement} head
 * @param {Size} spot
 * @returns {SeatParts}
 */
function above(head, { w, h }) {
  flag(head, { line: true, tight: false });
  Object.assign(head.style, { height: "", width: `${w - 2 * PAD}px` });
  const used = head.offsetHeight;
  return {
    head: { x: PAD, y: 4, w: w - 2 * PAD, h: used },
    inner: { x: PAD, y: used + 6, w: w - 2 * PAD, h: h - used - 12 },
  };
}

/**
 * The head beside the cards, as narrow as can be.
 * @param {HTMLElement} head
 * @param {Size} spot
 * @param {number} least
 * @returns {SeatParts}
 */
function beside(head, spot, least) {
  flag(head, { line: false, tight: false });
  head.style.height = "";
  for (const part of [least > 116 ? 0.2 : 0.18, 0.24, 0.28, 0.36, 0.46]) {
    head.style.width = `${Math.max(least, spot.w * part)}px`;
    if (head.offsetHeight <= spot.h - 8 && !isCut(at("bdi", head))) break;
  }
  flag(head, { tight: head.offsetHeight > spot.h - 8 });
  return besideOf(spot, head.offsetWidth);
}

/**
 * @param {Size} spot
 * @param {number} w
 * @returns {SeatParts}
 */
const besideOf = (spot, w) => ({
  head: { x: PAD, y: 4, w, h: spot.h - 8 },
  inner: { x: PAD + w + 10, y: 6, w: spot.w - w - 2 * PAD - 10, h: spot.h - 12 },
});

/**
 * The head beside the cards or above them, so that the cards are larger.
 * @param {HTMLElement} head
 * @param {SeatWanted} wanted
 * @param {Box} spot
 * @param {number} largest
 * @param {boolean} first
 */
function partsOf(head, { wants }, spot, largest, first) {
  const size = (/** @type {SeatParts} */ { inner }) => sizeOf(wants, inner, largest);
  const parts = above(head, spot);
  if (!isWide(spot)) return parts;
  const other = beside(head, spot, first ? 150 : 116);
  const better = size(other) * (head.matches(".tight") ? 0.6 : 1) >= size(parts);
  return better ? other : above(head, spot);
}

/**
 * Gives a seat its place.
 * @param {SeatWanted} wanted
 * @param {Box} spot
 * @param {Box | null} unfold
 * @param {number} nth
 * @param {number} largest
 */
export function laySeat(wanted, spot, unfold, nth, largest) {
  const element = seatElements[wanted.seat - 1];
  const [head, counts] = [at(".head", element), at(".counts", element)];
  box(element, spot);
  element.dataset.place = nth;
  counts.removeAttribute("style");
  flag(head, { line: false, tight: false, spare: false, slim: false });
  const parts = unfold ? unfolded(counts, spot, unfold) : partsOf(head, wanted, spot, largest, !nth);
  box(head, parts.head);
  // Where a name has no room, first the change of the score goes, then the type is small.
  flag(head, { spare: isCut(at("bdi", head)) });
  flag(head, { slim: isCut(at("bdi", head)) });
  const placed = fitNamed(wanted.wants, parts.inner, largest);
  placeZones(placed, parts.inner.x, parts.inner.y);
  layGoals(wanted, placed, parts.inner);
  if (unfold && !zonesOf(wanted.seat).some(isPlayed)) {
    for (const place of wanted.fronts.slice(0, 1)) zoneElements[place].closest(".front").dataset.mini = "";
  }
}

/**
 * A seat that is a strip: its facts and cards have their place where seats unfold.
 * @param {HTMLElement} counts
 * @param {Box} spot
 * @param {Box} unfold
 * @returns {SeatParts}
 */
function unfolded(counts, spot, unfold) {
  const [x, y, w] = [unfold.x - spot.x + PAD, unfold.y - spot.y, unfold.w - 2 * PAD];
  box(counts, { x, y: y + 3, w, h: 0 });
  counts.style.height = "";
  const used = counts.offsetHeight;
  counts.style.height = `${used}px`;
  return {
    head: { x: 0, y: 0, w: spot.w, h: spot.h },
    inner: { x, y: y + 5 + used, w, h: unfold.h - used - 9 },
  };
}

/**
 * @param {SeatWanted} wanted
 * @param {Placed[]} placed
 * @param {Box} inner
 */
function layGoals({ own, goals }, placed, inner) {
  for (const goal of goals) {
    const hand = own.find((place) => kindOf(place) === "hand" && apart(place, goal.place)) ?? goal.place;
    zoneElements[goal.place].shares = [hand];
    zoneElements[hand].yields = [goal.place];
    const spot = placed.find(({ zone }) => zone.place === hand) ?? placed[0];
    const [fitted] = fitNamed([goal], { w: spot.w, h: spot.h }, spot.unit);
    placeZone(goal.place, { ...fitted, titled: fitted.zone.titled, x: inner.x + spot.x, y: inner.y + spot.y });
  }
}

// Laying out: the felt, the seats and the zones get their places, once for a window and a viewer.

import { data } from "./lines.ts";
import { NOTHING } from "./fold.ts";
import { embedded, notify, now } from "./now.ts";
import { at, put, sentence } from "./words.ts";
import { factElements, felt, flag, seatElements, table, valueWords, zoneElements } from "./table.ts";
import { box, kindOf, most } from "./spots.ts";
import { ways } from "./room.ts";
import { layMiddle, middleWanted, sizeOfMiddle } from "./middle.ts";
import { freeHeads, headSizes, laySeat, longestName, measureFacts, narrowHeads, seatWanted, sizeOfOpen, sizeOfSeat } from "./seat.ts";

export const laid = { kind: "" };
/** The width and height of the felt on paper or in a picture; null for a window. */
let given: [number, number] | null = null;

/** The seats clockwise, from the one who looks, or from the first. */
function seated() {
  const count = data.seats.length;
  const first = now.viewer > 0 && now.viewer <= count ? now.viewer : 1;
  return Array.from({ length: count }, (_, nth) => ((first - 1 + nth) % count) + 1);
}

/** Shows the longest that every fact and the most that every pile ever says, to measure their room, and no zone that never holds a card. */
function sayMost() {
  for (const [place, element] of zoneElements.entries()) {
    flag(element, { never: !most.cards[place] && ["melds", "pool"].includes(kindOf(place)) });
    if (kindOf(place) !== "pile") continue;
    at(".count", element).textContent = String(most.cards[place]);
    element.drawn = null;
  }
  for (const element of factElements) {
    const said = valueWords(element.dataset.fact, most.facts[element.dataset.fact.split("/")[0]] ?? "");
    put(element, sentence(said));
    element.drawn = null;
    element.parentElement.hidden = NOTHING.test(said);
  }
}

/**
 * Lays the felt out for paper or a picture, or for the window again.
 * @param size in pixels of CSS
 */
export function layOutAs(size: [number, number] | null) {
  given = size;
  felt.style.width = size ? `${size[0]}px` : "";
  layOut();
}

/**
 * Gives everything its place, and draws the still there: so the same place always looks the same, whatever was seen before.
 * Whatever happens in the match, it stays there.
 */
export function layOut() {
  sayMost();
  // All that changes how the felt looks comes before the first thing that is measured.
  flag(felt, { laid: true, sizing: true });
  const above = table.getBoundingClientRect().top + scrollY;
  at("#panel").style.setProperty("--above", `${Math.round(above)}px`);
  const [wide, high] = given ?? [felt.clientWidth, heightOfFelt(above)];
  felt.style.height = `${high}px`;
  const wanted = wantedIn(wide, high);
  for (const { seat, slips } of wanted.seats) flag(seatElements[seat - 1], { slips });
  headSizes.clear();
  freeHeads();
  // Heads are narrower once names without room have taken what they can: then others may share the felt better.
  if (share(wanted, wide, high)) share(wanted, wide, high);
  felt.classList.remove("sizing");
  notify("still");
}

/** What all of a table wants, and the largest that its cards may be. */
const wantedIn = (wide: number, high: number) => ({ middle: middleWanted(seated()), seats: seated().map(seatWanted), caps: capsFor(wide, high) });
type Desired = ReturnType<typeof wantedIn>;

/** Gives everything its place in the roomiest way, with heads as they are; then so many of them are narrower. */
function share(wanted: Desired, wide: number, high: number) {
  const regions = roomiest(wanted, wide, high);
  freeHeads();
  const { kind, seats, unfold } = regions;
  laid.kind = kind;
  const { middle, first, other, open } = wanted.caps;
  layMiddle(wanted.middle, regions, middle);
  // No hand is larger than that of the one who looks.
  const largest = Math.min(1.5 * other, sizeOfSeat(wanted.seats[0], seats[0], first));
  if (unfold) measureFacts(unfold);
  wanted.seats.forEach((seat, nth) => laySeat(seat, seats[nth], unfold, nth, unfold ? open : nth ? largest : first));
  const room = at(".unfold", felt);
  room.hidden = !unfold;
  if (unfold) box(room, unfold);
  return narrowHeads();
}

/** The largest that cards may be in the middle, with the one who looks, with the others, and unfolded. */
function capsFor(wide: number, high: number) {
  const scale = Math.min(1.5, Math.max(1, Math.sqrt(wide * high / 440_000)));
  // Two or three leave each other more room.
  const other = [76, 64][data.seats.length - 2] ?? 56;
  return { middle: 116 * scale, first: 130 * scale, other: other * scale, open: 92 * scale };
}

/**
 * The way to share the felt in which the smallest cards are largest; those in hands may be somewhat
 * smaller than those in the middle.
 */
function roomiest({ middle, seats, caps }: Desired, wide: number, high: number): Regions {
  const zones = seats[0].own.length + seats[0].goals.length;
  const shared = ways(seats.length, wide, high, zones, stripsIn(seats.length), longestName() + 36, middle.rows.length + middle.trick.length);
  felt.dataset.kind = shared[0].kind;
  let [best, nth, found] = [-Infinity, 0, shared[0]];
  // To measure heads costs a browser time: only of ways that can be the best, as nothing is larger than its cap.
  const firsts = shared.map((regions, place) => ({ regions, place, first: sizeOfMiddle(middle, regions, caps.middle) / caps.middle }));
  for (const { regions, place, first } of firsts.sort((one, other) => other.first - one.first)) {
    if (first + (first + 3) / 32 < best) break;
    const spots = regions.unfold ? [sizeOfOpen(seats[0], regions.unfold, caps.open) / caps.open]
      : [0, 1, seats.length >> 1].map((nth) => {
        const cap = nth ? caps.other : caps.first;
        return sizeOfSeat(seats[nth], regions.seats[nth], cap) / cap;
      });
    const sizes = [first, ...spots];
    const score = Math.min(...sizes) + sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 8;
    if (score > best + 1e-6 || (score > best - 1e-6 && place < nth)) [best, nth, found] = [score, place, regions];
  }
  return found;
}

/** In a lesson the middle has the room of the strips of many seats (judgement.css). */
const stripsIn = (count: number) => (count > 4 && document.body.matches(".lesson") ? 0 : count);

/** The window below whatever is `above` the felt, without the transport. */
function heightOfFelt(above: number) {
  const least = innerWidth > 576 ? (innerHeight < 480 ? 190 : 260) : 250;
  if (embedded) return Math.max(150, at("main").clientHeight - 4);
  const transport = at("#transport");
  const below = transport.offsetHeight + (parseFloat(getComputedStyle(transport).bottom) || 0);
  return Math.floor(Math.max(least, innerHeight - above - below - 6));
}

// Laying out: the felt, the seats and the zones get their places, once for a window and a viewer.

import { data } from "./lines.js";
import { NOTHING, owner } from "./held.js";
import { embedded, now } from "./now.js";
import { all, at, put, sentence, word } from "./words.js";
import { flag, table, valueWords, zoneElements } from "./table.js";
import { apart, most } from "./most.js";
import { regions } from "./room.js";
import { fitNamed } from "./fit.js";

export const felt = at(".felt", table);
export const seatElements = all(".seat", felt);
export const laid = { kind: "", wide: 0, high: 0 };
/** The width and height of the felt on paper, while it is printed; null for a window.
 * @type {{size: [number, number] | null}} */
export const paper = { size: null };

/**
 * The zones of a seat, or of the middle (0), that ever hold a card, in drawing order.
 * @param {number} seat
 */
const zonesOf = (seat) => [...data.zones.keys()].filter((place) =>
  owner(place) === seat && (most.cards[place] || !["melds", "pool"].includes(kindOf(place))));
/** @param {number} place */
const kindOf = (place) => data.zones[place][1];

/**
 * Puts an element into a box.
 * @param {HTMLElement} element
 * @param {Box} box
 */
function box(element, { x, y, w, h }) {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
}

/** The seats clockwise, from the one who looks, or from the first. */
function seated() {
  const count = data.seats.length;
  const first = now.viewer > 0 && now.viewer <= count ? now.viewer : 1;
  return Array.from({ length: count }, (_, nth) => ((first - 1 + nth) % count) + 1);
}

/** Shows the longest that every fact ever says, to measure how much room facts need. */
function sayMost() {
  for (const element of all("[data-fact]", table)) {
    const said = valueWords(element.dataset.fact, most.facts[element.dataset.fact.split("/")[0]] ?? "");
    put(element, sentence(said));
    element.drawn = null;
    element.parentElement.hidden = NOTHING.test(said);
  }
}

/** Gives everything its place. Whatever happens in the match, it stays there. */
export function layOut() {
  sayMost();
  felt.classList.add("laid");
  const status = at(".status", table);
  status.style.height = "";
  const longest = Object.values(data.phases).map(word).sort((a, b) => b.length - a.length)[0] ?? "";
  at("#phase").textContent = longest;
  status.style.height = `${status.offsetHeight}px`;
  const [wide, high] = paper.size ?? [felt.clientWidth, heightOfFelt()];
  felt.style.height = `${high}px`;
  const lines = linesOfSeat();
  for (const [place, element] of zoneElements.entries()) {
    flag(element, { nameless: false, never: !most.cards[place] && ["melds", "pool"].includes(kindOf(place)) });
  }
  const count = data.seats.length;
  const { kind, middle, seats, unfold } = regions(count, wide, high, lines, zonesOf(1).filter((place) => kindOf(place) !== "pile").length);
  Object.assign(laid, { kind, wide, high });
  felt.dataset.kind = kind;
  layMiddle(middle);
  seated().forEach((seat, nth) => laySeat(seat, seats[nth], unfold, nth));
  at(".unfold", felt).hidden = !unfold;
  if (unfold) box(at(".unfold", felt), unfold);
}

/** The window below whatever is above the felt, without the transport. */
function heightOfFelt() {
  const least = innerHeight < 480 && innerWidth > 576 ? 190 : 320;
  if (embedded) return Math.max(150, at("main").clientHeight - at(".status", table).offsetHeight - 4);
  const above = felt.getBoundingClientRect().top + scrollY;
  const below = at("#transport").offsetHeight;
  return Math.floor(Math.max(least, innerHeight - above - below - 6));
}

/** How many lines of cards a seat has: its hands are one, groups and rows of its own another. */
function linesOfSeat() {
  const zones = zonesOf(1).filter((place) => kindOf(place) !== "pile" && most.cards[place]);
  const others = zones.filter((place) => !["hand", "choice"].includes(kindOf(place)) && !isFront(place));
  return 1 + Number(others.length > 0) + Number(others.length > 2);
}

/** @param {number} place */
const isFront = (place) => Boolean(zoneElements[place].closest(".front"));

/**
 * The middle: a board of rows with its piles beside or below, or zones side by side.
 * @param {Box} middle
 */
function layMiddle(middle) {
  const commons = at(".commons", felt);
  box(commons, middle);
  const zones = zonesOf(0);
  const rows = zones.filter((place) => kindOf(place) === "row");
  const isBoard = felt.classList.contains("board");
  const shared = isBoard ? zones.filter((place) => kindOf(place) === "pool" && rows.every((row) => apart(row, place))) : [];
  const rest = zones.filter((place) => !shared.includes(place) && !(isBoard && rows.includes(place)));
  for (const place of shared) {
    const left = rest.length ? { w: middle.w, h: middle.h - 34 } : middle;
    placeZones(fitNamed([cardsOf(place, 1)], left, 60), 0, 0);
    zoneElements[place].shares = rows;
    for (const row of rows) zoneElements[row].yields = [place];
  }
  if (!isBoard) return placeZones(fitNamed(rest.map((place) => cardsOf(place, 1)), middle, 92), 0, 0, middle);
  const [lead, gap, between] = [46, 4, 6];
  const slots = Math.max(...rows.map((row) => Math.min(most.cards[row], most.live[row] + 1)), 1);
  const unitWith = (/** @type {number} */ piles, /** @type {number} */ foot) => Math.floor(Math.min(
    96, (middle.w - piles - lead + gap) / slots - gap,
    ((middle.h - foot + between) / rows.length - between) / 1.4));
  const beside = !rest.length || (!shared.length && unitWith(84, 0) >= unitWith(0, 32));
  const [piles, foot] = rest.length ? (beside ? [84, 0] : [0, 32]) : [0, 0];
  const unit = unitWith(piles, foot);
  const w = lead + slots * (unit + gap) - gap;
  const left = Math.max(0, (middle.w - piles - w) / 2);
  const step = unit * 1.4 + between;
  const top = Math.max(0, (middle.h - foot - rows.length * step) / 2);
  rows.forEach((row, nth) => {
    placeZone(row, { x: left, y: top + nth * step, w, h: unit * 1.4, unit, gap, columns: slots, lead });
    zoneElements[row].dataset.room = middle.w - piles - left - lead;
  });
  const size = beside ? 44 : 18;
  const spot = beside
    ? { x: Math.min(left + w + 14, middle.w - piles), y: top, w: piles, h: middle.h }
    : { x: left + lead, y: middle.h - foot + 4, w: middle.w - lead, h: foot };
  // A row that is too long is squeezed before it comes to lie on the piles beside it.
  if (beside && rest.length) {
    for (const row of rows) zoneElements[row].dataset.room = Math.min(zoneElements[row].dataset.room, spot.x - 6 - left - lead);
  }
  const pile = rest.map((place) => ({ ...cardsOf(place, 1), titled: beside }));
  placeZones(fitNamed(pile, spot, size), spot.x, spot.y, null, !beside);
}

/**
 * What a zone needs: so many cards, and room for its title.
 * @param {number} place
 * @param {number} scale
 * @returns {Wanted & { place: number }}
 */
function cardsOf(place, scale) {
  const kind = kindOf(place);
  const most_ = Math.max(1, most.cards[place]);
  const title = at(".title", zoneElements[place]);
  const pile = kind === "pile";
  const faced = pile && most.mixed.has(place);
  const count = pile ? (faced ? 3 : 1) : most_;
  const lead = pile ? (faced ? 116 : 34) : 0;
  const factor = { pool: 0.85, row: owner(place) ? 0.7 : 1, melds: 0.85, pile: 0.72 }[kind] ?? 1;
  return { place, count: Math.ceil(count), scale: scale * factor, titled: true, lead, least: widthOf(title), groups: most.groups[place], straight: pile };
}

/** @param {Node} element */
function widthOf(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return Math.ceil(range.getBoundingClientRect().width) + 2;
}

/**
 * @param {Placed[]} placed
 * @param {number} left
 * @param {number} top
 * @param {Size | null} [middle]
 * @param {boolean} [inline]
 */
function placeZones(placed, left, top, middle = null, inline = false) {
  const wide = Math.max(0, ...placed.map(({ x, w }) => x + w));
  const high = Math.max(0, ...placed.map(({ y, h }) => y + h));
  const [dx, dy] = middle ? [(middle.w - wide) / 2, (middle.h - high) / 2] : [0, 0];
  for (const each of placed) {
    const { place, titled } = each.zone;
    placeZone(place, { ...each, titled, x: left + dx + each.x, y: top + dy + each.y, inline });
  }
}

/**
 * @param {number} place
 * @param {ZoneBox} spot
 */
function placeZone(place, { x, y, w, h, unit, gap, columns, lead = 0, inline = false, titled = true }) {
  const element = zoneElements[place];
  box(element, { x: Math.round(x), y: Math.round(y), w: Math.ceil(w), h: Math.ceil(h) });
  flag(element, { inline, nameless: !titled && !inline });
  if (inline) element.style.width = "auto";
  for (const [name, value] of Object.entries({ w: unit, g: gap, lead })) {
    element.style.setProperty(`--${name}`, `${value}px`);
  }
  element.style.setProperty("--n", columns);
}

/**
 * A seat: its head, and its zones beside or below that, or where seats unfold.
 * @param {number} seat
 * @param {Box} spot
 * @param {Box | null} unfold
 * @param {number} nth
 */
function laySeat(seat, spot, unfold, nth) {
  const element = seatElements[seat - 1];
  box(element, spot);
  element.dataset.place = nth;
  const head = at(".head", element);
  const counts = at(".counts", element);
  const all_ = zonesOf(seat).filter((place) => kindOf(place) !== "pile");
  const like = (/** @type {number} */ place) => data.zones.findIndex(([name]) => name === data.zones[place][0]);
  const goals = all_.filter((place) => kindOf(place) === "melds"
    && all_.some((other) => kindOf(other) === "hand" && apart(other, place)) && most.cards[place]);
  const own = all_.filter((place) => !goals.includes(place));
  const lanes = own.filter((place) => !isFront(place));
  const fronts = own.filter(isFront);
  const titled = lanes.length > 1 || fronts.length > 1;
  const wants = [...lanes, ...fronts].map((place) => {
    const many = Math.max(...sameZones(place).map((other) => most.cards[other]), 1);
    const groups = Math.max(...sameZones(place).map((other) => most.groups[other]));
    return { ...cardsOf(like(place), 1), count: many, groups, titled };
  });
  const strip = unfold !== null;
  const [bx, by] = strip ? [unfold.x - spot.x, unfold.y - spot.y] : [0, 0];
  const area = strip ? unfold : spot;
  counts.removeAttribute("style");
  const pad = 8;
  /** @type {Box} */
  let inner;
  if (strip) {
    box(head, { x: 0, y: 0, w: spot.w, h: spot.h });
    box(counts, { x: bx + pad, y: by + 3, w: area.w - 2 * pad, h: 20 });
    counts.style.height = "";
    const used = counts.offsetHeight;
    counts.style.height = `${used}px`;
    inner = { x: bx + pad, y: by + 5 + used, w: area.w - 2 * pad, h: area.h - used - 9 };
  } else if (spot.w > spot.h * 2.6 || spot.h < 80) {
    flag(head, { tight: false });
    for (const part of [nth ? 0.18 : 0.2, 0.24, 0.28, 0.36, 0.46]) {
      head.style.height = "";
      head.style.width = `${Math.max(nth ? 116 : 150, spot.w * part)}px`;
      if (head.offsetHeight <= spot.h - 8) break;
    }
    flag(head, { tight: head.offsetHeight > spot.h - 8 });
    box(head, { x: pad, y: 4, w: head.offsetWidth, h: spot.h - 8 });
    const x = pad + head.offsetWidth + 10;
    inner = { x, y: 6, w: spot.w - x - pad, h: spot.h - 12 };
  } else {
    head.style.height = "";
    head.style.width = `${spot.w - 2 * pad}px`;
    const used = head.offsetHeight;
    box(head, { x: pad, y: 4, w: spot.w - 2 * pad, h: used });
    inner = { x: pad, y: used + 6, w: spot.w - 2 * pad, h: spot.h - used - 12 };
  }
  const placed = fitNamed(wants, inner, strip ? 62 : nth ? 60 : 78);
  placeZones(placed, inner.x, inner.y);
  for (const goal of goals) {
    const hand = own.find((place) => kindOf(place) === "hand" && apart(place, goal)) ?? goal;
    zoneElements[goal].shares = [hand];
    zoneElements[hand].yields = [goal];
    const spot_ = placed.find(({ zone }) => zone.place === hand) ?? placed[0];
    const room = { w: spot_.w, h: spot_.h };
    const [fitted] = fitNamed([cardsOf(goal, 1)], room, spot_.unit);
    placeZone(goal, { ...fitted, x: inner.x + spot_.x, y: inner.y + spot_.y });
  }
  if (strip) {
    for (const place of fronts.slice(0, 1)) zoneElements[place].closest(".front").dataset.mini = "";
  }
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

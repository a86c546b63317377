// Spots: the zones of the felt, how much room each wants, and how it is put into its place.

import { data } from "./lines.ts";
import { owner } from "./fold.ts";
import { at } from "./words.ts";
import { flag, zoneElements } from "./table.ts";
import { most } from "./most.ts";

export const kindOf = (place: number) => data.zones[place][1];
/** The zones of a seat, or of the middle (0), that ever hold a card, in drawing order. */
export const zonesOf = (seat: number) => [...data.zones.keys()].filter((place) =>
  owner(place) === seat && (most.cards[place] || !["melds", "pool"].includes(kindOf(place))));
export const isFront = (place: number) => Boolean(zoneElements[place].closest(".front"));

export const isPlayed = (place: number) => zoneElements[place].matches(".played");

/** Puts an element into a box. */
export function box(element: HTMLElement, { x, y, w, h }: Box) {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
}

/** What a zone needs: so many cards, and room for its title. */
export function cardsOf(place: number): Wanted {
  const kind = kindOf(place);
  const most_ = Math.max(1, most.cards[place]);
  const title = at(".title", zoneElements[place]);
  const pile = kind === "pile";
  const faced = pile && most.mixed.has(place);
  const fan = kind === "hand" || (kind === "row" && owner(place) > 0);
  const count = pile ? (faced ? 3 : 1) : most_;
  const lead = pile ? (faced ? 116 : 34) : 0;
  const scale = { pool: 0.85, row: owner(place) ? 0.64 : 1, melds: 0.85, pile: 0.72 }[kind] ?? 1;
  return { place, count, scale, fan, titled: true, lead, least: widthOf(title), groups: most.groups[place], largest: most.largest[place], straight: pile };
}

function widthOf(element: Node) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return Math.ceil(range.getBoundingClientRect().width) + 2;
}

export function placeZones(placed: Placed[], left: number, top: number, middle: Size | null = null, inline = false) {
  const wide = Math.max(0, ...placed.map(({ x, w }) => x + w));
  const high = Math.max(0, ...placed.map(({ y, h }) => y + h));
  const [dx, dy] = middle ? [(middle.w - wide) / 2, (middle.h - high) / 2] : [0, 0];
  for (const each of placed) {
    const { place, titled } = each.zone;
    placeZone(place, { ...each, titled, x: left + dx + each.x, y: top + dy + each.y, inline });
  }
}

export function placeZone(place: number, { x, y, w, h, unit, gap, columns, lead = 0, inline = false, titled = true }: ZoneBox) {
  const element = zoneElements[place];
  box(element, { x: Math.round(x), y: Math.round(y), w: Math.ceil(w), h: Math.ceil(h) });
  flag(element, { inline, nameless: !titled && !inline });
  if (inline) element.style.width = "auto";
  for (const [name, value] of Object.entries({ w: unit, g: Math.max(gap, 0), v: Math.max(-gap, 0), lead })) {
    element.style.setProperty(`--${name}`, `${value}px`);
  }
  element.style.setProperty("--n", columns);
}

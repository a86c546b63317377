// Spots: the most that a match ever puts into the zones of the felt, how much room each wants, and how it is put into its place.

import { branch, data, faces, main } from "./lines.ts";
import { clear, happen, lives, NOTHING, owner, tableAt, untilCleared } from "./fold.ts";
import { at } from "./words.ts";
import { flag, isFront, zoneElements } from "./table.ts";

/** Every line of the page: the game and its variations. */
function everyLine() {
  const lines = [main];
  for (const line of lines) {
    line.moments.forEach((moment, ply) => {
      if (ply < line.from || (ply === line.from && line !== main && !line.on)) return;
      moment.lines.forEach((_, place) => {
        const found = branch(line, ply - line.from, place + 1);
        if (found) lines.push(found);
      });
    });
  }
  return lines;
}

/** For each zone the most cards that it shows and holds at once, the sizes of its groups whenever they differ, for each fact
 * its longest value, lists of zones that hold cards at the same time, and the zones in which some lie face up. */
export const most = {
  cards: data.zones.map(() => 0), live: data.zones.map(() => 0), groups: data.zones.map(() => new Set<string>()),
  facts: {} as Record<string, string>, together: new Map<string, number[]>(), mixed: new Set<number>(),
};

export function measure() {
  const lines = everyLine();
  for (const viewer of data.viewers.slice(0, 2)) {
    for (const line of lines) {
      const shown = tableAt(line, line.from, viewer);
      note(shown);
      for (const { steps } of line.moments.slice(line.from + 1)) {
        const cut = untilCleared(steps);
        steps.forEach((step, place) => {
          if (place === cut) note(shown);
          happen(shown, step, place, viewer);
        });
        note(shown);
        clear(shown);
      }
    }
  }
}

const raise = (list: number[], place: number, value: number) => (list[place] = Math.max(list[place], value));

function note({ zones, facts }: Table) {
  const full: number[] = [];
  zones.forEach((cards, place) => {
    const live = cards.filter(lives).length;
    raise(most.cards, place, cards.length);
    raise(most.live, place, live);
    if (live) full.push(place);
    const up = cards.filter(({ token }) => faces.has(token)).length;
    if (up && up < cards.length) most.mixed.add(place);
    const [name, kind] = data.zones[place];
    // What has just left a zone of groups is one group more.
    if (kind === "melds" && cards.length) most.groups[place].add([facts[name], cards.length - live].filter(Boolean).join(" "));
  });
  most.together.set(full.join(), full);
  for (const name in facts) {
    const fact = name.split("/")[0];
    const said = String(facts[name]);
    if (said.length > (most.facts[fact] ?? "").length && !NOTHING.test(said)) most.facts[fact] = said;
  }
}

/** Whether two zones never hold cards at once: they can have the same place. */
export const apart = (one: number, other: number) => ![...most.together.values()].some((full) => full.includes(one) && full.includes(other));

export const kindOf = (place: number) => data.zones[place][1];
/** The zones of a seat, or of the middle (0), that ever hold a card, in drawing order. */
export const zonesOf = (seat: number) => [...data.zones.keys()].filter((place) =>
  owner(place) === seat && (most.cards[place] || !["melds", "pool"].includes(kindOf(place))));
/** Puts an element into a box. */
export function box(element: HTMLElement, { x, y, w, h }: Box) {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
}

/** What a zone needs: so many cards, and room for its title. */
export function cardsOf(place: number): Wanted {
  const kind = kindOf(place);
  const pile = kind === "pile";
  const faced = pile && most.mixed.has(place);
  const fan = kind === "hand" || kind === "row";
  const count = pile ? (faced ? 3 : 1) : Math.max(1, most.cards[place]);
  const lead = pile ? (faced ? 84 : 34) : 0;
  const scale = { pool: 0.85, row: owner(place) ? 0.64 : 1, melds: 0.7, pile: 0.72 }[kind] ?? 1;
  return { place, count, scale, fan, titled: true, lead, least: widthOf(at(".title", zoneElements[place])), groups: Array.from(most.groups[place], (sizes) => sizes.split(" ").map(Number)), straight: pile };
}

function widthOf(element: Node) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return Math.ceil(range.getBoundingClientRect().width) + 2;
}

/** Puts zones into their places, which it gives, from a corner, or centred in the `middle`. */
export function placeZones(placed: Placed[], left: number, top: number, middle: Size | null = null) {
  const wide = Math.max(0, ...placed.map(({ x, w }) => x + w));
  const high = Math.max(0, ...placed.map(({ y, h }) => y + h));
  const [dx, dy] = middle ? [(middle.w - wide) / 2, (middle.h - high) / 2] : [0, 0];
  const moved = placed.map((each) => ({ ...each, x: left + dx + each.x, y: top + dy + each.y }));
  for (const each of moved) placeZone(each.zone.place, { ...each, titled: each.zone.titled, lead: each.zone.lead });
  return moved;
}

export function placeZone(place: number, { x, y, w, h, unit, gap, columns, lead = 0, titled = true }: Block & Box & { lead?: number; titled?: boolean }) {
  const element = zoneElements[place];
  box(element, { x: Math.round(x), y: Math.round(y), w: Math.ceil(w), h: Math.ceil(h) });
  const labelled = lead > 0 && isFront(place);
  flag(element, { labelled, nameless: !titled && !labelled });
  element.style.setProperty("--w", `${unit}px`);
  element.style.setProperty("--lead", `${lead}px`);
  element.fan = { unit, gap, columns };
}

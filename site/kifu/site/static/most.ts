// The most that a match ever puts anywhere: what the places on the table are sized for.

import { branch, data, faces, main } from "./lines.ts";
import { clear, happen, lives, NOTHING, tableAt, untilCleared } from "./fold.ts";

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

/** For each zone the most cards that it shows and holds at once the most groups of them and the largest, for each fact
 * its longest value, the zones that ever hold cards at the same time, and those in which some lie face up. */
export const most: Most = {
  cards: data.zones.map(() => 0), live: data.zones.map(() => 0), groups: data.zones.map(() => 0), largest: data.zones.map(() => 0),
  facts: {}, together: new Set(), mixed: new Set(),
};

export function measure() {
  const eyes = data.viewers.slice(0, 2);
  for (const line of everyLine()) {
    for (const viewer of eyes) {
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

function note({ zones, facts }: Table) {
  const full: number[] = [];
  zones.forEach((cards, place) => {
    const live = cards.filter(lives).length;
    most.cards[place] = Math.max(most.cards[place], cards.length);
    most.live[place] = Math.max(most.live[place], live);
    if (live) full.push(place);
    const up = cards.filter(({ token }) => faces.has(token)).length;
    if (up && up < cards.length) most.mixed.add(place);
    const [name, kind] = data.zones[place];
    const sizes = kind === "melds" && facts[name];
    if (!sizes) return;
    const each = String(sizes).split(" ");
    most.groups[place] = Math.max(most.groups[place], each.length);
    most.largest[place] = Math.max(most.largest[place], ...each.map(Number));
  });
  for (const one of full) for (const other of full) if (one < other) most.together.add(one * 1000 + other);
  for (const [name, value] of Object.entries(facts)) {
    const fact = name.split("/")[0];
    const said = String(value);
    if (!NOTHING.test(said) && said.length > (most.facts[fact] ?? "").length) most.facts[fact] = said;
  }
}

/** Whether two zones never hold cards at once: they can have the same place. */
export const apart = (one: number, other: number) => !most.together.has(Math.min(one, other) * 1000 + Math.max(one, other));

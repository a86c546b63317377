// Marks: what a still says of the ply that led to it: which cards are new, what seats have got from
// where, and how their scores have changed. Gold are only the name of who got something, else of who acted, and its thread.

import { data } from "./lines.ts";
import { owner, untilCleared } from "./fold.ts";
import { now } from "./now.ts";
import { all, at, make, put } from "./words.ts";
import { felt, flag, freshen, isPlayed, seatElements, zoneElements } from "./table.ts";
import { laid } from "./lay.ts";
import { scoresOf } from "./scores.ts";

/** Marks all that a ply has brought on a table that is drawn. */
export function mark({ gains }: Table, line: Line, ply: number) {
  const { steps, seat } = line.moments[ply];
  freshen(steps.slice(0, untilCleared(steps)));
  showChanges(line, ply);
  // Others choose after the move of a what-if, in the same turn: it is still about its own seat.
  const mover = (ply > line.from && line.whatIf?.seat) || seat;
  const actors = gains.length ? gains.map((gain) => gain.seat) : [mover];
  const open = opened.seat || (seatElements[now.viewer - 1] ? now.viewer : mover) || 1;
  seatElements.forEach((element, place) => flag(element, { actor: actors.includes(place + 1), open: open === place + 1 }));
  showGains(gains);
}

/** The seat that the reader has unfolded where seats are strips; 0 for none: then that of the one who looks lies open, else of who has acted. */
export const opened = { seat: 0 };

/** A number with its sign, as people write it. */
const signed = (number: number) => (number < 0 ? `−${-number}` : `+${number}`);

/** The score of each seat, and how it has changed. */
function showChanges(line: Line, ply: number) {
  const series = scoresOf(line);
  const [before, after] = [series[ply - 2], series[ply - 1] ?? series[0]];
  seatElements.forEach((element, seat) => {
    const change = before && ply > line.from ? after[seat] - before[seat] : 0;
    at(".change", element).textContent = change ? signed(change) : "";
    at(".value", element).textContent = after ? String(after[seat]) : "";
  });
}

const arrows = make("svg.gains", { "aria-hidden": "true" });
felt.append(arrows);

/** Threads from what has left to the seats that have got it: beside the first card and below it, under cards and words. */
export function showGains(gains: Gain[]) {
  const open = laid.kind !== "ring" && at(".unfold", felt);
  put(arrows, gains.flatMap(({ seat, out, into }) => sources(out).map((zones) => {
    const ghosts = zones.flatMap((place) => all(".ghost", zoneElements[place])).filter((card) => card.checkVisibility());
    const seated = owner(zones[0]) && !isPlayed(zones[0]);
    const element = seatElements[seat - 1];
    const shut = open && (seated || !element.matches(".open"));
    if (!ghosts.length || shut) return null;
    const [left, y] = pointOf(ghosts[0]);
    const x = left - 6;
    const way = open ? `V${open.offsetTop + 3}` : wayTo(element, x, y, ghosts[0].offsetHeight / 2 + 3);
    return make("path.way", { d: `M${left} ${y}H${x}${way}`, "data-into": data.zones[into][0] });
  })));
}

/** The way of a thread to the name of a seat: along the edge of the seat, not under its cards, or `below` the first one to the side. */
function wayTo(element: HTMLElement, x: number, y: number, below: number) {
  const { offsetLeft: left, offsetTop: top, offsetWidth: wide, offsetHeight: high } = element;
  const [across, down] = pointOf(at(".who", element));
  if (y < top) return `V${top - 4}H${across}V${down}`;
  const under = y > top + high;
  return `${under ? `V${top + high + 4}` : `v${below}`}H${under || x < left ? left - 4 : left + wide + 4}V${down}H${across}`;
}

/** The middle of the left edge of an element, in the felt's own pixels. */
function pointOf(element: HTMLElement) {
  const around = felt.getBoundingClientRect();
  const { left, top, height } = element.getBoundingClientRect();
  return [left - around.left, top + height / 2 - around.top];
}

/** The zones that cards came out of: those of one seat together, those of the middle each. */
function sources(out: number[]) {
  const from = (place: number) => owner(place) || -place;
  return [...new Set(out.map(from))].map((one) => out.filter((place) => from(place) === one));
}

// Marks: what a still says of the ply that led to it: which cards are new, what seats have got from
// where, and how their scores have changed. Gold are only the name of who acted or got something and its thread.

import { data } from "./lines.ts";
import { owner, untilCleared } from "./fold.ts";
import { now } from "./now.ts";
import { all, at, make, put } from "./words.ts";
import { felt, flag, freshen, seatElements, zoneElements } from "./table.ts";
import { laid } from "./lay.ts";
import { isPlayed } from "./spots.ts";
import { scoresOf } from "./scores.ts";

/** Marks all that a ply has brought on a table that is drawn. */
export function mark({ gains, facts }: Table, line: Line, ply: number) {
  const { steps, seat } = line.moments[ply];
  freshen(steps.slice(0, untilCleared(steps)));
  showChanges(line, ply);
  // Others choose after the move of a what-if, in the same turn: it is still about its own seat.
  const actors = gains.length ? gains.map((gain) => gain.seat) : [line.whatIf && ply > line.from ? line.whatIf.seat : seat];
  // Whose move is to be guessed is the one who looks: their cards are what they choose from.
  const asked = now.quiz && now.viewer <= data.seats.length ? now.viewer : 0;
  const open = opened.seat || asked || actors.at(-1) || Number(String(facts.to_move ?? "").split(" ")[0]) || 1;
  seatElements.forEach((element, place) => flag(element, { actor: actors.includes(place + 1), open: open === place + 1 }));
  showGains(gains);
}

/** The seat that the reader has unfolded where seats are strips; 0 for none: then who has got
 * something lies open, else who has acted. */
export const opened = { seat: 0 };

/** A number with its sign, as people write it. */
const signed = (number: number) => (number < 0 ? `−${-number}` : `+${number}`);

/** The score of each seat, and how it has changed. */
function showChanges(line: Line, ply: number) {
  line.scores ??= scoresOf(line);
  const { series } = line.scores;
  const [before, after] = [series[ply - 2], series[ply - 1] ?? series[0]];
  seatElements.forEach((element, seat) => {
    const change = before && ply > line.from ? after[seat] - before[seat] : 0;
    at(".change", element).textContent = change ? signed(change) : "";
    at(".value", element).textContent = after ? after[seat] : "";
  });
}

const arrows = make("svg.gains", { "aria-hidden": "true" });
felt.append(arrows);

/** Where something lies on the felt, in its own pixels. */
function placeOn(element: Element): Edges {
  const felt = arrows.parentElement.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const [left, top] = [box.left - felt.left, box.top - felt.top];
  return { left, top, right: left + box.width, bottom: top + box.height };
}

/** Threads from what has left to the seats that have got it. They run under the cards. */
export function showGains(gains: Gain[]) {
  put(arrows, gains.flatMap(({ seat, out, into }) => {
    const target = placeOn(plateOf(seat));
    return sources(out).map((zones) => {
      const frame = framing(zones.flatMap((place) => all(".ghost", zoneElements[place])));
      const from = isPlayed(zones[0]) ? 0 : owner(zones[0]);
      const shut = laid.kind !== "ring" && (from || !seatElements[seat - 1].matches(".open"));
      if (!frame || shut) return [];
      const way = from ? acrossTable(frame, placeOn(plateOf(from)), target) : outOfMiddle(frame, target);
      return make("path.way", { d: `M${way.join("L")}`, "data-into": data.zones[into][0] });
    });
  }));
}

/** The zones that cards came out of: those of one seat together, those of the middle each. */
function sources(out: number[]) {
  const seats = [...new Set(out.map(owner).filter(Boolean))];
  return [
    ...out.filter((place) => !owner(place)).map((place) => [place]),
    ...seats.map((seat) => out.filter((place) => owner(place) === seat)),
  ];
}

/** Where a thread of a seat ends: at its name, or where it is unfolded. */
function plateOf(seat: number) {
  const element = seatElements[seat - 1];
  return element.matches(".open") && laid.kind !== "ring" ? at(".unfold", felt) : at(".who", element);
}

/** The frame around cards that lie in one place. */
function framing(cards: HTMLElement[]): Edges | null {
  const boxes = cards.filter((card) => card.checkVisibility()).map(placeOn);
  if (!boxes.length) return null;
  const edge = (side: keyof Edges, most: (...all: number[]) => number) => most(...boxes.map((box) => box[side]));
  return {
    left: edge("left", Math.min) - 4, top: edge("top", Math.min) - 4,
    right: edge("right", Math.max) + 4, bottom: edge("bottom", Math.max) + 4,
  };
}

export const within = (value: number, low: number, high: number) => Math.max(Math.min(value, high), Math.min(low, high));

/** The lane around the middle in which arrows run; a line is 5 px wide, and the felt cuts what leaves it. */
function laneAround() {
  const { left, top, right, bottom } = placeOn(at(".commons", felt));
  return { left: Math.max(left - 6, 4), top: top - 6, right: Math.min(right + 6, laid.wide - 4), bottom: bottom + 6 };
}

/** Where the lane comes nearest to a plate. */
function gate(lane: Edges, plate: Edges): Point {
  const x = (plate.left + plate.right) / 2;
  if (plate.top >= lane.bottom - 12) return [within(x, lane.left, lane.right), lane.bottom];
  if (plate.bottom <= lane.top + 12) return [within(plate.left - 4, lane.left, lane.right), lane.top];
  // Above the score, too, which is as high where a name is small.
  return [x < lane.left ? lane.left : lane.right, Math.min(plate.top - 6, (plate.top + plate.bottom) / 2 - 16.5)];
}

/**
 * The last steps of a way, from its gate to the edge of the plate, so that nothing lies on what is
 * beside and below a name: from above or, where the plate is above the lane, from the left.
 */
function doorOf([x, y]: Point, { left, right, top, bottom }: Edges): Point[] {
  if (bottom > y) return [[within(x, left + 12, right - 12), top]];
  const middle = (top + bottom) / 2;
  return [[left - 4, middle], [left, middle]];
}

/** The corners between two points of a lane, the shorter way round. */
function around(lane: Edges, from: Point, to: Point): Point[] {
  const corners = [[lane.left, lane.top], [lane.right, lane.top], [lane.right, lane.bottom], [lane.left, lane.bottom]];
  const side = ([x, y]: Point) => (y === lane.top ? 0 : x === lane.right ? 1 : y === lane.bottom ? 2 : 3);
  const [start, end] = [side(from), side(to)];
  if (start === end) return [];
  const ways: Point[][] = [[], []];
  for (let at_ = start; at_ !== end; at_ = (at_ + 1) % 4) ways[0].push(corners[(at_ + 1) % 4]);
  for (let at_ = start; at_ !== end; at_ = (at_ + 3) % 4) ways[1].push(corners[at_]);
  return lengthOf([from, ...ways[0], to]) <= lengthOf([from, ...ways[1], to]) ? ways[0] : ways[1];
}

const lengthOf = (way: Point[]) => way.slice(1).reduce(
  (sum, [x, y], place) => sum + Math.hypot(x - way[place][0], y - way[place][1]), 0);

/** Out of the middle: down or up where no card and no word is in the way, else between the rows. */
function outOfMiddle(frame: Edges, target: Edges): Point[] {
  const lane = laneAround();
  const to = gate(lane, target);
  const door = doorOf(to, target);
  const up = to[1] === lane.top;
  if (up || to[1] === lane.bottom) {
    const x = within(to[0], frame.left + 12, frame.right - 12);
    const free = (!up || felt.matches(".board")) && !all(".commons .card, .played .card, .commons :is(.title, .count)", felt).map(placeOn).some((card) =>
      card.left < x + 5 && card.right > x - 5
      && (up ? card.bottom <= frame.top + 6 : card.top >= frame.bottom - 6));
    if (free) {
      const turn = [x, to[1]];
      return [[x, up ? frame.top : frame.bottom], turn, [door[0][0], to[1]], ...door];
    }
  }
  const left = to[0] === lane.left || (to[0] !== lane.right && to[0] < (lane.left + lane.right) / 2);
  const edge = left ? lane.left : lane.right;
  // Rows of a board have a gap above them, other zones their title.
  const gaps = felt.matches(".board") ? [frame.top + 1] : [frame.bottom - 1, frame.top + 1, (frame.top + frame.bottom) / 2];
  const words = all(".commons :is(.title, .count)", felt).map(placeOn).filter((each) => left ? each.left < frame.left : each.right > frame.right);
  const gap = gaps.find((y) => words.every(({ top, bottom }) => bottom < y - 3 || top > y + 3)) ?? gaps[0];
  const out = [edge, gap];
  const from = [left ? frame.left + 14 : frame.right - 14, gap];
  return [from, out, ...around(lane, out, to), to, ...bend(to, door[0]), ...door];
}

/** From seat to seat: out of the plate, along the lane, into the other. */
function acrossTable(frame: Edges, plate: Edges, target: Edges): Point[] {
  const lane = laneAround();
  const middle = gate(lane, plate);
  const [x, y] = [(frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2];
  const flat = middle[1] === lane.top || middle[1] === lane.bottom;
  const out = flat ? [within(x, lane.left, lane.right), middle[1]] : [middle[0], within(y, lane.top, lane.bottom)];
  const from = flat ? [x, middle[1] === lane.bottom ? frame.top : frame.bottom]
    : [middle[0] === lane.left ? frame.right : frame.left, y];
  const to = gate(lane, target);
  const turn = flat ? [x, out[1]] : [out[0], y];
  const door = doorOf(to, target);
  return [from, turn, out, ...around(lane, out, to), to, ...bend(to, door[0]), ...door];
}

/** The corner on a way along the lane to a door that is not straight ahead. */
const bend = ([x, y]: Point, door: Point) => (x === door[0] || y === door[1] ? [] : [[door[0], y]]);

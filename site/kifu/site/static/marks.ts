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
  put(arrows, gains.flatMap(({ seat, out, into }) => sources(out).map((zones) => {
    const frame = framing(zones.flatMap((place) => all(".ghost", zoneElements[place])));
    const seated = owner(zones[0]) && !isPlayed(zones[0]);
    const shut = laid.kind !== "ring" && (seated || !seatElements[seat - 1].matches(".open"));
    return frame && !shut && make("path.way", { d: `M${thread(frame, placeOn(plateOf(seat))).join("L")}`, "data-into": data.zones[into][0] });
  })));
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

/** A thread is looked for from square to square of so many pixels. */
const SQUARE = 2;
/** What it does not run over, so many squares around it too: words and, where there is another way, cards. */
const WORDS = ":is(.who, .score, .change, .counts, .title, .count, .total, small)", NEAR = 1;
/** A square where something lies, and one where the thread ends. */
const TAKEN = -1, END = -2;

/** The corners of the way from a frame to a plate with the fewest corners or, where everything is full, a straight line. */
function thread(frame: Edges, plate: Edges): Point[] {
  for (const inTheWay of [`${WORDS}, .card`, WORDS]) {
    const way = wayBetween(frame, plate, all(inTheWay, felt).filter((one) => one.checkVisibility()).map(placeOn));
    if (way) return way;
  }
  return [frame, plate].map(({ left, top, right, bottom }) => [(left + right) / 2, (top + bottom) / 2]);
}

/** The same past some boxes; null where there is no way. */
function wayBetween(frame: Edges, plate: Edges, boxes: Edges[]): Point[] | null {
  const [wide, high] = [laid.wide, laid.high].map((size) => Math.floor(size / SQUARE));
  /** For each square the corner from which the thread comes to it, itself where it begins, 0 where it has not been. */
  const from = new Int32Array(wide * high);
  const inside = ({ left, top, right, bottom }: Edges, around = 0) => {
    const [x, y, end, low] = [left / SQUARE - around, top / SQUARE - around, right / SQUARE + around, bottom / SQUARE + around].map(Math.round);
    const squares = [];
    for (let row = Math.max(y, 1); row < Math.min(low, high - 1); row++) {
      for (let column = Math.max(x, 1); column < Math.min(end, wide - 1); column++) squares.push(row * wide + column);
    }
    return squares;
  };
  for (const box of boxes) for (const square of inside(box, NEAR)) from[square] = TAKEN;
  for (let row = 0; row < high; row++) from[row * wide] = from[row * wide + wide - 1] = TAKEN;
  from.fill(TAKEN, 0, wide).fill(TAKEN, -wide);
  const corners = inside(frame);
  for (const square of corners) from[square] = square;
  for (const square of inside(plate, NEAR)) from[square] = END;
  const point = (square: number): Point => [square % wide, Math.floor(square / wide)].map((place) => (place + 0.5) * SQUARE);
  const [x, y] = [(plate.left + plate.right) / 2, (plate.top + plate.bottom) / 2];
  const far = (square: number) => Math.hypot(point(square)[0] - x, point(square)[1] - y);
  corners.sort((one, other) => far(one) - far(other));
  for (const corner of corners) {
    for (const step of [1, -1, wide, -wide]) {
      let square = corner + step;
      for (; !from[square]; square += step) corners.push(square), from[square] = corner;
      if (from[square] !== END) continue;
      const way = [point(square)];
      for (let last = corner; ; last = from[last]) {
        way.unshift(point(last));
        if (from[last] === last) return way;
      }
    }
  }
  return null;
}

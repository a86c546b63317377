// Marks: what a still says of the ply that led to it: which cards are new, what seats have got from
// where, and how their scores have changed.

import { data } from "./lines.js";
import { owner, untilCleared } from "./held.js";
import { all, at, make, put, t } from "./words.js";
import { felt, flag, freshen, seatElements, table, zoneElements } from "./table.js";
import { laid } from "./lay.js";
import { scoresOf } from "./chart.js";

/**
 * Marks all that a ply has brought on a table that is drawn.
 * @param {Shown} shown
 * @param {Line} line
 * @param {number} ply
 */
export function mark({ gains }, line, ply) {
  const { steps } = line.moments[ply];
  freshen(steps.slice(0, untilCleared(steps)));
  showChanges(line, ply);
  unfold(gains, line, ply);
  showGains(gains);
}

/**
 * The seat that lies open where seats are strips: who has got something, else who has acted, unless
 * the reader has chosen one.
 * @param {Gain[]} gains
 * @param {Line} line
 * @param {number} ply
 */
function unfold(gains, { moments }, ply) {
  const first = String(factsNow().to_move ?? "").split(" ")[0];
  const seat = opened.seat || gains.at(-1)?.seat || moments[ply].seat || Number(first) || 1;
  for (const element of seatElements) flag(element, { open: element.dataset.seat === String(seat) });
}

const factsNow = () => JSON.parse(table.dataset.facts);
/** The seat that the reader has unfolded; 0 for none. */
export const opened = { seat: 0 };

/**
 * A number with its sign, as people write it.
 * @param {number} number
 */
const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);

/**
 * @param {Line} line
 * @param {number} ply
 */
function showChanges(line, ply) {
  line.scores ??= scoresOf(line);
  const [before, after] = [line.scores.series[ply - 2], line.scores.series[ply - 1]];
  for (const element of all(".change", table)) {
    const seat = Number(element.closest(".seat").dataset.seat) - 1;
    const change = before && ply > line.from ? after[seat] - before[seat] : 0;
    element.textContent = change ? signed(change) : "";
    element.previousElementSibling.textContent = after ? after[seat] : "";
  }
}

const arrows = make("svg.gains", { "aria-hidden": "true" });
felt.append(arrows);

/**
 * Where something lies on the felt, in its own pixels.
 * @param {Element} element
 * @returns {Edges}
 */
function placeOn(element) {
  const felt = arrows.parentElement.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const [left, top] = [box.left - felt.left, box.top - felt.top];
  return { left, top, right: left + box.width, bottom: top + box.height };
}

/**
 * Frames around what has left, and arrows to the seats that have got it.
 * @param {Gain[]} gains
 */
export function showGains(gains) {
  put(arrows, gains.flatMap(({ seat, out, into, cards, change }) => {
    const target = placeOn(plateOf(seat));
    const coin = change ? signed(change) : cards > 1 ? t("cards_n", { n: cards }) : "";
    return sources(out).map((zones, nth) => {
      const frame = framing(zones.flatMap((place) => all(".ghost", zoneElements[place])));
      if (!frame) return [];
      const from = owner(zones[0]);
      const shut = laid.kind !== "ring" && (from || !seatElements[seat - 1].matches(".open"));
      if (shut) return outline(frame);
      const way = from ? acrossTable(frame, placeOn(plateOf(from)), target) : outOfMiddle(frame, target);
      const [along, y] = middleOf(way);
      const x = within(along, 28, laid.wide - 28);
      const said = nth ? "" : coin;
      return [
        outline(frame), make("path.way", { d: `M${way.join("L")}`, "data-into": data.zones[into][0] }),
        said && make("path.coin", { d: `M${x - wideOf(said)} ${y}h${2 * wideOf(said)}` }),
        said && make("text", { x, y: y + 5 }, said),
      ];
    });
  }));
}

/**
 * Half of how wide words on a coin are, about.
 * @param {string} said
 */
const wideOf = (said) => [...said].reduce((sum, sign) => sum + (sign > "⺀" ? 7 : 4), 2);

/**
 * The zones that cards came out of: those of one seat together, those of the middle each.
 * @param {number[]} out
 */
function sources(out) {
  const seats = [...new Set(out.map(owner).filter(Boolean))];
  return [
    ...out.filter((place) => !owner(place)).map((place) => [place]),
    ...seats.map((seat) => out.filter((place) => owner(place) === seat)),
  ];
}

/**
 * Where a seat's cards are: its place, or where it is unfolded.
 * @param {number} seat
 */
function plateOf(seat) {
  const element = seatElements[seat - 1];
  return element.matches(".open") && laid.kind !== "ring" ? at(".unfold", felt) : element;
}

/**
 * The frame around cards that lie in one place.
 * @param {HTMLElement[]} cards
 * @returns {Edges | null}
 */
function framing(cards) {
  const boxes = cards.filter((card) => card.checkVisibility()).map(placeOn);
  if (!boxes.length) return null;
  const edge = (/** @type {keyof Edges} */ side, /** @type {(...all: number[]) => number} */ most) => most(...boxes.map((box) => box[side]));
  return {
    left: edge("left", Math.min) - 4, top: edge("top", Math.min) - 4,
    right: edge("right", Math.max) + 4, bottom: edge("bottom", Math.max) + 4,
  };
}

/** @param {Edges} told */
const outline = ({ left, top, right, bottom }) =>
  make("path.frame", { d: `M${left} ${top}H${right}V${bottom}H${left}Z` });

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export const within = (value, low, high) => Math.max(Math.min(value, high), Math.min(low, high));

/** The lane around the middle in which arrows run; a line is 5 px wide, and the felt cuts what leaves it. */
function laneAround() {
  const { left, top, right, bottom } = placeOn(at(".commons", felt));
  return { left: Math.max(left - 6, 4), top: top - 6, right: Math.min(right + 6, laid.wide - 4), bottom: bottom + 6 };
}

/**
 * Where the lane comes nearest to a plate.
 * @param {Edges} lane
 * @param {Edges} plate
 * @returns {Point}
 */
function gate(lane, plate) {
  const [x, y] = [(plate.left + plate.right) / 2, (plate.top + plate.bottom) / 2];
  if (plate.top >= lane.bottom - 12) return [within(x, lane.left, lane.right), lane.bottom];
  if (plate.bottom <= lane.top + 12) return [within(x, lane.left, lane.right), lane.top];
  return [x < lane.left ? lane.left : lane.right, within(y, plate.top + 18, plate.bottom - 18)];
}

/**
 * The last step of a way: from its gate to the edge of the plate.
 * @param {Point} from
 * @param {Edges} plate
 * @returns {Point}
 */
function doorOf([x, y], plate) {
  const tip = 4;
  if (plate.top >= y - 8) return [within(x, plate.left + 12, plate.right - 12), plate.top - tip];
  if (plate.bottom <= y + 8) return [within(x, plate.left + 12, plate.right - 12), plate.bottom + tip];
  return [x < plate.left ? plate.left - tip : plate.right + tip, y];
}

/**
 * The corners between two points of a lane, the shorter way round.
 * @param {Edges} lane
 * @param {Point} from
 * @param {Point} to
 * @returns {Point[]}
 */
function around(lane, from, to) {
  const corners = [[lane.left, lane.top], [lane.right, lane.top], [lane.right, lane.bottom], [lane.left, lane.bottom]];
  const side = (/** @type {Point} */ [x, y]) => (y === lane.top ? 0 : x === lane.right ? 1 : y === lane.bottom ? 2 : 3);
  const [start, end] = [side(from), side(to)];
  if (start === end) return [];
  /** @type {Point[][]} */
  const ways = [[], []];
  for (let at_ = start; at_ !== end; at_ = (at_ + 1) % 4) ways[0].push(corners[(at_ + 1) % 4]);
  for (let at_ = start; at_ !== end; at_ = (at_ + 3) % 4) ways[1].push(corners[at_]);
  return lengthOf([from, ...ways[0], to]) <= lengthOf([from, ...ways[1], to]) ? ways[0] : ways[1];
}

/** @param {Point[]} way */
const lengthOf = (way) => way.slice(1).reduce(
  (sum, [x, y], place) => sum + Math.hypot(x - way[place][0], y - way[place][1]), 0);

/**
 * The middle of the longest part of a way.
 * @param {Point[]} way
 * @returns {Point}
 */
function middleOf(way) {
  const parts = way.slice(1).map((end, place) => [way[place], end]);
  const [[x, y], [u, v]] = parts.sort((one, other) => lengthOf(other) - lengthOf(one))[0];
  return [(x + u) / 2, (y + v) / 2];
}

/**
 * Out of the middle: down or up where no card is in the way, else between the rows.
 * @param {Edges} frame
 * @param {Edges} target
 * @returns {Point[]}
 */
function outOfMiddle(frame, target) {
  const lane = laneAround();
  const to = gate(lane, target);
  const door = doorOf(to, target);
  const up = to[1] === lane.top;
  if (up || to[1] === lane.bottom) {
    const x = within(to[0], frame.left + 12, frame.right - 12);
    const free = !all(".card", at(".commons", felt)).map(placeOn).some((card) =>
      card.left < x + 5 && card.right > x - 5
      && (up ? card.bottom <= frame.top + 6 : card.top >= frame.bottom - 6));
    if (free) {
      const turn = [x, to[1]];
      return [[x, up ? frame.top : frame.bottom], turn, [door[0], to[1]], door];
    }
  }
  const left = to[0] === lane.left || (to[0] !== lane.right && to[0] < (lane.left + lane.right) / 2);
  const gap = frame.top + 1;
  const out = [left ? lane.left : lane.right, gap];
  const from = [left ? frame.left + 14 : frame.right - 14, gap];
  return [from, out, ...around(lane, out, to), to, door];
}

/**
 * From seat to seat: out of the plate, along the lane, into the other.
 * @param {Edges} frame
 * @param {Edges} plate
 * @param {Edges} target
 * @returns {Point[]}
 */
function acrossTable(frame, plate, target) {
  const lane = laneAround();
  const middle = gate(lane, plate);
  const [x, y] = [(frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2];
  const flat = middle[1] === lane.top || middle[1] === lane.bottom;
  const out = flat ? [within(x, lane.left, lane.right), middle[1]] : [middle[0], within(y, lane.top, lane.bottom)];
  const from = flat ? [x, middle[1] === lane.bottom ? frame.top : frame.bottom]
    : [middle[0] === lane.left ? frame.right : frame.left, y];
  const to = gate(lane, target);
  const turn = flat ? [x, out[1]] : [out[0], y];
  return [from, turn, out, ...around(lane, out, to), to, doorOf(to, target)];
}

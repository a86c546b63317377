// Charts: the scores, on which the reader seeks, and each seat's chance as comments give it, drawn
// as far as the reader has come; what was seen before and lies ahead is paler.

import { data } from "./lines.js";
import { now } from "./now.js";
import { all, at, dress, make, put, seatName } from "./words.js";
import { flag } from "./table.js";

/** How far the reader has come in each line. */
/** @type {Map<Line, number>} */
export const reached = new Map();

export function showCharts() {
  const { line, ply } = now;
  reached.set(line, now.quiz ? ply : Math.max(reached.get(line) ?? 0, ply));
  line.scores ??= scoresOf(line);
  const { series, low, high } = line.scores;
  /** @type {[number, number[]][]} */
  const all_ = [series[0], ...series].map((values, place) => [place, values]);
  if (series.length) {
    chart("#plot", all_.slice(0, ply + 1), low, high, String, all_.slice(ply, (reached.get(line) ?? ply) + 1));
    rankScores(series[ply - 1] ?? series[0]);
  }
  /** @type {[number, number[]][]} */
  const chances = line.moments.slice(0, ply + 1).flatMap(({ notes }, place) => {
    const values = notes.findLast((note) => note.eval)?.eval;
    return values ? [[place, values]] : [];
  });
  at("#chances").hidden = !chances.length;
  if (chances.length) chart("#odds", chances, 0, 1, (chance) => `${Math.round(100 * chance)}%`, []);
}

/**
 * The scoreboard: the best first; of many seats those who lead, act or look.
 * @param {number[]} scores
 */
function rankScores(scores) {
  const { moments } = now.line;
  const first = (/** @type {number} */ seat) => [moments[now.ply].seat, now.viewer].includes(seat);
  const rows = all("#plot li");
  const order_ = [...scores.keys()].sort((one, other) => scores[other] - scores[one] || one - other);
  const kept = new Set(order_.filter((seat) => first(seat + 1)).slice(0, 3));
  for (const seat of order_) if (kept.size < 4) kept.add(seat);
  order_.forEach((seat, place) => {
    rows[seat].style.order = place;
    flag(rows[seat], { few: !kept.has(seat) });
  });
}

/**
 * The scores after every ply of a line, and the least and the most of them.
 * @param {Line} line
 * @returns {Scores}
 */
export function scoresOf({ moments }) {
  /** @type {number[]} */
  let scores = [];
  const series = moments.slice(1).map((told) => (scores = told.scores.length ? told.scores : scores));
  const sorted = series.flat().sort((a, b) => a - b);
  return { series, low: sorted[0], high: sorted[sorted.length - 1] };
}

/**
 * A line for each seat through `points`, [ply, a value for each seat], and what they are by now;
 * a paler one through those `ahead`.
 * @param {string} box
 * @param {[number, number[]][]} points
 * @param {number} low
 * @param {number} high
 * @param {(value: number) => string} say
 * @param {[number, number[]][]} ahead
 */
function chart(box, points, low, high, say, ahead) {
  const x = (/** @type {number} */ ply) => 4 + (288 * ply) / (now.line.last || 1);
  const y = (/** @type {number} */ value) => 112 - (104 * (value - low)) / (high - low || 1);
  const [end, last] = points[points.length - 1];
  const [lines, later, values] = chartParts(at(box));
  const way = (/** @type {[number, number[]][]} */ told, /** @type {number} */ seat) => told.filter(([, scores], place) =>
    told[place - 1]?.[1][seat] !== scores[seat] || told[place + 1]?.[1][seat] !== scores[seat])
    .map(([ply, scores]) => `${x(ply)},${y(scores[seat])}`);
  data.seats.forEach((_, seat) => {
    const bends = way(points, seat);
    if (!bends[1]) bends.push(`${x(end) + 2},${y(last[seat])}`);
    dress(lines[seat], { points: bends.join(" ") });
    dress(later[seat], { d: ahead.length > 1 ? `M${way(ahead, seat).join("L")}` : "" });
    values[seat].textContent = say(last[seat]);
  });
  at(".high", at(box)).textContent = say(high);
  at(".low", at(box)).textContent = say(low);
  const cursor = at(".cursor", at(box));
  if (cursor) dress(cursor, { d: `M${x(now.ply)} 0V120` });
}

/**
 * The line of each seat in a chart, the one ahead of it, and its value; they are made once.
 * @param {Element} box
 */
function chartParts(box) {
  if (!box.firstChild) {
    put(
      box, make(
        "svg", { viewBox: "0 0 296 120", preserveAspectRatio: "none", "aria-hidden": "true" },
        [8, 112].map((edge) => make("line.base", { x1: 4, x2: 292, y1: edge, y2: edge })),
        make("path.cursor"),
        data.seats.map((_, seat) => make(`path.ahead d${seat % 4}`, { "data-seat": seat + 1 })),
        data.seats.map((_, seat) => make(`polyline.d${seat % 4}`, { "data-seat": seat + 1 })),
      ),
      make("span.scale high", { "aria-hidden": "true" }), make("span.scale low", { "aria-hidden": "true" }),
      make("ul", data.seats.map((_, seat) => make(
        "li", { "data-seat": seat + 1, title: data.seats[seat] },
        make("span.badge", { "aria-hidden": "true" }, seat + 1), seatName(seat + 1), make("b"),
      ))),
    );
  }
  return ["polyline", ".ahead", "b"].map((part) => all(part, box));
}

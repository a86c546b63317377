// The chart in the seek bar: the chance of each side where the match says it, else the scores, drawn as
// far as the reader has come; what was seen before and lies ahead is paler.

import { data, main } from "./lines.ts";
import { endsHere, now } from "./now.ts";
import { at, dress, make, put, seatName } from "./words.ts";
import { flag } from "./table.ts";

/** Chances are bands, one on the other, of so many sides; else they are lines. */
const BANDS = 4;
/** So many sides are named. */
const NAMED = 4;

/** Where nobody may see how long a match is, the chart has room for so many plies from the start. */
const ROOM = 20;

/** How far the reader has come in each line. */
const reached: Map<Line, number> = new Map();

/** The last ply of which something is shown. */
export const shownTo = (line: Line) => endsHere() ? now.ply : reached.get(line) ?? 0;

/** The ply at the end of the chart and of the bar. A what-if is a place in the match, as long as that. */
export function spanOf(line: Line) {
  const last = line.whatIf ? Math.max(main.last, line.last) : line.last;
  return now.spoilers ? last : Math.min(last, Math.max(ROOM, reached.get(line) ?? 0, now.ply));
}

/** The seats that are drawn: one for each side. */
const leaders = [...new Set(data.sides)];

/** The values of all seats after a ply. */
type Point = [ply: number, values: number[]];

export function showCharts() {
  const { line, ply } = now;
  reached.set(line, now.quiz ? ply : Math.max(reached.get(line) ?? 0, ply));
  const far = shownTo(line) + 1;
  line.scores ??= scoresOf(line);
  line.chances ??= chancesOf(line);
  const { series } = line.scores;
  const { low, high } = endsHere() ? limitsOf(series.slice(0, far)) : line.scores;
  const chances = line.chances;
  const percent = (chance: number) => `${Math.round(100 * chance)}%`;
  const scores: Point[] = [series[0], ...series].map((values, place) => [place, values]);
  const known = chances.filter(([place]) => place <= ply);
  const ahead = chances.filter(([place]) => place >= ply && place < far);
  const top = leaders.length > BANDS ? Math.max(...chances.filter(([place]) => !endsHere() || place < far).flatMap(([, values]) => values)) : 1;
  if (known.length) chart(known, 0, top, percent, [known[known.length - 1], ...ahead]);
  else if (series.length) chart(scores.slice(0, ply + 1), low, high, String, scores.slice(ply, far));
}

/** The scores after every ply of a line, and the least and the most of them. */
export function scoresOf({ moments }: Line): Scores {
  let scores: number[] = [];
  const series = moments.slice(1).map((moment) => (scores = moment.scores.length ? moment.scores : scores));
  return { series, ...limitsOf(series) };
}

/** The least and the most of scores. */
function limitsOf(series: number[][]) {
  const sorted = series.flat().sort((a, b) => a - b);
  return { low: sorted[0], high: sorted[sorted.length - 1] };
}

/**
 * The chance of each side, under its first seat, after the plies where it is known. Partners have the
 * same chance, or a part of it each: the sum says both.
 */
function chancesOf({ moments }: Line): Point[] {
  return moments.flatMap(({ notes }, place) => {
    const values = notes.findLast((note) => note.eval)?.eval;
    if (!values) return [];
    const total = values.reduce((sum, value) => sum + value, 0) || 1;
    const side = (seat: number) => values.filter((_, other) => data.sides[other] === data.sides[seat])
      .reduce((sum, value) => sum + value, 0);
    return [[place, values.map((_, seat) => side(seat) / total)]];
  });
}

/**
 * A line for each side through `points`, or bands of chances, and what they are by now; paler lines
 * through those `ahead`.
 */
function chart(points: Point[], low: number, high: number, say: (value: number) => string, ahead: Point[]) {
  const x = (ply: number) => 4 + (288 * ply) / (spanOf(now.line) || 1);
  const y = (value: number) => 112 - (104 * (value - low)) / (high - low || 1);
  const bands = say !== String && leaders.length <= BANDS;
  const first = leaders.find((seat) => seat === data.sides[now.viewer - 1]) ?? leaders[0];
  const stack = [first, ...leaders.filter((seat) => seat !== first)];
  /** The value of a seat, on what lies below its band. */
  const up = (values: number[], seat: number) =>
    (bands ? stack.slice(0, stack.indexOf(seat) + 1) : [seat]).reduce((sum, other) => sum + values[other - 1], 0);
  const way = (along: Point[], seat: number) => along
    .filter(([, values], place) => [-1, 1].some((next) => !along[place + next] || up(along[place + next][1], seat) !== up(values, seat)))
    .map(([ply, values]) => `${x(ply)},${y(up(values, seat))}`);
  const [end, last] = points[points.length - 1];
  parts ??= chartParts();
  const order = bands ? stack.toReversed() : [...leaders].sort((one, other) => last[other - 1] - last[one - 1] || one - other);
  const wanted = new Set([first, data.sides[now.line.moments[now.ply].seat - 1], ...order]);
  const named = new Set([...wanted].filter(Boolean).slice(0, NAMED));
  const right = x(now.ply) + (points[1] ? 0 : 2);
  let below = [`${right},112`, `${x(points[0][0])},112`];
  for (const seat of stack) {
    const { line, band, later, value, row } = parts[seat];
    const bends = way(points, seat);
    if (right > x(end)) bends.push(`${right},${y(up(last, seat))}`);
    dress(line, { points: bends.join(" ") });
    dress(band, { d: bands ? `M${[...bends, ...below].join("L")}` : "" });
    if (bands) below = bends.toReversed();
    dress(later, { d: ahead.length > 1 ? `M${way(ahead, seat).join("L")}` : "" });
    value.textContent = say(last[seat - 1]);
    flag(row, { few: !named.has(seat) });
    for (const element of [line, later]) flag(element, { faint: !named.has(seat) });
    row.style.order = order.indexOf(seat);
  }
  at("#plot .high").textContent = bands ? "" : say(high);
  at("#plot .low").textContent = bands ? "" : say(low);
  dress(at("#plot .cursor"), { d: `M${x(now.ply)} 0V120` });
}

let parts: ReturnType<typeof chartParts>;

/** The line, the band, the line ahead, and the row with the value of each side, by its first seat. */
function chartParts() {
  const parts = Object.fromEntries(leaders.map((seat) => {
    const look = { "data-seat": seat };
    const value = make("b");
    const seats = data.seats.flatMap((_, other) => (data.sides[other] === seat ? other + 1 : []));
    const names = seats.map((other) => [make("span.badge", { "aria-hidden": "true", "data-seat": other }, other), seatName(other)]);
    return [seat, {
      line: make(`polyline.d${seat % 4}`, look), band: make("path.band", look), later: make("path.ahead", look), value,
      row: make("li", look, { title: seats.map((other) => data.seats[other - 1]).join(", ") }, names, value),
    }];
  }));
  const drawn = Object.values(parts);
  put(
    at("#plot"), make(
      "svg", { viewBox: "0 0 296 120", preserveAspectRatio: "none", "aria-hidden": "true" },
      drawn.map(({ band }) => band), make("path.cursor"), drawn.map(({ later }) => later), drawn.map(({ line }) => line),
    ),
    make("span.scale high", { "aria-hidden": "true" }), make("span.scale low", { "aria-hidden": "true" }),
    make("ul", drawn.map(({ row }) => row)),
  );
  return parts;
}

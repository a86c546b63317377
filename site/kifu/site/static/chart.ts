// The seek bar: a chart of the chances of each side where the match says them, else of the scores, as far as the reader has
// come (what was seen before and lies ahead is paler), a tick for each move that is worth finding, and what happened there.

import { data, main } from "./lines.ts";
import { endsHere, go, now } from "./now.ts";
import { all, at, dress, entitle, make, put, seatName, t, targetOf } from "./words.ts";
import { flag } from "./table.ts";
import { eventsOf, isMistake, isNoted } from "./landmarks.ts";
import { chancesOf, scoresOf } from "./scores.ts";
import { verdictNow } from "./judgement.ts";

/** So many sides are named; chances of as many are bands, one on the other, else lines. */
const NAMED = 4;

/** So many plies have a mark: that of the reader, mistakes and those that somebody has written at, then those that changed most; on a phone fewer. */
const MARKED = [7, 5];
/** So many marks would have room beside one another. */
const APART = [60, 22];

/** Where nobody may see how long a match is, the chart has room for so many plies from the start. */
const ROOM = 20;

/** How far the reader has come in each line. */
const reached = new Map<Line, number>();

/** The ply at the end of the chart and of the bar. A what-if is a place in the match, as long as that. */
function spanOf(line: Line) {
  const last = line.whatIf ? Math.max(main.last, line.last) : line.last;
  return now.spoilers ? last : Math.min(last, Math.max(ROOM, reached.get(line) ?? 0, now.ply));
}

/** The seats that are drawn: one for each side. */
const leaders = [...new Set(data.sides)];

export function showCharts() {
  const { line, ply } = now;
  reached.set(line, now.quiz ? ply : Math.max(reached.get(line) ?? 0, ply));
  const far = (endsHere() ? ply : reached.get(line) ?? 0) + 1;
  const series = scoresOf(line);
  const chances = chancesOf(line);
  const scores: Values[] = [series[0], ...series].map((values, place) => [place, values]);
  const known = chances.filter(([place]) => place <= ply);
  const ahead = chances.filter(([place]) => place >= ply && place < far);
  const top = leaders.length > NAMED ? Math.ceil(20 * Math.max(...chances.filter(([place]) => place < far).flatMap(([, values]) => values))) / 20 : 1;
  if (known.length) chart(known, 0, top, (chance) => t("judged_share", { n: Math.round(100 * chance) }), [known[known.length - 1], ...ahead]);
  else if (series.length) {
    const seen = series.slice(0, endsHere() ? far : undefined).flat();
    chart(scores.slice(0, ply + 1), Math.min(...seen), Math.max(...seen), String, scores.slice(ply, far));
  }
}

/**
 * A line for each side through `points`, or bands of chances, and what they are by now; paler lines
 * through those `ahead`.
 */
function chart(points: Values[], low: number, high: number, say: (value: number) => string, ahead: Values[]) {
  const span = spanOf(now.line) || 1;
  const x = (ply: number) => 4 + (288 * ply) / span;
  const y = (value: number) => 112 - (104 * (value - low)) / (high - low || 1);
  const bands = say !== String && leaders.length <= NAMED;
  const first = leaders.find((seat) => seat === data.sides[now.viewer - 1]) ?? leaders[0];
  const stack = [first, ...leaders.filter((seat) => seat !== first)];
  /** The value of a seat, on what lies below its band; without a seat 0. */
  const up = (values: number[], seat: number) =>
    (bands ? stack.slice(0, stack.indexOf(seat) + 1) : [seat]).reduce((sum, other) => sum + values[other - 1], 0);
  /** The points of a line; those in the middle of a level one are left out. */
  const way = (along: Values[], seat: number) =>
    along.filter(([, values], nth) => values !== along[nth - 1]?.[1] || values !== along[nth + 1]?.[1]).map(([ply, values]) => `${x(ply)},${y(up(values, seat))}`);
  const [end, last] = points[points.length - 1];
  const right = x(now.ply) + (points[1] ? 0 : 2);
  const edge = (seat: number) => [...way(points, seat), right > x(end) && `${right},${y(up(last, seat))}`].filter(Boolean);
  const under = (seat: number) => stack[stack.indexOf(seat) - 1];
  const order = bands ? stack.toReversed() : leaders.toSorted((one, other) => last[other - 1] - last[one - 1] || one - other);
  const acting = data.sides[now.line.moments[now.ply].seat - 1];
  const named = [...new Set([first, acting, ...order])].filter(Boolean).slice(0, NAMED);
  /** Lines differ by more than their colours: each is dashed otherwise than the one of the seat before. */
  const path = (kind: string, seat: number, points: unknown[]) =>
    ({ class: named.includes(seat) ? kind : `${kind} faint`, "data-seat": seat, "stroke-dasharray": bands ? 0 : 3 * seat - 3, d: points.length > 1 ? `M${points.join("L")}` : "" });
  /** The upper edge of all bands is that of the chart. */
  const edged = bands ? stack.slice(0, -1) : leaders;
  draw([
    bands && leaders.map((seat) => [
      path("band", seat, [...edge(seat), ...edge(under(seat)).reverse()]),
      ahead.length > 1 && path("band later", seat, [...way(ahead, seat), ...way(ahead, under(seat)).reverse()]),
    ]),
    { class: "cursor", d: `M${x(now.ply)} 0V120` },
    edged.map((seat) => path("ahead", seat, way(ahead, seat))),
    edged.map((seat) => [path("line", seat, way(points, seat)), right > x(end) && path("line held", seat, edge(seat).slice(-2))]),
  ].flat(2));
  chip.textContent = verdictNow()?.loss || "";
  chip.style.setProperty("--at", String(x(now.ply) / 296));
  [high, low].forEach((value, nth) => (scale[nth].textContent = bands ? "" : say(value)));
  const alone = last[order[0] - 1] > last[order[1] - 1];
  const roles = { [first]: t("from_here"), [acting]: t("acts"), ...(alone && { [order[0]]: t("leads") }) };
  rows.forEach((row, nth) => {
    const seat = leaders[nth];
    row.hidden = !named.includes(seat);
    row.style.order = String(order.indexOf(seat));
    const small = leaders.length > NAMED ? roles[seat] : leaders.length < data.seats.length && "AB"[nth];
    put(at("b", row), small && [make("small", small), " "], say(last[seat - 1]));
  });
  put(held, t("as_of", { n: end }));
  held.hidden = say === String || end === now.ply;
}

/** The names of each side, by its first seat, and room for what it has. */
const rows = leaders.map((seat) => {
  const seats = data.seats.flatMap((_, other) => (data.sides[other] === seat ? other + 1 : []));
  const names = seats.map((other) => [make("span.badge", { "aria-hidden": "true", "data-seat": other }, other), make("span", { "data-seat": other }, seatName(other))]);
  return make("li", { "data-seat": seat }, names, make("b"));
});
const held = make("li.held", { hidden: "" });
const [drawing, chip, ...scale] = all("#plot > *");
at("#plot").after(make("ul", rows, held));

/** Draws lines and bands with these attributes. What is drawn stays, as the names do: to make an element costs a browser time. */
function draw(ways: unknown[]) {
  const shapes = drawing.children;
  const looks = ways.filter(Boolean) as Looks[];
  looks.forEach((look, nth) => dress(shapes[nth] ?? drawing.appendChild(make("path")), look));
  while (shapes[looks.length]) shapes[looks.length].remove();
}

export const seek = at("#seek");
export const viewers = at("#viewer");

/** Shows the place on the bar, and whose eyes look. */
export function showBar() {
  const span = spanOf(now.line);
  seek.max = String(span);
  seek.value = String(now.ply);
  const count = now.spoilers ? t("ply_of", { n: now.ply, of: span }) : String(now.ply);
  seek.ariaValueText = [count, ...eventsOf(now.line.moments[now.ply])].join(", ");
  at("#count").textContent = count;
  const button = at('[data-do="play"]');
  flag(button, { playing: now.playing > 0 });
  entitle(button, now.playing ? "pause" : "play");
  if (viewers) viewers.value = String(now.viewer);
  showTicks(span);
}

/** Goes to a place on the bar. What lies outside a what-if is a place of the match. */
export function seekTo(ply: number) {
  const { line } = now;
  const inside = !line.whatIf || (ply > line.from && ply <= line.last);
  go({ line: inside ? line : main, ply });
}

/** The plies up to the `end` that have a mark. */
function marked(line: Line, end: number, span: number) {
  const series = scoresOf(line);
  const chances = new Map(chancesOf(line));
  let values: number[] = [];
  const after = line.moments.map((_, ply) => (values = (chances.size ? chances.get(ply) : series[ply - 1]) ?? values));
  const rated = (ply: number) => {
    const { notes, judged } = line.moments[ply];
    const before = after[ply - 1];
    const change = before.length ? Math.max(...after[ply].map((value, seat) => Math.abs(value - before[seat]))) : 0;
    return { ply, turn: change + (judged?.loss ?? 0) + (ply === now.ply ? 1e9 : judged?.glyph || notes.some(({ text, played }) => text || played) ? 1e6 : 0) };
  };
  const worth = [...line.moments.keys()].slice(1, end + 1).filter((ply) => isNoted(line.moments[ply]) || eventsOf(line.moments[ply]).length);
  const phone = Number(innerWidth < 640);
  const best: number[] = [];
  for (const { ply } of worth.map(rated).sort((one, other) => other.turn - one.turn)) {
    if (best.length < MARKED[phone] && best.every((other) => Math.abs(other - ply) * APART[phone] > span)) best.push(ply);
  }
  return best.sort((one, other) => one - other);
}

const box = at("#ticks");

/** Draws the ticks where others are to be seen than before; those ahead of the reader are paler. */
function showTicks(span: number) {
  const { line, ply } = now;
  const end = endsHere() ? ply : line.last;
  const ticks = marked(line, end, span).map((at): [string, number] => {
    const moment = line.moments[at];
    return [isMistake(moment) ? "bad" : eventsOf(moment).length ? "event" : moment.notes.some(({ glyph }) => glyph) ? "good" : "note", at];
  });
  const drawn = JSON.stringify([span, ticks]);
  if (box.drawn !== drawn) {
    put(box, ticks.map(([kind, at]) => make("svg", { x: `${(100 * at) / (span || 1)}%`, "data-ply": at }, make(`path.${kind}`, { d: TICKS[kind] ?? TICKS.note }))));
  }
  box.drawn = drawn;
  for (const each of all("[data-ply]", box)) flag(each, { later: Number(each.dataset.ply) > ply });
}

/** Mistakes are triangles, big events diamonds, other notes dots. */
const TICKS: Record<string, string> = {
  event: "M-5 8 0 3 5 8 0 13z", bad: "M-5 12 0 4 5 12z",
  note: "M-4 8a4 4 0 0 1 8 0 4 4 0 0 1-8 0z",
};

box.onclick = (event) => {
  const { left, width } = box.getBoundingClientRect();
  seekTo(Number(targetOf(event).closest("[data-ply]")?.dataset.ply ?? Math.round(((event.clientX - left) / width) * spanOf(now.line))));
};
